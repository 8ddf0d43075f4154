//! Tasks that are carried out somewhere else: by other machines, for example.

use crate::{BadJob, Performed, Task};
use std::time::Duration;

/// Carries out tasks somewhere else. What it tells counts only when the caller has stored it; a caller that is
/// killed gives the tasks again that it has not stored.
///
/// ```
/// use joust_match::{Elsewhere, Heard, Programs, Task};
/// use std::sync::Mutex;
/// use std::time::Duration;
///
/// /// Does every task at once.
/// struct Here(Programs, Mutex<Vec<Heard>>);
/// impl Elsewhere for Here {
///     fn room(&self) -> usize {
///         1
///     }
///     fn give(&self, number: usize, task: Task) {
///         let result = task.perform(&self.0, &false.into()).map(|done| done.expect("it was not stopped"));
///         self.1.lock().unwrap().push(Heard::Over { number, result: result.map(Box::new), by: "here".into() });
///     }
///     fn hear(&self, _: Duration) -> Option<Heard> {
///         self.1.lock().unwrap().pop()
///     }
///     fn stored(&self, _: usize) {}
///     fn shut_out(&self, _: &str) {}
/// }
/// ```
pub trait Elsewhere: Sync {
    /// How many tasks it can use at a time, as far as it knows now.
    fn room(&self) -> usize;

    /// Gives it a task. The caller chooses the number, which no other task has that is not over.
    fn give(&self, number: usize, task: Task);

    /// What it has to tell next, if it comes within this time.
    fn hear(&self, wait: Duration) -> Option<Heard>;

    /// The result of a task is on the disk.
    fn stored(&self, number: usize);

    /// The caller knows that this machine has lied, from an earlier run for example: it must get no task. What it has
    /// done since is told as [`Heard::ShutOut`].
    fn shut_out(&self, by: &str) {
        let _ = by;
    }
}

/// What is told of tasks somewhere else.
#[derive(Clone, Debug)]
pub enum Heard {
    /// A task is over.
    Over {
        /// The number of the task.
        number: usize,
        /// What it gave.
        result: Result<Box<Performed>, BadJob>,
        /// The machine or program that did it.
        by: String,
    },
    /// A machine has told lies: what it did must be done again.
    ShutOut {
        /// The machine or program.
        by: String,
    },
    /// No more tasks can be done, for this reason.
    Lost(String),
}
