//! One game of a contest: from its line-up to its result, its record, and what only the authors of its players see.

use crate::Contest;
use base64::engine::general_purpose::STANDARD;
use joust_core::{Fault, FaultKind, Seat};
use joust_league::beaten;
use joust_league::schedule::{Fixture, Seating};
use joust_match::{BadJob, Here, Job, Perform, Performed, Played, Programs, Recording, Task, score};
use joust_tournament::{BadTerms, Format, Participant, Stop, Terms, Tournament};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

/// A game that is to be played. It is a function of the contest, of this, and of the modules that it names.
///
/// ```
/// use joust_contest::{Bout, BoutPlayer, Contest};
/// use joust_match::Programs;
/// let contest = Contest::read("name = \"Spring\"\ngame = \"wargame\"\nboards = \"tiny\"\n").unwrap();
/// let player = |name: &str, player: &str| BoutPlayer { name: name.to_owned(), player: player.to_owned() };
/// let players = vec![player("Ada", "minimax:2"), player("Bob", "random")];
/// let bout = Bout { board: 0, seed: 7, opening: 0, players };
/// let fought = contest.play(&bout, &Programs::default(), &false.into()).unwrap().unwrap();
/// assert_eq!(fought.shown.names, ["Ada", "Bob"]);
/// assert!(fought.record.starts_with(b"[Game \"wargame\"]"), "joust replay shows it");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bout {
    /// The board or map, from 0.
    pub board: usize,
    /// The seed, of at most 31 bits.
    pub seed: u64,
    /// The number of the opening of a duel.
    pub opening: usize,
    /// The players in the order of their seats.
    pub players: Vec<BoutPlayer>,
}

/// A player at a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BoutPlayer {
    /// Its name in the contest.
    pub name: String,
    /// Its player: a built-in one, or a module such as `Ada.wasm`.
    pub player: String,
}

/// A game that was played.
#[derive(Clone, Debug, PartialEq)]
pub struct Fought {
    /// What everybody may see.
    pub shown: Shown,
    /// The bytes of a file that `joust replay` shows: a compact record of Mad Max, or the text of a duel. A game
    /// that could not be finished has none.
    pub record: Vec<u8>,
    /// What the author of each player may see, in the order of the seats.
    pub private: Vec<Private>,
}

/// What everybody may see of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Shown {
    /// The names of the players in the order of the seats.
    pub names: Vec<String>,
    /// The name of the board or map.
    pub board: String,
    /// The seed.
    pub seed: u64,
    /// The result of a duel, such as `1-0`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<String>,
    /// The scores of the game, in games that have some.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub points: Vec<i32>,
    /// What the game counts for each seat, from 0 to 1: in Mad Max the share of the others that are behind.
    pub scores: Vec<f64>,
    /// The seat that won alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub winner: Option<usize>,
    /// Why it ended, in a word.
    pub why: String,
    /// The players that failed, without their last words.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub faults: Vec<ShownFault>,
}

/// A fault as everybody may see it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShownFault {
    /// The seat of the player.
    pub seat: usize,
    /// The turn or round; none before the game.
    pub turn: Option<u32>,
    /// What kind of fault it is.
    pub kind: FaultKind,
}

/// What only the author of a player may see of a game.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Private {
    /// The fuel of each turn or round.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fuel: Vec<u64>,
    /// The share of its fuel that it used, also for its start and in a turn in which it failed: of the bank, or of
    /// the allowance of the dearest turn where it did not need the bank.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fuel_share: Option<f64>,
    /// How it failed, with its last words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<Fault>,
    /// What it wrote to standard error and output, up to [`Private::MOST_OUTPUT`] bytes.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub output: String,
}

impl Private {
    /// The most bytes of output that are kept of a game.
    pub const MOST_OUTPUT: usize = 32 << 10;
}

