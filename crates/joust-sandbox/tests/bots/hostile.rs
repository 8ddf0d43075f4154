//! Bots that violate the protocol, end too soon, or do not end.

use crate::fixture::{Fixture, ask, millis, play};
use crate::honest::skirmish;
use joust_core::{Asked, Fault, FaultKind, Player, Seat};
use joust_mad::Battle;
use joust_madmax::Skirmish;
use joust_sandbox::BotLimits;
use joust_wargame::Campaign;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// A confined and a trusted bot.
pub(crate) fn both() -> [Fixture; 2] {
    [Fixture::new(), Fixture::new().trusted()]
}

/// The fault of a bot in its first turn, in bounded time, of which nothing is left.
fn fault(fixture: &Fixture, what: &str) -> Fault {
    let begin = Instant::now();
    let fault = ask(&mut fixture.bot::<Battle>(what), &Battle::default()).unwrap_err();
    assert!(begin.elapsed() < millis(10_000), "{what}: {:?}", begin.elapsed());
    fixture.leaves_nothing();
    fault
}

pub(crate) fn a_bot_that_says_nonsense_is_garbled() {
    for fixture in both() {
        for (what, detail) in [
            ("garbage", "said `pass`, which is not a message: "),
            ("json-garbage", "said `[1,2,3]`, which is not a message: "),
            ("unknown-type", "said `{\"type\":\"resign\"}`, which is not a message: "),
            ("bytes", "which is not a message: "),
            ("half-and-exit", "said `{\"type\":\"act`, which is not a message: "),
            ("megabyte", "sent a line of more than 65536 bytes"),
            ("flood-line", "sent a line of more than 65536 bytes"),
            ("flood-out", "made more than 1000 notes in a turn"),
            ("hello-again", "said hello again"),
        ] {
            let fault = fault(&fixture, what);
            assert_eq!(fault.kind, FaultKind::Garbled, "{what}: {fault}");
            assert!(fault.detail.contains(detail), "{what}: {fault}");
            assert!(!fault.detail.contains('\u{1b}'), "{what}: {fault}");
        }
    }
}

pub(crate) fn a_bot_that_speaks_out_of_turn_is_garbled() {
    for fixture in both() {
        let mut early = fixture.bot::<Battle>("early");
        early.get_ready(&Battle::default(), Seat::FIRST).unwrap();
        std::thread::sleep(millis(200));
        let fault = ask(&mut early, &Battle::default()).unwrap_err();
        assert_eq!((fault.kind, fault.detail.as_str()), (FaultKind::Garbled, "spoke before it was asked"));
        let mut twice = fixture.bot::<Battle>("twice");
        ask(&mut twice, &Battle::default()).unwrap();
        std::thread::sleep(millis(200));
        let fault = ask(&mut twice, &Battle::default()).unwrap_err();
        assert_eq!((fault.kind, fault.detail.as_str()), (FaultKind::Garbled, "spoke before it was asked"));
        fixture.leaves_nothing();
    }
}

pub(crate) fn a_bot_that_ends_says_how_and_why() {
    for fixture in both() {
        for (what, kind, detail, words) in [
            ("exit-at-start", FaultKind::Closed, "ended with exit status 0", ""),
            ("exit", FaultKind::Closed, "ended with exit status 0", ""),
            ("crash-at-start", FaultKind::Crashed, "ended with exit status 3", "oh no"),
            ("crash", FaultKind::Crashed, "ended with exit status 3", "first / last words"),
            ("close-out", FaultKind::Closed, "closed its output and went on running", ""),
            ("fork-and-exit", FaultKind::Closed, "ended with exit status 0", ""),
        ] {
            let fault = fault(&fixture, what);
            assert_eq!(fault.kind, kind, "{what}: {fault}");
            assert_eq!(fault.detail, format!("answered nothing: it {detail}"), "{what}");
            assert_eq!(fault.last_words.join(" / "), words, "{what}");
        }
    }
    let fault = fault(&Fixture::new(), "abort");
    assert_eq!(fault.detail, "answered nothing: it was ended by a signal: 6 (SIGABRT)");
    assert_eq!(fault.kind, FaultKind::Crashed);
}

