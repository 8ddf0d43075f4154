//! Plays a job with the players that it names, and with its endgame tables as the judge.

use crate::past::{Outline, outline, turns};
use crate::rows::{self, MakeRows};
use crate::{
    BadContestant, BadJob, BadOpening, Contestant, Job, Openings, Place, Played, Programs, Shadow, Shadowing,
    TunedParameter, Watcher, tunable,
};
use joust_core::{Course, Game as _, Player, Referee, Seat, Seed, Setup};
use joust_games::{Ask, DuelSession, Registered};
use joust_mad::Battle;
use joust_madmax::Skirmish;
use joust_players::{AnyPlayer, BadPlayer, Erased, PlayableDuel, Spec};
use joust_sandbox::Audience;
use joust_solve::mad::EndgameTables;
use joust_view::DuelView;
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
    run_with(job, &Programs::default(), stop)
}

/// [`run`] with programs that the caller keeps, so that each is opened once for all games.
///
/// ```
/// use joust_games::{Ask, game};
/// use joust_match::{Job, Programs, PlayerText, rehearse_with, run_with};
/// let setup = game("madmax").unwrap().setup(&Ask { rules: Some("nb_rounds=2"), seed: Some(30), ..Ask::default() }).unwrap();
/// let players = [0, 1, 2, 3].map(|player| PlayerText { player, name: "Dummy".into(), seed: 30 });
/// let (job, programs) = (Job::new(0, setup, players.to_vec()), Programs::default());
/// rehearse_with(&job, &programs).unwrap();
/// let played = run_with(&job, &programs, &false.into()).unwrap().unwrap();
/// assert_eq!(played.actions.len(), 2 * 4, "two rounds of four seats");
/// ```
pub fn run_with(job: &Job, programs: &Programs, stop: &AtomicBool) -> Result<Option<Played>, BadJob> {
    run_heard(job, programs, UNHEARD, stop)
}

/// Makes the audience of a seat, which receives what its player writes besides actions.
pub type Hear<'a> = &'a dyn Fn(usize) -> Audience;

/// Nobody listens.
pub const UNHEARD: Hear<'static> = &|_| Audience::absent();

/// [`run_with`] in front of an audience for each seat.
///
/// ```
/// use joust_games::{Ask, game};
/// use joust_match::{Job, Programs, PlayerText, run_heard};
/// use joust_sandbox::Audience;
/// let setup = game("mad").unwrap().setup(&Ask::default()).unwrap();
/// let players = [0, 1].map(|player| PlayerText { player, name: "random".into(), seed: 7 });
/// let job = Job::new(0, setup, players.to_vec());
/// let played = run_heard(&job, &Programs::default(), &|_| Audience::absent(), &false.into());
/// assert!(played.unwrap().is_some());
/// ```
pub fn run_heard(
    job: &Job,
    programs: &Programs,
    hear: Hear<'_>,
    stop: &AtomicBool,
) -> Result<Option<Played>, BadJob> {
    (of(job)?.run)(job, programs, hear, stop)
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
    rehearse_with(job, &Programs::default())
}

/// [`rehearse`] with programs that the caller keeps. See [`run_with`] for an example.
pub fn rehearse_with(job: &Job, programs: &Programs) -> Result<(), BadJob> {
    (of(job)?.rehearse)(job, programs)
}

/// The openings of a match that begins as it is asked for.
type Open = fn(&Ask, Seed) -> Result<Openings, BadOpening>;

