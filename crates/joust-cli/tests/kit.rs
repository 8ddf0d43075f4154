//! The C++ kit: players of all styles play, players that misbehave lose only themselves.

#![cfg(target_os = "linux")]

#[path = "kit/modules.rs"]
mod modules;

use sha2::{Digest, Sha256};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

const JOUST: &str = env!("CARGO_BIN_EXE_joust");
const GOLDEN: &str = include_str!("../../../tests/data/madmax/golden.tsv");

fn data(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/data/madmax").join(path).canonicalize().unwrap()
}

/// The sources of players in a folder of the test data.
fn sources(folder: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(data("players").join(folder)).unwrap();
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|ending| ending == "cc"));
    files.sort();
    files
}

/// A folder that `joust bot new` made. It stays until the next time, so that only what changed is
/// compiled again.
struct Kit(PathBuf);

impl Kit {
    fn make(name: &str, players: &[PathBuf], variables: &[&str]) -> Kit {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let fresh = path.with_extension("new");
        let _ = std::fs::remove_dir_all(&fresh);
        let made = Command::new(JOUST).args(["bot", "new", "madmax-cpp"]).arg(&fresh).output().unwrap();
        assert!(made.status.success(), "{}", text(&made.stderr));
        for player in players {
            std::fs::copy(player, fresh.join(player.file_name().unwrap())).unwrap();
        }
        std::fs::create_dir_all(&path).unwrap();
        refresh(&fresh, &path);
        let kit = Kit(path);
        kit.build(variables);
        kit
    }

    fn build(&self, variables: &[&str]) {
        let built = make().args(["-j2", "all"]).args(variables).current_dir(&self.0).output().unwrap();
        assert!(built.status.success(), "make {variables:?}: {}", text(&built.stderr));
    }

    fn command(&self, words: &[&str]) -> Command {
        let mut command = Command::new(self.0.join("Game"));
        command.args(words).current_dir(&self.0).env_remove("JOUST").env_remove("POSIXLY_CORRECT");
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    fn game(&self, words: &[&str]) -> Output {
        self.command(words).output().unwrap()
    }

    /// Plays with these names; the result is given as well.
    fn play(&self, names: &str, seed: &str, config: &str, more: &[&str]) -> (Output, Vec<u8>) {
        let result = format!("{}-{seed}.res", names.replace(' ', "-"));
        let mut words: Vec<&str> = names.split(' ').collect();
        words.extend(["-s", seed, "-i", config, "-o", &result]);
        words.extend(more);
        let mut output = self.game(&words);
        output.stderr = without_warnings(&output.stderr);
        let bytes = std::fs::read(self.0.join(&result)).unwrap_or_default();
        let _ = std::fs::remove_file(self.0.join(&result));
        (output, bytes)
    }
}

/// A `make` of its own: under `make test` it would take over options, and print the folders it enters.
fn make() -> Command {
    let mut make = Command::new("make");
    make.env_remove("MAKEFLAGS").env_remove("MFLAGS").env_remove("MAKELEVEL");
    make
}

/// Copies what is new or has changed, so that make sees no change where there is none.
fn refresh(from: &Path, to: &Path) {
    for entry in std::fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let target = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            std::fs::create_dir_all(&target).unwrap();
            refresh(&entry.path(), &target);
        } else if std::fs::read(entry.path()).ok() != std::fs::read(&target).ok() {
            std::fs::copy(entry.path(), &target).unwrap();
        }
    }
    let is_source = |path: &Path| path.extension().is_some_and(|ending| ending == "cc");
    for entry in std::fs::read_dir(to).unwrap() {
        let path = entry.unwrap().path();
        if is_source(&path) && !from.join(path.file_name().unwrap()).exists() {
            std::fs::remove_file(path).unwrap();
        }
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// What was told, without what this kernel lacks: that is not a part of the game.
fn without_warnings(told: &[u8]) -> Vec<u8> {
    let lines = told.split_inclusive(|byte| *byte == b'\n');
    lines.filter(|line| !text(line).contains(": this kernel has no ")).flatten().copied().collect()
}

fn hash(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// A compiler that is there, or one line that says what is not tested.
fn clang() -> Option<&'static str> {
    static FOUND: OnceLock<Option<&str>> = OnceLock::new();
    *FOUND.get_or_init(|| {
        let works = |name: &&str| Command::new(name).arg("--version").output().is_ok();
        let found = ["clang++-19", "clang++"].into_iter().find(works);
        if found.is_none() {
            eprintln!("not tested with clang++: it is not installed");
        }
        found
    })
}

/// Everybody who behaves.
fn good_players() -> Vec<PathBuf> {
    let mut players = sources("styles");
    players.push(data("players/AIBrawl.cc"));
    players.push(data("players/AIForeign.cc"));
    players
        .extend(["AIFirst.cc", "AIThirsty.cc"].map(|name| data("../../../web/src/learn/player").join(name)));
    players.push(rockatansky());
    players
}

/// The player that the kit's README makes of Dummy.
fn rockatansky() -> PathBuf {
    let kit = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../kits/madmax-cpp");
    let read = |name: &str| std::fs::read_to_string(kit.join(name)).unwrap();
    let mut source = read("AIDummy.cc").replace("PLAYER_NAME Dummy", "PLAYER_NAME Rockatansky");
    let readme = read("README.md");
    let (_, table) = readme.split_once("| method | Dummy | Rockatansky | reason |\n").unwrap();
    let rows: Vec<&str> = table.lines().skip(1).take_while(|line| line.starts_with('|')).collect();
    assert_eq!(rows.len(), 5);
    for row in rows {
        let code: Vec<&str> = row.split('`').skip(1).step_by(2).collect();
        let [method, before, after] = code[..] else { panic!("{row}") };
        let at = source.find(&format!(" {method} (")).unwrap_or_else(|| panic!("{row}"));
        assert_eq!(source.matches(before).count(), 1, "{row}");
        assert!(source[at..].contains(before), "{row}");
        source = source.replace(before, after);
    }
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("rockatansky");
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join("AIRockatansky.cc");
    if std::fs::read_to_string(&path).ok().as_ref() != Some(&source) {
        std::fs::write(&path, source).unwrap();
    }
    path
}

/// The same, built with g++ in the contest's dialect.
fn styles() -> &'static Kit {
    static KIT: OnceLock<Kit> = OnceLock::new();
    KIT.get_or_init(|| Kit::make("kit-styles", &good_players(), &["CXXFLAGS=-O1 -Wall"]))
}