pub(crate) fn a_bot_that_does_not_answer_is_late() {
    for fixture in both() {
        let fixture = fixture.limits(BotLimits { turn: Some(millis(200)), ..BotLimits::default() });
        for what in ["spin", "sleep", "half-a-line"] {
            let fault = fault(&fixture, what);
            assert_eq!(fault.kind, FaultKind::Late, "{what}: {fault}");
            assert_eq!(fault.detail, "took longer than the 200 ms that an action may take", "{what}");
        }
    }
}

/// Such a bot does not even say hello. The test does not wait for all the time that a start may take.
pub(crate) fn a_bot_that_never_reads_or_closes_everything_is_not_waited_for() {
    for fixture in both() {
        let fault = fault(&fixture, "close-all");
        assert_eq!(fault.kind, FaultKind::Closed, "{fault}");
        let (stop, game) = (AtomicBool::new(false), skirmish());
        let begin = Instant::now();
        let fault = std::thread::scope(|scope| {
            scope.spawn(|| {
                std::thread::sleep(millis(300));
                stop.store(true, Ordering::Relaxed);
            });
            // The first message is longer than a pipe.
            let mut player = fixture.bot::<Skirmish>("never-reads");
            player.act(&Asked::new(&game, Seat::FIRST, &stop)).unwrap_err()
        });
        assert_eq!(fault, Fault::stopped());
        assert!(begin.elapsed() < millis(5000), "{:?}", begin.elapsed());
        fixture.leaves_nothing();
    }
}

/// The message at the start is longer than a pipe, so it is never written in full.
pub(crate) fn a_bot_that_does_not_read_does_not_start_in_time() {
    for fixture in both() {
        let fixture = fixture.limits(BotLimits { start: Some(millis(500)), ..BotLimits::default() });
        for what in ["never-reads", "stops-reading"] {
            let begin = Instant::now();
            let mut player = fixture.bot::<Skirmish>(what);
            let fault = player.get_ready(&skirmish(), Seat::FIRST).unwrap_err();
            assert_eq!(fault.kind, FaultKind::Late, "{what}: {fault}");
            assert_eq!(fault.detail, "did not say hello within 0.5 s", "{what}");
            assert!(begin.elapsed() < millis(10_000), "{what}: {:?}", begin.elapsed());
            fixture.leaves_nothing();
        }
    }
}

pub(crate) fn a_bot_that_reads_no_more_after_a_turn_is_late() {
    for fixture in both() {
        let fixture = fixture.limits(BotLimits { turn: Some(millis(2000)), ..BotLimits::default() });
        let mut player = fixture.bot::<Battle>("reads-once");
        ask(&mut player, &Battle::default()).unwrap();
        let begin = Instant::now();
        let fault = ask(&mut player, &Battle::default()).unwrap_err();
        assert_eq!(fault.kind, FaultKind::Late, "{fault}");
        assert!(begin.elapsed() < millis(10_000), "{:?}", begin.elapsed());
        fixture.leaves_nothing();
    }
}

pub(crate) fn an_illegal_action_is_illegal() {
    let fault = fault(&Fixture::new(), "illegal");
    assert_eq!(fault.kind, FaultKind::Illegal);
    assert!(fault.detail.starts_with("wanted `a1-a9`: "), "{fault}");
}

pub(crate) fn too_many_orders_are_a_fault() {
    let fixture = Fixture::new();
    let mut player = fixture.bot::<Skirmish>("orders");
    let fault = ask(&mut player, &skirmish()).unwrap_err();
    assert_eq!(fault.kind, FaultKind::TooManyOrders, "{fault}");
    fixture.leaves_nothing();
}

