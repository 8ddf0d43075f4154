//! The player that does nothing.

use super::{Desk, Player};
use crate::TooManyOrders;

/// Gives no orders.
#[derive(Clone, Copy, Debug, Default)]
pub struct Null;

impl Player for Null {
    fn play(&mut self, _: &mut Desk<'_>) -> Result<(), TooManyOrders> {
        Ok(())
    }
}
