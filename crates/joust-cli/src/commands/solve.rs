//! `joust solve`

use super::stream::{answer_each, concrete};
use super::{endings, recheck};
use crate::args::SolveArgs;
use crate::failure::Failure;
use crate::{many, progress, signals};
use indicatif::{HumanCount, HumanDuration, ProgressBar};
use joust_core::Duel;
use joust_solve::wargame::{Expected, LogError, Options, Solution, SolveProgress, solve};
use joust_wargame::{Position, Side};
use serde_json::json;
use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

pub(crate) fn run(args: &SolveArgs) -> Result<(), Failure> {
    let stop = signals::stop_handle();
    if let Some(file) = &args.check {
        return recheck::run(args, file, &stop);
    }
    let Some(game) = args.game else {
        return Err(Failure::Usage("name a game: joust solve wargame; or a file: --check FILE".into()));
    };
    if game.0.name() == "mad" {
        return endings::run(args, game, &stop);
    }
    if args.tables.is_some() {
        return Err(Failure::Usage("--tables is for mad; wargame takes --checkpoint FILE".into()));
    }
    answer_each(game, &args.ask, args.json, &stop, |position, out| {
        answer(args, &concrete(position)?, &stop, out)
    })
}

impl SolveArgs {
    /// How many threads to use: all cores unless told otherwise.
    pub(super) fn threads(&self) -> usize {
        self.threads.unwrap_or_else(many::cores)
    }

    pub(super) fn table_bytes(&self) -> usize {
        self.table << 20
    }
}

fn answer(
    args: &SolveArgs,
    position: &Position,
    stop: &AtomicBool,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let checkpoint = args.checkpoint.as_ref().map(PathBuf::from);
    let progress = SolveProgress::default();
    let options = Options {
        sign: args.sign,
        threads: args.threads(),
        table_bytes: args.table_bytes(),
        checkpoint: checkpoint.as_ref(),
        stop: Some(stop),
        progress: Some(&progress),
        ..Options::default()
    };
    let solution = watched(args, position, &progress, || solve(position, &options));
    let solution = solution.map_err(|why| match why {
        LogError::Io(why) => Failure::file(args.checkpoint.as_deref().unwrap_or("checkpoint"), &why),
        why => Failure::Usage(format!("{}: {why}", args.checkpoint.as_deref().unwrap_or_default())),
    })?;
    if args.json {
        writeln!(out, "{}", as_json(position, &solution))?;
    } else if solution.proven {
        out.write_all(in_words(position, &solution).as_bytes())?;
    }
    if solution.proven {
        return Ok(());
    }
    Err(Failure::No(match &args.checkpoint {
        Some(file) => {
            format!("stopped, not solved; the same command with --checkpoint {file} goes on from here")
        }
        None => "stopped, not solved; with --checkpoint FILE a solve can be stopped and go on later".into(),
    }))
}

/// Shows a progress bar, where somebody watches, while the work is done.
fn watched<T>(
    args: &SolveArgs,
    position: &Position,
    progress: &SolveProgress,
    work: impl FnOnce() -> T,
) -> T {
    let expected = Expected::new(position.vacant().count_ones(), args.sign);
    let bar = progress::bar(1000, args.quiet, "{wide_bar} {msg}");
    progress::watched(&bar, |elapsed| show(&bar, progress, &expected, elapsed), work)
}

#[expect(clippy::cast_precision_loss, reason = "figures for people")]
fn show(bar: &ProgressBar, progress: &SolveProgress, expected: &Expected, elapsed: Duration) {
    let estimate = expected.estimate(progress, elapsed);
    let (first, of) = (progress.done.load(Ordering::Relaxed), progress.of.load(Ordering::Relaxed));
    let guess = match estimate.left {
        Some(left) => format!("perhaps {} left (give or take {} ×)", HumanDuration(left), expected.spread),
        None => "longer than boards of this size mostly take".to_owned(),
    };
    let message = format!(
        "question {}, first move {}/{of}, {:.0} M nodes, {:.1} M/s, {guess}",
        progress.questions.load(Ordering::Relaxed) + 1,
        (first + 1).min(of),
        progress.nodes.load(Ordering::Relaxed) as f64 / 1e6,
        estimate.speed / 1e6
    );
    progress::show(bar, &estimate, message);
}

fn winner(sign: Option<i32>) -> Option<&'static str> {
    sign.map(|sign| match sign.signum() {
        1 => "blue",
        -1 => "green",
        _ => "tie",
    })
}

fn as_json(position: &Position, solution: &Solution) -> serde_json::Value {
    json!({
        "game": "wargame",
        "board": position.board().name(),
        "values": position.board().text(),
        "rules": position.rules().to_string(),
        "position": position.to_string(),
        "value": solution.value,
        "sign": winner(solution.sign),
        "best": solution.best.first().map(|mv| position.write_move(*mv)),
        "line": position.write_line(&solution.line),
        "nodes": solution.nodes,
        "time_ms": solution.time.as_millis() as u64,
        "proven": solution.proven,
        "resumed": solution.resumed,
    })
}

fn in_words(position: &Position, solution: &Solution) -> String {
    let result = match (solution.value, winner(solution.sign)) {
        (Some(0), _) | (None, Some("tie")) => "a tie".to_owned(),
        (Some(value), _) => {
            let side = if value > 0 { Side::Blue } else { Side::Green };
            format!("{side} wins by {} (blue - green = {value:+})", value.abs())
        }
        (None, who) => format!("{} wins", who.unwrap_or("nobody")),
    };
    let line = position.write_line(&solution.line);
    let play = match line.first() {
        Some(best) => format!("best      {best}\nline      {}\n", line.join(", ")),
        None => String::new(),
    };
    let resumed = match solution.resumed {
        0 => String::new(),
        records => format!(", after {records} records of the checkpoint"),
    };
    let (board, nodes) = (position.board(), HumanCount(solution.nodes));
    let seconds = solution.time.as_secs_f64();
    format!(
        "board     {board}\nposition  {position}\nresult    {result}\n{play}\
         proven    {nodes} nodes, {seconds:.2} s{resumed}\n"
    )
}
