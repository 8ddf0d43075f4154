//! What can go wrong with a database.

/// Why the store did not do what was asked.
#[derive(Debug, Clone, thiserror::Error)]
pub enum StoreError {
    /// There is an entry of this number already, or a game of this name.
    #[error("somebody else was first: there is such an entry already")]
    Conflict,
    /// The store was closed.
    #[error("the database is closed")]
    Closed,
    /// The folder cannot be used.
    #[error("cannot use the folder {folder}: {why}")]
    Folder {
        /// The folder.
        folder: String,
        /// What the system says.
        why: String,
    },
    /// A file cannot be written.
    #[error("cannot write {file}: {why}")]
    File {
        /// The file.
        file: String,
        /// What the system says.
        why: String,
    },
    /// PostgreSQL has programs of its own for copies.
    #[error("a PostgreSQL database is copied by its own program: pg_dump --format=custom DATABASE > FILE")]
    NoBackup,
    /// Another server works with the same data.
    #[error("another joust serves from {0}: stop it, or choose another place by --data")]
    InUse(String),
    /// The tables are of a later time.
    #[error("the database has version {found} and this joust knows {known}: use a newer joust")]
    Newer {
        /// The version in the database.
        found: i64,
        /// The newest version that is known here.
        known: i64,
    },
    /// The tables are of an earlier time, and only a server changes them.
    #[error("the database has version {found} and this joust knows {known}: start `joust serve` on it once")]
    Older {
        /// The version in the database.
        found: i64,
        /// The newest version that is known here.
        known: i64,
    },
    /// Another server has taken over while the connection was lost.
    #[error("another joust has taken over this database: this one stops")]
    Lost,
    /// There is no such game.
    #[error("there is no such game in the database")]
    NoGame,
    /// Something that was written here cannot be read.
    #[error("the setting `{0}` in the database is damaged")]
    Damaged(&'static str),
    /// What a row holds is not what was written there: damage, which no second attempt mends.
    #[error("a row in the database is damaged: {0}")]
    Unreadable(String),
    /// There is no good chance to draw from.
    #[error("the system gives no random numbers: {0}")]
    NoChance(String),
    /// The database says no.
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
