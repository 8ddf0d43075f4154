//! `joust play` from end to end: the program with a script on its standard input.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};

/// A place for the files of one test, gone when the test is over.
struct Place(PathBuf);

impl Place {
    fn new() -> Place {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("joust-play-{}-{number}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Place(path)
    }

    fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_joust"));
        command.arg("play").args(args).current_dir(&self.0);
        command.env("JOUST_STATE", self.file("state")).env("LC_ALL", "C.UTF-8");
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    fn run(&self, args: &[&str], script: impl AsRef<[u8]>) -> Output {
        let mut child = self.command(args).spawn().unwrap();
        // Who leaves early does not read everything.
        let _ = child.stdin.take().unwrap().write_all(script.as_ref());
        child.wait_with_output().unwrap()
    }

    /// What a game prints that ends well.
    fn play(&self, args: &[&str], script: &str) -> String {
        let output = self.run(args, script);
        assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[track_caller]
fn has(text: &str, words: &str) {
    assert!(text.contains(words), "`{words}` is not in:\n{text}");
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|why| panic!("{}: {why}", path.display()))
}

#[test]
fn without_anybody_it_shows_a_game() {
    let place = Place::new();
    for board in ["6x4", "5x5", "4x6", "aztec"] {
        let text = place.play(&["mad", "--board", board], "");
        has(&text, "Run `joust play mad` in a terminal");
        has(&text, "in exile: full victory");
        assert!(text.lines().count() < 70, "{text}");
        assert!(!text.contains('\u{1b}'), "{text}");
        assert_eq!(text, place.play(&["mad", "--board", board], ""));
    }
    assert!(!place.file("state").exists());
}

#[test]
fn a_script_plays_a_game() {
    let place = Place::new();
    let text = place.play(&["mad"], "pass\npass\nc2c4\n221 <> 112\nhistory\nposition\n");
    has(&text, "red: 211-c2-c4\n");
    has(&text, "blue: 112<>221\n");
    has(&text, "1. pass pass\n3. 211-c2-c4 112<>221\n");
    has(
        &text,
        "b112,b111,b222,b212/b121,b122,b211,b221/,,r211,/,,,/r121,r122,,r112/r221,r111,r222,r212 r 5 4 -",
    );
    has(&text, "the game is not finished");
    has(&text, "`joust play mad --resume` continues it");
    has(&read(&place.file("state/mad-1.mad")), "3. 211-c2-c4 112<>221\n*");
}

#[test]
fn refusals_name_their_clause() {
    let place = Place::new();
    let text = place.play(&["mad"], "c2c4\npass\nPASS\n112 - d2 - d4\n222-c1-c9\nborad\n12\nmoves\n999\n");
    has(&text, "no: turn 1 is a positioning turn: permute, rotate or pass [MAD-6.1]");
    has(&text, "[MAD-3.1]");
    has(&text, "[MAD-1.2]");
    has(&text, "no: `borad` is not a move");
    has(&text, "did you mean board?");
    has(&text, "type `moves` to see it first");
    has(&text, "none has the number 999");
}

#[test]
fn numbers_pick_from_the_list() {
    let place = Place::new();
    let text = place.play(&["mad", "--rules", "app"], "moves c2\n14\n1\nmoves\n1\n");
    has(&text, "211  12 211-c2-b3  13 211-c2-c3  14 211-c2-c4  15 211-c2-d3\n");
    has(&text, "red: 211-c2-c4");
    has(&text, "no: a number picks a move from the list");
    has(&text, "blue: 111<>222");
}

#[test]
fn undo_takes_the_reply_back_too() {
    let place = Place::new();
    let text = place.play(&["mad", "human", "random", "--seed", "1"], "undo\npass\nundo\nhistory\n");
    has(&text, "no: you have no move to take back");
    has(&text, "nothing has been played yet");
    let text = place.play(&["mad", "random", "human", "--seed", "1"], "undo\n111<>222\nundo\nhistory\n");
    has(&text, "no: you have no move to take back");
    // The person sits at the bottom, and so row 1 is at the top.
    assert!(text.find(" 1 │") < text.find(" 6 │"));
    assert_eq!(text.matches("red: ").count(), 2, "the first move of Red stays: {text}");
}

#[test]
fn a_fatal_recall_is_asked_about() {
    let place = Place::new();
    let position = "b111,,,/,,,/,,,/,,,/,,,/,,,r111 r";
    let text = place.play(&["mad", "--position", position], "111<>222\nn\nhistory\n111<>222\ny\nmoves\n");
    has(&text, "111<>222 exiles your own corvette and loses the game at once [MAD-4.4]. do it? [y/N] n");
    has(&text, "nothing has been played yet");
    has(&text, "the game is over: the corvette of red is in exile: full victory for blue (0-1)");
    has(&text, "over> moves\nno: the game is over");
}

#[test]
fn offers_and_resignations() {
    let place = Place::new();
    let text = place.play(&["mad"], "accept\noffer end\npass\nd\noffer\nresign\nn\npass\noffer\na\n");
    has(&text, "no: nobody has offered to end the game [MAD-7.7]");
    has(&text, "no: blue has to accept or decline the offer first [MAD-7.7]");
    has(&text, "no: red has already offered in this turn [MAD-7.7]");
    has(&text, "red resigns and loses the game? [y/N] n");
    has(
        &text,
        "the game is over: the players agreed to end, and the tie-break decides: semi-victory for blue",
    );
    let text = place.play(&["mad", "human", "random", "--seed", "1"], "offer\n");
    assert!(text.contains("blue: accept") || text.contains("blue: decline"), "{text}");
}

#[test]
fn games_are_saved_and_loaded() {
    let place = Place::new();
    place.play(&["mad", "--board", "aztec"], "pass\nsave game.mad\npass\nsave game.mad\nn\n");
    has(&read(&place.file("game.mad")), "[Board \"aztec\"]");
    has(&read(&place.file("game.mad")), "\n1. pass\n*");
    let text = place
        .play(&["mad", "--load", "game.mad"], "history\nsave game.mad\ny\nsave .\nsave no/game.mad\nsave\n");
    has(&text, "mad on aztec, rules current");
    has(&text, "blue> history\n1. pass\n");
    has(&text, "saved in game.mad");
    has(&text, "no: . is not a file");
    has(&text, "no: no/game.mad: no such file");
    has(&text, "no: name a file: save game.mad");
    assert_eq!(fs::read_dir(&place.0).unwrap().count(), 2, "drafts are left behind");
}

/// A record may come from anybody.
#[test]
fn a_record_that_is_loaded_starts_no_program() {
    let place = Place::new();
    let started = place.file("started");
    let players = ["line:touch started", "cmd:touch started"];
    let [red, blue] = players;
    let record = format!("[Game \"mad\"]\n[Red \"{red}\"]\n[Blue \"{blue}\"]\n\n1. pass\n*\n");
    fs::write(place.file("game.mad"), record).unwrap();
    let text = place.play(&["mad", "--load", "game.mad"], "pass\nhistory\n");
    has(&text, "red human against blue human");
    has(&place.play(&["mad"], "load game.mad\nhistory\n"), "1. pass");
    // The file names the players of its own game: the one that goes on has others.
    let kept = fs::read_dir(place.file("state")).unwrap().map(|file| read(&file.unwrap().path()));
    assert!(kept.into_iter().all(|text| players.iter().all(|player| !text.contains(player))));
    assert!(!started.exists());
    // A player that is named on the command line is started.
    place.run(&["mad", "--load", "game.mad", "human", red], "pass\n");
    assert!(started.exists(), "the test looks for what is there");
}

#[test]
fn what_cannot_be_loaded_leaves_the_game_alone() {
    let place = Place::new();
    fs::write(place.file("bad.mad"), "[Game \"mad\"]\n\n1. pass c2c4\n*").unwrap();
    fs::write(place.file("bytes"), [0xff, 0xfe, 0]).unwrap();
    fs::write(place.file("empty"), "").unwrap();
    fs::write(place.file("large"), vec![b' '; 2 << 20]).unwrap();
    let text = place
        .play(&["mad"], "pass\nload bad.mad\nload bytes\nload empty\nload large\nload .\nload\nhistory\n");
    has(&text, "no: bad.mad: ");
    has(&text, "positioning turn");
    has(&text, "no: bytes: the file is not UTF-8 text");
    has(&text, "no: empty: there is no game in it");
    has(&text, "no: large: this is too large to be a game");
    has(&text, "no: .: is a directory");
    has(&text, "blue> history\n1. pass\n");
    let output = place.run(&["mad", "--load", "bad.mad"], "");
    assert_eq!(output.status.code(), Some(2));
}

/// [MAD-9.7]
#[test]
fn files_of_the_app_are_loaded() {
    let place = Place::new();
    let file = "Version: 2\nTurn Number: 34\nGame Type: 6 by 4\nTime since last expulsion: 3\n\
                With Initial Special Rule: false\n\nC4: Blue111\nD5: Red111\n";
    fs::write(place.file("app.txt"), file).unwrap();
    let text = place.play(&["mad"], "load app.txt\nposition\n");
    has(&text, "the file does not say who expelled last");
    has(&text, ",,,/,,,r111/,,b111,/,,,/,,,/,,, b 34 3 -");
    fs::write(place.file("app.txt"), file.replace("Red111", "Red311")).unwrap();
    let output = place.run(&["mad", "--load", "app.txt"], "");
    assert_eq!(output.status.code(), Some(2));
    has(&String::from_utf8_lossy(&output.stderr), "app.txt: line 8: `Red311` is not a ship");
}

#[test]
fn positions_and_new_games() {
    let place = Place::new();
    let script = "pass\nposition #,#,,b111,#,#/,,,,,/,,,,,/,,,,,/,,,,,/#,#,r111,,#,# b\nposition\n\
                  position nonsense\nnew\nnew 5x5 classic\npass\nnew app\nnew nonsense\n";
    let text = place.play(&["mad", "--rules", "limit=33"], script);
    has(&text, "the game so far is saved in");
    has(&text, "tie-break 0/33");
    has(&text, "#,#,,b111,#,#/,,,,,/,,,,,/,,,,,/,,,,,/#,#,r111,,#,# b 4 0 -");
    has(&text, "no: rows: ");
    has(&text, "no: `nonsense` is not a ruleset of MAD");
    has(&read(&place.file("state/mad-1.mad")), "[Rules \"limit=33,positioning=on,agreed=on\"]\n\n1. pass\n*");
    has(&read(&place.file("state/mad-2.mad")), "[Board \"5x5\"]\n[Rules \"classic\"]\n\n1. pass\n*");
}

#[test]
fn the_last_unfinished_game_is_resumed() {
    let place = Place::new();
    let output = place.run(&["mad", "--resume"], "");
    assert_eq!(output.status.code(), Some(2));
    has(&String::from_utf8_lossy(&output.stderr), "there is no unfinished game of mad");
    place.play(&["mad", "human", "random", "--seed", "3"], "pass\n");
    place.play(&["mad"], "resign\ny\n");
    let text = place.play(&["mad", "--resume"], "history\nhint\n");
    has(&text, " looks best (");
    has(&text, "red human against blue random");
    has(&text, "1. pass ");
    // The first game stays in its slot, the second gets the next one.
    assert_eq!(fs::read_dir(place.file("state")).unwrap().count(), 2);
}

/// Ten games in nine slots: the finished one makes room, the others stay.
#[test]
fn old_games_make_room() {
    let place = Place::new();
    for i in 0..9 {
        place.play(&["mad"], if i == 4 { "pass\nresign\ny\n" } else { "pass\n" });
    }
    place.play(&["mad"], "111<>222\n");
    assert_eq!(fs::read_dir(place.file("state")).unwrap().count(), 9);
    has(&read(&place.file("state/mad-5.mad")), "1. 111<>222\n*");
}

#[test]
fn a_game_that_cannot_be_kept_is_not_left_by_mistake() {
    let place = Place::new();
    fs::write(place.file("state"), "not a directory").unwrap();
    let text = place.play(&["mad"], "pass\nnew\nn\nquit\nn\nhistory\nsave game.mad\nquit\ny\n");
    has(&text, "the game cannot be saved after each move");
    has(&text, "the game is not saved and will be lost. leave it anyway? [y/N] n");
    has(&text, "blue> history\n1. pass\n");
}

#[test]
fn two_programs_play_without_input() {
    let place = Place::new();
    let text = place.play(&["mad", "random", "random", "--seed", "2"], "");
    has(&text, "the game is over: ");
    let again = place.play(&["mad", "random", "random", "--seed", "2"], "undo\n");
    has(&again, "no: you have no move to take back");
}

#[test]
fn unknown_players_and_games_are_refused() {
    let place = Place::new();
    for (args, words) in [
        (&["mad", "deep"][..], "there is no player `deep`"),
        (&["mad", "human", "human", "human"], "this game has two players"),
        (&["chess"], "[possible values: mad, wargame]"),
        (&["mad", "--board", "9x9"], "there is no MAD board `9x9`"),
        (&["mad", "--load", "nothing.mad"], "nothing.mad: no such file"),
        (&["mad", "--resume", "--load", "x"], "cannot be used with"),
    ] {
        let output = place.run(args, "");
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        has(&String::from_utf8_lossy(&output.stderr), words);
    }
}

#[test]
fn help_tells_everything() {
    let place = Place::new();
    let text = place.play(&["mad"], "help\nhelp moves\nrules\nhelp save\nhelp nonsense\n");
    for words in
        ["save FILE", "221-b5xb6+122>212>221", "PERMUTE", "[MAD-7.1]", "no: there is no command `nonsense`"]
    {
        has(&text, words);
    }
    assert!(text.lines().all(|line| line.chars().count() <= 100), "{text}");
}

/// `help moves` follows the language of `rules`.
#[test]
fn the_rules_and_the_notation_are_told_in_french_too() {
    let place = Place::new();
    for (game, rules, notation) in [
        ("mad", "PERMUTER deux vaisseaux", "221-b5xb6+122>212>221"),
        ("wargame", "PARACHUTAGE\u{a0}: aucune", "`"),
    ] {
        let text = place.play(&[game], "rules fr\nhelp moves\n");
        has(&text, rules);
        has(&text, "Comment s’écrivent les coups");
        has(&text, notation);
        assert!(!text.contains("How moves are written"), "{text}");
        assert!(text.lines().all(|line| line.chars().count() <= 100), "{text}");
        let text = place.play(&[game], "rules fr\nrules en\nhelp moves\nrules de\n");
        has(&text, "How moves are written");
        has(&text, "no: the rules are in English and French: `rules en` or `rules fr`");
    }
}

/// A plain terminal gets plain letters.
#[test]
fn without_utf_8_everything_is_ascii() {
    let place = Place::new();
    let mut command = place.command(&["mad"]);
    let mut child = command.env("LC_ALL", "C").spawn().unwrap();
    child.stdin.take().unwrap().write_all(b"help\nhelp moves\nrules\nrules fr\npass\nmoves\nflip\n").unwrap();
    let output = child.wait_with_output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.is_ascii(), "{text}");
    has(&text, " 6 | b221 | b111 | b222 | b212 |");
    has(&text, "no: French needs a terminal with UTF-8");
}

/// Whatever comes in, the program neither panics nor hangs.
#[test]
fn any_bytes_on_standard_input_are_survived() {
    let place = Place::new();
    let words = [
        "pass",
        "moves",
        "c2c4",
        "undo",
        "111<>222",
        "y",
        "n",
        "offer",
        "accept",
        "position ",
        "load ",
        "new ",
        "flip",
        "hint",
        "resign",
        "1",
        "7",
        "save x",
        "help ",
        "history",
        "new aztec",
        "211-c2",
        "\u{0}\u{ff}",
        "é",
        "+",
        "<>",
    ];
    let mut state = 0x2545_f491_4f6c_dd1d_u64;
    let mut draw = |bound: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % bound as u64) as usize
    };
    for round in 0..40 {
        let mut script = Vec::new();
        for _ in 0..60 {
            match draw(3) {
                0 => script.extend((0..draw(12)).map(|_| draw(256) as u8)),
                _ => script.extend(words[draw(words.len())].bytes()),
            }
            script.push(if draw(6) == 0 { b' ' } else { b'\n' });
        }
        let players = if round % 2 == 0 { "human" } else { "random" };
        let output = place.run(&["mad", "human", players, "--seed", "1"], &script);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "{errors}\n{}", String::from_utf8_lossy(&script));
        assert!(errors.is_empty(), "{errors}");
    }
}

