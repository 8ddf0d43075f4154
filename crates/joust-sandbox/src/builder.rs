//! Compiles a player of the C++ kit to a WebAssembly module.

use crate::kit_files::{MODULE_SOURCES, module_files};
use joust_files::Scratch;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Compilers that may know WebAssembly, the best first.
const COMPILERS: [&str; 4] = ["clang++-19", "clang++", "clang++-20", "clang++-18"];

const INSTALL: &str = "install them on Debian: apt-get install clang-19 lld-19 wasi-libc libc++-19-dev-wasm32 \
                       libclang-rt-19-dev-wasm32";

const NOT_A_SOURCE: &str = "is not the source of a player: name an AI….cc";
const UNREGISTERED: &str =
    "registers no player: its last line must be `RegisterPlayer(PLAYER_NAME);`, as in AINull.cc";

/// A player to compile.
#[derive(Clone, Copy, Debug)]
pub struct Build<'a> {
    /// The source, an `AI….cc`.
    pub source: &'a Path,
    /// The dialect of C++, such as `c++11`.
    pub standard: &'a str,
    /// Whether the compiler's messages are coloured.
    pub coloured: bool,
}

/// A compiled player.
#[derive(Clone, Debug)]
pub struct Module {
    /// The bytes of the WebAssembly module.
    pub bytes: Vec<u8>,
    /// The warnings of the compiler.
    pub warnings: Vec<u8>,
}

/// Why a player cannot be compiled.
#[derive(Debug, thiserror::Error)]
pub enum BadBuild {
    /// The file is not the source of a player.
    #[error("{} {wrong}", file.display())]
    NotAPlayer {
        /// The file.
        file: PathBuf,
        /// What is wrong with it.
        wrong: &'static str,
    },
    /// The source cannot be read.
    #[error("{}: {why}", file.display())]
    Unreadable {
        /// The source.
        file: PathBuf,
        /// What the system says.
        why: io::Error,
    },
    /// There is no compiler.
    #[error("modules need clang and the libraries of WASI: {INSTALL}")]
    NoCompiler,
    /// The compiler refuses the source.
    #[error(
        "{} was not built: see above. If headers or libraries are missing, {INSTALL}",
        file.display()
    )]
    Refused {
        /// The source.
        file: PathBuf,
        /// What the compiler says.
        errors: Vec<u8>,
    },
    /// The compiler cannot be run, or its files cannot be written or read.
    #[error("the build cannot be run: {0}")]
    Io(#[from] io::Error),
}

impl Build<'_> {
    /// Compiles the player with the headers of the kit.
    ///
    /// ```
    /// use joust_sandbox::{BadBuild, Build};
    ///
    /// let build = Build { source: "player.txt".as_ref(), standard: "c++11", coloured: false };
    /// assert!(matches!(build.run(), Err(BadBuild::NotAPlayer { .. })));
    /// ```
    pub fn run(&self) -> Result<Module, BadBuild> {
        let (source, file) = (self.source, self.source.to_owned());
        if source.extension().is_none_or(|ending| ending != "cc") {
            return Err(BadBuild::NotAPlayer { file, wrong: NOT_A_SOURCE });
        }
        let text = match fs::read(source) {
            Ok(text) => text,
            Err(why) => return Err(BadBuild::Unreadable { file, why }),
        };
        // Comments may be in any encoding.
        if !String::from_utf8_lossy(&text).contains("RegisterPlayer") {
            return Err(BadBuild::NotAPlayer { file, wrong: UNREGISTERED });
        }
        let place = headers()?;
        let folder = place.path();
        let compiler = compiler().ok_or(BadBuild::NoCompiler)?;
        let module = folder.join("player.wasm");
        let mut command = Command::new(compiler);
        command
            .args(["--target=wasm32-wasi", "-mexec-model=reactor", "-O2", "-fignore-exceptions", "-Wall"])
            // The documentation says once that exceptions are ignored.
            .args(["-Wno-unused-variable", "-Wl,--strip-debug"])
            .args(self.coloured.then_some("-fcolor-diagnostics"))
            .arg(format!("-std={}", self.standard))
            .arg("-I")
            .arg(folder)
            .arg(source)
            .args(MODULE_SOURCES.map(|path| folder.join(path)))
            .arg("-o")
            .arg(&module);
        let built = command.stdin(Stdio::null()).output()?;
        if !built.status.success() {
            return Err(BadBuild::Refused { file, errors: built.stderr });
        }
        Ok(Module { bytes: fs::read(&module)?, warnings: built.stderr })
    }
}

/// The first installed compiler that supports WebAssembly.
fn compiler() -> Option<&'static str> {
    let knows = |name: &&str| {
        let asked = Command::new(name).arg("--print-targets").stdin(Stdio::null()).output();
        asked.is_ok_and(|asked| String::from_utf8_lossy(&asked.stdout).contains("wasm32"))
    };
    COMPILERS.into_iter().find(knows)
}

/// The kit's files in a private temporary folder.
fn headers() -> io::Result<Scratch> {
    let place = Scratch::private("build")?;
    fs::create_dir(place.path().join("joust"))?;
    for (path, text) in module_files() {
        fs::write(place.path().join(path), text)?;
    }
    Ok(place)
}
