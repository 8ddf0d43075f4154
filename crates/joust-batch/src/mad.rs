//! The encoding of MAD.

use crate::{Encoding, Symmetry};
use joust_core::{Duel, Illegal, MoveList, Rng, below, illegal};
use joust_mad::{Board, Coord, Move, Notation, Position, Shift, Ship, Side, Square};
use std::sync::{Arc, Mutex, PoisonError};

/// The encoding of MAD on one board, version 1: 21 planes, and actions numbered from the pass to the bonus.
///
/// The board is turned so that the side to move always goes up. A board that looks otherwise from the other
/// side is not turned; a plane says when Blue moves there.
///
/// ```
/// use joust_batch::{Encoding, MadEncoding};
/// use joust_core::Duel;
/// use joust_mad::{Board, Position, Rules};
/// let start = Position::start(Board::named("6x4").unwrap(), Rules::APP);
/// let encoding = MadEncoding::of(&start);
/// assert_eq!((encoding.observation_shape(), encoding.actions()), ([21, 6, 4], 231));
/// let mv = start.understand("c2c3").unwrap();
/// let reply = start.after(mv);
/// let same = encoding.move_of(&reply, encoding.index(&start, mv) as i32).unwrap();
/// assert_eq!(reply.write_move(same), "211-c5-c4", "the same move, seen by Blue");
/// ```
#[derive(Clone, Debug)]
pub struct MadEncoding(Arc<Tables>);

#[derive(Debug)]
struct Tables {
    board: &'static Board,
    cells: usize,
    /// 1 where a cell is a square of the board.
    shape: Vec<u8>,
    actions: usize,
    /// What Red sees, and what Blue sees.
    views: [View; 2],
    symmetries: Vec<Symmetry>,
}

/// The board as a side sees it.
#[derive(Debug)]
struct View {
    /// The cell of each square.
    cell: [u16; Square::MAX],
    /// The action of each move, by the number of the move.
    action_of: Vec<u16>,
    /// What each action is.
    coded: Vec<Coded>,
    /// Whether the planes do not tell that Blue moves.
    is_other: bool,
}

/// An action as this side means it.
#[derive(Clone, Copy, Debug)]
struct Coded {
    squares: Option<(Square, Square)>,
    shift: Coming,
}

/// The shift of an action. Which ships take part in a bonus depends on the ship that moves.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Coming {
    None,
    Alone(Shift),
    Bonus(usize),
}

/// A permutation, and the rotations to the left and to the right.
const BONUSES: usize = 3;

/// The first of the planes that describe no ship.
const SHAPE: usize = 2 * Ship::COUNT;
/// Planes: ships of both sides, shape, turns left, tie-break, positioning turns, Blue.
const PLANES: usize = SHAPE + 5;

/// The kind of bonus that a shift is.
fn bonus_kind(shift: Shift) -> usize {
    match shift {
        Shift::FrigatesLeft | Shift::DestroyersLeft => 1,
        Shift::FrigatesRight | Shift::DestroyersRight => 2,
        _ => 0,
    }
}

/// The number of the move with these squares and this shift: see [`Move::number`].
fn number(squares: Option<(Square, Square)>, shift: Option<Shift>) -> u16 {
    let places = squares.map_or(0, |(from, to)| from.index() | to.index() << 5);
    places as u16 | shift.map_or(0, |shift| shift as u16 + 1) << 10
}

impl Coded {
    /// The shift when this ship moves. A ship that does not rotate gets a rotation in which it has no part: the
    /// rules refuse it.
    fn shift_of(self, ship: Ship) -> Option<Shift> {
        match self.shift {
            Coming::None => None,
            Coming::Alone(shift) => Some(shift),
            Coming::Bonus(0) => Some(Shift::permutation_of(ship)),
            Coming::Bonus(kind) => {
                Some(Shift::rotations_of(ship).map_or(Shift::FrigatesLeft, |pair| pair[kind - 1]))
            }
        }
    }

    /// The ship that moves, if one does.
    fn mover(self, position: &Position) -> Ship {
        self.squares.map_or(Ship::CORVETTE, |(from, _)| position.fleet(position.side()).ship_at(from))
    }
}

