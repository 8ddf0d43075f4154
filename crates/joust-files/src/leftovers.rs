//! What a program leaves behind when it is killed, and how the next one removes it.
//!
//! A draft of `NAME` is called `.NAME.joust-PID-RANDOM.tmp`, with the beginning of `NAME` where it is long.
//! It is a leftover when it belongs to this user, its process is gone, and no program holds its lock. The
//! process number alone would not do: in another container, or on another machine that shares the folder, a
//! process may live that cannot be seen from here. The lock alone would not do either: a draft is made a
//! moment before it is locked.

use std::collections::HashSet;
use std::ffi::OsStr;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};

pub(crate) const SUFFIX: &str = ".tmp";
const MARK: &str = ".joust-";

/// How many bytes of a name the name of its draft has. File systems allow 255 bytes in all, and the
/// rest of a draft's name has up to 29.
const LONGEST: usize = 200;

/// The beginning of the name of a draft. It is text even where the name is not, because only text is
/// recognised as the name of a draft.
pub(crate) fn prefix(name: &OsStr) -> String {
    let name = name.to_string_lossy();
    let name = &name[..name.floor_char_boundary(LONGEST)];
    format!(".{name}{MARK}{}-", std::process::id())
}

/// The number of the process that has made a draft; `None` if this is not the name of one.
fn process_of(name: &str) -> Option<u32> {
    let (name, made) = name.strip_suffix(SUFFIX)?.rsplit_once(MARK)?;
    let (process, random) = made.split_once('-')?;
    let is_ours =
        name.starts_with('.') && random.len() == 6 && random.bytes().all(|b| b.is_ascii_alphanumeric());
    process.parse().ok().filter(|_| is_ours)
}

/// What this program has in progress.
static IN_PROGRESS: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

fn in_progress() -> MutexGuard<'static, Vec<PathBuf>> {
    IN_PROGRESS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The name of a draft or folder of this program, for as long as it is there.
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

/// Removes what dead programs have left in a folder. A program looks once.
pub(crate) fn collect(folder: &Path) {
    static SEEN: LazyLock<Mutex<HashSet<PathBuf>>> = LazyLock::new(Mutex::default);
    let Ok(folder) = fs::canonicalize(folder) else { return };
    // Held until all was seen: this program makes its first draft in a folder afterwards.
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
    // In containers, different programs may have equal process numbers.
    let is_gone = process == std::process::id() || !is_alive(process);
    is_gone
        && fs::symlink_metadata(path).is_ok_and(|data| (data.is_file() || data.is_dir()) && is_own(&data))
        && File::open(path).is_ok_and(|file| file.try_lock().is_ok())
}

#[cfg(unix)]
fn is_alive(process: u32) -> bool {
    let number = i32::try_from(process).ok().and_then(rustix::process::Pid::from_raw);
    // A process that may not be signalled lives as well.
    number.is_some_and(|number| rustix::process::test_kill_process(number) != Err(rustix::io::Errno::SRCH))
}

#[cfg(unix)]
fn is_own(data: &fs::Metadata) -> bool {
    std::os::unix::fs::MetadataExt::uid(data) == rustix::process::geteuid().as_raw()
}

/// The lock has to decide.
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
