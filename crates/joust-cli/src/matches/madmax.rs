//! `joust match madmax`: many games of four players, and their standings.

use super::{standings, table};
use crate::args::MatchArgs;
use crate::commands::stream::json;
use crate::failure::Failure;
use crate::input;
use crate::many::{Many, Opinion};
use crate::signals::stop_handle;
use joust_core::{Game as _, count};
use joust_league::sequential::{BlockTest, Decision, Rotations, Tested};
use joust_league::{ScoreStandings, Sprt, numbered};
use joust_madmax::{Config, Generator, Settings, Skirmish, Source, TEAMS};
use joust_match::{
    BadScores, Contestant, Death, MatchOutcome, MatchReport, Programs, ScoreLine, ScoreMatch, pairing,
};
use joust_players::Spec;
use serde::Serialize;
use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{self, Write};
use std::path::Path;

pub(super) fn run(args: &MatchArgs) -> Result<(), Failure> {
    let Ok(players) = <[String; TEAMS]>::try_from(args.players.clone()) else {
        return Err(Failure::Usage(format!("Mad Max needs four players; {} were named", args.players.len())));
    };
    let programs = super::programs(args.trust);
    let (specs, contestants) = find(&players, &programs)?;
    let names = contestants.each_ref().map(Contestant::name);
    let config = configuration(args.madmax.input.as_deref())?;
    let mut test = args.test.sprt.map(|sprt| Comparison::new(sprt, args, &players)).transpose()?;
    let Some((first, _)) = seeds(args) else {
        let (games, seed) = (args.most_games(), args.seed);
        return Err(Failure::Usage(format!("{games} games from seed {seed} need seeds that are too large")));
    };
    if let Some(folder) = &args.madmax.results {
        std::fs::create_dir_all(folder).map_err(|why| Failure::file(folder, &why))?;
    }
    let modules =
        contestants.iter().zip(&players).filter_map(|(one, name)| Some((name.clone(), one.hash()?)));
    let modules: BTreeMap<String, String> = modules.collect();
    let config_text = (!modules.is_empty()).then(|| config.to_string());
    let about = ScoreMatch {
        game: Skirmish::NAME.to_owned(),
        input: args.madmax.input.as_ref().map(|path| path.display().to_string()),
        seed: first,
        blocks: test.is_some(),
        time_limit: args.madmax.time_limit,
        memory_limit: args.madmax.memory_limit,
        wait_limit: args.madmax.wait_limit,
        modules,
        programs: programs.fingerprints(players.iter().zip(&specs)),
        config: config_text,
        players,
    };
    let mut scores = ScoreStandings::new(&names);
    let stop = stop_handle();
    let earlier = ScoreMatch { programs: BTreeMap::new(), ..about.clone() };
    let journal = args.record.as_deref().map(|path| super::open(path, &about, &earlier)).transpose()?;
    let (games, threads, quiet) = (args.most_games() as usize, args.concurrency, args.quiet);
    let many = Many { games, called: "games", threads, quiet, stop: &stop };
    let results = args.madmax.results.as_deref();
    let play = |number| {
        let line = about.play(number, &config, &contestants, results, &stop);
        line.map_err(|why| match why {
            BadScores::Job(why) => super::unfair(why, args.record.as_deref()),
            BadScores::Result(why) => Failure::file(results.unwrap_or(Path::new("")), &why),
            BadScores::NoSeat => Failure::Ours(why.to_string()),
        })
    };
    let outcome = many.play(journal, &play, &mut |game: &ScoreLine| {
        let seats = pairing::rotated_seats(game.game);
        if let Some(points) = game.scores {
            let block = if about.blocks { game.game / TEAMS } else { game.game };
            scores.add(block, seats, points);
        }
        let mut line = standings::line(&scores);
        let enough = test.as_mut().is_some_and(|test| {
            let decision = test.add(seats, game.scores);
            line = format!("{line}  {}", table::in_short(&decision));
            decision.over
        });
        Opinion { enough, line }
    })?;
    let standings = Standings { table: &scores, sprt: test.as_ref().map(Comparison::tested) };
    report(args, &about, &names, &standings, &outcome)
}

/// The first and the last seed of the match.
fn seeds(args: &MatchArgs) -> Option<(i32, i32)> {
    let games = i32::try_from(args.most_games()).ok()?;
    let seeds = if args.test.sprt.is_some() { (games - 1) / TEAMS as i32 + 1 } else { games };
    let first = i32::try_from(args.seed).ok()?;
    Some((first, first.checked_add(seeds - 1)?))
}

/// What the games of a match add up to.
#[derive(Serialize)]
struct Standings<'a> {
    #[serde(flatten)]
    table: &'a ScoreStandings<TEAMS>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sprt: Option<Tested<BlockTest>>,
}

/// The sequential test of the first player against the second, and against all copies of the second.
struct Comparison {
    test: BlockTest,
    rotations: Rotations,
    rivals: Vec<usize>,
}

