//! The lines of a journal: the first describes the match, the others its games.
//!
//! The format is a contract with existing journals: a match that an earlier build began can be continued.

use crate::{GameLimits, Job, Openings, Played, PlayerText, Remark, Spent, pairing};
use joust_core::{Allowance, BadClock, FaultKind, Outcome, Seat, Why, mix};
use joust_games::{AnyDuelGame, Registered as _};
use joust_league::DuelResult;
use joust_madmax::{BadConfig, Config, Skirmish};
use joust_players::{Kind, Spec};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::path::PathBuf;

/// The line of a game. A game of your own can have its own lines:
///
/// ```
/// use joust_match::{Journal, Line, Opened};
/// #[derive(serde::Serialize, serde::Deserialize)]
/// struct Race {
///     game: usize,
///     winner: String,
/// }
/// impl Line for Race {
///     fn number(&self) -> usize {
///         self.game
///     }
/// }
/// # let folder = tempfile::tempdir().unwrap();
/// # let path = folder.path().join("races.jsonl");
/// let about = serde_json::json!({ "match": "races" });
/// Journal::open::<_, Race>(&path, &about)?.0.write(&Race { game: 3, winner: "Ada".into() })?;
/// let (_, games): Opened<Race> = Journal::open(&path, &about)?;
/// assert_eq!(games[&3].winner, "Ada");
/// # Ok::<(), joust_match::BadJournal>(())
/// ```
pub trait Line: Serialize + DeserializeOwned + Send {
    /// The number of the game in its match, from 0.
    fn number(&self) -> usize;
}

/// The first line of the journal of a match of duels. The games depend on everything in it.
///
/// ```
/// use joust_match::DuelMatch;
/// let line = r#"{"match":"mad","players":["random","engine:1"],"seed":1}"#;
/// let about: DuelMatch = serde_json::from_str(line)?;
/// assert_eq!((about.game.as_str(), about.rules), ("mad", None));
/// # Ok::<(), serde_json::Error>(())
/// ```
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
    /// The text of the board that was asked for, if it came from a file: the file may change, or not be
    /// there. Journals of older builds do not have it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub board_text: Option<String>,
    /// The position that was asked for.
    pub position: Option<String>,
    /// The seed of all random choices.
    pub seed: u64,
    /// Milliseconds that a program has for a move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time: Option<u64>,
    /// Set if a position was asked for and the first pair of games begins there. Journals of builds in
    /// which the first pair began elsewhere do not have it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_pair: Option<FirstPair>,
    /// The clock in minutes and seconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<String>,
    /// The folder of endgame tables that engines use, from the environment.
    #[serde(rename = "JOUST_TABLES", default, skip_serializing_if = "Option::is_none")]
    pub usual_tables: Option<String>,
    /// The folder of endgame tables that end games.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tables: Option<String>,
    /// The SHA-256 of the weights in each file that an engine names, because the file may change. Journals of
    /// older builds do not have it.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub weights: BTreeMap<String, String>,
    /// The SHA-256 of each module that plays, by its name in `players`. Games with it can be played again.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub modules: BTreeMap<String, String>,
    /// The SHA-256 of the program of each other player, by its name in `players`: see
    /// [`Programs::fingerprints`](crate::Programs::fingerprints). Journals of older builds do not have it.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub programs: BTreeMap<String, String>,
}

/// The files of weights that these players name, for [`DuelMatch::weights`].
///
/// ```
/// let players = ["engine,nodes=9", "random"].map(|name| joust_players::Spec::read(name, "mad").unwrap());
/// assert!(joust_match::digests(&players).is_empty());
/// ```
pub fn digests(players: &[Spec]) -> BTreeMap<String, String> {
    let weights = players.iter().filter_map(|spec| match &spec.kind {
        Kind::Engine(engine) => engine.weights(),
        _ => None,
    });
    weights.map(|(name, table)| (name.to_owned(), hex::encode(Sha256::digest(table.to_string())))).collect()
}

