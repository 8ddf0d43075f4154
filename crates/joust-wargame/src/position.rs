//! Positions and moves: who owns which square, and what taking one does.

use crate::key::KEYS;
use crate::{Board, Rules, Side, Square};
use joust_core::{Duel, Illegal, Image, MAX_MOVES, MoveList, Outcome, Seat, illegal};
use std::fmt;

// Each square can be taken, by a blitz or by a drop where one may choose. [WAR-5.2]
const _: () = assert!(2 * Square::MAX <= MAX_MOVES);

/// Taking a square: the square, and whether a blitz is forgone. [WAR-2.2] [WAR-5.2]
///
/// ```
/// use joust_core::Duel;
/// use joust_wargame::{Board, Move, Position, Rules};
/// let start = Position::start(Board::named("Smolensk").unwrap(), Rules::default());
/// let square = start.board().square_named("C3").unwrap();
/// let mv = Move::take(square);
/// assert_eq!((start.understand("drop-C3"), start.write_move(mv).as_str()), (Ok(mv), "drop-C3"));
/// assert_eq!((mv.square(), mv.number()), (square, 14));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move(u8);

impl Move {
    const FORGOES_BLITZ: u8 = 64;

    /// Takes a square: by a blitz where one is possible, and else by a drop. [WAR-2.3]
    pub const fn take(square: Square) -> Move {
        Move(square.0)
    }

    /// Drops onto a square where a blitz would conquer. [WAR-5.2]
    ///
    /// ```
    /// use joust_core::Duel;
    /// use joust_wargame::{Board, Move, Position, Rules};
    /// let board = Board::read("mine", "1 2 3/4 5 6").unwrap();
    /// let position = Position::read(".b./g.. g", board, Rules::OPTIONAL_BLITZ).unwrap();
    /// let mv = Move::plain_drop(board.square_named("A1").unwrap());
    /// assert!(mv.forgoes_blitz() && position.all_moves().contains(&mv));
    /// assert_eq!(position.write_move(mv), "drop-A1");
    /// ```
    pub const fn plain_drop(square: Square) -> Move {
        Move(square.0 | Move::FORGOES_BLITZ)
    }

    /// One more than the largest number of a move.
    pub const NUMBERS: usize = 128;

    /// A number for tables that are indexed by moves. It does not depend on the position.
    pub const fn number(self) -> u16 {
        self.0 as u16
    }

    /// The square that is taken.
    pub const fn square(self) -> Square {
        Square(self.0 & 63)
    }

    /// Whether the move is a drop where a blitz would conquer. [WAR-5.2]
    ///
    /// See [`Move::plain_drop`] for an example.
    pub const fn forgoes_blitz(self) -> bool {
        self.0 & Move::FORGOES_BLITZ != 0
    }
}

/// A position of the War Game: the owners of the squares and the side to move, on a board, by a ruleset.
///
/// ```
/// use joust_core::Duel;
/// use joust_wargame::{Board, Position, Rules, Side};
/// let smolensk = Board::named("Smolensk").unwrap();
/// let mut position = Position::read("...b../..bbb./....../..gg../....../...... g", smolensk, Rules::default()).unwrap();
/// assert_eq!((position.board(), position.rules(), position.side()), (smolensk, Rules::MANDATORY, Side::Green));
/// let [d2, d3] = ["D2", "D3"].map(|name| smolensk.square_named(name).unwrap());
/// assert_eq!((position.owner(d2), position.owner(d3)), (Some(Side::Blue), None));
/// position.make(position.read_move("D3").unwrap());
/// assert_eq!(position.owner(d2), Some(Side::Green), "conquered from D3");
/// assert_eq!((position.owned(Side::Green).count_ones(), position.vacant().count_ones()), (4, 29));
/// assert_eq!((position.score(Side::Green), position.score(Side::Blue)), (113, 149));
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Position {
    owned: [u64; 2],
    key: u64,
    board: &'static Board,
    scores: [u16; 2],
    side: Side,
    rules: Rules,
}

impl Position {
    /// The empty board. [WAR-1.4] [WAR-2.1]
    ///
    /// ```
    /// use joust_core::Duel;
    /// use joust_wargame::{Board, Position, Rules, Side};
    /// let start = Position::start(Board::named("Keren").unwrap(), Rules::default());
    /// assert_eq!((start.side(), start.count_moves(), start.vacant().count_ones()), (Side::Blue, 36, 36));
    /// ```
    pub fn start(board: &'static Board, rules: Rules) -> Position {
        Position::new(board, rules, [0, 0], Side::Blue)
    }

