//! `joust tournament`: whatever happens to it, no finished game is lost and none is played twice.

#![cfg(target_os = "linux")]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;

const JOUST: &str = env!("CARGO_BIN_EXE_joust");

/// A War Game of players that think for a moment: some sixty games of about ten milliseconds.
const DUELS: &str = "name = \"Cup\"\ngame = \"wargame\"\nboards = [\"custom4x4\", \"tiny\"]\nseed = 3\nconcurrency = 2\n\
    participants = [\"random\", \"mcts:60\", \"mcts:120\", { name = \"Ada\", player = \"alphabeta:4\" }]\n\
    format = { kind = \"round-robin\", games = 10 }\n";

/// A contest of armies, with records.
const ARMIES: &str = "name = \"Contest\"\ngame = \"madmax\"\nrules = \"nb_rounds=60\"\nconcurrency = 2\n\
    participants = [\"Dummy\", \"Demo\", \"Null\", \"Dummy\", \"Demo\", \"Dummy\"]\n\
    format = { kind = \"elimination\", leave = 1, final-blocks = 2 }\n";

/// The tournament with games that last: the test finds it running on any machine.
fn lasting() -> String {
    DUELS
        .replace("mcts:60", "mcts:10000")
        .replace("mcts:120", "mcts:20000")
        .replace("games = 10", "games = 400")
}

fn folder_with(file: &str) -> TempDir {
    let place = tempfile::tempdir().unwrap();
    fs::write(place.path().join("cup.toml"), file).unwrap();
    place
}

fn joust(place: &Path, words: &[&str]) -> Output {
    let mut command = Command::new(JOUST);
    command.arg("tournament").args(words).current_dir(place).env("NO_COLOR", "1");
    command.output().unwrap()
}

