//! The lock on a PostgreSQL database. It admits one server, and any number of tools beside it.

use crate::StoreError;
use sqlx::{AnyConnection, Row};
use std::time::{Duration, Instant};

/// The first key of all locks of Joust: `jous` in ASCII.
const JOUST: i32 = 0x6a6f_7573;
/// The second key: the lock of the server.
const SERVER: i32 = 1;
/// How long to wait for the lock of a server that has just ended.
const PATIENCE: Duration = Duration::from_secs(2);

/// Takes the lock for as long as the connection lives. After a lost connection, the database may still
/// hold our own lock: `instance` distinguishes it from the lock of another server.
pub(crate) async fn take(connection: &mut AnyConnection, instance: &str) -> Result<(), StoreError> {
    let name = sqlx::query_scalar("SELECT set_config('application_name', $1, false)").bind(instance);
    let _: String = name.fetch_one(&mut *connection).await?;
    let begin = Instant::now();
    loop {
        let locked = sqlx::query_scalar("SELECT CASE WHEN pg_try_advisory_lock($1, $2) THEN 1 ELSE 0 END");
        let locked: i32 = locked.bind(JOUST).bind(SERVER).fetch_one(&mut *connection).await?;
        if locked == 1 {
            return Ok(());
        }
        end_own(connection, instance).await?;
        if begin.elapsed() > PATIENCE {
            return Err(StoreError::InUse("this database".to_owned()));
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

/// Ends our own old sessions whose end the database has not noticed.
async fn end_own(connection: &mut AnyConnection, instance: &str) -> Result<(), StoreError> {
    let sql = "SELECT CAST(COUNT(CASE WHEN pg_terminate_backend(activity.pid) THEN 1 END) AS BIGINT) \
               FROM pg_locks JOIN pg_stat_activity AS activity ON activity.pid = pg_locks.pid \
               WHERE pg_locks.locktype = 'advisory' AND pg_locks.granted AND pg_locks.objsubid = 2 \
               AND CAST(pg_locks.classid AS BIGINT) = $1 AND CAST(pg_locks.objid AS BIGINT) = $2 \
               AND activity.datname = current_database() \
               AND activity.application_name = $3 AND activity.pid <> pg_backend_pid()";
    let found = sqlx::query(sql).bind(i64::from(JOUST)).bind(i64::from(SERVER)).bind(instance);
    let ended: i64 = found.fetch_one(&mut *connection).await?.try_get(0)?;
    if ended > 0 {
        tracing::info!("ended an old session of this server");
    }
    Ok(())
}

/// A unique name for the sessions of this process.
pub(crate) fn instance() -> Result<String, StoreError> {
    let mut chance = [0; 8];
    getrandom::fill(&mut chance).map_err(|why| StoreError::NoChance(why.to_string()))?;
    Ok(format!("joust server {:016x}", u64::from_ne_bytes(chance)))
}

/// Releases the lock at once; the end of the connection would release it a little later.
pub(crate) async fn give_back(connection: &mut AnyConnection) -> Result<(), sqlx::Error> {
    let unlock = "SELECT CASE WHEN pg_advisory_unlock($1, $2) THEN 1 ELSE 0 END";
    let _: i32 = sqlx::query_scalar(unlock).bind(JOUST).bind(SERVER).fetch_one(connection).await?;
    Ok(())
}
