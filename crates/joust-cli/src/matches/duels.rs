//! Matches of MAD and of the War Game: every player against every other, in pairs of games with one
//! opening and the seats exchanged.

use super::table;
use crate::args::{DuelArgs, Game, MatchArgs, board_file};
use crate::commands::stream::json;
use crate::environment;
use crate::failure::Failure;
use crate::many::{Many, Opinion};
use crate::signals::stop_handle;
use joust_core::{Game as _, Seed};
use joust_league::sequential::PairTest;
use joust_league::{DuelStandings, Sprt};
use joust_mad::Battle;
use joust_match::{
    BadFile, DuelLine, DuelMatch, FirstPair, Job, MatchFile, MatchReport, Opened, Openings, PlayerText,
    Programs, counts_for_nobody, fairly, pairing, run_with,
};
use joust_players::{Kind, Spec};
use joust_search::engine;
use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// A match before its first game.
struct Duels<'a> {
    args: &'a MatchArgs,
    game: Game,
    about: &'a DuelMatch,
    specs: Vec<Spec>,
    openings: Openings,
    programs: Programs,
}

pub(super) fn run(args: &MatchArgs, game: Game) -> Result<(), Failure> {
    let specs = players(args, game)?;
    if args.most_games() % 2 == 1 {
        return Err(Failure::Usage("games come in pairs: --games takes an even number".into()));
    }
    if args.duels.tables.is_some() && game.0.name() != Battle::NAME {
        return Err(Failure::Usage("--tables is for mad".into()));
    }
    if args.test.sprt.is_some() && specs.len() != 2 {
        return Err(Failure::Usage("--sprt compares two players of a duel".into()));
    }
    let openings = args.duels.ask.with(game, |ask| {
        Openings::of(game.0.name(), ask, Seed(args.seed)).map_err(|why| Failure::Usage(why.to_string()))
    })?;
    let programs = super::programs(args.trust);
    let modules = programs.hashes(&specs).map_err(|why| Failure::Usage(why.to_string()))?;
    let about = about(args, game, &specs, &openings);
    let about =
        DuelMatch { modules, programs: programs.fingerprints(about.players.iter().zip(&specs)), ..about };
    let duels = Duels { args, game, about: &about, specs, openings, programs };
    duels.check_players()?;
    let (alpha, beta) = args.test.risks();
    let test = args.test.sprt.map(|Sprt { elo0, elo1 }| {
        PairTest::new(elo0, elo1, alpha, beta).map_err(|why| Failure::Usage(why.to_string()))
    });
    let mut standings = DuelStandings::new(&about.players, test.transpose()?);
    let games = args.most_games() as usize * pairing::pairings(about.players.len());
    let stop = stop_handle();
    let journal = args.record.as_deref().map(|path| open(path, game, &about)).transpose()?;
    let (threads, quiet) = (args.concurrency, args.quiet);
    let many = Many { games, called: "games", threads, quiet, stop: &stop };
    let outcome = many.play(journal, &|number| duels.play(number, &stop), &mut |game: &DuelLine| {
        standings.add(&game.result());
        Opinion { enough: standings.is_decided(), line: table::line(&standings) }
    })?;

    let mut out = anstream::stdout().lock();
    if args.json {
        let (game, stopped, results) = (&about.game, outcome.stopped, &outcome.games);
        let answer = json(&MatchReport { game, about: &about, stopped, standings: &standings, results })?;
        writeln!(out, "{answer:#}")?;
    } else if !outcome.stopped || !outcome.games.is_empty() {
        write!(out, "{}", table::text(&standings))?;
    }
    out.flush()?;
    if outcome.stopped {
        return Err(super::stopped(outcome.over, games));
    }
    let fault = outcome.games.iter().find_map(|game| game.fault.as_ref().map(|fault| (game.game, fault)));
    let Some((number, fault)) = fault else { return Ok(()) };
    let name = standings.rows().get(fault.player).map_or("a player", |row| row.name.as_str());
    Err(Failure::No(format!("{name} {} (game {number}, charged as a loss)", fault.what)))
}

/// Opens the journal of the match. Games that are not what their lines say are not counted, and the journal
/// stays as it is.
fn open(path: &Path, game: Game, about: &DuelMatch) -> Result<Opened<DuelLine>, Failure> {
    let earlier = DuelMatch { programs: BTreeMap::new(), ..about.clone() };
    let (journal, games) = super::open(path, about, &earlier)?;
    let (lines, about) = (games.values().cloned().map(Some).collect(), about.clone());
    match (MatchFile { game: game.0, about, games: lines, cut_off: false }).verify(&|_, _| Ok(None)) {
        Ok(_) | Err(BadFile::NoGames) => Ok((journal, games)),
        Err(why) => Err(Failure::Usage(format!("{}: {why}", path.display()))),
    }
}

