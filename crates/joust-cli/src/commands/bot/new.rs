//! `joust bot new`: a folder in which to write players.

use crate::args::BotNewArgs;
use crate::failure::Failure;
use std::fs;
use std::io::{self, Write};

/// The file in which a kit's Game finds the path of joust.
const PROGRAM: &str = "joust/program";

pub(crate) fn run(args: &BotNewArgs) -> Result<(), Failure> {
    let folder = &args.dir;
    let name = folder.display().to_string();
    let bad = |why: io::Error| Failure::file(&name, &why);
    match fs::read_dir(folder).map(|mut entries| entries.next().is_some()) {
        Ok(true) => {
            let why = "is not empty, and nothing was written: name a new or empty folder";
            return Err(Failure::Usage(format!("{name} {why}")));
        }
        Ok(false) => {}
        Err(why) if why.kind() == io::ErrorKind::NotFound => {}
        Err(why) => return Err(bad(why)),
    }
    fs::create_dir_all(folder.join("joust")).map_err(bad)?;
    for (path, text) in joust_sandbox::kit_files() {
        fs::write(folder.join(path), text).map_err(bad)?;
    }
    // Without the viewer in this build, the kit has none either.
    if let Ok(page) = joust_pages::viewer_html() {
        fs::write(folder.join("viewer.html"), page).map_err(bad)?;
    }
    // Without this file Game looks for joust on the PATH.
    if let Ok(own) = std::env::current_exe() {
        let line = [own.as_os_str().as_encoded_bytes(), b"\n"].concat();
        fs::write(folder.join(PROGRAM), line).map_err(bad)?;
    }
    let mut out = io::stdout().lock();
    writeln!(out, "{name} is ready. Now:\n")?;
    let quote = if name.contains(|c: char| c.is_whitespace() || c == '\'') { "\"" } else { "" };
    writeln!(out, "  cd {quote}{name}{quote}")?;
    writeln!(out, "  make all")?;
    writeln!(out, "  ./Game Demo Demo Demo Demo -s 30 -i default.cnf -o default.res\n")?;
    writeln!(out, "README.md in that folder says how to write a player of your own.")?;
    Ok(())
}
