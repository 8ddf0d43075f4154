//! Modules that play, and modules that do what they should not: each of these ends in a named fault, or does no
//! harm.

#[path = "modules/complex.rs"]
mod complex;
#[path = "modules/fixture.rs"]
mod fixture;
#[path = "modules/hostile.rs"]
mod hostile;
#[path = "modules/repeated.rs"]
mod repeated;

use fixture::{FUEL, Fixture, first_move, host, number, turn};
use joust_core::{FaultKind, Player as _, Seat};
use joust_mad::Battle;
use joust_sandbox::{BadModule, BotTerms, FUEL_PER_SECOND, Fuel, ModuleHost, Wire};

const CLOCK: &str =
    r#"(import "wasi_snapshot_preview1" "clock_time_get" (func $clock (param i32 i64 i32) (result i32)))"#;

#[test]
fn a_module_plays_and_its_fuel_is_counted() {
    let code = Fixture::default().load().unwrap();
    assert_eq!((code.wire(), code.hash().len()), (Wire::Json, 64));
    assert_eq!(code.size(), Fixture::default().bytes().len());
    let mut player = Fixture::default().seat(FUEL, BotTerms::default());
    let fuel: Vec<u64> = (0..3).map(|_| turn(&mut player).unwrap().fuel.unwrap()).collect();
    assert!(fuel[0] > 10 && fuel[0] < 1000 && fuel[1] == fuel[0] && fuel[2] == fuel[0], "{fuel:?}");
    let usage = player.usage();
    assert_eq!((usage.memory, usage.output), (Some(8 << 16), Some(0)));
    assert!(usage.start.is_some());
    player.end();
}

#[test]
fn a_module_reads_its_message() {
    let first = Fixture { items: &first_move(), turn: "(call $first)", ..Fixture::default() };
    let answer = first.act().unwrap();
    // The list begins with a permutation; the referee has understood it.
    assert_eq!((answer.action.to_string().as_str(), answer.notes), ("111<>222", vec!["Hm".to_owned()]));
}

#[test]
fn a_turn_uses_its_own_fuel_first_and_then_the_bank() {
    // Spins a thousand times in each turn.
    let spins = Fixture {
        items: "(func $spin (local $n i32) (local.set $n (i32.const 1000))
            (loop $again (br_if $again (local.tee $n (i32.sub (local.get $n) (i32.const 1))))))",
        turn: "(call $spin) (call $pass)",
        ..Fixture::default()
    };
    let cost = spins.act().unwrap().fuel.unwrap();
    assert!((2000..2100).contains(&cost), "{cost}");
    // The turn has enough: the bank stays full.
    let mut player = spins.seat(Fuel { turn: cost, bank: 0, patience: None }, BotTerms::default());
    assert!((0..10).all(|_| turn(&mut player).is_ok()));
    // The turn has one unit too little, and the bank has three.
    let mut player = spins.seat(Fuel { turn: cost - 1, bank: 3, patience: None }, BotTerms::default());
    assert!((0..3).all(|_| turn(&mut player).is_ok()));
    assert_eq!(turn(&mut player).unwrap_err().kind, FaultKind::OutOfFuel);
    // The bank alone.
    let mut player = spins.seat(Fuel { turn: 0, bank: 3 * cost, patience: None }, BotTerms::default());
    assert_eq!((0..9).take_while(|_| turn(&mut player).is_ok()).count(), 2, "hello took some, too");
}

