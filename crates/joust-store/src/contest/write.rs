//! Changes of contests. Each is one transaction of the writer.

use super::{BoutResult, Invitation, NewBout, NewContest, NewMember, NewVersion, OfficialRoundRow, Verdict};
use crate::writer::{WriteOp, Written, fresh};
use crate::{Store, StoreError};
use sqlx::AnyConnection;

/// The operations of the writer on contests.
pub(crate) enum ContestOp {
    Make { new: NewContest, most: u32 },
    Terms { id: String, terms: String },
    State { id: String, state: &'static str, at: i64 },
    Code { id: String, code: String },
    Remove { id: String },
    Join { new: NewMember, most: u32 },
    MemberRole { contest: String, number: i64, role: &'static str },
    Invite { contest: String, names: Vec<Invitation> },
    Uninvite { contest: String, caseless: String },
    Version(NewVersion),
    VersionState { contest: String, number: i64, state: &'static str, tries: i64, failed: String },
    Again { contest: String, number: i64, tries: i64 },
    Verdict(Box<Verdict>),
    Label { contest: String, number: i64, label: String },
    Choice { contest: String, visitor: String, version: i64, at: i64 },
    Bouts { contest: String, games: Vec<NewBout> },
    BoutDone { contest: String, number: i64, result: BoutResult },
    Retract { worker: String },
    Round { row: OfficialRoundRow, journal: Option<Vec<u8>> },
}

/// The tables whose rows belong to a contest, in an order in which they can be removed.
const TABLES: [&str; 8] =
    ["official_round", "bout_seat", "bout", "choice", "version", "invited", "member", "contest"];

/// The bytes of what is not there yet.
const NOTHING: &[u8] = &[];

impl Store {
    async fn contest_change(&self, op: ContestOp) -> Result<(), StoreError> {
        self.write(WriteOp::Contest(op)).await
    }

    /// Makes a contest, a draft. [`StoreError::Conflict`] if the owner has `most` already that are not closed, or if
    /// the id or the code is taken.
    ///
    /// ```
    /// # let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    /// # runtime.block_on(async {
    /// use joust_store::{Location, NewContest, Store};
    /// # let folder = tempfile::tempdir().unwrap();
    /// # let store = Store::open(&Location::Folder(folder.path().to_owned())).await.unwrap();
    /// let text = |text: &str| text.to_owned();
    /// let (id, owner, name, terms, code) = (text("k3"), text("ada"), text("Ada"), text("game"), text("join"));
    /// store.make_contest(NewContest { id, owner, name, terms, code, at: 1 }, 20).await.unwrap();
    /// assert_eq!(store.contest("k3").await.unwrap().unwrap().state, "draft");
    /// assert_eq!(store.members("k3").await.unwrap()[0].role, "teacher");
    /// # store.close().await;
    /// # });
    /// ```
    pub async fn make_contest(&self, new: NewContest, most: u32) -> Result<(), StoreError> {
        self.contest_change(ContestOp::Make { new, most }).await
    }

    /// Changes the terms of a contest.
    pub async fn set_contest_terms(&self, id: &str, terms: &str) -> Result<(), StoreError> {
        self.contest_change(ContestOp::Terms { id: id.to_owned(), terms: terms.to_owned() }).await
    }

    /// Opens or closes a contest.
    pub async fn set_contest_state(&self, id: &str, state: &'static str, at: i64) -> Result<(), StoreError> {
        self.contest_change(ContestOp::State { id: id.to_owned(), state, at }).await
    }

    /// Changes the join code of a contest. [`StoreError::Conflict`] if it is taken.
    pub async fn set_contest_code(&self, id: &str, code: &str) -> Result<(), StoreError> {
        self.contest_change(ContestOp::Code { id: id.to_owned(), code: code.to_owned() }).await
    }

    /// Removes a contest with everything in it.
    pub async fn remove_contest(&self, id: &str) -> Result<(), StoreError> {
        self.contest_change(ContestOp::Remove { id: id.to_owned() }).await
    }

    /// Adds a member, and takes the name from those that are invited. [`StoreError::Conflict`] if the account is a
    /// member already, or if there are `most`.
    pub async fn join_contest(&self, new: NewMember, most: u32) -> Result<(), StoreError> {
        self.contest_change(ContestOp::Join { new, most }).await
    }

    /// Changes the role of a member.
    pub async fn set_member_role(
        &self,
        contest: &str,
        number: i64,
        role: &'static str,
    ) -> Result<(), StoreError> {
        self.contest_change(ContestOp::MemberRole { contest: contest.to_owned(), number, role }).await
    }

    /// Adds names that may join; names that are there keep their key, unless they get another one.
    pub async fn invite(&self, contest: &str, names: Vec<Invitation>) -> Result<(), StoreError> {
        self.contest_change(ContestOp::Invite { contest: contest.to_owned(), names }).await
    }

    /// Takes a name from those that may join.
    pub async fn uninvite(&self, contest: &str, caseless: &str) -> Result<(), StoreError> {
        let (contest, caseless) = (contest.to_owned(), caseless.to_owned());
        self.contest_change(ContestOp::Uninvite { contest, caseless }).await
    }

    /// Writes a version. It is on the disk when this returns. [`StoreError::Conflict`] if the number is taken.
    pub async fn add_version(&self, new: NewVersion) -> Result<(), StoreError> {
        self.contest_change(ContestOp::Version(new)).await
    }

    /// Changes the state of a version, and says how often the judge has failed, and why.
    pub async fn set_version_state(
        &self,
        contest: &str,
        number: i64,
        state: &'static str,
        tries: i64,
        failed: &str,
    ) -> Result<(), StoreError> {
        let (contest, failed) = (contest.to_owned(), failed.to_owned());
        self.contest_change(ContestOp::VersionState { contest, number, state, tries, failed }).await
    }

    /// Lets a version wait for the judge again, who has failed so often. What became of it stands until the new
    /// verdict. [`StoreError::NoContest`] if it waits or is being judged, or is gone.
    pub async fn judge_again(&self, contest: &str, number: i64, tries: i64) -> Result<(), StoreError> {
        self.contest_change(ContestOp::Again { contest: contest.to_owned(), number, tries }).await
    }

    /// Writes what the judge found out, with the games of the qualification. A module that was handed in as it is is
    /// not stored twice.
    pub async fn set_verdict(&self, verdict: Verdict) -> Result<(), StoreError> {
        self.contest_change(ContestOp::Verdict(Box::new(verdict))).await
    }

    /// Changes what the author calls a version.
    pub async fn set_version_label(&self, contest: &str, number: i64, label: &str) -> Result<(), StoreError> {
        let (contest, label) = (contest.to_owned(), label.to_owned());
        self.contest_change(ContestOp::Label { contest, number, label }).await
    }

    /// Writes the choice of a student.
    pub async fn add_choice(
        &self,
        contest: &str,
        visitor: &str,
        version: i64,
        at: i64,
    ) -> Result<(), StoreError> {
        let (contest, visitor) = (contest.to_owned(), visitor.to_owned());
        self.contest_change(ContestOp::Choice { contest, visitor, version, at }).await
    }

    /// Writes games, all or none. [`StoreError::Conflict`] if a number is taken.
    pub async fn add_bouts(&self, contest: &str, games: Vec<NewBout>) -> Result<(), StoreError> {
        self.contest_change(ContestOp::Bouts { contest: contest.to_owned(), games }).await
    }

    /// Writes the result of a game. [`StoreError::Conflict`] if it has one.
    pub async fn set_bout_result(
        &self,
        contest: &str,
        number: i64,
        result: BoutResult,
    ) -> Result<(), StoreError> {
        self.contest_change(ContestOp::BoutDone { contest: contest.to_owned(), number, result }).await
    }

    /// Forgets what another machine has found out: its games wait again, and so do the versions that it has helped to
    /// judge. Games without a machine were played by the server itself, and stay.
    pub async fn retract(&self, worker: &str) -> Result<(), StoreError> {
        if worker.is_empty() {
            return Ok(());
        }
        self.contest_change(ContestOp::Retract { worker: worker.to_owned() }).await
    }

    /// Writes the state of an official round; with a journal, that too.
    pub async fn set_round(&self, row: OfficialRoundRow, journal: Option<Vec<u8>>) -> Result<(), StoreError> {
        self.contest_change(ContestOp::Round { row, journal }).await
    }
}

/// Carries out a change.
pub(crate) async fn write(connection: &mut AnyConnection, op: &ContestOp) -> Result<Written, sqlx::Error> {
    let done = |changed: bool| Ok(if changed { Written::Done } else { Written::NoContest });
    match op {
        ContestOp::Make { new, most } => make(connection, new, *most).await,
        ContestOp::Terms { id, terms } => {
            let query = sqlx::query("UPDATE contest SET terms = $2 WHERE id = $1").bind(id).bind(terms);
            done(fresh(&query.execute(connection).await?))
        }
        ContestOp::State { id, state, at } => {
            let sql = match *state {
                "open" => {
                    "UPDATE contest SET state = $2, opened = COALESCE(opened, $3), closed = NULL WHERE id = $1"
                }
                _ => "UPDATE contest SET state = $2, closed = $3 WHERE id = $1",
            };
            done(fresh(&sqlx::query(sql).bind(id).bind(*state).bind(at).execute(connection).await?))
        }
        ContestOp::Code { id, code } => {
            let taken = sqlx::query("SELECT 1 FROM contest WHERE code = $1").bind(code);
            if taken.fetch_optional(&mut *connection).await?.is_some() {
                return Ok(Written::Second);
            }
            let query = sqlx::query("UPDATE contest SET code = $2 WHERE id = $1").bind(id).bind(code);
            done(fresh(&query.execute(connection).await?))
        }
        ContestOp::Remove { id } => {
            for table in TABLES {
                let column = if table == "contest" { "id" } else { "contest" };
                let sql = sqlx::AssertSqlSafe(format!("DELETE FROM {table} WHERE {column} = $1"));
                sqlx::query(sql).bind(id).execute(&mut *connection).await?;
            }
            Ok(Written::Done)
        }
        ContestOp::Join { new, most } => join(connection, new, *most).await,
        ContestOp::MemberRole { contest, number, role } => {
            let query = sqlx::query("UPDATE member SET role = $3 WHERE contest = $1 AND number = $2");
            done(fresh(&query.bind(contest).bind(number).bind(*role).execute(connection).await?))
        }
        ContestOp::Invite { contest, names } => {
            let sql = "INSERT INTO invited (contest, caseless, name, grade_key) SELECT $1, $2, $3, $4 \
                       WHERE EXISTS (SELECT 1 FROM contest WHERE id = $1) \
                       ON CONFLICT (contest, caseless) DO UPDATE SET grade_key = excluded.grade_key";
            for one in names {
                let query = sqlx::query(sql).bind(contest).bind(&one.caseless).bind(&one.name);
                query.bind(&one.grade_key).execute(&mut *connection).await?;
            }
            Ok(Written::Done)
        }
        ContestOp::Uninvite { contest, caseless } => {
            uninvite(connection, contest, caseless).await?;
            Ok(Written::Done)
        }
        ContestOp::Version(new) => add_version(connection, new).await,
        ContestOp::VersionState { contest, number, state, tries, failed } => {
            let sql = "UPDATE version SET state = $3, tries = $4, failed = $5 \
                       WHERE contest = $1 AND number = $2 AND state <> 'gone'";
            let query = sqlx::query(sql).bind(contest).bind(number).bind(*state).bind(tries).bind(failed);
            done(fresh(&query.execute(connection).await?))
        }
        ContestOp::Again { contest, number, tries } => {
            // A verdict stands, also when the judge fails after it.
            let sql = "UPDATE version SET state = 'waiting', tries = $3, failed = '', \
                       earlier = CASE WHEN state = 'trouble' AND earlier <> '' THEN earlier ELSE state END \
                       WHERE contest = $1 AND number = $2 AND state IN ('failed', 'qualified', 'trouble')";
            let query = sqlx::query(sql).bind(contest).bind(number).bind(tries);
            done(fresh(&query.execute(connection).await?))
        }
        ContestOp::Verdict(verdict) => set_verdict(connection, verdict).await,
        ContestOp::Label { contest, number, label } => {
            let query = sqlx::query("UPDATE version SET label = $3 WHERE contest = $1 AND number = $2");
            done(fresh(&query.bind(contest).bind(number).bind(label).execute(connection).await?))
        }
        ContestOp::Choice { contest, visitor, version, at } => {
            let sql = "INSERT INTO choice (contest, visitor, version, at) SELECT $1, $2, $3, $4 WHERE EXISTS \
                       (SELECT 1 FROM version WHERE contest = $1 AND number = $3 AND visitor = $2)";
            let query = sqlx::query(sql).bind(contest).bind(visitor).bind(version).bind(at);
            done(fresh(&query.execute(connection).await?))
        }
        ContestOp::Bouts { contest, games } => add_bouts(connection, contest, games).await,
        ContestOp::BoutDone { contest, number, result } => {
            finish_bout(connection, contest, *number, result).await
        }
        ContestOp::Retract { worker } => {
            retract(connection, worker).await?;
            Ok(Written::Done)
        }
        ContestOp::Round { row, journal } => set_round(connection, row, journal.as_deref()).await,
    }
}

async fn make(connection: &mut AnyConnection, new: &NewContest, most: u32) -> Result<Written, sqlx::Error> {
    let sql = "INSERT INTO contest (id, owner, terms, state, code, at) SELECT $1, $2, $3, 'draft', $4, $5 \
               WHERE (SELECT COUNT(*) FROM contest WHERE owner = $2 AND state <> 'closed') < $6 \
               ON CONFLICT DO NOTHING";
    let query = sqlx::query(sql).bind(&new.id).bind(&new.owner).bind(&new.terms).bind(&new.code);
    if !fresh(&query.bind(new.at).bind(i64::from(most)).execute(&mut *connection).await?) {
        return Ok(Written::Second);
    }
    let sql = "INSERT INTO member (contest, number, visitor, role, name, grade_key, at) \
               VALUES ($1, 1, $2, 'teacher', $3, '', $4)";
    let query = sqlx::query(sql).bind(&new.id).bind(&new.owner).bind(&new.name).bind(new.at);
    query.execute(connection).await?;
    Ok(Written::Done)
}

async fn join(connection: &mut AnyConnection, new: &NewMember, most: u32) -> Result<Written, sqlx::Error> {
    let found = sqlx::query("SELECT 1 FROM contest WHERE id = $1").bind(&new.contest);
    if found.fetch_optional(&mut *connection).await?.is_none() {
        return Ok(Written::NoContest);
    }
    let sql = "INSERT INTO member (contest, number, visitor, role, name, grade_key, at) \
               SELECT $1, (SELECT COALESCE(MAX(number), 0) + 1 FROM member WHERE contest = $1), \
               $2, $3, $4, $5, $6 \
               WHERE (SELECT COUNT(*) FROM member WHERE contest = $1) < $7 ON CONFLICT DO NOTHING";
    let query = sqlx::query(sql).bind(&new.contest).bind(&new.visitor).bind(new.role).bind(&new.name);
    let query = query.bind(&new.grade_key).bind(new.at).bind(i64::from(most));
    if !fresh(&query.execute(&mut *connection).await?) {
        return Ok(Written::Second);
    }
    Ok(Written::Done)
}

async fn uninvite(connection: &mut AnyConnection, contest: &str, caseless: &str) -> Result<(), sqlx::Error> {
    let query = sqlx::query("DELETE FROM invited WHERE contest = $1 AND caseless = $2");
    query.bind(contest).bind(caseless).execute(connection).await?;
    Ok(())
}

async fn add_version(connection: &mut AnyConnection, new: &NewVersion) -> Result<Written, sqlx::Error> {
    let sql = "INSERT INTO version (contest, number, visitor, label, file, player, at, state, tries, language, \
               name, failed, sha256, size, source, module, report) \
               SELECT $1, $2, $3, $4, $5, $6, $7, 'waiting', 0, '', '', '', '', $8, $9, $10, '' \
               WHERE EXISTS (SELECT 1 FROM contest WHERE id = $1) ON CONFLICT DO NOTHING";
    let query = sqlx::query(sql).bind(&new.contest).bind(new.number).bind(&new.visitor).bind(&new.label);
    let query = query.bind(&new.file).bind(&new.player).bind(new.at).bind(new.source.len() as i64);
    let query = query.bind(new.source.as_slice()).bind(NOTHING);
    let added = fresh(&query.execute(connection).await?);
    Ok(if added { Written::Done } else { Written::Second })
}

async fn set_verdict(connection: &mut AnyConnection, verdict: &Verdict) -> Result<Written, sqlx::Error> {
    let sql = "UPDATE version SET state = $3, earlier = '', tries = 0, language = $4, name = $5, failed = $6, \
               sha256 = $7, module = CASE WHEN source = $8 THEN $10 ELSE $8 END, report = $9 \
               WHERE contest = $1 AND number = $2 AND state <> 'gone'";
    let query = sqlx::query(sql).bind(&verdict.contest).bind(verdict.number).bind(verdict.state);
    let query = query.bind(&verdict.language).bind(&verdict.name).bind(&verdict.failed);
    let query = query.bind(&verdict.sha256).bind(verdict.module.as_slice()).bind(&verdict.report);
    if !fresh(&query.bind(NOTHING).execute(&mut *connection).await?) {
        return Ok(Written::NoContest);
    }
    for sql in [
        "DELETE FROM bout WHERE contest = $1 AND kind = 'qualification' AND number IN \
         (SELECT bout FROM bout_seat WHERE contest = $1 AND version = $2)",
        "DELETE FROM bout_seat WHERE contest = $1 AND bout IN (SELECT bout FROM bout_seat \
         WHERE contest = $1 AND version = $2) AND bout NOT IN (SELECT number FROM bout WHERE contest = $1)",
    ] {
        let query = sqlx::query(sql).bind(&verdict.contest).bind(verdict.number);
        query.execute(&mut *connection).await?;
    }
    add_bouts(connection, &verdict.contest, &verdict.games).await
}

async fn add_bouts(
    connection: &mut AnyConnection,
    contest: &str,
    games: &[NewBout],
) -> Result<Written, sqlx::Error> {
    let found = sqlx::query("SELECT 1 FROM contest WHERE id = $1").bind(contest);
    if found.fetch_optional(&mut *connection).await?.is_none() {
        return Ok(Written::NoContest);
    }
    for game in games {
        let taken = sqlx::query("SELECT 1 FROM bout WHERE contest = $1 AND number = $2");
        if taken.bind(contest).bind(game.number).fetch_optional(&mut *connection).await?.is_some() {
            return Ok(Written::Second);
        }
    }
    for game in games {
        let sql = "INSERT INTO bout (contest, number, kind, state, asker, at, block, board, seed, opening, shown, \
                   record) VALUES ($1, $2, $3, 'waiting', $4, $5, $6, $7, $8, $9, '', $10)";
        let query = sqlx::query(sql).bind(contest).bind(game.number).bind(game.kind).bind(&game.asker);
        let query = query.bind(game.at).bind(game.block).bind(game.board).bind(game.seed);
        query.bind(game.opening).bind(NOTHING).execute(&mut *connection).await?;
        for (seat, chair) in (0_i64..).zip(&game.chairs) {
            let sql =
                "INSERT INTO bout_seat (contest, bout, seat, version, private) VALUES ($1, $2, $3, $4, $5)";
            let query = sqlx::query(sql).bind(contest).bind(game.number).bind(seat).bind(chair.version);
            query.bind(&chair.private).execute(&mut *connection).await?;
        }
        if let Some(result) = &game.result {
            finish_bout(connection, contest, game.number, result).await?;
        }
    }
    Ok(Written::Done)
}

async fn finish_bout(
    connection: &mut AnyConnection,
    contest: &str,
    number: i64,
    result: &BoutResult,
) -> Result<Written, sqlx::Error> {
    let sql = "UPDATE bout SET state = $3, done = $4, shown = $5, record = $6, worker = $7 \
               WHERE contest = $1 AND number = $2 AND state = 'waiting'";
    let query = sqlx::query(sql).bind(contest).bind(number).bind(result.state).bind(result.done);
    let query = query.bind(&result.shown).bind(result.record.as_slice()).bind(&result.worker);
    if !fresh(&query.execute(&mut *connection).await?) {
        return Ok(Written::Second);
    }
    for (seat, private) in (0_i64..).zip(&result.private) {
        let sql = "UPDATE bout_seat SET private = $4 WHERE contest = $1 AND bout = $2 AND seat = $3";
        let query = sqlx::query(sql).bind(contest).bind(number).bind(seat).bind(private);
        query.execute(&mut *connection).await?;
    }
    Ok(Written::Done)
}

async fn retract(connection: &mut AnyConnection, worker: &str) -> Result<(), sqlx::Error> {
    let judged = "UPDATE version SET state = 'waiting', tries = 0, failed = '' \
                  WHERE state IN ('qualified', 'failed') AND EXISTS (SELECT 1 FROM bout JOIN bout_seat \
                  ON bout_seat.contest = bout.contest AND bout_seat.bout = bout.number \
                  WHERE bout.worker = $1 AND bout.kind = 'qualification' \
                  AND bout.contest = version.contest AND bout_seat.version = version.number)";
    let private = "UPDATE bout_seat SET private = '' WHERE EXISTS (SELECT 1 FROM bout WHERE bout.worker = $1 \
                   AND bout.kind <> 'qualification' AND bout.contest = bout_seat.contest \
                   AND bout.number = bout_seat.bout)";
    let played = "UPDATE bout SET state = 'waiting', done = NULL, shown = '', record = $2 \
                  WHERE worker = $1 AND kind <> 'qualification'";
    // The games of a qualification go when their version is judged again.
    let worker_of = "UPDATE bout SET worker = '' WHERE worker = $1";
    sqlx::query(judged).bind(worker).execute(&mut *connection).await?;
    sqlx::query(private).bind(worker).execute(&mut *connection).await?;
    sqlx::query(played).bind(worker).bind(NOTHING).execute(&mut *connection).await?;
    sqlx::query(worker_of).bind(worker).execute(connection).await?;
    Ok(())
}

async fn set_round(
    connection: &mut AnyConnection,
    row: &OfficialRoundRow,
    journal: Option<&[u8]>,
) -> Result<Written, sqlx::Error> {
    let sql = "INSERT INTO official_round (contest, number, state, at, players, played, most, trouble, journal) \
               SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9 WHERE EXISTS (SELECT 1 FROM contest WHERE id = $1) \
               ON CONFLICT (contest, number) DO UPDATE SET state = excluded.state, at = excluded.at, \
               players = excluded.players, played = excluded.played, most = excluded.most, \
               trouble = excluded.trouble";
    let query = sqlx::query(sql).bind(&row.contest).bind(row.number).bind(&row.state).bind(row.at);
    let query = query.bind(&row.players).bind(row.played).bind(row.most).bind(&row.trouble);
    if !fresh(&query.bind(NOTHING).execute(&mut *connection).await?) {
        return Ok(Written::NoContest);
    }
    if let Some(journal) = journal {
        let sql = "UPDATE official_round SET journal = $3 WHERE contest = $1 AND number = $2";
        sqlx::query(sql).bind(&row.contest).bind(row.number).bind(journal).execute(connection).await?;
    }
    Ok(Written::Done)
}
