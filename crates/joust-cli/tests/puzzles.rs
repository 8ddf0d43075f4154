//! `joust puzzles`: what is mined holds, and what was changed does not.

use std::io::Write;
use std::process::{Command, Output, Stdio};

fn joust(args: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_joust"))
        .arg("puzzles")
        .args(args)
        .env_remove("JOUST_TABLES")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A command that refuses its arguments does not read.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

#[test]
fn mined_puzzles_hold_and_changed_ones_do_not() {
    for args in
        [&["wargame", "--count", "3"][..], &["mad", "--board", "5x5", "--count", "2", "--seed", "7"][..]]
    {
        let mine = || joust(&[&["mine", "--quiet"], args].concat(), "");
        let found = mine();
        assert_eq!(found.status.code(), Some(0), "{}", text(&found.stderr));
        let lines = text(&found.stdout);
        assert_eq!(lines, text(&mine().stdout), "the same seed gives the same puzzles");
        let good = joust(&["check", "-", "--json"], &lines);
        let expected = format!("{{\"puzzles\":{},\"proven\":true,\"wrong\":[]}}\n", lines.lines().count());
        assert_eq!((good.status.code(), text(&good.stdout)), (Some(0), expected));
        // The same puzzle twice is an image of itself.
        let twice = joust(&["check", "-", "--quiet"], &lines.repeat(2));
        assert_eq!(twice.status.code(), Some(1));
        assert!(text(&twice.stdout).contains("is an image of"), "{}", text(&twice.stdout));
        // Another rating, and so another field before the themes.
        let fields: Vec<&str> = lines.lines().next().unwrap().split('\t').collect();
        let changed = lines.replacen(&format!("\t{}\t", fields[8]), "\t9999\t", 1);
        let bad = joust(&["check", "-", "--quiet"], &changed);
        assert_eq!(bad.status.code(), Some(1));
        assert!(text(&bad.stdout).contains("the field rating should be"), "{}", text(&bad.stdout));
    }
    let json = joust(&["mine", "wargame", "--count", "1", "--json", "--quiet"], "");
    let puzzle: serde_json::Value = serde_json::from_slice(&json.stdout).unwrap();
    assert_eq!(puzzle["line"].as_array().unwrap()[0].as_str().map(str::is_empty), Some(false));
}

#[test]
fn nothing_to_check_is_a_mistake() {
    for input in ["", "# only a comment\n", "no puzzle\n"] {
        assert_eq!(joust(&["check", "-"], input).status.code(), Some(2), "{input:?}");
    }
}
