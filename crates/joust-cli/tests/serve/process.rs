//! The server as a process.

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

/// A running `joust serve`; killed when it is dropped.
pub(crate) struct Process {
    child: Child,
    pub(crate) address: SocketAddr,
}

fn serve() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_joust"));
    command.args(["serve", "--pause", "0", "--log-level", "error", "--no-rate-limits"]);
    command.env("JOUST_PORT", "0").stdout(Stdio::piped()).stderr(Stdio::null());
    command
}

pub(crate) fn command(folder: &Path) -> Command {
    let mut command = serve();
    command.arg("--data").arg(folder);
    command
}

/// The server on a PostgreSQL database.
pub(crate) fn on_database(url: &str) -> Command {
    let mut command = serve();
    command.env("JOUST_DATABASE", url);
    command
}

impl Process {
    /// Starts a server on a folder and waits until it listens.
    pub(crate) fn start(folder: &Path) -> Process {
        Process::spawn(command(folder))
    }

    /// Starts a server and waits until it says where it listens.
    pub(crate) fn spawn(command: Command) -> Process {
        Process::of(command, |line| {
            let address =
                line.strip_prefix("Joust is open at http://").and_then(|rest| rest.trim().strip_suffix('/'));
            address.unwrap_or_else(|| panic!("`{line}` tells no address")).parse().unwrap()
        })
    }

    /// Starts a server and waits until it listens; its first line may tell where.
    pub(crate) fn of(mut command: Command, address: impl FnOnce(&str) -> SocketAddr) -> Process {
        let mut child = command.spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = address(&line);
        Process { child, address }
    }

    /// Ends it as the system would when nothing else helps: no goodbye, no flush.
    pub(crate) fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Asks it to end, and gives how it did.
    pub(crate) fn terminate(&mut self) -> ExitStatus {
        let id = nix::unistd::Pid::from_raw(self.child.id() as i32);
        nix::sys::signal::kill(id, nix::sys::signal::Signal::SIGTERM).unwrap();
        let begin = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status;
            }
            assert!(begin.elapsed() < Duration::from_secs(10), "it does not end");
            std::thread::sleep(Duration::from_millis(10));
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
