//! Programs of `line:` that do what they should not: each ends in a named fault, or does no harm, and
//! leaves no process behind.

mod support;

use joust_core::{Asked, Fault, FaultKind, Player, Seat};
use joust_mad::Battle;
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use support::{all_end, file, millis, processes, runs, seat, seat_for, turn};

fn fault(command: &str) -> Fault {
    turn(&mut seat(command)).unwrap_err()
}

#[test]
fn a_program_that_does_not_answer_is_out_of_time_and_ended() {
    for (name, program) in [
        ("spin", "while :; do :; done"),
        ("half a line", "printf pas; sleep 777"),
        ("a line without end", "cat /dev/zero"),
        ("only errors", "cat /dev/zero >&2"),
    ] {
        let pids = file(&name.replace(' ', "-"));
        let begin = Instant::now();
        let mut player = seat_for(&format!("echo $$ > {}; {program}", pids.display()), millis(500));
        let fault = turn(&mut player).unwrap_err();
        assert_eq!(fault.kind, FaultKind::Late, "{name}");
        assert!(fault.to_string().starts_with("answered nothing within 0.5 s"), "{name}: {fault}");
        assert!((millis(500)..millis(5000)).contains(&begin.elapsed()), "{name}: {:?}", begin.elapsed());
        all_end(&processes(&pids, 1));
    }
}

/// The program neither blocks the game, whose questions fill the pipe, nor fills the game's memory.
#[test]
fn a_program_that_writes_without_end_and_reads_nothing_answers_at_once() {
    let mut player = seat("echo ready; exec yes pass");
    for number in 0..3000 {
        let answer = turn(&mut player).unwrap();
        assert_eq!(answer.action.to_string(), "pass", "{number}");
    }
}

#[test]
fn a_program_that_reads_nothing_does_not_block_the_game() {
    let mut player = seat_for("echo pass; sleep 777", millis(200));
    assert!(turn(&mut player).is_ok());
    assert_eq!(turn(&mut player).unwrap_err().kind, FaultKind::Late);
}

#[test]
fn a_flood_of_errors_is_read_while_the_program_is_waited_for() {
    let mut player = seat("while read p; do head -c 1000000 /dev/zero >&2; echo pass; done");
    for _ in 0..3 {
        assert!(turn(&mut player).is_ok());
    }
}

#[test]
fn a_flood_of_errors_that_never_ends_holds_up_neither_the_game_nor_its_end() {
    let mut player =
        seat("cat /dev/zero >&2 & while read p; do echo pass; [ $((n += 1)) = 5 ] && exit 3; done");
    for _ in 0..5 {
        assert!(turn(&mut player).is_ok());
    }
    assert_eq!(turn(&mut player).unwrap_err().detail, "answered nothing: it ended with exit status 3");
}

#[test]
fn a_line_may_come_in_pieces_and_lack_its_end() {
    assert!(turn(&mut seat("read p; printf pa; sleep 0.2; echo ss; cat")).is_ok());
    assert!(turn(&mut seat("read p; printf pass")).is_ok());
}

#[test]
fn the_beginning_of_a_long_line_is_kept() {
    let long = "head -c 1000000 /dev/zero | tr '\\0' x; echo";
    let mut player = seat(&format!("read p; {long}; read p; echo pass; cat"));
    let fault = turn(&mut player).unwrap_err();
    assert_eq!(fault.kind, FaultKind::Garbled);
    let said = fault.to_string();
    // All of a fault has at most a thousand characters.
    assert!(said.contains(&"x".repeat(500)) && said.chars().count() < 1100, "{said}");
    assert!(turn(&mut player).is_ok(), "the rest of the line is dropped");
}

#[test]
fn a_program_that_ends_says_how_and_why() {
    let said = |command: &str| {
        let fault = fault(command);
        assert_eq!(fault.kind, FaultKind::Crashed);
        (fault.detail, fault.last_words)
    };
    let words = ["c", "d", "e", "f"].map(str::to_owned).to_vec();
    assert_eq!(
        said("printf 'a\\nb\\nc\\n\\n  \\nd\\r\\ne\\nf' >&2; exit 3"),
        ("answered nothing: it ended with exit status 3".to_owned(), words)
    );
    assert_eq!(said("kill -9 $$").0, "answered nothing: it was ended by a signal: 9 (SIGKILL)");
    let mut player = seat("read p; echo pass; read p; echo oh >&2; exit 127");
    assert!(turn(&mut player).is_ok());
    let fault = turn(&mut player).unwrap_err();
    assert_eq!(
        (fault.kind, fault.to_string().as_str()),
        (FaultKind::Crashed, "answered nothing: it ended with exit status 127; its last words: oh")
    );
}

