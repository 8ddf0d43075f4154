//! The machine that carries out a task: this one, or another.

use crate::{BadJob, Performed, Programs, Task};
use std::sync::atomic::AtomicBool;

/// Carries out tasks, one for each thread that asks. What a task gives does not depend on the machine.
///
/// ```
/// use joust_games::{Ask, game};
/// use joust_match::{Here, Job, Perform, PlayerText, Programs, Task};
/// let setup = game("mad").unwrap().setup(&Ask::default()).unwrap();
/// let player = |player| PlayerText { player, name: "random".to_owned(), seed: 7 };
/// let task = Task::new(Job::new(0, setup, vec![player(0), player(1)]));
/// let done = Here.perform(&task, &Programs::default(), &false.into()).unwrap().unwrap();
/// assert_eq!((done.by.as_str(), done.performed.played.game), ("", 0));
/// ```
pub trait Perform: Sync {
    /// Carries out a task with these programs; `None` if the flag was set before its end.
    fn perform(
        &self,
        task: &Task,
        programs: &Programs,
        stop: &AtomicBool,
    ) -> Result<Option<CarriedOut>, BadJob>;
}

/// What a task gave, and the machine that carried it out.
#[derive(Clone, Debug, PartialEq)]
pub struct CarriedOut {
    /// What it gave.
    pub performed: Performed,
    /// The machine, by the name under which it may be found to lie; empty for this one.
    pub by: String,
}

/// This machine. See [`Perform`] for an example.
#[derive(Clone, Copy, Debug, Default)]
pub struct Here;

impl Perform for Here {
    fn perform(
        &self,
        task: &Task,
        programs: &Programs,
        stop: &AtomicBool,
    ) -> Result<Option<CarriedOut>, BadJob> {
        let performed = task.perform(programs, stop)?;
        Ok(performed.map(|performed| CarriedOut { performed, by: String::new() }))
    }
}
