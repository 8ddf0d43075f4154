//! Signals: a flag for work that can stop, and the cleaning up before a signal ends joust.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};

/// The signal that has stopped the work; SIGINT before there was one.
static STOPPED_BY: AtomicU8 = AtomicU8::new(2);

/// The exit code of work that a signal has stopped, as a shell has it: 130 after Ctrl-C, 143 after SIGTERM.
pub(crate) fn exit_code() -> u8 {
    128 + STOPPED_BY.load(Ordering::Relaxed)
}

/// A flag that the first Ctrl-C or SIGTERM sets; the second one ends joust, and so does a hangup. Each of
/// these signals also ends the running players: they are in process groups of their own, which the terminal
/// does not signal. Windows has no such signals: there, Ctrl-C ends joust at once.
pub(crate) fn stop_handle() -> Arc<AtomicBool> {
    let stop = Arc::new(AtomicBool::new(false));
    #[cfg(unix)]
    {
        let stop = Arc::clone(&stop);
        hear(move |signal| {
            STOPPED_BY.store(u8::try_from(signal).unwrap_or(2), Ordering::Relaxed);
            let again = stop.swap(true, Ordering::Relaxed);
            // A game may wait for a program that never answers; now it has gone. The flag is set
            // before, so that this is not taken for the program's fault. A module that has not yet
            // said hello knows no flag of its game.
            joust_sandbox::stop_all();
            joust_sandbox::end_all();
            signal == signal_hook::consts::SIGHUP || again
        });
    }
    stop
}

/// A flag for a game of Mad Max that the first Ctrl-C or SIGTERM sets; the second one ends joust after a call
/// of `last`, and so does a hangup, and any signal before the game has `begun`. Players of kits go on until
/// the game has asked where they are.
pub(crate) fn stop_game(begun: &Arc<AtomicBool>, last: fn()) -> Arc<AtomicBool> {
    let stop = Arc::new(AtomicBool::new(false));
    #[cfg(unix)]
    hear_in_game(&stop, begun, last);
    #[cfg(not(unix))]
    let _ = (begun, last);
    stop
}

#[cfg(unix)]
fn hear_in_game(stop: &Arc<AtomicBool>, begun: &Arc<AtomicBool>, last: fn()) {
    let (flag, begun) = (Arc::clone(stop), Arc::clone(begun));
    hear(move |signal| {
        STOPPED_BY.store(u8::try_from(signal).unwrap_or(2), Ordering::Relaxed);
        let again = flag.swap(true, Ordering::Relaxed);
        joust_sandbox::stop_all();
        let is_last = signal == signal_hook::consts::SIGHUP || again || !begun.load(Ordering::Relaxed);
        if is_last {
            last();
        }
        is_last
    });
}

/// From now on a signal calls `last` and then ends joust.
#[cfg_attr(not(unix), expect(unused_variables, reason = "there are no signals"))]
pub(crate) fn before_the_end(last: impl Fn() + Send + 'static) {
    #[cfg(unix)]
    hear(move |_| {
        last();
        true
    });
}

/// Waits for signals in a thread. After the first one for which `is_last` is true it ends the players,
/// removes drafts, and ends joust.
#[cfg(unix)]
fn hear(is_last: impl Fn(i32) -> bool + Send + 'static) {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    let Ok(mut signals) = signal_hook::iterator::Signals::new([SIGHUP, SIGINT, SIGTERM]) else { return };
    std::thread::spawn(move || {
        if let Some(signal) = signals.forever().find(|signal| is_last(*signal)) {
            joust_sandbox::end_all();
            joust_files::abandon_all();
            // The exit code by which a shell reports a signal.
            std::process::exit(128 + signal);
        }
    });
}
