//! `joust solve --check`: prints what `joust_solve::recheck` finds, as text and as JSON.

use super::stream::json;
use crate::args::SolveArgs;
use crate::failure::Failure;
use indicatif::HumanCount;
use joust_core::Seed;
use joust_solve::recheck::{
    BoardReport, BoardsReport, Options, RecheckError, Rechecked, TableReport, recheck,
};
use joust_solve::wargame::CheckReport;
use serde::Serialize;
use std::io::{self, Write};
use std::path::Path;
use std::sync::atomic::AtomicBool;

/// What was found, with the name of the file.
#[derive(Serialize)]
struct Filed<'a> {
    file: &'a str,
    #[serde(flatten)]
    found: &'a Rechecked,
}

pub(super) fn run(args: &SolveArgs, path: &Path, stop: &AtomicBool) -> Result<(), Failure> {
    let options = Options {
        samples: args.samples,
        seed: args.seed.unwrap_or(Seed(1)),
        threads: args.threads(),
        table_bytes: args.table_bytes(),
        stop,
    };
    let mut written = Ok(());
    let heard = &mut |BoardReport { board, holds, nodes }: &BoardReport| {
        if !args.json && written.is_ok() {
            let verdict = if *holds { "holds" } else { "is WRONG" };
            written =
                writeln!(anstream::stdout(), "{:<18} {verdict}, {} nodes", board.name(), HumanCount(*nodes));
        }
    };
    let found = recheck(path, &options, heard);
    written?;
    let file = &*path.to_string_lossy();
    if let Ok(found) = &found {
        let mut out = anstream::stdout();
        match found {
            _ if args.json => writeln!(out, "{}", json(&Filed { file, found })?)?,
            Rechecked::Table(report) => tell_table(report, &mut out)?,
            Rechecked::Checkpoint(report) => tell_checkpoint(report, &mut out)?,
            Rechecked::Boards(BoardsReport { large, skipped, .. }) if *skipped > 0 => {
                writeln!(out, "{skipped} large boards were not solved again; --samples {large} solves all")?;
            }
            Rechecked::Boards(_) => {}
        }
    }
    match found {
        Ok(found) => verdict(file, &found).map_or(Ok(()), |why| Err(Failure::No(why))),
        Err(RecheckError::Io(why)) => Err(Failure::file(file, &why)),
        Err(RecheckError::Stopped) => Err(Failure::No(RecheckError::Stopped.to_string())),
        // The error names the file.
        Err(RecheckError::Tables(why)) => Err(Failure::No(why.to_string())),
        Err(why @ (RecheckError::Misnamed { .. } | RecheckError::Alone(_))) => {
            Err(Failure::Usage(format!("{file}: {why}")))
        }
        Err(why) => Err(Failure::No(format!("{file}: {why}"))),
    }
}

/// What is wrong with a file, if something is.
fn verdict(file: &str, found: &Rechecked) -> Option<String> {
    let some_wrong = |wrong: &[String], what: &str| {
        wrong.first().map(|first| format!("{} {what} do not hold; the first: {first}", wrong.len()))
    };
    match found {
        Rechecked::Table(report) => some_wrong(&report.found.wrong, "values"),
        Rechecked::Boards(report) if report.wrong() > 0 => Some(format!("{} rows are wrong", report.wrong())),
        Rechecked::Boards(_) => None,
        Rechecked::Checkpoint(CheckReport { wrong, .. }) if !wrong.is_empty() => some_wrong(wrong, "records"),
        Rechecked::Checkpoint(CheckReport { follows: Some(false), .. }) => {
            Some("the result does not follow from the records".to_owned())
        }
        Rechecked::Checkpoint(CheckReport { damaged, .. }) => {
            (*damaged > 0).then(|| format!("{file}: {damaged} lines are damaged or cut off"))
        }
    }
}

fn tell_checkpoint(report: &CheckReport, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "position  {}", report.position)?;
    match report.damaged {
        0 => writeln!(out, "records   {}, checksums good", report.records)?,
        damaged => writeln!(out, "records   {} with good checksums; {damaged} damaged", report.records)?,
    }
    let result = report.result.map(|result| (result.lower, result.upper));
    match (result, report.follows) {
        (Some((lower, upper)), Some(true)) if lower == upper => {
            writeln!(out, "result    blue - green = {lower:+}: follows from the records")?;
        }
        (Some((lower, upper)), Some(true)) => {
            let who = if lower > 0 { "blue" } else { "green" };
            let by = lower.max(-upper);
            writeln!(out, "result    {who} wins (by {by} or more): follows from the records")?;
        }
        (Some(_), _) => writeln!(out, "result    does not follow from the records")?,
        (None, _) => writeln!(out, "result    none yet: the solve is not finished")?,
    }
    let nodes = HumanCount(report.nodes);
    writeln!(out, "samples   {} records solved again without the file, {nodes} nodes", report.sampled)
}

fn tell_table(report: &TableReport, out: &mut impl Write) -> io::Result<()> {
    let TableReport { head, limit, found, .. } = report;
    let count = |number: u64| HumanCount(number).to_string();
    writeln!(out, "table     {} on {}, limits of {}", head.class, head.board, head.limits)?;
    writeln!(out, "entries   {}, digests good", count(head.entries as u64))?;
    writeln!(
        out,
        "samples   {} placements in {} positions with all counters up to {limit}, {} of them searched to the end",
        count(found.samples as u64),
        count(found.positions),
        count(found.searched)
    )
}
