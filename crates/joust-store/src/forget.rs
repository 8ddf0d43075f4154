//! Forgetting a visitor, and giving what a visitor has done to another one. An operator does it beside the
//! server (`Upkeep`), and a visitor through it (`Store`).

use crate::account::Belongings;
use crate::writer::WriteOp;
use crate::{Store, StoreError, Traces, account, contest};
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Executor, Row};
use std::sync::Arc;

/// Gives the body of an entry with another id in place of a visitor's, or `None` where the body does not
/// mention the visitor. The store does not interpret bodies.
pub type Rewrite = Arc<dyn Fn(&str) -> Option<String> + Send + Sync>;

/// A game in which a visitor gets another id.
pub(crate) struct Reseat {
    pub(crate) game: String,
    pub(crate) from: String,
    pub(crate) to: String,
    pub(crate) name: String,
    pub(crate) rewrite: Rewrite,
}

/// Everything that is left of a visitor after the seats in games.
pub(crate) enum Rest {
    /// Removes it. In contests, a stranger takes the place of the visitor.
    Remove { visitor: String, stranger: String },
    /// Gives it to another visitor.
    Give { from: String, to: String },
}

impl Store {
    /// The traces of a visitor.
    pub async fn traces(&self, visitor: &str) -> Result<Traces, StoreError> {
        self.read(async |reader| traces(reader, visitor).await).await
    }

    /// Replaces the id and the name of a visitor in one game.
    pub async fn reseat(
        &self,
        game: &str,
        (from, to): (&str, &str),
        name: &str,
        rewrite: Rewrite,
    ) -> Result<(), StoreError> {
        let (game, from, to, name) = (game.to_owned(), from.to_owned(), to.to_owned(), name.to_owned());
        self.write(WriteOp::Reseat(Reseat { game, from, to, name, rewrite })).await
    }

    /// Removes everything that is stored of a visitor except the seats in games, which [`Store::reseat`]
    /// gives away: the name, the shared games, the account, and in contests sources, modules, reports and names in
    /// the class. The old text does not stay in the files of SQLite.
    pub async fn remove_visitor(&self, visitor: &str) -> Result<(), StoreError> {
        let (visitor, stranger) = (visitor.to_owned(), stranger()?);
        self.write(WriteOp::Rest(Rest::Remove { visitor, stranger })).await?;
        if self.is_sqlite {
            self.read(async |reader| checkpoint(reader).await).await?;
        }
        Ok(())
    }

    /// Gives the shared games of a visitor without an account to another one, and removes the name.
    pub async fn give_visitor(&self, from: &str, to: &str) -> Result<(), StoreError> {
        self.write(WriteOp::Rest(Rest::Give { from: from.to_owned(), to: to.to_owned() })).await
    }
}

/// Moves SQLite's write-ahead log into the database, so that removed text is not readable in it.
pub(crate) async fn checkpoint(connection: &mut AnyConnection) -> Result<(), sqlx::Error> {
    connection.execute(sqlx::raw_sql("PRAGMA wal_checkpoint(TRUNCATE)")).await?;
    Ok(())
}

/// A random id in place of a visitor's.
pub fn stranger() -> Result<String, StoreError> {
    let mut chance = [0; 16];
    getrandom::fill(&mut chance).map_err(|why| StoreError::NoChance(why.to_string()))?;
    Ok(format!("forgotten-{:032x}", u128::from_ne_bytes(chance)))
}

pub(crate) async fn traces(connection: &mut AnyConnection, visitor: &str) -> Result<Traces, sqlx::Error> {
    let name = sqlx::query("SELECT name FROM visitor WHERE id = $1").bind(visitor);
    let name = name.fetch_optional(&mut *connection).await?;
    let games = sqlx::query("SELECT DISTINCT game FROM seat WHERE visitor = $1 ORDER BY game");
    let games = games.bind(visitor).fetch_all(&mut *connection).await?;
    let films = sqlx::query("SELECT id FROM film WHERE visitor = $1 ORDER BY id");
    let films = films.bind(visitor).fetch_all(&mut *connection).await?;
    let ids = |rows: &[AnyRow]| rows.iter().map(|row| row.try_get(0)).collect::<Result<_, _>>();
    let account = sqlx::query("SELECT name FROM account WHERE visitor = $1").bind(visitor);
    let account = account.fetch_optional(&mut *connection).await?;
    let belongings = match &account {
        Some(_) => account::read::belongings(&mut *connection, visitor).await?,
        None => Belongings::default(),
    };
    let contests = contest::read::contests_of(connection, visitor).await?;
    Ok(Traces {
        name: name.map(|row| row.try_get(0)).transpose()?,
        games: ids(&games)?,
        films: ids(&films)?,
        contests,
        account: account.map(|row| row.try_get(0)).transpose()?,
        belongings,
    })
}

