//! What a caller asks for by the arguments `game`, `board` and `rules`.

use crate::duel::AnyPosition;
use crate::errors;
use joust_core::{DuelGame as _, Game as _};
use joust_games::{Ask, BoardAsk, Refused, Registered as _};
use joust_mad::Battle;
use joust_wargame::Campaign;
use pyo3::prelude::*;

/// The name of a board that a caller has described.
const OWN: &str = "own";

/// A board by its name or by its text. Texts have several rows or several cells, which no name has.
pub(crate) fn board(text: &str) -> BoardAsk<'_> {
    if text.contains(['/', '\n', ',', ' ']) {
        BoardAsk::Text { name: OWN, text: text.trim_end_matches(['\n', '\r']) }
    } else {
        BoardAsk::Named(text)
    }
}

/// What the arguments ask for.
pub(crate) fn ask<'a>(board: Option<&'a str>, rules: Option<&'a str>, position: Option<&'a str>) -> Ask<'a> {
    Ask { rules, board: board.map(self::board), position, seed: None }
}

/// The position of a duel that is asked for.
pub(crate) fn position(py: Python<'_>, game: &str, ask: &Ask<'_>) -> PyResult<AnyPosition> {
    let found = match game {
        Battle::NAME => Battle::start(ask).map(|battle| AnyPosition::of(*battle.position())),
        Campaign::NAME => Campaign::start(ask).map(|campaign| AnyPosition::of(*campaign.position())),
        _ => return Err(errors::no_duel(py, game)),
    };
    found.map_err(|why: Refused| errors::refused(py, &why, "BadBoard"))
}
