//! `joust tournament FILE.toml`: plays a tournament, or continues it.

use super::args::TournamentRunArgs;
use super::away;
use super::place::Place;
use crate::commands::stream::json;
use crate::failure::Failure;
use crate::many::cores;
use crate::signals::stop_handle;
use crate::{environment, input, matches, progress};
use indicatif::ProgressBar;
use joust_core::count;
use joust_match::Programs;
use joust_tournament::{
    BadFile, BadGame, BadRun, Ended, Ledger, Opened, Problem, Reading, Runner, Survey, Table, Terms,
    Tournament, TournamentFile, open_trusted,
};
use std::io::Write;
use std::path::Path;
use std::time::{Duration, Instant};

/// How often the table beside the bar is made.
const TICK: Duration = Duration::from_millis(500);
/// The rows of the table beside the bar.
const ROWS: usize = 10;

pub(super) fn run(args: &TournamentRunArgs, file: Option<&Path>) -> Result<(), Failure> {
    let file = file.ok_or_else(|| Failure::Usage("name the file of a tournament".into()))?;
    let place = Place::enter(file, args.journal.as_deref())?;
    with(args, &place, file, Ok)
}

/// Plays the tournament of a file, whose terms may be changed before. `called` is the name of the file for the
/// user.
pub(super) fn with(
    args: &TournamentRunArgs,
    place: &Place,
    called: &Path,
    change: impl FnOnce(Terms) -> Result<Terms, Failure>,
) -> Result<(), Failure> {
    let text =
        joust_files::read_text(&place.file, input::LONGEST).map_err(|why| Failure::file(called, &why))?;
    let named = |why: BadFile| {
        let line = |problem: &Problem| format!("{}: {problem}", called.display());
        Failure::Usage(why.0.iter().map(line).collect::<Vec<_>>().join("\n"))
    };
    let read = TournamentFile::read(&text).map_err(named)?;
    let passed_over: Vec<String> = read.passed_over().iter().map(|path| path.display().to_string()).collect();
    if !passed_over.is_empty() {
        tell!("not players, and passed over: {}", passed_over.join(", "));
    }
    let programs = matches::programs(args.trust);
    let terms = Terms::settle(&read, &place.name(), &programs, environment::tables().as_deref());
    matches::warn(&programs);
    let terms = change(terms.map_err(named)?)?;
    play(args, place, &Asked { threads: read.concurrency, passed_over }, terms, &programs)
}

/// What the file says besides the terms.
struct Asked {
    /// Games at the same time.
    threads: Option<usize>,
    /// What is in the folder of players and does not take part.
    passed_over: Vec<String>,
}

/// Plays a tournament with these terms.
fn play(
    args: &TournamentRunArgs,
    place: &Place,
    asked: &Asked,
    terms: Terms,
    programs: &Programs,
) -> Result<(), Failure> {
    let tournament = Tournament::new(terms)?;
    let terms = tournament.terms();
    let mut opened = open_trusted(&place.journal, terms)?;
    greet(&opened, place);
    if !opened.ledger.is_over() {
        let absent = tournament.rehearse(programs);
        if !absent.is_empty() {
            let lines: Vec<String> = absent.iter().map(|(name, why)| format!("{name}: {why}")).collect();
            return Err(Failure::Usage(format!(
                "{}\nmend these participants or take them out of the file; nothing was played",
                lines.join("\n")
            )));
        }
    }
    // Workers elsewhere leave this machine alone, unless it is asked to play, too.
    let usual = || if args.elsewhere.queue.is_some() { 0 } else { asked.threads.unwrap_or_else(cores) };
    let (stop, threads) = (stop_handle(), args.concurrency.unwrap_or_else(usual));
    let runner = Runner { tournament: &tournament, programs, threads, stop: &stop };
    let ended = watched(&runner, &mut opened, args, place);
    let over = opened.ledger.over();
    drop(opened);
    let ended = ended?.map_err(|why| told(why, over, place))?;
    let mut out = anstream::stdout().lock();
    if args.json || ended == Ended::Over || over > 0 {
        let table = Survey::of(Reading::open(&place.journal)?)?.table();
        if args.json {
            let mut answer = json(&table)?;
            if !asked.passed_over.is_empty() {
                answer["passed_over"] = asked.passed_over.clone().into();
            }
            writeln!(out, "{answer:#}")?;
        } else {
            write!(out, "{}", table.text())?;
        }
    }
    out.flush()?;
    if ended == Ended::Stopped {
        let games = count(over, "game");
        tell!("stopped: {games} are in {}; run the same command to continue", place.journal.display());
        return Err(Failure::Interrupted);
    }
    Ok(())
}

