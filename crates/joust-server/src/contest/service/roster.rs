//! The members of a contest with their versions and choices, and which versions are official.

use super::{REMOVED, STUDENT};
use joust_contest::{Choice, Freeze, VersionFact, VersionState};
use joust_store::{Store, StoreError, StoredChoice, StoredMember, StoredVersion};
use std::collections::BTreeSet;

/// Whether a version may meet others. The verdict stands while it is judged again, and when the judge fails then.
pub(super) fn is_qualified(version: &StoredVersion) -> bool {
    let stands = is_open(version) || version.state == "trouble";
    version.state == "qualified" || (stands && version.earlier == "qualified")
}

/// Whether a version waits for the judge, or is being judged.
fn is_open(version: &StoredVersion) -> bool {
    matches!(version.state.as_str(), "waiting" | "judging")
}

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
        roster.official = roster
            .freeze_at(i64::MAX, &is_qualified)
            .official
            .into_iter()
            .map(|(_, one)| one as i64)
            .collect();
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

    /// The version that a student chose last.
    pub(crate) fn chosen(&self, visitor: &str) -> Option<i64> {
        let own = self.choices.iter().rev().find(|choice| choice.visitor == visitor);
        own.map(|choice| choice.version)
    }

    /// Who takes part in a round that is frozen at a moment, in seconds since 1970. Teachers try their contests, and take
    /// no part.
    pub(crate) fn freeze(&self, moment: i64) -> Freeze {
        // A version that is judged again is waited for, unless the judge fails.
        self.freeze_at(moment, &|version| is_qualified(version) && !is_open(version))
    }

    fn freeze_at(&self, moment: i64, is_qualified: &dyn Fn(&StoredVersion) -> bool) -> Freeze {
        let student = |visitor: &str| {
            self.member(visitor).filter(|member| member.role == STUDENT).map(|member| member.number as u64)
        };
        let facts: Vec<VersionFact> = self
            .versions
            .iter()
            .filter_map(|version| {
                let state = match version.state.as_str() {
                    _ if is_qualified(version) => VersionState::Qualified,
                    _ if is_open(version) => VersionState::Waiting,
                    "trouble" => VersionState::Troubled,
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

    /// Whether the judge has failed with a version, and is not trying it again right now.
    pub(crate) fn is_troubled(&self, number: i64) -> bool {
        self.version(number).is_some_and(|version| version.state == "trouble")
    }

    /// The names of players that other members have, whose versions have qualified.
    pub(crate) fn taken(&self, visitor: &str) -> Vec<String> {
        let others = self.versions.iter().filter(|one| one.visitor != visitor && !one.name.is_empty());
        others.filter(|one| is_qualified(one) || one.state == "gone").map(|one| one.name.clone()).collect()
    }

    /// How many of the members were not removed.
    pub(crate) fn present(&self) -> impl Iterator<Item = &StoredMember> {
        self.members.iter().filter(|member| member.role != REMOVED)
    }
}
