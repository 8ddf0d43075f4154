//! Legal moves: listed, counted and made.

use crate::key::KEYS;
use crate::{Move, Position, Shift, Ship, Side, Square};
use joust_core::{Duel, Image, MAX_MOVES, MoveList, Outcome, Seat};

/// The most moves of a position: 64 movements, 80 movements with a bonus, 8 shifts, and a pass.
const MOST: usize = 64 + 80 + 8 + 1;
const _: () = assert!(MOST <= MAX_MOVES);

/// The squares that movements of one side depend on, worked out once for all its ships.
struct OpenSquares {
    vacant: u32,
    /// The squares where a ship with attack 1 may arrive, and those for attack 2. [MAD-3.3]
    open: [u32; 2],
    /// The last row without the opposing corvette, whose expulsion earns no bonus. [MAD-6.6]
    bonus_row: u32,
}

impl Position {
    fn open_squares(&self) -> OpenSquares {
        let own = &self.fleets[self.side as usize];
        let other = &self.fleets[self.side.other() as usize];
        let all = self.board().all;
        let not_own = all & !own.ships;
        OpenSquares {
            vacant: not_own & !other.ships,
            open: [not_own & !other.tough, not_own],
            bonus_row: self.board().last_row[self.side as usize] & !other.corvette(),
        }
    }

    /// The squares that a ship reaches by one step and by two. [MAD-3.1] [MAD-3.2] [MAD-3.3]
    #[inline]
    fn reach(&self, square: Square, squares: &OpenSquares) -> (u32, u32) {
        let own = &self.fleets[self.side as usize];
        let bit = square.bit();
        let open = squares.open[usize::from(own.armed & bit != 0)];
        let one = self.board().near[square.index()] & open;
        let mut two = 0;
        if own.fast & bit != 0 {
            for way in &self.board().ways[square.index()] {
                // Bits instead of a branch, which the processor would often guess wrong.
                two |= way.beyond & u32::from(squares.vacant & way.midway != 0).wrapping_neg();
            }
        }
        (one, two & open)
    }

    /// Adds all moves that expel a ship to `list`, with a bonus and without: a part of [`Duel::moves`].
    ///
    /// ```
    /// use joust_core::MoveList;
    /// use joust_mad::{Position, Rules};
    /// let position = Position::read("b111,,,/,r211,,/,,,/,,,/,,,/,,,r111 r", Rules::APP, None).unwrap();
    /// let mut list = MoveList::new();
    /// position.expulsions(&mut list);
    /// assert_eq!((list.len(), position.notation(list[0]).to_string().as_str()), (1, "211-b5xa6"));
    /// ```
    pub fn expulsions(&self, list: &mut MoveList<Move>) {
        if self.is_over() || self.is_positioning_turn() {
            return;
        }
        let squares = self.open_squares();
        let targets = self.fleets[self.side.other() as usize].ships;
        for from in Square::all_in(self.fleets[self.side as usize].ships) {
            let (one, two) = self.reach(from, &squares);
            for to in Square::all_in((one | two) & targets) {
                list.push(Move::movement(from, to));
            }
            for to in Square::all_in(one & squares.bonus_row & targets) {
                let ship = self.fleets[self.side as usize].ship_at(from);
                let step = Move::movement(from, to);
                list.extend(self.bonus_shifts(ship).map(|shift| step.with_bonus(shift)));
            }
        }
    }

