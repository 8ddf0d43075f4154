//! `joust selfplay`: a data set of positions, values and results.

use crate::args::{ANY, AskArgs, whole};
use crate::commands::stream::json;
use crate::failure::Failure;
use crate::signals::stop_handle;
use crate::{environment, many, matches, progress};
use clap::Args;
use joust_core::{Game as _, count};
use joust_madmax::Skirmish;
use joust_match::{
    BadDataSet, DataCount, DataFile, DataGoal, DataSet, Job, PlayerText, Programs, SelfPlay, digests,
};
use joust_players::{EngineSpec, Kind, Spec};
use serde::Serialize;
use std::io::Write;
use std::path::PathBuf;

/// Write a data set of positions, values and results, for programs that learn.
#[derive(Args)]
#[command(before_help = include_str!("../help/selfplay-examples.txt").trim_end())]
#[command(after_help = include_str!("../help/selfplay.txt").trim_end())]
#[command(override_usage = "joust selfplay <GAME> [PLAYER]... [OPTIONS]")]
#[command(group = clap::ArgGroup::new("goal").required(true).args(["games", "positions"]))]
#[expect(clippy::struct_excessive_bools, reason = "each is an option of the command line")]
pub(crate) struct SelfplayArgs {
    /// The game.
    #[arg(value_parser = ["mad", "wargame", "madmax"])]
    pub(crate) game: String,
    /// One player for all seats, or one for each seat, which then change seats from game to game [default:
    /// engine:6,blur=0, in Mad Max Demo].
    #[arg(value_name = "PLAYER")]
    players: Vec<String>,
    /// The data set. If the file holds a part of it, the rest is added.
    #[arg(long, short = 'o', value_name = "FILE")]
    out: PathBuf,
    /// Number of games.
    #[arg(long, value_name = "N", value_parser = whole::<usize>(1..=ANY))]
    games: Option<usize>,
    /// Number of positions; a few more, because games are not cut.
    #[arg(long, value_name = "N", value_parser = whole::<usize>(1..=ANY))]
    positions: Option<usize>,
    #[command(flatten)]
    ask: AskArgs,
    /// Duels: begin games with this many random moves [default: 6].
    #[arg(long, value_name = "N", value_parser = whole::<usize>(0..=1000))]
    random_plies: Option<usize>,
    /// Keep this many positions of a game, chosen at random [default: all, and 20 states in Mad Max].
    #[arg(long, value_name = "K", value_parser = whole::<usize>(1..=ANY))]
    sample: Option<usize>,
    /// Duels: leave out positions that the data set already has.
    #[arg(long)]
    unique: bool,
    /// Random seed; in Mad Max that of the first game, and each further game adds one.
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = whole::<u64>(0..=ANY))]
    seed: u64,
    /// Games to play at the same time [default: the number of cores].
    #[arg(long, value_name = "C", value_parser = whole::<usize>(1..=EngineSpec::MOST_THREADS as u64))]
    concurrency: Option<usize>,
    /// Run commands behind `cmd:` without confinement, with all that you may do.
    #[arg(long)]
    trust: bool,
    /// Print one JSON document.
    #[arg(long)]
    json: bool,
    /// Show no progress bar.
    #[arg(long)]
    quiet: bool,
}

/// The random moves at the beginning of a duel.
const RANDOM_PLIES: usize = 6;
/// The states of a game of Mad Max: all 500 would take megabytes.
const STATES: usize = 20;

