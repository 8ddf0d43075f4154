//! Official rounds: they begin at their dates, and are played in slices between other work.

use super::away::{HeldModule, Line};
use super::{Outcome, Trouble, WorkItem};
use crate::contest::limits::SLICE;
use crate::contest::service::{Contests, FrozenVersion, frozen};
use joust_contest::{Contest, Frozen, OfficialRound, Ranking, Work};
use joust_match::Programs;
use joust_store::{OfficialRoundRow, StoreError};
use joust_tournament::{Ended, Ledger};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;
use tokio::runtime::Handle;

impl Contests {
    /// The dates of all rounds that have not begun, or that wait for the judge: when, the contest, and the number of
    /// the round from 1.
    pub(super) async fn dates(&self) -> Result<Vec<(i64, String, usize)>, StoreError> {
        let mut dates = Vec::new();
        for state in ["open", "closed"] {
            for stored in self.store.contests_in(state).await? {
                let Ok(contest) = self.terms_of(&stored) else { continue };
                let begun = self.store.rounds(&stored.id).await?;
                for (number, round) in (1..).zip(&contest.rounds) {
                    let row = begun.iter().find(|row| row.number as usize == number);
                    if row.is_none_or(|row| row.state == "waiting") {
                        dates.push((round.at, stored.id.clone(), number));
                    }
                }
            }
        }
        dates.sort();
        Ok(dates)
    }

    /// Freezes a round whose date has come, unless versions that arrived in time are still to be judged. True if it
    /// begins.
    pub(super) async fn begin_round(&self, id: &str, number: usize) -> Result<bool, StoreError> {
        let Some(stored) = self.store.contest(id).await? else { return Ok(true) };
        let Ok(contest) = self.terms_of(&stored) else { return Ok(false) };
        let Some(round) = contest.rounds.get(number - 1) else { return Ok(true) };
        let rows = self.store.rounds(id).await?;
        let known = rows.iter().find(|row| row.number as usize == number);
        if known.is_some_and(|row| row.state != "waiting") {
            return Ok(true);
        }
        let roster = self.roster(id).await?;
        let freeze = roster.freeze(round.at);
        let mut row = OfficialRoundRow {
            contest: id.to_owned(),
            number: number as i64,
            state: "waiting".to_owned(),
            at: round.at.saturating_mul(1000),
            players: "[]".to_owned(),
            played: 0,
            most: 0,
            trouble: String::new(),
        };
        if !freeze.waiting.is_empty() {
            if known.is_none() {
                self.store.set_round(row, None).await?;
            }
            return Ok(false);
        }
        let official: Vec<u64> = freeze.official.iter().map(|(_, version)| *version).collect();
        let past = self.with_ladder(id, &contest, |state| state.past.clone()).await?;
        let order = Ranking::of(&official, &past).rows;
        let players = order.iter().filter_map(|rank| {
            let name = roster.version(rank.version as i64)?.name.clone();
            Some(FrozenVersion { version: rank.version, name })
        });
        let players: Vec<FrozenVersion> = players.collect();
        row.players =
            serde_json::to_string(&players).map_err(|why| StoreError::Unreadable(why.to_string()))?;
        "playing".clone_into(&mut row.state);
        self.store.set_round(row, None).await?;
        tracing::info!(contest = id, number, players = players.len(), "an official round begins");
        self.desk.push(id, Work::Official, WorkItem::Round { contest: id.to_owned(), number });
        Ok(true)
    }

    /// Plays a round for a while, or to its end if nobody else waits.
    pub(super) fn play_round(&self, id: &str, number: usize, runtime: &Handle) -> Result<Outcome, Trouble> {
        let Some((contest, mut row)) = runtime.block_on(self.round_to_play(id, number))? else {
            return Ok(Outcome::Done(Vec::new()));
        };
        let versions = frozen(&row);
        let mut modules = Vec::new();
        for one in &versions {
            let module = self.store.version_module(id, one.version as i64);
            modules.push(runtime.block_on(module)?.unwrap_or_default());
        }
        let players: Vec<Frozen<'_>> =
            versions.iter().zip(&modules).map(|(one, module)| Frozen { name: &one.name, module }).collect();
        let folder = self.round_folder(id, number);
        let round =
            OfficialRound::freeze(&contest, number - 1, &players, &folder).map_err(|why| why.to_string())?;
        let (begun, stop) = (Instant::now(), AtomicBool::new(false));
        let (mut played, mut most) = (row.played, row.most);
        let (relay, programs) = (self.away.relay(Line::Games), Programs::confined(self.confinement));
        let mut heard = |ledger: &Ledger| {
            (played, most) = (ledger.over() as i64, ledger.most_games() as i64);
            let is_turn_over = begun.elapsed() > SLICE && self.desk.has_waiting();
            // Workers that have come may help.
            let is_helped = relay.is_none() && self.away.relay(Line::Games).is_some();
            if is_turn_over || is_helped || self.desk.is_closed() {
                stop.store(true, Ordering::Relaxed);
            }
        };
        let ended = match &relay {
            Some(relay) => {
                let _held: Vec<HeldModule> =
                    modules.iter().map(|module| self.away.hold(module.clone())).collect();
                round.play_elsewhere(programs, &relay.share(), 1, &stop, &mut heard)
            }
            None => round.play(programs, 1, &stop, &mut heard),
        };
        let ended = ended.map_err(|why| why.to_string())?;
        (row.played, row.most) = (played.max(row.played), most.max(row.most));
        let journal = match ended {
            Ended::Over => {
                "over".clone_into(&mut row.state);
                Some(std::fs::read(round.journal()).map_err(|why| why.to_string())?)
            }
            Ended::Stopped => None,
        };
        let is_over = journal.is_some();
        runtime.block_on(self.store.set_round(row, journal))?;
        if self.desk.is_closed() && !is_over {
            return Ok(Outcome::Later);
        }
        if !is_over {
            // A slice of the round is done, and counts for estimates.
            self.desk.push(id, Work::Official, WorkItem::Round { contest: id.to_owned(), number });
            return Ok(Outcome::Done(Vec::new()));
        }
        tracing::info!(contest = id, number, "an official round is over");
        Ok(Outcome::Done(Vec::new()))
    }

    async fn round_to_play(
        &self,
        id: &str,
        number: usize,
    ) -> Result<Option<(Arc<Contest>, OfficialRoundRow)>, StoreError> {
        let Some(stored) = self.store.contest(id).await? else { return Ok(None) };
        let contest = self.terms_of(&stored).map_err(|why| StoreError::Unreadable(why.to_string()))?;
        let rows = self.store.rounds(id).await?;
        let row = rows.into_iter().find(|row| row.number as usize == number && row.state == "playing");
        Ok(row.map(|row| (contest, row)))
    }

    /// A round cannot be played; its teacher is told why, and may try again.
    pub(super) async fn round_failed(&self, id: &str, number: usize, why: &str) -> Result<(), StoreError> {
        let rows = self.store.rounds(id).await?;
        let Some(row) = rows.into_iter().find(|row| row.number as usize == number) else { return Ok(()) };
        let (state, trouble) = ("trouble".to_owned(), why.to_owned());
        self.store.set_round(OfficialRoundRow { state, trouble, ..row }, None).await
    }
}
