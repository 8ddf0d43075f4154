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
    if let Some(why) = (game.0.name() == "wargame").then(|| Board::misnamed(name)).flatten() {
        return Failure::Usage(format!("--board {name}: {why}"));
    }
    let boards = game.0.boards();
    let base = name.split(':').next().unwrap_or(name).to_lowercase();
    let slips = if base.len() < 5 { 1 } else { 2 };
    let near = nearest(&base, boards.iter().map(|entry| &*entry.name), slips);
    let hint = if near.is_empty() { String::new() } else { format!("\ndid you mean {}?", either(&near)) };
    Failure::Usage(format!("{why}{hint}"))
}
