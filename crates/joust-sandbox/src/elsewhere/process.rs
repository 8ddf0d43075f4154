//! Processes as channels: there are none here, because nothing confines and ends them.

pub(crate) use crate::channel::MOST_OUTPUT;
use crate::channel::{Channel, Ears, Ended, Heard, Sent};
use std::io;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Why a program of another is not run.
pub(crate) const NOT_HERE: &str =
    "programs of others run on Linux only; modules (.wasm) and built-in players run here, too";

/// What cannot be.
#[derive(Clone, Debug)]
pub(crate) enum Never {}

/// A process, which cannot be.
pub(crate) struct Process(pub(crate) Never);

impl Process {
    /// Refuses to start a command of the shell.
    pub(crate) fn shell(_: &str) -> io::Result<Process> {
        Err(io::Error::new(io::ErrorKind::Unsupported, NOT_HERE))
    }
}

impl Channel for Process {
    fn send(&mut self, _: &[u8]) -> Sent {
        match self.0 {}
    }

    fn hear(&mut self, _: usize, _: Duration, _: &AtomicBool, _: &mut dyn Ears) -> Heard {
        match self.0 {}
    }

    fn charge(&mut self, _: usize) {
        match self.0 {}
    }

    fn cpu(&self) -> Option<Duration> {
        match self.0 {}
    }

    fn end(&mut self, _: Duration, _: &mut dyn Ears) -> Ended {
        match self.0 {}
    }

    fn kill(&mut self) {
        match self.0 {}
    }

    fn last_lines(&self) -> Vec<String> {
        match self.0 {}
    }
}
