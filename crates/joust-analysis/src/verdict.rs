//! What a position is worth, as a page and a report say it.

use joust_core::{Duel, Outcome, Seat};
use joust_players::PlayableDuel;
use joust_players::analysis::Thought;
use joust_view::{DuelView, Value};

/// How a game ends with best play of both sides, if that is proven, for the first seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The first seat wins.
    Win,
    /// The first seat loses.
    Loss,
    /// The seats share the points.
    Draw,
    /// Nothing is proven: the value is an estimate.
    Score,
}

impl Kind {
    /// Its word in JSON.
    pub fn word(self) -> &'static str {
        match self {
            Kind::Win => "win",
            Kind::Loss => "loss",
            Kind::Draw => "draw",
            Kind::Score => "score",
        }
    }
}

/// The value of a position for the first seat.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Verdict {
    /// What is proven.
    pub kind: Kind,
    /// In MAD the expected result from −1 to 1, in the War Game the final difference.
    pub score: f64,
    /// The expected result from −1 to 1, in both games.
    pub chance: f64,
    /// Turns until the end of the game, where that is known.
    pub turns: Option<u32>,
    /// Whether `turns` is only the most that it can take.
    pub at_most: bool,
    /// How a proven game is decided, in the words of [`joust_core::Ending`].
    pub why: Option<&'static str>,
}

/// Numbers of a verdict have four digits after the point, so that they are equal on all machines: libraries
/// of mathematics differ in the last bits.
pub(crate) fn rounded(number: f64) -> f64 {
    let number = (number * 10_000.0).round() / 10_000.0;
    // Not −0.
    if number == 0.0 { 0.0 } else { number }
}

impl Verdict {
    /// A value for the side to move, from the view of the first seat.
    fn seen_by(seat: Seat, proven: bool, score: f64, chance: f64) -> Verdict {
        let sign = if seat == Seat::FIRST { 1.0 } else { -1.0 };
        let (score, chance) = (rounded(sign * score), rounded(sign * chance));
        let kind = match score {
            _ if !proven => Kind::Score,
            score if score > 0.0 => Kind::Win,
            score if score < 0.0 => Kind::Loss,
            _ => Kind::Draw,
        };
        Verdict { kind, score, chance, turns: None, at_most: false, why: None }
    }

    /// The value of a position that was not searched.
    pub(crate) fn unknown() -> Verdict {
        Verdict::seen_by(Seat::FIRST, false, 0.0, 0.0)
    }

    /// The value that a search gives a position.
    pub(crate) fn of<G: Judged>(position: &G::Position, line: &Thought) -> Verdict {
        let chance = G::chance(position, line.value, line.exact);
        let verdict = Verdict::seen_by(position.to_move(), line.exact, line.value, chance);
        if !line.exact {
            return verdict;
        }
        let turns = line.ends_in.or(line.at_most).or_else(|| G::turns(position));
        let at_most = line.ends_in.is_none() && line.at_most.is_some();
        Verdict { turns, at_most, why: Some(G::why(line.value)), ..verdict }
    }

    /// The value of a finished game.
    pub(crate) fn over<G: Judged>(outcome: &Outcome) -> Verdict {
        let points = |seat| f64::from(outcome.half_points(seat)) / 2.0;
        let chance = points(Seat::FIRST) - points(Seat::SECOND);
        let score = match outcome.scores() {
            Some([first, second, ..]) => f64::from(first - second),
            _ => chance,
        };
        let verdict = Verdict::seen_by(Seat::FIRST, true, score, chance);
        Verdict { turns: Some(0), why: Some(G::why(score)), ..verdict }
    }

    /// The expected result for a seat.
    pub fn chance_of(&self, seat: Seat) -> f64 {
        if seat == Seat::FIRST { self.chance } else { -self.chance }
    }

    /// The score for a seat.
    pub fn score_of(&self, seat: Seat) -> f64 {
        if seat == Seat::FIRST { self.score } else { -self.score }
    }

    /// Whether a seat is proven to win, the whole point where half of one can be won.
    pub fn is_won_by(&self, seat: Seat) -> bool {
        self.kind != Kind::Score && self.chance_of(seat) >= 1.0
    }

    /// The verdict as JSON.
    pub fn value(&self) -> Value {
        Value::object(vec![
            ("kind", self.kind.word().into()),
            ("proven", (self.kind != Kind::Score).into()),
            ("score", number(self.score)),
            ("chance", number(self.chance)),
            ("turns", self.turns.map(|turns| turns as usize).into()),
            ("atMost", self.at_most.into()),
            ("why", self.why.into()),
        ])
    }
}

/// A number that was rounded, as JSON.
pub(crate) fn number(number: f64) -> Value {
    Value::Millionths((number * 1_000_000.0).round() as i64)
}

/// What the analysis must know of a duel beyond what its players know.
pub trait Judged: PlayableDuel + DuelView {
    /// The expected result, from −1 to 1, of a value for the side to move on the scale of the engine.
    fn chance(position: &Self::Position, value: f64, exact: bool) -> f64;

    /// How a game of this proven value is decided.
    fn why(value: f64) -> &'static str;

    /// Turns until the end, where every game from here takes equally many.
    fn turns(position: &Self::Position) -> Option<u32>;

    /// The ship that a move expels, by its digits.
    fn expelled(position: &Self::Position, text: &str) -> Option<String>;

    /// Whether the value of a position is counted in points of the final score.
    const COUNTS_POINTS: bool;
}
