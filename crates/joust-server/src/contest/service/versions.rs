//! Versions: handing in, following the judge, choosing, judging again.

use super::roster::is_qualified;
use super::teach::HOUR;
use super::{
    Access, ContestFault, ContestState, Contests, Denied, FileBytes, Progress, Roster, Submission,
    VersionPage, VersionRow, VersionState,
};
use crate::contest::limits::{CHOICES, FILE_NAME, LABEL};
use crate::contest::work::WorkItem;
use crate::failure::Failure;
use crate::guard::Caller;
use crate::name;
use joust_contest::{Judged, Language, Stage, Work};
use joust_store::{BoutFilter, NewVersion, StoreError, StoredVersion};
use tokio::sync::watch;

impl Contests {
    /// Fails for those who take no part: nothing is read of what they send.
    pub(crate) async fn may_submit(&self, caller: &Caller, id: &str) -> Result<(), Denied> {
        self.access(caller, id).await?.takes_part()?;
        Ok(())
    }

    /// Hands something in, and gives the number of the version. It is on the disk when this returns.
    pub(crate) async fn submit(&self, caller: &Caller, id: &str, handed: Submission) -> Result<u64, Denied> {
        let arrival = self.arrivals.note(self.time);
        let access = self.access(caller, id).await?;
        access.takes_part()?;
        let contest = &access.contest;
        let seconds = arrival.at.div_euclid(1000);
        if access.state == ContestState::Closed {
            return Err(ContestFault::NotOpen.into());
        }
        // Teachers try their contest before it is open.
        if !access.is_teacher() {
            if access.state != ContestState::Open {
                return Err(ContestFault::NotOpen.into());
            }
            if contest.opens.is_some_and(|opens| seconds < opens) {
                return Err(ContestFault::Early.into());
            }
            if !contest.takes(seconds) {
                return Err(ContestFault::Late.into());
            }
        }
        self.has_room()?;
        if handed.bytes.is_empty() {
            return Err(ContestFault::Empty.into());
        }
        let is_module = joust_contest::is_module(&handed.bytes);
        let most = if is_module { contest.sources.largest_module } else { contest.sources.largest };
        if handed.bytes.len() as u64 > most {
            return Err(ContestFault::Large(most >> 10).into());
        }
        let number = {
            let _writing = self.writing.lock().await;
            if self.left(&access).await?.0 == 0 {
                return Err(ContestFault::Versions(contest.versions_per_hour).into());
            }
            let kept = self.store.bytes_of_versions(id, &access.visitor).await?;
            if kept + handed.bytes.len() as u64 > contest.version_bytes {
                return Err(ContestFault::Quota(contest.version_bytes >> 20).into());
            }
            let number = self.known(id).await?.next_version();
            let new = NewVersion {
                contest: id.to_owned(),
                number,
                visitor: access.visitor.to_string(),
                label: name::clean_to(&handed.label, LABEL).unwrap_or_default(),
                file: file_name(&handed.file),
                player: handed
                    .player
                    .unwrap_or_default()
                    .chars()
                    .filter(|c| !c.is_control())
                    .take(80)
                    .collect(),
                at: arrival.at,
                source: handed.bytes,
            };
            self.store.add_version(new).await?;
            number
        };
        self.desk.push(&access.visitor, Work::Judge, WorkItem::Judge { contest: id.to_owned(), number });
        Ok(number as u64)
    }

    /// Fails while the disk of the data is nearly full: versions must not take the room of games and rounds.
    fn has_room(&self) -> Result<(), Failure> {
        // Without the folder, nothing was written to it yet.
        let free = self.folder.parent().and_then(|data| joust_files::free_bytes(data).ok().flatten());
        match free {
            Some(free) if free < self.least_free => {
                tracing::error!(free, "the disk of the data is nearly full: no version is taken");
                Err(Failure::Full)
            }
            _ => Ok(()),
        }
    }

    /// The versions of the caller, or for teachers those of everybody, the newest first.
    pub(crate) async fn versions(&self, caller: &Caller, id: &str) -> Result<Vec<VersionRow>, Denied> {
        let access = self.access(caller, id).await?;
        if !access.is_teacher() {
            access.takes_part()?;
        }
        let roster = self.roster(id).await?;
        let mine = |one: &&StoredVersion| access.is_teacher() || access.is_own(&one.visitor);
        Ok(roster.versions.iter().rev().filter(mine).map(|one| self.row(&access, &roster, one)).collect())
    }

