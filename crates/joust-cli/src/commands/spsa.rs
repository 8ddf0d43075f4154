//! `joust tune spsa`: parameters of a player, tuned by games of the player against itself.

use crate::args::{ANY, AskArgs, Game, board_file, positive, whole};
use crate::commands::stream::json;
use crate::failure::Failure;
use crate::signals::stop_handle;
use crate::{environment, many, matches, progress};
use clap::Args;
use joust_core::{DuelGame as _, Game as _, Setup, count};
use joust_files::Care;
use joust_games::{Ask, Registered as _};
use joust_mad::Battle;
use joust_match::{
    BadSpsa, DataSet, Gains, Journal, Opened, Programs, SpsaLine, SpsaMatch, SpsaProgress, SpsaRun,
    TunedParameter, digests, tunable,
};
use joust_players::{EngineSpec, Kind, Spec};
use joust_search::engine::SearchLimits;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Tune parameters of a player by games against itself.
#[derive(Args)]
#[command(before_help = include_str!("../help/tune-spsa-examples.txt").trim_end())]
#[command(after_help = include_str!("../help/tune-spsa.txt").trim_end())]
#[command(override_usage = "joust tune spsa <GAME> <PLAYER> [OPTIONS]")]
#[expect(clippy::struct_excessive_bools, reason = "each is an option of the command line")]
pub(crate) struct SpsaArgs {
    /// The game.
    #[arg(value_parser = ["mad", "wargame", "madmax"])]
    pub(crate) game: String,
    /// The player: the engine, in MAD, or a bot that declares parameters.
    #[arg(value_name = "PLAYER")]
    player: String,
    /// Number of iterations.
    #[arg(long, value_name = "N", required_unless_present = "list", value_parser = whole::<usize>(1..=1 << 30))]
    iterations: Option<usize>,
    /// Pairs of games in each iteration.
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = whole::<usize>(1..=1 << 20))]
    pairs: usize,
    /// A parameter to tune: NAME, NAME=MIN..MAX or NAME=MIN..MAX:C; a name that ends with * stands for all that
    /// begin like it; can be repeated [default: all that are numbers].
    #[arg(long, value_name = "PARAM", allow_hyphen_values = true)]
    param: Vec<String>,
    /// List the parameters of the player, and end.
    #[arg(long)]
    list: bool,
    /// Spall's a, the size of a step, in units of each parameter's C.
    #[arg(long, value_name = "A", help_heading = GAINS, default_value_t = 3.0, value_parser = positive)]
    gain: f64,
    /// Spall's A [default: a tenth of the iterations].
    #[arg(long, value_name = "A", help_heading = GAINS, value_parser = positive)]
    stability: Option<f64>,
    /// The power by which steps shrink.
    #[arg(long, value_name = "X", help_heading = GAINS, default_value_t = 0.602, value_parser = positive)]
    alpha: f64,
    /// The power by which changes shrink.
    #[arg(long, value_name = "X", help_heading = GAINS, default_value_t = 0.101, value_parser = positive)]
    gamma: f64,
    #[command(flatten)]
    ask: AskArgs,
    /// Milliseconds per move, for a player without a limit of its own.
    #[arg(long, value_name = "MS", value_parser = whole::<u64>(1..=ANY))]
    time: Option<u64>,
    /// Positions per move, for an engine without a limit of its own; games then do not depend on the machine.
    #[arg(long, value_name = "N", value_parser = whole::<u64>(1..=ANY))]
    nodes: Option<u64>,
    /// Random seed.
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = whole::<u64>(0..=ANY))]
    seed: u64,
    /// Games to play at the same time [default: the number of cores].
    #[arg(long, value_name = "C", value_parser = whole::<usize>(1..=EngineSpec::MOST_THREADS as u64))]
    concurrency: Option<usize>,
    /// Keep every game in this file, and continue a run that the file holds.
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// MAD: write the table of weights, for `eval=FILE`.
    #[arg(long, short = 'o', value_name = "FILE")]
    out: Option<PathBuf>,
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

