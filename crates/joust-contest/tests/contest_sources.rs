//! Sources that a contest takes, and those that it refuses, with the reason and the line.

use joust_contest::{Broken, Checked, Contest, Handed, Language, check_source, example};

fn madmax() -> Contest {
    Contest::read(example("madmax").unwrap()).unwrap()
}

fn checked(contest: &Contest, file: &str, text: &str, taken: &[&str]) -> Checked {
    let taken: Vec<String> = taken.iter().map(|name| (*name).to_owned()).collect();
    check_source(contest, &Handed { file, bytes: text.as_bytes(), player: None }, &taken)
}

fn told(contest: &Contest, file: &str, text: &str) -> Vec<String> {
    checked(contest, file, text, &["Furiosa"]).problems.iter().map(ToString::to_string).collect()
}

/// The text of a file of the repository.
fn repository(path: &str) -> String {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path);
    String::from_utf8_lossy(&std::fs::read(path).unwrap()).into_owned()
}

#[test]
fn the_players_of_the_kits_obey_the_rules() {
    let contest = madmax();
    for name in ["AIDemo", "AIDummy", "AINull"] {
        let text = repository(&format!("kits/madmax-cpp/{name}.cc"));
        let text = text.replace(&format!("#define PLAYER_NAME {}", &name[2..]), "#define PLAYER_NAME Max");
        let found = checked(&contest, &format!("{name}.cc"), &text, &[]);
        assert_eq!((found.problems.as_slice(), found.player.as_deref()), (&[][..], Some("Max")), "{name}");
        assert_eq!(found.language, Some(Language::MadmaxCpp));
    }
    let text = repository("kits/cpp/c/bot.c");
    assert_eq!(told(&contest, "bot.c", &text), [""; 0]);
    for text in [
        "import { run } from \"./joust/index.js\";\nrun(() => null);\n",
        "import { run as play } from \"./joust/session.js\";\nplay(() => null);\n",
        "import * as joust from \"./joust/index.js\";\njoust.run (() => null);\n",
        "globalThis.joust_answer = () => \"\";\n",
    ] {
        assert_eq!(told(&contest, "bot.js", text), [""; 0], "{text}");
    }
}

/// Every variable that can change in the players of many styles, as a person finds them.
const GLOBALS: &str = "AIDebugFn.cc 7 lines, AIDebugVar.cc 5 debug, AIDebugVar.cc 6 verbose, AIGlobals.cc 6 counter, \
    AIGlobals.cc 7 n, AIGlobals.cc 7 m, AIGlobals.cc 8 mapa, AIGlobals.cc 9 heading, AIGlobals.cc 10 started, \
    AIGlobals.cc 14 secret, AIGreeter.cc 13 greeting, AIOldC.cc 60 buffer, AIStatics.cc 6 total_orders, \
    AIStatics.cc 7 history, AIStatics.cc 16 state, AIStatics.cc 22 seen, AIStatics.cc 50 total_orders, \
    AIStatics.cc 51 history, AITables.cc 18 huge";

#[test]
fn players_of_many_styles_raise_no_alarm_but_for_their_globals() {
    let contest = madmax();
    let folder =
        std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/data/madmax/players/styles");
    let mut paths: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|ending| ending == "cc"));
    paths.sort();
    assert!(paths.len() > 20, "{}", paths.len());
    let mut found = Vec::new();
    for path in &paths {
        let file = path.file_name().unwrap().to_str().unwrap();
        let source = std::fs::read(path).unwrap();
        let checked = check_source(&contest, &Handed { file, bytes: &source, player: None }, &[]);
        for problem in &checked.problems {
            let Broken::Global { name, .. } = &problem.broken else { continue };
            found.push(format!("{file} {} {name}", problem.line.unwrap()));
        }
    }
    assert_eq!(found.join(", "), GLOBALS);
}

