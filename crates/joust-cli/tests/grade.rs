//! `joust grade`: real submissions, good and broken, become a table; only what has changed is done again.

#![cfg(target_os = "linux")]

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

/// A class in a folder of its own.
struct Class {
    folder: tempfile::TempDir,
}

/// A rubric of the War Game on a tiny board, with little fuel and agents in the shell.
const RUBRIC: &str = r#"
game = "wargame"
boards = ["tiny"]
[limits]
fuel = 100_000_000
bank = 0
move-ms = 5000
[run]
sh = "line:sh {}"
[[criterion]]
kind = "builds"
points = 1
[[criterion]]
kind = "check"
points = 2
[[criterion]]
name = "games"
kind = "games"
against = "random"
games = 4
points = 4
"#;

/// An agent that takes the first vacant square.
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

/// Every level doubles the number of instances.
const BOMB: &str =
    "template <int N, int M> struct A { static const int v = A<N - 1, 2*M>::v + A<N - 1, 2*M + 1>::v; };
template <int M> struct A<0, M> { static const int v = M; };
int x = A<30, 0>::v; // JOUST_BOT
";

impl Class {
    fn new(rubric: &str) -> Class {
        let class = Class { folder: tempfile::tempdir().unwrap() };
        fs::create_dir(class.at("in")).unwrap();
        fs::write(class.at("rubric.toml"), rubric).unwrap();
        class
    }

    fn at(&self, path: &str) -> PathBuf {
        self.folder.path().join(path)
    }