impl DuelMatch {
    /// A game of the match by its number, from 0: everything that it depends on. The openings are those of
    /// what the match asks for.
    ///
    /// ```
    /// use joust_core::Seed;
    /// use joust_games::{Ask, duel};
    /// use joust_match::{DuelLine, DuelMatch, Openings, run};
    /// let players = vec!["random".to_owned(), "minimax:1".to_owned()];
    /// let about = DuelMatch { game: "mad".into(), players, seed: 1, ..DuelMatch::default() };
    /// let openings = Openings::of("mad", &Ask::default(), Seed(about.seed)).unwrap();
    /// let job = about.job(1, &openings).unwrap();
    /// assert_eq!(job.players[0].name, "minimax:1", "in game 1, the players have exchanged seats");
    /// let played = run(&job, &false.into()).unwrap().unwrap();
    /// let line = DuelLine::new(&job, &played, 2, duel("mad").unwrap());
    /// assert_eq!((line.seats, line.opening), ([1, 0], 2));
    /// assert_eq!(line.result().scores.iter().sum::<f64>(), 1.0);
    /// ```
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
            limits: GameLimits { move_ms: self.time, ..GameLimits::default() },
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

/// The line of a finished duel.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DuelLine {
    /// The number of the game in its match, from 0.
    pub game: usize,
    /// The number of the pair of games, which decides the opening.
    pub pair: usize,
    /// The players in the order of their seats.
    pub seats: [usize; 2],
    /// The position before the opening.
    pub start: String,
    /// The number of moves that are the opening.
    pub opening: usize,
    /// All moves.
    pub moves: Vec<String>,
    /// The result as records write it.
    pub result: String,
    /// The score of each seat for ratings: see [`score`].
    pub scores: [f64; 2],
    /// The points of each seat.
    pub points: [f64; 2],
    /// The time and nodes of each seat.
    #[serde(default)]
    pub spent: [Spent; 2],
    /// The name of the board, where the position text does not give it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub board: Option<String>,
    /// The judge that ended the game early: `tables`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub adjudicated: Option<String>,
    /// The fault that ended the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<DuelFault>,
    /// The fuel of each move of each seat, if a seat runs on fuel.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fuel: Vec<Vec<u64>>,
    /// The notes of the players.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<Remark>,
}

/// A fault that ended a duel.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DuelFault {
    /// The number of the player.
    pub player: usize,
    /// The kind of fault.
    pub kind: FaultKind,
    /// The deed of the player: the rest of a sentence that begins with its name.
    pub what: String,
}

impl Line for DuelLine {
    fn number(&self) -> usize {
        self.game
    }
}

impl DuelLine {
    /// The name of the endgame tables as a judge.
    pub const TABLES: &str = "tables";

    /// The line of a duel, which need not be in the register. See [`DuelMatch::job`] for an example.
    pub fn new(job: &Job, played: &Played, players: usize, game: &dyn AnyDuelGame) -> DuelLine {
        let outcome = played.ending.outcome.unwrap_or(Outcome::duel_tie());
        let spent = |seat: usize| played.spent.get(seat).copied().unwrap_or_default();
        let fault = played.faults.first().map(|fault| DuelFault {
            player: job.players.get(fault.seat.index()).map_or(0, |player| player.player),
            kind: fault.kind,
            what: fault.to_string(),
        });
        let (seats, pair) = pairing::duel_seats(players, job.game);
        DuelLine {
            game: job.game,
            pair,
            seats,
            start: job.setup.position.clone(),
            opening: job.opening.len(),
            moves: played.moves(game.words()).cloned().collect(),
            result: outcome.to_string(),
            scores: BOTH.map(|seat| score(outcome, seat)),
            points: points(outcome),
            spent: [spent(0), spent(1)],
            board: (!game.text_tells_board()).then(|| job.setup.board.name.clone()),
            adjudicated: (played.ending.why == Why::ADJUDICATED).then(|| DuelLine::TABLES.to_owned()),
            fault,
            fuel: played.fuel.clone(),
            notes: played.remarks.clone(),
        }
    }

