//! What players know of Breakthrough beyond its rules.

use crate::{Breakthrough, Move, Position, Square};
use joust_core::{Duel, Fault, MoveList, Seat};
use joust_players::endgame::EndgameSource;
use joust_players::{Eval, ExactKnowledge, PlayableDuel};
use joust_search::engine::{Knowledge, WIN};
use joust_search::evaluation::Evaluate;

/// How far the pawns of the side to move have come, less those of the other side.
fn advance(position: &Position) -> i32 {
    let board = position.board();
    let come = |seat: Seat, square: Square| {
        i32::from(board.rows) - (i32::from(board.goal(seat)) - i32::from(square.row())).abs()
    };
    let sum = |seat| Square::all_in(position.of(seat)).map(|square| come(seat, square)).sum::<i32>();
    sum(position.to_move()) - sum(position.to_move().opponent())
}

/// An evaluation for the textbook agents.
pub struct Advance;

impl Evaluate<Position> for Advance {
    fn evaluate(&self, position: &Position, seat: Seat) -> f64 {
        let value = PawnKnowledge.settled(position, &()).unwrap_or_else(|| advance(position));
        f64::from(if seat == position.to_move() { value } else { -value })
    }
}

/// How the engine judges positions.
pub struct PawnKnowledge;

impl Knowledge<Position> for PawnKnowledge {
    type View = ();

    const NUMBERS: usize = 64 * 64;

    fn look(&self, _: &Position) {}

    fn settled(&self, position: &Position, (): &()) -> Option<i32> {
        position.outcome().map(|_| -WIN)
    }

    fn evaluate(&self, position: &Position, (): &()) -> i32 {
        advance(position)
    }

    fn move_score(&self, _: &Position, (): &(), mv: Move) -> i32 {
        i32::from(mv.takes)
    }

    fn number(&self, mv: Move) -> u16 {
        u16::from(mv.from.0) * 64 + u16::from(mv.to.0)
    }

    fn is_quiet(&self, _: &Position, mv: Move) -> bool {
        !mv.takes
    }

    fn noisy_moves(&self, position: &Position, (): &(), list: &mut MoveList<Move>) {
        position.moves(list);
        list.retain(|mv| mv.takes);
    }
}

/// The engine has neither tables nor a solver for this game.
pub struct PawnExact;

impl ExactKnowledge<Position> for PawnExact {
    type Knowledge = PawnKnowledge;

    fn of(_: &Position, _: &EndgameSource, _: &Eval) -> Result<(PawnExact, PawnKnowledge), Fault> {
        Ok((PawnExact, PawnKnowledge))
    }

    fn knows(&self, _: &Position) -> bool {
        true
    }

    fn worth(value: i32, _exact: bool) -> f64 {
        f64::from(value)
    }
}

impl PlayableDuel for Breakthrough {
    type Exact = PawnExact;

    fn evals() -> Vec<(&'static str, &'static dyn Evaluate<Position>)> {
        vec![("advance", &Advance)]
    }
}