    /// Adds all movements to a vacant square from which the ship could expel the opposing corvette next;
    /// movements with a bonus are left out.
    ///
    /// ```
    /// use joust_core::MoveList;
    /// use joust_mad::{Position, Rules};
    /// let position = Position::read("b111,,,/,r121,,/,,,/,,,/,,,/,,,r111 r", Rules::APP, None).unwrap();
    /// let mut list = MoveList::new();
    /// position.threats(&mut list);
    /// let texts: Vec<_> = list.iter().map(|mv| position.notation(*mv).to_string()).collect();
    /// assert_eq!(texts, ["121-b5-a5", "121-b5-b6"]);
    /// ```
    pub fn threats(&self, list: &mut MoveList<Move>) {
        if self.is_over() || self.is_positioning_turn() {
            return;
        }
        let (board, squares) = (self.board(), self.open_squares());
        let own = &self.fleets[self.side as usize];
        for corvette in Square::all_in(self.fleets[self.side.other() as usize].corvette()) {
            for from in Square::all_in(own.ships) {
                let mut places = board.near[corvette.index()];
                if own.fast & from.bit() != 0 {
                    let vacant = squares.vacant | from.bit();
                    let ways = board.ways[corvette.index()].iter().filter(|way| vacant & way.midway != 0);
                    places |= ways.fold(0, |beyond, way| beyond | way.beyond);
                }
                let (one, two) = self.reach(from, &squares);
                for to in Square::all_in((one | two) & squares.vacant & places) {
                    list.push(Move::movement(from, to));
                }
            }
        }
    }

    /// Whether one of the corvettes is in exile or the limit is reached. [MAD-9.6]
    #[inline]
    fn is_over(&self) -> bool {
        let corvettes = self.fleets.map(|fleet| fleet.corvette());
        corvettes[0] == 0 || corvettes[1] == 0 || self.counter >= self.limit
    }

    /// Squares from which a ship can step onto the last row.
    #[inline]
    fn near_last_row(&self) -> u32 {
        self.board().before_last_row[self.side as usize] & self.fleets[self.side as usize].ships
    }

    /// [MAD-2.4] There is always one: the corvette is on the board, so it may permute.
    fn shifts(&self) -> impl Iterator<Item = Shift> {
        let own = self.fleets[self.side as usize];
        Shift::ALL.into_iter().filter(move |shift| own.allows(*shift))
    }

    /// The shifts with which a ship may follow its step onto the last row. The mover is on the
    /// board, so its permutation is always possible. [MAD-6.3] [MAD-6.4] [MAD-6.7]
    #[inline]
    fn bonus_shifts(&self, ship: Ship) -> impl Iterator<Item = Shift> + use<> {
        let own = self.fleets[self.side as usize];
        let rotations = Shift::rotations_of(ship).filter(|pair| own.allows(pair[0]));
        std::iter::once(Shift::permutation_of(ship)).chain(rotations.into_iter().flatten())
    }
}

impl Duel for Position {
    type Move = Move;

