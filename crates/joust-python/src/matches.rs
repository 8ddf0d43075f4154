//! Matches of duels.

use crate::attend::attended_with;
use crate::duel::TypedDuel;
use crate::entrants::Entrant;
use crate::guest::Guests;
use crate::programs::programs;
use crate::results::MatchResult;
use crate::{ask, errors, limits};
use joust_core::{Game as _, Seed, Setup};
use joust_games::{AnyDuelGame, Ask, duel};
use joust_league::DuelStandings;
use joust_mad::Battle;
use joust_match::{
    BadJob, Broken, DuelLine, DuelMatch, FirstPair, Job, Openings, PlayerText, Programs, Schedule,
    counts_for_nobody, fairly, pairing, rehearse_with, run_guests,
};
use joust_players::{Kind, Spec};
use joust_search::engine::SearchLimits;
use joust_wargame::Campaign;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// The most games of a match.
const MOST_GAMES: usize = 10_000_000;
/// After this many games it is known how much memory a game takes, and after twice as many again.
const SAMPLE: usize = 1_000;
/// The most players of a match.
const MOST_PLAYERS: usize = 1_000;

/// Plays a match of a duel: every player against every other, in pairs of games with one opening and the seats
/// exchanged.
///
/// A player is a name, such as ``engine:2``, a :class:`joust.Player`, or a callable that takes a position and
/// gives a move, its number or a :class:`joust.Answer`. What a callable raises ends the match and is raised here,
/// and so is an illegal move; with ``strict=False`` the callable loses that game instead. ``games`` are those of
/// each pairing. Equal seeds give equal matches, whatever the number of threads, if the players are such.
///
/// >>> import joust
/// >>> def first(position):
/// ...     return position.moves()[0]
/// >>> result = joust.match("wargame", ["minimax:2", first], games=4, board="Smolensk:3x3")
/// >>> result.standings[0].name, result.standings[0].games, result.pairings[0].score > 0.5
/// ('minimax:2', 4, True)
#[pyfunction]
#[pyo3(name = "match", signature = (
    game, players, *, games=2, seed=1, threads=1, board=None, rules=None, position=None, time=None, nodes=None,
    depth=None, tables=None, strict=true
))]
#[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
pub(crate) fn play_match(
    py: Python<'_>,
    game: &str,
    players: &Bound<'_, PyAny>,
    games: usize,
    seed: u64,
    threads: usize,
    board: Option<&str>,
    rules: Option<&str>,
    position: Option<&str>,
    time: Option<f64>,
    nodes: Option<u64>,
    depth: Option<u32>,
    tables: Option<PathBuf>,
    strict: bool,
) -> PyResult<MatchResult> {
    let duel = duel(game).ok_or_else(|| errors::no_duel(py, game))?;
    let limits = limits::search(time, nodes, depth)?;
    let entrants = Entrant::all(players)?;
    let number = limits::within("the number of players", entrants.len(), MOST_PLAYERS)?;
    if number < 2 {
        return Err(PyValueError::new_err("a match needs two players or more"));
    }
    if games % 2 == 1 {
        return Err(PyValueError::new_err("games come in pairs: games is an even number"));
    }
    let all = games.checked_mul(pairing::pairings(number)).filter(|all| *all <= MOST_GAMES);
    let all = all.ok_or_else(|| PyValueError::new_err(format!("a match has at most {MOST_GAMES} games")))?;
    let ask = ask::ask(board, rules, position);
    let names = names(py, &entrants, game, &limits)?;
    let about = DuelMatch {
        game: game.to_owned(),
        players: names,
        rules: rules.map(str::to_owned),
        board: board.map(str::to_owned),
        position: position.map(str::to_owned),
        seed,
        time: limits.time.map(|time| time.as_millis() as u64),
        first_pair: position.map(|_| FirstPair::Position),
        ..DuelMatch::default()
    };
    let guests = Guests::new(entrants.iter().map(|entrant| entrant.callable(py)).collect(), strict);
    let duels = Duels {
        about,
        duel,
        tables,
        guests,
        programs: programs(py)?,
        threads: limits::threads(threads)?,
        games: all,
    };
    match game {
        Battle::NAME => duels.play::<joust_mad::Position>(py, &ask),
        Campaign::NAME => duels.play::<joust_wargame::Position>(py, &ask),
        _ => Err(errors::no_duel(py, game)),
    }
}

/// The names of the players: canonical, with all limits.
fn names(py: Python<'_>, entrants: &[Entrant], game: &str, limits: &SearchLimits) -> PyResult<Vec<String>> {
    let name = |entrant: &Entrant| match entrant {
        Entrant::Guest(name, _) => Ok(name.clone()),
        Entrant::Named(name) => {
            let spec = Spec::read(name, game).map_err(|why| errors::bad_player(py, &why))?;
            if matches!(spec.kind, Kind::Human) {
                return Err(errors::because(py, "BadPlayer", "a person does not play by itself"));
            }
            Ok(spec.or_within(limits).to_string())
        }
    };
    entrants.iter().map(name).collect()
}

/// A match before its first game.
struct Duels {
    about: DuelMatch,
    duel: &'static dyn AnyDuelGame,
    tables: Option<PathBuf>,
    guests: Arc<Guests>,
    programs: &'static Programs,
    threads: usize,
    games: usize,
}

