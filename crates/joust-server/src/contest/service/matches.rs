//! Games: friendly matches, lists, replays.

use super::roster::is_qualified;
use super::{
    Access, BoutKind, BoutPage, BoutRow, BoutSeat, BoutState, Bouts, BoutsAsked, ContestFault, ContestState,
    Contests, Denied, FileBytes, Opponent, Roster,
};
use crate::contest::limits::BOUTS;
use crate::contest::work::WorkItem;
use crate::failure::Failure;
use crate::guard::Caller;
use joust_contest::{Private, Shown, Work};
use joust_store::{BoutChair, BoutFilter, NewBout, StoredBout, StoredVersion};

impl BoutKind {
    pub(crate) fn word(self) -> &'static str {
        match self {
            BoutKind::Qualification => "qualification",
            BoutKind::Friendly => "friendly",
            BoutKind::Ladder => "ladder",
            BoutKind::Official => "official",
        }
    }

    fn named(word: &str) -> BoutKind {
        match word {
            "ladder" => BoutKind::Ladder,
            "qualification" => BoutKind::Qualification,
            // An unknown kind is the one that fewest callers see.
            _ => BoutKind::Friendly,
        }
    }
}

impl Contests {
    /// Whom the caller may meet in friendly matches: own versions, and the official ones of others.
    pub(crate) async fn opponents(&self, caller: &Caller, id: &str) -> Result<Vec<Opponent>, Denied> {
        let access = self.access(caller, id).await?;
        access.takes_part()?;
        let roster = self.roster(id).await?;
        let may = |one: &&StoredVersion| is_qualified(one) && may_meet(&access, &roster, one);
        let opponent = |one: &StoredVersion| Opponent {
            version: one.number as u64,
            player: one.name.clone(),
            student: access.student(&roster, &one.visitor),
            is_own: access.is_own(&one.visitor),
            is_official: roster.is_official(one.number),
        };
        Ok(roster.versions.iter().filter(may).map(opponent).collect())
    }

    /// Asks for a friendly match: versions in the order of the seats, `None` for the reference player; one of them is
    /// the caller's. Gives the number of the game.
    pub(crate) async fn friendly(
        &self,
        caller: &Caller,
        id: &str,
        seats: &[Option<u64>],
        board: usize,
    ) -> Result<u64, Denied> {
        let access = self.access(caller, id).await?;
        access.takes_part()?;
        let contest = &access.contest;
        if access.state != ContestState::Open && !access.is_teacher() {
            return Err(ContestFault::NotOpen.into());
        }
        if board >= contest.boards.len() {
            return Err(ContestFault::Board.into());
        }
        let roster = self.roster(id).await?;
        let mut has_own = false;
        for number in seats.iter().flatten() {
            let found = roster.version(*number as i64).filter(|one| may_meet(&access, &roster, one));
            let version = found.ok_or(ContestFault::NotQualified)?;
            if !is_qualified(version) {
                return Err(ContestFault::NotQualified.into());
            }
            has_own |= access.is_own(&version.visitor);
        }
        if seats.len() != contest.seats() || !(has_own || access.is_teacher()) {
            return Err(ContestFault::Seats(contest.seats()).into());
        }
        let number = {
            let _writing = self.writing.lock().await;
            if self.left(&access).await?.1 == 0 {
                return Err(ContestFault::Friendlies(contest.friendly_per_day).into());
            }
            let number = self.known(id).await?.next_bouts(1);
            let chair =
                |seat: &Option<u64>| BoutChair { version: seat.unwrap_or(0) as i64, ..BoutChair::default() };
            let new = NewBout {
                number,
                kind: BoutKind::Friendly.word(),
                asker: access.visitor.to_string(),
                at: self.time.now(),
                block: 0,
                board: board as i64,
                // The seed follows from the number, so that no two matches are alike.
                seed: (joust_core::mix(contest.seed ^ joust_core::mix(number as u64)) >> 33) as i64,
                opening: number,
                chairs: seats.iter().map(chair).collect(),
                result: None,
            };
            self.store.add_bouts(id, vec![new]).await?;
            number
        };
        self.desk.push(&access.visitor, Work::Friendly, WorkItem::Bout { contest: id.to_owned(), number });
        Ok(number as u64)
    }

    /// Games that the caller may see.
    pub(crate) async fn bouts(&self, caller: &Caller, id: &str, asked: BoutsAsked) -> Result<Bouts, Denied> {
        let access = self.access(caller, id).await?;
        let roster = self.roster(id).await?;
        let own = || roster.versions.iter().filter(|one| access.is_own(&one.visitor)).map(|one| one.number);
        let versions = match (asked.version, asked.own) {
            (Some(version), _) => Some(vec![version as i64]),
            (None, true) => Some(own().collect()),
            // Without games of others, the list is that of the own ones.
            (None, false) if !access.sees().games => Some(own().collect()),
            (None, false) => None,
        };
        let mut filter = BoutFilter {
            kind: asked.kind.map(BoutKind::word),
            versions,
            before: asked.before.map(|before| before as i64),
            state: None,
        };
        let mut rows = Vec::new();
        // Games that the caller may not see are left out, and the page is filled up.
        loop {
            let found = self.store.bouts(id, &filter, BOUTS + 1).await?;
            let is_last = found.len() <= BOUTS as usize;
            for bout in &found {
                if rows.len() > BOUTS as usize {
                    break;
                }
                if may_see(&access, &roster, bout) {
                    rows.push(self.bout_row(&access, &roster, bout));
                }
            }
            filter.before = found.last().map(|bout| bout.number);
            if is_last || rows.len() > BOUTS as usize {
                break;
            }
        }
        let more = rows.len() > BOUTS as usize;
        rows.truncate(BOUTS as usize);
        Ok(Bouts { rows, more })
    }

