//! The folder of a report.

use crate::journal::{About, Done};
use joust_files::{Scratch, sync_folder};
use joust_match::{BadJournal, Journal, Opened};
use serde_json::Value;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// A file of the report: its path inside the folder, and its text.
pub type File = (String, String);

/// The last file to be written. It lists all the others, so a folder that has it holds a complete report.
const LIST: &str = "report.json";
/// The journal of finished games. It is not in the list, because it is never rewritten.
const JOURNAL: &str = "games.jsonl";

/// Why a report cannot be written into a folder.
#[derive(Debug, thiserror::Error)]
pub enum BadFolder {
    /// The folder cannot be read or created.
    #[error("{}: {why}", folder.display())]
    Io {
        /// The folder.
        folder: PathBuf,
        /// What the system says.
        why: io::Error,
    },
    /// The folder has other files.
    #[error("{}: this folder has other files in it", .0.display())]
    Foreign(PathBuf),
    /// The folder has a report, but not the journal from which it was made.
    #[error("{}: this folder has a report without its journal of games", .0.display())]
    NoJournal(PathBuf),
    /// The folder has the report of another lab.
    #[error("{}: this folder has the report of another lab", folder.display())]
    OtherLab {
        /// The folder.
        folder: PathBuf,
        /// The differences between the labs, a line each.
        differences: Vec<String>,
    },
    /// The journal cannot be used.
    #[error(transparent)]
    Journal(BadJournal),
}

/// A folder that may be written to.
pub struct Folder {
    to: PathBuf,
}

impl Folder {
    /// Checks, before the first game, that the report can be written here, and opens the journal with the
    /// games that are finished. With `force`, other files are ignored and every game is played again.
    pub fn open(to: &Path, about: &About, force: bool) -> Result<(Folder, Opened<Done>), BadFolder> {
        let (folder, journal) = (to.to_owned(), to.join(JOURNAL));
        let failed = |why| BadFolder::Io { folder: to.to_owned(), why };
        let entries = match fs::read_dir(to) {
            Ok(entries) => entries.count(),
            Err(why) if why.kind() == io::ErrorKind::NotFound => 0,
            Err(why) => return Err(failed(why)),
        };
        if entries > 0 && !force && !journal.exists() {
            let is_report = files_of(to).is_some();
            return Err(if is_report { BadFolder::NoJournal(folder) } else { BadFolder::Foreign(folder) });
        }
        fs::create_dir_all(to).map_err(failed)?;
        let opened = if force { Journal::begin(&journal, about) } else { Journal::open(&journal, about) };
        match opened {
            Ok(opened) => Ok((Folder { to: folder }, opened)),
            Err(BadJournal::OtherMatch { differences, .. }) => {
                Err(BadFolder::OtherLab { folder, differences })
            }
            Err(why) => Err(BadFolder::Journal(why)),
        }
    }

    /// The path of the journal.
    pub fn journal(&self) -> PathBuf {
        self.to.join(JOURNAL)
    }

    /// Writes all files beside the folder and then moves them in. Files of an earlier report are removed;
    /// other files stay.
    pub fn fill(self, files: &[File], document: &str) -> io::Result<()> {
        // The files wait beside the folder until all are written, so no half-written report stays behind.
        let stage = Scratch::beside(&self.to)?;
        for (path, text) in files {
            write(&stage.path().join(path), text)?;
        }
        write(&stage.path().join(LIST), document)?;
        self.move_in(&stage, files)
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