fn start(place: &Path) -> Child {
    let mut command = Command::new(JOUST);
    command.args(["tournament", "cup.toml", "--quiet"]).current_dir(place);
    command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap()
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn shown(output: &Output) -> String {
    assert!(output.status.success(), "{}", said(output));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn journal(place: &Path) -> PathBuf {
    place.join("cup.journal")
}

/// The lines of a journal: the terms, then the games in the order of their numbers.
fn sorted(path: &Path) -> Vec<String> {
    let text = fs::read_to_string(path).unwrap();
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let number = |line: &String| serde_json::from_str::<serde_json::Value>(line).unwrap()["game"].as_u64();
    lines[1..].sort_by_key(number);
    lines
}

/// The number of whole games in a journal that may be written at this moment.
fn games(path: &Path) -> usize {
    fs::read(path).unwrap_or_default().split(|byte| *byte == b'\n').count().saturating_sub(2)
}

fn until(what: &str, mut is_so: impl FnMut() -> bool) {
    let end = Instant::now() + Duration::from_mins(1);
    while !is_so() {
        assert!(Instant::now() < end, "{what}");
        std::thread::sleep(Duration::from_millis(2));
    }
}

/// Everything that is said about a tournament: standings, matrix, games, and the page without its replays.
fn told(place: &Path) -> Vec<String> {
    let texts = [
        vec!["table", "cup.toml"],
        vec!["matrix", "cup.toml"],
        vec!["games", "cup.toml", "--json"],
        vec!["export", "cup.toml", "--format", "csv", "--rows", "gradebook"],
        vec!["export", "cup.toml", "--format", "html"],
    ];
    texts.iter().map(|words| shown(&joust(place, words))).collect()
}

/// Kills a tournament twenty times, at moments that look random, and continues it each time.
fn killed(file: &str) {
    const KILLS: usize = 20;
    let whole = folder_with(file);
    shown(&joust(whole.path(), &["cup.toml"]));
    let all = counted(whole.path());
    assert!(all > 2 * KILLS, "{all} games are too few for {KILLS} kills");
    let torn = folder_with(file);
    // Numbers that look random and are the same in every run.
    let mut dice = 12_345_u64;
    let mut hits = 0;
    for kill in 1..=KILLS {
        let mut child = start(torn.path());
        dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        // The kills are spread over the games; some come before the first game of a run.
        let games_before = all * kill / (KILLS + 2) * usize::from(dice >> 62 > 0);
        until("it hangs", || {
            games(&journal(torn.path())) >= games_before || child.try_wait().unwrap().is_some()
        });
        std::thread::sleep(Duration::from_micros((dice >> 33) % 8000));
        hits += usize::from(child.try_wait().unwrap().is_none());
        let _ = child.kill();
        child.wait().unwrap();
    }
    assert!(hits * 4 > KILLS, "only {hits} of {KILLS} kills found it running");
    let before = games(&journal(torn.path()));
    let output = joust(torn.path(), &["cup.toml", "--quiet"]);
    assert!(output.status.success(), "{}", said(&output));
    assert_eq!(counted(torn.path()), all);
    // Games beyond the end of a sequential test were in progress at its end, and do not count.
    let cut = |place: &Path| sorted(&journal(place))[..=all].to_vec();
    assert_eq!(cut(torn.path()), cut(whole.path()), "after {before} games");
    assert_eq!(told(torn.path()), told(whole.path()));
}

/// How many games count in a tournament that is over.
fn counted(place: &Path) -> usize {
    let status = shown(&joust(place, &["status", "cup.toml", "--json"]));
    let status: serde_json::Value = serde_json::from_str(&status).unwrap();
    assert_eq!((&status["state"], &status["games"]), (&"finished".into(), &status["most_games"]), "{status}");
    assert!(status["games"].as_u64().unwrap() as usize <= games(&journal(place)));
    status["games"].as_u64().unwrap() as usize
}

#[test]
fn killed_twenty_times_a_round_robin_ends_as_if_it_had_never_been() {
    // Games that last: a kill must find the tournament running on any machine.
    killed(&DUELS.replace("mcts:60", "mcts:1000").replace("mcts:120", "mcts:2000"));
}

#[test]
fn killed_twenty_times_an_elimination_ends_as_if_it_had_never_been() {
    killed(ARMIES);
}

#[test]
fn killed_twenty_times_a_sequential_test_ends_at_the_same_game() {
    killed(
        "name = \"Test\"\ngame = \"wargame\"\nboards = [\"custom4x4\"]\nconcurrency = 4\n\
         participants = [\"alphabeta:4\", \"mcts:40\"]\nformat = { kind = \"round-robin\", blocks = 5000 }\n\
         stop = { sprt = [0, 25], alpha = 0.01, beta = 0.01 }\n",
    );
}

#[test]
fn an_interrupt_keeps_what_is_finished_and_says_how_to_go_on() {
    let place = folder_with(&lasting());
    let child = start(place.path());
    until("no game is played", || games(&journal(place.path())) > 3);
    let running = shown(&joust(place.path(), &["status", "cup.toml"]));
    assert!(running.contains("Cup: running, "), "{running}");
    let live = shown(&joust(place.path(), &["table", "cup.journal"]));
    assert!(live.contains("Ada") && live.contains(" of 2400 games"), "{live}");
    nix::sys::signal::kill(
        nix::unistd::Pid::from_raw(child.id().cast_signed()),
        nix::sys::signal::Signal::SIGINT,
    )
    .unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    assert!(said(&output).contains("run the same command to continue"), "{}", said(&output));
    let status = shown(&joust(place.path(), &["status", "cup.toml", "--json"]));
    let status: serde_json::Value = serde_json::from_str(&status).unwrap();
    assert_eq!(status["state"], "interrupted");
    assert_eq!(status["games"].as_u64().unwrap() as usize, games(&journal(place.path())));
}

#[test]
fn a_second_process_is_refused_politely() {
    let place = folder_with(&lasting());
    let mut child = start(place.path());
    until("no game is played", || games(&journal(place.path())) > 0);
    let second = joust(place.path(), &["cup.toml"]);
    assert_eq!(second.status.code(), Some(2));
    assert!(said(&second).contains("another joust plays this tournament now"), "{}", said(&second));
    child.kill().unwrap();
    child.wait().unwrap();
}

#[test]
fn a_damaged_tail_is_cut_with_a_message() {
    let place = folder_with(DUELS);
    shown(&joust(place.path(), &["cup.toml"]));
    let whole = fs::read(journal(place.path())).unwrap();
    fs::write(journal(place.path()), &whole[..whole.len() - 20]).unwrap();
    let again = joust(place.path(), &["cup.toml", "--quiet"]);
    assert!(said(&again).contains("its end was torn or damaged, and "), "{}", said(&again));
    assert!(said(&again).contains("59 of 60 games are there"), "{}", said(&again));
    assert!(again.status.success());
    let expected = folder_with(DUELS);
    shown(&joust(expected.path(), &["cup.toml"]));
    assert_eq!(sorted(&journal(place.path())), sorted(&journal(expected.path())));
    // Zeros, as a power cut leaves them, and a garbled line are damage, too; readers pass over them.
    for tail in [&[0; 300][..], b"{\"game\":59,\"seats\":[0,#\n"] {
        fs::write(journal(place.path()), [&whole[..], tail].concat()).unwrap();
        assert!(shown(&joust(place.path(), &["table", "cup.toml"])).contains("60 games, finished"));
        let again = joust(place.path(), &["cup.toml", "--quiet"]);
        assert!(again.status.success(), "{}", said(&again));
        let cut = format!("and {} bytes were cut off", tail.len());
        assert!(said(&again).contains(&cut), "{}", said(&again));
        assert_eq!(fs::read(journal(place.path())).unwrap(), whole);
    }
}

#[test]
fn an_unreadable_journal_is_left_alone() {
    let place = folder_with(DUELS);
    shown(&joust(place.path(), &["cup.toml"]));
    let text = fs::read_to_string(journal(place.path())).unwrap();
    let line = text.lines().nth(5).unwrap();
    for (bad, words) in [
        ("a letter to somebody\n".to_owned(), "is not the journal of a tournament"),
        (text.replace(line, "{\"game\":"), "line 6 is not a game of this tournament"),
        (format!("{text}notes of my own"), "its last line is not a game"),
    ] {
        fs::write(journal(place.path()), &bad).unwrap();
        let output = joust(place.path(), &["cup.toml"]);
        assert_eq!(output.status.code(), Some(2), "{}", said(&output));
        assert!(said(&output).contains(words), "{}", said(&output));
        assert_eq!(fs::read_to_string(journal(place.path())).unwrap(), bad);
    }
    fs::remove_file(journal(place.path())).unwrap();
    fs::create_dir(journal(place.path())).unwrap();
    let output = joust(place.path(), &["cup.toml"]);
    assert_eq!(output.status.code(), Some(2), "{}", said(&output));
}

#[test]
fn a_changed_file_is_refused_with_the_differences() {
    let place = folder_with(DUELS);
    let mut child = start(place.path());
    until("no game is played", || games(&journal(place.path())) > 0);
    child.kill().unwrap();
    child.wait().unwrap();
    let before = fs::read(journal(place.path())).unwrap();
    fs::write(place.path().join("cup.toml"), DUELS.replace("seed = 3", "seed = 4")).unwrap();
    let output = joust(place.path(), &["cup.toml"]);
    assert_eq!(output.status.code(), Some(2));
    let why = said(&output);
    assert!(why.contains("seed: 3 there, 4 here") && why.contains("--journal"), "{why}");
    assert_eq!(fs::read(journal(place.path())).unwrap(), before);
    // Another journal is another tournament.
    shown(&joust(place.path(), &["cup.toml", "--journal", "other.journal"]));
    // The number of threads does not matter.
    fs::write(place.path().join("cup.toml"), DUELS.replace("concurrency = 2", "concurrency = 1")).unwrap();
    shown(&joust(place.path(), &["cup.toml"]));
}

/// The script of a participant is a part of the tournament, as a module is.
#[test]
fn a_changed_program_is_noticed() {
    let file = "game = \"wargame\"\nboards = \"tiny\"\nparticipants = [\"random\", { name = \"Bot\", player = \
                \"line:sh bot.sh\" }]\nformat = { kind = \"round-robin\", games = 4 }\n";
    let place = folder_with(file);
    fs::write(place.path().join("bot.sh"), FIRST).unwrap();
    shown(&joust(place.path(), &["cup.toml"]));
    let before = fs::read(journal(place.path())).unwrap();
    fs::write(place.path().join("bot.sh"), format!("{FIRST}# better")).unwrap();
    let output = joust(place.path(), &["cup.toml"]);
    assert_eq!(output.status.code(), Some(2));
    let why = said(&output);
    assert!(why.contains("participants[2].sha256: ") && !why.contains("random"), "{why}");
    assert_eq!(fs::read(journal(place.path())).unwrap(), before);
    fs::write(place.path().join("bot.sh"), FIRST).unwrap();
    shown(&joust(place.path(), &["cup.toml"]));
}

/// No file may have more than this number of blocks of 512 bytes.
fn in_blocks(place: &Path, blocks: u32) -> Output {
    let script = format!("ulimit -f {blocks}; exec \"$0\" \"$@\"");
    let mut command = Command::new("sh");
    command.args(["-c", &script, JOUST, "tournament", "cup.toml", "--quiet"]).current_dir(place);
    command.output().unwrap()
}

#[test]
fn a_full_disk_loses_nothing() {
    let (place, whole) = (folder_with(DUELS), folder_with(DUELS));
    shown(&joust(whole.path(), &["cup.toml"]));
    let output = in_blocks(place.path(), 8);
    assert_eq!(output.status.code(), Some(3), "{}", said(&output));
    let kept = games(&journal(place.path()));
    assert!(kept > 3, "{kept} games");
    let why = said(&output);
    assert!(why.contains("raise that limit") && why.contains("are safe in"), "{why}");
    assert!(why.contains("run the same command again to continue"), "{why}");
    shown(&joust(place.path(), &["cup.toml"]));
    assert_eq!(sorted(&journal(place.path())), sorted(&journal(whole.path())));
}

/// A program that takes the first vacant square.
const FIRST: &str = r#"#!/bin/sh
tab=$(printf '\t')
while IFS= read -r line; do
  rows=${line#*"$tab"}; rows=${rows%% *}; x=1; y=1
  while [ -n "$rows" ]; do
    square=${rows%"${rows#?}"}; rows=${rows#?}
    case $square in
      .) printf "\\$(printf '%03o' $((64 + x)))$y\n"; break ;;
      /) y=$((y + 1)); x=1 ;;
      *) x=$((x + 1)) ;;
    esac
  done
done
"#;

#[test]
fn a_bot_that_vanishes_in_the_middle_is_not_charged() {
    let file = "game = \"wargame\"\nboards = \"tiny\"\nconcurrency = 1\nparticipants = [\"random\", { name = \"Bot\", \
                player = \"line:./bot.sh\" }]\nformat = { kind = \"round-robin\", games = 60 }\n";
    let (place, whole) = (folder_with(file), folder_with(file));
    for place in [&place, &whole] {
        let bot = place.path().join("bot.sh");
        fs::write(&bot, FIRST).unwrap();
        fs::set_permissions(bot, fs::Permissions::from_mode(0o755)).unwrap();
    }
    let table = shown(&joust(whole.path(), &["cup.toml"]));
    assert!(!table.contains("faults"), "{table}");
    let child = start(place.path());
    until("no game is played", || games(&journal(place.path())) > 2);
    fs::rename(place.path().join("bot.sh"), place.path().join("away.sh")).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(2), "{}", said(&output));
    let why = said(&output);
    assert!(why.contains("Bot could not be started") && why.contains("put its program back"), "{why}");
    let kept = games(&journal(place.path()));
    assert!((3..60).contains(&kept), "{kept}");
    let text = fs::read_to_string(journal(place.path())).unwrap();
    assert!(!text.contains("faults"), "{text}");
    fs::rename(place.path().join("away.sh"), place.path().join("bot.sh")).unwrap();
    shown(&joust(place.path(), &["cup.toml"]));
    assert_eq!(sorted(&journal(place.path())), sorted(&journal(whole.path())));
}

