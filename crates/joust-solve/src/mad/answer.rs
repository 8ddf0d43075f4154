//! What the tables say about a position, with a line of play.

use super::class::Class;
use super::folder::TableError;
use super::play::Certainty;
use super::table::{EndgameTables, LimitRange};
use joust_mad::{Move, Position};

/// What the tables say about a position.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The value and when it is reached.
    pub known: Certainty,
    /// Best play of both sides.
    pub line: Vec<Move>,
    /// All moves that keep the value.
    pub best: Vec<Move>,
    /// Moves of both sides until the victory, if that was found.
    pub wins_in: Option<usize>,
}

/// Why the tables do not say anything about a position.
#[derive(Clone, Debug, thiserror::Error)]
pub enum Unanswered {
    /// A table cannot be read.
    #[error(transparent)]
    Trouble(TableError),
    /// The game has not begun.
    #[error("tables of endings know no positioning turns")]
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

    /// Everything that the tables say about a position.
    pub fn answer(&self, position: &Position) -> Result<Answer, Unanswered> {
        let known = self.certainty(position);
        let shortest = self.shortest(position, EndgameTables::LOOKED_AT);
        let wins_in = shortest.as_ref().map(Vec::len);
        let line = shortest.unwrap_or_else(|| self.line(position));
        let choices = self.choices(position).unwrap_or_default();
        // By now everything that follows from the tables was asked for.
        if let Some(why) = self.trouble() {
            return Err(Unanswered::Trouble(why.clone()));
        }
        let Some(known) = known else { return Err(self.unanswered(position)) };
        let best = choices.iter().filter(|choice| choice.certainty.value == known.value);
        Ok(Answer { known, line, best: best.map(|choice| choice.mv).collect(), wins_in })
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
