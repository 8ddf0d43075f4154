//! Games that are kept: each with the bytes of a file that `joust replay` shows.

use crate::run::{Hear, run_heard, run_skirmish_heard};
use crate::{BadJob, Job, Played, Programs, Scribe};
use joust_core::{Game as _, Record, Seat, Setup};
use joust_files::{Care, Output};
use joust_games::{Ask, duel};
use joust_madmax::{Origin, Recorder, Skirmish, TEAMS};
use std::io;
use std::sync::atomic::AtomicBool;

/// A game that was played, and the bytes of its record.
pub type KeptGame = (Played, Option<Vec<u8>>);

/// [`run_heard`], with the record of the game: the compact record of a game of Mad Max, the text of a duel. The
/// names are those of the players in the order of the seats, and a record of Mad Max says where the game was
/// played. There is no record where the game cannot be replayed.
///
/// ```
/// use joust_games::{Ask, game};
/// use joust_madmax::Origin;
/// use joust_match::{Job, PlayerText, Programs, Recorded, UNHEARD, run_recorded};
/// let setup = game("mad").unwrap().setup(&Ask::default()).unwrap();
/// let players = [0, 1].map(|player| PlayerText { player, name: "random".into(), seed: 7 });
/// let (job, names) = (Job::new(0, setup, players.to_vec()), ["Ada", "Bob"].map(str::to_owned));
/// let kept = run_recorded(&job, &names, Origin::Game, &Programs::default(), UNHEARD, &false.into());
/// let (played, record) = kept.unwrap().unwrap();
/// let Recorded::Duel(_, session) = Recorded::read(record.unwrap(), 1 << 20).unwrap() else { panic!() };
/// assert_eq!(session.course().len(), played.actions.len());
/// ```
pub fn run_recorded(
    job: &Job,
    names: &[String],
    origin: Origin,
    programs: &Programs,
    hear: Hear<'_>,
    stop: &AtomicBool,
) -> Result<Option<KeptGame>, BadJob> {
    let name = |seat: usize| names.get(seat).cloned().unwrap_or_default();
    if job.setup.game != Skirmish::NAME {
        let Some(played) = run_heard(job, programs, hear, stop)? else { return Ok(None) };
        let result = played.ending.outcome.map(|outcome| outcome.to_string());
        let record = duel_record(&job.setup, &[0, 1].map(name), &played.actions, result);
        return Ok(Some((played, record.map(|record| record.to_string().into_bytes()))));
    }
    let course = job.course::<Skirmish>(&[])?;
    let lost = |why: io::Error| BadJob::Kit(why.to_string());
    let names: [String; TEAMS] = std::array::from_fn(name);
    let out = Output::stream(io::sink());
    let mut scribe = Scribe::new(out, origin, course.start(), names, true).map_err(lost)?;
    let Some(played) = run_skirmish_heard(job, programs, hear, &mut scribe, stop)? else { return Ok(None) };
    let record = scribe.finish(Care::Quick).map_err(lost)?.map(Recorder::finish);
    Ok(Some((played, record.and_then(|record| record.encode().ok()))))
}

/// The record of a duel that began like this; `None` for other games.
///
/// ```
/// use joust_games::{Ask, game};
/// let setup = game("mad").unwrap().setup(&Ask::default()).unwrap();
/// let names = ["Ada", "Bob"].map(str::to_owned);
/// let record = joust_match::duel_record(&setup, &names, &["pass".to_owned()], None).unwrap();
/// assert!(record.to_string().contains("Ada"));
/// ```
pub fn duel_record(
    setup: &Setup,
    names: &[String; 2],
    actions: &[String],
    result: Option<String>,
) -> Option<Record> {
    let session = duel(&setup.game)?.duel_session(&Ask::from(setup)).ok()?;
    let position = session.position();
    let headers = [0, 1].map(|seat| position.header(Seat::new(seat).unwrap_or(Seat::FIRST)));
    let mut record = session.record(&[(headers[0].as_str(), &names[0]), (headers[1].as_str(), &names[1])]);
    // The score at the start is not that of the end.
    record.headers.retain(|(header, _)| header != "Score");
    record.actions = actions.to_vec();
    record.result = result.unwrap_or_else(|| Record::UNFINISHED.to_owned());
    Some(record)
}
