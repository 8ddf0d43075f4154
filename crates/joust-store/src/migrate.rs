//! Migrations of the tables, step by step.

use crate::StoreError;
use sqlx::{AnyConnection, Executor, Row};

/// The steps in order. A step that has been released never changes.
const STEPS: [&str; 7] = [
    include_str!("../migrations/1.sql"),
    include_str!("../migrations/2.sql"),
    include_str!("../migrations/3.sql"),
    include_str!("../migrations/4.sql"),
    include_str!("../migrations/5.sql"),
    include_str!("../migrations/6.sql"),
    include_str!("../migrations/7.sql"),
];

/// Takes the steps that the database has not taken yet, each in a transaction.
pub(crate) async fn run(connection: &mut AnyConnection, is_sqlite: bool) -> Result<(), StoreError> {
    connection.execute("CREATE TABLE IF NOT EXISTS migration (step BIGINT PRIMARY KEY)").await?;
    let found = step_of(connection).await?;
    // A step over many games may take longer than a statement of a running server may.
    let begin = if is_sqlite { "BEGIN IMMEDIATE" } else { "BEGIN; SET LOCAL statement_timeout = 0" };
    for (step, text) in (1_i64..).zip(STEPS).skip(found as usize) {
        connection.execute(sqlx::raw_sql(begin)).await?;
        // The one type that the two databases call by different names.
        let text = if is_sqlite { text.replace("BYTEA", "BLOB") } else { text.to_owned() };
        connection.execute(sqlx::raw_sql(sqlx::AssertSqlSafe(text))).await?;
        let note = sqlx::query("INSERT INTO migration (step) VALUES ($1)").bind(step);
        note.execute(&mut *connection).await?;
        connection.execute(sqlx::raw_sql("COMMIT")).await?;
    }
    Ok(())
}

/// The last step that was taken; an error if this joust does not know it.
async fn step_of(connection: &mut AnyConnection) -> Result<i64, StoreError> {
    let row = connection.fetch_one("SELECT COALESCE(MAX(step), 0) FROM migration").await?;
    let (found, known) = (row.try_get::<i64, _>(0)?, STEPS.len() as i64);
    if found > known { Err(StoreError::Newer { found, known }) } else { Ok(found) }
}

/// Fails unless the tables have the version of this program: a tool does not migrate them.
pub(crate) async fn check(connection: &mut AnyConnection) -> Result<(), StoreError> {
    let (found, known) = (step_of(connection).await?, STEPS.len() as i64);
    if found < known { Err(StoreError::Older { found, known }) } else { Ok(()) }
}