#[cfg(unix)]
#[test]
fn a_game_outlives_its_program() {
    let place = Place::new();
    let mut child = place.command(&["mad"]).spawn().unwrap();
    let mut script = child.stdin.take().unwrap();
    script.write_all(b"pass\n111<>222\n").unwrap();
    let kept = place.file("state/mad-1.mad");
    let patience = std::time::Instant::now();
    while !fs::read_to_string(&kept).is_ok_and(|text| text.contains("111<>222")) {
        assert!(patience.elapsed().as_secs() < 20, "the game is not kept");
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    let term = Command::new("kill").args(["-TERM", &child.id().to_string()]).status().unwrap();
    assert!(term.success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(128 + 15));
    has(&String::from_utf8_lossy(&output.stderr), "`joust play mad --resume` continues it");
    has(&place.play(&["mad", "--resume"], "history\n"), "1. pass 111<>222\n");
}

/// The textbook's agents and programs of one's own play both duels.
#[test]
fn programs_play_both_duels() {
    let place = Place::new();
    let text = place.play(&["wargame", "human", "alphabeta:2", "--board", "small"], "B2\n");
    has(&text, "wargame on small, rules mandatory: blue human against green alphabeta:2");
    has(&text, "blue: drop-B2\n");
    has(&text, "green: drop-");
    let text = place.play(&["mad", "human", "minimax:2", "--rules", "positioning=off"], "c2c4\n");
    has(&text, "red human against blue minimax:2");
    has(&text, "blue: ");
    let text = place.play(&["mad", "human", "line:while read p; do echo pass; done"], "pass\n");
    has(&text, "blue: pass\n");
}

#[cfg(unix)]
#[test]
fn a_program_that_fails_ends_the_game_with_its_fault() {
    let place = Place::new();
    let fails = |players: [&str; 2], words: &str| {
        let output = place.run(&["wargame", players[0], players[1], "--board", "tiny"], "A1\n");
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(1), "{errors}");
        has(&errors, words);
    };
    fails(["human", "line:echo A1"], "line:echo A1 wanted `A1`: A1 is not vacant: blue owns it [WAR-2.2]");
    fails(["human", "line:no-such-bot"], "line:no-such-bot could not be started: sh: ");
    fails(["line:sleep 60,timeout=0.1", "human"], "answered nothing within 0.1 s");
    fails(["line:echo oh no >&2; exit 3", "human"], "it ended with exit status 3; its last words: oh no");
    fails(["line:echo hello", "human"], "answered `hello`, which is not a move");
}

