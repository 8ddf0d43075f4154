//! Long work: it runs without the interpreter, and Ctrl-C ends it.

use pyo3::prelude::*;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

/// How often the interpreter is asked for signals.
const INTERVAL: Duration = Duration::from_millis(50);

/// Does long work on a thread of its own, without the interpreter, so that other threads of Python go on. Only
/// the main thread of Python hears of signals, so the calling thread waits for them here. A signal whose handler
/// raises an exception, as that of Ctrl-C does, sets the flag: the work ends soon, and the exception is raised.
pub(crate) fn attended<T: Send>(py: Python<'_>, work: impl FnOnce(&AtomicBool) -> T + Send) -> PyResult<T> {
    attended_with(py, &|_| {}, work)
}

/// [`attended`], where `interrupt` is called as long as the work goes on after such a signal.
pub(crate) fn attended_with<T: Send>(
    py: Python<'_>,
    interrupt: &(dyn Fn(Python<'_>) + Sync),
    work: impl FnOnce(&AtomicBool) -> T + Send,
) -> PyResult<T> {
    let stop = AtomicBool::new(false);
    py.detach(|| {
        thread::scope(|scope| {
            let (sender, receiver) = channel();
            let (flag, mut raised) = (&stop, None);
            let worker = scope.spawn(move || drop(sender.send(work(flag))));
            let done = loop {
                match receiver.recv_timeout(INTERVAL) {
                    Ok(done) => break Ok(done),
                    Err(RecvTimeoutError::Timeout) => {
                        Python::attach(|py| {
                            if let Err(why) = py.check_signals() {
                                stop.store(true, Ordering::Relaxed);
                                raised.get_or_insert(why);
                            }
                            if raised.is_some() {
                                interrupt(py);
                            }
                        });
                    }
                    // The work has panicked: what it says goes on to the caller.
                    Err(RecvTimeoutError::Disconnected) => break Err(()),
                }
            };
            if let Err(panic) = worker.join() {
                std::panic::resume_unwind(panic);
            }
            match (raised, done) {
                (Some(why), _) => Err(why),
                (None, Ok(done)) => Ok(done),
                (None, Err(())) => unreachable!("work that does not panic sends what it has done"),
            }
        })
    })
}
