//! The lines of a journal: what a match was about, and a line for each game.
//!
//! The form is a contract with the journals that users have: a match of an earlier build goes on.

use crate::{Job, Limits, Openings, Played, PlayerText, Spent, pairing};
use joust_core::{Allowance, BadClock, FaultKind, Outcome, Seat, Why, mix};
use joust_games::Registered as _;
use joust_league::DuelResult;
use joust_madmax::{BadConfig, Config, Skirmish};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// The line of a game.
pub trait Line: Serialize + DeserializeOwned + Send {
    /// The number of the game in its match, from 0.
    fn number(&self) -> usize;
}

/// What a match of duels is about: the first line of its journal. Everything in it decides the games.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DuelMatch {
    /// The game by name.
    #[serde(rename = "match")]
    pub game: String,
    /// The canonical names of the players, with all limits.
    pub players: Vec<String>,
    /// The rules that were asked for.
    pub rules: Option<String>,
    /// The board that was asked for.
    pub board: Option<String>,
    /// The position that was asked for.
    pub position: Option<String>,
    /// Where all chance comes from.
    pub seed: u64,
    /// Milliseconds that a program has for a move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time: Option<u64>,
    /// Where the first pair of games begins, if a position was asked for: there. Journals of a time when
    /// it began elsewhere do not have it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_pair: Option<FirstPair>,
    /// The clock in minutes and seconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<String>,
    /// The folder of tables that the environment names: engines may use it.
    #[serde(rename = "JOUST_TABLES", default, skip_serializing_if = "Option::is_none")]
    pub usual_tables: Option<String>,
    /// The folder of tables that end games.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tables: Option<String>,
}

impl DuelMatch {
    /// A game of the match by its number, from 0: everything that it depends on. The openings are those of
    /// what the match asks for.
    pub fn job(&self, number: usize, openings: &Openings) -> Result<Job, BadClock> {
        let (seats, pair) = pairing::duel_seats(self.players.len(), number);
        let opening = openings.get(pair);
        let player = |seat: usize| PlayerText {
            player: seats[seat],
            name: self.players[seats[seat]].clone(),
            seed: mix(self.seed ^ mix((2 * number + seat) as u64)),
        };
        Ok(Job {
            opening: opening.moves,
            clock: self.clock.as_deref().map(Allowance::of_minutes).transpose()?,
            limits: Limits { move_ms: self.time, ..Limits::default() },
            tables: self.tables.as_ref().map(PathBuf::from),
            usual_tables: self.usual_tables.as_ref().map(PathBuf::from),
            ..Job::new(number, opening.setup.clone(), vec![player(0), player(1)])
        })
    }
}

/// Where the first pair of games begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum FirstPair {
    /// In the position that was asked for.
    Position,
}

/// A duel that came to its end.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DuelLine {
    /// The number of the game in its match, from 0.
    pub game: usize,
    /// The number of the pair, from which the opening follows.
    pub pair: usize,
    /// The players in the order of their seats.
    pub seats: [usize; 2],
    /// The position before the opening.
    pub start: String,
    /// How many of the moves are the opening.
    pub opening: usize,
    /// All moves.
    pub moves: Vec<String>,
    /// The points as records write them.
    pub result: String,
    /// What the game counts for each seat: see [`score`].
    pub scores: [f64; 2],
    /// The points of each seat.
    pub points: [f64; 2],
    /// What each seat has spent.
    #[serde(default)]
    pub spent: [Spent; 2],
    /// The name of the board, where the position does not tell it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub board: Option<String>,
    /// What knew the result before the game was over: `tables`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub adjudicated: Option<String>,
    /// Which player has broken the game off, and how.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<DuelFault>,
}

/// How a player has broken off a duel.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DuelFault {
    /// The number of the player.
    pub player: usize,
    /// What kind of fault it is.
    pub kind: FaultKind,
    /// What the player did, as a sentence goes on after its name.
    pub what: String,
}

impl Line for DuelLine {
    fn number(&self) -> usize {
        self.game
    }
}

impl DuelLine {
    /// What exact knowledge of endings is called.
    pub const TABLES: &str = "tables";

