//! The encoding of the War Game.

use crate::spread::spread;
use crate::{Encoding, Symmetry};
use joust_core::{Illegal, Rng, below, illegal};
use joust_wargame::{Board, Move, Position, Rules, Square};

/// The encoding of the War Game on one board by one ruleset, version 1: four planes, and an action for each
/// square; with the optional blitz a second one, the drop that forgoes the blitz.
///
/// See [`Encoding`] for an example.
#[derive(Clone, Copy, Debug)]
pub struct WarGameEncoding {
    board: &'static Board,
    rules: Rules,
    cells: usize,
    values: [u8; Square::MAX],
}

/// The legal moves of a position, as bitboards.
#[derive(Clone, Copy, Debug, Default)]
pub struct Takes {
    /// The squares that can be taken.
    vacant: u64,
    /// Those of them where a blitz can be forgone.
    forgone: u64,
}

/// Planes: own squares, squares of the opponent, vacant squares, values.
const PLANES: usize = 4;

impl WarGameEncoding {
    /// The board of the encoding.
    pub fn board(&self) -> &'static Board {
        self.board
    }

    /// The square of an action, and whether it forgoes a blitz.
    fn square(&self, index: i32) -> Option<(Square, bool)> {
        let index = usize::try_from(index).ok().filter(|index| *index < self.actions())?;
        Some((Square::new(index % self.cells)?, index >= self.cells))
    }
}

/// The square of the bit that has `rank` lower bits.
#[inline]
fn nth(mut bits: u64, rank: usize) -> Square {
    for _ in 0..rank {
        bits &= bits.wrapping_sub(1);
    }
    Square::new(bits.trailing_zeros() as usize & 63).unwrap_or_else(|| unreachable!("63 is a square"))
}

impl Encoding for WarGameEncoding {
    type Position = Position;
    type Choices = Takes;

    const VERSION: u32 = 1;

    fn of(position: &Position) -> WarGameEncoding {
        let board = position.board();
        let mut values = [0; Square::MAX];
        board.squares().for_each(|square| values[square.index()] = board.value(square));
        WarGameEncoding { board, rules: position.rules(), cells: board.squares().count(), values }
    }

    fn observation_shape(&self) -> [usize; 3] {
        [PLANES, self.board.rows(), self.board.columns()]
    }

    fn actions(&self) -> usize {
        if self.rules.optional_blitz { 2 * self.cells } else { self.cells }
    }

    #[inline]
    fn index(&self, _: &Position, mv: Move) -> usize {
        mv.square().index() + if mv.forgoes_blitz() { self.cells } else { 0 }
    }

    fn move_of(&self, position: &Position, index: i32) -> Result<Move, Illegal> {
        let Some((square, forgoes)) = self.square(index) else {
            let (board, last) = (self.board, self.actions() - 1);
            return Err(illegal!(
                "WAR-6.1",
                "{index} is not an action: on the board {board} they have the numbers 0 to {last}",
                "{index} n’est pas un coup : sur le plateau {board} les numéros vont de 0 à {last}"
            ));
        };
        let name = self.board.square_name(square);
        let taken = position.understand(&name)?;
        match (forgoes, position.conquests(square) != 0) {
            (false, _) => Ok(taken),
            (true, true) => Ok(Move::plain_drop(square)),
            (true, false) => Err(illegal!(
                "WAR-5.2",
                "a blitz on {name} conquers nothing, so there is none to forgo",
                "un assaut en {name} ne conquiert rien : il n’y a rien à quoi renoncer"
            )),
        }
    }

    #[inline]
    fn write_observation(&self, position: &Position, out: &mut [u8]) {
        let side = position.side();
        let planes = [position.owned(side), position.owned(side.other()), position.vacant()];
        let (owners, values) = out[..PLANES * self.cells].split_at_mut(planes.len() * self.cells);
        for (plane, bits) in owners.chunks_exact_mut(self.cells).zip(planes) {
            spread(bits, plane);
        }
        values.copy_from_slice(&self.values[..self.cells]);
    }

    #[inline]
    fn choose_from(&self, position: &Position, choices: &mut Takes) -> bool {
        let vacant = position.vacant();
        let mut forgone = 0;
        if self.rules.optional_blitz {
            // A blitz conquers where a square touches both sides.
            let [own, other] = [position.side(), position.side().other()]
                .map(|side| self.board.around(position.owned(side)));
            forgone = vacant & own & other;
        }
        *choices = Takes { vacant, forgone };
        vacant != 0
    }

    #[inline]
    fn pick(&self, _: &Position, choices: &Takes, index: i32) -> Option<Move> {
        match self.square(index)? {
            (square, false) => (choices.vacant & square.bit() != 0).then(|| Move::take(square)),
            (square, true) => (choices.forgone & square.bit() != 0).then(|| Move::plain_drop(square)),
        }
    }

    #[inline]
    fn draw(&self, choices: &Takes, rng: &mut Rng) -> Move {
        let Takes { vacant, forgone } = *choices;
        let mut rank = below(rng, (vacant.count_ones() + forgone.count_ones()) as usize);
        if forgone == 0 {
            return Move::take(nth(vacant, rank));
        }
        // A forgone blitz comes right after the blitz.
        for square in Square::all_in(vacant) {
            let ways = 1 + usize::from(forgone & square.bit() != 0);
            if rank < ways {
                return if rank == 0 { Move::take(square) } else { Move::plain_drop(square) };
            }
            rank -= ways;
        }
        unreachable!("the rank is below the number of moves")
    }

    #[inline]
    fn write_mask(&self, _: &Position, choices: &Takes, out: &mut [u8]) {
        let out = &mut out[..self.actions()];
        let (takes, drops) = out.split_at_mut(self.cells);
        spread(choices.vacant, takes);
        if !drops.is_empty() {
            spread(choices.forgone, drops);
        }
    }

    fn symmetries(&self) -> Vec<Symmetry> {
        let images = self.board.symmetries().iter().map(|map| {
            let cells: Vec<u32> = map.iter().map(|square| square.index() as u32).collect();
            let drops = cells.iter().map(|cell| cell + self.cells as u32);
            let actions = cells.iter().copied().chain(drops).take(self.actions()).collect();
            Symmetry { cells, actions, exchanged: false }
        });
        images.chain([Symmetry::exchange(self.cells, self.actions())]).collect()
    }
}
