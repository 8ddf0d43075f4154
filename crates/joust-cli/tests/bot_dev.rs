//! `joust bot dev`: a bot is asked again after every save.

#![cfg(target_os = "linux")]

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// A folder with a recorded game, in which Blue has the turns 1 and 3.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let game = "[Game \"wargame\"]\n[Blue \"Ada\"]\n[Green \"line:sh green.sh\"]\n[Board \"tiny\"]\n\n\
                1. drop-B2 drop-A1\n3. blitz-A2 drop-B1\n1-0\n";
    std::fs::write(folder.path().join("game.wargame"), game).unwrap();
    std::fs::create_dir(folder.path().join("temporary")).unwrap();
    folder
}

/// A bot that drops on B2 at the start, and says this in other positions.
fn bot(later: &str) -> String {
    format!("while read -r line; do case \"$line\" in *'../.. b') echo drop-B2;; *) {later};; esac; done\n")
}

fn joust(folder: &Path, words: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_joust"));
    command.args(["bot", "dev"]).args(words).current_dir(folder);
    command.env("NO_COLOR", "1").env("TMPDIR", folder.join("temporary")).stdin(Stdio::null());
    command
}

fn once(folder: &Path, words: &[&str]) -> (Option<i32>, String) {
    let Output { status, stdout, stderr } = joust(folder, words).arg("--once").output().unwrap();
    let told = [stdout, stderr].map(|bytes| String::from_utf8(bytes).unwrap()).concat();
    (status.code(), told)
}

/// A running `joust bot dev`, and what it has said so far.
struct Dev {
    child: Child,
    said: Arc<Mutex<String>>,
    /// How much of that was waited for.
    read: usize,
    folder: PathBuf,
}

