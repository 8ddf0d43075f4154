//! The games of official rounds, which are in their journals: who may see them, and what is private to the caller.

use super::matches::record_name;
use super::rounds::{frozen, seat};
use super::sheets::read_journal;
use super::{
    Access, BoutKind, BoutPage, BoutRow, BoutSeat, BoutState, Bouts, BoutsAsked, Contests, Denied, FileBytes,
    Roster,
};
use crate::contest::limits::BOUTS;
use crate::failure::Failure;
use crate::guard::Caller;
use joust_contest::{RoundGame, RoundRecord};
use joust_store::OfficialRoundRow;
use std::path::PathBuf;

/// A round as a caller sees it.
struct View {
    access: Access,
    row: OfficialRoundRow,
    journal: PathBuf,
    /// The players by the names that they have in the round.
    players: Vec<BoutSeat>,
}

impl View {
    fn row(&self, game: RoundGame) -> BoutRow {
        let unknown =
            |name: &String| BoutSeat { version: None, name: name.clone(), student: None, is_own: false };
        let player = |name: &String| {
            self.players.iter().find(|seat| seat.name == *name).cloned().unwrap_or_else(|| unknown(name))
        };
        BoutRow {
            number: game.number as u64,
            kind: BoutKind::Official,
            state: if game.is_whole { BoutState::Done } else { BoutState::Trouble },
            at: self.row.at,
            seats: game.shown.names.iter().map(player).collect(),
            shown: Some(game.shown),
            estimate: None,
        }
    }

    fn may_see(&self, row: &BoutRow) -> bool {
        self.access.sees().games || row.seats.iter().any(|seat| seat.is_own)
    }
}

impl Contests {
    /// A round that has a journal; `None` before its first game.
    async fn view(&self, caller: &Caller, id: &str, number: usize) -> Result<Option<View>, Denied> {
        let access = self.access(caller, id).await?;
        let (_, row) = self.begun(&access, number).await?;
        let Some(row) = row else { return Ok(None) };
        let Some(journal) = self.journal(id, &row).await? else { return Ok(None) };
        let roster: Roster = self.roster(id).await?;
        let players = frozen(&row).iter().map(|one| seat(&access, &roster, one)).collect();
        Ok(Some(View { access, row, journal, players }))
    }

    /// The games of an official round so far, the last ones first. Of what is asked, kind and version do not matter.
    pub(crate) async fn round_bouts(
        &self,
        caller: &Caller,
        id: &str,
        number: usize,
        asked: BoutsAsked,
    ) -> Result<Bouts, Denied> {
        let none = Bouts { rows: Vec::new(), more: false };
        let Some(view) = self.view(caller, id, number).await? else { return Ok(none) };
        let Some(sheet) = self.sheet(id, &view.row).await? else { return Ok(none) };
        let is_before = |game: &RoundGame| asked.before.is_none_or(|before| (game.number as u64) < before);
        let is_wanted = |row: &BoutRow| !asked.own || row.seats.iter().any(|seat| seat.is_own);
        let rows = sheet.games.iter().rev().filter(|game| is_before(game)).map(|game| view.row(game.clone()));
        let rows = rows.filter(|row| view.may_see(row) && is_wanted(row));
        let mut rows: Vec<BoutRow> = rows.take(BOUTS as usize + 1).collect();
        let more = rows.len() > BOUTS as usize;
        rows.truncate(BOUTS as usize);
        Ok(Bouts { rows, more })
    }

    async fn round_game(
        &self,
        caller: &Caller,
        id: &str,
        number: usize,
        game: u64,
    ) -> Result<(View, BoutRow, RoundRecord), Denied> {
        let view = self.view(caller, id, number).await?.ok_or(Failure::NotFound)?;
        let (journal, game) = (view.journal.clone(), usize::try_from(game).unwrap_or(usize::MAX));
        let kept = read_journal(move || RoundRecord::read(&journal, game).map_err(|why| why.to_string()));
        let kept = kept.await?.ok_or(Failure::NotFound)?;
        let row = Some(view.row(kept.game.clone())).filter(|row| view.may_see(row));
        let row = row.ok_or(Failure::NotFound)?;
        Ok((view, row, kept))
    }

    /// A game of an official round, with what is private to the caller.
    pub(crate) async fn round_bout(
        &self,
        caller: &Caller,
        id: &str,
        number: usize,
        game: u64,
    ) -> Result<BoutPage, Denied> {
        let (view, row, kept) = self.round_game(caller, id, number, game).await?;
        let is_teacher = view.access.is_teacher();
        let private = row.seats.iter().zip(kept.private);
        let private = private.map(|(seat, own)| (seat.is_own || is_teacher).then_some(own)).collect();
        Ok(BoutPage { row, game: view.access.contest.game, private, has_record: !kept.record.is_empty() })
    }

    /// The record of a game of an official round, which `joust replay` shows.
    pub(crate) async fn round_record(
        &self,
        caller: &Caller,
        id: &str,
        number: usize,
        game: u64,
    ) -> Result<FileBytes, Denied> {
        let (view, _, kept) = self.round_game(caller, id, number, game).await?;
        if kept.record.is_empty() {
            return Err(Failure::NotFound.into());
        }
        let name = format!("round-{number}-{}", record_name(&view.access.contest, game));
        Ok(FileBytes { name, bytes: kept.record })
    }
}
