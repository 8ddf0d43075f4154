//! The one task that writes. All waiting requests go into one transaction.

use crate::account::write::{self as accounts, AccountOp};
use crate::contest::write::{self as contests, ContestOp};
use crate::forget::{self, Reseat, Rest};
use crate::{FilmLimits, Location, NewEntry, NewFilm, NoRoom, StoreError, Summary, film, lock};
use sqlx::any::AnyQueryResult;
use sqlx::{AnyConnection, Connection, Executor};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};
use tokio::sync::{mpsc, oneshot, watch};
use tokio::time::timeout;

/// The channel for the answer to a request.
pub(crate) type Reply = oneshot::Sender<Result<(), StoreError>>;

/// A request to write, with the channel for its answer.
pub(crate) struct Order {
    pub(crate) what: WriteOp,
    pub(crate) reply: Reply,
}

/// The operations of the writer.
pub(crate) enum WriteOp {
    Create {
        id: String,
        terms: String,
        at: i64,
        entries: Vec<NewEntry>,
        link: Option<(String, NewEntry)>,
    },
    Append {
        game: String,
        entry: NewEntry,
    },
    /// Sets the summary of a game that has none.
    Summary {
        game: String,
        summary: Summary,
    },
    Name {
        visitor: String,
        name: String,
        at: i64,
    },
    Set {
        name: &'static str,
        value: String,
        again: bool,
    },
    /// Stores a film, unless a limit leaves no room for it.
    Film(NewFilm, FilmLimits),
    /// Removes the films that were shared before a time.
    DropFilms {
        before: i64,
    },
    /// Changes an account.
    Account(AccountOp),
    /// Changes a contest.
    Contest(ContestOp),
    /// Replaces a visitor in a game.
    Reseat(Reseat),
    /// Removes or gives away what is left of a visitor.
    Rest(Rest),
    /// Limits the size of the file in pages, for tests of a full disk.
    Pages(u32),
    /// Closes the store.
    Close,
}

impl WriteOp {
    fn pages(&self) -> Option<u32> {
        if let WriteOp::Pages(pages) = self { Some(*pages) } else { None }
    }
}

/// The most requests in one transaction: about as many as take a few milliseconds.
const TOGETHER: usize = 256;
/// The time limit on a transaction. A disk or a network that needs longer has failed.
const WRITE_TIME: Duration = Duration::from_secs(10);
/// How long requests wait for a new connection before they fail: long enough for the restart of a
/// database, and not longer than people wait for a move.
const PATIENCE: Duration = Duration::from_secs(4);
/// The pause before a second attempt to connect; each further one doubles it.
const PAUSE: Duration = Duration::from_millis(50);
/// The longest pause, and so the longest delay until the store notices that the database is back.
const LONGEST_PAUSE: Duration = Duration::from_secs(1);
/// The time limit on closing the connection.
const FAREWELL: Duration = Duration::from_secs(1);

/// The state of the writer that the store can see.
pub(crate) struct Shared {
    /// The number of requests that failed because of the database.
    pub(crate) failed: AtomicU64,
    /// True when another server has taken over.
    pub(crate) lost: watch::Sender<bool>,
}

pub(crate) struct Writer {
    place: Location,
    /// The name of this process at a PostgreSQL server.
    instance: String,
    /// A connection without errors. An error leaves a connection in an unknown state (inside a
    /// transaction or not), so the connection is dropped and another one is opened.
    connection: Option<AnyConnection>,
    /// Errors since the last success.
    errors: u32,
    /// The limit on the size of the file in pages, for tests of a full disk.
    pages: Option<u32>,
    inbox: mpsc::Receiver<Order>,
    shared: Arc<Shared>,
}

/// How a transaction failed.
enum Failed {
    /// There is no connection.
    Unconnected(StoreError),
    /// A statement failed, and nothing was written.
    Refused(StoreError),
    /// The commit failed: the transaction may be written or not.
    Unknown(StoreError),
}

impl Failed {
    fn why(self) -> StoreError {
        let (Failed::Unconnected(why) | Failed::Refused(why) | Failed::Unknown(why)) = self;
        why
    }
}

/// The result of each request of a transaction.
type Results = Vec<Result<(), StoreError>>;

