//! The programs of players. A confined program is started by a launcher, which is this interpreter once more.

use joust_match::Programs;
use joust_players::{BotProgram, Kind, Spec};
use pyo3::prelude::*;
use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::{LazyLock, OnceLock};

static PROGRAMS: LazyLock<Programs> = LazyLock::new(Programs::default);

/// What a launcher runs: it finds this module in the folder that follows, and becomes a program.
const LAUNCHER: &str = "import sys; sys.path.insert(0, sys.argv[1]); \
                        from joust import _joust; sys.exit(_joust._launched(sys.argv[2:]))";

/// Whether programs can be launched.
static READY: OnceLock<()> = OnceLock::new();

/// The programs of all players of this process, each opened once.
pub(crate) fn programs(py: Python<'_>) -> PyResult<&'static Programs> {
    if READY.get().is_none() {
        name_launcher(py)?;
        READY.get_or_init(|| ());
    }
    Ok(&PROGRAMS)
}

fn name_launcher(py: Python<'_>) -> PyResult<()> {
    let executable: Option<PathBuf> = py.import("sys")?.getattr("executable")?.extract()?;
    let package: PathBuf = py.import("joust")?.getattr("__file__")?.extract()?;
    let folder = package.parent().and_then(|package| package.parent());
    if let (Some(executable), Some(folder)) = (executable, folder) {
        // Without the user's settings and packages: it needs none, and starts sooner.
        let words = ["-I", "-S", "-c", LAUNCHER].map(OsString::from).into_iter();
        joust_sandbox::launch_by(executable, words.chain([folder.into()]).collect());
    }
    Ok(())
}

/// Whether a player answers so soon that nobody interrupts it: to start a thread would take longer.
pub(crate) fn is_quick(spec: &Spec) -> bool {
    match &spec.kind {
        Kind::Random => true,
        Kind::Textbook(agent) => agent.depth <= 2,
        _ => false,
    }
}

/// Whether a player runs as a process. A process ends with the thread that has started it.
pub(crate) fn is_process(spec: &Spec) -> bool {
    match &spec.kind {
        Kind::Line(_) | Kind::Kit { .. } => true,
        Kind::Bot(bot) => matches!(bot.program, BotProgram::Command(_)),
        _ => false,
    }
}

/// Becomes the program that these words name: for launchers only.
#[pyfunction]
#[pyo3(name = "_launched")]
pub(crate) fn launched(words: Vec<OsString>) -> u8 {
    let words: Vec<OsString> = [OsString::from("joust")].into_iter().chain(words).collect();
    // The other program has its own exit code, so this one is that of a failure.
    joust_sandbox::launched(&words).map_or(2, |_| 125)
}
