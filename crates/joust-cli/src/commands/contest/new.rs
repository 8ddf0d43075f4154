//! `joust contest new`: writes the file of a contest, or checks one.

use super::args::ContestNewArgs;
use super::read;
use crate::failure::Failure;
use joust_contest::{Contest, example};
use joust_core::count;
use joust_files::Care;
use joust_sandbox::FUEL_PER_SECOND;
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::io::Write as _;

pub(super) fn run(args: &ContestNewArgs) -> Result<(), Failure> {
    let file = &args.file;
    let mut out = anstream::stdout().lock();
    if let Some(text) = args.game.as_deref().and_then(example) {
        if file.exists() {
            let why =
                "is there already, and nothing was written: name a new file, or leave --game out to check it";
            return Err(Failure::Usage(format!("{} {why}", file.display())));
        }
        joust_files::write(file, text.as_bytes(), Care::Durable).map_err(|why| Failure::file(file, &why))?;
        writeln!(
            out,
            "{} is a contest of {}: change its dates, then check it by",
            file.display(),
            named(args)
        )?;
        writeln!(out, "  joust contest new {}", file.display())?;
        return Ok(());
    }
    let contest = read(file)?;
    if args.json {
        writeln!(out, "{:#}", as_json(&contest))?;
    } else {
        write!(out, "{}", summary(&contest))?;
    }
    Ok(())
}

fn named(args: &ContestNewArgs) -> &str {
    args.game.as_deref().unwrap_or_default()
}

/// The contest in a few lines, as a teacher reads it over.
fn summary(contest: &Contest) -> String {
    let mut text = String::new();
    let mut line = |name: &str, words: String| {
        let _ = writeln!(text, "{name:<14} {words}");
    };
    let boards: Vec<&str> = contest.boards.iter().map(|setup| setup.board.name.as_str()).collect();
    let languages: Vec<&str> = contest.languages.iter().map(|language| language.name()).collect();
    line("name", contest.name.clone());
    line("game", format!("{} on {}", contest.game, boards.join(", ")));
    line("languages", languages.join(", "));
    line("limits", limits(contest));
    line("opens", moment(contest.opens, "at once"));
    line("closes", moment(contest.closes, "never"));
    let qualification = &contest.qualification;
    let mut against = qualification.against.clone();
    against.dedup();
    line(
        "qualification",
        match qualification.seeds.len() {
            0 => "none".to_owned(),
            games => format!("win {} of {games} games against {}", qualification.wins, against.join(", ")),
        },
    );
    line("ladder", format!("{} for each version", count(contest.ladder.blocks, "block")));
    line("budget", format!("{} an hour, {} a day", versions(contest), friendly(contest)));
    for round in &contest.rounds {
        line("round", format!("{} at {}", round.name, moment(Some(round.at), "")));
    }
    text
}

fn versions(contest: &Contest) -> String {
    count(contest.versions_per_hour, "version")
}

fn friendly(contest: &Contest) -> String {
    let matches = if contest.friendly_per_day == 1 { "friendly match" } else { "friendly matches" };
    format!("{} {matches}", contest.friendly_per_day)
}

#[expect(clippy::cast_precision_loss, reason = "seconds for people are rounded")]
fn seconds(fuel: Option<u64>) -> f64 {
    fuel.unwrap_or(0) as f64 / FUEL_PER_SECOND as f64
}

fn limits(contest: &Contest) -> String {
    let (turn, bank) = (seconds(contest.limits.fuel), seconds(contest.limits.bank));
    let fuel = match (turn > 0.0, bank > 0.0) {
        (true, true) => format!("{turn} s for a move and {bank} s for a game"),
        (true, false) => format!("{turn} s for a move"),
        (false, _) => format!("{bank} s for a game"),
    };
    format!("{fuel}, as fuel; {} MB", contest.limits.memory.unwrap_or(0.0))
}

/// A moment in coordinated universal time, as HTTP writes it.
fn moment(seconds: Option<i64>, otherwise: &str) -> String {
    let time = seconds.and_then(|seconds| u64::try_from(seconds).ok());
    let time = time.map(|seconds| std::time::UNIX_EPOCH + std::time::Duration::from_secs(seconds));
    time.map_or_else(|| otherwise.to_owned(), httpdate::fmt_http_date)
}

fn as_json(contest: &Contest) -> Value {
    let boards: Vec<&str> = contest.boards.iter().map(|setup| setup.board.name.as_str()).collect();
    let rounds: Vec<Value> =
        contest.rounds.iter().map(|round| json!({ "name": round.name, "at": round.at })).collect();
    json!({
        "name": contest.name,
        "game": contest.game,
        "boards": boards,
        "languages": contest.languages,
        "limits": contest.limits,
        "opens": contest.opens,
        "closes": contest.closes,
        "qualification": {
            "against": contest.qualification.against,
            "seeds": contest.qualification.seeds,
            "wins": contest.qualification.wins,
        },
        "rounds": rounds,
    })
}