impl Dev {
    fn start(folder: &Path, words: &[&str]) -> Dev {
        let mut command = joust(folder, words);
        command.env("BROWSER", folder.join("browser.sh"));
        // One pipe for both outputs, so that they are in order.
        let (mut output, input) = std::io::pipe().unwrap();
        let child = command.stdout(input.try_clone().unwrap()).stderr(input).spawn().unwrap();
        // The command holds the other ends of the pipe.
        drop(command);
        let said: Arc<Mutex<String>> = Arc::default();
        let heard = Arc::clone(&said);
        std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(count @ 1..) = output.read(&mut bytes) {
                heard.lock().unwrap().push_str(&String::from_utf8_lossy(&bytes[..count]));
            }
        });
        Dev { child, said, read: 0, folder: folder.to_owned() }
    }

    /// Waits until this is said after what was waited for before; gives all that was said in between.
    fn hears(&mut self, words: &str) -> String {
        let begin = Instant::now();
        loop {
            let said = self.said.lock().unwrap().clone();
            if let Some(at) = said[self.read..].find(words) {
                let end = self.read + at + words.len();
                let heard = said[self.read..end].to_owned();
                self.read = end;
                return heard;
            }
            assert!(begin.elapsed() < Duration::from_mins(1), "`{words}` is not in\n{said}");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    fn save(&self, name: &str, text: &str) {
        std::fs::write(self.folder.join(name), text).unwrap();
    }

    /// Ends it by Ctrl-C: it leaves nothing behind.
    fn end(mut self) {
        kill(Pid::from_raw(self.child.id().cast_signed()), Signal::SIGINT).unwrap();
        assert_eq!(self.child.wait().unwrap().code(), Some(130));
        let left: Vec<_> = std::fs::read_dir(self.folder.join("temporary")).unwrap().flatten().collect();
        assert!(left.is_empty(), "{left:?}");
    }
}

/// A test that fails leaves nothing behind, either.
impl Drop for Dev {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

const WAITING: &str = "Ctrl-C ends\n";

#[test]
fn every_save_is_compared_with_the_last_one() {
    let folder = folder();
    std::fs::write(folder.path().join("bot.sh"), bot("echo blitz-A2")).unwrap();
    let mut dev = Dev::start(folder.path(), &["line:sh bot.sh", "--record", "game.wargame"]);
    let first = dev.hears(WAITING);
    assert!(
        first.starts_with("build 1: line:sh bot.sh as blue in the recorded game\n2 turns, 0 unlike"),
        "{first}"
    );
    dev.save("bot.sh", &bot("echo blitz-B1"));
    let second = dev.hears(WAITING);
    assert!(
        second.contains("\nturn 3: blitz-B1 (before: blitz-A2; recorded: blitz-A2)\nbefore turn 3:\n"),
        "{second}"
    );
    assert!(
        second.contains("\n2 turns, 1 changed since the last build, 1 unlike the record, 0 faults, "),
        "{second}"
    );
    // A fault is shown, and does not end it.
    dev.save("bot.sh", &bot("echo 'I am l\u{7}ost' >&2; exit 3"));
    let third = dev.hears(WAITING);
    assert!(third.contains("\nturn 3: crashed: it answered nothing: it ended with exit status 3"), "{third}");
    assert!(third.contains("\n  | I am l ost\n") && third.contains(" 1 fault"), "{third}");
    dev.save("bot.sh", &bot("echo blitz-A2"));
    let fourth = dev.hears(WAITING);
    assert!(fourth.contains("\nturn 3: blitz-A2 (before: crashed; recorded: blitz-A2)\n"), "{fourth}");
    dev.end();
}

/// A bot of a kit, whose program imports the file that is saved.
#[test]
fn a_bot_that_speaks_the_protocol_is_asked_from_the_middle_of_a_game() {
    if Command::new("python3").arg("--version").output().is_err() {
        eprintln!("left out: there is no python3");
        return;
    }
    let folder = folder();
    let made = Command::new(env!("CARGO_BIN_EXE_joust"))
        .args(["bot", "new", "python", "kit"])
        .current_dir(folder.path())
        .output()
        .unwrap();
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    let words =
        ["cmd:python3 kit/bot.py", "--trust", "--record", "game.wargame", "--turn", "3", "--seat", "0"];
    let mut dev = Dev::start(folder.path(), &words);
    let first = dev.hears(WAITING);
    assert!(first.contains("\n1 turn, ") && first.contains(" unlike the record, 0 faults, time "), "{first}");
    let file = folder.path().join("kit/war_bot.py");
    let text = std::fs::read_to_string(&file).unwrap();
    let begin = "    def act(self, turn: Turn) -> Action:\n";
    assert!(text.contains(begin), "{text}");
    dev.save("kit/war_bot.py", &text.replace(begin, &format!("{begin}        raise RuntimeError('lost')\n")));
    let second = dev.hears(WAITING);
    assert!(second.contains("\nturn 3: crashed: ") && second.contains("RuntimeError: lost"), "{second}");
    dev.save("kit/war_bot.py", &text);
    assert!(dev.hears(WAITING).contains(" (before: crashed; recorded: blitz-A2)\n"));
    dev.end();
}

/// A bot that waits for ever need not be waited for.
#[test]
fn a_save_ends_the_wait_for_a_bot_that_hangs() {
    let folder = folder();
    std::fs::write(folder.path().join("bot.sh"), bot("touch hanging; sleep 777")).unwrap();
    let mut dev = Dev::start(folder.path(), &["line:sh bot.sh", "--record", "game.wargame"]);
    while !folder.path().join("hanging").exists() {
        std::thread::sleep(Duration::from_millis(20));
    }
    dev.save("bot.sh", &bot("echo blitz-A2"));
    let heard = dev.hears(WAITING);
    assert!(heard.contains("changed in the meantime\n") && heard.contains("\n2 turns, 0 unlike"), "{heard}");
    // Nor is Ctrl-C.
    std::fs::remove_file(folder.path().join("hanging")).unwrap();
    dev.save("bot.sh", &bot("touch hanging; sleep 777"));
    while !folder.path().join("hanging").exists() {
        std::thread::sleep(Duration::from_millis(20));
    }
    dev.end();
}

#[test]
fn a_source_that_is_not_built_is_tried_again_at_the_next_save() {
    let folder = folder();
    std::fs::write(folder.path().join("AIFoo.cc"), "int main() {}\n").unwrap();
    assert_eq!(once(folder.path(), &["AIFoo.cc"]).0, Some(2));
    let mut dev = Dev::start(folder.path(), &["AIFoo.cc"]);
    let first = dev.hears(WAITING);
    assert!(first.starts_with("building AIFoo.cc\nerror: AIFoo.cc is not the source of a bot"), "{first}");
    // A header beside the source counts, too.
    dev.save("Foo.hh", "");
    assert!(dev.hears(WAITING).contains("error: AIFoo.cc is not the source of a bot"));
    dev.end();
}

#[test]
fn the_exit_code_of_a_single_build_says_whether_the_bot_failed() {
    let folder = folder();
    let path = folder.path();
    let ask = |later: &str, more: &[&str]| {
        std::fs::write(path.join("bot.sh"), bot(later)).unwrap();
        once(path, &[&["line:sh bot.sh", "--record", "game.wargame"][..], more].concat())
    };
    assert_eq!(ask("echo blitz-B1", &[]).0, Some(0));
    let (code, told) = ask("echo drop-B1", &[]);
    assert_eq!(code, Some(1));
    assert!(
        told.contains("error: line:sh bot.sh: it failed in turn 3 (illegal action): it wanted `drop-B1`"),
        "{told}"
    );
    for (more, why) in [
        (&["--turn", "4"][..], "blue has no turn from there on: its last --turn is 3"),
        (&["--seat", "2"], "there is no seat 2: wargame has the seats 0 to 1"),
        (&["--game", "mad"], "game.wargame is a game of wargame, not of mad"),
        (&["--number", "1"], "--number is for the record of a match"),
    ] {
        let (code, told) = ask("echo blitz-A2", more);
        assert_eq!(code, Some(2), "{told}");
        assert!(told.contains(why), "{told}");
    }
    for (words, why) in [
        (&["line:sh bot.sh"][..], "say which game the bot plays: --game mad"),
        (&["bot.sh"], "name it as \"cmd:sh bot.sh\""),
        (&["nothing.cc"], "there is no such file"),
        (&["minimax:1", "--game", "mad", "--against", "random", "random"], "names 2 of 1 players"),
    ] {
        let (code, told) = once(path, words);
        assert_eq!(code, Some(2), "{told}");
        assert!(told.contains(why), "{told}");
    }
    let output = joust(path, &["minimax:1", "--game", "mad"]).output().unwrap();
    assert!(String::from_utf8_lossy(&output.stderr).contains("names no file that could change"));
}

#[test]
fn a_bot_has_the_seat_of_its_name_and_the_turn_that_is_wanted() {
    let folder = folder();
    std::fs::write(folder.path().join("green.sh"), "while read -r line; do echo drop-B1; done\n").unwrap();
    let words = ["line:sh green.sh", "--record", "game.wargame", "--turn", "3"];
    let (code, told) = once(folder.path(), &words);
    assert_eq!(code, Some(0), "{told}");
    assert!(
        told.starts_with("build 1: line:sh green.sh as green in the recorded game\n1 turn, 0 unlike"),
        "{told}"
    );
}

/// Takes the first vacant square, or the last one.
fn taker(which: &str) -> String {
    format!(
        "while IFS= read -r line; do printf '%s\\n' \"$line\" | awk -F'\\t' '{{ split($2, f, \" \"); \
         n = split(f[1], row, \"/\"); for (i = 1; i <= n; i++) for (k = 1; k <= length(row[i]); k++) \
         if (substr(row[i], k, 1) == \".\") found[++count] = sprintf(\"%c%d\", 64 + k, i); \
         print found[{which}] }}'; done\n"
    )
}

#[test]
fn without_a_record_two_games_are_compared_up_to_their_first_difference() {
    let folder = folder();
    std::fs::write(folder.path().join("bot.sh"), taker("1")).unwrap();
    let words = ["line:sh bot.sh", "--game", "wargame", "--against", "minimax:1", "--seat", "1"];
    let mut dev = Dev::start(folder.path(), &words);
    let first = dev.hears(WAITING);
    assert!(first.starts_with("build 1: line:sh bot.sh as green in a game of its own\nresult "), "{first}");
    assert!(first.contains(", 18 turns, 0 faults"), "{first}");
    dev.save("bot.sh", &(taker("1") + "# the same\n"));
    assert!(dev.hears(WAITING).contains("no action changed since the last build"));
    dev.save("bot.sh", &taker("count"));
    let third = dev.hears(WAITING);
    let (table, rest) = third.split_once("before turn 2:\n").unwrap();
    assert!(table.contains("turn 2: ") && table.contains(" (before: "), "{third}");
    assert!(!table.contains("turn 4:") && rest.contains("the first change is above"), "{third}");
    dev.end();
}

fn battle(name: &str) -> String {
    format!("{}/tests/cmd/records/{name}", env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn orders_are_compared_with_a_compact_record_and_with_a_result() {
    let folder = folder();
    for file in ["demo.jmm", "demo.res.gz"] {
        let (code, told) = once(folder.path(), &["Demo", "--record", &battle(file), "--seat", "3"]);
        assert_eq!(code, Some(0), "{told}");
        assert!(told.contains(" 0 unlike the record, 0 faults"), "{told}");
    }
    let (_, told) = once(folder.path(), &["Null", "--record", &battle("demo.jmm")]);
    assert!(told.starts_with("build 1: Null as seat 0 in the recorded game\nround 0: "), "{told}");
    assert!(told.contains(" - (recorded: "), "{told}");
}

/// The page of the viewer is written anew, and the browser is opened once.
#[test]
fn the_viewer_is_opened_once_and_told_of_every_edition() {
    if joust_pages::viewer_html().is_err() {
        return;
    }
    let folder = folder();
    let browser = folder.path().join("browser.sh");
    std::fs::write(&browser, "#!/bin/sh\necho \"$1\" >> opened\n").unwrap();
    std::fs::set_permissions(&browser, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    std::fs::write(folder.path().join("other"), "").unwrap();
    let game = battle("demo.jmm");
    let words = ["Null", "--record", &game, "--open", "--watch", "other"];
    let mut dev = Dev::start(folder.path(), &words);
    dev.hears(WAITING);
    let opened = || std::fs::read_to_string(folder.path().join("opened")).unwrap_or_default();
    while !opened().ends_with('\n') {
        std::thread::sleep(Duration::from_millis(20));
    }
    let page = PathBuf::from(opened().trim_end());
    let beacon = || std::fs::read_to_string(page.with_file_name("edition.js")).unwrap();
    let text = std::fs::read_to_string(&page).unwrap();
    for part in
        ["location.replace(\"#round=0&unit=", "data-name=\"game.jmm\"", "data-name=\"game.jmm.notes\""]
    {
        assert!(text.contains(part), "{part}");
    }
    assert_eq!(beacon(), "joustEdition(1);\n");
    dev.save("other", "changed");
    dev.hears(WAITING);
    assert_eq!((beacon().as_str(), opened().lines().count()), ("joustEdition(2);\n", 1));
    dev.end();
}
