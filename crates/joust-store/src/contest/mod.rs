//! Contests of a class: terms, members, versions, games and official rounds. The store does not interpret the
//! texts; their meaning is that of `joust-contest`.

pub(crate) mod read;
pub(crate) mod write;

/// A contest that is to be written. Its owner becomes its first member, a teacher.
#[derive(Clone, Debug)]
pub struct NewContest {
    /// Its id, which must be unique.
    pub id: String,
    /// The account that makes it.
    pub owner: String,
    /// The name of the owner in the class.
    pub name: String,
    /// Its terms.
    pub terms: String,
    /// The code with which students join, which must be unique.
    pub code: String,
    /// When it is made, in milliseconds since 1970.
    pub at: i64,
}

/// A contest as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredContest {
    /// Its id.
    pub id: String,
    /// The account that has made it.
    pub owner: String,
    /// Its terms.
    pub terms: String,
    /// `draft`, `open` or `closed`.
    pub state: String,
    /// The code with which students join.
    pub code: String,
    /// When it was made, in milliseconds since 1970.
    pub at: i64,
    /// When it was opened first.
    pub opened: Option<i64>,
    /// When it was closed last.
    pub closed: Option<i64>,
}

/// A member that is to be written.
#[derive(Clone, Debug)]
pub struct NewMember {
    /// The contest.
    pub contest: String,
    /// The account.
    pub visitor: String,
    /// `student` or `teacher`.
    pub role: &'static str,
    /// The name in the class.
    pub name: String,
    /// What the gradebook of the school calls the student.
    pub grade_key: String,
    /// When they join, in milliseconds since 1970.
    pub at: i64,
}

/// A member as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredMember {
    /// Its number in the contest, from 1.
    pub number: i64,
    /// The account.
    pub visitor: String,
    /// `student`, `teacher` or `removed`.
    pub role: String,
    /// The name in the class.
    pub name: String,
    /// What the gradebook of the school calls the student.
    pub grade_key: String,
    /// When they joined, in milliseconds since 1970.
    pub at: i64,
}

/// A name that may join.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invitation {
    /// The name without differences of case.
    pub caseless: String,
    /// The name.
    pub name: String,
    /// What the gradebook of the school calls the student.
    pub grade_key: String,
}

/// A version that is to be written. It waits for the judge.
#[derive(Clone, Debug)]
pub struct NewVersion {
    /// The contest.
    pub contest: String,
    /// Its number in the contest, which must be unique.
    pub number: i64,
    /// The author.
    pub visitor: String,
    /// What the author calls it.
    pub label: String,
    /// The name of the file.
    pub file: String,
    /// The name that the author gives the player; may be empty.
    pub player: String,
    /// When it arrived, in milliseconds since 1970.
    pub at: i64,
    /// What was handed in.
    pub source: Vec<u8>,
}

/// A version as it is stored, without source, module and report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredVersion {
    /// The contest.
    pub contest: String,
    /// Its number in the contest.
    pub number: i64,
    /// The author.
    pub visitor: String,
    /// What the author calls it.
    pub label: String,
    /// The name of the file.
    pub file: String,
    /// The name that the author gave the player; may be empty.
    pub player: String,
    /// When it arrived, in milliseconds since 1970.
    pub at: i64,
    /// `waiting`, `judging`, `failed`, `qualified`, `trouble` or `gone`.
    pub state: String,
    /// What became of it before it is judged again: `failed`, `qualified` or `trouble`; empty for one that is new.
    pub earlier: String,
    /// How often the judge itself failed.
    pub tries: i64,
    /// The language that the judge found; may be empty.
    pub language: String,
    /// The name of the player that the judge found; may be empty.
    pub name: String,
    /// The step that failed, or what went wrong on our side, as the caller wrote it; may be empty.
    pub failed: String,
    /// The SHA-256 of the module; may be empty.
    pub sha256: String,
    /// The size of what was handed in, in bytes.
    pub size: i64,
}

