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
