//! Games are played where the system starts no thread.

use joust_match::{Schedule, ScoreLine};
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

#[test]
fn games_are_heard_of_in_order() {
    let (stop, mut heard) = (AtomicBool::new(false), Vec::new());
    let play = |game| Ok::<_, String>(Some(ScoreLine { game, ..ScoreLine::default() }));
    let schedule = Schedule { games: 9, threads: 3, stop: &stop };
    let played = schedule.run(None, &play, &mut |line: &ScoreLine| {
        heard.push(line.game);
        if line.game == 6 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    assert_eq!(played.unwrap().games.len(), 7);
    assert_eq!(heard, (0..=6).collect::<Vec<_>>());
}

#[cfg(target_os = "linux")]
#[test]
fn games_are_played_without_any_thread() {
    // No machine has room for such a stack. The harness then runs a test on the first thread.
    let done = std::process::Command::new(std::env::current_exe().unwrap())
        .args(["games_are_heard_of_in_order", "--exact", "--test-threads=1"])
        .env("RUST_MIN_STACK", (1_u64 << 60).to_string())
        .output()
        .unwrap();
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stdout));
    assert!(String::from_utf8_lossy(&done.stdout).contains("1 passed"));
}
