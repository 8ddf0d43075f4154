//! `joust bot new`: a folder in which to write bots.

use crate::args::BotNewArgs;
use crate::failure::Failure;
use joust_sandbox::StarterKit;
use std::fs;
use std::io::{self, Write};
use std::path::Path;

/// The file in which a kit's Game finds the path of joust.
const PROGRAM: &str = "joust/program";

pub(crate) fn run(args: &BotNewArgs) -> Result<(), Failure> {
    let folder = &args.dir;
    let name = folder.display().to_string();
    let bad = |why: io::Error| Failure::file(&name, &why);
    let kit = StarterKit::named(&args.kit)
        .ok_or_else(|| Failure::Usage(format!("there is no kit `{}`: see joust bot new --help", args.kit)))?;
    match fs::read_dir(folder).map(|mut entries| entries.next().is_some()) {
        Ok(true) => {
            let why = "is not empty, and nothing was written: name a new or empty folder";
            return Err(Failure::Usage(format!("{name} {why}")));
        }
        Ok(false) => {}
        Err(why) if why.kind() == io::ErrorKind::NotFound => {}
        Err(why) => return Err(bad(why)),
    }
    for (path, text) in kit.files() {
        let path = folder.join(path);
        fs::create_dir_all(path.parent().unwrap_or(folder)).map_err(bad)?;
        fs::write(path, text).map_err(bad)?;
    }
    if kit.name == "madmax-cpp" {
        add_viewer_and_program(folder).map_err(bad)?;
    }
    let mut out = io::stdout().lock();
    writeln!(out, "{name} is ready. Now:\n")?;
    let quote = if name.contains(|c: char| c.is_whitespace() || c == '\'') { "\"" } else { "" };
    writeln!(out, "  cd {quote}{name}{quote}")?;
    for command in kit.next {
        writeln!(out, "  {command}")?;
    }
    if kit.name == "python" {
        let others = "javascript, cpp, rust, or madmax-cpp for Mad Max";
        writeln!(out, "\nContests do not take Python: for a contest, begin with another kit ({others}).")?;
    }
    writeln!(out, "\nREADME.md in that folder says how to write a bot of your own.")?;
    Ok(())
}

/// What the players of Mad Max have besides the files of their kit.
fn add_viewer_and_program(folder: &Path) -> io::Result<()> {
    // Without the viewer in this build, the kit has none either.
    if let Ok(page) = joust_pages::viewer_html() {
        fs::write(folder.join("viewer.html"), page)?;
    }
    // Without this file Game looks for joust on the PATH.
    if let Ok(own) = std::env::current_exe() {
        let line = [own.as_os_str().as_encoded_bytes(), b"\n"].concat();
        fs::write(folder.join(PROGRAM), line)?;
    }
    Ok(())
}
