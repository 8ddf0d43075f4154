//! `joust lab wargame` from end to end.

use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// A place for the files of one test, gone when the test is over.
struct Place(PathBuf);

impl Place {
    fn new() -> Place {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("joust-lab-{}-{number}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Place(path)
    }

    fn joust(&self, args: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_joust"));
        command.args(args).current_dir(&self.0).env("NO_COLOR", "1").output().unwrap()
    }

    fn lab(&self, args: &[&str]) -> Output {
        self.joust(&[&["lab", "wargame"], args].concat())
    }

    /// The document of a lab with this exit code.
    fn document(&self, args: &[&str], code: i32) -> Value {
        let output = self.lab(&[args, &["--json", "--force"]].concat());
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{errors}");
        serde_json::from_slice(&output.stdout).unwrap()
    }

    fn read(&self, file: &str) -> String {
        fs::read_to_string(self.0.join(file)).unwrap_or_else(|why| panic!("{file}: {why}"))
    }

    fn write(&self, file: &str, text: &str) {
        let path = self.0.join(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    fn entries(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.0).unwrap();
        let mut names: Vec<_> =
            entries.map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
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

fn errors(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn games(document: &Value) -> &[Value] {
    document["games"].as_array().unwrap()
}

/// Numbers that no board changes, and scores that reports of the course agree on.
#[test]
fn three_plies_give_the_known_nodes_and_scores_on_all_boards() {
    let place = Place::new();
    for (agent, nodes) in [
        ("minimax:3,ties=last", [217_758, 194_754]),
        ("minimax:3,ties=first,count=noroot", [217_740, 194_736]),
    ] {
        let document = place.document(&["--agent", agent], 0);
        let boards = ["Keren", "Narvik", "Sevastopol", "Smolensk", "Westerplatte"];
        let smolensk = if agent.contains("last") { [1028, 625] } else { [535, 1118] };
        let scores = [[15, 21], [704, 1096], [226, 152], smolensk, [31, 41]];
        assert_eq!(games(&document).len(), 5);
        for ((game, board), [blue, green]) in games(&document).iter().zip(boards).zip(scores) {
            assert_eq!(game["board"], board);
            assert_eq!(game["totals"]["blue"]["nodes"], nodes[0], "{agent} {board}");
            assert_eq!(game["totals"]["green"]["nodes"], nodes[1], "{agent} {board}");
            assert_eq!([&game["score"]["blue"], &game["score"]["green"]], [blue, green], "{agent} {board}");
        }
        for found in document["comparison"].as_array().unwrap() {
            assert_eq!(found["minimax_nodes"], nodes[0] + nodes[1]);
            assert_eq!([&found["same_value"], &found["same_move"]], [36, 36]);
            assert!(found["alphabeta_nodes"].as_u64() < found["minimax_nodes"].as_u64());
        }
    }
}

#[test]
fn the_four_pairings_are_those_of_the_course() {
    let place = Place::new();
    let document = place.document(&["--boards", "small", "--agents", "minimax:3,alphabeta:5"], 0);
    let pairs: Vec<_> = games(&document).iter().map(|game| (&game["blue"], &game["green"])).collect();
    let pairs: Vec<_> = pairs.iter().map(|(b, g)| (b.as_str().unwrap(), g.as_str().unwrap())).collect();
    let (mm, ab) = ("minimax:3", "alphabeta:5");
    assert_eq!(pairs, [(mm, mm), (ab, ab), (mm, ab), (ab, mm)]);
}

/// Without what depends on the machine.
fn timeless(value: &mut Value) {
    match value {
        Value::Object(map) => {
            map.retain(|key, _| !key.starts_with("ms") && key != "threads" && key != "command");
            map.values_mut().for_each(timeless);
        }
        Value::Array(values) => values.iter_mut().for_each(timeless),
        Value::String(text) if text.contains("wall-clock") => text.clear(),
        _ => {}
    }
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let place = Place::new();
    let lab = |threads| {
        let agents = "random,alphabeta:2,ties=random,minimax:2";
        let args = ["--boards", "Smolensk:4x4,tiny,oases", "--agents", agents, "--seed", "5", "--threads"];
        let mut document = place.document(&[&args[..], &[threads]].concat(), 0);
        timeless(&mut document);
        document
    };
    let one = lab("1");
    assert_eq!(one, lab("2"));
    assert_eq!(one, lab("7"));
    assert_eq!(games(&one).len(), 27);
}

#[test]
fn the_seed_is_where_chance_comes_from() {
    let place = Place::new();
    let lab = |seed| place.document(&["--boards", "Keren-small", "--agents", "random", "--seed", seed], 0);
    let finals = |document: &Value| games(document)[0]["final"].clone();
    assert_ne!(finals(&lab("1")), finals(&lab("2")));
}

/// Replaces every time by TIME.
fn mask(text: &str) -> String {
    let mut masked = text.replace(env!("CARGO_PKG_VERSION"), "VERSION");
    for unit in [" µs |", " ms |", " s |"] {
        while let Some(end) = masked.find(unit) {
            let start = masked[..end].rfind("| ").unwrap();
            masked.replace_range(start..end + unit.len(), "| TIME |");
        }
    }
    masked
}

#[test]
fn the_markdown_report_is_what_it_was() {
    let place = Place::new();
    let args = ["--boards", "tiny,small", "--agents", "minimax:2,alphabeta:3", "--threads", "1", "--quiet"];
    let output = place.lab(&args);
    assert_eq!(output.status.code(), Some(0), "{}", errors(&output));
    let masked = mask(&place.read("lab-wargame/report.md"));
    let kept = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/lab/report.md");
    if std::env::var_os("TRYCMD").is_some_and(|value| value == "overwrite") {
        fs::write(&kept, &masked).unwrap();
    }
    let expected = fs::read_to_string(&kept).unwrap_or_default();
    assert_eq!(masked, expected, "TRYCMD=overwrite cargo test -p joust-cli --test lab accepts a change");
}

#[test]
fn the_folder_has_everything_and_the_records_verify() {
    let place = Place::new();
    let output = place.lab(&["--boards", "tiny,small", "--agents", "minimax:2,random", "--quiet"]);
    assert_eq!(output.status.code(), Some(0), "{}", errors(&output));
    has(&String::from_utf8_lossy(&output.stdout), "the report is lab-wargame/report.html");
    let document: Value = serde_json::from_str(&place.read("lab-wargame/report.json")).unwrap();
    for file in document["files"].as_array().unwrap() {
        assert!(!place.read(&format!("lab-wargame/{}", file.as_str().unwrap())).is_empty());
    }
    let rows = |file: &str| place.read(&format!("lab-wargame/{file}")).lines().count();
    assert_eq!(rows("games.csv"), 1 + 8);
    assert_eq!(rows("moves.csv"), 1 + 4 * (4 + 9));
    for game in games(&document) {
        let record = format!("lab-wargame/{}", game["record"].as_str().unwrap());
        let output = place.joust(&["verify", &record]);
        assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stdout));
    }
    // Nothing is left beside it.
    assert_eq!(place.entries(), ["lab-wargame"]);
}

/// Tags that have no end of their own.
const VOID: [&str; 2] = ["meta", "br"];

#[test]
fn the_page_is_whole_and_needs_nothing_but_itself() {
    let place = Place::new();
    let evil = "line:while read p; do echo '</td><script>'; done";
    place.document(&["--boards", "tiny", "--agent", evil, "--agent", "alphabeta:2"], 1);
    let page = place.read("lab-wargame/report.html");
    for foreign in ["http:", "https:", "<script", "<link", "src=", "url(", "@import", "NaN", "inf\""] {
        assert!(!page.contains(foreign), "{foreign}");
    }
    has(&page, "answered `&#60;/td&#62;&#60;script&#62;`, which is not a move");
    let body = &page[page.find("<body>").unwrap()..];
    let mut open: Vec<&str> = Vec::new();
    for tag in body.split('<').skip(1) {
        let tag = &tag[..tag.find('>').unwrap()];
        let name = tag.trim_start_matches('/').split([' ', '/']).next().unwrap();
        if tag.starts_with('/') {
            if name != "html" {
                assert_eq!(open.pop(), Some(name), "</{name}>");
            }
        } else if !tag.ends_with('/') && !VOID.contains(&name) {
            open.push(name);
        }
    }
    assert!(open.is_empty(), "{open:?}");
    // Every link inside the page leads somewhere.
    for link in page.split("href=\"#").skip(1) {
        let target = &link[..link.find('"').unwrap()];
        has(&page, &format!("id=\"{target}\""));
    }
}

#[cfg(unix)]
#[test]
fn a_faulty_agent_breaks_off_its_games_only() {
    let place = Place::new();
    place.write("once.sh", "read p; echo A1; read p; echo A1");
    for (agent, kind, words) in [
        ("line:while read p; do echo hello; done", "garbled", "answered `hello`, which is not a move"),
        ("line:echo", "garbled", "answered ``, which is not a move"),
        ("line:sh once.sh", "illegal", "wanted `A1`: A1 is not vacant"),
        ("line:echo Z9", "illegal", "`Z9` is not a square of tiny"),
        ("line:read p; exec >&-; exit 0", "closed", "answered nothing: it ended with exit status 0"),
        ("line:echo gone >&2; exit 4", "crashed", "it ended with exit status 4; its last words: gone"),
        ("line:kill -9 $$", "crashed", "it was ended by a signal: 9"),
        ("line:no-such-program", "start", "could not be started"),
        ("line:sleep 100,timeout=0.2", "late", "answered nothing within 0.2 s"),
        ("line:head -c 100000 /dev/zero | tr '\\0' x; sleep 9", "late", "within 1 s"),
    ] {
        let agent =
            if kind == "late" && !agent.contains("timeout") { &format!("{agent},timeout=1") } else { agent };
        let args = ["--boards", "tiny", "--agent", agent, "--agent", "minimax:2", "--threads", "4"];
        let output = place.lab(&[&args[..], &["--json", "--force"]].concat());
        let said = errors(&output);
        assert_eq!(output.status.code(), Some(1), "{agent}: {said}");
        has(&said, words);
        has(&said, "error: 3 of 4 games were ended by a player's fault");
        let document: Value = serde_json::from_slice(&output.stdout).unwrap();
        for game in games(&document) {
            let clean = [&game["blue"], &game["green"]] == ["minimax:2", "minimax:2"];
            assert_eq!(game["fault"].is_null(), clean, "{agent}");
            if !clean {
                assert_eq!(game["fault"]["kind"], kind, "{agent}");
                assert_eq!(game["fault"]["agent"], *agent);
                assert_eq!(game["result"], "*");
            }
            let record = format!("lab-wargame/{}", game["record"].as_str().unwrap());
            assert_eq!(place.joust(&["verify", &record]).status.code(), Some(0));
        }
        has(&place.read("lab-wargame/report.md"), "**Fault of");
    }
}

/// What an agent started ends with it, whatever it started.
#[cfg(unix)]
#[test]
fn no_process_outlives_its_game() {
    let place = Place::new();
    let agent = "line:(sleep 3; touch alive) & sleep 3; touch alive,timeout=0.2";
    place.document(&["--boards", "tiny", "--agent", agent], 1);
    std::thread::sleep(Duration::from_millis(3500));
    assert_eq!(place.entries(), ["lab-wargame"]);
}

#[cfg(unix)]
#[test]
fn a_signal_ends_the_agents_too() {
    let place = Place::new();
    let agent = "line:touch begun; sleep 3; touch alive";
    let mut command = Command::new(env!("CARGO_BIN_EXE_joust"));
    command.args(["lab", "wargame", "--boards", "tiny", "--quiet", "--agent", agent]).current_dir(&place.0);
    let mut child = command.spawn().unwrap();
    let patience = Instant::now();
    while !place.0.join("begun").exists() {
        assert!(patience.elapsed().as_secs() < 20, "the agent does not start");
        std::thread::sleep(Duration::from_millis(5));
    }
    assert!(Command::new("kill").args(["-TERM", &child.id().to_string()]).status().unwrap().success());
    assert_eq!(child.wait().unwrap().code(), Some(143));
    std::thread::sleep(Duration::from_millis(3500));
    assert_eq!(place.entries(), ["begun", "lab-wargame"]);
}

#[test]
fn mistakes_are_named_before_anything_is_run() {
    let place = Place::new();
    let refused = |args: &[&str], words: &str| {
        let output = place.lab(args);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        has(&errors(&output), words);
        assert!(output.stdout.is_empty());
    };
    refused(&["--boards", "Smolensk,Atlantis,Utopia"], "there is no board `Atlantis`");
    refused(&["--boards", "Smolensk,Atlantis,Utopia"], "there is no board `Utopia`");
    refused(&["--boards", ""], "there is no board ``");
    refused(&["--agents", "minimax:3,deep"], "there is no player `deep`");
    refused(&["--agents", "minimax"], "say how many moves it looks ahead");
    refused(&["--agents", "minimax:3,eval=material"], "eval is one of difference, own, ratio");
    refused(&["--agent", "human"], "the lab seats programs only");
    refused(&["--rules", "chess"], "`chess` is not a ruleset of the War Game");
    refused(&["--threads", "0"], "a whole number from 1 to 256");
    assert!(place.entries().is_empty());
    place.write("file", "");
    refused(&["--boards", "tiny", "--out", "file"], "file: not a directory");
}

#[test]
fn foreign_folders_are_left_alone() {
    let place = Place::new();
    let lab = |args: &[&str]| place.lab(&[&["--boards", "tiny", "--agents"], args].concat());
    place.write("lab-wargame/thesis.txt", "years of work");
    let output = lab(&["minimax:1"]);
    assert_eq!(output.status.code(), Some(2));
    has(&errors(&output), "lab-wargame: this folder has other files in it");
    assert_eq!(lab(&["minimax:1", "--force"]).status.code(), Some(0));
    assert_eq!(place.read("lab-wargame/thesis.txt"), "years of work");
    // A report is replaced file by file.
    place.read("lab-wargame/games/01-tiny-MM-MM.war");
    assert_eq!(lab(&["alphabeta:1", "--force"]).status.code(), Some(0));
    place.read("lab-wargame/games/01-tiny-AB-AB.war");
    assert!(!place.0.join("lab-wargame/games/01-tiny-MM-MM.war").exists());
    assert_eq!(place.read("lab-wargame/thesis.txt"), "years of work");
    assert_eq!(place.entries(), ["lab-wargame"]);
    // A file of others with the name of the journal stays as it is.
    place.write("mine/games.jsonl", "chess\n");
    let output = lab(&["minimax:1", "--out", "mine", "--force"]);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(place.read("mine/games.jsonl"), "chess\n");
}

/// All files of a report with their bytes.
fn files(place: &Place, folder: &str) -> Vec<(PathBuf, Vec<u8>)> {
    let mut found = Vec::new();
    let mut folders = vec![place.0.join(folder)];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                found.push((path.clone(), fs::read(path).unwrap()));
            }
        }
    }
    found.sort();
    found
}