    /// The position in which the sides own these squares, which must be disjoint and on the board.
    pub(crate) fn new(board: &'static Board, rules: Rules, owned: [u64; 2], side: Side) -> Position {
        let mut position = Position { owned, key: 0, board, scores: [0; 2], side, rules };
        for side in Side::BOTH {
            for square in Square::all_in(owned[side as usize]) {
                position.key ^= KEYS.square(side, square);
                position.scores[side as usize] += u16::from(board.value(square));
            }
        }
        if side == Side::Green {
            position.key ^= KEYS.green_to_move;
        }
        position
    }

    /// The board of the game.
    pub fn board(&self) -> &'static Board {
        self.board
    }

    /// The ruleset of the game.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// The side to move.
    pub fn side(&self) -> Side {
        self.side
    }

    /// The squares that a side owns, as a bitboard.
    pub fn owned(&self, side: Side) -> u64 {
        self.owned[side as usize]
    }

    /// The squares that neither side owns, as a bitboard.
    #[inline]
    pub fn vacant(&self) -> u64 {
        self.board.all & !(self.owned[0] | self.owned[1])
    }

    /// The side that owns a square, if one does.
    pub fn owner(&self, square: Square) -> Option<Side> {
        Side::BOTH.into_iter().find(|side| self.owned(*side) & square.bit() != 0)
    }

    /// The sum of the values of a side's squares. [WAR-4.1]
    #[inline]
    pub fn score(&self, side: Side) -> i32 {
        i32::from(self.scores[side as usize])
    }

    /// The squares that the side to move conquers by taking a square; none if that is a drop. Only squares
    /// that touch it count. [WAR-7.2] [WAR-2.3] [WAR-3.1] [WAR-3.2] [WAR-3.3] [WAR-3.4]
    ///
    /// ```
    /// use joust_wargame::{Board, Position, Rules, Square};
    /// let board = Board::read("mine", "1 2 3/4 5 6").unwrap();
    /// let position = Position::read(".b./g.. g", board, Rules::default()).unwrap();
    /// let square = |name| board.square_named(name).unwrap();
    /// assert!(position.is_blitz(square("A1")));
    /// assert_eq!(position.conquests(square("A1")), square("B1").bit());
    /// assert_eq!(position.conquests(square("C2")), 0);
    /// ```
    #[inline]
    pub fn conquests(&self, square: Square) -> u64 {
        let near = self.board.near[square.index()];
        if self.is_blitz(square) { near & self.owned[1 - self.side as usize] } else { 0 }
    }

    /// Whether taking a square is a blitz for the side to move. [WAR-2.3]
    ///
    /// See [`Position::conquests`] for an example.
    #[inline]
    pub fn is_blitz(&self, square: Square) -> bool {
        self.board.near[square.index()] & self.owned[self.side as usize] != 0
    }

    /// The move that a person typed, or the clause that forbids it. [WAR-6.1]
    ///
    /// ```
    /// use joust_wargame::{Board, Position, Rules};
    /// let start = Position::start(Board::named("Smolensk").unwrap(), Rules::default());
    /// assert_eq!(start.understand("c3"), start.understand("drop C3"));
    /// let why = start.understand("blitz C3").unwrap_err();
    /// assert_eq!(why.to_string(), "no square of blue touches C3, so taking it is a drop [WAR-2.3]");
    /// ```
    pub fn understand(&self, text: &str) -> Result<Move, Illegal> {
        let text = text.trim();
        let words: Vec<_> =
            text.split(|c: char| c.is_whitespace() || c == '-').filter(|word| !word.is_empty()).collect();
        let word = words.first().map(|word| word.to_ascii_lowercase());
        let (word, name) = match (word.as_deref(), words.as_slice()) {
            (_, [name]) => (None, *name),
            (Some(word @ ("drop" | "blitz")), [_, name]) => (Some(word), *name),
            _ => {
                return Err(illegal!(
                    "WAR-6.1",
                    "`{text}` is not a move: write drop-C3, blitz-C3 or just C3",
                    "« {text} » n’est pas un coup : écrivez drop-C3, blitz-C3 ou simplement C3"
                ));
            }
        };
        let Some(square) = self.board.square_named(name) else {
            let (board, columns, rows) = (self.board, self.board.columns(), self.board.rows());
            let last = (b'A' + columns as u8 - 1) as char;
            return Err(illegal!(
                "WAR-1.2",
                "`{name}` is not a square of {board}: the squares are A1 to {last}{rows}",
                "« {name} » n’est pas une case de {board} : les cases vont de A1 à {last}{rows}"
            ));
        };
        let name = self.board.square_name(square);
        if let Some(owner) = self.owner(square) {
            let camp = owner.french();
            return Err(illegal!(
                "WAR-2.2",
                "{name} is not vacant: {owner} owns it",
                "{name} n’est pas libre : la case est à {camp}"
            ));
        }
        let (side, camp) = (self.side, self.side.french());
        match word {
            Some("blitz") if !self.is_blitz(square) => Err(illegal!(
                "WAR-2.3",
                "no square of {side} touches {name}, so taking it is a drop",
                "aucune case de {camp} ne touche {name} : c’est un parachutage"
            )),
            Some("drop") if self.is_blitz(square) => {
                if self.rules.optional_blitz && self.conquests(square) != 0 {
                    return Ok(Move::plain_drop(square));
                }
                Err(illegal!(
                    "WAR-2.3",
                    "a square of {side} touches {name}, so taking it is a blitz",
                    "une case de {camp} touche {name} : c’est un assaut"
                ))
            }
            _ => Ok(Move::take(square)),
        }
    }
}

