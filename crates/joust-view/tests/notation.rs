//! Records and positions that go out can come back in, and others are understood or refused.

use joust_view::answer;
use serde_json::{Value, json};

fn asked(question: &Value) -> Value {
    serde_json::from_str(&answer(&question.to_string())).unwrap()
}

fn read(text: &str) -> Value {
    asked(&json!({ "read": text }))
}

#[test]
fn a_record_that_was_written_is_read() {
    let tables = [
        json!({ "game": "mad", "rules": "current", "board": "5x5", "values": null, "start": null,
                "course": ["pass", "112<>221", "offer", "decline", "122-c2-c3", "resign"] }),
        json!({ "game": "mad", "rules": "app", "board": "6x4", "values": null,
                "start": "b111,,,/,,,/,,,/,b121,,/r211,r111,,/,,, r 9 3 b", "course": ["211-a2xb3"] }),
        json!({ "game": "wargame", "rules": "optional-blitz", "board": "own", "values": "1 2 3/4 5 6",
                "start": null, "course": ["drop-A1", "drop-C2", "blitz-B1"] }),
    ];
    for table in tables {
        let mut question = table.clone();
        question["write"] = json!({ "Event": "a \"test\"", "Red": "Ada" });
        let record = asked(&question)["record"].as_str().unwrap().to_owned();
        assert!(record.contains("[Event \"a \\\"test\\\"\"]"), "{record}");
        let found = read(&record);
        assert_eq!(found["course"], table["course"], "{found}");
        for field in ["game", "rules", "board", "values"] {
            assert_eq!(found[field], table[field], "{field} of {found}");
        }
        // The page can ask for the view of the game at once, and it equals that of the original.
        assert_eq!(asked(&found)["position"], asked(&table)["position"]);
        assert_eq!(asked(&found)["plies"], asked(&table)["plies"]);
    }
}

#[test]
fn a_position_text_is_read_with_the_page_in_mind() {
    let text = "b221,b111,b222,b212/b121,b122,b211,b112/,,,/,,,/r121,r122,r211,r112/r221,r111,r222,r212 b";
    let found = asked(&json!({ "read": text, "game": "mad", "rules": "classic", "board": "5x5" }));
    assert_eq!((found["board"].clone(), found["rules"].clone()), (json!("6x4"), json!("classic")));
    assert_eq!(found["start"], format!("{text} 4 0 -"));
    let city =
        asked(&json!({ "read": "b../.g. b", "game": "wargame", "board": "own", "values": "1 2 3/4 5 6" }));
    assert_eq!((city["values"].clone(), city["start"].clone()), (json!("1 2 3/4 5 6"), json!("b../.g. b")));
    // A position of another game than the one on the page.
    let other = asked(&json!({ "read": text, "game": "wargame", "rules": "mandatory", "board": "small" }));
    assert_eq!((other["game"].clone(), other["rules"].clone()), (json!("mad"), json!("current")));
}

#[test]
fn bare_moves_belong_to_the_game_on_the_page() {
    let found = asked(&json!({ "read": "1. pass pass 3. 122-c3", "game": "mad", "board": "5x5" }));
    assert_eq!(found["course"], json!(["pass", "pass", "122-c2-c3"]));
    assert_eq!(found["board"], "5x5");
    let found = asked(&json!({ "read": "A1 b1", "game": "wargame", "board": "tiny" }));
    assert_eq!(found["course"], json!(["drop-A1", "drop-B1"]));
    assert_eq!(read("pass pass c2c4")["board"], "6x4");
    assert_eq!(read("drop-A1 drop-C3")["game"], "wargame");
}

#[test]
fn texts_that_are_not_games_are_refused() {
    for (text, reason) in [
        ("  ", "nothing to read"),
        ("[Game \"chess\"]\n\ne4", "`chess` is not a duel"),
        ("[Game mad]", "line 1"),
        ("[Game \"mad\"]\n\npass pass\n1-0", "its moves lead to *"),
        ("pass c2c4 hello", "c2c4"),
        ("a/b c", "row"),
        ("a,b/c,d r", "a2"),
    ] {
        let found = read(text);
        let faults = found["error"].as_array().unwrap_or_else(|| panic!("{text}: {found}"));
        assert!(faults.iter().any(|fault| fault.as_str().unwrap().contains(reason)), "{text}: {found}");
    }
}

#[test]
fn a_game_that_a_referee_ended_is_read_up_to_its_last_action() {
    for (end, result) in [("time", "1-0"), ("red-resigns", "0-1")] {
        let record = format!("[Game \"mad\"]\n\n1. pass pass\n3. 211-c2-c4 {end}\n{result}\n");
        let found = read(&record);
        assert_eq!(found["course"].as_array().map(Vec::len), Some(3), "{end}: {found}");
        assert_eq!(found["result"], result);
    }
    let record = "[Game \"wargame\"]\n\n1. drop-C3 time\n1-0\n";
    assert_eq!(read(record)["course"].as_array().map(Vec::len), Some(1));
}