pub(crate) fn run(args: &SelfplayArgs) -> Result<(), Failure> {
    let programs = matches::programs(args.trust);
    let about = about(args, &programs)?;
    let goal = match (args.games, args.positions) {
        (Some(games), _) => DataGoal::Games(games),
        (None, positions) => DataGoal::Positions(positions.unwrap_or(0)),
    };
    check_players(&about, &programs)?;
    let mut file = DataFile::open(&args.out, &about)?;
    let (before, name) = (file.count(), args.out.display());
    if file.cut() > 0 {
        let (cut, games) = (count(file.cut() as usize, "byte"), before.games);
        tell!("{name}: {cut} at its end were not a whole game and are cut off; it goes on with game {games}");
    }
    let stop = stop_handle();
    let threads = args.concurrency.unwrap_or_else(many::cores);
    let usual_tables = environment::tables();
    let play = SelfPlay { about: &about, programs: &programs, usual_tables, goal, threads, stop: &stop };
    let done = play_on(args, goal, &play, &mut file);
    let is_complete = done.map_err(|failure| match failure {
        Failure::Ours(why) => {
            Failure::Ours(format!("{why}\n{} are in the file", count(file.count().games, "game")))
        }
        failure => failure,
    })?;
    report(args, &about, &file, before, !is_complete)?;
    if !is_complete {
        tell!("stopped: {} are in {name}; the same command goes on", count(file.count().games, "game"));
        return Err(Failure::Interrupted);
    }
    let Some((game, fault)) = file.fault() else { return Ok(()) };
    let failed = count(file.count().failed, "game");
    Err(Failure::No(format!("a player {fault} in game {game}; {failed} without positions")))
}

/// Plays the games under a progress bar.
fn play_on(
    args: &SelfplayArgs,
    goal: DataGoal,
    play: &SelfPlay<'_>,
    file: &mut DataFile,
) -> Result<bool, Failure> {
    let (length, called) = match goal {
        DataGoal::Games(games) => (games, "games"),
        DataGoal::Positions(positions) => (positions, "positions"),
    };
    let style = format!("{{wide_bar}} {{pos}}/{{len}} {called}, {{eta}} left  {{msg}}");
    let bar = progress::bar(length, args.quiet, &style);
    let done = play.run(file, &mut |count: &DataCount| {
        let (done, other) = match goal {
            DataGoal::Games(_) => (count.games, format!("{} positions", count.positions)),
            DataGoal::Positions(_) => (count.positions, format!("{} games", count.games)),
        };
        bar.set_message(format!("{other}, {}", size(count.bytes)));
        bar.set_position(done as u64);
    });
    bar.finish_and_clear();
    Ok(done?)
}

/// Everything on which the games depend.
fn about(args: &SelfplayArgs, programs: &Programs) -> Result<DataSet, Failure> {
    let usage = |why: &dyn ToString| Failure::Usage(why.to_string());
    let found = joust_games::game(&args.game).ok_or_else(|| usage(&"there is no such game"))?;
    let (seats, is_duel) = (found.sides().len(), joust_games::duel(&args.game).is_some());
    if !is_duel && (args.random_plies.is_some() || args.unique) {
        return Err(usage(
            &"--random-plies and --unique are for duels; in Mad Max the seed makes games differ",
        ));
    }
    if args.game == Skirmish::NAME {
        let last = args.games.and_then(|games| args.seed.checked_add(games as u64 - 1));
        if last.is_none_or(|last| i32::try_from(last).is_err()) && args.games.is_some() {
            return Err(usage(&format!("the seeds of Mad Max end at {}", i32::MAX)));
        }
    }
    // Without the errors of judgement that make a level weak: they would be in the values.
    let usual = if is_duel { "engine:6,blur=0" } else { "Demo" };
    let names = if args.players.is_empty() { vec![usual.to_owned()] } else { args.players.clone() };
    if names.len() != 1 && names.len() != seats {
        return Err(usage(&format!(
            "{} players were named: name one for all seats, or {seats}, one for each",
            names.len()
        )));
    }
    let read = |name: &String| {
        let spec = Spec::read(name, &args.game).map_err(|why| usage(&why))?;
        match spec.kind {
            Kind::Human => Err(usage(&"human cannot play for a data set; use `joust play`")),
            _ => Ok(spec),
        }
    };
    let specs = names.iter().map(read).collect::<Result<Vec<Spec>, Failure>>()?;
    let modules = programs.hashes(&specs).map_err(|why| usage(&why))?;
    let setups =
        args.ask.with_any(&args.game, |ask| DataSet::setups(&args.game, ask).map_err(|why| usage(&why)))?;
    if let Some(spec) = specs.iter().find(|spec| !spec.is_repeatable()) {
        tell!("note: {spec} does not always play alike: another run of this command gives another data set");
    }
    Ok(DataSet {
        game: args.game.clone(),
        version: DataSet::VERSION,
        joust: env!("CARGO_PKG_VERSION").to_owned(),
        setups,
        players: specs.iter().map(Spec::to_string).collect(),
        seed: args.seed,
        random_plies: if is_duel { args.random_plies.unwrap_or(RANDOM_PLIES) } else { 0 },
        sample: args.sample.or((!is_duel).then_some(STATES)),
        unique: args.unique,
        usual_tables: environment::tables().map(|path| path.display().to_string()),
        weights: digests(&specs),
        modules,
    })
}

