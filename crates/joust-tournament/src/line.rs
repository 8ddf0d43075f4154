//! The line of a game in the journal.
//!
//! A line holds what standings need in under a hundred bytes, and the record of the game where the tournament
//! keeps records. Times are not in it: they depend on the machine, and two runs would have different journals.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use joust_core::{Fault, FaultKind, Outcome, Seat};
use joust_league::Finish;
use joust_league::schedule::Fixture;
use joust_madmax::CompactRecord;
use joust_match::{Job, Line, Played, Remark, score};
use serde::de::IgnoredAny;
use serde::{Deserialize, Deserializer, Serialize};

/// The line of a finished game. `R` is what is read of its record: [`GameRecord`], or [`Skipped`] where only
/// the result counts.
///
/// ```
/// use joust_tournament::{GameLine, Skipped};
/// let line = r#"{"game":7,"seats":[4,0],"result":"1-0","scores":[80,64],"record":{"actions":"drop-A1","opening":0}}"#;
/// let line: GameLine<Skipped> = serde_json::from_str(line).unwrap();
/// assert_eq!((line.game, line.scores), (7, vec![80, 64]));
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameLine<R = GameRecord> {
    /// The number of the game in the tournament, from 0.
    pub game: usize,
    /// The participants in the order of the seats.
    pub seats: Vec<usize>,
    /// The points of a duel as records write them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<String>,
    /// The scores of the seats, in games that have some.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub scores: Vec<i32>,
    /// Why the game could not be finished, which is nobody's fault. It counts as a tie in the standings, and not at all
    /// in ratings and tests.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub broken: Option<String>,
    /// The faults of players.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub faults: Vec<Failed>,
    /// The fuel of each seat in millions of units, rounded up; nothing where no seat runs on fuel.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fuel: Vec<u64>,
    /// The record, if the tournament keeps records.
    #[serde(default = "Option::default", skip_serializing_if = "Option::is_none")]
    pub record: Option<R>,
}

/// A fault of a player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Failed {
    /// The seat of the player.
    pub seat: usize,
    /// The turn or round; none before the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn: Option<u32>,
    /// The kind of fault.
    pub kind: FaultKind,
    /// What the player did, as a sentence goes on after its name; only where records are kept.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub detail: String,
    /// What else is known, such as the last lines that the player wrote; only where records are kept.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub last_words: Vec<String>,
}

/// The record of a game.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameRecord {
    /// A duel: all actions, in the notation of records.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub actions: String,
    /// A duel: how many of the actions are the opening.
    #[serde(default)]
    pub opening: usize,
    /// Mad Max: the compact record, a file `.jmm` in base64.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub jmm: String,
    /// The fuel of each action of each seat.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fuel: Vec<Vec<u64>>,
    /// The notes of the players.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<Remark>,
}

/// A record that is not read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Skipped;

impl<'de> Deserialize<'de> for Skipped {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Skipped, D::Error> {
        IgnoredAny::deserialize(from).map(|_| Skipped)
    }
}

impl Line for GameLine {
    fn number(&self) -> usize {
        self.game
    }
}

/// A unit in which the fuel of a whole game is counted.
const MILLION: u64 = 1_000_000;

impl GameLine {
    /// The line of a game that was played, with its record if `records`.
    pub(crate) fn new(job: &Job, played: &Played, seats: &[usize], records: bool) -> GameLine {
        let outcome = played.ending.outcome;
        let is_duel = seats.len() == 2;
        let faults = played.faults.iter().map(|fault| Failed::new(fault, records)).collect();
        let fuel = |seat: &Vec<u64>| seat.iter().sum::<u64>().div_ceil(MILLION);
        let actions = if is_duel { played.actions.join(" ") } else { String::new() };
        let record = records.then(|| GameRecord {
            actions,
            opening: job.opening.len(),
            jmm: String::new(),
            fuel: played.fuel.clone(),
            notes: played.remarks.clone(),
        });
        GameLine {
            game: job.game,
            seats: seats.to_vec(),
            result: outcome.filter(|_| is_duel).map(|outcome| outcome.to_string()),
            scores: outcome.and_then(|outcome| Some(outcome.scores()?.to_vec())).unwrap_or_default(),
            broken: outcome.is_none().then(|| played.ending.why.as_str().to_owned()),
            faults,
            fuel: played.fuel.iter().map(fuel).collect(),
            record,
        }
    }

    /// The line of a game that could not begin.
    pub(crate) fn broken(fixture: &Fixture, why: String) -> GameLine {
        GameLine {
            game: fixture.game,
            seats: fixture.seats.clone(),
            result: None,
            scores: Vec::new(),
            broken: Some(why),
            faults: Vec::new(),
            fuel: Vec::new(),
            record: None,
        }
    }

    /// The line without its record, for those who count.
    pub(crate) fn skipped(self) -> GameLine<Skipped> {
        let GameLine { game, seats, result, scores, broken, faults, fuel, .. } = self;
        GameLine { game, seats, result, scores, broken, faults, fuel, record: None }
    }
}

impl GameRecord {
    /// Stores the compact record of a game of Mad Max.
    pub(crate) fn set_compact(&mut self, bytes: &[u8]) {
        self.jmm = STANDARD.encode(bytes);
    }

    /// The bytes of the file `.jmm`, if this is the record of a game of Mad Max that is sound.
    pub fn compact(&self) -> Option<Vec<u8>> {
        let bytes = STANDARD.decode(&self.jmm).ok()?;
        CompactRecord::is_record(&bytes).then_some(bytes)
    }
}

