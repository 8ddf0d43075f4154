//! Games in files.

use crate::failure::Failure;
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
    joust_files::read_text(path, LARGEST).map_err(|why| Failure::file(path, &why))
}
