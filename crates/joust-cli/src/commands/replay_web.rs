//! `joust replay --web`: a page that holds the game, opened in the browser.

use crate::args::ReplayArgs;
use crate::browser;
use crate::commands::recorded;
use crate::failure::Failure;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::write::GzEncoder;
use joust_files::Care;
use joust_madmax::ResultReader;
use joust_match::Recorded;
use joust_pages::{Attached, viewer_with};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Writes the page to `target`. If `target` is empty, writes it to a new file and opens that in the
/// browser.
pub(crate) fn run(args: &ReplayArgs, target: &Path) -> Result<(), Failure> {
    let mut files = Vec::new();
    for file in std::iter::once(&args.file).chain(&args.compare) {
        attach(file, &mut files)?;
    }
    let page = viewer_with(&files).map_err(|why| Failure::Ours(why.to_string()))?;
    if !target.as_os_str().is_empty() {
        return joust_files::write(target, page.as_ref(), Care::Quick)
            .map_err(|why| Failure::file(target, &why));
    }
    let path = fresh(&base(&args.file), &page).map_err(|why| Failure::file("a page to show", &why))?;
    writeln!(anstream::stdout(), "{}", path.display())?;
    if !browser::open(path.as_os_str()) {
        tell!("no browser could be started: open this page yourself");
    }
    Ok(())
}

/// The file of a game, and the file of notes beside it if there is one.
fn attach(file: &Path, files: &mut Vec<Attached>) -> Result<(), Failure> {
    let (bytes, name) = match recorded::read(file)? {
        Recorded::MadMaxRecord(bytes) => (bytes, base(file)),
        Recorded::MadMaxResult(text) => {
            ResultReader::new(&text).map_err(|why| Failure::No(why.to_string()))?;
            (packed(&text)?, base(file))
        }
        Recorded::Duel(..) | Recorded::Game(_) | Recorded::Match(_) | Recorded::Scores(_) => {
            return Err(Failure::Usage(format!("{}: --web is for games of Mad Max", file.display())));
        }
    };
    files.push(Attached { name: name.clone(), base64: STANDARD.encode(bytes) });
    let unpacked = file.extension().filter(|ending| *ending == "gz").map(|_| file.with_extension(""));
    for beside in [Some(file.to_owned()), unpacked].into_iter().flatten() {
        let mut notes = beside.into_os_string();
        notes.push(".notes");
        if let Ok(text) = std::fs::read(&notes) {
            files.push(Attached { name: format!("{name}.notes"), base64: STANDARD.encode(packed(&text)?) });
            break;
        }
    }
    Ok(())
}

fn packed(bytes: &[u8]) -> io::Result<Vec<u8>> {
    let mut packer = GzEncoder::new(Vec::new(), Compression::fast());
    packer.write_all(bytes)?;
    packer.finish()
}

/// The name of a file without its folders.
fn base(file: &Path) -> String {
    let name = file.file_name().filter(|name| *name != "-");
    name.map_or_else(|| "game.res".to_owned(), |name| name.to_string_lossy().into_owned())
}

/// Writes a page to a new file, so that no other user can have prepared it.
fn fresh(name: &str, page: &str) -> io::Result<PathBuf> {
    let plain = |letter: char| if letter.is_alphanumeric() { letter } else { '_' };
    let prefix = format!("joust-{}-", name.chars().map(plain).collect::<String>());
    let mut file = tempfile::Builder::new().prefix(&prefix).suffix(".html").tempfile()?;
    file.write_all(page.as_bytes())?;
    Ok(file.into_temp_path().keep()?)
}
