//! From drafts to positions. [MAD-9.4] [MAD-9.5] [MAD-9.6]

use crate::fleet::Fleet;
use crate::position::Parts;
use crate::{Board, Cell, Coord, Draft, Field, Position, Rules, Ship, Side};

/// One reason why a draft is not a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PositionFault {
    /// A row that is longer or shorter than the others.
    #[error("rows: row {row} has {found} squares instead of {expected} [MAD-9.3]")]
    RowLength {
        /// The row by its number, 1 at the bottom.
        row: usize,
        /// The length of the row.
        found: usize,
        /// The length that it should have.
        expected: usize,
    },
    /// A shape that no board has.
    #[error(
        "rows: no board has {rows} rows of {columns} with these squares; the boards are {known} [MAD-9.5]"
    )]
    NoSuchBoard {
        /// How many rows there are.
        rows: usize,
        /// How long the top row is.
        columns: usize,
        /// The names of the boards.
        known: String,
    },
    /// A shape that another board has.
    #[error("rows: the shape is that of the board {found}, but {wanted} was asked for [MAD-9.5]")]
    OtherBoard {
        /// The board with this shape.
        found: String,
        /// The board that was asked for.
        wanted: String,
    },
    /// A square whose text is neither a ship nor `#`.
    #[error("{at}: `{text}` is not a ship: r or b and three digits, each 1 or 2 [MAD-1.1]")]
    UnknownShip {
        /// The square.
        at: Coord,
        /// The text that stands there.
        text: String,
    },
    /// A side has two ships of one number.
    #[error("{at}: {side} has a second {ship}; the first stands on {first} [MAD-1.1]")]
    Twice {
        /// Where the second stands.
        at: Coord,
        /// Where the first stands.
        first: Coord,
        /// The side that has it.
        side: Side,
        /// The ship.
        ship: Ship,
    },
    /// Both corvettes are in exile, so neither side has won.
    #[error("both corvettes 111 are in exile [MAD-9.5]")]
    NoCorvettes,
    /// The side to move is missing.
    #[error("side: the side to move is missing: add r or b [MAD-9.3]")]
    NoSide,
    /// The second field is not a side.
    #[error("side: `{0}` is neither r nor b [MAD-9.3]")]
    UnknownSide(String),
    /// The third field is not a turn.
    #[error("turn: `{0}` is not a number from 1 [MAD-9.3]")]
    UnreadableTurn(String),
    /// The fourth field is not a counter.
    #[error("counter: `{0}` is not a number of turns [MAD-9.3]")]
    UnreadableCounter(String),
    /// The fifth field is not an expeller.
    #[error("last expeller: `{0}` is not r, b or - [MAD-9.3]")]
    UnreadableExpeller(String),
    /// Some of the last three fields are there, but not all.
    #[error("fields: give turn, counter and last expeller, or none of them [MAD-9.3]")]
    Incomplete,
    /// More words than there are fields.
    #[error("fields: `{0}` stands after the last field [MAD-9.3]")]
    Surplus(String),
    /// A turn before the first or beyond [`Position::MAX_TURN`].
    #[error("turn: {0} is out of range: turns are counted from 1 to {max} [MAD-9.5]", max = Position::MAX_TURN)]
    Turn(u32),
    /// A turn of the other side: odd turns are Red's.
    #[error("turn: turn {turn} belongs to {}, not to {side} [MAD-2.1]", Side::of_turn(*.turn))]
    Parity {
        /// The number of the turn.
        turn: u32,
        /// The side to move in the text.
        side: Side,
    },
    /// A counter that the limit of the ruleset does not allow.
    #[error("counter: {counter} is beyond the limit of {limit} turns [MAD-9.5]")]
    BeyondLimit {
        /// The counter in the text.
        counter: u32,
        /// The limit of the ruleset.
        limit: u16,
    },
    /// A counter that is higher than the number of turns played.
    #[error(
        "counter: {counter} turns without an expulsion, but only {played} turns have been played [MAD-9.5]"
    )]
    BeyondTurn {
        /// The counter in the text.
        counter: u32,
        /// Turns before this one.
        played: u32,
    },
}

/// All reasons why a draft is not a position: at least one.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", joust_core::joined(.0))]
pub struct BadPosition(pub Vec<PositionFault>);

impl Position {
    /// The highest turn number that is accepted: the rest is room to play on.
    pub const MAX_TURN: u32 = 1_000_000_000;

