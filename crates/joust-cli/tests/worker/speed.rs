//! `make bench-contest`: how fast workers on a queue are. The figures are printed; docs/performance.md has them.
//!
//! Beside the time on the clock stands the processor time of all processes, which other programs on the machine
//! change little.

use crate::nats::Nats;
use crate::process::{Cup, Process, joust};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How often each is measured; the best counts, because other programs use the machine, too.
const TIMES: usize = 3;
/// A tick of the processor times of the system.
const TICK: Duration = Duration::from_millis(10);

/// What a tournament took.
#[derive(Clone, Copy, Debug)]
struct Took {
    /// From its first game to its last.
    time: Duration,
    /// The processor time of dispatcher, workers and queue, from their start to their end.
    processor: Duration,
}

/// The shortest times of several runs.
fn best(mut run: impl FnMut() -> Took) -> Took {
    let runs: Vec<Took> = (0..TIMES).map(|_| run()).collect();
    let least = |of: fn(&Took) -> Duration| runs.iter().map(of).min().unwrap_or_default();
    Took { time: least(|took| took.time), processor: least(|took| took.processor) }
}

/// Processor time from `/proc`: of a process, or of all processes that this one has waited for.
fn processor(process: &str, fields: [usize; 2]) -> Duration {
    let text = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap();
    // The name of the program, in brackets, may have spaces.
    let after: Vec<&str> = text.rsplit(')').next().unwrap().split_whitespace().collect();
    let ticks: u32 = fields.iter().map(|field| after[field - 3].parse::<u32>().unwrap()).sum();
    TICK * ticks
}

fn of_children() -> Duration {
    processor("self", [16, 17])
}

/// What a tournament takes with this many workers, each with a whole core or with half of one.
fn with_workers(nats: &Nats, text: &str, workers: usize, half: bool) -> Took {
    let cup = Cup::of(text);
    let queue = || processor(&nats.process_id().to_string(), [14, 15]);
    let before = of_children() + queue();
    let mut workers: Vec<Process> = (0..workers).map(|_| Process::worker(nats)).collect();
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
    for thread in held {
        thread.join().unwrap();
    }
    workers.iter_mut().for_each(Process::end);
    assert!(ended.success(), "{}", ended.stderr);
    Took { time, processor: (of_children() + queue()).saturating_sub(before) }
}

/// What it takes on this machine without a queue, one game at a time.
fn here(text: &str) -> Took {
    let cup = Cup::of(text);
    let before = of_children();
    let play = joust(&["tournament", cup.file().to_str().unwrap(), "--quiet", "--concurrency", "1"]);
    cup.wait_for_games(1, &play);
    let start = Instant::now();
    let ended = play.wait();
    assert!(ended.success(), "{}", ended.stderr);
    Took { time: start.elapsed(), processor: of_children().saturating_sub(before) }
}

const COSTLY: &str = "game = \"wargame\"\nrecords = false\nformat = { kind = \"round-robin\", games = 400 }\n\
                      participants = [\"alphabeta:3\", \"minimax:3\", \"mcts:400\"]\n";

/// Compares two workers with one.
fn compare(what: &str, half: bool) {
    let Some(nats) = Nats::start() else { return };
    let [one, two] = [1, 2].map(|workers| best(|| with_workers(&nats, COSTLY, workers, half)));
    println!(
        "{what}: 1,200 games by one worker in {:.1?} (processor time {:.1?}), by two in {:.1?} ({:.1?}): {:.2} × the \
         games",
        one.time,
        one.processor,
        two.time,
        two.processor,
        one.time.as_secs_f64() / two.time.as_secs_f64()
    );
}

#[test]
#[ignore = "make bench-contest"]
fn two_workers_beside_one() {
    compare("two workers beside one", false);
}

#[test]
#[ignore = "make bench-contest"]
fn two_workers_beside_one_each_with_half_a_core() {
    compare("two workers beside one, half a core each", true);
}

#[test]
#[ignore = "make bench-contest"]
fn what_the_queue_adds_to_a_game() {
    const GAMES: u32 = 10_000;
    let Some(nats) = Nats::start() else { return };
    let text = format!(
        "game = \"wargame\"\nboards = [\"tiny\"]\nformat = {{ kind = \"round-robin\", games = {GAMES} }}\n\
         participants = [\"random\", {{ name = \"other\", player = \"random\" }}]\n"
    );
    let (here, away) = (best(|| here(&text)), best(|| with_workers(&nats, &text, 1, false)));
    println!(
        "{GAMES} short games: here {:.0?} a game (processor time {:.0?}), by a worker {:.0?} ({:.0?}): the queue adds \
         {:.0?} ({:.0?})",
        here.time / GAMES,
        here.processor / GAMES,
        away.time / GAMES,
        away.processor / GAMES,
        away.time.saturating_sub(here.time) / GAMES,
        away.processor.saturating_sub(here.processor) / GAMES
    );
}
