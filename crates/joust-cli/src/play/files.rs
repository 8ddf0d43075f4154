//! Games in files.

use crate::failure::Failure;
use std::fs;
use std::io::{self, Read};
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
    let name = path.display().to_string();
    let fail = |why: io::Error| Failure::file(&name, &why);
    let file = fs::File::open(path).map_err(fail)?;
    let mut bytes = Vec::new();
    file.take(LARGEST + 1).read_to_end(&mut bytes).map_err(fail)?;
    if bytes.len() as u64 > LARGEST {
        return Err(Failure::Usage(format!("{name}: this is too large to be a game")));
    }
    String::from_utf8(bytes).map_err(|_| Failure::Usage(format!("{name}: the file is not UTF-8 text")))
}
