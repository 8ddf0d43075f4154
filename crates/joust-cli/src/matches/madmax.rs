//! `joust match madmax`: many games of four players, and who is better.

use super::schedule::{Opinion, Schedule};
use super::standings::{Played, Standings, seat_of};
use crate::args::MatchArgs;
use crate::contestant::{Chair, Contestant, Register, wait_limit};
use crate::failure::Failure;
use crate::game::Output;
use joust_files::Care;
use joust_madmax::player::{Death, Null, Player};
use joust_madmax::{Config, Game, Generator, Log, Origin, ResultWriter, Settings, Source, State, TEAMS};
use joust_sandbox::{Audience, Limits};
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::io::{self, Write};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// How long a player without a limit of time is waited for in a game: a thousand times what the
/// games of the built-in players take, and nobody watches a match.
const LONGEST_WAIT: Duration = Duration::from_mins(2);

pub(super) fn run(args: &MatchArgs) -> Result<(), Failure> {
    let Ok(players) = <[String; TEAMS]>::try_from(args.players.clone()) else {
        return Err(Failure::Usage(format!(
            "four players play Mad Max, and {} were named",
            args.players.len()
        )));
    };
    let mut register = Register::default();
    let found: Result<Vec<Contestant>, String> = players.iter().map(|text| register.find(text)).collect();
    let found = found.map_err(Failure::Usage)?;
    let contestants = [0, 1, 2, 3].map(|player| &found[player]);
    let names = contestants.map(|contestant| contestant.name().to_owned());
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
    let mut about = json!({
        "match": "madmax",
        "players": players,
        "input": args.input.as_ref().map(|path| path.display().to_string()),
        "seed": first,
        "time_limit": args.time_limit,
        "memory_limit": args.memory_limit,
    });
    // Only if it was asked for: records of older matches have none.
    if let Some(seconds) = args.wait_limit {
        about["wait_limit"] = seconds.into();
    }
    let schedule = Schedule {
        games: args.games as usize,
        concurrency: args.concurrency,
        record: args.record.as_deref(),
        quiet: args.quiet,
    };
    let mut standings = Standings::new(numbered(&names));
    let play = |turn: usize, stop: &AtomicBool| play_one(args, &config, contestants, first, turn, stop);
    let outcome = schedule.run(&about, &play, &mut |game| {
        if let Some(played) = Played::from_json(game) {
            standings.add(&played);
        }
        Opinion { enough: false, line: standings.line() }
    })?;
    report(args, &numbered(&names), &standings, outcome.games, outcome.stopped)
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
    contestants: [&Contestant; TEAMS],
    first: i32,
    turn: usize,
    stop: &AtomicBool,
) -> Result<Option<Value>, Failure> {
    let seed = first + turn as i32;
    let at_table = seated(contestants, turn);
    let seated = at_table.map(Contestant::name);
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
    let mut deaths = Vec::new();
    let players = [0, 1, 2, 3].map(|seat| -> (String, Box<dyn Player>) {
        let player = sit(args, at_table[seat], seat, seed, &state).unwrap_or_else(|death| {
            deaths.push((seat, None, death));
            Box::new(Null)
        });
        (seated[seat].to_owned(), player)
    });
    let mut game = Game::new(state, random, seed, players).quiet().heard_by(|_| ());
    for (seat, _, _) in &deaths {
        game.bury(*seat);
    }
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
        let round = match game.play_round(&mut ()) {
            Ok(round) => round,
            Err(why) => return Ok(Some(broken(why.to_string()))),
        };
        // Only now: a player that was ended in this round is not to blame.
        if stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        if let Some(result) = &mut result {
            result.movements(&round.movements).and_then(|()| result.state(game.state())).map_err(failed)?;
        }
    }
    if let Some(result) = result {
        result.finish().and_then(|out| out.keep(Care::Quick)).map_err(failed)?;
    }
    game.dismiss();
    for seat in 0..TEAMS {
        deaths.extend(game.death(seat).map(|(round, death)| (seat, Some(*round), death.clone())));
    }
    let scores = game.state().total_score();
    let mut line = json!({ "game": turn, "seed": seed, "seats": seated, "scores": scores });
    if !deaths.is_empty() {
        let death = |(seat, round, death): &(usize, Option<i32>, Death)| json!({ "seat": seat, "round": round, "why": death.did, "details": death.details });
        line["deaths"] = deaths.iter().map(death).collect();
    }
    Ok(Some(line))
}

