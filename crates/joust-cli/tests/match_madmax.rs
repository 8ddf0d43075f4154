//! `joust match madmax` as others see it: the same for any number of threads, nothing written
//! unless asked, and standings even when it is interrupted.

use serde_json::Value;
use std::process::{Command, Output};

fn joust(words: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_joust")).args(["match", "madmax"]).args(words).output().unwrap()
}

fn json(words: &[&str]) -> Value {
    let output = joust(&[words, &["--json", "--quiet"]].concat());
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn the_result_does_not_depend_on_concurrency() {
    let words = ["Dummy", "Demo", "Null", "Demo", "--games", "6", "--seed", "40", "--concurrency"];
    let one = json(&[&words[..], &["1"]].concat());
    assert_eq!(one, json(&[&words[..], &["3"]].concat()));
    assert_eq!((&one["game"], one["results"].as_array().unwrap().len()), (&"madmax".into(), 6));
    let names: Vec<&str> =
        one["standings"].as_array().unwrap().iter().filter_map(|p| p["name"].as_str()).collect();
    assert_eq!(names, ["Dummy", "Demo#1", "Null", "Demo#2"]);
    // Everybody moves one seat on.
    assert_eq!(one["results"][0]["seats"], serde_json::json!(["Dummy", "Demo", "Null", "Demo"]));
    assert_eq!(one["results"][1]["seats"], serde_json::json!(["Demo", "Dummy", "Demo", "Null"]));
    assert_eq!(one["results"][5]["seed"], 45);
    let totals =
        |game: &Value| game["scores"].as_array().unwrap().iter().filter_map(Value::as_i64).sum::<i64>();
    assert!(one["results"].as_array().unwrap().iter().all(|game| totals(game) == 4008));
}

#[test]
fn results_are_those_of_the_game_command_and_written_only_when_asked() {
    let folder = std::env::temp_dir().join(format!("joust-match-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let games = folder.join("games");
    let run = |words: &[&str]| {
        let output =
            Command::new(env!("CARGO_BIN_EXE_joust")).args(words).current_dir(&folder).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        output
    };
    run(&["match", "madmax", "Demo", "Null", "Null", "Null", "--games", "1", "--quiet"]);
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 0);
    run(&[
        "match",
        "madmax",
        "Demo",
        "Null",
        "Null",
        "Null",
        "--games",
        "2",
        "--quiet",
        "--results",
        "games",
    ]);
    let config = run(&["game", "--example-config"]);
    std::fs::write(folder.join("default.cnf"), config.stdout).unwrap();
    let same = run(&["game", "Null", "Demo", "Null", "Null", "-s2", "-i", "default.cnf", "-q"]);
    assert_eq!(std::fs::read(games.join("2.res")).unwrap(), same.stdout);
    assert_eq!(std::fs::read_dir(&games).unwrap().count(), 2);
    std::fs::remove_dir_all(&folder).unwrap();
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_the_match_with_the_standings_so_far() {
    use std::process::Stdio;
    let child = Command::new(env!("CARGO_BIN_EXE_joust"))
        .args(["match", "madmax", "Null", "Demo", "Demo", "Null", "--games", "1000000", "--concurrency", "1"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    std::thread::sleep(std::time::Duration::from_millis(1500));
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(killed.success());
    // A match that does not heed the interrupt must not hold up the tests for ever.
    let id = child.id().to_string();
    let (over, waits) = std::sync::mpsc::channel::<()>();
    let guard = std::thread::spawn(move || {
        if waits.recv_timeout(std::time::Duration::from_mins(1)).is_err() {
            let _ = Command::new("kill").args(["-KILL", &id]).status();
        }
    });
    let output = child.wait_with_output().unwrap();
    let _ = over.send(());
    guard.join().unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(130));
    assert!(text.contains(" of 1000000 games") && text.contains("mean score"), "{text}");
    let played: u32 = text.split(' ').next().unwrap().parse().unwrap();
    assert!(played > 0, "{text}");
}
