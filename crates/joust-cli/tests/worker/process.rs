//! Tournaments in temporary folders, and `joust` as a process.

use crate::nats::Nats;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// A test that takes this long has failed.
const PATIENCE: Duration = Duration::from_mins(5);

/// A module that plays a little MAD: the probe of the workers.
pub(crate) fn module() -> Vec<u8> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../joust-relay/src/probe.wasm");
    std::fs::read(path).unwrap()
}

/// A process that ran to its end.
pub(crate) struct Ended {
    pub(crate) code: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Ended {
    pub(crate) fn success(&self) -> bool {
        self.code == Some(0)
    }
}

/// A `joust` that runs. It is killed when this is dropped.
pub(crate) struct Process {
    child: Option<Child>,
    folder: tempfile::TempDir,
}

/// Starts `joust`.
pub(crate) fn joust(words: &[&str]) -> Process {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| std::fs::File::create(folder.path().join(name)).unwrap();
    let child = Command::new(env!("CARGO_BIN_EXE_joust"))
        .args(words)
        .env_remove("JOUST_TABLES")
        .stdin(Stdio::null())
        .stdout(file("stdout"))
        .stderr(file("stderr"))
        .spawn()
        .unwrap();
    Process { child: Some(child), folder }
}

impl Process {
    /// A worker that plays one game at a time.
    pub(crate) fn worker(nats: &Nats) -> Process {
        joust(&["worker", "--queue", &nats.url(), "--threads", "1", "--name", "test"])
    }

    pub(crate) fn is_over(&mut self) -> bool {
        self.child.as_mut().is_none_or(|child| child.try_wait().unwrap().is_some())
    }

    /// Sends Ctrl-C.
    pub(crate) fn interrupt(self) -> Process {
        self.signal(nix::sys::signal::Signal::SIGINT);
        self
    }

    /// Stops the process without a word, as a machine that has lost its network. It is killed when this is dropped.
    pub(crate) fn freeze(&self) {
        self.signal(nix::sys::signal::Signal::SIGSTOP);
    }

    fn signal(&self, signal: nix::sys::signal::Signal) {
        let id = self.child.as_ref().unwrap().id();
        nix::sys::signal::kill(nix::unistd::Pid::from_raw(i32::try_from(id).unwrap()), signal).unwrap();
    }

    /// Stops and continues the process in turns, so that it has half a core, until the flag is set. Two of them
    /// run at different times.
    pub(crate) fn hold_to_half(&self, number: usize, stop: Arc<AtomicBool>) -> JoinHandle<()> {
        use nix::sys::signal::{Signal, kill};
        let id = nix::unistd::Pid::from_raw(i32::try_from(self.child.as_ref().unwrap().id()).unwrap());
        std::thread::spawn(move || {
            let part = Duration::from_millis(10);
            if number % 2 == 1 {
                std::thread::sleep(part);
            }
            while !stop.load(Ordering::Relaxed) {
                for signal in [Signal::SIGSTOP, Signal::SIGCONT] {
                    let _ = kill(id, signal);
                    std::thread::sleep(part);
                }
            }
        })
    }

    /// Kills the process as a power cut would.
    pub(crate) fn kill(mut self) {
        self.end();
    }

    pub(crate) fn end(&mut self) {
        if let Some(mut child) = self.child.take() {
            let _ = child.kill();
            let _ = child.wait();
        }
    }

    /// What it has written so far.
    pub(crate) fn stderr(&self) -> String {
        self.written("stderr")
    }

    fn written(&self, name: &str) -> String {
        let mut text = Vec::new();
        std::fs::File::open(self.folder.path().join(name)).unwrap().read_to_end(&mut text).unwrap();
        String::from_utf8_lossy(&text).into_owned()
    }

