//! `joust analyze --record`: the report of a game.

use super::recorded;
use crate::args::AnalyzeArgs;
use crate::failure::Failure;
use crate::{progress, signals};
use joust_analysis::{Grade, Kind, NODES, Ply, Report, Slip, Verdict, report};
use joust_match::Recorded;
use std::io::Write;
use std::path::Path;
use std::sync::atomic::Ordering::Relaxed;

pub(super) fn run(args: &AnalyzeArgs, file: &Path) -> Result<(), Failure> {
    let wanted = args.at.game.0.name();
    let Recorded::Duel(game, session) = recorded::read(file)? else {
        return Err(Failure::Usage(format!("{} is not the record of a duel", file.display())));
    };
    if game.name() != wanted {
        return Err(Failure::Usage(format!(
            "{} is the record of a game of {}, not of {wanted}",
            file.display(),
            game.name()
        )));
    }
    let stop = signals::stop_handle();
    let bar = progress::bar(0, args.quiet || args.json, "{wide_bar} {pos}/{len}");
    let mut goes_on = |done: usize, of: usize| {
        bar.set_length(of as u64);
        bar.set_position(done as u64);
        !stop.load(Relaxed)
    };
    let found = report(&session.record(&[]), args.nodes.unwrap_or(NODES), &mut goes_on);
    bar.finish_and_clear();
    let found = found.map_err(|why| Failure::Ours(why.join("; ")))?;
    let Some(found) = found else {
        tell!("stopped: the report is not finished");
        return Err(Failure::Interrupted);
    };
    let mut out = anstream::stdout().lock();
    if args.json {
        writeln!(out, "{}", found.value())?;
    } else {
        write!(out, "{}", text(&found, game.sides()))?;
    }
    Ok(out.flush()?)
}

/// The report as text: a line for every action, then the accuracy of both sides.
fn text(report: &Report, sides: &[&str]) -> String {
    let side = |ply: &Ply| sides.get(ply.seat.index()).copied().unwrap_or_default();
    let wide = report.plies.iter().map(|ply| ply.text.len()).max().unwrap_or(0);
    let names = sides.iter().map(|side| side.len()).max().unwrap_or(0);
    let mut lines = Vec::new();
    for (number, ply) in report.plies.iter().enumerate() {
        let mark = if report.turning.contains(&number) { '*' } else { ' ' };
        let line = format!(
            "{mark}{:>3}. {:names$}  {:wide$}  {:>12}{}",
            number + 1,
            side(ply),
            ply.text,
            worth(&ply.value),
            remark(ply)
        );
        lines.push(line.trim_end().to_owned());
    }
    for (side, accuracy) in sides.iter().zip(report.accuracy) {
        lines.extend(accuracy.map(|percent| format!("accuracy of {side}: {percent:.1} %")));
    }
    lines.join("\n") + "\n"
}

/// A value for the first seat.
fn worth(value: &Verdict) -> String {
    let sign = if value.chance < 0.0 { "-" } else { "+" };
    match (value.kind, value.turns) {
        (Kind::Score, _) if value.score.fract() == 0.0 => format!("{:+}", value.score),
        (Kind::Score, _) => format!("{:+.2}", value.score),
        (Kind::Draw, _) => "draw".to_owned(),
        _ if value.why == Some("full") => format!("{:+} proven", value.score),
        (_, Some(turns)) if value.why == Some("exile") && turns > 0 => format!("{sign} in {turns}"),
        _ => format!("{sign} {}", value.why.unwrap_or_default()),
    }
}

fn remark(ply: &Ply) -> String {
    let Some(slip) = &ply.slip else { return String::new() };
    let Slip { kind, ship, points } = slip;
    let ship = ship.as_deref().unwrap_or_default();
    let what = match (*kind, points) {
        ("loses", _) => "loses".to_owned(),
        ("misses-win", _) => "misses a win".to_owned(),
        ("gives-up", _) => format!("gives up {ship}"),
        ("spares", _) => format!("spares {ship}"),
        ("costs", Some(points)) => format!("costs {points}"),
        _ => String::new(),
    };
    let grade = ply.grade.map_or("", Grade::word);
    let comma = if what.is_empty() { "" } else { ": " };
    let best = ply.best().map_or_else(String::new, |best| format!("; best is {best}"));
    format!("  {grade}{comma}{what}{best}")
}
