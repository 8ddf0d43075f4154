//! What a dispatcher gives to workers.

use crate::about::sha256;
use joust_match::Task;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// A piece of work. There is one kind; the judging of submissions will be another.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Work {
    /// Play a game.
    Game(Task),
}

/// Work as it travels: its bytes, and their SHA-256, by which it is known everywhere.
///
/// ```
/// # let setup = joust_games::game("mad").unwrap().setup(&Default::default()).unwrap();
/// use joust_match::{Job, Task};
/// use joust_relay::{Packed, Work};
/// let packed = Work::Game(Task::new(Job::new(0, setup, Vec::new()))).pack();
/// let arrived = Packed::read(packed.bytes()).unwrap();
/// assert_eq!((arrived.hash(), arrived.work()), (packed.hash(), packed.work()));
/// assert!(Packed::read(b"{}").is_none());
/// ```
#[derive(Clone, Debug)]
pub struct Packed(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    work: Work,
    bytes: Vec<u8>,
    hash: String,
}

impl Work {
    /// The work as it travels. See [`Packed`] for an example.
    pub fn pack(self) -> Packed {
        // A task has neither maps with keys that are not texts nor anything else that JSON refuses.
        let bytes = serde_json::to_vec(&self).unwrap_or_default();
        let hash = sha256(&bytes);
        Packed(Arc::new(Inner { work: self, bytes, hash }))
    }

    /// The SHA-256 of the modules that it needs, with the files that name them.
    pub(crate) fn modules(&self) -> impl Iterator<Item = (&String, &String)> {
        let Work::Game(task) = self;
        task.modules.iter()
    }
}

impl Packed {
    /// Work that has arrived; `None` if it is not work that this build knows.
    pub fn read(bytes: &[u8]) -> Option<Packed> {
        let work = serde_json::from_slice(bytes).ok()?;
        Some(Packed(Arc::new(Inner { work, bytes: bytes.to_vec(), hash: sha256(bytes) })))
    }

    /// The work.
    pub fn work(&self) -> &Work {
        &self.0.work
    }

    /// Its bytes.
    pub fn bytes(&self) -> &[u8] {
        &self.0.bytes
    }

    /// The SHA-256 of its bytes.
    pub fn hash(&self) -> &str {
        &self.0.hash
    }
}
