//! `joust contest`: the file of a contest, its judge with real players, and the queue on paper.

#![cfg(target_os = "linux")]

use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const JOUST: &str = env!("CARGO_BIN_EXE_joust");

fn joust(folder: &Path, words: &[&str]) -> Output {
    Command::new(JOUST).args(words).current_dir(folder).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn repository(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path)
}

/// Whether modules of C++ can be built; otherwise a line says that they are not tested.
fn has_clang() -> bool {
    let is_there = |name: &&str| Command::new(name).arg("--version").output().is_ok();
    let found =
        ["clang++-19", "clang++"].iter().any(is_there) && Path::new("/usr/include/wasm32-wasi").exists();
    if !found {
        eprintln!("players in C++ are not judged: clang or the libraries of WASI are not installed");
    }
    found
}

/// A contest of Mad Max with a qualification that anybody passes, and few seeds.
const MADMAX: &str = "name = \"Autumn\"\ngame = \"madmax\"\nmaps = [\"generator\", \"crossroads\"]\n\
                      [limits]\nseconds = 3\n[sources]\nglobal-state = \"forbidden\"\n\
                      [qualification]\nagainst = \"Dummy\"\nseeds = [1, 2]\nwins = 2\n";

/// Judges a source; gives the exit code and the report. A compiler that a source keeps busy has two seconds.
fn judged(folder: &Path, source: &Path, more: &[&str]) -> (Option<i32>, Value) {
    let limits = if source.ends_with("bomb.cc") { "seconds = 3\nbuild-seconds = 2" } else { "seconds = 3" };
    let contest = fs::read_to_string(folder.join("contest.toml")).unwrap();
    fs::write(folder.join("limited.toml"), contest.replace("seconds = 3", limits)).unwrap();
    let words =
        [&["contest", "judge", "limited.toml", source.to_str().unwrap(), "--json", "--quiet"], more].concat();
    let done = joust(folder, &words);
    let report = serde_json::from_slice(&done.stdout);
    (done.status.code(), report.unwrap_or_else(|why| panic!("{why}: {}", text(&done.stderr))))
}

/// The step that failed: its name and its verdict.
fn failed(report: &Value) -> (String, String) {
    let word = |step: &Value, key: &str| step[key].as_str().unwrap_or_default().to_owned();
    let step = report["steps"].as_array().unwrap().iter().find(|step| step["passed"] == false);
    step.map_or_else(Default::default, |step| (word(step, "stage"), word(step, "verdict")))
}

#[test]
fn a_contest_is_written_checked_and_not_overwritten() {
    let folder = tempfile::tempdir().unwrap();
    for game in ["mad", "wargame", "madmax"] {
        let file = format!("{game}.toml");
        let made = joust(folder.path(), &["contest", "new", &file, "--game", game]);
        assert_eq!(made.status.code(), Some(0), "{}", text(&made.stderr));
        let checked = joust(folder.path(), &["contest", "new", &file]);
        assert_eq!(checked.status.code(), Some(0), "{}", text(&checked.stderr));
        assert!(text(&checked.stdout).contains("qualification"), "{}", text(&checked.stdout));
        let twice = joust(folder.path(), &["contest", "new", &file, "--game", game]);
        assert_eq!(twice.status.code(), Some(2));
        assert!(text(&twice.stderr).contains("is there already"), "{}", text(&twice.stderr));
        let checked = joust(folder.path(), &["contest", "new", &file, "--json"]);
        let document: Value = serde_json::from_slice(&checked.stdout).unwrap();
        assert_eq!(document["game"], game);
    }
    let bad = "name = \"x\"\ngame = \"mad\"\nsped = 3\ncloses = 2027-05-28\nlanguages = [\"cobol\"]\n";
    fs::write(folder.path().join("bad.toml"), bad).unwrap();
    let told = joust(folder.path(), &["contest", "new", "bad.toml"]);
    assert_eq!(told.status.code(), Some(2));
    let told = text(&told.stderr);
    for words in [
        "bad.toml: line 3: sped: there is no such field",
        "bad.toml: line 4: closes: this is the date 2027-05-28: write a date with a time and an offset",
        "bad.toml: line 5: languages[1]: there is no language `cobol`",
    ] {
        assert!(told.contains(words), "{words}: {told}");
    }
}

