//! Official rounds: their states, standings and files.

use super::sheets::{Sheet, read_journal};
use super::{
    Access, Awaited, BoutSeat, ContestFault, Contests, Denied, FileBytes, Roster, RoundFile, RoundPage,
    RoundRow, RoundState,
};
use crate::contest::work::WorkItem;
use crate::failure::Failure;
use crate::guard::Caller;
use joust_contest::{OfficialRound, Work};
use joust_files::Care;
use joust_store::OfficialRoundRow;
use joust_tournament::{People, Person, Reading, ReportLimits, Survey, Table, gradebook_csv, report_html};
use serde::{Deserialize, Serialize};
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A version that was frozen for a round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct FrozenVersion {
    pub(crate) version: u64,
    /// The name of its player.
    pub(crate) name: String,
    /// The SHA-256 of its module; empty in rounds of earlier builds.
    #[serde(default)]
    pub(crate) sha256: String,
}

/// The frozen versions of a round, in the order of their strength.
pub(crate) fn frozen(row: &OfficialRoundRow) -> Vec<FrozenVersion> {
    serde_json::from_str(&row.players).unwrap_or_default()
}

/// What becomes of versions that the judge fails with, when a round is to begin and their students have no other one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Missing {
    AreAwaited,
    AreLeftOut,
}

/// The versions that a round with this date waits for.
fn awaited(roster: &Roster, date: i64) -> Vec<Awaited> {
    let student = |version: i64| {
        let author = &roster.version(version)?.visitor;
        Some(roster.member(author)?.name.clone())
    };
    let awaited = |version: u64| Awaited {
        version,
        student: student(version as i64).unwrap_or_default(),
        is_troubled: roster.is_troubled(version as i64),
        is_judged: roster.version(version as i64).is_some_and(|one| one.state == "judging"),
    };
    roster.freeze(date).waiting.into_iter().map(awaited).collect()
}

fn state(row: &OfficialRoundRow) -> RoundState {
    match row.state.as_str() {
        "waiting" => RoundState::Waiting,
        "playing" => RoundState::Playing,
        "over" => RoundState::Over,
        _ => RoundState::Trouble,
    }
}

impl Contests {
    /// The folder of an official round.
    pub(in crate::contest) fn round_folder(&self, id: &str, number: usize) -> PathBuf {
        self.folder.join(id).join(format!("round-{number}"))
    }

    pub(super) async fn round_rows(&self, access: &Access) -> Result<Vec<RoundRow>, Denied> {
        let stored = self.store.rounds(&access.stored.id).await?;
        let now = self.seconds();
        let row = |(number, round): (usize, &joust_contest::Round)| {
            // The date of one that waits may have been put off.
            let is_begun = |row: &&OfficialRoundRow| row.state != "waiting" || round.at < now;
            let found = stored.iter().find(|row| row.number as usize == number).filter(is_begun);
            RoundRow {
                number,
                name: round.name.clone(),
                at: round.at,
                state: found.map_or(RoundState::Ahead, state),
                players: found.map_or(0, |row| frozen(row).len()),
                games: found.filter(|row| row.most > 0).map(|row| (row.played as usize, row.most as usize)),
                trouble: found
                    .map(|row| row.trouble.clone())
                    .filter(|why| access.is_teacher() && !why.is_empty()),
            }
        };
        Ok((1..).zip(&access.contest.rounds).map(row).collect())
    }

    /// A round that was begun, with its row in the store.
    pub(super) async fn begun(
        &self,
        access: &Access,
        number: usize,
    ) -> Result<(RoundRow, Option<OfficialRoundRow>), Denied> {
        let rows = self.round_rows(access).await?;
        let row = rows.into_iter().find(|row| row.number == number).ok_or(Failure::NotFound)?;
        let stored = self.store.rounds(&access.stored.id).await?;
        Ok((row, stored.into_iter().find(|row| row.number as usize == number)))
    }

    /// The journal of a round, as a file. One that is over may have been played on another machine.
    pub(super) async fn journal(&self, id: &str, row: &OfficialRoundRow) -> Result<Option<PathBuf>, Denied> {
        let number = row.number as usize;
        let path = self.round_folder(id, number).join("round.journal");
        let is_there = is_begun(&path);
        if is_there || row.state != "over" {
            return Ok(is_there.then_some(path));
        }
        let Some(bytes) = self.store.round_journal(id, row.number).await? else { return Ok(None) };
        let write = |path: &Path| {
            std::fs::create_dir_all(path.parent().unwrap_or(path))?;
            joust_files::write(path, &bytes, Care::Durable)
        };
        write(&path).map_err(|why| Failure::Ours(format!("a journal cannot be written: {why}")))?;
        Ok(Some(path))
    }