/// The same, built with the other compiler in a newer one.
fn modern() -> Option<&'static Kit> {
    static KIT: OnceLock<Option<Kit>> = OnceLock::new();
    let make = |clang| {
        let variables = [&format!("CXX={clang}"), "STD=c++20", "CXXFLAGS=-O1"];
        Kit::make("kit-modern", &good_players(), &variables)
    };
    KIT.get_or_init(|| clang().map(make)).as_ref()
}

/// Everybody who does not.
fn faults() -> &'static Kit {
    static KIT: OnceLock<Kit> = OnceLock::new();
    KIT.get_or_init(|| Kit::make("kit-faults", &sources("faults"), &["CXXFLAGS=-O1 -g"]))
}

fn is_long() -> bool {
    std::env::var_os("JOUST_LONG").is_some()
}

fn golden_games(kit: &Kit) {
    let mut played = 0;
    for line in GOLDEN.lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split('\t').collect();
        let [name, players, seed, config, result, told] = fields[..] else { panic!("{line}") };
        // The original's maps lie beside the checkout, where they are at all.
        let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/madmax/cnf");
        let places = [data("cnf"), beside].map(|folder| folder.join(config));
        let Some(config) = places.iter().find(|config| config.exists()) else { continue };
        let (output, bytes) = kit.play(players, seed, config.to_str().unwrap(), &[]);
        assert!(output.status.success(), "{name}: {}", text(&output.stderr));
        assert_eq!(hash(&output.stderr), told, "{name}: what is told");
        assert_eq!(hash(&bytes), result, "{name}: the result");
        assert_eq!(text(&output.stdout), "", "{name}");
        played += 1;
    }
    assert!(played >= 15, "only {played} golden games");
}

#[test]
fn golden_games_come_out_byte_for_byte_with_either_compiler() {
    golden_games(styles());
    modern().map(golden_games);
}

#[test]
fn the_kit_s_dummy_is_the_built_in_one() {
    let config = data("cnf/default.cnf");
    let config = config.to_str().unwrap();
    for (seed, names) in [("11", "Dummy Demo Dummy Null"), ("12", "Demo Dummy Dummy Dummy")] {
        let (kit, result) = styles().play(names, seed, config, &[]);
        let mut words: Vec<&str> = vec!["game"];
        words.extend(names.split(' '));
        words.extend(["-s", seed, "-i", config]);
        let own = Command::new(JOUST).args(words).output().unwrap();
        assert!(result == own.stdout, "seed {seed}: the results differ");
        assert_eq!(hash(&kit.stderr), hash(&own.stderr), "seed {seed}");
    }
}

/// All names of a kit but these.
fn names_without(kit: &Kit, without: &[&str]) -> Vec<String> {
    let listed = kit.game(&["--list"]);
    assert!(listed.status.success());
    let names: Vec<String> = text(&listed.stdout).lines().map(str::to_owned).collect();
    assert!(names.is_sorted());
    names.into_iter().filter(|name| !without.contains(&name.as_str())).collect()
}

#[test]
fn players_of_all_styles_play_to_the_end_and_the_same_game_in_every_dialect() {
    let names = names_without(styles(), &["Null"]);
    assert!(names.len() >= 28, "{names:?}");
    let config = data("cnf/default.cnf");
    for (number, four) in names.chunks(4).enumerate() {
        let mut four = four.to_vec();
        four.resize(4, "Brawl".to_owned());
        let (four, seed) = (four.join(" "), (100 + number).to_string());
        let (output, result) = styles().play(&four, &seed, config.to_str().unwrap(), &[]);
        let told = text(&output.stderr);
        assert!(output.status.success(), "{four}: {told}");
        assert!(!told.contains("is dead"), "{four}: {told}");
        assert!(told.ends_with("info: game played\n"), "{four}");
        assert!(text(&result).contains("status 0 0 0 0"));
        if let Some(modern) = modern() {
            let (other, again) = modern.play(&four, &seed, config.to_str().unwrap(), &[]);
            assert!(result == again, "{four}: another result with clang++ and C++20");
            assert_eq!(hash(&other.stderr), hash(&output.stderr), "{four}");
            assert_eq!(hash(&other.stdout), hash(&output.stdout), "{four}");
        }
    }
}