impl Duel for Position {
    type Move = Move;

    const SIDES: [&'static str; 2] = ["blue", "green"];

    fn to_move(&self) -> Seat {
        self.side.seat()
    }

    /// The higher score wins once the board is full. [WAR-4.2]
    fn outcome(&self) -> Option<Outcome> {
        if self.vacant() != 0 {
            return None;
        }
        let points = match self.scores[0].cmp(&self.scores[1]) {
            std::cmp::Ordering::Greater => Outcome::duel_win(Seat::FIRST, Outcome::FULL),
            std::cmp::Ordering::Less => Outcome::duel_win(Seat::SECOND, Outcome::FULL),
            std::cmp::Ordering::Equal => Outcome::duel_tie(),
        };
        Some(points.with_scores(&self.scores.map(i32::from)))
    }

    /// In the order of the squares; a forgone blitz right after the blitz.
    fn moves(&self, list: &mut MoveList<Move>) {
        if !self.rules.optional_blitz {
            list.extend(Square::all_in(self.vacant()).map(Move::take));
            return;
        }
        for square in Square::all_in(self.vacant()) {
            list.push(Move::take(square));
            // [WAR-5.2]
            if self.conquests(square) != 0 {
                list.push(Move::plain_drop(square));
            }
        }
    }

    fn count_moves(&self) -> usize {
        let vacant = self.vacant();
        let forgone = |square: &Square| self.rules.optional_blitz && self.conquests(*square) != 0;
        vacant.count_ones() as usize
            + if self.rules.optional_blitz { Square::all_in(vacant).filter(forgone).count() } else { 0 }
    }

    #[inline]
    fn make(&mut self, mv: Move) {
        let (us, them) = (self.side as usize, 1 - self.side as usize);
        let square = mv.square();
        let conquered = if mv.forgoes_blitz() { 0 } else { self.conquests(square) };
        self.owned[us] |= square.bit() | conquered;
        self.owned[them] &= !conquered;
        self.scores[us] += u16::from(self.board.values[square.index()]);
        self.key ^= KEYS.square(self.side, square) ^ KEYS.green_to_move;
        for square in Square::all_in(conquered) {
            let value = u16::from(self.board.values[square.index()]);
            self.scores[us] += value;
            self.scores[them] -= value;
            self.key ^= KEYS.square(Side::Blue, square) ^ KEYS.square(Side::Green, square);
        }
        self.side = self.side.other();
    }

    /// Covers the owners of all squares and the side to move. [WAR-7.3]
    fn key(&self) -> u64 {
        self.key
    }

    fn write_move(&self, mv: Move) -> String {
        let blitz = self.is_blitz(mv.square()) && !mv.forgoes_blitz();
        let word = if blitz { "blitz" } else { "drop" };
        format!("{word}-{}", self.board.square_name(mv.square()))
    }

    fn read_move(&self, text: &str) -> Result<Move, String> {
        self.understand(text).map_err(|why| why.to_string())
    }

    /// Every move takes one square. [WAR-2.2]
    fn longest(&self) -> u32 {
        self.vacant().count_ones()
    }

    /// The symmetries of the values, and the exchange of colours. [WAR-7.1]
    fn images(&self) -> Vec<Image<Position>> {
        let mut images = Vec::new();
        for map in self.board.symmetries() {
            let set = |bits| Square::all_in(bits).fold(0, |set, square| set | map[square.index()].bit());
            let position = Position::new(self.board, self.rules, self.owned.map(set), self.side);
            let moved = |mv: Move| Move(map[mv.square().index()].0 | (mv.0 & Move::FORGOES_BLITZ));
            images.push(Image { position, map: Box::new(moved), exchanged: false });
        }
        let [blue, green] = self.owned;
        let position = Position::new(self.board, self.rules, [green, blue], self.side.other());
        images.push(Image { position, map: Box::new(|mv| mv), exchanged: true });
        images
    }
}

/// The position text. [WAR-6.2]
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for square in self.board.squares() {
            if square.index() > 0 && square.index() % self.board.columns() == 0 {
                f.write_str("/")?;
            }
            write!(f, "{}", self.owner(square).map_or('.', Side::letter))?;
        }
        write!(f, " {}", self.side.letter())
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Position({self}, {}, {})", self.board, self.rules)
    }
}
