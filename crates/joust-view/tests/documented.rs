//! The examples in docs/view.md are the program's own views.

#[path = "../../../tests/support/shown.rs"]
mod shown;

use joust_core::Record;
use serde_json::Value;
use shown::shows;

const PAGE: &str = include_str!("../../../docs/view.md");

/// The record of the game that an example shows: its actions stand in `plies`.
fn record(example: &Value) -> Record {
    let mut record = Record::default();
    for (header, field) in [("Game", "game"), ("Rules", "rules"), ("Board", "board"), ("Seed", "seed")] {
        match &example[field] {
            Value::Null => {}
            Value::String(text) => record.set(header, text.as_str()),
            value => record.set(header, value.to_string()),
        }
    }
    let all_at_once = example["game"] == "madmax";
    // The text of a hidden action is `null`: no order leads to the same view.
    let written = |ply: &Value| match ply["text"].as_str().unwrap_or("-") {
        text if all_at_once => format!("{}:{text}", ply["seat"]),
        text => text.to_owned(),
    };
    record.actions = example["plies"].as_array().unwrap().iter().map(written).collect();
    record
}

#[test]
fn the_examples_in_the_documents_are_what_is_told() {
    let blocks = PAGE.split("```json\n").skip(1).map(|rest| rest.split("```").next().unwrap());
    let mut games = Vec::new();
    for block in blocks {
        let example: Value = serde_json::from_str(block).unwrap_or_else(|why| panic!("{why}: {block}"));
        let view = joust_view::of_record(&record(&example), None).unwrap();
        let view: Value = serde_json::from_str(&view.to_string()).unwrap();
        for (name, told) in view.as_object().unwrap() {
            let shown = &example[name];
            assert!(shows(shown, told), "{}: {name}:\n{shown}\n{told}", example["game"]);
        }
        assert!(shows(&example, &view), "{}: another order of fields, or one too many", example["game"]);
        games.push(example["game"].as_str().unwrap().to_owned());
    }
    assert_eq!(games, ["mad", "wargame", "madmax"]);
}

/// Every field of every view is named in a table of the page.
#[test]
fn every_field_is_described() {
    let blocks = PAGE.split("```json\n").skip(1).map(|rest| rest.split("```").next().unwrap());
    for block in blocks {
        let example: Value = serde_json::from_str(block).unwrap();
        let first = |list: &Value| list.as_array().and_then(|list| list.first()).cloned().unwrap_or_default();
        let parts =
            ["moves", "plies", "ships", "units", "cities", "orders"].map(|list| first(&example[list]));
        for object in std::iter::once(&example).chain(&parts).filter_map(Value::as_object) {
            for name in object.keys() {
                let described =
                    PAGE.lines().any(|line| line.starts_with('|') && line.contains(&format!("`{name}`")));
                assert!(described, "{name}");
            }
        }
    }
}
