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
    let mode = nix::sys::termios::tcgetattr(std::io::stdin()).ok();
    crate::signals::before_the_end(move || {
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

/// Says it on standard error, which may be gone, too.
fn say() {
    // The lock is tried, not awaited: whoever holds it may be the thread that panics.
    if let Ok(note) = NOTE.try_lock()
        && let Some(note) = note.as_deref()
    {
        let _ = writeln!(anstream::stderr(), "{note}");
    }
}

/// Makes the terminal what it was before line editing changed it.
fn restore(mode: &nix::sys::termios::Termios) {
    use nix::sys::termios::{SetArg, tcsetattr};
    let _ = tcsetattr(std::io::stdin(), SetArg::TCSANOW, mode);
    // Line editing asks the terminal to bracket what is pasted.
    let _ = std::io::stdout().write_all(b"\x1b[?2004l\r\n");
    let _ = std::io::stdout().flush();
}
