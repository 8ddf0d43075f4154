//! The values that are written to the database and read from it.

/// The summary of a game after an entry of its log, for lists.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// The seat to act; `None` when the game is over.
    pub to_act: Option<u8>,
    /// The number of actions that were not taken back.
    pub moves: u32,
    /// How the game ended, in one word; `None` while it goes on.
    pub ending: Option<String>,
    /// The seat that won, if one did.
    pub winner: Option<u8>,
    /// Whether something can happen without a visitor: a clock runs, or the computer is to act.
    pub wakes: bool,
}

/// A seat that a player has taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeatTaken {
    /// The seat.
    pub seat: u8,
    /// The id of the player.
    pub visitor: String,
    /// The name of the player at that time.
    pub name: String,
}

/// An entry of a log that is to be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewEntry {
    /// Its number in the log, from 0.
    pub seq: u32,
    /// Its time, in milliseconds since 1970.
    pub at: i64,
    /// Its text, which the store does not interpret.
    pub body: String,
    /// The seat that the entry takes, if it takes one.
    pub seat: Option<SeatTaken>,
    /// The summary of the game after the entry.
    pub summary: Summary,
}

impl NewEntry {
    /// An entry that takes no seat, with an empty summary.
    pub fn new(seq: u32, at: i64, body: impl Into<String>) -> NewEntry {
        NewEntry { seq, at, body: body.into(), seat: None, summary: Summary::default() }
    }
}

/// A game that is to be written.
#[derive(Clone, Debug)]
pub struct NewGame<'a> {
    /// The id of the game, which must be unique.
    pub id: &'a str,
    /// The terms of the game, which the store does not interpret.
    pub terms: &'a str,
    /// When the game was made, in milliseconds since 1970.
    pub at: i64,
    /// The first entries of its log.
    pub entries: Vec<NewEntry>,
    /// The id of another game and an entry for its log that leads to this game. Both are written, or
    /// neither.
    pub link: Option<(&'a str, NewEntry)>,
}

/// A game as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredGame {
    /// The terms of the game.
    pub terms: String,
    /// When the game was made, in milliseconds since 1970.
    pub at: i64,
    /// The entries of the log, in order.
    pub entries: Vec<StoredEntry>,
}

/// An entry as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredEntry {
    /// Its time, in milliseconds since 1970.
    pub at: i64,
    /// Its text.
    pub body: String,
}

/// A game as a list shows it, without its log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameSummary {
    /// The id of the game.
    pub id: String,
    /// The terms of the game.
    pub terms: String,
    /// When the game was made, in milliseconds since 1970.
    pub at: i64,
    /// The seats that are taken, in order.
    pub seats: Vec<SeatTaken>,
    /// The summary; `None` in a game that an older joust has written and that was not read since.
    pub summary: Option<Summary>,
}

/// A game of Mad Max that a visitor shares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewFilm {
    /// Its id, which follows from its content: a file that is shared twice is stored once.
    pub id: String,
    /// When it is shared, in milliseconds since 1970.
    pub at: i64,
    /// The visitor.
    pub visitor: String,
    /// A hash of the visitor's address.
    pub site: String,
    /// The name of the file.
    pub name: String,
    /// The content, which the store does not interpret.
    pub bytes: Vec<u8>,
}

/// The largest numbers of films.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FilmLimits {
    /// Films of one visitor.
    pub visitor: u32,
    /// Films of one address.
    pub site: u32,
    /// All films.
    pub all: u32,
    /// Bytes of all films.
    pub bytes: u64,
}

/// The limit that leaves no room for a film.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoRoom {
    /// The visitor has shared as many as a visitor may.
    Visitor,
    /// As many as there may be of one address were shared from this one.
    Site,
    /// The shelf of the server is full.
    All,
}

/// A film as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredFilm {
    /// When it was shared last, in milliseconds since 1970.
    pub at: i64,
    /// The name of the file.
    pub name: String,
    /// The content.
    pub bytes: Vec<u8>,
}

/// A film as a list shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FilmSummary {
    /// Its id.
    pub id: String,
    /// When it was shared last, in milliseconds since 1970.
    pub at: i64,
    /// The name of the file.
    pub name: String,
}
