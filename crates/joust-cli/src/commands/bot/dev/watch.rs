//! Files whose changes are noticed.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

/// How often the files are looked at, and how long they must be left alone before a change counts: editors
/// write a file in several steps.
pub(super) const LOOK: Duration = Duration::from_millis(200);

/// The most files of a folder that are looked at.
const MOST: usize = 4096;
/// Folders with what tools have made.
const MADE: [&str; 4] = ["target", "node_modules", "__pycache__", "build"];
/// The endings of sources.
const SOURCES: [&str; 14] =
    ["c", "cc", "cpp", "cxx", "h", "hh", "hpp", "hxx", "rs", "toml", "py", "js", "mjs", "json"];

/// Something to watch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Watched {
    /// A file, or all files in a folder and its folders.
    All(PathBuf),
    /// The sources in a folder and its folders.
    Sources(PathBuf),
    /// The sources in a folder itself.
    Beside(PathBuf),
}

/// A file with what changes when it is written; `None` if it is not there.
type Stamp = (PathBuf, Option<(SystemTime, u64)>);

/// Notices changes.
pub(super) struct Watch {
    watched: Vec<Watched>,
    seen: Vec<Stamp>,
    /// Whether something has changed and was not yet told.
    restless: bool,
}

impl Watch {
    pub(super) fn new(watched: Vec<Watched>) -> Watch {
        let seen = stamps(&watched);
        Watch { watched, seen, restless: false }
    }

    /// Whether there is nothing to watch.
    pub(super) fn is_empty(&self) -> bool {
        self.watched.is_empty()
    }

    /// Whether a file has changed since this was last true, and all have been left alone since the last look.
    pub(super) fn has_changed(&mut self) -> bool {
        let now = stamps(&self.watched);
        if now != self.seen {
            (self.seen, self.restless) = (now, true);
            return false;
        }
        std::mem::take(&mut self.restless)
    }
}

fn stamps(watched: &[Watched]) -> Vec<Stamp> {
    let mut files = Vec::new();
    for one in watched {
        match one {
            Watched::All(path) if path.is_dir() => list(path, true, &|_| true, &mut files),
            Watched::All(path) => files.push(path.clone()),
            Watched::Sources(folder) => list(folder, true, &is_source, &mut files),
            Watched::Beside(folder) => list(folder, false, &is_source, &mut files),
        }
    }
    files.sort();
    files.dedup();
    let stamp = |file: PathBuf| {
        let data = fs::metadata(&file).ok();
        let stamp = data.and_then(|data| Some((data.modified().ok()?, data.len())));
        (file, stamp)
    };
    files.into_iter().map(stamp).collect()
}

fn is_source(file: &Path) -> bool {
    file.extension().and_then(|ending| ending.to_str()).is_some_and(|ending| SOURCES.contains(&ending))
}

/// Adds the files of a folder, without those that are hidden or made by tools.
fn list(folder: &Path, deep: bool, wanted: &dyn Fn(&Path) -> bool, files: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let name = entry.file_name();
        let name = name.to_string_lossy();
        if files.len() >= MOST || name.starts_with('.') {
            continue;
        }
        let path = entry.path();
        // Links to folders are not followed: they may lead back.
        if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            if deep && !MADE.contains(&name.as_ref()) {
                list(&path, deep, wanted, files);
            }
        } else if wanted(&path) {
            files.push(path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_is_told_once_and_only_when_all_is_quiet() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("bot.py");
        fs::write(&file, "1").unwrap();
        let mut watch = Watch::new(vec![Watched::All(file.clone())]);
        assert!(!watch.has_changed() && !watch.is_empty());
        fs::write(&file, "22").unwrap();
        assert!(!watch.has_changed(), "it may be written on");
        fs::write(&file, "333").unwrap();
        assert_eq!([(); 3].map(|()| watch.has_changed()), [false, true, false]);
        fs::remove_file(&file).unwrap();
        assert_eq!([(); 3].map(|()| watch.has_changed()), [false, true, false]);
    }

    #[test]
    fn only_files_that_people_write_are_watched() {
        let folder = tempfile::tempdir().unwrap();
        let at = |path: &str| folder.path().join(path);
        for made in ["src", "target", ".git"] {
            fs::create_dir(at(made)).unwrap();
        }
        for file in ["a.cc", "a.cc~", "a.wasm", "src/b.rs", "target/c.rs", ".git/d.rs", ".#a.cc"] {
            fs::write(at(file), "").unwrap();
        }
        let names = |watched: Watched| -> Vec<PathBuf> {
            stamps(&[watched]).into_iter().map(|(path, _)| path).collect()
        };
        let here = || folder.path().to_owned();
        assert_eq!(names(Watched::Beside(here())), [at("a.cc")]);
        assert_eq!(names(Watched::Sources(here())), [at("a.cc"), at("src/b.rs")]);
        assert_eq!(names(Watched::All(here())), [at("a.cc"), at("a.cc~"), at("a.wasm"), at("src/b.rs")]);
    }
}