    /// The result as the standings count it. See [`DuelMatch::job`] for an example.
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

/// The score of an outcome for a seat in ratings: 1 for a victory, ¾ for a semi-victory, ½ for a tie. The
/// scores of both seats add up to 1.
///
/// ```
/// use joust_core::{Outcome, Seat};
/// use joust_match::score;
/// let semi_victory = Outcome::duel_win(Seat::FIRST, 1);
/// assert_eq!([Seat::FIRST, Seat::SECOND].map(|seat| score(semi_victory, seat)), [0.75, 0.25]);
/// ```
pub fn score(outcome: Outcome, seat: Seat) -> f64 {
    let won = if outcome.is_full() { 1.0 } else { 0.75 };
    match outcome.winner() {
        None => 0.5,
        Some(winner) if winner == seat => won,
        Some(_) => 1.0 - won,
    }
}

/// The first line of the journal of a match of four players.
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
    /// The seed of the first game; each later game has the next number, or each later block.
    pub seed: i32,
    /// Whether games come in blocks of four with one seed, in which every player has every seat: the games of a
    /// sequential test.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub blocks: bool,
    /// Seconds of processor time of each player of a kit.
    pub time_limit: Option<f64>,
    /// Megabytes of memory of each player of a kit.
    pub memory_limit: Option<f64>,
    /// Seconds that a game waits for each player of a kit. Journals of older builds do not have it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wait_limit: Option<f64>,
    /// The SHA-256 of each module that plays, by its name in `players`. Games with it can be played again.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub modules: BTreeMap<String, String>,
    /// The SHA-256 of the program of each other player, by its name in `players`: see
    /// [`Programs::fingerprints`](crate::Programs::fingerprints). Journals of older builds do not have it.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub programs: BTreeMap<String, String>,
    /// The configuration of a match with modules, in full, because the file may change.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub config: Option<String>,
}

impl ScoreMatch {
    /// The seed of a game by its number, from 0. See [`ScoreMatch::job`] for an example.
    pub fn seed_of(&self, number: usize) -> i32 {
        let seeds = if self.blocks { number / self.players.len() } else { number };
        self.seed.wrapping_add(seeds as i32)
    }

    /// The name of the result of a game, which `joust match --results` writes.
    ///
    /// ```
    /// use joust_match::ScoreMatch;
    /// let about = ScoreMatch { seed: 7, ..ScoreMatch::default() };
    /// assert_eq!(about.result_name(5), "12.res");
    /// assert_eq!(ScoreMatch { blocks: true, ..about }.result_name(5), "8-1.res");
    /// ```
    pub fn result_name(&self, number: usize) -> String {
        let seed = self.seed_of(number);
        if self.blocks {
            format!("{seed}-{}.res", number % self.players.len())
        } else {
            format!("{seed}.res")
        }
    }

    /// A game of the match by its number, from 0: everything that it depends on. The settings are those of
    /// the file that the match names.
    ///
    /// ```
    /// use joust_madmax::{Config, Settings, Source};
    /// use joust_match::{ScoreLine, ScoreMatch, run};
    /// let settings = Settings { nb_rounds: 4, ..Settings::default() };
    /// let config = Config { settings, source: Source::Generator };
    /// let players = ["Demo", "Null", "Null", "Null"].map(str::to_owned);
    /// let about = ScoreMatch { game: "madmax".into(), players, seed: 7, ..ScoreMatch::default() };
    /// let job = about.job(2, &config).unwrap();
    /// assert_eq!((about.seed_of(2), job.players[2].name.as_str()), (9, "Demo"));
    /// let played = run(&job, &false.into()).unwrap().unwrap();
    /// let names = [0, 1, 2, 3].map(|seat| job.players[seat].name.clone());
    /// let line = ScoreLine::new(about.seed_of(2), names, &played);
    /// assert_eq!((line.game, line.scores), (2, Some([10; 4])));
    /// ```
    pub fn job(&self, number: usize, config: &Config) -> Result<Job, BadConfig> {
        let start = Skirmish::begin(config.clone(), self.seed_of(number))?;
        let seed = u64::from(start.seed().unsigned_abs());
        let player = |player: usize| PlayerText { player, name: self.players[player].clone(), seed };
        let players = pairing::rotated_seats::<4>(number).map(player).to_vec();
        let limits = GameLimits {
            time: self.time_limit,
            wait: self.wait_limit,
            memory: self.memory_limit,
            ..GameLimits::default()
        };
        Ok(Job { limits, ..Job::new(number, start.setup(), players) })
    }
}

