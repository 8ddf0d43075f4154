//! Every command in the documents starts. `joust` runs in a folder of its own until it has used some
//! processor time; of `cargo` and `make` commands, the test checks that the named targets exist.
//!
//! A document shows a command in a block of code or in backticks. Words in capitals are
//! [`PLACEHOLDERS`]; in backticks a command may lack arguments, as in `joust verify`.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

/// A command that has used this much processor time has read its arguments and begun.
const BEGUN: Duration = Duration::from_millis(150);
/// A command that still runs after this time waits for something, and has begun, too.
const WAITS: Duration = Duration::from_secs(2);

/// Placeholders of the documents, and their values in this test.
const PLACEHOLDERS: [(&str, &str); 12] = [
    ("DAYS", "30"),
    ("DIR", "endings"),
    ("FILE", "game.mad"),
    ("N", "2"),
    ("OUT", "out.res"),
    ("SHELL", "bash"),
    ("engine,eval=FILE", "engine,eval=weights.tsv"),
    ("engine,no=NAME", "engine,no=threats"),
    ("engine,tables=DIR", "engine,tables=endings"),
    ("engine,time=T", "engine,time=1"),
    ("engine:K", "engine:1"),
    ("engine:K+1", "engine:2"),
];

/// Commands that need something that this test does not have: their arguments must be accepted, and then
/// they may fail.
const NEEDS: [(&str, &str); 17] = [
    ("joust submit", "an arena with a contest"),
    ("joust contest", "a class, or the file of a contest and a player"),
    ("joust grade submissions", "a class and a rubric"),
    ("joust tournament", "the file of a tournament and its players"),
    ("joust arena", "the data of an arena"),
    ("--web", "the viewer, which cargo alone does not build"),
    ("./Game", "a kit that was compiled"),
    ("--kit=", "a kit that was compiled"),
    ("joust bot build", "a compiler for WebAssembly"),
    ("joust bot dev", "a bot to work on"),
    ("cmd:", "a bot"),
    (".wasm", "a bot that was built"),
    ("joust replay FILE --res", "a compact record, where FILE is a game of MAD"),
    ("joust replay FILE --game", "the record of a match, where FILE is a game of MAD"),
    ("joust puzzles mine mad --board 5x5", "the tables of 5x5"),
    ("--check endings/", "the tables that a minute of work has built"),
    ("--tables endings --position", "the tables that a minute of work has built"),
];

/// Where a command is shown.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Shown {
    words: Vec<String>,
    /// Whether the command is in backticks, where it may lack arguments.
    is_mention: bool,
    /// `make` means the Makefile of a kit.
    in_kit: bool,
    place: String,
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

