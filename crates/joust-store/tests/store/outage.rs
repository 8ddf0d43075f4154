//! PostgreSQL goes away and comes back; another server takes over.

use crate::postgres::{Postgres, name_of};
use crate::{game, on_both, runtime};
use joust_store::{Location, NewEntry, NewGame, Store, StoreError};
use std::time::Duration;

#[test]
fn a_lost_connection_is_opened_again_with_its_lock() {
    let Ok(server) = Postgres::shared() else { return };
    let url = server.database();
    runtime().block_on(async {
        let place = Location::Url(url.clone());
        let store = Store::open(&place).await.unwrap();
        store.create(game("k")).await.unwrap();
        let mut seq = 0;
        for round in 0..5 {
            assert!(server.cut(name_of(&url), "true") > 0);
            let sessions = "SELECT count(*) FROM pg_stat_activity WHERE application_name LIKE 'joust server%' \
                            AND datname = current_database()";
            while server.ask(name_of(&url), sessions) != "0" {
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
            // The first order meets the dead connection, alone, and is written by the next one.
            for _ in 0..3 {
                let written = store.append("k", NewEntry::new(seq, 1, "moved")).await;
                assert!(written.is_ok(), "round {round}: {written:?}");
                seq += 1;
            }
            assert_eq!(store.game("k").await.unwrap().unwrap().entries.len(), seq as usize);
            let second = Store::open(&place).await.map(|_| ());
            assert!(matches!(second, Err(StoreError::InUse(_))), "round {round}: {second:?}");
        }
        store.close().await;
    });
}

#[test]
fn a_restart_of_the_database_loses_nothing_that_was_acknowledged() {
    if Postgres::shared().is_err() {
        return;
    }
    let server = Postgres::start(&[]).unwrap();
    let url = server.database();
    runtime().block_on(async {
        let place = Location::Url(url.clone());
        let store = Store::open(&place).await.unwrap();
        store.create(game("k")).await.unwrap();
        let mut seq = 0;
        for _ in 0..2 {
            server.restart();
            for _ in 0..3 {
                seq += u32::from(store.append("k", NewEntry::new(seq, 1, "moved")).await.is_ok());
            }
            server.wait().unwrap();
            store.append("k", NewEntry::new(seq, 1, "moved")).await.unwrap();
            seq += 1;
            assert_eq!(store.game("k").await.unwrap().unwrap().entries.len(), seq as usize);
        }
        store.close().await;
    });
}

#[test]
fn a_server_that_has_lost_the_lock_stops_and_says_so() {
    let Ok(server) = Postgres::shared() else { return };
    let url = server.database();
    runtime().block_on(async {
        let place = Location::Url(url.clone());
        let store = Store::open(&place).await.unwrap();
        store.create(game("k")).await.unwrap();
        assert!(server.cut(name_of(&url), "true") > 0);
        // Another one is faster.
        let other = Store::open(&place).await.unwrap();
        let late = store.append("k", NewEntry::new(0, 1, "moved")).await;
        assert!(late.is_err(), "{late:?}");
        let late = store.append("k", NewEntry::new(0, 1, "moved")).await;
        assert!(matches!(late, Err(StoreError::Lost | StoreError::Closed)), "{late:?}");
        let lost = tokio::time::timeout(Duration::from_secs(5), store.lost()).await;
        assert!(matches!(lost, Ok(StoreError::Lost)), "{lost:?}");
        other.append("k", NewEntry::new(0, 1, "moved")).await.unwrap();
        store.close().await;
        other.close().await;
    });
}

#[test]
fn the_sessions_are_durable_and_have_limits_of_time() {
    if Postgres::shared().is_err() {
        return;
    }
    let server = Postgres::start(&["synchronous_commit=off"]).unwrap();
    let url = server.database();
    runtime().block_on(async {
        let store = Store::open(&Location::Url(url.clone())).await.unwrap();
        store.create(game("k")).await.unwrap();
        // A lock that is never given back holds an order up, and only for so long.
        let name = name_of(&url).to_owned();
        let mut raw = crate::raw(&Location::Url(url.clone())).await;
        let lock = "BEGIN; LOCK TABLE entry IN ACCESS EXCLUSIVE MODE";
        sqlx::Executor::execute(&mut raw, sqlx::raw_sql(lock)).await.unwrap();
        let held = store.append("k", NewEntry::new(0, 1, "moved"));
        let held = tokio::time::timeout(Duration::from_secs(15), held).await;
        assert!(matches!(held, Ok(Err(StoreError::Database(_)))), "{held:?}");
        sqlx::Connection::close(raw).await.unwrap();
        store.append("k", NewEntry::new(0, 1, "moved")).await.unwrap();
        let lock = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND objsubid = 2";
        assert_eq!(server.ask(&name, lock), "1");
        store.close().await;
    });
}

#[test]
fn a_bad_order_does_not_fail_the_innocent_ones_beside_it() {
    on_both(async |place| {
        let store = Store::open(place).await.unwrap();
        store.create(game("k")).await.unwrap();
        // PostgreSQL has no zero byte in texts; SQLite takes it.
        let bad = store.append("k", NewEntry::new(0, 1, "a\0b"));
        let good: Vec<_> = (0..20).map(|number| format!("g{number}")).collect();
        let good = good.iter().map(|id| store.create(NewGame { ..game(id) }));
        let (bad, good) = tokio::join!(bad, futures_util::future::join_all(good));
        assert!(good.iter().all(Result::is_ok), "{good:?}");
        assert_eq!(bad.is_err(), matches!(place, Location::Url(_)), "{bad:?}");
        store.append("k", NewEntry::new(1, 1, "good")).await.unwrap();
        store.close().await;
    });
}
