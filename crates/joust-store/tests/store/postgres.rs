//! A PostgreSQL server of our own in a folder of its own, for as long as a test runs.

use std::fs;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

pub(crate) struct Postgres {
    server: Child,
    folder: tempfile::TempDir,
}

impl Postgres {
    /// Starts a server, or says why there is none.
    pub(crate) fn start() -> Result<Postgres, String> {
        let programs = programs().ok_or("there is no initdb: apt-get install postgresql")?;
        let folder = tempfile::tempdir().map_err(|why| why.to_string())?;
        let user = user_for(folder.path())?;
        let data = folder.path().join("data");
        let run = |program: &str| {
            let mut command = Command::new(programs.join(program));
            command.current_dir(folder.path()).env("LC_ALL", "C");
            if let Some(user) = user {
                command.uid(user).gid(user_group());
            }
            command
        };
        let mut made = run("initdb");
        made.args(["--username=joust", "--auth=trust", "--encoding=UTF8", "--no-sync", "-D"]).arg(&data);
        let made = made.output().map_err(|why| why.to_string())?;
        if !made.status.success() {
            return Err(String::from_utf8_lossy(&made.stderr).into_owned());
        }
        let server = run("postgres")
            .arg("-D")
            .arg(&data)
            .args(["-c", "listen_addresses=", "-c", "fsync=off", "-k"])
            .arg(folder.path())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|why| why.to_string())?;
        let server = Postgres { server, folder };
        server.wait(&programs)?;
        Ok(server)
    }

    fn wait(&self, programs: &Path) -> Result<(), String> {
        let begin = Instant::now();
        while begin.elapsed() < Duration::from_secs(20) {
            let ready = Command::new(programs.join("pg_isready"))
                .arg("-q")
                .arg("-h")
                .arg(self.folder.path())
                .status();
            if ready.is_ok_and(|status| status.success()) {
                return Ok(());
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        Err("the server does not answer".to_owned())
    }

    pub(crate) fn url(&self) -> String {
        let folder = self.folder.path().display().to_string().replace('/', "%2F");
        format!("postgres://joust@localhost/postgres?host={folder}")
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

/// The folder of PostgreSQL's programs, the newest if there are several.
fn programs() -> Option<PathBuf> {
    let installed = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let mut folders: Vec<PathBuf> = installed.map(|entry| entry.path().join("bin")).collect();
    folders.sort();
    let path = std::env::var_os("PATH").unwrap_or_default();
    folders.splice(0..0, std::env::split_paths(&path));
    folders.into_iter().rev().find(|folder| folder.join("initdb").is_file())
}

/// The server refuses to run as root: then it runs as its own user, who gets the folder.
fn user_for(folder: &Path) -> Result<Option<u32>, String> {
    if id("-u", None) != Some(0) {
        return Ok(None);
    }
    let user = id("-u", Some("postgres")).ok_or("root cannot run it, and there is no user `postgres`")?;
    std::os::unix::fs::chown(folder, Some(user), Some(user_group())).map_err(|why| why.to_string())?;
    Ok(Some(user))
}

fn user_group() -> u32 {
    id("-g", Some("postgres")).unwrap_or(0)
}

fn id(flag: &str, user: Option<&str>) -> Option<u32> {
    let Output { stdout, status, .. } = Command::new("id").arg(flag).args(user).output().ok()?;
    status.success().then(|| String::from_utf8_lossy(&stdout).trim().parse().ok())?
}
