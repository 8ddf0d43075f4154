//! `joust solve --check`

use super::endings;
use crate::args::SolveArgs;
use crate::failure::Failure;
use indicatif::HumanCount;
use joust_core::Seed;
use joust_solve::mad::{BadTable, Unreadable, read_head};
use joust_solve::wargame::{CheckOptions, CheckReport, LogError, Options, check, read_solved, solve};
use joust_wargame::Position;
use serde_json::json;
use std::fs::File;
use std::io::BufReader;
use std::path::Path;
use std::sync::atomic::AtomicBool;

/// How many records are searched again if nothing is said.
const SAMPLES: usize = 10;

pub(super) fn run(args: &SolveArgs, file: &str, stop: &AtomicBool) -> Result<(), Failure> {
    // A table of endings says so in its first bytes.
    let opened = File::open(file).map_err(|why| Failure::file(file, &why))?;
    match read_head(BufReader::new(opened)) {
        Err(Unreadable::Bad(BadTable::Foreign)) => {}
        Err(Unreadable::Io(why)) => return Err(Failure::file(file, &why)),
        Err(Unreadable::Bad(why)) => return Err(Failure::No(format!("{file}: {why}"))),
        Ok(head) => return endings::recheck(args, file, &head),
    }
    let options = CheckOptions {
        samples: args.samples.unwrap_or(SAMPLES),
        seed: args.seed.unwrap_or(Seed(1)),
        threads: args.threads(),
        table_bytes: args.table_bytes(),
        stop: Some(stop),
    };
    match check(Path::new(file), &options) {
        Ok(report) => tell(args, file, &report),
        Err(LogError::Io(why)) => Err(Failure::file(file, &why)),
        Err(_) => {
            let text = std::fs::read_to_string(file).map_err(|why| Failure::file(file, &why))?;
            solved_boards(args, file, &text, stop)
        }
    }
}

fn tell(args: &SolveArgs, file: &str, report: &CheckReport) -> Result<(), Failure> {
    let result = report.result.map(|result| (result.lower, result.upper));
    if args.json {
        let answer = json!({
            "file": file, "position": report.position.to_string(), "values": report.position.board().text(),
            "records": report.records, "damaged": report.damaged, "result": result,
            "follows": report.follows, "sampled": report.sampled, "wrong": report.wrong,
            "nodes": report.nodes, "proven": report.is_good() && result.is_some(),
        });
        anstream::println!("{answer}");
    } else {
        anstream::println!("position  {}", report.position);
        anstream::println!("records   {}, checksums good; {} damaged", report.records, report.damaged);
        match (result, report.follows) {
            (Some((lower, upper)), Some(true)) if lower == upper => {
                anstream::println!("result    blue - green = {lower:+}: follows from the records");
            }
            (Some((lower, upper)), Some(true)) => {
                let who = if lower > 0 { "blue" } else { "green" };
                anstream::println!(
                    "result    {who} wins (by {} or more): follows from the records",
                    lower.max(-upper)
                );
            }
            (Some(_), _) => anstream::println!("result    does not follow from the records"),
            (None, _) => anstream::println!("result    none yet: the solve is not finished"),
        }
        let nodes = HumanCount(report.nodes);
        anstream::println!("samples   {} records searched from nothing, {nodes} nodes", report.sampled);
    }
    if report.stopped {
        return Err(Failure::No("stopped before the check was done".into()));
    }
    match report.wrong.first() {
        Some(wrong) => {
            Err(Failure::No(format!("{} records do not hold; the first: {wrong}", report.wrong.len())))
        }
        None if report.follows == Some(false) => {
            Err(Failure::No("the result does not follow from the records".into()))
        }
        None => Ok(()),
    }
}

/// Solves the boards of a data file again: all up to 16 squares, and of the larger ones as many as
/// `--samples` says, the quickest first.
fn solved_boards(args: &SolveArgs, file: &str, text: &str, stop: &AtomicBool) -> Result<(), Failure> {
    let mut rows = read_solved(text).map_err(|why| {
        Failure::Usage(format!("{file}: neither a checkpoint nor a list of solved boards: {why}"))
    })?;
    rows.sort_by_key(|row| row.nodes);
    let (mut large, mut wrong) = (0, 0);
    for row in &rows {
        if row.board.mask().count_ones() > 16 {
            large += 1;
            if large > args.samples.unwrap_or(SAMPLES) {
                continue;
            }
        }
        let start = Position::start(row.board, row.rules);
        let options = Options {
            sign: row.value.is_none(),
            threads: args.threads(),
            table_bytes: args.table_bytes(),
            stop: Some(stop),
            ..Options::default()
        };
        let solution = solve(&start, &options).map_err(|why| Failure::Ours(why.to_string()))?;
        if !solution.proven {
            return Err(Failure::No("stopped before the check was done".into()));
        }
        let good = solution.value == row.value && solution.sign == Some(row.sign);
        wrong += usize::from(!good);
        let verdict = if good { "holds" } else { "is WRONG" };
        anstream::println!("{:<18} {verdict}, {} nodes", row.board.name(), HumanCount(solution.nodes));
    }
    let skipped = large.saturating_sub(args.samples.unwrap_or(SAMPLES));
    if skipped > 0 {
        anstream::println!("{skipped} large boards were not solved again; --samples {large} solves all");
    }
    if wrong > 0 { Err(Failure::No(format!("{wrong} rows are wrong"))) } else { Ok(()) }
}
