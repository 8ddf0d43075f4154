//! Where the report is written.

use crate::failure::Failure;
use joust_files::{Scratch, sync_folder};
use serde_json::Value;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// A file of the report: its path inside the folder, and its text.
pub(super) type File = (String, String);

/// The last file to be written: it lists all the others, so a folder that has it is complete and
/// one of ours.
const LIST: &str = "report.json";

/// A folder that may be written to.
pub(super) struct Folder {
    to: PathBuf,
}

impl Folder {
    /// Looks, before anything is played, whether the report can be written there.
    pub(super) fn prepare(to: &Path, force: bool) -> Result<Folder, Failure> {
        let named = |why: &io::Error| Failure::file(&to.display().to_string(), why);
        match fs::read_dir(to) {
            Ok(mut entries) => {
                let foreign = entries.next().is_some() && files_of(to).is_none();
                if foreign && !force {
                    return Err(Failure::Usage(format!(
                        "{}: this folder has other things in it: name another with --out, \
                         or write into it with --force",
                        to.display()
                    )));
                }
            }
            Err(why) if why.kind() == io::ErrorKind::NotFound => {}
            Err(why) => return Err(named(&why)),
        }
        let parent = to.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
        fs::create_dir_all(parent).map_err(|why| named(&why))?;
        // Only a trial: a user who interrupts the games should find nothing left behind.
        drop(Scratch::beside(to).map_err(|why| named(&why))?);
        Ok(Folder { to: to.to_owned() })
    }

    /// Writes everything beside the folder and then moves it in; what was there of an earlier
    /// report goes, what others have put there stays.
    pub(super) fn fill(self, files: &[File], document: &Value) -> Result<(), Failure> {
        let named = |why: io::Error| Failure::file(&self.to.display().to_string(), &why);
        // Until all files are there, they wait beside the folder; whatever happens, nothing
        // half-written stays behind.
        let stage = Scratch::beside(&self.to).map_err(named)?;
        for (path, text) in files {
            write(&stage.path().join(path), text).map_err(named)?;
        }
        write(&stage.path().join(LIST), &format!("{document:#}\n")).map_err(named)?;
        self.move_in(stage, files).map_err(named)
    }

    fn move_in(&self, stage: Scratch, files: &[File]) -> io::Result<()> {
        // An empty folder gives way, too.
        let _ = fs::remove_dir(&self.to);
        if !self.to.exists() {
            return stage.keep(&self.to);
        }
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
