//! What is said when the program ends before the game: by a signal, or by a mistake of ours.

use std::io::Write;
use std::sync::Mutex;

/// The sentence that says how to go on; none while there is nothing to go on with.
static NOTE: Mutex<Option<String>> = Mutex::new(None);

/// Changes the sentence.
pub(crate) fn set_note(note: Option<String>) {
    if let Ok(mut place) = NOTE.lock() {
        *place = note;
    }
}

/// From now on signals and panics say how to go on.
pub(crate) fn watch() {
    #[cfg(unix)]
    signals::watch();
    let report = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        report(panic);
        say();
    }));
}

/// Says it on standard error, which may be gone, too.
fn say() {
    // The lock is tried, not awaited: whoever holds it may be the thread that panics.
    if let Ok(note) = NOTE.try_lock()
        && let Some(note) = note.as_deref()
    {
        let _ = writeln!(anstream::stderr(), "{note}");
    }
}

#[cfg(unix)]
mod signals {
    use nix::sys::termios::{SetArg, Termios, tcgetattr, tcsetattr};
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;
    use std::io::Write;

    /// Waits for a signal in a thread of its own. Without one, the game is kept all the same.
    pub(super) fn watch() {
        let mode = tcgetattr(std::io::stdin()).ok();
        let Ok(mut signals) = Signals::new([SIGHUP, SIGINT, SIGTERM]) else { return };
        std::thread::spawn(move || {
            if let Some(signal) = signals.forever().next() {
                if let Some(mode) = mode {
                    restore(&mode);
                }
                super::say();
                joust_players::end_all();
                joust_files::abandon_all();
                // As the shell would have it.
                std::process::exit(128 + signal);
            }
        });
    }

    /// Makes the terminal what it was before line editing changed it.
    fn restore(mode: &Termios) {
        let _ = tcsetattr(std::io::stdin(), SetArg::TCSANOW, mode);
        // Line editing asks the terminal to bracket what is pasted.
        let _ = std::io::stdout().write_all(b"\x1b[?2004l\r\n");
        let _ = std::io::stdout().flush();
    }
}
