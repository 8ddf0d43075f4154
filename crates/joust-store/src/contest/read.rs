//! Questions about contests.

use super::{
    BoutFilter, Invitation, OfficialRoundRow, StoredBout, StoredChoice, StoredContest, StoredMember,
    StoredVersion,
};
use crate::{Store, StoreError};
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Row};
use std::collections::BTreeMap;

const CONTEST: &str = "SELECT contest.id, contest.owner, contest.terms, contest.state, contest.code, contest.at, \
                       contest.opened, contest.closed FROM contest";
const VERSION: &str = "SELECT contest, number, visitor, label, file, player, at, state, tries, language, name, \
                       failed, sha256, size, earlier FROM version";
const BOUT: &str =
    "SELECT contest, number, kind, state, asker, at, done, block, board, seed, opening, shown FROM bout";
const ROUND: &str = "SELECT contest, number, state, at, players, played, most, trouble FROM official_round";

/// The contests in which an account is a member, for the traces of a visitor.
pub(crate) async fn contests_of(
    connection: &mut AnyConnection,
    visitor: &str,
) -> Result<Vec<String>, sqlx::Error> {
    let found = sqlx::query("SELECT contest FROM member WHERE visitor = $1 ORDER BY contest").bind(visitor);
    found.fetch_all(connection).await?.iter().map(|row| row.try_get(0)).collect()
}

impl Store {
    /// A contest.
    pub async fn contest(&self, id: &str) -> Result<Option<StoredContest>, StoreError> {
        Ok(self.contests_where("id = $1", id).await?.pop())
    }

    /// The contest with a join code.
    pub async fn contest_with_code(&self, code: &str) -> Result<Option<StoredContest>, StoreError> {
        Ok(self.contests_where("code = $1", code).await?.pop())
    }

    /// The contests in a state, the newest first.
    pub async fn contests_in(&self, state: &str) -> Result<Vec<StoredContest>, StoreError> {
        self.contests_where("state = $1", state).await
    }

    async fn contests_where(&self, which: &str, value: &str) -> Result<Vec<StoredContest>, StoreError> {
        let sql = format!("{CONTEST} WHERE {which} ORDER BY at DESC, id");
        let found = sqlx::query(sqlx::AssertSqlSafe(sql)).bind(value);
        self.read(async |reader| found.fetch_all(reader).await?.iter().map(contest).collect()).await
    }

    /// The contests in which an account is a member, the newest first, each with the role of the member.
    pub async fn contests_of(&self, visitor: &str) -> Result<Vec<(StoredContest, String)>, StoreError> {
        let sql = "SELECT contest.id, contest.owner, contest.terms, contest.state, contest.code, contest.at, \
                   contest.opened, contest.closed, member.role FROM contest \
                   JOIN member ON member.contest = contest.id WHERE member.visitor = $1 \
                   ORDER BY contest.at DESC, contest.id";
        let found = sqlx::query(sql).bind(visitor);
        self.read(async |reader| {
            let rows = found.fetch_all(reader).await?;
            rows.iter().map(|row| Ok((contest(row)?, row.try_get(8)?))).collect()
        })
        .await
    }

    /// The members of a contest, in the order in which they joined.
    pub async fn members(&self, contest: &str) -> Result<Vec<StoredMember>, StoreError> {
        let sql = "SELECT number, visitor, role, name, grade_key, at FROM member WHERE contest = $1 \
                   ORDER BY number";
        let found = sqlx::query(sql).bind(contest);
        self.read(async |reader| found.fetch_all(reader).await?.iter().map(member).collect()).await
    }

    /// The member of a contest that an account is.
    pub async fn member(&self, contest: &str, visitor: &str) -> Result<Option<StoredMember>, StoreError> {
        let sql = "SELECT number, visitor, role, name, grade_key, at FROM member \
                   WHERE contest = $1 AND visitor = $2";
        let found = sqlx::query(sql).bind(contest).bind(visitor);
        self.read(async |reader| found.fetch_optional(reader).await?.as_ref().map(member).transpose()).await
    }

