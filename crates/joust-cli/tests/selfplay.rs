//! `joust selfplay`: the same bytes whatever happens, and lines that are true.
#![cfg(unix)]

use serde_json::Value;
use std::collections::HashSet;
use std::fs;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;

const JOUST: &str = env!("CARGO_BIN_EXE_joust");

fn command(place: &TempDir, words: &str) -> Command {
    let mut command = Command::new(JOUST);
    command.arg("selfplay").args(words.split_whitespace()).current_dir(place.path());
    command.env_remove("JOUST_TABLES").stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn selfplay(place: &TempDir, words: &str) -> Output {
    command(place, words).output().unwrap()
}

/// Runs a command that must succeed, and gives the bytes of the file `set`.
fn made(place: &TempDir, words: &str) -> Vec<u8> {
    let output = selfplay(place, words);
    assert!(output.status.success(), "{words}: {}", said(&output));
    fs::read(place.path().join("set")).unwrap()
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn lines(bytes: &[u8]) -> Vec<Value> {
    let text = String::from_utf8(zstd::decode_all(bytes).unwrap()).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// The lines of games, each with those of its positions.
fn games(bytes: &[u8]) -> Vec<(Value, Vec<Value>)> {
    let mut games: Vec<(Value, Vec<Value>)> = Vec::new();
    for line in lines(bytes).into_iter().skip(1) {
        match games.last_mut() {
            Some((game, positions)) if line["ply"].is_u64() || line["round"].is_u64() => {
                assert_eq!(line["game"], game["game"]);
                positions.push(line);
            }
            _ => {
                assert_eq!(line["game"], games.len());
                games.push((line, Vec::new()));
            }
        }
    }
    games
}

#[test]
fn the_same_command_gives_the_same_bytes_on_any_number_of_threads() {
    for words in [
        "mad engine:3 --games 12 --unique",
        "wargame engine,nodes=100 random --games 12 --sample 4",
        "madmax --games 3 --rules nb_rounds=40 --sample 3",
    ] {
        let [one, three] = ["1", "3"].map(|threads| {
            let place = tempfile::tempdir().unwrap();
            made(&place, &format!("{words} --out set --quiet --concurrency {threads}"))
        });
        assert!(one == three, "{words}");
        let place = tempfile::tempdir().unwrap();
        assert!(made(&place, &format!("{words} --out set --quiet --seed 2")) != one, "{words}");
    }
}

#[test]
fn every_position_follows_from_the_moves_of_its_game() {
    let place = tempfile::tempdir().unwrap();
    for (game, rules) in [("mad", "classic"), ("wargame", "optional-blitz")] {
        let words =
            format!("{game} engine:3 random --rules {rules} --games 10 --random-plies 4 --out set --quiet");
        let bytes = made(&place, &words);
        fs::remove_file(place.path().join("set")).unwrap();
        let about = &lines(&bytes)[0];
        assert_eq!(
            (&about["selfplay"], &about["version"], &about["seed"]),
            (&game.into(), &1.into(), &1.into())
        );
        assert_eq!(about["players"], serde_json::json!(["engine:3", "random"]));
        let setups: Vec<joust_core::Setup> = serde_json::from_value(about["setups"].clone()).unwrap();
        for (number, (line, positions)) in games(&bytes).into_iter().enumerate() {
            assert_eq!(line["players"], serde_json::json!([number % 2, 1 - number % 2]));
            let setup = &setups[number % setups.len()];
            assert_eq!(line["setup"], number % setups.len());
            let duel = joust_games::duel(game).unwrap();
            let mut here = duel.position(&joust_games::Ask::from(setup)).unwrap();
            let moves: Vec<&str> =
                line["moves"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
            assert_eq!((line["opening"].as_u64(), positions.len()), (Some(4), moves.len() - 4));
            assert_eq!(line["positions"], positions.len());
            let winner = line["ending"]["winner"].as_u64();
            for (ply, mv) in moves.iter().enumerate() {
                if let Some(row) = ply.checked_sub(4).map(|at| &positions[at]) {
                    let side = here.to_move().index() as u64;
                    assert_eq!(row["position"], here.text());
                    assert_eq!(
                        (&row["ply"], &row["side"], &row["move"]),
                        (&ply.into(), &side.into(), &(*mv).into())
                    );
                    // The engine has the even games first, and says what it thinks.
                    let is_engine = side == number as u64 % 2;
                    assert_eq!(
                        (row["value"].is_f64(), row["nodes"].is_u64()),
                        (is_engine, is_engine),
                        "{row}"
                    );
                    let result = row["result"].as_f64().unwrap();
                    let full = line["ending"]["full"] == true;
                    let expected = match winner {
                        None => 0.0,
                        Some(winner) => {
                            (if winner == side { 1.0 } else { -1.0 }) * (if full { 1.0 } else { 0.5 })
                        }
                    };
                    assert!((result - expected).abs() < 1e-9, "{row}");
                    if game == "wargame" {
                        let scores = line["ending"]["scores"].as_array().unwrap();
                        let own = scores[side as usize].as_i64().unwrap()
                            - scores[1 - side as usize].as_i64().unwrap();
                        assert_eq!(row["difference"], own);
                    }
                }
                here.play(mv).unwrap();
            }
            assert!(here.outcome().is_some());
        }
    }
}

#[test]
fn states_of_mad_max_are_views_with_the_orders_of_all_seats() {
    let place = tempfile::tempdir().unwrap();
    let bytes =
        made(&place, "madmax Demo --rules nb_rounds=30 --games 2 --sample 5 --seed 7 --out set --quiet");
    for (number, (line, states)) in games(&bytes).into_iter().enumerate() {
        assert_eq!((&line["seed"], states.len()), (&(7 + number).into(), 5));
        let rounds: Vec<u64> = states.iter().map(|state| state["round"].as_u64().unwrap()).collect();
        assert!(rounds.is_sorted() && rounds.iter().collect::<HashSet<_>>().len() == 5, "{rounds:?}");
        for state in states {
            let view = &state["state"];
            assert_eq!(
                (&view["game"], &view["round"], &view["seed"]),
                (&"madmax".into(), &state["round"], &line["seed"])
            );
            assert_eq!(state["actions"].as_array().unwrap().len(), 4);
            assert_eq!(state["scores"], line["ending"]["scores"]);
            assert!(view["units"].as_array().unwrap().len() > 80);
        }
    }
}

#[test]
fn a_run_that_is_killed_again_and_again_ends_with_the_same_bytes() {
    let words = "mad engine,nodes=150 --games 120 --quiet --out set";
    let whole = made(&tempfile::tempdir().unwrap(), words);
    let place = tempfile::tempdir().unwrap();
    let path = place.path().join("set");
    let size = || fs::metadata(&path).map_or(0, |found| found.len());
    // A kill comes as soon as the file has grown, however fast the machine is.
    let mut sizes = HashSet::new();
    loop {
        let (mut child, before) = (command(&place, words).spawn().unwrap(), size());
        while size() == before && child.try_wait().unwrap().is_none() {
            std::thread::sleep(Duration::from_millis(1));
        }
        child.kill().unwrap();
        let status = child.wait().unwrap();
        let found = fs::read(&path).unwrap_or_default();
        assert!(whole.starts_with(&found), "after {} kills", sizes.len());
        sizes.insert(found.len());
        if status.success() || size() == before {
            break;
        }
    }
    assert!(sizes.iter().any(|size| (1..whole.len()).contains(size)), "it was never killed: {sizes:?}");
    assert!(made(&place, words) == whole);
}

#[test]
fn an_incomplete_end_is_cut_and_other_files_are_refused() {
    let place = tempfile::tempdir().unwrap();
    let words = "wargame random --board tiny --games 20 --random-plies 1 --out set";
    let path = place.path().join("set");
    let whole = made(&place, words);
    fs::write(&path, &whole[..whole.len() - 5]).unwrap();
    let output = selfplay(&place, words);
    assert!(
        output.status.success()
            && said(&output).contains("were not a whole game and are cut off; it goes on with game 19"),
        "{}",
        said(&output)
    );
    assert!(fs::read(&path).unwrap() == whole);
    let mut damaged = whole.clone();
    damaged[whole.len() / 2] ^= 0x55;
    for (bytes, more, why) in [
        (&whole, "--seed 4", "is the data set of another command: name another file"),
        (&whole, "--seed 4", "seed: 1 there, 4 here"),
        (&whole, "--sample 2 --unique", "sample: null there, 2 here"),
        (&damaged, "", "are damaged, in game"),
        (
            &b"my only copy of something".to_vec(),
            "",
            "is not a data set of joust selfplay, and is left as it is",
        ),
        (&zstd::encode_all(&b"{\"key\":1}\n"[..], 3).unwrap(), "", "is not a data set"),
    ] {
        fs::write(&path, bytes).unwrap();
        let output = selfplay(&place, &format!("{words} {more}"));
        assert_eq!(output.status.code(), Some(2), "{}", said(&output));
        assert!(said(&output).contains(why), "{}", said(&output));
        assert!(fs::read(&path).unwrap() == *bytes, "{why}");
    }
    assert!(
        said(&selfplay(&place, &words.replace("--out set", "--out /dev/null"))).contains("not a plain file")
    );
}

#[test]
fn a_larger_number_extends_a_data_set_and_a_smaller_one_changes_nothing() {
    let place = tempfile::tempdir().unwrap();
    let words = |more: &str| {
        format!("wargame engine:2 --board tiny --random-plies 0 --unique --quiet --out set {more}")
    };
    made(&place, &words("--games 5"));
    made(&place, &words("--games 40"));
    let extended = made(&place, &words("--games 3"));
    let other = tempfile::tempdir().unwrap();
    assert!(made(&other, &words("--games 40")) == extended);
    let rows: Vec<String> = games(&extended)
        .into_iter()
        .flat_map(|(_, rows)| rows)
        .map(|row| row["position"].to_string())
        .collect();
    assert_eq!(rows.iter().collect::<HashSet<_>>().len(), rows.len());
    let duplicates: u64 = games(&extended).iter().filter_map(|(line, _)| line["duplicates"].as_u64()).sum();
    assert!(duplicates > 20, "{duplicates}");
    let place = tempfile::tempdir().unwrap();
    let output = selfplay(&place, "mad random --positions 500 --sample 7 --out set --quiet --json");
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    // 72 games of 7 positions.
    assert_eq!(
        (&report["games"], &report["positions"], &report["stopped"]),
        (&72.into(), &504.into(), &false.into())
    );
    assert_eq!(report["about"]["sample"], 7);
}

/// Waits until a run has begun its file.
fn begun(place: &Path, child: &mut Child) {
    let end = Instant::now() + Duration::from_secs(30);
    while fs::metadata(place.join("set")).map_or(0, |data| data.len()) == 0 {
        assert!(Instant::now() < end && child.try_wait().unwrap().is_none(), "no file was begun");
        std::thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn a_second_writer_is_refused_and_an_interrupt_keeps_the_games() {
    let place = tempfile::tempdir().unwrap();
    let words = "mad engine,nodes=2000 --games 100000 --quiet --out set";
    let mut child = command(&place, words).spawn().unwrap();
    begun(place.path(), &mut child);
    let second = selfplay(&place, words);
    assert_eq!(second.status.code(), Some(2));
    assert!(said(&second).contains("is being written by another joust selfplay"), "{}", said(&second));
    let pid = nix::unistd::Pid::from_raw(child.id().cast_signed());
    nix::sys::signal::kill(pid, nix::sys::signal::Signal::SIGINT).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130), "{}", said(&output));
    assert!(said(&output).contains("are in set; the same command goes on"), "{}", said(&output));
    games(&fs::read(place.path().join("set")).unwrap());
}

#[test]
fn a_full_disk_is_told_and_leaves_whole_games() {
    let words = "mad random --games 60 --quiet --out set";
    let whole = made(&tempfile::tempdir().unwrap(), words);
    let place = tempfile::tempdir().unwrap();
    let script = r#"ulimit -f 40; exec "$0" selfplay "$@""#;
    let mut command = Command::new("sh");
    command.args(["-c", script, JOUST]).args(words.split_whitespace()).current_dir(place.path());
    let output = command.output().unwrap();
    assert_eq!(output.status.code(), Some(3), "{}", said(&output));
    let told = said(&output);
    assert!(told.contains("set: file too large") && told.contains("are in the file"), "{told}");
    let kept = fs::read(place.path().join("set")).unwrap();
    assert!(whole.starts_with(&kept) && kept.len() < whole.len());
    assert!(!games(&kept).is_empty());
    assert!(made(&place, words) == whole);
}

#[test]
fn a_game_in_which_a_player_fails_has_no_positions() {
    let place = tempfile::tempdir().unwrap();
    let mut command = command(&place, "wargame random --games 3 --random-plies 0 --quiet --json --out set");
    let output = command.arg("line:exit 3").output().unwrap();
    assert_eq!(output.status.code(), Some(1), "{}", said(&output));
    assert!(said(&output).contains("3 games without positions"), "{}", said(&output));
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(
        (&report["games"], &report["positions"], &report["failed"]),
        (&3.into(), &0.into(), &3.into())
    );
    for (line, positions) in games(&fs::read(place.path().join("set")).unwrap()) {
        assert!(positions.is_empty() && line["faults"][0]["kind"].is_string(), "{line}");
    }
}

#[test]
fn mistakes_are_told_before_a_file_is_begun() {
    let place = tempfile::tempdir().unwrap();
    for (words, why) in [
        (
            "mad random random random --games 2 --out set",
            "3 players were named: name one for all seats, or 2",
        ),
        ("mad human --games 2 --out set", "human cannot play for a data set"),
        ("madmax --unique --games 2 --out set", "are for duels"),
        ("madmax --seed 2147483647 --games 2 --out set", "the seeds of Mad Max end at 2147483647"),
        ("mad --out set", "required arguments were not provided"),
        ("mad --games 2 --positions 3 --out set", "cannot be used with"),
        ("mad engine,tables=nowhere --games 2 --out set", "cannot use its tables"),
        ("wargame --board Atlantis --games 2 --out set", "Atlantis"),
        ("madmax --board Atlantis --games 2 --out set", "there is no map `Atlantis`"),
    ] {
        let output = selfplay(&place, words);
        assert_eq!(output.status.code(), Some(2), "{words}: {}", said(&output));
        assert!(said(&output).contains(why), "{words}: {}", said(&output));
        assert!(!place.path().join("set").exists(), "{words}");
    }
}

/// The program of the page reads a data set.
#[test]
fn the_example_in_python_runs() {
    let exists =
        |program: &str| Command::new(program).arg("--version").output().is_ok_and(|out| out.status.success());
    if !exists("python3") || !exists("zstdcat") {
        eprintln!("skipped: there is no python3, or no zstdcat");
        return;
    }
    let page = include_str!("../../../docs/selfplay.md");
    let program = page.split("```python\n").nth(1).unwrap().split("```").next().unwrap();
    let place = tempfile::tempdir().unwrap();
    let output = selfplay(&place, "mad engine:2 --games 4 --sample 6 --quiet --out mad.jsonl.zst");
    assert!(output.status.success(), "{}", said(&output));
    let output = Command::new("python3").args(["-c", program]).current_dir(place.path()).output().unwrap();
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(printed.starts_with("24 positions; mean squared error"), "{printed}{}", said(&output));
}