impl Writer {
    pub(crate) fn new(
        place: &Location,
        instance: String,
        connection: AnyConnection,
        inbox: mpsc::Receiver<Order>,
        shared: Arc<Shared>,
    ) -> Writer {
        let (place, connection) = (place.clone(), Some(connection));
        Writer { place, instance, connection, errors: 0, pages: None, inbox, shared }
    }

    /// Writes until the store is closed or all its copies are dropped.
    pub(crate) async fn run(mut self) {
        let mut orders = Vec::with_capacity(TOGETHER);
        while self.inbox.recv_many(&mut orders, TOGETHER).await > 0 {
            let end = orders.iter().position(|order| matches!(order.what, WriteOp::Close));
            let mut work = std::mem::take(&mut orders);
            // Requests after the end are dropped, and their callers get an error.
            work.truncate(end.map_or(work.len(), |end| end + 1));
            let close = end.and_then(|_| work.pop());
            if let Some(pages) = work.iter().rev().find_map(|order| order.what.pages()) {
                self.pages = Some(pages);
                self.limit().await;
            }
            self.write_all(work).await;
            if *self.shared.lost.borrow() {
                return;
            }
            if let Some(close) = close {
                self.inbox.close();
                self.part().await;
                let _ = close.reply.send(Ok(()));
                return;
            }
        }
    }

    /// Closes the connection, and releases the lock.
    async fn part(&mut self) {
        let Some(mut connection) = self.connection.take() else { return };
        let is_sqlite = self.place.is_sqlite();
        let farewell = async {
            if !is_sqlite {
                // If this fails, the end of the connection releases the lock.
                let _ = lock::give_back(&mut connection).await;
            }
            let _ = connection.close().await;
        };
        let _ = timeout(FAREWELL, farewell).await;
    }

    /// Writes requests together and answers each. A conflict of one does not affect the others.
    async fn write_all(&mut self, orders: Vec<Order>) {
        if orders.is_empty() {
            return;
        }
        let (work, replies): (Vec<WriteOp>, Vec<Reply>) =
            orders.into_iter().map(|order| (order.what, order.reply)).unzip();
        let begin = Instant::now();
        let results = match self.transact(&work).await {
            Ok(results) => results,
            Err(Failed::Refused(_)) if work.len() > 1 || self.may_be_stale(begin) => {
                self.write_each(&work).await
            }
            Err(failed) => vec![Err(failed.why()); work.len()],
        };
        for (reply, result) in replies.into_iter().zip(results) {
            if let Err(StoreError::Database(_) | StoreError::Lost) = &result {
                self.shared.failed.fetch_add(1, Relaxed);
            }
            // The caller may have gone away.
            let _ = reply.send(result);
        }
    }

    /// Whether an error may be that of a stale connection: the last request succeeded, and this one failed
    /// at once. Then it is tried again on a new connection. A second error, or a long wait, is final.
    fn may_be_stale(&self, begin: Instant) -> bool {
        self.errors == 1 && begin.elapsed() < PATIENCE
    }

    /// Writes requests one by one after they were refused together, so that a bad one does not fail the
    /// others. When a second one fails, the database is at fault, and the rest is not tried.
    async fn write_each(&mut self, work: &[WriteOp]) -> Results {
        let mut results = Results::with_capacity(work.len());
        let mut bad = 0;
        for what in work {
            let failed = match self.transact(std::slice::from_ref(what)).await {
                Ok(result) => {
                    results.extend(result);
                    continue;
                }
                Err(failed) => failed,
            };
            bad += 1;
            let give_up = bad > 1 || !matches!(failed, Failed::Refused(_));
            let why = failed.why();
            results.push(Err(why.clone()));
            if give_up {
                results.resize(work.len(), Err(why));
                break;
            }
        }
        results
    }

