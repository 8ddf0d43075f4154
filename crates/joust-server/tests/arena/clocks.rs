//! Clocks, and clocks after a restart.

use crate::client::{Arena, first_move, number, session};
use joust_core::{Ending, Seat, Why};
use serde_json::json;
use std::time::{Duration, Instant};
use tokio::time::sleep;

const QUICK: &str = "game=mad&opponent=friend&seat=0&name=Ada&minutes=0.025";

/// Both sides have moved, and the clock of the first one runs. Gives the game and its version.
pub(crate) async fn running(
    arena: &Arena,
    form: &str,
) -> (crate::client::Visitor, crate::client::Visitor, String, u64) {
    let (mut ada, bea) = (arena.visitor().await, arena.visitor().await);
    let id = ada.make(form).await;
    let (mut one, _) = ada.live(&id).await;
    let (mut two, _) = bea.live(&id).await;
    two.say(json!({ "t": "join" })).await;
    let state = one.hear("game").await;
    let version = number(&state["version"]);
    assert_eq!(state["clock"]["running"], json!(null));
    one.act(version, "pass").await;
    one.hear("acted").await;
    two.act(version + 1, "pass").await;
    let acted = two.hear("acted").await;
    let acted = if acted["seat"] == 1 { acted } else { two.hear("acted").await };
    assert_eq!(acted["clock"]["running"], 0);
    (ada, bea, id, version + 2)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_flag_falls_while_nobody_is_connected() {
    let arena = Arena::open().await;
    let (mut ada, bea, id, version) = running(&arena, QUICK).await;
    sleep(Duration::from_millis(1_700)).await;
    let record = ada.get(&format!("/game/{id}/record")).await.body;
    assert!(record.ends_with("1. pass pass time\n0-1\n"), "{record}");
    let (mut line, state) = bea.live(&id).await;
    assert_eq!(state["ending"], json!(Ending::lost(Why::TIME, Seat::FIRST)));
    assert_eq!(state["clock"]["left"][0], 0);
    line.act(version, "pass").await;
    assert_eq!(line.refused().await, "over");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_flag_is_seen_to_fall() {
    let arena = Arena::open().await;
    let (_ada, bea, id, _) = running(&arena, QUICK).await;
    let (mut line, state) = bea.live(&id).await;
    let left = number(&state["clock"]["left"][0]);
    let begin = Instant::now();
    let state = line.hear("game").await;
    assert_eq!(state["ending"]["why"], "time");
    let waited = begin.elapsed().as_millis() as u64;
    assert!((left..left + 700).contains(&waited), "{left} ms were left, it fell after {waited}");
}

#[tokio::test(flavor = "multi_thread")]
async fn time_when_the_server_is_down_counts_for_no_side() {
    let arena = Arena::open().await;
    let (ada, _bea, id, version) =
        running(&arena, "game=mad&opponent=friend&seat=0&minutes=0.05&increment=1").await;
    let (mut line, before) = ada.live(&id).await;
    arena.server.stop().await;
    // All browsers are told to reconnect.
    assert_eq!(line.closed().await, Some(1001));
    sleep(Duration::from_millis(3_500)).await;
    let settings = crate::client::settings(arena.folder.path());
    let server = joust_server::Server::start(settings).await.unwrap();
    let ada = crate::client::Visitor { address: server.address(), ..ada };
    let (mut line, after) = ada.live(&id).await;
    let left = |state: &serde_json::Value| number(&state["clock"]["left"][0]);
    assert!(left(&before) - left(&after) < 1_000, "{before} {after}");
    assert_eq!(after["ending"], json!(null));
    // A view from before the restart is still good enough for a move.
    let mv = first_move(session(&after).as_ref());
    line.act(version, &mv).await;
    let acted = line.hear("acted").await;
    assert_eq!(acted["action"], mv.as_str());
    assert!(number(&acted["clock"]["left"][0]) > left(&after), "{acted}");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_computer_goes_on_after_a_restart() {
    // The computer has the first move, and the server stops before it is made.
    let arena = Arena::with(|settings| joust_server::Settings { pause: 60_000, ..settings }).await;
    let mut ada = arena.visitor().await;
    let id = ada.make("game=mad&opponent=computer&level=1&seat=1&minutes=3&name=Ada").await;
    let (_, state) = ada.live(&id).await;
    assert_eq!(state["course"], json!([]));
    let arena = arena.restart().await;
    // Without a connection, the record shows it.
    let mut ada = crate::client::Visitor { address: arena.server.address(), ..ada };
    for _ in 0..100 {
        let record = ada.get(&format!("/game/{id}/record")).await.body;
        if record.contains("1. ") {
            let (_, state) = ada.live(&id).await;
            assert_eq!(state["course"].as_array().unwrap().len(), 1);
            return;
        }
        sleep(Duration::from_millis(50)).await;
    }
    panic!("the computer does not move");
}
