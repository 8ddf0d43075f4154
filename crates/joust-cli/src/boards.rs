//! Why a word is not the name of a board, and which board was probably meant.

use crate::args::Game;
use crate::failure::Failure;
use crate::play::{either, nearest};
use joust_games::Refused;
use joust_wargame::Board;
use std::path::Path;

/// The error message for `--board`: the mistake in the word, or else `why` with similar names.
pub(crate) fn unknown(game: Game, name: &str, why: &Refused) -> Failure {
    if Path::new(name).is_dir() {
        let help = "--board takes the name of a board, or a file that holds one";
        return Failure::Usage(format!("{name} is a folder: {help}"));
    }
    if let Some(why) = (game.0.name() == "wargame").then(|| misshapen(name)).flatten() {
        return Failure::Usage(format!("--board {name}: {why}"));
    }
    let boards = game.0.boards();
    let base = name.split(':').next().unwrap_or(name).to_lowercase();
    let slips = if base.len() < 5 { 1 } else { 2 };
    let near = nearest(&base, boards.iter().map(|entry| &*entry.name), slips);
    let hint = if near.is_empty() { String::new() } else { format!("\ndid you mean {}?", either(&near)) };
    Failure::Usage(format!("{why}{hint}"))
}

/// What is wrong with `NAME:COLUMNSxROWS` or `random:COLUMNSxROWS:SEED` of the War Game.
fn misshapen(name: &str) -> Option<String> {
    let (base, rest) = name.split_once(':')?;
    let (size, seed) = rest.split_once(':').map_or((rest, None), |(size, seed)| (size, Some(seed)));
    let (columns, rows) = size.split_once(['x', 'X'])?;
    let (columns, rows): (usize, usize) = (columns.parse().ok()?, rows.parse().ok()?);
    if base.eq_ignore_ascii_case("random") {
        return Some(match seed {
            None => format!("a random board needs a seed: {name}:1"),
            Some(_) if columns.max(rows) > Board::MAX_SIDE || columns * rows > 64 => {
                "a board has at most 64 squares, and 16 along a side [WAR-1.1]".to_owned()
            }
            Some(_) => return None,
        });
    }
    let whole = Board::named(base)?;
    let (wide, high) = (whole.columns(), whole.rows());
    (columns > wide || rows > high).then(|| format!("{} is only {wide}x{high}", whole.name()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shape_that_cannot_be_is_explained() {
        for (name, why) in [
            ("Smolensk:9x9", Some("Smolensk is only 6x6")),
            ("random:5x5", Some("a random board needs a seed: random:5x5:1")),
            ("random:9x9:1", Some("at most 64 squares")),
            ("random:9999999999x9999999999:1", Some("at most 64 squares")),
            ("random:5x5:soon", None),
            ("Smolensk:5", None),
            ("nowhere:5x5", None),
            ("Smolensk", None),
        ] {
            let found = misshapen(name);
            assert_eq!(found.is_some(), why.is_some(), "{name}: {found:?}");
            assert!(found.unwrap_or_default().contains(why.unwrap_or_default()), "{name}");
        }
    }
}