    fn bout_row(&self, access: &Access, roster: &Roster, bout: &StoredBout) -> BoutRow {
        let shown: Option<Shown> = serde_json::from_str(&bout.shown).ok();
        let state = match bout.state.as_str() {
            "waiting" => BoutState::Waiting,
            "done" => BoutState::Done,
            _ => BoutState::Trouble,
        };
        let seat = |(seat, number): (usize, &i64)| {
            let version = roster.version(*number);
            let name = shown.as_ref().and_then(|shown| shown.names.get(seat).cloned());
            let planned =
                || version.map_or_else(|| access.contest.reference().to_owned(), |one| one.name.clone());
            BoutSeat {
                version: (*number > 0).then_some(*number as u64),
                name: name.unwrap_or_else(planned),
                student: version.and_then(|one| access.student(roster, &one.visitor)),
                is_own: version.is_some_and(|one| access.is_own(&one.visitor)),
            }
        };
        let seats: Vec<BoutSeat> = bout.versions.iter().enumerate().map(seat).collect();
        BoutRow {
            number: bout.number as u64,
            kind: BoutKind::named(&bout.kind),
            state,
            at: bout.at,
            seats,
            shown,
            estimate: self.desk.estimate_of_bout(&bout.contest, bout.number),
        }
    }

    /// A game that the caller may see, with what is private to the caller.
    pub(super) async fn bout_page(
        &self,
        access: &Access,
        roster: &Roster,
        bout: &StoredBout,
    ) -> Result<BoutPage, Denied> {
        let row = self.bout_row(access, roster, bout);
        let private = self.store.bout_private(&bout.contest, bout.number).await?;
        let seen = |(seat, text): (&BoutSeat, String)| {
            let may = seat.version.is_some() && (seat.is_own || access.is_teacher());
            may.then(|| serde_json::from_str::<Private>(&text).ok()).flatten()
        };
        let private = row.seats.iter().zip(private).map(seen).collect();
        let has_record = row.state == BoutState::Done;
        Ok(BoutPage { row, game: access.contest.game, private, has_record })
    }

    async fn visible(
        &self,
        caller: &Caller,
        id: &str,
        number: u64,
    ) -> Result<(Access, Roster, StoredBout), Denied> {
        let access = self.access(caller, id).await?;
        let roster = self.roster(id).await?;
        let bout = self.store.bout(id, number as i64).await?;
        let bout = bout.filter(|bout| may_see(&access, &roster, bout)).ok_or(Failure::NotFound)?;
        Ok((access, roster, bout))
    }

    /// A game.
    pub(crate) async fn bout(&self, caller: &Caller, id: &str, number: u64) -> Result<BoutPage, Denied> {
        let (access, roster, bout) = self.visible(caller, id, number).await?;
        self.bout_page(&access, &roster, &bout).await
    }

    /// The record of a game, which `joust replay` shows: text of a duel, or a compact record of Mad Max.
    pub(crate) async fn record(&self, caller: &Caller, id: &str, number: u64) -> Result<FileBytes, Denied> {
        let (access, _, bout) = self.visible(caller, id, number).await?;
        let bytes = self.store.bout_record(id, bout.number).await?.unwrap_or_default();
        if bytes.is_empty() {
            return Err(Failure::NotFound.into());
        }
        Ok(FileBytes { name: record_name(&access.contest, number), bytes })
    }
}

/// The name of the record of a game, with the ending that `joust replay` knows.
pub(super) fn record_name(contest: &joust_contest::Contest, number: u64) -> String {
    let ending = if contest.seats() == 2 { contest.game } else { "jmm" };
    format!("game-{number}.{ending}")
}

/// Whether the caller may have a version in a friendly match.
fn may_meet(access: &Access, roster: &Roster, version: &StoredVersion) -> bool {
    access.is_own(&version.visitor) || access.is_teacher() || roster.is_official(version.number)
}

/// Whether the caller may see a game. A friendly match is that of the authors of its players.
fn may_see(access: &Access, roster: &Roster, bout: &StoredBout) -> bool {
    let version = |number: &i64| roster.version(*number);
    let is_own = access.is_own(&bout.asker)
        || bout.versions.iter().filter_map(version).any(|one| access.is_own(&one.visitor));
    is_own || access.is_teacher() || (access.sees().games && bout.kind != BoutKind::Friendly.word())
}
