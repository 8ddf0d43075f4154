//! The tests of the arena with the data in PostgreSQL, where a server can be started.

#[path = "../arena/accounts.rs"]
mod accounts;
#[path = "../arena/client.rs"]
mod client;
#[path = "../arena/clocks.rs"]
mod clocks;
#[path = "../arena/contest_jobs.rs"]
mod contest_jobs;
#[path = "../arena/contests.rs"]
mod contests;
#[path = "../arena/games.rs"]
mod games;
mod outage;
#[path = "../arena/pages.rs"]
mod pages;
#[expect(dead_code, reason = "the tests of the store use the rest")]
#[path = "../../../../tests/support/postgres.rs"]
mod postgres;

use postgres::Postgres;
use std::path::Path;

/// The database of a folder, made when it is first asked for. Without PostgreSQL, which is said once, the
/// data are in the folder.
fn database(folder: &Path) -> Option<String> {
    let server = Postgres::shared().ok()?;
    let note = folder.join("database");
    if let Ok(url) = std::fs::read_to_string(&note) {
        return Some(url);
    }
    let url = server.database();
    std::fs::write(note, &url).unwrap();
    Some(url)
}
