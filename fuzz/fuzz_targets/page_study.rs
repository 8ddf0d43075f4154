//! Any text pasted into the analysis page: what is read can be written, and reads again as the same tree.

#![no_main]

use libfuzzer_sys::fuzz_target;
use serde_json::{Value, json};

fn asked(question: &Value) -> Value {
    serde_json::from_str(&joust_study::answer(&question.to_string())).expect("the answer is JSON")
}

fuzz_target!(|text: &str| {
    let found = asked(&json!({ "study": "read", "text": text, "language": "fr" }));
    if let Some(faults) = found.get("error") {
        assert!(faults.as_array().is_some_and(|faults| !faults.is_empty()));
        return;
    }
    let mut question = found.clone();
    question["study"] = json!("write");
    let written = asked(&question);
    let record = written["record"].as_str().unwrap_or_else(|| panic!("{written}"));
    let again = asked(&json!({ "study": "read", "text": record }));
    assert_eq!(again["nodes"].as_array().map(Vec::len), found["nodes"].as_array().map(Vec::len), "{record}");
    let mut question = again;
    question["study"] = json!("write");
    assert_eq!(asked(&question)["record"].as_str(), Some(record));
});
