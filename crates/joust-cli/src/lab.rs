//! `joust lab wargame`: reads the plan from the command line, and says what came out.

use crate::args::{AskArgs, Game, LabArgs};
use crate::commands::stream::concrete;
use crate::failure::Failure;
use crate::many::{self, Many, Opinion};
use crate::signals::stop_handle;
use joust_core::Game as _;
use joust_lab::{BadFolder, BadReport, Break, Folder, Plan, Report};
use joust_match::Line as _;
use joust_players::split_list;
use joust_wargame::{Board, Campaign, Position, Rules};
use std::io::Write;

pub(crate) fn run(args: &LabArgs) -> Result<(), Failure> {
    let plan = plan(args)?;
    let (folder, journal) = Folder::open(&args.out, &plan.about(), args.force)?;
    let kept = folder.journal();
    let known = (0..plan.games()).filter(|number| journal.1.contains_key(number)).count();
    if known > 0 {
        let (kept, games) = (kept.display(), plan.games());
        tell!("{known} of {games} games are from {kept}; --force plays all of them anew");
    }
    let stop = stop_handle();
    let all = plan.tasks();
    let (threads, quiet) = (args.threads, args.quiet);
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
    let report = Report::new(&plan, outcome.games, command_line(), args.author.clone())?;
    let document = report.document()?;
    let named = |why| Failure::file(&args.out, &why);
    folder.fill(&report.files()?, &document).map_err(named)?;
    tell(&report, args, &document)
}

/// Reads what was asked for, before anything is run.
fn plan(args: &LabArgs) -> Result<Plan, Failure> {
    let boards = boards(args)?;
    let rules = boards.first().map(|(_, rules)| *rules).unwrap_or_default();
    let mut names: Vec<String> = args.agents.iter().flat_map(|list| split_list(list)).collect();
    names.extend(args.agent.iter().cloned());
    let threads = args.threads.unwrap_or_else(many::cores);
    Plan::new(boards.into_iter().map(|(board, _)| board), rules, &names, args.seed, threads)
        .map_err(|why| Failure::Usage(why.to_string()))
}

/// The boards with the rules; or all that is wrong with their names.
fn boards(args: &LabArgs) -> Result<Vec<(&'static Board, Rules)>, Failure> {
    let game = Game(joust_games::duel(Campaign::NAME).ok_or_else(|| Failure::Ours("no War Game".into()))?);
    let names: Vec<String> = match args.boards.as_deref() {
        None => Board::OFFICIAL.map(str::to_owned).to_vec(),
        Some("all") => game.0.boards().into_iter().map(|entry| entry.name).collect(),
        Some(list) => list.split(',').map(|name| name.trim().to_owned()).collect(),
    };
    let (mut boards, mut refused) = (Vec::new(), Vec::new());
    for name in names {
        let ask = AskArgs { rules: args.rules.clone(), board: Some(name.into()), position: None };
        match ask.with(game, |ask| concrete::<Position>(game.0.position(ask)?.as_ref())) {
            Ok(start) => boards.push((start.board(), start.rules())),
            Err(why) => refused.push(why.to_string()),
        }
    }
    refused.dedup();
    if refused.is_empty() { Ok(boards) } else { Err(Failure::Usage(refused.join("\n"))) }
}

impl From<BadFolder> for Failure {
    fn from(why: BadFolder) -> Failure {
        let told = why.to_string();
        match why {
            BadFolder::Io { folder, why } => Failure::file(&folder, &why),
            BadFolder::Journal(why) => why.into(),
            BadFolder::OtherLab { differences, .. } => {
                Failure::Usage(format!("{told}: {ELSEWHERE}\n{}", differences.join("\n")))
            }
            BadFolder::Foreign(_) | BadFolder::NoJournal(_) => Failure::Usage(format!("{told}: {ELSEWHERE}")),
        }
    }
}

/// What helps where the report cannot go.
const ELSEWHERE: &str = "name another with --out, or write into it with --force";

impl From<BadReport> for Failure {
    fn from(why: BadReport) -> Failure {
        match why {
            BadReport::Game(why) => why.into(),
            BadReport::NotPlanned(_) | BadReport::NotAPlayer(_) => {
                Failure::Usage(format!("{why}: --force plays all games anew"))
            }
            why => Failure::Ours(why.to_string()),
        }
    }
}

/// The command as it was typed, fit to be typed again.
fn command_line() -> String {
    let quote = |word: String| {
        let plain = |c: char| c.is_alphanumeric() || "-_=:,./+@%".contains(c);
        if !word.is_empty() && word.chars().all(plain) {
            return word;
        }
        format!("'{}'", word.replace('\'', "'\\''"))
    };
    let words = std::env::args_os().skip(1).map(|word| quote(word.to_string_lossy().into_owned()));
    ["joust".to_owned()].into_iter().chain(words).collect::<Vec<_>>().join(" ")
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