/// Says what is already there.
fn greet(opened: &Opened, place: &Place) {
    let journal = place.journal.display();
    if opened.cut > 0 {
        let bytes = opened.cut;
        tell!(
            "{journal}: its end was torn or damaged, and {bytes} bytes were cut off; their game is played again"
        );
    }
    if !opened.journal.is_locked() {
        tell!(
            "{journal}: this file system has no locks; make sure that no other joust plays this tournament, or two would \
             write the same games"
        );
    }
    let (over, most) = (opened.ledger.over(), opened.ledger.most_own_games());
    if over > 0 && !opened.ledger.is_over() {
        let most = if opened.ledger.is_exact() { most.to_string() } else { format!("at most {most}") };
        tell!("{journal}: {over} of {most} games are there; the others follow");
    }
}

/// Plays with a bar, if it is wanted.
fn watched(
    runner: &Runner,
    opened: &mut Opened,
    args: &TournamentRunArgs,
    place: &Place,
) -> Result<Result<Ended, BadRun>, Failure> {
    let ledger = &opened.ledger;
    let at_most = if ledger.is_exact() { "" } else { "at most " };
    let style = format!("{{wide_bar}} {{pos}} of {at_most}{{len}} games, {{per_sec}}, {{eta}} left\n{{msg}}");
    let bar = progress::bar(ledger.most_own_games(), args.quiet, &style);
    bar.set_position(ledger.over() as u64);
    bar.reset_eta();
    bar.tick();
    let mut shown: Option<Instant> = None;
    let dispatcher = match args.elsewhere.settings()? {
        Some(settings) if !ledger.is_over() => {
            Some(away::open(settings, args, runner.tournament.terms(), &bar)?)
        }
        _ => None,
    };
    let mut heard = |ledger: &Ledger| {
        bar.set_position(ledger.over() as u64);
        if shown.is_none_or(|shown| shown.elapsed() > TICK) && !bar.is_hidden() {
            shown = Some(Instant::now());
            bar.set_message(table(runner.tournament.terms(), ledger, &bar));
        }
    };
    let ended = match &dispatcher {
        Some(dispatcher) => runner.run_elsewhere(opened, &place.journal, dispatcher, &mut heard),
        None => runner.run(opened, &mut heard),
    };
    bar.finish_and_clear();
    Ok(ended)
}

/// A short table beside the bar.
fn table(terms: &Terms, ledger: &Ledger, bar: &ProgressBar) -> String {
    if ledger.is_exact() {
        bar.set_length(ledger.most_own_games() as u64);
    }
    Table::new(terms, ledger, None).head(ROWS)
}

/// A failure, with what is safe.
fn told(why: BadRun, over: usize, place: &Place) -> Failure {
    let games = count(over, "game");
    let journal = place.journal.display();
    let again = "run the same command again to continue";
    let safe = match &why {
        BadRun::Game(BadGame::Vanished { .. }) => {
            format!(
                "put its program back and {again}: {games} are safe in {journal}, and no game was charged"
            )
        }
        _ => format!("{games} are safe in {journal}: {again}"),
    };
    match Failure::from(why) {
        Failure::Usage(text) => Failure::Usage(format!("{text}\n{safe}")),
        Failure::Ours(text) => Failure::Ours(format!("{text}\n{safe}")),
        failure => failure,
    }
}
