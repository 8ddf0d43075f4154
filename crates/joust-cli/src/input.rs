//! Files that the user names, read up to a limit: a device such as `/dev/zero` has no end.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// The most bytes of a configuration, a board or a table of weights.
pub(crate) const LONGEST: u64 = 16 << 20;

/// All bytes of a source, which are refused if there are more than `longest`.
pub(crate) fn all(source: impl Read, longest: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    source.take(longest + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > longest {
        let why = format!("this is larger than {} MiB", longest >> 20);
        return Err(io::Error::new(io::ErrorKind::InvalidData, why));
    }
    Ok(bytes)
}

/// The bytes of a file.
pub(crate) fn bytes(file: &Path, longest: u64) -> io::Result<Vec<u8>> {
    all(File::open(file)?, longest)
}

/// The text of a file.
pub(crate) fn text(file: &Path, longest: u64) -> io::Result<String> {
    let text = String::from_utf8(bytes(file, longest)?);
    text.map_err(|_| io::Error::new(io::ErrorKind::InvalidData, "this is not a text"))
}
