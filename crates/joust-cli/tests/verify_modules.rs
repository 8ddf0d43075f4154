//! Journals of modules, which `joust verify` executes again.

#[path = "../../joust-sandbox/tests/modules/fixture.rs"]
#[expect(dead_code, reason = "other tests use the rest")]
mod fixture;

use fixture::{Fixture, first_move};
use std::path::Path;
use std::process::{Command, Output};

/// A module that draws a random number in every turn, and notes it.
fn draws(action: &str) -> Fixture<'_> {
    Fixture {
        imports: r#"(import "wasi_snapshot_preview1" "random_get" (func $random (param i32 i32) (result i32)))"#,
        turn: "(drop (call $random (i32.const 4096) (i32.const 8))) (call $note (i64.load (i32.const 4096)))",
        action,
        ..Fixture::default()
    }
}

fn joust(folder: &Path, words: &[&str]) -> Output {
    let mut joust = Command::new(env!("CARGO_BIN_EXE_joust"));
    joust.args(words).current_dir(folder).env("XDG_CACHE_HOME", folder.join("cache")).output().unwrap()
}

/// The exit code and the output of `joust verify`.
fn verify(folder: &Path, words: &[&str]) -> (Option<i32>, String) {
    let output = joust(folder, &[&["verify", "games.jsonl"][..], words].concat());
    (output.status.code(), String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Plays a match with a module, and finds every change of its journal and of the module.
fn check(game: &str, fixture: &Fixture<'_>, others: &[&str]) {
    let folder = tempfile::tempdir().unwrap();
    let (module, journal) = (folder.path().join("bot.wasm"), folder.path().join("games.jsonl"));
    std::fs::write(&module, fixture.bytes()).unwrap();
    let words =
        [&["match", game, "bot.wasm"][..], others, &["--games", "4", "--record", "games.jsonl", "--quiet"]];
    let played = joust(folder.path(), &words.concat());
    assert!(played.status.success(), "{}", String::from_utf8_lossy(&played.stderr));
    let (code, said) = verify(folder.path(), &[]);
    assert!(code == Some(0) && said.ends_with("played again, all came out alike\n"), "{code:?}: {said}");

    let whole = std::fs::read_to_string(&journal).unwrap();
    assert_eq!(whole.lines().count(), 5, "{whole}");
    let (head, line) = whole.split_once('\n').unwrap();
    assert!(head.contains("\"modules\":{\"bot.wasm\":\""), "{head}");
    // Another number of units of fuel.
    let at = line.find("\"fuel\":[[").unwrap_or_else(|| panic!("{line}"));
    let digit = at + line[at..].find(|c: char| c.is_ascii_digit()).unwrap();
    let other = if &line[digit..=digit] == "7" { "8" } else { "7" };
    let changed = format!("{head}\n{}{other}{}", &line[..digit], &line[digit + 1..]);
    std::fs::write(&journal, changed).unwrap();
    let (code, said) = verify(folder.path(), &[]);
    assert!(code == Some(1) && said.contains("units of fuel, not "), "{code:?}: {said}");
    // Another note.
    let at = whole.find("\"notes\":[").unwrap();
    let at = at + whole[at..].find("\"text\":\"").unwrap() + "\"text\":\"".len();
    let other = if &whole[at..=at] == "A" { "B" } else { "A" };
    std::fs::write(&journal, format!("{}{other}{}", &whole[..at], &whole[at + 1..])).unwrap();
    let (code, said) = verify(folder.path(), &[]);
    assert!(code == Some(1) && said.contains("notes are others"), "{code:?}: {said}");
    // Another module of the same name: it is not taken for the one that played.
    std::fs::write(&journal, &whole).unwrap();
    let items = format!("{} (func $more)", fixture.items);
    std::fs::write(&module, Fixture { items: &items, ..*fixture }.bytes()).unwrap();
    let why = "not played again: `bot.wasm` is not the module that played\n";
    let (code, said) = verify(folder.path(), &[]);
    assert!(code == Some(0) && said.ends_with(why), "{code:?}: {said}");
    // The user wanted it played again, and that is impossible.
    let (code, said) = verify(folder.path(), &["--again"]);
    assert!(code == Some(1) && said.contains("is not the module that played"), "{code:?}: {said}");
    std::fs::remove_file(&module).unwrap();
    let (code, said) = verify(folder.path(), &["--again"]);
    assert!(code == Some(1) && said.contains("not played again: "), "{code:?}: {said}");
}

#[test]
fn a_journal_of_duels_with_a_module_is_executed_again() {
    let first = Fixture { items: &first_move(), turn: "(call $first)", ..Fixture::default() };
    check("mad", &first, &["random"]);
}

#[test]
fn a_journal_of_mad_max_with_a_module_is_executed_again() {
    check("madmax", &draws("-"), &["Dummy", "Dummy", "Null"]);
}

/// A tournament of two equal modules and a built-in player, in a folder.
fn cup() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let first = Fixture { items: &first_move(), turn: "(call $first)", ..Fixture::default() };
    std::fs::create_dir(folder.path().join("bots")).unwrap();
    std::fs::write(folder.path().join("bots/ada.wasm"), first.bytes()).unwrap();
    let file = "game = \"mad\"\nparticipants = [{ name = \"Ada\", player = \"bots/ada.wasm\" }, \"random\"]\n\
                format = { kind = \"round-robin\", games = 4 }\n";
    std::fs::write(folder.path().join("cup.toml"), file).unwrap();
    let played = joust(folder.path(), &["tournament", "cup.toml", "--quiet"]);
    assert!(played.status.success(), "{}", String::from_utf8_lossy(&played.stderr));
    folder
}

/// The exit code and the output of `joust tournament verify`.
fn verify_cup(folder: &Path, words: &[&str]) -> (Option<i32>, String) {
    let output = joust(folder, &[&["tournament", "verify", "--quiet"][..], words].concat());
    (output.status.code(), String::from_utf8_lossy(&output.stdout).into_owned())
}

#[test]
fn a_tournament_is_played_again_with_its_modules_wherever_they_are() {
    let folder = cup();
    let alike = "4 games, 4 played again; all came out alike\n";
    let (code, said) = verify_cup(folder.path(), &["cup.toml"]);
    assert!(code == Some(0) && said.ends_with(alike), "{code:?}: {said}");
    // The file has moved, and has another name.
    std::fs::rename(folder.path().join("bots"), folder.path().join("kept")).unwrap();
    std::fs::rename(folder.path().join("kept/ada.wasm"), folder.path().join("kept/7.wasm")).unwrap();
    let (code, said) = verify_cup(folder.path(), &["cup.journal"]);
    assert!(
        code == Some(1) && said.contains("`Ada` cannot play again: no file has the SHA-256"),
        "{code:?}: {said}"
    );
    assert!(said.contains("4 replayed by the rules"), "{said}");
    let (code, said) = verify_cup(folder.path(), &["cup.journal", "--modules", "."]);
    assert!(code == Some(0) && said.ends_with(alike), "{code:?}: {said}");
    // A result is forged.
    let journal = folder.path().join("cup.journal");
    let text = std::fs::read_to_string(&journal).unwrap();
    let (before, rest) = text.split_once("\"result\":\"").unwrap();
    let (result, rest) = rest.split_once('"').unwrap();
    let other = if result == "1-0" { "0-1" } else { "1-0" };
    std::fs::write(&journal, format!("{before}\"result\":\"{other}\"{rest}")).unwrap();
    let (code, said) = verify_cup(folder.path(), &["cup.toml", "--modules", "kept", "--json"]);
    let answer: serde_json::Value = serde_json::from_str(&said).unwrap();
    assert_eq!((code, &answer["ok"]), (Some(1), &false.into()), "{said}");
    let found = answer["journals"][0]["deviations"].as_array().unwrap();
    assert!(found.len() == 1 && found[0]["what"].as_str().unwrap().contains("its result is"), "{said}");
}

#[test]
fn the_archive_of_a_contest_is_verified_packed_and_unpacked() {
    let (folder, cup) = (tempfile::tempdir().unwrap(), cup());
    let archive = folder.path().join("archive");
    for part in ["rounds", "versions/3", "games"] {
        std::fs::create_dir_all(archive.join(part)).unwrap();
    }
    std::fs::rename(cup.path().join("cup.journal"), archive.join("rounds/round-1.journal")).unwrap();
    std::fs::rename(cup.path().join("bots/ada.wasm"), archive.join("versions/3/ada.wasm")).unwrap();
    std::fs::write(archive.join("games/game-1.mad"), "[Game \"mad\"]\n\n1. pass pass *\n").unwrap();
    let pack = || {
        let file = std::fs::File::create(folder.path().join("archive.tar.gz")).unwrap();
        let mut tar = tar::Builder::new(flate2::write::GzEncoder::new(file, flate2::Compression::fast()));
        tar.append_dir_all("", &archive).unwrap();
        tar.into_inner().unwrap().finish().unwrap();
    };
    pack();
    for name in ["archive", "archive.tar.gz"] {
        let (code, said) = verify_cup(folder.path(), &[name]);
        assert!(code == Some(0) && said.contains("4 games, 4 played again; all came out alike"), "{said}");
        assert!(said.ends_with("1 single game by the rules\n"), "{said}");
    }
    // A record of the ladder is forged.
    std::fs::write(archive.join("games/game-1.mad"), "[Game \"mad\"]\n\n1. pass pass 1-0\n").unwrap();
    pack();
    for name in ["archive", "archive.tar.gz"] {
        let (code, said) = verify_cup(folder.path(), &[name]);
        assert!(code == Some(1) && said.contains("game-1.mad: wrong: "), "{code:?}: {said}");
    }
    std::fs::remove_dir_all(archive.join("versions")).unwrap();
    let (code, said) = verify_cup(folder.path(), &["archive/rounds/round-1.journal"]);
    assert!(code == Some(1) && said.contains("cannot play again"), "{code:?}: {said}");
    let (code, _) = verify_cup(folder.path(), &["."]);
    assert_eq!(code, Some(2), "a folder without journals");
}