/// What the judge found out, which replaces what was known of a version.
#[derive(Clone, Debug)]
pub struct Verdict {
    /// The contest.
    pub contest: String,
    /// The version.
    pub number: i64,
    /// The new state.
    pub state: &'static str,
    /// The language; may be empty.
    pub language: String,
    /// The name of the player; may be empty.
    pub name: String,
    /// The step that failed; may be empty.
    pub failed: String,
    /// The SHA-256 of the module; may be empty.
    pub sha256: String,
    /// The module; may be empty.
    pub module: Vec<u8>,
    /// The document of the judge.
    pub report: String,
    /// The games of the qualification, which replace earlier ones.
    pub games: Vec<NewBout>,
}

/// A choice of an official version.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredChoice {
    /// The student.
    pub visitor: String,
    /// The version.
    pub version: i64,
    /// When, in milliseconds since 1970.
    pub at: i64,
}

/// A seat of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BoutChair {
    /// The version; 0 for a built-in player.
    pub version: i64,
    /// What only the author may see; may be empty.
    pub private: String,
}

/// A game that is to be written.
#[derive(Clone, Debug)]
pub struct NewBout {
    /// Its number in the contest, which must be unique.
    pub number: i64,
    /// `qualification`, `friendly` or `ladder`.
    pub kind: &'static str,
    /// The account that asks for it; may be empty.
    pub asker: String,
    /// When it is asked for, in milliseconds since 1970.
    pub at: i64,
    /// The block of the ladder.
    pub block: i64,
    /// The board or map.
    pub board: i64,
    /// The seed.
    pub seed: i64,
    /// The number of the opening.
    pub opening: i64,
    /// The seats in their order.
    pub chairs: Vec<BoutChair>,
    /// The result; `None` for a game that waits.
    pub result: Option<BoutResult>,
}

/// The result of a game.
#[derive(Clone, Debug)]
pub struct BoutResult {
    /// `done`, or `trouble` for a game that could not be played.
    pub state: &'static str,
    /// When it was over, in milliseconds since 1970.
    pub done: i64,
    /// What everybody may see.
    pub shown: String,
    /// What only the author of each seat may see, in the order of the seats.
    pub private: Vec<String>,
    /// The record.
    pub record: Vec<u8>,
    /// The machine that played it; empty for the server itself.
    pub worker: String,
}

/// A game as it is stored, without its record and what is private.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredBout {
    /// The contest.
    pub contest: String,
    /// Its number in the contest.
    pub number: i64,
    /// `qualification`, `friendly` or `ladder`.
    pub kind: String,
    /// `waiting`, `done` or `trouble`.
    pub state: String,
    /// The account that has asked for it; may be empty.
    pub asker: String,
    /// When it was asked for, in milliseconds since 1970.
    pub at: i64,
    /// When it was over.
    pub done: Option<i64>,
    /// The block of the ladder.
    pub block: i64,
    /// The board or map.
    pub board: i64,
    /// The seed.
    pub seed: i64,
    /// The number of the opening.
    pub opening: i64,
    /// What everybody may see; may be empty.
    pub shown: String,
    /// The versions in the order of the seats; 0 for a built-in player.
    pub versions: Vec<i64>,
}

/// Which games a list has.
#[derive(Clone, Debug, Default)]
pub struct BoutFilter {
    /// Only games of this kind.
    pub kind: Option<&'static str>,
    /// Only games in which one of these versions has a seat.
    pub versions: Option<Vec<i64>>,
    /// Only games with a smaller number.
    pub before: Option<i64>,
    /// Only games in this state.
    pub state: Option<&'static str>,
}

/// An official round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OfficialRoundRow {
    /// The contest.
    pub contest: String,
    /// Its number, from 1.
    pub number: i64,
    /// `waiting`, `playing`, `over` or `trouble`.
    pub state: String,
    /// When everything was frozen, in milliseconds since 1970.
    pub at: i64,
    /// The frozen players, as the caller wrote them.
    pub players: String,
    /// Games so far.
    pub played: i64,
    /// The most games.
    pub most: i64,
    /// Why it cannot be played; may be empty.
    pub trouble: String,
}
