//! Work on a database beside its server: what is old goes, a visitor is forgotten, a copy is made.

use crate::location::FILE;
use crate::{Location, StoreError, migrate, private};
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Connection, Executor, Row};
use std::fs::{File, OpenOptions};
use std::path::Path;
use std::time::{Duration, Instant};

/// The shortest pause between two removals. SQLite's writer looks every few milliseconds whether the file is
/// free.
const PAUSE: Duration = Duration::from_millis(5);

/// A database that is open for upkeep. It has no lock: a server may be at work beside it, and waits no
/// longer than one small transaction takes.
pub struct Upkeep {
    pub(crate) connection: AnyConnection,
    place: Location,
}

/// What is old.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Old {
    /// Games in which nothing has happened since.
    pub games: Vec<String>,
    /// Visitors who have told a name, and neither told it again nor sit in a game that stays.
    pub visitors: Vec<String>,
}

/// What a visitor has left.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Traces {
    /// The name that they told last.
    pub name: Option<String>,
    /// The games in which they have a seat.
    pub games: Vec<String>,
}

impl Upkeep {
    /// Opens a database that is there, with the tables of this joust. Nothing is made or changed.
    pub async fn open(place: &Location) -> Result<Upkeep, StoreError> {
        if let Location::Folder(folder) = place
            && !folder.join(FILE).is_file()
        {
            let (folder, why) = (folder.display().to_string(), format!("there is no {FILE} in it"));
            return Err(StoreError::Folder { folder, why });
        }
        let mut connection = place.connect().await?;
        migrate::check(&mut connection).await?;
        Ok(Upkeep { connection, place: place.clone() })
    }

    pub(crate) async fn begin(&mut self) -> Result<(), StoreError> {
        let begin = if self.place.is_sqlite() { "BEGIN IMMEDIATE" } else { "BEGIN" };
        self.connection.execute(sqlx::raw_sql(begin)).await?;
        Ok(())
    }

    pub(crate) async fn commit(&mut self) -> Result<(), StoreError> {
        self.connection.execute(sqlx::raw_sql("COMMIT")).await?;
        Ok(())
    }

    /// What is older than a time.
    pub async fn older_than(&mut self, before: i64) -> Result<Old, StoreError> {
        let games = sqlx::query(
            "SELECT id FROM game WHERE at < $1 AND NOT EXISTS \
             (SELECT 1 FROM entry WHERE entry.game = game.id AND entry.at >= $1) ORDER BY at, id",
        );
        let games = games.bind(before).fetch_all(&mut self.connection).await?;
        let visitors = sqlx::query(
            "SELECT id FROM visitor WHERE at < $1 AND NOT EXISTS (SELECT 1 FROM seat \
             JOIN entry ON entry.game = seat.game \
             WHERE seat.visitor = visitor.id AND entry.at >= $1) ORDER BY at, id",
        );
        let visitors = visitors.bind(before).fetch_all(&mut self.connection).await?;
        let ids = |rows: &[AnyRow]| rows.iter().map(|row| row.try_get(0)).collect::<Result<_, _>>();
        Ok(Old { games: ids(&games)?, visitors: ids(&visitors)? })
    }

    /// Removes what is older than a time, game by game, and says what went. A game that somebody has taken up
    /// meanwhile stays. After each removal comes a pause that is as long as the removal was, so that a server
    /// beside it writes at least half of the time.
    pub async fn prune(&mut self, before: i64) -> Result<Old, StoreError> {
        let old = self.older_than(before).await?;
        let mut gone = Old::default();
        for id in old.games {
            let begin = Instant::now();
            if self.remove(&id, before).await? {
                gone.games.push(id);
            }
            tokio::time::sleep(begin.elapsed().max(PAUSE)).await;
        }
        for id in old.visitors {
            let begin = Instant::now();
            let sql = "DELETE FROM visitor WHERE id = $1 AND at < $2";
            let removed = sqlx::query(sql).bind(&id).bind(before).execute(&mut self.connection).await?;
            if removed.rows_affected() > 0 {
                gone.visitors.push(id);
            }
            tokio::time::sleep(begin.elapsed().max(PAUSE)).await;
        }
        Ok(gone)
    }

    /// Removes a game, unless it has an entry that is not older than a time.
    async fn remove(&mut self, id: &str, before: i64) -> Result<bool, StoreError> {
        self.begin().await?;
        if !self.place.is_sqlite() {
            // An entry that is being written comes first and is seen below; a later one waits here, and
            // then finds no game. SQLite has one writer at a time.
            let held = sqlx::query("SELECT 1 FROM game WHERE id = $1 FOR UPDATE").bind(id);
            held.fetch_optional(&mut self.connection).await?;
        }
        let newer = sqlx::query("SELECT 1 FROM entry WHERE game = $1 AND at >= $2 LIMIT 1");
        let newer = newer.bind(id).bind(before).fetch_optional(&mut self.connection).await?;
        if newer.is_none() {
            for sql in [
                "DELETE FROM seat WHERE game = $1",
                "DELETE FROM entry WHERE game = $1",
                "DELETE FROM game WHERE id = $1",
            ] {
                sqlx::query(sql).bind(id).execute(&mut self.connection).await?;
            }
        }
        self.commit().await?;
        Ok(newer.is_none())
    }

