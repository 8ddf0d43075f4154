//! Modules that do what they should not.

use crate::fixture::{FUEL, Fixture, HELLO, PASS, endless, quoted, turn, unless_over};
use joust_core::{Asked, Ending, FaultKind, Player as _, Seat};
use joust_mad::Battle;
use joust_madmax::{Config, Settings, Skirmish, Source};
use joust_sandbox::{Audience, BotLimits, BotTerms, Fuel};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

const EXIT: &str = r#"(import "wasi_snapshot_preview1" "proc_exit" (func $exit (param i32)))"#;
const WRITE: &str =
    r#"(import "wasi_snapshot_preview1" "fd_write" (func $write (param i32 i32 i32 i32) (result i32)))"#;

/// What the module does in its first turn, and the first of its last words.
fn fault(fixture: &Fixture<'_>) -> (FaultKind, String, String) {
    let begin = Instant::now();
    let fault = fixture.fault();
    assert!(begin.elapsed() < Duration::from_secs(20), "{:?}", begin.elapsed());
    (fault.kind, fault.detail, fault.last_words.first().cloned().unwrap_or_default())
}

fn at_turn(turn: &str) -> (FaultKind, String, String) {
    fault(&Fixture { turn, ..Fixture::default() })
}

/// An answer with these bytes.
fn saying(text: &str) -> Result<joust_core::Answer<joust_mad::Action>, joust_core::Fault> {
    let items = format!(r#"(data (i32.const 4096) "{}")"#, quoted(text));
    let turn = format!("(call $say (i32.const 4096) (i32.const {}))", text.len());
    Fixture { items: &items, turn: &turn, memory: "40", room: "(i32.const 2490368)", ..Fixture::default() }
        .act()
}

#[test]
fn one_that_spins_is_out_of_fuel() {
    let (kind, detail, place) = at_turn("(loop $again (br $again)) unreachable");
    assert_eq!((kind, place.as_str()), (FaultKind::OutOfFuel, "in turn"));
    assert!(detail.starts_with("used up its fuel: "), "{detail}");
    // So is one that spends its time in calls, or in instructions for many bytes.
    let yields = Fixture {
        imports: r#"(import "wasi_snapshot_preview1" "sched_yield" (func $yield (result i32)))"#,
        turn: "(loop $again (drop (call $yield)) (br $again)) unreachable",
        ..Fixture::default()
    };
    assert_eq!(fault(&yields).0, FaultKind::OutOfFuel);
    for turn in [
        "(loop $again (memory.fill (i32.const 0) (i32.const 0) (i32.const 500000)) (br $again)) unreachable",
        "(loop $again (drop (memory.grow (i32.const 65535))) (br $again)) unreachable",
    ] {
        assert_eq!(at_turn(turn).0, FaultKind::OutOfFuel);
    }
}

#[test]
fn one_with_fuel_for_a_year_stops_with_its_own_game() {
    for fixture in endless() {
        let mut player =
            fixture.seat(Fuel { turn: u64::MAX, bank: u64::MAX, patience: None }, BotTerms::default());
        let (game, stop, begin) = (Battle::default(), AtomicBool::new(false), Instant::now());
        std::thread::scope(|scope| {
            scope.spawn(|| {
                std::thread::sleep(Duration::from_millis(100));
                stop.store(true, Ordering::Relaxed);
            });
            let fault = player.act(&Asked::new(&game, Seat::FIRST, &stop)).unwrap_err();
            assert_eq!(fault.kind, FaultKind::Stopped);
        });
        assert!(begin.elapsed() < Duration::from_secs(10), "{:?}", begin.elapsed());
        // Other games go on.
        assert!(Fixture::default().act().is_ok());
    }
}

/// Fuel counts instructions. One that reads here and there in a large memory takes many times as long as others.
#[test]
fn one_that_waits_for_memory_all_the_time_is_too_late() {
    let chases = Fixture::chasing();
    let patient = Fuel { turn: u64::MAX, bank: u64::MAX, patience: Some(2) };
    let begin = Instant::now();
    let fault = turn(&mut chases.seat(patient, BotTerms::default())).unwrap_err();
    assert_eq!(fault.kind, FaultKind::Late, "{fault:?}");
    assert!(fault.detail.starts_with("kept the processor more than 2 times as long"), "{fault:?}");
    assert!(begin.elapsed() < Duration::from_mins(2), "{:?}", begin.elapsed());
}

/// A list of pieces costs fuel by the piece, even if they are empty: otherwise a module would keep this program
/// busy, and take its memory, for the fuel of one call.
#[test]
fn one_that_writes_many_pieces_pays_for_each() {
    // A million pieces: eight megabytes of zeros are as many empty pieces at address 0.
    let writes = |pieces: u32| {
        let call = format!(
            "(drop (call $write (i32.const 2) (i32.const 1048576) (i32.const {pieces}) (i32.const 4300)))
            (call $pass)"
        );
        let fixture = Fixture { imports: WRITE, turn: &call, memory: "200", ..Fixture::default() };
        fixture.act().map(|answer| answer.fuel.unwrap())
    };
    let (one, million) = (writes(1).unwrap(), writes(1_000_000).unwrap());
    assert!(million > one + 999_999 * 40, "{million} beside {one}");
    let hoards = Fixture {
        imports: WRITE,
        turn: "(loop $more (drop (call $write (i32.const 2) (i32.const 1048576) (i32.const 1000000)
            (i32.const 4300))) (br $more)) unreachable",
        memory: "200",
        ..Fixture::default()
    };
    assert_eq!(fault(&hoards).0, FaultKind::OutOfFuel);
}

