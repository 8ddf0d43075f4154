//! Long work: it runs without the interpreter, and Ctrl-C ends it.

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
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
            let flag = &stop;
            let work = move || drop(sender.send(work(flag)));
            let worker = thread::Builder::new().spawn_scoped(scope, work).map_err(|why| no_thread(&why))?;
            let done = wait(&receiver, flag, interrupt);
            if let Err(panic) = worker.join() {
                std::panic::resume_unwind(panic);
            }
            Ok(done?.expect("work that does not panic sends what it has done"))
        })
    })
}

/// Waits for what the work has come to, and for signals; nothing if it has panicked.
fn wait<T>(
    receiver: &Receiver<T>,
    stop: &AtomicBool,
    interrupt: &(dyn Fn(Python<'_>) + Sync),
) -> PyResult<Option<T>> {
    let mut raised = None;
    let done = loop {
        match receiver.recv_timeout(INTERVAL) {
            Ok(done) => break Some(done),
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
            Err(RecvTimeoutError::Disconnected) => break None,
        }
    };
    raised.map_or(Ok(done), Err)
}

/// A thread for work that has to go on where it began: a process ends with the thread that has started it.
#[derive(Clone)]
pub(crate) struct Home {
    work: Sender<Box<dyn FnOnce() + Send>>,
    /// The process of the thread, which a fork does not take along.
    process: u32,
}

impl Home {
    /// A thread that ends with the last copy of its home.
    pub(crate) fn new() -> PyResult<Home> {
        let (work, receiver) = channel::<Box<dyn FnOnce() + Send>>();
        let run = move || receiver.into_iter().for_each(|work| work());
        thread::Builder::new().spawn(run).map_err(|why| no_thread(&why))?;
        Ok(Home { work, process: std::process::id() })
    }

    /// Whether its thread is in this process.
    pub(crate) fn is_here(&self) -> bool {
        self.process == std::process::id()
    }

    /// [`attended`], on this thread.
    pub(crate) fn attended<T: Send + 'static>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&AtomicBool) -> T + Send + 'static,
    ) -> PyResult<T> {
        let stop = Arc::new(AtomicBool::new(false));
        let (sender, receiver) = channel();
        let flag = Arc::clone(&stop);
        // What cannot be sent to a thread that has panicked is dropped, and then there is no answer.
        let _ = self.work.send(Box::new(move || drop(sender.send(work(&flag)))));
        let done = py.detach(move || wait(&receiver, &stop, &|_| {}))?;
        done.ok_or_else(|| PyRuntimeError::new_err("the thread of a player has panicked"))
    }
}
