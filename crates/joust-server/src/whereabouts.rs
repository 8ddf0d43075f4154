//! The last address of each visitor. A game knows only the ids of its players, but their requests count
//! for their addresses, too.

use crate::address::Address;
use crate::limits::WHEREABOUTS;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

struct Seen {
    address: Address,
    at: Instant,
}

/// The last address of every recent visitor.
#[derive(Default)]
pub(crate) struct Whereabouts {
    seen: Mutex<HashMap<Arc<str>, Seen>>,
}

impl Whereabouts {
    fn lock(&self) -> MutexGuard<'_, HashMap<Arc<str>, Seen>> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes the address of a visitor. True if it has changed.
    pub(crate) fn note(&self, visitor: &Arc<str>, address: &Address) -> bool {
        let mut seen = self.lock();
        let at = Instant::now();
        if let Some(known) = seen.get_mut(visitor)
            && known.address == *address
        {
            known.at = at;
            return false;
        }
        seen.insert(Arc::clone(visitor), Seen { address: address.clone(), at });
        true
    }

    /// The last address of a visitor.
    pub(crate) fn of(&self, visitor: &str) -> Address {
        self.lock().get(visitor).map_or_else(Address::unknown, |seen| seen.address.clone())
    }

    /// Drops visitors that were not seen for long.
    pub(crate) fn sweep(&self) {
        self.lock().retain(|_, seen| seen.at.elapsed() < WHEREABOUTS);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::IpAddr;

    #[test]
    fn the_last_address_counts() {
        let whereabouts = Whereabouts::default();
        let [one, other] = [[1, 1, 1, 1], [2, 2, 2, 2]].map(|bytes| Address::from(IpAddr::from(bytes)));
        let ada: Arc<str> = "ada".into();
        assert_eq!(whereabouts.of("ada"), Address::unknown());
        assert_eq!([&one, &one, &other].map(|address| whereabouts.note(&ada, address)), [true, false, true]);
        whereabouts.sweep();
        assert_eq!(whereabouts.of("ada"), other);
    }
}