const GAINS: &str = "Gains";
/// The weights that the engine can have. The ranges of its parameters are proposals.
const WEIGHTS: [f64; 2] = [i16::MIN as f64, i16::MAX as f64];

pub(crate) fn run(args: &SpsaArgs) -> Result<(), Failure> {
    args.ask.with_any(&args.game, |ask| tune(args, ask))
}

fn tune(args: &SpsaArgs, ask: &Ask) -> Result<(), Failure> {
    let usage = |why: &dyn ToString| Failure::Usage(why.to_string());
    let spec = player(args)?;
    let setups = DataSet::setups(&args.game, ask).map_err(|why| usage(&why))?;
    let Some(setup) = setups.first() else { return Err(usage(&"there is no board")) };
    if args.out.is_some() && !matches!(spec.kind, Kind::Engine(_) if args.game == Battle::NAME) {
        return Err(usage(&"--out is for the engine of mad"));
    }
    let programs = matches::programs(args.trust);
    let contestant = programs.find(spec.clone()).map_err(|why| usage(&why))?;
    matches::warn(&programs);
    let known = tunable(&contestant, setup)?;
    if known.is_empty() {
        return Err(usage(&format!(
            "{spec} has no numbers to tune: the engine of mad has its weights, and a bot declares parameters in its hello"
        )));
    }
    if args.list {
        return list(args, &known);
    }
    let limits = matches!(spec.kind, Kind::Engine(_)).then_some(WEIGHTS);
    let about = about(args, &spec, &programs, setup, selected(&args.param, known, limits)?)?;
    let iterations = args.iterations.unwrap_or(1);
    let stop = stop_handle();
    let run = SpsaRun {
        about: &about,
        ask: *ask,
        programs: &programs,
        usual_tables: environment::tables(),
        iterations,
        threads: args.concurrency.unwrap_or_else(many::cores),
        stop: &stop,
    };
    run.rehearse()?;
    let journal = args.record.as_deref().map(|path| open(path, &about)).transpose()?;
    let games = iterations * 2 * args.pairs;
    let bar = progress::bar(games, args.quiet, "{wide_bar} {pos}/{len} games, {eta} left  {msg}");
    bar.tick();
    let done = run.run(journal, &mut |progress: &SpsaProgress| {
        bar.set_message(format!("iteration {} of {iterations}", progress.iterations));
        bar.set_position(progress.games as u64);
    });
    bar.finish_and_clear();
    let done = done?;
    let stopped = done.iterations < iterations;
    report(args, &about, &done, stopped)?;
    if stopped {
        let kept =
            if args.record.is_some() { "the same command goes on" } else { "without --record they are lost" };
        tell!("stopped: {} of {iterations} iterations; {kept}", done.iterations);
        return Err(Failure::Interrupted);
    }
    if let Some(path) = &args.out {
        let table = table(&about, &done, setup)?;
        joust_files::write(path, table.as_bytes(), Care::Durable).map_err(|why| Failure::file(path, &why))?;
    }
    let Some((game, fault)) = &done.fault else { return Ok(()) };
    let failed = count(done.failed, "game");
    Err(Failure::No(format!(
        "a player {fault} in game {game}; in {failed} a player failed, and the values may be worth little"
    )))
}

/// Opens the record of the run.
fn open(path: &Path, about: &SpsaMatch) -> Result<Opened<SpsaLine>, Failure> {
    let mut games = BTreeMap::new();
    let (journal, cut) = Journal::resume(path, about, &mut |line: SpsaLine| {
        games.insert(line.game, line);
    })?;
    if cut > 0 {
        let (name, cut) = (path.display(), count(cut as usize, "byte"));
        tell!("{name}: {cut} at its end were not a whole game and are cut off; the game is played again");
    }
    Ok((journal, games))
}

/// The player, within the limits of the command unless it has its own.
fn player(args: &SpsaArgs) -> Result<Spec, Failure> {
    let spec = Spec::read(&args.player, &args.game).map_err(|why| Failure::Usage(why.to_string()))?;
    let time = args.time.map(Duration::from_millis);
    Ok(spec.or_within(&SearchLimits { time, nodes: args.nodes, ..SearchLimits::default() }))
}

