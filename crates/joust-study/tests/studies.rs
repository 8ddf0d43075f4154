//! Studies that go out can come back in, with every variation and comment; whatever is pasted is understood or
//! refused with its line, in both languages.

#[path = "../../../tests/support/hostile.rs"]
mod hostile;

use hostile::{almost, config};
use joust_games::{Ask, duel};
use joust_study::answer;
use proptest::prelude::*;
use proptest::sample::Index;
use serde_json::{Value, json};

fn asked(question: &Value) -> Value {
    serde_json::from_str(&answer(&question.to_string())).unwrap()
}

fn read(text: &str) -> Value {
    asked(&json!({ "study": "read", "text": text }))
}

fn faults(question: &Value) -> Vec<String> {
    let answer = asked(question);
    let faults = answer["error"].as_array().unwrap_or_else(|| panic!("{question}: {answer}"));
    faults.iter().map(|fault| fault.as_str().unwrap().to_owned()).collect()
}

/// The record of a study that was read.
fn write(study: &Value) -> String {
    let mut question = study.clone();
    question["study"] = json!("write");
    let answer = asked(&question);
    answer["record"].as_str().unwrap_or_else(|| panic!("{question}: {answer}")).to_owned()
}

/// A tree of legal play: each branch says after which node it begins, and which moves it takes.
type Branches = Vec<(Index, Vec<Index>, String)>;

fn grown(game: &str, branches: &Branches) -> Value {
    let game = duel(game).unwrap();
    let mut nodes = vec![json!({ "parent": null, "text": "", "comment": "" })];
    let mut courses: Vec<Vec<String>> = vec![Vec::new()];
    for (from, moves, comment) in branches {
        let mut at = from.index(nodes.len());
        for choice in moves {
            let mut session = game.duel_session(&Ask::default()).unwrap();
            for action in &courses[at] {
                session.act(action).unwrap();
            }
            let legal = session.position().moves();
            if session.ending().is_some() || legal.is_empty() {
                break;
            }
            let text = legal[choice.index(legal.len())].clone();
            let same = |node: &Value| node["parent"] == at && node["text"] == text.as_str();
            at = nodes.iter().position(same).unwrap_or_else(|| {
                nodes.push(json!({ "parent": at, "text": text, "comment": "" }));
                courses.push([courses[at].as_slice(), &[text]].concat());
                nodes.len() - 1
            });
        }
        nodes[at]["comment"] = json!(joust_core::comment(comment));
    }
    json!({ "game": game.name(), "nodes": nodes, "headers": [["Event", "a \"test\""]] })
}

/// The node as a path of moves from the start, with its comment; children in their order.
fn outline(study: &Value) -> Vec<(String, String)> {
    fn walk(nodes: &[Value], at: usize, path: &str, all: &mut Vec<(String, String)>) {
        let path = format!("{path} {}", nodes[at]["text"].as_str().unwrap());
        all.push((path.clone(), nodes[at]["comment"].as_str().unwrap().to_owned()));
        for child in (0..nodes.len()).filter(|child| nodes[*child]["parent"] == at) {
            walk(nodes, child, &path, all);
        }
    }
    let mut all = Vec::new();
    walk(study["nodes"].as_array().unwrap(), 0, "", &mut all);
    all
}

proptest! {
    #![proptest_config(config(60))]

    #[test]
    fn a_tree_that_was_written_is_read(
        mad in any::<bool>(),
        branches in proptest::collection::vec(
            (any::<Index>(), proptest::collection::vec(any::<Index>(), 1..6), "[ -~é\n]{0,12}"), 1..8),
    ) {
        let study = grown(if mad { "mad" } else { "wargame" }, &branches);
        let text = write(&study);
        let found = read(&text);
        prop_assert_eq!(outline(&found), outline(&study), "{}", text);
        prop_assert_eq!(&write(&found), &text);
        // Every reader of records takes the main line.
        let main: joust_core::Record = text.parse().unwrap();
        let plain = joust_core::Record { asides: Vec::new(), ..main };
        prop_assert!(joust_view::of_record(&plain, None).is_ok());
    }

    #[test]
    fn every_question_has_an_answer(question in almost(questions(), "{}[]()\":,\\/u0129 .#<>+-xrbg\n")) {
        let answer = answer(&question);
        let value: Value = serde_json::from_str(&answer)
            .map_err(|why| TestCaseError::fail(format!("{why}: {answer}")))?;
        if let Some(faults) = value.get("error") {
            prop_assert!(faults.as_array().is_some_and(|faults| !faults.is_empty()));
        }
    }
}

