//! The two symmetries. [MAD-10.1] [MAD-10.2]

use crate::position::Parts;
use crate::{Move, Position};

impl Position {
    /// Left and right exchanged; `None` on a board without that symmetry. [MAD-10.1]
    pub fn mirrored(&self) -> Option<Position> {
        let map = self.board().mirror()?;
        Some(Position::assemble(Parts {
            board: self.board(),
            rules: self.rules(),
            fleets: self.fleets.map(|fleet| fleet.mapped(map)),
            turn: self.turn,
            counter: self.counter,
            expeller: self.expeller,
        }))
    }

    /// The image of a move under [`Position::mirrored`].
    pub fn mirror_move(&self, mv: Move) -> Option<Move> {
        self.board().mirror().map(|map| mv.mapped(map))
    }

    /// Colours exchanged and the board turned top to bottom: the same game for the other side.
    ///
    /// The tie-break goes to the other side too: where nobody has expelled and Blue would win
    /// it, the image has Red as last expeller. Turns 1 and 2 are exchanged; any other turn
    /// becomes the next one, which has the other parity and leaves room for the counter.
    /// `None` on a board without that symmetry, and in turn 2 after a counted turn, which
    /// turn 1 cannot have. [MAD-10.2]
    pub fn with_colours_exchanged(&self) -> Option<Position> {
        let map = self.board().turned()?;
        let turn = match self.turn {
            2 if self.is_positioning_turn() => 1,
            turn => turn + 1,
        };
        let [red, blue] = self.fleets;
        (u32::from(self.counter) < turn).then(|| {
            Position::assemble(Parts {
                board: self.board(),
                rules: self.rules(),
                fleets: [blue.mapped(map), red.mapped(map)],
                turn,
                counter: self.counter,
                expeller: Some(self.tie_break_winner().other()),
            })
        })
    }

    /// The image of a move under [`Position::with_colours_exchanged`].
    pub fn exchange_move(&self, mv: Move) -> Option<Move> {
        self.board().turned().map(|map| mv.mapped(map))
    }
}