/// Everything on which the games depend.
fn about(
    args: &SpsaArgs,
    spec: &Spec,
    programs: &Programs,
    setup: &Setup,
    parameters: Vec<TunedParameter>,
) -> Result<SpsaMatch, Failure> {
    let usual = Gains::usual(args.iterations.unwrap_or(1));
    let stability = args.stability.unwrap_or(usual.stability);
    let gains = Gains { a: args.gain, stability, alpha: args.alpha, gamma: args.gamma };
    let specs = std::slice::from_ref(spec);
    let board = args.ask.board.as_ref();
    let is_file = |board: &&std::ffi::OsString| match joust_games::duel(&args.game) {
        Some(duel) => board_file(Game(duel).0, board).is_some(),
        None => Path::new(board).exists(),
    };
    let about = SpsaMatch {
        player: spec.to_string(),
        parameters,
        pairs: args.pairs,
        rules: args.ask.rules.clone(),
        board: board.map(|board| board.to_string_lossy().into_owned()),
        board_text: board.filter(is_file).map(|_| setup.board.text.clone()),
        position: args.ask.position.clone(),
        time: args.time,
        usual_tables: environment::tables().map(|path| path.display().to_string()),
        weights: digests(specs),
        modules: programs.hashes(specs).map_err(|why| Failure::Usage(why.to_string()))?,
        ..SpsaMatch::new(&args.game, gains, args.seed)
    };
    Ok(about.rounded())
}

/// The parameters that the options name, with their ranges; all if there are no options.
/// Ranges lie within those that the player declares, or within `limits`.
fn selected(
    options: &[String],
    known: Vec<TunedParameter>,
    limits: Option<[f64; 2]>,
) -> Result<Vec<TunedParameter>, Failure> {
    if options.is_empty() {
        return Ok(known);
    }
    let mut chosen: Vec<TunedParameter> = Vec::new();
    for option in options {
        let (name, range) =
            option.split_once('=').map_or((option.as_str(), None), |(name, range)| (name, Some(range)));
        let fits = |one: &&TunedParameter| match name.strip_suffix('*') {
            Some(begin) => one.name.starts_with(begin),
            None => one.name == name,
        };
        let mut found = known.iter().filter(fits).peekable();
        if found.peek().is_none() {
            let names: Vec<&str> = known.iter().take(12).map(|one| one.name.as_str()).collect();
            let more = if known.len() > names.len() { " and more: --list shows all" } else { "" };
            return Err(Failure::Usage(format!(
                "--param {option}: there is no parameter `{name}`; there are {}{more}",
                names.join(", ")
            )));
        }
        for one in found {
            let [least, most] = limits.unwrap_or([one.min, one.max]);
            let one = match range {
                None => one.clone(),
                Some(range) => narrowed(one, range, [least, most]).ok_or_else(|| {
                    Failure::Usage(format!(
                        "--param {option}: a range is MIN..MAX or MIN..MAX:C, within {least}..{most}, and C is above 0"
                    ))
                })?,
            };
            chosen.retain(|other| other.name != one.name);
            chosen.push(one);
        }
    }
    Ok(chosen)
}

/// The parameter with a range `MIN..MAX` or `MIN..MAX:C` that lies within these limits.
fn narrowed(one: &TunedParameter, range: &str, limits: [f64; 2]) -> Option<TunedParameter> {
    let (range, c) = range.split_once(':').map_or((range, None), |(range, c)| (range, Some(c)));
    let (min, max) = range.split_once("..")?;
    let number = |text: &str| text.trim().parse::<f64>().ok().filter(|number| number.is_finite());
    let (min, max) = (number(min)?, number(max)?);
    let is_whole = !one.integer || (min.fract() == 0.0 && max.fract() == 0.0);
    if min >= max || !is_whole || min < limits[0] || max > limits[1] {
        return None;
    }
    let start = one.start.clamp(min, max);
    let mut narrow = TunedParameter::new(one.name.clone(), start, [min, max], one.integer);
    if let Some(c) = c {
        narrow.c = number(c).filter(|c| *c > 0.0)?;
    }
    Some(narrow)
}

