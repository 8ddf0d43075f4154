//! Hostile submissions through the judge: each ends with its named reason, or does no harm that the test does not
//! state. Modules in the text form of WebAssembly need no compiler; attacks on compilers are in the tests of the
//! command line.

#[expect(dead_code, reason = "the tests of the sandbox use the rest")]
#[path = "../../joust-sandbox/tests/modules/fixture.rs"]
mod fixture;

use fixture::{Fixture, HELLO, PASS, first_move, quoted, unless_over};
use joust_contest::{Contest, Handed, Judge, Judged, Stage};
use joust_match::{Here, Programs};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

const MAD: &str = "name = \"Spring\"\ngame = \"mad\"\nboards = [\"6x4\"]\n\
    [limits]\nfuel = 5_000_000\nbank = 5_000_000\nmemory-mb = 64\n\
    [qualification]\nagainst = \"random\"\nseeds = [1]\nwins = 0\n";

const EXIT: &str = r#"(import "wasi_snapshot_preview1" "proc_exit" (func $exit (param i32)))"#;
const WRITE: &str =
    r#"(import "wasi_snapshot_preview1" "fd_write" (func $write (param i32 i32 i32 i32) (result i32)))"#;

fn judged(terms: &str, fixture: &Fixture<'_>) -> Judged {
    let contest = Contest::read(terms).unwrap();
    let (begun, stop) = (Instant::now(), AtomicBool::new(false));
    let judge = Judge {
        contest: &contest,
        taken: &[],
        programs: &Programs::default,
        games: &Here,
        now: &|| begun.elapsed(),
        stop: &stop,
    };
    let handed = Handed { file: "Ada.wasm", bytes: &fixture.bytes(), player: None };
    let report = judge.judge(&handed, &mut |_| ()).unwrap().unwrap();
    assert!(begun.elapsed() < Duration::from_mins(1), "{:?}", report.steps);
    report
}

/// The step that failed, and its verdict.
fn failed(terms: &str, fixture: &Fixture<'_>) -> (Stage, String) {
    let report = judged(terms, fixture);
    let step = report.failed().unwrap_or_else(|| panic!("{:#?}", report.steps));
    (step.stage, step.verdict.clone())
}

fn at_turn(turn: &str) -> (Stage, String) {
    failed(MAD, &Fixture { turn, ..Fixture::default() })
}

/// A module that answers every turn with these bytes.
fn saying(terms: &str, text: &str) -> (Stage, String) {
    let items = format!(r#"(data (i32.const 4096) "{}")"#, quoted(text));
    let turn = format!("(call $say (i32.const 4096) (i32.const {}))", text.len());
    let (memory, room) = ("40", "(i32.const 2490368)");
    failed(terms, &Fixture { items: &items, turn: &turn, memory, room, ..Fixture::default() })
}

fn ends_with(found: &(Stage, String), words: &str) {
    assert_eq!(found.0, Stage::Check, "{found:?}");
    assert!(found.1.contains(words), "{found:?} does not say `{words}`");
}

#[test]
fn one_that_spins_recurses_or_hoards_has_used_up_what_it_may() {
    ends_with(&at_turn("(loop $again (br $again)) unreachable"), "out of fuel");
    let dig = "(func $dig (param i32) (result i32) (i32.add (call $dig (local.get 0)) (i32.const 1)))";
    let digs = Fixture { items: dig, turn: "(call $dig (i32.const 0))", ..Fixture::default() };
    ends_with(&failed(MAD, &digs), "crashed");
    let hoard = "(func $hoard (loop $more
        (if (i32.eq (memory.grow (i32.const 100)) (i32.const -1)) (then unreachable)) (br $more)))";
    let hoards = Fixture { items: hoard, turn: "(call $hoard) (call $pass)", ..Fixture::default() };
    ends_with(&failed(MAD, &hoards), "out of memory");
    ends_with(&failed(MAD, &Fixture { memory: "1600", ..Fixture::default() }), "out of memory");
}

/// Its fuel lasts for three quarters of an hour, in which nobody else would be judged.
#[test]
fn one_that_waits_for_memory_all_the_time_is_too_late() {
    let terms =
        MAD.replace("bank = 5_000_000", "bank = 15_000_000_000").replace("memory-mb = 64", "memory-mb = 256");
    ends_with(&failed(&terms, &Fixture::chasing()), "too late");
}

#[test]
fn one_that_floods_its_outputs_is_forbidden_or_pays_for_it() {
    // Half a megabyte at a time, to standard error and to standard output.
    for (stream, bank, words) in [(2, "5_000_000_000", "forbidden"), (1, "5_000_000", "out of fuel")] {
        let turn = format!(
            "(loop $more (drop (call $write (i32.const {stream}) (i32.const 4200) (i32.const 1) (i32.const 4300)))
             (br $more)) unreachable"
        );
        let items = r#"(data (i32.const 4200) "\00\00\00\00\00\00\08\00")"#;
        let floods = Fixture { imports: WRITE, items, turn: &turn, ..Fixture::default() };
        ends_with(&failed(&MAD.replace("bank = 5_000_000", &format!("bank = {bank}")), &floods), words);
    }
}