#[test]
fn broken_rules_are_told_with_their_lines() {
    let source = "#include \"Player.hh\"\n#include <thread>\n#include \"secret.h\"\n#include MACRO\n\
                  #define PLAYER_NAME ImmortanJoeTheFirst\nint count;\nstruct PLAYER_NAME : public Player {\n  \
                  static int shared;\n  void play () { static int n = 0; }\n};\nRegisterPlayer(PLAYER_NAME);\n";
    let told = told(&madmax(), "AIJoe.cc", source);
    let begins: Vec<&str> = told.iter().map(|line| line.split(',').next().unwrap()).collect();
    assert_eq!(
        begins,
        [
            "line 2: <thread> is not among the headers of this contest",
            "line 3: \"secret.h\" is not a header of the kit: a player is one file",
            "line 4: `MACRO` is not a header: write #include <vector>",
            "line 5: the name `ImmortanJoeTheFirst` has 19 characters",
            "line 6: `count` is a variable outside of your class",
            "line 8: `shared` is an attribute that all players of your class share",
            "line 9: `n` is a variable that keeps its value between calls",
        ]
    );
}

#[test]
fn names_are_short_plain_and_not_taken() {
    let contest = madmax();
    let named = |name: &str| {
        told(&contest, "AIx.cc", &format!("#define PLAYER_NAME {name}\nRegisterPlayer(PLAYER_NAME);\n"))
            .join("; ")
    };
    assert_eq!(named("Max"), "");
    assert!(named("furiosa").contains("is taken by another student"));
    assert!(named("Dummy").contains("comes with the game"));
    assert!(named("").contains("has no name"), "{}", named(""));
    assert!(named("Thirteen_char").contains("13 characters, and at most 12"));
    assert_eq!(named("_x1"), "");
    for name in ["a-b", "3D", "-x", "Zoé"] {
        assert!(named(name).contains("is not a name of a class in C++"), "{name}");
    }
    let without = told(&contest, "AIx.cc", "struct Nux : Player {};\nRegisterPlayer(Nux);\n");
    assert_eq!(without, [""; 0], "the last line has the name");
    let contest = Contest::read(example("mad").unwrap()).unwrap();
    let handed = |player| Handed { file: "my bot.js", bytes: b"run();", player };
    assert_eq!(check_source(&contest, &handed(Some(" Ada-1 ")), &[]).player.as_deref(), Some("Ada-1"));
    for (name, is_good) in [("_x", true), ("3D", true), ("a-b", true), ("-x", false), ("a.b", false)] {
        assert_eq!(check_source(&contest, &handed(Some(name)), &[]).player.is_some(), is_good, "{name}");
    }
    let of_file = check_source(&contest, &handed(None), &[]);
    assert!(
        matches!(&of_file.problems[0].broken, Broken::OddName { name } if name == "my bot"),
        "{of_file:?}"
    );
}

#[test]
fn what_is_no_source_is_told_what_is() {
    let contest = Contest::read(&example("mad").unwrap().replace("\"c\", ", "")).unwrap();
    for (file, bytes, words) in [
        ("bot.zip", &b"PK\x03\x04rest"[..], "this is an archive: a player is one file"),
        ("bot.cc", b"", "the file is empty"),
        ("bot.cc", b"int main () {}", "the file is not the source of a bot"),
        ("bot.cc", b"JOUST_BOT(make)\0", "it has a zero byte"),
        ("bot.py", b"print(1)", "the file is in Python, which cannot become a module"),
        ("lib.rs", b"fn main () {}", "is a part of a bot in Rust"),
        (
            "lib.rs",
            b"use joust::Bot;\npub mod war_bot;\njoust::module!(make);",
            "line 2: `war_bot` is a module in",
        ),
        ("AIMax.cc", b"RegisterPlayer(Max);", "this is a player of Mad Max, and the game is another one"),
        (
            "bot.c",
            b"joust_my_bot",
            "this is C, which the contest does not take; it takes C++, Rust, JavaScript",
        ),
        ("bot.js", b"import './helper.js';", "line 1: `./helper.js` is another file"),
        ("bot.js", b"import {\n  x\n} from '../x.js';", "line 3: `../x.js` is another file"),
        (
            "bot.js",
            b"// run(make);\nexport class Ada { prune(x) {} }",
            "nothing starts the bot: write `import { run }",
        ),
    ] {
        let handed = Handed { file, bytes, player: Some("Ada") };
        let problems = check_source(&contest, &handed, &[]).problems;
        assert!(problems.iter().any(|problem| problem.to_string().contains(words)), "{file}: {problems:?}");
    }
    let large = vec![b' '; 300 << 10];
    let handed = Handed { file: "bot.js", bytes: &large, player: Some("Ada") };
    let problems = check_source(&contest, &handed, &[]).problems;
    assert_eq!(problems[0].to_string(), "the source has 300 KB, and at most 256 KB are allowed");
}