    /// Waits until it has written something.
    pub(crate) fn wait_for(&self, text: &str) {
        let start = Instant::now();
        while !self.stderr().contains(text) {
            assert!(start.elapsed() < PATIENCE, "{}", self.stderr());
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    pub(crate) fn wait(mut self) -> Ended {
        let mut child = self.child.take().unwrap();
        let start = Instant::now();
        let status = loop {
            if let Some(status) = child.try_wait().unwrap() {
                break status;
            }
            if start.elapsed() > PATIENCE {
                let _ = child.kill();
                panic!("it does not end: {}", self.stderr());
            }
            std::thread::sleep(Duration::from_millis(10));
        };
        Ended { code: status.code(), stdout: self.written("stdout"), stderr: self.written("stderr") }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.end();
    }
}

/// A tournament in a folder of its own.
pub(crate) struct Cup {
    folder: tempfile::TempDir,
    text: String,
}

/// What one machine alone makes of it.
pub(crate) struct Alone {
    pub(crate) journal: Vec<String>,
    pub(crate) table: String,
}

impl Cup {
    pub(crate) fn of(text: &str) -> Cup {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("cup.toml"), text).unwrap();
        std::fs::write(folder.path().join("bot.wasm"), module()).unwrap();
        Cup { folder, text: text.to_owned() }
    }

    /// A module among built-in players of MAD.
    pub(crate) fn of_modules() -> Cup {
        Cup::of(
            "game = \"mad\"\nformat = { kind = \"round-robin\", games = 6 }\n\
             participants = [\"random\", \"minimax:1\", \"bot.wasm\"]\n",
        )
    }

    /// Mad Max, with compact records.
    pub(crate) fn of_armies() -> Cup {
        Cup::of(
            "game = \"madmax\"\nrules = \"nb_rounds=12\"\nmaps = [\"generator\", \"oasis\"]\n\
             participants = [\"Null\", \"Dummy\", \"Demo\", \"Dummy\"]\nformat = { kind = \"round-robin\", blocks = 2 }\n",
        )
    }

    /// Later games depend on results.
    pub(crate) fn swiss() -> Cup {
        Cup::of(
            "game = \"wargame\"\nboards = [\"tiny\", \"custom4x4\"]\nformat = \"swiss\"\n\
             participants = [\"random\", \"minimax:1\", \"minimax:2\", \"mcts:5\"]\n",
        )
    }

    /// Many games that take hardly any time.
    pub(crate) fn short() -> Cup {
        Cup::of(
            "game = \"wargame\"\nboards = \"tiny\"\nformat = { kind = \"round-robin\", games = 100 }\n\
             participants = [\"random\", \"minimax:1\", \"minimax:2\"]\n",
        )
    }

    /// Games that take a while: 25 ms each.
    pub(crate) fn long(games: usize) -> Cup {
        Cup::of(&format!(
            "game = \"mad\"\nformat = {{ kind = \"round-robin\", games = {games} }}\n\
             participants = [\"minimax:3\", \"engine,nodes=2000\"]\n"
        ))
    }

    pub(crate) fn name(&self) -> &str {
        &self.text
    }

    pub(crate) fn file(&self) -> PathBuf {
        self.folder.path().join("cup.toml")
    }

    /// Plays it on this machine, in a copy.
    pub(crate) fn alone(&self) -> Alone {
        let copy = Cup::of(&self.text);
        let ended = joust(&["tournament", copy.file().to_str().unwrap(), "--quiet"]).wait();
        assert!(ended.success(), "{}", ended.stderr);
        Alone { journal: copy.journal(), table: ended.stdout }
    }

    /// Begins it, or continues it, with workers.
    pub(crate) fn begin(&self, nats: &Nats, words: &[&str]) -> Process {
        let (file, url) = (self.file(), nats.url());
        joust(&[&["tournament", file.to_str().unwrap(), "--queue", &url], words].concat())
    }

    /// The lines of the journal, the games in the order of their numbers.
    pub(crate) fn journal(&self) -> Vec<String> {
        let text = std::fs::read_to_string(self.folder.path().join("cup.journal")).unwrap_or_default();
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        let number =
            |line: &String| serde_json::from_str::<serde_json::Value>(line).map(|line| line["game"].as_u64());
        if lines.len() > 1 {
            lines[1..].sort_by_key(|line| number(line).unwrap_or_default());
        }
        lines
    }

    /// What is noted about the machines that played.
    pub(crate) fn origins(&self) -> String {
        std::fs::read_to_string(self.folder.path().join("cup.workers")).unwrap()
    }

    /// Waits until the journal has this many games, or the process has ended.
    pub(crate) fn wait_for_games(&self, games: usize, process: &Process) {
        let start = Instant::now();
        while self.journal().len() <= games {
            assert!(start.elapsed() < PATIENCE, "{}", process.stderr());
            std::thread::sleep(Duration::from_millis(10));
        }
    }
}
