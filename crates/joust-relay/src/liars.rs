//! The workers that have lied, as dispatchers of one program tell each other: they meet the same workers.

use crate::dispatcher::Command;
use crate::shop::lock;
use std::collections::HashSet;
use std::sync::{Arc, Mutex};
use tokio::sync::mpsc::UnboundedSender;

/// What dispatchers with clones of one [`DispatchSettings`](crate::DispatchSettings) know together.
#[derive(Clone, Default)]
pub struct Liars(Arc<Mutex<Known>>);

#[derive(Default)]
struct Known {
    workers: HashSet<String>,
    dispatchers: Vec<UnboundedSender<Command>>,
}

impl Liars {
    /// A worker has lied: every dispatcher shuts it out.
    pub(crate) fn add(&self, worker: &str) {
        let mut known = lock(&self.0);
        if known.workers.insert(worker.to_owned()) {
            known.dispatchers.retain(|dispatcher| tell(dispatcher, worker));
        }
    }

    /// Another dispatcher hears of liars, first of those that are known.
    pub(crate) fn join(&self, dispatcher: UnboundedSender<Command>) {
        let mut known = lock(&self.0);
        known.dispatchers.retain(|dispatcher| !dispatcher.is_closed());
        if known.workers.iter().all(|worker| tell(&dispatcher, worker)) {
            known.dispatchers.push(dispatcher);
        }
    }
}

/// Whether the dispatcher is still there to hear it.
fn tell(dispatcher: &UnboundedSender<Command>, worker: &str) -> bool {
    dispatcher.send(Command::Liar(worker.to_owned())).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::sync::mpsc::unbounded_channel;

    #[test]
    fn dispatchers_hear_of_each_liar_once_whenever_they_come() {
        let liars = Liars::default();
        let (first, mut to_first) = unbounded_channel();
        let (gone, to_gone) = unbounded_channel();
        drop(to_gone);
        liars.join(first);
        liars.join(gone);
        liars.add("ada");
        liars.clone().add("ada");
        let (late, mut to_late) = unbounded_channel();
        liars.join(late);
        liars.add("bob");
        let heard = |of: &mut tokio::sync::mpsc::UnboundedReceiver<Command>| {
            std::iter::from_fn(|| match of.try_recv() {
                Ok(Command::Liar(worker)) => Some(worker),
                _ => None,
            })
            .collect::<Vec<_>>()
        };
        assert_eq!(heard(&mut to_first), ["ada", "bob"]);
        assert_eq!(heard(&mut to_late), ["ada", "bob"]);
    }
}
