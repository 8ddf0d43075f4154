//! The kits for bots: what `joust bot new` writes builds, passes its own tests, and plays. The bots of all
//! kits answer the same messages with the same bytes.

#![cfg(target_os = "linux")]

#[path = "kits/confined.rs"]
mod confined;
#[path = "kits/confined_rust.rs"]
mod confined_rust;
#[path = "kits/modules.rs"]
mod modules;
#[path = "kits/recorder.rs"]
mod recorder;

use joust_core::DuelGame as _;
use joust_madmax::{Config, Settings, Skirmish, Source};
use recorder::{Transcript, record};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::OnceLock;

const JOUST: &str = env!("CARGO_BIN_EXE_joust");

/// A kit in a folder that `joust bot new` has just made.
struct Kit {
    name: &'static str,
    folder: PathBuf,
}

impl Kit {
    /// `None`, with a line that says so, if the tools of the kit are not installed.
    fn make(name: &'static str, tools: &[&str]) -> Option<Kit> {
        let is_missing = |tool: &&&str| Command::new(tool).arg("--version").output().is_err();
        if let Some(missing) = tools.iter().find(is_missing) {
            eprintln!("the kit {name} is not tested: {missing} is not installed");
            return None;
        }
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("kit-{name}"));
        let _ = std::fs::remove_dir_all(&folder);
        let made = Command::new(JOUST).args(["bot", "new", name]).arg(&folder).output().unwrap();
        assert!(made.status.success(), "{}", text(&made.stderr));
        Some(Kit { name, folder })
    }

    fn command(&self, words: &str) -> Command {
        let mut words = words.split(' ');
        let program = words.next().unwrap();
        // A program of the kit itself has a path.
        let is_own = program.contains('/');
        let mut command =
            if is_own { Command::new(self.folder.join(program)) } else { Command::new(program) };
        command.args(words).current_dir(&self.folder).env_remove("CARGO_TARGET_DIR");
        command
    }

    /// Runs a command in the folder, which must succeed.
    fn run(&self, words: &str) -> Output {
        let output = self.command(words).stdin(Stdio::null()).output().unwrap();
        let told = text(&output.stdout) + &text(&output.stderr);
        assert!(output.status.success(), "{}: {words}: {told}", self.name);
        output
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// The answers of a program to messages.
fn answers(mut command: Command, messages: &str) -> String {
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    let output = std::thread::scope(|scope| {
        scope.spawn(move || input.write_all(messages.as_bytes()).unwrap());
        child.wait_with_output().unwrap()
    });
    assert!(output.status.success());
    text(&output.stdout)
}

fn python() -> Option<&'static Kit> {
    static KIT: OnceLock<Option<Kit>> = OnceLock::new();
    KIT.get_or_init(|| Kit::make("python", &["python3"])).as_ref()
}

/// The kit, with the bots in C++ and C compiled.
fn cpp() -> Option<&'static Kit> {
    static KIT: OnceLock<Option<Kit>> = OnceLock::new();
    let make = || {
        let kit = Kit::make("cpp", &["make", "g++", "gcc"])?;
        kit.run("make CXXFLAGS=-O1 CFLAGS=-O1 all c");
        Some(kit)
    };
    KIT.get_or_init(make).as_ref()
}

#[test]
fn the_cpp_kit_passes_its_own_tests() {
    let Some(kit) = cpp() else { return };
    kit.run("make CXXFLAGS=-O1 CFLAGS=-O1 test");
}

/// The tests of the kit are in C++; this is for C.
#[test]
fn a_bot_in_c_is_told_the_events_of_mad_max() {
    let Some(kit) = cpp() else { return };
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/data/bots/events.c");
    kit.run(&format!("gcc -std=c11 -I. -c {} -o build/events.o", source.display()));
    kit.run("g++ -std=c++17 -I. joust/c.cc build/events.o -o build/events");
    let settings = Settings { nb_rounds: 60, ..Settings::default() };
    let game = Skirmish::begin(Config { settings, source: Source::Generator }, 30).unwrap();
    let (_, transcripts) = record(game, || kit.command("build/bot"));
    let (mut events, messages) = (Vec::new(), transcripts[1].messages());
    let read = |line: &str| serde_json::from_str::<serde_json::Value>(line).unwrap();
    for told in messages.lines().map(read) {
        for event in told["state"]["events"].as_array().into_iter().flatten() {
            let names =
                ["by", "on", "winner", "food", "water", "id", "city", "before", "player", "row", "col"];
            let fields = names.map(|name| format!(" {name} {}", event[name].as_i64().unwrap_or(-1)));
            events.push(format!("{}{}", event["kind"].as_str().unwrap(), fields.concat()));
        }
    }
    let said = answers(kit.command("build/events"), &messages);
    let notes = said.lines().map(read).filter(|said| said["type"] == "note");
    let notes: Vec<String> = notes.map(|note| note["text"].as_str().unwrap().to_owned()).collect();
    assert!(events.len() > 20, "{} events", events.len());
    assert_eq!(notes, events);
}

