//! Boards, positions and moves.

use joust_core::{Duel, Illegal, Image, MAX_MOVES, MoveList, Outcome, Seat, mix};
use std::fmt;

/// The size of a board. [BRK-1.1]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Board {
    pub(crate) columns: u8,
    pub(crate) rows: u8,
}

// A pawn has at most three moves, and a side at most two rows of pawns. [BRK-1.3] [BRK-2.2]
const _: () = assert!(3 * 2 * Board::ALL[0].columns as usize <= MAX_MOVES);

impl Board {
    /// All boards, the usual one first. [BRK-1.1]
    pub const ALL: [Board; 2] = [Board { columns: 4, rows: 5 }, Board { columns: 3, rows: 4 }];

    /// The board of that name.
    pub fn named(name: &str) -> Option<Board> {
        Board::ALL.into_iter().find(|board| board.to_string() == name)
    }

    fn square(self, column: i8, row: i8) -> Option<Square> {
        let on_board = (0..self.columns as i8).contains(&column) && (0..self.rows as i8).contains(&row);
        on_board.then_some(Square((row * 8 + column) as u8))
    }

    /// The squares of a row, as bits.
    pub(crate) const fn row(self, row: u8) -> u64 {
        ((1 << self.columns) - 1) << (8 * row)
    }

    /// The row that a side must reach. [BRK-3.1]
    pub(crate) fn goal(self, seat: Seat) -> u8 {
        if seat == Seat::FIRST { self.rows - 1 } else { 0 }
    }
}

/// Its name. [BRK-1.1]
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.columns, self.rows)
    }
}

/// A square: eight times its row plus its column, both counted from 0 at White's left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Square(pub(crate) u8);

impl Square {
    pub(crate) const fn column(self) -> i8 {
        (self.0 % 8) as i8
    }

    pub(crate) const fn row(self) -> i8 {
        (self.0 / 8) as i8
    }

    pub(crate) const fn bit(self) -> u64 {
        1 << self.0
    }

    /// The squares of a set of bits in order.
    pub(crate) fn all_in(bits: u64) -> impl Iterator<Item = Square> {
        (0..64).map(Square).filter(move |square| bits & square.bit() != 0)
    }
}

/// Its name. [BRK-1.2]
impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.column() as u8), self.row() + 1)
    }
}

/// A move of a pawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    pub(crate) from: Square,
    pub(crate) to: Square,
    /// Whether it takes a pawn. [BRK-2.3]
    pub(crate) takes: bool,
}

/// The notation. [BRK-4.1]
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}{}", self.from, if self.takes { 'x' } else { '-' }, self.to)
    }
}

/// The pawns on a board, and the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    pub(crate) board: Board,
    pub(crate) pawns: [u64; 2],
    pub(crate) side: Seat,
}

impl Position {
    /// The position in which games begin. [BRK-1.3] [BRK-2.1]
    pub fn start(board: Board) -> Position {
        let [low, high] = [0, board.rows - 2].map(|row| board.row(row) | board.row(row + 1));
        Position { board, pawns: [low, high], side: Seat::FIRST }
    }

    /// The board of the game.
    pub fn board(&self) -> Board {
        self.board
    }

    /// The pawns of a side, as bits.
    pub(crate) fn of(&self, seat: Seat) -> u64 {
        self.pawns[seat.index() & 1]
    }

