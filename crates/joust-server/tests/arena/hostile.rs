//! Hostile clients.

use crate::client::{Arena, Visitor, number};
use serde_json::json;
use tokio_tungstenite::tungstenite::Message;

const SCREEN: &str = "game=mad&opponent=screen&name=Ada";

#[tokio::test(flavor = "multi_thread")]
async fn bad_messages_are_refused_and_the_game_goes_on() {
    let arena = Arena::open().await;
    let mut ada = arena.visitor().await;
    let id = ada.make(SCREEN).await;
    let (mut line, state) = ada.live(&id).await;
    for text in [
        "",
        "x",
        "{}",
        "[]",
        "null",
        "7",
        "{\"t\":\"act\"}",
        "{\"t\":\"nothing\"}",
        "{\"t\":1}",
        "{\"t\":\"act\",\"version\":-1,\"action\":\"pass\"}",
        "{\"t\":\"act\",\"version\":1e99,\"action\":\"pass\"}",
        "{\"t\":\"act\",\"version\":2,\"action\":[]}",
        "{\"t\":\"ping\"}",
        "\u{0}\u{202e}",
    ] {
        line.send(Message::text(text)).await;
        assert_eq!(line.refused().await, "malformed", "{text}");
    }
    let version = number(&state["version"]);
    for action in
        ["", " ", "resign", "é", "211-c2-c4-c5-c6", "pass pass", "<script>", "\n", &"x".repeat(3000)]
    {
        line.act(version, action).await;
        assert_eq!(line.refused().await, "illegal", "{action}");
    }
    line.act(version, "pass").await;
    line.hear("acted").await;
    for version in [0, version - 1, version, version + 2, u64::from(u32::MAX)] {
        line.act(version, "112<>221").await;
        assert_eq!(line.refused().await, "stale", "{version}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn large_and_binary_messages_end_the_connection() {
    let arena = Arena::open().await;
    let mut ada = arena.visitor().await;
    let id = ada.make(SCREEN).await;
    let (mut line, _) = ada.live(&id).await;
    line.send(Message::text("x".repeat(5000))).await;
    assert!(matches!(line.closed().await, None | Some(1009)));
    let (mut line, _) = ada.live(&id).await;
    line.send(Message::binary(vec![1, 2, 3])).await;
    assert_eq!(line.closed().await, Some(1003));
    let (_, state) = ada.live(&id).await;
    assert_eq!(state["course"], json!([]));
}

#[tokio::test(flavor = "multi_thread")]
async fn floods_are_dammed() {
    let arena = Arena::open().await;
    let mut ada = arena.visitor().await;
    let id = ada.make(SCREEN).await;
    let (mut line, _) = ada.live(&id).await;
    let mut flooded = 0;
    for n in 0..120 {
        line.say(json!({ "t": "ping", "n": n })).await;
        flooded += u32::from(line.next().await.unwrap()["why"] == "flood");
    }
    assert!((30..=80).contains(&flooded), "{flooded}");
    // Another visitor is not held to it.
    let (mut other, _) = arena.visitor().await.live(&id).await;
    other.say(json!({ "t": "ping", "n": 1 })).await;
    other.hear("pong").await;
    // A client that does not stop is disconnected.
    for n in 0..400 {
        line.say(json!({ "t": "ping", "n": n })).await;
    }
    assert_eq!(line.closed().await, Some(1008));
    // Even a client that did not read meanwhile gets the reason.
    let (mut line, _) = arena.visitor().await.live(&id).await;
    for n in 0..400 {
        line.say(json!({ "t": "ping", "n": n })).await;
    }
    let frame = loop {
        if let Err(frame) = line.next().await {
            break frame.expect("a close code");
        }
    };
    assert_eq!((u16::from(frame.code), frame.reason.as_str()), (1008, "too many messages"));
    // So are games, and hints.
    let mut made = 0;
    while ada.post("/games", SCREEN).await.status == 303 {
        made += 1;
        assert!(made < 30);
    }
    assert!(made >= 5, "{made}");
    assert_eq!(ada.post("/games", SCREEN).await.status, 429);
}

#[tokio::test(flavor = "multi_thread")]
async fn hints_are_rationed() {
    let arena = Arena::open().await;
    let mut ada = arena.visitor().await;
    let id = ada.make("game=wargame&board=tiny&opponent=screen").await;
    let (mut line, state) = ada.live(&id).await;
    let version = number(&state["version"]);
    for round in 0.. {
        assert!(round < 15, "there is no end of hints");
        line.say(json!({ "t": "hint", "version": version })).await;
        let answer = loop {
            let answer = line.next().await.unwrap();
            if answer["t"] == "hint" || answer["t"] == "refused" {
                break answer;
            }
        };
        if answer["t"] == "refused" {
            assert!(round > 0 && answer["why"] == "flood", "{answer}");
            break;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hint_after_an_undo_need_not_wait_for_the_one_before() {
    let arena = Arena::open().await;
    let mut ada = arena.visitor().await;
    let id = ada.make("game=mad&opponent=screen").await;
    let (mut line, state) = ada.live(&id).await;
    let version = number(&state["version"]);
    line.act(version, "pass").await;
    line.hear("acted").await;
    line.say(json!({ "t": "hint", "version": version + 1 })).await;
    line.say(json!({ "t": "undo", "version": version + 1 })).await;
    line.say(json!({ "t": "hint", "version": version + 2 })).await;
    let hint = loop {
        let message = line.next().await.unwrap();
        assert_ne!(message["t"], "refused", "{message}");
        if message["t"] == "hint" {
            break message;
        }
    };
    // The first one is no longer needed.
    assert_eq!(number(&hint["version"]), version + 2);
    // But only a limited number.
    for _ in 0..4 {
        line.say(json!({ "t": "hint", "version": version + 2 })).await;
    }
    assert_eq!(line.refused().await, "flood");
}

#[tokio::test(flavor = "multi_thread")]
async fn other_sites_are_kept_out() {
    let arena = Arena::open().await;
    let mut ada = arena.visitor().await;
    let id = ada.make(SCREEN).await;
    let own = format!("http://{}", arena.server.address());
    assert!(ada.dial(&id, Some(&own)).await.is_ok());
    for origin in ["http://evil.example", "null", "http://127.0.0.1", "https://joust.example"] {
        assert_eq!(ada.dial(&id, Some(origin)).await.err(), Some(403), "{origin}");
        let kind = ("Content-Type", "application/x-www-form-urlencoded");
        let answer = ada.ask("POST", "/games", &[kind, ("Origin", origin)], SCREEN).await;
        assert_eq!(answer.status, 403, "{origin}");
        let answer = ada.ask("POST", "/name", &[kind, ("Sec-Fetch-Site", "cross-site")], "name=Eve").await;
        assert_eq!(answer.status, 403);
    }
    let kind = ("Content-Type", "application/x-www-form-urlencoded");
    let answer = ada
        .ask("POST", "/name", &[kind, ("Origin", &own), ("Sec-Fetch-Site", "same-origin")], "name=Eve")
        .await;
    assert_eq!(answer.status, 303);
}

#[tokio::test(flavor = "multi_thread")]
async fn forged_cookies_are_strangers() {
    let arena = Arena::open().await;
    let mut ada = arena.visitor().await;
    let id = ada.make(SCREEN).await;
    let cookie = ada.cookie.clone().unwrap();
    let (visitor, seal) = cookie.split_once('.').unwrap();
    let last = if cookie.ends_with('0') { '1' } else { '0' };
    let forged = [
        format!("{visitor}.{}", "0".repeat(seal.len())),
        format!("{}{last}", &cookie[..cookie.len() - 1]),
        visitor.to_owned(),
        format!("{visitor}."),
        "../../x.y".to_owned(),
        "a".repeat(5000),
    ];
    for cookie in forged {
        let mut eve = Visitor { cookie: Some(cookie.clone()), ..ada.clone() };
        let (mut line, state) = eve.live(&id).await;
        assert_eq!(state["you"], json!([]), "{cookie}");
        line.act(number(&state["version"]), "pass").await;
        assert_eq!(line.refused().await, "seat");
        eve.get("/").await;
        assert_ne!(eve.cookie, Some(cookie));
    }
    assert_eq!(ada.live(&id).await.1["you"], json!([0, 1]));
}

#[tokio::test(flavor = "multi_thread")]
async fn oversized_and_broken_requests_are_refused() {
    let arena = Arena::open().await;
    let mut ada = arena.visitor().await;
    let large = format!("{SCREEN}&position={}", "x".repeat(100_000));
    assert_eq!(ada.post("/games", &large).await.status, 413);
    let long = format!("{SCREEN}&position={}", "x".repeat(5_000));
    assert_eq!(ada.post("/games", &long).await.status, 422);
    assert_eq!(ada.post("/games", "game=%ff&opponent=%zz").await.status, 422);
    assert_eq!(ada.post("/name", "name=").await.status, 400);
    assert_eq!(ada.post("/name", "").await.status, 400);
    assert_eq!(ada.ask("POST", "/games", &[("Content-Type", "application/json")], "{}").await.status, 400);
    for path in [
        "/game/x",
        "/game/0123456789abc",
        "/game/0123456789abc/record",
        "/nothing",
        "/assets/../Cargo.toml",
        "/assets/nothing.js",
        "/rules/chess",
        "/game/%2e%2e%2f",
    ] {
        assert_eq!(ada.get(path).await.status, 404, "{path}");
    }
    assert_eq!(ada.dial("0123456789abc", None).await.err(), Some(404));
    assert_eq!(ada.ask("DELETE", "/games", &[], "").await.status, 405);
    let heavy = "x".repeat(40_000);
    let answer = ada.ask("GET", "/", &[("X-Heavy", &heavy)], "").await;
    assert!(answer.status == 431 || answer.status == 0, "{}", answer.status);
    // And it is still well.
    assert_eq!(ada.get("/health").await.status, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_visitor_has_so_many_connections() {
    let arena = Arena::open().await;
    let mut ada = arena.visitor().await;
    let id = ada.make(SCREEN).await;
    let mut lines = Vec::new();
    let status = loop {
        match ada.dial(&id, None).await {
            Ok(line) => lines.push(line),
            Err(status) => break status,
        }
        assert!(lines.len() < 60);
    };
    assert_eq!((lines.len(), status), (30, 429));
    drop(lines);
    assert!(arena.visitor().await.dial(&id, None).await.is_ok());
}
