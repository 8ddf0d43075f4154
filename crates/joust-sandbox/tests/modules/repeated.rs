//! The same game again, on a machine with nothing else to do and on a busy one.

use crate::fixture::{Fixture, turn};
use joust_sandbox::{BotTerms, Fuel};
use std::sync::atomic::{AtomicBool, Ordering};

/// A module whose every turn depends on its clock, its random numbers and all earlier turns.
fn fickle() -> Vec<(Option<u64>, Vec<String>)> {
    let fixture = Fixture {
        imports: r#"
            (import "wasi_snapshot_preview1" "clock_time_get" (func $clock (param i32 i64 i32) (result i32)))
            (import "wasi_snapshot_preview1" "random_get" (func $random (param i32 i32) (result i32)))"#,
        items: "(global $state (mut i64) (i64.const 1))
            (func $mix (param $times i64)
                (loop $more
                    (global.set $state (i64.add (i64.const 1442695040888963407)
                        (i64.mul (global.get $state) (i64.const 6364136223846793005))))
                    (br_if $more (i32.eqz (i64.eqz
                        (local.tee $times (i64.sub (local.get $times) (i64.const 1))))))))
            (func $think
                (drop (call $random (i32.const 4096) (i32.const 8)))
                (drop (call $clock (i32.const 1) (i64.const 1) (i32.const 4104)))
                (call $mix (i64.add (i64.const 50000) (i64.and (i64.const 65535) (i64.load (i32.const 4096)))))
                (global.set $state (i64.xor (global.get $state) (i64.load (i32.const 4104)))))",
        turn: "(call $think) (call $note (global.get $state))",
        ..Fixture::default()
    };
    let fuel = Fuel { turn: 1_000_000, bank: 100_000_000, patience: None };
    let mut player = fixture.seat(fuel, BotTerms { seed: 30, ..BotTerms::default() });
    (0..100).map(|_| turn(&mut player).map(|answer| (answer.fuel, answer.notes)).unwrap()).collect()
}

#[test]
fn the_same_game_has_the_same_fuel_on_a_busy_machine() {
    let alone = fickle();
    assert!(alone.windows(2).all(|two| two[0].1 != two[1].1));
    let (over, load) = (AtomicBool::new(false), std::thread::available_parallelism().map_or(2, usize::from));
    std::thread::scope(|scope| {
        for _ in 0..2 * load {
            scope.spawn(|| {
                while !over.load(Ordering::Relaxed) {
                    std::hint::spin_loop();
                }
            });
        }
        let again: Vec<_> = (0..3).map(|_| scope.spawn(fickle)).collect();
        let again: Vec<_> = again.into_iter().map(|game| game.join().unwrap()).collect();
        over.store(true, Ordering::Relaxed);
        assert!(again.iter().all(|game| *game == alone));
    });
}
