//! Plays a job with the players that it names, and with its endgame tables as the judge.

use crate::{BadContestant, BadJob, BadOpening, Contestant, GameLimits, Job, Kits, Openings, Played};
use joust_core::{Game as _, Player, Seat, Seed};
use joust_games::{Ask, Registered};
use joust_mad::Battle;
use joust_madmax::Skirmish;
use joust_players::{AnyPlayer, BadPlayer, Erased, PlayableDuel, Spec};
use joust_sandbox::Audience;
use joust_solve::mad::EndgameTables;
use joust_wargame::Campaign;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Plays the game of a job with the players that it names. `None` when the flag was set before its end.
/// Players of a kit that this machine cannot confine are refused: [`run_with`] is for callers that accept
/// them, or play many games with one kit.
///
/// ```
/// use joust_games::{Ask, game};
/// use joust_match::{Job, PlayerText, run};
/// let setup = game("mad").unwrap().setup(&Ask::default()).unwrap();
/// let player = |player, name: &str| PlayerText { player, name: name.to_owned(), seed: 7 };
/// let job = Job::new(0, setup, vec![player(0, "random"), player(1, "minimax:1")]);
/// let played = run(&job, &Default::default()).unwrap().unwrap();
/// assert_eq!(Some(played.actions), run(&job, &Default::default()).unwrap().map(|again| again.actions));
/// ```
pub fn run(job: &Job, stop: &AtomicBool) -> Result<Option<Played>, BadJob> {
    run_with(job, &Kits::default(), stop)
}

/// [`run`] with kits that the caller keeps, so that each is opened once for all games.
///
/// ```
/// use joust_games::{Ask, game};
/// use joust_match::{Job, Kits, PlayerText, rehearse_with, run_with};
/// let setup = game("madmax").unwrap().setup(&Ask { rules: Some("nb_rounds=2"), seed: Some(30), ..Ask::default() }).unwrap();
/// let players = [0, 1, 2, 3].map(|player| PlayerText { player, name: "Dummy".into(), seed: 30 });
/// let (job, kits) = (Job::new(0, setup, players.to_vec()), Kits::default());
/// rehearse_with(&job, &kits).unwrap();
/// let played = run_with(&job, &kits, &false.into()).unwrap().unwrap();
/// assert_eq!(played.actions.len(), 2 * 4, "two rounds of four seats");
/// ```
pub fn run_with(job: &Job, kits: &Kits, stop: &AtomicBool) -> Result<Option<Played>, BadJob> {
    (of(job)?.run)(job, kits, stop)
}

/// Checks that a job can be played: opens its tables and lets each of its players get ready once. There may
/// be more players than seats.
///
/// ```
/// use joust_games::{Ask, game};
/// use joust_match::{Job, PlayerText, rehearse};
/// let setup = game("mad").unwrap().setup(&Ask::default()).unwrap();
/// let player = |name: &str| PlayerText { player: 0, name: name.to_owned(), seed: 1 };
/// let job = Job::new(0, setup, vec![player("random"), player("engine,tables=no/such/folder")]);
/// assert!(rehearse(&job).unwrap_err().to_string().contains("cannot use its tables"));
/// ```
pub fn rehearse(job: &Job) -> Result<(), BadJob> {
    rehearse_with(job, &Kits::default())
}

/// [`rehearse`] with kits that the caller keeps. See [`run_with`] for an example.
pub fn rehearse_with(job: &Job, kits: &Kits) -> Result<(), BadJob> {
    (of(job)?.rehearse)(job, kits)
}

/// The openings of a match that begins as it is asked for.
type Open = fn(&Ask, Seed) -> Result<Openings, BadOpening>;

/// A game whose players are seated by name, its type erased.
pub(crate) struct Playable {
    name: &'static str,
    pub(crate) seat: fn(&Contestant, &GameLimits, Seed) -> Option<Box<dyn AnyPlayer>>,
    run: fn(&Job, &Kits, &AtomicBool) -> Result<Option<Played>, BadJob>,
    rehearse: fn(&Job, &Kits) -> Result<(), BadJob>,
    /// The openings of a duel.
    pub(crate) openings: Option<Open>,
}

static PLAYABLE: [Playable; 3] = [duel::<Battle>(), duel::<Campaign>(), MADMAX];

/// The game of that name.
pub(crate) fn playable(name: &str) -> Option<&'static Playable> {
    PLAYABLE.iter().find(|game| game.name == name)
}

fn of(job: &Job) -> Result<&'static Playable, BadJob> {
    playable(&job.setup.game).ok_or_else(|| BadPlayer::Game(job.setup.game.clone()).into())
}

const fn duel<G: PlayableDuel>() -> Playable {
    Playable {
        name: G::NAME,
        seat: |contestant, limits, seed| Some(Box::new(Erased(contestant.seat_as::<G>(limits, seed)?))),
        run: |job, _, stop| run_duel::<G>(job, stop),
        rehearse: |job, _| rehearse_duel::<G>(job),
        openings: Some(Openings::new::<G>),
    }
}

