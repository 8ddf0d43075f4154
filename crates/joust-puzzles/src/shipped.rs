//! The puzzles that come with Joust.

use crate::Puzzle;
use std::sync::LazyLock;

/// The files of the puzzles, by name.
pub const FILES: [(&str, &str); 3] = [
    ("mad-6x4", include_str!("../data/mad-6x4.tsv")),
    ("mad-5x5", include_str!("../data/mad-5x5.tsv")),
    ("wargame", include_str!("../data/wargame.tsv")),
];

static SHIPPED: LazyLock<Vec<Puzzle>> = LazyLock::new(|| {
    let read = |(_, text)| Puzzle::read_all(text).unwrap_or_default();
    FILES.into_iter().flat_map(read).collect()
});

/// All puzzles that come with Joust.
pub fn shipped() -> &'static [Puzzle] {
    &SHIPPED
}