    pub(super) fn row(&self, access: &Access, roster: &Roster, one: &StoredVersion) -> VersionRow {
        let state = VersionState::named(&one.state);
        VersionRow {
            number: one.number as u64,
            label: one.label.clone(),
            file: one.file.clone(),
            size: one.size as u64,
            language: Language::named(&one.language),
            player: Some(one.name.clone()).filter(|name| !name.is_empty()),
            arrived: one.at,
            state,
            failed: failed(&one.failed).filter(|_| state == VersionState::Failed),
            is_official: roster.is_official(one.number),
            is_own: access.is_own(&one.visitor),
            student: access.student(roster, &one.visitor),
            estimate: self.desk.estimate_of_version(&one.contest, one.number),
        }
    }

    /// A version, if the caller is its author or a teacher.
    async fn own(&self, caller: &Caller, id: &str, number: u64) -> Result<(Access, StoredVersion), Denied> {
        let access = self.access(caller, id).await?;
        let version = self.store.version(id, number as i64).await?;
        // Whether others have a version with this number is not the caller's to know.
        let is_own = |one: &StoredVersion| access.is_teacher() || access.is_own(&one.visitor);
        match version.filter(is_own) {
            Some(version) => Ok((access, version)),
            None if access.is_teacher() => Err(Failure::NotFound.into()),
            None => Err(if caller.account.is_none() { Failure::SignIn } else { Failure::Forbidden }.into()),
        }
    }

    /// A version; for its author and teachers.
    pub(crate) async fn version(
        &self,
        caller: &Caller,
        id: &str,
        number: u64,
    ) -> Result<VersionPage, Denied> {
        let (access, version) = self.own(caller, id, number).await?;
        let roster = self.roster(id).await?;
        let row = self.row(&access, &roster, &version);
        let report = self.report(&version).await?;
        let filter = BoutFilter {
            kind: Some("qualification"),
            versions: Some(vec![version.number]),
            ..BoutFilter::default()
        };
        let mut games = Vec::new();
        for bout in self.store.bouts(id, &filter, 100).await?.iter().rev() {
            games.push(self.bout_page(&access, &roster, bout).await?);
        }
        let may_choose = access.is_own(&version.visitor)
            && access.state != ContestState::Closed
            && is_qualified(&version)
            && !row.is_official;
        Ok(VersionPage {
            progress: self.progress(&version, report.as_ref()),
            sha256: Some(version.sha256).filter(|hash| !hash.is_empty()),
            trouble: Some(version.failed)
                .filter(|_| access.is_teacher() && row.state == VersionState::Trouble),
            report,
            games,
            may_choose,
            row,
        })
    }

    async fn report(&self, version: &StoredVersion) -> Result<Option<Judged>, Denied> {
        let text = self.store.version_report(&version.contest, version.number).await?.unwrap_or_default();
        if text.is_empty() || matches!(version.state.as_str(), "waiting" | "judging") {
            return Ok(None);
        }
        let report = serde_json::from_str(&text);
        Ok(Some(report.map_err(|why| Failure::Ours(format!("a report of the judge is damaged: {why}")))?))
    }

    fn progress(&self, version: &StoredVersion, report: Option<&Judged>) -> Progress {
        if let Some(progress) = self.desk.progress(&version.contest, version.number) {
            return progress;
        }
        let steps = report.map(|report| report.steps.clone()).unwrap_or_default();
        Progress {
            state: VersionState::named(&version.state),
            stage: None,
            games: None,
            steps,
            estimate: None,
        }
    }

    /// How far the judge is with a version, now and at every change. The channel is closed when it is judged.
    pub(crate) async fn follow(
        &self,
        caller: &Caller,
        id: &str,
        number: u64,
    ) -> Result<watch::Receiver<Progress>, Denied> {
        // The caller listens before the version is read, so that no end is missed.
        let heard = self.desk.follow(id, number as i64);
        let (_, version) = self.own(caller, id, number).await?;
        if let Some(heard) = heard {
            return Ok(heard);
        }
        let report = self.report(&version).await?;
        Ok(watch::channel(self.progress(&version, report.as_ref())).1)
    }

