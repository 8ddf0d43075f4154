//! `joust match madmax`: many games of four players, and their standings.

use super::{json, standings};
use crate::args::MatchArgs;
use crate::failure::{Failure, count};
use crate::many::{Many, Opinion};
use crate::signals::stop_handle;
use crate::{environment, input};
use joust_core::Game as _;
use joust_files::{Care, Output};
use joust_league::{ScoreStandings, numbered};
use joust_madmax::player::Seated;
use joust_madmax::{Config, Generator, Settings, Skirmish, Source, TEAMS};
use joust_match::{
    Contestant, Death, Journal, Kits, MatchOutcome, ScoreLine, ScoreMatch, Scribe, Watcher, pairing,
};
use joust_players::Spec;
use joust_sandbox::Audience;
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::io::{self, Write};
use std::path::Path;
use std::sync::atomic::AtomicBool;

pub(super) fn run(args: &MatchArgs) -> Result<(), Failure> {
    let Ok(players) = <[String; TEAMS]>::try_from(args.players.clone()) else {
        return Err(Failure::Usage(format!("Mad Max needs four players; {} were named", args.players.len())));
    };
    let contestants = find(&players)?;
    let names = [0, 1, 2, 3].map(|player| contestants[player].name());
    let config = configuration(args.input.as_deref())?;
    let first = i32::try_from(args.seed).ok();
    let last = first.and_then(|first| first.checked_add(i32::try_from(args.games).ok()? - 1));
    let (Some(first), Some(_)) = (first, last) else {
        return Err(Failure::Usage(format!(
            "{} games from seed {} need seeds that are too large",
            args.games, args.seed
        )));
    };
    if let Some(folder) = &args.results {
        std::fs::create_dir_all(folder).map_err(|why| Failure::file(folder, &why))?;
    }
    let about = ScoreMatch {
        game: Skirmish::NAME.to_owned(),
        players,
        input: args.input.as_ref().map(|path| path.display().to_string()),
        seed: first,
        time_limit: args.time_limit,
        memory_limit: args.memory_limit,
        wait_limit: args.wait_limit,
    };
    let armies = Armies { args, config, contestants, names, about: &about };
    let mut table = ScoreStandings::new(&armies.names);
    let stop = stop_handle();
    let journal = args.record.as_deref().map(|path| Journal::open(path, &about)).transpose()?;
    let (games, threads, quiet) = (args.games as usize, args.concurrency, args.quiet);
    let many = Many { games, called: "games", threads, quiet, stop: &stop };
    let outcome = many.play(journal, &|number| armies.play(number, &stop), &mut |game: &ScoreLine| {
        if let Some(scores) = game.scores {
            table.add(pairing::rotated_seats(game.game), scores);
        }
        Opinion { enough: false, line: standings::line(&table) }
    })?;
    report(args, &armies.names, &table, &outcome)
}

/// The players by name.
fn find(names: &[String]) -> Result<Vec<Contestant>, Failure> {
    let kits = Kits::new(environment::confinement());
    let find = |name: &String| {
        let spec = Spec::read(name, Skirmish::NAME).map_err(|why| Failure::Usage(why.to_string()))?;
        let found = kits.find(spec);
        kits.warnings().iter().for_each(|line| tell!("joust: {line}"));
        found.map_err(|why| Failure::Usage(why.to_string()))
    };
    names.iter().map(find).collect()
}

/// The contest's settings, or those of a file.
fn configuration(path: Option<&Path>) -> Result<Config, Failure> {
    let Some(path) = path else {
        return Ok(Config { settings: Settings::default(), source: Source::Generator });
    };
    let name = path.display().to_string();
    let bytes = input::bytes(path, input::LONGEST).map_err(|why| Failure::file(&name, &why))?;
    let config = Config::read(&String::from_utf8_lossy(&bytes));
    // The faults of a map in the file do not depend on the seed.
    let config = config.and_then(|config| config.start(&mut Generator::new(1)).map(|_| config));
    config.map_err(|why| {
        let lines: Vec<String> = why.0.iter().map(|fault| format!("{name}: {fault}")).collect();
        Failure::Usage(lines.join("\n"))
    })
}

/// A match before its first game.
struct Armies<'a> {
    args: &'a MatchArgs,
    config: Config,
    contestants: Vec<Contestant>,
    names: [String; TEAMS],
    about: &'a ScoreMatch,
}

impl Armies<'_> {
    /// Plays a game and gives its line for the journal.
    fn play(&self, number: usize, stop: &AtomicBool) -> Result<Option<ScoreLine>, Failure> {
        let seed = self.about.seed_of(number);
        let seats: [usize; TEAMS] = pairing::rotated_seats(number);
        let names = seats.map(|player| self.names[player].clone());
        let job = match self.about.job(number, &self.config) {
            Ok(job) => job,
            Err(why) => return Ok(Some(ScoreLine::broken(number, seed, names, why.to_string()))),
        };
        let mut table = job.table::<Skirmish>()?;
        let seat = |player: usize| self.contestants[player].seat_army(&job.limits, Audience::absent());
        let players: Option<Vec<Seated>> = seats.into_iter().map(seat).collect();
        let mut players = players.ok_or_else(|| Failure::Ours("a player has no seat".to_owned()))?;
        let folder = self.args.results.as_deref();
        let failed = |why| Failure::file(folder.unwrap_or(Path::new("")), &why);
        let scribe = |folder: &Path| {
            let out = Output::file(&folder.join(format!("{seed}.res")))?;
            Scribe::new(out, table.course().start(), names.clone(), false)
        };
        let mut scribe = folder.map(scribe).transpose().map_err(failed)?;
        let watcher: &mut dyn Watcher<Skirmish> = match &mut scribe {
            Some(scribe) => scribe,
            None => &mut (),
        };
        let played = job.play_watched(&mut table, &mut players, &|_| None, watcher, stop)?;
        let Some(played) = played else { return Ok(None) };
        if let Some(why) = table.course().trouble() {
            return Ok(Some(ScoreLine::broken(number, seed, names, why.to_string())));
        }
        if let Some(scribe) = scribe {
            scribe.finish(Care::Quick).map_err(failed)?;
        }
        Ok(Some(ScoreLine::new(seed, names, &played)))
    }
}

fn report(
    args: &MatchArgs,
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
        let game = |game: &&ScoreLine| {
            Ok(json!({
                "seed": game.seed,
                "seats": game.seats,
                "scores": game.scores,
                "deaths": json(&game.deaths)?,
            }))
        };
        let answer = json!({
            "game": Skirmish::NAME,
            "games": played.len(),
            "stopped": stopped,
            "players": standings::json(table),
            "results": played.iter().map(game).collect::<Result<Vec<Value>, Failure>>()?,
            "broken": broken.iter().map(|game| json!({ "seed": game.seed, "why": game.broken })).collect::<Vec<_>>(),
        });
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