#[test]
fn the_report_of_another_lab_is_left_alone() {
    let place = Place::new();
    place.write("mine.txt", "9 1 5\n2 8 3\n");
    let first = ["--boards", "tiny,mine.txt", "--agents", "minimax:1,random", "--seed", "3", "--quiet"];
    assert_eq!(place.lab(&first).status.code(), Some(0));
    let kept = files(&place, "lab-wargame");
    let refused = |at: usize, other: &str, differs: &str| {
        let mut args = first;
        args[at] = other;
        let output = place.lab(&args);
        assert_eq!(output.status.code(), Some(2), "{other}");
        let said = errors(&output);
        has(&said, "lab-wargame: this folder has the report of another lab");
        has(&said, "--out");
        has(&said, "--force");
        has(&said, differs);
        assert_eq!(files(&place, "lab-wargame"), kept, "{other}");
    };
    refused(1, "tiny,small", "boards[2]: \"mine.txt: 9 1 5/2 8 3\" there, \"small\" here");
    refused(3, "minimax:2,random", "agents[1]: \"minimax:1\" there, \"minimax:2\" here");
    refused(5, "4", "seed: 3 there, 4 here");
    let optional = [&first[..], &["--rules", "optional-blitz"]].concat();
    has(&errors(&place.lab(&optional)), "rules: \"mandatory\" there, \"optional-blitz\" here");
    place.write("mine.txt", "9 1 5\n2 8 4\n");
    refused(5, "3", "mine.txt: 9 1 5/2 8 4");
    assert_eq!(place.lab(&[&optional[..], &["--out", "other"]].concat()).status.code(), Some(0));
    assert_eq!(files(&place, "lab-wargame"), kept);
    assert_eq!(place.lab(&[&optional[..], &["--force"]].concat()).status.code(), Some(0));
    has(&place.read("lab-wargame/report.json"), "optional-blitz");
    // A report of an earlier joust has no games to go on with.
    fs::remove_file(place.0.join("lab-wargame/games.jsonl")).unwrap();
    let output = place.lab(&optional);
    assert_eq!(output.status.code(), Some(2));
    has(&errors(&output), "this folder has a report without its journal of games");
}

