//! `joust bot build`: a player as a WebAssembly module.

use super::kit;
use crate::args::BotBuildArgs;
use crate::failure::Failure;
use joust_files::{Care, Scratch};
use std::fs;
use std::io::{self, Write};
use std::process::{Command, Stdio};

/// Compilers that may know WebAssembly, the best first.
const COMPILERS: [&str; 4] = ["clang++-19", "clang++", "clang++-20", "clang++-18"];

const INSTALL: &str = "install them on Debian: apt-get install clang-19 lld-19 wasi-libc libc++-19-dev-wasm32 \
                       libclang-rt-19-dev-wasm32";

pub(crate) fn run(args: &BotBuildArgs) -> Result<(), Failure> {
    let source = &args.source;
    let name = source.display().to_string();
    if source.extension().is_none_or(|ending| ending != "cc") {
        return Err(Failure::Usage(format!("{name} is not the source of a player: name an AI….cc")));
    }
    // Comments may be in any encoding.
    let text = fs::read(source).map_err(|why| Failure::file(&name, &why))?;
    if !String::from_utf8_lossy(&text).contains("RegisterPlayer") {
        let why = "its last line must be `RegisterPlayer(PLAYER_NAME);`, as in AINull.cc";
        return Err(Failure::Usage(format!("{name} registers no player: {why}")));
    }
    let target = args.out.clone().unwrap_or_else(|| source.with_extension("wasm"));
    let place = headers().map_err(|why| Failure::Ours(format!("cannot write the headers: {why}")))?;
    let folder = place.path();
    let compiler = compiler()?;
    // A draft, so that a failed build leaves an older module alone.
    let draft = folder.join("player.wasm");
    let sources = kit::MODULE_SOURCES.map(|path| folder.join(path));
    let mut command = Command::new(compiler);
    command
        .args(["--target=wasm32-wasi", "-mexec-model=reactor", "-O2", "-fignore-exceptions", "-Wall"])
        // Exceptions that are ignored are said once, by the documentation.
        .args(["-Wno-unused-variable", "-Wl,--strip-debug"])
        .arg(format!("-std={}", args.std))
        .arg("-I")
        .arg(folder)
        .arg(source)
        .args(&sources)
        .arg("-o")
        .arg(&draft);
    let built = command.stdin(Stdio::null()).status();
    let built = built.map_err(|why| Failure::Ours(format!("{compiler} cannot be run: {why}")))?;
    if !built.success() {
        let why = format!("{name} was not built: see above. If headers or libraries are missing, {INSTALL}");
        return Err(Failure::No(why));
    }
    let module = fs::read(&draft).map_err(|why| Failure::Ours(format!("the module is not there: {why}")))?;
    joust_files::write(&target, &module, Care::Quick)
        .map_err(|why| Failure::file(&target.display().to_string(), &why))?;
    writeln!(io::stdout(), "{} ({} kB)", target.display(), module.len() / 1000)?;
    Ok(())
}

/// The first compiler that is there and knows WebAssembly.
fn compiler() -> Result<&'static str, Failure> {
    let knows = |name: &&str| {
        let asked = Command::new(name).arg("--print-targets").stdin(Stdio::null()).output();
        asked.is_ok_and(|asked| String::from_utf8_lossy(&asked.stdout).contains("wasm32"))
    };
    COMPILERS
        .into_iter()
        .find(knows)
        .ok_or_else(|| Failure::Usage(format!("modules need clang and the libraries of WASI: {INSTALL}")))
}

/// The kit's files in a private folder that goes away.
fn headers() -> io::Result<Scratch> {
    let place = Scratch::private("build")?;
    fs::create_dir(place.path().join("joust"))?;
    for (path, text) in kit::module_files() {
        fs::write(place.path().join(path), text)?;
    }
    Ok(place)
}
