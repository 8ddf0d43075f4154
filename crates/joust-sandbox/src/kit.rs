//! A kit: the `Game` program that holds compiled players.

use crate::seat::{KitPlayer, Seating};
use joust_madmax::player::Death;
use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

/// What a player may use.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Processor time in the whole game.
    pub time: Option<Duration>,
    /// How long the game waits for it, all rounds together.
    pub wait: Option<Duration>,
    /// Bytes of memory.
    pub memory: Option<u64>,
}

/// A program that is no kit.
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
    /// It does not answer as one.
    #[error("{} is not a Game built by `make all` in a folder of `joust bot new madmax-cpp`", .0.display())]
    NoKit(PathBuf),
}

/// The program of a kit and the names of its players.
#[derive(Clone, Debug)]
pub struct Kit {
    program: PathBuf,
    names: BTreeSet<String>,
}

impl Kit {
    /// Asks a program which players it has.
    pub fn open(path: &Path) -> Result<Kit, BadKit> {
        let start = |why| BadKit::Start { path: path.to_owned(), why };
        // Without a folder a name would be looked for on the PATH.
        let program = path.canonicalize().map_err(start)?;
        let asked =
            Command::new(&program).env("JOUST_LIST", "1").stdin(Stdio::null()).output().map_err(start)?;
        let names: BTreeSet<String> =
            String::from_utf8_lossy(&asked.stdout).lines().map(str::to_owned).collect();
        if !asked.status.success() || names.is_empty() {
            return Err(BadKit::NoKit(program));
        }
        Ok(Kit { program, names })
    }

    /// The names of the players, in byte order.
    pub fn names(&self) -> &BTreeSet<String> {
        &self.names
    }

    /// Where it is.
    pub fn program(&self) -> &Path {
        &self.program
    }

    /// Makes a player, in a process of its own.
    pub fn seat(&self, seating: Seating<'_>) -> Result<KitPlayer, Death> {
        KitPlayer::start(self, seating)
    }

    /// The command that becomes a player.
    pub(crate) fn command(&self, name: &str, limits: Limits) -> Command {
        let mut command = Command::new(&self.program);
        command.env("JOUST_SEAT", name).env("JOUST_PARENT", std::process::id().to_string());
        if let Some(memory) = limits.memory {
            command.env("JOUST_MEMORY", memory.to_string());
        }
        command
    }

    /// The program of one player, for those who look into it.
    pub(crate) fn extract(&self, name: &str) -> Option<Vec<u8>> {
        let mut command = Command::new(&self.program);
        let asked =
            command.env("JOUST_EXTRACT", name).stdin(Stdio::null()).stderr(Stdio::null()).output().ok()?;
        asked.status.success().then_some(asked.stdout)
    }
}
