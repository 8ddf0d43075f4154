//! What is written to the database, and what is read from it.

/// What a list shows of a game, after some entry of its log.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// The seat that is asked to act; `None` when the game is over.
    pub to_act: Option<u8>,
    /// Actions that were made and still stand.
    pub moves: u32,
    /// The word for how the game ended; `None` while it goes on.
    pub ending: Option<String>,
    /// The seat that won, if one did.
    pub winner: Option<u8>,
    /// Whether something can happen by itself: a clock runs, or the computer is to move.
    pub wakes: bool,
}

/// A seat that a player has taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeatTaken {
    /// Which seat.
    pub seat: u8,
    /// The player, by id.
    pub visitor: String,
    /// The name of the player at that time.
    pub name: String,
}

/// An entry of a log that is to be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewEntry {
    /// Its number in the log, counted from 0.
    pub seq: u32,
    /// When it happened.
    pub at: i64,
    /// What happened; the store does not look into it.
    pub body: String,
    /// The seat that is taken by it, if it is that kind of entry.
    pub seat: Option<SeatTaken>,
    /// The game after it.
    pub summary: Summary,
}

impl NewEntry {
    /// An entry by which no seat is taken, in a game that waits for nobody.
    pub fn new(seq: u32, at: i64, body: impl Into<String>) -> NewEntry {
        NewEntry { seq, at, body: body.into(), seat: None, summary: Summary::default() }
    }
}

/// A game that is to be written.
#[derive(Clone, Debug)]
pub struct NewGame<'a> {
    /// Its name, which no other game has.
    pub id: &'a str,
    /// What was settled beforehand; the store does not look into it.
    pub terms: &'a str,
    /// When it was made.
    pub at: i64,
    /// How its log begins.
    pub entries: Vec<NewEntry>,
    /// An entry for the log of another game that leads to this one. Both are written, or neither.
    pub link: Option<(&'a str, NewEntry)>,
}

/// A game as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredGame {
    /// What was settled beforehand.
    pub terms: String,
    /// When it was made.
    pub at: i64,
    /// Its log, in order.
    pub entries: Vec<StoredEntry>,
}

/// An entry as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredEntry {
    /// When it happened.
    pub at: i64,
    /// What happened.
    pub body: String,
}

/// A game as a list shows it, without its log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameSummary {
    /// Its name.
    pub id: String,
    /// What was settled beforehand.
    pub terms: String,
    /// When it was made.
    pub at: i64,
    /// The seats that are taken, in order.
    pub seats: Vec<SeatTaken>,
    /// What follows from its log; `None` in a game of an older joust that was not read since.
    pub summary: Option<Summary>,
}
