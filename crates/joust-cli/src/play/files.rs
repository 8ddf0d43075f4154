//! Games in files.

use crate::failure::Failure;
use std::io;
use std::path::{Path, PathBuf};

/// The largest file that is read as a game, in bytes.
const LARGEST: u64 = 1 << 20;

/// A path as it was typed; `~/` is the home directory, as in a shell.
pub(crate) fn path(typed: impl AsRef<Path>) -> PathBuf {
    let typed = typed.as_ref();
    match (typed.strip_prefix("~"), std::env::var_os("HOME")) {
        (Ok(rest), Some(home)) => Path::new(&home).join(rest),
        _ => typed.to_owned(),
    }
}

/// The text of a file.
pub(crate) fn read(path: &Path) -> Result<String, Failure> {
    let bad = |why: &str| Failure::Usage(format!("{}: {why}", path.display()));
    let bytes = joust_files::read(path, LARGEST).map_err(|why| match why.kind() {
        io::ErrorKind::InvalidData => bad("this is too large to be a game"),
        _ => Failure::file(path, &why),
    })?;
    String::from_utf8(bytes).map_err(|_| bad("the file is not UTF-8 text"))
}