    /// The number of students of a contest.
    pub async fn students(&self, contest: &str) -> Result<u32, StoreError> {
        let sql = "SELECT COUNT(*) FROM member WHERE contest = $1 AND role = 'student'";
        Ok(self.count(sqlx::query(sql).bind(contest)).await? as u32)
    }

    async fn count(
        &self,
        query: sqlx::query::Query<'_, sqlx::Any, sqlx::any::AnyArguments>,
    ) -> Result<i64, StoreError> {
        self.read(async |reader| query.fetch_one(reader).await?.try_get(0)).await
    }

    /// The names that may join a contest and have not yet.
    pub async fn invited(&self, contest: &str) -> Result<Vec<Invitation>, StoreError> {
        let sql = "SELECT caseless, name, grade_key FROM invited WHERE contest = $1 ORDER BY caseless";
        let found = sqlx::query(sql).bind(contest);
        self.read(async |reader| {
            let one = |row: &AnyRow| -> Result<Invitation, sqlx::Error> {
                let (caseless, name, grade_key) = (row.try_get(0)?, row.try_get(1)?, row.try_get(2)?);
                Ok(Invitation { caseless, name, grade_key })
            };
            found.fetch_all(reader).await?.iter().map(one).collect()
        })
        .await
    }

    /// The versions of a contest, or of one author in it, in the order of their numbers.
    pub async fn versions(
        &self,
        contest: &str,
        visitor: Option<&str>,
    ) -> Result<Vec<StoredVersion>, StoreError> {
        let sql = format!("{VERSION} WHERE contest = $1 AND ($2 = '' OR visitor = $2) ORDER BY number");
        let found = sqlx::query(sqlx::AssertSqlSafe(sql)).bind(contest).bind(visitor.unwrap_or(""));
        self.read(async |reader| found.fetch_all(reader).await?.iter().map(version).collect()).await
    }

    /// A version.
    pub async fn version(&self, contest: &str, number: i64) -> Result<Option<StoredVersion>, StoreError> {
        let sql = format!("{VERSION} WHERE contest = $1 AND number = $2");
        let found = sqlx::query(sqlx::AssertSqlSafe(sql)).bind(contest).bind(number);
        self.read(async |reader| found.fetch_optional(reader).await?.as_ref().map(version).transpose()).await
    }

    /// The versions of all contests that wait for the judge or were being judged, in the order of their arrival.
    pub async fn unjudged(&self) -> Result<Vec<StoredVersion>, StoreError> {
        self.versions_where("state IN ('waiting', 'judging')").await
    }

    async fn versions_where(&self, which: &str) -> Result<Vec<StoredVersion>, StoreError> {
        let sql = format!("{VERSION} WHERE {which} ORDER BY at, contest, number");
        let found = sqlx::query(sqlx::AssertSqlSafe(sql));
        self.read(async |reader| found.fetch_all(reader).await?.iter().map(version).collect()).await
    }

    /// What was handed in.
    pub async fn version_source(&self, contest: &str, number: i64) -> Result<Option<Vec<u8>>, StoreError> {
        self.bytes("SELECT source FROM version WHERE contest = $1 AND number = $2", contest, number).await
    }

    /// The module of a version; empty before it was made.
    pub async fn version_module(&self, contest: &str, number: i64) -> Result<Option<Vec<u8>>, StoreError> {
        // A module that was handed in is stored once.
        let sql = "SELECT CASE WHEN LENGTH(module) = 0 AND sha256 <> '' THEN source ELSE module END \
                   FROM version WHERE contest = $1 AND number = $2";
        self.bytes(sql, contest, number).await
    }

    /// The versions of all contests with which the judge failed, in the order of their arrival.
    pub async fn troubled(&self) -> Result<Vec<StoredVersion>, StoreError> {
        self.versions_where("state = 'trouble'").await
    }

