//! The player that does nothing.

use super::{Death, Desk, Player};

/// Gives no orders.
#[derive(Clone, Copy, Debug, Default)]
pub struct Null;

impl Player for Null {
    fn play(&mut self, _: &mut Desk<'_>) -> Result<(), Death> {
        Ok(())
    }
}
