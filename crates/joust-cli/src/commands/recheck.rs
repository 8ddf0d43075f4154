//! `joust solve --check`: prints what `joust_solve::recheck` finds, as text and as JSON.

use crate::args::SolveArgs;
use crate::failure::Failure;
use indicatif::HumanCount;
use joust_core::Seed;
use joust_solve::recheck::{
    BoardReport, BoardsReport, Options, RecheckError, Rechecked, TableReport, recheck,
};
use joust_solve::wargame::CheckReport;
use serde_json::{Value, json};
use std::io::Write;
use std::path::Path;
use std::sync::atomic::AtomicBool;

pub(super) fn run(args: &SolveArgs, path: &Path, stop: &AtomicBool) -> Result<(), Failure> {
    let options = Options {
        samples: args.samples,
        seed: args.seed.unwrap_or(Seed(1)),
        threads: args.threads(),
        table_bytes: args.table_bytes(),
        stop,
    };
    let (mut boards, mut written) = (Vec::new(), Ok(()));
    let heard = &mut |BoardReport { board, holds, nodes }: &BoardReport| {
        if args.json {
            boards.push(json!({ "board": board.name(), "holds": holds, "nodes": nodes }));
        } else if written.is_ok() {
            let verdict = if *holds { "holds" } else { "is WRONG" };
            written =
                writeln!(anstream::stdout(), "{:<18} {verdict}, {} nodes", board.name(), HumanCount(*nodes));
        }
    };
    let found = recheck(path, &options, heard);
    written?;
    let file = &*path.to_string_lossy();
    match found {
        Ok(Rechecked::Table(report)) => tell_table(args, file, &report),
        Ok(Rechecked::Checkpoint(report)) => tell_checkpoint(args, file, &report),
        Ok(Rechecked::Boards(report)) => tell_boards(args, file, &report, &boards),
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

fn tell_checkpoint(args: &SolveArgs, file: &str, report: &CheckReport) -> Result<(), Failure> {
    let mut out = anstream::stdout();
    let result = report.result.map(|result| (result.lower, result.upper));
    if args.json {
        let answer = json!({
            "file": file, "position": report.position.to_string(), "values": report.position.board().text(),
            "records": report.records, "damaged": report.damaged, "result": result,
            "follows": report.follows, "sampled": report.sampled, "wrong": report.wrong,
            "nodes": report.nodes, "proven": report.is_good() && result.is_some(),
        });
        writeln!(out, "{answer}")?;
    } else {
        writeln!(out, "position  {}", report.position)?;
        match report.damaged {
            0 => writeln!(out, "records   {}, checksums good", report.records)?,
            damaged => writeln!(out, "records   {} with good checksums; {damaged} damaged", report.records)?,
        }
        match (result, report.follows) {
            (Some((lower, upper)), Some(true)) if lower == upper => {
                writeln!(out, "result    blue - green = {lower:+}: follows from the records")?;
            }
            (Some((lower, upper)), Some(true)) => {
                let who = if lower > 0 { "blue" } else { "green" };
                writeln!(
                    out,
                    "result    {who} wins (by {} or more): follows from the records",
                    lower.max(-upper)
                )?;
            }
            (Some(_), _) => writeln!(out, "result    does not follow from the records")?,
            (None, _) => writeln!(out, "result    none yet: the solve is not finished")?,
        }
        let nodes = HumanCount(report.nodes);
        writeln!(out, "samples   {} records solved again without the file, {nodes} nodes", report.sampled)?;
    }
    match report.wrong.first() {
        Some(wrong) => {
            Err(Failure::No(format!("{} records do not hold; the first: {wrong}", report.wrong.len())))
        }
        None if report.follows == Some(false) => {
            Err(Failure::No("the result does not follow from the records".into()))
        }
        None if report.damaged > 0 => {
            Err(Failure::No(format!("{file}: {} lines are damaged or cut off", report.damaged)))
        }
        None => Ok(()),
    }
}

fn tell_table(args: &SolveArgs, file: &str, report: &TableReport) -> Result<(), Failure> {
    let mut out = anstream::stdout();
    let TableReport { head, limit, found, time } = report;
    if args.json {
        let answer = json!({
            "file": file, "board": head.board, "class": head.class.to_string(), "entries": head.entries,
            "limits": { "from": head.limits.from, "to": head.limits.to }, "limit": limit,
            "sampled": found.samples, "positions": found.positions, "searched": found.searched,
            "wrong": found.wrong, "time_ms": time.as_millis() as u64, "proven": found.wrong.is_empty(),
        });
        writeln!(out, "{answer}")?;
    } else {
        let count = |number: u64| HumanCount(number).to_string();
        writeln!(out, "table     {} on {}, limits of {}", head.class, head.board, head.limits)?;
        writeln!(out, "entries   {}, digests good", count(head.entries as u64))?;
        writeln!(
            out,
            "samples   {} placements in {} positions with all counters up to {limit}, {} of them searched to the end",
            count(found.samples as u64),
            count(found.positions),
            count(found.searched)
        )?;
    }
    match found.wrong.first() {
        None => Ok(()),
        Some(wrong) => {
            Err(Failure::No(format!("{} values do not hold; the first: {wrong}", found.wrong.len())))
        }
    }
}

fn tell_boards(args: &SolveArgs, file: &str, report: &BoardsReport, boards: &[Value]) -> Result<(), Failure> {
    let mut out = anstream::stdout();
    let BoardsReport { wrong, large, skipped, .. } = report;
    if args.json {
        let answer = json!({
            "file": file, "boards": boards, "wrong": wrong, "skipped": skipped, "proven": *wrong == 0,
        });
        writeln!(out, "{answer}")?;
    } else if *skipped > 0 {
        writeln!(out, "{skipped} large boards were not solved again; --samples {large} solves all")?;
    }
    if *wrong > 0 { Err(Failure::No(format!("{wrong} rows are wrong"))) } else { Ok(()) }
}
