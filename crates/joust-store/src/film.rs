//! Games of Mad Max that visitors share.

use crate::writer::WriteOp;
use crate::{FilmLimits, FilmSummary, NewFilm, NoRoom, Store, StoreError, StoredFilm};
use sqlx::{AnyConnection, Row};

impl Store {
    /// Stores a film, unless a limit leaves no room for it. A film that is stored already gets the new
    /// time, and stays the film of the visitor who has shared it first.
    pub async fn keep_film(&self, film: NewFilm, limits: FilmLimits) -> Result<(), StoreError> {
        self.write(WriteOp::Film(film, limits)).await
    }

    /// A film.
    pub async fn film(&self, id: &str) -> Result<Option<StoredFilm>, StoreError> {
        let found = sqlx::query("SELECT at, name, bytes FROM film WHERE id = $1").bind(id);
        self.read(async |reader| {
            let Some(row) = found.fetch_optional(reader).await? else { return Ok(None) };
            Ok(Some(StoredFilm { at: row.try_get(0)?, name: row.try_get(1)?, bytes: row.try_get(2)? }))
        })
        .await
    }

    /// The name of a film.
    pub async fn film_name(&self, id: &str) -> Result<Option<String>, StoreError> {
        let found = sqlx::query("SELECT name FROM film WHERE id = $1").bind(id);
        self.read(async |reader| found.fetch_optional(reader).await?.map(|row| row.try_get(0)).transpose())
            .await
    }

    /// The films of a visitor, the newest first.
    pub async fn films_of(&self, visitor: &str, most: u32) -> Result<Vec<FilmSummary>, StoreError> {
        let found =
            sqlx::query("SELECT id, at, name FROM film WHERE visitor = $1 ORDER BY at DESC, id LIMIT $2");
        let found = found.bind(visitor).bind(i64::from(most));
        self.read(async |reader| {
            let film = |row: &sqlx::any::AnyRow| -> Result<FilmSummary, sqlx::Error> {
                Ok(FilmSummary { id: row.try_get(0)?, at: row.try_get(1)?, name: row.try_get(2)? })
            };
            found.fetch_all(reader).await?.iter().map(film).collect()
        })
        .await
    }

    /// Removes the films that were shared before a time.
    pub async fn drop_films(&self, before: i64) -> Result<(), StoreError> {
        self.write(WriteOp::DropFilms { before }).await
    }
}

/// Writes a film. There is one writer, so the counts hold until it is written.
pub(crate) async fn write(
    connection: &mut AnyConnection,
    film: &NewFilm,
    limits: &FilmLimits,
) -> Result<Option<NoRoom>, sqlx::Error> {
    let again = sqlx::query("UPDATE film SET at = $2 WHERE id = $1 AND at < $2").bind(&film.id).bind(film.at);
    again.execute(&mut *connection).await?;
    let known = sqlx::query("SELECT 1 FROM film WHERE id = $1").bind(&film.id);
    if known.fetch_optional(&mut *connection).await?.is_some() {
        return Ok(None);
    }
    let counts = sqlx::query(
        "SELECT (SELECT COUNT(*) FROM film WHERE visitor = $1), (SELECT COUNT(*) FROM film WHERE site = $2), \
         (SELECT COUNT(*) FROM film), (SELECT CAST(COALESCE(SUM(size), 0) AS BIGINT) FROM film)",
    );
    let counts = counts.bind(&film.visitor).bind(&film.site).fetch_one(&mut *connection).await?;
    let count = |column: usize| counts.try_get::<i64, _>(column);
    let size = film.bytes.len() as i64;
    let limit = if count(0)? >= i64::from(limits.visitor) {
        Some(NoRoom::Visitor)
    } else if count(1)? >= i64::from(limits.site) {
        Some(NoRoom::Site)
    } else if count(2)? >= i64::from(limits.all) || count(3)? + size > limits.bytes as i64 {
        Some(NoRoom::All)
    } else {
        None
    };
    if limit.is_none() {
        let sql = "INSERT INTO film (id, at, visitor, site, name, size, bytes) \
                   VALUES ($1, $2, $3, $4, $5, $6, $7)";
        let query = sqlx::query(sql).bind(&film.id).bind(film.at).bind(&film.visitor).bind(&film.site);
        query.bind(&film.name).bind(size).bind(film.bytes.as_slice()).execute(&mut *connection).await?;
    }
    Ok(limit)
}
