//! What happens to people's files: foreign ones are left alone, old ones survive a full disk, and
//! nothing of a killed program stays for ever.
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;

const JOUST: &str = env!("CARGO_BIN_EXE_joust");
const MATCH: [&str; 8] = ["match", "wargame", "random", "random", "--board", "tiny", "--games", "2"];
const PLAYERS: [&str; 4] = ["Null", "Null", "Null", "Null"];

fn joust(place: &TempDir, words: &[&str]) -> Output {
    Command::new(JOUST).args(words).current_dir(place.path()).output().unwrap()
}

/// Runs the program where no file may have more than this number of blocks of 512 bytes.
fn joust_in(blocks: u32, place: &TempDir, words: &[&str]) -> Output {
    let script = format!("ulimit -f {blocks}; exec \"$0\" \"$@\"");
    Command::new("sh").args(["-c", &script, JOUST]).args(words).current_dir(place.path()).output().unwrap()
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// The names of the files in a folder, sorted.
fn files(place: &Path) -> Vec<String> {
    let entries = fs::read_dir(place).unwrap();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

fn until(what: &str, mut is_so: impl FnMut() -> bool) {
    let end = Instant::now() + Duration::from_secs(30);
    while !is_so() {
        assert!(Instant::now() < end, "{what}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn a_file_that_is_not_a_record_is_left_alone() {
    let place = tempfile::tempdir().unwrap();
    let path = place.path().join("f.jsonl");
    let words = [&MATCH[..], &["--record", "f.jsonl"]].concat();
    assert!(joust(&place, &words).status.success());
    let record = fs::read_to_string(&path).unwrap();
    let (about, games) = record.split_once('\n').unwrap();
    let utf_16: Vec<u8> = record.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let foreign: Vec<Vec<u8>> = vec![
        br#"{"important":"my only copy"}"#.to_vec(),
        b"a letter\rwith old line ends\r".to_vec(),
        b"a letter\r\nto somebody\r\n".to_vec(),
        b"a letter\r\nto somebody".to_vec(),
        b"\n".to_vec(),
        b" ".to_vec(),
        b"\0\0\0\0".to_vec(),
        b"\x7fELF\x02\x01\x01\n\0\xff\xfe".to_vec(),
        format!("\u{feff}{record}").into_bytes(),
        utf_16,
        // All of it in one line.
        record.replace('\n', "\r").into_bytes(),
        // A beginning that is another match's, without its end.
        about.replace("tiny", "small").into_bytes(),
        // A record with something else at its end.
        format!("{record}notes of my own").into_bytes(),
    ];
    for bytes in foreign {
        fs::write(&path, &bytes).unwrap();
        let output = joust(&place, &words);
        let text = String::from_utf8_lossy(&bytes).into_owned();
        assert_eq!(output.status.code(), Some(2), "{text:?}: {}", said(&output));
        assert!(fs::read(&path).unwrap() == bytes, "{text:?} was changed");
        assert!(said(&output).contains("f.jsonl"), "{text:?}: {}", said(&output));
    }
    // What was cut short goes on, and so does a record with other line ends.
    let torn = &record[..about.len() / 2];
    let torn_game = &record[..about.len() + games.len() / 3];
    // So does one whose end is damaged, as after a power cut.
    let zeros = format!("{about}\n\0\0\0");
    let garbled = format!("{about}\n{{\"game\":0}}, and so on");
    for text in ["", torn, about, torn_game, &zeros, &garbled, &record.replace('\n', "\r\n")] {
        fs::write(&path, text).unwrap();
        let output = joust(&place, &words);
        assert!(output.status.success(), "{text:?}: {}", said(&output));
        assert_eq!(fs::read_to_string(&path).unwrap().lines().count(), 3, "{text:?}");
    }
}

/// Reading one would never end, and a first Ctrl-C would not be heeded.
#[test]
fn a_record_is_a_plain_file() {
    let place = tempfile::tempdir().unwrap();
    assert!(Command::new("mkfifo").arg(place.path().join("fifo")).status().unwrap().success());
    for name in ["fifo", "/dev/zero", "."] {
        // A match that reads a device without an end must not take the memory of the machine.
        let mut command = Command::new("sh");
        command.args(["-c", r#"ulimit -v 4194304; exec "$0" "$@""#, JOUST]);
        command.args(MATCH).args(["--record", name]).current_dir(place.path());
        let mut child = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
        let end = Instant::now() + Duration::from_secs(20);
        while child.try_wait().unwrap().is_none() && Instant::now() < end {
            std::thread::sleep(Duration::from_millis(5));
        }
        // Nothing but this ends a match that reads for ever.
        let _ = child.kill();
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{name}: {}", said(&output));
        let told = format!("{name}: this is not a plain file");
        assert!(said(&output).contains(&told), "{}", said(&output));
    }
}

/// A device without an end must not take the memory of the machine.
#[cfg(target_os = "linux")]
#[test]
fn a_file_without_an_end_is_refused() {
    let place = tempfile::tempdir().unwrap();
    let match_words = ["match", "madmax", "Null", "Null", "Null", "Null", "--games", "1"];
    for (words, code, limit) in [
        (&["verify", "/dev/zero"][..], 2, "1024 MiB"),
        (&["replay", "/dev/zero"], 2, "1024 MiB"),
        (&[&["game", "-s", "1", "-i", "/dev/zero"], &PLAYERS[..]].concat(), 1, "16 MiB"),
        (&[&match_words[..], &["--input", "/dev/zero"]].concat(), 2, "16 MiB"),
        (&["tune", "mad", "--weights", "/dev/zero"], 2, "16 MiB"),
        (&["serve", "--config", "/dev/zero"], 2, "16 MiB"),
        (&["moves", "wargame", "--board", "/dev/zero"], 2, "16 MiB"),
    ] {
        let mut command = Command::new("sh");
        command.args(["-c", r#"ulimit -v 6291456; exec timeout 60 "$0" "$@""#, JOUST]);
        let output = command.args(words).current_dir(place.path()).output().unwrap();
        assert_eq!(output.status.code(), Some(code), "{words:?}: {}", said(&output));
        let told = format!("this is larger than {limit}");
        assert!(said(&output).contains(&told), "{words:?}: {}", said(&output));
    }
}

#[test]
fn a_board_can_come_from_a_pipe() {
    let script = r#""$0" moves wargame --board <(echo "1 2/3 4")"#;
    let output = Command::new("bash").args(["-c", script, JOUST]).output().unwrap();
    assert_eq!(
        String::from_utf8_lossy(&output.stdout),
        "drop-A1\ndrop-A2\ndrop-B1\ndrop-B2\n",
        "{}",
        said(&output)
    );
}

/// A game that has begun its result and waits for its configuration.
fn waiting_game(place: &TempDir, result: &str) -> Child {
    let before = files(place.path()).len();
    let words = ["game", "-q", "-s", "1", "-o", result];
    let mut command = Command::new(JOUST);
    command.args(words).args(PLAYERS).current_dir(place.path());
    let child = command.stdin(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    until("the game begins no result", || files(place.path()).len() > before);
    child
}

fn whole_game(words: &[&str], run: impl Fn(&[&str]) -> Output) -> Output {
    let map = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/data/madmax/cnf");
    let map = fs::read_dir(map).unwrap().map(|entry| entry.unwrap().path()).min().unwrap();
    let input = ["game", "-q", "-s", "1", "-i", map.to_str().unwrap()];
    run(&[&input[..], words, &PLAYERS[..]].concat())
}

#[test]
fn drafts_of_a_killed_game_go_with_the_next_one() {
    let place = tempfile::tempdir().unwrap();
    let mut killed = waiting_game(&place, "killed.res");
    let mut alive = waiting_game(&place, "alive.res");
    let drafts = files(place.path());
    assert_eq!(drafts.len(), 2, "{drafts:?}");
    killed.kill().unwrap();
    killed.wait().unwrap();
    assert_eq!(files(place.path()), drafts, "nothing can be done after kill -9");
    // Files of other programs that look alike.
    let foreign = [".killed.res.1.tmp", ".x.joust-1-abcdef.tmpx"];
    for name in foreign {
        fs::write(place.path().join(name), "mine").unwrap();
    }
    let output = whole_game(&["-o", "next.res"], |words| joust(&place, words));
    assert!(output.status.success(), "{}", said(&output));
    let left = files(place.path());
    assert_eq!(left.len(), 4, "{left:?}");
    assert!(
        left.iter().any(|name| name.starts_with(".alive.res.")),
        "a living game lost its draft: {left:?}"
    );
    assert!(foreign.iter().all(|name| left.iter().any(|found| found == name)), "{left:?}");
    alive.kill().unwrap();
    alive.wait().unwrap();
}

#[test]
fn a_full_disk_leaves_the_old_result() {
    let place = tempfile::tempdir().unwrap();
    let old = place.path().join("old.res");
    fs::write(&old, "an old result").unwrap();
    let output = whole_game(&["-o", "old.res"], |words| joust_in(8, &place, words));
    assert_eq!(output.status.code(), Some(3), "{}", said(&output));
    assert!(said(&output).contains("an older result is still there"), "{}", said(&output));
    assert_eq!(fs::read_to_string(&old).unwrap(), "an old result");
    assert_eq!(files(place.path()), ["old.res"], "no draft stays");
    let output = whole_game(&["-o", "new.res"], |words| joust_in(8, &place, words));
    assert_eq!(output.status.code(), Some(3), "{}", said(&output));
    assert!(said(&output).contains("\nno result was written\n"), "{}", said(&output));
    assert!(said(&output).contains("`ulimit -f`"), "{}", said(&output));
    assert_eq!(files(place.path()), ["old.res"], "no draft stays");
}

#[cfg(target_os = "linux")]
#[test]
fn what_could_not_be_written_is_named() {
    let place = tempfile::tempdir().unwrap();
    let output = whole_game(&["-o", "/dev/full"], |words| joust(&place, words));
    assert_eq!(output.status.code(), Some(3), "{}", said(&output));
    assert!(said(&output).contains("the result cannot be written"), "{}", said(&output));
    assert!(said(&output).contains("\nthe result was written only in part\n"), "{}", said(&output));
    assert!(said(&output).contains("make room on the disk"), "{}", said(&output));
    let output = whole_game(&["-o", "new.res", "--record", "/dev/full"], |words| joust(&place, words));
    assert_eq!(output.status.code(), Some(3), "{}", said(&output));
    assert!(said(&output).contains("the record cannot be written"), "{}", said(&output));
    assert!(!said(&output).contains("result"), "{}", said(&output));
    assert_eq!(files(place.path()), ["new.res"]);
}

#[test]
fn a_match_whose_disk_is_full_says_so_and_goes_on_later() {
    let place = tempfile::tempdir().unwrap();
    let mut words = MATCH.to_vec();
    *words.last_mut().unwrap() = "40";
    words.extend(["--quiet", "--concurrency", "1", "--record", "f.jsonl"]);
    let output = joust_in(4, &place, &words);
    assert_eq!(output.status.code(), Some(3), "{}", said(&output));
    assert!(said(&output).contains("f.jsonl: file too large"), "{}", said(&output));
    let kept = fs::read(place.path().join("f.jsonl")).unwrap();
    assert_eq!(kept.len(), 4 * 512);
    let output = joust(&place, &words);
    assert!(output.status.success(), "{}", said(&output));
    let whole = fs::read_to_string(place.path().join("f.jsonl")).unwrap();
    assert_eq!(whole.lines().count(), 41);
    let lines = kept.iter().rposition(|byte| *byte == b'\n').unwrap();
    assert!(whole.as_bytes().starts_with(&kept[..lines]), "a game that was written was lost");
}

#[test]
fn a_solve_whose_disk_is_full_says_so_and_goes_on_later() {
    let place = tempfile::tempdir().unwrap();
    let words = ["solve", "wargame", "--board", "random:5x4:7", "--quiet", "--checkpoint", "c"];
    let output = joust_in(1, &place, &words);
    assert_eq!(output.status.code(), Some(3), "{}", said(&output));
    assert!(said(&output).contains("c: file too large"), "{}", said(&output));
    let output = joust(&place, &words);
    assert!(output.status.success(), "{}", said(&output));
}

#[test]
fn a_disk_without_room_is_named() {
    // A small file system needs root; elsewhere the limits above stand for it.
    let place = tempfile::tempdir().unwrap();
    let small = place.path().join("small");
    fs::create_dir(&small).unwrap();
    let mount = |words: &[&str]| {
        Command::new("mount")
            .args(words)
            .arg(&small)
            .stderr(Stdio::null())
            .status()
            .is_ok_and(|s| s.success())
    };
    if !mount(&["-t", "tmpfs", "-o", "size=16k", "tmpfs"]) {
        eprintln!("skipped: no file system can be mounted here");
        return;
    }
    fs::write(small.join("old.res"), "an old result").unwrap();
    let old = small.join("old.res");
    let game = whole_game(&["-o", old.to_str().unwrap()], |words| joust(&place, words));
    let record = small.join("f.jsonl");
    let mut words = MATCH.to_vec();
    *words.last_mut().unwrap() = "200";
    words.extend(["--quiet", "--record", record.to_str().unwrap()]);
    let matched = joust(&place, &words);
    let new = small.join("new.res");
    let renamed = whole_game(&["-o", new.to_str().unwrap()], |words| joust(&place, words));
    let (text, left) = (fs::read_to_string(&old), files(&small));
    let _ = Command::new("umount").arg(&small).status();
    assert_eq!(game.status.code(), Some(3), "{}", said(&game));
    assert_eq!(text.unwrap(), "an old result");
    assert_eq!(left, ["f.jsonl", "old.res"], "no draft stays");
    assert!(said(&game).contains("an older result is still there"), "{}", said(&game));
    assert!(said(&renamed).contains("no result was written"), "{}", said(&renamed));
    assert!(!said(&renamed).contains("older"), "{}", said(&renamed));
    assert!(said(&renamed).contains("make room on the disk"), "{}", said(&renamed));
    assert_eq!(matched.status.code(), Some(3), "{}", said(&matched));
    assert!(said(&matched).contains("no space left"), "{}", said(&matched));
    assert!(said(&matched).contains("make room on the disk"), "{}", said(&matched));
}

/// A compiler that says where the headers are.
const COMPILER: &str = r#"#!/bin/sh
case "$*" in *--print-targets*) echo wasm32; exit;; esac
while [ $# -gt 1 ]; do
  case "$1" in
    -I) echo "$2" > "$SEEN"; stat -c %a "$(dirname "$2")" >> "$SEEN"; ls "$2/joust" >> "$SEEN"; shift;;
    -o) echo joust_room joust_answer joust_answer_size > "$2"; shift;;
  esac
  shift
done
if [ -n "$SLOW" ]; then sleep 60; fi
"#;

fn build(place: &TempDir, script: &str, slow: bool) -> Command {
    let bin = place.path().join("bin");
    fs::create_dir_all(&bin).unwrap();
    fs::create_dir_all(place.path().join("tmp")).unwrap();
    let compiler = bin.join("clang++-19");
    fs::write(&compiler, COMPILER).unwrap();
    fs::set_permissions(&compiler, PermissionsExt::from_mode(0o755)).unwrap();
    fs::write(place.path().join("AIX.cc"), "RegisterPlayer(PLAYER_NAME);\n").unwrap();
    let path = format!("{}:{}", bin.display(), std::env::var("PATH").unwrap());
    let mut command = Command::new("sh");
    command.args(["-c", script, JOUST]).current_dir(place.path()).env("PATH", path);
    command.env("TMPDIR", place.path().join("tmp")).env("SEEN", place.path().join("seen"));
    if slow {
        command.env("SLOW", "1");
    }
    command
}

#[test]
fn a_module_is_built_in_a_private_folder() {
    let place = tempfile::tempdir().unwrap();
    fs::write(place.path().join("victim"), "precious").unwrap();
    // Somebody else makes the folder that could be guessed.
    let script = r#"d=$TMPDIR/joust-build-$$; mkdir -p "$d/joust"; ln -s "$PWD/victim" "$d/Player.hh"
        exec "$0" bot build AIX.cc"#;
    let output = build(&place, script, false).output().unwrap();
    assert!(output.status.success(), "{}", said(&output));
    assert_eq!(fs::read_to_string(place.path().join("victim")).unwrap(), "precious");
    assert_eq!(
        fs::read_to_string(place.path().join("AIX.wasm")).unwrap(),
        "joust_room joust_answer joust_answer_size\n"
    );
    let seen = fs::read_to_string(place.path().join("seen")).unwrap();
    let mut seen = seen.lines();
    assert!(!Path::new(seen.next().unwrap()).exists(), "the folder goes away");
    assert_eq!(seen.next(), Some("700"));
    assert!(seen.next().is_some(), "the kit's files are there");
    let left = files(&place.path().join("tmp"));
    assert!(left.len() == 1 && left[0].starts_with("joust-build-"), "{left:?}");
}

#[test]
fn the_folder_of_a_killed_build_goes_with_the_next_one() {
    let place = tempfile::tempdir().unwrap();
    let script = r#"exec "$0" bot build AIX.cc"#;
    let mut killed = build(&place, script, true).spawn().unwrap();
    let compiled =
        || fs::read_to_string(place.path().join("seen")).is_ok_and(|seen| seen.lines().count() > 2);
    until("nothing is compiled", compiled);
    killed.kill().unwrap();
    killed.wait().unwrap();
    let tmp = place.path().join("tmp");
    assert_eq!(files(&tmp).len(), 1);
    assert_eq!(fs::metadata(tmp.join(&files(&tmp)[0])).unwrap().mode() & 0o777, 0o700);
    assert!(build(&place, script, false).output().unwrap().status.success());
    assert_eq!(files(&tmp), [""; 0]);
}

#[test]
fn a_reader_that_has_seen_enough_is_not_a_failure() {
    let place = tempfile::tempdir().unwrap();
    for words in
        [&["perft", "mad", "--depth", "1"][..], &["moves", "mad"], &[&MATCH[..], &["--json"]].concat()]
    {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let mut command = Command::new(JOUST);
        command.args(words).current_dir(place.path()).stdout(writer).stderr(Stdio::piped());
        let output = command.output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{words:?}: {}", said(&output));
        assert!(!said(&output).contains("error"), "{words:?}: {}", said(&output));
    }
}
