//! What the tables say about a position, with a line of play.

use super::class::Class;
use super::folder::TableError;
use super::play::{Certainty, Choice};
use super::shortest::Distance;
use super::table::{EndgameTables, LimitRange};
use joust_core::Duel;
use joust_mad::{Move, Position};
use std::sync::atomic::AtomicBool;

/// What the tables say about a position.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The value and when it is reached.
    pub known: Certainty,
    /// Best play of both sides.
    pub line: Vec<Move>,
    /// The best moves: those of the shortest victory or the longest defeat, or all of equal certainty where
    /// the length was not found.
    pub best: Vec<KeptMove>,
    /// The other moves that keep the value.
    pub others: Vec<KeptMove>,
    /// Moves of both sides until the victory, if that was found.
    pub wins_in: Option<usize>,
}

/// A move that keeps the value of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KeptMove {
    /// The move.
    pub mv: Move,
    /// The plies until the end of the game, the move included; `None` where the move does not lead to a full
    /// victory of a side, or where the length was not asked for or not found.
    pub wins_in: Option<u32>,
}

/// Why the tables do not say anything about a position.
#[derive(Clone, Debug, thiserror::Error)]
pub enum Unanswered {
    /// A table cannot be read.
    #[error(transparent)]
    Trouble(TableError),
    /// The game has not begun.
    #[error("endgame tables have no positioning turns")]
    Positioning,
    /// The table is for other rules.
    #[error("the table holds for limits of {limits}, not for {limit}; build others in another folder")]
    OtherLimit {
        /// The limits of the table.
        limits: LimitRange,
        /// The limit of the position.
        limit: u16,
    },
    /// The table was not built.
    #[error("no table for {} ships ({class}); those that are here go up to {most}", class.ships())]
    NoTable {
        /// The class of the position.
        class: Class,
        /// The most ships of a table that is here.
        most: usize,
    },
    /// The game is lost for a side without its corvette.
    #[error("a corvette is in exile")]
    Exile,
}

impl EndgameTables {
    /// How many positions are looked at to find how long a victory takes: a second or so.
    const LOOKED_AT: u64 = 1_000_000;

    /// Everything that the tables say about a position; with the length of the game after each move only if
    /// `measured`, because that takes long. The move of the line comes first, then quick victories or late
    /// defeats.
    pub fn answer(&self, position: &Position, measured: bool) -> Result<Answer, Unanswered> {
        self.answer_until(position, measured, &AtomicBool::new(false))
    }

    /// [`EndgameTables::answer`], which measures nothing more when `stop` becomes true.
    pub fn answer_until(
        &self,
        position: &Position,
        measured: bool,
        stop: &AtomicBool,
    ) -> Result<Answer, Unanswered> {
        let known = self.certainty(position);
        let wins = known.is_some_and(|known| known.value.is_good());
        let distance = || Distance::new(Some(self), EndgameTables::LOOKED_AT).unless(stop);
        let mut distances = distance();
        let plies = known.and_then(|known| distances.fewest(position, wins, known.at_most?));
        let shortest = plies.and_then(|plies| distances.line(position, wins, plies));
        let wins_in = shortest.as_ref().map(Vec::len);
        let shortest_moves = plies.and_then(|plies| distances.best(position, wins, plies));
        let line = shortest.unwrap_or_else(|| self.line(position));
        let choices = self.choices(position).unwrap_or_default();
        // By now everything that follows from the tables was asked for.
        if let Some(why) = self.trouble() {
            return Err(Unanswered::Trouble(why.clone()));
        }
        let Some(known) = known else { return Err(self.unanswered(position)) };
        let surest = choices.first().map(|choice| choice.certainty.order());
        let is_best = |choice: &&Choice| match &shortest_moves {
            Some(moves) => moves.contains(&choice.mv),
            None => Some(choice.certainty.order()) == surest || line.first() == Some(&choice.mv),
        };
        let kept = choices.iter().filter(|choice| choice.certainty.value == known.value);
        let (best, others): (Vec<&Choice>, Vec<&Choice>) = kept.partition(is_best);
        let kept = |moves: Vec<&Choice>| -> Vec<KeptMove> {
            let moves: Vec<Move> = moves.iter().map(|choice| choice.mv).collect();
            let unmeasured = vec![None; moves.len()];
            let plies = if measured { self.distances(distance(), position, &moves) } else { unmeasured };
            moves.into_iter().zip(plies).map(|(mv, wins_in)| KeptMove { mv, wins_in }).collect()
        };
        let (mut best, mut others) = (kept(best), kept(others));
        best.sort_by_key(|kept| Some(&kept.mv) != line.first());
        let quick =
            |plies: Option<u32>| plies.map(|plies| if wins { i64::from(plies) } else { -i64::from(plies) });
        others.sort_by_key(|kept| (kept.wins_in.is_none(), quick(kept.wins_in)));
        Ok(Answer { known, line, best, others, wins_in })
    }

    /// The length of the game after each of these moves, as [`KeptMove::wins_in`] has it.
    fn distances(&self, mut distance: Distance<'_>, position: &Position, moves: &[Move]) -> Vec<Option<u32>> {
        let after = |mv: &Move| {
            let next = position.after(*mv);
            let known = self.certainty(&next)?;
            Some(1 + distance.fewest(&next, known.value.is_good(), known.at_most?)?)
        };
        moves.iter().map(after).collect()
    }

    fn unanswered(&self, position: &Position) -> Unanswered {
        if position.is_positioning_turn() {
            return Unanswered::Positioning;
        }
        let Some(class) = Class::of(position) else { return Unanswered::Exile };
        match self.get(class) {
            Some(table) => Unanswered::OtherLimit { limits: table.limits(), limit: position.rules().limit },
            None => Unanswered::NoTable { class, most: self.most_ships() },
        }
    }
}