    /// The document of the judge about a version; empty before it was judged.
    pub async fn version_report(&self, contest: &str, number: i64) -> Result<Option<String>, StoreError> {
        let sql = "SELECT report FROM version WHERE contest = $1 AND number = $2";
        let found = sqlx::query(sql).bind(contest).bind(number);
        self.read(async |reader| found.fetch_optional(reader).await?.map(|row| row.try_get(0)).transpose())
            .await
    }

    async fn bytes(
        &self,
        sql: &'static str,
        contest: &str,
        number: i64,
    ) -> Result<Option<Vec<u8>>, StoreError> {
        let found = sqlx::query(sql).bind(contest).bind(number);
        self.read(async |reader| found.fetch_optional(reader).await?.map(|row| row.try_get(0)).transpose())
            .await
    }

    /// The choices of all students, in the order of time.
    pub async fn choices(&self, contest: &str) -> Result<Vec<StoredChoice>, StoreError> {
        let sql = "SELECT visitor, version, at FROM choice WHERE contest = $1 ORDER BY at, version";
        let found = sqlx::query(sql).bind(contest);
        self.read(async |reader| {
            let one = |row: &AnyRow| -> Result<StoredChoice, sqlx::Error> {
                Ok(StoredChoice { visitor: row.try_get(0)?, version: row.try_get(1)?, at: row.try_get(2)? })
            };
            found.fetch_all(reader).await?.iter().map(one).collect()
        })
        .await
    }

    /// How often a student has chosen since a time.
    pub async fn choices_since(&self, contest: &str, visitor: &str, since: i64) -> Result<u32, StoreError> {
        let sql = "SELECT COUNT(*) FROM choice WHERE contest = $1 AND visitor = $2 AND at > $3";
        Ok(self.count(sqlx::query(sql).bind(contest).bind(visitor).bind(since)).await? as u32)
    }

    /// The bytes of the versions of an author: of what was handed in, and of the modules that were made of it.
    pub async fn bytes_of_versions(&self, contest: &str, visitor: &str) -> Result<u64, StoreError> {
        let sql = "SELECT CAST(COALESCE(SUM(size + LENGTH(module)), 0) AS BIGINT) FROM version \
                   WHERE contest = $1 AND visitor = $2";
        Ok(self.count(sqlx::query(sql).bind(contest).bind(visitor)).await? as u64)
    }

    /// How many versions an author has handed in since a time.
    pub async fn versions_since(&self, contest: &str, visitor: &str, since: i64) -> Result<u32, StoreError> {
        let sql = "SELECT COUNT(*) FROM version WHERE contest = $1 AND visitor = $2 AND at > $3";
        Ok(self.count(sqlx::query(sql).bind(contest).bind(visitor).bind(since)).await? as u32)
    }

    /// How many friendly matches an account has asked for since a time.
    pub async fn friendlies_since(&self, contest: &str, asker: &str, since: i64) -> Result<u32, StoreError> {
        let sql =
            "SELECT COUNT(*) FROM bout WHERE contest = $1 AND asker = $2 AND at > $3 AND state <> 'trouble'";
        Ok(self.count(sqlx::query(sql).bind(contest).bind(asker).bind(since)).await? as u32)
    }

    /// The greatest number of a version of a contest; 0 without one.
    pub async fn last_version(&self, contest: &str) -> Result<i64, StoreError> {
        let sql = "SELECT COALESCE(MAX(number), 0) FROM version WHERE contest = $1";
        self.count(sqlx::query(sql).bind(contest)).await
    }

    /// The greatest number of a game of a contest; 0 without one.
    pub async fn last_bout(&self, contest: &str) -> Result<i64, StoreError> {
        let sql = "SELECT COALESCE(MAX(number), 0) FROM bout WHERE contest = $1";
        self.count(sqlx::query(sql).bind(contest)).await
    }