/// A program for the board `tiny`: takes the first vacant square after some time, and says its nodes.
#[cfg(unix)]
const COUNTING: &str = r#"
while read -r line; do
    case ${line#*	} in
        .*) square=A1 ;;
        ?.*) square=B1 ;;
        ???.*) square=A2 ;;
        *) square=B2 ;;
    esac
    sleep 0.03
    echo "$square nodes=7"
done
"#;

/// Whatever ends a lab, the same command goes on with the games that are not over.
#[cfg(unix)]
#[test]
fn a_lab_goes_on_where_it_stopped() {
    for (signal, code) in [("-INT", Some(130)), ("-KILL", None)] {
        let place = Place::new();
        // The first game is over when the second waits for ever.
        place.write("agent.sh", "touch begun; sleep 777");
        let args = ["--boards", "tiny", "--agents", "random", "--agent", "line:sh agent.sh", "--quiet"];
        let args = [&args[..], &["--threads", "1", "--author", "Ada"]].concat();
        let mut command = Command::new(env!("CARGO_BIN_EXE_joust"));
        command.args(["lab", "wargame"]).args(&args).current_dir(&place.0);
        let child = command.stderr(std::process::Stdio::piped()).spawn().unwrap();
        let patience = Instant::now();
        while !place.0.join("begun").exists() {
            assert!(patience.elapsed().as_secs() < 20, "the agent does not start");
            std::thread::sleep(Duration::from_millis(5));
        }
        assert!(Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap().success());
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), code);
        if code.is_some() {
            assert_eq!(
                errors(&output),
                "stopped: 1 of 5 games and comparisons are in lab-wargame/games.jsonl; \
                 run the same command to continue\n"
            );
        }
        let kept = place.read("lab-wargame/games.jsonl");
        assert_eq!(kept.lines().count(), 2, "{kept}");
        place.write("agent.sh", COUNTING);
        let output = place.lab(&args);
        assert_eq!(output.status.code(), Some(0), "{}", errors(&output));
        has(
            &errors(&output),
            "1 of 4 games are already in lab-wargame/games.jsonl; --force plays all of them again",
        );
        assert!(place.read("lab-wargame/games.jsonl").starts_with(&kept));
        // A second run plays nothing and writes an equal report.
        let report = files(&place, "lab-wargame");
        place.write("agent.sh", "touch played");
        let again = place.lab(&args);
        assert_eq!(again.status.code(), Some(0), "{}", errors(&again));
        assert_eq!(again.stdout, output.stdout);
        has(&errors(&again), "4 of 4 games are already in");
        assert_eq!(files(&place, "lab-wargame"), report);
        assert!(!place.0.join("played").exists());
        // Unless the user wants it.
        assert_eq!(place.lab(&[&args[..], &["--force"]].concat()).status.code(), Some(1));
        assert!(place.0.join("played").exists());
    }
}