#[cfg(unix)]
#[test]
fn a_program_without_time_loses_the_game() {
    let place = Place::new();
    let text = place.play(&["mad", "human", "line:sleep 60", "--clock", "0.01+9"], "pass\n");
    has(&text, "blue has no time left and loses");
    has(&text, "the game is over: ");
}

/// The example of the course: two blitzes, seen from the pipe.
#[test]
fn the_war_game_is_played() {
    let place = Place::new();
    let position = "...b../..bbb./....../..gg../....../...... g";
    let script =
        "drop d3\nblitz A1\nd2\nG7\nd3\nblitz  C3\nhistory\nposition\nundo\nposition\nsave game.wargame\n";
    let text = place.play(&["wargame", "--position", position], script);
    has(&text, "wargame on Smolensk, rules mandatory: blue human against green human");
    has(&text, " 2 │  31 │  39 │ b50 │ b 8 │ b33 │  14 │   left  1450 in 30 squares\n");
    has(&text, "no: a square of green touches D3, so taking it is a blitz [WAR-2.3]");
    has(&text, "no: no square of green touches A1, so taking it is a drop [WAR-2.3]");
    has(&text, "no: D2 is not vacant: blue owns it [WAR-2.2]");
    has(&text, "no: `G7` is not a square of Smolensk: the squares are A1 to F6 [WAR-1.2]");
    has(&text, "green: blitz-D3, green conquers D2\n");
    has(&text, " 3 │  80 │  76 │  39 │‹g59›│   2 │  48 │   green took D3 and conquered D2\n");
    has(&text, "blue: blitz-C3, blue conquers D3, C4\n");
    has(&text, "   blue   290 in 6 squares\n");
    has(&text, "green> history\n1. blitz-D3 blitz-C3\n");
    has(&text, "...b../..bgb./..bb../..bg../....../...... g\n");
    has(&text, "blue> position\n...b../..bgb./...g../..gg../....../...... b\n");
    has(&read(&place.file("game.wargame")), "[Score \"149:113\"]\n\n1. blitz-D3\n*");
    // `new` goes back to the beginning of this game, not to the empty board.
    let text = place.play(&["wargame", "--load", "game.wargame"], "new\nposition\n");
    has(&text, &format!("green> position\n{position}\n"));
}

