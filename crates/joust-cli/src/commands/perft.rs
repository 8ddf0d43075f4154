//! `joust perft`

use super::stream::answer_each;
use crate::args::PerftArgs;
use crate::failure::Failure;
use crate::progress::bar;
use joust_games::AnyDuel;
use serde_json::{Value, json};
use std::io::Write;
use std::sync::atomic::AtomicBool;

pub(crate) fn run(args: &PerftArgs) -> Result<(), Failure> {
    answer_each(args.at.game, &args.at.ask, args.json, &AtomicBool::new(false), |position, out| {
        if args.divide {
            let parts = divide(position, args.depth, args.quiet);
            let total = total(args.depth, &parts);
            if args.json {
                let one = |(text, count): (String, u64)| json!({ "text": text, "count": count });
                let moves: Vec<Value> = parts.into_iter().map(one).collect();
                out.about(position, &json!({ "depth": args.depth, "moves": moves, "total": total }))?;
            } else {
                for (mv, count) in parts {
                    writeln!(out, "{mv} {count}")?;
                }
                writeln!(out, "{total}")?;
            }
            return Ok(());
        }
        let mut counts = Vec::new();
        for depth in 1..=args.depth {
            let count = total(depth, &divide(position, depth, args.quiet));
            if args.json {
                counts.push(count);
            } else {
                writeln!(out, "{depth} {count}")?;
                out.flush()?;
            }
        }
        if args.json {
            out.about(position, &json!({ "counts": counts }))?;
        }
        // The next position may take long.
        Ok(out.flush()?)
    })
}

/// The number of sequences. At depth 0 there is one, the empty one, which has no first move.
fn total(depth: u32, parts: &[(String, u64)]) -> u64 {
    if depth == 0 { 1 } else { parts.iter().map(|(_, count)| count).sum() }
}

/// Counts by first move, with a progress bar on a terminal.
fn divide(position: &dyn AnyDuel, depth: u32, quiet: bool) -> Vec<(String, u64)> {
    let bar = bar(0, quiet, "depth {prefix} {wide_bar} {pos}/{len} first moves, {eta} left");
    bar.set_prefix(depth.to_string());
    let parts = position.divide(depth, &mut |done, of| {
        bar.set_length(of as u64);
        bar.set_position(done as u64);
    });
    bar.finish_and_clear();
    parts
}
