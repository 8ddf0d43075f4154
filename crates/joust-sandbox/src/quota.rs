//! What a player of a kit may use, how it is confined, and why a kit cannot be opened: on all systems alike.

use std::io;
use std::path::PathBuf;
use std::time::Duration;

/// How long a program of a kit has to end after it announced its end or was told to end.
pub(crate) const GRACE: Duration = Duration::from_secs(2);

/// What a player of a kit may use in a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Quota {
    /// Processor time.
    pub time: Option<Duration>,
    /// How long the game waits for it, all rounds together.
    pub wait: Option<Duration>,
    /// Bytes of memory.
    pub memory: Option<u64>,
}

/// How the programs of a kit are confined.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Confinement {
    /// Whether players run under another program, such as a debugger. Then they are not confined.
    pub wrapped: bool,
    /// The newest version of Landlock to use, to test the behaviour of older kernels; 0 for none. Without
    /// Landlock, a game prints a warning.
    pub landlock: Option<i32>,
}

/// Why a program cannot be used as a kit.
#[derive(Debug, thiserror::Error)]
pub enum BadKit {
    /// It cannot be started.
    #[error("{} cannot be run: {why}", .path.display())]
    Start {
        /// The program.
        path: PathBuf,
        /// What the system says.
        why: io::Error,
    },
    /// It does not answer as a kit does.
    #[error("{} is not a Game built by `make all` in a folder of `joust bot new madmax-cpp`", .0.display())]
    NoKit(PathBuf),
}
