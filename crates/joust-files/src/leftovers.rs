//! Drafts and folders that a killed program leaves behind, and their removal by the next program.
//!
//! A draft of `NAME` is called `.NAME.joust-PID-RANDOM.tmp`; a long `NAME` is shortened. A draft is a
//! leftover if it belongs to this user, its process has ended, and no program holds its lock. The process id
//! alone is not enough: in another container, or on another machine that shares the folder, its process may
//! be alive and invisible from here. The lock alone is not enough either: a draft is created a moment before
//! it is locked.

use std::collections::HashSet;
use std::ffi::OsStr;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};

pub(crate) const SUFFIX: &str = ".tmp";
const MARK: &str = ".joust-";

/// The most bytes of a name in the name of its draft. File systems allow 255 bytes, and the rest of a
/// draft's name has up to 29.
const LONGEST: usize = 200;

/// The beginning of the name of a draft. It is UTF-8 even if the name is not, because only UTF-8 is
/// recognized as the name of a draft.
pub(crate) fn prefix(name: &OsStr) -> String {
    let name = name.to_string_lossy();
    let name = &name[..name.floor_char_boundary(LONGEST)];
    format!(".{name}{MARK}{}-", std::process::id())
}

/// The id of the process that created a draft; `None` if this is not the name of a draft.
fn process_of(name: &str) -> Option<u32> {
    let (name, made) = name.strip_suffix(SUFFIX)?.rsplit_once(MARK)?;
    let (process, random) = made.split_once('-')?;
    let is_ours =
        name.starts_with('.') && random.len() == 6 && random.bytes().all(|b| b.is_ascii_alphanumeric());
    process.parse().ok().filter(|_| is_ours)
}

/// The drafts and scratch folders of this program.
static IN_PROGRESS: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

fn in_progress() -> MutexGuard<'static, Vec<PathBuf>> {
    IN_PROGRESS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The name of a draft or folder of this program, as long as that exists.
#[derive(Debug)]
pub(crate) struct Ours(PathBuf);

impl Ours {
    pub(crate) fn new(path: &Path) -> Ours {
        in_progress().push(path.to_owned());
        Ours(path.to_owned())
    }
}

impl Drop for Ours {
    fn drop(&mut self) {
        in_progress().retain(|path| *path != self.0);
    }
}

/// Removes all drafts and scratch folders of this program: for a program that is about to exit
/// without returning to the code that holds them. No other draft can be begun or forgotten afterwards.
pub fn abandon_all() {
    let paths = in_progress();
    paths.iter().for_each(|path| remove(path));
    // A thread that goes on must not add another one.
    std::mem::forget(paths);
}

fn remove(path: &Path) {
    let is_folder = fs::symlink_metadata(path).is_ok_and(|data| data.is_dir());
    // Another program may have removed it already.
    let _ = if is_folder { fs::remove_dir_all(path) } else { fs::remove_file(path) };
}

/// Removes the leftovers of dead programs from a folder. A program does this once for each folder.
pub(crate) fn collect(folder: &Path) {
    static SEEN: LazyLock<Mutex<HashSet<PathBuf>>> = LazyLock::new(Mutex::default);
    let Ok(folder) = fs::canonicalize(folder) else { return };
    // Held to the end, so that this program creates no draft in the folder meanwhile.
    let mut seen = SEEN.lock().unwrap_or_else(PoisonError::into_inner);
    if !seen.insert(folder.clone()) {
        return;
    }
    for entry in fs::read_dir(&folder).into_iter().flatten().flatten() {
        let process = entry.file_name().to_str().and_then(process_of);
        if process.is_some_and(|process| is_left_behind(&entry.path(), process)) {
            remove(&entry.path());
        }
    }
}

fn is_left_behind(path: &Path, process: u32) -> bool {
    // In containers, different programs may have equal process ids.
    let is_gone = process == std::process::id() || !is_alive(process);
    is_gone
        && fs::symlink_metadata(path).is_ok_and(|data| (data.is_file() || data.is_dir()) && is_own(&data))
        && File::open(path).is_ok_and(|file| file.try_lock().is_ok())
}

#[cfg(unix)]
fn is_alive(process: u32) -> bool {
    let number = i32::try_from(process).ok().and_then(rustix::process::Pid::from_raw);
    // A process that this user may not signal is alive, too.
    number.is_some_and(|number| rustix::process::test_kill_process(number) != Err(rustix::io::Errno::SRCH))
}

#[cfg(unix)]
fn is_own(data: &fs::Metadata) -> bool {
    std::os::unix::fs::MetadataExt::uid(data) == rustix::process::geteuid().as_raw()
}

/// Unknown on this system: the lock decides.
#[cfg(not(unix))]
fn is_alive(_: u32) -> bool {
    false
}

#[cfg(not(unix))]
fn is_own(_: &fs::Metadata) -> bool {
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_our_own_names_are_those_of_drafts() {
        let name = prefix(OsStr::new("a.res")) + "abCD12.tmp";
        assert_eq!(process_of(&name), Some(std::process::id()));
        for other in [
            ".a.res.123.tmp",
            "a.res.joust-12-abCD12.tmp",
            ".a.res.joust-12-abCD12",
            ".a.res.joust-12-abCD1.tmp",
            ".a.res.joust-12-abC/12.tmp",
            ".a.res.joust-x-abCD12.tmp",
            ".joust-12.tmp",
        ] {
            assert_eq!(process_of(other), None, "{other}");
        }
    }
}
