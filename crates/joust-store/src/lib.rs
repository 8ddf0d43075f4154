//! The database of the web arena, and the only place with SQL.
//!
//! Games are append-only logs. [`Store::append`] returns when the entry is on the disk. One task
//! writes for all callers: requests that arrive while it waits for the disk go together into the next
//! transaction.
//!
//! ```
//! # let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
//! # runtime.block_on(async {
//! use joust_store::{NewEntry, NewGame, Location, Store};
//! # let folder = tempfile::tempdir().unwrap();
//! # let place = Location::Folder(folder.path().to_owned());
//! let store = Store::open(&place).await.unwrap();
//! store.create(NewGame { id: "k3", terms: "{}", at: 1, entries: Vec::new(), link: None }).await.unwrap();
//! store.append("k3", NewEntry::new(0, 2, "moved")).await.unwrap();
//! let game = store.game("k3").await.unwrap().unwrap();
//! assert_eq!(game.entries[0].body, "moved");
//! # store.close().await;
//! # });
//! ```

mod account;
mod contest;
mod error;
mod film;
mod forget;
mod location;
mod lock;
mod migrate;
mod model;
mod private;
mod settings;
mod upkeep;
mod writer;

pub use account::{
    Belongings, Identity, KeptName, Key, NewAccount, NewSession, Role, SignedIn, StoredAccount,
};
pub use contest::{
    BoutChair, BoutFilter, BoutResult, Invitation, NewBout, NewContest, NewMember, NewVersion,
    OfficialRoundRow, StoredBout, StoredChoice, StoredContest, StoredMember, StoredVersion, Verdict,
};
pub use error::StoreError;
pub use forget::{Rewrite, stranger};
pub use location::Location;
pub use model::{
    FilmLimits, FilmSummary, GameSummary, NewEntry, NewFilm, NewGame, NoRoom, SeatTaken, StoredEntry,
    StoredFilm, StoredGame, Summary,
};
pub use settings::{Outage, Secret};
pub use upkeep::{Old, Traces, Upkeep};

use sqlx::any::AnyRow;
use sqlx::{AnyConnection, AnyPool, Row};
use std::fs::File;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;
use tokio::sync::{mpsc, oneshot, watch};
use tokio::task::JoinHandle;
use writer::{Order, Shared, WriteOp, Writer};

/// An open database. Copies share it.
#[derive(Clone)]
pub struct Store {
    pool: AnyPool,
    orders: mpsc::Sender<Order>,
    writing: Arc<std::sync::Mutex<Option<JoinHandle<()>>>>,
    shared: Arc<Shared>,
    is_sqlite: bool,
    /// The lock on the folder: no other server opens it while this lives.
    _guard: Arc<Option<File>>,
}

/// Requests that may wait for the disk. When there are as many, the next caller waits to send one.
const WAITING: usize = 4096;
/// How long a reader waits for an answer: longer than PostgreSQL's own limit on a statement, so that
/// without an answer in this time the network is gone.
const READ_TIME: Duration = Duration::from_secs(10);
/// How long the readers have to finish when the store closes.
const FAREWELL: Duration = Duration::from_secs(2);

impl Store {
    /// Opens a database, creates it if necessary, and migrates its tables to this version.
    pub async fn open(place: &Location) -> Result<Store, StoreError> {
        let guard = place.enter()?;
        let instance = lock::instance()?;
        let mut connection = place.connect_writer(&instance).await?;
        migrate::run(&mut connection, place.is_sqlite()).await?;
        let pool = place.readers()?;
        let (orders, inbox) = mpsc::channel(WAITING);
        let shared = Arc::new(Shared { failed: AtomicU64::new(0), lost: watch::Sender::new(false) });
        let writer = Writer::new(place, instance, connection, inbox, Arc::clone(&shared));
        let writing = tokio::spawn(writer.run());
        let writing = Arc::new(std::sync::Mutex::new(Some(writing)));
        Ok(Store { pool, orders, writing, shared, is_sqlite: place.is_sqlite(), _guard: Arc::new(guard) })
    }

    /// Waits until another server has taken over the database. From then on nothing can be written here.
    pub async fn lost(&self) -> StoreError {
        let mut lost = self.shared.lost.subscribe();
        if lost.wait_for(|lost| *lost).await.is_err() {
            // The sender is part of this store.
            std::future::pending::<()>().await;
        }
        StoreError::Lost
    }

