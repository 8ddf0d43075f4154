//! The message when joust ends before the game: by a signal, or by a panic.

use std::io::Write;
use std::sync::Mutex;

/// The sentence that says how to continue the game; `None` while there is nothing to continue.
static NOTE: Mutex<Option<String>> = Mutex::new(None);

/// Changes the sentence.
pub(crate) fn set_note(note: Option<String>) {
    if let Ok(mut place) = NOTE.lock() {
        *place = note;
    }
}

/// From now on signals and panics print the sentence.
pub(crate) fn watch() {
    #[cfg(unix)]
    let mode = nix::sys::termios::tcgetattr(std::io::stdin()).ok();
    crate::signals::before_the_end(move || {
        #[cfg(unix)]
        if let Some(mode) = &mode {
            restore(mode);
        }
        say();
    });
    let report = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        report(panic);
        say();
    }));
}

/// Prints the sentence on standard error, which may be closed.
fn say() {
    // Waiting for the lock could hang: the thread that panics may hold it.
    if let Ok(note) = NOTE.try_lock()
        && let Some(note) = note.as_deref()
    {
        let _ = writeln!(anstream::stderr(), "{note}");
    }
}

/// Restores the terminal after line editing.
#[cfg(unix)]
fn restore(mode: &nix::sys::termios::Termios) {
    use nix::sys::termios::{SetArg, tcsetattr};
    let _ = tcsetattr(std::io::stdin(), SetArg::TCSANOW, mode);
    // Switches bracketed paste off, which line editing switched on.
    let _ = std::io::stdout().write_all(b"\x1b[?2004l\r\n");
    let _ = std::io::stdout().flush();
}