#[test]
fn a_judged_game_is_the_game_at_home() {
    if !has_clang() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("contest.toml"), MADMAX.replace("forbidden", "allowed")).unwrap();
    let demo = fs::read_to_string(repository("kits/madmax-cpp/AIDemo.cc")).unwrap();
    let demo = demo.replace("#define PLAYER_NAME Demo", "#define PLAYER_NAME Max");
    fs::write(
        folder.path().join("AIMax.cc"),
        format!("{demo}\n#include <cassert>\nvoid f (int x) {{ assert(x); }}\n"),
    )
    .unwrap();
    fs::copy(repository("kits/cpp/c/bot.c"), folder.path().join("bot.c")).unwrap();
    for (source, player) in [("AIMax.cc", "Max"), ("bot.c", "Ada")] {
        let out = folder.path().join(player);
        let more = ["--player", player, "--out", player];
        let (_, report) = judged(folder.path(), Path::new(source), &more);
        let games = report["games"].as_array().unwrap_or_else(|| panic!("{report:#}"));
        // The same module, seed and map at home: the record is the same, byte for byte.
        for (number, (map, game)) in
            [("default", &games[0]), ("crossroads", games.get(1).unwrap_or(&games[0]))]
                .into_iter()
                .take(games.len())
                .enumerate()
        {
            let map = repository(&format!("kits/madmax/{map}.cnf"));
            let module = format!("{player}/{player}.wasm");
            let mut names = ["Dummy"; 4];
            names[number] = &module;
            let seed = game["shown"]["seed"].to_string();
            let mut words = vec!["game"];
            words.extend(names);
            words.extend(["--judge", "-s", &seed, "-i", map.to_str().unwrap(), "-o", "home.res"]);
            words.extend(["--record", "home.jmm"]);
            let played = joust(folder.path(), &words);
            assert_eq!(played.status.code(), Some(0), "{}", text(&played.stderr));
            let home = fs::read(folder.path().join("home.jmm")).unwrap();
            let there = fs::read(out.join(format!("{player}-{}.jmm", number + 1))).unwrap();
            assert!(home == there, "{player}, game {number}: {} and {} bytes", home.len(), there.len());
            let shown = game["shown"]["points"].as_array().unwrap();
            let told = text(&played.stderr);
            let own = format!("player {player} got score {}", shown[number]);
            assert!(told.contains(&own), "{own}: {told}");
        }
        // Two runs of the judge agree: the module, too, although its folder has another name.
        let (_, again) = judged(folder.path(), Path::new(source), &["--player", player]);
        let timeless = |report: &Value| {
            let mut report = report.clone();
            report["steps"].as_array_mut().unwrap().iter_mut().for_each(|step| step["ms"] = 0.into());
            report
        };
        assert_eq!(timeless(&report), timeless(&again));
    }
}

/// Whether modules of Rust can be built; otherwise a line says that they are not tested.
fn has_rust() -> bool {
    let words = ["--print", "target-libdir", "--target", "wasm32-wasip1"];
    let asked = Command::new("rustc").args(words).output();
    let found = asked.is_ok_and(|asked| Path::new(text(&asked.stdout).trim()).is_dir());
    if !found {
        eprintln!("players in Rust are not judged: the target wasm32-wasip1 is not installed");
    }
    found
}

#[test]
fn a_player_in_rust_is_judged_and_hostile_ones_end_with_their_reason() {
    if !has_rust() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let contest = "name = \"League\"\ngame = \"wargame\"\nlanguages = [\"rust\"]\nboards = [\"Keren:4x4\"]\n\
                   [limits]\nseconds = 3\n[qualification]\nagainst = \"random\"\nseeds = [1, 2, 3, 4, 5]\nwins = 2\n";
    fs::write(folder.path().join("contest.toml"), contest).unwrap();
    let good = fs::read_to_string(repository("tests/data/bots/greedy.rs")).unwrap();
    fs::write(folder.path().join("greedy.rs"), &good).unwrap();
    let (code, report) = judged(folder.path(), Path::new("greedy.rs"), &["--player", "Ada"]);
    assert_eq!((code, failed(&report).0.as_str()), (Some(0), ""), "{report:#}");
    assert_eq!(report["language"], "rust");
    let (_, again) = judged(folder.path(), Path::new("greedy.rs"), &["--player", "Ada"]);
    assert_eq!(report["module_sha256"], again["module_sha256"], "two builds give one module");
    let act = "let position = turn.wargame();";
    for (name, source, stage, words) in [
        (
            "read.rs",
            good.replace("struct Greedy;", "struct Greedy; static X: &str = include_str!(\"/etc/passwd\");"),
            "build",
            "it does not compile",
        ),
        ("parts.rs", format!("mod parts;\n{good}"), "sources", "breaks a rule"),
        ("bot.js", "run(make);".to_owned(), "sources", "breaks a rule"),
        (
            "spin.rs",
            good.replace(act, &format!("while turn.number < 999 {{ std::hint::black_box(0); }} {act}")),
            "check",
            "out of fuel",
        ),
        (
            "panic.rs",
            good.replace(act, &format!("if turn.number < 999 {{ panic!(\"farewell\") }} {act}")),
            "check",
            "crashed",
        ),
    ] {
        fs::write(folder.path().join(name), source).unwrap();
        let (code, report) = judged(folder.path(), Path::new(name), &["--player", "Ada"]);
        let (step, verdict) = failed(&report);
        assert_eq!((code, step.as_str()), (Some(1), stage), "{name}: {report:#}");
        assert!(verdict.contains(words), "{name}: {verdict}");
        let told = report.to_string();
        assert!(!told.contains("root:") && !told.contains("/files/"), "{name}: {told}");
        assert!(name != "panic.rs" || told.contains("farewell"), "its author reads its last words: {told}");
    }
}

