//! `joust solve`

use super::stream::{Output, answer_each, concrete};
use super::{endings, recheck};
use crate::args::SolveArgs;
use crate::failure::Failure;
use crate::{many, progress, signals};
use indicatif::{HumanCount, HumanDuration, ProgressBar};
use joust_core::Duel;
use joust_solve::wargame::{Expected, LogError, Options, Solution, SolveProgress, Solved, solve};
use joust_wargame::{Position, Side};
use std::io::Write;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Up to this many vacant squares `solve` finds all best moves, which takes a second at most.
const SMALL: u32 = 16;

pub(crate) fn run(args: &SolveArgs) -> Result<(), Failure> {
    let stop = signals::stop_handle();
    if let Some(file) = &args.check {
        return recheck::run(args, file, &stop);
    }
    if args.samples.is_some() {
        return Err(Failure::Usage("--samples needs --check FILE".into()));
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
    let of_mad = [
        ("--class", args.class.is_some()),
        ("--memory", args.memory.is_some()),
        ("--puzzles", args.puzzles.is_some()),
        ("--seed", args.seed.is_some()),
    ];
    if let Some((option, _)) = of_mad.iter().find(|(_, is_given)| *is_given) {
        return Err(Failure::Usage(format!("{option} is not for solving a position of the War Game")));
    }
    answer_each(game, &args.ask, args.json, &stop, |position, out| {
        answer(args, &concrete(position)?, &stop, out)
    })
}

impl SolveArgs {
    /// The number of threads; without the option, that of the cores.
    pub(super) fn threads(&self) -> usize {
        self.threads.unwrap_or_else(many::cores)
    }

    pub(super) fn table_bytes(&self) -> usize {
        self.table << 20
    }
}

fn answer(args: &SolveArgs, position: &Position, stop: &AtomicBool, out: &mut Output) -> Result<(), Failure> {
    let progress = SolveProgress::default();
    let options = Options {
        sign: args.sign,
        all_best: !args.sign && (args.all_moves || position.vacant().count_ones() <= SMALL),
        threads: args.threads(),
        table_bytes: args.table_bytes(),
        checkpoint: args.checkpoint.as_ref(),
        stop: Some(stop),
        progress: Some(&progress),
        ..Options::default()
    };
    let solution = watched(args, position, &progress, || solve(position, &options));
    let file = args.checkpoint.as_deref().unwrap_or(Path::new("checkpoint"));
    let solution = solution.map_err(|why| match why {
        LogError::Io(why) => Failure::file(file, &why),
        why => Failure::Usage(format!("{}: {why}", file.display())),
    })?;
    if solution.passed_over > 0 {
        let lines = if solution.passed_over == 1 { "line is" } else { "lines are" };
        tell!(
            "{}: {} {lines} damaged or cut off and passed over; what they say is searched again",
            file.display(),
            solution.passed_over
        );
    }
    if args.json {
        out.json(&Solved { position, solution: &solution })?;
    } else if solution.proven {
        out.write_all(in_words(position, &solution, args.all_moves).as_bytes())?;
    }
    // The next position may take long.
    out.flush()?;
    if solution.proven {
        return Ok(());
    }
    Err(Failure::No(match &args.checkpoint {
        Some(file) => format!(
            "stopped, not solved; run the same command with --checkpoint {} to continue",
            file.display()
        ),
        None => "stopped, not solved; with --checkpoint FILE a solve can be stopped and continued".into(),
    }))
}

/// Does the work, with a progress bar on a terminal.
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

/// The best move and whether it is the only one, or all best moves with their value.
fn told_best(position: &Position, solution: &Solution, best: &str, all_moves: bool) -> String {
    match (solution.all_best, solution.best.len() - 1, solution.value) {
        (true, 0, Some(value)) if all_moves => format!("best      {best} {value:+} (the only one)"),
        (true, _, Some(value)) if all_moves => {
            let moves = solution.best.iter().map(|mv| format!("{} {value:+}", position.write_move(*mv)));
            format!("best      {}", moves.collect::<Vec<_>>().join("\n          "))
        }
        (true, 0, _) => format!("best      {best} (the only one)"),
        (true, more, _) => format!("best      {best} (and {more} more: --all-moves)"),
        // With --sign neither the value nor all moves that reach it are known.
        (false, _, None) => format!("best      {best}"),
        (false, ..) => format!("best      {best} (there may be others: --all-moves)"),
    }
}

fn in_words(position: &Position, solution: &Solution, all_moves: bool) -> String {
    let result = match (solution.value, solution.winner()) {
        (Some(0), _) | (None, Some("tie")) => "a tie".to_owned(),
        (Some(value), _) => {
            let side = if value > 0 { Side::Blue } else { Side::Green };
            format!("{side} wins by {} (blue - green = {value:+})", value.abs())
        }
        (None, who) => format!("{} wins", who.unwrap_or("neither side")),
    };
    let line = position.write_line(&solution.line);
    let play = match line.first() {
        Some(best) => {
            format!("{}\nline      {}\n", told_best(position, solution, best, all_moves), line.join(", "))
        }
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
