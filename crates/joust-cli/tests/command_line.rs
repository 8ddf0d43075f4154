//! The command line as a whole: help at every width, completions, man pages, streams, file names,
//! and refused arguments.

use serde_json::Value;
use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

fn joust() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_joust"));
    command.env_remove("JOUST_TABLES").env("NO_COLOR", "1").stdin(Stdio::null());
    command
}

fn run<W: AsRef<OsStr>>(words: impl IntoIterator<Item = W>) -> Output {
    joust().args(words).output().unwrap()
}

fn with_input(words: &[&str], input: &[u8]) -> Output {
    let mut child = joust()
        .args(words)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut ask = child.stdin.take().unwrap();
    let input = input.to_vec();
    let writer = std::thread::spawn(move || ask.write_all(&input));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap().unwrap();
    output
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// The exit code of a command and its output on standard error.
fn refusal(words: &[&str]) -> (Option<i32>, String) {
    let output = run(words);
    (output.status.code(), text(&output.stderr))
}

/// All commands with their subcommands, as `--help` lists them.
fn commands() -> Vec<Vec<String>> {
    let mut found = vec![Vec::new()];
    let mut next = 0;
    while next < found.len() {
        let words: Vec<String> = found[next].clone();
        next += 1;
        let help = text(&run(words.iter().map(String::as_str).chain(["--help"])).stdout);
        let list = help.split_once("\nCommands:\n").map_or("", |(_, list)| list);
        for line in list.lines().take_while(|line| !line.is_empty()) {
            let name = line.split_whitespace().next().unwrap();
            if line.starts_with("  ") && !line.starts_with("   ") && name != "help" {
                found.push([words.clone(), vec![name.to_owned()]].concat());
            }
        }
    }
    found
}

#[test]
fn help_says_which_games_there_are_and_explains_itself() {
    for command in ["moves", "perft", "play", "solve", "analyze"] {
        assert!(
            text(&run([command, "--help"]).stdout).contains("[possible values: mad, wargame"),
            "{command}"
        );
    }
    assert_eq!(run(["help", "--help"]).stdout, run(["--help"]).stdout);
    assert_eq!(run(["help", "game"]).stdout, run(["game", "--help"]).stdout);
    for (words, why) in [
        (
            &["analyze", "mad", "--depth", "-1"][..],
            "invalid value '-1' for '--depth <N>': a whole number of 1 or more",
        ),
        (&["perft", "mad", "--depth", "-1"], "a whole number from 0 to 99"),
        (&["analyze", "mad", "--threads", "100000"], "a whole number from 1 to 256"),
        (&["solve", "wargame", "--threads", "100000"], "a whole number from 1 to 256"),
        (&["tune", "mad", "--threads", "0"], "a whole number from 1 to 256"),
        (&["solve", "wargame", "--seed", "soon"], "'soon' for '--seed <SEED>': a whole number of 0 or more"),
        (&["arena", "prune", "--older-than", "x"], "a whole number of 0 or more"),
        (&["moves", "madmax"], "madmax is not a duel; this command is for mad, wargame"),
        (&["play", "madmax"], "madmax is not a duel; this command is for mad, wargame"),
        (&["solve", "wargame", "--puzzles", "3"], "--puzzles is not for solving a position of the War Game"),
        (&["solve", "wargame", "--board", "tiny", "--samples", "3"], "--samples needs --check"),
        (&["solve", "mad", "--tables", "t", "--all-moves"], "--all-moves needs a --position"),
        (&["solve", "mad", "--tables", "t", "--sign"], "--sign is for wargame"),
        (&["moves", "wargame", "--board", "Smolensk:9x9"], "--board Smolensk:9x9: Smolensk is only 6x6"),
        (&["moves", "wargame", "--board", "random:5x5"], "a random board needs a seed: random:5x5:1"),
        (&["moves", "wargame", "--board", "/"], "/ is a folder"),
        (&["moves", "wargame", "--board", "Smolesnk"], "did you mean Smolensk?"),
        (&["moves", "wargame", "--board", "Smolesnk:3x3"], "did you mean Smolensk?"),
        (&["moves", "mad", "--board", "aztek"], "did you mean aztec?"),
        (&["match", "mad", "engine,time=0", "random", "--games", "2"], "`time=0` has a wrong value"),
    ] {
        let (code, said) = refusal(words);
        assert_eq!(code, Some(2), "{words:?}: {said}");
        assert!(said.contains(why), "{words:?}: {said}");
        assert!(!said.contains("to pass '-1' as a value"), "{said}");
    }
}

#[test]
fn players_can_stand_on_both_sides_of_an_option() {
    let output = run(["match", "mad", "random", "--games", "2", "random", "--quiet"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let (code, said) = refusal(&["match", "mad", "random", "--games", "2"]);
    assert_eq!(code, Some(2));
    assert!(said.contains("a match needs two players or more"), "{said}");
}

#[test]
fn completions_are_scripts_that_a_shell_accepts() {
    for (shell, part) in [
        ("bash", "_joust()"),
        ("zsh", "#compdef joust"),
        ("fish", "complete -c joust"),
        ("elvish", "edit:completion"),
        ("powershell", "Register-ArgumentCompleter"),
    ] {
        let output = run(["completions", shell]);
        assert!(output.status.success());
        let script = text(&output.stdout);
        assert!(script.contains(part) && script.contains("sprt"), "{shell}");
        if shell == "bash" {
            let folder = tempfile::tempdir().unwrap();
            let file = folder.path().join("joust");
            std::fs::write(&file, &script).unwrap();
            assert!(Command::new("bash").arg("-n").arg(&file).status().unwrap().success());
            // What the script offers after `joust match mad --sp`.
            let ask = format!(
                "source {}; COMP_WORDS=(joust match mad --sp); COMP_CWORD=3; _joust joust --sp mad; \
                 echo \"${{COMPREPLY[@]}}\"",
                file.display()
            );
            let offered = Command::new("bash").args(["-c", &ask]).output().unwrap();
            assert_eq!(text(&offered.stdout).trim(), "--sprt");
        }
    }
    assert_eq!(run(["completions", "tcsh"]).status.code(), Some(2));
}

#[test]
fn every_command_has_a_man_page_that_renders() {
    let folder = tempfile::tempdir().unwrap();
    let pages = folder.path().join("man/man1");
    let output = run([OsStr::new("man"), pages.as_os_str()]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let groff = Command::new("groff").arg("--version").output().is_ok();
    let mut expected: Vec<String> = commands()
        .iter()
        .map(|words| {
            let name: Vec<&str> = std::iter::once("joust").chain(words.iter().map(String::as_str)).collect();
            format!("{}.1", name.join("-"))
        })
        .collect();
    expected.sort();
    let mut found: Vec<String> = std::fs::read_dir(&pages)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    found.sort();
    assert_eq!(found, expected);
    let read = |name: &str| std::fs::read_to_string(pages.join(name)).unwrap();
    assert!(read("joust-match.1").contains("sprt") && read("joust-match.1").contains(".SH EXAMPLES"));
    assert!(read("joust-game.1").contains("getopt_long") && read("joust-game.1").contains("random seed"));
    for name in found.iter().filter(|_| groff) {
        let output = Command::new("groff")
            .args(["-k", "-man", "-Tutf8", "-ww", "-z"])
            .arg(pages.join(name))
            .output()
            .unwrap();
        assert!(output.status.success() && output.stderr.is_empty(), "{name}: {}", text(&output.stderr));
    }
}

const DUEL: &str = "b111,,,/,,,/,,,/,,,/,,,/,,,r111 r";

#[test]
fn a_stream_goes_on_after_a_line_that_is_not_text_or_too_long() {
    let long = vec![b'x'; 5_000_000];
    let input =
        [b"# a comment\n\n\xff\xfe\n", DUEL.as_bytes(), b"\n", &long, b"\n", DUEL.as_bytes()].concat();
    let output = with_input(&["moves", "mad", "--position", "-", "--json"], &input);
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
    let answers: Vec<Value> =
        text(&output.stdout).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let errors: Vec<&Value> = answers.iter().map(|answer| &answer["error"]).collect();
    assert_eq!(errors[0], &serde_json::json!(["the line is not UTF-8 text"]));
    assert_eq!(answers[0]["input_line"], 3);
    assert_eq!(answers[1]["moves"].as_array().unwrap().len(), 3);
    assert_eq!(errors[2], &serde_json::json!(["a line of 5000001 bytes is not a position"]));
    assert_eq!(answers[2]["input_line"], 5);
    assert_eq!(answers[3]["moves"].as_array().unwrap().len(), 3);
    assert_eq!(answers.len(), 4);
}

/// On the boards `aztec` and `4x6` a position begins with `#`.
#[test]
fn a_position_of_every_board_can_be_piped() {
    for board in ["6x4", "5x5", "4x6", "aztec"] {
        let start = run(["apply", "mad", "--board", board]).stdout;
        let piped = with_input(&["moves", "mad", "--position", "-"], &start);
        let asked = run(["moves", "mad", "--board", board]).stdout;
        assert_eq!(text(&piped.stdout).trim_end(), text(&asked).trim_end(), "{board}");
        assert!(piped.status.success() && asked.len() > 10, "{board}: {}", text(&piped.stderr));
    }
}

/// A program that waits for each answer gets it, though output is buffered.
#[test]
fn every_answer_of_a_json_stream_names_its_input_line() {
    let input = b"# a comment\nb./.. g\n\nbg/.. b\n";
    for (command, options) in [
        ("moves", &[][..]),
        ("perft", &["--depth", "1"]),
        ("perft", &["--depth", "1", "--divide"]),
        ("analyze", &["--depth", "1"]),
        ("solve", &[]),
    ] {
        let words = [&[command, "wargame", "--board", "tiny", "--json"], options].concat();
        let stream = with_input(&[&words[..], &["--position", "-"]].concat(), input);
        let answers: Vec<Value> =
            text(&stream.stdout).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let numbers: Vec<&Value> = answers.iter().map(|answer| &answer["input_line"]).collect();
        assert_eq!(numbers, [2, 4], "{command}");
        let one = run([&words[..], &["--position", "b./.. g"]].concat());
        let one: Value = serde_json::from_slice(&one.stdout).unwrap();
        assert!(one["input_line"].is_null(), "{command}: {one}");
        for name in ["game", "position", "side"] {
            assert!(!one[name].is_null() && one[name] == answers[0][name], "{command}: {one}");
        }
    }
}

#[test]
fn an_answer_comes_before_the_next_question() {
    use std::io::{BufRead, BufReader};
    let mut child = joust()
        .args(["moves", "mad", "--position", "-", "--json"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut ask = child.stdin.take().unwrap();
    let mut answers = BufReader::new(child.stdout.take().unwrap());
    for _ in 0..20 {
        writeln!(ask, "{DUEL}").unwrap();
        let mut answer = String::new();
        answers.read_line(&mut answer).unwrap();
        let answer: Value = serde_json::from_str(&answer).unwrap();
        assert_eq!(answer["moves"].as_array().unwrap().len(), 3);
    }
    drop(ask);
    assert!(child.wait().unwrap().success());
}

#[cfg(unix)]
mod unix {
    use super::*;
    use std::os::unix::ffi::OsStrExt;

    /// A pipe whose reader has gone.
    fn closed() -> Stdio {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        writer.into()
    }

    #[test]
    fn a_closed_standard_error_is_not_the_end() {
        let folder = tempfile::tempdir().unwrap();
        let input = folder.path().join("positions");
        std::fs::write(&input, "bad\n".repeat(1000)).unwrap();
        let stream = joust()
            .args(["moves", "mad", "--position", "-"])
            .stdin(std::fs::File::open(&input).unwrap())
            .stderr(closed())
            .output()
            .unwrap();
        assert_eq!((stream.status.code(), stream.stdout.len()), (Some(1), 1000));
        let usage = joust().args(["moves", "mad", "--position", "bad"]).stderr(closed()).output().unwrap();
        assert_eq!(usage.status.code(), Some(2));
        let tables = joust()
            .args(["analyze", "mad", "--depth", "1", "--json"])
            .env("JOUST_TABLES", "/nonexistent")
            .stderr(closed())
            .output()
            .unwrap();
        assert_eq!(tables.status.code(), Some(0));
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_text_that_cannot_be_written_is_a_failure() {
        for words in [
            &["game", "--example-config"][..],
            &["game", "--help"],
            &["game"],
            &["--help"],
            &["match", "--help"],
            &["--version"],
        ] {
            let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
            let output = joust().args(words).stdout(full).output().unwrap();
            let said = text(&output.stderr);
            assert_eq!(output.status.code(), Some(3), "{words:?}: {said}");
            assert!(said.contains("cannot write: no space left"), "{words:?}: {said}");
            let unread = joust().args(words).stdout(closed()).output().unwrap();
            assert_eq!((unread.status.code(), text(&unread.stderr)), (Some(0), String::new()), "{words:?}");
        }
    }

    #[test]
    fn a_file_name_need_not_be_unicode() {
        let folder = tempfile::tempdir().unwrap();
        let named = |name: &[u8]| folder.path().join(OsStr::from_bytes(name));
        let copy = |from: &str, to: &Path| {
            std::fs::copy(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cmd").join(from), to).unwrap();
        };
        let (game, board, solve) = (named(b"g\xff.mad"), named(b"b\xff.txt"), named(b"s\xff.solve"));
        copy("records/short.mad", &game);
        copy("boards/own.txt", &board);
        copy("solve/corner.solve", &solve);
        let is_done = |words: &[&OsStr]| {
            let output = run(words);
            assert!(output.status.success(), "{words:?}: {}", text(&output.stderr));
        };
        let out = folder.path().join("lab");
        let lab: [&OsStr; 8] =
            ["lab", "wargame", "--agents", "random", "--quiet", "--boards", "", "--out"].map(OsStr::new);
        let mut lab = lab.to_vec();
        lab[6] = board.as_ref();
        lab.push(out.as_ref());
        is_done(&lab);
        is_done(&["verify".as_ref(), game.as_ref()]);
        is_done(&["replay".as_ref(), game.as_ref(), "--last".as_ref()]);
        is_done(&["moves".as_ref(), "wargame".as_ref(), "--board".as_ref(), board.as_ref()]);
        is_done(&["solve".as_ref(), "--check".as_ref(), solve.as_ref(), "--samples".as_ref(), "0".as_ref()]);
        let fresh = named(b"c\xff.solve");
        is_done(&[
            "solve".as_ref(),
            "wargame".as_ref(),
            "--board".as_ref(),
            "tiny".as_ref(),
            "--checkpoint".as_ref(),
            fresh.as_ref(),
        ]);
        assert!(fresh.exists());
    }
}

#[test]
fn a_folder_without_tables_is_warned_of_once() {
    let ask = |folder: &OsStr, words: &[&str]| {
        let output = joust().args(words).env("JOUST_TABLES", folder).output().unwrap();
        (output.status.code(), text(&output.stderr))
    };
    let analyze = ["analyze", "mad", "--depth", "1", "--json"];
    let (code, said) = ask("/nonexistent".as_ref(), &analyze);
    assert_eq!((code, said.lines().count()), (Some(0), 1), "{said}");
    assert!(said.starts_with("warning: JOUST_TABLES: /nonexistent: "), "{said}");
    let empty = tempfile::tempdir().unwrap();
    assert!(ask(empty.path().as_ref(), &analyze).1.contains("the folder has no tables"));
    assert_eq!(ask("/nonexistent".as_ref(), &["moves", "mad", "--json"]).1, "");
    assert_eq!(ask("".as_ref(), &analyze).1, "");
    // Other games have no endgame tables, and --tables comes before the variable.
    let wargame = ["analyze", "wargame", "--board", "tiny", "--depth", "1", "--json"];
    assert_eq!(ask("/nonexistent".as_ref(), &wargame), (Some(0), String::new()));
    let named = ["analyze", "mad", "--depth", "1", "--tables", empty.path().to_str().unwrap()];
    assert!(!ask("/nonexistent".as_ref(), &named).1.contains("JOUST_TABLES"));
}

#[test]
fn nothing_and_damage_are_not_proof() {
    let folder = tempfile::tempdir().unwrap();
    let check = |name: &str, content: &[u8]| {
        let file = folder.path().join(name);
        std::fs::write(&file, content).unwrap();
        let words = ["solve", "--check", file.to_str().unwrap(), "--samples", "1", "--threads", "1"];
        let (output, json) = (run(words), run(words.into_iter().chain(["--json"])));
        assert_eq!(output.status.code(), json.status.code());
        (output.status.code(), text(&output.stdout), text(&output.stderr), text(&json.stdout))
    };
    for (name, content) in [
        ("zero.solve", ""),
        ("zero.table", ""),
        ("mad-6x4-1-1.table", ""),
        ("zero.tsv", ""),
        ("comment.tsv", "# only a comment\n\n"),
    ] {
        let (code, told, said, _) = check(name, content.as_bytes());
        assert_eq!((code, told.as_str()), (Some(1), ""), "{name}");
        assert!(said.contains("there is nothing to check in it"), "{said}");
    }
    let sound = std::fs::read_to_string("tests/cmd/solve/corner.solve").unwrap();
    let (code, told, _, json) = check("sound.solve", sound.as_bytes());
    assert_eq!(code, Some(0));
    assert!(told.contains("checksums good") && json.contains(r#""proven":true"#), "{told}{json}");
    let mut lines: Vec<String> = sound.lines().map(str::to_owned).collect();
    lines[2].replace_range(5..6, "~");
    for damaged in [lines.join("\n") + "\n", format!("{sound}x\n"), sound[..sound.len() - 9].to_owned()] {
        let (code, told, said, json) = check("damaged.solve", damaged.as_bytes());
        assert_eq!(code, Some(1), "{told}");
        assert!(!told.contains("checksums good") && told.contains("1 damaged"), "{told}");
        assert!(said.contains("damaged or cut off") || said.contains("does not follow"), "{said}");
        assert!(json.contains(r#""proven":false"#) && json.contains(r#""damaged":1"#), "{json}");
    }
    // A first line that is damaged, and one that is all there is.
    let mut changed = sound.clone().into_bytes();
    for byte in [b'~', 0xff] {
        for at in [0, 25] {
            changed[at] = byte;
            let (code, told, said, _) = check("damaged.solve", &changed);
            assert_eq!((code, told.as_str()), (Some(1), ""), "{said}");
            assert!(said.contains("the first line of the checkpoint is damaged"), "{said}");
        }
    }
    let (code, told, said, _) = check("head.solve", sound.split_inclusive('\n').next().unwrap().as_bytes());
    assert_eq!((code, told.as_str()), (Some(1), ""));
    assert!(said.contains("there is nothing to check in it"), "{said}");
    let (code, told, said, _) = check("mad-6x4-1-1.table", b"JOUSTBAD\x01\0\0\0\xff");
    assert_eq!((code, told.as_str()), (Some(1), ""));
    assert!(said.contains("damaged: its first bytes are not those of a table"), "{said}");
    let (code, _, said, _) = check("any.bin", b"\xff\xfe\n");
    assert_eq!(code, Some(1));
    assert!(said.contains("neither a table, a checkpoint nor a list"), "{said}");
    let row = b"tiny\tmandatory\t3\tB2\t11\t0.0\nsmall\tmandatory\t7\tB2\t1237\t0.0\n";
    let (code, _, _, json) = check("list.tsv", row);
    let json: Value = serde_json::from_str(&json).unwrap();
    assert_eq!(
        (code, &json["proven"], &json["wrong"]),
        (Some(1), &Value::Bool(false), &serde_json::json!(1))
    );
    assert_eq!(json["boards"].as_array().unwrap().len(), 2);
}

/// `docs/solved.md` shows commands that print what its rows say.
#[test]
fn the_table_of_solved_boards_has_what_its_commands_print() {
    let page = include_str!("../../../docs/solved.md");
    let mut checked = 0;
    for row in page.lines().filter(|line| line.contains("4×4 |") || line.contains("3×3 |")) {
        let fields: Vec<&str> = row.split('|').map(str::trim).collect();
        let (best, nodes, command) = (fields[4], fields[5], fields[7].trim_matches('`'));
        let output = run(command.split(' ').skip(1).chain(["--all-moves", "--json"]));
        let found: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(found["nodes"].as_u64().unwrap().to_string(), nodes.replace(',', ""), "{command}");
        let moves = found["best_moves"].as_array().unwrap();
        let squares = moves.iter().map(|mv| mv["move"].as_str().unwrap().trim_start_matches("drop-"));
        assert_eq!(squares.collect::<BTreeSet<_>>(), best.split(' ').collect(), "{command}");
        assert!(moves.iter().all(|mv| mv["value"] == found["value"]));
        assert_eq!(found["only_best"], moves.len() == 1);
        checked += 1;
    }
    assert_eq!(checked, 8);
}

#[test]
fn solve_says_whether_its_best_move_is_the_only_one() {
    let solved =
        |words: &[&str]| text(&run(["solve", "wargame", "--threads", "1"].iter().chain(words)).stdout);
    let one = solved(&["--board", "small"]);
    assert!(one.contains("\nbest      drop-B2 (the only one)\n"), "{one}");
    let two = solved(&["--board", "Narvik:4x4"]);
    assert!(two.contains(" (and 1 more: --all-moves)\n"), "{two}");
    let all = solved(&["--board", "Narvik:4x4", "--all-moves"]);
    assert!(all.contains("\nbest      drop-B2 +202\n          drop-C3 +202\n"), "{all}");
    let sign = solved(&["--board", "small", "--sign"]);
    assert!(sign.contains("\nbest      drop-B2\n"), "{sign}");
}