#[test]
fn the_clock_of_a_module_advances_with_its_fuel_alone() {
    // Waits for five milliseconds of its own clock, as a search does.
    let waits = Fixture {
        imports: CLOCK,
        items: "(func $now (result i64)
                (drop (call $clock (i32.const 0) (i64.const 1) (i32.const 4096)))
                (i64.load (i32.const 4096)))
            (func $wait (result i64) (local $until i64)
                (local.set $until (i64.add (call $now) (i64.const 5000000)))
                (loop $more (br_if $more (i64.lt_u (call $now) (local.get $until))))
                (call $now))",
        turn: "(call $note (call $wait))",
        ..Fixture::default()
    };
    let mut player = waits.seat(FUEL, BotTerms::default());
    let first = turn(&mut player).unwrap();
    std::thread::sleep(std::time::Duration::from_millis(50));
    let second = turn(&mut player).unwrap();
    for (answer, since) in [(&first, 0), (&second, number(&first))] {
        let micros = answer.fuel.unwrap() / (FUEL_PER_SECOND / 1_000_000);
        assert!((5000..5100).contains(&micros), "{micros}");
        let passed = number(answer) - since;
        assert!((5_000_000..5_100_000).contains(&passed), "the clock stands still between turns: {passed}");
    }
    let mut again = waits.seat(FUEL, BotTerms::default());
    let repeated = [turn(&mut again).unwrap(), turn(&mut again).unwrap()];
    assert_eq!(
        repeated.map(|answer| (answer.fuel, answer.notes)),
        [first, second].map(|one| (one.fuel, one.notes))
    );
}

#[test]
fn random_numbers_repeat_and_differ_between_seats() {
    let draws = Fixture {
        imports: r#"(import "wasi_snapshot_preview1" "random_get" (func $random (param i32 i32) (result i32)))"#,
        turn: "(drop (call $random (i32.const 4096) (i32.const 8))) (call $note (i64.load (i32.const 4096)))",
        ..Fixture::default()
    };
    let with = |seed| BotTerms { seed, ..BotTerms::default() };
    assert_eq!(draws.noted(with(1)), draws.noted(with(1)));
    assert_ne!(draws.noted(with(1)), draws.noted(with(2)));
}

#[test]
fn the_bits_of_a_result_that_is_not_a_number_are_always_the_same() {
    let divides = |zero: &str| {
        Fixture {
            turn: &format!(
                "(call $note (i64.reinterpret_f64 (f64.div (f64.load (i32.const 4096)) (f64.const {zero}))))"
            ),
            ..Fixture::default()
        }
        .noted(BotTerms::default())
    };
    assert_eq!([divides("0"), divides("-0")], [0x7ff8_0000_0000_0000; 2]);
}

#[test]
fn there_are_no_files_arguments_and_variables() {
    let call = |name: &str, kinds: &str, values: &str| {
        let import = format!(
            r#"(import "wasi_snapshot_preview1" "{name}" (func $call (param {kinds}) (result i32)))"#
        );
        let turn = format!("(call $note (i64.extend_i32_u (call $call {values})))");
        Fixture { imports: &import, turn: &turn, ..Fixture::default() }.noted(BotTerms::default())
    };
    let (bad_file, fault) = (8, 21);
    let zeros = |count: usize| "(i32.const 0)".repeat(count);
    let open = format!("{} (i64.const 0) (i64.const 0) {}", zeros(5), zeros(2));
    assert_eq!(call("path_open", "i32 i32 i32 i32 i32 i64 i64 i32 i32", &open), bad_file);
    assert_eq!(call("fd_prestat_get", "i32 i32", "(i32.const 3) (i32.const 0)"), bad_file);
    assert_eq!(call("args_sizes_get", "i32 i32", "(i32.const 4096) (i32.const 4100)"), 0);
    assert_eq!(call("environ_get", "i32 i32", &zeros(2)), 0);
    // Standard input is at its end; other files do not exist.
    let read = |file: u8| format!("(i32.const {file}) (i32.const 4096) (i32.const 1) (i32.const 4200)");
    assert_eq!(
        [call("fd_read", "i32 i32 i32 i32", &read(0)), call("fd_read", "i32 i32 i32 i32", &read(4))],
        [0, 8]
    );
    // Addresses beyond the memory.
    assert_eq!(call("environ_sizes_get", "i32 i32", "(i32.const -4) (i32.const 0)"), fault);
    assert_eq!(call("random_get", "i32 i32", "(i32.const 100) (i32.const 1000000)"), fault);
    let list = "(i32.const 2) (i32.const 524280) (i32.const 2) (i32.const 4096)";
    assert_eq!(call("fd_write", "i32 i32 i32 i32", list), fault);
    let list = "(i32.const 2) (i32.const 0) (i32.const -1) (i32.const 4096)";
    assert_eq!(call("fd_write", "i32 i32 i32 i32", list), fault);
    // Waiting takes no time.
    let wait = "(i32.const 4096) (i32.const 5120) (i32.const 2) (i32.const 6144)";
    assert_eq!(call("poll_oneoff", "i32 i32 i32 i32", wait), 0);
}

