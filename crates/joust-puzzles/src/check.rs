//! Checking a puzzle: its position must give it again.

use crate::{Puzzle, Solved, likeness, mad, wargame};
use joust_core::Duel;
use std::str::FromStr;

/// What is wrong with a puzzle.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Wrong {
    /// The game, the board, the rules or the position cannot be read.
    #[error("`{0}` cannot be read")]
    Unreadable(String),
    /// The position has no unique solution, or the proof takes too long.
    #[error("the position is not proven to be a puzzle")]
    NotAPuzzle,
    /// A field differs from what follows from the position.
    #[error("the field {field} should be `{expected}`")]
    Differs {
        /// The field.
        field: &'static str,
        /// What it should be.
        expected: String,
    },
}

/// Derives a puzzle from its position again, by the rules alone, and compares. `positions` limits the proof
/// of a puzzle of MAD. The nodes of the engine are not counted again. Gives the [`likeness`] of the position:
/// two puzzles with the same one are images of each other.
pub fn check(puzzle: &Puzzle, positions: u64) -> Result<String, Wrong> {
    let (again, likeness) = match &*puzzle.game {
        "mad" => {
            let board = joust_mad::Board::named(&puzzle.board);
            let board = board.ok_or_else(|| unreadable(&puzzle.board))?;
            let position = joust_mad::Position::read(&puzzle.position, rules(puzzle)?, Some(board));
            let position = position.map_err(|_| unreadable(&puzzle.position))?;
            again(puzzle, &position, mad::solve(&position, None, positions))?
        }
        "wargame" => {
            let board = joust_wargame::Board::named(&puzzle.board);
            let board = board.ok_or_else(|| unreadable(&puzzle.board))?;
            let position = joust_wargame::Position::read(&puzzle.position, board, rules(puzzle)?);
            let position = position.map_err(|_| unreadable(&puzzle.position))?;
            again(puzzle, &position, wargame::solve(&position))?
        }
        game => return Err(unreadable(game)),
    };
    let (expected, found) = (again.to_string(), puzzle.to_string());
    let mut fields = Puzzle::FIELDS.into_iter().zip(expected.split('\t').zip(found.split('\t')));
    match fields.find(|(_, (expected, found))| expected != found) {
        None => Ok(likeness),
        Some((field, (expected, _))) => Err(Wrong::Differs { field, expected: expected.to_owned() }),
    }
}

fn unreadable(text: &str) -> Wrong {
    Wrong::Unreadable(text.to_owned())
}

fn rules<R: FromStr>(puzzle: &Puzzle) -> Result<R, Wrong> {
    puzzle.rules.parse().map_err(|_| unreadable(&puzzle.rules))
}

fn again<D: Duel>(puzzle: &Puzzle, position: &D, solved: Option<Solved>) -> Result<(Puzzle, String), Wrong> {
    let terms = [&*puzzle.game, &*puzzle.board, &*puzzle.rules];
    let again = Puzzle::of(terms, position, solved.ok_or(Wrong::NotAPuzzle)?, puzzle.nodes);
    Ok((again, likeness(position)))
}
