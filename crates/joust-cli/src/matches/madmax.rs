//! `joust match madmax`: many games of four players, and their standings.

use super::standings;
use crate::args::MatchArgs;
use crate::commands::stream::json;
use crate::failure::Failure;
use crate::many::{Many, Opinion};
use crate::signals::stop_handle;
use crate::{environment, input};
use joust_core::{Game as _, count};
use joust_league::{ScoreStandings, numbered};
use joust_madmax::{Config, Generator, Settings, Skirmish, Source, TEAMS};
use joust_match::{
    BadScores, Contestant, Death, Journal, Kits, MatchOutcome, MatchReport, ScoreLine, ScoreMatch, pairing,
};
use joust_players::Spec;
use std::fmt::Write as _;
use std::io::{self, Write};
use std::path::Path;

pub(super) fn run(args: &MatchArgs) -> Result<(), Failure> {
    let Ok(players) = <[String; TEAMS]>::try_from(args.players.clone()) else {
        return Err(Failure::Usage(format!("Mad Max needs four players; {} were named", args.players.len())));
    };
    let contestants = find(&players)?;
    let names = contestants.each_ref().map(Contestant::name);
    let config = configuration(args.madmax.input.as_deref())?;
    let first = i32::try_from(args.seed).ok();
    let last = first.and_then(|first| first.checked_add(i32::try_from(args.games).ok()? - 1));
    let (Some(first), Some(_)) = (first, last) else {
        return Err(Failure::Usage(format!(
            "{} games from seed {} need seeds that are too large",
            args.games, args.seed
        )));
    };
    if let Some(folder) = &args.madmax.results {
        std::fs::create_dir_all(folder).map_err(|why| Failure::file(folder, &why))?;
    }
    let about = ScoreMatch {
        game: Skirmish::NAME.to_owned(),
        players,
        input: args.madmax.input.as_ref().map(|path| path.display().to_string()),
        seed: first,
        time_limit: args.madmax.time_limit,
        memory_limit: args.madmax.memory_limit,
        wait_limit: args.madmax.wait_limit,
    };
    let mut table = ScoreStandings::new(&names);
    let stop = stop_handle();
    let journal = args.record.as_deref().map(|path| Journal::open(path, &about)).transpose()?;
    let (games, threads, quiet) = (args.games as usize, args.concurrency, args.quiet);
    let many = Many { games, called: "games", threads, quiet, stop: &stop };
    let results = args.madmax.results.as_deref();
    let play = |number| {
        let line = about.play(number, &config, &contestants, results, &stop);
        line.map_err(|why| match why {
            BadScores::Job(why) => why.into(),
            BadScores::Result(why) => Failure::file(results.unwrap_or(Path::new("")), &why),
            BadScores::NoSeat => Failure::Ours(why.to_string()),
        })
    };
    let outcome = many.play(journal, &play, &mut |game: &ScoreLine| {
        if let Some(scores) = game.scores {
            table.add(pairing::rotated_seats(game.game), scores);
        }
        Opinion { enough: false, line: standings::line(&table) }
    })?;
    report(args, &about, &names, &table, &outcome)
}

/// The players by name.
fn find(names: &[String; TEAMS]) -> Result<[Contestant; TEAMS], Failure> {
    let kits = Kits::new(environment::confinement());
    let find = |name: &String| {
        let spec = Spec::read(name, Skirmish::NAME).map_err(|why| Failure::Usage(why.to_string()))?;
        let found = kits.find(spec);
        kits.warnings().iter().for_each(|line| tell!("joust: {line}"));
        found.map_err(|why| Failure::Usage(why.to_string()))
    };
    let [a, b, c, d] = names.each_ref().map(find);
    Ok([a?, b?, c?, d?])
}

/// The contest's settings, or those of a file.
fn configuration(path: Option<&Path>) -> Result<Config, Failure> {
    let Some(path) = path else {
        return Ok(Config { settings: Settings::default(), source: Source::Generator });
    };
    let name = path.display().to_string();
    let bytes = joust_files::read(path, input::LONGEST).map_err(|why| Failure::file(&name, &why))?;
    let config = Config::read(&String::from_utf8_lossy(&bytes));
    // The faults of a map in the file do not depend on the seed.
    let config = config.and_then(|config| config.start(&mut Generator::new(1)).map(|_| config));
    config.map_err(|why| {
        let lines: Vec<String> = why.0.iter().map(|fault| format!("{name}: {fault}")).collect();
        Failure::Usage(lines.join("\n"))
    })
}

