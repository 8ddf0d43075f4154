//! A share of a relay, for a caller that has many tasks open at a time.

use crate::relay::{Parcel, Relay, Relayed};
use crate::shop::lock;
use joust_match::{Elsewhere, Heard, Task};
use std::collections::HashMap;
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::Duration;

/// How many tasks there are for each thread of a worker: few, because single tasks of the relay wait behind them.
const PER_THREAD: usize = 4;

/// The tasks of one caller of a [`Relay`], such as an official round, as an [`Elsewhere`]. When this is dropped,
/// what is not over is given up.
pub struct Share<'a> {
    relay: &'a Relay,
    /// By which the relay knows it.
    number: usize,
    told: Sender<Parcel>,
    heard: Mutex<Receiver<Parcel>>,
    /// The caller's number of each task, by that of the relay.
    open: Mutex<HashMap<usize, usize>>,
    /// What was told and is not stored, by the caller's number.
    owed: Mutex<HashMap<usize, Box<Relayed>>>,
}

impl Relay {
    /// A share of the workers for many tasks at a time.
    pub fn share(&self) -> Share<'_> {
        let (told, heard) = channel();
        let number = self.enlist(told.clone());
        let (open, owed) = (Mutex::default(), Mutex::default());
        Share { relay: self, number, told, heard: Mutex::new(heard), open, owed }
    }
}

impl Elsewhere for Share<'_> {
    fn room(&self) -> usize {
        PER_THREAD * self.relay.threads()
    }

    fn give(&self, number: usize, task: Task) {
        // Under the lock, because its result may be heard at once.
        let mut open = lock(&self.open);
        open.insert(self.relay.give(task, self.told.clone()), number);
    }

    fn hear(&self, wait: Duration) -> Option<Heard> {
        let heard = lock(&self.heard).recv_timeout(wait);
        match heard {
            Ok(Parcel::Done(relayed)) => {
                let number = lock(&self.open).remove(&relayed.number)?;
                let (result, by) = (relayed.result.clone().map(Box::new), relayed.by.clone());
                lock(&self.owed).insert(number, relayed);
                Some(Heard::Over { number, result, by })
            }
            Ok(Parcel::Liar(by)) => Some(Heard::ShutOut { by }),
            Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {
                self.relay.lost().map(Heard::Lost)
            }
        }
    }

    fn shut_out(&self, by: &str) {
        self.relay.shut_out(by);
    }

    fn stored(&self, number: usize) {
        // The worker gets its receipt.
        drop(lock(&self.owed).remove(&number));
    }
}

impl Drop for Share<'_> {
    fn drop(&mut self) {
        self.relay.dismiss(self.number);
        for number in lock(&self.open).keys() {
            self.relay.forget(*number);
        }
    }
}
