//! `joust arena` beside a running server.

use crate::process::Process;
use crate::support::{Visitor, number};
use serde_json::{Value, json};
use std::path::Path;
use std::process::{Command, Output};

fn arena(folder: &Path, words: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_joust"));
    command.arg("arena").args(words).arg("--data").arg(folder).output().unwrap()
}

fn told(output: &Output) -> Value {
    assert!(output.status.success(), "{output:?}");
    serde_json::from_slice(&output.stdout).unwrap()
}

/// What everybody sees of a game, without what depends on the moment.
async fn seen(visitor: &Visitor, id: &str) -> Value {
    let (_, mut state) = visitor.live(id).await;
    for key in ["clock", "watching"] {
        state[key] = Value::Null;
    }
    state
}

#[tokio::test(flavor = "multi_thread")]
async fn a_copy_that_is_made_while_serving_is_restored_with_the_same_games() {
    let folder = tempfile::tempdir().unwrap();
    let process = Process::start(folder.path());
    let mut ada = Visitor { address: process.address, cookie: None };
    let mut ids = Vec::new();
    for form in ["game=mad&opponent=screen&name=Ada", "game=wargame&board=tiny&opponent=screen"] {
        ids.push(ada.make(form).await);
    }
    let (mut line, state) = ada.live(&ids[0]).await;
    line.act(number(&state["version"]), "pass").await;
    line.hear("acted").await;
    let copies = tempfile::tempdir().unwrap();
    let copy = copies.path().join("arena.db");
    let words = ["backup", copy.to_str().unwrap(), "--json"];
    assert!(number(&told(&arena(folder.path(), &words))["bytes"]) > 0);
    // It is not overwritten.
    assert_eq!(arena(folder.path(), &words).status.code(), Some(2));
    let before = [seen(&ada, &ids[0]).await, seen(&ada, &ids[1]).await];
    // What comes after the copy is not in it.
    line.act(number(&state["version"]) + 1, "pass").await;
    line.hear("acted").await;
    process.kill();
    let restored = tempfile::tempdir().unwrap();
    std::fs::copy(&copy, restored.path().join("joust.db")).unwrap();
    let process = Process::start(restored.path());
    ada.address = process.address;
    let after = [seen(&ada, &ids[0]).await, seen(&ada, &ids[1]).await];
    assert_eq!(before, after);
    assert_eq!(after[0]["you"], json!([0, 1]), "the cookie is good for the copy as well");
    let (mut line, state) = ada.live(&ids[0]).await;
    line.act(number(&state["version"]), "pass").await;
    line.hear("acted").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_visitor_who_is_forgotten_leaves_games_that_can_be_replayed() {
    let folder = tempfile::tempdir().unwrap();
    let mut process = Process::start(folder.path());
    let (mut ada, mut bea) = (
        Visitor { address: process.address, cookie: None },
        Visitor { address: process.address, cookie: None },
    );
    bea.get("/").await;
    let screen = ada.make("game=mad&opponent=screen&name=Ada%20the%20First").await;
    let friends = ada.make("game=mad&opponent=friend&seat=0").await;
    let (mut line, _) = bea.live(&friends).await;
    line.say(json!({ "t": "join" })).await;
    line.hear("game").await;
    drop(line);
    assert!(process.terminate().success());
    let cookie = ada.cookie.clone().unwrap();
    let id = cookie.split('.').next().unwrap();
    let dry = told(&arena(folder.path(), &["forget", &cookie, "--json"]));
    assert_eq!((&dry["name"], &dry["done"]), (&json!("Ada the First"), &json!(false)));
    assert_eq!(dry["games"].as_array().unwrap().len(), 2);
    let done = told(&arena(folder.path(), &["forget", &cookie, "--yes", "--json"]));
    assert_eq!((&done["games"], &done["done"]), (&dry["games"], &json!(true)));
    assert_eq!(arena(folder.path(), &["forget", &cookie]).status.code(), Some(1));
    // Neither the id nor the name stands anywhere in the files.
    for entry in std::fs::read_dir(folder.path()).unwrap() {
        let path = entry.unwrap().path();
        let bytes = std::fs::read(&path).unwrap();
        for text in [id, "Ada the First"] {
            let found = bytes.windows(text.len()).any(|part| part == text.as_bytes());
            assert!(!found, "{text} is still in {}", path.display());
        }
    }
    let process = Process::start(folder.path());
    (ada.address, bea.address) = (process.address, process.address);
    for game in [&screen, &friends] {
        assert_eq!(ada.live(game).await.1["you"], json!([]), "the seat is not theirs any more");
    }
    assert_eq!(bea.live(&friends).await.1["you"], json!([1]));
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_old_is_listed_and_then_removed() {
    let folder = tempfile::tempdir().unwrap();
    let process = Process::start(folder.path());
    let mut ada = Visitor { address: process.address, cookie: None };
    let id = ada.make("game=mad&opponent=screen&name=Ada").await;
    let none = told(&arena(folder.path(), &["prune", "--older-than", "1", "--yes", "--json"]));
    assert_eq!(none, json!({ "games": [], "visitors": [], "films": [], "done": true }));
    std::thread::sleep(std::time::Duration::from_millis(20));
    let dry = told(&arena(folder.path(), &["prune", "--older-than", "0", "--json"]));
    assert_eq!((&dry["games"], &dry["done"]), (&json!([id]), &json!(false)));
    assert_eq!(ada.get(&format!("/game/{id}")).await.status, 200);
    let done = told(&arena(folder.path(), &["prune", "--older-than", "0", "--yes", "--json"]));
    assert_eq!(done["games"], dry["games"]);
    let process = {
        drop(process);
        Process::start(folder.path())
    };
    ada.address = process.address;
    assert_eq!(ada.get(&format!("/game/{id}")).await.status, 404);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_account_becomes_an_operator_while_the_server_runs_and_is_forgotten() {
    let folder = tempfile::tempdir().unwrap();
    let process = Process::start(folder.path());
    let mut ada = Visitor { address: process.address, cookie: None };
    let kept = ada.post("/account/new", "name=Ada+the+First&password=orange+tiger+piano").await;
    assert_eq!(kept.status, 200, "{}", kept.body);
    let nobody = arena(folder.path(), &["operator", "Eve"]);
    assert_eq!(nobody.status.code(), Some(1));
    assert_eq!(told(&arena(folder.path(), &["operator", "--json"])), json!({ "operators": [] }));
    let made = told(&arena(folder.path(), &["operator", "Ada the First", "--json"]));
    assert_eq!(made, json!({ "name": "Ada the First", "role": "operator" }));
    assert_eq!(arena(folder.path(), &["operator"]).stdout, b"Ada the First\n");
    let begin = std::time::Instant::now();
    while ada.get("/account/people").await.status != 200 {
        assert!(begin.elapsed() < std::time::Duration::from_secs(20), "the role counts");
        tokio::time::sleep(std::time::Duration::from_millis(200)).await;
    }
    let back = told(&arena(folder.path(), &["operator", "Ada the First", "--role", "student", "--json"]));
    assert_eq!(back["role"], "student");
    // The visitor of an account is known from its own data.
    let data = ada.get("/account/data").await.body;
    let (_, rest) = data.split_once("\"visitor\": \"").unwrap();
    let visitor = &rest[..26];
    let dry = told(&arena(folder.path(), &["forget", visitor, "--json"]));
    let account = json!({ "name": "Ada the First", "sessions": 1, "tokens": 0, "identities": 0, "codes": 8 });
    assert_eq!(dry["account"], account);
    let text = String::from_utf8(arena(folder.path(), &["forget", visitor, "--yes"]).stdout).unwrap();
    assert!(text.contains("account Ada the First with 1 session and 0 tokens"), "{text}");
    let begin = std::time::Instant::now();
    while ada.get("/account/data").await.status != 401 {
        assert!(begin.elapsed() < std::time::Duration::from_secs(20), "the session has ended");
        tokio::time::sleep(std::time::Duration::from_millis(200)).await;
    }
}
