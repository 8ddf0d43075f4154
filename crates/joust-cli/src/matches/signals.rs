//! Signals that end a match.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// A flag that the first interrupt sets; the second one ends the program.
/// A hangup ends it at once: there is nobody left to tell. Programs are in groups of their own, do
/// not hear of it, and are ended with it.
pub(super) fn stop_handle() -> Arc<AtomicBool> {
    let stop = Arc::new(AtomicBool::new(false));
    #[cfg(unix)]
    {
        use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
        use signal_hook::iterator::Signals;
        use std::sync::atomic::Ordering;
        let Ok(mut signals) = Signals::new([SIGHUP, SIGINT, SIGTERM]) else { return stop };
        let stop = Arc::clone(&stop);
        std::thread::spawn(move || {
            for signal in signals.forever() {
                let again = stop.swap(true, Ordering::Relaxed);
                // A game may wait for a player of a kit that never answers; now it has gone. The
                // flag is set before, so that this is not taken for the player's fault.
                joust_sandbox::end_all();
                if signal == SIGHUP || again {
                    joust_players::end_all();
                    joust_files::abandon_all();
                    // As the shell would have it.
                    std::process::exit(128 + signal);
                }
            }
        });
    }
    stop
}