#[test]
fn totals_leave_out_games_of_an_agent_against_itself() {
    let place = Place::new();
    let document = place.document(&["--boards", "tiny,small", "--agents", "minimax:2,alphabeta:3"], 0);
    for agent in document["agents"].as_array().unwrap() {
        let number = |key: &str| agent[key].as_u64().unwrap();
        assert_eq!(number("won") + number("tied") + number("lost"), 4);
        let nodes = |side: &str| {
            let plays = |game: &&Value| game[side] == agent["name"] && game["blue"] != game["green"];
            let nodes = |game: &Value| game["totals"][side]["nodes"].as_u64().unwrap();
            games(&document).iter().filter(plays).map(nodes).sum::<u64>()
        };
        assert_eq!(agent["total"]["nodes"], nodes("blue") + nodes("green"));
    }
    let sentence = "games of an agent against itself are left out";
    has(&place.read("lab-wargame/report.html"), sentence);
    has(&place.read("lab-wargame/report.md"), sentence);
    // An agent that is alone has no other games.
    let document = place.document(&["--boards", "tiny,small", "--agents", "minimax:2"], 0);
    let agent = &document["agents"][0];
    let number = |key: &str| agent[key].as_u64().unwrap();
    assert_eq!((number("won") + number("tied") + number("lost"), &agent["total"]["moves"]), (4, &13.into()));
    assert!(!place.read("lab-wargame/report.md").contains(sentence));
}

