//! The ranking of the ladder.

use super::fit::Fit;
use super::{Access, Contests, Denied, LadderState, Meeting, RankedRow, RankingPage, Roster};
use crate::contest::limits::MILESTONES;
use crate::failure::Failure;
use crate::guard::Caller;
use joust_contest::{Contest, Entrant, Ladder, PastBout, Ranking, Shown};
use joust_store::{StoreError, StoredBout};
use std::collections::HashSet;
use std::sync::Arc;

/// A game of the ladder, as ratings see it.
pub(crate) fn past(bout: &StoredBout) -> Option<PastBout> {
    let shown: Shown = serde_json::from_str(&bout.shown).ok()?;
    let (block, board) = (bout.block as u64, bout.board as usize);
    let seats = bout.versions.iter().map(|number| entrant(*number)).collect();
    Some(PastBout { block, board, seats, scores: shown.scores })
}

/// The participant of a seat.
pub(crate) fn entrant(version: i64) -> Entrant {
    if version > 0 { Entrant::Version(version as u64) } else { Entrant::Reference }
}

impl Contests {
    /// Does something with the ladder, which is read from the store when it is needed first.
    pub(in crate::contest) async fn with_ladder<T>(
        &self,
        id: &str,
        contest: &Contest,
        work: impl FnOnce(&mut LadderState) -> T,
    ) -> Result<T, StoreError> {
        let known = self.known(id).await?;
        let mut slot = known.ladder.lock().await;
        let state = match &mut *slot {
            Some(state) => state,
            empty => {
                let (past_bouts, counted, open) = (Vec::new(), HashSet::new(), Vec::new());
                let ladder = Ladder::new(contest);
                let (ranking, history) = (Arc::default(), Arc::default());
                let mut state = LadderState { ladder, past: past_bouts, counted, ranking, history, open };
                for stored in self.store.ladder(id).await? {
                    if let Some(bout) = past(&stored) {
                        state.ladder.add(&bout);
                        state.past.push(bout);
                        state.counted.insert(stored.number);
                    }
                }
                state.open = self.open_blocks(id, contest).await?;
                empty.insert(state)
            }
        };
        Ok(work(state))
    }

    /// The ranking now; it is made anew when there were games or choices since.
    pub(super) async fn ranked(&self, access: &Access, roster: &Roster) -> Result<Arc<Ranking>, Denied> {
        self.fitted(access, roster, |state| &state.ranking, Ranking::of).await
    }

    /// Ratings of a whole class take some milliseconds of a processor, and their history as many times more as it has
    /// milestones: they are made once for the same games.
    async fn fitted<T: Send + Sync + 'static>(
        &self,
        access: &Access,
        roster: &Roster,
        fit_of: fn(&LadderState) -> &Arc<Fit<T>>,
        make: fn(&[u64], &[PastBout]) -> T,
    ) -> Result<Arc<T>, Denied> {
        let (id, contest, official) = (&access.stored.id, &access.contest, roster.official());
        let found = |state: &mut LadderState| (Arc::clone(fit_of(state)), state.past.len());
        let (fit, games) = self.with_ladder(id, contest, found).await?;
        let of = official.clone();
        let made = async move {
            // Games that come meanwhile are left to the next who asks.
            let copy = |state: &mut LadderState| state.past[..games.min(state.past.len())].to_vec();
            let past = self.with_ladder(id, contest, copy).await?;
            let made = tokio::task::spawn_blocking(move || make(&of, &past)).await;
            Ok(made.map_err(|why| Failure::Ours(why.to_string()))?)
        };
        fit.get((official, games), made).await
    }

    async fn may_rank(&self, caller: &Caller, id: &str) -> Result<(Access, Roster), Denied> {
        let access = self.access(caller, id).await?;
        if !access.sees().ranking {
            return Err(if caller.account.is_none() { Failure::SignIn } else { Failure::Forbidden }.into());
        }
        let roster = self.roster(id).await?;
        Ok((access, roster))
    }

    /// The ranking.
    pub(crate) async fn ranking(&self, caller: &Caller, id: &str) -> Result<RankingPage, Denied> {
        let (access, roster) = self.may_rank(caller, id).await?;
        self.ranking_of(&access, &roster).await
    }

    pub(super) async fn ranking_of(&self, access: &Access, roster: &Roster) -> Result<RankingPage, Denied> {
        let ranking = self.ranked(access, roster).await?;
        let make = |official: &[u64], past: &[PastBout]| Ranking::history(official, past, MILESTONES);
        let history = self.fitted(access, roster, |state| &state.history, make).await?.to_vec();
        let games = history.last().map_or(0, |last| last.games);
        let row = |rank: joust_contest::Rank| {
            let version = roster.version(rank.version as i64);
            RankedRow {
                player: version.map(|one| one.name.clone()).unwrap_or_default(),
                student: version.and_then(|one| access.student(roster, &one.visitor)),
                is_own: version.is_some_and(|one| access.is_own(&one.visitor)),
                rank,
            }
        };
        let rows = ranking.rows.iter().cloned().map(row).collect();
        Ok(RankingPage { rows, games, history, reference: access.contest.reference().to_owned() })
    }

    /// The games of a version in the ladder against everybody that it has met.
    pub(crate) async fn meetings(
        &self,
        caller: &Caller,
        id: &str,
        version: u64,
    ) -> Result<Vec<Meeting>, Denied> {
        let (access, roster) = self.may_rank(caller, id).await?;
        let ranking = self.ranked(&access, &roster).await?;
        let meeting = |(opponent, encounter)| {
            let player = match opponent {
                Entrant::Reference => access.contest.reference().to_owned(),
                Entrant::Version(number) => {
                    roster.version(number as i64).map(|one| one.name.clone()).unwrap_or_default()
                }
            };
            Meeting { opponent, player, encounter }
        };
        Ok(ranking.who_beats(version).into_iter().map(meeting).collect())
    }
}