#[test]
fn what_cannot_play_is_refused_when_it_is_loaded() {
    let why = |bytes: &[u8]| host().compile(bytes).unwrap_err();
    assert!(matches!(why(b"#!/bin/sh"), BadModule::NotAModule(_)));
    assert!(matches!(why(b"\0asm\x01\0\0\0\xff"), BadModule::NotAModule(_)));
    assert!(matches!(why(&vec![0; (32 << 20) + 1]), BadModule::TooLarge(_)));
    let of = |text: &str| why(&wat::parse_str(text).unwrap()).to_string();
    let text = of(
        r#"(module (import "wasi_snapshot_preview1" "sock_accept" (func (param i32 i32 i32) (result i32)))
        (memory (export "memory") 1)
        (func (export "joust_room") (param i32) (result i32) unreachable)
        (func (export "joust_answer") (result i32) unreachable)
        (func (export "joust_answer_size") (result i32) unreachable))"#,
    );
    assert!(text.starts_with("the module imports `sock_accept` from `wasi_snapshot_preview1`"), "{text}");
    let imports =
        |import: &str| Fixture { imports: import, ..Fixture::default() }.load().unwrap_err().to_string();
    let text = imports(r#"(import "env" "fetch" (func))"#);
    assert!(text.starts_with("the module imports `fetch` from `env`"), "{text}");
    let text = imports(r#"(import "wasi_snapshot_preview1" "fd_write" (func (param i32)))"#);
    assert!(text.contains("incompatible import type"), "{text}");
    assert!(of("(module)").contains("does not export a function `joust_room(i32) -> i32`"));
    let without_memory = r#"(module
        (func (export "joust_room") (param i32) (result i32) unreachable)
        (func (export "joust_answer") (result i32) unreachable)
        (func (export "joust_answer_size") (result i32) unreachable))"#;
    assert!(of(without_memory).contains("does not export its memory"));
    for memory in ["i64 1", "1 1 shared"] {
        let text = Fixture { memory, ..Fixture::default() }.load().unwrap_err().to_string();
        assert!(text.starts_with("this is not a WebAssembly module that joust runs"), "{text}");
    }
    let relaxed = "(func (param v128 v128) (result v128)
        (i8x16.relaxed_swizzle (local.get 0) (local.get 1)))";
    for items in [relaxed, "(memory 1)", "(func (drop (i32.atomic.load (i32.const 0))))"] {
        assert!(
            matches!(Fixture { items, ..Fixture::default() }.load(), Err(BadModule::NotAModule(_))),
            "{items}"
        );
    }
    let items = "(table 200000 funcref)";
    assert!(matches!(Fixture { items, ..Fixture::default() }.load(), Err(BadModule::Tables(200_000))));
}

#[test]
fn compiled_modules_are_kept_in_a_folder_that_only_its_owner_writes() {
    let place = tempfile::tempdir().unwrap();
    let folder = place.path().join("cache");
    let files = || std::fs::read_dir(&folder).unwrap().count();
    let file = place.path().join("bot.wasm");
    std::fs::write(&file, Fixture::default().bytes()).unwrap();
    let hashes = [0; 2].map(|_| {
        let code = ModuleHost::new(Some(&folder)).unwrap().open(&file).unwrap();
        assert!(files() > 0);
        code.hash()
    });
    assert_eq!(hashes[0], hashes[1]);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        std::fs::set_permissions(&folder, std::fs::Permissions::from_mode(0o777)).unwrap();
        let why = ModuleHost::new(Some(&folder)).err().unwrap().to_string();
        assert!(why.contains("other users can write"), "{why}");
    }
}

#[test]
fn a_seat_that_gets_ready_has_said_hello() {
    let mut player = Fixture::default().seat(FUEL, BotTerms::default());
    player.get_ready(&Battle::default(), Seat::FIRST).unwrap();
    assert!(player.introduction().is_some());
}