#[test]
fn a_program_that_is_not_there_could_not_be_started() {
    for (command, why) in [("no-such-program", "not found"), ("/", "ermission denied"), ("exit 126", "126")] {
        let fault = fault(command);
        assert_eq!(fault.kind, FaultKind::Start);
        let said = fault.to_string();
        assert!(said.starts_with("could not be started: ") && said.contains(why), "{said}");
    }
}

#[test]
fn a_program_may_close_what_it_does_not_need() {
    assert!(turn(&mut seat("exec <&-; echo pass; sleep 777")).is_ok());
    assert!(turn(&mut seat("exec 2>&-; read p; echo pass; sleep 777")).is_ok());
    let begin = Instant::now();
    // Its input stays open: otherwise the program would end instead of running on.
    let fault = fault("exec >&-; cat > /dev/null");
    assert_eq!(fault.to_string(), "answered nothing: it closed its output and went on running");
    assert!(begin.elapsed() < Duration::from_secs(10), "{:?}", begin.elapsed());
}

#[test]
fn the_flag_ends_waiting() {
    let (game, stop) = (Battle::default(), AtomicBool::new(false));
    let mut player = seat("sleep 777");
    let begin = Instant::now();
    let fault = std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(millis(100));
            stop.store(true, Ordering::Relaxed);
        });
        player.act(&Asked::new(&game, Seat::FIRST, &stop)).unwrap_err()
    });
    assert_eq!(fault, Fault::stopped());
    assert!(begin.elapsed() < Duration::from_secs(10), "{:?}", begin.elapsed());
}

#[test]
fn children_end_with_their_program_however_it_ends() {
    for (name, rest) in [("dropped", "wait"), ("ended", "read p; exit 0"), ("closed", "exec >&-; wait")] {
        let pids = file(&format!("children-{name}"));
        let path = pids.display();
        let mut player = seat(&format!("sleep 777 >/dev/null & echo $! > {path}; echo pass; {rest}"));
        assert!(turn(&mut player).is_ok());
        let children = processes(&pids, 1);
        if name != "dropped" {
            assert_eq!(turn(&mut player).unwrap_err().kind, FaultKind::Closed, "{name}");
        }
        drop(player);
        all_end(&children);
    }
}

const PIDS: &str = "JOUST_TEST_PIDS";

/// The file that is there when the program is guarded.
fn guarded(pids: String) -> std::path::PathBuf {
    (pids + "-guarded").into()
}

/// Not a test by itself: [`programs_end_when_their_parent_is_killed`] runs and kills it.
#[test]
#[ignore = "waits to be killed"]
fn a_parent_that_waits() {
    let Some(pids) = std::env::var_os(PIDS) else { return };
    let path = std::path::Path::new(&pids).display();
    let mut player = seat(&format!("echo $$ > {path}; sleep 777 & echo $! >> {path}; wait"));
    Player::<Battle>::get_ready(&mut player, &Battle::default(), Seat::FIRST).unwrap();
    // The guard hears of a program just after its start.
    std::fs::write(guarded(path.to_string()), "yes\n").unwrap();
    std::thread::sleep(Duration::from_mins(1));
}

#[test]
fn programs_end_when_their_parent_is_killed() {
    let pids = file("orphans");
    let mut parent = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "a_parent_that_waits", "--ignored"])
        .env(PIDS, &pids)
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    processes(&guarded(pids.display().to_string()), 1);
    let programs = processes(&pids, 2);
    assert!(programs.iter().all(|pid| runs(pid)));
    kill(Pid::from_raw(parent.id().cast_signed()), Signal::SIGKILL).unwrap();
    parent.wait().unwrap();
    all_end(&programs);
}