#[test]
fn one_that_recurses_without_end_has_used_up_its_stack() {
    let items = "(func $dig (param i32) (result i32) (i32.add (call $dig (local.get 0)) (i32.const 1)))";
    let digs = Fixture { items, turn: "(call $dig (i32.const 0))", ..Fixture::default() };
    let (kind, detail, place) = fault(&digs);
    assert_eq!((kind, place.as_str()), (FaultKind::Crashed, "in dig"));
    assert_eq!(detail, "used up its stack, as by endless recursion,");
}

#[test]
fn one_that_allocates_without_end_is_out_of_memory() {
    let items = "(func $hoard (loop $more
        (if (i32.eq (memory.grow (i32.const 100)) (i32.const -1)) (then unreachable))
        (br $more)))";
    let hoards = Fixture { items, turn: "(call $hoard) (call $pass)", ..Fixture::default() };
    let (kind, detail, limit) = fault(&hoards);
    assert_eq!(kind, FaultKind::OutOfMemory);
    assert_eq!(
        (detail.as_str(), limit.as_str()),
        ("wanted more memory than it may have", "its memory limit is 256 MB")
    );
    // A module that goes on without the memory does no harm.
    let tries = Fixture { turn: "(drop (memory.grow (i32.const 65535))) (call $pass)", ..Fixture::default() };
    assert!(tries.act().is_ok());
}

#[test]
fn one_that_wants_more_memory_at_its_start_than_it_may_have_does_not_start() {
    let big = Fixture { memory: "1600", ..Fixture::default() };
    let limits = BotLimits { memory: Some(64 << 20), ..BotLimits::default() };
    let fault = turn(&mut big.seat(FUEL, BotTerms { limits, ..BotTerms::default() })).unwrap_err();
    assert_eq!(
        (fault.kind, fault.last_words[0].as_str()),
        (FaultKind::OutOfMemory, "its memory limit is 64 MB")
    );
    assert!(big.act().is_ok(), "the usual limit allows it");
}

#[test]
fn one_that_grows_its_tables_without_end_is_refused_and_plays_on() {
    let grows = Fixture {
        items: "(table $all 1 funcref)
            (func $grow (loop $more
                (br_if $more (i32.ne (table.grow $all (ref.null func) (i32.const 1000)) (i32.const -1)))))",
        turn: "(call $grow) (call $note (i64.extend_i32_u (table.size $all)))",
        ..Fixture::default()
    };
    assert_eq!(grows.noted(BotTerms::default()), 99_001);
}