/// The lesson says of the second player that it survives, and of the first that it does not.
#[test]
fn the_players_of_the_lessons_play_as_the_lesson_says() {
    let config = data("cnf/default.cnf");
    let (output, _) = styles().play("Thirsty First Demo Demo", "1", config.to_str().unwrap(), &[]);
    let told = text(&output.stderr);
    let score = |name: &str| -> u32 {
        let line = format!("info: player {name} got score ");
        let (_, rest) = told.split_once(&line).unwrap_or_else(|| panic!("{told}"));
        rest.lines().next().unwrap().parse().unwrap()
    };
    assert!(score("Thirsty") > 2 * score("First"), "{told}");
    assert!(score("Thirsty") > 2 * score("Demo"), "{told}");
}

#[test]
fn a_friend_s_object_plays_the_game_of_its_source() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("kit-objects");
    std::fs::create_dir_all(&folder).unwrap();
    let source = data("players/AIForeign.cc");
    let config = data("cnf/default.cnf");
    let (own, expected) = styles().play("Foreign Demo Foreign Ctor", "7", config.to_str().unwrap(), &[]);
    assert!(!text(&own.stderr).contains("is dead"));
    // One that was compiled with the kit's own headers and uses what only they have.
    let gift = folder.join("AIGift.o");
    let mut compile = Command::new("g++");
    compile.args(["-std=c++11", "-O2", "-w", "-c"]).arg("-I").arg(&styles().0);
    let compiled = compile.arg(data("players/styles/AIOldCities.cc")).arg("-o").arg(&gift).output().unwrap();
    assert!(compiled.status.success(), "{}", text(&compiled.stderr));
    for code in ["-fPIC", "-fno-pie"] {
        let object = folder.join(format!("AIFriend{code}.o"));
        let mut compile = Command::new("g++");
        compile.args(["-std=c++11", "-O2", "-w", code, "-c"]).arg("-I").arg(data("players/foreign"));
        let compiled = compile.arg(&source).arg("-o").arg(&object).output().unwrap();
        assert!(compiled.status.success(), "{}", text(&compiled.stderr));
        let extra = format!("EXTRA_OBJS={} {}", object.display(), gift.display());
        let kit = Kit::make(&format!("kit-foreign{code}"), &[data("players/styles/AICtor.cc")], &[&extra]);
        let (output, result) = kit.play("Foreign Demo Foreign Ctor", "7", config.to_str().unwrap(), &[]);
        assert_eq!(text(&output.stderr), text(&own.stderr), "{code}");
        assert!(result == expected, "{code}: another result");
    }
}

/// Whether any seat is left that the process with this number has started.
fn seats_of(parent: u32) -> usize {
    let mark = format!("JOUST_PARENT={parent}").into_bytes();
    let processes = std::fs::read_dir("/proc").unwrap().filter_map(Result::ok);
    let is_seat = |process: &Path| {
        if let Ok(environment) = std::fs::read(process.join("environ")) {
            return environment.split(|byte| *byte == 0).any(|entry| entry == mark);
        }
        // Without Landlock in the kernel, only root can look into the process of a player.
        let status = std::fs::read_to_string(process.join("status")).unwrap_or_default();
        status.lines().any(|line| line == format!("PPid:\t{parent}"))
    };
    processes.filter(|process| is_seat(&process.path())).count()
}

