//! The location of a database, and how it is opened.

use crate::{StoreError, lock, private};
use sqlx::any::{AnyConnectOptions, AnyPoolOptions};
use sqlx::{AnyConnection, AnyPool, Connection, Executor};
use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Once;
use std::time::Duration;

/// The location of a database.
#[derive(Clone, PartialEq, Eq)]
pub enum Location {
    /// An SQLite database in this folder.
    Folder(PathBuf),
    /// A PostgreSQL database by its address: `postgres://user@host/database`.
    Url(String),
}

/// An address may contain a password, which must not appear in logs.
impl std::fmt::Debug for Location {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Location::Folder(folder) => f.debug_tuple("Folder").field(folder).finish(),
            Location::Url(_) => f.debug_tuple("Url").finish_non_exhaustive(),
        }
    }
}

/// Connections that read at once. A home page needs three queries of a millisecond each, so these serve
/// more visitors than the rates admit; more connections would take memory for their caches.
const READERS: u32 = 8;
/// The time limit on opening a connection, and on taking its lock. Moves wait for both.
pub(crate) const CONNECT_TIME: Duration = Duration::from_secs(5);
/// How long a reader waits for a free connection before the request fails.
const ACQUIRE_TIME: Duration = Duration::from_secs(10);

/// Readers do not wait for the writer, and an entry is on the disk before it is announced: a commit
/// waits for one flush of the log. Deleted data, such as names, are overwritten.
const SQLITE: &str = "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; \
                      PRAGMA busy_timeout = 5000; PRAGMA secure_delete = ON;";

/// As durable as SQLite, whatever the defaults of the server are. No statement of Joust takes seconds:
/// one that does waits for a lost network, and would hold its locks for as long as TCP retries. The
/// server notices a lost client within half a minute, so that its lock is released.
const POSTGRES: &str = "SET synchronous_commit = on; SET statement_timeout = '8s'; \
                        SET idle_in_transaction_session_timeout = '15s'; \
                        SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5; \
                        SET tcp_keepalives_count = 4; SET tcp_user_timeout = 30000;";

impl Location {
    fn options(&self) -> Result<AnyConnectOptions, StoreError> {
        static DRIVERS: Once = Once::new();
        DRIVERS.call_once(sqlx::any::install_default_drivers);
        let url = match self {
            Location::Folder(folder) => format!("sqlite://{}?mode=rw", in_url(&folder.join(FILE))),
            Location::Url(url) => url.clone(),
        };
        Ok(AnyConnectOptions::from_str(&url)?)
    }

    pub(crate) fn is_sqlite(&self) -> bool {
        matches!(self, Location::Folder(_))
    }

    fn session(&self) -> &'static str {
        if self.is_sqlite() { SQLITE } else { POSTGRES }
    }

    /// Opens a connection, with a time limit.
    pub(crate) async fn connect(&self) -> Result<AnyConnection, StoreError> {
        let options = self.options()?;
        let connect = async {
            let mut connection = AnyConnection::connect_with(&options).await?;
            connection.execute(sqlx::raw_sql(self.session())).await?;
            Ok(connection)
        };
        tokio::time::timeout(CONNECT_TIME, connect).await.unwrap_or_else(|_| {
            Err(StoreError::Database(format!("no connection within {} s", CONNECT_TIME.as_secs())))
        })
    }

    /// Opens the connection of the writer. On PostgreSQL it takes the lock: while the connection lives,
    /// no other server writes.
    pub(crate) async fn connect_writer(&self, instance: &str) -> Result<AnyConnection, StoreError> {
        let mut connection = self.connect().await?;
        if !self.is_sqlite() {
            let taken = tokio::time::timeout(CONNECT_TIME, lock::take(&mut connection, instance)).await;
            taken.unwrap_or_else(|_| {
                Err(StoreError::Database(format!("no lock within {} s", CONNECT_TIME.as_secs())))
            })?;
        }
        Ok(connection)
    }

    /// The pool of connections for reading.
    pub(crate) fn readers(&self) -> Result<AnyPool, StoreError> {
        let session = self.session();
        let pool = AnyPoolOptions::new()
            .max_connections(READERS)
            .acquire_timeout(ACQUIRE_TIME)
            .after_connect(move |connection, _| {
                Box::pin(async move {
                    connection.execute(sqlx::raw_sql(session)).await?;
                    Ok(())
                })
            });
        Ok(pool.connect_lazy_with(self.options()?))
    }

    /// Makes the folder and its files private, and locks the folder for as long as the returned file is
    /// open. The lock on a PostgreSQL database belongs to the connection.
    pub(crate) fn enter(&self) -> Result<Option<File>, StoreError> {
        let Location::Folder(folder) = self else { return Ok(None) };
        let bad = |why| bad_folder(folder, &why);
        private::folder(folder).map_err(bad)?;
        let file = private::file(&folder.join("joust.lock")).map_err(bad)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(StoreError::InUse(folder.display().to_string())),
            Err(TryLockError::Error(why)) => return Err(bad(why)),
        }
        // SQLite gives its two other files the mode of this one.
        private::file(&folder.join(FILE)).map_err(bad)?;
        for beside in ["joust.db-wal", "joust.db-shm"] {
            private::tighten(&folder.join(beside), private::FILE).map_err(bad)?;
        }
        Ok(Some(file))
    }
}

/// The name of the database file.
pub(crate) const FILE: &str = "joust.db";

fn bad_folder(folder: &Path, why: &std::io::Error) -> StoreError {
    StoreError::Folder { folder: folder.display().to_string(), why: why.to_string() }
}

/// A path, escaped for an address.
pub(crate) fn in_url(path: &Path) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/-_.".contains(&byte);
    let bytes = path.as_os_str().as_encoded_bytes().iter();
    bytes.map(|&byte| if plain(byte) { (byte as char).to_string() } else { format!("%{byte:02X}") }).collect()
}