/// Why a line of a journal is not that of a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadLine {
    /// The game has other seats.
    #[error("game {game} has the seats {found:?}, but the schedule says {expected:?}")]
    Seats {
        /// The number of the game.
        game: usize,
        /// The seats of the line.
        found: Vec<usize>,
        /// The seats of the schedule.
        expected: Vec<usize>,
    },
    /// The result is missing or not one.
    #[error("game {0} has no result that can be counted")]
    Result(usize),
    /// The tournament has no game of this number.
    #[error("there is no game {0} in this tournament")]
    NoGame(usize),
    /// The game is there twice.
    #[error("game {0} is there twice")]
    Twice(usize),
}

impl BadLine {
    /// The number of the game.
    pub fn game(&self) -> usize {
        match self {
            BadLine::Seats { game, .. }
            | BadLine::Result(game)
            | BadLine::NoGame(game)
            | BadLine::Twice(game) => *game,
        }
    }
}

impl<R> GameLine<R> {
    /// The result as schedules, standings and ratings count it.
    pub fn finish(&self, fixture: &Fixture) -> Result<Finish, BadLine> {
        let game = self.game;
        if fixture.seats != self.seats {
            let (found, expected) = (self.seats.clone(), fixture.seats.clone());
            return Err(BadLine::Seats { game, found, expected });
        }
        let bad = BadLine::Result(game);
        if self.faults.iter().any(|failed| failed.seat >= self.seats.len()) {
            return Err(bad);
        }
        if self.broken.is_some() {
            return Ok(Finish { points: Vec::new(), ..fixture.finish(&vec![0.0; self.seats.len()]) });
        }
        if self.seats.len() == 2 {
            let outcome: Outcome = self.result.as_deref().and_then(|text| text.parse().ok()).ok_or(bad)?;
            // A game that a fault ended has no scores.
            let points = match self.scores[..] {
                [one, other] => vec![f64::from(one), f64::from(other)],
                _ => Vec::new(),
            };
            return Ok(Finish { points, ..fixture.finish_duel(score(outcome, Seat::FIRST)) });
        }
        if self.scores.len() != self.seats.len() {
            return Err(bad);
        }
        Ok(fixture.finish(&self.scores.iter().map(|score| f64::from(*score)).collect::<Vec<_>>()))
    }
}

impl Failed {
    fn new(fault: &Fault, in_full: bool) -> Failed {
        Failed {
            seat: fault.seat.index(),
            turn: fault.turn,
            kind: fault.kind,
            detail: if in_full { fault.detail.clone() } else { String::new() },
            last_words: if in_full { fault.last_words.clone() } else { Vec::new() },
        }
    }

    /// What the player did, as a sentence goes on after its name.
    pub fn words(&self) -> &str {
        if self.detail.is_empty() { self.kind.name() } else { &self.detail }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fixture(seats: &[usize]) -> Fixture {
        Fixture { game: 99_999, round: 0, block: 0, map: 0, opening: 0, seed: 1, seats: seats.to_vec() }
    }

    fn read(text: &str) -> GameLine<Skipped> {
        serde_json::from_str(text).unwrap()
    }

    #[test]
    fn a_line_without_record_has_less_than_a_hundred_bytes() {
        let duel = r#"{"game":99999,"seats":[99,98],"result":"1/2-1/2","scores":[1120,1119]}"#;
        let army = r#"{"game":99999,"seats":[99,98,97,96],"scores":[1002,1002,1002,1002],"fuel":[3000,3000,3000,3000]}"#;
        for text in [duel, army] {
            assert!(text.len() < 100, "{}", text.len());
            let line: GameLine = serde_json::from_str(text).unwrap();
            assert_eq!(serde_json::to_string(&line).unwrap(), text);
        }
    }

    #[test]
    fn results_count_as_the_rules_say() {
        let semi = read(r#"{"game":99999,"seats":[3,1],"result":"0-1/2"}"#);
        assert_eq!(semi.finish(&fixture(&[3, 1])).unwrap().scores, [0.25, 0.75]);
        assert!(semi.finish(&fixture(&[3, 1])).unwrap().points.is_empty());
        let war = read(r#"{"game":99999,"seats":[3,1],"result":"0-1","scores":[30,34]}"#);
        assert_eq!(war.finish(&fixture(&[3, 1])).unwrap().points, [30.0, 34.0]);
        let army = read(r#"{"game":99999,"seats":[3,1,0,2],"scores":[5,9,1,5]}"#);
        assert_eq!(army.finish(&fixture(&[3, 1, 0, 2])).unwrap().scores, [0.5, 1.0, 0.0, 0.5]);
        let broken = read(r#"{"game":99999,"seats":[3,1,0,2],"broken":"no-place"}"#);
        assert_eq!(broken.finish(&fixture(&[3, 1, 0, 2])).unwrap().scores, [0.5; 4]);
    }

    #[test]
    fn a_line_that_cannot_be_is_refused() {
        let other = read(r#"{"game":99999,"seats":[3,1],"result":"1-0"}"#).finish(&fixture(&[1, 3]));
        assert!(matches!(other, Err(BadLine::Seats { .. })));
        for text in [
            r#"{"game":99999,"seats":[3,1]}"#,
            r#"{"game":99999,"seats":[3,1],"result":"2-0"}"#,
            r#"{"game":99999,"seats":[3,1],"result":"1-0","faults":[{"seat":2,"kind":"late"}]}"#,
        ] {
            assert_eq!(read(text).finish(&fixture(&[3, 1])), Err(BadLine::Result(99_999)), "{text}");
        }
    }
}
