//! Files of earlier builds (`tests/data/earlier`) are still read, and matches and games go on from them.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

fn earlier(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/data/earlier").join(name)
}

fn joust(words: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_joust")).args(words).stdin(Stdio::null()).output().unwrap()
}

fn told(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

#[test]
fn games_and_journals_verify() {
    for (name, what) in [
        ("mad-match.jsonl", "a match of mad, 4 games"),
        ("mad-fault.jsonl", "2 games, 2 ended by a fault"),
        ("war-match.jsonl", "a match of wargame, 4 games"),
        ("war-optional.jsonl", "a match of wargame, 4 games"),
        ("saved-mad.txt", "3 actions, unfinished"),
        ("clock-mad.txt", "3 actions, unfinished"),
        ("ended-mad.txt", "4 actions, 0-1/2"),
        ("saved-war.txt", "3 actions, unfinished"),
        ("lab-game.war", "4 actions, 1-0"),
        ("battle.jmm", "500 rounds replayed"),
        ("one-round.jmm", "1 round replayed"),
        ("one-round.res.gz", "1 round replayed"),
    ] {
        let output = joust(&["verify", earlier(name).to_str().unwrap()]);
        let text = told(&output);
        assert!(output.status.success() && text.contains(": ok, ") && text.contains(what), "{name}: {text}");
    }
}

/// Its games have scores and no moves.
#[test]
fn a_match_of_mad_max_has_nothing_to_replay() {
    let journal = earlier("madmax-match.jsonl");
    let output = joust(&["verify", journal.to_str().unwrap()]);
    assert!(output.status.success(), "{}", told(&output));
    assert!(told(&output).ends_with(": nothing to replay, a match of madmax, 2 games with scores\n"));
    let output = joust(&["replay", journal.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(1));
    assert!(told(&output).contains("which has scores and no moves"), "{}", told(&output));
}

#[test]
fn a_damaged_line_of_a_journal_is_named() {
    let journal = std::fs::read_to_string(earlier("mad-match.jsonl")).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("damaged.jsonl");
    std::fs::write(&file, journal.replacen("{\"game\":0", "{\"gaXe\":0", 1)).unwrap();
    let output = joust(&["replay", file.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(1), "{}", told(&output));
    assert!(told(&output).contains("no finished game 0, and line 2 is damaged"), "{}", told(&output));
}

#[test]
fn all_files_are_verified_though_one_cannot_be_read() {
    let (good, other) = (earlier("saved-mad.txt"), earlier("lab-game.war"));
    let words = ["verify", good.to_str().unwrap(), "nosuch", other.to_str().unwrap()];
    let output = joust(&words);
    assert_eq!(output.status.code(), Some(2), "{}", told(&output));
    assert_eq!(String::from_utf8_lossy(&output.stdout).matches(": ok, ").count(), 2, "{}", told(&output));
    assert!(told(&output).contains("nosuch: no such file"), "{}", told(&output));
    let json = joust(&[&words[..], &["--json"]].concat());
    let json: serde_json::Value = serde_json::from_slice(&json.stdout).unwrap();
    let ok = json["records"].as_array().unwrap().iter().map(|record| record["ok"].as_bool().unwrap());
    assert_eq!(ok.collect::<Vec<_>>(), [true, false, true]);
}

#[test]
fn stored_results_of_solvers_are_proved_again() {
    for name in ["war.solve", "mad-6x4-1-1.table"] {
        let output = joust(&["solve", "--check", earlier(name).to_str().unwrap(), "--samples", "100"]);
        assert!(output.status.success(), "{name}: {}", told(&output));
    }
}

/// Each match goes on with two games more, and what was played before stays as it was.
#[test]
fn matches_go_on_from_their_journals() {
    for (name, words) in [
        ("mad-match.jsonl", "match mad engine:3 random --games 6 --nodes 500 --seed 7"),
        ("war-match.jsonl", "match wargame alphabeta:2 random --games 6 --board tiny"),
        ("war-optional.jsonl", "match wargame engine:2 random --games 6 --nodes 200 --rules optional-blitz"),
        ("madmax-match.jsonl", "match madmax Dummy Demo Null Demo --games 4"),
    ] {
        let before = std::fs::read_to_string(earlier(name)).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let copy = folder.path().join(name);
        std::fs::write(&copy, &before).unwrap();
        let words: Vec<&str> =
            words.split(' ').chain(["--quiet", "--record", copy.to_str().unwrap()]).collect();
        let output = joust(&words);
        assert!(output.status.success(), "{name}: {}", told(&output));
        let after = std::fs::read_to_string(&copy).unwrap();
        assert!(after.starts_with(&before), "{name}: {after}");
        assert_eq!(after.lines().count(), before.lines().count() + 2, "{name}");
    }
}

/// A saved game is loaded in the terminal, and the next move is made.
#[test]
fn saved_games_are_played_on() {
    for (game, name, next) in [
        ("mad", "saved-mad.txt", "112>211>121"),
        ("mad", "clock-mad.txt", "112>211>121"),
        ("wargame", "saved-war.txt", "drop A1"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let save = folder.path().join("after.txt");
        let mut child = Command::new(env!("CARGO_BIN_EXE_joust"))
            .args(["play", game, "human", "human", "--load", earlier(name).to_str().unwrap()])
            .env("XDG_STATE_HOME", folder.path())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        write!(child.stdin.take().unwrap(), "{next}\nsave {}\nquit\n", save.display()).unwrap();
        let output = child.wait_with_output().unwrap();
        let saved = std::fs::read_to_string(&save).unwrap_or_else(|_| panic!("{name}: {}", told(&output)));
        assert!(saved.contains(&next.replace(' ', "-")), "{name}: {saved}");
    }
}