    /// Games of a contest, the newest first: at most `most`.
    pub async fn bouts(
        &self,
        contest: &str,
        filter: &BoutFilter,
        most: u32,
    ) -> Result<Vec<StoredBout>, StoreError> {
        let mut sql = format!(
            "{BOUT} WHERE contest = $1 AND ($2 = '' OR kind = $2) AND ($3 = '' OR state = $3) AND number < $4"
        );
        if let Some(versions) = &filter.versions {
            // Numbers, so that they need no binding.
            let list: Vec<String> = versions.iter().map(ToString::to_string).collect();
            let list = if list.is_empty() { "-1".to_owned() } else { list.join(", ") };
            sql.push_str(" AND number IN (SELECT bout FROM bout_seat WHERE contest = $1 AND version IN (");
            sql.push_str(&list);
            sql.push_str("))");
        }
        sql.push_str(" ORDER BY number DESC LIMIT $5");
        let found = sqlx::query(sqlx::AssertSqlSafe(sql))
            .bind(contest)
            .bind(filter.kind.unwrap_or(""))
            .bind(filter.state.unwrap_or(""))
            .bind(filter.before.unwrap_or(i64::MAX))
            .bind(i64::from(most));
        self.read(async |reader| {
            let rows = found.fetch_all(&mut *reader).await?;
            let mut bouts = rows.iter().map(bout).collect::<Result<Vec<_>, _>>()?;
            seats(reader, contest, &mut bouts).await?;
            Ok(bouts)
        })
        .await
    }

    /// The games of the ladder of a contest that are over, in the order in which they were.
    pub async fn ladder(&self, contest: &str) -> Result<Vec<StoredBout>, StoreError> {
        let sql =
            format!("{BOUT} WHERE contest = $1 AND kind = 'ladder' AND state = 'done' ORDER BY done, number");
        let found = sqlx::query(sqlx::AssertSqlSafe(sql)).bind(contest);
        self.read(async |reader| {
            let rows = found.fetch_all(&mut *reader).await?;
            let mut bouts = rows.iter().map(bout).collect::<Result<Vec<_>, _>>()?;
            seats(reader, contest, &mut bouts).await?;
            Ok(bouts)
        })
        .await
    }

    /// The games of all contests that wait, in the order in which they were asked for.
    pub async fn waiting_bouts(&self) -> Result<Vec<StoredBout>, StoreError> {
        let sql = format!("{BOUT} WHERE state = 'waiting' ORDER BY at, contest, number");
        let found = sqlx::query(sqlx::AssertSqlSafe(sql));
        self.read(async |reader| {
            let rows = found.fetch_all(&mut *reader).await?;
            let mut bouts = rows.iter().map(bout).collect::<Result<Vec<_>, _>>()?;
            for one in &mut bouts {
                let contest = one.contest.clone();
                seats(reader, &contest, std::slice::from_mut(one)).await?;
            }
            Ok(bouts)
        })
        .await
    }

    /// A game.
    pub async fn bout(&self, contest: &str, number: i64) -> Result<Option<StoredBout>, StoreError> {
        let filter = BoutFilter { before: Some(number + 1), ..BoutFilter::default() };
        Ok(self.bouts(contest, &filter, 1).await?.pop().filter(|bout| bout.number == number))
    }

    /// What only the author of each seat of a game may see, in the order of the seats.
    pub async fn bout_private(&self, contest: &str, number: i64) -> Result<Vec<String>, StoreError> {
        let sql = "SELECT private FROM bout_seat WHERE contest = $1 AND bout = $2 ORDER BY seat";
        let found = sqlx::query(sql).bind(contest).bind(number);
        self.read(async |reader| found.fetch_all(reader).await?.iter().map(|row| row.try_get(0)).collect())
            .await
    }

    /// The record of a game; empty if it has none.
    pub async fn bout_record(&self, contest: &str, number: i64) -> Result<Option<Vec<u8>>, StoreError> {
        self.bytes("SELECT record FROM bout WHERE contest = $1 AND number = $2", contest, number).await
    }

    /// The official rounds of a contest whose date has come.
    pub async fn rounds(&self, contest: &str) -> Result<Vec<OfficialRoundRow>, StoreError> {
        let sql = format!("{ROUND} WHERE contest = $1 ORDER BY number");
        let found = sqlx::query(sqlx::AssertSqlSafe(sql)).bind(contest);
        self.read(async |reader| found.fetch_all(reader).await?.iter().map(round).collect()).await
    }

