//! `joust match mad` and `joust match wargame` as others see them: the same for any number of
//! threads and after any interruption, with each fault charged to its player.

use serde_json::Value;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

fn joust(words: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_joust")).arg("match").args(words).output().unwrap()
}

/// The answer without what the clock has measured.
fn json(words: &[&str]) -> Value {
    let output = joust(&[words, &["--json", "--quiet"]].concat());
    let mut answer: Value = serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|_| panic!("{}", String::from_utf8_lossy(&output.stderr)));
    for player in answer["standings"].as_array_mut().unwrap() {
        player.as_object_mut().unwrap().remove("longest_ms");
    }
    for game in answer["results"].as_array_mut().unwrap() {
        for spent in game["spent"].as_array_mut().unwrap() {
            spent.as_object_mut().unwrap().retain(|key, _| !key.ends_with("ms"));
        }
    }
    answer
}

fn file(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("joust-{name}-{}", std::process::id()))
}

const MATCH: [&str; 7] = ["mad", "engine,nodes=300", "random", "--games", "8", "--seed", "5"];

#[test]
fn the_result_does_not_depend_on_concurrency() {
    let one = json(&[&MATCH[..], &["--concurrency", "1"]].concat());
    assert_eq!(one, json(&[&MATCH[..], &["--concurrency", "3"]].concat()));
    let games = one["results"].as_array().unwrap();
    assert_eq!(games.len(), 8);
    for pair in games.chunks(2) {
        assert_eq!(pair[0]["moves"].as_array().unwrap()[..2], pair[1]["moves"].as_array().unwrap()[..2]);
        assert_eq!(
            (&pair[0]["seats"], &pair[1]["seats"]),
            (&serde_json::json!([0, 1]), &serde_json::json!([1, 0]))
        );
    }
    assert!(one["standings"][0]["score"].as_f64().unwrap() > 0.8);
}

/// Wherever the record is cut off, the match goes on to the same standings.
#[test]
fn an_interrupted_match_goes_on_to_the_same_standings() {
    let path = file("resume");
    let name = path.to_str().unwrap();
    let words = [&MATCH[..], &["--record", name]].concat();
    let whole = json(&words);
    let bytes = std::fs::read(&path).unwrap();
    for part in [0, 1, 5, 9, 10] {
        std::fs::write(&path, &bytes[..bytes.len() * part / 10]).unwrap();
        assert_eq!(whole, json(&words), "{part}");
    }
    // More games of the same match may follow; another match may not.
    let more =
        joust(&["mad", "engine,nodes=300", "random", "--games", "10", "--seed", "5", "--record", name]);
    assert!(more.status.success());
    let other =
        joust(&["mad", "engine,nodes=301", "random", "--games", "8", "--seed", "5", "--record", name]);
    assert_eq!(other.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&other.stderr).contains("another match"));
    std::fs::remove_file(&path).unwrap();
}

#[test]
fn a_sequential_test_stops_at_the_same_game_for_any_concurrency() {
    let words = ["mad", "engine,nodes=500", "random", "--games", "200", "--sprt", "0,100"];
    let one = json(&[&words[..], &["--concurrency", "1"]].concat());
    assert_eq!(one, json(&[&words[..], &["--concurrency", "4"]].concat()));
    assert_eq!(one["sprt"]["verdict"], "H1");
    assert!(one["results"].as_array().unwrap().len() < 100);
    let text = joust(&["mad", "random", "engine,nodes=500", "--games", "200", "--sprt", "0,100", "--quiet"]);
    assert!(String::from_utf8_lossy(&text.stdout).contains("sequential test: H0 after "));
}

#[cfg(unix)]
#[test]
fn a_fault_costs_the_culprit_the_game_and_the_match_goes_on() {
    let output = joust(&[
        "wargame",
        "line:echo A1",
        "random",
        "--board",
        "Smolensk:3x3",
        "--games",
        "4",
        "--json",
        "--quiet",
    ]);
    assert_eq!(output.status.code(), Some(1));
    let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(answer["results"].as_array().unwrap().len(), 4);
    assert_eq!(answer["standings"][0]["faults"], 4);
    assert_eq!(answer["standings"][1]["score"], 1.0);
    assert_eq!(answer["results"][0]["fault"]["player"], 0);
}

