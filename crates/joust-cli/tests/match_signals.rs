//! A match that is ended by signals: soon, with its standings, and with nothing left behind.

#![cfg(target_os = "linux")]

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use std::io::Read;
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

fn file(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("joust-{name}-{}", std::process::id()));
    let _ = std::fs::remove_file(&path);
    path
}

/// Starts a match of a program that answers at once against one that sleeps.
fn start(player: &str, more: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_joust"))
        .args(["match", "mad", "random", player, "--games", "2", "--quiet"])
        .args(more)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// Waits for something, though not for ever.
fn wait<T>(what: &str, mut look: impl FnMut() -> Option<T>) -> T {
    let begin = Instant::now();
    loop {
        if let Some(found) = look() {
            return found;
        }
        assert!(begin.elapsed() < Duration::from_secs(30), "{what}");
        std::thread::sleep(Duration::from_millis(10));
    }
}

fn send(child: &Child, signal: Signal) {
    kill(Pid::from_raw(child.id().cast_signed()), signal).unwrap();
}

fn end(mut child: Child) -> Output {
    wait("the match goes on after the signal", || child.try_wait().unwrap());
    child.wait_with_output().unwrap()
}

/// A program that says who it is and then nothing more.
fn sleeper(pids: &std::path::Path) -> String {
    format!("line:echo $$ >> {}; sleep 777 & wait", pids.display())
}

/// The processes of the sleeping programs of a match; waits until the expected number runs.
fn asleep(pids: &std::path::Path, count: usize) -> Vec<String> {
    wait("no program was started", || {
        let text = std::fs::read_to_string(pids).unwrap_or_default();
        let found: Vec<String> = text.lines().map(str::to_owned).collect();
        (found.len() >= count && text.ends_with('\n')).then_some(found)
    })
}

/// Whether a process runs. An ended process is listed until its parent asks for its status.
fn runs(pid: &str) -> bool {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    stat.rsplit(')').next().and_then(|rest| rest.split_whitespace().next()).is_some_and(|state| state != "Z")
}

fn all_have_ended(pids: &[String]) {
    wait("a program outlives the match", || pids.iter().all(|pid| !runs(pid)).then_some(()));
}

/// In a terminal the bar is there before any game is over.
#[test]
fn a_match_shows_itself_at_once() {
    let pids = file("signal-bar");
    let terminal = nix::pty::openpty(None, None).unwrap();
    let child = Command::new(env!("CARGO_BIN_EXE_joust"))
        .args(["match", "mad", "random", &sleeper(&pids), "--games", "2", "--concurrency", "1"])
        .stdout(Stdio::piped())
        .stderr(Stdio::from(terminal.slave))
        .spawn()
        .unwrap();
    let (sender, shown) = std::sync::mpsc::channel();
    let mut master = std::fs::File::from(terminal.master);
    std::thread::spawn(move || {
        let (mut seen, mut bytes) = (Vec::new(), [0; 4096]);
        while let Ok(count @ 1..) = master.read(&mut bytes) {
            seen.extend_from_slice(&bytes[..count]);
            if String::from_utf8_lossy(&seen).contains("0/2 games") {
                let _ = sender.send(());
                return;
            }
        }
    });
    let bar = shown.recv_timeout(Duration::from_secs(30));
    asleep(&pids, 1);
    send(&child, Signal::SIGINT);
    assert_eq!(end(child).status.code(), Some(130));
    assert!(bar.is_ok(), "no bar was shown");
    std::fs::remove_file(pids).unwrap();
}

#[test]
fn one_interrupt_ends_a_match_while_any_player_is_thinking() {
    for player in ["engine,depth=60,tables=off", "mcts:10000000", "minimax:30", "alphabeta:60"] {
        for (signal, code) in [(Signal::SIGINT, 130), (Signal::SIGTERM, 143)] {
            let child = start(player, &["--concurrency", "2"]);
            std::thread::sleep(Duration::from_millis(500));
            send(&child, signal);
            let output = end(child);
            assert_eq!((output.status.code(), output.stdout.len()), (Some(code), 0), "{player}");
            assert_eq!(String::from_utf8_lossy(&output.stderr), "stopped: 0 of 2 games\n", "{player}");
        }
    }
}

/// The tuner has nothing to show before its end.
#[test]
fn one_interrupt_ends_the_tuner_which_says_what_is_lost() {
    let child = Command::new(env!("CARGO_BIN_EXE_joust"))
        .args(["tune", "mad", "--games", "100000", "--rounds", "3", "--quiet"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    std::thread::sleep(Duration::from_millis(500));
    send(&child, Signal::SIGINT);
    let output = end(child);
    assert_eq!((output.status.code(), output.stdout.len()), (Some(130), 0));
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(said, "stopped: 0 of 3 rounds were done, and their weights are lost\n");
}

#[test]
fn an_interrupted_game_has_no_fault_and_is_not_recorded() {
    let (pids, record) = (file("signal-pids"), file("signal-record"));
    let name = record.to_str().unwrap();
    let child = start(&sleeper(&pids), &["--concurrency", "2", "--record", name]);
    let programs = asleep(&pids, 2);
    send(&child, Signal::SIGINT);
    let output = end(child);
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(130), "{said}");
    assert!(!said.contains("charged"), "{said}");
    all_have_ended(&programs);
    let kept = std::fs::read_to_string(&record).unwrap();
    assert_eq!(kept.lines().count(), 1, "{kept}");
    for path in [pids, record] {
        std::fs::remove_file(path).unwrap();
    }
}

#[test]
fn no_program_outlives_a_match_however_it_ends() {
    for (signals, code) in [
        (&[Signal::SIGINT, Signal::SIGINT][..], Some(130)),
        (&[Signal::SIGHUP], Some(129)),
        // Nobody can do anything about this one; the guard notices that Joust has gone.
        (&[Signal::SIGKILL], None),
    ] {
        let pids = file("signal-orphans");
        let child = start(&sleeper(&pids), &["--concurrency", "2"]);
        let programs = asleep(&pids, 2);
        assert!(programs.iter().all(|pid| runs(pid)));
        // Joust tells its guard of a program after the program has begun.
        std::thread::sleep(Duration::from_millis(300));
        for signal in signals {
            send(&child, *signal);
        }
        assert_eq!(end(child).status.code(), code, "{signals:?}");
        all_have_ended(&programs);
        std::fs::remove_file(pids).unwrap();
    }
}
