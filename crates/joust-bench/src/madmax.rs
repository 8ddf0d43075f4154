//! Mad Max: rounds a second, copies of a state, and a whole game with its result.

use crate::best_of;
use cpu_time::ThreadTime;
use joust_bench::{madmax_game as game, whole_madmax_game};
use joust_match::play;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

const ROUNDS: usize = 5;
const GAMES: i32 = 20;

pub(crate) fn run() {
    println!("Mad Max: one thread, best of {ROUNDS}; the original with output plays 1,900 rounds a second");
    let (_, took) = best_of(ROUNDS, || {
        (1..=GAMES).map(|seed| game("Null", seed).0.course().random().state() % 7).sum::<u32>()
    });
    println!("  map and units               {:9.1} µs a game", took.as_secs_f64() * 1e6 / f64::from(GAMES));
    for (name, play) in
        [("rules alone", rules as fn(&str) -> Duration), ("Null x4", play_all), ("Demo x4", play_all)]
    {
        let took = (0..ROUNDS).map(|_| play(name)).min().unwrap_or_default();
        let rounds = f64::from(500 * GAMES) / took.as_secs_f64();
        println!("  {name:11}, no output         {rounds:9.0} rounds a CPU second");
    }
    for name in ["Null", "Demo"] {
        let (bytes, took) = best_of(ROUNDS, || whole_madmax_game(name));
        println!(
            "  {name} x4, with the full result  {:9.2} ms a game, {bytes} bytes",
            took.as_secs_f64() * 1e3
        );
    }
    let state = game("Null", 1).0.course().state().clone();
    let (_, took) =
        best_of(ROUNDS, || (0..10_000).map(|_| std::hint::black_box(&state).clone().round()).sum::<i32>());
    println!("  one copy of a state           {:9.3} µs   (bar: 2)", took.as_secs_f64() * 1e6 / 1e4);
}

/// The processor time of playing games whose maps are ready.
fn play_all(name: &str) -> Duration {
    let mut games: Vec<_> = (1..=GAMES).map(|seed| game(&name[..4], seed)).collect();
    let begin = ThreadTime::now();
    for (table, players) in &mut games {
        play(table, players, &|_| None, &mut (), &AtomicBool::new(false));
    }
    begin.elapsed()
}

/// The processor time of rounds without orders, players and table.
fn rules(_: &str) -> Duration {
    let games = (1..=GAMES).map(|seed| game("Null", seed).0.course().now().clone());
    let mut games: Vec<_> = games.map(|game| (game.state().clone(), game.random())).collect();
    let begin = ThreadTime::now();
    for (state, random) in &mut games {
        while !state.is_over() && state.play_round(&[], random, &mut ()).is_ok() {}
    }
    begin.elapsed()
}
