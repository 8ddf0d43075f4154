//! `joust replay --web`: a page that holds the game, opened in the browser.

use crate::args::ReplayArgs;
use crate::browser;
use crate::commands::recorded;
use crate::failure::Failure;
use joust_files::Care;
use joust_madmax::ResultReader;
use joust_match::Recorded;
use joust_pages::{Attached, viewer_with};
use joust_sandbox::Notes;
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
    let name = base(file);
    let (bytes, is_packed) = match recorded::read(file)? {
        Recorded::MadMaxRecord(bytes) => (bytes, true),
        Recorded::MadMaxResult(text) => {
            ResultReader::new(&text).map_err(|why| Failure::No(why.to_string()))?;
            (text, false)
        }
        Recorded::Duel(..) | Recorded::Game(_) | Recorded::Match(_) | Recorded::Scores(_) => {
            return Err(Failure::Usage(format!("{}: --web is for games of Mad Max", file.display())));
        }
    };
    files.push(Attached::new(name.clone(), &bytes, is_packed)?);
    let unpacked = file.extension().filter(|ending| *ending == "gz").map(|_| file.with_extension(""));
    let places = [Some(file.to_owned()), unpacked].into_iter().flatten().map(|beside| Notes::beside(&beside));
    if let Some(notes) = places.into_iter().find(|notes| notes.exists()) {
        let text = joust_files::read(&notes, Recorded::LONGEST).map_err(|why| Failure::file(&notes, &why))?;
        files.push(Attached::new(format!("{name}.notes"), &text, false)?);
    }
    Ok(())
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
