//! The members of a contest with their versions and choices, and which versions are official.

use super::{REMOVED, STUDENT};
use joust_contest::{Choice, Freeze, VersionFact, VersionState};
use joust_store::{Store, StoreError, StoredChoice, StoredMember, StoredVersion};
use std::collections::BTreeSet;

/// The members of a contest with their versions and choices.
pub(crate) struct Roster {
    pub(crate) members: Vec<StoredMember>,
    pub(crate) versions: Vec<StoredVersion>,
    choices: Vec<StoredChoice>,
    /// The official versions now.
    official: BTreeSet<i64>,
}

impl Roster {
    pub(super) async fn load(store: &Store, contest: &str) -> Result<Roster, StoreError> {
        let (members, versions) = (store.members(contest).await?, store.versions(contest, None).await?);
        let choices = store.choices(contest).await?;
        let mut roster = Roster { members, versions, choices, official: BTreeSet::new() };
        roster.official = roster.freeze(i64::MAX).official.into_iter().map(|(_, one)| one as i64).collect();
        Ok(roster)
    }

    /// The member that an account is.
    pub(crate) fn member(&self, visitor: &str) -> Option<&StoredMember> {
        self.members.iter().find(|member| member.visitor == visitor)
    }

    /// A version.
    pub(crate) fn version(&self, number: i64) -> Option<&StoredVersion> {
        let at = self.versions.binary_search_by_key(&number, |version| version.number).ok()?;
        self.versions.get(at)
    }

    /// Whether a version is official now.
    pub(crate) fn is_official(&self, number: i64) -> bool {
        self.official.contains(&number)
    }

    /// The official versions now, in the order of their numbers.
    pub(crate) fn official(&self) -> Vec<u64> {
        self.official.iter().map(|number| *number as u64).collect()
    }

    /// The official version of a student now.
    pub(crate) fn official_of(&self, visitor: &str) -> Option<&StoredVersion> {
        self.versions.iter().find(|one| one.visitor == visitor && self.is_official(one.number))
    }

    /// Who takes part at a moment, in seconds since 1970. Teachers try their contests, and take no part.
    pub(crate) fn freeze(&self, moment: i64) -> Freeze {
        let student = |visitor: &str| {
            self.member(visitor).filter(|member| member.role == STUDENT).map(|member| member.number as u64)
        };
        let facts: Vec<VersionFact> = self
            .versions
            .iter()
            .filter_map(|version| {
                let state = match version.state.as_str() {
                    "waiting" | "judging" => VersionState::Waiting,
                    "qualified" => VersionState::Qualified,
                    _ => VersionState::Refused,
                };
                let (number, arrived) = (version.number as u64, version.at.div_euclid(1000));
                Some(VersionFact { version: number, student: student(&version.visitor)?, arrived, state })
            })
            .collect();
        let choice = |choice: &StoredChoice| {
            let (version, at) = (choice.version as u64, choice.at.div_euclid(1000));
            Some(Choice { student: student(&choice.visitor)?, version, at })
        };
        let choices: Vec<Choice> = self.choices.iter().filter_map(choice).collect();
        Freeze::at(moment, &facts, &choices)
    }

    /// The names of players that other members have, whose versions have qualified.
    pub(crate) fn taken(&self, visitor: &str) -> Vec<String> {
        let others = self.versions.iter().filter(|one| one.visitor != visitor && !one.name.is_empty());
        others
            .filter(|one| matches!(one.state.as_str(), "qualified" | "gone"))
            .map(|one| one.name.clone())
            .collect()
    }

    /// How many of the members were not removed.
    pub(crate) fn present(&self) -> impl Iterator<Item = &StoredMember> {
        self.members.iter().filter(|member| member.role != REMOVED)
    }
}