    /// Whether a side has won, and why. [BRK-3.1] [BRK-3.2]
    pub(crate) fn won(&self, seat: Seat) -> Option<&'static str> {
        if self.of(seat) & self.board.row(self.board.goal(seat)) != 0 {
            return Some(crate::why::THROUGH);
        }
        (self.of(seat.opponent()) == 0).then_some(crate::why::LAST_PAWN)
    }

    /// What a pawn of the side to move does by going to a square of the next row, or the clause that
    /// forbids it.
    fn step(&self, from: Square, to: Square) -> Result<Move, Illegal> {
        let forward = if self.side == Seat::FIRST { 1 } else { -1 };
        let aside = to.column() - from.column();
        if to.row() - from.row() != forward || aside.abs() > 1 {
            let reason = format!("a pawn on {from} goes one row ahead, straight or diagonally, not to {to}");
            return Err(Illegal::new("BRK-2.2", reason));
        }
        if self.of(self.side) & to.bit() != 0 {
            return Err(Illegal::new("BRK-2.2", format!("an own pawn stands on {to}")));
        }
        let takes = self.of(self.side.opponent()) & to.bit() != 0;
        if takes && aside == 0 {
            return Err(Illegal::new("BRK-2.3", format!("a pawn cannot take straight ahead on {to}")));
        }
        Ok(Move { from, to, takes })
    }

    /// The move that a text means, or the clause that forbids it. [BRK-4.1]
    pub fn understand(&self, text: &str) -> Result<Move, Illegal> {
        let text = text.trim().to_lowercase();
        let plain: Vec<char> = text.chars().filter(|c| !matches!(c, '-' | 'x' | ' ')).collect();
        let [a, b, c, d] = plain[..] else {
            return Err(Illegal::new("BRK-4.1", format!("`{text}` is not a move: write b2-b3 or b2xc3")));
        };
        let square = |column: char, row: char| {
            let numbers = (column as i64 - 'a' as i64, row as i64 - '1' as i64);
            let numbers = i8::try_from(numbers.0).ok().zip(i8::try_from(numbers.1).ok());
            let found = numbers.and_then(|(column, row)| self.board.square(column, row));
            // [BRK-1.2]
            found.ok_or_else(|| {
                Illegal::new(
                    "BRK-1.2",
                    format!("`{column}{row}` is not a square of the board {}", self.board),
                )
            })
        };
        let (from, to) = (square(a, b)?, square(c, d)?);
        if let Some(why) = self.won(self.side.opponent()) {
            let clause = if why == crate::why::THROUGH { "BRK-3.1" } else { "BRK-3.2" };
            return Err(Illegal::new(clause, "the game is over"));
        }
        if self.of(self.side) & from.bit() == 0 {
            let side = Position::SIDES[self.side.index() & 1];
            return Err(Illegal::new("BRK-2.1", format!("{side} is to move and has no pawn on {from}")));
        }
        self.step(from, to)
    }

    /// The image under a map of the squares, with the sides exchanged or not. [BRK-5.1]
    fn image(&self, map: impl Fn(Square) -> Square + 'static, exchanged: bool) -> Image<Position> {
        let set = |bits| Square::all_in(bits).fold(0, |set, square| set | map(square).bit());
        let mut position = Position { pawns: self.pawns.map(set), ..*self };
        if exchanged {
            position.pawns.reverse();
            position.side = self.side.opponent();
        }
        let moved = move |mv: Move| Move { from: map(mv.from), to: map(mv.to), ..mv };
        Image { position, map: Box::new(moved), exchanged }
    }
}

impl Duel for Position {
    type Move = Move;

    const SIDES: [&'static str; 2] = ["white", "black"];

    fn to_move(&self) -> Seat {
        self.side
    }

    /// Only the side that has just moved can have won.
    fn outcome(&self) -> Option<Outcome> {
        let mover = self.side.opponent();
        self.won(mover).map(|_| Outcome::duel_win(mover, Outcome::FULL))
    }

    /// By square, from left to right. There is always one: nothing of its own side is ahead of the foremost
    /// pawn, so it can go diagonally. [BRK-2.1]
    fn moves(&self, list: &mut MoveList<Move>) {
        if self.outcome().is_some() {
            return;
        }
        let forward = if self.side == Seat::FIRST { 1 } else { -1 };
        for from in Square::all_in(self.of(self.side)) {
            let ahead =
                (-1..=1).filter_map(|aside| self.board.square(from.column() + aside, from.row() + forward));
            list.extend(ahead.filter_map(|to| self.step(from, to).ok()));
        }
    }

    fn make(&mut self, mv: Move) {
        let (us, them) = (self.side.index() & 1, self.side.opponent().index() & 1);
        self.pawns[us] ^= mv.from.bit() | mv.to.bit();
        self.pawns[them] &= !mv.to.bit();
        self.side = self.side.opponent();
    }

    /// All of the position. [BRK-5.2]
    fn key(&self) -> u64 {
        let Board { columns, rows } = self.board;
        let size = u64::from(columns) << 8 | u64::from(rows) << 4 | self.side.index() as u64;
        mix(self.pawns[0] ^ mix(self.pawns[1] ^ mix(size)))
    }

    fn write_move(&self, mv: Move) -> String {
        mv.to_string()
    }

    fn read_move(&self, text: &str) -> Result<Move, String> {
        self.understand(text).map_err(|why| why.to_string())
    }

    /// Every move brings a pawn a row nearer to its goal.
    fn longest(&self) -> u32 {
        let way = |seat: Seat, square: Square| {
            u32::from((self.board.goal(seat) as i8 - square.row()).unsigned_abs())
        };
        let ways = |seat| Square::all_in(self.of(seat)).map(|square| way(seat, square)).sum::<u32>();
        ways(Seat::FIRST) + ways(Seat::SECOND)
    }

    /// The mirror, and the board upside down with the colours exchanged. [BRK-5.1]
    fn images(&self) -> Vec<Image<Position>> {
        let Board { columns, rows } = self.board;
        let mirror = move |at: Square| Square(at.0 / 8 * 8 + columns - 1 - at.0 % 8);
        let turn = move |at: Square| Square((rows - 1 - at.0 / 8) * 8 + at.0 % 8);
        vec![self.image(mirror, false), self.image(turn, true)]
    }
}
