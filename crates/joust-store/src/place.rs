//! Where a database is, and how it is opened.

use crate::StoreError;
use sqlx::any::{AnyConnectOptions, AnyPoolOptions};
use sqlx::{AnyConnection, AnyPool, Connection, Executor};
use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Once;
use std::time::{Duration, Instant};

/// Where the data is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// SQLite, in a file of this folder.
    Folder(PathBuf),
    /// A PostgreSQL server, by its address: `postgres://user@host/database`.
    Url(String),
}

/// Keeps others out of the same place.
pub(crate) enum Guard {
    /// A file that is locked for as long as it is open.
    File(#[expect(dead_code, reason = "it is held, not used")] File),
    /// A connection that holds a lock of the server.
    Session(Box<tokio::sync::Mutex<AnyConnection>>),
}

impl Guard {
    /// Lets others in. A server would notice only some time after that the connection is gone.
    pub(crate) async fn release(&self) {
        if let Guard::Session(connection) = self {
            let unlock = sqlx::query("SELECT pg_advisory_unlock($1)").bind(LOCK);
            // Where it cannot be said, the end of the connection says it.
            let _ = unlock.execute(&mut *connection.lock().await).await;
        }
    }
}

/// Connections that read at the same time.
const READERS: u32 = 4;
/// How long the lock of a server that is gone may stay.
const PATIENCE: Duration = Duration::from_secs(2);
/// The name of Joust's lock on a PostgreSQL server.
const LOCK: i64 = 0x6a6f_7573_7400;

/// Readers do not wait for the writer, and the disk has an entry before anybody hears of it. A
/// commit waits for one flush of the log.
const SQLITE: &str = "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; \
                      PRAGMA busy_timeout = 5000;";

impl Place {
    fn options(&self) -> Result<AnyConnectOptions, StoreError> {
        static DRIVERS: Once = Once::new();
        DRIVERS.call_once(sqlx::any::install_default_drivers);
        let url = match self {
            Place::Folder(folder) => format!("sqlite://{}?mode=rwc", in_url(&folder.join("joust.db"))),
            Place::Url(url) => url.clone(),
        };
        Ok(AnyConnectOptions::from_str(&url)?)
    }

    fn is_sqlite(&self) -> bool {
        matches!(self, Place::Folder(_))
    }

    /// One connection, for writing.
    pub(crate) async fn connect(&self) -> Result<AnyConnection, StoreError> {
        let mut connection = AnyConnection::connect_with(&self.options()?).await?;
        if self.is_sqlite() {
            connection.execute(sqlx::raw_sql(SQLITE)).await?;
        }
        Ok(connection)
    }

    /// Connections for reading, and what keeps others out.
    pub(crate) async fn open(&self) -> Result<(AnyPool, Guard), StoreError> {
        let guard = match self {
            Place::Folder(folder) => Guard::File(lock_folder(folder)?),
            Place::Url(_) => Guard::Session(Box::new(tokio::sync::Mutex::new(self.lock_server().await?))),
        };
        let sqlite = self.is_sqlite();
        let pool = AnyPoolOptions::new()
            .max_connections(READERS)
            .acquire_timeout(Duration::from_secs(10))
            .after_connect(move |connection, _| {
                Box::pin(async move {
                    if sqlite {
                        connection.execute(sqlx::raw_sql(SQLITE)).await?;
                    }
                    Ok(())
                })
            })
            .connect_with(self.options()?)
            .await?;
        Ok((pool, guard))
    }

    async fn lock_server(&self) -> Result<AnyConnection, StoreError> {
        let mut connection = self.connect().await?;
        let begin = Instant::now();
        loop {
            let locked = sqlx::query_scalar("SELECT CASE WHEN pg_try_advisory_lock($1) THEN 1 ELSE 0 END");
            let locked: i32 = locked.bind(LOCK).fetch_one(&mut connection).await?;
            if locked == 1 {
                return Ok(connection);
            }
            // The lock of a process that was killed is there until the server has noticed.
            if begin.elapsed() > PATIENCE {
                return Err(StoreError::InUse("this database".to_owned()));
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    }
}

fn lock_folder(folder: &Path) -> Result<File, StoreError> {
    let bad = |why: std::io::Error| StoreError::Folder {
        folder: folder.display().to_string(),
        why: why.to_string(),
    };
    std::fs::create_dir_all(folder).map_err(bad)?;
    let path = folder.join("joust.lock");
    let file = File::options().create(true).truncate(false).write(true).open(path).map_err(bad)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(StoreError::InUse(folder.display().to_string())),
        Err(TryLockError::Error(why)) => Err(bad(why)),
    }
}

/// A path as it stands in an address.
fn in_url(path: &Path) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/-_.".contains(&byte);
    let bytes = path.as_os_str().as_encoded_bytes().iter();
    bytes.map(|&byte| if plain(byte) { (byte as char).to_string() } else { format!("%{byte:02X}") }).collect()
}
