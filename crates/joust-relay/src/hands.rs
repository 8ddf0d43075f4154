//! The hands of a worker: they turn work into bytes.

use crate::answer::Answer;
use crate::shelf::Shelf;
use crate::work::{Packed, Work};
use std::sync::atomic::AtomicBool;

/// Does a piece of work. [`Player`] is the honest way; tests have others.
pub trait Hands: Send + Sync + 'static {
    /// The bytes of an [`Answer`]; `None` if the flag was set before the end.
    fn work(&self, work: &Packed, shelf: &Shelf, stop: &AtomicBool) -> Option<Vec<u8>>;
}

/// Plays the games as they are asked for, with nothing but built-in players and the modules on the shelf.
#[derive(Clone, Copy, Debug, Default)]
pub struct Player;

impl Hands for Player {
    fn work(&self, work: &Packed, shelf: &Shelf, stop: &AtomicBool) -> Option<Vec<u8>> {
        let Work::Game(task) = work.work();
        let programs = match shelf.programs(work.work()) {
            Ok(programs) => programs,
            Err(hash) => return Some(Answer::Failed(format!("module {hash} is missing")).bytes()),
        };
        let result = task.perform(&programs, stop).transpose()?;
        Some(Answer::of(result).bytes())
    }
}