/// Lets a player sit down where nobody listens to it.
fn sit(
    args: &MatchArgs,
    contestant: &Contestant,
    seat: usize,
    seed: i32,
    state: &State,
) -> Result<Box<dyn Player>, Death> {
    let time = args.time_limit.map(Duration::from_secs_f64);
    let limits = Limits {
        time,
        wait: Some(wait_limit(args.wait_limit, time, LONGEST_WAIT)),
        memory: args.memory_limit.map(|megabytes| (megabytes * 1_048_576.0) as u64),
    };
    let mut cerr = Log::heard_by(|_| ());
    let audience = Audience { cout: Box::new(|_| ()), notes: Box::new(|_| ()) };
    contestant.sit(Chair { seat, seed, state, limits, cerr: &mut cerr, audience })
}

/// Everybody in the order of the seats.
fn seated<T: Copy>(players: [T; TEAMS], turn: usize) -> [T; TEAMS] {
    let mut seats = players;
    for (player, somebody) in players.into_iter().enumerate() {
        seats[seat_of(player, turn)] = somebody;
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

fn report(
    args: &MatchArgs,
    names: &[String; TEAMS],
    standings: &Standings,
    games: Vec<Value>,
    stopped: bool,
) -> Result<(), Failure> {
    let (played, broken): (Vec<Value>, Vec<Value>) =
        games.into_iter().partition(|game| game["broken"].is_null());
    let last = args.seed + u64::from(args.games) - 1;
    let first_broken = broken.first().map(|game| {
        format!("that of seed {}: {}", game["seed"], game["broken"].as_str().unwrap_or_default())
    });
    let count = broken.len();
    let mut out = io::stdout().lock();
    if args.json {
        let game = |game: &Value| {
            json!({
                "seed": game["seed"],
                "seats": game["seats"],
                "scores": game["scores"],
                "deaths": game.get("deaths").unwrap_or(&json!([])),
            })
        };
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
        write!(out, "{}", obituary(names, &played))?;
    }
    out.flush()?;
    if let Some(why) = first_broken {
        return Err(Failure::No(format!("{count} games could not be finished; {why}")));
    }
    if stopped {
        return Err(Failure::Interrupted);
    }
    Ok(())
}

/// Who died how often, and how it was the first time.
fn obituary(names: &[String; TEAMS], games: &[Value]) -> String {
    let mut text = String::new();
    for (player, name) in names.iter().enumerate() {
        let own = games.iter().filter_map(|game| {
            let seat = seat_of(player, usize::try_from(game["game"].as_u64()?).ok()?);
            let death = game["deaths"].as_array()?.iter().find(|death| death["seat"] == seat)?;
            Some((&game["seed"], death))
        });
        let own: Vec<(&Value, &Value)> = own.collect();
        let Some((seed, death)) = own.first() else { continue };
        let (times, games) = (own.len(), if own.len() == 1 { "game" } else { "games" });
        let when =
            death["round"].as_i64().map_or("before round 0".to_owned(), |round| format!("in round {round}"));
        let why = death["why"].as_str().unwrap_or_default();
        let _ = writeln!(text, "\n{name} died in {times} {games}; in that of seed {seed} it {why} {when}");
        for line in death["details"].as_array().into_iter().flatten().filter_map(Value::as_str) {
            let _ = writeln!(text, "  {line}");
        }
    }
    text
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