#[test]
fn hostile_players_end_with_their_named_reason() {
    if !has_clang() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("contest.toml"), MADMAX).unwrap();
    let write = |name: &str, source: &str| {
        let path = folder.path().join(name);
        fs::write(&path, format!("#include \"Player.hh\"\n#define PLAYER_NAME Max\n{source}\n")).unwrap();
        path
    };
    let player = |play: &str| {
        format!(
            "struct PLAYER_NAME : public Player {{ static Player* factory () {{ return new PLAYER_NAME; }}\n  \
             void play () {{ {play} }} }};\nRegisterPlayer(PLAYER_NAME);"
        )
    };
    // Every level doubles the number of instances.
    let bomb = "template <int N, int M> struct A { static const int v = A<N - 1, 2*M>::v + A<N - 1, 2*M + 1>::v; };\n\
                template <int M> struct A<0, M> { static const int v = M; };\nconst int x = A<30, 0>::v;\n";
    let attacks = [
        ("read.cc", format!("#include \"/etc/passwd\"\n{}", player("")), "sources", "breaks a rule"),
        (
            "incbin.cc",
            format!("asm(\".incbin \\\"/etc/passwd\\\"\");\n{}", player("")),
            "build",
            "it does not compile",
        ),
        ("bomb.cc", format!("{bomb}{}", player("")), "build", "more than 2 s of processor time"),
        ("deep.cc", format!("#include __FILE__\n{}", player("")), "sources", "breaks a rule"),
        ("crash.cc", format!("#pragma clang __debug crash\n{}", player("")), "build", "crashed"),
        (
            "large.cc",
            format!("extern const char x[2000000000];\nconst char x[2000000000] = {{ 1 }};\n{}", player("")),
            "build",
            "more than 2048 MB of memory",
        ),
        ("global.cc", format!("int count;\n{}", player("++count;")), "sources", "breaks a rule"),
        ("wrong.cc", player("int x = ;"), "build", "it does not compile"),
        ("loop.cc", player("while (true) command(0, Top);"), "check", "too many orders"),
        ("spin.cc", player("volatile int x = 0; while (x == 0) {}"), "check", "out of fuel"),
        ("trap.cc", player("cerr << \"farewell\" << endl; __builtin_trap();"), "check", "crashed"),
        ("weak.cc", player(""), "qualification", "must win 2 of 2"),
    ];
    for (name, source, stage, words) in attacks {
        let (code, report) = judged(folder.path(), &write(name, &source), &[]);
        let (step, verdict) = failed(&report);
        assert_eq!((code, step.as_str()), (Some(1), stage), "{name}: {report:#}");
        assert!(verdict.contains(words), "{name}: {verdict}");
        let told = report.to_string();
        assert!(!told.contains("root:") && !told.contains("/files/"), "{name}: {told}");
        if name == "trap.cc" {
            assert!(told.contains("farewell"), "its author reads its last words: {told}");
        }
    }
}

#[test]
#[ignore = "builds forty players"]
fn all_broken_players_of_the_bot_tests_get_a_verdict() {
    if !has_clang() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("contest.toml"), MADMAX).unwrap();
    let mut many = 0;
    for entry in fs::read_dir(repository("tests/data/madmax/players/faults")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|ending| ending != "cc") {
            continue;
        }
        many += 1;
        let (code, report) = judged(folder.path(), &path, &[]);
        let (step, verdict) = failed(&report);
        eprintln!("{}: {step}: {verdict}", path.file_name().unwrap().to_string_lossy());
        assert_eq!(code, Some(1), "{}: {report:#}", path.display());
        assert!(!verdict.is_empty() && !report.to_string().contains("/files/"), "{report:#}");
    }
    assert!(many > 30, "{many}");
}

#[test]
fn a_simulation_is_a_table_or_a_document() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("contest.toml"), MADMAX).unwrap();
    let words =
        ["contest", "simulate", "contest.toml", "--students", "60", "--within", "60", "--workers", "2"];
    let more = ["--cost", "4", "--seed", "3"];
    let told = joust(folder.path(), &[&words[..], &more[..]].concat());
    assert_eq!(told.status.code(), Some(0), "{}", text(&told.stderr));
    let told = text(&told.stdout);
    assert!(told.contains("60 submissions of 60 students within 60 s, on 2 cores, 4.00 s each"), "{told}");
    let document = joust(folder.path(), &[&words[..], &more[..], &["--json"]].concat());
    let document: Value = serde_json::from_slice(&document.stdout).unwrap();
    let outlook = &document["outlook"];
    assert!(outlook["all"].as_f64().unwrap() > 110.0, "{document:#}");
    assert!(outlook["first"].as_f64().unwrap() < 10.0, "{document:#}");
    assert_eq!(document["load"]["workers"], 2);
    let wrong = joust(folder.path(), &["contest", "simulate", "contest.toml", "--within", "-3"]);
    assert_eq!(wrong.status.code(), Some(2));
}
