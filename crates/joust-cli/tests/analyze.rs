//! `joust analyze` as others see it.

use serde_json::{Value, json};
use std::io::Write;
use std::process::{Command, Output, Stdio};

fn joust(words: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_joust"))
        .arg("analyze")
        .args(words)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    child.wait_with_output().unwrap()
}

fn told(words: &[&str]) -> Value {
    let output = joust(&[words, &["--json"]].concat(), "");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let mut answer: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert!(answer.as_object_mut().unwrap().remove("time_ms").is_some_and(|time| time.is_u64()));
    answer
}

#[test]
fn the_same_nodes_give_the_same_answer() {
    for words in [
        &["mad", "--nodes", "20000", "--lines", "3"][..],
        &["mad", "--board", "5x5", "--rules", "app", "--depth", "5"],
        &["wargame", "--board", "Smolensk", "--nodes", "5000"],
    ] {
        let answer = told(words);
        assert_eq!(answer, told(words));
        assert_eq!(answer["best"], answer["lines"][0]["pv"][0]);
        assert_eq!(answer["exact"], false);
        assert!(answer["depth"].as_u64() >= Some(1) && answer["nodes"].as_u64() > Some(0));
    }
    let lines = told(&["mad", "--nodes", "20000", "--lines", "3"]);
    assert_eq!(lines["lines"].as_array().unwrap().len(), 3);
}

#[test]
fn what_is_proven_is_told_with_its_distance() {
    let win = told(&["mad", "--position", "b111,,,/,,,/,,,/,,,/,,,/,,,r111 r", "--depth", "20"]);
    // Corvette against corvette at an even distance is lost.
    assert_eq!((&win["exact"], win["lines"][0]["value"].as_f64()), (&Value::Bool(true), Some(-1.0)));
    assert!(win["lines"][0]["mate_in"].as_u64().unwrap().is_multiple_of(2));
    let semi = told(&["mad", "--position", "b111,,,/,,,/,,,/,,,/,,,/,,,r111 r 41 39 r", "--depth", "3"]);
    assert_eq!((&semi["exact"], semi["lines"][0]["mate_in"].as_u64()), (&Value::Bool(true), None));
    assert_eq!(semi["lines"][0]["value"], 0.5);
    let war = told(&["wargame", "--board", "Smolensk:3x3"]);
    assert_eq!(war["exact"], true);
}

/// The lines of an answer in JSON.
fn answers(output: &Output) -> Vec<Value> {
    let lines = output.stdout.split(|byte| *byte == b'\n');
    lines.filter_map(|line| serde_json::from_slice(line).ok()).collect()
}

const DUEL: &str = "b111,,,/,,,/,,,/,,,/,,,/,,,r111 r";
const HUNT: &str = "b111,,,/,,,/,,,/,,,/,r222,,/,,,r111 r";
const START: &str =
    "b221,b111,b222,b212/b121,b122,b211,b112/,,,/,,,/r121,r122,r211,r112/r221,r111,r222,r212 r";
const OVER: &str = "b111,,,/,,,/,,,/,,,/,,,/,,, r";

#[test]
fn a_stream_is_answered_line_by_line_and_a_finished_game_is_refused() {
    let stream = ["mad", "--position", "-", "--depth", "2"];
    let input = format!("{DUEL}\nnonsense\n{OVER}\n{DUEL}\n");
    let output = joust(&[&stream[..], &["--json"]].concat(), &input);
    assert_eq!(output.status.code(), Some(1));
    let lines = answers(&output);
    assert!(lines.len() == 4 && lines[0]["best"].is_string() && lines[1]["error"].is_array());
    assert_eq!(lines[2], json!({ "input_line": 3, "error": ["the game is over"] }));
    assert_eq!(lines[3]["lines"], lines[0]["lines"]);
    let said = joust(&stream, &input);
    assert!(String::from_utf8_lossy(&said.stderr).contains("line 3: the game is over"));
    let over = joust(&["mad", "--position", OVER, "--depth", "2"], "");
    assert_eq!(over.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&over.stderr).contains("the game is over"));
}

/// The engine keeps its table between lines and forgets what is in it: with counted limits, a position
/// has one answer, wherever it stands in a stream.
#[test]
fn an_answer_does_not_depend_on_the_lines_before_it() {
    let without = |mut answer: Value, keys: &[&str]| {
        for key in keys {
            assert!(answer.as_object_mut().unwrap().remove(*key).is_some(), "{key}");
        }
        answer
    };
    let mad = ["mad", "--nodes", "2000", "--lines", "2", "--table", "1", "--json", "--position"];
    let war = ["wargame", "--board", "Smolensk", "--nodes", "2000", "--table", "1", "--json", "--position"];
    let after = |drops: usize| {
        let squares: String = (0..36).map(|at| if at < drops { 'b' } else { '.' }).collect();
        let rows: Vec<&str> = (0..6).map(|row| &squares[6 * row..6 * row + 6]).collect();
        format!("{} b", rows.join("/"))
    };
    let wars: Vec<String> = (0..10).map(after).collect();
    let mads = [START, DUEL, HUNT].map(str::to_owned);
    for (words, positions) in [(mad, &mads[..]), (war, &wars)] {
        let input: Vec<String> = positions.iter().cycle().take(50).cloned().collect();
        let stream = answers(&joust(&[&words[..], &["-"]].concat(), &input.join("\n")));
        assert_eq!(stream.len(), 50);
        for (position, answer) in input.iter().zip(stream).skip(50 - positions.len()) {
            let alone = answers(&joust(&[&words[..], &[position]].concat(), "")).remove(0);
            assert_eq!(
                without(answer, &["time_ms", "input_line"]),
                without(alone, &["time_ms"]),
                "{position}"
            );
        }
    }
}

/// Ctrl-C prints what is known of the current position, and answers none of the lines after it.
#[cfg(unix)]
#[test]
fn an_interrupted_stream_ends_with_the_position_in_hand() {
    use std::io::{BufRead, BufReader};
    for is_waiting in [false, true] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_joust"))
            .args(["analyze", "mad", "--position", "-", "--json", "--infinite"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut ask = child.stdin.take().unwrap();
        let mut answers = BufReader::new(child.stdout.take().unwrap());
        // The end of the first one is in sight; its answer shows that the program listens.
        let input = if is_waiting { HUNT.to_owned() } else { format!("{HUNT}\n{START}\n{START}") };
        writeln!(ask, "{input}").unwrap();
        answers.read_line(&mut String::new()).unwrap();
        std::thread::sleep(std::time::Duration::from_millis(300));
        let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
        assert!(killed.success());
        // Standard input stays open: only the signal ends the command.
        let rest = answers.lines().count();
        assert_eq!((child.wait().unwrap().code(), rest), (Some(1), usize::from(!is_waiting)));
        drop(ask);
    }
}

#[test]
fn what_cannot_be_is_refused_in_a_line() {
    let refused = |words: &[&str], why: &str| {
        let output = joust(&[words, &["--depth", "1"]].concat(), "");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!((output.status.code(), said.lines().count()), (Some(2), 1), "{said}");
        assert!(said.contains(why), "{said}");
    };
    refused(&["wargame", "--tables", "endings"], "--tables is for mad");
    refused(&["mad", "--table", "1048576"], "--table 1048576: not enough memory for a table of 1048576 MiB");
}
