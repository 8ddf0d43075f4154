//! The engine: its speed, the gain by a second thread, and whether it keeps its time limits.

#![expect(clippy::cast_precision_loss, reason = "figures for people")]

use cpu_time::ProcessTime;
use joust_core::{Duel, Seat, Seed};
use joust_games::{Ask, game};
use joust_mad::{Board, Position, Rules};
use joust_players::Spec;
use joust_search::engine::{Engine, Found, SearchLimits};
use joust_search::mad::MadKnowledge;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The size of the transposition table in bytes.
const TABLE: usize = 64 << 20;

pub(crate) fn run() {
    let start = Position::start(Board::named("6x4").expect("a known board"), Rules::APP);
    let mut engine = engine(&start, 1);
    let begin = ProcessTime::now();
    let found =
        search(&mut engine, &start, SearchLimits { nodes: Some(5_000_000), ..SearchLimits::default() });
    let speed = found.nodes as f64 / begin.elapsed().as_secs_f64() / 1e6;
    println!("engine: MAD 6x4 from the start, one thread: {speed:.2} M nodes a CPU second (bar: 3)");
    engine.forget();
    let begin = ProcessTime::now();
    let found = search(&mut engine, &start, SearchLimits { depth: Some(10), ..SearchLimits::default() });
    let took = begin.elapsed().as_secs_f64();
    println!("engine: depth 10 from the start: {took:.2} CPU seconds, {} nodes (bar: 10 s)", found.nodes);
    two_threads();
    keeps_time(&start);
    ["mad", "wargame"].into_iter().for_each(keeps_time_in_games);
    stops(&start);
}

type MadEngine = Engine<Position, MadKnowledge>;

fn engine(position: &Position, threads: usize) -> MadEngine {
    Engine::new(MadKnowledge::new(position.board()), TABLE).with_threads(threads)
}

fn search(engine: &mut MadEngine, position: &Position, limits: SearchLimits) -> Found<joust_mad::Move> {
    let found = engine.search(position, &limits, &AtomicBool::new(false), &mut |_| {});
    found.expect("the game is not over")
}

/// Positions, depth and repetitions of the comparison: searches with two threads differ in every run.
const POSITIONS: u64 = 20;
const DEPTH: u32 = 14;
const TIMES: u64 = 5;

/// The time of two threads relative to that of one, as a mean over positions.
fn two_threads() {
    let mut sum = 0.0;
    for seed in (0..POSITIONS).flat_map(|seed| [seed; TIMES as usize]) {
        let position = midgame(seed);
        let [one, two] = [1, 2].map(|threads| {
            let mut engine = engine(&position, threads);
            let begin = Instant::now();
            search(&mut engine, &position, SearchLimits { depth: Some(DEPTH), ..SearchLimits::default() });
            begin.elapsed().as_secs_f64()
        });
        sum += two / one;
    }
    println!(
        "engine: two threads reach depth {DEPTH} in {:.2} of the time of one, mean over {POSITIONS} positions, \
         {TIMES} times each (bar: 0.65; needs two idle cores)",
        sum / (POSITIONS * TIMES) as f64
    );
}

/// A position after some random moves without a victory nearby.
fn midgame(seed: u64) -> Position {
    let mut rng = Seed(seed).rng();
    loop {
        let mut position = Position::start(&Board::all()[seed as usize % 2], Rules::APP);
        for _ in 0..8 {
            let Some(mv) = position.random_move(&mut rng) else { break };
            position.make(mv);
        }
        if position.outcome().is_some() {
            continue;
        }
        let limits = SearchLimits { depth: Some(6), ..SearchLimits::default() };
        if search(&mut engine(&position, 1), &position, limits).best().ends_in().is_none() {
            return position;
        }
    }
}

/// By how much the engine exceeds its time, at limits from a millisecond to ten seconds.
fn keeps_time(start: &Position) {
    let mut worst = Duration::ZERO;
    for (millis, times) in [(1, 200), (10, 50), (100, 10), (1000, 3), (10_000, 1)] {
        let limit = Duration::from_millis(millis);
        let mut engine = engine(start, 2);
        for _ in 0..times {
            let begin = Instant::now();
            let limits = SearchLimits { time: Some(limit), ..SearchLimits::default() };
            engine.search(start, &limits, &AtomicBool::new(false), &mut |_| {});
            worst = worst.max(begin.elapsed().saturating_sub(limit));
        }
    }
    println!("engine: beyond its time by at most {:.1} ms (bar: 20 on an idle machine)", millis(worst));
}

/// By how much the player exceeds its time in whole games: all time between question and answer counts,
/// not only that of the search.
fn keeps_time_in_games(game: &str) {
    let (mut worst, mut moves) = (Duration::ZERO, 0);
    for (limit, games) in [(1, 10), (10, 3), (30, 1)] {
        for seed in 0..games {
            let late = latenesses(game, limit, Seed(seed));
            worst = late.iter().copied().fold(worst, Duration::max);
            moves += late.len();
        }
    }
    println!(
        "engine: in {moves} moves of games of {game} beyond its time by at most {:.1} ms \
         (bar: 20 on an idle machine)",
        millis(worst)
    );
}

/// By how much the moves of one game were late, when both players have got ready, as in a match.
fn latenesses(name: &str, limit: u64, seed: Seed) -> Vec<Duration> {
    let mut session =
        game(name).and_then(|game| game.session(&Ask::default()).ok()).expect("a game that begins");
    let spec = Spec::read(&format!("engine,time={limit}"), name).expect("a player");
    let mut players = [0, 1].map(|seat| spec.seat(Seed(2 * seed.0 + seat)).expect("a program"));
    for (player, seat) in players.iter_mut().zip([Seat::FIRST, Seat::SECOND]) {
        player.get_ready(session.as_ref(), seat).expect("memory for a table");
    }
    let mut late = Vec::new();
    while let Some(seat) = session.to_act() {
        let begin = Instant::now();
        let stop = AtomicBool::new(false);
        let answer = players[seat.index()].act(session.as_ref(), seat, None, &stop).expect("a move");
        late.push(begin.elapsed().saturating_sub(Duration::from_millis(limit)));
        session.act(&answer.action).expect("a legal move");
    }
    late
}

/// How long the search goes on after it was stopped.
fn stops(start: &Position) {
    let mut worst = Duration::ZERO;
    let mut engine = engine(start, 2);
    for _ in 0..20 {
        let stop = AtomicBool::new(false);
        let late = std::thread::scope(|scope| {
            let told = scope.spawn(|| {
                std::thread::sleep(Duration::from_millis(50));
                stop.store(true, Ordering::Relaxed);
                Instant::now()
            });
            engine.search(start, &SearchLimits::default(), &stop, &mut |_| {});
            let ended = Instant::now();
            told.join().map_or(Duration::MAX, |told| ended.saturating_duration_since(told))
        });
        worst = worst.max(late);
    }
    println!("engine: stops within {:.1} ms (bar: 10 on an idle machine)", millis(worst));
}

fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}