/// The table of weights with the tuned ones.
fn table(about: &SpsaMatch, done: &SpsaProgress, setup: &Setup) -> Result<String, Failure> {
    let ours = |why: &dyn ToString| Failure::Ours(why.to_string());
    let tuned = Spec::read(&about.with_values(&done.values), &about.game).map_err(|why| ours(&why))?;
    let start = Battle::start(&Ask::from(setup)).map_err(|why| ours(&why))?;
    match &tuned.kind {
        Kind::Engine(engine) => Ok(engine.eval().table(start.position().board()).to_string()),
        _ => Err(ours(&"the player is not the engine")),
    }
}

/// Prints the parameters of a player.
fn list(args: &SpsaArgs, known: &[TunedParameter]) -> Result<(), Failure> {
    let mut out = anstream::stdout().lock();
    if args.json {
        writeln!(out, "{:#}", json(&known)?)?;
        return Ok(out.flush()?);
    }
    let wide = width(known);
    writeln!(out, "{:wide$}  {:>10}  range", "parameter", "value")?;
    for TunedParameter { name, start, min, max, .. } in known {
        writeln!(out, "{name:wide$}  {start:>10}  {min}..{max}")?;
    }
    Ok(out.flush()?)
}

fn width(parameters: &[TunedParameter]) -> usize {
    parameters.iter().map(|one| one.name.chars().count()).max().unwrap_or(0).max("parameter".len())
}

/// A parameter and its value, for programs.
#[derive(Serialize)]
struct Tuned<'a> {
    #[serde(flatten)]
    parameter: &'a TunedParameter,
    value: f64,
}

/// The result for programs.
#[derive(Serialize)]
struct Report<'a> {
    game: &'a str,
    about: &'a SpsaMatch,
    stopped: bool,
    iterations: usize,
    games: usize,
    failed: usize,
    parameters: Vec<Tuned<'a>>,
    tuned: String,
    verify: String,
}

fn report(args: &SpsaArgs, about: &SpsaMatch, done: &SpsaProgress, stopped: bool) -> Result<(), Failure> {
    let tuned = about.with_values(&done.values);
    let verify = verification(args, about, &tuned);
    let mut out = anstream::stdout().lock();
    if args.json {
        let pairs = about.parameters.iter().zip(&done.values);
        let parameters = pairs.map(|(parameter, value)| Tuned { parameter, value: *value }).collect();
        let SpsaProgress { iterations, games, failed, .. } = *done;
        let game = &about.game;
        let report = Report { game, about, stopped, iterations, games, failed, parameters, tuned, verify };
        writeln!(out, "{:#}", json(&report)?)?;
    } else if !stopped || done.iterations > 0 {
        write!(out, "{}", text(about, done))?;
        if !stopped {
            writeln!(
                out,
                "\n{tuned}\n\nThis proves nothing yet. To find out whether it is better:\n  {verify}"
            )?;
        }
    }
    Ok(out.flush()?)
}

/// The values as a table.
fn text(about: &SpsaMatch, done: &SpsaProgress) -> String {
    let wide = width(&about.parameters);
    let mut text =
        format!("{:wide$}  {:>10}  {:>10}  {:>10}  range\n", "parameter", "start", "value", "change");
    for (TunedParameter { name, start, min, max, .. }, value) in about.parameters.iter().zip(&done.values) {
        let change = format!("{:+}", short(value - start));
        let (start, value) = (short(*start), short(*value));
        let _ = writeln!(text, "{name:wide$}  {start:>10}  {value:>10}  {change:>10}  {min}..{max}");
    }
    let _ = writeln!(text, "\n{}, {}", count(done.iterations, "iteration"), count(done.games, "game"));
    text
}

/// A number with at most six digits.
fn short(number: f64) -> f64 {
    format!("{number:.5e}").parse().unwrap_or(number)
}

