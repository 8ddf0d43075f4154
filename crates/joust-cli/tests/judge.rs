//! Games of modules under the limits of a judge.

#[path = "../../joust-sandbox/tests/modules/fixture.rs"]
#[expect(dead_code, reason = "other tests use the rest")]
mod fixture;

use fixture::{Fixture, quoted};
use joust_madmax::{Block, ResultReader};
use serde_json::Value;
use std::path::Path;
use std::process::{Command, Output};

const RANDOM: &str =
    r#"(import "wasi_snapshot_preview1" "random_get" (func $random (param i32 i32) (result i32)))"#;
const WRITE: &str =
    r#"(import "wasi_snapshot_preview1" "fd_write" (func $write (param i32 i32 i32 i32) (result i32)))"#;
/// A loop of a million rounds.
const SPIN: &str = "(func $spin (local $n i32) (local.set $n (i32.const 1000000))
    (loop $again (br_if $again (local.tee $n (i32.sub (local.get $n) (i32.const 1))))))";

/// A folder with modules and a short game.
struct Folder(tempfile::TempDir);

impl Folder {
    fn new(rounds: u32) -> Folder {
        let folder = Folder(tempfile::tempdir().unwrap());
        let config = Command::new(env!("CARGO_BIN_EXE_joust")).args(["game", "--example-config"]).output();
        let config = String::from_utf8(config.unwrap().stdout).unwrap();
        let short: Vec<String> = config
            .lines()
            .map(|line| match line.split_whitespace().next() {
                Some("NB_ROUNDS" | "nb_rounds") => line.replace("500", &rounds.to_string()),
                _ => line.to_owned(),
            })
            .collect();
        assert_ne!(short.join("\n"), config.trim_end());
        std::fs::write(folder.path().join("short.cnf"), short.join("\n") + "\n").unwrap();
        folder
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    fn module(&self, name: &str, fixture: &Fixture<'_>) {
        let fixture = Fixture { action: "-", ..*fixture };
        std::fs::write(self.path().join(name), fixture.bytes()).unwrap();
    }

    fn joust(&self) -> Command {
        let mut joust = Command::new(env!("CARGO_BIN_EXE_joust"));
        joust.current_dir(self.path()).env("XDG_CACHE_HOME", self.path().join("cache"));
        joust
    }

    /// A judged game of a module against three of Dummy.
    fn judge(&self, word: &str, seed: &str) -> Output {
        let words = ["game", "--judge", word, "Dummy", "Dummy", "Dummy", "-s", seed];
        let files = ["-i", "short.cnf", "-o", "judge.res", "--quiet", "--json"];
        self.joust().args(words).args(files).output().unwrap()
    }

    fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path().join(name)).unwrap()
    }
}

fn document(output: &Output) -> Value {
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{:?}: {told}", output.status);
    serde_json::from_slice(&output.stdout).unwrap()
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn a_judge_writes_the_growing_share_the_notes_and_the_fuel_of_every_round() {
    let folder = Folder::new(12);
    // It draws a random number in every round, notes it, and computes for a while.
    let draws = "(drop (call $random (i32.const 4096) (i32.const 8))) (call $spin)
        (call $note (i64.load (i32.const 4096)))";
    folder.module("Foo.wasm", &Fixture { imports: RANDOM, items: SPIN, turn: draws, ..Fixture::default() });
    let told = folder.judge("Foo.wasm", "30");
    let judged = document(&told);
    let foo = &judged["players"][0];
    assert_eq!((foo["name"].as_str(), foo["hash"].as_str().map(str::len)), (Some("Foo"), Some(64)));
    assert_eq!(judged["players"][1]["fuel"], Value::Null);
    let rounds: Vec<u64> =
        foo["fuel"]["rounds"].as_array().unwrap().iter().map(|fuel| fuel.as_u64().unwrap()).collect();
    let (start, used) = (foo["fuel"]["start"].as_u64().unwrap(), foo["fuel"]["used"].as_u64().unwrap());
    assert_eq!((rounds.len(), start + rounds.iter().sum::<u64>()), (12, used));
    assert!(said(&told).contains("player 0 (Foo) used "), "{}", said(&told));
    assert!(said(&told).contains("  after round"), "{}", said(&told));

    let result = folder.read("judge.res");
    assert!(result.starts_with("SecGame\n"), "{}", &result[..40]);
    let mut shares = Vec::new();
    for block in ResultReader::new(result.as_bytes()).unwrap() {
        if let Block::State(state) = block.unwrap() {
            shares.push(state.status[0]);
        }
    }
    assert_eq!(shares.len(), 13);
    assert!(shares.windows(2).all(|two| two[0] < two[1]), "{shares:?}");
    let share = foo["fuel"]["share"].as_f64().unwrap();
    assert!((shares[12] - share).abs() < 1e-3, "{shares:?} beside {share}");

    let notes = folder.read("judge.res.notes");
    assert_eq!(notes.lines().count(), 12);
    assert!(notes.starts_with("0 0 -1 -1 "), "{notes}");
    // The seed of the game decides what a module draws.
    document(&folder.judge("Foo.wasm", "31"));
    assert_ne!(folder.read("judge.res.notes"), notes);
    document(&folder.judge("Foo.wasm", "30"));
    assert_eq!((folder.read("judge.res.notes"), folder.read("judge.res")), (notes, result));
}

#[test]
fn a_player_that_runs_out_of_fuel_is_told_that_it_used_all() {
    let folder = Folder::new(6);
    let third =
        "(if (i32.eq (global.get $calls) (i32.const 4)) (then (loop $again (br $again)))) (call $pass)";
    folder.module("Foo.wasm", &Fixture { turn: third, ..Fixture::default() });
    let told = folder.judge("Foo.wasm", "30");
    let judged = document(&told);
    let foo = &judged["players"][0];
    assert_eq!(
        (foo["fault"]["kind"].as_str(), foo["fault"]["turn"].as_u64()),
        (Some("out-of-fuel"), Some(2))
    );
    assert_eq!(foo["fuel"]["share"].as_f64(), Some(1.0));
    assert_eq!(foo["fuel"]["rounds"].as_array().unwrap().len(), 3);
    assert!(said(&told).contains("player 0 (Foo) used 100.00 % of its 3 s"), "{}", said(&told));
}

#[test]
fn a_player_hears_the_end_of_its_game() {
    let folder = Folder::new(2);
    let items = format!(
        r#"(data (i32.const 4096) "{}") (data (i32.const 4200) "\00\10\00\00\0a\00\00\00")"#,
        quoted("it is over")
    );
    let turn = "(if (i32.eq (global.get $calls) (i32.const 4))
            (then (drop (call $write (i32.const 2) (i32.const 4200) (i32.const 1) (i32.const 4300)))))
        (call $pass)";
    folder.module("Foo.wasm", &Fixture { imports: WRITE, items: &items, turn, ..Fixture::default() });
    let told = folder.judge("Foo.wasm", "30");
    document(&told);
    assert!(said(&told).contains("it is over"), "{}", said(&told));
}

