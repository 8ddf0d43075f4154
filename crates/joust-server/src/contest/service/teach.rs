//! Making contests, opening and closing them, and their first page.

use super::rounds::frozen;
use super::{
    Access, Card, ContestFault, ContestState, Contests, DateKind, Denied, FixedPart, NextDate, Overview,
    Standing, VersionState, lock, state_of,
};
use crate::contest::limits::{CONTESTS, LISTED};
use crate::failure::Failure;
use crate::guard::Caller;
use crate::id;
use joust_contest::Contest;
use joust_store::{NewContest, OfficialRoundRow, Role, StoreError, StoredContest};
use std::collections::HashSet;
use std::sync::Arc;

impl Contests {
    /// Whether the caller may make contests.
    #[expect(clippy::unused_self, reason = "all permissions are those of the service")]
    pub(crate) fn may_make(&self, caller: &Caller) -> bool {
        caller.account.as_ref().is_some_and(|account| account.role >= Role::Teacher)
    }

    /// The contests of the caller, then the others that are open, the newest first.
    pub(crate) async fn list(&self, caller: &Caller) -> Result<Vec<Card>, Denied> {
        let mut cards = Vec::new();
        let mut seen = HashSet::new();
        if let Some(account) = &caller.account {
            for (stored, role) in self.store.contests_of(&account.visitor).await? {
                let standing = match role.as_str() {
                    super::TEACHER => Standing::Teacher,
                    super::STUDENT => Standing::Student,
                    _ => continue,
                };
                if state_of(&stored) == ContestState::Draft && standing != Standing::Teacher {
                    continue;
                }
                seen.insert(stored.id.clone());
                cards.push(self.card(&stored, standing).await?);
            }
        }
        let is_operator = caller.account.as_ref().is_some_and(|account| account.role == Role::Operator);
        let standing = if is_operator { Standing::Teacher } else { Standing::Spectator };
        for stored in self.store.contests_in("open").await? {
            if cards.len() >= LISTED {
                break;
            }
            if !seen.contains(&stored.id) {
                cards.push(self.card(&stored, standing).await?);
            }
        }
        Ok(cards)
    }

    async fn card(&self, stored: &StoredContest, standing: Standing) -> Result<Card, Denied> {
        let contest = self.terms_of(stored)?;
        let (now, state) = (self.seconds(), state_of(stored));
        Ok(Card {
            id: stored.id.clone(),
            name: contest.name.clone(),
            game: contest.game,
            state,
            standing,
            students: self.store.students(&stored.id).await?,
            opens: contest.opens,
            closes: contest.closes,
            next: next_date(&contest, now),
            takes: state == ContestState::Open && contest.takes(now),
        })
    }

    /// Makes a contest, which is a draft, and gives its id. [`ContestFault::Terms`] has the problems.
    pub(crate) async fn make(&self, caller: &Caller, terms: &str) -> Result<String, Denied> {
        let account = caller.account.as_ref().ok_or(Failure::SignIn)?;
        if !self.may_make(caller) {
            return Err(Failure::Forbidden.into());
        }
        read(terms)?;
        let (owner, name) = (account.visitor.to_string(), account.name.clone());
        let (id, terms) = (id::game().map_err(Failure::from)?, terms.to_owned());
        let (code, at) = (id::join_code().map_err(Failure::from)?, self.time.now());
        let new = NewContest { id: id.clone(), owner, name, terms, code, at };
        match self.store.make_contest(new, CONTESTS).await {
            Ok(()) => Ok(id),
            Err(StoreError::Conflict) => Err(ContestFault::TooManyContests(CONTESTS).into()),
            Err(why) => Err(why.into()),
        }
    }

    /// The page of a contest.
    pub(crate) async fn overview(&self, caller: &Caller, id: &str) -> Result<Overview, Denied> {
        let access = self.access(caller, id).await?;
        let card = self.card(&access.stored, access.standing).await?;
        let roster = self.roster(id).await?;
        let own: Vec<_> = roster.versions.iter().filter(|one| access.is_own(&one.visitor)).collect();
        let own: Vec<_> = own.into_iter().rev().map(|one| self.row(&access, &roster, one)).collect();
        let official = roster.official_of(&access.visitor).map(|one| one.number as u64);
        let sees = access.sees();
        let rank = match official {
            Some(version) if sees.ranking => {
                self.ranked(&access, &roster).await?.rows.iter().find(|row| row.version == version).cloned()
            }
            _ => None,
        };
        let (versions_left, friendlies_left) = self.left(&access).await?;
        Ok(Overview {
            rounds: self.round_rows(&access).await?,
            queue: self.desk.state(),
            join_code: access.is_teacher().then(|| access.stored.code.clone()),
            contest: Arc::clone(&access.contest),
            ranked: roster.official().len(),
            card,
            sees,
            own,
            official,
            rank,
            versions_left,
            friendlies_left,
        })
    }

    /// The terms as the teacher wrote them; for teachers.
    pub(crate) async fn terms(&self, caller: &Caller, id: &str) -> Result<String, Denied> {
        Ok(self.teacher(caller, id).await?.stored.terms)
    }

