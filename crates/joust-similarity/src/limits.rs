//! How much is read. A submission beyond a limit is named in the report with the reason, and is not compared.

/// The most bytes of a file: as many as the source of a player may usually have in a contest. Most have a few
/// thousand.
pub const LONGEST_FILE: usize = 256 << 10;
/// The most bytes of all files of a submission.
pub const LONGEST_SUBMISSION: usize = 512 << 10;
/// The most tokens of a submission.
pub const MOST_TOKENS: usize = 50_000;

/// The most steps of the parser for a file of this many bytes, in hundreds. The files of the kits take one for
/// every 115 bytes; dense code takes more, and only errors of syntax take many more.
pub(crate) const fn most_steps(bytes: usize) -> usize {
    200 + bytes / 16
}