/// Whether this comes true within the time.
///
/// A test asserts on this answer and does not count again: a process that is just being started or
/// ended has no environment for a moment.
fn comes_true(within: Duration, is_true: impl Fn() -> bool) -> bool {
    let until = Instant::now() + within;
    while Instant::now() < until {
        if is_true() {
            return true;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    is_true()
}

/// How many processes have these words.
fn running(words: &[&str]) -> usize {
    let line: Vec<u8> = words.iter().flat_map(|word| [word.as_bytes(), b"\0"].concat()).collect();
    let processes = std::fs::read_dir("/proc").unwrap().filter_map(Result::ok);
    let lines = processes.filter_map(|process| std::fs::read(process.path().join("cmdline")).ok());
    lines.filter(|known| *known == line).count()
}

/// Plays a short game with a player that misbehaves, and gives the messages.
fn misbehave(name: &str, more: &[&str]) -> (String, bool) {
    let kit = faults();
    let result = format!("{name}.res");
    let mut words = vec!["Demo", name, "Null", "Dummy", "-s", "3", "-i", "short20.cnf", "-o", &result];
    words.extend(more);
    let child = kit.command(&words).spawn().unwrap();
    let parent = child.id();
    let output = child.wait_with_output().unwrap();
    let told = text(&output.stderr);
    assert!(output.status.success(), "{name}: {told}");
    assert_eq!(seats_of(parent), 0, "{name}: a player is still running");
    let states = text(&std::fs::read(kit.0.join(&result)).unwrap());
    let last = states.lines().rfind(|line| line.starts_with("status ")).unwrap();
    let shares: Vec<f64> = last.split(' ').skip(1).map(|share| share.parse().unwrap()).collect();
    assert!(shares.len() == 4 && shares[0] >= 0.0 && shares[2] >= 0.0 && shares[3] >= 0.0, "{name}: {last}");
    let is_dead = shares[1] < 0.0;
    assert_eq!(told.matches("is dead and gives no more orders").count(), usize::from(is_dead));
    // A death is told again after the scores.
    let (before, after) = told.split_once("info: game played\n").unwrap_or_else(|| panic!("{name}: {told}"));
    if is_dead {
        // A player that floods its output may be in the middle of a line.
        let begin = format!("player 1 ({name}) ");
        let at = before.find(&begin).unwrap_or_else(|| panic!("{name}: {told}"));
        let line = before[at..].lines().next().unwrap_or_default();
        let (event, _) = line.split_once(": it is dead and gives no more orders").unwrap();
        let again = after.split_once("dead: ").map(|(_, rest)| rest);
        assert!(again.is_some_and(|rest| rest.starts_with(&format!("{event}\n"))), "{name}: {after}");
        let places = before.lines().skip_while(|known| *known != line).skip(1);
        for place in places.take_while(|line| line.starts_with("  at ")) {
            assert!(after.contains(place), "{name}: {after}");
        }
    } else {
        assert!(!after.contains("dead: "), "{name}: {after}");
    }
    (told, is_dead)
}

fn short_configuration(kit: &Kit) {
    let config = std::fs::read_to_string(data("cnf/default.cnf")).unwrap();
    let config: String =
        config
            .lines()
            .map(|line| {
                if line.starts_with("nb_rounds") { "nb_rounds 24\n".to_owned() } else { format!("{line}\n") }
            })
            .collect();
    std::fs::write(kit.0.join("short20.cnf"), config).unwrap();
}

#[test]
fn a_player_that_misbehaves_dies_alone_and_a_message_says_why() {
    short_configuration(faults());
    let limits = ["--time-limit", "1", "--memory-limit", "300"];
    let deaths = [
        ("Segv", "had a segmentation fault (address 0x0, as with a null pointer)", "at AISegv.cc:"),
        ("StackOver", "used up its stack", "at AIStackOver.cc:"),
        ("Exit0", "called exit(0)", "at AIExit0.cc:"),
        ("Exit3", "ended itself with exit status 3", ""),
        ("Abort", "aborted", "at AIAbort.cc:"),
        ("AssertFail", "aborted", "at AIAssertFail.cc:"),
        ("ThrowStr", "threw std::out_of_range: ", "at AIThrowStr.cc:"),
        ("ThrowInt", "threw int and did not catch it", "at AIThrowInt.cc:"),
        ("Orders1001", "gave more than 1000 orders", "ERROR: Too many commands."),
        ("Alloc1G", "threw std::bad_alloc", "its memory limit is 300 MB"),
        ("Leak", "threw std::bad_alloc", "its memory limit is 300 MB"),
        ("Fork1", "tried to start another process", "at AIFork1.cc:"),
        ("ForkBomb", "tried to start another process", "at AIForkBomb.cc:"),
        ("System", "tried to start another process", "at AISystem.cc:"),
        ("Exec", "tried to become another program", "at AIExec.cc:"),
        ("CoutFlood", "wrote more than 64 MB to its outputs and notes", ""),
        ("CloseAll", "closed its line to the game", ""),
        ("KillParent", "tried to send a signal to another process", "at AIKillParent.cc:"),
        ("KillGroup", "tried to send a signal to another process", "at AIKillGroup.cc:"),
        ("DivZero", "had an arithmetic error", "at AIDivZero.cc:"),
        ("CtorThrow", "threw std::runtime_error: not today", "before round 0"),
        ("CtorSegv", "had a segmentation fault", "before round 0"),
        ("EarlySegv", "had a segmentation fault", "before round 0"),
        ("BadFactory", "has a factory() that made no player", "before round 0"),
        (
            "Loop",
            "used up its time limit of 1 s of processor time",
            "  at AILoop.cc:20, in Loop::misbehave()\n",
        ),
        ("IgnoreTerm", "used up its time limit of 1 s of processor time", ""),
    ];
    let mut tried = Vec::new();
    for (name, why, more) in deaths {
        // A flood needs more time than others; it is stopped by what it writes.
        let (told, is_dead) = misbehave(name, if name == "CoutFlood" { &[] } else { &limits });
        assert!(is_dead, "{name} is alive: {told}");
        assert!(told.contains(&format!("({name}) {why}")), "{name}: {told}");
        assert!(told.contains(more), "{name}: {told}");
        tried.push(name);
    }
    for name in ["CloseOut", "Escape", "ReadCin", "Thread"] {
        let (told, is_dead) = misbehave(name, &limits);
        assert!(!is_dead, "{name} is dead: {told}");
        tried.push(name);
    }
    // Those that are dead or alive by the time that passes, and those that need much of it.
    for name in ["CerrFlood", "Detach"] {
        misbehave(name, &limits);
        tried.push(name);
    }
    for name in ["Sleeper", "Mutex", "Deadlock"] {
        if name == "Sleeper" || is_long() {
            let (told, is_dead) = misbehave(name, &limits);
            assert!(is_dead && told.contains("did nothing for 10 s and gave no answer"), "{name}: {told}");
            assert!(told.contains(&format!("at AI{name}.cc:")), "{name}: {told}");
        }
        tried.push(name);
    }
    tried.extend(ENDED.map(|(name, _)| name));
    tried.extend(["Refused", "Trickle", "Moody"]);
    let untried: Vec<String> = names_without(faults(), &["Demo", "Dummy", "Null"])
        .into_iter()
        .filter(|name| !tried.contains(&name.as_str()))
        .collect();
    assert!(untried.is_empty(), "{untried:?}");
}

const A_PROCESS: &str = "tried to start another process";
const A_REACH: &str = "tried to reach into another process, which is forbidden,";
const A_KERNEL: &str = "tried to talk to the kernel in a way that is not for players";

/// Ways out that end those who try them.
const ENDED: [(&str, &str); 21] = [
    ("EarlyFork", A_PROCESS),
    ("Preinit", A_PROCESS),
    ("OwnPrctl", A_PROCESS),
    ("Leaver", A_PROCESS),
    ("ExecAt", "tried to become another program"),
    ("ExecHigh", "tried to become another program"),
    ("Socket", "tried to open a socket"),
    ("LocalSocket", "tried to open a socket"),
    ("Memfd", "tried to get memory that is not counted"),
    ("VmWrite", A_REACH),
    ("VmRead", A_REACH),
    ("Ptrace", A_REACH),
    ("PidFd", A_REACH),
    ("Uring", A_KERNEL),
    ("Bpf", A_KERNEL),
    ("Perf", A_KERNEL),
    ("UserFault", A_KERNEL),
    ("Title", "threw std::runtime_error:  ]0;owned  and did not catch it"),
    ("Eager", "answered before it was asked"),
    ("OneAhead", "answered before it was asked"),
    ("Loud", "wrote more than 64 MB to its outputs and notes"),
];

#[test]
fn the_ways_out_of_a_seat_are_closed() {
    short_configuration(faults());
    for (name, why) in ENDED {
        let (told, is_dead) = misbehave(name, &[]);
        assert!(is_dead, "{name} is alive: {told}");
        assert!(told.contains(&format!("({name}) {why}")), "{name}: {told}");
        assert!(!told.contains('\x1b'), "{name}: {told}");
    }
    let (told, _) = misbehave("Trickle", &["--time-limit", "1", "--wait-limit", "2"]);
    assert!(told.contains("(Trickle) kept the game waiting for 2 s, its wait limit"), "{told}");
}

/// The Landlock of this kernel, and older ones: of Debian 12, and of a kernel without.
#[test]
fn what_is_not_a_player_s_is_refused_with_any_landlock() {
    let newest = refused(None);
    if newest.contains("no Landlock") {
        eprintln!("skipped: access to files, because this kernel has no Landlock");
        return;
    }
    let old = refused(Some("2"));
    assert!(!old.contains("no Landlock") && old.contains("not even nothing can be written"), "{old}");
    let none = refused(Some("0"));
    assert!(none.contains("no Landlock") && none.contains("and the memory of your programs"), "{none}");
    assert!(none.contains("not even nothing can be written"), "{none}");
    // Where it crashed is still known.
    let crash = ["Segv", "Null", "Null", "Null", "-s", "3", "-i", "short20.cnf", "-o", "segv-old.res"];
    let crash = faults().command(&crash).env("JOUST_LANDLOCK", "0").output().unwrap();
    assert!(text(&crash.stderr).contains("at AISegv.cc:"), "{}", text(&crash.stderr));
}

/// Plays with a player that tries forbidden things, and gives the messages.
fn refused(landlock: Option<&str>) -> String {
    let kit = faults();
    short_configuration(kit);
    let before = std::fs::read(kit.0.join("short20.cnf")).unwrap();
    // A shell passes on an open file and environment variables, which players must not see.
    let mut shell = Command::new("sh");
    shell.arg("-c").arg("exec 7</etc/passwd; exec ./Game \"$@\"").arg("sh");
    shell.args([
        "Demo",
        "Refused",
        "Null",
        "Dummy",
        "-s",
        "3",
        "-i",
        "short20.cnf",
        "-o",
        "refused.res",
        "-q",
    ]);
    shell.args(["--memory-limit", "300"]).current_dir(&kit.0).stdin(Stdio::null()).env_remove("JOUST");
    shell.env("SECRET_TOKEN", "of the user").env("JOUST_UNGUARDED", "1");
    landlock.map(|number| shell.env("JOUST_LANDLOCK", number));
    let output = shell.output().unwrap();
    let told = text(&output.stderr);
    assert!(output.status.success() && !told.contains("NOT REFUSED"), "{told}");
    assert!(told.contains("everything was refused"), "{told}");
    assert_eq!(std::fs::read(kit.0.join("short20.cnf")).unwrap(), before);
    assert_eq!(told.contains("files are not protected"), told.contains("no Landlock"), "{told}");
    let unguarded = kit
        .command(&["Fork1", "Null", "Null", "Null", "-s", "3", "-i", "short20.cnf", "-o", "unguarded.res"])
        .env("JOUST_UNGUARDED", "1")
        .output()
        .unwrap();
    assert!(text(&unguarded.stderr).contains("(Fork1) tried to start another process"));
    told
}

#[test]
fn what_is_no_kit_is_refused_soon_and_nothing_of_it_is_left() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("no-kit");
    std::fs::create_dir_all(&folder).unwrap();
    let script = folder.join("Game");
    std::fs::write(&script, "#!/bin/sh\nsleep 7777 & sleep 7777\n").unwrap();
    Command::new("chmod").arg("755").arg(&script).status().unwrap();
    for program in [script.to_str().unwrap(), "/usr/bin/yes", "/dev/zero", "/etc/passwd", "/usr"] {
        let begin = Instant::now();
        let kit = format!("--kit={program}");
        let output = Command::new(JOUST).args(["game", &kit, "--list"]).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{program}: {}", text(&output.stdout));
        assert!(begin.elapsed() < Duration::from_secs(9), "{program}");
    }
    assert_eq!(running(&["sleep", "7777"]), 0);
}

#[test]
fn what_a_free_player_started_ends_with_it() {
    let kit = faults();
    short_configuration(kit);
    let words = ["Demo", "Leaver", "Null", "Null", "-s", "3", "-i", "short20.cnf", "-o", "leaver.res"];
    let output = kit.command(&words).env("JOUST_WRAP", "env").output().unwrap();
    let told = text(&output.stderr);
    assert!(output.status.success() && told.contains("JOUST_WRAP is set"), "{told}");
    assert!(!told.contains("is dead"), "{told}");
    // A process that is killed may take a moment.
    assert!(comes_true(Duration::from_secs(5), || running(&["sleep", "7771"]) == 0));
}

#[test]
fn one_interrupt_ends_a_match_in_which_a_player_loops() {
    let kit = faults();
    short_configuration(kit);
    let moody = format!("{}:Moody", kit.0.display());
    for (signal, code) in [("-INT", 130), ("-TERM", 143)] {
        let record = kit.0.join("moody.jsonl");
        let _ = std::fs::remove_file(&record);
        let mut game = Command::new(JOUST);
        game.args(["match", "madmax", &moody, "Null", "Null", "Dummy", "--games", "3", "--concurrency", "1"]);
        game.args(["--quiet", "--input", "short20.cnf", "--record", "moody.jsonl"]).current_dir(&kit.0);
        let game = game.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let parent = game.id();
        // A line about the match, and one about its first game; in the second the player loops.
        let lines = || std::fs::read_to_string(&record).unwrap_or_default().lines().count();
        assert!(comes_true(Duration::from_mins(1), || lines() == 2 && seats_of(parent) >= 1));
        std::thread::sleep(Duration::from_millis(300));
        let begin = Instant::now();
        Command::new("kill").args([signal, &parent.to_string()]).status().unwrap();
        let output = game.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(code), "{}", text(&output.stderr));
        assert!(text(&output.stderr).contains("stopped: 1 of 3 games"), "{}", text(&output.stderr));
        let standings = text(&output.stdout);
        assert!(standings.starts_with("1 of 3 games, seeds 1 to 3"), "{standings}");
        assert!(standings.contains("Moody") && standings.contains("Dummy"), "{standings}");
        assert!(begin.elapsed() < Duration::from_secs(20), "{:?}", begin.elapsed());
        assert_eq!(seats_of(parent), 0);
    }
}