impl Duels<'_> {
    /// Refuses a player that cannot play at all before the first game, instead of counting every game as
    /// its loss. Programs behind `line:` are not tried: they are started for their games only.
    fn check_players(&self) -> Result<(), Failure> {
        let own = |(_, spec): &(usize, &Spec)| !matches!(spec.kind, Kind::Line(_));
        let text = |(player, spec): (usize, &Spec)| PlayerText { player, name: spec.to_string(), seed: 0 };
        let players = self.specs.iter().enumerate().filter(own).map(text).collect();
        let checked = joust_match::rehearse_with(&Job { players, ..self.job(0)? }, &self.programs);
        super::warn(&self.programs);
        Ok(checked?)
    }

    /// Everything that a game of the match depends on.
    fn job(&self, number: usize) -> Result<Job, Failure> {
        let job = self.about.job(number, &self.openings).map_err(|why| Failure::Ours(why.to_string()))?;
        // The journal has a folder as text, and its name need not be UTF-8.
        Ok(Job { tables: self.args.duels.tables.clone(), usual_tables: environment::tables(), ..job })
    }

    fn play(&self, number: usize, stop: &AtomicBool) -> Result<Option<DuelLine>, Failure> {
        let job = self.job(number)?;
        let mut once = || Ok(run_with(&job, &self.programs, stop)?.map(|played| (played, ())));
        let played = fairly(&job, &counts_for_nobody, &mut once)
            .map_err(|why| super::unfair(why, self.args.record.as_deref()))?;
        Ok(played.map(|(played, ())| DuelLine::new(&job, &played, self.specs.len(), self.game.0)))
    }
}

/// What the journal says about the match.
fn about(args: &MatchArgs, game: Game, specs: &[Spec], openings: &Openings) -> DuelMatch {
    let MatchArgs { seed, duels: DuelArgs { ask, time, clock, tables, .. }, .. } = args;
    let is_timed = |spec: &Spec| match &spec.kind {
        Kind::Line(line) => line.move_time().is_some(),
        Kind::Bot(bot) => bot.move_time().is_some(),
        _ => false,
    };
    let folder = |path: &std::path::PathBuf| path.display().to_string();
    DuelMatch {
        game: game.0.name().to_owned(),
        players: specs.iter().map(Spec::to_string).collect(),
        rules: ask.rules.clone(),
        board: ask.board.as_ref().map(|board| board.to_string_lossy().into_owned()),
        board_text: ask
            .board
            .as_ref()
            .filter(|board| board_file(game.0, board).is_some())
            .map(|_| openings.get(0).setup.board.text.clone()),
        position: ask.position.clone(),
        seed: *seed,
        time: time.filter(|_| specs.iter().any(is_timed)),
        // Journals of a time when the first pair began elsewhere are those of other matches.
        first_pair: ask.position.as_ref().map(|_| FirstPair::Position),
        clock: clock.map(|clock| clock.in_minutes()),
        // Engines may use it, and then other games are played.
        usual_tables: environment::tables().as_ref().map(folder),
        // So that a match goes on with one judge.
        tables: tables.as_ref().map(folder),
        weights: joust_match::digests(specs),
        modules: BTreeMap::new(),
        programs: BTreeMap::new(),
    }
}

/// The players by name, each within the limits of the match unless it has its own.
fn players(args: &MatchArgs, game: Game) -> Result<Vec<Spec>, Failure> {
    if args.players.len() < 2 {
        return Err(Failure::Usage("a match needs two players or more".into()));
    }
    let limits = engine::SearchLimits {
        time: args.duels.time.map(Duration::from_millis),
        nodes: args.duels.nodes,
        depth: args.duels.depth,
        budget: None,
    };
    let read = |name: &String| {
        let spec = Spec::read(name, game.0.name()).map_err(|why| Failure::Usage(why.to_string()))?;
        if matches!(spec.kind, Kind::Human) {
            return Err(Failure::Usage("human cannot play a match; use `joust play`".into()));
        }
        Ok(spec.or_within(&limits))
    };
    args.players.iter().map(read).collect()
}
