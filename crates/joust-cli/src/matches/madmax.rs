//! `joust match madmax`: many games of four players, and who is better.

use super::schedule::{Opinion, Schedule};
use super::standings::{Played, Standings, seat_of};
use crate::args::MatchArgs;
use crate::failure::Failure;
use crate::game::Output;
use joust_madmax::player::{self, Player};
use joust_madmax::{Config, Game, Generator, Origin, ResultWriter, Settings, Source, TEAMS};
use serde_json::{Value, json};
use std::io::{self, Write};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

pub(super) fn run(args: &MatchArgs) -> Result<(), Failure> {
    let Ok(names) = <[String; TEAMS]>::try_from(args.players.clone()) else {
        return Err(Failure::Usage(format!(
            "four players play Mad Max, and {} were named",
            args.players.len()
        )));
    };
    for name in &names {
        find(name)?;
    }
    let config = configuration(args.input.as_deref())?;
    let first = i32::try_from(args.seed).ok();
    let last = first.and_then(|first| first.checked_add(i32::try_from(args.games).ok()? - 1));
    let (Some(first), Some(_)) = (first, last) else {
        return Err(Failure::Usage(format!(
            "the last of {} seeds from {} is too large",
            args.games, args.seed
        )));
    };
    if let Some(folder) = &args.results {
        std::fs::create_dir_all(folder).map_err(|why| Failure::file(&folder.display().to_string(), &why))?;
    }
    let about = json!({
        "match": "madmax",
        "players": names,
        "input": args.input.as_ref().map(|path| path.display().to_string()),
        "seed": first,
    });
    let schedule = Schedule {
        games: args.games as usize,
        concurrency: args.concurrency,
        record: args.record.as_deref(),
        quiet: args.quiet,
    };
    let mut standings = Standings::new(numbered(&names));
    let play = |turn: usize, stop: &AtomicBool| play_one(args, &config, &names, first, turn, stop);
    let outcome = schedule.run(&about, &play, &mut |game| {
        if let Some(played) = Played::from_json(game) {
            standings.add(&played);
        }
        Opinion { enough: false, line: standings.line() }
    })?;
    report(args, &standings, outcome.games, outcome.stopped)
}

/// The player of that name. This is the one place that knows who can play Mad Max.
fn find(name: &str) -> Result<Box<dyn Player>, Failure> {
    player::built_in(name).ok_or_else(|| {
        let known = player::BUILT_IN.map(|(name, _)| name).join(", ");
        Failure::Usage(format!("there is no player `{name}`: the players are {known}"))
    })
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

/// Plays the game of a seed and gives its line of the record.
fn play_one(
    args: &MatchArgs,
    config: &Config,
    names: &[String; TEAMS],
    first: i32,
    turn: usize,
    stop: &AtomicBool,
) -> Result<Option<Value>, Failure> {
    let seed = first + turn as i32;
    let seated = seated(names, turn);
    let failed = |why: io::Error| match &args.results {
        Some(folder) => Failure::file(&folder.display().to_string(), &why),
        None => why.into(),
    };
    let broken = |why: String| json!({ "game": turn, "seed": seed, "seats": seated, "broken": why });
    let mut random = Generator::new(seed);
    let state = match config.start(&mut random) {
        Ok(state) => state,
        Err(why) => return Ok(Some(broken(why.to_string()))),
    };
    let mut players = Vec::new();
    for name in seated {
        players.push((name.to_owned(), find(name)?));
    }
    let Ok(players) = <[_; TEAMS]>::try_from(players) else {
        return Err(Failure::Ours("four players were not four".into()));
    };
    let mut game = Game::new(state, random, seed, players).quiet().heard_by(|_| ());
    let mut result = match &args.results {
        Some(folder) => {
            let out = Output::file(&folder.join(format!("{seed}.res"))).map_err(failed)?;
            let writer = ResultWriter::new(out, Origin::Game, seed, &config.settings, &seated);
            Some(writer.map_err(failed)?)
        }
        None => None,
    };
    if let Some(result) = &mut result {
        result.state(game.state()).map_err(failed)?;
    }
    while !game.state().is_over() {
        if stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        let round = match game.play_round(&mut ()) {
            Ok(round) => round,
            Err(why) => return Ok(Some(broken(why.to_string()))),
        };
        if let Some(result) = &mut result {
            result.movements(&round.movements).and_then(|()| result.state(game.state())).map_err(failed)?;
        }
    }
    if let Some(result) = result {
        result.finish().and_then(Output::keep).map_err(failed)?;
    }
    let scores = game.state().total_score();
    Ok(Some(json!({ "game": turn, "seed": seed, "seats": seated, "scores": scores })))
}

/// The names in the order of the seats.
fn seated(names: &[String; TEAMS], turn: usize) -> [&str; TEAMS] {
    let mut seats = [""; TEAMS];
    for (player, name) in names.iter().enumerate() {
        seats[seat_of(player, turn)] = name;
    }
    seats
}

/// The names, with a number where a name occurs more than once.
fn numbered(names: &[String; TEAMS]) -> [String; TEAMS] {
    [0, 1, 2, 3].map(|player| {
        let name = &names[player];
        let before = names[..player].iter().filter(|other| *other == name).count();
        let all = names.iter().filter(|other| *other == name).count();
        if all > 1 { format!("{name}#{}", before + 1) } else { name.clone() }
    })
}

fn report(args: &MatchArgs, standings: &Standings, games: Vec<Value>, stopped: bool) -> Result<(), Failure> {
    let (played, broken): (Vec<Value>, Vec<Value>) =
        games.into_iter().partition(|game| game["broken"].is_null());
    let last = args.seed + u64::from(args.games) - 1;
    let first_broken = broken.first().map(|game| {
        format!("that of seed {}: {}", game["seed"], game["broken"].as_str().unwrap_or_default())
    });
    let count = broken.len();
    let mut out = io::stdout().lock();
    if args.json {
        let game =
            |game: &Value| json!({ "seed": game["seed"], "seats": game["seats"], "scores": game["scores"] });
        let answer = json!({
            "game": "madmax",
            "games": played.len(),
            "stopped": stopped,
            "players": standings.json(),
            "results": played.iter().map(game).collect::<Vec<_>>(),
            "broken": broken.iter().map(|game| json!({ "seed": game["seed"], "why": game["broken"] })).collect::<Vec<_>>(),
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
    if let Some(why) = first_broken {
        return Err(Failure::No(format!("{count} games could not be finished; {why}")));
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
        assert_eq!(numbered(&["A", "B", "A", "A"].map(str::to_owned)), ["A#1", "B", "A#2", "A#3"]);
    }

    #[test]
    fn in_four_games_everybody_sits_everywhere() {
        let names = ["A", "B", "C", "D"].map(str::to_owned);
        for (player, name) in names.iter().enumerate() {
            let mut seats: Vec<usize> = (0..TEAMS)
                .map(|turn| seated(&names, turn).iter().position(|other| other == name).unwrap())
                .collect();
            assert_eq!(seats[0], player);
            seats.sort_unstable();
            assert_eq!(seats, [0, 1, 2, 3]);
        }
    }
}
