//! What an operator meets.

use crate::process::{Process, command};
use crate::support::Visitor;
use std::process::{Command, Stdio};

#[tokio::test(flavor = "multi_thread")]
async fn a_signal_closes_the_arena_in_peace() {
    let folder = tempfile::tempdir().unwrap();
    let mut process = Process::start(folder.path());
    let mut ada = Visitor { address: process.address, cookie: None };
    assert_eq!(ada.get("/health").await.status, 200);
    let id = ada.make("game=mad&opponent=screen").await;
    assert!(process.terminate().success());
    let process = Process::start(folder.path());
    ada.address = process.address;
    assert_eq!(ada.get(&format!("/game/{id}")).await.status, 200);
}

#[test]
fn what_is_taken_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let process = Process::start(folder.path());
    let fails = |more: &[&str], folder: &std::path::Path| {
        let output = command(folder).args(more).stderr(Stdio::piped()).output().unwrap();
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    let other = tempfile::tempdir().unwrap();
    let port = process.address.port().to_string();
    let (code, told) = fails(&["--port", &port], other.path());
    assert!(code == Some(2) && told.contains("is taken") && told.contains("--port"), "{told}");
    let (code, told) = fails(&[], folder.path());
    assert!(code == Some(2) && told.contains("another joust serves from"), "{told}");
}

#[test]
fn a_flag_counts_more_than_a_variable_and_a_variable_more_than_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("joust.toml");
    std::fs::write(&file, "port = 1\npause = 1\nsearch-threads = 1\nlog = \"json\"\ndata = \"x\"\n").unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_joust"))
        .args(["serve", "--print-config", "--port", "3", "--config"])
        .arg(&file)
        .envs([("JOUST_PORT", "2"), ("JOUST_PAUSE", "2"), ("JOUST_NO_RATE_LIMITS", "1")])
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    for line in [
        "port = 3",
        "pause = 2",
        "search-threads = 1",
        "log = \"json\"",
        "rate-limits = false",
        "data = \"x\"",
    ] {
        assert!(text.lines().any(|found| found == line), "{line}: {text}");
    }
}
