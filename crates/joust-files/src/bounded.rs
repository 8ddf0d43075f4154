//! Reading with a limit: a device such as `/dev/zero` has no end.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// All bytes of a source, which are refused if there are more than `longest`.
///
/// ```
/// let zeros = std::io::repeat(0);
/// assert!(joust_files::read_all(zeros, 1 << 20).is_err());
/// ```
pub fn read_all(source: impl Read, longest: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    source.take(longest + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > longest {
        return Err(invalid(&format!("this is larger than {} MiB", longest >> 20)));
    }
    Ok(bytes)
}

/// The bytes of a file, at most `longest`.
pub fn read(file: &Path, longest: u64) -> io::Result<Vec<u8>> {
    read_all(File::open(file)?, longest)
}

/// The text of a file, at most `longest` bytes.
pub fn read_text(file: &Path, longest: u64) -> io::Result<String> {
    String::from_utf8(read(file, longest)?).map_err(|_| invalid("this is not a text"))
}

fn invalid(why: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, why)
}
