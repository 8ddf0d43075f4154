//! Calls of a confined compiler, and why it did not end by itself.

use super::{BadBuild, Build, BuildLimits};
use std::ffi::OsString;
use std::fmt;
use std::time::{Duration, Instant};

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

/// The limits of a build, of which each of its calls takes a part.
pub(super) struct Budget {
    pub(super) limits: BuildLimits,
    /// The processor time that is left.
    pub(super) cpu: Duration,
    /// When the build must be over, by the clock.
    pub(super) until: Instant,
}

impl Budget {
    /// That of a build that begins now.
    pub(super) fn new(limits: BuildLimits) -> Budget {
        Budget { limits, cpu: limits.cpu, until: Instant::now() + limits.wall() }
    }
}

/// A call of a compiler.
pub(super) struct Step {
    /// Its arguments.
    pub(super) words: Vec<OsString>,
    /// What it does.
    pub(super) task: Task,
}

/// What a call of a compiler does, which decides what it may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Task {
    /// Compiles a file of C++ or C, for which it reads the headers of the system.
    Compile,
    /// Links objects of C++ and C, for which it starts another program.
    Link,
    /// Compiles and links a crate of Rust, for which it starts another program.
    Rust,
}

impl Task {
    const ALL: [Task; 3] = [Task::Compile, Task::Link, Task::Rust];

    /// Its name, which a launcher is told.
    pub(super) fn name(self) -> &'static str {
        match self {
            Task::Compile => "compile",
            Task::Link => "link",
            Task::Rust => "rust",
        }
    }

    /// The task of a name.
    pub(super) fn named(name: &str) -> Option<Task> {
        Task::ALL.into_iter().find(|task| task.name() == name)
    }

    /// Whether a linker is started.
    pub(super) fn links(self) -> bool {
        matches!(self, Task::Link | Task::Rust)
    }
}

/// What became of a call.
pub(super) struct Ran {
    pub(super) success: bool,
    /// What the compiler says.
    pub(super) errors: Vec<u8>,
    pub(super) stopped: Option<Stopped>,
}

impl Ran {
    /// The warnings of a call that has succeeded; `help` says what the user can do about one that has not.
    pub(super) fn finish(self, build: &Build<'_>, help: &str) -> Result<Vec<u8>, BadBuild> {
        match self.stopped {
            Some(how) => Err(BadBuild::Stopped { file: build.source.to_owned(), how, errors: self.errors }),
            None if self.success => Ok(self.errors),
            None => Err(build.refused(self.errors, help)),
        }
    }
}