/// Replaces a visitor in a game.
pub(crate) async fn reseat(connection: &mut AnyConnection, seat: &Reseat) -> Result<(), sqlx::Error> {
    let entries = sqlx::query("SELECT seq, body FROM entry WHERE game = $1 ORDER BY seq").bind(&seat.game);
    for row in entries.fetch_all(&mut *connection).await? {
        let Some(body) = (seat.rewrite)(row.try_get(1)?) else { continue };
        let sql = "UPDATE entry SET body = $3 WHERE game = $1 AND seq = $2";
        let update = sqlx::query(sql).bind(&seat.game).bind(row.try_get::<i64, _>(0)?).bind(body);
        update.execute(&mut *connection).await?;
    }
    let sql = "UPDATE seat SET visitor = $3, name = $4 WHERE game = $1 AND visitor = $2";
    let update = sqlx::query(sql).bind(&seat.game).bind(&seat.from).bind(&seat.to).bind(&seat.name);
    update.execute(&mut *connection).await?;
    Ok(())
}

/// What a visitor leaves behind in contests: results, without anything that only the visitor may see. A part of an
/// empty module is no module at all to SQLite, so an empty one stays as it is; a source is never empty.
const FORGOTTEN_IN_CONTESTS: [&str; 6] = [
    "UPDATE bout_seat SET private = '' WHERE $2 <> '' AND EXISTS (SELECT 1 FROM version \
     WHERE version.contest = bout_seat.contest AND version.number = bout_seat.version AND version.visitor = $1)",
    "UPDATE version SET visitor = $2, state = 'gone', label = '', file = '', report = '', failed = '', \
     source = SUBSTR(source, 1, 0), \
     module = CASE WHEN LENGTH(module) = 0 THEN module ELSE SUBSTR(module, 1, 0) END WHERE visitor = $1",
    "UPDATE choice SET visitor = $2 WHERE visitor = $1",
    "UPDATE bout SET asker = $2 WHERE asker = $1",
    "UPDATE member SET visitor = $2, role = 'removed', name = '', grade_key = '' WHERE visitor = $1",
    "UPDATE contest SET owner = $2 WHERE owner = $1",
];

/// Removes or gives away what is left of a visitor.
pub(crate) async fn rest(connection: &mut AnyConnection, rest: &Rest) -> Result<(), sqlx::Error> {
    match rest {
        Rest::Remove { visitor, stranger } => {
            for sql in FORGOTTEN_IN_CONTESTS {
                sqlx::query(sql).bind(visitor).bind(stranger).execute(&mut *connection).await?;
            }
            for sql in [
                "DELETE FROM visitor WHERE id = $1",
                "DELETE FROM film WHERE visitor = $1",
                "DELETE FROM session WHERE visitor = $1",
                "DELETE FROM token WHERE visitor = $1",
                "DELETE FROM recovery WHERE visitor = $1",
                "DELETE FROM identity WHERE visitor = $1",
                "DELETE FROM account WHERE visitor = $1",
            ] {
                sqlx::query(sql).bind(visitor).execute(&mut *connection).await?;
            }
        }
        Rest::Give { from, to } => {
            let films = sqlx::query("UPDATE film SET visitor = $2 WHERE visitor = $1").bind(from).bind(to);
            films.execute(&mut *connection).await?;
            let name = sqlx::query("DELETE FROM visitor WHERE id = $1").bind(from);
            name.execute(&mut *connection).await?;
        }
    }
    Ok(())
}
