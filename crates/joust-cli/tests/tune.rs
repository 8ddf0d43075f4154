//! `joust tune spsa`: runs that repeat, survive a kill, and tune bots that declare parameters.
#![cfg(unix)]

use serde_json::Value;
use std::fs;
use std::process::{Command, Output, Stdio};
use std::time::Duration;
use tempfile::TempDir;

fn command(place: &TempDir, words: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_joust"));
    command.args(["tune", "spsa"]).args(words).current_dir(place.path()).env_remove("JOUST_TABLES");
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn spsa(place: &TempDir, words: &[&str]) -> Output {
    command(place, words).output().unwrap()
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn report(place: &TempDir, words: &[&str]) -> Value {
    let output = spsa(place, &[words, &["--json", "--quiet"]].concat());
    assert!(output.status.success(), "{words:?}: {}", said(&output));
    serde_json::from_slice(&output.stdout).unwrap()
}

const ENGINE: [&str; 9] =
    ["mad", "engine,nodes=80", "--board", "5x5", "--param", "ship.*", "--pairs", "2", "--iterations"];

#[test]
fn a_run_repeats_itself_on_any_number_of_threads() {
    let place = tempfile::tempdir().unwrap();
    let run = |threads, seed| {
        report(&place, &[&ENGINE[..], &["6", "--concurrency", threads, "--seed", seed]].concat())
    };
    let one = run("1", "1");
    assert_eq!(one, run("3", "1"));
    assert_ne!(one["parameters"], run("1", "2")["parameters"]);
    assert_eq!((&one["iterations"], &one["games"], &one["stopped"]), (&6.into(), &24.into(), &false.into()));
    for parameter in one["parameters"].as_array().unwrap() {
        let number = |key: &str| parameter[key].as_f64().unwrap();
        assert!((number("min")..=number("max")).contains(&number("value")) && number("value").fract() == 0.0);
        assert!(parameter["name"].as_str().unwrap().starts_with("ship."));
    }
}

#[test]
fn a_killed_run_goes_on_to_the_same_values() {
    let whole =
        report(&tempfile::tempdir().unwrap(), &[&ENGINE[..], &["12", "--record", "t.jsonl"]].concat());
    let place = tempfile::tempdir().unwrap();
    let words = [&ENGINE[..], &["12", "--record", "t.jsonl", "--quiet"]].concat();
    let path = place.path().join("t.jsonl");
    let games = || fs::read_to_string(&path).unwrap_or_default().lines().count();
    // A kill comes as soon as there are some more games, however fast the machine is.
    for more in [1, 3, 9, 2, 6, 4] {
        let (mut child, kept) = (command(&place, &words).spawn().unwrap(), games());
        while games() < kept + more && child.try_wait().unwrap().is_none() {
            std::thread::sleep(Duration::from_millis(1));
        }
        child.kill().unwrap();
        child.wait().unwrap();
        assert!(games() >= kept, "a game is lost");
    }
    let done = report(&place, &words[..words.len() - 1]);
    assert_eq!(done, whole);
    // Every game is there once.
    let text = fs::read_to_string(&path).unwrap();
    let number = |line: &str| serde_json::from_str::<Value>(line).unwrap()["game"].as_u64().unwrap();
    let mut games: Vec<u64> = text.lines().skip(1).map(number).collect();
    games.sort_unstable();
    assert_eq!(games, (0..48).collect::<Vec<_>>());
    fs::write(&path, &text[..text.len() - 2]).unwrap();
    let again = spsa(&place, &words);
    assert!(again.status.success(), "{}", said(&again));
    assert!(said(&again).contains("were not a whole game and are cut off; the game is played again"));
    assert_eq!(fs::read_to_string(&path).unwrap(), text);
    let more = [&ENGINE[..8], &["--iterations", "12", "--record", "t.jsonl", "--seed", "9"]].concat();
    let other = spsa(&place, &more);
    assert!(said(&other).contains("seed: 1 there, 9 here"), "{}", said(&other));
}

#[test]
fn the_engine_gets_its_weights_as_a_file_and_as_a_name() {
    let place = tempfile::tempdir().unwrap();
    let words = ["mad", "engine,nodes=60", "--board", "aztec", "--param", "tempo.0.late=-900..900:300"];
    let words = [&words[..], &["--iterations", "4", "--out", "w.tsv"]].concat();
    let output = spsa(&place, &words);
    assert!(output.status.success(), "{}", said(&output));
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("4 iterations, 32 games"), "{text}");
    let hint = text.lines().find(|line| line.contains("joust match")).unwrap();
    assert!(hint.contains(r#""engine,nodes=60,eval=w.tsv" "engine,nodes=60""#), "{hint}");
    assert!(hint.contains(r#"--sprt 0,10 --seed 2 --board "aztec""#), "{hint}");
    let row = text.lines().find(|line| line.starts_with("tempo.0.late")).unwrap();
    let value = row.split_whitespace().nth(2).unwrap();
    assert!(text.contains(&format!("\nengine,nodes=60,set.tempo.0.late={value}\n")), "{text}");
    // Only this weight has changed.
    let built_in = include_str!("../../joust-search/src/mad/weights.tsv");
    let table = fs::read_to_string(place.path().join("w.tsv")).unwrap();
    for (old, new) in built_in.lines().zip(table.lines()) {
        if !old.starts_with("tempo") {
            assert_eq!(old, new);
            continue;
        }
        let (old, new): (Vec<&str>, Vec<&str>) = (old.split('\t').collect(), new.split('\t').collect());
        assert_eq!((&old[..9], new[9]), (&new[..9], value));
    }
}

/// A bot in sh that declares parameters, and always plays the move with the number `pick`. It leaves the values
/// that it is given in a file.
const BOT: &str = r#"while read -r line; do
  case $line in
    *'"type":"hello"'*)
      pick=$(printf %s "$line" | sed -n 's/.*"pick":\([0-9]*\).*/\1/p')
      printf '%s\n' "$line" | sed 's/.*"parameters":\({[^}]*}\).*/\1/' >> values
      echo '{"type":"hello","protocol":1,"parameters":[{"name":"pick","kind":"integer","default":1,"min":0,"max":3},{"name":"x","kind":"real","default":0.5,"min":0,"max":1},{"name":"style","kind":"choice","default":"a","values":["a","b"]}]}' ;;
    *'"type":"turn"'*)
      moves=$(printf %s "$line" | sed 's/.*"moves":\[\([^]]*\)\].*/\1/')
      move=$(printf %s "$moves" | cut -d, -f$((pick + 1)))
      echo "{\"type\":\"action\",\"action\":${move:-$(printf %s "$moves" | cut -d, -f1)}}" ;;
  esac
done
"#;

#[test]
fn a_bot_is_tuned_in_the_parameters_that_it_declares() {
    let place = tempfile::tempdir().unwrap();
    fs::write(place.path().join("bot.sh"), BOT).unwrap();
    let list = spsa(&place, &["wargame", "cmd:sh bot.sh", "--trust", "--list"]);
    let text = String::from_utf8(list.stdout.clone()).unwrap();
    assert!(
        text.contains("pick") && text.contains("0..3") && !text.contains("style"),
        "{text}{}",
        said(&list)
    );
    fs::remove_file(place.path().join("values")).unwrap();
    let words = [
        "wargame",
        "cmd:sh bot.sh,set.x=0.25",
        "--trust",
        "--board",
        "tiny",
        "--iterations",
        "2",
        "--pairs",
        "1",
    ];
    let done = report(&place, &words);
    assert_eq!(done["parameters"][0]["name"], "pick");
    assert_eq!(
        (&done["parameters"][1]["name"], &done["parameters"][1]["start"]),
        (&"x".into(), &0.25.into())
    );
    assert!(done["tuned"].as_str().unwrap().starts_with("cmd:sh bot.sh,set.x=0.25,set.pick="), "{done}");
    assert_eq!(done["failed"], 0);
    // Both players of an iteration had other values, within the ranges.
    let values = fs::read_to_string(place.path().join("values")).unwrap();
    let values: Vec<Value> = values
        .lines()
        .filter(|line| line.contains("pick"))
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert!(values.len() >= 8, "{values:?}");
    assert!(values.iter().all(|value| (0..=3).contains(&value["pick"].as_i64().unwrap())), "{values:?}");
    assert!(values.iter().any(|value| value["pick"] != values[0]["pick"]), "{values:?}");
    let refused = spsa(&place, &[&words[..], &["--param", "pick=0..9"]].concat());
    assert!(said(&refused).contains("within 0..3"), "{}", said(&refused));
}

#[test]
fn mistakes_are_told() {
    let place = tempfile::tempdir().unwrap();
    for (words, why) in [
        (&["wargame", "engine", "--iterations", "2"][..], "engine has no numbers to tune"),
        (&["mad", "random", "--iterations", "2"], "random has no numbers to tune"),
        (
            &["mad", "engine,nodes=9", "--param", "speed", "--iterations", "2"],
            "there is no parameter `speed`",
        ),
        (&["mad", "engine,nodes=9"], "--iterations"),
        (&["madmax", "Demo", "--iterations", "2"], "Demo has no numbers to tune"),
        (&["wargame", "random", "--iterations", "2", "--out", "w"], "--out is for the engine of mad"),
    ] {
        let output = spsa(&place, words);
        assert_eq!(output.status.code(), Some(2), "{words:?}: {}", said(&output));
        assert!(said(&output).contains(why), "{words:?}: {}", said(&output));
    }
}
