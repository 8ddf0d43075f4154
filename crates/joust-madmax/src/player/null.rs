//! The player that does nothing.

use super::answer;
use crate::{Action, Skirmish};
use joust_core::{Answer, Asked, Fault, Player};

/// Gives no orders.
#[derive(Clone, Copy, Debug, Default)]
pub struct Null;

impl Player<Skirmish> for Null {
    fn act(&mut self, _: &Asked<'_, Skirmish>) -> Result<Answer<Action>, Fault> {
        Ok(answer(Vec::new()))
    }
}
