//! The server under load, as a separate process with its own data.

use crate::Trouble;
use std::fs;
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

pub(crate) struct Server {
    process: Child,
    data: PathBuf,
    address: SocketAddr,
    joust: String,
}

impl Server {
    /// Starts a server with its own data, without rate limits.
    pub(crate) fn start(joust: &str, searches: usize) -> Result<Server, Trouble> {
        let data = std::env::temp_dir().join(format!("joust-arena-{}", std::process::id()));
        Server::on(joust, searches, data, &["--no-rate-limits"])
    }

    /// Ends the server, and starts one with rate limits on its data.
    pub(crate) fn again(mut self, joust: &str, searches: usize) -> Result<Server, Trouble> {
        self.process.kill()?;
        self.process.wait()?;
        let data = std::mem::take(&mut self.data);
        Server::on(joust, searches, data, &[])
    }

    fn on(joust: &str, searches: usize, data: PathBuf, more: &[&str]) -> Result<Server, Trouble> {
        let mut process = Command::new(joust)
            .args(["serve", "--port", "0", "--behind-proxy=1", "--log-level", "error", "--search-threads"])
            .arg(searches.max(1).to_string())
            .arg("--data")
            .arg(&data)
            .args(more)
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|why| format!("{joust}: {why}"))?;
        let stdout = process.stdout.take().ok_or("no output")?;
        let found = BufReader::new(stdout).lines().map_while(Result::ok).find_map(|line| {
            let (_, rest) = line.split_once("http://")?;
            rest.split(|c: char| c == '/' || c.is_whitespace()).next()?.parse().ok()
        });
        let mut server =
            Server { process, data, address: SocketAddr::from(([127, 0, 0, 1], 0)), joust: joust.to_owned() };
        server.address = found.ok_or("the server does not say where it listens")?;
        Ok(server)
    }

    pub(crate) fn address(&self) -> SocketAddr {
        self.address
    }

    /// Runs a command of joust on the data of this server.
    pub(crate) fn tool(&self, words: &[&str]) -> Result<(), Trouble> {
        let done = Command::new(&self.joust).args(words).arg("--data").arg(&self.data).output()?;
        if done.status.success() {
            Ok(())
        } else {
            Err(String::from_utf8_lossy(&done.stderr).into_owned().into())
        }
    }

    fn proc(&self, file: &str) -> Result<String, Trouble> {
        Ok(fs::read_to_string(format!("/proc/{}/{file}", self.process.id()))?)
    }

    /// Memory in use, in bytes.
    pub(crate) fn memory(&self) -> Result<u64, Trouble> {
        let status = self.proc("status")?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).ok_or("no VmRSS")?;
        let kib: u64 = line.trim().trim_end_matches("kB").trim().parse()?;
        Ok(kib * 1024)
    }

    /// CPU time used since the start.
    pub(crate) fn busy(&self) -> Result<Duration, Trouble> {
        let stat = self.proc("stat")?;
        let fields: Vec<&str> = stat.rsplit(')').next().unwrap_or("").split_whitespace().collect();
        let ticks = |at: usize| -> Result<u64, Trouble> { Ok(fields.get(at).ok_or("no time")?.parse()?) };
        // A hundred ticks a second, on every Linux that a program can see.
        Ok(Duration::from_millis((ticks(11)? + ticks(12)?) * 10))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
        let _ = fs::remove_dir_all(&self.data);
    }
}
