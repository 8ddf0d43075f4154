//! `joust analyze`

use super::report;
use super::stream::answer_each;
use crate::args::AnalyzeArgs;
use crate::failure::Failure;
use crate::{environment, progress, signals};
use indicatif::HumanCount;
use joust_core::FaultKind;
use joust_players::analysis::{Analysis, Analyst, Query};
use joust_players::endgame::EndgameSource;
use joust_search::engine::SearchLimits;
use joust_solve::free_memory;
use std::fmt::Write as _;
use std::io::Write;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// The time of an analysis without a limit of its own.
const USUAL: Duration = Duration::from_secs(5);

pub(crate) fn run(args: &AnalyzeArgs) -> Result<(), Failure> {
    if let Some(file) = &args.record {
        return report::run(args, file);
    }
    if args.tables.is_some() && args.at.game.0.name() != "mad" {
        return Err(Failure::Usage("--tables is for mad".into()));
    }
    let table = room_for(args.table)?;
    // The first interrupt ends the analysis with what is known.
    let stop = signals::stop_handle();
    let mut limits = SearchLimits {
        time: args.time.map(Duration::from_millis),
        nodes: args.nodes,
        depth: args.depth,
        budget: None,
    };
    if limits == SearchLimits::default() && !args.infinite {
        limits.time = Some(USUAL);
    }
    let query = Query {
        limits,
        lines: args.lines,
        threads: args.threads,
        table,
        tables: args
            .tables
            .clone()
            .map_or_else(|| EndgameSource::Usual(environment::tables()), EndgameSource::Folder),
        visited: Arc::default(),
    };
    let mut analyst = Analyst::new(&query);
    answer_each(args.at.game, &args.at.ask, args.json, &stop, |position, out| {
        if position.outcome().is_some() {
            return Err(Failure::Usage("the game is over".to_owned()));
        }
        let found = watched(args, &query.visited, |told| analyst.analyze(position, &stop, told));
        let found = found.map_err(|fault| match fault.kind {
            FaultKind::Tables => Failure::Usage(format!("the engine {fault}")),
            _ => Failure::Ours(format!("the engine {fault}")),
        })?;
        if args.json {
            out.about(position, &found)?;
        } else {
            writeln!(out, "{}", view(&found))?;
        }
        // The next position may take long.
        Ok(out.flush()?)
    })
}

/// The size of a transposition table in bytes, if there is memory for it.
fn room_for(mebibytes: usize) -> Result<usize, Failure> {
    let bytes = mebibytes << 20;
    let available = free_memory().map(|bytes| bytes >> 20);
    let can_be_had = Vec::<u8>::new().try_reserve_exact(bytes).is_ok();
    if can_be_had && available.is_none_or(|have| mebibytes <= have) {
        return Ok(bytes);
    }
    let have = available.map_or_else(String::new, |have| format!("; {have} MiB are free"));
    Err(Failure::Usage(format!(
        "--table {mebibytes}: not enough memory for a table of {mebibytes} MiB{have}"
    )))
}

/// Does the work, and shows on a terminal what is known so far. One depth can take longer than all
/// depths before it, so the time and the number of nodes are updated in between.
fn watched<T>(
    args: &AnalyzeArgs,
    visited: &AtomicU64,
    work: impl FnOnce(&mut dyn FnMut(&Analysis)) -> T,
) -> T {
    let bar = progress::bar(0, args.quiet || args.json, "{msg}");
    let last = Mutex::new(Analysis::default());
    let last = || last.lock().unwrap_or_else(PoisonError::into_inner);
    let show = |elapsed| {
        let mut found = last().clone();
        found.nodes = found.nodes.max(visited.load(Relaxed));
        found.time = elapsed;
        bar.set_message(view(&found));
    };
    progress::watched(&bar, show, || {
        work(&mut |found| {
            *last() = found.clone();
            bar.set_message(view(found));
        })
    })
}

/// The lines of play as text, one below the other, each with its value.
fn view(found: &Analysis) -> String {
    let seconds = found.time.as_secs_f64();
    let speed = per_second(found.nodes, seconds);
    let mut text = format!(
        "depth {}  {} nodes  {seconds:.1} s  {} nodes/s",
        found.depth,
        HumanCount(found.nodes),
        HumanCount(speed)
    );
    let wide = found.lines.iter().map(|line| line.worth().len()).max().unwrap_or(0);
    let some_proven = found.lines.iter().any(|line| line.exact);
    for line in &found.lines {
        let mark = match (some_proven, line.exact) {
            (false, _) => "",
            (true, false) => "        ",
            (true, true) => "  proven",
        };
        let _ = write!(text, "\n{:>wide$}{mark}  {}", line.worth(), line.moves.join(" "));
    }
    text
}

/// Nodes per second; 0 when no time has passed.
#[expect(clippy::cast_precision_loss, reason = "a figure for people")]
fn per_second(nodes: u64, seconds: f64) -> u64 {
    if seconds > 0.0 { (nodes as f64 / seconds) as u64 } else { 0 }
}
