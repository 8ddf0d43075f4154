//! The two symmetries. [MAD-10.1] [MAD-10.2]

use crate::Position;
use crate::position::Parts;

impl Position {
    /// The position with left and right exchanged; `None` on a board without that symmetry. [MAD-10.1]
    ///
    /// ```
    /// use joust_mad::{Position, Rules};
    /// let position = Position::read("b111,,,/,,,/,,,/,,,/,,,/,,r211,r111 r", Rules::APP, None).unwrap();
    /// let image = position.mirrored().unwrap();
    /// assert_eq!(image.to_string(), ",,,b111/,,,/,,,/,,,/,,,/r111,r211,, r 3 0 -");
    /// ```
    pub fn mirrored(&self) -> Option<Position> {
        let map = self.board().mirror()?;
        let fleets = self.fleets.map(|fleet| fleet.mapped(map));
        Some(Position::assemble(Parts { fleets, ..self.parts() }))
    }

    /// The position with the colours exchanged and the board turned top to bottom: its game seen by the
    /// other side.
    ///
    /// The tie-break goes to the other side too: where nobody has expelled and Blue would win
    /// it, the image has Red as last expeller. Turns 1 and 2 are exchanged; any other turn
    /// becomes the next one, which has the other parity and leaves room for the counter.
    /// `None` on a board without that symmetry, and in turn 2 after a counted turn, which
    /// turn 1 cannot have. [MAD-10.2]
    ///
    /// ```
    /// use joust_mad::{Position, Rules};
    /// let position = Position::read("b111,,,/,,,/,,,/,,,/,,,/,,r211,r111 r", Rules::APP, None).unwrap();
    /// let image = position.with_colours_exchanged().unwrap();
    /// assert_eq!(image.to_string(), ",,b211,b111/,,,/,,,/,,,/,,,/r111,,, b 4 0 r");
    /// ```
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
