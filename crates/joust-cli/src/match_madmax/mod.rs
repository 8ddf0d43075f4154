//! `joust match madmax`: many games of four players, and who is better.

mod standings;

use crate::args::MatchMadmaxArgs;
use crate::failure::Failure;
use crate::game::Output;
use indicatif::{ProgressBar, ProgressStyle};
use joust_madmax::player::{self, Player};
use joust_madmax::{Config, Game, Generator, Origin, ResultWriter, Settings, Source, TEAMS};
use rayon::prelude::*;
use serde_json::{Value, json};
use standings::{Played, Standings, seat_of};
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

/// How a game ended.
enum Ended {
    Played(Played),
    /// It could not be finished: the seed and why.
    Broken(i32, String),
    /// The user wants no more.
    Stopped,
}

pub(crate) fn run(args: &MatchMadmaxArgs) -> Result<(), Failure> {
    let names: [&str; TEAMS] = [0, 1, 2, 3].map(|player| args.players[player].as_str());
    for name in names {
        if player::built_in(name).is_none() {
            let known = player::BUILT_IN.map(|(name, _)| name).join(", ");
            return Err(Failure::Usage(format!("there is no player `{name}`: the players are {known}")));
        }
    }
    let config = configuration(args.input.as_deref())?;
    if args.seed.checked_add(args.games as i32 - 1).is_none() {
        return Err(Failure::Usage(format!(
            "the last of {} seeds from {} is too large",
            args.games, args.seed
        )));
    }
    if let Some(folder) = &args.results {
        std::fs::create_dir_all(folder).map_err(|why| Failure::file(&folder.display().to_string(), &why))?;
    }
    let stop = Arc::new(AtomicBool::new(false));
    heed_interrupts(&stop);
    let ended = play_all(args, &config, names, &stop)?;
    report(args, names, &ended)
}

/// The contest's settings, or those of a file.
fn configuration(path: Option<&Path>) -> Result<Config, Failure> {
    let Some(path) = path else {
        return Ok(Config { settings: Settings::default(), source: Source::Generator });
    };
    let name = path.display().to_string();
    let bytes = std::fs::read(path).map_err(|why| Failure::file(&name, &why))?;
    let bad = |why: joust_madmax::BadConfig| {
        let lines: Vec<String> = why.0.iter().map(|fault| format!("{name}: {fault}")).collect();
        Failure::Usage(lines.join("\n"))
    };
    let config = Config::read(&String::from_utf8_lossy(&bytes)).map_err(bad)?;
    // Faults of a fixed map do not depend on the seed.
    config.start(&mut Generator::new(1)).map_err(bad)?;
    Ok(config)
}

/// The first interrupt ends the match, the second one the program.
fn heed_interrupts(stop: &Arc<AtomicBool>) {
    #[cfg(unix)]
    for signal in [signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM] {
        let _ = signal_hook::flag::register_conditional_default(signal, Arc::clone(stop));
        let _ = signal_hook::flag::register(signal, Arc::clone(stop));
    }
    #[cfg(not(unix))]
    let _ = stop;
}

/// Plays all games, several at a time. What comes out is in the order of the seeds.
fn play_all(
    args: &MatchMadmaxArgs,
    config: &Config,
    names: [&str; TEAMS],
    stop: &AtomicBool,
) -> Result<Vec<Ended>, Failure> {
    let bar = if args.quiet { ProgressBar::hidden() } else { ProgressBar::new(args.games.into()) };
    let style = ProgressStyle::with_template("{wide_bar} {pos}/{len} games, {eta} left  {msg}");
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    let standings = Mutex::new(Standings::new(numbered(names)));
    let threads = rayon::ThreadPoolBuilder::new().num_threads(args.concurrency.unwrap_or(0)).build();
    let threads = threads.map_err(|why| Failure::Ours(format!("cannot start threads: {why}")))?;
    let games = (0..args.games as usize).into_par_iter().with_max_len(1).map(|game| {
        let ended = play_one(args, config, names, game, stop)?;
        if let (Ended::Played(played), Ok(mut standings)) = (&ended, standings.lock()) {
            standings.add(played);
            bar.set_message(standings.line());
            bar.inc(1);
        }
        Ok(ended)
    });
    let ended: io::Result<Vec<Ended>> = threads.install(|| games.collect());
    bar.finish_and_clear();
    ended.map_err(|why| match &args.results {
        Some(folder) => Failure::file(&folder.display().to_string(), &why),
        None => why.into(),
    })
}