impl Comparison {
    fn new(sprt: Sprt, args: &MatchArgs, players: &[String; TEAMS]) -> Result<Comparison, Failure> {
        let (alpha, beta) = args.test.risks();
        let test = BlockTest::by_elo(sprt.elo0, sprt.elo1, alpha, beta);
        let test = test.map_err(|why| Failure::Usage(why.to_string()))?;
        if !(args.most_games() as usize).is_multiple_of(TEAMS) {
            return Err(Failure::Usage(format!(
                "a sequential test of Mad Max plays blocks of {TEAMS} games, in which everybody has every seat: \
                 --games takes a multiple of {TEAMS}"
            )));
        }
        let rivals = (1..TEAMS).filter(|rival| players[*rival] == players[1]).collect();
        Ok(Comparison { test, rotations: Rotations::new(TEAMS), rivals })
    }

    /// Adds the next game: the players and the scores of the seats.
    fn add(&mut self, seats: [usize; TEAMS], scores: Option<[i64; TEAMS]>) -> Decision {
        let score_of = |player: usize| Some(scores?[seats.iter().position(|seated| *seated == player)?]);
        let halves = |rival: &usize| {
            Some(match score_of(0)?.cmp(&score_of(*rival)?) {
                Ordering::Greater => 2,
                Ordering::Equal => 1,
                Ordering::Less => 0,
            })
        };
        let halves: Option<Vec<u32>> = self.rivals.iter().map(halves).collect();
        let rivals = self.rivals.len() as u32;
        self.rotations
            .add(halves.map(|halves| f64::from(halves.iter().sum::<u32>()) / f64::from(2 * rivals)));
        self.test.decide(&self.rotations.sample())
    }

    fn tested(&self) -> Tested<BlockTest> {
        Tested { test: self.test, decision: self.test.decide(&self.rotations.sample()) }
    }
}

/// The players by name.
fn find(
    names: &[String; TEAMS],
    programs: &Programs,
) -> Result<([Spec; TEAMS], [Contestant; TEAMS]), Failure> {
    let find = |name: &String| -> Result<(Spec, Contestant), Failure> {
        let spec = Spec::read(name, Skirmish::NAME).map_err(|why| Failure::Usage(why.to_string()))?;
        let found = programs.find(spec.clone());
        super::warn(programs);
        Ok((spec, found.map_err(|why| Failure::Usage(why.to_string()))?))
    };
    let [a, b, c, d] = names.each_ref().map(find);
    let [a, b, c, d] = [a?, b?, c?, d?];
    Ok(([a.0, b.0, c.0, d.0], [a.1, b.1, c.1, d.1]))
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
    standings: &Standings<'_>,
    outcome: &MatchOutcome<ScoreLine>,
) -> Result<(), Failure> {
    let stopped = outcome.stopped;
    let (played, broken): (Vec<&ScoreLine>, Vec<&ScoreLine>) =
        outcome.games.iter().partition(|game| game.broken.is_none());
    let mut out = io::stdout().lock();
    if args.json {
        let (game, results) = (&about.game, &outcome.games);
        let answer = json(&MatchReport { game, about, stopped, standings, results })?;
        writeln!(out, "{answer:#}")?;
    } else if !stopped || !played.is_empty() {
        let games = count(args.most_games(), "game");
        let games =
            if stopped { format!("{} of {games}", played.len()) } else { count(played.len(), "game") };
        let (first, last) = (args.seed, last_seed(args, about, outcome));
        let each = if about.blocks { "; each seed is played once in every seat" } else { "" };
        writeln!(out, "{games}, seeds {first} to {last}; seats rotate by one every game{each}\n")?;
        write!(out, "{}", standings::text(standings.table))?;
        if let Some(tested) = &standings.sprt {
            write!(out, "\n{}", table::tested(&tested.decision))?;
        }
        write!(out, "{}", obituary(names, &played))?;
    }
    out.flush()?;
    if let Some(game) = broken.first() {
        let (games, seed) = (count(broken.len(), "game"), game.seed);
        let why = game.broken.as_deref().unwrap_or_default();
        return Err(Failure::No(format!("{games} could not be finished; that of seed {seed}: {why}")));
    }
    if stopped {
        return Err(super::stopped(outcome.over, args.most_games() as usize));
    }
    let first = played.iter().find_map(|game| game.deaths.first().map(|death| (game, death)));
    let Some((game, death)) = first else { return Ok(()) };
    let name = &numbered(names)[pairing::rotated_seats::<TEAMS>(game.game)[death.seat % TEAMS]];
    Err(Failure::No(format!("{name} {} {} (game of seed {})", death.why, when(death), game.seed)))
}

/// The seed of the last game: a sequential test ends before the last that may be.
fn last_seed(args: &MatchArgs, about: &ScoreMatch, outcome: &MatchOutcome<ScoreLine>) -> i32 {
    let games = if about.blocks { outcome.games.len() } else { args.most_games() as usize };
    about.seed_of(games.max(1) - 1)
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
    use joust_core::FaultKind;

    #[test]
    fn deaths_are_told_of_the_player_that_sat_there() {
        let death = Death {
            seat: 0,
            round: Some(7),
            kind: Some(FaultKind::Crashed),
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
