//! Positions: what stands where, whose turn it is, and how the tie-break stands.

use crate::fleet::Fleet;
use crate::key::KEYS;
use crate::{Board, Coord, Move, Rules, Ship, Side, Square};
use joust_core::{Outcome, mix};
use std::fmt;

/// A position of MAD: ships, side to move, turn, tie-break counter and last expeller, under a
/// board and a ruleset.
///
/// Every `Position` obeys [MAD-9.5]; to make one from anything else, go through
/// [`Draft`](crate::Draft).
///
/// ```
/// use joust_core::{Duel, perft};
/// use joust_mad::{Board, Position, Rules};
/// let start = Position::start(Board::named("6x4").unwrap(), Rules::APP);
/// assert_eq!((start.count_moves(), perft(&start, 2)), (15, 222));
/// let next = start.after(start.understand("c2c4").unwrap());
/// assert_eq!(next.outcome(), None);
/// assert_eq!(next.to_string(), "b221,b111,b222,b212/b121,b122,b211,b112/,,r211,/,,,/r121,r122,,r112/r221,r111,r222,r212 b 2 1 -");
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Position {
    pub(crate) fleets: [Fleet; 2],
    pub(crate) key: u64,
    board: &'static Board,
    pub(crate) turn: u32,
    pub(crate) counter: u16,
    pub(crate) limit: u16,
    pub(crate) side: Side,
    pub(crate) expeller: Option<Side>,
    positioning: bool,
    agreed: bool,
}

/// Everything that a position consists of, already found to be in order.
#[derive(Clone, Copy)]
pub(crate) struct Parts {
    pub(crate) board: &'static Board,
    pub(crate) rules: Rules,
    pub(crate) fleets: [Fleet; 2],
    pub(crate) turn: u32,
    pub(crate) counter: u16,
    pub(crate) expeller: Option<Side>,
}

impl Position {
    /// The start of a game. [MAD-1.3] [MAD-1.4] [MAD-1.5] [MAD-1.6]
    ///
    /// ```
    /// use joust_mad::{Board, Position, Rules, Side};
    /// let start = Position::start(Board::named("5x5").unwrap(), Rules::default());
    /// assert_eq!((start.board().name(), start.rules()), ("5x5", Rules::CURRENT));
    /// assert_eq!((start.side(), start.turn_number()), (Side::Red, 1));
    /// assert!(start.is_positioning_turn());
    /// ```
    pub fn start(board: &'static Board, rules: Rules) -> Position {
        let mut fleets = [Fleet::default(); 2];
        for (side, ship, square) in board.start() {
            fleets[*side as usize].put(*ship, *square);
        }
        Position::assemble(Parts { board, rules, fleets, turn: 1, counter: 0, expeller: None })
    }

    pub(crate) fn assemble(parts: Parts) -> Position {
        let Parts { board, rules, fleets, turn, counter, expeller } = parts;
        let mut position = Position {
            fleets,
            key: 0,
            board,
            turn,
            counter,
            limit: rules.limit,
            side: Side::of_turn(turn),
            expeller,
            positioning: rules.positioning,
            agreed: rules.agreed,
        };
        position.key = position.key_from_scratch();
        position
    }

    /// The parts that the position consists of.
    pub(crate) fn parts(&self) -> Parts {
        let Position { fleets, board, turn, counter, expeller, .. } = *self;
        Parts { board, rules: self.rules(), fleets, turn, counter, expeller }
    }

    /// The key by its definition. `key` must be equal to it, and is kept up to date move by move.
    pub(crate) fn key_from_scratch(&self) -> u64 {
        let mut key = 0;
        for side in Side::BOTH {
            let fleet = &self.fleets[side as usize];
            for square in Square::all_in(fleet.ships) {
                key ^= KEYS.ship(side, fleet.ship_at(square), square);
            }
        }
        if self.side == Side::Blue {
            key ^= KEYS.blue_to_move;
        }
        if self.is_positioning_turn() {
            key ^= KEYS.positioning;
        }
        key
    }

