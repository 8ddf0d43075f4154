//! Any text as a question of a page: the answer is a JSON object, and equal questions get equal answers.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let answer = joust_view::answer(text);
    let value: serde_json::Value = serde_json::from_str(&answer).expect("the answer is JSON");
    assert!(value.is_object(), "{answer}");
    assert_eq!(joust_view::answer(text), answer);
});