/// Why a game cannot be played. Its players are not at fault.
#[derive(Debug, thiserror::Error)]
pub enum BadBout {
    /// The contest has no such games.
    #[error(transparent)]
    Terms(#[from] BadTerms),
    /// The job cannot be done.
    #[error(transparent)]
    Job(#[from] BadJob),
    /// The line-up does not fit the contest.
    #[error("{0}")]
    LineUp(String),
}

impl Contest {
    /// The terms of a tournament of this contest.
    pub(crate) fn terms(
        &self,
        name: String,
        format: Format,
        participants: Vec<Participant>,
        seed: u64,
    ) -> Terms {
        Terms {
            tournament: name,
            v: Terms::VERSION,
            game: self.game.to_owned(),
            format,
            participants,
            boards: self.boards.clone(),
            position: None,
            openings: true,
            seating: Seating::Rotated,
            seed,
            clock: None,
            limits: self.limits,
            stop: Stop::default(),
            anchor: None,
            records: true,
            usual_tables: None,
            weights: BTreeMap::new(),
            shard: None,
        }
    }

    /// Everything that a game depends on, as a value that another machine can play.
    pub fn job(&self, bout: &Bout) -> Result<Job, BadBout> {
        let (found, seats) = (bout.players.len(), self.seats());
        if found != seats || bout.board >= self.boards.len() {
            let boards = self.boards.len();
            let what = format!(
                "a game has {seats} players and one of {boards} boards, and not {found} players on board {}",
                bout.board
            );
            return Err(BadBout::LineUp(what));
        }
        let participant = |player: &BoutPlayer| Participant {
            name: player.name.clone(),
            player: player.player.clone(),
            sha256: None,
        };
        let participants = bout.players.iter().map(participant).collect();
        let format = Format::RoundRobin { blocks: 1 };
        let tournament = Tournament::new(self.terms(self.name.clone(), format, participants, self.seed))?;
        Ok(tournament.job(&Fixture {
            game: 0,
            round: bout.opening,
            block: 0,
            map: bout.board,
            opening: bout.opening,
            seed: bout.seed,
            seats: (0..found).collect(),
        }))
    }

    /// A game as a task, which another machine can carry out if `with_modules` or the caller adds the hashes of its
    /// modules; [`Contest::fought`] is what becomes of its result.
    ///
    /// ```
    /// use joust_contest::{Bout, BoutPlayer, Contest};
    /// use joust_match::Programs;
    /// let contest = Contest::read("name = \"Spring\"\ngame = \"mad\"\n").unwrap();
    /// let player = |name: &str| BoutPlayer { name: name.to_owned(), player: "random".to_owned() };
    /// let bout = Bout { board: 0, seed: 7, opening: 0, players: vec![player("Ada"), player("Bob")] };
    /// let (task, programs) = (contest.task(&bout).unwrap(), Programs::default());
    /// let performed = task.perform(&programs, &false.into()).unwrap().unwrap();
    /// let here = contest.play(&bout, &programs, &false.into()).unwrap().unwrap();
    /// assert_eq!(contest.fought(&bout, performed), here);
    /// ```
    pub fn task(&self, bout: &Bout) -> Result<Task, BadBout> {
        let job = self.job(bout)?;
        let record = Some(Recording { names: names(bout), is_judged: true });
        Ok(Task { record, output: Private::MOST_OUTPUT, start_counts: true, ..Task::new(job) })
    }

    /// What became of a game whose [`Contest::task`] was done.
    pub fn fought(&self, bout: &Bout, performed: Performed) -> Fought {
        let Performed { played, record, output } = performed;
        let board = self.boards.get(bout.board).map_or_else(String::new, |setup| setup.board.name.clone());
        Fought {
            private: private(&played, output),
            shown: shown(board, names(bout), bout.seed, &played),
            record: record.unwrap_or_default(),
        }
    }

    /// Plays a game; `None` if the flag was set before its end. See [`Bout`] for an example.
    pub fn play(
        &self,
        bout: &Bout,
        programs: &Programs,
        stop: &AtomicBool,
    ) -> Result<Option<Fought>, BadBout> {
        Ok(self.play_by(&Here, bout, programs, stop)?.map(|(fought, _)| fought))
    }

    /// [`Contest::play`] with a game that this or another machine plays; with the name of that machine
    /// ([`CarriedOut::by`](joust_match::CarriedOut::by)).
    pub fn play_by(
        &self,
        machine: &dyn Perform,
        bout: &Bout,
        programs: &Programs,
        stop: &AtomicBool,
    ) -> Result<Option<(Fought, String)>, BadBout> {
        let done = machine.perform(&self.task(bout)?, programs, stop)?;
        Ok(done.map(|done| (self.fought(bout, done.performed), done.by)))
    }
}

fn names(bout: &Bout) -> Vec<String> {
    bout.players.iter().map(|player| player.name.clone()).collect()
}

fn private(played: &Played, output: Vec<String>) -> Vec<Private> {
    let of = |(seat, output): (usize, String)| {
        let fuel = played.fuel.get(seat).cloned().unwrap_or_default();
        let used = played.usage.get(seat).and_then(|usage| usage.fuel);
        let fuel_share = used.map(|used| used.share().min(1.0));
        let fault = played.faults.iter().find(|fault| fault.seat.index() == seat).cloned();
        Private { fuel, fuel_share, fault, output }
    };
    output.into_iter().enumerate().map(of).collect()
}

fn shown(board: String, names: Vec<String>, seed: u64, played: &Played) -> Shown {
    let outcome = played.ending.outcome;
    let points: Vec<i32> = outcome.and_then(|outcome| Some(outcome.scores()?.to_vec())).unwrap_or_default();
    let seats = names.len();
    let scores = match outcome {
        Some(outcome) if seats == 2 => {
            vec![score(outcome, Seat::FIRST), score(outcome, Seat::SECOND)]
        }
        Some(_) => beaten(&points.iter().map(|points| f64::from(*points)).collect::<Vec<_>>()),
        // A game that could not be finished is nobody's fault, and counts as a tie.
        None => vec![0.5; seats],
    };
    let fault = |fault: &Fault| ShownFault { seat: fault.seat.index(), turn: fault.turn, kind: fault.kind };
    Shown {
        names,
        board,
        seed,
        result: outcome.filter(|_| seats == 2).map(|outcome| outcome.to_string()),
        points,
        scores,
        winner: outcome.and_then(|outcome| outcome.winner()).map(Seat::index),
        why: played.ending.why.as_str().to_owned(),
        faults: played.faults.iter().map(fault).collect(),
    }
}

/// Bytes as base64, where they are part of a document in JSON.
pub(crate) mod as_base64 {
    use super::{Deserialize, Deserializer, STANDARD, Serializer};
    use base64::Engine as _;
    use serde::de::Error as _;

    pub(crate) fn serialize<S: Serializer>(bytes: &[u8], to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(&STANDARD.encode(bytes))
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<u8>, D::Error> {
        STANDARD.decode(String::deserialize(from)?).map_err(D::Error::custom)
    }
}
