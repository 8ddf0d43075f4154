//! A job alone: its players by name, and its tables as the judge.

use crate::{BadJob, Contestant, Job, Kits, Limits, Playable, Played};
use joust_core::{Player, Seat, Seed};
use joust_games::Ask;
use joust_mad::Battle;
use joust_madmax::Skirmish;
use joust_players::{AnyPlayer, BadPlayer, Erased};
use joust_sandbox::Audience;
use joust_solve::mad::EndgameTables;
use joust_wargame::Campaign;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Plays the game of a job with the players that it names. `None` when the flag was set before its end.
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
    (of_job(job)?.run)(job, stop)
}

/// Opens the tables of a job and lets each of its players get ready once: the first that cannot play at all
/// is told. There may be more players than seats.
pub fn rehearse(job: &Job) -> Result<(), BadJob> {
    (of_job(job)?.rehearse)(job)
}

/// A [`Playable`] with its type erased.
pub(crate) struct AnyPlayable {
    name: &'static str,
    run: fn(&Job, &AtomicBool) -> Result<Option<Played>, BadJob>,
    rehearse: fn(&Job) -> Result<(), BadJob>,
    pub(crate) seat: fn(&Contestant, &Limits, Seed) -> Option<Box<dyn AnyPlayer>>,
}

const fn of<G: Playable>() -> AnyPlayable {
    AnyPlayable {
        name: G::NAME,
        run: run_as::<G>,
        rehearse: rehearse_as::<G>,
        seat: |contestant, limits, seed| {
            Some(Box::new(Erased(G::seat(contestant, limits, seed, Audience::absent())?)))
        },
    }
}

/// The games of the register. A game is one row.
static PLAYABLE: [AnyPlayable; 3] = [of::<Battle>(), of::<Campaign>(), of::<Skirmish>()];

/// The game of that name.
pub(crate) fn playable(name: &str) -> Option<&'static AnyPlayable> {
    PLAYABLE.iter().find(|game| game.name == name)
}

fn of_job(job: &Job) -> Result<&'static AnyPlayable, BadJob> {
    let game = &job.setup.game;
    playable(game).ok_or_else(|| BadPlayer::Game(game.clone()).into())
}

/// [`run`] for a game whose type is known; the game need not be in the register.
pub fn run_as<G: Playable>(job: &Job, stop: &AtomicBool) -> Result<Option<Played>, BadJob> {
    let (mut players, endings) = (seated::<G>(job)?, endings::<G>(job)?);
    let judge = |game: &G| game.judged(endings.as_deref()?);
    let played = job.play(&mut players, &judge, stop)?;
    // Tables whose files have changed since know nothing there, and the game would not be repeated.
    match endings.as_deref().and_then(EndgameTables::trouble) {
        Some(why) => Err(BadJob::Tables(why.to_string())),
        None => Ok(played),
    }
}

/// The tables that end the game.
fn endings<G: Playable>(job: &Job) -> Result<Option<Arc<EndgameTables>>, BadJob> {
    let Some(folder) = &job.tables else { return Ok(None) };
    let found = G::start(&Ask::from(&job.setup))?.endings(folder);
    let found = found.ok_or_else(|| BadJob::Tables(format!("{} has no tables of endings", G::NAME)))?;
    found.map(Some).map_err(|why| BadJob::Tables(why.to_string()))
}

/// [`rehearse`] for a game whose type is known; the game need not be in the register.
pub fn rehearse_as<G: Playable>(job: &Job) -> Result<(), BadJob> {
    endings::<G>(job)?;
    let table = job.table::<G>()?;
    for (i, mut player) in seated::<G>(job)?.into_iter().enumerate() {
        let name = &job.players[i].name;
        if job.players[..i].iter().all(|other| other.name != *name) {
            let ready = player.get_ready(table.course().start(), Seat::FIRST);
            ready.map_err(|fault| BadJob::Unready { name: name.clone(), fault })?;
        }
    }
    Ok(())
}

/// The players of a job in the order of their seats.
fn seated<G: Playable>(job: &Job) -> Result<Vec<Box<dyn Player<G>>>, BadJob> {
    let mut kits = Kits::default();
    let seat = |text: &crate::PlayerText| {
        let spec = G::named(&text.name)?.or_tables(job.usual_tables.clone());
        let found = kits.find(spec);
        let contestant = found.map_err(|why| BadJob::Kit(why.to_string()))?;
        let player = G::seat(&contestant, &job.limits, Seed(text.seed), Audience::absent());
        player.ok_or_else(|| BadJob::Person(text.name.clone()))
    };
    job.players.iter().map(seat).collect()
}
