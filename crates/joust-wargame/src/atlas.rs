//! The boards that Joust knows by name, `data/atlas.tsv`.

use std::sync::LazyLock;

/// A board of the atlas.
///
/// ```
/// use joust_wargame::{Board, atlas};
/// let candy = atlas::find("ReesesPieces").unwrap();
/// assert_eq!((candy.name, atlas::BOARDS[0].name), ("Smolensk", "Smolensk"));
/// assert!(Board::named(candy.name).is_some());
/// ```
pub struct AtlasBoard {
    /// The name of the board.
    pub name: &'static str,
    /// The name of the board in the Candy Game, which is the War Game under another name.
    pub alias: Option<&'static str>,
    /// Where the board comes from.
    pub summary: &'static str,
    /// The values of its squares, rows separated by `/`.
    pub(crate) values: &'static str,
}

/// All boards of the atlas, the default first: the board that the course's own text prints.
pub static BOARDS: LazyLock<Vec<AtlasBoard>> = LazyLock::new(|| {
    let lines = include_str!("../data/atlas.tsv").lines().filter(|line| !line.starts_with('#'));
    lines.filter_map(entry).collect()
});

fn entry(line: &'static str) -> Option<AtlasBoard> {
    let fields: Vec<_> = line.split('\t').collect();
    let [name, alias, summary, values] = fields[..] else { return None };
    Some(AtlasBoard { name, alias: Some(alias).filter(|alias| *alias != "-"), summary, values })
}

/// The board with this name or alias, in any case of letters.
///
/// See [`AtlasBoard`] for an example.
pub fn find(name: &str) -> Option<&'static AtlasBoard> {
    let is = |known: &str| known.eq_ignore_ascii_case(name);
    BOARDS.iter().find(|entry| is(entry.name) || entry.alias.is_some_and(is))
}
