//! A module that computes without end, when the user ends the game. The flag is one for the whole program, so
//! this test has a program of its own.

#[path = "modules/fixture.rs"]
#[expect(dead_code, reason = "other tests use the rest")]
mod fixture;

use fixture::{endless, turn};
use joust_core::FaultKind;
use joust_sandbox::{BotTerms, Fuel};
use std::time::{Duration, Instant};

#[test]
fn a_module_with_fuel_for_a_year_is_stopped_at_once() {
    let [fixture, _] = endless();
    let mut player =
        fixture.seat(Fuel { turn: u64::MAX, bank: u64::MAX, patience: None }, BotTerms::default());
    let begin = Instant::now();
    std::thread::spawn(|| {
        std::thread::sleep(Duration::from_millis(100));
        joust_sandbox::stop_all();
    });
    assert_eq!(turn(&mut player).unwrap_err().kind, FaultKind::Stopped);
    assert!(begin.elapsed() < Duration::from_secs(10), "{:?}", begin.elapsed());
}
