//! `joust game` is the original Mad Max program: golden bytes, options, errors, files.

use sha2::{Digest, Sha256};
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

const GOLDEN: &str = include_str!("../../../tests/data/madmax/golden.tsv");

/// A folder of its own for one test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("joust-game-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    fn write(&self, name: &str, text: &str) {
        std::fs::write(self.0.join(name), text).unwrap();
    }

    fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.0.join(name)).unwrap()
    }

    /// The names of the files, sorted.
    fn files(&self) -> Vec<String> {
        let entries = std::fs::read_dir(&self.0).unwrap();
        let mut names: Vec<_> =
            entries.map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }

    /// Runs `joust game` here.
    fn game(&self, words: &[&str]) -> Output {
        self.game_with(words, "", &[])
    }

    fn game_with(&self, words: &[&str], stdin: &str, env: &[(&str, &str)]) -> Output {
        let mut child = Command::new(env!("CARGO_BIN_EXE_joust"))
            .arg("game")
            .args(words)
            .current_dir(&self.0)
            .env_remove("POSIXLY_CORRECT")
            .envs(env.iter().copied())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        // Whoever does not read it has not asked for it.
        let _ = child.stdin.take().unwrap().write_all(stdin.as_bytes());
        child.wait_with_output().unwrap()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn configuration(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/data/madmax/cnf").join(name);
    std::fs::read_to_string(path).unwrap()
}

fn hash(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

fn out(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn err(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// A short game's stdout, for comparing ways to ask for the same.
const SHORT: &str = "short.cnf";

fn short(folder: &Folder) {
    folder.write(SHORT, &configuration(SHORT));
}

#[test]
fn golden_games_come_out_byte_for_byte() {
    let folder = Folder::new("golden");
    let mut played = 0;
    for name in
        ["demo4_default_s30", "mix2_default_s103", "demo4_short_s5", "demo4_weak_s5", "demo4_crowd_s5"]
    {
        let line = GOLDEN.lines().find(|line| line.starts_with(name)).unwrap();
        let fields: Vec<&str> = line.split('\t').collect();
        let [_, players, seed, config, result, told] = fields[..] else { panic!("{line}") };
        folder.write(config, &configuration(config));
        let mut words: Vec<&str> = players.split(' ').collect();
        words.extend(["-s", seed, "-i", config, "-o", "out.res"]);
        let output = folder.game(&words);
        assert!(output.status.success(), "{name}: {}", err(&output));
        assert_eq!(hash(&output.stderr), told, "{name}: what is told");
        assert_eq!(hash(folder.read("out.res").as_bytes()), result, "{name}: the result");
        assert_eq!(out(&output), "", "{name}");
        played += 1;
    }
    assert_eq!(played, 5);
}

#[test]
fn without_files_the_game_goes_from_stdin_to_stdout() {
    let folder = Folder::new("streams");
    let line = GOLDEN.lines().find(|line| line.starts_with("demo4_short_s5")).unwrap();
    let fields: Vec<&str> = line.split('\t').collect();
    let output = folder.game_with(&["Demo", "Demo", "Demo", "Demo", "-s5"], &configuration(SHORT), &[]);
    assert_eq!(hash(&output.stdout), fields[4]);
    assert_eq!(hash(&output.stderr), fields[5]);
    assert_eq!(folder.files(), [""; 0]);
}

#[test]
fn every_form_of_the_options_asks_for_the_same_game() {
    let folder = Folder::new("forms");
    short(&folder);
    let golden = folder.game(&["-s", "30", "-i", SHORT, "Null", "Demo", "Null", "Demo"]);
    assert!(golden.status.success());
    assert!(out(&golden).contains("\nSeed 30\n"));
    let forms: [&[&str]; 8] = [
        &["Null", "Demo", "Null", "Demo", "-s30", "-ishort.cnf"],
        &["Null", "-s30", "Demo", "-i", SHORT, "Null", "Demo"],
        &["--seed=30", "--input=short.cnf", "Null", "Demo", "Null", "Demo"],
        &["--seed", "30", "--input", SHORT, "Null", "Demo", "Null", "Demo"],
        &["--se=30", "--in", SHORT, "Null", "Demo", "Null", "Demo"],
        &["--s=30x", "--i=short.cnf", "Null", "Demo", "Null", "Demo"],
        &["-s", "1", "-s30", "-i", SHORT, "--", "Null", "Demo", "Null", "Demo"],
        &["-s30", "-i", SHORT, "-o", "/dev/stdout", "Null", "Demo", "Null", "Demo"],
    ];
    for form in forms {
        let output = folder.game(form);
        assert_eq!(out(&output), out(&golden), "{form:?}");
        assert_eq!(err(&output), err(&golden), "{form:?}");
    }
    let posix = folder.game_with(&["Null", "-s30"], "", &[("POSIXLY_CORRECT", "1")]);
    assert!(err(&posix).starts_with("ERROR: Missing seed?\n"), "the first name ends the options");
}

#[test]
fn seeds_are_read_as_the_original_reads_them() {
    let folder = Folder::new("seeds");
    short(&folder);
    for (text, seed) in [("12x", "12"), ("abc", "0"), ("99999999999", "2147483647"), ("+7", "7")] {
        let output = folder.game(&["-s", text, "-i", SHORT, "Null", "Null", "Null", "Null"]);
        assert!(err(&output).starts_with(&format!("info: seed {seed}\n")), "{text}: {}", err(&output));
        assert!(out(&output).starts_with(&format!("Game\n\nSeed {seed}\n")), "{text}");
    }
    for text in ["-1", "-99999999999", ""] {
        let output = folder.game(&["-s", text, "-i", SHORT, "Null", "Null", "Null", "Null"]);
        assert!(err(&output).starts_with("ERROR: Missing seed?\n"), "{text}");
        assert_eq!(output.status.code(), Some(1));
    }
}

#[test]
fn options_that_answer_act_when_they_are_met() {
    let folder = Folder::new("answers");
    let help = folder.game(&[]);
    assert_eq!(help.status.code(), Some(0));
    let first = out(&help).split_inclusive('\n').take(8).collect::<String>();
    assert_eq!(
        first,
        "Usage: joust game [options] player1 player2 ... [< default.cnf] [> default.res] \n\
         Available options:\n\
         --seed=seed     -s seed     set random seed\n\
         --input=file    -i input    set input file  (default: stdin)\n\
         --output=file   -o output   set output file (default: stdout)\n\
         --list          -l          list registered players\n\
         --version       -v          print version\n\
         --help          -h          print help\n"
    );
    assert_eq!(out(&help).lines().nth(8), Some(""));
    for words in [&["-h", "-l"][..], &["--help"], &["-s", "1", "A", "-hz"], &["ATooLongPlayerName", "-h"]] {
        assert_eq!(out(&folder.game(words)), out(&help), "{words:?}");
    }
    for words in [&["-l"][..], &["--list", "--help"], &["--l", "-z"]] {
        assert_eq!(out(&folder.game(words)), "Demo\nDummy\nNull\n", "{words:?}");
    }
    let version = out(&folder.game(&["-v"]));
    let lines: Vec<&str> = version.lines().collect();
    assert_eq!(lines[0], "Mad_Max 1.6");
    assert!(lines[1].starts_with("compiled ") && lines[1].len() == "compiled 12:34:56 Feb 29 2000".len());
    assert_eq!(lines.len(), 2);
    assert_eq!(out(&folder.game(&["--example-config"])), configuration("default.cnf"));
}

#[test]
fn options_that_are_not_understood_exit_2_in_the_words_of_getopt() {
    let folder = Folder::new("getopt");
    let cases: [(&[&str], &str); 5] = [
        (&["-z", "-h"], "joust game: invalid option -- 'z'\n"),
        (&["Demo", "-s"], "joust game: option requires an argument -- 's'\n"),
        (&["--zeal"], "joust game: unrecognized option '--zeal'\n"),
        (&["--output"], "joust game: option '--output' requires an argument\n"),
        (&["--list=all"], "joust game: option '--list' doesn't allow an argument\n"),
    ];
    for (words, told) in cases {
        let output = folder.game(words);
        assert_eq!(err(&output), format!("{told}`joust game --help` lists the options\n"));
        assert_eq!((output.status.code(), out(&output).as_str()), (Some(2), ""));
    }
}

/// Every failed check in the order of the original: the words of the original, then ours.
#[test]
fn failed_checks_say_what_the_original_says_and_what_to_do() {
    let folder = Folder::new("checks");
    short(&folder);
    let loading = "info: seed 1\ninfo: loading game\n";
    let check = |words: &[&str], told: &str| {
        let output = folder.game(words);
        assert_eq!(err(&output), told, "{words:?}");
        assert_eq!((output.status.code(), out(&output).as_str()), (Some(1), ""), "{words:?}");
    };
    check(
        &["ThirteenBytes", "AndAnotherOne", "-i", "none.cnf"],
        "ERROR: Player name too long.\n`ThirteenBytes` has 13 bytes: at most 12\n",
    );
    check(
        &["Nobody", "-i", "none.cnf"],
        "ERROR: Missing seed?\ngive one from 0 to 2147483647, as in `-s 30`\n",
    );
    check(
        &["-s1", "-i", SHORT, "-o", "no/such/out.res"],
        "ERROR: no/such/out.res cannot be written: no such file or directory (os error 2)\n\
         no game was played: choose another place\n",
    );
    check(
        &["-s1", "-i", "none.cnf"],
        &format!(
            "{loading}ERROR: none.cnf cannot be read: no such file or directory (os error 2)\n\
             `joust game --example-config > default.cnf` writes the configuration of the contest\n"
        ),
    );
    let loaded = format!("{loading}info: loaded game\n");
    check(
        &["-s1", "-i", SHORT, "Nobody"],
        &format!("{loaded}ERROR: Wrong number of players.\n1 given: name 4, as in `Demo Demo Demo Demo`\n"),
    );
    check(
        &["-s1", "-i", SHORT, "Null", "null", "Null", "Nobody"],
        &format!(
            "{loaded}info: loading player Null\ninfo: loading player null\n\
             ERROR: Player null not registered.\nthe players are Demo, Dummy, Null; case matters\n"
        ),
    );
}

#[test]
fn faults_of_a_configuration_are_told_with_their_places() {
    let folder = Folder::new("faults");
    let loading = "info: seed 1\ninfo: loading game\n";
    let default = configuration("default.cnf");
    let fixed = default.replace("GENERATOR", "FIXED\n");
    let row = ".".repeat(60);
    let cases = [
        (
            "empty.cnf",
            String::new(),
            "ERROR: empty.cnf is not a configuration that can be played.\n\
             empty.cnf: line 1, column 1: expected `Mad_Max`, found `the end of the file`\n\
             `joust game --example-config > default.cnf` writes the configuration of the contest\n",
        ),
        (
            "numbers.cnf",
            default.replace("nb_rounds       500", "nb_rounds         0").replace("3\n", "0\n"),
            "ERROR: numbers.cnf is not a configuration that can be played.\n\
             numbers.cnf: line 3, column 19: nb_rounds: 0 is too small: at least 1\n\
             numbers.cnf: line 6, column 19: nb_cars: 0 is too small: at least 1\n",
        ),
        (
            "unknown.cnf",
            default.replace("GENERATOR", "RANDOM"),
            "ERROR: Unknow grid generator.\n\
             unknown.cnf: line 13, column 1: expected GENERATOR or FIXED, found `RANDOM`\n",
        ),
        (
            "number.cnf",
            default.replace("GENERATOR", "GENERATOR 7"),
            "ERROR: GENERATOR requires no parameters.\n\
             number.cnf: line 13, column 11: GENERATOR stands alone: remove the number after it\n",
        ),
        (
            "sizes.cnf",
            default.replace("rows             60", "rows             70"),
            "ERROR: GENERATOR with unexpected sizes.\n\
             sizes.cnf: line 13, column 1: the generator makes maps of 60 rows and 60 cols, not 70 and 60\n",
        ),
        (
            "ragged.cnf",
            format!("{fixed}{row}\n{row}.\n"),
            "ERROR: The read map has a line with incorrect length.\n\
             ragged.cnf: line 16, column 1: row 1 of the map has 61 characters instead of 60\n",
        ),
        (
            "letters.cnf",
            format!("{fixed}{row}\n..Q{}\n", ".".repeat(57)) + &format!("{row}\n").repeat(58),
            "ERROR: Q in grid definition.\n\
             letters.cnf: line 16, column 3: `Q` on (1, 2): the letters are . R W S X and 0 to 3\n",
        ),
        (
            "desert.cnf",
            fixed.clone() + &format!("{row}\n").repeat(60),
            "ERROR: desert.cnf is not a configuration that can be played.\n\
             desert.cnf: the map has 0 cities, and nb_cities is 8\n",
        ),
    ];
    for (name, text, told) in cases {
        folder.write(name, &text);
        let output = folder.game(&["-s1", "-i", name, "Null", "Null", "Null", "Null"]);
        assert_eq!(err(&output), format!("{loading}{told}"));
        assert_eq!((output.status.code(), out(&output).as_str()), (Some(1), ""), "{name}");
    }
}

#[test]
fn a_failed_game_leaves_an_older_result_alone() {
    let folder = Folder::new("older");
    short(&folder);
    folder.write("out.res", "an older result\n");
    let before = folder.files();
    for words in [
        &["-s1", "-i", "none.cnf", "-o", "out.res", "Null", "Null", "Null", "Null"][..],
        &["-s1", "-i", SHORT, "-o", "out.res", "Null", "Null", "Null", "Nobody"],
        &["-s1", "-i", SHORT, "-o", "out.res", "Null"],
    ] {
        assert_eq!(folder.game(words).status.code(), Some(1));
        assert_eq!(folder.read("out.res"), "an older result\n");
        assert_eq!(folder.files(), before, "no draft is left");
    }
    assert!(
        folder.game(&["-s1", "-i", SHORT, "-o", "out.res", "Null", "Null", "Null", "Null"]).status.success()
    );
    assert!(folder.read("out.res").starts_with("Game\n"));
    assert_eq!(folder.files(), before);
}

#[cfg(unix)]
#[test]
fn rights_and_links_of_an_older_result_stay() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = Folder::new("rights");
    short(&folder);
    folder.write("real.res", "old");
    std::fs::set_permissions(folder.0.join("real.res"), PermissionsExt::from_mode(0o640)).unwrap();
    symlink("real.res", folder.0.join("link.res")).unwrap();
    let output = folder.game(&["-s1", "-i", SHORT, "-o", "link.res", "Null", "Null", "Null", "Null"]);
    assert!(output.status.success(), "{}", err(&output));
    assert!(folder.read("real.res").starts_with("Game\n"));
    assert!(std::fs::symlink_metadata(folder.0.join("link.res")).unwrap().is_symlink());
    let mode = std::fs::metadata(folder.0.join("real.res")).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o640);
    let folder_as_output = folder.game(&["-s1", "-i", SHORT, "-o", ".", "Null", "Null", "Null", "Null"]);
    assert_eq!(folder_as_output.status.code(), Some(1));
    assert!(err(&folder_as_output).contains("is a directory"), "{}", err(&folder_as_output));
}

#[cfg(unix)]
#[test]
fn a_game_that_is_stopped_by_a_signal_leaves_its_rounds_beside_an_older_result() {
    let folder = Folder::new("signal");
    folder.write("long.cnf", &configuration("default.cnf").replace(" 500", " 2000000000"));
    folder.write("out.res", "an older result\n");
    let before = folder.files();
    let child = Command::new(env!("CARGO_BIN_EXE_joust"))
        .args(["game", "-s1", "-i", "long.cnf", "-o", "out.res", "--record", "out.jmm"])
        .args(["Null", "Null", "Null", "Null", "-q"])
        .current_dir(&folder.0)
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let begun = std::time::Instant::now();
    while folder.files().len() < before.len() + 2 && begun.elapsed().as_secs() < 20 {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    assert_eq!(folder.files().len(), before.len() + 2, "the drafts stand beside the older result");
    std::thread::sleep(std::time::Duration::from_millis(50));
    assert!(Command::new("kill").args(["-TERM", &child.id().to_string()]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(128 + 15));
    assert_eq!(folder.files(), ["long.cnf", "out.partial.jmm", "out.partial.res", "out.res"]);
    assert_eq!(folder.read("out.res"), "an older result\n");
    let game = joust_madmax::Timeline::of_result(folder.read("out.partial.res").as_bytes()).unwrap();
    let told = format!("stopped in round {}\nthe rounds so far are in out.partial.res\n", game.last());
    assert_eq!(err(&output), told);
    let record = std::fs::read(folder.0.join("out.partial.jmm")).unwrap();
    let record = joust_madmax::CompactRecord::decode(&record).unwrap();
    assert!(record.result().unwrap() == folder.read("out.partial.res").into_bytes());
}

#[cfg(unix)]
#[test]
fn a_link_called_game_is_the_original_program() {
    let folder = Folder::new("link");
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_joust"), folder.0.join("Game")).unwrap();
    let run = |words: &[&str]| Command::new("./Game").args(words).current_dir(&folder.0).output().unwrap();
    assert!(out(&run(&[])).starts_with("Usage: ./Game [options] player1"));
    assert!(err(&run(&["-z"])).starts_with("./Game: invalid option -- 'z'\n"));
    assert_eq!(out(&run(&["-l"])), "Demo\nDummy\nNull\n");
}

#[test]
fn a_quiet_game_tells_nothing_and_writes_the_same() {
    let folder = Folder::new("quiet");
    short(&folder);
    let words = ["-s5", "-i", SHORT, "Null", "Demo", "Null", "Dummy"];
    let loud = folder.game(&words);
    let quiet = folder.game(&[&words[..], &["-q"]].concat());
    assert_eq!(out(&quiet), out(&loud));
    assert_eq!(err(&quiet).lines().filter(|line| line.starts_with("info:")).count(), 0);
}

#[test]
fn a_record_gives_back_the_result() {
    let folder = Folder::new("record");
    short(&folder);
    let output = folder.game(&["-s5", "-i", SHORT, "--record", "game.jmm", "Null", "Demo", "Null", "Dummy"]);
    assert!(output.status.success(), "{}", err(&output));
    let bytes = std::fs::read(folder.0.join("game.jmm")).unwrap();
    let record = joust_madmax::CompactRecord::decode(&bytes).unwrap();
    assert_eq!(record.result().unwrap(), output.stdout);
    assert_eq!(record.names, ["Null", "Demo", "Null", "Dummy"]);
    assert!(bytes.len() * 20 < output.stdout.len());
    assert_eq!(folder.files(), ["game.jmm", SHORT]);
}