    /// The line of a game. `tells_board` says whether a position of the game tells its board.
    pub fn new(job: &Job, played: &Played, players: usize, tells_board: bool) -> DuelLine {
        let outcome = played.ending.outcome.unwrap_or(Outcome::duel_tie());
        let spent = |seat: usize| played.spent.get(seat).copied().unwrap_or_default();
        let fault = played.faults.first().map(|fault| DuelFault {
            player: job.players.get(fault.seat.index()).map_or(0, |player| player.player),
            kind: fault.kind,
            what: fault.to_string(),
        });
        let words = joust_games::game(&job.setup.game).map_or(&[][..], |game| game.words());
        let (seats, pair) = pairing::duel_seats(players, job.game);
        DuelLine {
            game: job.game,
            pair,
            seats,
            start: job.setup.position.clone(),
            opening: job.opening.len(),
            moves: played.moves(words).cloned().collect(),
            result: outcome.to_string(),
            scores: BOTH.map(|seat| score(outcome, seat)),
            points: points(outcome),
            spent: [spent(0), spent(1)],
            board: (!tells_board).then(|| job.setup.board.name.clone()),
            adjudicated: (played.ending.why == Why::ADJUDICATED).then(|| DuelLine::TABLES.to_owned()),
            fault,
        }
    }

    /// What the standings count.
    pub fn result(&self) -> DuelResult {
        DuelResult {
            seats: self.seats,
            scores: self.scores,
            points: self.points,
            culprit: self.fault.as_ref().map(|fault| fault.player),
            spent: self.spent,
        }
    }
}

const BOTH: [Seat; 2] = [Seat::FIRST, Seat::SECOND];

/// The points of both seats.
pub(crate) fn points(outcome: Outcome) -> [f64; 2] {
    BOTH.map(|seat| f64::from(outcome.half_points(seat)) / 2.0)
}

/// What an outcome counts for a seat in ratings: 1 for a victory, ¾ for a semi-victory, ½ for a
/// tie, and the rest of 1 for the other side.
pub fn score(outcome: Outcome, seat: Seat) -> f64 {
    let won = if outcome.is_full() { 1.0 } else { 0.75 };
    match outcome.winner() {
        None => 0.5,
        Some(winner) if winner == seat => won,
        Some(_) => 1.0 - won,
    }
}

/// What a match of four players is about: the first line of its journal.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScoreMatch {
    /// The game by name.
    #[serde(rename = "match")]
    pub game: String,
    /// The players as they were named.
    pub players: [String; 4],
    /// The file with the settings, if one was named.
    pub input: Option<String>,
    /// The seed of the first game; the next game has the next.
    pub seed: i32,
    /// Seconds of processor time of each player of a kit.
    pub time_limit: Option<f64>,
    /// Megabytes of memory of each player of a kit.
    pub memory_limit: Option<f64>,
    /// Seconds that a game waits for each player of a kit. Journals of older builds do not have it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wait_limit: Option<f64>,
}

impl ScoreMatch {
    /// The seed of a game by its number, from 0.
    pub fn seed_of(&self, number: usize) -> i32 {
        self.seed.wrapping_add(number as i32)
    }

    /// A game of the match by its number, from 0: everything that it depends on. The settings are those of
    /// the file that the match names.
    pub fn job(&self, number: usize, config: &Config) -> Result<Job, BadConfig> {
        let start = Skirmish::begin(config.clone(), self.seed_of(number))?;
        let seed = u64::from(start.seed().unsigned_abs());
        let player = |player: usize| PlayerText { player, name: self.players[player].clone(), seed };
        let players = pairing::rotated_seats::<4>(number).map(player).to_vec();
        let limits =
            Limits { move_ms: None, time: self.time_limit, wait: self.wait_limit, memory: self.memory_limit };
        Ok(Job { limits, ..Job::new(number, start.setup(), players) })
    }
}

/// A game of four players that came to its end, or could not be finished.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ScoreLine {
    /// The number of the game in its match, from 0.
    pub game: usize,
    /// The seed of the game.
    pub seed: i32,
    /// The names of the players in the order of the seats.
    pub seats: [String; 4],
    /// The scores in the order of the seats; none if the game could not be finished.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scores: Option<[i64; 4]>,
    /// Why the game could not be finished.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub broken: Option<String>,
    /// The players that failed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub deaths: Vec<Death>,
}

/// A player that failed in a game that went on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Death {
    /// Its seat.
    pub seat: usize,
    /// The round; none before the first.
    pub round: Option<u32>,
    /// What it did, as a sentence goes on after its name.
    pub why: String,
    /// Its last words.
    pub details: Vec<String>,
}

impl Line for ScoreLine {
    fn number(&self) -> usize {
        self.game
    }
}

