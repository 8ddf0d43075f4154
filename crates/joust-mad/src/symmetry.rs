//! The two symmetries. [MAD-10.1] [MAD-10.2]

use crate::Position;
use crate::position::Parts;

impl Position {
    /// Left and right exchanged; `None` on a board without that symmetry. [MAD-10.1]
    pub fn mirrored(&self) -> Option<Position> {
        let map = self.board().mirror()?;
        let fleets = self.fleets.map(|fleet| fleet.mapped(map));
        Some(Position::assemble(Parts { fleets, ..self.parts() }))
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
        let [red, blue] = self.fleets.map(|fleet| fleet.mapped(map));
        let expeller = Some(self.tie_break_winner().other());
        (u32::from(self.counter) < turn)
            .then(|| Position::assemble(Parts { fleets: [blue, red], turn, expeller, ..self.parts() }))
    }
}
