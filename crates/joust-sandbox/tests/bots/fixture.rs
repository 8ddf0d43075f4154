//! Bots for tests, each in a folder of its own, and what must not be left of them.

use joust_core::{Answer, Asked, Fault, Player, Seat};
use joust_sandbox::{Audience, BotCommand, BotLimits, BotPlayer, BotTerms};
use joust_view::View;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};
use std::time::{Duration, Instant};

pub(crate) fn millis(millis: u64) -> Duration {
    Duration::from_millis(millis)
}

/// Where all files of this run are.
pub(crate) static BASE: LazyLock<PathBuf> = LazyLock::new(|| {
    let base = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("bots-{}", std::process::id()));
    fs::create_dir_all(&base).unwrap();
    base
});

/// The compiled `bot.c`.
static PROGRAM: LazyLock<PathBuf> = LazyLock::new(|| {
    let program = BASE.join("compiled");
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/bots/bot.c");
    // Rust programs are linked by a compiler of C, so there is one.
    let built = Command::new("cc").args(["-O1", "-w", "-o"]).arg(&program).arg(source).status();
    assert!(built.unwrap().success(), "bot.c does not compile");
    program
});

/// Whether a program can be run here. Tests of others say that they are left out.
pub(crate) fn has(program: &str) -> bool {
    let has = Command::new(program).arg("--version").output().is_ok_and(|asked| asked.status.success());
    if !has {
        eprintln!("left out: there is no {program}");
    }
    has
}

/// A bot in a folder of its own.
pub(crate) struct Fixture {
    folder: PathBuf,
    /// The files in the folder.
    files: Vec<String>,
    /// A word in the environment of all processes of the bot.
    mark: String,
    trusted: bool,
    landlock: Option<i32>,
    cgroup: bool,
    pub(crate) limits: BotLimits,
    heard: Arc<Mutex<Vec<u8>>>,
}

impl Fixture {
    /// The program `bot.c`.
    pub(crate) fn new() -> Fixture {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let mark = format!("joust-test-{}-{}-", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let folder = BASE.join(&mark);
        fs::create_dir(&folder).unwrap();
        fs::hard_link(&*PROGRAM, folder.join("bot")).unwrap();
        let limits = BotLimits { turn: Some(millis(20_000)), ..BotLimits::default() };
        let (files, heard) = (vec!["bot".to_owned()], Arc::default());
        Fixture { folder, files, mark, trusted: false, landlock: None, cgroup: true, limits, heard }
    }

    /// With another file, such as a script.
    pub(crate) fn with(mut self, file: &str, text: &str) -> Fixture {
        fs::write(self.folder.join(file), text).unwrap();
        self.files.push(file.to_owned());
        self
    }

    pub(crate) fn trusted(mut self) -> Fixture {
        self.trusted = true;
        self
    }

    /// As on a kernel with this version of Landlock.
    pub(crate) fn on_landlock(mut self, version: i32) -> Fixture {
        self.landlock = Some(version);
        self
    }

    /// As on a system without control groups.
    pub(crate) fn without_cgroup(mut self) -> Fixture {
        self.cgroup = false;
        self
    }

    pub(crate) fn limits(mut self, limits: BotLimits) -> Fixture {
        self.limits = limits;
        self
    }

    pub(crate) fn path(&self, file: &str) -> PathBuf {
        self.folder.join(file)
    }

    /// The command of words, in which `{}` is the folder.
    pub(crate) fn command(&self, words: &str) -> BotCommand {
        let words = words.replace("{}", self.folder.to_str().unwrap());
        // Some shells would wait for the program, and hold its pipes open.
        let exec = if self.trusted { "exec " } else { "" };
        let command = format!("{exec}env JOUST_MARK={} {words}", self.mark);
        let command = BotCommand::new(&command, self.trusted).unwrap().with_landlock(self.landlock);
        if self.cgroup { command } else { command.without_cgroup() }
    }

    /// The bot that a command starts.
    pub(crate) fn seat<G: View>(&self, words: &str) -> BotPlayer<G> {
        let heard = Arc::clone(&self.heard);
        let listen = move |bytes: &[u8]| heard.lock().unwrap_or_else(PoisonError::into_inner).extend(bytes);
        let audience = Audience { cerr: Box::new(listen), ..Audience::absent() };
        let terms =
            BotTerms { names: vec!["A".into(), "B".into()], limits: self.limits, ..BotTerms::default() };
        self.command(words).seat(terms, audience)
    }

    /// The compiled bot.
    pub(crate) fn bot<G: View>(&self, what: &str) -> BotPlayer<G> {
        self.seat(&format!("{{}}/bot {what}"))
    }

    /// What the bot wrote to standard error.
    pub(crate) fn heard(&self) -> String {
        String::from_utf8_lossy(&self.heard.lock().unwrap_or_else(PoisonError::into_inner)).into_owned()
    }

    /// The processes of the bot that run.
    pub(crate) fn processes(&self) -> Vec<u32> {
        let mark = format!("JOUST_MARK={}", self.mark);
        let all = fs::read_dir("/proc").unwrap().flatten();
        let ids = all.filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
        ids.filter(|id| {
            let environment = fs::read(format!("/proc/{id}/environ")).unwrap_or_default();
            environment.split(|byte| *byte == 0).any(|word| word == mark.as_bytes())
        })
        .collect()
    }

    /// Waits until no process is left, and checks the files.
    pub(crate) fn leaves_nothing(&self) {
        let begin = Instant::now();
        while !self.processes().is_empty() {
            assert!(begin.elapsed() < millis(5000), "left behind: {:?}", self.processes());
            std::thread::sleep(millis(5));
        }
        let mut found: Vec<String> = fs::read_dir(&self.folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        let mut expected = self.files.clone();
        found.sort();
        expected.sort();
        assert_eq!(found, expected, "files are left behind");
    }
}

impl Drop for Fixture {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// One question in a game at its start.
pub(crate) fn ask<G: View>(player: &mut BotPlayer<G>, game: &G) -> Result<Answer<G::Action>, Fault> {
    player.act(&Asked::unstopped(game, Seat::FIRST))
}

/// Plays a game of a bot against itself for so many turns. The game after them.
pub(crate) fn play<G: View + Default>(player: &mut BotPlayer<G>, turns: usize) -> Result<G, Fault> {
    let mut game = G::default();
    for _ in 0..turns {
        let Some(seat) = game.awaits().iter().next() else { break };
        let answer = player.act(&Asked::unstopped(&game, seat))?;
        game.make(seat, &answer.action).map_err(|why| Fault::illegal(&answer.action, why))?;
    }
    Ok(game)
}