    /// Writes requests in one transaction. After any error the connection is dropped.
    async fn transact(&mut self, work: &[WriteOp]) -> Result<Results, Failed> {
        self.connect().await.map_err(Failed::Unconnected)?;
        let begin = if self.place.is_sqlite() { "BEGIN IMMEDIATE" } else { "BEGIN" };
        let Some(mut connection) = self.connection.take() else {
            return Err(Failed::Unconnected(StoreError::Closed));
        };
        let late = || StoreError::Database(format!("no answer within {} s", WRITE_TIME.as_secs()));
        let done = timeout(WRITE_TIME, transact(&mut connection, begin, work)).await;
        match done.unwrap_or_else(|_| Err(Failed::Unknown(late()))) {
            Ok(results) => {
                self.connection = Some(connection);
                self.errors = 0;
                Ok(results)
            }
            Err(failed) => {
                self.errors = self.errors.saturating_add(1);
                // It is closed at once, so that the next connection does not wait for its locks.
                let _ = timeout(FAREWELL, connection.close_hard()).await;
                Err(failed)
            }
        }
    }

    /// Opens a connection if there is none, within the time that requests may wait.
    async fn connect(&mut self) -> Result<(), StoreError> {
        let begin = Instant::now();
        while self.connection.is_none() {
            if self.errors > 1 {
                let pause = PAUSE.saturating_mul(1 << (self.errors - 2).min(10));
                tokio::time::sleep(pause.min(LONGEST_PAUSE)).await;
            }
            match self.place.connect_writer(&self.instance).await {
                Ok(connection) => self.connection = Some(connection),
                Err(StoreError::InUse(_)) => {
                    self.shared.lost.send_replace(true);
                    return Err(StoreError::Lost);
                }
                Err(why) => {
                    self.errors = self.errors.saturating_add(1);
                    tracing::warn!(%why, "the store has no connection to write by");
                    if begin.elapsed() > PATIENCE {
                        return Err(why);
                    }
                }
            }
            self.limit().await;
        }
        Ok(())
    }

    /// Limits the size of the file, if a test has asked for it.
    async fn limit(&mut self) {
        if let (Some(pages), Some(connection)) = (self.pages, &mut self.connection) {
            let sql = sqlx::AssertSqlSafe(format!("PRAGMA max_page_count = {pages}"));
            let _ = connection.execute(sqlx::raw_sql(sql)).await;
        }
    }
}

/// Runs one transaction from its beginning to its commit.
async fn transact(
    connection: &mut AnyConnection,
    begin: &'static str,
    work: &[WriteOp],
) -> Result<Results, Failed> {
    let refused = |why: sqlx::Error| Failed::Refused(why.into());
    connection.execute(sqlx::raw_sql(begin)).await.map_err(refused)?;
    let mut results = Results::with_capacity(work.len());
    for what in work {
        results.push(match write(connection, what).await.map_err(refused)? {
            Written::Done => Ok(()),
            Written::Second => Err(StoreError::Conflict),
            Written::Nowhere => Err(StoreError::NoGame),
            Written::NoAccount => Err(StoreError::NoAccount),
            Written::NoContest => Err(StoreError::NoContest),
            Written::NoRoom(limit) => Err(StoreError::NoRoom(limit)),
        });
    }
    connection.execute(sqlx::raw_sql("COMMIT")).await.map_err(|why| Failed::Unknown(why.into()))?;
    Ok(results)
}

/// The result of a request.
#[derive(PartialEq, Eq)]
pub(crate) enum Written {
    Done,
    /// The number or id is taken.
    Second,
    /// There is no such game.
    Nowhere,
    /// There is no such account, or it does not have what is to be changed.
    NoAccount,
    /// There is no such contest, or it does not have what is to be changed.
    NoContest,
    /// A limit leaves no room.
    NoRoom(NoRoom),
}

