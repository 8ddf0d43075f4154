//! `joust contest simulate`: how long a class waits before a deadline.

use super::args::ContestSimulateArgs;
use super::judge::judge;
use super::read;
use crate::failure::Failure;
use crate::many::cores;
use crate::signals::stop_handle;
use joust_contest::{Contest, Cost, Handed, Language, Load, Outlook, Stage};
use joust_sandbox::StarterKit;
use serde_json::json;
use std::fmt::Write as _;
use std::io::Write as _;

pub(super) fn run(args: &ContestSimulateArgs) -> Result<(), Failure> {
    let contest = read(&args.file)?;
    let cost = match args.cost {
        Some(judge) => Cost { judge, game: args.game_cost.unwrap_or(judge / 10.0) },
        None => measured(&contest, args)?,
    };
    let load = Load {
        students: args.students,
        submissions: args.submissions,
        within: args.within,
        workers: args.workers.unwrap_or_else(cores),
        cost,
        spread: args.spread,
        official: args.official,
        seed: args.seed,
    };
    let outlook = load.simulate();
    let mut out = anstream::stdout().lock();
    if args.json {
        writeln!(out, "{:#}", json!({ "load": load, "outlook": outlook }))?;
    } else {
        write!(out, "{}", text(&load, &outlook))?;
    }
    out.flush()?;
    Ok(())
}

/// What a player of the kit costs on this machine.
fn measured(contest: &Contest, args: &ContestSimulateArgs) -> Result<Cost, Failure> {
    let Some((file, source)) = sample(contest) else {
        let what = "none of the languages of this contest has a player in one file that could be measured: say \
                    what a submission costs, as --cost 3";
        return Err(Failure::Usage(what.to_owned()));
    };
    if !args.quiet {
        tell!("measuring what it costs to judge {file} of the kit, on one core");
    }
    let handed = Handed { file, bytes: source.as_bytes(), player: Some("Sample") };
    let judged = judge(contest, &handed, &stop_handle(), &mut |_| ())?;
    let ms: u64 = judged.steps.iter().map(|step| step.ms).sum();
    let qualification = judged.steps.iter().find(|step| step.stage == Stage::Qualification);
    let Some(qualification) = qualification.filter(|_| !judged.games.is_empty()) else {
        let why = judged.failed().map_or_else(String::new, |step| format!(": {}", step.verdict));
        return Err(Failure::Ours(format!("the player of the kit was not judged{why}; say --cost")));
    };
    let seconds = |ms: u64| std::time::Duration::from_millis(ms.max(1)).as_secs_f64();
    let games = judged.games.len() as u64;
    let cost = Cost {
        judge: seconds(ms),
        game: args.game_cost.unwrap_or_else(|| seconds(qualification.ms.div_ceil(games))),
    };
    if !args.quiet {
        let steps: Vec<String> = judged
            .steps
            .iter()
            .map(|step| format!("{} {:.2} s", step.stage.name(), seconds(step.ms)))
            .collect();
        tell!("{:.2} s: {}", cost.judge, steps.join(", "));
    }
    Ok(cost)
}

/// A player of the kit in one file, in a language of the contest.
fn sample(contest: &Contest) -> Option<(&'static str, String)> {
    let of = |kit: &str, path: &str| {
        StarterKit::named(kit)?.files().find(|(name, _)| *name == path).map(|(_, text)| text.to_owned())
    };
    if contest.languages.contains(&Language::MadmaxCpp) {
        let text = of("madmax-cpp", "AIDemo.cc")?;
        return Some(("AIDemo.cc", text.replace("#define PLAYER_NAME Demo", "#define PLAYER_NAME Sample")));
    }
    contest.languages.contains(&Language::C).then(|| Some(("bot.c", of("cpp", "c/bot.c")?))).flatten()
}

fn text(load: &Load, outlook: &Outlook) -> String {
    let row = |name: &str, seconds: f64| format!("{name:<44} {:>9}\n", span(seconds));
    let mut text = format!(
        "{} submissions of {} students within {}, on {} cores, {:.2} s each\n\n",
        outlook.submissions,
        load.students,
        span(load.within),
        load.workers,
        load.cost.judge
    );
    text += &row("the first result, after the first submission", outlook.first);
    text += &row("everybody has a result", outlook.everybody);
    text += &row("all results", outlook.all);
    text += &row("half of the submissions wait at most", outlook.median_wait);
    text += &row("nine in ten wait at most", outlook.most_wait);
    text += &row("the longest wait", outlook.longest_wait);
    if let Some(held) = outlook.estimates_held {
        let _ = writeln!(text, "{:<44} {:>7.0} %", "estimates on the page that held", 100.0 * held);
    }
    let _ = writeln!(text, "{:<44} {:>9}", "other games that were played meanwhile", outlook.games);
    text
}

/// A time for people.
fn span(seconds: f64) -> String {
    match seconds {
        seconds if seconds < 10.0 => format!("{seconds:.1} s"),
        seconds if seconds < 120.0 => format!("{seconds:.0} s"),
        seconds if seconds < 7200.0 => format!("{:.1} min", seconds / 60.0),
        seconds => format!("{:.1} h", seconds / 3600.0),
    }
}
