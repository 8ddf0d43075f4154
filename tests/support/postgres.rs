//! A PostgreSQL server of our own, on a socket in a folder of its own: one for all tests of a program, and a
//! database for each of them.

use std::fs;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Output, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// A running server. It ends, and its folder is removed, when this is dropped or the program ends.
pub(crate) struct Postgres {
    programs: PathBuf,
    folder: PathBuf,
    port: String,
    /// The shell that ends the server when the other end of its input is closed.
    shell: Child,
    hold: Option<ChildStdin>,
}

/// Restarts the server until the input ends, which happens however this program ends.
const KEEPER: &str = r#"folder=$1; shift
(while [ -d "$folder/data" ]; do "$@"; done) &
cat
mv "$folder/data" "$folder/over"
kill -QUIT "$(head -n 1 "$folder/over/postmaster.pid")"
wait
rm -rf "$folder""#;

impl Postgres {
    /// The server of this program, or why there is none.
    pub(crate) fn shared() -> Result<&'static Postgres, &'static str> {
        static SHARED: OnceLock<Result<Postgres, String>> = OnceLock::new();
        let shared = SHARED.get_or_init(|| {
            let started = Postgres::start(&[]);
            if let Err(why) = &started {
                eprintln!("PostgreSQL: not tried, {why}");
            }
            started
        });
        shared.as_ref().map_err(String::as_str)
    }

    /// Starts a server with settings of its own, or says why there is none.
    pub(crate) fn start(settings: &[&str]) -> Result<Postgres, String> {
        Postgres::start_with(&[], settings, 5432)
    }

    /// Starts a server with files of its own beside its data.
    pub(crate) fn start_with(
        files: &[(&str, String)],
        settings: &[&str],
        port: u16,
    ) -> Result<Postgres, String> {
        let programs = programs().ok_or("there is no initdb: apt-get install postgresql")?;
        // The shell removes the folder: statics are not dropped when a program ends.
        let folder = tempfile::tempdir().map_err(|why| why.to_string())?.keep();
        let user = user_for(&folder)?;
        let run = |program: &Path| {
            let mut command = Command::new(program);
            command.current_dir(&folder).env("LC_ALL", "C");
            if let Some((user, group)) = user {
                command.uid(user).gid(group);
            }
            command
        };
        for (name, text) in files {
            // Written by their user: the server refuses a key that others can read.
            let mut write = run(Path::new("/bin/sh"));
            write.args(["-c", r#"umask 077; printf %s "$2" > "$1""#, "write", name, text]);
            write.status().map_err(|why| why.to_string())?;
        }
        let mut made = run(&programs.join("initdb"));
        made.args(["--username=joust", "--auth=trust", "--encoding=UTF8", "--no-sync", "-D", "data"]);
        let made = made.output().map_err(|why| why.to_string())?;
        if !made.status.success() {
            return Err(String::from_utf8_lossy(&made.stderr).into_owned());
        }
        let mut shell = run(Path::new("/bin/sh"));
        shell.args(["-c", KEEPER, "keeper"]).arg(&folder).arg(programs.join("postgres"));
        shell
            .args([
                "-D",
                "data",
                "-c",
                "listen_addresses=",
                "-c",
                "max_connections=200",
                "-c",
                "fsync=off",
                "-k",
            ])
            .arg(&folder);
        for setting in settings {
            shell.args(["-c", setting]);
        }
        shell.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null()).process_group(0);
        let mut shell = shell.spawn().map_err(|why| why.to_string())?;
        let hold = shell.stdin.take();
        let server = Postgres { programs, folder, port: port.to_string(), shell, hold };
        server.wait()?;
        Ok(server)
    }

    /// Waits until the server answers.
    pub(crate) fn wait(&self) -> Result<(), String> {
        let begin = Instant::now();
        while begin.elapsed() < Duration::from_secs(30) {
            let mut ready = Command::new(self.programs.join("pg_isready"));
            let ready = ready.args(["-q", "-p", &self.port, "-h"]).arg(&self.folder).status();
            if ready.is_ok_and(|status| status.success()) {
                return Ok(());
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        Err("the server does not answer".to_owned())
    }

    /// The address of a new database.
    pub(crate) fn database(&self) -> String {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let name = format!("joust{}", COUNT.fetch_add(1, Relaxed));
        self.ask("postgres", &format!("CREATE DATABASE {name}"));
        let folder = self.folder.display().to_string().replace('/', "%2F");
        format!("postgres://joust@localhost/{name}?host={folder}")
    }

    /// The server's answer to a statement, by `psql`.
    pub(crate) fn ask(&self, database: &str, sql: &str) -> String {
        let mut psql = Command::new(self.programs.join("psql"));
        psql.args([
            "-qAtX",
            "-v",
            "ON_ERROR_STOP=1",
            "-U",
            "joust",
            "-d",
            database,
            "-c",
            sql,
            "-p",
            &self.port,
            "-h",
        ]);
        let Output { status, stdout, stderr } = psql.arg(&self.folder).output().unwrap();
        assert!(status.success(), "{sql}: {}", String::from_utf8_lossy(&stderr));
        String::from_utf8_lossy(&stdout).trim().to_owned()
    }

    /// Cuts all connections to a database, or those of a kind.
    pub(crate) fn cut(&self, database: &str, which: &str) -> u32 {
        let sql = format!(
            "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity \
             WHERE datname = '{database}' AND pid <> pg_backend_pid() AND {which}"
        );
        self.ask("postgres", &sql).parse().unwrap()
    }

    /// Restarts the server at once and cuts its connections.
    pub(crate) fn restart(&self) {
        let data = self.folder.join("data");
        let id = fs::read_to_string(data.join("postmaster.pid")).unwrap();
        let id = id.lines().next().unwrap();
        assert!(Command::new("kill").args(["-QUIT", id]).status().unwrap().success());
        let begin = Instant::now();
        while data.join("postmaster.pid").exists() && begin.elapsed() < Duration::from_secs(20) {
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        drop(self.hold.take());
        let _ = self.shell.wait();
    }
}

/// The database of an address that [`Postgres::database`] has given.
pub(crate) fn name_of(url: &str) -> &str {
    url.split(['/', '?']).nth(3).unwrap()
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
fn user_for(folder: &Path) -> Result<Option<(u32, u32)>, String> {
    if id("-u", None) != Some(0) {
        return Ok(None);
    }
    let user = id("-u", Some("postgres")).ok_or("root cannot run it, and there is no user `postgres`")?;
    let group = id("-g", Some("postgres")).unwrap_or(0);
    std::os::unix::fs::chown(folder, Some(user), Some(group)).map_err(|why| why.to_string())?;
    Ok(Some((user, group)))
}

fn id(flag: &str, user: Option<&str>) -> Option<u32> {
    let Output { stdout, status, .. } = Command::new("id").arg(flag).args(user).output().ok()?;
    status.success().then(|| String::from_utf8_lossy(&stdout).trim().parse().ok())?
}
