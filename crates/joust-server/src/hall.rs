//! The games that are in memory.

use crate::limits::{DAMAGED_TOLD, IDLE_GAME};
use crate::table::GameTable;
use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// All tables in memory, by the id of their game.
#[derive(Default)]
pub(crate) struct Hall {
    tables: Mutex<HashMap<String, Arc<GameTable>>>,
    /// Games that cannot be replayed and were logged as such.
    damaged: Mutex<HashSet<String>>,
}

impl Hall {
    fn lock(&self) -> MutexGuard<'_, HashMap<String, Arc<GameTable>>> {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The table of a game; the game is read when the table is first opened.
    pub(crate) fn table(&self, id: &str) -> Arc<GameTable> {
        let mut tables = self.lock();
        if let Some(table) = tables.get(id) {
            return Arc::clone(table);
        }
        let table = Arc::new(GameTable::new(id));
        tables.insert(id.to_owned(), Arc::clone(&table));
        table
    }

    /// The table of a game, if it is in memory.
    #[cfg(test)]
    pub(crate) fn known(&self, id: &str) -> Option<Arc<GameTable>> {
        self.lock().get(id).cloned()
    }

    /// The number of tables.
    pub(crate) fn len(&self) -> usize {
        self.lock().len()
    }

    /// All tables.
    pub(crate) fn all(&self) -> Vec<Arc<GameTable>> {
        self.lock().values().cloned().collect()
    }

    /// Drops tables that are not in use.
    pub(crate) fn sweep(&self) {
        self.clear(|table| table.is_idle(IDLE_GAME));
    }

    /// Drops the table of a game that does not exist.
    pub(crate) fn forget(&self, table: Arc<GameTable>) {
        let mut tables = self.lock();
        // Our reference and that of the hall: while we hold the lock, no other can be made.
        if Arc::strong_count(&table) <= 2 && table.is_empty() {
            tables.remove(&table.id);
        }
        drop(tables);
        drop(table);
    }

    /// Notes that a game is damaged. True the first time.
    pub(crate) fn is_news(&self, id: &str) -> bool {
        let mut damaged = self.damaged.lock().unwrap_or_else(PoisonError::into_inner);
        if damaged.len() >= DAMAGED_TOLD {
            damaged.clear();
        }
        damaged.insert(id.to_owned())
    }

    fn clear(&self, unused: impl Fn(&GameTable) -> bool) {
        // References come from the hall only, so a table with one owner keeps one while we hold the lock.
        self.lock().retain(|_, table| Arc::strong_count(table) > 1 || !unused(table));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_unused_tables_are_dropped() {
        let hall = Hall::default();
        let held = hall.table("a");
        drop(hall.table("b"));
        assert!(Arc::ptr_eq(&held, &hall.table("a")));
        hall.clear(|_| true);
        assert!(hall.known("a").is_some() && hall.known("b").is_none());
        hall.sweep();
        // There is another reference.
        hall.forget(Arc::clone(&held));
        assert_eq!(hall.len(), 1);
        hall.forget(held);
        assert_eq!(hall.len(), 0);
        assert!(hall.is_news("x") && !hall.is_news("x") && hall.is_news("y"));
    }
}
