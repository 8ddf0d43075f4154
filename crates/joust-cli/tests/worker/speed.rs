//! `make bench-contest`: how fast workers on a queue are. The figures are printed; docs/performance.md has them.

use crate::nats::Nats;
use crate::process::{Cup, Process, joust};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How often each is measured; the best counts, because other programs use the machine, too.
const TIMES: usize = 3;

/// The shortest time of several runs.
fn best(mut run: impl FnMut() -> Duration) -> Duration {
    (0..TIMES).map(|_| run()).min().unwrap_or_default()
}

/// How long a tournament takes from its first game to its last, with this many workers.
fn with_workers(nats: &Nats, text: &str, workers: usize, half: bool) -> Duration {
    let cup = Cup::of(text);
    let workers: Vec<Process> = (0..workers).map(|_| Process::worker(nats)).collect();
    let stop = Arc::new(AtomicBool::new(false));
    let held: Vec<_> = workers
        .iter()
        .filter(|_| half)
        .enumerate()
        .map(|(number, worker)| worker.hold_to_half(number, Arc::clone(&stop)))
        .collect();
    let dispatcher = cup.begin(nats, &["--check", "0", "--quiet"]);
    cup.wait_for_games(1, &dispatcher);
    let start = Instant::now();
    let ended = dispatcher.wait();
    let time = start.elapsed();
    stop.store(true, Ordering::Relaxed);
    held.into_iter().for_each(|thread| thread.join().unwrap());
    assert!(ended.success(), "{}", ended.stderr);
    time
}

const COSTLY: &str = "game = \"wargame\"\nrecords = false\nformat = { kind = \"round-robin\", games = 400 }\n\
                      participants = [\"alphabeta:3\", \"minimax:3\", \"mcts:400\"]\n";

#[test]
#[ignore = "make bench-contest"]
fn two_workers_beside_one() {
    let Some(nats) = Nats::start() else { return };
    let [one, two] = [1, 2].map(|workers| best(|| with_workers(&nats, COSTLY, workers, false)));
    let ratio = one.as_secs_f64() / two.as_secs_f64();
    println!("1,200 games: one worker {one:.1?}, two workers {two:.1?}: {ratio:.2} ×");
}

#[test]
#[ignore = "make bench-contest"]
fn two_workers_beside_one_each_with_half_a_core() {
    let Some(nats) = Nats::start() else { return };
    let [one, two] = [1, 2].map(|workers| best(|| with_workers(&nats, COSTLY, workers, true)));
    let ratio = one.as_secs_f64() / two.as_secs_f64();
    println!("1,200 games, half a core for each worker: one {one:.1?}, two {two:.1?}: {ratio:.2} ×");
}

#[test]
#[ignore = "make bench-contest"]
fn what_the_queue_adds_to_a_game() {
    let Some(nats) = Nats::start() else { return };
    const GAMES: u32 = 10_000;
    let text = format!(
        "game = \"wargame\"\nboards = [\"tiny\"]\nformat = {{ kind = \"round-robin\", games = {GAMES} }}\n\
         participants = [\"random\", {{ name = \"other\", player = \"random\" }}]\n"
    );
    let here = best(|| {
        let cup = Cup::of(&text);
        let start = Instant::now();
        let ended =
            joust(&["tournament", cup.file().to_str().unwrap(), "--quiet", "--concurrency", "1"]).wait();
        assert!(ended.success(), "{}", ended.stderr);
        start.elapsed()
    });
    let away = best(|| with_workers(&nats, &text, 1, false));
    let added = away.saturating_sub(here) / GAMES;
    println!(
        "{GAMES} short games: here {:.1?} a game, by a worker {:.1?} a game: the queue adds {added:.1?}",
        here / GAMES,
        away / GAMES
    );
}