/// Why a match cannot go on.
enum Cannot {
    Job(BadJob),
    Broken(String),
    /// The bytes that all games take, and those that are free.
    Room(usize, usize),
}

/// The games of a match with how they began, and the standings.
type All = (Vec<(DuelLine, Setup)>, DuelStandings);

/// About the bytes that a game takes until the match is over, with the objects that Python gets.
fn bytes(line: &DuelLine, setup: &Setup) -> usize {
    // What the heap adds to a text.
    const EXTRA: usize = 16;
    let moves: usize = line.moves.iter().map(|mv| size_of::<String>() + mv.len() + EXTRA).sum();
    let notes: usize = line.notes.iter().map(|note| size_of_val(note) + note.text.len() + EXTRA).sum();
    let setup = setup.rules.len() + setup.board.name.len() + setup.board.text.len() + setup.position.len();
    2 * size_of::<DuelLine>() + 2 * size_of::<Setup>() + line.start.len() + moves + notes + setup + 12 * EXTRA
}

impl From<BadJob> for Cannot {
    fn from(why: BadJob) -> Cannot {
        Cannot::Job(why)
    }
}

impl Duels {
    fn play<P: TypedDuel>(self, py: Python<'_>, ask: &Ask<'_>) -> PyResult<MatchResult> {
        let openings = Openings::new::<P::Game>(ask, Seed(self.about.seed));
        let openings = openings.map_err(|why| errors::bad_opening(py, why))?;
        let interrupt = |py: Python<'_>| self.guests.interrupt(py);
        let played = attended_with(py, &interrupt, |stop| self.games::<P>(&openings, stop))?;
        if let Some(why) = self.guests.raised() {
            return Err(why);
        }
        let (games, standings) = played.map_err(|why| match why {
            Cannot::Job(why) => errors::bad_job(py, why),
            Cannot::Broken(why) => errors::because(py, "Failed", why),
            Cannot::Room(bytes, free) => limits::no_room(self.games, bytes, free),
        })?;
        MatchResult::new(py, &self.about, &standings, games)
    }

    /// Everything that a game depends on.
    fn job(&self, number: usize, openings: &Openings) -> Result<Job, BadJob> {
        let job = self.about.job(number, openings).map_err(|why| BadJob::Kit(why.to_string()))?;
        Ok(Job { tables: self.tables.clone(), ..job })
    }

    /// Plays all games.
    fn games<P: TypedDuel>(&self, openings: &Openings, stop: &AtomicBool) -> Result<All, Cannot> {
        self.rehearse(openings)?;
        let first = self.job(0, openings)?.setup;
        let mut standings = DuelStandings::new(&self.about.players, None);
        let (mut heard, mut taken, mut sample, mut room) = (0_usize, 0_usize, SAMPLE, None);
        let schedule = Schedule { games: self.games, threads: self.threads, stop };
        let play = |number| self.game::<P>(number, openings, stop);
        let played = schedule.run(None, &play, &mut |line: &DuelLine| {
            standings.add(&line.result());
            (heard, taken) = (heard + 1, taken + bytes(line, &first));
            if heard == sample {
                sample *= 2;
                let rest = (self.games - heard).saturating_mul(taken / heard);
                room = joust_solve::free_memory().filter(|free| rest > *free).map(|free| (rest, free));
            }
            if room.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        let lines = match played {
            Ok(played) => played.games,
            Err(Broken::Game(why)) => return Err(why.into()),
            Err(why @ Broken::Journal(_)) => return Err(Cannot::Broken(why.to_string())),
        };
        if let Some((rest, free)) = room {
            return Err(Cannot::Room(rest, free));
        }
        let begun = |line: DuelLine| self.job(line.game, openings).map(|job| (line, job.setup));
        Ok((lines.into_iter().map(begun).collect::<Result<_, _>>()?, standings))
    }

    /// Finds out before the first game whether the players that are named can play at all. Programs behind
    /// `line:` are started for their games only.
    fn rehearse(&self, openings: &Openings) -> Result<(), BadJob> {
        let is_tried = |(player, name): &(usize, &String)| {
            let spec = || Spec::read(name, self.duel.name());
            !self.guests.has(*player) && spec().is_ok_and(|spec| !matches!(spec.kind, Kind::Line(_)))
        };
        let text = |(player, name): (usize, &String)| PlayerText { player, name: name.clone(), seed: 0 };
        let players = self.about.players.iter().enumerate().filter(is_tried).map(text).collect();
        rehearse_with(&Job { players, ..self.job(0, openings)? }, self.programs)
    }

    fn game<P: TypedDuel>(
        &self,
        number: usize,
        openings: &Openings,
        stop: &AtomicBool,
    ) -> Result<Option<DuelLine>, BadJob> {
        let job = self.job(number, openings)?;
        let bring = |seat: usize| self.guests.seat::<P>(job.players.get(seat)?.player);
        let mut once =
            || Ok::<_, BadJob>(run_guests(&job, self.programs, &bring, stop)?.map(|played| (played, ())));
        let played = fairly(&job, &counts_for_nobody, &mut once)?;
        Ok(played.map(|(played, ())| DuelLine::new(&job, &played, self.about.players.len(), self.duel)))
    }
}