    /// What a visitor has left.
    pub async fn traces(&mut self, visitor: &str) -> Result<Traces, StoreError> {
        let name = sqlx::query("SELECT name FROM visitor WHERE id = $1").bind(visitor);
        let name = name.fetch_optional(&mut self.connection).await?;
        let games = sqlx::query("SELECT DISTINCT game FROM seat WHERE visitor = $1 ORDER BY game");
        let games = games.bind(visitor).fetch_all(&mut self.connection).await?;
        Ok(Traces {
            name: name.map(|row| row.try_get(0)).transpose()?,
            games: games.iter().map(|row| row.try_get(0)).collect::<Result<_, _>>()?,
        })
    }

    /// Forgets a visitor: the name goes, and in each of their games another id stands for them, of which
    /// nobody knows whose it was. `rewrite` gives the body of an entry with the new id and without the
    /// name, or nothing where the body does not speak of the visitor; the store does not look into it.
    pub async fn forget(
        &mut self,
        visitor: &str,
        rewrite: impl Fn(&str, &str) -> Option<String>,
    ) -> Result<Traces, StoreError> {
        self.begin().await?;
        let traces = self.traces(visitor).await?;
        for game in &traces.games {
            let stranger = stranger()?;
            let entries = sqlx::query("SELECT seq, body FROM entry WHERE game = $1 ORDER BY seq").bind(game);
            for row in entries.fetch_all(&mut self.connection).await? {
                let Some(body) = rewrite(row.try_get(1)?, &stranger) else { continue };
                let sql = "UPDATE entry SET body = $3 WHERE game = $1 AND seq = $2";
                let update = sqlx::query(sql).bind(game).bind(row.try_get::<i64, _>(0)?).bind(body);
                update.execute(&mut self.connection).await?;
            }
            let sql = "UPDATE seat SET visitor = $3, name = '' WHERE game = $1 AND visitor = $2";
            let update = sqlx::query(sql).bind(game).bind(visitor).bind(&stranger);
            update.execute(&mut self.connection).await?;
        }
        let sql = "DELETE FROM visitor WHERE id = $1";
        sqlx::query(sql).bind(visitor).execute(&mut self.connection).await?;
        self.commit().await?;
        if self.place.is_sqlite() {
            // What was overwritten must not stay readable in the log that SQLite writes ahead.
            self.connection.execute(sqlx::raw_sql("PRAGMA wal_checkpoint(TRUNCATE)")).await?;
        }
        Ok(traces)
    }

    /// Copies an SQLite database to a file that is not there yet, as it is at one moment, while its server
    /// goes on. The copy is on the disk when this returns, and only its owner can read it: it has the secret.
    pub async fn backup(&mut self, file: &Path) -> Result<(), StoreError> {
        if !self.place.is_sqlite() {
            return Err(StoreError::NoBackup);
        }
        let bad =
            |why: std::io::Error| StoreError::File { file: file.display().to_string(), why: why.to_string() };
        let path = file.to_str().ok_or_else(|| bad(std::io::ErrorKind::InvalidFilename.into()))?;
        let mut options = OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, private::FILE);
        options.open(file).map_err(bad)?;
        let copied = async {
            private::tighten(file, private::FILE).map_err(bad)?;
            // SQLite takes a file that is empty.
            sqlx::query("VACUUM INTO $1").bind(path).execute(&mut self.connection).await?;
            File::open(file).and_then(|copy| copy.sync_all()).map_err(bad)?;
            sync_folder(file).map_err(bad)
        };
        let copied = copied.await;
        if copied.is_err() {
            // Half a copy is worse than none.
            let _ = std::fs::remove_file(file);
        }
        copied
    }

    /// Closes the database.
    pub async fn close(self) {
        // What was done is done.
        let _ = self.connection.close().await;
    }
}

/// The name of a new file is on the disk when its folder is.
fn sync_folder(file: &Path) -> std::io::Result<()> {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
    if cfg!(unix) { File::open(folder.unwrap_or(Path::new(".")))?.sync_all() } else { Ok(()) }
}

/// An id that is nobody's.
fn stranger() -> Result<String, StoreError> {
    let mut chance = [0; 16];
    getrandom::fill(&mut chance).map_err(|why| StoreError::NoChance(why.to_string()))?;
    Ok(format!("forgotten-{:032x}", u128::from_ne_bytes(chance)))
}