/// Plays a game until its log ends with these lines, and interrupts it. Gives the rest of the log.
fn interrupt(names: &[&str], output: &str, until: &str) -> String {
    let kit = faults();
    short_configuration(kit);
    let log = kit.0.join(format!("{output}.log"));
    let mut words = names.to_vec();
    words.extend(["-s", "3", "-i", "short20.cnf", "-o", output]);
    let mut game = kit.command(&words);
    let mut game = game.stderr(std::fs::File::create(&log).unwrap()).spawn().unwrap();
    let told = || std::fs::read_to_string(&log).unwrap();
    assert!(comes_true(Duration::from_mins(1), || told().ends_with(until)), "{}", told());
    Command::new("kill").args(["-INT", &game.id().to_string()]).status().unwrap();
    assert_eq!(game.wait().unwrap().code(), Some(130), "{}", told());
    assert_eq!(seats_of(game.id()), 0);
    told().split_once(until).unwrap().1.to_owned()
}

#[test]
fn an_interrupted_game_keeps_its_rounds_and_says_where_the_player_loops() {
    let kit = faults();
    std::fs::write(kit.0.join("older.res"), "an older result").unwrap();
    let round =
        "info: start round 10\ninfo:     start player 0\ninfo:     end player 0\ninfo:     start player 1\n";
    let told = interrupt(&["Null", "Moody", "Null", "Null"], "older.res", round);
    assert_eq!(
        told,
        "stopped in round 10: the game was waiting for player 1 (Moody)\n  \
         at AIMoody.cc:14, in Moody::brood()\n  at AIMoody.cc:18, in Moody::play()\n\
         the rounds so far are in older.partial.res\n"
    );
    assert_eq!(std::fs::read_to_string(kit.0.join("older.res")).unwrap(), "an older result");
    let part = kit.0.join("older.partial.res");
    let shown = Command::new(JOUST).arg("replay").arg(&part).arg("--last").output().unwrap();
    assert!(shown.status.success() && text(&shown.stdout).contains("Moody"), "{}", text(&shown.stdout));
    std::fs::remove_file(part).unwrap();
    // In its constructor, too.
    let told = interrupt(&["Null", "Null", "Null", "Moody"], "older.res", "info: loading player Moody\n");
    assert_eq!(
        told,
        "stopped before round 0: the game was waiting for player 3 (Moody)\n  \
         at AIMoody.cc:14, in Moody::brood()\n  at AIMoody.cc:9, in Moody::Moody()\n  \
         at AIMoody.cc:6, in Moody::factory()\nno round was played, and nothing was written\n"
    );
    assert!(!kit.0.join("older.partial.res").exists());
}