#[test]
fn what_one_writes_to_standard_error_is_kept_up_to_a_limit() {
    let said = r#"(data (i32.const 4096) "one\n\1b[2J two\n")
        (data (i32.const 4200) "\00\10\00\00\0d\00\00\00")"#;
    let writes = Fixture {
        imports: WRITE,
        items: said,
        turn: "(drop (call $write (i32.const 2) (i32.const 4200) (i32.const 1) (i32.const 4300))) unreachable",
        ..Fixture::default()
    };
    let heard = Arc::new(Mutex::new(Vec::new()));
    let ear = Arc::clone(&heard);
    let audience = Audience {
        cerr: Box::new(move |bytes| ear.lock().unwrap().extend_from_slice(bytes)),
        ..Audience::absent()
    };
    let code = Arc::new(writes.load().unwrap());
    let fault = turn(&mut code.seat::<Battle>(FUEL, BotTerms::default(), audience)).unwrap_err();
    assert_eq!(fault.last_words, ["in turn", "one", " [2J two"]);
    assert_eq!(*heard.lock().unwrap(), b"one\n\x1b[2J two\n");
    let floods = Fixture {
        imports: WRITE,
        items: r#"(data (i32.const 4200) "\00\00\00\00\00\00\08\00")"#,
        turn: "(loop $more (drop (call $write (i32.const 2) (i32.const 4200) (i32.const 1) (i32.const 4300)))
            (br $more)) unreachable",
        ..Fixture::default()
    };
    let mut player =
        floods.seat(joust_sandbox::Fuel { turn: 0, bank: 1 << 30, patience: None }, BotTerms::default());
    let fault = turn(&mut player).unwrap_err();
    assert_eq!(
        (fault.kind, fault.detail.as_str()),
        (FaultKind::Forbidden, "wrote more than 64 MB besides its messages")
    );
    // Standard output is dropped, and its bytes cost fuel.
    let floods = Fixture {
        imports: WRITE,
        items: r#"(data (i32.const 4200) "\00\00\00\00\00\00\08\00")"#,
        turn: "(loop $more (drop (call $write (i32.const 1) (i32.const 4200) (i32.const 1) (i32.const 4300)))
            (br $more)) unreachable",
        ..Fixture::default()
    };
    assert_eq!(crate::hostile::fault(&floods).0, FaultKind::OutOfFuel);
    let prints = Fixture {
        imports: WRITE,
        items: said,
        turn: "(drop (call $write (i32.const 1) (i32.const 4200) (i32.const 1) (i32.const 4300))) (call $pass)",
        ..Fixture::default()
    };
    assert!(prints.act().is_ok());
}

/// Its files are not files: nothing is closed, and it plays on.
#[test]
fn one_that_closes_its_files_plays_on_and_is_still_heard() {
    let closes = Fixture {
        imports: r#"
            (import "wasi_snapshot_preview1" "fd_close" (func $close (param i32) (result i32)))
            (import "wasi_snapshot_preview1" "fd_write" (func $write (param i32 i32 i32 i32) (result i32)))"#,
        items: r#"(data (i32.const 4096) "still here\n") (data (i32.const 4200) "\00\10\00\00\0b\00\00\00")"#,
        turn: "(drop (call $close (i32.const 0))) (drop (call $close (i32.const 1)))
            (drop (call $close (i32.const 2)))
            (drop (call $write (i32.const 2) (i32.const 4200) (i32.const 1) (i32.const 4300)))
            (call $note (i64.extend_i32_u (call $close (i32.const 9))))",
        ..Fixture::default()
    };
    let heard = Arc::new(Mutex::new(Vec::new()));
    let ear = Arc::clone(&heard);
    let audience = Audience {
        cerr: Box::new(move |bytes| ear.lock().unwrap().extend_from_slice(bytes)),
        ..Audience::absent()
    };
    let code = Arc::new(closes.load().unwrap());
    let mut player = code.seat::<Battle>(FUEL, BotTerms::default(), audience);
    let bad_file = 8;
    assert_eq!((0..3).map(|_| crate::number(&turn(&mut player).unwrap())).collect::<Vec<_>>(), [bad_file; 3]);
    assert_eq!(*heard.lock().unwrap(), b"still here\nstill here\nstill here\n");
}