    /// The standings and games of a round; `None` before its first game.
    pub(super) async fn sheet(&self, id: &str, row: &OfficialRoundRow) -> Result<Option<Arc<Sheet>>, Denied> {
        let Some(path) = self.journal(id, row).await? else { return Ok(None) };
        Ok(Some(self.sheets.read(path, row.state == "over").await?))
    }

    /// An official round, counted from 1.
    pub(crate) async fn round(&self, caller: &Caller, id: &str, number: usize) -> Result<RoundPage, Denied> {
        let access = self.access(caller, id).await?;
        let (row, stored) = self.begun(&access, number).await?;
        let Some(stored) = stored.filter(|_| access.sees().ranking) else {
            return Ok(RoundPage { row, table: None, players: Vec::new(), awaited: Vec::new() });
        };
        let roster = self.roster(id).await?;
        let is_told = access.is_teacher() && row.state == RoundState::Waiting;
        let awaited = if is_told { awaited(&roster, row.at) } else { Vec::new() };
        let players: Vec<BoutSeat> = frozen(&stored).iter().map(|one| seat(&access, &roster, one)).collect();
        let table = self.sheet(id, &stored).await?.map(|sheet| sheet.table.clone());
        let is_own = |name: &str| players.iter().any(|seat| seat.is_own && seat.name == name);
        let table = table.map(|table| if access.is_teacher() { table } else { public(table, &is_own) });
        Ok(RoundPage { row, table, players, awaited })
    }

    /// A file of an official round; for teachers, because reports and journals have what players wrote.
    pub(crate) async fn round_file(
        &self,
        caller: &Caller,
        id: &str,
        number: usize,
        file: RoundFile,
    ) -> Result<FileBytes, Denied> {
        let access = self.teacher(caller, id).await?;
        let (_, stored) = self.begun(&access, number).await?;
        let stored = stored.ok_or(Failure::NotFound)?;
        let path = self.journal(id, &stored).await?.ok_or(Failure::NotFound)?;
        let people = people(&self.roster(id).await?, &stored);
        round_bytes(path, number, file, people).await
    }

    /// Tries a round again that could not be played; for teachers. Who takes part stays, and so do the games so far; only
    /// a round that was not frozen, or whose modules are lost, is frozen anew, as of its date.
    pub(crate) async fn retry_round(&self, caller: &Caller, id: &str, number: usize) -> Result<(), Denied> {
        let access = self.teacher(caller, id).await?;
        let (_, stored) = self.begun(&access, number).await?;
        let stored = stored.filter(|row| state(row) == RoundState::Trouble).ok_or(ContestFault::Round)?;
        let players = frozen(&stored);
        let journal = self.round_folder(id, number).join("round.journal");
        let goes_on = !players.is_empty() && self.frozen_modules(id, number, &players).await?.is_some();
        set_aside(journal, !goes_on).await?;
        let (state, trouble) = (if goes_on { "playing" } else { "waiting" }.to_owned(), String::new());
        self.store.set_round(OfficialRoundRow { state, trouble, ..stored }, None).await?;
        if goes_on {
            self.desk.push(id, Work::Official, WorkItem::Round { contest: id.to_owned(), number });
        }
        self.desk.changed();
        Ok(())
    }

    /// Begins a round without the versions that the judge fails with; for teachers. It is not begun while others are
    /// awaited.
    pub(crate) async fn begin_without(&self, caller: &Caller, id: &str, number: usize) -> Result<(), Denied> {
        let access = self.teacher(caller, id).await?;
        let (row, _) = self.begun(&access, number).await?;
        if row.state != RoundState::Waiting {
            return Err(ContestFault::Round.into());
        }
        if !self.begin_round(id, number, Missing::AreLeftOut).await? {
            return Err(ContestFault::Awaited.into());
        }
        self.desk.changed();
        Ok(())
    }

