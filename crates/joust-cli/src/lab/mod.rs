//! `joust lab wargame`: the experiments of the search course, and a report on them.
//!
//! A [`plan`] says which agents play on which boards; [`joust_match`] plays it, and a [`journal`] keeps
//! what is done; a [`comparison`] sets alpha-beta beside minimax. An [`experiment`] is what can be told of
//! a game, a [`standing`] what can be told of an agent. The [`report`] holds all of it as plain values: the
//! templates, the [`tables`] and the document are made from it, and a [`folder`] takes the files.

#![expect(clippy::cast_precision_loss, reason = "nodes and moves are counted far below 2⁵²")]

mod chart;
mod comparison;
mod experiment;
mod folder;
mod journal;
mod markdown;
mod picture;
mod plan;
mod report;
mod standing;
mod tables;
mod words;

use crate::args::LabArgs;
use crate::failure::Failure;
use crate::many::{Many, Opinion};
use crate::signals::stop_handle;
use experiment::Break;
use folder::Folder;
use joust_match::Line as _;
use plan::Plan;
use report::Report;
use std::io::Write;

pub(crate) fn run(args: &LabArgs) -> Result<(), Failure> {
    let plan = Plan::read(args)?;
    let (folder, journal) = Folder::open(&args.out, &plan.about(), args.force)?;
    let kept = folder.journal();
    let known = (0..plan.games()).filter(|number| journal.1.contains_key(number)).count();
    if known > 0 {
        let (kept, games) = (kept.display(), plan.games());
        tell!("{known} of {games} games are from {kept}; --force plays all of them anew");
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
        tell!(
            "stopped: {} of {all} games and comparisons are in {}; the same command{again} goes on from there",
            outcome.over,
            kept.display()
        );
        return Err(Failure::Interrupted);
    }
    let report = Report::new(&plan, outcome.games, args.author.clone())?;
    let document = report.document()?;
    folder.fill(&report.files()?, &document)?;
    tell(&report, args, &document)
}

/// Says what came out: the data on standard output, the talk on standard error.
fn tell(report: &Report, args: &LabArgs, document: &str) -> Result<(), Failure> {
    let mut out = anstream::stdout().lock();
    if args.json {
        write!(out, "{document}")?;
    } else {
        write!(out, "{}", report.summary())?;
        writeln!(out, "\nthe report is {}", args.out.join("report.html").display())?;
    }
    out.flush()?;
    let mut faults = 0;
    for game in &report.games {
        if let Some(fault) = &game.fault {
            faults += 1;
            let (number, board, Break { side, agent, message, .. }) = (game.number, game.board, fault);
            tell!("game {number} on {board}, {side}: {agent} {message}");
        }
    }
    match faults {
        0 => Ok(()),
        n => Err(Failure::No(format!(
            "{n} of {} games were broken off by the fault of a player",
            report.games.len()
        ))),
    }
}