    fn hand_in(&self, name: &str, text: &str) {
        let path = self.at("in").join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    fn command(&self, more: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_joust"));
        command.args(["grade", "in", "--rubric", "rubric.toml"]).args(more).current_dir(self.folder.path());
        command
    }

    fn grade(&self, more: &[&str]) -> Output {
        self.command(more).output().unwrap()
    }

    /// Grades, and gives the JSON document.
    fn graded(&self) -> Value {
        let done = self.grade(&["--json"]);
        assert_eq!(done.status.code(), Some(0), "{}", text(&done.stderr));
        serde_json::from_slice(&done.stdout).unwrap()
    }

    /// The lines of the journal after the first: the student and the work of each.
    fn journal(&self) -> Vec<(String, String)> {
        let text = fs::read_to_string(self.at("grades.journal")).unwrap_or_default();
        let whole = text.split_inclusive('\n').filter(|line| line.ends_with('\n')).skip(1);
        let word = |line: &Value, key: &str| line[key].as_str().unwrap().to_owned();
        let entry = |line: &str| {
            let line: Value = serde_json::from_str(line).unwrap();
            (word(&line, "student"), word(&line, "work"))
        };
        whole.map(entry).collect()
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// The row of a student.
fn student<'a>(report: &'a Value, name: &str) -> &'a Value {
    let students = report["students"].as_array().unwrap();
    students.iter().find(|student| student["name"] == name).unwrap_or_else(|| panic!("no {name}: {report:#}"))
}

fn points(report: &Value, name: &str) -> Vec<f64> {
    let marks = student(report, name)["marks"].as_array().unwrap();
    marks.iter().map(|mark| mark["points"].as_f64().unwrap()).collect()
}

/// Whether modules of C++ can be built; otherwise a line says that they are not tested.
fn has_clang() -> bool {
    let is_there = |name: &&str| Command::new(name).arg("--version").output().is_ok();
    let found =
        ["clang++-19", "clang++"].iter().any(is_there) && Path::new("/usr/include/wasm32-wasi").exists();
    if !found {
        eprintln!("modules of C++ are not graded: clang or the libraries of WASI are not installed");
    }
    found
}

/// Waits for something, though not for ever.
fn wait<T>(what: &str, mut look: impl FnMut() -> Option<T>) -> T {
    let begin = Instant::now();
    loop {
        if let Some(found) = look() {
            return found;
        }
        assert!(begin.elapsed() < Duration::from_mins(1), "{what}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

fn send(child: &Child, signal: Signal) {
    kill(Pid::from_raw(child.id().cast_signed()), signal).unwrap();
}

/// Nobody wins by the absence of an opponent.
#[test]
fn a_reference_player_that_cannot_play_stops_the_work_with_a_reason() {
    for (against, words) in
        [("line:./gone.sh", "the reference player line:./gone.sh"), ("cmd:./gone.sh", "the reference player")]
    {
        let class = Class::new(&RUBRIC.replace("\"random\"", &format!("\"{against}\"")));
        class.hand_in("first.sh", FIRST);
        let done = class.grade(&["--trust"]);
        let said = text(&done.stderr);
        assert_eq!(done.status.code(), Some(2), "{against}: {said}");
        assert!(said.contains(words) && said.contains("run the same command again"), "{said}");
        assert!(class.journal().iter().all(|(_, work)| work != "games"), "{against}");
    }
    // One that fails in a game is the trouble of that game, and the others are graded.
    let class = Class::new(&RUBRIC.replace("\"random\"", "\"line:echo nonsense\""));
    class.hand_in("first.sh", FIRST);
    class.hand_in("garbage.wasm", "garbage");
    let done = class.grade(&["--trust", "--json"]);
    let report: Value = serde_json::from_slice(&done.stdout).unwrap();
    assert_eq!(done.status.code(), Some(3), "{}", text(&done.stderr));
    assert!(
        text(&done.stderr)
            .contains("first: not graded: the reference player line:echo nonsense failed in game 0")
    );
    assert_eq!(points(&report, "garbage"), [0.0; 3]);
}

#[test]
fn games_are_played_again_when_a_reference_player_has_changed() {
    let class = Class::new(&RUBRIC.replace("\"random\"", "\"line:sh ref.sh\""));
    class.hand_in("first.sh", FIRST);
    fs::write(class.at("ref.sh"), FIRST).unwrap();
    let games = || class.journal().iter().filter(|(_, work)| work == "games").count();
    let grade = || {
        let done = class.grade(&["--trust"]);
        assert_eq!(done.status.code(), Some(0), "{}", text(&done.stderr));
        games()
    };
    assert_eq!([grade(), grade()], [1, 1]);
    fs::write(class.at("ref.sh"), format!("{FIRST}# changed")).unwrap();
    assert_eq!([grade(), grade()], [2, 2]);
}

#[test]
fn a_broken_submission_never_stops_the_rest() {
    let class = Class::new(RUBRIC);
    class.hand_in("first.sh", FIRST);
    class.hand_in("throws.js", "throw new Error('no')");
    class.hand_in("loops.js", "while (true) {}");
    class.hand_in("loops-too.sh", "echo ready; while :; do :; done");
    class.hand_in("garbage.wasm", "garbage");
    class.hand_in("hollow.wasm", "\0asm\x01\0\0\0");
    class.hand_in("notes.txt", "it works on my machine");
    class.hand_in("empty.cc", "");
    class.hand_in("lies.sh", "while read line; do echo Z99; done");
    class.hand_in(
        "thief.sh",
        "while read line; do cat /etc/passwd >&2; cat ../../*/files/* >&2; exit 3; done",
    );
    class.hand_in("=1+1 'odd', name;.sh", FIRST);
    class.hand_in("twice.sh", FIRST);
    class.hand_in("twice/agent.sh", "exit 3");
    class.hand_in(".hidden.sh", FIRST);
    fs::create_dir(class.at("in/nothing")).unwrap();
    std::os::unix::fs::symlink("/nowhere", class.at("in/dangling")).unwrap();
    nix::unistd::mkfifo(&class.at("in/pipe"), nix::sys::stat::Mode::S_IRWXU).unwrap();
    // Joust must not wait for these.
    let rubric = RUBRIC.replace("move-ms = 5000", "move-ms = 1500");
    fs::write(class.at("rubric.toml"), rubric).unwrap();
    let report = class.graded();
    let problem = |name: &str| student(&report, name)["problem"].as_str().unwrap_or_default().to_owned();
    for good in ["first", "=1+1 'odd', name;", "twice.sh"] {
        assert_eq!((problem(good).as_str(), &points(&report, good)[..2]), ("", &[1.0, 2.0][..]), "{good}");
    }
    for (broken, words) in [
        ("garbage", "not a WebAssembly module"),
        ("hollow", "does not export a function `joust_room"),
        ("notes", "is not the source of a bot"),
        ("empty", "there is nothing in it"),
        ("nothing", "there is nothing in it"),
        ("dangling", "cannot be read"),
        ("pipe", "neither a file nor a folder"),
    ] {
        assert!(problem(broken).contains(words), "{broken}: {}", problem(broken));
        assert_eq!(points(&report, broken), [0.0; 3], "{broken}");
    }
    for (broken, words) in [
        ("throws", "crashed"),
        ("loops", "used up its fuel"),
        ("loops-too", "took longer than the 1500 ms"),
        ("lies", "(illegal action)"),
        ("twice", "ended with exit status 3"),
    ] {
        assert!(problem(broken).contains(words), "{broken}: {}", problem(broken));
        assert_eq!(points(&report, broken), [1.0, 0.0, 0.0], "{broken}");
        assert_eq!(student(&report, broken)["faults"], 4, "{broken}");
    }
    let thief = student(&report, "thief").to_string();
    assert!(thief.contains("ermission denied") && !thief.contains("root:"), "{thief}");
    // No path of the machine is shown to students.
    assert!(!report.to_string().contains(".tmp/files"), "{report:#}");
    assert_eq!(report["students"].as_array().unwrap().len(), 16, "{report:#}");
    let csv = fs::read_to_string(class.at("grades.csv")).unwrap();
    assert!(csv.contains("\r\n\"'=1+1 'odd', name;\",\"'=1+1 'odd', name;.sh\","), "{csv}");
}

#[test]
fn sources_are_built_in_confinement_and_compile_errors_are_told() {
    if !has_clang() {
        return;
    }
    let class = Class::new(RUBRIC);
    let kit = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../kits/cpp");
    // A folder around the folder, as archives have it.
    let copied = Command::new("cp").arg("-r").arg(&kit).arg(class.at("in/good")).status();
    assert!(copied.is_ok_and(|status| status.success()));
    fs::create_dir(class.at("in/outer")).unwrap();
    fs::rename(class.at("in/good"), class.at("in/outer/good")).unwrap();
    class.hand_in("wrong.cc", "int main () { return 0 }\n// JOUST_BOT");
    class.hand_in("spy.cc", "#include \"/etc/passwd\"\n// JOUST_BOT");
    class.hand_in("nobot.cc", "int main () { return 0; }");
    let report = class.graded();
    let of = |name: &str, key: &str| student(&report, name)[key].as_str().unwrap_or_default().to_owned();
    assert_eq!(points(&report, "outer")[..2], [1.0, 2.0], "{report:#}");
    assert_eq!(of("wrong", "problem"), "it does not compile");
    assert!(
        of("wrong", "compiler").contains("wrong.cc:1:23: error: expected ';'"),
        "{}",
        of("wrong", "compiler")
    );
    assert!(!of("spy", "compiler").contains("root:") && of("spy", "problem") == "it does not compile");
    assert!(of("nobot", "problem").contains("`JOUST_BOT(make)`"), "{}", of("nobot", "problem"));
    let done = class.grade(&["--feedback", "texts"]);
    assert_eq!(done.status.code(), Some(0), "{}", text(&done.stderr));
    let note = text(&done.stdout).lines().find(|line| line.starts_with("wrong")).unwrap().to_owned();
    assert!(note.contains("it does not compile: wrong.cc:1:23: error: expected ';'"), "{note}");
    assert!(text(&done.stderr).contains("4 of them unchanged"), "{}", text(&done.stderr));
    let told = fs::read_to_string(class.at("texts/wrong.txt")).unwrap();
    assert!(
        told.starts_with("wrong: 0 of 7 points\n") && told.contains("\nthe compiler says:\nwrong.cc:1:23"),
        "{told}"
    );
}

/// Whether modules of Rust can be built; otherwise a line says that they are not tested.
fn has_rust() -> bool {
    let words = ["--print", "target-libdir", "--target", "wasm32-wasip1"];
    let asked = Command::new("rustc").args(words).output();
    let found = asked.is_ok_and(|asked| Path::new(text(&asked.stdout).trim()).is_dir());
    if !found {
        eprintln!("modules of Rust are not graded: the target wasm32-wasip1 is not installed");
    }
    found
}

#[test]
fn bots_in_rust_are_built_in_confinement_and_graded() {
    if !has_rust() {
        return;
    }
    let class = Class::new(RUBRIC);
    let repository = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    fs::copy(repository.join("tests/data/bots/greedy.rs"), class.at("in/ada.rs")).unwrap();
    let manifest = fs::read_to_string(repository.join("kits/rust/Cargo.toml")).unwrap();
    // A folder of the kit, without its library: that of joust takes its place.
    for (name, path) in [("bots/Cargo.toml", "Cargo.toml"), ("bots/README.md", "README.md")] {
        class.hand_in(name, &fs::read_to_string(repository.join("kits/rust").join(path)).unwrap());
    }
    for file in ["lib.rs", "mad_bot.rs", "war_bot.rs", "madmax_bot.rs", "main.rs"] {
        let text = fs::read_to_string(repository.join("kits/rust/src").join(file)).unwrap();
        class.hand_in(&format!("bots/src/{file}"), &text);
    }
    class.hand_in("spy.rs", "static X: &str = include_str!(\"/etc/passwd\");\n// joust::module!");
    class.hand_in("nobot.rs", "fn main() {}");
    class.hand_in("runs/Cargo.toml", &manifest);
    let script = format!("fn main() {{ std::fs::write({:?}, \"\").unwrap(); }}", class.at("was-run"));
    class.hand_in("runs/build.rs", &script);
    class.hand_in("runs/src/lib.rs", "joust::module!(make);");
    class.hand_in("needs/Cargo.toml", &manifest.replace("[workspace]", "rand = \"0.9\""));
    class.hand_in("needs/src/lib.rs", "joust::module!(make);");
    let report = class.graded();
    let of = |name: &str, key: &str| student(&report, name)[key].as_str().unwrap_or_default().to_owned();
    for name in ["ada", "bots"] {
        assert_eq!(points(&report, name)[..2], [1.0, 2.0], "{name}: {report:#}");
        assert!(points(&report, name)[2] > 0.0, "{name}: {report:#}");
    }
    assert_eq!(of("spy", "problem"), "it does not compile");
    let told = of("spy", "compiler");
    assert!(
        told.contains("spy.rs:1:") && told.contains("couldn't read") && !told.contains("root:"),
        "{told}"
    );
    assert!(of("nobot", "problem").contains("`joust::module!(make);`"), "{}", of("nobot", "problem"));
    assert!(of("runs", "problem").contains("it has a build script"), "{}", of("runs", "problem"));
    assert!(!class.at("was-run").exists());
    assert!(of("needs", "problem").contains("it needs the crate `rand`"), "{}", of("needs", "problem"));
    assert!(!report.to_string().contains(".tmp/files"), "no path of the machine is shown: {report:#}");
}

#[test]
fn a_source_that_takes_all_time_of_the_compiler_is_stopped() {
    if !has_clang() {
        return;
    }
    let class = Class::new(&RUBRIC.replace("[limits]", "[limits]\nbuild-seconds = 2"));
    class.hand_in("bomb.cc", BOMB);
    class.hand_in("first.sh", FIRST);
    let report = class.graded();
    let problem = student(&report, "bomb")["problem"].to_string();
    assert!(problem.contains("more than 2 s of processor time"), "{problem}");
    assert_eq!(points(&report, "first")[..2], [1.0, 2.0], "{report:#}");
}

#[test]
fn players_of_mad_max_meet_reference_players() {
    if !has_clang() {
        return;
    }
    let class = Class::new(
        "game = \"madmax\"\n[[criterion]]\nkind = \"builds\"\npoints = 1\n\
         [[criterion]]\nkind = \"games\"\nagainst = \"Null\"\nmeasure = \"wins\"\nseeds = [7]\npoints = 4\n\
         [[criterion]]\nkind = \"fuel\"\nat-most = 0.5\npoints = 1\nbonus = true\n",
    );
    let dummy = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../kits/madmax-cpp/AIDummy.cc");
    fs::copy(dummy, class.at("in/AIAda.cc")).unwrap();
    let report = class.graded();
    assert_eq!(points(&report, "AIAda"), [1.0, 4.0, 1.0], "{report:#}");
    assert_eq!((&report["of"], &student(&report, "AIAda")["total"]), (&5.0.into(), &6.0.into()));
    assert_eq!(student(&report, "AIAda")["marks"][1]["found"], "won 4 of 4 games");
}

#[test]
fn only_what_has_changed_is_done_again() {
    let class = Class::new(RUBRIC);
    for name in ["ada", "bob", "eve"] {
        class.hand_in(&format!("{name}.sh"), &format!("# {name}\n{FIRST}"));
    }
    let first = class.graded();
    let begun = class.journal();
    let works = |works: &[(&str, &str)]| -> BTreeSet<(String, String)> {
        works.iter().map(|(name, work)| ((*name).to_owned(), (*work).to_owned())).collect()
    };
    assert_eq!(begun.len(), 9, "{begun:?}");
    // Nothing has changed.
    let again = class.grade(&[]);
    assert!(text(&again.stderr).contains("3 submissions in grades.csv, 3 of them unchanged"), "{again:?}");
    assert_eq!(class.graded(), first);
    assert_eq!(class.journal(), begun);
    // Points and names are arithmetic.
    let cheaper = RUBRIC.replace("points = 4", "points = 2").replace("name = \"games\"", "name = \"play\"");
    fs::write(class.at("rubric.toml"), &cheaper).unwrap();
    let report = class.graded();
    assert_eq!(class.journal(), begun);
    assert!((points(&report, "ada")[2] - points(&first, "ada")[2] / 2.0).abs() < 0.01, "{report:#}");
    // A new criterion is new work for all, and only that.
    let more = format!("{cheaper}[[criterion]]\nkind = \"time\"\nat-most = 5000\npoints = 1\n");
    fs::write(class.at("rubric.toml"), &more).unwrap();
    class.graded();
    let since = |count: usize| class.journal()[count..].iter().cloned().collect::<BTreeSet<_>>();
    assert_eq!(since(9), works(&[("ada", "positions"), ("bob", "positions"), ("eve", "positions")]));
    // A new version of one submission is all work for one.
    class.hand_in("bob.sh", &format!("# better\n{FIRST}"));
    class.graded();
    assert_eq!(
        since(12),
        works(&[("bob", "build"), ("bob", "check"), ("bob", "games"), ("bob", "positions")])
    );
    // A name is not what a submission is.
    fs::rename(class.at("in/eve.sh"), class.at("in/eva.sh")).unwrap();
    class.graded();
    assert_eq!(class.journal().len(), 16 + 4, "the name of a file is a part of its contents");
    let forced = class.grade(&["--force"]);
    assert_eq!((forced.status.code(), class.journal().len()), (Some(0), 20 + 12));
}

#[test]
fn a_grading_that_is_killed_goes_on_where_it_was() {
    let agent = FIRST.replace("  echo", "  sleep 0.01\n  echo");
    let hand_in = |class: &Class| {
        for number in 0..6 {
            class.hand_in(&format!("student{number}.sh"), &format!("# {number}\n{agent}"));
        }
    };
    let whole = Class::new(RUBRIC);
    hand_in(&whole);
    whole.graded();
    let class = Class::new(RUBRIC);
    hand_in(&class);
    for _ in 0..4 {
        let before = class.journal().len();
        let mut child = class.command(&["--quiet"]).stdout(Stdio::null()).spawn().unwrap();
        wait("no work was done", || {
            (class.journal().len() > before || child.try_wait().unwrap().is_some()).then_some(())
        });
        send(&child, Signal::SIGKILL);
        child.wait().unwrap();
        assert!(class.journal().len() > before);
    }
    class.graded();
    let distinct: BTreeSet<_> = class.journal().into_iter().collect();
    assert_eq!((distinct.len(), class.journal().len()), (18, 18), "no work is done twice");
    let csv = |class: &Class| fs::read_to_string(class.at("grades.csv")).unwrap();
    assert_eq!(csv(&class), csv(&whole));
}

#[test]
fn ctrl_c_keeps_what_is_done_and_says_how_to_go_on() {
    let class = Class::new(&RUBRIC.replace("move-ms = 5000", "move-ms = 60000"));
    class.hand_in("a.sh", FIRST);
    class.hand_in("b.sh", "sleep 777");
    let command = class.command(&["--concurrency", "1"]).stderr(Stdio::piped()).spawn().unwrap();
    wait("a is not graded", || (class.journal().len() == 4).then_some(()));
    std::thread::sleep(Duration::from_millis(100));
    send(&command, Signal::SIGINT);
    let done = command.wait_with_output().unwrap();
    assert_eq!(done.status.code(), Some(130));
    let told = text(&done.stderr);
    assert!(
        told.contains("stopped: 1 of 2 submissions graded") && told.contains("run the same command"),
        "{told}"
    );
    assert_eq!(class.journal().len(), 4, "the fault of the signal is not the fault of the student");
    assert!(!class.at("grades.csv").exists());
}

/// The agent of this test shares no code with joust: its moves, values and counts were written from the page
/// about the course.
#[test]
fn the_search_course_is_graded_by_moves_values_nodes_and_time() {
    if !Command::new("python3").arg("--version").output().is_ok_and(|output| output.status.success()) {
        eprintln!("skipped: there is no python3");
        return;
    }
    let example = Command::new(env!("CARGO_BIN_EXE_joust")).args(["grade", "--example", "wargame"]).output();
    let rubric = text(&example.unwrap().stdout)
        .replace("games = 10", "games = 2")
        .replace("at-least = 7", "at-least = 0");
    let class = Class::new(&rubric);
    let search = include_str!("grade/search.py");
    class.hand_in("ada.py", search);
    // It looks ahead too little, prunes nothing, or reports nothing.
    class.hand_in("shallow.py", &search.replace("DEPTH = 3", "DEPTH = 2"));
    class.hand_in("minimax.py", &search.replace("        if alpha >= beta:\n            break\n", ""));
    class.hand_in("silent.py", &search.replace(", f\"nodes={nodes} value={best}\"", ""));
    let report = class.graded();
    let [moves, values, nodes, fewer] = [1, 2, 3, 4];
    let full = [1.0, 3.0, 2.0, 2.0, 1.0];
    assert_eq!(points(&report, "ada")[..5], full, "{report:#}");
    let minimax = points(&report, "minimax");
    assert_eq!((minimax[moves], minimax[values], minimax[nodes], minimax[fewer]), (3.0, 2.0, 0.0, 0.0));
    let shallow = points(&report, "shallow");
    assert!(shallow[values] < 1.0 && shallow[nodes] < 0.5 && shallow[fewer] > 0.9, "{shallow:?}");
    let silent = points(&report, "silent");
    assert_eq!((silent[moves], silent[values], silent[nodes]), (3.0, 0.0, 0.0));
    assert!(
        student(&report, "ada")["marks"][5]["found"].as_str().unwrap().ends_with(" ms a move"),
        "{report:#}"
    );
}

#[test]
fn a_bad_rubric_is_told_line_by_line() {
    let class = Class::new(
        "game = \"mad\"\n[[criterion]]\nkind = \"odd\"\npoints = 1\n[[criterion]]\nkind = \"time\"\npoints = 1\n",
    );
    class.hand_in("a.sh", FIRST);
    let refused = class.grade(&[]);
    assert_eq!(refused.status.code(), Some(2));
    let told = text(&refused.stderr);
    assert!(told.contains("rubric.toml: line 3: there is no kind `odd`"), "{told}");
    assert!(told.contains("rubric.toml: line 6: this has no bound"), "{told}");
    assert!(!class.at("grades.journal").exists());
    for (words, wrong) in [
        (&["grade"][..], "required arguments were not provided"),
        (&["grade", "nowhere", "--rubric", "rubric.toml"], "line 3"),
        (&["grade", "in", "--rubric", "nothing.toml"], "nothing.toml: no such file"),
        (&["grade", "--example", "chess"], "invalid value 'chess'"),
    ] {
        let joust =
            Command::new(env!("CARGO_BIN_EXE_joust")).args(words).current_dir(class.folder.path()).output();
        let refused = joust.unwrap();
        assert_eq!(refused.status.code(), Some(2), "{words:?}");
        assert!(text(&refused.stderr).contains(wrong), "{words:?}: {}", text(&refused.stderr));
    }
}

#[test]
fn what_the_machine_cannot_do_is_no_fault_of_the_student() {
    let class = Class::new(&RUBRIC.replace("line:sh {}", "line:no-such-interpreter {}"));
    class.hand_in("a.sh", FIRST);
    class.hand_in("rusty.rs", "joust::module!(make);");
    class.hand_in("b.wasm", "garbage");
    // There is no Rust.
    let done = class.command(&[]).env("PATH", "/nowhere").output().unwrap();
    assert_eq!(done.status.code(), Some(3));
    let (out, told) = (text(&done.stdout), text(&done.stderr));
    assert!(told.contains("2 of 3 submissions could not be graded"), "{told}");
    assert!(
        told.contains("a: not graded: ")
            && told.contains("rusty: not graded: a bot in Rust needs cargo and rustc"),
        "{told}"
    );
    assert!(
        out.lines().any(|line| line.starts_with("b ") && line.contains("not a WebAssembly module")),
        "{out}"
    );
    assert_eq!(class.journal().len(), 1, "trouble of the machine is not kept");
    let csv = fs::read_to_string(class.at("grades.csv")).unwrap();
    assert!(csv.contains("\r\na,a.sh,,7,,,,"), "{csv}");
}
