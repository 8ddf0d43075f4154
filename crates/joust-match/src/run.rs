//! A job alone: its players by name, and its tables as the judge.

use crate::{BadJob, Job, Played};
use joust_core::{Game as _, Player, Seat, Seed};
use joust_games::Ask;
use joust_mad::Battle;
use joust_players::{Home, Kind, Spec};
use joust_solve::mad::EndgameTables;
use joust_wargame::Campaign;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Plays the duel of a job with the players that it names. `None` when the flag was set before its end.
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
    match job.setup.game.as_str() {
        Battle::NAME => run_as::<Battle>(job, stop),
        Campaign::NAME => run_as::<Campaign>(job, stop),
        other => Err(BadJob::NoPlayers(other.to_owned())),
    }
}

/// Opens the tables of a job and lets each of its players get ready once: the first that cannot play at all
/// is told. There may be more players than seats.
pub fn rehearse(job: &Job) -> Result<(), BadJob> {
    match job.setup.game.as_str() {
        Battle::NAME => rehearse_as::<Battle>(job),
        Campaign::NAME => rehearse_as::<Campaign>(job),
        other => Err(BadJob::NoPlayers(other.to_owned())),
    }
}

fn run_as<G: Home>(job: &Job, stop: &AtomicBool) -> Result<Option<Played>, BadJob> {
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
fn endings<G: Home>(job: &Job) -> Result<Option<Arc<EndgameTables>>, BadJob> {
    let Some(folder) = &job.tables else { return Ok(None) };
    let found = G::start(&Ask::from(&job.setup))?.endings(folder);
    let found = found.ok_or_else(|| BadJob::Tables(format!("{} has no tables of endings", G::NAME)))?;
    found.map(Some).map_err(|why| BadJob::Tables(why.to_string()))
}

fn rehearse_as<G: Home>(job: &Job) -> Result<(), BadJob> {
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
fn seated<G: Home>(job: &Job) -> Result<Vec<Box<dyn Player<G>>>, BadJob> {
    let seat = |text: &crate::PlayerText| {
        let mut spec = Spec::read(&text.name, G::NAME)?;
        if let Kind::Line(line) = spec.kind {
            spec.kind = Kind::Line(line.or_within(job.limits.move_ms.map(Duration::from_millis)));
        }
        spec.seat_as(Seed(text.seed)).ok_or_else(|| BadJob::Person(text.name.clone()))
    };
    job.players.iter().map(seat).collect()
}
