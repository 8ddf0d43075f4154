//! `joust bot build`: a bot as a WebAssembly module.

use crate::args::BotBuildArgs;
use crate::failure::Failure;
use joust_files::Care;
use joust_sandbox::{BadBuild, Build, BuildLimits, Module};
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

pub(crate) fn run(args: &BotBuildArgs) -> Result<(), Failure> {
    let limits =
        || BuildLimits { cpu: Duration::from_secs(args.time_limit.into()), ..BuildLimits::default() };
    let module = compiled(&args.source, args.std.as_deref(), args.confined.then(limits))?;
    let target = args.out.clone().unwrap_or_else(|| target(&args.source));
    joust_files::write(&target, &module.bytes, Care::Quick).map_err(|why| Failure::file(&target, &why))?;
    writeln!(io::stdout(), "{} ({} kB)", target.display(), module.bytes.len() / 1000)?;
    Ok(())
}

/// Compiles a bot. What the compiler says goes to standard error.
pub(super) fn compiled(
    source: &Path,
    standard: Option<&str>,
    confined: Option<BuildLimits>,
) -> Result<Module, Failure> {
    let coloured = io::stderr().is_terminal();
    let module = Build { source, standard, coloured, confined }.run().map_err(|why| {
        let told = why.to_string();
        match why {
            BadBuild::Unreadable { file, why } => Failure::file(&file, &why),
            BadBuild::NotASource { .. }
            | BadBuild::NoCompiler
            | BadBuild::NoRust
            | BadBuild::NoTarget
            | BadBuild::Unconfined(_) => Failure::Usage(told),
            BadBuild::Refused { errors, .. } | BadBuild::Stopped { errors, .. } => {
                let _ = io::stderr().write_all(&errors);
                Failure::No(told)
            }
            BadBuild::NotABot { .. } => Failure::No(told),
            BadBuild::Io(_) => Failure::Ours(told),
        }
    })?;
    let _ = io::stderr().write_all(&module.warnings);
    Ok(module)
}

/// The module of a file stands beside it, that of a folder in it.
fn target(source: &Path) -> PathBuf {
    if source.is_dir() { source.join("bot.wasm") } else { source.with_extension("wasm") }
}