/// The line of a game of four players, finished or broken off.
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
    /// The fuel of each round of each seat, if a seat runs on fuel.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fuel: Vec<Vec<u64>>,
    /// The notes of the players.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<Remark>,
}

/// A player that failed in a game that went on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Death {
    /// Its seat.
    pub seat: usize,
    /// The round; none before the first.
    pub round: Option<u32>,
    /// The kind of fault. Journals of older builds do not have it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<FaultKind>,
    /// Its deed: the rest of a sentence that begins with its name.
    pub why: String,
    /// Details, such as the last lines that it wrote.
    pub details: Vec<String>,
}

impl Line for ScoreLine {
    fn number(&self) -> usize {
        self.game
    }
}

impl ScoreLine {
    /// The line of a finished game. See [`ScoreMatch::job`] for an example.
    pub fn new(seed: i32, seats: [String; 4], played: &Played) -> ScoreLine {
        let scores = played.ending.outcome.as_ref().and_then(Outcome::scores);
        let scores = scores.and_then(|scores| <[i32; 4]>::try_from(scores).ok());
        let death = |fault: &joust_core::Fault| Death {
            seat: fault.seat.index(),
            round: fault.turn,
            kind: Some(fault.kind),
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
            fuel: played.fuel.clone(),
            notes: played.remarks.clone(),
        }
    }

    /// The line of a game that could not be finished.
    ///
    /// ```
    /// use joust_match::ScoreLine;
    /// let names = ["A", "B", "C", "D"].map(str::to_owned);
    /// let line = ScoreLine::broken(3, 33, names, "no place is left".to_owned());
    /// assert_eq!((line.scores, line.broken.as_deref()), (None, Some("no place is left")));
    /// ```
    pub fn broken(game: usize, seed: i32, seats: [String; 4], why: String) -> ScoreLine {
        ScoreLine { game, seed, seats, broken: Some(why), ..ScoreLine::default() }
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
        let openings = Openings::of(&about.game, &ask, joust_core::Seed(about.seed)).unwrap();
        for line in lines {
            let line: DuelLine = serde_json::from_str(line).unwrap();
            let job = about.job(line.game, &openings).unwrap();
            assert_eq!(job.opening, line.moves[..line.opening], "game {}", line.game);
            let played = crate::run(&job, &std::sync::atomic::AtomicBool::default()).unwrap().unwrap();
            assert_eq!(
                DuelLine::new(&job, &played, 2, duel(&about.game).unwrap()).moves,
                line.moves,
                "game {}",
                line.game
            );
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
                // This kind of fault had another name.
                let line = line.replace(r#""kind":"garbage""#, r#""kind":"garbled""#);
                assert_eq!((read.number(), serde_json::to_string(&read).unwrap()), (number, line));
            }
        }
        again::<DuelMatch, DuelLine>(include_str!("../../../tests/data/earlier/mad-match.jsonl"));
        again::<DuelMatch, DuelLine>(include_str!("../../../tests/data/earlier/mad-fault.jsonl"));
        again::<DuelMatch, DuelLine>(include_str!("../../../tests/data/earlier/war-match.jsonl"));
        again::<DuelMatch, DuelLine>(include_str!("../../../tests/data/earlier/war-optional.jsonl"));
        again::<ScoreMatch, ScoreLine>(include_str!("../../../tests/data/earlier/madmax-match.jsonl"));
    }
}