    /// What was handed in; for its author and teachers.
    pub(crate) async fn source(&self, caller: &Caller, id: &str, number: u64) -> Result<FileBytes, Denied> {
        let (_, version) = self.own(caller, id, number).await?;
        let bytes = self.store.version_source(id, version.number).await?.unwrap_or_default();
        Ok(FileBytes { name: version.file, bytes })
    }

    /// The module that the judge has made; for its author and teachers.
    pub(crate) async fn module(&self, caller: &Caller, id: &str, number: u64) -> Result<FileBytes, Denied> {
        let (_, version) = self.own(caller, id, number).await?;
        let bytes = self.store.version_module(id, version.number).await?.unwrap_or_default();
        if bytes.is_empty() {
            return Err(Failure::NotFound.into());
        }
        Ok(FileBytes { name: format!("{}.wasm", version.name), bytes })
    }

    /// Changes what the author calls a version.
    pub(crate) async fn label(
        &self,
        caller: &Caller,
        id: &str,
        number: u64,
        label: &str,
    ) -> Result<(), Denied> {
        let (access, version) = self.own(caller, id, number).await?;
        if !access.is_own(&version.visitor) {
            return Err(Failure::Forbidden.into());
        }
        let label = name::clean_to(label, LABEL).unwrap_or_default();
        Ok(self.store.set_version_label(id, version.number, &label).await?)
    }

    /// Chooses the official version of the caller.
    pub(crate) async fn choose(&self, caller: &Caller, id: &str, number: u64) -> Result<(), Denied> {
        let arrival = self.arrivals.note(self.time);
        let (access, version) = self.own(caller, id, number).await?;
        if !access.is_own(&version.visitor) {
            return Err(Failure::Forbidden.into());
        }
        if access.state == ContestState::Closed {
            return Err(ContestFault::NotOpen.into());
        }
        if !is_qualified(&version) {
            return Err(ContestFault::NotQualified.into());
        }
        let _writing = self.writing.lock().await;
        // To choose it once more changes nothing.
        if self.roster(id).await?.chosen(&access.visitor) == Some(version.number) {
            return Ok(());
        }
        if self.store.choices_since(id, &access.visitor, arrival.at - HOUR).await? >= CHOICES {
            return Err(ContestFault::Choices(CHOICES).into());
        }
        self.store.add_choice(id, &access.visitor, version.number, arrival.at).await?;
        self.desk.changed();
        Ok(())
    }

    /// Has a version judged again; for teachers. `None` stands for all versions.
    pub(crate) async fn rejudge(&self, caller: &Caller, id: &str, number: Option<u64>) -> Result<(), Denied> {
        self.teacher(caller, id).await?;
        let versions = self.store.versions(id, None).await?;
        let wanted = |one: &&StoredVersion| {
            number.is_none_or(|number| one.number as u64 == number)
                && matches!(one.state.as_str(), "failed" | "qualified" | "trouble")
        };
        let mut any = false;
        for version in versions.iter().filter(wanted) {
            match self.store.judge_again(id, version.number, 0).await {
                Ok(()) => {}
                // It waits already, or its author has left.
                Err(StoreError::NoContest) => continue,
                Err(why) => return Err(why.into()),
            }
            let item = WorkItem::Judge { contest: id.to_owned(), number: version.number };
            self.desk.push(&version.visitor, Work::Rejudge, item);
            any = true;
        }
        if !any && number.is_some() {
            return Err(Failure::NotFound.into());
        }
        Ok(())
    }
}

/// The step that failed, as it is stored: the stage and its verdict.
fn failed(text: &str) -> Option<(Stage, String)> {
    serde_json::from_str(text).ok()
}

/// A name of a file without folders and odd characters.
fn file_name(name: &str) -> String {
    let name = name.rsplit(['/', '\\']).next().unwrap_or_default();
    let mut plain: String = name.chars().filter(|c| !name::is_trick(*c)).collect();
    while plain.len() > FILE_NAME {
        // The ending stays.
        plain.remove(0);
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_name_has_no_folders() {
        assert_eq!(file_name("C:\\bots\\AIMax.cc"), "AIMax.cc");
        assert_eq!(file_name("../../etc/passwd"), "passwd");
        assert_eq!(file_name("\u{202e}cc.js\0"), "cc.js");
        let long = file_name(&format!("{}.cc", "é".repeat(80)));
        assert!(long.len() <= FILE_NAME && long.ends_with("é.cc"), "{long}");
    }
}
