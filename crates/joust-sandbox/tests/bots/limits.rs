//! Bots that take too much.

use crate::fixture::{Fixture, ask, has, millis, play};
use joust_core::{Fault, FaultKind, Player};
use joust_mad::Battle;
use joust_sandbox::BotLimits;
use joust_wargame::Campaign;
use std::time::Instant;

const MB: u64 = 1 << 20;

fn memory(megabytes: u64) -> BotLimits {
    BotLimits { memory: Some(megabytes * MB), turn: Some(millis(20_000)), ..BotLimits::default() }
}

/// A confined bot, one without a control group, and a trusted one.
fn all(limits: BotLimits) -> [Fixture; 3] {
    [Fixture::new(), Fixture::new().without_cgroup(), Fixture::new().trusted()]
        .map(|fixture| fixture.limits(limits))
}

fn fault(fixture: &Fixture, words: &str) -> Fault {
    let begin = Instant::now();
    let fault = ask(&mut fixture.seat::<Battle>(words), &Battle::default()).unwrap_err();
    assert!(begin.elapsed() < millis(15_000), "{words}: {:?}", begin.elapsed());
    fixture.leaves_nothing();
    fault
}

pub(crate) fn memory_is_limited() {
    for fixture in all(memory(256)) {
        for what in ["allocate", "allocate-in-children"] {
            let fault = fault(&fixture, &format!("{{}}/bot {what}"));
            assert_eq!(fault.kind, FaultKind::OutOfMemory, "{what}: {fault}");
            assert_eq!(fault.detail, "used more than its limit of 256 MB of memory", "{what}");
        }
    }
}

pub(crate) fn memory_is_limited_while_nobody_waits() {
    let fixture = Fixture::new().without_cgroup().limits(memory(256));
    let mut player = fixture.bot::<Battle>("background");
    ask(&mut player, &Battle::default()).unwrap();
    let begin = Instant::now();
    while !fixture.processes().is_empty() {
        assert!(begin.elapsed() < millis(10_000), "it goes on and on");
        std::thread::sleep(millis(10));
    }
    let fault = ask(&mut player, &Battle::default()).unwrap_err();
    assert_eq!(fault.kind, FaultKind::OutOfMemory, "{fault}");
}

pub(crate) fn memory_of_all_processes_counts_once() {
    for fixture in all(memory(256)) {
        let mut player = fixture.bot::<Campaign>("share-with-children");
        play(&mut player, 3).unwrap();
        player.end();
        fixture.leaves_nothing();
    }
}

pub(crate) fn interpreters_run_out_of_memory() {
    let hello = r#"{"type":"hello","protocol":1}"#;
    let python =
        format!("import sys\nsys.stdin.readline()\nprint('{hello}', flush=True)\nsys.stdin.readline()\n");
    let python = python + "all = []\nwhile True: all.append(bytearray(1 << 20))\n";
    let node =
        format!("require('fs').readSync(0, Buffer.alloc(1));\nconsole.log('{hello}');\nconst all = [];\n");
    let node = node + "setTimeout(() => { for (;;) all.push(new Array(100000).fill(all.length)); }, 300);\n";
    for (program, file, text) in [("python3", "bot.py", python), ("node", "bot.js", node)] {
        if !has(program) {
            continue;
        }
        let fixture = Fixture::new().limits(memory(300)).with(file, &text);
        let fault = fault(&fixture, &format!("{program} {{}}/{file}"));
        assert_eq!(fault.kind, FaultKind::OutOfMemory, "{program}: {fault}");
    }
}

pub(crate) fn processes_are_limited() {
    for fixture in [Fixture::new(), Fixture::new().without_cgroup()] {
        let fault = fault(&fixture, "{}/bot bomb");
        assert_eq!(fault.kind, FaultKind::Forbidden, "{fault}");
        assert_eq!(fault.detail, "had more than 512 threads and processes");
    }
}

pub(crate) fn processor_time_of_all_processes_is_limited() {
    let limits = BotLimits { game: Some(millis(500)), ..BotLimits::default() };
    for fixture in all(limits) {
        for what in ["spin", "spin-in-child"] {
            let fault = fault(&fixture, &format!("{{}}/bot {what}"));
            assert_eq!(fault.kind, FaultKind::Late, "{what}: {fault}");
            assert_eq!(fault.detail, "used up its limit of 0.5 s of processor time", "{what}");
        }
    }
}

/// Each turn is short enough, all together are not.
pub(crate) fn processor_time_is_limited_turn_by_turn() {
    let script = r#"
        read -r hello; echo '{"type":"hello","protocol":1}'
        while read -r turn; do
            n=0; while [ $n -lt 20000 ]; do n=$((n + 1)); done
            echo '{"type":"action","action":"pass"}'
        done
    "#;
    let limits = BotLimits { game: Some(millis(300)), turn: Some(millis(10_000)), ..BotLimits::default() };
    let fixture = Fixture::new().with("bot.sh", script).limits(limits);
    let mut player = fixture.seat::<Battle>("sh {}/bot.sh");
    let faults = (0..10_000).find_map(|_| ask(&mut player, &Battle::default()).err());
    let fault = faults.expect("the limit is never reached");
    assert_eq!(fault.kind, FaultKind::Late);
    assert_eq!(fault.detail, "used up its limit of 0.3 s of processor time");
    fixture.leaves_nothing();
}

pub(crate) fn the_game_waits_for_a_while_only() {
    let script = r#"
        read -r hello; echo '{"type":"hello","protocol":1}'
        while read -r turn; do sleep 0.2; echo '{"type":"action","action":"pass"}'; done
    "#;
    let limits = BotLimits { wait: Some(millis(700)), ..BotLimits::default() };
    let fixture = Fixture::new().with("bot.sh", script).limits(limits);
    let mut player = fixture.seat::<Battle>("sh {}/bot.sh");
    let answers: Vec<_> = (0..4).map(|_| ask(&mut player, &Battle::default())).collect();
    assert!(answers[..3].iter().all(Result::is_ok), "{answers:?}");
    let fault = answers[3].as_ref().unwrap_err();
    assert_eq!(
        (fault.kind, fault.detail.as_str()),
        (FaultKind::Late, "kept the game waiting for 0.7 s, its wait limit")
    );
    fixture.leaves_nothing();
}

pub(crate) fn errors_are_limited() {
    for fixture in all(BotLimits::default()) {
        let fault = fault(&fixture, "{}/bot flood-err");
        assert_eq!(fault.kind, FaultKind::Forbidden);
        assert_eq!(fault.detail, "wrote more than 64 MB besides its messages");
        assert_eq!(fault.last_words, vec!["again and again"; 4]);
    }
}

pub(crate) fn recursion_ends_in_a_crash() {
    let fault = fault(&Fixture::new(), "{}/bot recurse");
    assert_eq!(fault.kind, FaultKind::Crashed);
    assert_eq!(fault.detail, "answered nothing: it was ended by a signal: 11 (SIGSEGV)");
}
