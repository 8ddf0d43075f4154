//! `GET /exact`: tables, solved boards and the solver.

use crate::client::Arena;
use joust_mad::Board;
use joust_server::{ServerLimits, Settings};
use joust_solve::mad::{BuildOptions, BuildProgress, Folder};
use serde_json::{Value, json};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// Corvette against corvette, the side to move wins in nine turns.
const NEAR: &str = "game=mad&board=6x4&position=b111,,,/,,,/,,,/r111,,,/,,,/,,,%20r";

async fn ask(arena: &Arena, question: &str) -> (u16, Value) {
    let answer = arena.visitor().await.get(&format!("/exact?{question}")).await;
    assert_eq!(answer.header("content-type"), Some("application/json"), "{}", answer.body);
    (answer.status, serde_json::from_str(&answer.body).unwrap())
}

#[tokio::test(flavor = "multi_thread")]
async fn tables_and_solvers_are_asked_for_exact_values() {
    let folder = tempfile::tempdir().unwrap();
    let (stop, progress) = (AtomicBool::new(false), BuildProgress::default());
    let options = BuildOptions { ships: 2, threads: 1, ..BuildOptions::new(&stop, &progress) };
    let board = Board::named("6x4").unwrap();
    Folder::new(folder.path(), board).unwrap().build(&options, &mut |_| {}).unwrap();
    let tables = Some(folder.path().to_owned());
    let arena = Arena::with(|settings| Settings { tables, ..settings }).await;

    let (status, answer) = ask(&arena, NEAR).await;
    assert_eq!((status, &answer["known"], &answer["source"]), (200, &json!(true), &json!("tables")));
    let value = json!({"kind": "win", "proven": true, "score": 1.0, "chance": 1.0, "turns": 9, "atMost": false, "why": "exile"});
    assert_eq!(answer["value"], value);
    let best = answer["best"].as_array().unwrap();
    let moves = answer["moves"].as_array().unwrap();
    let keeps = |mv: &&Value| mv["value"]["kind"] == "win";
    assert!(moves.iter().filter(keeps).count() >= best.len() && !best.is_empty(), "{answer}");
    assert!(moves.iter().any(|mv| mv["value"]["kind"] == "loss"), "{answer}");

    let unknown = |why: &str| (200, json!({"known": false, "why": why}));
    assert_eq!(ask(&arena, "game=mad").await, unknown("positioning"));
    assert_eq!(ask(&arena, "game=mad&rules=app").await, unknown("ships"));
    assert_eq!(ask(&arena, "game=wargame&board=Smolensk").await, unknown("squares"));
    assert_eq!(ask(&arena, "game=wargame&board=random:6x6:7").await, unknown("board"));
    let (_, solved) = ask(&arena, "game=wargame&board=Kalamazoo").await;
    assert_eq!((&solved["source"], &solved["best"]), (&json!("solved"), &json!(["drop-C3"])));
    let (_, solver) = ask(&arena, "game=wargame&board=small&position=.../.b./...%20g").await;
    assert_eq!((&solver["source"], &solver["value"]["score"]), (&json!("solver"), &json!(6.0)));

    for bad in ["game=mad&position=x", "game=chess", "game=wargame&rules=none"] {
        let (status, answer) = ask(&arena, bad).await;
        assert_eq!((status, answer["error"].is_array()), (400, true), "{bad}: {answer}");
    }
}

/// Fifty visitors ask at once, and a move waits for none of them.
#[tokio::test(flavor = "multi_thread")]
async fn a_crowd_that_asks_does_not_delay_pages() {
    let arena = std::sync::Arc::new(Arena::open().await);
    let asking: Vec<_> = (0..50)
        .map(|_| {
            let arena = std::sync::Arc::clone(&arena);
            tokio::spawn(async move {
                let mut visitor = arena.visitor().await;
                let address = "/exact?game=wargame&board=custom4x4&position=bg../..../..../..gb%20b";
                visitor.get(address).await.status
            })
        })
        .collect();
    let mut ada = arena.visitor().await;
    let mut longest = Duration::ZERO;
    for _ in 0..20 {
        let begin = Instant::now();
        assert_eq!(ada.get("/rules/mad").await.status, 200);
        longest = longest.max(begin.elapsed());
    }
    for asked in asking {
        assert_eq!(asked.await.unwrap(), 200);
    }
    assert!(longest < Duration::from_secs(5), "{longest:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_visitor_who_asks_too_often_must_wait() {
    let arena = Arena::with(|settings| {
        let shares = settings.limits.exact;
        let few = joust_server::Rate { burst: 2, every: Duration::from_mins(1) };
        let exact = joust_server::Shares { visitor: Some(few), ..shares };
        Settings { limits: ServerLimits { exact, ..settings.limits.clone() }, ..settings }
    })
    .await;
    let mut ada = arena.visitor().await;
    let mut statuses = Vec::new();
    for _ in 0..3 {
        statuses.push(ada.get("/exact?game=wargame&board=small").await.status);
    }
    assert_eq!(statuses, [200, 200, 429]);
}