fn questions() -> Vec<String> {
    [
        r#"{"study":"read","language":"fr","text":"[Game \"mad\"]\n\n1. pass {a} (1. 112<>221 (1. pass) 2... pass) 2... pass\n3. c2c4 *"}"#,
        r#"{"study":"read","text":"1 2 3/4 5 6"}"#,
        r#"{"study":"read","text":"b../.g. b","game":"wargame","board":"own","values":"1 2 3/4 5 6"}"#,
        r#"{"study":"begin","game":"mad","rules":"app","start":"r111,r111,,/,,, r"}"#,
        r#"{"study":"read","text":"Version: 2\nTurn Number: 3\nGame Type: 6 by 4\n\nA6: Blue111\nD1: Red111\n"}"#,
        r#"{"study":"write","game":"wargame","board":"tiny","nodes":[{"parent":null,"text":""},{"parent":0,"text":"drop-A1","comment":"x"},{"parent":0,"text":"drop-B1"}]}"#,
        r#"{"study":"edit","game":"mad","board":"6x4","ships":[{"side":0,"ship":"111","at":"a1"}],"side":0,"turn":3,"counter":0,"expeller":null}"#,
        r#"{"study":"edit","game":"wargame","values":"1 2/3 4","columns":2,"owners":[null,0,1,null],"side":1}"#,
        r#"{"study":"boards"}"#,
        r#"{"game":"mad","course":["pass"]}"#,
    ]
    .map(str::to_owned)
    .to_vec()
}