/// The kit, with the program of its bots compiled.
fn rust() -> Option<&'static Kit> {
    static KIT: OnceLock<Option<Kit>> = OnceLock::new();
    let make = || {
        let kit = Kit::make("rust", &["cargo"])?;
        kit.run("cargo build --offline --quiet");
        Some(kit)
    };
    KIT.get_or_init(make).as_ref()
}

#[test]
fn the_rust_kit_passes_its_own_tests() {
    let Some(kit) = rust() else { return };
    kit.run("cargo test --offline --quiet");
}

fn javascript() -> Option<&'static Kit> {
    static KIT: OnceLock<Option<Kit>> = OnceLock::new();
    KIT.get_or_init(|| Kit::make("javascript", &["node"])).as_ref()
}

#[test]
fn the_javascript_kit_passes_its_own_tests() {
    let Some(kit) = javascript() else { return };
    kit.run("node --test");
}

#[test]
fn the_python_kit_passes_its_own_tests() {
    let Some(kit) = python() else { return };
    kit.run("python3 -m unittest");
}

/// The bots that can be run here as processes: their language, kit and command.
fn commands() -> Vec<(&'static str, &'static Kit, &'static str)> {
    let all = [
        ("C++", cpp(), "build/bot"),
        ("C", cpp(), "build/bot-c"),
        ("Rust", rust(), "target/debug/bot"),
        ("JavaScript", javascript(), "node bot.js"),
        ("Python", python(), "python3 bot.py"),
    ];
    all.into_iter().filter_map(|(name, kit, words)| Some((name, kit?, words))).collect()
}

/// A way to start a bot.
type Program = Box<dyn Fn() -> Command>;

/// All bots that can be run here, as processes and as modules.
fn programs() -> Vec<(&'static str, Program)> {
    let mut all: Vec<(&str, Program)> = Vec::new();
    for (name, kit, words) in commands() {
        all.push((name, Box::new(|| kit.command(words))));
    }
    for (name, module) in modules::modules() {
        all.push((name, Box::new(|| modules::program(module))));
    }
    all
}

/// Whole games on many boards, by what the bots of all seats were told and answered.
fn large_games(program: &dyn Fn() -> Command) -> Vec<(String, Transcript)> {
    let mut games = Vec::new();
    let mut add = |name: String, transcripts: Vec<Transcript>| {
        games.extend(transcripts.into_iter().map(|transcript| (name.clone(), transcript)));
    };
    for (board, rules) in [("6x4", "current"), ("5x5", "app"), ("4x6", "limit=12"), ("aztec", "classic")] {
        let start =
            joust_mad::Position::start(joust_mad::Board::named(board).unwrap(), rules.parse().unwrap());
        add(format!("mad {board}"), record(joust_mad::Battle::at(start), program).1);
    }
    for (board, rules) in [("Smolensk", "mandatory"), ("custom8x8", "optional-blitz"), ("tiny", "mandatory")]
    {
        let start = joust_wargame::Position::start(
            joust_wargame::Board::named(board).unwrap(),
            rules.parse().unwrap(),
        );
        add(format!("wargame {board}"), record(joust_wargame::Campaign::at(start), program).1);
    }
    let settings = Settings { nb_rounds: 200, ..Settings::default() };
    let madmax = Skirmish::begin(Config { settings, source: Source::Generator }, 7).unwrap();
    let (_, transcripts) = record(madmax, program);
    add("madmax".to_owned(), transcripts);
    games
}

#[test]
fn the_bots_of_all_kits_give_the_same_answers() {
    let programs = programs();
    let Some((_, first)) = programs.first() else { return };
    let games = large_games(first);
    for (name, program) in &programs {
        for (game, transcript) in &games {
            let given = answers(program(), &transcript.messages());
            assert!(given == transcript.answers(), "{name}: another answer in {game}");
        }
    }
}