#[test]
fn the_options_of_a_module_do_not_raise_the_limit() {
    let folder = Folder::new(2);
    folder.module("Foo.wasm", &Fixture::default());
    let told = folder.judge("Foo.wasm,bank=99999999999999", "30");
    assert_eq!(told.status.code(), Some(1));
    assert!(said(&told).contains("a judge sets the fuel"), "{}", said(&told));
    assert!(!folder.path().join("judge.res").exists());
}

#[test]
fn a_judge_takes_no_limits_of_others() {
    let folder = Folder::new(2);
    folder.module("Foo.wasm", &Fixture::default());
    for limit in ["--time-limit=9", "--wait-limit=9", "--memory-limit=999"] {
        let told = folder.judge(limit, "30");
        assert_eq!(told.status.code(), Some(2), "{}", said(&told));
        assert!(said(&told).contains("--judge has limits of its own"), "{}", said(&told));
        assert!(!folder.path().join("judge.res").exists());
    }
}

/// A machine without address space for the memory of a module: nobody is dead of that, and no result is written.
#[cfg(target_os = "linux")]
#[test]
fn a_game_that_the_machine_spoils_does_not_count() {
    let folder = Folder::new(2);
    folder.module("Foo.wasm", &Fixture::default());
    document(&folder.judge("Foo.wasm", "30"));
    std::fs::remove_file(folder.path().join("judge.res")).unwrap();
    let starved = |words: &[&str]| {
        let mut shell = Command::new("sh");
        shell.args(["-c", "ulimit -v 3000000; exec \"$@\"", "sh", env!("CARGO_BIN_EXE_joust")]).args(words);
        shell.current_dir(folder.path()).env("XDG_CACHE_HOME", folder.path().join("cache")).output().unwrap()
    };
    let words = ["game", "--judge", "Foo.wasm", "Dummy", "Dummy", "Dummy", "-s", "30", "-i", "short.cnf"];
    let told = starved(&[&words[..], &["-o", "judge.res", "--quiet"]].concat());
    assert_eq!(told.status.code(), Some(3), "{}", said(&told));
    let again = said(&told).matches("the game is played again\n").count();
    assert_eq!(again + 1, joust_match::TRIES, "{}", said(&told));
    assert!(said(&told).contains("the game does not count, and no result was written\n"), "{}", said(&told));
    assert!(!said(&told).contains("dead: "), "{}", said(&told));
    assert!(!folder.path().join("judge.res").exists());
    // Neither is it a problem of a bot that is checked.
    let told = starved(&["bot", "check", "Foo.wasm", "--game", "madmax", "--quick", "--quiet"]);
    assert_eq!(told.status.code(), Some(3), "{}", said(&told));
    assert!(said(&told).contains("which is not the fault of its players"), "{}", said(&told));
}
