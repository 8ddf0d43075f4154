//! The errors of the store.

/// Why the store did not carry out a request.
#[derive(Debug, Clone, thiserror::Error)]
pub enum StoreError {
    /// There is an entry with this number already, or a game with this id.
    #[error("this entry or game exists already")]
    Conflict,
    /// The store was closed.
    #[error("the database is closed")]
    Closed,
    /// The folder cannot be used.
    #[error("cannot use the folder {folder}: {why}")]
    Folder {
        /// The folder.
        folder: String,
        /// The error of the system.
        why: String,
    },
    /// A file cannot be written.
    #[error("cannot write {file}: {why}")]
    File {
        /// The file.
        file: String,
        /// The error of the system.
        why: String,
    },
    /// Joust copies SQLite databases only; PostgreSQL has its own programs.
    #[error("a PostgreSQL database is copied by its own program: pg_dump --format=custom DATABASE > FILE")]
    NoBackup,
    /// Another server uses the data.
    #[error("another joust serves from {0}: stop it, or choose another place by --data")]
    InUse(String),
    /// The tables were made by a newer version.
    #[error("the database has version {found} and this joust knows {known}: use a newer joust")]
    Newer {
        /// The version in the database.
        found: i64,
        /// The newest version that this program knows.
        known: i64,
    },
    /// The tables were made by an older version; only a server migrates them.
    #[error("the database has version {found} and this joust knows {known}: start `joust serve` on it once")]
    Older {
        /// The version in the database.
        found: i64,
        /// The newest version that this program knows.
        known: i64,
    },
    /// Another server has taken over while the connection was lost.
    #[error("another joust has taken over this database: this one stops")]
    Lost,
    /// There is no such game.
    #[error("there is no such game in the database")]
    NoGame,
    /// There is no such account, or it does not have what is to be changed.
    #[error("there is no such account, session, token or code in the database")]
    NoAccount,
    /// There is no such contest, or it does not have what is to be changed.
    #[error("there is no such contest, member, version, game or round in the database")]
    NoContest,
    /// There is no room for one more film.
    #[error("there is no room for one more film")]
    NoRoom(crate::NoRoom),
    /// A setting of the server cannot be read.
    #[error("the setting `{0}` in the database is damaged")]
    Damaged(&'static str),
    /// A row cannot be decoded: it is damaged, and a second attempt does not help.
    #[error("a row in the database is damaged: {0}")]
    Unreadable(String),
    /// The system has no random numbers.
    #[error("the system has no random numbers: {0}")]
    NoChance(String),
    /// Any other error of the database.
    #[error("database: {0}")]
    Database(String),
}

impl From<sqlx::Error> for StoreError {
    fn from(why: sqlx::Error) -> StoreError {
        match why {
            sqlx::Error::PoolClosed => StoreError::Closed,
            sqlx::Error::ColumnDecode { .. } | sqlx::Error::Decode(_) => {
                StoreError::Unreadable(why.to_string())
            }
            why => StoreError::Database(why.to_string()),
        }
    }
}
