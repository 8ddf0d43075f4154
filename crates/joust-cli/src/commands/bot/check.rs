//! `joust bot check`: whether a bot is ready for others.

use crate::args::BotCheckArgs;
use crate::commands::stream::json;
use crate::failure::Failure;
use crate::many::cores;
use crate::signals::stop_handle;
use crate::{matches, progress};
use joust_core::count;
use joust_match::{CheckReport, Checkup, GameCheck, GameLimits, Spread};
use std::fmt::Write as _;
use std::io::Write as _;

pub(crate) fn run(args: &BotCheckArgs) -> Result<(), Failure> {
    let programs = matches::programs(args.trust);
    let games: Vec<&str> = args.game.iter().map(String::as_str).collect();
    let limits = GameLimits {
        move_ms: args.time,
        memory: args.memory_limit,
        fuel: args.fuel,
        bank: args.bank,
        ..GameLimits::default()
    };
    let threads = args.concurrency.unwrap_or_else(cores);
    let checkup =
        Checkup { bot: &args.bot, games: &games, quick: args.quick, seed: args.seed, limits, threads };
    let bar = progress::bar(1, args.quiet || args.json, "{wide_bar} {pos}/{len} games  {msg}");
    let report = checkup.run(
        &programs,
        &mut |stage| {
            bar.set_length(stage.of as u64);
            bar.set_position(stage.played as u64);
            bar.set_message(stage.game);
        },
        &stop_handle(),
    );
    bar.finish_and_clear();
    matches::warn(&programs);
    let Some(report) = report? else { return Err(Failure::Interrupted) };
    let mut out = anstream::stdout().lock();
    if args.json {
        writeln!(out, "{:#}", json(&report)?)?;
    } else {
        write!(out, "{}", text(&report))?;
    }
    out.flush()?;
    match report.problem() {
        None => Ok(()),
        Some(problem) => Err(Failure::No(format!("{} {problem}", report.bot))),
    }
}

fn text(report: &CheckReport) -> String {
    let mut text = String::new();
    if let Some(hash) = &report.hash {
        let _ = writeln!(text, "module {hash}");
    }
    report.games.iter().for_each(|game| text += &about(game));
    if report.problem().is_none() {
        text += "no problem found\n";
    }
    text
}

fn about(check: &GameCheck) -> String {
    let GameCheck { game, played, turns, .. } = check;
    if check.declined {
        return format!("{game}: does not play it\n");
    }
    let mut text = format!("{game}: {}, asked {turns} times", count(*played, "game"));
    if check.repeats == Some(true) {
        text += ", plays alike with one seed";
    }
    text.push('\n');
    for (name, spread, unit) in [
        ("start", check.start_ms, "ms"),
        ("action", check.time_ms, "ms"),
        ("fuel", check.fuel.map(|fuel| fuel.times(1e-6)), "million an action"),
        ("memory", check.memory.map(|memory| memory.times(1.0 / 1_048_576.0)), "MB"),
        ("output", check.output.map(|output| output.times(1e-3)), "kB a game"),
    ] {
        if let Some(Spread { median, worst }) = spread {
            let _ = writeln!(text, "  {name:7} {} {unit}, at worst {}", short(median), short(worst));
        }
    }
    let shares = [
        ("fuel", check.fuel_share),
        ("memory", check.memory_share),
        ("time for an action", check.time_share),
    ];
    for (name, share) in shares {
        if let Some(share) = share {
            let _ = writeln!(text, "  at worst {:.1} % of its {name}", share * 100.0);
        }
    }
    for line in check.fault.iter().flat_map(|fault| &fault.last_words) {
        let _ = writeln!(text, "  | {line}");
    }
    text
}

/// A number with about three digits.
pub(super) fn short(number: f64) -> String {
    match number.abs() {
        size if size >= 100.0 => format!("{number:.0}"),
        size if size >= 10.0 => format!("{number:.1}"),
        size if size >= 1.0 => format!("{number:.2}"),
        _ => format!("{number:.3}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_about_three_digits() {
        assert_eq!(
            [0.001_23, 1.234, 12.34, 123.4, 1234.0].map(short),
            ["0.001", "1.23", "12.3", "123", "1234"]
        );
    }
}
