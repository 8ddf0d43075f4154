//! Our own sparring partner.

use super::{Desk, Player};
use crate::TooManyOrders;

/// Placeholder until its plan is written.
#[derive(Clone, Debug, Default)]
pub struct Dummy;

impl Player for Dummy {
    fn play(&mut self, _: &mut Desk<'_>) -> Result<(), TooManyOrders> {
        Ok(())
    }
}