impl Tables {
    fn of(board: &'static Board) -> Tables {
        let identity: Vec<Square> = board.squares().collect();
        // A turned board has one set of bonus steps, those of Red.
        let (sides, turned) = match board.turned() {
            Some(turned) => (&Side::BOTH[..1], turned),
            None => (&Side::BOTH[..], &identity[..]),
        };
        let plan = plan(board, sides);
        let cell_of = |square: Square| {
            let Coord { column, row } = board.coord(square);
            usize::from(row) * board.columns() + usize::from(column)
        };
        let cells = board.columns() * board.rows();
        let mut shape = vec![0; cells];
        board.squares().for_each(|square| shape[cell_of(square)] = 1);
        let view = |map: &[Square], is_other| {
            let mut cell = [0; Square::MAX];
            board.squares().for_each(|square| cell[square.index()] = cell_of(map[square.index()]) as u16);
            let place = |square: Square| map[square.index()];
            let coded: Vec<Coded> = plan
                .iter()
                .map(|coded| Coded {
                    squares: coded.squares.map(|(from, to)| (place(from), place(to))),
                    ..*coded
                })
                .collect();
            View { cell, action_of: action_of(&coded), coded, is_other }
        };
        let views = [view(&identity, false), view(turned, board.turned().is_none())];
        let mirror = board.mirror().map(|map| {
            let image = |coded: &Coded| {
                let squares = coded.squares.map(|(from, to)| (map[from.index()], map[to.index()]));
                let shift = match coded.shift {
                    Coming::None => None,
                    Coming::Alone(shift) => Some(shift),
                    Coming::Bonus(kind) => {
                        [Shift::Permute111, Shift::FrigatesLeft, Shift::FrigatesRight].get(kind).copied()
                    }
                };
                u32::from(views[0].action_of[usize::from(number(squares, shift))])
            };
            let (columns, last) = (board.columns(), board.columns() - 1);
            let cell = |cell: usize| (cell / columns * columns + last - cell % columns) as u32;
            Symmetry {
                cells: (0..cells).map(cell).collect(),
                actions: plan.iter().map(image).collect(),
                exchanged: false,
            }
        });
        let exchange = board.turned().map(|_| Symmetry::exchange(cells, plan.len()));
        let symmetries = mirror.into_iter().chain(exchange).collect();
        Tables { board, cells, shape, actions: plan.len(), views, symmetries }
    }
}

/// All actions in their order: the pass, the shifts, the movements by the square that they leave and the
/// square where they arrive, and the bonuses of each step onto the last row of one of these sides.
fn plan(board: &Board, sides: &[Side]) -> Vec<Coded> {
    let mut plan = vec![Coded { squares: None, shift: Coming::None }];
    plan.extend(Shift::ALL.map(|shift| Coded { squares: None, shift: Coming::Alone(shift) }));
    for from in board.squares() {
        let reach = Square::all_in(board.near(from) | board.two_away(from));
        plan.extend(reach.map(|to| Coded { squares: Some((from, to)), shift: Coming::None }));
    }
    let last = sides.iter().fold(0, |bits, side| bits | board.last_row(*side));
    for from in board.squares() {
        for to in Square::all_in(board.near(from) & last) {
            let bonus = |kind| Coded { squares: Some((from, to)), shift: Coming::Bonus(kind) };
            plan.extend((0..BONUSES).map(bonus));
        }
    }
    plan
}

/// The action of each move, by the number of the move.
fn action_of(coded: &[Coded]) -> Vec<u16> {
    let mut actions = vec![0; Move::NUMBERS];
    for (action, coded) in coded.iter().enumerate() {
        let mut set = |shift| actions[usize::from(number(coded.squares, shift))] = action as u16;
        match coded.shift {
            Coming::None => set(None),
            Coming::Alone(shift) => set(Some(shift)),
            Coming::Bonus(kind) => {
                Shift::ALL.into_iter().filter(|shift| bonus_kind(*shift) == kind).map(Some).for_each(set);
            }
        }
    }
    actions
}

impl MadEncoding {
    /// The board of the encoding.
    pub fn board(&self) -> &'static Board {
        self.0.board
    }

    #[inline]
    fn view(&self, position: &Position) -> &View {
        &self.0.views[position.side() as usize]
    }

    /// An action as a player of this position would write it.
    fn notation(&self, position: &Position, coded: Coded) -> Notation {
        let (ship, board) = (coded.mover(position), self.0.board);
        match (coded.squares, coded.shift_of(ship)) {
            (None, None) => Notation::Pass,
            (None, Some(shift)) => Notation::Shift(shift),
            (Some((from, to)), bonus) => Notation::Movement {
                ship,
                from: board.coord(from),
                to: board.coord(to),
                expels: position.fleet(position.side().other()).ships & to.bit() != 0,
                bonus,
            },
        }
    }
}