    /// The board of the game.
    pub fn board(&self) -> &'static Board {
        self.board
    }

    /// The ruleset of the game.
    pub fn rules(&self) -> Rules {
        Rules { limit: self.limit, positioning: self.positioning, agreed: self.agreed }
    }

    /// The side to move.
    pub fn side(&self) -> Side {
        self.side
    }

    /// The number of this turn. [MAD-2.1]
    pub fn turn_number(&self) -> u32 {
        self.turn
    }

    /// Turns since the last expulsion. [MAD-7.2]
    ///
    /// See [`Position::turns_left`] for an example.
    pub fn counter(&self) -> u16 {
        self.counter
    }

    /// Turns that are left until the tie-break decides, unless a ship is expelled before. [MAD-7.3]
    ///
    /// ```
    /// use joust_mad::{Position, Rules, Side};
    /// let text = "b111,,,/,,,/,,,/,,,/,,,/,,,r111 r 31 10 r";
    /// let position = Position::read(text, Rules::APP, None).unwrap();
    /// assert_eq!((position.counter(), position.turns_left()), (10, 20));
    /// assert_eq!((position.expeller(), position.tie_break_winner()), (Some(Side::Red), Side::Red));
    /// ```
    pub fn turns_left(&self) -> u16 {
        self.limit.saturating_sub(self.counter)
    }

    /// A side's ships.
    ///
    /// See [`Fleet`] for an example.
    #[inline]
    pub fn fleet(&self, side: Side) -> &Fleet {
        &self.fleets[side as usize]
    }

    /// The side that expelled last.
    ///
    /// See [`Position::turns_left`] for an example.
    pub fn expeller(&self) -> Option<Side> {
        self.expeller
    }

    /// The side that wins if the tie-break decides now. [MAD-7.3]
    ///
    /// See [`Position::turns_left`] for an example.
    pub fn tie_break_winner(&self) -> Side {
        self.expeller.unwrap_or(Side::Blue)
    }

    /// Whether this is a positioning turn. [MAD-6.1] [MAD-6.2]
    ///
    /// See [`Position::start`] for an example.
    pub fn is_positioning_turn(&self) -> bool {
        self.positioning && self.turn <= 2
    }

    /// The ship on a square, and its side.
    ///
    /// ```
    /// use joust_mad::{Board, Position, Rules, Side};
    /// let start = Position::start(Board::named("6x4").unwrap(), Rules::APP);
    /// let (side, ship) = start.at_coord("c2".parse().unwrap()).unwrap();
    /// assert_eq!((side, ship.number()), (Side::Red, 211));
    /// let square = start.find(side, ship).unwrap();
    /// assert_eq!(start.at(square), Some((side, ship)));
    /// ```
    pub fn at(&self, square: Square) -> Option<(Side, Ship)> {
        let side =
            Side::BOTH.into_iter().find(|side| self.fleets[*side as usize].ships & square.bit() != 0)?;
        Some((side, self.fleets[side as usize].ship_at(square)))
    }

    /// The ship on a square by its name; `None` also where the board has no such square.
    ///
    /// See [`Position::at`] for an example.
    pub fn at_coord(&self, at: Coord) -> Option<(Side, Ship)> {
        self.at(self.board.square(at)?)
    }

    /// The square of a ship; `None` when it is in exile.
    ///
    /// See [`Position::at`] for an example.
    pub fn find(&self, side: Side, ship: Ship) -> Option<Square> {
        Square::all_in(self.fleets[side as usize].find(ship)).next()
    }

    /// A side's ships in exile, from 111 to 222. [MAD-1.8]
    ///
    /// ```
    /// use joust_mad::{Position, Rules, Side};
    /// let text = "b111,b222,,/b221,b212,b122,b211/,,,/,,,/,,,/,,,r111 r";
    /// let position = Position::read(text, Rules::APP, None).unwrap();
    /// let exiled: Vec<_> = position.exiled(Side::Blue).map(|ship| ship.number()).collect();
    /// assert_eq!(exiled, [112, 121]);
    /// ```
    pub fn exiled(&self, side: Side) -> impl Iterator<Item = Ship> {
        Ship::all().filter(move |ship| self.find(side, *ship).is_none())
    }

    /// The side whose corvette is in exile, if one is. [MAD-7.1]
    ///
    /// See [`Position::result`] for an example.
    pub fn without_corvette(&self) -> Option<Side> {
        Side::BOTH.into_iter().find(|side| self.fleets[*side as usize].corvette() == 0)
    }

    /// How the game ended: full victory by exile, which comes first, or semi-victory by the
    /// tie-break. It depends on the position alone, so positions may repeat.
    /// [MAD-7.1] [MAD-7.3] [MAD-7.4] [MAD-7.5] [MAD-7.6] [MAD-9.6]
    ///
    /// ```
    /// use joust_mad::{Position, Rules, Side};
    /// let read = |text| Position::read(text, Rules::APP, None).unwrap();
    /// let exile = read("b111,,,/,,,/,,,/,,,/,,,/,,,r222 r");
    /// assert_eq!(exile.without_corvette(), Some(Side::Red));
    /// assert_eq!(exile.result().unwrap().to_string(), "0-1");
    /// let tie_break = read("b111,,,/,,,/,,,/,,,/,,,/,,,r111 r 31 30 r");
    /// assert_eq!(tie_break.result().unwrap().to_string(), "1/2-0");
    /// ```
    pub fn result(&self) -> Option<Outcome> {
        if let Some(loser) = self.without_corvette() {
            return Some(Outcome::duel_win(loser.other().seat(), Outcome::FULL));
        }
        (self.counter >= self.limit).then(|| self.tie_break())
    }

    /// What the tie-break would give now: a semi-victory. [MAD-7.3] [MAD-7.5]
    ///
    /// ```
    /// use joust_mad::{Board, Position, Rules};
    /// let start = Position::start(Board::named("6x4").unwrap(), Rules::default());
    /// assert_eq!(start.tie_break().to_string(), "0-1/2", "nobody has expelled, so Blue would win");
    /// ```
    pub fn tie_break(&self) -> Outcome {
        Outcome::duel_win(self.tie_break_winner().seat(), 1)
    }

    /// The full key: that of [`Duel::key`](joust_core::Duel::key) with the counter and the last
    /// expeller folded in. [MAD-10.3]
    ///
    /// ```
    /// use joust_core::Duel;
    /// use joust_mad::{Board, Position, Rules};
    /// let start = Position::start(Board::named("6x4").unwrap(), Rules::APP);
    /// let later = start.with_tie_break(10, None).unwrap();
    /// assert_eq!(start.key(), later.key());
    /// assert_ne!(start.full_key(), later.full_key());
    /// ```
    pub fn full_key(&self) -> u64 {
        let expeller = self.expeller.map_or(0, |side| 1 + side as u64);
        self.key ^ mix(1 + (u64::from(self.counter) << 2 | expeller))
    }

    /// A move of this position as it is written. [MAD-9.1]
    ///
    /// ```
    /// use joust_core::Duel;
    /// use joust_mad::{Board, Position, Rules};
    /// let start = Position::start(Board::named("6x4").unwrap(), Rules::default());
    /// let moves: Vec<_> = start.all_moves().iter().map(|mv| start.notation(*mv).to_string()).collect();
    /// assert_eq!((moves.len(), moves[0].as_str(), moves[8].as_str()), (9, "111<>222", "pass"));
    /// ```
    pub fn notation(&self, mv: Move) -> crate::Notation {
        use crate::Notation;
        match (mv.squares(), mv.shift()) {
            (None, None) => Notation::Pass,
            (None, Some(shift)) => Notation::Shift(shift),
            (Some((from, to)), bonus) => Notation::Movement {
                ship: self.fleets[self.side as usize].ship_at(from),
                from: self.board.coord(from),
                to: self.board.coord(to),
                expels: self.fleets[self.side.other() as usize].ships & to.bit() != 0,
                bonus,
            },
        }
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Position({self}, {})", self.rules())
    }
}
