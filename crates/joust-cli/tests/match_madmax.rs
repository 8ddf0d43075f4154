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

/// Each seed is played in every seat, and the match ends at the same game for any number of threads.
#[test]
fn a_sequential_test_of_four_seats_plays_blocks_until_it_is_clear() {
    let words = ["Demo", "Null", "Null", "Null", "--sprt", "--seed", "5", "--concurrency"];
    let one = json(&[&words[..], &["1"]].concat());
    assert_eq!(one, json(&[&words[..], &["3"]].concat()));
    let (sprt, games) = (&one["sprt"], one["results"].as_array().unwrap());
    assert_eq!((&sprt["verdict"], &sprt["elo1"], &sprt["alpha"]), (&"H1".into(), &50.0.into(), &0.05.into()));
    assert!(sprt["superiority"].as_f64().unwrap() > 0.95, "{sprt}");
    assert_eq!((games.len() / 4, games.len() % 4), (sprt["trials"].as_u64().unwrap() as usize, 0));
    for (number, game) in games.iter().enumerate() {
        assert_eq!(game["seed"], 5 + number / 4, "{game}");
        assert_eq!(game["seats"][number % 4], "Demo", "{game}");
    }
    let text = joust(&["Null", "Demo", "Demo", "Demo", "--sprt=-20,20", "--alpha", "0.1", "--quiet"]);
    let text = String::from_utf8_lossy(&text.stdout).into_owned();
    assert!(
        text.contains("sequential test: H0 after ")
            && text.contains("(a gain of -20 Elo, if all opponents are as strong"),
        "{text}"
    );
    assert!(text.contains("each seed is played once in every seat"), "{text}");
    assert!(text.contains("likelihood of superiority: "), "{text}");
    // The kit shows these words with other numbers, and breaks the line.
    let readme = include_str!("../../../kits/madmax-cpp/README.md");
    let shown = readme.split_once("```text\nsequential test").unwrap().1.split_once("```").unwrap().0;
    let printed = text.split_once("\nsequential test").unwrap().1;
    let words = |text: &str| text.split_whitespace().map(without_numbers).collect::<Vec<_>>();
    assert!(words(printed).starts_with(&words(shown)), "{text}");
}

/// A word without its digits, if it has some.
fn without_numbers(word: &str) -> String {
    let has_digits = word.contains(|c: char| c.is_ascii_digit());
    word.chars().filter(|c| !has_digits || !matches!(c, '0'..='9' | '.' | '-')).collect()
}

#[test]
fn a_sequential_test_continues_its_own_record_and_no_other() {
    let folder = tempfile::tempdir().unwrap();
    let record = folder.path().join("test.jsonl");
    let record = record.to_str().unwrap();
    let words = ["Demo", "Null", "Null", "Null", "--sprt", "0,100"];
    let whole = json(&words);
    let part = json(&[&words[..], &["--games", "12", "--record", record]].concat());
    assert_eq!((&part["sprt"]["verdict"], &part["sprt"]["over"]), (&"open".into(), &false.into()));
    assert_eq!(json(&[&words[..], &["--record", record]].concat()), whole);
    let other = joust(&["Demo", "Null", "Null", "Null", "--games", "12", "--record", record]);
    let said = String::from_utf8_lossy(&other.stderr).into_owned();
    assert!(said.contains("blocks: true there, nothing here"), "{said}");
    let odd = joust(&["Demo", "Null", "Null", "Null", "--games", "6", "--sprt"]);
    assert!(String::from_utf8_lossy(&odd.stderr).contains("a multiple of 4"));
    let results = folder.path().join("results");
    json(&[&words[..], &["--games", "4", "--results", results.to_str().unwrap()]].concat());
    assert!(results.join("1-0.res").exists() && results.join("1-3.res").exists());
}