    /// Makes a position from a draft, or says everything that is wrong with it.
    ///
    /// The board follows from the shape, unless it is given; then the shape must fit it. [`Position::read`]
    /// does this with a text.
    ///
    /// See [`Draft`] for an example.
    pub fn from_draft(
        draft: &Draft,
        rules: Rules,
        board: Option<&'static Board>,
    ) -> Result<Position, BadPosition> {
        let mut faults = Vec::new();
        let board = find_board(draft, board, &mut faults);
        check_ships(draft, &mut faults);
        let side = check_side(draft, &mut faults);
        let counts = check_fields(draft, side, rules, &mut faults);
        let (Some(board), Some((turn, counter, expeller)), []) = (board, counts, faults.as_slice()) else {
            return Err(BadPosition(faults));
        };
        let mut fleets = [Fleet::default(); 2];
        for (at, side, ship) in draft.ships() {
            if let Some(square) = board.square(at) {
                fleets[side as usize].put(ship, square);
            }
        }
        Ok(Position::assemble(Parts { board, rules, fleets, turn, counter, expeller }))
    }

    /// The position with these fleets on the board, after both positioning turns, with the counter at 0 and
    /// without a last expeller: what [`Position::from_draft`] makes of these ships, but fast enough for
    /// solvers, which need millions. `None` where that refuses. [MAD-9.4] [MAD-9.5]
    ///
    /// ```
    /// use joust_mad::{Board, Fleet, Position, Rules, Ship, Side};
    /// let board = Board::named("6x4").unwrap();
    /// let corvette = |at: &str| Fleet::of([(Ship::CORVETTE, board.square(at.parse().unwrap()).unwrap())]);
    /// let fleets = [corvette("d1"), corvette("a6")];
    /// let position = Position::from_fleets(board, Rules::APP, fleets, Side::Red).unwrap();
    /// assert_eq!(position.to_string(), "b111,,,/,,,/,,,/,,,/,,,/,,,r111 r 3 0 -");
    /// ```
    pub fn from_fleets(
        board: &'static Board,
        rules: Rules,
        fleets: [Fleet; 2],
        side: Side,
    ) -> Option<Position> {
        let [red, blue] = &fleets;
        let fits = (red.ships | blue.ships) & !board.all == 0 && red.ships & blue.ships == 0;
        let playable = red.corvette() | blue.corvette() != 0;
        (fits && playable && red.is_sound() && blue.is_sound()).then(|| {
            let turn = 3 + side as u32;
            Position::assemble(Parts { board, rules, fleets, turn, counter: 0, expeller: None })
        })
    }

    /// The position with another counter and last expeller, and with a later turn where its own would be
    /// too early for that counter. `None` when the counter exceeds the limit. [MAD-9.5]
    ///
    /// ```
    /// use joust_mad::{Position, Rules, Side};
    /// let position = Position::read("b111,,,/,,,/,,,/,,,/,,,/,,,r111 r", Rules::APP, None).unwrap();
    /// let late = position.with_tie_break(29, Some(Side::Red)).unwrap();
    /// assert_eq!(late.to_string(), "b111,,,/,,,/,,,/,,,/,,,/,,,r111 r 31 29 r");
    /// assert_eq!(position.with_tie_break(31, None), None);
    /// ```
    #[must_use]
    pub fn with_tie_break(&self, counter: u16, expeller: Option<Side>) -> Option<Position> {
        let missing = (u32::from(counter) + 1).saturating_sub(self.turn);
        let turn = self.turn + missing.next_multiple_of(2);
        (counter <= self.limit && turn <= Position::MAX_TURN)
            .then(|| Position::assemble(Parts { turn, counter, expeller, ..self.parts() }))
    }

    /// Reads a position text. [MAD-9.3]
    ///
    /// ```
    /// use joust_mad::{Position, Rules};
    /// let text = "b111,,,/,,,/,,,/,,,/,,,/,,,r111 r";
    /// let position = Position::read(text, Rules::default(), None).unwrap();
    /// assert_eq!(position.to_string(), "b111,,,/,,,/,,,/,,,/,,,/,,,r111 r 3 0 -");
    /// let wrong = Position::read("r111,r111,r333,/", Rules::default(), None).unwrap_err();
    /// assert!(wrong.0.len() > 3);
    /// ```
    pub fn read(text: &str, rules: Rules, board: Option<&'static Board>) -> Result<Position, BadPosition> {
        Position::from_draft(&Draft::read(text), rules, board)
    }
}

