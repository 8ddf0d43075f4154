//! Tables are brought up to date, step by step.

use crate::StoreError;
use sqlx::{AnyPool, Executor, Row};

/// The steps in order. A step that has been released never changes.
const STEPS: [&str; 2] = [include_str!("../migrations/1.sql"), include_str!("../migrations/2.sql")];

/// Takes the steps that the database has not seen. Each is taken whole or not at all.
pub(crate) async fn run(pool: &AnyPool) -> Result<(), StoreError> {
    pool.execute("CREATE TABLE IF NOT EXISTS migration (step BIGINT PRIMARY KEY)").await?;
    let row = pool.fetch_one("SELECT COALESCE(MAX(step), 0) FROM migration").await?;
    let (found, known) = (row.try_get::<i64, _>(0)?, STEPS.len() as i64);
    if found > known {
        return Err(StoreError::Newer { found, known });
    }
    for (step, text) in (1_i64..).zip(STEPS).skip(found as usize) {
        let mut transaction = pool.begin().await?;
        transaction.execute(sqlx::raw_sql(text)).await?;
        let note = sqlx::query("INSERT INTO migration (step) VALUES ($1)").bind(step);
        transaction.execute(note).await?;
        transaction.commit().await?;
    }
    Ok(())
}
