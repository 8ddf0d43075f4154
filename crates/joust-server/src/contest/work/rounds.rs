//! Official rounds: they begin at their dates, and are played in slices between other work.

use super::away::{HeldModule, Line};
use super::{Outcome, Trouble, WorkItem};
use crate::contest::limits::SLICE;
use crate::contest::service::{Contests, FrozenVersion, Missing, frozen};
use joust_contest::{Contest, Frozen, OfficialRound, Ranking, Work};
use joust_match::Programs;
use joust_relay::sha256;
use joust_store::{OfficialRoundRow, StoreError};
use joust_tournament::{Ended, Ledger};
use std::cmp::Ordering;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering as Order};
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

    /// Freezes a round whose date has come, unless versions that arrived in time are still under way or to be judged. True
    /// if nothing is awaited any more.
    pub(in crate::contest) async fn begin_round(
        &self,
        id: &str,
        number: usize,
        missing: Missing,
    ) -> Result<bool, StoreError> {
        let _freezing = self.freezing.lock().await;
        let Some(stored) = self.store.contest(id).await? else { return Ok(true) };
        let Ok(contest) = self.terms_of(&stored) else { return Ok(false) };
        let Some(round) = contest.rounds.get(number - 1) else { return Ok(true) };
        let rows = self.store.rounds(id).await?;
        let known = rows.iter().find(|row| row.number as usize == number);
        // The date may have changed meanwhile.
        if known.is_some_and(|row| row.state != "waiting") || round.at >= self.seconds() {
            return Ok(true);
        }
        // The whole second counts, as it does for the end of a contest.
        if self.arrivals.any_before((round.at + 1).saturating_mul(1000)) {
            return Ok(false);
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
        let is_awaited =
            |version: &u64| missing == Missing::AreAwaited || !roster.is_troubled(*version as i64);
        if freeze.waiting.iter().any(is_awaited) {
            if known.is_none() {
                self.store.set_round(row, None).await?;
            }
            return Ok(false);
        }
        let official: Vec<u64> = freeze.official.iter().map(|(_, version)| *version).collect();
        let past = self.with_ladder(id, &contest, |state| state.past.clone()).await?;
        let order = Ranking::of(&official, &past).rows;
        let mut players = Vec::new();
        for rank in &order {
            let Some(version) = roster.version(rank.version as i64) else { continue };
            let (name, sha256) = (version.name.clone(), version.sha256.clone());
            players.push(FrozenVersion { version: rank.version, name, sha256 });
        }
        // The modules are in the folder before the round begins: from then on it plays these.
        match self.freeze(id, number, &contest, &players).await {
            Ok(_) => {
                row.players =
                    serde_json::to_string(&players).map_err(|why| StoreError::Unreadable(why.to_string()))?;
                "playing".clone_into(&mut row.state);
            }
            Err(Trouble::Outage(why)) => return Err(why),
            Err(Trouble::Ours(why)) => {
                tracing::error!(contest = id, number, why, "an official round cannot be frozen");
                "trouble".clone_into(&mut row.state);
                row.trouble = why;
            }
        }
        let is_frozen = row.trouble.is_empty();
        self.store.set_round(row, None).await?;
        if is_frozen {
            tracing::info!(contest = id, number, players = players.len(), "an official round begins");
            self.desk.push(id, Work::Official, WorkItem::Round { contest: id.to_owned(), number });
        }
        Ok(true)
    }

    /// The modules of a round in the order of its players: from its folder, or from the database while they are still
    /// those that were frozen. `None` if one is lost.
    pub(in crate::contest) async fn frozen_modules(
        &self,
        id: &str,
        number: usize,
        versions: &[FrozenVersion],
    ) -> Result<Option<Vec<Vec<u8>>>, StoreError> {
        let folder = self.round_folder(id, number);
        let mut modules = Vec::new();
        for one in versions {
            if let Some(module) = OfficialRound::module(&folder, &one.name, &one.sha256) {
                modules.push(module);
                continue;
            }
            let module = self.store.version_module(id, one.version as i64).await?.unwrap_or_default();
            if module.is_empty() || !(one.sha256.is_empty() || sha256(&module) == one.sha256) {
                tracing::error!(contest = id, number, version = one.version, "a frozen module is lost");
                return Ok(None);
            }
            modules.push(module);
        }
        Ok(Some(modules))
    }

    /// Freezes a round, or finds it frozen; gives it with the modules of its players.
    pub(super) async fn freeze(
        &self,
        id: &str,
        number: usize,
        contest: &Arc<Contest>,
        versions: &[FrozenVersion],
    ) -> Result<(OfficialRound, Vec<Vec<u8>>), Trouble> {
        let modules = self.frozen_modules(id, number, versions).await?;
        let modules = modules.ok_or_else(|| "the module of a player that was frozen is lost".to_owned())?;
        let names: Vec<String> = versions.iter().map(|one| one.name.clone()).collect();
        let (contest, folder) = (Arc::clone(contest), self.round_folder(id, number));
        // Files are written to the disk.
        let frozen = tokio::task::spawn_blocking(move || {
            let players: Vec<Frozen<'_>> =
                names.iter().zip(&modules).map(|(name, module)| Frozen { name, module }).collect();
            OfficialRound::freeze(&contest, number - 1, &players, &folder).map(|round| (round, modules))
        });
        let frozen = frozen.await.map_err(|why| why.to_string())?;
        Ok(frozen.map_err(|why| why.to_string())?)
    }

    /// Plays a round for a while, or to its end if nobody else waits.
    pub(super) fn play_round(&self, id: &str, number: usize, runtime: &Handle) -> Result<Outcome, Trouble> {
        let Some((contest, mut row)) = runtime.block_on(self.round_to_play(id, number))? else {
            return Ok(Outcome::Done(Vec::new()));
        };
        let (round, modules) = runtime.block_on(self.freeze(id, number, &contest, &frozen(&row)))?;
        let (begun, stop) = (Instant::now(), AtomicBool::new(false));
        let (mut played, mut most) = (row.played, row.most);
        let (relay, programs) = (self.away.relay(Line::Games), Programs::confined(self.confinement));
        let lent = self.desk.lend();
        let mut heard = |ledger: &Ledger| {
            (played, most) = (ledger.over() as i64, ledger.most_games() as i64);
            let slices = begun.elapsed().div_duration_f64(SLICE);
            let is_turn_over = match self.desk.use_of_threads() {
                Ordering::Greater => slices > 1.0,
                Ordering::Equal => slices > 1.0 && self.desk.has_waiting(),
                // It goes on with more threads.
                Ordering::Less => slices > 10.0,
            };
            // Workers that have come may help.
            let is_helped = relay.is_none() && self.away.relay(Line::Games).is_some();
            if is_turn_over || is_helped || self.desk.is_closed() {
                stop.store(true, Order::Relaxed);
            }
        };
        let ended = match &relay {
            Some(relay) => {
                let _held: Vec<HeldModule> =
                    modules.into_iter().map(|module| self.away.hold(module)).collect();
                round.play_elsewhere(programs, &relay.share(), 1, &stop, &mut heard)
            }
            None => round.play(programs, 1 + lent.threads, &stop, &mut heard),
        };
        drop(lent);
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
        // Somebody may have left while it was played.
        if let Err(why) = runtime.block_on(self.forget_modules()) {
            tracing::error!(?why, "modules of those who have left are removed after the next start");
        }
        Ok(Outcome::Done(Vec::new()))
    }

    pub(super) async fn round_to_play(
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
