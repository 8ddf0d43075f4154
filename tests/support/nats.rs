//! A `nats-server` of our own, on a loopback port, with its store in a temporary folder.

use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU16, Ordering};
use std::time::{Duration, Instant};

/// A server. It ends, and its folder is removed, when this is dropped.
pub(crate) struct Nats {
    program: PathBuf,
    folder: tempfile::TempDir,
    port: u16,
    process: Option<Child>,
}

impl Nats {
    /// Starts a server, or says why there is none.
    pub(crate) fn start() -> Option<Nats> {
        let Some(program) = program() else {
            eprintln!("nats-server: not tried, it is missing: apt-get install nats-server");
            return None;
        };
        let folder = tempfile::tempdir().unwrap();
        let mut nats = Nats { program, folder, port: free_port(), process: None };
        nats.begin();
        Some(nats)
    }

    /// The address for dispatchers and workers.
    pub(crate) fn url(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }

    /// The id of the process of the server, which must run.
    #[allow(dead_code, reason = "not all tests that share this file measure")]
    pub(crate) fn process_id(&self) -> u32 {
        self.process.as_ref().unwrap().id()
    }

    /// Starts the server again, on its port, with what it has stored.
    pub(crate) fn begin(&mut self) {
        let store = self.folder.path().join("store");
        let mut command = Command::new(&self.program);
        command.args(["-js", "-a", "127.0.0.1", "-p", &self.port.to_string(), "-sd"]).arg(store);
        let process =
            command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        self.process = Some(process);
        let start = Instant::now();
        while TcpStream::connect((Ipv4Addr::LOCALHOST, self.port)).is_err() {
            assert!(start.elapsed() < Duration::from_mins(1), "nats-server does not start");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Kills the server as a power cut would.
    pub(crate) fn kill(&mut self) {
        if let Some(mut process) = self.process.take() {
            let _ = process.kill();
            let _ = process.wait();
        }
    }

    /// Loses everything that the server has stored. The server must not run.
    pub(crate) fn forget(&self) {
        assert!(self.process.is_none(), "a server that runs has its files open");
        let _ = std::fs::remove_dir_all(self.folder.path().join("store"));
    }
}

impl Drop for Nats {
    fn drop(&mut self) {
        self.kill();
    }
}

/// A port that is free now, and below those that the system gives to connections: while a killed server is away,
/// nothing else takes its port, and no client that tries to reach it meets itself.
fn free_port() -> u16 {
    const FIRST: u16 = 12_000;
    const MANY: u16 = 16_000;
    static NEXT: AtomicU16 = AtomicU16::new(0);
    // Programs that run at one time begin at different ports.
    let begin = std::process::id().wrapping_mul(61) as u16;
    let port = || FIRST + begin.wrapping_add(NEXT.fetch_add(1, Ordering::Relaxed)) % MANY;
    std::iter::repeat_with(port).find(|port| TcpListener::bind((Ipv4Addr::LOCALHOST, *port)).is_ok()).unwrap()
}

/// The program; Debian's is where only root looks for programs.
fn program() -> Option<PathBuf> {
    let folders = std::env::var_os("PATH")?;
    let folders = std::env::split_paths(&folders).chain([PathBuf::from("/usr/sbin")]);
    folders.map(|folder| folder.join("nats-server")).find(|path| path.is_file())
}