impl ScoreLine {
    /// The line of a game that came to its end.
    pub fn new(seed: i32, seats: [String; 4], played: &Played) -> ScoreLine {
        let scores = played.ending.outcome.as_ref().and_then(Outcome::scores);
        let scores = scores.and_then(|scores| <[i32; 4]>::try_from(scores).ok());
        let death = |fault: &joust_core::Fault| Death {
            seat: fault.seat.index(),
            round: fault.turn,
            why: fault.detail.clone(),
            details: fault.last_words.clone(),
        };
        ScoreLine {
            game: played.game,
            seed,
            seats,
            scores: scores.map(|scores| scores.map(i64::from)),
            broken: None,
            deaths: played.faults.iter().map(death).collect(),
        }
    }

    /// The line of a game that could not be finished.
    pub fn broken(game: usize, seed: i32, seats: [String; 4], why: String) -> ScoreLine {
        ScoreLine { game, seed, seats, scores: None, broken: Some(why), deaths: Vec::new() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_seats_share_a_point() {
        for (outcome, first) in [
            (Outcome::duel_win(Seat::FIRST, 2), 1.0),
            (Outcome::duel_win(Seat::FIRST, 1), 0.75),
            (Outcome::duel_tie(), 0.5),
            (Outcome::duel_win(Seat::SECOND, 1), 0.25),
            (Outcome::duel_win(Seat::SECOND, 2), 0.0),
        ] {
            assert!((score(outcome, Seat::FIRST) - first).abs() < 1e-12);
            assert!((score(outcome, Seat::SECOND) - (1.0 - first)).abs() < 1e-12);
        }
    }

    /// The seeds, openings and seats of matches that users have must not change.
    #[test]
    fn games_of_an_earlier_match_are_made_again() {
        use joust_games::{Ask, duel};
        let text = include_str!("../../../tests/data/earlier/mad-match.jsonl");
        let mut lines = text.lines();
        let about: DuelMatch = serde_json::from_str(lines.next().unwrap()).unwrap();
        let ask = Ask::default();
        let openings = Openings::new(duel(&about.game).unwrap(), &ask, joust_core::Seed(about.seed)).unwrap();
        for line in lines {
            let line: DuelLine = serde_json::from_str(line).unwrap();
            let job = about.job(line.game, &openings).unwrap();
            assert_eq!(job.opening, line.moves[..line.opening], "game {}", line.game);
            let played = crate::run(&job, &std::sync::atomic::AtomicBool::default()).unwrap().unwrap();
            assert_eq!(DuelLine::new(&job, &played, 2, true).moves, line.moves, "game {}", line.game);
        }
        let text = include_str!("../../../tests/data/earlier/madmax-match.jsonl");
        let mut lines = text.lines();
        let about: ScoreMatch = serde_json::from_str(lines.next().unwrap()).unwrap();
        let config =
            Config { settings: joust_madmax::Settings::default(), source: joust_madmax::Source::Generator };
        let line: ScoreLine = serde_json::from_str(lines.nth(1).unwrap()).unwrap();
        let job = about.job(line.game, &config).unwrap();
        let played = crate::run(&job, &std::sync::atomic::AtomicBool::default()).unwrap().unwrap();
        assert_eq!(ScoreLine::new(about.seed_of(line.game), line.seats.clone(), &played), line);
    }

    /// Every line of an earlier build is written again byte for byte.
    #[test]
    fn lines_of_earlier_builds_are_read_and_written_alike() {
        fn again<H: Serialize + DeserializeOwned, L: Line>(text: &str) {
            let mut lines = text.lines();
            let about = lines.next().unwrap();
            let read: H = serde_json::from_str(about).unwrap();
            assert_eq!(serde_json::to_string(&read).unwrap(), about);
            for (number, line) in lines.enumerate() {
                let read: L = serde_json::from_str(line).unwrap();
                assert_eq!((read.number(), serde_json::to_string(&read).unwrap().as_str()), (number, line));
            }
        }
        again::<DuelMatch, DuelLine>(include_str!("../../../tests/data/earlier/mad-match.jsonl"));
        again::<DuelMatch, DuelLine>(include_str!("../../../tests/data/earlier/mad-fault.jsonl"));
        again::<DuelMatch, DuelLine>(include_str!("../../../tests/data/earlier/war-match.jsonl"));
        again::<DuelMatch, DuelLine>(include_str!("../../../tests/data/earlier/war-optional.jsonl"));
        again::<ScoreMatch, ScoreLine>(include_str!("../../../tests/data/earlier/madmax-match.jsonl"));
    }
}
