//! No question makes the page's rules panic, and every answer is JSON.

#[path = "../../../tests/support/hostile.rs"]
mod hostile;

use hostile::{almost, config};
use joust_view::answer;
use proptest::prelude::*;

fn questions() -> Vec<String> {
    [
        r#"{"game":"mad","rules":"current","board":"5x5","values":null,"start":null,"course":["pass","112<>221","122-c2-c3","offer","decline"],"at":2}"#,
        r#"{"game":"mad","start":",b111,b222,/r221,b122,,b112/,,r112,/,b211,r212,/,,r211,/r111,,r222, r 31 4 b","course":["221-a5-a6+112<>221"]}"#,
        r#"{"game":"wargame","rules":"optional-blitz","board":"own","values":"1 2 3/4 5 6","course":["drop-A1","drop-C2","blitz-B1"]}"#,
        r#"{"why":"c2c4","seat":0,"language":"fr","game":"mad","course":["pass","resign"]}"#,
        r#"{"why":"A1 \ud83d\ude80","seat":1,"game":"wargame","board":"own","values":"1 2 3/4 5 6"}"#,
    ]
    .map(str::to_owned)
    .to_vec()
}

proptest! {
    #![proptest_config(config(4000))]

    #[test]
    fn every_question_has_an_answer(question in almost(questions(), "{}[]\":,\\/u0129 .#<>+-xrbg\n")) {
        let answer = answer(&question);
        let value: serde_json::Value = serde_json::from_str(&answer)
            .map_err(|why| TestCaseError::fail(format!("{why}: {answer}")))?;
        prop_assert!(value.is_object());
        if let Some(faults) = value.get("error") {
            prop_assert!(faults.as_array().is_some_and(|faults| !faults.is_empty()));
        }
    }
}