/// The documents that people read, by their paths.
fn documents() -> Vec<PathBuf> {
    let root = root();
    let mut found = vec![root.join("README.md"), root.join("CONTRIBUTING.md"), root.join("ARCHITECTURE.md")];
    let mut folders = vec![root.join("docs"), root.join("kits")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap().flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "md") {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// All commands of a document.
fn commands(path: &Path) -> Vec<Shown> {
    let text = fs::read_to_string(path).unwrap();
    let name = path.strip_prefix(root()).unwrap().display().to_string();
    let (mut found, mut fenced) = (Vec::new(), false);
    for (number, line) in text.lines().enumerate() {
        if line.trim_start().starts_with("```") {
            fenced = !fenced;
            continue;
        }
        let in_block = fenced || line.starts_with("    ");
        let texts: Vec<&str> =
            if in_block { vec![line.trim()] } else { line.split('`').skip(1).step_by(2).collect() };
        for shown in texts.into_iter().flat_map(|text| text.split(" && ")) {
            if let Some(words) = words(shown) {
                found.push(Shown {
                    words,
                    is_mention: !in_block,
                    in_kit: name.starts_with("kits/") || shown.starts_with("make all"),
                    place: format!("{name}:{}", number + 1),
                });
            }
        }
    }
    found
}

/// The words of a command, if it is one of ours: without a prompt, what is set before it, an
/// explanation behind it, and what a shell would do with its output.
fn words(text: &str) -> Option<Vec<String>> {
    let text = text.strip_prefix("$ ").unwrap_or(text);
    let text = text.split("   ").next().unwrap_or(text);
    let mut words: Vec<String> = Vec::new();
    let (mut quoted, mut fresh) = (false, true);
    for letter in text.chars() {
        match letter {
            '"' => quoted = !quoted,
            ' ' if !quoted => fresh = true,
            '#' | '>' | '<' | '|' if !quoted && fresh => break,
            other => {
                if std::mem::take(&mut fresh) {
                    words.push(String::new());
                }
                words.last_mut()?.push(other);
            }
        }
    }
    let is_setting = |word: &String| {
        word.split_once('=')
            .is_some_and(|(name, _)| name.chars().all(|letter| letter.is_ascii_uppercase() || letter == '_'))
    };
    let words: Vec<String> = words.into_iter().skip_while(is_setting).filter(|word| word != "…").collect();
    matches!(words.first()?.as_str(), "joust" | "./Game" | "cargo" | "make").then_some(words)
}

/// A folder with the files that documents speak of.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let (root, at) = (root(), folder.path());
    let copy = |from: &str, to: &str| {
        fs::copy(root.join(from), at.join(to)).unwrap();
    };
    copy("kits/madmax/default.cnf", "default.cnf");
    copy("crates/joust-cli/tests/cmd/records/short.mad", "game.mad");
    copy("crates/joust-cli/tests/cmd/solve/corner.solve", "peoria.solve");
    copy("crates/joust-search/src/mad/weights.tsv", "weights.tsv");
    fs::create_dir_all(at.join("crates/joust-solve/data")).unwrap();
    copy("crates/joust-solve/data/wargame.tsv", "crates/joust-solve/data/wargame.tsv");
    fs::create_dir_all(at.join("crates/joust-puzzles/data")).unwrap();
    copy("crates/joust-puzzles/data/mad-6x4.tsv", "crates/joust-puzzles/data/mad-6x4.tsv");
    // A program that never answers; the document has a real one.
    fs::write(at.join("greedy.py"), "import time\ntime.sleep(60)\n").unwrap();
    let prepare = |words: &[&str]| {
        let done =
            joust(at, &words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>()).output().unwrap();
        assert!(done.status.success(), "{words:?}: {}", String::from_utf8_lossy(&done.stderr));
    };
    prepare(&["game", "Null", "Null", "Null", "Null", "-s", "30", "-i", "default.cnf", "-o", "default.res"]);
    prepare(&["solve", "mad", "--tables", "endings", "--board", "6x4", "--ships", "2"]);
    folder
}

/// The command in a folder, kept from the settings, browser and terminal of the developer.
fn joust(at: &Path, words: &[String]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_joust"));
    command.args(words).current_dir(at).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.env("HOME", at).env("XDG_DATA_HOME", at).env("BROWSER", "true").env_remove("JOUST_TABLES");
    command
}

/// Processor time of a process so far, where the system tells it.
fn used(child: &Child) -> Duration {
    let stat = fs::read_to_string(format!("/proc/{}/stat", child.id())).unwrap_or_default();
    // The name in parentheses may hold blanks; user and system time are 14th and 15th, in hundredths.
    let after = stat.rsplit(')').next().unwrap_or_default();
    let ticks: u64 =
        after.split_whitespace().skip(11).take(2).filter_map(|word| word.parse::<u64>().ok()).sum();
    Duration::from_millis(10 * ticks)
}

/// How a command ended, or nothing if it has begun and was stopped.
fn ended(mut child: Child) -> Option<Output> {
    let begin = Instant::now();
    while child.try_wait().unwrap().is_none() {
        if used(&child) > BEGUN || begin.elapsed() > WAITS {
            child.kill().unwrap();
            child.wait().unwrap();
            return None;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    Some(child.wait_with_output().unwrap())
}

/// What is wrong with a command of joust.
fn trouble(at: &Path, shown: &Shown) -> Option<String> {
    let told = shown.words.join(" ");
    let mut words: Vec<String> = shown.words[1..].to_vec();
    if shown.words[0] == "./Game" {
        words.insert(0, "game".to_owned());
    }
    for word in &mut words {
        if let Some((_, meant)) = PLACEHOLDERS.iter().find(|(name, _)| name == word) {
            *word = (*meant).to_owned();
        }
    }
    // A server takes a port and a folder of the machine: it says what it would do instead.
    if words.first().is_some_and(|word| word == "serve") && !words.iter().any(|word| word == "--print-config")
    {
        words.push("--print-config".to_owned());
    }
    // The name of the program alone.
    if words.is_empty() {
        return None;
    }
    let done = ended(joust(at, &words).spawn().unwrap())?;
    let said = String::from_utf8_lossy(&done.stderr).into_owned();
    let cut_short = ["required arguments were not provided", "a value is required", "requires a subcommand"];
    let is_short = shown.is_mention && cut_short.iter().any(|text| said.contains(text));
    let is_misread = said.contains("For more information, try") || said.contains("lists the options");
    let needs_more = NEEDS.iter().any(|(part, _)| told.contains(part));
    let is_wrong = if needs_more { is_misread } else { is_misread || !done.status.success() };
    (is_wrong && !is_short).then(|| format!("{}: `{told}`: {}: {said}", shown.place, done.status))
}

/// The names after `name:` in a Makefile.
fn targets(makefile: &Path) -> BTreeSet<String> {
    let text = fs::read_to_string(makefile).unwrap();
    let rules = text
        .lines()
        .filter(|line| !line.starts_with(['\t', '#', '.']))
        .filter_map(|line| line.split_once(':'));
    rules.flat_map(|(names, _)| names.split_whitespace()).map(str::to_owned).collect()
}

/// What is wrong with `make TARGET`.
fn make_trouble(shown: &Shown) -> Option<String> {
    // The README of a kit means its own Makefile; other documents mean that of Mad Max.
    let kit = shown.place.strip_prefix("kits/").and_then(|place| place.split('/').next());
    let kit = kit.or(shown.in_kit.then_some("madmax-cpp"));
    let makefile = root().join(kit.map_or_else(String::new, |kit| format!("kits/{kit}"))).join("Makefile");
    let known = targets(&makefile);
    let asked = shown.words[1..].iter().filter(|word| !word.contains('=') && !word.starts_with('-'));
    let unknown: Vec<&String> = asked.filter(|word| !known.contains(*word)).collect();
    (!unknown.is_empty()).then(|| format!("{}: make has no {unknown:?}", shown.place))
}

/// What is wrong with `cargo COMMAND`: packages and programs that do not exist, or several where one is meant.
fn cargo_trouble(shown: &Shown, packages: &[serde_json::Value]) -> Option<String> {
    let own: Vec<&str> =
        shown.words[1..].iter().take_while(|word| *word != "--").map(String::as_str).collect();
    let after = |flag: &str| own.iter().position(|word| *word == flag).and_then(|at| own.get(at + 1));
    let wrong = |why: String| Some(format!("{}: `{}`: {why}", shown.place, shown.words.join(" ")));
    let package = match after("-p") {
        None => return (own.first() == Some(&"run")).then(|| format!("{}: cargo run needs -p", shown.place)),
        Some(name) => match packages.iter().find(|package| package["name"] == *name) {
            None => return wrong(format!("there is no package {name}")),
            Some(package) => package,
        },
    };
    let of_kind = |kind: &str| -> Vec<&str> {
        let targets = package["targets"].as_array().unwrap().iter();
        targets
            .filter(|target| target["kind"][0] == kind)
            .filter_map(|target| target["name"].as_str())
            .collect()
    };
    for kind in ["bin", "example", "test", "bench"] {
        if let Some(name) = after(&format!("--{kind}"))
            && !of_kind(kind).contains(name)
        {
            return wrong(format!("there is no {kind} {name}"));
        }
    }
    let is_plain_run = own[0] == "run" && after("--bin").or(after("--example")).is_none();
    if is_plain_run && package["default_run"].is_null() && of_kind("bin").len() != 1 {
        return wrong(format!("which of {:?}?", of_kind("bin")));
    }
    None
}

#[test]
fn every_documented_command_starts() {
    let mut all: Vec<Shown> = documents().iter().flat_map(|path| commands(path)).collect();
    // Each once, and in a block rather than in a mention.
    all.sort();
    all.dedup_by(|later, kept| later.words == kept.words && later.in_kit == kept.in_kit);
    assert!(all.len() > 80, "only {} commands were found in the documents", all.len());
    let metadata = Command::new(env!("CARGO"))
        .args(["metadata", "--no-deps", "--offline", "--format-version", "1"])
        .current_dir(root())
        .output()
        .unwrap();
    let metadata: serde_json::Value = serde_json::from_slice(&metadata.stdout).unwrap();
    let packages = metadata["packages"].as_array().unwrap();
    let folder = folder();
    let troubles: Vec<String> = all
        .iter()
        .filter_map(|shown| match shown.words[0].as_str() {
            // The README of the Rust kit means its own packages.
            "cargo" if shown.in_kit => None,
            "cargo" => cargo_trouble(shown, packages),
            "make" => make_trouble(shown),
            _ => trouble(folder.path(), shown),
        })
        .collect();
    assert!(troubles.is_empty(), "{} of {}:\n{}", troubles.len(), all.len(), troubles.join("\n"));
}

#[test]
fn a_misspelt_command_is_found() {
    let folder = tempfile::tempdir().unwrap();
    let shown = |text: &str, is_mention| Shown {
        words: words(text).unwrap(),
        is_mention,
        in_kit: false,
        place: String::new(),
    };
    for text in [
        "joust perft mad --dept 4",
        "joust perfd mad",
        "joust perft mad --depth four",
        "joust moves chess",
        "joust match mad engine nobody --games 1",
        "./Game Demo Demo Demo Demo --sede 30",
        "JOUST_TABLES=DIR joust analyze mad --lins 3",
    ] {
        assert!(trouble(folder.path(), &shown(text, true)).is_some(), "{text}");
    }
    assert_eq!(trouble(folder.path(), &shown("joust perft mad --depth 2  # counts", false)), None);
    assert_eq!(trouble(folder.path(), &shown("joust verify", true)), None);
    assert!(trouble(folder.path(), &shown("joust verify", false)).is_some());
    assert!(make_trouble(&shown("make tset", false)).is_some());
    let packages = serde_json::json!([{ "name": "two", "default_run": null, "targets": [
        { "kind": ["bin"], "name": "one" }, { "kind": ["bin"], "name": "other" }, { "kind": ["test"], "name": "t" } ] }]);
    let packages = packages.as_array().unwrap();
    for (text, is_wrong) in [
        ("cargo run --release -p two -- one", true),
        ("cargo run --release -p two --bin one", false),
        ("cargo test -p two --test t -- --ignored", false),
        ("cargo test -p two --test s", true),
        ("cargo run -p three", true),
    ] {
        assert_eq!(cargo_trouble(&shown(text, false), packages).is_some(), is_wrong, "{text}");
    }
}
