//! Maintenance of a database beside its server: pruning old games, forgetting a visitor, roles, backups.

use crate::account::Belongings;
use crate::forget::{self, Reseat, Rest, stranger};
use crate::location::FILE;
use crate::{Location, Role, StoreError, migrate, private};
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Connection, Executor, Row};
use std::fs::{File, OpenOptions};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The shortest pause between two removals. A waiting writer of SQLite checks every few milliseconds
/// whether the database is free.
const PAUSE: Duration = Duration::from_millis(5);

/// A database that is open for maintenance. It takes no lock: a server may run beside it, and waits no
/// longer than for one small transaction.
pub struct Upkeep {
    pub(crate) connection: AnyConnection,
    place: Location,
}

/// Old games and visitors.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Old {
    /// Games without a new entry.
    pub games: Vec<String>,
    /// Visitors with a name who have neither set it again nor have a seat in a game that stays, and who have
    /// no account: an account is kept until its owner removes it.
    pub visitors: Vec<String>,
    /// Shared games of Mad Max.
    pub films: Vec<String>,
}

/// The traces of a visitor in the database.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Traces {
    /// The name.
    pub name: Option<String>,
    /// The games in which the visitor has a seat.
    pub games: Vec<String>,
    /// The games of Mad Max that the visitor has shared.
    pub films: Vec<String>,
    /// The contests in which the account is a member.
    pub contests: Vec<String>,
    /// The name of the account.
    pub account: Option<String>,
    /// What the account has.
    pub belongings: Belongings,
}

impl Upkeep {
    /// Opens an existing database with tables of this version. Nothing is created or changed.
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

    /// The games and visitors that are older than a time.
    pub async fn older_than(&mut self, before: i64) -> Result<Old, StoreError> {
        let games = sqlx::query(
            "SELECT id FROM game WHERE at < $1 AND NOT EXISTS \
             (SELECT 1 FROM entry WHERE entry.game = game.id AND entry.at >= $1) ORDER BY at, id",
        );
        let games = games.bind(before).fetch_all(&mut self.connection).await?;
        let visitors = sqlx::query(
            "SELECT id FROM visitor WHERE at < $1 AND NOT EXISTS (SELECT 1 FROM seat \
             JOIN entry ON entry.game = seat.game \
             WHERE seat.visitor = visitor.id AND entry.at >= $1) \
             AND NOT EXISTS (SELECT 1 FROM account WHERE account.visitor = visitor.id) ORDER BY at, id",
        );
        let visitors = visitors.bind(before).fetch_all(&mut self.connection).await?;
        let ids = |rows: &[AnyRow]| rows.iter().map(|row| row.try_get(0)).collect::<Result<_, _>>();
        let films = sqlx::query("SELECT id FROM film WHERE at < $1 ORDER BY at, id");
        let films = films.bind(before).fetch_all(&mut self.connection).await?;
        Ok(Old { games: ids(&games)?, visitors: ids(&visitors)?, films: ids(&films)? })
    }

    /// Removes games and visitors that are older than a time, one by one, and gives those that were
    /// removed. A game with a new entry since stays. After each removal comes a pause of equal length, so
    /// that a server beside it can write at least half of the time.
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
        for (sql, ids, removed) in [
            (
                "DELETE FROM visitor WHERE id = $1 AND at < $2 \
                 AND NOT EXISTS (SELECT 1 FROM account WHERE account.visitor = $1)",
                old.visitors,
                &mut gone.visitors,
            ),
            ("DELETE FROM film WHERE id = $1 AND at < $2", old.films, &mut gone.films),
        ] {
            for id in ids {
                let begin = Instant::now();
                let done = sqlx::query(sql).bind(&id).bind(before).execute(&mut self.connection).await?;
                if done.rows_affected() > 0 {
                    removed.push(id);
                }
                tokio::time::sleep(begin.elapsed().max(PAUSE)).await;
            }
        }
        Ok(gone)
    }

    /// Removes a game, unless it has an entry since a time.
    async fn remove(&mut self, id: &str, before: i64) -> Result<bool, StoreError> {
        self.begin().await?;
        if !self.place.is_sqlite() {
            // An entry that is being written now comes first and is seen below; a later one waits, and
            // then finds no game. SQLite has only one writer at a time.
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

    /// The traces of a visitor.
    pub async fn traces(&mut self, visitor: &str) -> Result<Traces, StoreError> {
        Ok(forget::traces(&mut self.connection, visitor).await?)
    }

    /// Forgets a visitor: the name, the shared games and the account are removed, and in each of their games
    /// the id is replaced by a random one. In contests, sources, modules, reports and the names in the class are
    /// removed; results stay, with the names of the players, because those of others depend on them. `rewrite` gives the body of an entry with the new id and without
    /// the name, or `None` where the body does not mention the visitor; the store does not interpret it.
    pub async fn forget(
        &mut self,
        visitor: &str,
        rewrite: impl Fn(&str, &str) -> Option<String> + Send + Sync + 'static,
    ) -> Result<Traces, StoreError> {
        let rewrite = Arc::new(rewrite);
        self.begin().await?;
        let traces = self.traces(visitor).await?;
        for game in &traces.games {
            let stranger = stranger()?;
            let (rewrite, to) = (Arc::clone(&rewrite), stranger.clone());
            let seat = Reseat {
                game: game.clone(),
                from: visitor.to_owned(),
                to: stranger,
                name: String::new(),
                rewrite: Arc::new(move |body| rewrite(body, &to)),
            };
            forget::reseat(&mut self.connection, &seat).await?;
        }
        let rest = Rest::Remove { visitor: visitor.to_owned(), stranger: stranger()? };
        forget::rest(&mut self.connection, &rest).await?;
        self.commit().await?;
        if self.place.is_sqlite() {
            forget::checkpoint(&mut self.connection).await?;
        }
        Ok(traces)
    }

    /// Sets the role of the account with a name. False if there is no such account.
    pub async fn set_role(&mut self, name: &str, role: Role) -> Result<bool, StoreError> {
        let change = sqlx::query("UPDATE account SET role = $2 WHERE name = $1").bind(name).bind(role.word());
        Ok(change.execute(&mut self.connection).await?.rows_affected() > 0)
    }

    /// The names of the accounts with a role, sorted.
    pub async fn with_role(&mut self, role: Role) -> Result<Vec<String>, StoreError> {
        let found = sqlx::query("SELECT name FROM account WHERE role = $1 ORDER BY name").bind(role.word());
        let rows = found.fetch_all(&mut self.connection).await?;
        Ok(rows.iter().map(|row| row.try_get(0)).collect::<Result<_, _>>()?)
    }

    /// Copies an SQLite database to a new file, as a snapshot, while its server runs. The copy is on the
    /// disk when this returns, and only its owner can read it, because it contains the secrets.
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
            // SQLite accepts an empty file.
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
        // All work is committed already.
        let _ = self.connection.close().await;
    }
}

/// Syncs the folder of a file, so that the name of the file is on the disk.
fn sync_folder(file: &Path) -> std::io::Result<()> {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
    if cfg!(unix) { File::open(folder.unwrap_or(Path::new(".")))?.sync_all() } else { Ok(()) }
}