#[test]
fn one_that_answers_what_it_should_not_is_garbled() {
    for text in
        ["hello world\n", "{\"type\":\"action\"", "", &format!("{HELLO}\n"), &format!("{PASS}\n{PASS}\n")]
    {
        ends_with(&saying(MAD, text), "garbled");
    }
    let long = format!("{{\"type\":\"note\",\"text\":\"{}\"}}\n{PASS}\n", "x".repeat(1 << 20));
    ends_with(&saying(MAD, &long), "garbled");
    ends_with(&at_turn("(call $say (i32.const -1) (i32.const 10))"), "garbled");
    ends_with(&saying(MAD, "{\"type\":\"action\",\"action\":\"Z9-Z8\"}\n"), "illegal action");
    let orders: Vec<String> = (0..1001).map(|unit| format!("{unit}b")).collect();
    let orders = format!("{{\"type\":\"action\",\"action\":\"{}\"}}\n", orders.join(","));
    let army = "name = \"x\"\ngame = \"madmax\"\n[qualification]\nseeds = []\n";
    ends_with(&saying(army, &orders), "too many orders");
}

#[test]
fn one_that_leaves_is_closed_or_has_crashed() {
    for (status, words) in [(0, "closed"), (3, "crashed")] {
        let call = format!("(call $exit (i32.const {status}))");
        let at_start = format!(r#"(func (export "_initialize") {call})"#);
        ends_with(&failed(MAD, &Fixture { imports: EXIT, items: &at_start, ..Fixture::default() }), words);
        let first = first_move();
        let later = format!(
            "(if (i32.gt_s (global.get $calls) (i32.const 3)) (then {call})) {}",
            unless_over("(call $first)")
        );
        ends_with(
            &failed(MAD, &Fixture { imports: EXIT, items: &first, turn: &later, ..Fixture::default() }),
            words,
        );
    }
}

#[test]
fn one_that_asks_for_files_or_sockets_gets_nothing() {
    // A trap if any of them were granted: a file, a list of a folder, a socket, a note on the disk.
    let imports = r#"
        (import "wasi_snapshot_preview1" "path_open"
            (func $open (param i32 i32 i32 i32 i32 i64 i64 i32 i32) (result i32)))
        (import "wasi_snapshot_preview1" "fd_readdir" (func $list (param i32 i32 i32 i64 i32) (result i32)))
        (import "wasi_snapshot_preview1" "fd_prestat_get" (func $given (param i32 i32) (result i32)))
        (import "wasi_snapshot_preview1" "sock_shutdown" (func $socket (param i32 i32) (result i32)))
        (import "wasi_snapshot_preview1" "fd_allocate" (func $fill (param i32 i64 i64) (result i32)))"#;
    let items = format!(
        r#"{} (data (i32.const 4096) "/etc/passwd")
        (func $granted (param i32) (if (i32.eqz (local.get 0)) (then unreachable)))"#,
        first_move()
    );
    let turn = unless_over(
        "(call $granted (call $open (i32.const 3) (i32.const 0) (i32.const 4096) (i32.const 11) (i32.const 0)
            (i64.const -1) (i64.const -1) (i32.const 0) (i32.const 4200)))
         (call $granted (call $list (i32.const 3) (i32.const 4200) (i32.const 100) (i64.const 0) (i32.const 4400)))
         (call $granted (call $given (i32.const 3) (i32.const 4200)))
         (call $granted (call $socket (i32.const 3) (i32.const 2)))
         (call $granted (call $fill (i32.const 2) (i64.const 0) (i64.const 1000000000)))
         (call $first)",
    );
    let report = judged(MAD, &Fixture { imports, items: &items, turn: &turn, ..Fixture::default() });
    assert!(report.passed(), "{:#?}", report.steps);
    // Functions that no module gets.
    for (from, name, kind) in [
        ("wasi_unstable", "fd_write", "(param i32 i32 i32 i32) (result i32)"),
        ("env", "fork", "(result i32)"),
    ] {
        let imports = format!("(import \"{from}\" \"{name}\" (func $asked {kind}))");
        let (stage, verdict) = failed(MAD, &Fixture { imports: &imports, ..Fixture::default() });
        assert!(stage == Stage::Build && verdict.contains(name), "{name}: {stage:?}, {verdict}");
    }
}

#[test]
fn clocks_and_chance_are_those_of_the_judge() {
    // Its move does not depend on them, and its notes do: both are equal in two runs, and in two judgements.
    let imports = r#"
        (import "wasi_snapshot_preview1" "clock_time_get" (func $clock (param i32 i64 i32) (result i32)))
        (import "wasi_snapshot_preview1" "random_get" (func $random (param i32 i32) (result i32)))"#;
    let first = first_move();
    let turn = unless_over(
        "(drop (call $clock (i32.const 0) (i64.const 1) (i32.const 4096)))
         (drop (call $random (i32.const 4104) (i32.const 8)))
         (if (i64.eq (i64.load (i32.const 4096)) (i64.load (i32.const 4104))) (then unreachable))
         (call $first)",
    );
    let honest = Fixture { imports, items: &first, turn: &turn, ..Fixture::default() };
    let reports = [judged(MAD, &honest), judged(MAD, &honest)].map(|report| report.without_times());
    assert_eq!(reports[0], reports[1]);
    assert!(reports[0].passed(), "{:#?}", reports[0].steps);
    assert_eq!(reports[0].check.as_ref().unwrap().repeats, Some(true));
}

#[test]
fn one_that_fails_after_the_game_has_played_it() {
    let first = first_move();
    let turn = "(if (result i32) (i32.eq (i32.load8_u (i32.const 131081)) (i32.const 101))
        (then unreachable) (else (call $first)))";
    let report = judged(MAD, &Fixture { items: &first, turn, ..Fixture::default() });
    let failed = report.failed();
    // The check tells the author; the games that were played count.
    assert!(failed.is_none_or(|step| step.stage == Stage::Check), "{:#?}", report.steps);
}