pub(crate) fn the_end_of_a_game_is_the_end_of_a_deaf_bot() {
    for fixture in both() {
        let mut player = fixture.bot::<Battle>("deaf");
        ask(&mut player, &Battle::default()).unwrap();
        let begin = Instant::now();
        player.end();
        assert!(begin.elapsed() < millis(3000), "{:?}", begin.elapsed());
        fixture.leaves_nothing();
    }
}

pub(crate) fn a_bot_may_end_itself_when_it_has_done_its_part() {
    for what in ["exit-at-end", "close-in"] {
        let fixture = Fixture::new();
        let mut player = fixture.bot::<Battle>(what);
        ask(&mut player, &Battle::default()).unwrap();
        std::thread::sleep(millis(100));
        player.end();
        fixture.leaves_nothing();
    }
}

pub(crate) fn the_flag_ends_waiting() {
    let fixture = Fixture::new();
    let (game, stop) = (Battle::default(), AtomicBool::new(false));
    let mut player = fixture.bot::<Battle>("spin");
    player.get_ready(&game, Seat::FIRST).unwrap();
    let begin = Instant::now();
    let fault = std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(millis(100));
            stop.store(true, Ordering::Relaxed);
        });
        player.act(&Asked::new(&game, Seat::FIRST, &stop)).unwrap_err()
    });
    assert_eq!(fault, Fault::stopped());
    assert!(begin.elapsed() < millis(5000), "{:?}", begin.elapsed());
    fixture.leaves_nothing();
}

pub(crate) fn children_end_with_their_bot() {
    for fixture in both() {
        let mut player = fixture.bot::<Campaign>("fork");
        play(&mut player, 4).unwrap();
        assert!(fixture.processes().len() >= 2);
        player.end();
        fixture.leaves_nothing();
    }
    let fixture = Fixture::new();
    let mut player = fixture.bot::<Campaign>("daemon");
    play(&mut player, 4).unwrap();
    assert_eq!(fixture.heard(), "session: EPERM\n", "a bot cannot leave its group");
    assert!(fixture.processes().len() >= 2);
    player.end();
    fixture.leaves_nothing();
}

const PARENT: &str = "JOUST_TEST_PARENT";

/// This program, started again as a game that is killed.
pub(crate) fn bots_end_when_their_parent_is_killed() {
    if std::env::var_os(PARENT).is_some() {
        for fixture in both() {
            let mut player = fixture.bot::<Campaign>("fork");
            play(&mut player, 4).unwrap();
            println!("pids {:?}", fixture.processes());
            std::mem::forget((player, fixture));
        }
        println!("ready");
        std::thread::sleep(millis(60_000));
        return;
    }
    let mut parent = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "hostile::bots_end_when_their_parent_is_killed", "--nocapture", "--test-threads=1"])
        .env(PARENT, "1")
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let lines = std::io::BufRead::lines(std::io::BufReader::new(parent.stdout.take().unwrap()));
    let mut pids: Vec<u32> = Vec::new();
    for line in lines.map_while(Result::ok) {
        if let Some((_, list)) = line.split_once("pids [") {
            pids.extend(list.trim_end_matches(']').split(", ").map(|pid| pid.parse::<u32>().unwrap()));
        }
        if line.contains("ready") {
            break;
        }
    }
    assert!(pids.len() >= 4, "{pids:?}");
    parent.kill().unwrap();
    parent.wait().unwrap();
    let begin = Instant::now();
    let runs = |pid: &&u32| {
        let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
        stat.rsplit(')')
            .next()
            .and_then(|rest| rest.split_whitespace().next())
            .is_some_and(|state| state != "Z")
    };
    while pids.iter().any(|pid| runs(&pid)) {
        assert!(
            begin.elapsed() < millis(10_000),
            "left behind: {:?}",
            pids.iter().filter(runs).collect::<Vec<_>>()
        );
        std::thread::sleep(millis(10));
    }
    let _ = std::fs::remove_dir_all(
        std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("bots-{}", parent.id())),
    );
}