#[test]
fn the_author_is_in_the_report_and_is_only_a_name() {
    let place = Place::new();
    let author = "Ada <b>&\"Co\"</b> *x* | [y](z)";
    let args = ["--boards", "tiny", "--agents", "minimax:1"];
    let document = place.document(&[&args[..], &["--author", author]].concat(), 0);
    assert_eq!(document["author"], author);
    let page = place.read("lab-wargame/report.html");
    let escaped = "Ada &#60;b&#62;&#38;&#34;Co&#34;&#60;/b&#62; *x* | [y](z)";
    has(&page, &format!("<meta name=\"author\" content=\"{escaped}\">"));
    has(&page, &format!("<p class=\"author\">{escaped}</p>"));
    has(
        &place.read("lab-wargame/report.md"),
        "agents\n\nAda \\<b\\>\\&\\\"Co\\\"\\<\\/b\\> \\*x\\* \\| \\[y\\](z)\n\n1 game on 1 board,",
    );
    let document = place.document(&args, 0);
    assert_eq!(document.get("author"), None);
    let page = place.read("lab-wargame/report.html");
    assert!(!page.contains("\"author\""), "{page}");
}

/// What a program says of its moves is in the report; a time that is not known is not made up.
#[cfg(unix)]
#[test]
fn figures_of_programs_are_told() {
    let place = Place::new();
    for ready in [false, true] {
        place.write("agent.sh", &if ready { format!("echo ready\n{COUNTING}") } else { COUNTING.to_owned() });
        let document = place.document(&["--boards", "tiny", "--agent", "line:sh agent.sh"], 0);
        let moves = games(&document)[0]["moves"].as_array().unwrap();
        assert_eq!(moves.len(), 4);
        for (i, mv) in moves.iter().enumerate() {
            assert_eq!(mv["nodes"], 7);
            // The programs of both sides have a first move.
            match mv["ms"].as_f64() {
                None => assert!(!ready && i < 2, "{i}: {mv}"),
                Some(ms) => assert!(ms >= 30.0 && (ready || i >= 2), "{i}: {mv}"),
            }
        }
        let total = &document["agents"][0]["total"];
        assert_eq!([&total["moves"], &total["nodes"], &total["nodes_per_move"]], [4.0, 28.0, 7.0]);
        assert!(total["ms_per_move"].as_f64().unwrap() >= 30.0, "{total}");
        let (page, text) = (place.read("lab-wargame/report.html"), place.read("lab-wargame/report.md"));
        let csv = place.read("lab-wargame/moves.csv");
        let unknown = if ready { 0 } else { 2 };
        assert_eq!(text.matches("| 7 | – |").count(), unknown, "{text}");
        assert_eq!(page.matches("<td class=\"n\">7</td><td class=\"n\">–</td>").count(), unknown);
        assert_eq!(csv.matches(",7,,").count(), unknown, "{csv}");
    }
}