/// Refuses a player that cannot play at all before the file is begun. Programs behind `line:` are started for
/// their games only.
fn check_players(about: &DataSet, programs: &Programs) -> Result<(), Failure> {
    let own = |(_, name): &(usize, &String)| !name.starts_with("line:");
    let text = |(player, name): (usize, &String)| PlayerText { player, name: name.clone(), seed: 0 };
    let players = about.players.iter().enumerate().filter(own).map(text).collect();
    let job = Job { players, usual_tables: environment::tables(), ..about.job(0)? };
    let checked = joust_match::rehearse_with(&job, programs);
    matches::warn(programs);
    Ok(checked?)
}

/// The result for programs.
#[derive(Serialize)]
struct Report<'a> {
    file: String,
    about: &'a DataSet,
    #[serde(flatten)]
    count: DataCount,
    /// The games that this run has added.
    new_games: usize,
    /// Bytes of an incomplete game that were cut off.
    cut: u64,
    stopped: bool,
}

fn report(
    args: &SelfplayArgs,
    about: &DataSet,
    file: &DataFile,
    before: DataCount,
    stopped: bool,
) -> Result<(), Failure> {
    let (count, mut out) = (file.count(), anstream::stdout().lock());
    if args.json {
        let (name, new_games) = (args.out.display().to_string(), count.games - before.games);
        let report = Report { file: name, about, count, new_games, cut: file.cut(), stopped };
        writeln!(out, "{:#}", json(&report)?)?;
    } else if !stopped {
        let duplicates = match count.duplicates {
            0 => String::new(),
            some => format!(" ({some} duplicates left out)"),
        };
        let (games, positions) =
            (joust_core::count(count.games, "game"), joust_core::count(count.positions, "position"));
        writeln!(out, "{}: {games}, {positions}{duplicates}, {}", args.out.display(), size(count.bytes))?;
    }
    Ok(out.flush()?)
}

/// A number of bytes for people.
#[expect(clippy::cast_precision_loss, reason = "rounded for people")]
fn size(bytes: u64) -> String {
    match bytes {
        0..1_000 => format!("{bytes} bytes"),
        1_000..1_000_000 => format!("{:.1} kB", bytes as f64 / 1e3),
        1_000_000..1_000_000_000 => format!("{:.1} MB", bytes as f64 / 1e6),
        _ => format!("{:.2} GB", bytes as f64 / 1e9),
    }
}

impl From<BadDataSet> for Failure {
    fn from(why: BadDataSet) -> Failure {
        match why {
            BadDataSet::Io { name, why } => Failure::file(&name, &why),
            BadDataSet::Job(why) => why.into(),
            BadDataSet::Void { .. } => Failure::Ours(why.to_string()),
            why => Failure::Usage(why.to_string()),
        }
    }
}
