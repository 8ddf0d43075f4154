//! Calls of a confined compiler, and why it did not end by itself.

use std::ffi::OsString;
use std::fmt;
use std::time::Duration;

/// Why a compiler did not end by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stopped {
    /// It took too long, by the clock.
    Time(Duration),
    /// It used too much processor time.
    Cpu(Duration),
    /// It needed too much memory.
    Memory(u64),
    /// It wrote too much.
    Output(u64),
    /// It crashed.
    Crashed,
}

impl fmt::Display for Stopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Stopped::Time(limit) => {
                write!(f, "the compiler was still at work after {} s, its limit", limit.as_secs())
            }
            Stopped::Cpu(limit) => {
                write!(f, "the compiler needed more than {} s of processor time, its limit", limit.as_secs())
            }
            Stopped::Memory(limit) => {
                write!(f, "the compiler needed more than {} MB of memory, its limit", limit >> 20)
            }
            Stopped::Output(limit) => {
                write!(f, "an object or the module is larger than {} MB, the limit", limit >> 20)
            }
            Stopped::Crashed => {
                f.write_str("the compiler crashed on this source; try to write it differently")
            }
        }
    }
}

/// A call of the compiler.
pub(super) struct Step {
    /// Its arguments.
    pub(super) words: Vec<OsString>,
    /// Whether it links, for which it starts another program.
    pub(super) links: bool,
}

/// What became of a call.
pub(super) struct Ran {
    pub(super) success: bool,
    /// What the compiler says.
    pub(super) errors: Vec<u8>,
    pub(super) stopped: Option<Stopped>,
}
