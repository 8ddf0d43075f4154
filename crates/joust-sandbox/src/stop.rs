//! The wish to stop all games of this process.

use std::sync::atomic::{AtomicBool, Ordering};

/// Whether the game is to stop, for players that wait for their program outside a turn.
static STOPPING: AtomicBool = AtomicBool::new(false);

/// Stops all players of kits that compute: each says where it is, and its thread is told that it was stopped.
pub fn stop_all() {
    STOPPING.store(true, Ordering::Relaxed);
}

/// Whether [`stop_all`] was called.
pub(crate) fn are_stopping() -> bool {
    STOPPING.load(Ordering::Relaxed)
}