/// Plays the game of a job.
type Run = fn(&Job, &Programs, Hear<'_>, &AtomicBool) -> Result<Option<Played>, BadJob>;

/// A game whose players are seated by name, its type erased.
pub(crate) struct Playable {
    name: &'static str,
    pub(crate) seat: fn(&Contestant, &Place) -> Option<Box<dyn AnyPlayer>>,
    run: Run,
    rehearse: fn(&Job, &Programs) -> Result<(), BadJob>,
    /// The turns of a seat in a duel of this kind.
    pub(crate) outline: fn(&dyn DuelSession, Seat) -> Vec<Outline>,
    /// Asks a bot in the turns of a duel of this kind; `None` if the work was stopped.
    pub(crate) shadow: fn(&dyn DuelSession, &Shadowing<'_>) -> Result<Option<Shadow>, BadJob>,
    /// The openings of a duel.
    pub(crate) openings: Option<Open>,
    /// The parameters of a player that can be tuned.
    pub(crate) tunable: fn(&Contestant, &Setup) -> Result<Vec<TunedParameter>, BadJob>,
    /// The positions of a game for a data set, with the number of the setup.
    pub(crate) rows: MakeRows,
}

static PLAYABLE: [Playable; 3] = [duel::<Battle>(), duel::<Campaign>(), MADMAX];

/// The game of that name.
pub(crate) fn playable(name: &str) -> Option<&'static Playable> {
    PLAYABLE.iter().find(|game| game.name == name)
}

fn of(job: &Job) -> Result<&'static Playable, BadJob> {
    playable(&job.setup.game).ok_or_else(|| BadPlayer::Game(job.setup.game.clone()).into())
}

const fn duel<G: PlayableDuel + DuelView>() -> Playable {
    Playable {
        name: G::NAME,
        seat: |contestant, place| Some(Box::new(Erased(contestant.seat_as::<G>(place)?))),
        run: run_duel_heard::<G>,
        rehearse: rehearse_duel::<G>,
        outline: |session, seat| course::<G>(session).map_or_else(Vec::new, |course| outline(course, seat)),
        shadow: |session, shadowing| {
            let of_other = || BadJob::OtherGame(session.game().to_owned(), G::NAME);
            let turns = turns(course::<G>(session).ok_or_else(of_other)?, shadowing.seat());
            let sit = || shadowing.bot.seat_as::<G>(shadowing.place);
            shadowing.ask(&turns, &sit, &|turn, _| turn.recorded())
        },
        openings: Some(Openings::new::<G>),
        tunable: tunable::of_duel::<G>,
        rows: rows::of_duel::<G>,
    }
}

const MADMAX: Playable = Playable {
    name: Skirmish::NAME,
    seat: |contestant, place| Some(Box::new(Erased(contestant.seat_army(place, Audience::absent())?))),
    run: |job, programs, hear, stop| run_skirmish_heard(job, programs, hear, &mut (), stop),
    rehearse: |job, programs| {
        without_tables(job)?;
        rehearse_as(job, &ARMIES, programs)
    },
    // It is not a duel: its games are asked by their courses and states.
    outline: |_, _| Vec::new(),
    shadow: |session, _| Err(BadJob::OtherGame(session.game().to_owned(), Skirmish::NAME)),
    openings: None,
    tunable: |player, setup| tunable::of_bot(player, &Skirmish::start(&Ask::from(setup))?),
    rows: rows::of_skirmish,
};

/// [`run_with`] for a game of Mad Max, in front of a watcher, such as a [`Scribe`](crate::Scribe).
///
/// ```
/// use joust_games::{Ask, game};
/// use joust_madmax::Skirmish;
/// use joust_match::{Job, PlayerText, Programs, run_skirmish};
/// let setup = game("madmax").unwrap().setup(&Ask { rules: Some("nb_rounds=2"), ..Ask::default() }).unwrap();
/// let players = [0, 1, 2, 3].map(|player| PlayerText { player, name: "Dummy".into(), seed: 1 });
/// let (job, mut turns) = (Job::new(0, setup, players.to_vec()), 0);
/// let mut count = |_: &joust_core::Course<Skirmish>| turns += 1;
/// run_skirmish(&job, &Programs::default(), &mut count, &false.into()).unwrap();
/// assert_eq!(turns, 2);
/// ```
pub fn run_skirmish(
    job: &Job,
    programs: &Programs,
    watcher: &mut dyn Watcher<Skirmish>,
    stop: &AtomicBool,
) -> Result<Option<Played>, BadJob> {
    run_skirmish_heard(job, programs, UNHEARD, watcher, stop)
}

