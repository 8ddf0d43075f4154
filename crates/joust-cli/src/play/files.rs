//! Games in files.

use crate::failure::Failure;
use std::fs;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

/// No game is longer than this.
const LARGEST: u64 = 1 << 20;

/// A path as it was typed; `~/` is the home directory, as in a shell.
pub(crate) fn path(typed: &str) -> PathBuf {
    match (typed.strip_prefix("~/"), std::env::var_os("HOME")) {
        (Some(rest), Some(home)) => Path::new(&home).join(rest),
        _ => PathBuf::from(typed),
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
    String::from_utf8(bytes).map_err(|_| Failure::Usage(format!("{name}: this is not a text")))
}

/// How much a write is worth.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Care {
    /// It must outlive this program.
    Quick,
    /// It must outlive a power cut.
    Durable,
}

/// Writes a file so that at every moment either the old or the new one is there in full.
pub(crate) fn write(path: &Path, text: &str, care: Care) -> io::Result<()> {
    // Whoever writes to a link means the file behind it.
    let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let name = path.file_name().ok_or_else(|| io::Error::other("this is not the name of a file"))?;
    let mut draft_name = std::ffi::OsString::from(".");
    draft_name.push(name);
    draft_name.push(format!(".{}.tmp", std::process::id()));
    let draft = path.with_file_name(draft_name);
    let written = (|| {
        let mut file = fs::File::create(&draft)?;
        file.write_all(text.as_bytes())?;
        if care == Care::Durable {
            file.sync_all()?;
        }
        fs::rename(&draft, &path)
    })();
    if written.is_err() {
        let _ = fs::remove_file(&draft);
    }
    written
}
