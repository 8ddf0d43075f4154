//! Speed figures, each beside a peer measured in the same run: machines differ, ratios last.

mod batch;
mod bot;
mod endings;
mod engine;
mod line;
mod mad;
mod madmax;
#[expect(clippy::cast_precision_loss, reason = "figures for people are rounded")]
mod modules;
mod referee;
#[expect(clippy::cast_precision_loss, reason = "figures for people are rounded")]
mod similarity;
mod wargame;

use std::process::ExitCode;
use std::time::{Duration, Instant};

/// Runs `work` several times and gives its answer with the best time: noise only ever adds.
fn best_of<T: PartialEq + std::fmt::Debug>(rounds: usize, mut work: impl FnMut() -> T) -> (T, Duration) {
    let mut best: Option<(T, Duration)> = None;
    for _ in 0..rounds {
        let begin = Instant::now();
        let answer = std::hint::black_box(work());
        let took = begin.elapsed();
        best = match best {
            None => Some((answer, took)),
            Some((first, time)) => {
                assert_eq!(first, answer, "the same work gave two answers");
                Some((first, time.min(took)))
            }
        };
    }
    best.expect("at least one round")
}

/// Millions a second.
#[expect(clippy::cast_precision_loss, reason = "figures for people")]
fn millions_per_second(count: u64, took: Duration) -> f64 {
    count as f64 / took.as_secs_f64() / 1e6
}

/// All measurements, or those that are named: `batch`, `bot`, `endings`, `engine`, `line`, `mad`,
/// `madmax`, `modules`, `referee`, `similarity`, `wargame`.
fn main() -> ExitCode {
    // This program is also the launcher of the bot that it measures, and the bot.
    if let Some(code) = joust_sandbox::launched(&std::env::args_os().collect::<Vec<_>>()) {
        return code;
    }
    let named: Vec<String> = std::env::args().skip(1).collect();
    if named.first().is_some_and(|word| word == bot::BOT) {
        bot::first_move();
        return ExitCode::SUCCESS;
    }
    let sections: [(&str, fn()); 11] = [
        ("batch", batch::run),
        ("bot", bot::run),
        ("endings", endings::run),
        ("engine", engine::run),
        ("line", line::run),
        ("mad", mad::run),
        ("madmax", madmax::run),
        ("modules", modules::run),
        ("referee", referee::run),
        ("similarity", similarity::run),
        ("wargame", wargame::run),
    ];
    for (name, run) in sections {
        if named.is_empty() || named.iter().any(|wanted| wanted == name) {
            run();
        }
    }
    ExitCode::SUCCESS
}