#[test]
fn the_war_game_ends_when_the_city_is_taken() {
    let place = Place::new();
    let text = place.play(&["wargame", "--board", "tiny"], "B2\nA1\n1\nmoves\n1\nB1\nmoves\nundo\n");
    has(&text, "type `moves` to see it first");
    has(&text, "blitz  1 blitz-A2  2 blitz-B1\nalso: resign\n");
    has(&text, "blue: blitz-A2, blue conquers A1\n");
    has(&text, "the city is taken");
    has(&text, "the game is over: the city is taken: blue wins, 7:0 (blue:green)");
    has(&text, "over> moves\nno: the game is over");
    let text = place.play(&["wargame", "random", "random", "--seed", "2"], "");
    has(&text, "the game is over: the city is taken: ");
    let text = place.play(&["wargame"], "");
    has(&text, "Run `joust play wargame` in a terminal");
}

/// Boards have many names, and a board from a file stays on the table.
#[test]
fn the_war_game_knows_many_boards() {
    let place = Place::new();
    fs::write(place.file("own.txt"), "# mine, 2/2\n10 2\n3 4\n").unwrap();
    let script = "A1\nB1\nnew\nA1\nnew optional-blitz\nposition bg/b. b\nmoves\nnew Mounds\nposition\nnew Smolensk:5x4\n\
                  position\nnew random:3x2:9 mandatory\nposition\nnew nowhere\n";
    let text = place.play(&["wargame", "--board", "own.txt"], script);
    has(&text, "wargame on own.txt, rules mandatory");
    has(&text, " 1 │ b10 │‹g 2›│");
    assert_eq!(text.matches("blue: drop-A1\n").count(), 2, "{text}");
    has(&text, "blitz  1 blitz-B2\ndrop   2 drop-B2\n");
    has(&text, "blue> position\n....../....../....../....../....../...... b\n");
    has(&text, "blue> position\n...../...../...../..... b\n");
    has(&text, "blue> position\n.../... b\n");
    has(&text, "no: `nowhere` is not a ruleset of the War Game");
}