/// [`run_skirmish`] in front of an audience for each seat.
pub(crate) fn run_skirmish_heard(
    job: &Job,
    programs: &Programs,
    hear: Hear<'_>,
    watcher: &mut dyn Watcher<Skirmish>,
    stop: &AtomicBool,
) -> Result<Option<Played>, BadJob> {
    without_tables(job)?;
    let mut players = seated(job, &ARMIES, programs, &|_| None, hear)?;
    job.play_watched(&mut job.table()?, &mut players, &|_| None, watcher, stop)
}

/// The course of a duel of this kind.
fn course<G: joust_core::Game>(session: &dyn DuelSession) -> Option<&Course<G>> {
    session.as_any().downcast_ref::<Referee<G>>().map(Referee::course)
}

/// [`run`] for a duel whose type is known; the duel need not be in the register.
///
/// ```
/// use joust_games::{Ask, game};
/// use joust_mad::Battle;
/// use joust_match::{Job, PlayerText, Programs, rehearse_duel, run_duel};
/// let setup = game("mad").unwrap().setup(&Ask::default()).unwrap();
/// let player = |player, name: &str| PlayerText { player, name: name.to_owned(), seed: 7 };
/// let job = Job::new(0, setup, vec![player(0, "random"), player(1, "minimax:1")]);
/// let programs = Programs::default();
/// rehearse_duel::<Battle>(&job, &programs).unwrap();
/// let played = run_duel::<Battle>(&job, &programs, &false.into()).unwrap().unwrap();
/// assert!(played.faults.is_empty());
/// ```
pub fn run_duel<G: PlayableDuel + DuelView>(
    job: &Job,
    programs: &Programs,
    stop: &AtomicBool,
) -> Result<Option<Played>, BadJob> {
    run_duel_heard::<G>(job, programs, UNHEARD, stop)
}

/// Gives the player of a seat, if it is a guest: a player of the caller's own, which no name leads to.
pub type Bring<'a, G> = &'a dyn Fn(usize) -> Option<Box<dyn Player<G>>>;

/// [`run_duel`] with guests: `bring` is asked for each seat. What the job calls a guest is only a name.
///
/// ```
/// use joust_core::{Player, Seed};
/// use joust_games::{Ask, game};
/// use joust_mad::Battle;
/// use joust_match::{Job, PlayerText, Programs, run_guests};
/// use joust_players::Random;
/// let setup = game("mad").unwrap().setup(&Ask::default()).unwrap();
/// let player = |player, name: &str| PlayerText { player, name: name.to_owned(), seed: 7 };
/// let job = Job::new(0, setup, vec![player(0, "a guest"), player(1, "minimax:1")]);
/// let bring = |seat| (seat == 0).then(|| Box::new(Random::new(Seed(1))) as Box<dyn Player<Battle>>);
/// let played = run_guests::<Battle>(&job, &Programs::default(), &bring, &false.into());
/// assert!(played.unwrap().unwrap().faults.is_empty());
/// ```
pub fn run_guests<G: PlayableDuel + DuelView>(
    job: &Job,
    programs: &Programs,
    bring: Bring<'_, G>,
    stop: &AtomicBool,
) -> Result<Option<Played>, BadJob> {
    judged(job, seated(job, &Seating::<G>::DUEL, programs, bring, UNHEARD)?, stop)
}

fn run_duel_heard<G: PlayableDuel + DuelView>(
    job: &Job,
    programs: &Programs,
    hear: Hear<'_>,
    stop: &AtomicBool,
) -> Result<Option<Played>, BadJob> {
    judged(job, seated(job, &Seating::<G>::DUEL, programs, &|_| None, hear)?, stop)
}

