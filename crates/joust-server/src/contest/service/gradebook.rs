//! The gradebook of a contest.

use super::class::plain_cell;
use super::roster::is_qualified;
use super::rounds::frozen;
use super::sheets::Sheet;
use super::{Access, Contests, Denied, FileBytes, REMOVED, Roster, STUDENT};
use crate::failure::Failure;
use crate::guard::Caller;
use joust_contest::Ranking;
use joust_store::StoredMember;
use std::collections::BTreeMap;
use std::sync::Arc;

impl Contests {
    /// The gradebook of the contest as CSV: a row for each student.
    pub(crate) async fn gradebook(&self, caller: &Caller, id: &str) -> Result<FileBytes, Denied> {
        let access = self.teacher(caller, id).await?;
        self.gradebook_of(&access, &self.roster(id).await?).await
    }

    pub(super) async fn gradebook_of(&self, access: &Access, roster: &Roster) -> Result<FileBytes, Denied> {
        let id = &access.stored.id;
        let ranking = self.ranked(access, roster).await?;
        let mut rounds = Vec::new();
        let stored = self.store.rounds(id).await?;
        for row in &stored {
            let Some(sheet) = self.sheet(id, row).await? else { continue };
            let round = access.contest.rounds.get(row.number as usize - 1);
            let name = round.map(|round| round.name.clone()).unwrap_or_default();
            let players = frozen(row).into_iter().map(|one| (one.version, one.name)).collect();
            rounds.push(PlayedRound { name, players, sheet });
        }
        let bytes = gradebook(roster, &ranking, &rounds).map_err(|why| Failure::Ours(why.to_string()))?;
        Ok(FileBytes { name: "gradebook.csv".to_owned(), bytes })
    }
}

/// An official round that was begun.
struct PlayedRound {
    name: String,
    /// The names of the frozen versions.
    players: BTreeMap<u64, String>,
    sheet: Arc<Sheet>,
}

/// The gradebook: a row for each student in the order of names.
fn gradebook(roster: &Roster, ranking: &Ranking, rounds: &[PlayedRound]) -> Result<Vec<u8>, csv::Error> {
    let mut csv = csv::Writer::from_writer(Vec::new());
    let heads = [
        "key",
        "student",
        "versions",
        "qualified",
        "player",
        "version",
        "ladder place",
        "elo",
        "low",
        "high",
    ];
    let mut head: Vec<String> = heads.map(str::to_owned).to_vec();
    for round in rounds {
        head.extend(
            ["place", "points by place", "points by score"]
                .map(|what| plain_cell(&format!("{}: {what}", round.name))),
        );
    }
    head.push("removed".to_owned());
    csv.write_record(&head)?;
    let has_played = |member: &StoredMember| {
        let mut own = roster.versions.iter().filter(|one| one.visitor == member.visitor);
        own.any(|one| rounds.iter().any(|round| round.players.contains_key(&(one.number as u64))))
    };
    let mut students: Vec<_> = roster
        .members
        .iter()
        .filter(|member| member.role == STUDENT || (member.role == REMOVED && has_played(member)))
        .collect();
    students.sort_by_key(|member| member.name.to_lowercase());
    let number = |number: Option<f64>, digits: usize| {
        number.map_or_else(String::new, |number| format!("{number:.digits$}"))
    };
    for member in students {
        let own = || roster.versions.iter().filter(|one| one.visitor == member.visitor);
        let official = roster.official_of(&member.visitor);
        let rank = official.and_then(|one| ranking.rows.iter().find(|row| row.version == one.number as u64));
        let mut row = vec![
            plain_cell(&member.grade_key),
            plain_cell(&member.name),
            own().count().to_string(),
            own().filter(|one| is_qualified(one)).count().to_string(),
            official.map(|one| plain_cell(&one.name)).unwrap_or_default(),
            official.map(|one| one.number.to_string()).unwrap_or_default(),
            rank.and_then(|rank| rank.place).map(|place| place.to_string()).unwrap_or_default(),
            number(rank.and_then(|rank| rank.elo), 0),
            number(rank.and_then(|rank| rank.low), 0),
            number(rank.and_then(|rank| rank.high), 0),
        ];
        for round in rounds {
            let name = own().find_map(|one| round.players.get(&(one.number as u64)));
            let rows = &round.sheet.table.rows;
            let found = name.and_then(|name| rows.iter().find(|row| row.name == *name));
            let of = rows.len();
            #[expect(clippy::cast_precision_loss, reason = "a class has at most a thousand students")]
            let by_place = found.map(|row| 100.0 * (of - row.place) as f64 / (of.max(2) - 1) as f64);
            row.push(found.map(|row| row.place.to_string()).unwrap_or_default());
            row.push(number(by_place, 1));
            row.push(number(found.and_then(|row| row.score).map(|score| 100.0 * score), 1));
        }
        row.push(if member.role == REMOVED { "yes" } else { "" }.to_owned());
        csv.write_record(&row)?;
    }
    csv.into_inner().map_err(|why| csv::Error::from(why.into_error()))
}