fn report(
    args: &MatchArgs,
    about: &ScoreMatch,
    names: &[String; TEAMS],
    table: &ScoreStandings<TEAMS>,
    outcome: &MatchOutcome<ScoreLine>,
) -> Result<(), Failure> {
    let stopped = outcome.stopped;
    let (played, broken): (Vec<&ScoreLine>, Vec<&ScoreLine>) =
        outcome.games.iter().partition(|game| game.broken.is_none());
    let last = args.seed + u64::from(args.games) - 1;
    let mut out = io::stdout().lock();
    if args.json {
        let (game, results) = (&about.game, &outcome.games);
        let answer = json(&MatchReport { game, about, stopped, standings: table, results })?;
        writeln!(out, "{answer:#}")?;
    } else if !stopped || !played.is_empty() {
        let games = count(args.games, "game");
        let games =
            if stopped { format!("{} of {games}", played.len()) } else { count(played.len(), "game") };
        let first = args.seed;
        writeln!(out, "{games}, seeds {first} to {last}; seats rotate by one every game\n")?;
        write!(out, "{}", standings::text(table))?;
        write!(out, "{}", obituary(names, &played))?;
    }
    out.flush()?;
    if let Some(game) = broken.first() {
        let (games, seed) = (count(broken.len(), "game"), game.seed);
        let why = game.broken.as_deref().unwrap_or_default();
        return Err(Failure::No(format!("{games} could not be finished; that of seed {seed}: {why}")));
    }
    if stopped {
        return Err(super::stopped(outcome.over, args.games as usize));
    }
    let first = played.iter().find_map(|game| game.deaths.first().map(|death| (game, death)));
    let Some((game, death)) = first else { return Ok(()) };
    let name = &numbered(names)[pairing::rotated_seats::<TEAMS>(game.game)[death.seat % TEAMS]];
    Err(Failure::No(format!("{name} {} {} (game of seed {})", death.why, when(death), game.seed)))
}

/// The round in which a player died, in words.
fn when(death: &Death) -> String {
    death.round.map_or("before round 0".to_owned(), |round| format!("in round {round}"))
}

/// How often each player died, with the reason for the first time.
fn obituary(names: &[String; TEAMS], games: &[&ScoreLine]) -> String {
    let mut text = String::new();
    for (player, name) in numbered(names).iter().enumerate() {
        let own = games.iter().filter_map(|game| {
            let seats: [usize; TEAMS] = pairing::rotated_seats(game.game);
            let death = game.deaths.iter().find(|death| seats.get(death.seat) == Some(&player))?;
            Some((game.seed, death))
        });
        let own: Vec<(i32, &Death)> = own.collect();
        let Some((seed, death)) = own.first() else { continue };
        let (games, why, when) = (count(own.len(), "game"), &death.why, when(death));
        let _ = writeln!(text, "\n{name} died in {games}; in that of seed {seed} it {why} {when}");
        for line in &death.details {
            let _ = writeln!(text, "  {line}");
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deaths_are_told_of_the_player_that_sat_there() {
        let death = Death {
            seat: 0,
            round: Some(7),
            why: "crashed".to_owned(),
            details: vec!["at a.cc:3".to_owned()],
        };
        let games = [0, 1].map(|game| ScoreLine {
            game,
            seed: 30 + game as i32,
            scores: Some([1; 4]),
            deaths: vec![death.clone()],
            ..ScoreLine::default()
        });
        let told = obituary(&["A", "B", "C", "A"].map(str::to_owned), &games.each_ref());
        assert_eq!(
            told,
            "\nA#1 died in 1 game; in that of seed 30 it crashed in round 7\n  at a.cc:3\n\
             \nA#2 died in 1 game; in that of seed 31 it crashed in round 7\n  at a.cc:3\n"
        );
    }
}