/// Lets `joust bot check` examine a bot, which must have no problem: in three games of each kind, or in all.
fn check(folder: &Path, bot: &str) {
    let quick = if std::env::var_os("JOUST_LONG").is_some() { None } else { Some("--quick") };
    let mut command = Command::new(JOUST);
    command.args(["bot", "check", bot, "--quiet"]).args(quick).current_dir(folder);
    let checked = command.output().unwrap();
    assert!(checked.status.success(), "{bot}: {}{}", text(&checked.stdout), text(&checked.stderr));
    assert!(text(&checked.stdout).ends_with("no problem found\n"), "{bot}: {}", text(&checked.stdout));
}

#[test]
fn the_bots_of_all_kits_pass_the_check() {
    for (_, kit, words) in commands() {
        check(&kit.folder, &format!("cmd:{words}"));
    }
    for (name, module) in modules::modules() {
        // These are the modules of free builds.
        if !name.contains("confined") {
            check(module.parent().unwrap(), module.to_str().unwrap());
        }
    }
}

/// The kit of the contest, if modules of its players can be built.
fn contest() -> Option<&'static Kit> {
    static KIT: OnceLock<Option<Kit>> = OnceLock::new();
    KIT.get_or_init(|| Kit::make("madmax-cpp", &["make"]).filter(|_| modules::has_clang())).as_ref()
}

#[test]
fn a_player_of_the_contest_s_kit_passes_the_check() {
    let Some(kit) = contest() else { return };
    for source in ["AIDemo.cc", "AIDummy.cc"] {
        check(&kit.folder, &modules::module(kit, source, &[], source).display().to_string());
    }
}

#[test]
fn make_judge_builds_a_player_and_plays_its_game() {
    let Some(kit) = contest() else { return };
    let judged = kit.run("make judge PLAYER=Demo SEED=7");
    let told = text(&judged.stdout) + &text(&judged.stderr);
    assert!(told.contains("player 0 (Demo) used "), "{told}");
    let result = std::fs::read_to_string(kit.folder.join("judge.res")).unwrap();
    assert!(result.starts_with("SecGame\n"), "{}", &result[..20]);
}

#[test]
fn a_bot_written_from_the_page_of_the_protocol_passes_the_check() {
    if !Command::new("perl").args(["-MJSON::PP", "-e1"]).status().is_ok_and(|status| status.success()) {
        eprintln!("the bot in Perl is not tested: perl with JSON::PP is not installed");
        return;
    }
    check(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/data/bots"), "cmd:perl bot.pl");
}

#[test]
fn without_a_kit_the_command_explains_and_lists_the_kits() {
    for words in [&[][..], &["fortran", "x"][..]] {
        let asked = Command::new(JOUST).args(["bot", "new"]).args(words).output().unwrap();
        assert_eq!(asked.status.code(), Some(2));
        let told = text(&asked.stderr);
        assert!(told.contains("python") && told.contains("madmax-cpp"), "{told}");
    }
}

/// The games whose conversations are in the kits.
fn small_games(program: impl Fn() -> Command) -> [(&'static str, Transcript); 3] {
    let settings = Settings { nb_rounds: 12, ..Settings::default() };
    let madmax = Skirmish::begin(Config { settings, source: Source::Generator }, 30).unwrap();
    [
        ("mad", record(joust_mad::Battle::default(), &program).1.swap_remove(0)),
        ("wargame", record(joust_wargame::Campaign::default(), &program).1.swap_remove(1)),
        ("madmax", record(madmax, &program).1.swap_remove(1)),
    ]
}

#[test]
fn the_recorded_games_are_those_that_the_referee_plays_now() {
    let Some(kit) = python() else { return };
    for (game, transcript) in small_games(|| kit.command("python3 bot.py")) {
        let recorded = std::fs::read_to_string(kit.folder.join(format!("tests/{game}.txt"))).unwrap();
        if std::env::var_os("JOUST_WRITE").is_some() {
            let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../kits/transcripts");
            std::fs::write(folder.join(format!("{game}.txt")), &transcript.0).unwrap();
        }
        assert!(
            transcript.0 == recorded,
            "{game}: to write the games anew, set JOUST_WRITE=1 and run this again"
        );
        assert_eq!(answers(kit.command("python3 bot.py"), &transcript.messages()), transcript.answers());
    }
}