#[test]
fn own_boards_and_rules_are_played() {
    let place = Place::new();
    place.write("mine.txt", "9 1 5\n2 8 3\n");
    let args = ["--boards", "mine.txt,random:3x2:7", "--agents", "alphabeta:6", "--rules", "optional-blitz"];
    let document = place.document(&args, 0);
    assert_eq!(document["rules"], "optional-blitz");
    assert_eq!(document["boards"][0]["values"], "9 1 5/2 8 3");
    let record = format!("lab-wargame/{}", games(&document)[0]["record"].as_str().unwrap());
    has(&place.read(&record), "[Values \"9 1 5/2 8 3\"]");
    assert_eq!(place.joust(&["verify", &record]).status.code(), Some(0));
}

/// The example agent of the page on the course's agents plays as the page says.
#[test]
fn the_example_agent_of_the_page_plays() {
    if !Command::new("python3").arg("--version").output().is_ok_and(|output| output.status.success()) {
        eprintln!("skipped: there is no python3");
        return;
    }
    let place = Place::new();
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/course-agents.md");
    let page = fs::read_to_string(page).unwrap();
    let code = page.split("```python\n").nth(1).and_then(|rest| rest.split("```").next()).unwrap();
    assert!(code.lines().count() <= 20, "a short example");
    place.write("greedy.py", code);
    let agents = ["--agent", "alphabeta:1", "--agent", "line:python3 greedy.py"];
    let document = place.document(&[&["--boards", "Smolensk,Narvik"], &agents[..]].concat(), 0);
    // Looking one move ahead is what the example does, so all four games are the same game.
    for games in games(&document).chunks(4) {
        assert!(games.iter().all(|game| game["final"] == games[0]["final"]), "{games:#?}");
    }
}
