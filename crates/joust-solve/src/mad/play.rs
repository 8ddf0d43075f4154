//! Best play from the endgame tables.

use super::entry::{Value, Who};
use super::shortest::children;
use super::table::{EndgameTables, holder};
use joust_core::Duel;
use joust_mad::{Move, Position, Side};
use std::cmp::Reverse;

/// The exact value of a position for the side to move, and how long it takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Certainty {
    /// The result with best play of both.
    pub value: Value,
    /// For a full victory or defeat: the most turns that it takes, if the winner always takes the
    /// shortest way to the next expulsion.
    pub at_most: Option<u32>,
    /// The turns within which the winner forces the next expulsion or the end of the game; `None`
    /// where the winner holds the tie-break and need only wait.
    pub next: Option<u8>,
}

/// A move and its exact value for the side that makes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The move.
    pub mv: Move,
    /// The value after the move.
    pub certainty: Certainty,
}

impl Certainty {
    /// The side that wins the position.
    pub fn winner(&self, position: &Position) -> Side {
        if self.value.is_good() { position.side() } else { position.side().other() }
    }

    /// This certainty as seen one move earlier, by the side that made the move.
    fn a_move_earlier(self) -> Certainty {
        Certainty {
            value: self.value.reversed(),
            at_most: self.at_most.map(|turns| turns + 1),
            next: self.next,
        }
    }

    /// The sorting key, best first: by value, then quick victories and late defeats.
    pub(super) fn order(&self) -> (Reverse<Value>, i64) {
        let turns = i64::from(self.at_most.unwrap_or(0));
        (Reverse(self.value), if self.value.is_good() { turns } else { -turns })
    }
}

impl EndgameTables {
    /// The certainty of a position, in play or finished. `None` where [`EndgameTables::probe`] gives
    /// `None`.
    pub fn certainty(&self, position: &Position) -> Option<Certainty> {
        if let Some(outcome) = position.outcome() {
            let value = Value::of(&outcome, position.to_move());
            return Some(Certainty { value, at_most: outcome.is_full().then_some(0), next: Some(0) });
        }
        let entry = self.probe(position)?;
        let (holder, turns) = (holder(position), position.turns_left());
        let value = entry.value(holder, turns);
        let ships: u32 = Side::BOTH.map(|side| position.fleet(side).ships.count_ones()).iter().sum();
        let better = entry.better();
        let full = better.and_then(|better| better.full).filter(|_| value.is_full());
        let winner = if value.is_good() { Who::Mover } else { Who::Other };
        let wrested =
            better.filter(|better| better.who == winner && holder != winner).map(|better| better.semi);
        Some(Certainty {
            value,
            at_most: full.map(|full| self.at_most(ships as usize, full)),
            next: full.or(wrested),
        })
    }

    /// All moves of a position with their values, the best first; moves of equal value are in the order
    /// of the generator. `None` where the tables do not know them all.
    pub fn choices(&self, position: &Position) -> Option<Vec<Choice>> {
        self.probe(position)?;
        let mut choices = Vec::new();
        for (mv, next) in children(position) {
            choices.push(Choice { mv, certainty: self.certainty(&next)?.a_move_earlier() });
        }
        choices.sort_by_key(|choice| choice.certainty.order());
        Some(choices)
    }

    /// Best play of both sides, to the end of the game.
    pub fn line(&self, position: &Position) -> Vec<Move> {
        let mut line = Vec::new();
        let mut position = *position;
        while let Some(choice) = self.choices(&position).and_then(|choices| choices.first().copied()) {
            line.push(choice.mv);
            position.make(choice.mv);
        }
        line
    }
}