#[test]
fn faults_are_counted_and_cost_the_game() {
    let file = "game = \"wargame\"\nboards = \"tiny\"\nparticipants = [\"random\", { name = \"Bad\", player = \
                \"line:echo nonsense\" }]\nformat = { kind = \"round-robin\", games = 4 }\n";
    let place = folder_with(file);
    let table = shown(&joust(place.path(), &["cup.toml"]));
    assert!(table.contains("Bad: 4 garbled; first in game 0: it "), "{table}");
    let games = shown(&joust(place.path(), &["games", "cup.toml", "--faults", "--of", "Bad"]));
    assert_eq!(games.lines().count(), 5, "{games}");
}

#[test]
fn a_participant_that_cannot_play_is_named_before_the_first_game() {
    let file = "game = \"mad\"\nparticipants = [\"random\", { name = \"Ada\", player = \"engine,tables=no/such\" }]\n";
    let place = folder_with(file);
    let output = joust(place.path(), &["cup.toml"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        said(&output).contains("Ada: ") && said(&output).contains("nothing was played"),
        "{}",
        said(&output)
    );
    // A journal without games does not stand in the way of a better file.
    fs::write(place.path().join("cup.toml"), file.replace("engine,tables=no/such", "engine:1")).unwrap();
    shown(&joust(place.path(), &["cup.toml"]));
}

#[test]
fn what_is_passed_over_in_a_folder_is_told() {
    let place = folder_with("game = \"mad\"\nfolder = \"bots\"\nparticipants = [\"random\", \"engine:1\"]\n");
    fs::create_dir_all(place.path().join("bots/old")).unwrap();
    for name in ["readme.txt", "ada.py", ".hidden"] {
        fs::write(place.path().join("bots").join(name), "").unwrap();
    }
    // Without a player in the folder nothing is played, and the user sees what is there.
    let refused = joust(place.path(), &["cup.toml"]);
    let words = "not players, and passed over: bots/ada.py, bots/old, bots/readme.txt";
    assert!(said(&refused).contains(words) && said(&refused).contains("there is no player in bots"));
}

#[test]
fn paths_are_relative_to_the_file() {
    let place = folder_with("");
    let cups = place.path().join("cups");
    fs::create_dir(&cups).unwrap();
    fs::write(cups.join("city.txt"), "1 2/3 4").unwrap();
    let file = "game = \"wargame\"\nboards = [\"city.txt\"]\nparticipants = [\"random\", \"minimax:2\"]\n";
    fs::write(cups.join("spring.toml"), file).unwrap();
    let table = shown(&joust(place.path(), &["cups/spring.toml"]));
    assert!(table.starts_with("spring\n"), "{table}");
    assert!(cups.join("spring.journal").exists());
    shown(&joust(place.path(), &["cups/spring.toml", "--journal", "mine.journal"]));
    assert!(place.path().join("mine.journal").exists());
}

#[test]
fn parts_of_two_machines_are_put_together() {
    let (place, whole) = (folder_with(DUELS), folder_with(DUELS));
    shown(&joust(whole.path(), &["cup.toml"]));
    for part in ["1", "2", "3"] {
        shown(&joust(place.path(), &["shard", "cup.toml", "--of", "3", "--part", part, "--quiet"]));
    }
    let parts = ["cup.1-of-3.journal", "cup.2-of-3.journal", "cup.3-of-3.journal"];
    let merged = joust(place.path(), &[&["merge"], &parts[..], &["--out", "cup.journal"]].concat());
    assert_eq!(shown(&merged), "cup.journal: 60 games\n");
    let text = fs::read_to_string(journal(place.path())).unwrap();
    assert_eq!(text.lines().collect::<Vec<_>>(), sorted(&journal(whole.path())));
    assert_eq!(told(place.path()), told(whole.path()));
    let again = joust(place.path(), &[&["merge"], &parts[..1], &["--out", "cup.journal"]].concat());
    assert!(said(&again).contains("exists already"), "{}", said(&again));
    let armies = folder_with(ARMIES);
    let refused = joust(armies.path(), &["shard", "cup.toml", "--of", "2", "--part", "1"]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(said(&refused).contains("who plays next depends on results"), "{}", said(&refused));
}

#[test]
fn exports_have_a_row_for_each_game_and_participant() {
    let place = folder_with(ARMIES);
    let table = shown(&joust(place.path(), &["cup.toml"]));
    assert!(table.contains("left") && table.contains("Dummy#1"), "{table}");
    let games = games(&journal(place.path()));
    let export = |words: &[&str]| shown(&joust(place.path(), &[&["export", "cup.toml"], words].concat()));
    let rows = export(&["--format", "csv", "--rows", "games"]);
    assert_eq!(rows.lines().count(), games + 1);
    assert!(rows.starts_with("game,round,block,board,seed,name_1,"), "{rows}");
    assert_eq!(export(&["--format", "csv"]).lines().count(), 7);
    let grades = export(&["--format", "csv", "--rows", "gradebook"]);
    assert!(grades.contains("\nDemo#1,"), "{grades}");
    let json: serde_json::Value = serde_json::from_str(&export(&["--format", "json"])).unwrap();
    assert_eq!(json["games"].as_array().unwrap().len(), games);
    assert_eq!(json["table"]["rows"].as_array().unwrap().len(), 6);
    assert!(export(&["--format", "text"]).contains("per cent of the points of the row"));
    // A game can be taken out, and replays.
    let words = ["games", "cup.toml", "--game", "3", "--record", "three.jmm"];
    shown(&joust(place.path(), &words));
    let verified =
        Command::new(JOUST).args(["verify", "three.jmm"]).current_dir(place.path()).output().unwrap();
    assert!(verified.status.success(), "{}", said(&verified));
    let duels = folder_with(DUELS);
    shown(&joust(duels.path(), &["cup.toml"]));
    shown(&joust(duels.path(), &["games", "cup.toml", "--game", "3", "--record", "three.war"]));
    let verified =
        Command::new(JOUST).args(["verify", "three.war"]).current_dir(duels.path()).output().unwrap();
    assert!(verified.status.success(), "{}", said(&verified));
}

#[test]
fn every_view_of_a_journal_has_json() {
    let place = folder_with(DUELS);
    let answer = |words: &[&str]| -> serde_json::Value {
        serde_json::from_str(&shown(&joust(place.path(), &[words, &["--json"]].concat()))).unwrap()
    };
    let played = answer(&["cup.toml"]);
    let table = answer(&["table", "cup.toml"]);
    assert_eq!(played, table);
    assert_eq!((&table["games"], &table["over"], &table["anchor"]), (&60.into(), &true.into(), &().into()));
    let best = &table["rows"][0];
    assert!(best["rating"]["low"].as_f64() < best["rating"]["elo"].as_f64(), "{best}");
    assert!(best["provisional"]["deviation"].as_f64() > Some(0.0), "{best}");
    assert!(best["glicko"]["rating"].as_f64() > Some(0.0), "{best}");
    assert_ne!(best["glicko"], best["provisional"]);
    let shown_by = |method| shown(&joust(place.path(), &["table", "cup.toml", "--provisional", method]));
    assert!(shown_by("glicko").contains("provisional Elo: by Glicko-2"), "{}", shown_by("glicko"));
    assert!(shown_by("weng-lin").contains("provisional Elo: by Weng and Lin"));
    assert_eq!((&best["by_seat"][0]["games"], &best["by_seat"][1]["games"]), (&15.into(), &15.into()));
    let met = answer(&["matrix", "cup.toml", "--of", "Ada"]);
    assert_eq!((met.as_array().unwrap().len(), &met[0]["games"]), (3, &10.into()));
    assert!(met[0]["low"].as_f64() < met[0]["high"].as_f64(), "{met}");
    let all = answer(&["matrix", "cup.toml"]);
    assert_eq!((&all["names"][3], all["matrix"].as_array().unwrap().len()), (&"Ada".into(), 4));
    assert_eq!(
        answer(&["games", "cup.toml", "--of", "Ada", "--against", "random"]).as_array().unwrap().len(),
        10
    );
    assert_eq!(answer(&["status", "cup.toml"])["state"], "finished");
    let nobody = joust(place.path(), &["matrix", "cup.toml", "--of", "Bob"]);
    assert!(said(&nobody).contains("no participant is called `Bob`: they are random, "), "{}", said(&nobody));
    // Quiet is quiet.
    let again = joust(place.path(), &["cup.toml", "--quiet"]);
    assert_eq!(said(&again), "");
}

#[test]
fn a_report_has_every_game_and_needs_no_network() {
    let place = folder_with(DUELS);
    shown(&joust(place.path(), &["cup.toml"]));
    let page = shown(&joust(place.path(), &["export", "cup.toml", "--format", "html"]));
    assert_eq!(page.matches("<script type=\"application/json\" id=\"game-").count(), 60);
    for outside in ["src=\"", "<link", "@import", "https://"] {
        assert!(!page.contains(outside), "{outside}");
    }
    for section in ["standings", "matrix", "time", "seats", "faults", "games", "method"] {
        assert!(page.contains(&format!("<section id=\"{section}\">")), "{section}");
    }
    // With less room, the last games stay.
    let small = shown(&joust(place.path(), &["export", "cup.toml", "--format", "html", "--replays", "0"]));
    assert!(!small.contains("id=\"game-") && small.contains("too large with 60 more"), "{}", small.len());
}

/// Names come from participants: nothing in them may become markup, a script or a formula.
#[test]
fn names_cannot_break_out_of_a_report() {
    let evil = "</script><script>alert(1)</script>\\\"'<b>&";
    let file = format!(
        "name = \"{evil}\"\ngame = \"wargame\"\nboards = \"tiny\"\nparticipants = [\"random\", {{ name = \"{evil}\", \
         player = \"minimax:1\" }}, {{ name = \"=1+1\", player = \"random\" }}]\n"
    );
    let place = folder_with(&file);
    shown(&joust(place.path(), &["cup.toml"]));
    shown(&joust(place.path(), &["export", "cup.toml", "--format", "html", "--out", "cup.html"]));
    let page = fs::read_to_string(place.path().join("cup.html")).unwrap();
    assert!(page.contains("&#60;/script&#62;") || page.contains("&lt;/script&gt;"), "names are shown");
    assert!(!page.contains("<script>alert") && !page.contains("<b>"), "a name became markup");
    // Every script that begins also ends, and no other begins inside.
    assert_eq!(page.matches("<script").count(), page.matches("</script>").count());
    let csv = shown(&joust(place.path(), &["export", "cup.toml", "--format", "csv"]));
    assert!(csv.contains(",'=1+1,"), "{csv}");
}

/// The memory of a process, in kilobytes.
fn memory(child: &Child) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{}/status", child.id())).ok()?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}

#[test]
fn a_hundred_thousand_games_of_a_hundred_participants_take_little_memory() {
    let people: Vec<String> =
        (0..100).map(|i| format!("{{ name = \"P{i}\", player = \"random\" }}")).collect();
    let file = format!(
        "game = \"wargame\"\nrecords = false\nparticipants = [{}]\nformat = {{ kind = \"round-robin\", blocks = 11 }}\n\
         stop = {{ games = 100000 }}\n",
        people.join(", ")
    );
    let place = folder_with(&file);
    let begin = Instant::now();
    let mut child = start(place.path());
    // The most memory, in kilobytes, in each tenth of the games; the last counts the end, too.
    let mut memories = [0; 11];
    let mut stderr = child.stderr.take();
    while child.try_wait().unwrap().is_none() {
        let tenth = games(&journal(place.path())) / 10_000;
        if let Some(now) = memory(&child) {
            memories[tenth] = memories[tenth].max(now);
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    drop(stderr.take());
    let (time, lines) = (begin.elapsed(), games(&journal(place.path())));
    assert_eq!(lines, 100_000);
    let text = fs::read_to_string(journal(place.path())).unwrap();
    let per_game = (text.len() - text.lines().next().unwrap().len()) / lines;
    let begin = Instant::now();
    let table = shown(&joust(place.path(), &["table", "cup.toml"]));
    let shown_in = begin.elapsed();
    println!(
        "100,000 games in {time:?}; {per_game} bytes a game; table in {shown_in:?}; memory in kB: {memories:?}"
    );
    assert!(table.contains("P99"));
    assert!(per_game < 100, "{per_game} bytes a game");
    let (early, late) = (memories[1], memories[9]);
    assert!(late < early + early / 10, "the memory grew from {early} to {late} kB");
    // At the end, all games are rated at once.
    assert!(memories[10] < 64_000, "{memories:?}");
    // On a machine with other work, a second may be too short.
    let limit = if std::env::var_os("JOUST_LONG").is_some() { 1 } else { 10 };
    assert!(shown_in < Duration::from_secs(limit), "the table took {shown_in:?}");
}

/// The games of players that think: `make test-all` runs this on a machine without other work.
#[test]
#[ignore = "needs two cores of its own"]
fn two_workers_play_nearly_twice_as_many_games_as_one() {
    let file = "game = \"wargame\"\nrecords = false\nparticipants = [\"alphabeta:3\", \"minimax:3\", \"mcts:400\"]\n\
                format = { kind = \"round-robin\", games = 100 }\n";
    let time = |threads: &str| {
        let best = (0..3).map(|_| {
            let place = folder_with(file);
            let begin = Instant::now();
            shown(&joust(place.path(), &["cup.toml", "--quiet", "--concurrency", threads]));
            begin.elapsed()
        });
        best.min().unwrap().as_secs_f64()
    };
    let (one, two) = (time("1"), time("2"));
    println!("{one:.2} s with one worker, {two:.2} s with two: {:.2} times as fast", one / two);
    assert!(one / two > 1.8, "{:.2} times as fast", one / two);
}