    const SIDES: [&'static str; 2] = ["red", "blue"];

    fn to_move(&self) -> Seat {
        self.side.seat()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.result()
    }

    fn moves(&self, list: &mut MoveList<Move>) {
        if self.is_over() {
            return;
        }
        list.extend(self.shifts().map(Move::shift_only));
        // [MAD-6.1] A positioning turn has no movement; [MAD-2.3] no other turn has the pass.
        if self.is_positioning_turn() {
            list.push(Move::PASS);
            return;
        }
        let squares = self.open_squares();
        for from in Square::all_in(self.fleets[self.side as usize].ships) {
            let (one, two) = self.reach(from, &squares);
            for to in Square::all_in(one | two) {
                list.push(Move::movement(from, to));
            }
            // [MAD-6.5] Only the single step earns the bonus.
            for to in Square::all_in(one & squares.bonus_row) {
                let ship = self.fleets[self.side as usize].ship_at(from);
                let step = Move::movement(from, to);
                list.extend(self.bonus_shifts(ship).map(|shift| step.with_bonus(shift)));
            }
        }
    }

    fn count_moves(&self) -> usize {
        if self.is_over() {
            return 0;
        }
        let own = &self.fleets[self.side as usize];
        let permutations = Shift::ALL[..4].iter().filter(|shift| own.allows(**shift)).count();
        let rotations = [Shift::FrigatesLeft, Shift::DestroyersLeft].map(|shift| own.allows(shift));
        let mut count = permutations + 2 * rotations.map(usize::from).iter().sum::<usize>();
        if self.is_positioning_turn() {
            return count + 1;
        }
        let squares = self.open_squares();
        for from in Square::all_in(own.ships) {
            let (one, two) = self.reach(from, &squares);
            count += (one | two).count_ones() as usize;
        }
        for from in Square::all_in(self.near_last_row()) {
            let (one, _) = self.reach(from, &squares);
            let each = self.bonus_shifts(own.ship_at(from)).count();
            count += (one & squares.bonus_row).count_ones() as usize * each;
        }
        count
    }

    fn make(&mut self, mv: Move) {
        let us = self.side;
        let them = us.other();
        if self.is_positioning_turn() {
            self.key ^= KEYS.positioning;
        }
        self.counter = self.counter.saturating_add(1); // [MAD-7.2]
        if let Some((from, to)) = mv.squares() {
            let ship = self.fleets[us as usize].ship_at(from);
            self.key ^= KEYS.ship(us, ship, from) ^ KEYS.ship(us, ship, to);
            self.fleets[us as usize].carry(from, to);
            if self.fleets[them as usize].ships & to.bit() != 0 {
                self.expel(them, to);
            }
        }
        if let Some(shift) = mv.shift() {
            self.carry_out(us, shift);
        }
        self.side = them;
        self.turn = self.turn.saturating_add(1);
        self.key ^= KEYS.blue_to_move;
        if self.is_positioning_turn() {
            self.key ^= KEYS.positioning;
        }
    }

    /// Covers the ships' squares, the side to move and whether this is a positioning turn; not
    /// the tie-break, for which there is [`Position::full_key`]. [MAD-10.3]
    fn key(&self) -> u64 {
        self.key
    }

    fn without_limit(mut self) -> Position {
        // [MAD-9.6] The counter begins again below a limit that no ruleset can have.
        self.limit = u16::MAX;
        self.counter = 0;
        self
    }

    fn write_move(&self, mv: Move) -> String {
        self.notation(mv).to_string()
    }

    fn read_move(&self, text: &str) -> Result<Move, String> {
        self.understand(text).map_err(|why| why.to_string())
    }

    /// Every expulsion takes a ship off the board for good, the last one a corvette, and between
    /// two expulsions there are at most as many turns as the limit says. [MAD-7.2] [MAD-7.3]
    fn longest(&self) -> u32 {
        let ships: u32 = self.fleets.iter().map(|fleet| fleet.ships.count_ones()).sum();
        ships * u32::from(self.limit) - u32::from(self.counter.min(self.limit))
    }

    fn images(&self) -> Vec<Image<Position>> {
        let board = self.board();
        let image = |position: Option<Position>, map: Option<&'static [Square]>, exchanged| {
            let (position, map) = (position?, map?);
            Some(Image { position, map: Box::new(move |mv: Move| mv.mapped(map)), exchanged })
        };
        let mirrored = image(self.mirrored(), board.mirror(), false);
        let exchanged = image(self.with_colours_exchanged(), board.turned(), true);
        mirrored.into_iter().chain(exchanged).collect()
    }
}

impl Position {
    /// [MAD-3.4] The ship goes into exile; [MAD-7.2] [MAD-7.3] the counter starts again and the
    /// mover is the last expeller.
    fn expel(&mut self, loser: Side, square: Square) {
        let ship = self.fleets[loser as usize].ship_at(square);
        self.key ^= KEYS.ship(loser, ship, square);
        self.fleets[loser as usize].exile(square);
        self.counter = 0;
        self.expeller = Some(loser.other());
    }

    fn carry_out(&mut self, side: Side, shift: Shift) {
        let before = self.fleets[side as usize];
        let changed = self.fleets[side as usize].shift(shift);
        let after = &self.fleets[side as usize];
        for square in Square::all_in(changed) {
            self.key ^= KEYS.ship(side, before.ship_at(square), square);
            self.key ^= KEYS.ship(side, after.ship_at(square), square);
        }
    }
}