#[test]
fn a_position_text_is_read_with_the_page_in_mind() {
    let on = |page: Value, text: &str| {
        let mut question = page;
        (question["study"], question["text"]) = (json!("read"), json!(text));
        asked(&question)
    };
    let text = "b221,b111,b222,b212/b121,b122,b211,b112/,,,/,,,/r121,r122,r211,r112/r221,r111,r222,r212 b";
    let found = on(json!({ "game": "mad", "rules": "classic", "board": "5x5" }), text);
    assert_eq!((&found["board"], &found["rules"]), (&json!("6x4"), &json!("classic")));
    assert_eq!(found["start"], format!("{text} 4 0 -"));
    let city = on(json!({ "game": "wargame", "board": "own", "values": "1 2 3/4 5 6" }), "b../.g. b");
    assert_eq!((&city["values"], &city["start"]), (&json!("1 2 3/4 5 6"), &json!("b../.g. b")));
    // A position of another game than the one on the page.
    let other = on(json!({ "game": "wargame", "rules": "mandatory", "board": "small" }), text);
    assert_eq!((&other["game"], &other["rules"]), (&json!("mad"), &json!("current")));
    // Bare moves belong to the game on the page.
    let moves = |found: &Value| {
        let nodes = found["nodes"].as_array().unwrap().iter().skip(1);
        nodes.map(|node| node["text"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let found = on(json!({ "game": "mad", "board": "5x5" }), "1. pass pass 3. 122-c3");
    assert_eq!(
        (moves(&found), &found["board"]),
        (["pass", "pass", "122-c2-c3"].map(str::to_owned).to_vec(), &json!("5x5"))
    );
    let found = on(json!({ "game": "wargame", "board": "tiny" }), "A1 b1");
    assert_eq!(moves(&found), ["drop-A1", "drop-B1"]);
    assert_eq!(read("pass pass c2c4")["board"], "6x4");
    assert_eq!(read("drop-A1 drop-C3")["game"], "wargame");
}

#[test]
fn texts_that_are_not_games_are_refused() {
    for (text, reason) in [
        ("  ", "nothing to read"),
        ("[Game \"chess\"]\n\ne4", "`chess` is not a duel"),
        ("[Game mad]", "line 1"),
        ("pass c2c4 hello", "c2c4"),
        ("a/b c", "row"),
        ("a,b/c,d r", "a2"),
    ] {
        let told = faults(&json!({ "study": "read", "text": text }));
        assert!(told.iter().any(|fault| fault.contains(reason)), "{text}: {told:?}");
    }
}

#[test]
fn a_game_begins_with_its_terms_or_has_reasons_in_the_language_of_the_page() {
    let begun = asked(&json!({ "study": "begin", "game": "wargame", "board": "tiny", "rules": null }));
    assert_eq!((&begun["rules"], begun["nodes"].as_array().map(Vec::len)), (&json!("mandatory"), Some(1)));
    let own =
        json!({ "study": "begin", "game": "wargame", "board": "own", "values": "1 2/3 4", "start": "" });
    assert_eq!((&asked(&own)["values"], &asked(&own)["start"]), (&json!("1 2/3 4"), &json!("../.. b")));
    let told = |language: &str, field: &str, text: &str| {
        faults(&json!({ "study": "begin", "language": language, "game": "mad", field: text }))
    };
    assert!(told("en", "start", "nonsense").iter().any(|fault| fault.contains("side")));
    assert!(told("fr", "start", "nonsense").iter().any(|fault| fault.contains("le camp au trait manque")));
    assert!(told("fr", "board", "9x9")[0].contains("il n’y a pas de plateau"));
    assert!(told("fr", "rules", "none")[0].contains("n’est pas une règle de MAD"));
    assert!(
        faults(&json!({ "study": "begin", "game": "go", "language": "fr" }))[0].contains("n’est pas un duel")
    );
}

#[test]
fn a_game_that_a_referee_ended_keeps_its_end() {
    let record = "[Game \"mad\"]\n[Red \"Ada\"]\n\n1. pass pass\n3. 211-c2-c4 time\n1-0\n";
    let found = read(record);
    assert_eq!((found["nodes"].as_array().map(Vec::len), &found["forfeit"]), (Some(4), &json!("time")));
    let written = write(&found);
    assert!(written.contains("[Red \"Ada\"]") && written.contains("time\n1-0"), "{written}");
}

#[test]
fn an_app_file_and_a_board_are_read() {
    let text = "Version: 2\nTurn Number: 9\nGame Type: 5 by 5\n\nA5: Blue111\nE1: Red111\n";
    let found = read(text);
    assert_eq!((&found["game"], &found["board"]), (&json!("mad"), &json!("5x5")));
    assert!(found["start"].as_str().unwrap().ends_with("r111 r 9 0 -"));
    assert_eq!(found["warnings"].as_array().map(Vec::len), Some(1));
    let found = read("1 2 3\n4 5 6\n");
    assert_eq!((&found["values"], &found["start"]), (&json!("1 2 3/4 5 6"), &json!(".../... b")));
}

#[test]
fn mistakes_name_their_line_in_both_languages() {
    let english = |text: &str| faults(&json!({ "study": "read", "text": text }));
    let french = |text: &str| faults(&json!({ "study": "read", "text": text, "language": "fr" }));
    let record = "[Game \"mad\"]\n\n1. pass pass\n3. c2c9 (3. c2c4\nc5c9)\n*";
    assert!(english(record)[0].starts_with("line 4: turn 3, `c2c9`: "), "{:?}", english(record));
    assert!(
        french(record)[0].starts_with("ligne 4\u{a0}: tour 3, «\u{a0}c2c9\u{a0}»\u{a0}: "),
        "{:?}",
        french(record)
    );
    let within = "[Game \"mad\"]\n\n1. pass (1. 112<>221\n2. c5c9) pass\n*";
    assert!(english(within)[0].starts_with("line 4: turn 2, `c5c9`: "), "{:?}", english(within));
    let position = "[Game \"mad\"]\n[Position \"r111,r111,,/,,, r\"]\n\n*";
    assert!(french(position).len() > 1 && french(position)[0].starts_with("ligne 2\u{a0}: "));
    let file = "Version: 2\nTurn Number: x\nGame Type: 6 by 4\nA9: Blue111\nB1: Green111\n";
    let told = french(file);
    assert_eq!(told.len(), 3, "{told:?}");
    assert!(
        told[0].starts_with("ligne 2\u{a0}: Turn Number\u{a0}: «\u{a0}x\u{a0}» n’est pas un nombre"),
        "{told:?}"
    );
    assert!(french("1 200\n3")[0].starts_with("rangée 1, colonne 2\u{a0}: «\u{a0}200\u{a0}»"));
    // A result that the moves do not lead to is told, but the game is shown.
    let warned = read("[Game \"mad\"]\n\n1. pass pass\n1-0\n");
    assert_eq!(warned["nodes"].as_array().map(Vec::len), Some(3));
    assert!(warned["warnings"][0].as_str().unwrap().contains("its moves lead to *"));
}

#[test]
fn an_impossible_position_has_all_its_reasons() {
    let ship = |side: usize, ship: &str, at: &str| json!({ "side": side, "ship": ship, "at": at });
    let mut question = json!({ "study": "edit", "game": "mad", "board": "6x4", "language": "fr",
        "ships": [ship(0, "222", "a1"), ship(0, "222", "b1")], "side": 0, "turn": 4, "counter": 50 });
    let told = faults(&question);
    assert_eq!(told.len(), 5, "{told:?}");
    assert!(told.iter().any(|fault| fault.contains("les deux corvettes 111 sont en exil")), "{told:?}");
    question["ships"] = json!([ship(0, "111", "a1"), ship(1, "111", "d6")]);
    question["turn"] = json!(61);
    question["counter"] = json!(5);
    question["expeller"] = json!(1);
    assert_eq!(asked(&question)["start"], ",,,b111/,,,/,,,/,,,/,,,/r111,,, r 61 5 b");
    let city = json!({ "study": "edit", "game": "wargame", "values": "1 2/3 4", "columns": 2,
        "owners": [0, null, null, 1], "side": 1 });
    assert_eq!((&asked(&city)["start"], &asked(&city)["values"]), (&json!("b./.g g"), &json!("1 2/3 4")));
}