#[test]
fn a_strict_game_fails_when_a_player_dies() {
    let kit = faults();
    short_configuration(kit);
    let play = |name: &str, more: &[&str]| {
        let words = ["Null", name, "Null", "Null", "-s", "3", "-i", "short20.cnf", "-o", "strict.res"];
        kit.game(&[&words[..], more].concat()).status.code()
    };
    assert_eq!((play("Segv", &[]), play("Segv", &["--strict"])), (Some(0), Some(1)));
    assert_eq!(play("Null", &["--strict"]), Some(0));
    assert!(kit.0.join("strict.res").exists());
}

#[test]
fn no_player_outlives_a_game_that_is_killed() {
    let kit = faults();
    short_configuration(kit);
    let words = ["Loop", "Loop", "Detach", "Sleeper", "-s", "3", "-i", "short20.cnf", "-o", "killed.res"];
    let mut game = kit.command(&words).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    assert!(comes_true(Duration::from_mins(1), || seats_of(game.id()) == 4));
    game.kill().unwrap();
    game.wait().unwrap();
    assert!(comes_true(Duration::from_secs(20), || seats_of(game.id()) == 0));
}

#[test]
fn what_players_print_never_gets_into_the_result() {
    let config = data("cnf/short.cnf");
    let config = config.to_str().unwrap();
    let (beside, result) = styles().play("Cout Cout Null Null", "4", config, &[]);
    assert!(text(&beside.stdout).contains("the end, without a newline"));
    assert!(!text(&beside.stderr).contains("the end, without a newline"));
    let alone = styles().game(&["Cout", "Cout", "Null", "Null", "-s", "4", "-i", config]);
    assert_eq!(text(&alone.stdout), text(&result));
    assert!(text(&alone.stderr).contains("the end, without a newline"));
}