impl Encoding for MadEncoding {
    type Position = Position;
    type Choices = MoveList<Move>;

    const VERSION: u32 = 1;

    fn of(position: &Position) -> MadEncoding {
        // Making the tables takes longer than thousands of moves, so those of the last boards are kept.
        const KEPT: usize = 64;
        static KNOWN: Mutex<Vec<MadEncoding>> = Mutex::new(Vec::new());
        let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(encoding) = known.iter().find(|known| std::ptr::eq(known.0.board, position.board())) {
            return encoding.clone();
        }
        let encoding = MadEncoding(Arc::new(Tables::of(position.board())));
        known.truncate(KEPT - 1);
        known.insert(0, encoding.clone());
        encoding
    }

    fn observation_shape(&self) -> [usize; 3] {
        [PLANES, self.0.board.rows(), self.0.board.columns()]
    }

    fn actions(&self) -> usize {
        self.0.actions
    }

    #[inline]
    fn index(&self, position: &Position, mv: Move) -> usize {
        self.view(position).action_of[usize::from(mv.number())].into()
    }

    fn move_of(&self, position: &Position, index: i32) -> Result<Move, Illegal> {
        let coded = usize::try_from(index).ok().and_then(|index| self.view(position).coded.get(index));
        let Some(coded) = coded else {
            let (board, last) = (self.0.board, self.0.actions - 1);
            return Err(illegal!(
                "MAD-9.1",
                "{index} is not an action: on the board {board} they have the numbers 0 to {last}",
                "{index} n’est pas un coup : sur le plateau {board} les numéros vont de 0 à {last}"
            ));
        };
        position.check(&self.notation(position, *coded))
    }

    #[inline]
    fn write_observation(&self, position: &Position, out: &mut [u8]) {
        let (cells, view) = (self.0.cells, self.view(position));
        let (side, out) = (position.side(), &mut out[..PLANES * cells]);
        let (ships, rest) = out.split_at_mut(SHAPE * cells);
        ships.fill(0);
        for (first, side) in [(0, side), (Ship::COUNT, side.other())] {
            let fleet = position.fleet(side);
            for square in Square::all_in(fleet.ships) {
                let plane = first + fleet.ship_at(square).code();
                ships[plane * cells + usize::from(view.cell[square.index()])] = 1;
            }
        }
        let (shape, numbers) = rest.split_at_mut(cells);
        shape.copy_from_slice(&self.0.shape);
        let positioning = if position.is_positioning_turn() { 3 - position.turn_number() } else { 0 };
        let values = [
            position.turns_left().min(255) as u8,
            u8::from(position.tie_break_winner() == side),
            positioning as u8,
            u8::from(view.is_other),
        ];
        for (plane, value) in numbers.chunks_exact_mut(cells).zip(values) {
            plane.fill(value);
        }
    }

    #[inline]
    fn choose_from(&self, position: &Position, choices: &mut MoveList<Move>) -> bool {
        choices.clear();
        position.moves(choices);
        !choices.is_empty()
    }

    #[inline]
    fn pick(&self, position: &Position, choices: &MoveList<Move>, index: i32) -> Option<Move> {
        let coded = self.view(position).coded.get(usize::try_from(index).ok()?)?;
        let number = number(coded.squares, coded.shift_of(coded.mover(position)));
        choices.iter().copied().find(|mv| mv.number() == number)
    }

    #[inline]
    fn draw(&self, choices: &MoveList<Move>, rng: &mut Rng) -> Move {
        choices[below(rng, choices.len())]
    }

    #[inline]
    fn write_mask(&self, position: &Position, choices: &MoveList<Move>, out: &mut [u8]) {
        let (view, out) = (self.view(position), &mut out[..self.0.actions]);
        out.fill(0);
        for mv in choices {
            out[usize::from(view.action_of[usize::from(mv.number())])] = 1;
        }
    }

    fn symmetries(&self) -> Vec<Symmetry> {
        self.0.symmetries.clone()
    }
}
