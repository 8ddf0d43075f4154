//! `joust lab wargame`: the experiments of the search course, and a report on them.
//!
//! A [`plan`] says who plays whom on which boards, an [`experiment`] plays it, a [`comparison`]
//! sets alpha-beta beside minimax, and [`report`] writes everything down in a [`folder`].

#![expect(clippy::cast_precision_loss, reason = "nodes and moves are counted far below 2⁵²")]

mod chart;
mod comparison;
mod experiment;
mod folder;
mod picture;
mod plan;
mod report;
mod words;

use crate::args::LabArgs;
use crate::failure::Failure;
use comparison::Comparison;
use experiment::Played;
use folder::Folder;
use indicatif::{ProgressBar, ProgressStyle};
use joust_wargame::Board;
use plan::Plan;
use std::io::Write;

/// Everything that a report is made of.
struct Lab {
    plan: Plan,
    games: Vec<Played>,
    comparisons: Vec<Comparison>,
    /// The command that repeats it.
    command: String,
}

pub(crate) fn run(args: &LabArgs) -> Result<(), Failure> {
    let plan = Plan::read(args)?;
    let folder = Folder::prepare(&args.out, args.force)?;
    #[cfg(unix)]
    joust_players::end_with_signals();
    let pool = rayon::ThreadPoolBuilder::new().num_threads(plan.threads).build();
    let pool = pool.map_err(|why| Failure::Ours(format!("no threads: {why}")))?;
    let bar = progress(&plan, args.quiet);
    let games = pool.install(|| experiment::play_all(&plan, &bar));
    let comparisons = pool.install(|| comparison::compare_all(&plan, &bar));
    bar.finish_and_clear();
    let lab = Lab { plan, games, comparisons, command: words::command_line() };
    let files = report::files(&lab);
    let document = report::json::document(&lab, &files);
    folder.fill(&files, &document)?;
    tell(&lab, args, &document)
}

/// A bar that counts moves: those of the games, and those of the comparison.
fn progress(plan: &Plan, quiet: bool) -> ProgressBar {
    let squares = |board: &&Board| board.squares().count() as u64;
    let moves: u64 = plan.boards.iter().map(squares).sum();
    let bar = if quiet { ProgressBar::hidden() } else { ProgressBar::new(0) };
    bar.set_length(moves * (plan.pairings.len() as u64 + 1));
    let style = ProgressStyle::with_template("{wide_bar} {pos}/{len} moves, {eta} left  {msg}");
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    bar
}

/// Says what came out: the data on standard output, the talk on standard error.
fn tell(lab: &Lab, args: &LabArgs, document: &serde_json::Value) -> Result<(), Failure> {
    let mut out = anstream::stdout().lock();
    if args.json {
        writeln!(out, "{document:#}")?;
    } else {
        write!(out, "{}", report::summary(lab))?;
        writeln!(out, "\nthe report is {}", args.out.join("report.html").display())?;
    }
    out.flush()?;
    let mut faults = 0;
    for game in &lab.games {
        if let Some((side, fault)) = &game.fault {
            faults += 1;
            let name = &lab.plan.agents[game.seats[*side as usize]].name;
            let (number, board) = (game.number, game.board);
            anstream::eprintln!("game {number} on {board}, {side}: {name} {fault}");
        }
    }
    match faults {
        0 => Ok(()),
        n => Err(Failure::No(format!(
            "{n} of {} games were broken off by the fault of a player",
            lab.games.len()
        ))),
    }
}
