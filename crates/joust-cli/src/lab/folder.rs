//! Where the report is written.

use super::journal::{About, Done};
use crate::failure::Failure;
use joust_files::{Scratch, sync_folder};
use joust_match::{BadJournal, Journal, Opened};
use serde_json::Value;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// A file of the report: its path inside the folder, and its text.
pub(super) type File = (String, String);

/// The last file to be written: it lists all the others, so a folder that has it is complete and
/// one of ours.
const LIST: &str = "report.json";
/// The games, as soon as they are over. It is not in the list: what it has is not written again.
const JOURNAL: &str = "games.jsonl";

/// A folder that may be written to.
pub(super) struct Folder {
    to: PathBuf,
}

impl Folder {
    /// Looks, before anything is played, whether the report can be written there, and gives the journal
    /// with the games that are known. With `force` things of others do not matter, and every game is
    /// played anew.
    pub(super) fn open(to: &Path, about: &About, force: bool) -> Result<(Folder, Opened<Done>), Failure> {
        let named = |why: &io::Error| Failure::file(&to.display().to_string(), why);
        let (folder, journal) = (to.display(), to.join(JOURNAL));
        let refused = |what: &str, more: &str| {
            Failure::Usage(format!(
                "{folder}: {what}: name another with --out, or write into it with --force{more}"
            ))
        };
        let entries = match fs::read_dir(to) {
            Ok(entries) => entries.count(),
            Err(why) if why.kind() == io::ErrorKind::NotFound => 0,
            Err(why) => return Err(named(&why)),
        };
        if entries > 0 && !force && !journal.exists() {
            let is_report = files_of(to).is_some();
            let games = "this folder has a report whose games are not kept";
            return Err(refused(if is_report { games } else { "this folder has other things in it" }, ""));
        }
        fs::create_dir_all(to).map_err(|why| named(&why))?;
        let opened = if force { Journal::begin(&journal, about) } else { Journal::open(&journal, about) };
        let opened = opened.map_err(|why| match why {
            BadJournal::OtherMatch { differences, .. } => {
                refused("this folder has the report of another lab", &format!("\n{}", differences.join("\n")))
            }
            why => why.into(),
        });
        Ok((Folder { to: to.to_owned() }, opened?))
    }

    /// The file with the games.
    pub(super) fn journal(&self) -> PathBuf {
        self.to.join(JOURNAL)
    }

    /// Writes everything beside the folder and then moves it in; what was there of an earlier
    /// report goes, what others have put there stays.
    pub(super) fn fill(self, files: &[File], document: &str) -> Result<(), Failure> {
        let named = |why: io::Error| Failure::file(&self.to.display().to_string(), &why);
        // Until all files are there, they wait beside the folder; whatever happens, nothing
        // half-written stays behind.
        let stage = Scratch::beside(&self.to).map_err(named)?;
        for (path, text) in files {
            write(&stage.path().join(path), text).map_err(named)?;
        }
        write(&stage.path().join(LIST), document).map_err(named)?;
        self.move_in(&stage, files).map_err(named)
    }

    fn move_in(&self, stage: &Scratch, files: &[File]) -> io::Result<()> {
        for path in files_of(&self.to).unwrap_or_default() {
            let _ = fs::remove_file(self.to.join(path));
        }
        let paths = files.iter().map(|(path, _)| path.as_str());
        for path in paths.chain([LIST]) {
            let target = self.to.join(path);
            fs::create_dir_all(target.parent().unwrap_or(&self.to))?;
            fs::rename(stage.path().join(path), target)?;
        }
        sync_folder(&self.to)
    }
}

fn write(path: &Path, text: &str) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    let mut file = fs::File::create_new(path)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()
}

/// The files of an earlier report in a folder; `None` if there is none.
fn files_of(folder: &Path) -> Option<Vec<String>> {
    let document: Value = serde_json::from_slice(&fs::read(folder.join(LIST)).ok()?).ok()?;
    let files = document.get("files").filter(|_| document["lab"] == "wargame")?.as_array()?;
    let own = |path: &&str| !path.starts_with('/') && !path.contains("..") && !path.contains('\\');
    Some(files.iter().filter_map(Value::as_str).filter(own).map(str::to_owned).collect())
}
