//! `joust lab wargame`: reads the plan from the command line, and prints the results.

use crate::args::{AskArgs, Game, LabArgs};
use crate::commands::stream::concrete;
use crate::failure::Failure;
use crate::many::{self, Many, Opinion};
use crate::signals::stop_handle;
use joust_core::{Game as _, count};
use joust_lab::{BadFolder, BadReport, Break, Folder, Plan, Report};
use joust_match::Line as _;
use joust_players::split_list;
use joust_wargame::{Board, Campaign, Position, Rules};
use std::ffi::OsString;
use std::io::Write;

pub(crate) fn run(args: &LabArgs) -> Result<(), Failure> {
    let plan = plan(args)?;
    let (folder, journal) = Folder::open(&args.out, &plan.about(), args.force)?;
    let kept = folder.journal();
    let known = (0..plan.games()).filter(|number| journal.1.contains_key(number)).count();
    if known > 0 {
        let (kept, games) = (kept.display(), plan.games());
        tell!("{known} of {games} games are already in {kept}; --force plays all of them again");
    }
    let programs = crate::matches::programs(args.trust);
    plan.open(&programs)?;
    crate::matches::warn(&programs);
    let stop = stop_handle();
    let all = plan.tasks();
    let (threads, quiet) = (args.threads, args.quiet);
    let many = Many { games: all, called: "games and comparisons", threads, quiet, stop: &stop };
    let outcome =
        many.play(Some(journal), &|number| Ok(plan.play(number, &programs, &stop)?), &mut |done| Opinion {
            enough: false,
            line: plan.headline(done.number()),
        })?;
    if outcome.stopped {
        let again = if args.force { " without --force" } else { "" };
        tell!(
            "stopped: {} of {all} games and comparisons are in {}; run the same command{again} to continue",
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

/// Checks all arguments before the first game.
fn plan(args: &LabArgs) -> Result<Plan, Failure> {
    let boards = boards(args)?;
    let rules = boards.first().map(|(_, rules)| *rules).unwrap_or_default();
    let mut names: Vec<String> = args.agents.iter().flat_map(|list| split_list(list)).collect();
    names.extend(args.agent.iter().cloned());
    let threads = args.threads.unwrap_or_else(many::cores);
    Plan::new(boards.into_iter().map(|(board, _)| board), rules, &names, args.seed, threads)
        .map_err(|why| Failure::Usage(why.to_string()))
}

/// The boards, or all errors in their names.
fn boards(args: &LabArgs) -> Result<Vec<(&'static Board, Rules)>, Failure> {
    let game = Game(joust_games::duel(Campaign::NAME).ok_or_else(|| Failure::Ours("no War Game".into()))?);
    let names: Vec<OsString> = match args.boards.as_deref() {
        None => Board::OFFICIAL.map(OsString::from).to_vec(),
        Some(all) if all == "all" => game.0.boards().into_iter().map(|entry| entry.name.into()).collect(),
        Some(list) => match list.to_str() {
            Some(list) => list.split(',').map(|name| name.trim().into()).collect(),
            // The name of a file need not be UTF-8, and then it stands alone.
            None => vec![list.to_owned()],
        },
    };
    let (mut boards, mut refused) = (Vec::new(), Vec::new());
    for name in names {
        let ask = AskArgs { rules: args.rules.clone(), board: Some(name), position: None };
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

/// What to do if the folder cannot be used.
const ELSEWHERE: &str = "choose another folder with --out, or write into this one with --force";

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

/// The command, quoted for a shell.
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

/// Prints the results on standard output and the faults on standard error.
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
            "{n} of {} {} ended by a player's fault",
            count(report.games.len(), "game"),
            if n == 1 { "was" } else { "were" }
        ))),
    }
}