const MADMAX: Playable = Playable {
    name: Skirmish::NAME,
    seat: |contestant, limits, seed| Some(Box::new(Erased(army(contestant, limits, seed)?))),
    run: |job, kits, stop| {
        without_tables(job)?;
        job.play(&mut seated(job, &ARMIES, kits)?, &|_| None, stop)
    },
    rehearse: |job, kits| {
        without_tables(job)?;
        rehearse_as(job, &ARMIES, kits)
    },
    openings: None,
};

/// Seats a player of Mad Max and drops its output.
fn army(contestant: &Contestant, limits: &GameLimits, _: Seed) -> Option<Box<dyn Player<Skirmish>>> {
    contestant.seat_army(limits, Audience::absent())
}

/// [`run`] for a duel whose type is known; the duel need not be in the register.
///
/// ```
/// use joust_games::{Ask, game};
/// use joust_mad::Battle;
/// use joust_match::{Job, PlayerText, rehearse_duel, run_duel};
/// let setup = game("mad").unwrap().setup(&Ask::default()).unwrap();
/// let player = |player, name: &str| PlayerText { player, name: name.to_owned(), seed: 7 };
/// let job = Job::new(0, setup, vec![player(0, "random"), player(1, "minimax:1")]);
/// rehearse_duel::<Battle>(&job).unwrap();
/// assert!(run_duel::<Battle>(&job, &false.into()).unwrap().unwrap().faults.is_empty());
/// ```
pub fn run_duel<G: PlayableDuel>(job: &Job, stop: &AtomicBool) -> Result<Option<Played>, BadJob> {
    let (mut players, tables) =
        (seated(job, &Seating::<G>::DUEL, &Kits::default())?, endgame_tables::<G>(job)?);
    let judge = |game: &G| game.judged(tables.as_deref()?);
    let played = job.play(&mut players, &judge, stop)?;
    // A table whose file has changed since has no values there, and the game could not be repeated.
    match tables.as_deref().and_then(EndgameTables::trouble) {
        Some(why) => Err(BadJob::Tables(why.to_string())),
        None => Ok(played),
    }
}

/// [`rehearse`] for a duel whose type is known; the duel need not be in the register. See [`run_duel`] for an
/// example.
pub fn rehearse_duel<G: PlayableDuel>(job: &Job) -> Result<(), BadJob> {
    endgame_tables::<G>(job)?;
    rehearse_as(job, &Seating::<G>::DUEL, &Kits::default())
}

/// The endgame tables that end the game.
fn endgame_tables<G: PlayableDuel>(job: &Job) -> Result<Option<Arc<EndgameTables>>, BadJob> {
    let Some(folder) = &job.tables else { return Ok(None) };
    let found = G::start(&Ask::from(&job.setup))?.endgame_tables(folder);
    let found = found.ok_or_else(|| no_tables(job))?;
    found.map(Some).map_err(|why| BadJob::Tables(why.to_string()))
}

fn without_tables(job: &Job) -> Result<(), BadJob> {
    if job.tables.is_none() { Ok(()) } else { Err(no_tables(job)) }
}

fn no_tables(job: &Job) -> BadJob {
    BadJob::Tables(format!("{} has no endgame tables", job.setup.game))
}

/// Seats a contestant in a game of a job.
type Sit<G> = fn(&Contestant, &GameLimits, Seed) -> Option<Box<dyn Player<G>>>;

/// Reads the name of a player and seats the player in a game of a job.
struct Seating<G: Registered> {
    read: fn(&str) -> Result<Spec, BadPlayer>,
    seat: Sit<G>,
}

impl<G: PlayableDuel> Seating<G> {
    const DUEL: Seating<G> = Seating { read: Spec::read_as::<G>, seat: Contestant::seat_as::<G> };
}

const ARMIES: Seating<Skirmish> = Seating { read: |text| Spec::read(text, Skirmish::NAME), seat: army };

fn rehearse_as<G: Registered>(job: &Job, seating: &Seating<G>, kits: &Kits) -> Result<(), BadJob> {
    let table = job.table::<G>()?;
    for (i, mut player) in seated(job, seating, kits)?.into_iter().enumerate() {
        let name = &job.players[i].name;
        if job.players[..i].iter().all(|other| other.name != *name) {
            let ready = player.get_ready(table.course().start(), Seat::FIRST);
            ready.map_err(|fault| BadJob::Unready { name: name.clone(), fault })?;
        }
    }
    Ok(())
}

/// The players of a job in the order of their seats.
fn seated<G: Registered>(
    job: &Job,
    seating: &Seating<G>,
    kits: &Kits,
) -> Result<Vec<Box<dyn Player<G>>>, BadJob> {
    let sit = |text: &crate::PlayerText| {
        let spec = (seating.read)(&text.name)?.or_tables(job.usual_tables.clone());
        let contestant = kits.find(spec).map_err(|why| match why {
            BadContestant::Unconfined { .. } => BadJob::Unconfined(why.to_string()),
            why => BadJob::Kit(why.to_string()),
        })?;
        let player = (seating.seat)(&contestant, &job.limits, Seed(text.seed));
        player.ok_or_else(|| BadJob::Person(text.name.clone()))
    };
    job.players.iter().map(sit).collect()
}
