//! The arena while its database comes and goes.

use crate::client::{Arena, first_move, number, session};
use crate::postgres::{Postgres, name_of};
use serde_json::{Value, json};
use std::time::Duration;
use tokio::time::{sleep, timeout};

#[tokio::test(flavor = "multi_thread")]
async fn moves_are_stored_again_after_all_connections_were_cut() {
    let Ok(server) = Postgres::shared() else { return };
    let arena = Arena::open().await;
    let url = crate::database(arena.folder.path()).unwrap();
    let mut ada = arena.visitor().await;
    let id = ada.make("game=mad&opponent=screen").await;
    let mut version = 2;
    for _ in 0..3 {
        server.cut(name_of(&url), "true");
        // A move that meets the dead connection is refused as trouble, and the line is closed.
        let mut stored = false;
        for _ in 0..20 {
            let (mut line, state) = ada.live(&id).await;
            if number(&state["version"]) > version {
                stored = true;
                version = number(&state["version"]);
                break;
            }
            let mv = first_move(session(&state).as_ref());
            line.act(version, &mv).await;
            while let Ok(message) = line.next().await {
                if message["t"] == "acted" || message["t"] == "refused" {
                    break;
                }
            }
            sleep(Duration::from_millis(50)).await;
        }
        assert!(stored, "no move is stored any more");
    }
    let answer = ada.get("/health").await;
    let health: Value = serde_json::from_str(&answer.body).unwrap();
    assert_eq!((answer.status, &health["ok"]), (200, &json!(true)), "{health}");
    assert_eq!(ada.post("/games", "game=mad&opponent=screen").await.status, 303);
    arena.server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_whose_place_is_taken_says_so_and_is_not_healthy() {
    let Ok(server) = Postgres::shared() else { return };
    let arena = Arena::open().await;
    let url = crate::database(arena.folder.path()).unwrap();
    let mut ada = arena.visitor().await;
    // Another process takes the lock as soon as the connection is gone.
    let name = name_of(&url).to_owned();
    let sql = "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND objsubid = 2 AND \
               database = (SELECT oid FROM pg_database WHERE datname = current_database()); \
               SELECT pg_advisory_lock(classid::int, objid::int) FROM (VALUES (1785689459, 1)) AS role (classid, objid); \
               SELECT pg_sleep(8)";
    let taken = std::thread::spawn(move || server.ask(&name, sql));
    let lost = timeout(Duration::from_secs(8), arena.server.lost()).await;
    assert!(lost.is_ok_and(|why| why.to_string().contains("another joust")), "it goes on");
    sleep(Duration::from_secs(5)).await;
    assert_eq!(ada.get("/health").await.status, 503);
    arena.server.stop().await;
    taken.join().unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn time_without_a_database_counts_for_no_side() {
    let Ok(server) = Postgres::shared() else { return };
    let arena = Arena::open().await;
    let url = crate::database(arena.folder.path()).unwrap();
    let name = name_of(&url);
    let form = "game=mad&opponent=friend&seat=0&name=Ada&minutes=0.1";
    let (mut ada, _bea, id, version) = crate::clocks::running(&arena, form).await;
    let allow = |yes: bool| server.ask("postgres", &format!("ALTER DATABASE {name} ALLOW_CONNECTIONS {yes}"));
    allow(false);
    server.cut(name, "true");
    // Longer than the clock of six seconds.
    sleep(Duration::from_secs(9)).await;
    assert_eq!(ada.get("/health").await.status, 503);
    allow(true);
    let mut healthy = false;
    for _ in 0..100 {
        healthy = ada.get("/health").await.status == 200;
        if healthy {
            break;
        }
        sleep(Duration::from_millis(50)).await;
    }
    assert!(healthy, "it does not notice that the database is back");
    let (mut line, state) = ada.live(&id).await;
    assert_eq!(state["ending"], json!(null), "{state}");
    let left = number(&state["clock"]["left"][0]);
    assert!((3_000..6_000).contains(&left), "{state}");
    let mv = first_move(session(&state).as_ref());
    line.act(version, &mv).await;
    assert_eq!(line.hear("acted").await["action"], mv.as_str());
    arena.server.stop().await;
}
