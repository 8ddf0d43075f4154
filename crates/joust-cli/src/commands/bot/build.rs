//! `joust bot build`: a player as a WebAssembly module.

use crate::args::BotBuildArgs;
use crate::failure::Failure;
use joust_files::Care;
use joust_sandbox::{BadBuild, Build};
use std::io::{self, IsTerminal, Write};

pub(crate) fn run(args: &BotBuildArgs) -> Result<(), Failure> {
    let coloured = io::stderr().is_terminal();
    let module = Build { source: &args.source, standard: &args.std, coloured }.run().map_err(|why| {
        let told = why.to_string();
        match why {
            BadBuild::Unreadable { file, why } => Failure::file(&file, &why),
            BadBuild::NotAPlayer { .. } | BadBuild::NoCompiler => Failure::Usage(told),
            BadBuild::Refused { errors, .. } => {
                let _ = io::stderr().write_all(&errors);
                Failure::No(told)
            }
            BadBuild::Io(_) => Failure::Ours(told),
        }
    })?;
    let _ = io::stderr().write_all(&module.warnings);
    let target = args.out.clone().unwrap_or_else(|| args.source.with_extension("wasm"));
    joust_files::write(&target, &module.bytes, Care::Quick).map_err(|why| Failure::file(&target, &why))?;
    writeln!(io::stdout(), "{} ({} kB)", target.display(), module.bytes.len() / 1000)?;
    Ok(())
}