/// The command that shows whether the tuned player is better. It plays other games than the tuner did.
fn verification(args: &SpsaArgs, about: &SpsaMatch, tuned: &str) -> String {
    let quoted = |text: &str| format!("\"{}\"", text.replace('"', "\\\""));
    let tuned = args.out.as_ref().map_or_else(
        || quoted(tuned),
        // The weights of the file replace those of the name.
        |path| {
            let parts = about
                .player
                .split(',')
                .filter(|part| !part.starts_with("eval=") && !part.starts_with("set."));
            quoted(&format!("{},eval={}", parts.collect::<Vec<_>>().join(","), path.display()))
        },
    );
    let (game, base, seed) = (&about.game, quoted(&about.player), about.seed + 1);
    if joust_games::duel(game).is_none() {
        return format!(
            "joust match {game} {tuned} {tuned} {base} {base} --games 400 --seed {}",
            seed + 1_000_000
        );
    }
    let mut command = format!("joust match {game} {tuned} {base} --games 20000 --sprt 0,10 --seed {seed}");
    let AskArgs { rules, board, position } = &args.ask;
    let board = board.as_ref().map(|board| board.to_string_lossy().into_owned());
    for (name, value) in [("rules", rules.clone()), ("board", board), ("position", position.clone())] {
        if let Some(value) = value {
            let _ = write!(command, " --{name} {}", quoted(&value));
        }
    }
    let time = args.time.filter(|_| !about.player.contains("time="));
    time.map_or(command.clone(), |ms| format!("{command} --time {ms}"))
}

impl From<BadSpsa> for Failure {
    fn from(why: BadSpsa) -> Failure {
        match why {
            BadSpsa::Journal(why) => why.into(),
            BadSpsa::Opening(why) => Failure::Usage(why.to_string()),
            BadSpsa::Job(why) => why.into(),
            BadSpsa::Void { .. } => Failure::Ours(why.to_string()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known() -> Vec<TunedParameter> {
        let one = |name: &str, integer| TunedParameter::new(name.to_owned(), 2.0, [0.0, 9.0], integer);
        vec![one("ship.0", true), one("ship.1", true), one("caution", false)]
    }

    fn select(options: &[&str]) -> Result<Vec<TunedParameter>, String> {
        let options: Vec<String> = options.iter().map(|option| (*option).to_owned()).collect();
        selected(&options, known(), None).map_err(|why| why.to_string())
    }

    #[test]
    fn parameters_are_chosen_by_name_and_by_beginning() {
        let names =
            |options| -> Vec<String> { select(options).unwrap().into_iter().map(|one| one.name).collect() };
        assert_eq!(names(&[]), ["ship.0", "ship.1", "caution"]);
        assert_eq!(names(&["ship.*"]), ["ship.0", "ship.1"]);
        assert_eq!(names(&["caution", "ship.1", "caution"]), ["ship.1", "caution"]);
        let narrow = &select(&["caution=1..3:0.25"]).unwrap()[0];
        assert_eq!((narrow.min, narrow.max, narrow.c, narrow.start), (1.0, 3.0, 0.25, 2.0));
        assert!((select(&["ship.0=3..9"]).unwrap()[0].start - 3.0).abs() < 1e-9);
    }

    #[test]
    fn refusals_say_what_there_is() {
        for (option, why) in [
            ("speed", "there is no parameter `speed`; there are ship.0, ship.1, caution"),
            ("ship.0=9..1", "a range is MIN..MAX or MIN..MAX:C, within 0..9"),
            ("ship.0=0..10", "within 0..9"),
            ("ship.0=0.5..3", "within 0..9"),
            ("caution=0..1:0", "C is above 0"),
            ("caution=0-1", "a range is MIN..MAX"),
        ] {
            let refused = select(&[option]).unwrap_err();
            assert!(refused.contains(why), "{option}: {refused}");
        }
        let wide = selected(&["ship.0=-99..99".to_owned()], known(), Some(WEIGHTS)).unwrap();
        assert_eq!((wide[0].min, wide[0].max), (-99.0, 99.0));
    }
}
