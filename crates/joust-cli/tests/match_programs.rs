//! The record of a match says which programs played: a changed one is noticed by the next match and by
//! `joust verify`.

#![cfg(target_os = "linux")]

use serde_json::Value;
use std::path::Path;
use std::process::{Command, Output};

fn joust(folder: &Path, words: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_joust")).args(words).current_dir(folder).output().unwrap()
}

fn said(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// A bot that answers every turn with this action.
fn bot(action: &str) -> String {
    let hello = r#"{"type":"hello","protocol":1}"#;
    let action = format!(r#"{{"type":"action","action":"{action}"}}"#);
    format!(
        "while read -r line; do case $line in *hello*) echo '{hello}' ;; *turn*) echo '{action}' ;; esac; done\n"
    )
}

/// Plays a match whose first player is this program, and changes the program afterwards.
fn check(game: &str, player: &str, script: &str, others: &[&str]) {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let play = |games: &str| {
        let more = ["--games", games, "--record", "m.jsonl", "--quiet", "--concurrency", "1"];
        joust(folder.path(), &[&["match", game, player][..], others, &more].concat())
    };
    let verify = || said(&joust(folder.path(), &["verify", "m.jsonl"]).stdout);
    std::fs::write(at("bot.sh"), script).unwrap();
    let begun = play("2");
    assert!(at("m.jsonl").exists(), "{}", said(&begun.stderr));
    let whole = std::fs::read_to_string(at("m.jsonl")).unwrap();
    let about: Value = serde_json::from_str(whole.lines().next().unwrap()).unwrap();
    let (name, hash) = about["programs"].as_object().unwrap().iter().next().unwrap();
    assert_eq!((about["players"][0].as_str().unwrap(), hash.as_str().unwrap().len()), (name.as_str(), 64));
    let quoted = format!("`{name}`");
    assert!(!verify().contains(&quoted), "{}", verify());
    let on = play("4");
    assert_eq!(on.status.code(), begun.status.code(), "{}", said(&on.stderr));

    // It goes on with no other program, and the games stay as they are.
    let record = std::fs::read_to_string(at("m.jsonl")).unwrap();
    assert_eq!(record.lines().count(), 5, "{record}");
    std::fs::write(at("bot.sh"), format!("{script}# better\n")).unwrap();
    let changed = play("6");
    let why = said(&changed.stderr);
    assert!(
        changed.status.code() == Some(2) && why.contains(&format!("other programs of {quoted}")),
        "{why}"
    );
    assert_eq!(std::fs::read_to_string(at("m.jsonl")).unwrap(), record);
    let told = verify();
    assert!(told.ends_with(&format!("; {quoted} has changed since\n")), "{told}");
    let report = joust(folder.path(), &["verify", "m.jsonl", "--json"]);
    let report: Value = serde_json::from_slice(&report.stdout).unwrap();
    let found = &report["records"][0];
    assert_eq!(
        (&found["ok"], &found["changed"][0]["player"]),
        (&true.into(), &name.as_str().into()),
        "{report}"
    );
    assert_eq!(found["changed"][0]["sha256"], *hash);
    assert!(found["changed"][0]["now"].as_str().is_some_and(|now| now.len() == 64 && now != hash));

    std::fs::remove_file(at("bot.sh")).unwrap();
    let told = verify();
    assert!(told.ends_with(&format!("; the program of {quoted} is not here\n")), "{told}");

    // The record of an earlier build has no hashes, and goes on.
    std::fs::write(at("bot.sh"), script).unwrap();
    let mut about = about.clone();
    about.as_object_mut().unwrap().remove("programs");
    let earlier: Vec<String> =
        std::iter::once(about.to_string()).chain(record.lines().skip(1).map(str::to_owned)).collect();
    std::fs::write(at("m.jsonl"), earlier.join("\n") + "\n").unwrap();
    let on = play("6");
    let told = said(&on.stderr);
    assert_eq!(on.status.code(), begun.status.code(), "{told}");
    assert!(told.contains("does not say which programs played"), "{told}");
    assert_eq!(std::fs::read_to_string(at("m.jsonl")).unwrap().lines().count(), 7);
}

#[test]
fn a_changed_bot_of_a_duel_is_noticed() {
    check("wargame", "cmd:sh bot.sh", &bot("drop-A1"), &["random", "--board", "tiny"]);
}

#[test]
fn a_changed_program_behind_line_is_noticed() {
    check("mad", "line:sh bot.sh", "while read -r line; do echo pass; done\n", &["random"]);
}

#[test]
fn a_changed_bot_of_mad_max_is_noticed() {
    check("madmax", "cmd:sh bot.sh", &bot("-"), &["Null", "Null", "Null"]);
}

/// Names of programs tell nothing about built-in players, which do not change.
#[test]
fn built_in_players_have_no_hashes() {
    let folder = tempfile::tempdir().unwrap();
    let words = ["match", "mad", "random", "minimax:1", "--games", "2", "--record", "m.jsonl", "--quiet"];
    assert!(joust(folder.path(), &words).status.success());
    let record = std::fs::read_to_string(folder.path().join("m.jsonl")).unwrap();
    assert!(!record.contains("programs") && !record.contains("modules"), "{record}");
}

/// A death in Mad Max has the kind of its fault, as a fault in a duel has.
#[test]
fn a_death_has_the_kind_of_its_fault() {
    let folder = tempfile::tempdir().unwrap();
    for (name, script, kind) in [
        ("crashes.sh", "exit 3\n".to_owned(), "crashed"),
        ("leaves.sh", bot("-").replace("*turn*)", "*turn*) exit 0;"), "closed"),
        ("babbles.sh", bot("dance"), "illegal"),
    ] {
        std::fs::write(folder.path().join(name), script).unwrap();
        let player = format!("cmd:sh {name}");
        let words = ["match", "madmax", &player, "Null", "Null", "Null", "--games", "1", "--json", "--quiet"];
        let played = joust(folder.path(), &words);
        assert_eq!(played.status.code(), Some(1), "{}", said(&played.stderr));
        let report: Value = serde_json::from_slice(&played.stdout).unwrap();
        assert_eq!(report["results"][0]["deaths"][0]["kind"], kind, "{report}");
    }
}