/// A position of the War Game does not say on which board it is, so the board stays.
#[test]
fn a_position_keeps_the_board() {
    let place = Place::new();
    let script =
        "position b../.g./... b\nposition\nposition ....../....../....../....../....../...... b\nposition\n";
    let text = place.play(&["wargame", "--board", "small"], script);
    assert_eq!(text.matches("blue> position\nb../.g./... b\n").count(), 2, "{text}");
    has(&text, "no: ");
    let again = place
        .play(&["wargame", "--board", "Narvik"], "position bg..../....../....../....../....../...... b\n");
    assert_eq!(again.matches(" 1 │ b").count(), 1, "{again}");
    has(&again, "Narvik");
    assert!(!again.contains("Smolensk"), "{again}");
}

#[test]
fn the_war_game_explains_itself() {
    let place = Place::new();
    let text = place.play(&["wargame"], "help\nhelp moves\nrules\n");
    has(&text, "\nresign ");
    assert!(!text.contains("offer"), "there are no offers in this game: {text}");
    for words in ["such as blitz-C3 or just c3", "[WAR-6.1]", "PARA DROP", "[WAR-4.2]"] {
        has(&text, words);
    }
    assert!(text.lines().all(|line| line.chars().count() <= 100), "{text}");
    // Whoever plays Green sees the city as Blue does: it has no home side.
    let text = place.play(&["wargame", "random", "human", "--seed", "1"], "flip\n");
    assert!(text.find(" 1 │") < text.find(" 6 │"), "{text}");
    has(&text, "     F     E     D     C     B     A\n");
}

