//! `joust lab wargame`: the experiments of the search course, and a report on them.
//!
//! A [`plan`] says which agents play on which boards; [`joust_match`] plays it, and a [`journal`] keeps
//! what is done; a [`comparison`] sets alpha-beta beside minimax. An [`experiment`] is what can be told of
//! a game, and [`report`] writes everything down in a [`folder`].

#![expect(clippy::cast_precision_loss, reason = "nodes and moves are counted far below 2⁵²")]

mod chart;
mod comparison;
mod experiment;
mod folder;
mod journal;
mod picture;
mod plan;
mod report;
mod words;

use crate::args::LabArgs;
use crate::failure::Failure;
use crate::many::{Many, Opinion};
use crate::signals::stop_handle;
use comparison::Comparison;
use experiment::Experiment;
use folder::Folder;
use journal::Done;
use joust_match::Line as _;
use plan::Plan;
use std::io::Write;

/// Everything that a report is made of.
struct Lab {
    plan: Plan,
    games: Vec<Experiment>,
    comparisons: Vec<Comparison>,
    author: Option<String>,
    /// The command that repeats it.
    command: String,
}

pub(crate) fn run(args: &LabArgs) -> Result<(), Failure> {
    let plan = Plan::read(args)?;
    let (folder, journal) = Folder::open(&args.out, &plan.about(), args.force)?;
    let kept = folder.journal();
    let known = (0..plan.games()).filter(|number| journal.1.contains_key(number)).count();
    if known > 0 {
        let (kept, games) = (kept.display(), plan.games());
        anstream::eprintln!("{known} of {games} games are from {kept}; --force plays all of them anew");
    }
    let stop = stop_handle();
    let all = plan.games() + plan.boards.len();
    let (threads, quiet) = (Some(plan.threads), args.quiet);
    let many = Many { games: all, called: "games and comparisons", threads, quiet, stop: &stop };
    let outcome = many.play(Some(journal), &|number| Ok(plan.play(number, &stop)?), &mut |done| Opinion {
        enough: false,
        line: plan.headline(done.number()),
    })?;
    if outcome.stopped {
        let again = if args.force { " without --force" } else { "" };
        anstream::eprintln!(
            "stopped: {} of {all} games and comparisons are in {}; the same command{again} goes on from there",
            outcome.over,
            kept.display()
        );
        return Err(Failure::Interrupted);
    }
    let lab = Lab::new(plan, outcome.games, args.author.clone())?;
    let files = report::files(&lab);
    let document = report::json::document(&lab, &files);
    folder.fill(&files, &document)?;
    tell(&lab, args, &document)
}

impl Lab {
    fn new(plan: Plan, done: Vec<Done>, author: Option<String>) -> Result<Lab, Failure> {
        let (mut games, mut compared) = (Vec::new(), Vec::new());
        for done in done {
            match done {
                Done::Game(played) => games.push(Experiment::new(&plan.job(played.game), &played)?),
                Done::Comparison { positions, .. } => compared.push(positions),
            }
        }
        let textbook = plan.compared();
        let comparisons = plan.boards.iter().zip(compared);
        let comparisons = comparisons.map(|(board, positions)| Comparison { board, textbook, positions });
        let comparisons = comparisons.collect();
        Ok(Lab { plan, games, comparisons, author, command: words::command_line() })
    }
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