    /// The journal of an official round that is over.
    pub async fn round_journal(&self, contest: &str, number: i64) -> Result<Option<Vec<u8>>, StoreError> {
        let sql = "SELECT journal FROM official_round WHERE contest = $1 AND number = $2 AND state = 'over'";
        self.bytes(sql, contest, number).await
    }
}

fn contest(row: &AnyRow) -> Result<StoredContest, sqlx::Error> {
    Ok(StoredContest {
        id: row.try_get(0)?,
        owner: row.try_get(1)?,
        terms: row.try_get(2)?,
        state: row.try_get(3)?,
        code: row.try_get(4)?,
        at: row.try_get(5)?,
        opened: row.try_get(6)?,
        closed: row.try_get(7)?,
    })
}

fn member(row: &AnyRow) -> Result<StoredMember, sqlx::Error> {
    Ok(StoredMember {
        number: row.try_get(0)?,
        visitor: row.try_get(1)?,
        role: row.try_get(2)?,
        name: row.try_get(3)?,
        grade_key: row.try_get(4)?,
        at: row.try_get(5)?,
    })
}

fn version(row: &AnyRow) -> Result<StoredVersion, sqlx::Error> {
    Ok(StoredVersion {
        contest: row.try_get(0)?,
        number: row.try_get(1)?,
        visitor: row.try_get(2)?,
        label: row.try_get(3)?,
        file: row.try_get(4)?,
        player: row.try_get(5)?,
        at: row.try_get(6)?,
        state: row.try_get(7)?,
        tries: row.try_get(8)?,
        language: row.try_get(9)?,
        name: row.try_get(10)?,
        failed: row.try_get(11)?,
        sha256: row.try_get(12)?,
        size: row.try_get(13)?,
        earlier: row.try_get(14)?,
    })
}

fn bout(row: &AnyRow) -> Result<StoredBout, sqlx::Error> {
    Ok(StoredBout {
        contest: row.try_get(0)?,
        number: row.try_get(1)?,
        kind: row.try_get(2)?,
        state: row.try_get(3)?,
        asker: row.try_get(4)?,
        at: row.try_get(5)?,
        done: row.try_get(6)?,
        block: row.try_get(7)?,
        board: row.try_get(8)?,
        seed: row.try_get(9)?,
        opening: row.try_get(10)?,
        shown: row.try_get(11)?,
        versions: Vec::new(),
    })
}

/// Adds the seats of games of one contest.
async fn seats(
    connection: &mut AnyConnection,
    contest: &str,
    bouts: &mut [StoredBout],
) -> Result<(), sqlx::Error> {
    let numbers = bouts.iter().map(|bout| bout.number);
    let (Some(least), Some(most)) = (numbers.clone().min(), numbers.max()) else { return Ok(()) };
    let sql = "SELECT bout, version FROM bout_seat WHERE contest = $1 AND bout >= $2 AND bout <= $3 \
               ORDER BY bout, seat";
    let rows = sqlx::query(sql).bind(contest).bind(least).bind(most).fetch_all(connection).await?;
    let mut found: BTreeMap<i64, Vec<i64>> = BTreeMap::new();
    for row in &rows {
        found.entry(row.try_get(0)?).or_default().push(row.try_get(1)?);
    }
    for bout in bouts {
        bout.versions = found.remove(&bout.number).unwrap_or_default();
    }
    Ok(())
}

fn round(row: &AnyRow) -> Result<OfficialRoundRow, sqlx::Error> {
    Ok(OfficialRoundRow {
        contest: row.try_get(0)?,
        number: row.try_get(1)?,
        state: row.try_get(2)?,
        at: row.try_get(3)?,
        players: row.try_get(4)?,
        played: row.try_get(5)?,
        most: row.try_get(6)?,
        trouble: row.try_get(7)?,
    })
}