#[test]
fn a_game_that_is_resumed_has_its_clocks_again() {
    let place = Place::new();
    place.play(&["mad", "human", "random", "--clock", "5+3", "--seed", "1"], "pass\n");
    let kept = read(&place.file("state/mad-1.mad"));
    has(&kept, "[Clock \"5:00+3\"]\n[ClockLeft \"30");
    let text = place.play(&["mad", "--resume"], "pass\n");
    has(&text, "on the clocks: red 5:0");
    has(&text, "red 5:0");
    // Who has little left has no more when the game goes on.
    let short = kept.replace("[Clock \"5:00+3\"]", "[Clock \"5+0\"]");
    let left = short.lines().find(|line| line.starts_with("[ClockLeft")).unwrap();
    fs::write(place.file("short.mad"), short.replace(left, "[ClockLeft \"0 300\"]")).unwrap();
    has(&place.play(&["mad", "--load", "short.mad"], "moves\n"), "red has no time left and loses");
    fs::write(place.file("odd.mad"), short.replace(left, "[ClockLeft \"much\"]")).unwrap();
    has(&place.play(&["mad", "--load", "odd.mad"], ""), "the game continues without clocks: [ClockLeft");
    assert!(!place.file("state/mad-3.mad").exists(), "looking at a game keeps no copy of it");
    // A clock of one's own comes first.
    has(&place.play(&["mad", "--load", "odd.mad", "--clock", "9"], ""), "on the clocks: red 9:00");
}

