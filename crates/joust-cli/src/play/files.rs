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
    let bytes = joust_files::read(path, LARGEST).map_err(|why| Failure::file(path, &why))?;
    let not_text = |_| Failure::Usage(format!("{}: the file is not UTF-8 text", path.display()));
    String::from_utf8(bytes).map_err(not_text)
}
