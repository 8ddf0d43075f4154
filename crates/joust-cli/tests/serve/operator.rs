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

/// A file of the repository.
fn read(path: &str) -> String {
    std::fs::read_to_string(format!("{}/../../{path}", env!("CARGO_MANIFEST_DIR"))).unwrap()
}

/// What `joust serve --print-config` prints with these words and variables.
fn printed(words: &[&str], variables: &[(&str, &str)]) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_joust"));
    let output =
        command.args(["serve", "--print-config"]).args(words).envs(variables.to_vec()).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn the_settings_of_packaging_are_settings() {
    let path = format!("{}/../../packaging/joust.toml", env!("CARGO_MANIFEST_DIR"));
    let printed = printed(&["--config", &path], &[]);
    let example = read("packaging/joust.toml");
    let lines: Vec<&str> = example.lines().filter(|line| !line.starts_with('#')).collect();
    assert!(lines.len() > 5);
    for line in lines {
        assert!(printed.lines().any(|found| found == line), "{line}: {printed}");
    }
    // The unit and the proxies agree with it.
    let unit = read("packaging/joust.service");
    assert!(unit.contains("StateDirectory=joust") && unit.contains("--config /etc/joust/joust.toml"));
    for proxy in ["packaging/nginx.conf", "packaging/Caddyfile"] {
        assert!(read(proxy).contains("127.0.0.1:5678"), "{proxy}");
    }
}

#[test]
fn every_setting_is_documented() {
    let output = Command::new(env!("CARGO_BIN_EXE_joust")).args(["serve", "--help"]).output().unwrap();
    let help = String::from_utf8(output.stdout).unwrap();
    let table = read("docs/operating.md");
    let words = help.split(|c: char| !(c.is_ascii_uppercase() || c == '_'));
    let mut count = 0;
    for variable in words.filter(|word| word.starts_with("JOUST_")) {
        // The file of settings is not a setting.
        if variable != "JOUST_CONFIG" {
            assert!(table.contains(&format!("`{variable}`")), "docs/operating.md does not have {variable}");
            count += 1;
        }
    }
    assert!(count > 10, "{help}");
    let defaults = printed(&["--data", "x", "--public-url", "https://a.example", "--admin", "[::1]:9"], &[]);
    for (key, _) in defaults.lines().filter_map(|line| line.split_once(" = ")) {
        assert!(table.contains(&format!("`{key}`")), "docs/operating.md does not have {key}");
    }
}

#[test]
fn the_password_of_the_database_is_not_printed() {
    let text = printed(&["--data", "x"], &[("JOUST_DATABASE", "postgres://joust:s3cret@db/arena")]);
    assert!(!text.contains("s3cret") && text.contains("database = \"postgres://joust@db/arena\""), "{text}");
    assert!(text.contains("PGPASSWORD") && text.contains("JOUST_DATABASE"), "{text}");
}

#[test]
fn proxies_are_counted() {
    let told = |words: &[&str], variable: Option<&str>| {
        let variables: Vec<_> = variable.map(|value| ("JOUST_BEHIND_PROXY", value)).into_iter().collect();
        let text = printed(&[&["--data", "x"], words].concat(), &variables);
        text.lines().find_map(|line| line.strip_prefix("behind-proxy = ")).unwrap().to_owned()
    };
    assert_eq!(told(&[], None), "0");
    assert_eq!(told(&["--behind-proxy"], None), "1");
    assert_eq!(told(&["--behind-proxy", "--pause", "1"], None), "1");
    assert_eq!(told(&["--behind-proxy", "2"], None), "2");
    assert_eq!(told(&[], Some("true")), "1");
    assert_eq!(told(&[], Some("3")), "3");
    assert_eq!(told(&[], Some("0")), "0");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_log_warns_and_tells_requests_without_the_keys_of_games() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log");
    let damaged = "0123456789abc";
    let store =
        joust_store::Store::open(&joust_store::Location::Folder(folder.path().join("data"))).await.unwrap();
    let game = joust_store::NewGame { id: damaged, terms: "{}", at: 1, entries: Vec::new(), link: None };
    store.create(game).await.unwrap();
    store.close().await;
    let mut command = Command::new(env!("CARGO_BIN_EXE_joust"));
    command.args(["serve", "--port", "0", "--public-url", "https://a.example", "--data"]);
    command
        .arg(folder.path().join("data"))
        .stdout(Stdio::piped())
        .stderr(std::fs::File::create(&log).unwrap());
    let mut process = Process::of(command, |line| {
        // The public address is not the one that it listens at, which the log tells.
        assert_eq!(line.trim(), "Joust is open at https://a.example/");
        let told = std::fs::read_to_string(&log).unwrap();
        let address = told.split("address=").nth(1).unwrap().split_whitespace().next().unwrap();
        address.parse().unwrap()
    });
    let mut ada = Visitor { address: process.address, cookie: None };
    let id = ada.make("game=mad&opponent=screen").await;
    assert_eq!(ada.get(&format!("/game/{id}")).await.status, 200);
    assert_eq!(ada.get(&format!("/game/{damaged}")).await.status, 200);
    assert!(process.terminate().success());
    let told = std::fs::read_to_string(&log).unwrap();
    assert!(told.contains("a game cannot be replayed"), "{told}");
    assert!(told.contains("WARN") && told.contains("--behind-proxy is not set"), "{told}");
    assert!(told.contains("method=GET path=\"/game/{id}\"") && told.contains("status=200"), "{told}");
    assert!(told.contains("method=POST path=\"/games\"") && told.contains("status=303"), "{told}");
    assert!(!told.contains(&id) && !told.contains(damaged), "{told}");
}
