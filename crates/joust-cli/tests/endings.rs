//! `joust solve mad`: tables are built, answer, and are proved again.

use serde_json::Value;
use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

fn joust(words: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_joust")).args(words).env_remove("JOUST_TABLES").output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn json(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).unwrap_or_else(|why| panic!("{why}: {output:?}"))
}

/// An empty folder of this name.
fn folder(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&path);
    path
}

const HUNT: &str = "b111,,,/,,,/,,,/,,,/,r222,,/,,,r111 r";

#[test]
fn tables_are_built_once_and_answer() {
    let path = folder("endings");
    let dir = path.to_str().unwrap();
    let build = ["solve", "mad", "--tables", dir, "--board", "6x4", "--ships", "3", "--json"];
    let built = json(&joust(&build));
    assert_eq!(built["boards"][0]["entries"], 276 + 7 * 24 * 23 * 22);
    assert_eq!(built["boards"][0]["classes"][1]["limits"]["from"], 14);
    // What is there is not built again.
    let again = json(&joust(&build));
    assert!(again["boards"][0]["classes"].as_array().unwrap().iter().all(|class| class["time_ms"].is_null()));

    let ask = ["solve", "mad", "--tables", dir, "--position", HUNT, "--json"];
    let answer = json(&joust(&ask));
    assert_eq!((answer["value"].as_f64(), answer["sign"].as_str()), (Some(1.0), Some("red")));
    assert_eq!(answer["proven"], true);
    let line = answer["line"].as_array().unwrap();
    assert!(line.len() <= answer["at_most"].as_u64().unwrap() as usize);
    assert_eq!(answer["mate_in"].as_u64(), Some(line.len() as u64));
    assert_eq!(answer["best"], line[0]);
    assert!(line.last().unwrap().as_str().unwrap().contains('x'), "{line:?}");

    // A longer victory is not as good as the shortest.
    let all = json(&joust(&[&ask[..], &["--all-moves"]].concat()));
    let [best, others] = ["best_moves", "other_moves"].map(|name| all[name].as_array().unwrap().clone());
    assert!(best.iter().all(|one| one["mate_in"] == answer["mate_in"] && one["value"] == 1.0), "{all}");
    assert!(!others.is_empty());
    for other in &others {
        assert!(other["mate_in"].as_u64() > answer["mate_in"].as_u64() && other["value"] == 1.0, "{other}");
    }
    assert_eq!((&best[0]["move"], &all["only_best"]), (&answer["best"], &Value::Bool(best.len() == 1)));
    let listed = text(&joust(&["solve", "mad", "--tables", dir, "--position", HUNT, "--all-moves"]).stdout);
    let one = |label: &str, one: &Value| {
        format!("\n{label:<9} {} (win in {})\n", one["move"].as_str().unwrap(), one["mate_in"])
    };
    assert!(
        listed.contains(&one("best", &best[0])) && listed.contains(&one("others", &others[0])),
        "{listed}"
    );

    let said = joust(&["solve", "mad", "--tables", dir, "--position", HUNT]);
    let more = match best.len() - 1 {
        0 => " (the only one)\n".to_owned(),
        more => format!(" (and {more} more: --all-moves)\n"),
    };
    assert!(text(&said.stdout).contains(&more), "{said:?}");
    assert!(text(&said.stdout).contains("result    red wins"), "{said:?}");
    let all = json(&joust(&[&ask[..], &["--all-moves"]].concat()));
    let best = all["best_moves"].as_array().unwrap();
    assert!(best.iter().any(|one| one["move"] == answer["best"] && one["value"] == answer["value"]), "{all}");
    assert_eq!(answer["only_best"], best.len() == 1);
    let listed = joust(&["solve", "mad", "--tables", dir, "--position", HUNT, "--all-moves"]);
    for one in best {
        assert!(text(&listed.stdout).contains(one["move"].as_str().unwrap()), "{listed:?}");
    }
    let by_variable = Command::new(env!("CARGO_BIN_EXE_joust"))
        .args(["solve", "mad", "--position", HUNT])
        .env("JOUST_TABLES", dir)
        .output()
        .unwrap();
    assert_eq!(by_variable.stdout, said.stdout);

    let file = path.join("mad-6x4-2-1.table");
    let file = file.to_str().unwrap();
    let checked = json(&joust(&["solve", "--check", file, "--samples", "200", "--json"]));
    assert_eq!((checked["sampled"].as_u64(), checked["proven"].as_bool()), (Some(200), Some(true)));
    assert!(checked["positions"].as_u64().unwrap() > 200 * 14);

    let mut bytes = std::fs::read(file).unwrap();
    *bytes.last_mut().unwrap() ^= 1;
    std::fs::write(file, &bytes).unwrap();
    for words in [&["solve", "--check", file][..], &ask[..]] {
        let refused = joust(words);
        assert_ne!(refused.status.code(), Some(0));
        assert!(text(&refused.stderr).contains("damaged"), "{refused:?}");
    }
    bytes.truncate(bytes.len() / 2);
    std::fs::write(file, &bytes).unwrap();
    assert!(text(&joust(&build).stderr).contains("cut short"));
}

