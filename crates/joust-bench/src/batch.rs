//! Batches: games stepped at once, with observations and masks written, by one thread and by two.

#![expect(clippy::cast_precision_loss, reason = "figures for people")]

use crate::best_of;
use joust_batch::{Batch, Encoding, MadEncoding, MadMaxBatch, WarGameEncoding};
use joust_core::Seed;
use joust_madmax::{Config, Settings, Source};
use std::time::Duration;

const ROUNDS: usize = 9;
/// Games of a batch of duels, and its moves in a measurement.
const GAMES: usize = 16_384;
const MOVES: usize = 8 << 20;
/// Games of a batch of Mad Max, and its rounds: one whole game each, and the map of the next.
const SKIRMISHES: usize = 128;
const TURNS: usize = 500;

pub(crate) fn run() {
    println!("Batch: all arrays written, best of {ROUNDS}; two threads need two idle cores");
    for name in ["6x4", "5x5"] {
        let board = joust_mad::Board::named(name).expect("a known board");
        let start = joust_mad::Position::start(board, joust_mad::Rules::CURRENT);
        duel::<MadEncoding>(&format!("MAD {name}"), &start);
    }
    for rules in [joust_wargame::Rules::MANDATORY, joust_wargame::Rules::OPTIONAL_BLITZ] {
        let board = joust_wargame::Board::named("Smolensk").expect("a known board");
        duel::<WarGameEncoding>(&format!("Smolensk, {rules}"), &joust_wargame::Position::start(board, rules));
    }
    for (name, player) in [("no orders", None), ("Demo x4", Some("Demo"))] {
        skirmishes(name, player);
    }
}

/// Measures random moves.
fn duel<E: Encoding>(name: &str, start: &E::Position) {
    let works = [1, 2].map(|threads| {
        let mut batch = Batch::<E>::new(start, GAMES, Seed(1), threads).expect("a small batch");
        let (mut store, mut actions) = (batch.store(), vec![0; GAMES]);
        move || {
            batch.reset(Seed(1), store.arrays()).expect("its own arrays");
            let mut ended = 0;
            for _ in 0..MOVES / GAMES {
                batch.step_random(&mut actions, store.arrays()).expect("its own arrays");
                ended += store.dones.iter().map(|done| u64::from(*done)).sum::<u64>();
            }
            ended
        }
    });
    let [one, two] = alternately(works);
    print(name, MOVES / GAMES * GAMES, "moves/s", one, two);
}

/// Measures rounds of games in which the caller orders nothing.
fn skirmishes(name: &str, player: Option<&str>) {
    let config = Config { settings: Settings::default(), source: Source::Generator };
    let works = [1, 2].map(|threads| {
        let batch = MadMaxBatch::new(&config, SKIRMISHES, 30, [player; 4], threads);
        let mut batch = batch.expect("the contest's settings make maps");
        let (mut store, orders) = (batch.store(), vec![-1; SKIRMISHES * batch.encoding().units]);
        move || {
            let mut ended = 0;
            for _ in 0..TURNS {
                batch.step(&orders, store.arrays()).expect("no orders");
                ended += store.dones.iter().map(|done| u64::from(*done)).sum::<u64>();
            }
            ended
        }
    });
    let [one, two] = alternately(works);
    print(&format!("Mad Max, {name}"), SKIRMISHES * TURNS, "rounds/s", one, two);
}

/// The best time of each work. They take turns, so that a busy minute of the machine slows both.
fn alternately<W: FnMut() -> u64>(mut works: [W; 2]) -> [(u64, Duration); 2] {
    let mut rounds = (0..ROUNDS).map(|_| works.each_mut().map(|work| best_of(1, work)));
    let first = rounds.next().expect("at least one round");
    rounds.fold(first, |best, round| {
        [0, 1].map(|which| {
            assert_eq!(best[which].0, round[which].0, "the same work gave two answers");
            (best[which].0, best[which].1.min(round[which].1))
        })
    })
}

/// Prints the speed of one thread and of two, which must have done the same.
fn print(name: &str, count: usize, unit: &str, one: (u64, Duration), two: (u64, Duration)) {
    assert_eq!(one.0, two.0, "{name}: the number of threads changed a result");
    let [first, second] = [one.1, two.1].map(|took| count as f64 / took.as_secs_f64() / 1e6);
    println!("  {name:26} {first:8.3} M {unit}   two threads {second:8.3} M   {:.2} x", second / first);
}