#[test]
fn a_budget_makes_status_grow() {
    let config = data("cnf/default.cnf");
    let (output, result) =
        styles().play("Dummy Null Null Null", "4", config.to_str().unwrap(), &["--time-limit", "60"]);
    assert!(output.status.success());
    let states = text(&result);
    let shares: Vec<f64> = states
        .lines()
        .filter_map(|line| line.strip_prefix("status "))
        .map(|line| line.split(' ').next().unwrap().parse().unwrap())
        .collect();
    assert_eq!(shares.len(), 501);
    assert!(shares.is_sorted(), "time does not run backwards");
    assert!(shares[0] == 0.0 && shares[500] > 0.0 && shares[500] < 1.0, "{}", shares[500]);
}

#[test]
fn without_joust_the_game_says_where_it_looked() {
    let kit = styles();
    let output =
        kit.command(&["Null", "Null", "Null", "Null"]).env("JOUST", "/nowhere/joust").output().unwrap();
    assert_eq!(output.status.code(), Some(127));
    assert!(text(&output.stderr).contains("$JOUST is /nowhere/joust, which cannot be run"));
    let lonely = kit.0.join("lonely");
    std::fs::create_dir_all(&lonely).unwrap();
    std::fs::copy(kit.0.join("Game"), lonely.join("Game")).unwrap();
    let mut game = Command::new(lonely.join("Game"));
    let output = game.arg("--list").env_remove("JOUST").env("PATH", "/nowhere").output().unwrap();
    assert_eq!(output.status.code(), Some(127));
    assert!(text(&output.stderr).contains("it was not found"), "{}", text(&output.stderr));
}

#[test]
fn errors_are_those_of_the_original_with_a_line_of_help() {
    let config = data("cnf/short.cnf");
    let words = ["Null", "Nobody", "Null", "Null", "-s", "1", "-i", config.to_str().unwrap()];
    let output = styles().game(&words);
    assert_eq!(output.status.code(), Some(1));
    let told = text(&output.stderr);
    assert!(told.contains("ERROR: Player Nobody not registered.\nthe players are "), "{told}");
    let output = styles().game(&["-z"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("Game: invalid option -- 'z'"), "{}", text(&output.stderr));
    let help = text(&styles().game(&[]).stdout);
    assert!(help.starts_with("Usage: ") && help.contains("--time-limit"), "{help}");
}

#[test]
fn a_match_seats_players_of_kits_and_tells_who_died() {
    let kits = [styles().0.join("Game").display().to_string(), faults().0.display().to_string()];
    let players =
        [format!("{}:Dijkstra", kits[0]), format!("{}:Segv", kits[1]), "Dummy".to_owned(), "Null".to_owned()];
    let play = |concurrency: &str| {
        let mut game = Command::new(JOUST);
        game.args(["match", "madmax"]).args(&players);
        game.args(["--games", "4", "--json", "--quiet", "--concurrency", concurrency]);
        let output = game.output().unwrap();
        assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
        assert!(
            text(&output.stderr).contains("error: Segv had a segmentation fault"),
            "{}",
            text(&output.stderr)
        );
        assert!(text(&output.stderr).contains("(game of seed 1)"), "{}", text(&output.stderr));
        text(&output.stdout)
    };
    let told = play("1");
    assert_eq!(told.matches("had a segmentation fault").count(), 4, "{told}");
    assert_eq!(told, play("3"));
    let report: serde_json::Value = serde_json::from_str(&told).unwrap();
    for (player, kit) in [styles(), faults()].into_iter().enumerate() {
        let game = hash(&std::fs::read(kit.0.join("Game")).unwrap());
        assert_eq!(report["about"]["programs"][&players[player]], game);
    }
    assert_eq!(report["results"][0]["deaths"][0]["kind"], "crashed");
    let unknown = Command::new(JOUST)
        .args(["match", "madmax", "Null", "Null", "Null", &format!("{}:Nobody", kits[1]), "--games", "1"])
        .output()
        .unwrap();
    assert_eq!(unknown.status.code(), Some(2));
    assert!(text(&unknown.stderr).contains("has no player `Nobody`: its players are"));
}

/// A kit with the option of libstdc++ that checks iterators, and that makes vectors larger.
fn checked() -> &'static Kit {
    static KIT: OnceLock<Kit> = OnceLock::new();
    KIT.get_or_init(|| {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("note");
        std::fs::create_dir_all(&folder).unwrap();
        let source = folder.join("AINoter.cc");
        std::fs::write(&source, NOTER).unwrap();
        Kit::make("kit-checked", &[source], &["CXXFLAGS=-O0 -D_GLIBCXX_DEBUG"])
    })
}