    /// Changes the terms. Once a contest was opened, what results depend on stays.
    pub(crate) async fn set_terms(&self, caller: &Caller, id: &str, terms: &str) -> Result<(), Denied> {
        let _freezing = self.freezing.lock().await;
        let access = self.teacher(caller, id).await?;
        let new = read(terms)?;
        if access.stored.opened.is_some() {
            unchanged(&access.contest, &new)?;
            let begun = self.store.rounds(id).await?;
            let is_kept = |row: &&OfficialRoundRow| {
                let number = (row.number - 1) as usize;
                access.contest.rounds.get(number) == new.rounds.get(number)
            };
            let changed: Vec<&OfficialRoundRow> = begun.iter().filter(|row| !is_kept(row)).collect();
            // A round that nobody has played yet may be put off.
            if changed.iter().any(|row| !frozen(row).is_empty()) {
                return Err(ContestFault::Fixed(FixedPart::Round).into());
            }
            for row in changed {
                let (state, trouble) = ("waiting".to_owned(), String::new());
                self.store.set_round(OfficialRoundRow { state, trouble, ..row.clone() }, None).await?;
            }
        }
        self.store.set_contest_terms(id, terms).await?;
        self.forget_known(id).await;
        self.desk.changed();
        Ok(())
    }

    /// Opens a contest to its students, or opens a closed one again.
    pub(crate) async fn open(&self, caller: &Caller, id: &str) -> Result<(), Denied> {
        let access = self.teacher(caller, id).await?;
        if access.contest.closes.is_none() && access.contest.rounds.is_empty() {
            return Err(ContestFault::NoEnd.into());
        }
        self.store.set_contest_state(id, "open", self.time.now()).await?;
        self.desk.changed();
        Ok(())
    }

    /// Closes a contest: nothing is taken any more. What arrived is still judged, and rounds are still played.
    pub(crate) async fn close(&self, caller: &Caller, id: &str) -> Result<(), Denied> {
        let access = self.teacher(caller, id).await?;
        if access.state == ContestState::Draft {
            return Err(ContestFault::NotOpen.into());
        }
        self.store.set_contest_state(id, "closed", self.time.now()).await?;
        self.desk.changed();
        Ok(())
    }

    /// Removes a draft that was never opened.
    pub(crate) async fn remove(&self, caller: &Caller, id: &str) -> Result<(), Denied> {
        let access = self.teacher(caller, id).await?;
        if access.stored.opened.is_some() {
            return Err(ContestFault::Opened.into());
        }
        // A version that a teacher tried must not be judged any more.
        let versions = self.store.versions(id, None).await?;
        for version in versions.iter().filter(|one| one.state == "waiting") {
            self.desk.cancel_version(id, version.number);
        }
        self.store.remove_contest(id).await?;
        self.jobs.cancel(id);
        self.shelf.remove(id).map_err(|why| Failure::Ours(format!("the files of a contest: {why}")))?;
        lock(&self.read).remove(id);
        self.known.lock().await.remove(id);
        Ok(())
    }

    /// How many versions and friendly matches the caller may still ask for.
    pub(super) async fn left(&self, access: &Access) -> Result<(u32, u32), Denied> {
        if access.takes_part().is_err() {
            return Ok((0, 0));
        }
        let (id, own, now) = (&access.stored.id, &access.visitor, self.time.now());
        let versions = self.store.versions_since(id, own, now - HOUR).await?;
        let friendlies = self.store.friendlies_since(id, own, now - DAY).await?;
        let contest = &access.contest;
        Ok((
            contest.versions_per_hour.saturating_sub(versions),
            contest.friendly_per_day.saturating_sub(friendlies),
        ))
    }
}

/// In milliseconds.
pub(super) const HOUR: i64 = 3_600_000;
const DAY: i64 = 24 * HOUR;

fn read(terms: &str) -> Result<Contest, ContestFault> {
    Contest::read(terms).map_err(ContestFault::Terms)
}

/// Fails if a change would make earlier results worthless.
fn unchanged(old: &Contest, new: &Contest) -> Result<(), ContestFault> {
    let fixed = [
        (FixedPart::Game, old.game == new.game),
        (FixedPart::Boards, old.boards == new.boards),
        (FixedPart::Limits, old.limits == new.limits),
        (FixedPart::Qualification, old.qualification == new.qualification),
        (FixedPart::Seed, old.seed == new.seed),
    ];
    match fixed.into_iter().find(|(_, is_kept)| !is_kept) {
        Some((what, _)) => Err(ContestFault::Fixed(what)),
        None => Ok(()),
    }
}

/// The next date of a contest.
pub(super) fn next_date(contest: &Contest, now: i64) -> Option<NextDate> {
    let date = |at: Option<i64>, what| at.map(|at| NextDate { at, what, round: None });
    let rounds = contest.rounds.iter().map(|round| NextDate {
        at: round.at,
        what: DateKind::Round,
        round: Some(round.name.clone()),
    });
    let all = date(contest.opens, DateKind::Opens).into_iter().chain(date(contest.closes, DateKind::Closes));
    all.chain(rounds).filter(|date| date.at >= now).min_by_key(|date| date.at)
}

impl VersionState {
    /// The state of a word of the store. An unknown one waits for an operator.
    pub(crate) fn named(word: &str) -> VersionState {
        match word {
            "waiting" => VersionState::Waiting,
            "judging" => VersionState::Judging,
            "failed" => VersionState::Failed,
            "qualified" => VersionState::Qualified,
            "gone" => VersionState::Gone,
            _ => VersionState::Trouble,
        }
    }
}