    /// The number of writes that the database has failed to carry out so far.
    pub fn failed_writes(&self) -> u64 {
        self.shared.failed.load(Relaxed)
    }

    /// Limits the size of an SQLite database in pages: a test simulates a full disk by it.
    #[doc(hidden)]
    pub async fn limit_pages(&self, pages: u32) {
        let _ = self.write(WriteOp::Pages(pages)).await;
    }

    async fn write(&self, what: WriteOp) -> Result<(), StoreError> {
        let (reply, answer) = oneshot::channel();
        self.orders.send(Order { what, reply }).await.map_err(|_| StoreError::Closed)?;
        answer.await.map_err(|_| StoreError::Closed)?
    }

    /// Writes a new game with the beginning of its log. It is on the disk when this returns. If the link
    /// is a conflict, nothing is written.
    pub async fn create(&self, game: NewGame<'_>) -> Result<(), StoreError> {
        let (id, terms) = (game.id.to_owned(), game.terms.to_owned());
        let link = game.link.map(|(old, entry)| (old.to_owned(), entry));
        self.write(WriteOp::Create { id, terms, at: game.at, entries: game.entries, link }).await
    }

    /// Appends an entry to the log of a game. It is on the disk when this returns.
    ///
    /// ```
    /// # let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    /// # runtime.block_on(async {
    /// use joust_store::{NewEntry, NewGame, Location, Store, StoreError};
    /// # let folder = tempfile::tempdir().unwrap();
    /// # let store = Store::open(&Location::Folder(folder.path().to_owned())).await.unwrap();
    /// # let game = NewGame { id: "k3", terms: "{}", at: 1, entries: Vec::new(), link: None };
    /// # store.create(game).await.unwrap();
    /// store.append("k3", NewEntry::new(0, 2, "first")).await.unwrap();
    /// // The number of an entry is taken once.
    /// let again = store.append("k3", NewEntry::new(0, 3, "second")).await;
    /// assert!(matches!(again, Err(StoreError::Conflict)));
    /// # store.close().await;
    /// # });
    /// ```
    pub async fn append(&self, game: &str, entry: NewEntry) -> Result<(), StoreError> {
        let game = game.to_owned();
        self.write(WriteOp::Append { game, entry }).await
    }

    /// Runs a query on one connection, with a time limit. A connection without an answer is dropped,
    /// because it would be in use for as long as TCP retries.
    async fn read<T>(
        &self,
        ask: impl AsyncFnOnce(&mut AnyConnection) -> Result<T, sqlx::Error>,
    ) -> Result<T, StoreError> {
        let mut reader = self.pool.acquire().await?;
        if let Ok(answer) = tokio::time::timeout(READ_TIME, ask(&mut reader)).await {
            return Ok(answer?);
        }
        drop(reader.detach());
        Err(StoreError::Database(format!("no answer within {} s", READ_TIME.as_secs())))
    }

    /// A game with its whole log.
    pub async fn game(&self, id: &str) -> Result<Option<StoredGame>, StoreError> {
        // One query: between two the game could be removed.
        let sql = "SELECT -1 AS seq, at, terms FROM game WHERE id = $1 \
                   UNION ALL SELECT seq, at, body FROM entry WHERE game = $1 ORDER BY seq";
        self.read(async |reader| {
            let rows = sqlx::query(sql).bind(id).fetch_all(reader).await?;
            let Some((game, entries)) = rows.split_first() else { return Ok(None) };
            let entry = |row: &AnyRow| -> Result<StoredEntry, sqlx::Error> {
                Ok(StoredEntry { at: row.try_get(1)?, body: row.try_get(2)? })
            };
            let entries = entries.iter().map(entry).collect::<Result<_, _>>()?;
            Ok(Some(StoredGame { at: game.try_get(1)?, terms: game.try_get(2)?, entries }))
        })
        .await
    }

