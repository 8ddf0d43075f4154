//! Modules that compute for ever, under commands that a signal ends.

#![cfg(target_os = "linux")]

#[path = "../../joust-sandbox/tests/modules/fixture.rs"]
#[expect(dead_code, reason = "other tests use the rest")]
mod fixture;

use fixture::{Fixture, endless};
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use std::io::{BufRead as _, BufReader};
use std::os::unix::process::ExitStatusExt as _;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::channel;
use std::time::{Duration, Instant};

/// Starts a command in a folder. A shell starts jobs in the background with interrupts ignored, and a test may
/// run in one: `env` makes the command hear them again.
fn start(folder: &Path, words: &[&str]) -> Child {
    Command::new("env")
        .args(["--default-signal=INT", env!("CARGO_BIN_EXE_joust")])
        .args(words)
        .current_dir(folder)
        .env("XDG_CACHE_HOME", folder.join("cache"))
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// The exit code of a command that has begun its work and is then told to end, as a shell gives it.
fn interrupted(folder: &Path, words: &[&str]) -> Option<i32> {
    let mut child = start(folder, words);
    std::thread::sleep(Duration::from_secs(2));
    assert!(child.try_wait().unwrap().is_none(), "{words:?} has ended by itself");
    kill(Pid::from_raw(child.id().cast_signed()), Signal::SIGINT).unwrap();
    let begin = Instant::now();
    while child.try_wait().unwrap().is_none() {
        assert!(begin.elapsed() < Duration::from_secs(20), "{words:?} goes on after the signal");
        std::thread::sleep(Duration::from_millis(10));
    }
    let status = child.wait_with_output().unwrap().status;
    // Before the first game, nothing needs to be kept, and the signal itself ends the command.
    status.code().or_else(|| Some(128 + status.signal()?))
}

#[test]
fn one_interrupt_ends_every_command_that_waits_for_a_module() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, fixture: &Fixture<'_>| {
        std::fs::write(folder.path().join(name), fixture.bytes()).unwrap();
    };
    let [spins, calls] = endless();
    write("spins.wasm", &spins);
    write("calls.wasm", &calls);
    // It does not even say hello.
    let at_start = r#"(func (export "_initialize") (loop $again (br $again)))"#;
    write("begins.wasm", &Fixture { items: at_start, ..Fixture::default() });
    for bot in ["spins.wasm", "calls.wasm", "begins.wasm"] {
        let bot = format!("{bot},bank={}", u64::MAX / 4);
        let bot = bot.as_str();
        for words in [
            &["match", "mad", bot, "random", "--games", "2", "--quiet"][..],
            &["bot", "check", bot, "--game", "mad", "--quiet"],
            &["bot", "dev", bot, "--game", "mad", "--once"],
        ] {
            assert_eq!(interrupted(folder.path(), words), Some(130), "{words:?}");
        }
    }
}

/// A build that loops is given up when the file changes, and the next build is asked.
#[test]
fn a_saved_file_ends_the_module_of_the_last_build() {
    let folder = tempfile::tempdir().unwrap();
    let bot = folder.path().join("bot.wasm");
    let [spins, _] = endless();
    std::fs::write(&bot, spins.bytes()).unwrap();
    let name = format!("bot.wasm,bank={}", u64::MAX / 4);
    let mut child = start(folder.path(), &["bot", "dev", &name, "--game", "mad"]);
    std::thread::sleep(Duration::from_secs(2));
    std::fs::write(&bot, Fixture::default().bytes()).unwrap();
    // The next build plays its game and is told of.
    let (sender, told) = channel();
    let lines = BufReader::new(child.stdout.take().unwrap()).lines();
    std::thread::spawn(move || {
        let told = lines.map_while(Result::ok).any(|line| line.starts_with("build 2: "));
        let _ = sender.send(told);
    });
    let told = told.recv_timeout(Duration::from_secs(30));
    kill(Pid::from_raw(child.id().cast_signed()), Signal::SIGKILL).unwrap();
    child.wait().unwrap();
    assert_eq!(told, Ok(true));
}