/// Plays a duel with these players until it is over, or until its endgame tables have its result.
fn judged<G: PlayableDuel + DuelView>(
    job: &Job,
    mut players: Vec<Box<dyn Player<G>>>,
    stop: &AtomicBool,
) -> Result<Option<Played>, BadJob> {
    let tables = endgame_tables::<G>(job)?;
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
pub fn rehearse_duel<G: PlayableDuel + DuelView>(job: &Job, programs: &Programs) -> Result<(), BadJob> {
    endgame_tables::<G>(job)?;
    rehearse_as(job, &Seating::<G>::DUEL, programs)
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
type Sit<G> = fn(&Contestant, &Place, Audience) -> Option<Box<dyn Player<G>>>;

/// Reads the name of a player and seats the player in a game of a job.
struct Seating<G: Registered> {
    read: fn(&str) -> Result<Spec, BadPlayer>,
    seat: Sit<G>,
}

impl<G: PlayableDuel + DuelView> Seating<G> {
    const DUEL: Seating<G> = Seating { read: Spec::read_as::<G>, seat: Contestant::seat_heard::<G> };
}

const ARMIES: Seating<Skirmish> =
    Seating { read: |text| Spec::read(text, Skirmish::NAME), seat: Contestant::seat_army };

fn rehearse_as<G: Registered>(job: &Job, seating: &Seating<G>, programs: &Programs) -> Result<(), BadJob> {
    let table = job.table::<G>()?;
    for (i, mut player) in seated(job, seating, programs, &|_| None, UNHEARD)?.into_iter().enumerate() {
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
    programs: &Programs,
    bring: Bring<'_, G>,
    hear: Hear<'_>,
) -> Result<Vec<Box<dyn Player<G>>>, BadJob> {
    let find = |text: &crate::PlayerText| {
        let spec = (seating.read)(&text.name)?.or_tables(job.usual_tables.clone());
        programs.find(spec).map_err(|why| match why {
            BadContestant::Unconfined { .. } => BadJob::Unconfined(why.to_string()),
            why => BadJob::Kit(why.to_string()),
        })
    };
    let come = |(seat, text)| {
        bring(seat).map_or_else(|| find(text).map(Comer::Named), |guest| Ok(Comer::Guest(guest)))
    };
    let comers = job.players.iter().enumerate().map(come).collect::<Result<Vec<_>, BadJob>>()?;
    let name = |(text, comer): (&crate::PlayerText, &Comer<G>)| match comer {
        Comer::Guest(_) => text.name.clone(),
        Comer::Named(contestant) => contestant.name(),
    };
    let names: Vec<String> = job.players.iter().zip(&comers).map(name).collect();
    let sit = |(seat, comer): (usize, Comer<G>)| {
        let text = &job.players[seat];
        let place = Place { limits: job.limits, seed: Seed(text.seed), seat, names: names.clone() };
        match comer {
            Comer::Guest(guest) => Ok(guest),
            Comer::Named(contestant) => (seating.seat)(&contestant, &place, hear(seat))
                .ok_or_else(|| BadJob::Person(text.name.clone())),
        }
    };
    comers.into_iter().enumerate().map(sit).collect()
}

/// A player that takes its seat in a game.
#[expect(clippy::large_enum_variant, reason = "a few in a game")]
enum Comer<G: Registered> {
    Guest(Box<dyn Player<G>>),
    Named(Contestant),
}

/// The names of players in the order of their seats, as bots are told them.
///
/// ```
/// use joust_match::{Contestant, seat_names};
/// assert_eq!(seat_names(&[Contestant::built_in("Demo").unwrap()]), ["Demo"]);
/// ```
pub fn seat_names(players: &[Contestant]) -> Vec<String> {
    players.iter().map(Contestant::name).collect()
}