    /// The games in which a visitor has a seat, the newest first, without their logs: at most `most` after
    /// the first `skip`.
    pub async fn games_of(
        &self,
        visitor: &str,
        skip: u32,
        most: u32,
    ) -> Result<Vec<GameSummary>, StoreError> {
        let found = sqlx::query(
            "SELECT game.id, game.terms, game.at, game.to_act, game.moves, game.ending, game.winner, \
             game.wakes FROM game \
             JOIN (SELECT game, MAX(at) AS latest FROM seat WHERE visitor = $1 \
             GROUP BY game ORDER BY latest DESC, game LIMIT $2 OFFSET $3) AS own ON own.game = game.id \
             ORDER BY own.latest DESC, game.id",
        );
        let seats = sqlx::query(
            "SELECT seat.game, seat.seat, seat.visitor, seat.name FROM seat \
             JOIN (SELECT game, MAX(at) AS latest FROM seat WHERE visitor = $1 \
             GROUP BY game ORDER BY latest DESC, game LIMIT $2 OFFSET $3) AS own ON own.game = seat.game \
             ORDER BY seat.seat",
        );
        self.read(async |reader| {
            let rows = found
                .bind(visitor)
                .bind(i64::from(most))
                .bind(i64::from(skip))
                .fetch_all(&mut *reader)
                .await?;
            let mut games = rows.iter().map(game_summary).collect::<Result<Vec<_>, _>>()?;
            let seats =
                seats.bind(visitor).bind(i64::from(most)).bind(i64::from(skip)).fetch_all(reader).await?;
            for row in &seats {
                let id: &str = row.try_get(0)?;
                // A seat that was taken between the two queries may belong to a game that is not listed.
                if let Some(game) = games.iter_mut().find(|game| game.id == id) {
                    let seat = row.try_get::<i64, _>(1)? as u8;
                    game.seats.push(SeatTaken { seat, visitor: row.try_get(2)?, name: row.try_get(3)? });
                }
            }
            Ok(games)
        })
        .await
    }

    /// Games in which something can happen without a visitor, or for which this is not known, sorted by
    /// id, from the one after `after`.
    pub async fn waking(&self, after: Option<&str>, most: u32) -> Result<Vec<String>, StoreError> {
        let found = sqlx::query("SELECT id FROM game WHERE wakes = 1 AND id > $1 ORDER BY id LIMIT $2");
        let found = found.bind(after.unwrap_or("")).bind(i64::from(most));
        self.read(async |reader| {
            let rows = found.fetch_all(reader).await?;
            rows.iter().map(|row| row.try_get(0)).collect()
        })
        .await
    }

    /// Sets the summary of a game that an older joust has written without one.
    pub async fn set_summary(&self, game: &str, summary: Summary) -> Result<(), StoreError> {
        let game = game.to_owned();
        self.write(WriteOp::Summary { game, summary }).await
    }

    /// The name of a visitor, if it is known.
    pub async fn name(&self, visitor: &str) -> Result<Option<String>, StoreError> {
        let found = sqlx::query("SELECT name FROM visitor WHERE id = $1").bind(visitor);
        self.read(async |reader| found.fetch_optional(reader).await?.map(|row| row.try_get(0)).transpose())
            .await
    }

    /// Sets the name of a visitor.
    pub async fn set_name(&self, visitor: &str, name: &str, at: i64) -> Result<(), StoreError> {
        let (visitor, name) = (visitor.to_owned(), name.to_owned());
        self.write(WriteOp::Name { visitor, name, at }).await
    }

    /// Writes all waiting requests, and closes the store. Other copies then give [`StoreError::Closed`].
    pub async fn close(self) {
        // An error means that the store is closed already.
        let _ = self.write(WriteOp::Close).await;
        let writing = self.writing.lock().ok().and_then(|mut task| task.take());
        if let Some(writing) = writing {
            let _ = writing.await;
        }
        // A reader that waits for a lost network must not delay the end.
        let _ = tokio::time::timeout(FAREWELL, self.pool.close()).await;
    }
}

fn game_summary(row: &AnyRow) -> Result<GameSummary, sqlx::Error> {
    let small = |column: usize| -> Result<Option<u8>, sqlx::Error> {
        Ok(row.try_get::<Option<i64>, _>(column)?.map(|number| number as u8))
    };
    let summary = match row.try_get::<Option<i64>, _>(4)? {
        None => None,
        Some(moves) => Some(Summary {
            to_act: small(3)?,
            moves: moves as u32,
            ending: row.try_get(5)?,
            winner: small(6)?,
            wakes: row.try_get::<i64, _>(7)? == 1,
        }),
    };
    Ok(GameSummary {
        id: row.try_get(0)?,
        terms: row.try_get(1)?,
        at: row.try_get(2)?,
        seats: Vec::new(),
        summary,
    })
}