/// Carries out a request.
async fn write(connection: &mut AnyConnection, what: &WriteOp) -> Result<Written, sqlx::Error> {
    match what {
        WriteOp::Create { id, terms, at, entries, link } => {
            let sql =
                "INSERT INTO game (id, terms, at, is_over) VALUES ($1, $2, $3, 0) ON CONFLICT DO NOTHING";
            let query = sqlx::query(sql).bind(id).bind(terms).bind(at);
            if !fresh(&query.execute(&mut *connection).await?) {
                return Ok(Written::Second);
            }
            if let Some((old, entry)) = link {
                let linked = add(connection, old, entry).await?;
                if linked != Written::Done {
                    let query = sqlx::query("DELETE FROM game WHERE id = $1").bind(id);
                    query.execute(&mut *connection).await?;
                    return Ok(linked);
                }
            }
            for entry in entries {
                add(connection, id, entry).await?;
            }
            Ok(Written::Done)
        }
        WriteOp::Append { game, entry } => add(connection, game, entry).await,
        WriteOp::Summary { game, summary } => {
            summarise(connection, game, summary, "moves IS NULL").await?;
            Ok(Written::Done)
        }
        WriteOp::Name { visitor, name, at } => {
            accounts::set_name(connection, visitor, name, *at).await?;
            Ok(Written::Done)
        }
        WriteOp::Set { name, value, again } => {
            let sql = if *again {
                "INSERT INTO setting (name, value) VALUES ($1, $2) \
                 ON CONFLICT (name) DO UPDATE SET value = excluded.value"
            } else {
                "INSERT INTO setting (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING"
            };
            sqlx::query(sql).bind(*name).bind(value).execute(&mut *connection).await?;
            Ok(Written::Done)
        }
        WriteOp::Film(new, limits) => {
            Ok(film::write(connection, new, limits).await?.map_or(Written::Done, Written::NoRoom))
        }
        WriteOp::DropFilms { before } => {
            sqlx::query("DELETE FROM film WHERE at < $1").bind(before).execute(&mut *connection).await?;
            Ok(Written::Done)
        }
        WriteOp::Account(op) => accounts::write(connection, op).await,
        WriteOp::Contest(op) => contests::write(connection, op).await,
        WriteOp::Reseat(seat) => {
            forget::reseat(connection, seat).await?;
            Ok(Written::Done)
        }
        WriteOp::Rest(rest) => {
            forget::rest(connection, rest).await?;
            Ok(Written::Done)
        }
        WriteOp::Pages(_) | WriteOp::Close => Ok(Written::Done),
    }
}

async fn add(connection: &mut AnyConnection, game: &str, entry: &NewEntry) -> Result<Written, sqlx::Error> {
    // A game that was pruned in the meantime is not an error of the database, which would cost the
    // connection.
    let sql = "INSERT INTO entry (game, seq, at, body) SELECT $1, $2, $3, $4 \
               WHERE EXISTS (SELECT 1 FROM game WHERE id = $1) ON CONFLICT DO NOTHING";
    let query = sqlx::query(sql).bind(game).bind(i64::from(entry.seq)).bind(entry.at).bind(&entry.body);
    if !fresh(&query.execute(&mut *connection).await?) {
        let found = sqlx::query("SELECT 1 FROM game WHERE id = $1").bind(game);
        let found = found.fetch_optional(&mut *connection).await?;
        return Ok(if found.is_some() { Written::Second } else { Written::Nowhere });
    }
    if let Some(taken) = &entry.seat {
        let sql = "INSERT INTO seat (game, seat, visitor, name, at) VALUES ($1, $2, $3, $4, $5) \
                   ON CONFLICT DO NOTHING";
        let query = sqlx::query(sql).bind(game).bind(i64::from(taken.seat)).bind(&taken.visitor);
        query.bind(&taken.name).bind(entry.at).execute(&mut *connection).await?;
    }
    if !summarise(connection, game, &entry.summary, "1 = 1").await? {
        // An entry without its game must not be acknowledged; the error rolls the transaction back.
        return Err(sqlx::Error::RowNotFound);
    }
    Ok(Written::Done)
}

/// Sets the summary of a game, on a condition. True if there is such a game.
async fn summarise(
    connection: &mut AnyConnection,
    game: &str,
    summary: &Summary,
    only: &str,
) -> Result<bool, sqlx::Error> {
    let sql = format!(
        "UPDATE game SET to_act = $2, moves = $3, ending = $4, winner = $5, wakes = $6, is_over = $7 \
         WHERE id = $1 AND {only}"
    );
    let is_over = summary.ending.is_some();
    let query = sqlx::query(sqlx::AssertSqlSafe(sql))
        .bind(game)
        .bind(summary.to_act.map(i64::from))
        .bind(i64::from(summary.moves))
        .bind(summary.ending.as_deref())
        .bind(summary.winner.map(i64::from))
        .bind(i64::from(summary.wakes && !is_over))
        .bind(i64::from(is_over));
    Ok(fresh(&query.execute(&mut *connection).await?))
}

/// Whether a statement has changed a row.
pub(crate) fn fresh(result: &AnyQueryResult) -> bool {
    result.rows_affected() > 0
}