#[test]
fn notes_are_kept_beside_the_result() {
    let kit = checked();
    let config = data("cnf/short.cnf");
    let play = |names: [&str; 4]| {
        let mut words = names.to_vec();
        words.extend(["-s", "4", "-i", config.to_str().unwrap(), "-o", "x.res"]);
        let output = kit.game(&words);
        assert!(output.status.success(), "{}", text(&output.stderr));
        std::fs::read_to_string(kit.0.join("x.res.notes"))
    };
    let notes = play(["Null", "Noter", "Null", "Noter"]).unwrap();
    let lines: Vec<&str> = notes.lines().take(3).collect();
    assert_eq!(lines, ["0 1 3 4 two\\nlines \\\\", "0 1 -1 99 42", "0 3 3 4 two\\nlines \\\\"]);
    assert!(play(["Null"; 4]).is_err(), "notes of an older game are gone");
}

#[test]
fn players_with_checked_containers_play_the_same_game() {
    let config = data("cnf/short.cnf");
    let config = config.to_str().unwrap();
    let (usual, result) = styles().play("Demo Dummy Null Demo", "4", config, &[]);
    let (told, again) = checked().play("Demo Dummy Null Demo", "4", config, &[]);
    assert!(result == again && !result.is_empty(), "{}", text(&told.stderr));
    assert_eq!(text(&told.stderr), text(&usual.stderr));
}

#[test]
fn make_refuses_names_that_no_game_can_use() {
    // A copy with everything that is compiled already.
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("kit-names");
    let _ = std::fs::remove_dir_all(&folder);
    let copied = Command::new("cp").arg("-a").arg(&checked().0).arg(&folder).status().unwrap();
    assert!(copied.success());
    let null = std::fs::read_to_string(folder.join("AINull.cc")).unwrap();
    let long = null.replace("PLAYER_NAME Null", "PLAYER_NAME Thirteentimes");
    std::fs::write(folder.join("AIFoo.cc"), &null).unwrap();
    std::fs::write(folder.join("AILong.cc"), long).unwrap();
    let made = make().args(["all", "CXXFLAGS=-O0 -D_GLIBCXX_DEBUG"]).current_dir(&folder).output().unwrap();
    let told = text(&made.stderr);
    assert_eq!(made.status.code(), Some(2), "{told}");
    for line in [
        "AINull.cc: PLAYER_NAME Null is that of AIFoo.cc, too: choose another\n",
        "AILong.cc: PLAYER_NAME Thirteentimes has 13 letters: choose one with at most 12\n",
    ] {
        assert!(told.contains(line), "{told}");
    }
}

#[test]
fn make_shows_the_rules_and_judges_a_player() {
    let output_in = |language: &str, words: &[&str]| {
        let mut made = make();
        made.args(words)
            .current_dir(&checked().0)
            .env("JOUST", JOUST)
            .env_remove("PAGER")
            .env("LC_ALL", language);
        let made = made.output();
        let made = made.unwrap();
        assert!(made.status.success(), "{}", text(&made.stderr));
        text(&made.stdout)
    };
    let output_of = |words: &[&str]| output_in("C", words);
    let rules = output_of(&["rules"]);
    assert!(rules.contains("THUNDERDOME: ") && rules.contains("MAX-4.17"), "{rules}");
    assert!(rules.ends_with("the address of the first one ends in /learn/madmax/map.\n"), "{rules}");
    let rules = output_in("fr_BE.UTF-8", &["rules"]);
    assert!(rules.contains("DÔME DU TONNERRE") && rules.contains("MAX-4.17"), "{rules}");
    assert!(rules.ends_with("l’adresse de la première finit par /learn/madmax/map.\n"), "{rules}");
    let lessons: serde_json::Value =
        serde_json::from_str(include_str!("../../../web/src/learn/catalogue.json")).unwrap();
    assert_eq!(lessons["madmax"][0]["id"], "map");
    assert_eq!(lessons["madmax"].as_array().unwrap().len(), 8);
    // Nothing is built here: these are the commands.
    let judged = output_of(&["-n", "judge", "PLAYER=Noter", "SEED=7"]);
    let commands = format!(
        "\"{JOUST}\" bot build --std=c++11 AINoter.cc -o Noter.wasm\n\
         \"{JOUST}\" game --judge Noter.wasm Dummy Dummy Dummy -s 7 -i default.cnf -o judge.res\n"
    );
    assert_eq!(judged, format!("{}{commands}", here("Noter")));
    // The name of the file is as good, and a player that is not there is named.
    assert_eq!(output_of(&["-n", "judge", "PLAYER=AINoter.cc", "SEED=7"]), judged);
    let submitted = output_of(&["-n", "submit", "PLAYER=AINoter.cc"]);
    assert!(submitted.ends_with(" submit AINoter.cc \n"), "{submitted}");
    for target in ["judge", "submit"] {
        let mut made = make();
        let made = made.args([target, "PLAYER=Nosuch"]).current_dir(&checked().0).output().unwrap();
        let told = text(&made.stderr);
        assert!(!made.status.success() && told.starts_with("there is no AINosuch.cc here: "), "{told}");
    }
}

/// The check that a player is there.
fn here(name: &str) -> String {
    format!(
        "test -f AI{name}.cc || {{ echo \"there is no AI{name}.cc here: write make judge PLAYER=Rockatansky for \
         AIRockatansky.cc\" >&2; exit 1; }}\n"
    )
}

const NOTER: &str = r#"#include "Player.hh"
#include "Debug.hh"
#define PLAYER_NAME Noter
struct PLAYER_NAME : public Player {
  static Player* factory () { return new PLAYER_NAME; }
  virtual void play () {
    debug(Pos(3, 4), "two\nlines \\");
    debug(Pos(-1, 99), 42);
  }
};
RegisterPlayer(PLAYER_NAME);
"#;
