//! Signals: a flag for work that can stop, and what is cleaned up before a signal ends the program.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// A flag that the first interrupt sets; the second one ends the program at once.
pub(crate) fn stop_flag() -> Arc<AtomicBool> {
    let stop = Arc::new(AtomicBool::new(false));
    #[cfg(unix)]
    for signal in [signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM] {
        // Without the handlers an interrupt just ends the program: what is on disk is whole all the same.
        let _ = signal_hook::flag::register_conditional_default(signal, Arc::clone(&stop));
        let _ = signal_hook::flag::register(signal, Arc::clone(&stop));
    }
    stop
}

/// From now on a signal that ends the program does this first, ends the players, and removes drafts.
#[cfg(unix)]
pub(crate) fn before_the_end(last: impl FnOnce() + Send + 'static) {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    let Ok(mut signals) = signal_hook::iterator::Signals::new([SIGHUP, SIGINT, SIGTERM]) else { return };
    std::thread::spawn(move || {
        if let Some(signal) = signals.forever().next() {
            last();
            joust_sandbox::end_all();
            joust_players::end_all();
            joust_files::abandon_all();
            // As the shell would have it.
            std::process::exit(128 + signal);
        }
    });
}