/// A program that takes the first vacant square of the War Game.
#[cfg(unix)]
const FIRST: &str = r#"while IFS="	" read -r values position; do
  rest=${position%% *} x=0 y=1
  while :; do
    case $rest in
      .*) break ;;
      /*) x=0 y=$((y + 1)) ;;
      *) x=$((x + 1)) ;;
    esac
    rest=${rest#?}
  done
  set -- A B C D E F G H
  shift $x
  echo "$1$y"
done
"#;

/// Its script goes away after a game: the match stops, charges nobody, and goes on when the script is back.
#[cfg(unix)]
#[test]
fn a_program_that_vanishes_is_not_charged_and_the_match_can_go_on() {
    let folder = tempfile::tempdir().unwrap();
    let (script, away) = (folder.path().join("bot.sh"), folder.path().join("away.sh"));
    let (whole, record) = (folder.path().join("whole.jsonl"), folder.path().join("record.jsonl"));
    let player = format!("line:{}", script.display());
    let words = |record: &PathBuf, games: &str| {
        let words = ["wargame", "random", &player, "--board", "tiny", "--games", games, "--concurrency", "1"];
        joust(&[&words[..], &["--quiet", "--record", record.to_str().unwrap()]].concat())
    };
    let leave = folder.path().join("leave");
    let leaves = format!("[ -e '{}' ] && mv '{}' '{}'", leave.display(), script.display(), away.display());
    std::fs::write(&script, format!("#!/bin/sh\n{leaves}\n{FIRST}")).unwrap();
    std::fs::set_permissions(&script, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    assert!(words(&whole, "8").status.success());
    assert!(words(&record, "4").status.success());
    std::fs::write(&leave, "").unwrap();
    let stopped = words(&record, "8");
    let why = String::from_utf8_lossy(&stopped.stderr).into_owned();
    assert_eq!(stopped.status.code(), Some(2), "{why}");
    assert!(why.contains("could not be started") && why.contains("put its program back"), "{why}");
    assert!(why.contains("no game was charged") && why.contains("record.jsonl"), "{why}");
    let text = std::fs::read_to_string(&record).unwrap();
    assert_eq!((text.lines().count(), text.contains("fault")), (6, false), "{text}");
    // Now it is missed before the first game.
    let missing = words(&record, "8");
    let why = String::from_utf8_lossy(&missing.stderr).into_owned();
    assert!(missing.status.code() == Some(2) && why.contains("put these back"), "{why}");
    std::fs::remove_file(&leave).unwrap();
    std::fs::rename(&away, &script).unwrap();
    assert!(words(&record, "8").status.success());
    let moves = |path: &PathBuf| -> Vec<Value> {
        let text = std::fs::read_to_string(path).unwrap();
        text.lines()
            .skip(1)
            .map(|line| serde_json::from_str::<Value>(line).unwrap()["moves"].clone())
            .collect()
    };
    assert_eq!(moves(&record), moves(&whole));
}

/// Twins are told apart, and few games claim nothing.
#[test]
fn the_table_says_what_is_known() {
    let output = joust(&["mad", "random", "random", "--games", "2", "--quiet"]);
    let text = said(&output);
    assert!(text.contains("random#1 ") && text.contains("random#1 against random#2: "), "{text}");
    let output = joust(&["mad", "engine,nodes=2000", "random", "--games", "4", "--quiet"]);
    let text = said(&output);
    assert!(text.contains("100.0 %, Elo not known: every game was won, too few for a bound"), "{text}");
}

#[test]
fn what_cannot_be_played_is_refused_with_a_reason() {
    for (words, reason) in [
        (&["mad", "random", "--games", "2"][..], "two players or more"),
        (&["mad", "random", "human", "--games", "2"], "joust play"),
        (&["mad", "random", "random", "--games", "3"], "even number"),
        (&["mad", "random", "random", "--games", "2", "--sprt", "5"], "the smaller first"),
        (&["mad", "random", "random", "--games", "2", "--input", "x"], "for madmax"),
        (&["mad", "random", "random", "--games", "2", "--time-limit", "1"], "for madmax"),
        (&["wargame", "random", "random", "--games", "2", "--memory-limit", "9"], "for madmax"),
        (&["madmax", "Demo", "Demo", "--games", "2"], "four players"),
        (&["madmax", "Demo", "Demo", "Demo", "Demo", "--games", "2", "--nodes", "5"], "for mad and wargame"),
    ] {
        let output = joust(words);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{words:?}: {said}");
        assert!(said.contains(reason), "{words:?}: {said}");
    }
}

#[test]
fn a_match_begins_at_the_position_that_was_asked_for() {
    let position = "b111,,,/r222,,,/,,,/,,,/,,,/,,,r111 r 79 0 r";
    let answer = json(&["mad", "random", "random", "--games", "6", "--position", position]);
    let games = answer["results"].as_array().unwrap();
    assert!(games.iter().all(|game| game["start"] == position));
    let openings: Vec<u64> = games.iter().map(|game| game["opening"].as_u64().unwrap()).collect();
    assert_eq!(openings[..2], [0, 0]);
    assert!(openings[2..].iter().all(|moves| *moves > 0), "{openings:?}");
}

/// The same command twice at the same time: the second is refused and spoils nothing.
#[cfg(unix)]
#[test]
fn two_matches_do_not_write_to_one_record() {
    let path = file("twice");
    let name = path.to_str().unwrap();
    let program = "line:sleep 2; echo pass";
    let words = ["mad", program, "random", "--games", "2", "--record", name, "--quiet", "--concurrency", "1"];
    let mut first = Command::new(env!("CARGO_BIN_EXE_joust"))
        .arg("match")
        .args(words)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    while std::fs::read(&path).map_or(true, |bytes| bytes.is_empty()) {
        assert!(first.try_wait().unwrap().is_none(), "the first match has ended");
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    let second = joust(&words);
    assert_eq!(second.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&second.stderr).contains("being played now"));
    first.wait().unwrap();
    assert_eq!(std::fs::read_to_string(&path).unwrap().lines().count(), 3);
    std::fs::remove_file(&path).unwrap();
}

fn verify(words: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_joust")).arg("verify").args(words).output().unwrap()
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// A game that is not over by the rules is shown with its result, and so verified.
#[cfg(unix)]
#[test]
fn games_that_were_broken_off_are_shown_and_verified_with_their_results() {
    let path = file("broken.jsonl");
    let name = path.to_str().unwrap();
    joust(&[
        "mad",
        "line:echo hello",
        "random",
        "--games",
        "2",
        "--record",
        name,
        "--quiet",
        "--concurrency",
        "1",
    ]);
    let shown = said(&replay(&[name, "--game", "0", "--last"]));
    assert!(shown.contains("0-1, because line:echo hello answered `hello`"), "{shown}");
    let shown: Value = serde_json::from_slice(&replay(&[name, "--json"]).stdout).unwrap();
    let claimed = &shown["journal"];
    assert_eq!((&claimed["result"], &claimed["fault"]["kind"]), (&"0-1".into(), &"garbled".into()));
    assert_eq!(said(&verify(&[name])), format!("{name}: ok, a match of mad, 2 games, 2 ended by a fault\n"));
    let report: Value = serde_json::from_slice(&verify(&[name, "--json"]).stdout).unwrap();
    assert_eq!((&report["records"][0]["games"], &report["records"][0]["faults"]), (&2.into(), &2.into()));

    let record = std::fs::read_to_string(&path).unwrap();
    let lines: Vec<Value> = record.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let with = |change: &dyn Fn(&mut Value)| {
        let mut game = lines[1].clone();
        change(&mut game);
        std::fs::write(&path, format!("{}\n{game}\n", lines[0])).unwrap();
        let output = verify(&[name]);
        (output.status.code(), said(&output))
    };
    let adjudicated = with(&|game| {
        game.as_object_mut().unwrap().remove("fault");
        game["adjudicated"] = "tables".into();
    });
    assert_eq!(adjudicated, (Some(0), format!("{name}: ok, a match of mad, 1 game, 1 ended by tables\n")));
    let shown = said(&replay(&[name, "--last"]));
    assert!(shown.contains("0-1 by the endgame tables"), "{shown}");
    for (change, why) in [
        (&(|game: &mut Value| game["result"] = "1-0".into()) as &dyn Fn(&mut Value), "its scores are not"),
        (&|game: &mut Value| game["fault"]["player"] = 1.into(), "not that of the side to move"),
        (&|game: &mut Value| game["fault"] = Value::Null, "its moves do not end it"),
        (&|game: &mut Value| game["moves"] = serde_json::json!(["pass", "resign"]), "is not a move"),
        (&|game: &mut Value| game["moves"] = serde_json::json!(["nowhere"]), "game 0: `nowhere`"),
        (&|game: &mut Value| game["game"] = "one".into(), "line 2 is not a game"),
        (&|game: &mut Value| game["seats"] = serde_json::json!([1, 0]), "game 0: its seats are [1, 0]"),
        (&|game: &mut Value| game["game"] = 1.into(), "game 1: its seats are [0, 1]"),
        (&|game: &mut Value| game["pair"] = 7.into(), "game 0: it is of pair 7"),
    ] {
        let (code, said) = with(change);
        assert!(code == Some(1) && said.contains(why), "{said}");
    }
    std::fs::remove_file(&path).unwrap();
}

fn replay(words: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_joust")).arg("replay").args(words).output().unwrap()
}

#[test]
fn every_game_of_a_record_can_be_replayed() {
    for game in ["mad", "wargame"] {
        let record = file(&format!("replay-{game}.jsonl"));
        let path = record.to_str().unwrap();
        let played = joust(&[game, "engine:1", "random", "--games", "4", "--record", path, "--quiet"]);
        assert!(played.status.success());
        let text = std::fs::read_to_string(&record).unwrap();
        let games: Vec<Value> =
            text.lines().skip(1).map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!(games.len(), 4);
        for line in &games {
            let number = line["game"].to_string();
            let shown = replay(&[path, "--game", &number, "--json"]);
            let shown: Value = serde_json::from_slice(&shown.stdout).unwrap();
            assert_eq!(&shown["journal"], line, "{game} {number}");
            assert_eq!(shown["plies"].as_array().unwrap().len(), line["moves"].as_array().unwrap().len());
        }
        let verified = verify(&[path]);
        assert_eq!(said(&verified), format!("{path}: ok, a match of {game}, 4 games\n"));
        let missing = replay(&[path, "--game", "9"]);
        assert_eq!(missing.status.code(), Some(2));
        std::fs::remove_file(record).unwrap();
    }
}

/// A program that answers its first move at once and every other move after this many seconds.
#[cfg(unix)]
fn slow(seconds: &str) -> String {
    let joust = env!("CARGO_BIN_EXE_joust");
    format!(
        "line:n=0; while read p; do [ $n = 0 ] || sleep {seconds}; n=1; \
         '{joust}' moves mad --rules limit=6 --position \"$p\" | head -n 1; done"
    )
}

/// Two games of three moves a side between a program and the engine.
#[cfg(unix)]
fn against_the_clock(program: &str, limit: [&str; 2]) -> Vec<Value> {
    let position = "b111,,,/,,,/,,,/,,,/,,,/,,,r111 r";
    let words = [
        &["mad", program, "engine:1", "--games", "2", "--rules", "limit=6", "--position", position][..],
        &limit,
        &["--json", "--quiet", "--concurrency", "1"],
    ];
    let output = joust(&words.concat());
    let answer: Value = serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|_| panic!("{}", String::from_utf8_lossy(&output.stderr)));
    answer["results"].as_array().unwrap().clone()
}

#[cfg(unix)]
#[test]
fn a_program_has_the_time_of_the_match_for_a_move() {
    for game in against_the_clock(&slow("2"), ["--time", "200"]) {
        assert_eq!(game["fault"]["kind"], "late", "{game}");
        assert_eq!(game["fault"]["player"], 0);
        assert_eq!(game["fault"]["what"], "took longer than the 200 ms that a move may take");
        let seat = game["seats"].as_array().unwrap().iter().position(|player| player == 0).unwrap();
        assert_eq!(game["spent"][seat]["moves"], 1, "only the second move is slow");
        assert_eq!(game["scores"][seat], 0.0);
    }
    for game in against_the_clock(&slow("0"), ["--time", "20000"]) {
        assert!(game["fault"].is_null(), "{game}");
    }
    let with_its_own = format!("{},timeout=50", slow("0.5"));
    for game in against_the_clock(&with_its_own, ["--time", "10"]) {
        assert!(game["fault"].is_null(), "{game}");
    }
}

#[cfg(unix)]
#[test]
fn the_flag_of_a_program_falls() {
    // 1.5 s for the whole game: the first move costs nothing, and two of a second are too many.
    for game in against_the_clock(&slow("1"), ["--clock", "0.025"]) {
        assert_eq!((&game["fault"]["kind"], &game["fault"]["player"]), (&"flag".into(), &0.into()), "{game}");
        assert!(!game["moves"].as_array().unwrap().is_empty(), "{game}");
    }
    // What a move adds is enough for the next.
    for game in against_the_clock(&slow("1"), ["--clock", "0.025+15"]) {
        assert!(game["fault"].is_null(), "{game}");
    }
}

/// A match on a board of the user's own, in a folder of its own.
#[test]
fn a_record_holds_the_board_of_its_match() {
    let (folder, elsewhere) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let board = folder.path().join("b.txt");
    std::fs::write(&board, "1 2 3\n4 5 6\n7 8 9\n").unwrap();
    let play = || {
        let words = ["match", "wargame", "random", "random", "--games", "2", "--board", "b.txt"];
        let more = ["--record", "m.jsonl", "--quiet"];
        let mut joust = Command::new(env!("CARGO_BIN_EXE_joust"));
        joust.current_dir(folder.path()).args(words).args(more).output().unwrap()
    };
    assert!(play().status.success());
    assert!(play().status.success(), "it goes on");
    let record = folder.path().join("m.jsonl");
    let mut checker = Command::new(env!("CARGO_BIN_EXE_joust"));
    let verified = checker.current_dir(elsewhere.path()).arg("verify").arg(&record);
    let verified = said(&verified.output().unwrap());
    assert!(verified.ends_with("ok, a match of wargame, 2 games\n"), "{verified}");

    std::fs::write(&board, "9 2 3\n4 5 6\n7 8 9\n").unwrap();
    let other = play();
    let why = String::from_utf8_lossy(&other.stderr);
    assert!(other.status.code() == Some(2) && why.contains(" board_text: "), "{why}");
}

/// A match that was begun with other weights is another match.
#[test]
fn a_changed_file_of_weights_is_noticed() {
    let folder = tempfile::tempdir().unwrap();
    let weights = folder.path().join("w.txt");
    let first = include_str!("../../joust-search/src/mad/weights.tsv");
    std::fs::write(&weights, first).unwrap();
    let play = |games: &str| {
        let words = ["match", "mad", "engine,nodes=50,eval=w.txt", "random", "--games", games];
        let more = ["--record", "m.jsonl", "--quiet"];
        let mut joust = Command::new(env!("CARGO_BIN_EXE_joust"));
        joust.current_dir(folder.path()).args(words).args(more).output().unwrap()
    };
    assert!(play("2").status.success());
    assert!(play("4").status.success(), "it goes on");
    let (at, digit) = first.match_indices(|c: char| c.is_ascii_digit()).next_back().unwrap();
    let other = if digit == "1" { "2" } else { "1" };
    std::fs::write(&weights, format!("{}{other}{}", &first[..at], &first[at + 1..])).unwrap();
    let changed = play("6");
    let why = String::from_utf8_lossy(&changed.stderr);
    assert!(changed.status.code() == Some(2) && why.contains("weights.w.txt: "), "{why}");
}

#[test]
fn games_that_are_not_true_are_not_counted_and_a_torn_line_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("m.jsonl");
    let name = path.to_str().unwrap();
    let words =
        ["wargame", "random", "random", "--board", "tiny", "--games", "2", "--quiet", "--record", name];
    assert!(joust(&words).status.success());
    let text = std::fs::read_to_string(&path).unwrap();

    std::fs::write(&path, &text[..text.len() - 5]).unwrap();
    let torn = verify(&[name]);
    let told = format!("{name}: ok, a match of wargame, 1 game; the last line is cut off\n");
    assert_eq!((said(&torn), torn.status.code()), (told, Some(0)));
    let report: Value = serde_json::from_slice(&verify(&[name, "--json"]).stdout).unwrap();
    assert_eq!(report["records"][0]["cut_off"], true);

    let lines: Vec<&str> = text.lines().collect();
    std::fs::write(&path, format!("{}\n", lines[0])).unwrap();
    let none = verify(&[name]);
    let told = format!("{name}: wrong: this is the record of a match without games\n");
    assert_eq!((said(&none), none.status.code()), (told, Some(1)));

    let mut lie: Value = serde_json::from_str(lines[1]).unwrap();
    lie["moves"][0] = "drop-Z9".into();
    let lied = format!("{}\n{lie}\n", lines[0]);
    std::fs::write(&path, &lied).unwrap();
    let refused = joust(&words);
    let why = String::from_utf8_lossy(&refused.stderr);
    assert!(refused.status.code() == Some(2) && why.contains("m.jsonl: game "), "{why}");
    assert!(why.contains("`drop-Z9`"), "{why}");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), lied, "the record stays as it is");
}