#[test]
fn one_that_answers_garbage_is_garbled() {
    let garbled = |text: &str| {
        let fault = saying(text).unwrap_err();
        assert_eq!(fault.kind, FaultKind::Garbled, "{fault}");
        fault.detail
    };
    assert!(garbled("hello world\n").starts_with("said `hello world`, which is not a message"));
    assert!(garbled(&format!("\n{PASS}\n")).starts_with("said ``"));
    assert!(garbled("{\"type\":\"action\"").contains("which is not a message"));
    assert!(garbled(&format!("{HELLO}\n")).starts_with("said hello again"));
    assert_eq!(garbled(""), "gave an answer without a message");
    let long = format!("{{\"type\":\"note\",\"text\":\"{}\"}}\n{PASS}\n", "x".repeat(1 << 20));
    assert!(garbled(&long).starts_with("sent a line of more than 65536 bytes"));
    // The last line may lack its end.
    assert!(saying(PASS).is_ok());
}

#[test]
fn one_that_answers_twice_spoke_before_it_was_asked() {
    let turns = format!("{PASS}\n{PASS}\n");
    let items = format!(r#"(data (i32.const 4096) "{}")"#, quoted(&turns));
    let says = format!("(call $say (i32.const 4096) (i32.const {}))", turns.len());
    let mut player =
        Fixture { items: &items, turn: &says, ..Fixture::default() }.seat(FUEL, BotTerms::default());
    assert!(turn(&mut player).is_ok());
    let fault = turn(&mut player).unwrap_err();
    assert_eq!((fault.kind, fault.detail.as_str()), (FaultKind::Garbled, "spoke before it was asked"));
}

#[test]
fn one_that_plays_what_the_rules_forbid_has_an_illegal_action() {
    let fault = saying("{\"type\":\"action\",\"action\":\"Z9-Z8\"}\n").unwrap_err();
    assert_eq!(fault.kind, FaultKind::Illegal);
    assert!(fault.detail.starts_with("wanted `Z9-Z8`"), "{fault}");
}

#[test]
fn one_that_gives_a_thousand_and_one_orders_gives_too_many() {
    let orders = |count: usize| {
        let orders: Vec<String> = (0..count).map(|unit| format!("{unit}b")).collect();
        let text = format!("{{\"type\":\"action\",\"action\":\"{}\"}}\n", orders.join(","));
        let items = format!(r#"(data (i32.const 4096) "{}")"#, quoted(&text));
        let says = format!("(call $say (i32.const 4096) (i32.const {}))", text.len());
        let code = Fixture { items: &items, turn: &says, ..Fixture::default() }.load().unwrap();
        let config = Config { settings: Settings::default(), source: Source::Generator };
        let game = Skirmish::begin(config, 30).unwrap();
        let mut player = Arc::new(code).seat::<Skirmish>(FUEL, BotTerms::default(), Audience::absent());
        player.act(&joust_core::Asked::unstopped(&game, Seat::FIRST)).map_err(|fault| fault.kind)
    };
    assert!(orders(1000).is_ok());
    assert_eq!(orders(1001).unwrap_err(), FaultKind::TooManyOrders);
}

#[test]
fn one_that_exits_is_closed_or_has_crashed() {
    for (status, kind) in [(0, FaultKind::Closed), (3, FaultKind::Crashed)] {
        let call = format!("(call $exit (i32.const {status}))");
        let at_start = format!(r#"(func (export "_initialize") {call})"#);
        let in_turn = format!("{call} (call $pass)");
        for fixture in [
            Fixture { imports: EXIT, items: &at_start, ..Fixture::default() },
            Fixture { imports: EXIT, turn: &in_turn, ..Fixture::default() },
        ] {
            let (said, detail, _) = fault(&fixture);
            assert_eq!((said, detail), (kind, format!("called exit({status})")));
        }
    }
}

#[test]
fn one_that_fails_when_the_game_is_over_does_no_harm() {
    for late in
        ["(call $exit (i32.const 0)) unreachable", "unreachable", "(loop $again (br $again)) unreachable"]
    {
        let third = format!("(if (i32.eq (global.get $calls) (i32.const 3)) (then {late})) (call $pass)");
        let mut player =
            Fixture { imports: EXIT, turn: &third, ..Fixture::default() }.seat(FUEL, BotTerms::default());
        assert!(turn(&mut player).is_ok());
        player.hear(&Ending::given_up(), &[]);
        player.end();
    }
}

#[test]
fn how_one_takes_the_end_of_the_game_is_told() {
    let farewell = |in_turn: &str| {
        let mut player = Fixture { turn: in_turn, ..Fixture::default() }.seat(FUEL, BotTerms::default());
        turn(&mut player).unwrap();
        player.hear(&Ending::given_up(), &[]);
        player.end();
        player.farewell().map(|fault| fault.kind)
    };
    assert_eq!(farewell(&unless_over("(call $pass)")), None);
    assert_eq!(farewell("(call $pass)"), Some(FaultKind::Garbled));
    let traps = "(if (i32.eq (global.get $calls) (i32.const 3)) (then unreachable)) (call $pass)";
    assert_eq!(farewell(traps), Some(FaultKind::Crashed));
}

#[test]
fn one_that_traps_has_crashed_and_the_function_is_named() {
    for (code, detail) in [
        ("unreachable", "aborted, by abort(), a panic or a failed assertion,"),
        (
            "(drop (i32.load (i32.const -4)))",
            "used an address beyond its memory, as by a bad index or endless recursion,",
        ),
        ("(drop (i32.div_s (i32.const 1) (i32.load (i32.const 4096))))", "divided by zero"),
        ("(drop (i32.trunc_f64_s (f64.const 1e300)))", "had a number that is too large for an integer"),
        ("(drop (i32.trunc_f64_s (f64.const nan)))", "converted what is not a number to an integer"),
        ("(call_indirect (i32.const 7))", "called a function by a bad pointer"),
    ] {
        let items = format!("(table 1 funcref) (func $oops {code})");
        let in_turn = Fixture { items: &items, turn: "(call $oops) (call $pass)", ..Fixture::default() };
        assert_eq!(fault(&in_turn), (FaultKind::Crashed, detail.to_owned(), "in oops".to_owned()));
        let items = format!("{items} (start $oops)");
        let at_start = Fixture { items: &items, ..Fixture::default() };
        assert_eq!(fault(&at_start), (FaultKind::Crashed, detail.to_owned(), "in oops".to_owned()));
    }
}

#[test]
fn one_with_a_function_without_a_name_crashes_alone() {
    let items = r#"(func $bare (@name "") unreachable)"#;
    let traps = Fixture { items, turn: "(call $bare) (call $pass)", ..Fixture::default() };
    let (kind, detail, place) = fault(&traps);
    assert_eq!((kind, place.as_str()), (FaultKind::Crashed, "in turn"));
    assert_eq!(detail, "aborted, by abort(), a panic or a failed assertion,");
}

#[test]
fn one_that_gives_bad_addresses_is_garbled() {
    let bad = |fixture: &Fixture<'_>, wanted: &str| {
        let (kind, detail, _) = fault(fixture);
        assert_eq!(kind, FaultKind::Garbled);
        assert!(detail.ends_with(wanted), "{detail}");
    };
    for room in ["(i32.const -16)", "(i32.const 524280)"] {
        bad(&Fixture { room, ..Fixture::default() }, "which is beyond its memory");
    }
    for turn in ["(call $say (i32.const -1) (i32.const 10))", "(call $say (i32.const 524280) (i32.const 9))"]
    {
        bad(&Fixture { turn, ..Fixture::default() }, "which is beyond its memory");
    }
    let turn = "(call $say (i32.const 0) (i32.const -1))";
    bad(&Fixture { turn, ..Fixture::default() }, "and 16777216 are allowed");
    let (kind, ..) = fault(&Fixture { room: "(i32.const 0)", ..Fixture::default() });
    assert_eq!(kind, FaultKind::OutOfMemory, "this is what a failed allocation gives");
}

#[test]
fn nothing_is_left_of_one_game_in_the_next() {
    let counts = Fixture {
        turn: "(i32.store (i32.const 4096) (i32.add (i32.load (i32.const 4096)) (i32.const 1)))
            (call $note (i64.load (i32.const 4096)))",
        ..Fixture::default()
    };
    let code = Arc::new(counts.load().unwrap());
    for _ in 0..2 {
        let mut player = code.seat::<Battle>(FUEL, BotTerms::default(), Audience::absent());
        let numbers = [0; 2].map(|_| crate::number(&turn(&mut player).unwrap()));
        assert_eq!(numbers, [1, 2]);
    }
}