fn find_board(
    draft: &Draft,
    wanted: Option<&'static Board>,
    faults: &mut Vec<PositionFault>,
) -> Option<&'static Board> {
    if let Some(board) = wanted.filter(|board| board.has_shape(&draft.rows)) {
        return Some(board);
    }
    let found = Board::all().iter().find(|board| board.has_shape(&draft.rows));
    if let (Some(found), Some(wanted)) = (found, wanted) {
        let (found, wanted) = (found.name().to_owned(), wanted.name().to_owned());
        faults.push(PositionFault::OtherBoard { found, wanted });
        return None;
    }
    if found.is_some() {
        return found;
    }
    // No board has this shape. If most rows have the length of a board with this number of rows, the other
    // rows are at fault.
    let fitting = |length: usize| draft.rows.iter().filter(|row| row.len() == length).count();
    let like = wanted.or_else(|| {
        let boards = Board::all().iter().filter(|board| board.rows() == draft.rows.len());
        boards
            .max_by_key(|board| fitting(board.columns()))
            .filter(|board| 2 * fitting(board.columns()) >= board.rows())
    });
    let before = faults.len();
    if let Some(board) = like.filter(|board| board.rows() == draft.rows.len()) {
        let expected = board.columns();
        for (i, row) in draft.rows.iter().enumerate().filter(|(_, row)| row.len() != expected) {
            faults.push(PositionFault::RowLength { row: draft.rows.len() - i, found: row.len(), expected });
        }
    }
    if faults.len() == before {
        let known: Vec<_> =
            wanted.map_or_else(|| Board::all().iter().map(Board::name).collect(), |board| vec![board.name()]);
        faults.push(PositionFault::NoSuchBoard {
            rows: draft.rows.len(),
            columns: draft.rows.first().map_or(0, Vec::len),
            known: known.join(", "),
        });
    }
    None
}

fn check_ships(draft: &Draft, faults: &mut Vec<PositionFault>) {
    for (i, row) in draft.rows.iter().enumerate() {
        for (j, cell) in row.iter().enumerate() {
            if let Cell::Unknown(text) = cell {
                faults.push(PositionFault::UnknownShip { at: draft.coord(i, j), text: text.clone() });
            }
        }
    }
    let mut first: [[Option<Coord>; Ship::COUNT]; 2] = Default::default();
    for (at, side, ship) in draft.ships() {
        match first[side as usize][ship.code()] {
            Some(first) => faults.push(PositionFault::Twice { at, first, side, ship }),
            ref mut place => *place = Some(at),
        }
    }
    if first.iter().all(|ships| ships[Ship::CORVETTE.code()].is_none()) {
        faults.push(PositionFault::NoCorvettes);
    }
}

fn check_side(draft: &Draft, faults: &mut Vec<PositionFault>) -> Option<Side> {
    match &draft.side {
        Field::Is(side) => return Some(*side),
        Field::Absent => faults.push(PositionFault::NoSide),
        Field::Unreadable(text) => faults.push(PositionFault::UnknownSide(text.clone())),
    }
    None
}

fn check_fields(
    draft: &Draft,
    side: Option<Side>,
    rules: Rules,
    faults: &mut Vec<PositionFault>,
) -> Option<(u32, u16, Option<Side>)> {
    let before = faults.len();
    if let Field::Unreadable(text) = &draft.turn {
        faults.push(PositionFault::UnreadableTurn(text.clone()));
    }
    if let Field::Unreadable(text) = &draft.counter {
        faults.push(PositionFault::UnreadableCounter(text.clone()));
    }
    if let Field::Unreadable(text) = &draft.expeller {
        faults.push(PositionFault::UnreadableExpeller(text.clone()));
    }
    for word in &draft.surplus {
        faults.push(PositionFault::Surplus(word.clone()));
    }
    let absent =
        [draft.turn == Field::Absent, draft.counter == Field::Absent, draft.expeller == Field::Absent];
    if absent.contains(&true) && absent.contains(&false) {
        faults.push(PositionFault::Incomplete);
    }
    if let Field::Is(turn) = draft.turn {
        if !(1..=Position::MAX_TURN).contains(&turn) {
            faults.push(PositionFault::Turn(turn));
        } else if let Some(side) = side.filter(|side| *side != Side::of_turn(turn)) {
            faults.push(PositionFault::Parity { turn, side });
        }
    }
    if let Field::Is(counter) = draft.counter {
        if counter > rules.limit.into() {
            faults.push(PositionFault::BeyondLimit { counter, limit: rules.limit });
        }
        if let Field::Is(turn @ 1..) = draft.turn
            && counter > turn - 1
        {
            faults.push(PositionFault::BeyondTurn { counter, played: turn - 1 });
        }
    }
    if faults.len() > before {
        return None;
    }
    match (&draft.turn, &draft.counter, &draft.expeller) {
        (Field::Is(turn), Field::Is(counter), Field::Is(expeller)) => {
            Some((*turn, *counter as u16, *expeller))
        }
        // [MAD-9.4] Both positioning turns are over.
        _ => side.map(|side| (3 + side as u32, 0, None)),
    }
}
