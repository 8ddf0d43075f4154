//! Limits for the files that the user names.

/// The most bytes of a configuration, a board or a table of weights.
pub(crate) const LONGEST: u64 = 16 << 20;