#[test]
fn a_single_class_is_built_with_as_much_memory_as_it_is_given() {
    let path = folder("endings-class");
    let build = |more: &[&str]| {
        let words = ["solve", "mad", "--tables", path.to_str().unwrap(), "--board", "6x4", "--json"];
        joust(&[&words[..], more].concat())
    };
    let built = json(&build(&["--class", "1-2c", "--memory", "1"]));
    let classes: Vec<&str> = built["boards"][0]["classes"]
        .as_array()
        .unwrap()
        .iter()
        .map(|table| table["class"].as_str().unwrap())
        .collect();
    assert_eq!(classes, ["1-1", "2c-1"]);
    let wrong = [["--class", "8-1"], ["--class", "c"], ["--memory", "0"], ["--ships", "9"]];
    for words in wrong {
        assert_eq!(build(&words).status.code(), Some(2), "{words:?}");
    }
    assert_eq!(build(&["--class", "2-1", "--ships", "3"]).status.code(), Some(2));
}

/// A file that is changed while positions are answered from it: those that need it are refused.
#[test]
fn a_table_that_is_changed_while_it_is_in_use_is_not_believed() {
    let path = folder("endings-changed");
    let dir = path.to_str().unwrap();
    let ships = ["--board", "6x4", "--ships", "3", "--quiet"];
    assert!(joust(&[&["solve", "mad", "--tables", dir][..], &ships[..]].concat()).status.success());
    let mut solve = Command::new(env!("CARGO_BIN_EXE_joust"))
        .args(["solve", "mad", "--tables", dir, "--position", "-", "--json"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let (mut ask, mut answers) = (solve.stdin.take().unwrap(), BufReader::new(solve.stdout.take().unwrap()));
    let mut answer = |position: &str| -> Value {
        writeln!(ask, "{position}").unwrap();
        let mut line = String::new();
        answers.read_line(&mut line).unwrap();
        serde_json::from_str(&line).unwrap()
    };
    assert_eq!(answer(HUNT)["sign"], "red");
    std::fs::write(path.join("mad-6x4-2-1.table"), b"something else").unwrap();
    let refused = answer(&HUNT.replace("r222", "r112"))["error"][0].to_string();
    assert!(refused.contains("mad-6x4-2-1.table: changed while it was in use"), "{refused}");
    drop(ask);
    assert_eq!(solve.wait().unwrap().code(), Some(1));
}

#[test]
fn what_cannot_be_answered_says_why() {
    let path = folder("endings-of-two");
    let dir = path.to_str().unwrap();
    let refused = |words: &[&str], why: &str| {
        let output = joust(words);
        assert_eq!(output.status.code(), Some(2), "{words:?}");
        assert!(text(&output.stderr).contains(why), "{words:?}: {output:?}");
    };
    refused(&["solve", "mad"], "solved with endgame tables");
    refused(&["solve", "mad", "--tables", dir, "--position", HUNT], "no tables for the board 6x4");
    assert!(joust(&["solve", "mad", "--tables", dir, "--ships", "2", "--quiet"]).status.success());
    refused(&["solve", "mad", "--tables", dir, "--position", HUNT], "no table for 3 ships (2c-1)");
    let first = format!("{} 1 0 -", HUNT.replace("r222", ""));
    refused(&["solve", "mad", "--tables", dir, "--position", &first], "no positioning turns");
    refused(&["solve", "wargame", "--tables", dir], "--tables is for mad");
    let other = ["solve", "mad", "--tables", dir, "--ships", "3", "--board", "6x4", "--rules", "limit=9"];
    assert!(joust(&other).status.success(), "two ships hold for every limit, three are built for this one");
    let asked = ["solve", "mad", "--tables", dir, "--position", HUNT];
    refused(&asked, "the table holds for limits of 9, not for 40");
}

#[test]
fn games_whose_end_is_known_are_ended_and_marked() {
    let path = folder("endings-of-a-match");
    let dir = path.to_str().unwrap();
    let ships = ["--board", "6x4", "--ships", "3", "--quiet"];
    assert!(joust(&[&["solve", "mad", "--tables", dir][..], &ships[..]].concat()).status.success());
    let four = "b111,,,/,b112,,/,,r122,/,,,/,,,/,,,r111 r";
    let game = ["match", "mad", "random", "random", "--games", "40", "--position", four, "--quiet", "--json"];
    let judged = json(&joust(&[&game[..], &["--tables", dir]].concat()));
    assert_eq!((&judged["game"], &judged["about"]["tables"]), (&"mad".into(), &dir.into()));
    let plain = json(&joust(&game));
    let mut adjudicated = 0;
    for (judged, plain) in
        judged["results"].as_array().unwrap().iter().zip(plain["results"].as_array().unwrap())
    {
        let moves = |game: &Value| game["moves"].as_array().unwrap().clone();
        assert!(plain["adjudicated"].is_null());
        // The same game up to where the tables end it.
        assert!(moves(plain).starts_with(&moves(judged)));
        if judged["adjudicated"] == "tables" {
            adjudicated += 1;
            let mut moves: Vec<String> =
                moves(judged).iter().map(|mv| mv.as_str().unwrap().to_owned()).collect();
            let last = after(judged["start"].as_str().unwrap(), &mut moves);
            let answer = json(&joust(&["solve", "mad", "--tables", dir, "--position", &last, "--json"]));
            let winner = if judged["scores"][0].as_f64() > Some(0.5) { "red" } else { "blue" };
            assert_eq!(answer["sign"], winner, "{last}");
        } else {
            assert_eq!(moves(judged), moves(plain));
        }
    }
    assert!(adjudicated > 0, "some games come down to three ships");
}

/// The position after some moves.
fn after(start: &str, moves: &mut [String]) -> String {
    use joust_core::Duel;
    let mut position = joust_mad::Position::read(start, joust_mad::Rules::default(), None).unwrap();
    for mv in moves {
        position.make(position.read_move(mv).unwrap());
    }
    position.to_string()
}

#[test]
fn engine_and_analysis_use_the_tables() {
    let path = folder("endings-of-the-engine");
    let dir = path.to_str().unwrap();
    let ships = ["--board", "6x4", "--ships", "3", "--quiet"];
    assert!(joust(&[&["solve", "mad", "--tables", dir][..], &ships[..]].concat()).status.success());
    // One look ahead proves what only the tables can know.
    let far = "b111,,,/,,,/,,,/,,,/,,,/,r112,,r111 r";
    let told = |more: &[&str]| {
        let ask = ["analyze", "mad", "--depth", "1", "--position", far, "--json"];
        json(&joust(&[&ask[..], more].concat()))
    };
    let (without, with) = (told(&[]), told(&["--tables", dir]));
    assert_eq!((without["exact"].as_bool(), with["exact"].as_bool()), (Some(false), Some(true)));
    let line = with["lines"][0]["pv"].as_array().unwrap();
    assert_eq!(with["lines"][0]["value"], 1.0);
    assert_eq!(Some(line.len() as u64), with["lines"][0]["mate_in"].as_u64());
    // Search alone finds the same length, when it looks far enough.
    let ask = ["analyze", "mad", "--depth", "14", "--position", far, "--json"];
    assert_eq!(json(&joust(&ask))["lines"][0]["mate_in"], with["lines"][0]["mate_in"]);

    // With the tables one look ahead wins every game, on either side.
    let player = format!("engine,depth=1,tables={dir}");
    let game = ["match", "mad", &player, "random", "--games", "4", "--position", far, "--quiet", "--json"];
    let played = json(&joust(&game));
    assert_eq!(played["standings"][0]["name"], player.as_str());
    let lost = played["results"].as_array().unwrap().iter().filter(|game| {
        let seat = usize::from(game["seats"][0] != 0);
        seat == 0 && game["scores"][seat] != 1.0
    });
    assert_eq!(lost.count(), 0);
    let missing = joust(&["match", "mad", "engine,depth=1,tables=nowhere", "random", "--games", "2"]);
    assert_eq!(missing.status.code(), Some(2));
    assert!(text(&missing.stderr).contains("no tables for the board 6x4"), "{missing:?}");
    assert!(missing.stdout.is_empty(), "no game was played: {missing:?}");
}

#[test]
fn damaged_tables_refuse_a_player_before_the_game_and_end_no_game() {
    let path = folder("endings-damaged");
    let dir = path.to_str().unwrap();
    let ships = ["--board", "6x4", "--ships", "3", "--quiet"];
    assert!(joust(&[&["solve", "mad", "--tables", dir][..], &ships[..]].concat()).status.success());
    std::fs::write(path.join("mad-6x4-2-1.table"), b"spoilt").unwrap();
    let with_tables = |words: &[&str], typed: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_joust"));
        command.args(words).env("JOUST_TABLES", dir).env("XDG_STATE_HOME", dir);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        // Who refuses to play does not listen.
        let _ = child.stdin.take().unwrap().write_all(typed.as_bytes());
        child.wait_with_output().unwrap()
    };
    for words in [
        &["match", "mad", "engine,depth=1", "random", "--games", "2", "--quiet"][..],
        &["play", "mad", "human", "engine,depth=1"][..],
    ] {
        let refused = with_tables(words, "");
        assert_eq!(refused.status.code(), Some(2), "{refused:?}");
        let why = text(&refused.stderr);
        assert!(
            why.contains("engine,depth=1 cannot use its tables: ") && why.contains("not an endgame table"),
            "{why}"
        );
        assert!(refused.stdout.is_empty(), "{refused:?}");
    }
    // Lower levels do without.
    let weak = with_tables(&["match", "mad", "engine:2", "random", "--games", "2", "--quiet"], "");
    assert!(weak.status.success(), "{weak:?}");

    let hint = with_tables(&["play", "mad", "human", "human", "--board", "6x4"], "hint\nquit\n");
    assert!(hint.status.success(), "{hint:?}");
    let told = text(&hint.stdout) + &text(&hint.stderr);
    assert_eq!(told.matches("without endgame tables: ").count(), 1, "{told}");
    assert!(told.contains("looks best"), "{told}");
}
