//! Long work: it runs without the interpreter, and Ctrl-C ends it.

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

/// How often the interpreter is asked for signals.
const INTERVAL: Duration = Duration::from_millis(50);

/// The machine starts no further thread.
fn no_thread(why: &std::io::Error) -> PyErr {
    PyRuntimeError::new_err(format!("no thread can be started for this work: {why}"))
}

/// Does long work on a thread of its own, without the interpreter, so that other threads of Python go on. Only
/// the main thread of Python hears of signals, so the calling thread waits for them here. A signal whose handler
/// raises an exception, as that of Ctrl-C does, sets the flag: the work ends soon, and the exception is raised.
pub(crate) fn attended<T: Send>(py: Python<'_>, work: impl FnOnce(&AtomicBool) -> T + Send) -> PyResult<T> {
    attended_with(py, &|_| {}, work)
}

/// Raises what waits to be raised in this thread: by a signal in the main thread, and in the others by
/// [`crate::guest::Guests::interrupt`], which reaches a thread only where it runs code of Python.
fn hear(py: Python<'_>) -> PyResult<()> {
    py.check_signals()?;
    py.import("joust._interrupt")?.call_method0("hear").map(drop)
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
            let work = move || drop(sender.send(work(flag)));
            let worker = thread::Builder::new().spawn_scoped(scope, work).map_err(|why| no_thread(&why))?;
            let done = loop {
                match receiver.recv_timeout(INTERVAL) {
                    Ok(done) => break Ok(done),
                    Err(RecvTimeoutError::Timeout) => {
                        Python::attach(|py| {
                            if let Err(why) = hear(py) {
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