    /// Removes the modules of those who have left from the folders of rounds that are over. While a round is played, it
    /// needs them.
    pub(in crate::contest) async fn forget_modules(&self) -> Result<(), Denied> {
        for state in ["open", "closed"] {
            for contest in self.store.contests_in(state).await? {
                let rounds = self.store.rounds(&contest.id).await?;
                let rounds: Vec<_> = rounds.iter().filter(|row| row.state == "over").collect();
                if rounds.is_empty() {
                    continue;
                }
                let roster = self.roster(&contest.id).await?;
                let has_left = |one: &FrozenVersion| {
                    roster.version(one.version as i64).is_none_or(|version| version.state == "gone")
                };
                for row in rounds {
                    let folder = self.round_folder(&contest.id, row.number as usize);
                    for one in frozen(row).iter().filter(|one| has_left(one)) {
                        OfficialRound::forget_module(&folder, &one.name)
                            .map_err(|why| Failure::Ours(format!("a module of a round: {why}")))?;
                    }
                }
            }
        }
        Ok(())
    }

    /// The journals of all rounds that were begun, with their numbers.
    pub(super) async fn journals(&self, id: &str) -> Result<Vec<(usize, PathBuf)>, Denied> {
        let mut found = Vec::new();
        for row in self.store.rounds(id).await? {
            if let Some(path) = self.journal(id, &row).await? {
                found.push((row.number as usize, path));
            }
        }
        Ok(found)
    }
}

/// Moves a journal away that cannot be read to its end, or that is that of other players. The games follow from the
/// players, so those that were played by these are the same when they are played again.
async fn set_aside(path: PathBuf, is_of_others: bool) -> Result<(), Denied> {
    let work = move || {
        if !path.exists() || (!is_of_others && read(&path).is_ok()) {
            return Ok(());
        }
        tracing::warn!(path = %path.display(), "the journal of an official round is moved away");
        let moved = std::fs::rename(&path, path.with_extension("journal.old"));
        moved.map_err(|why| format!("a journal cannot be moved away: {why}"))
    };
    read_journal(work).await
}

/// The students behind the players of a round.
pub(super) fn people(roster: &Roster, row: &OfficialRoundRow) -> People {
    let person = |one: FrozenVersion| {
        let member = roster.member(&roster.version(one.version as i64)?.visitor)?;
        Some((one.name, Person { name: member.name.clone(), key: member.grade_key.clone() }))
    };
    frozen(row).into_iter().filter_map(person).collect()
}

/// A file of a round.
pub(super) async fn round_bytes(
    path: PathBuf,
    number: usize,
    file: RoundFile,
    people: People,
) -> Result<FileBytes, Denied> {
    let work = move || -> Result<FileBytes, String> {
        let mut bytes = Vec::new();
        let name = match file {
            RoundFile::Gradebook => {
                let survey = read(&path)?;
                gradebook_csv(&survey, Some(&people), &mut bytes).map_err(|why| why.to_string())?;
                format!("round-{number}.csv")
            }
            RoundFile::Report => {
                report_html(&path, ReportLimits::default(), &mut bytes).map_err(|why| why.to_string())?;
                format!("round-{number}.html")
            }
            RoundFile::Journal => {
                bytes = std::fs::read(&path).map_err(|why| why.to_string())?;
                format!("round-{number}.journal")
            }
        };
        Ok(FileBytes { name, bytes })
    };
    read_journal(work).await
}

/// Whether a journal has its first line. Before, there is nothing to tell of its round.
fn is_begun(path: &Path) -> bool {
    let mut first = Vec::new();
    let read = File::open(path).and_then(|file| BufReader::new(file).read_until(b'\n', &mut first));
    read.is_ok() && first.ends_with(b"\n")
}

fn read(path: &Path) -> Result<Survey, String> {
    let reading = Reading::open(path).map_err(|why| why.to_string())?;
    Survey::of(reading).map_err(|why| why.to_string())
}

/// The standings without what is the authors' own; the caller is one of them.
fn public(mut table: Table, is_own: &dyn Fn(&str) -> bool) -> Table {
    for row in table.rows.iter_mut().filter(|row| !is_own(&row.name)) {
        (row.first_fault, row.fuel, row.most_fuel) = (None, None, None);
    }
    table
}

pub(super) fn seat(access: &Access, roster: &Roster, one: &FrozenVersion) -> BoutSeat {
    let version = roster.version(one.version as i64);
    BoutSeat {
        version: Some(one.version),
        name: one.name.clone(),
        student: version.and_then(|version| access.student(roster, &version.visitor)),
        is_own: version.is_some_and(|version| access.is_own(&version.visitor)),
    }
}