fn play_one(
    args: &MatchMadmaxArgs,
    config: &Config,
    names: [&str; TEAMS],
    turn: usize,
    stop: &AtomicBool,
) -> io::Result<Ended> {
    if stop.load(Ordering::Relaxed) {
        return Ok(Ended::Stopped);
    }
    let seed = args.seed + turn as i32;
    let mut random = Generator::new(seed);
    let state = match config.start(&mut random) {
        Ok(state) => state,
        Err(why) => return Ok(Ended::Broken(seed, why.to_string())),
    };
    let seated = seated(names, turn);
    let players = seated.map(|name| -> (String, Box<dyn Player>) {
        (name.to_owned(), player::built_in(name).unwrap_or_else(|| Box::new(player::Null)))
    });
    let mut game = Game::new(state, random, seed, players).quiet().heard_by(|_| ());
    let mut result = match &args.results {
        Some(folder) => {
            let out = Output::file(&folder.join(format!("{seed}.res")))?;
            Some(ResultWriter::new(out, Origin::Game, seed, &config.settings, &seated)?)
        }
        None => None,
    };
    if let Some(result) = &mut result {
        result.state(game.state())?;
    }
    while !game.state().is_over() {
        if stop.load(Ordering::Relaxed) {
            return Ok(Ended::Stopped);
        }
        let round = match game.play_round(&mut ()) {
            Ok(round) => round,
            Err(why) => return Ok(Ended::Broken(seed, why.to_string())),
        };
        if let Some(result) = &mut result {
            result.movements(&round.movements)?;
            result.state(game.state())?;
        }
    }
    if let Some(result) = result {
        result.finish()?.keep()?;
    }
    Ok(Ended::Played(Played { seed, turn: turn % TEAMS, scores: game.state().total_score() }))
}

/// The names in the order of the seats.
fn seated(names: [&str; TEAMS], turn: usize) -> [&str; TEAMS] {
    let mut seats = names;
    for (player, name) in names.iter().enumerate() {
        seats[seat_of(player, turn)] = name;
    }
    seats
}

/// The names, with a number where a name occurs more than once.
fn numbered(names: [&str; TEAMS]) -> [String; TEAMS] {
    [0, 1, 2, 3].map(|player| {
        let name = names[player];
        let before = names[..player].iter().filter(|other| **other == name).count();
        let all = names.iter().filter(|other| **other == name).count();
        if all > 1 { format!("{name}#{}", before + 1) } else { name.to_owned() }
    })
}

fn report(args: &MatchMadmaxArgs, names: [&str; TEAMS], ended: &[Ended]) -> Result<(), Failure> {
    let mut standings = Standings::new(numbered(names));
    let (mut played, mut broken, mut stopped) = (Vec::new(), Vec::new(), false);
    for ended in ended {
        match ended {
            Ended::Played(game) => {
                standings.add(game);
                played.push(game);
            }
            Ended::Broken(seed, why) => broken.push((*seed, why)),
            Ended::Stopped => stopped = true,
        }
    }
    let last = args.seed + args.games as i32 - 1;
    let mut out = io::stdout().lock();
    if args.json {
        let game = |game: &&Played| -> Value {
            json!({ "seed": game.seed, "seats": seated(names, game.turn), "scores": game.scores })
        };
        let answer = json!({
            "game": "madmax",
            "games": played.len(),
            "stopped": stopped,
            "players": standings.json(),
            "results": played.iter().map(game).collect::<Vec<_>>(),
            "broken": broken.iter().map(|(seed, why)| json!({ "seed": seed, "why": why })).collect::<Vec<_>>(),
        });
        writeln!(out, "{answer:#}")?;
    } else {
        let of = if stopped { format!(" of {}", args.games) } else { String::new() };
        writeln!(
            out,
            "{}{of} games, seeds {} to {last}; everybody moves one seat on each game\n",
            played.len(),
            args.seed
        )?;
        write!(out, "{}", standings.table())?;
    }
    out.flush()?;
    if let Some((seed, why)) = broken.first() {
        let count = broken.len();
        return Err(Failure::No(format!("{count} games could not be finished; that of seed {seed}: {why}")));
    }
    if stopped {
        // As the shell would have it.
        std::process::exit(130);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_occur_twice_are_numbered() {
        assert_eq!(numbered(["A", "B", "A", "A"]), ["A#1", "B", "A#2", "A#3"]);
    }

    #[test]
    fn in_four_games_everybody_sits_everywhere() {
        let names = ["A", "B", "C", "D"];
        for (player, name) in names.iter().enumerate() {
            let mut seats: Vec<usize> = (0..TEAMS)
                .map(|turn| seated(names, turn).iter().position(|other| other == name).unwrap())
                .collect();
            assert_eq!(seats[0], player);
            seats.sort_unstable();
            assert_eq!(seats, [0, 1, 2, 3]);
        }
    }
}