/// The header of the arena, and that of builds before it, which had seconds where the terminal had minutes.
#[test]
fn a_game_of_the_arena_keeps_its_clock() {
    let place = Place::new();
    for (file, clock) in [("new.mad", "1:00+2"), ("old.mad", "60+2")] {
        let record = format!("[Game \"mad\"]\n[Clock \"{clock}\"]\n[Board \"6x4\"]\n\n1. pass pass *\n");
        fs::write(place.file(file), record).unwrap();
        has(&place.play(&["mad", "--load", file], ""), "on the clocks: red 1:00, blue 1:00");
    }
}

#[test]
fn who_has_no_time_left_loses() {
    let place = Place::new();
    let mut child = place.command(&["mad", "human", "random", "--clock", "0.000001"]).spawn().unwrap();
    let mut typed = child.stdin.take().unwrap();
    typed.write_all(b"pass\n").unwrap();
    std::thread::sleep(std::time::Duration::from_millis(200));
    typed.write_all(b"111<>222\n").unwrap();
    drop(typed);
    let text = String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap();
    has(&text, "red has no time left and loses");
    has(&text, "the game is over: red has no time left: full victory for blue (0-1)");
    let text = place.play(&["mad", "human", "random", "--clock", "5+3", "--seed", "1"], "pass\n");
    has(&text, "red: pass");
    let output = place.run(&["mad", "--clock", "soon"], "");
    assert_eq!(output.status.code(), Some(2));
    has(&String::from_utf8_lossy(&output.stderr), "such as 5+3");
}

/// A proven victory is called so, and the engine plays it.
#[test]
fn the_engine_gives_hints_and_plays() {
    let place = Place::new();
    let position = "b111,,,/,,,/r222,,,/,,,/,,,/,,,r111 r";
    let text = place.play(&["mad", "--position", position], "hint\n");
    has(&text, "222-a4xa6 looks best (wins in 1, proven)");
    let text = place.play(&["mad", "engine:1", "human", "--position", position], "quit\n");
    has(&text, "222-a4xa6");
    has(&text, "turn 4: the game is over");
}
