//! The games of a match of Mad Max.

use crate::{
    BadJob, Contestant, Job, Place, Played, ScoreLine, ScoreMatch, Scribe, Watcher, counts_for_nobody,
    fairly, pairing,
};
use joust_core::Seed;
use joust_files::{Care, Output};
use joust_madmax::player::Seated;
use joust_madmax::{Config, Origin, Skirmish, TEAMS};
use joust_sandbox::Audience;
use std::io;
use std::path::Path;
use std::sync::atomic::AtomicBool;

/// Why a game of a match of Mad Max has no line in the journal.
#[derive(Debug, thiserror::Error)]
pub enum BadScores {
    /// The game cannot be played.
    #[error(transparent)]
    Job(#[from] BadJob),
    /// A player has no seat for an army.
    #[error("a player has no seat")]
    NoSeat,
    /// The result cannot be written.
    #[error(transparent)]
    Result(#[from] io::Error),
}

impl ScoreMatch {
    /// Plays a game of the match by its number, from 0, and gives its line for the journal; `None` when the
    /// flag was set before its end. A game that does not count is played again: see [`fairly`]. The players are those of the match, and the settings those of the file
    /// that it names. The result is written into the folder `results`: see [`ScoreMatch::result_name`].
    pub fn play(
        &self,
        number: usize,
        config: &Config,
        players: &[Contestant; TEAMS],
        results: Option<&Path>,
        stop: &AtomicBool,
    ) -> Result<Option<ScoreLine>, BadScores> {
        let seed = self.seed_of(number);
        let seats: [usize; TEAMS] = pairing::rotated_seats(number);
        let names = seats.map(|player| players[player].name());
        let broken = |why: String| Ok(Some(ScoreLine::broken(number, seed, names.clone(), why)));
        let job = match self.job(number, config) {
            Ok(job) => job,
            Err(why) => return broken(why.to_string()),
        };
        let mut once = || self.once(&job, number, players, results, stop);
        let Some((played, kept)) = fairly(&job, &counts_for_nobody, &mut once)? else { return Ok(None) };
        if let Some(why) = kept.trouble {
            return broken(why);
        }
        if let Some(scribe) = kept.scribe {
            scribe.finish(Care::Quick)?;
        }
        Ok(Some(ScoreLine::new(seed, names, &played)))
    }

    /// Plays a game once.
    fn once(
        &self,
        job: &Job,
        number: usize,
        players: &[Contestant; TEAMS],
        results: Option<&Path>,
        stop: &AtomicBool,
    ) -> Result<Option<(Played, Kept)>, BadScores> {
        let seats: [usize; TEAMS] = pairing::rotated_seats(number);
        let names = seats.map(|player| players[player].name());
        let mut table = job.table::<Skirmish>()?;
        let seat = |(seat, player): (usize, usize)| {
            let seed = Seed(job.players[seat].seed);
            let place = Place { limits: job.limits, seed, seat, names: names.to_vec() };
            players[player].seat_army(&place, Audience::absent())
        };
        let seated: Option<Vec<Seated>> = seats.into_iter().enumerate().map(seat).collect();
        let mut scribe = None;
        if let Some(folder) = results {
            let out = Output::file(&folder.join(self.result_name(number)))?;
            scribe = Some(Scribe::new(out, Origin::Game, table.course().start(), names.clone(), false)?);
        }
        let watcher: &mut dyn Watcher<Skirmish> = match &mut scribe {
            Some(scribe) => scribe,
            None => &mut (),
        };
        let mut seated = seated.ok_or(BadScores::NoSeat)?;
        let played = job.play_watched(&mut table, &mut seated, &|_| None, watcher, stop)?;
        let trouble = table.course().trouble().map(|why| why.to_string());
        Ok(played.map(|played| (played, Kept { trouble, scribe })))
    }
}

/// What is kept of a game until it counts.
struct Kept {
    /// Why it could not be finished.
    trouble: Option<String>,
    /// Its result.
    scribe: Option<Scribe>,
}
