//! `joust bot check`: how many games it plays, and which bots it refuses.

#[path = "../../joust-sandbox/tests/modules/fixture.rs"]
#[expect(dead_code, reason = "other tests use the rest")]
mod fixture;

use fixture::{Fixture, unless_over};
use serde_json::Value;
use std::path::Path;
use std::process::{Command, Output};

fn check(folder: &Path, words: &[&str]) -> Output {
    let mut joust = Command::new(env!("CARGO_BIN_EXE_joust"));
    joust.args(["bot", "check"]).args(words).args(["--quiet", "--json"]);
    joust.current_dir(folder).env("XDG_CACHE_HOME", folder.join("cache")).output().unwrap()
}

/// The report and what is said of a check with an exit code.
fn report(folder: &Path, words: &[&str], code: i32) -> (Value, String) {
    let output = check(folder, words);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(code), "{words:?}: {said}");
    (serde_json::from_slice(&output.stdout).unwrap(), said)
}

#[test]
fn a_bot_that_plays_one_game_plays_it_fifty_times() {
    let folder = tempfile::tempdir().unwrap();
    let (report, _) = report(folder.path(), &["random", "--game", "wargame"], 0);
    assert_eq!(
        (report["games"][0]["played"].as_u64(), &report["games"][0]["repeats"]),
        (Some(50), &true.into())
    );
}

#[test]
fn a_bot_of_mad_max_plays_fifty_battles_and_knows_its_shares() {
    let folder = tempfile::tempdir().unwrap();
    let idle = Fixture { action: "-", turn: &unless_over("(call $pass)"), ..Fixture::default() };
    std::fs::write(folder.path().join("idle.wasm"), idle.bytes()).unwrap();
    let (report, _) = report(folder.path(), &["idle.wasm", "--game", "madmax"], 0);
    let battles = &report["games"][0];
    assert_eq!(battles["played"].as_u64(), Some(50));
    // Half a megabyte of the usual limit.
    assert_eq!(battles["memory_share"].as_f64(), Some(0.5 / 256.0));
    assert!(battles["fuel_share"].as_f64().unwrap() > 0.0);
}

#[test]
fn bots_that_fail_are_refused_and_the_first_problem_is_explained() {
    let folder = tempfile::tempdir().unwrap();
    let exit = r#"(import "wasi_snapshot_preview1" "proc_exit" (func $exit (param i32)))"#;
    let spins = "(loop $again (br $again)) unreachable";
    // The second game ends after fewer turns than this, so every check meets its end.
    let at_the_end =
        "(if (i32.eq (i32.load8_u (i32.const 131081)) (i32.const 101)) (then unreachable)) (call $pass)";
    for (name, fixture, problem) in [
        ("spins", Fixture { turn: spins, ..Fixture::default() }, "used up its fuel"),
        ("traps", Fixture { turn: "unreachable", ..Fixture::default() }, "aborted"),
        (
            "exits",
            Fixture { imports: exit, turn: "(call $exit (i32.const 3)) (call $pass)", ..Fixture::default() },
            "called exit(3)",
        ),
        ("babbles", Fixture { action: "Z9", ..Fixture::default() }, "wanted `Z9`"),
        (
            "answers",
            Fixture { action: "-", ..Fixture::default() },
            "answered `end` with `{\"type\":\"action\"",
        ),
        (
            "late",
            Fixture { action: "-", turn: at_the_end, ..Fixture::default() },
            "after game 0 of madmax was over",
        ),
    ] {
        std::fs::write(folder.path().join(format!("{name}.wasm")), fixture.bytes()).unwrap();
        let game = if fixture.action == "-" { "madmax" } else { "mad" };
        let (report, said) = report(folder.path(), &[&format!("{name}.wasm"), "--game", game], 1);
        let told = report["games"][0]["problem"].as_str().unwrap();
        assert!(told.contains(problem) && said.contains(problem), "{name}: {told}: {said}");
        assert!(
            said.starts_with(&format!("error: {name}.wasm ")) || said.contains(&format!("{name}.wasm ")),
            "{said}"
        );
    }
}

/// The first game says whether a bot plays; the second one is played in the other seat.
#[cfg(target_os = "linux")]
#[test]
fn a_bot_that_refuses_later_has_a_problem_with_any_number_of_games_at_a_time() {
    let folder = tempfile::tempdir().unwrap();
    let bot = "read -r hello\ncase $hello in\n  *'\"seat\":1'*) games='\"mad\"' ;;\n  *) games= ;;\nesac\n\
               echo '{\"type\":\"hello\",\"protocol\":1,\"games\":['\"$games\"']}'\n\
               while read -r line; do\n  case $line in *'\"type\":\"turn\"'*)\n    \
                 move=${line#*'\"moves\":[\"'}\n    \
                 echo '{\"type\":\"action\",\"action\":\"'\"${move%%'\"'*}\"'\"}' ;;\n  esac\ndone\n";
    std::fs::write(folder.path().join("bot.sh"), bot).unwrap();
    let words = ["cmd:sh bot.sh", "--game", "wargame", "--concurrency"];
    let found = ["1", "4"].map(|threads| {
        let (report, said) = report(folder.path(), &[&words[..], &[threads]].concat(), 1);
        let game = &report["games"][0];
        assert_eq!((game["played"].as_u64(), &game["declined"]), (Some(2), &false.into()), "{report:#}");
        assert!(said.contains("cannot play here: it plays mad, before its first turn of game 1"), "{said}");
        game["problem"].clone()
    });
    assert_eq!(found[0], found[1]);
}

/// A process is different in every run: its clock and its number are.
#[cfg(target_os = "linux")]
#[test]
fn a_bot_that_does_not_repeat_itself_is_refused() {
    if Command::new("python3").arg("--version").output().is_err() {
        eprintln!("not tested: python3 is not installed");
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let bot = |choose: &str, note: &str| {
        format!(
            "import json, sys, time, random\n\
             def say(**message):\n    print(json.dumps(message), flush=True)\n\
             for line in sys.stdin:\n    \
                 message = json.loads(line)\n    \
                 if message['type'] == 'hello':\n        say(type='hello', protocol=1)\n    \
                 elif message['type'] == 'turn':\n        \
                     moves = message['state']['moves']\n        \
                     say(type='note', text={note})\n        \
                     say(type='action', action={choose})\n"
        )
    };
    let write = |name: &str, text: String| std::fs::write(folder.path().join(name), text).unwrap();
    write("moves.py", bot("random.choice(moves)", "'x'"));
    write("notes.py", bot("moves[0]", "str(time.time_ns())"));
    write("same.py", bot("moves[0]", "'x'"));
    for (name, problem) in [
        ("moves.py", "does not repeat itself in wargame: with one seed, action "),
        ("notes.py", "does not repeat itself in wargame: it made other notes"),
    ] {
        let words =
            [format!("cmd:python3 {name}"), "--game".to_owned(), "wargame".to_owned(), "--quick".to_owned()];
        let (_, said) = report(folder.path(), &words.each_ref().map(String::as_str), 1);
        assert!(said.contains(problem), "{said}");
    }
    let (report, _) = report(folder.path(), &["cmd:python3 same.py", "--game", "wargame", "--quick"], 0);
    assert!(report["games"][0]["time_share"].as_f64().unwrap() > 0.0);
}
