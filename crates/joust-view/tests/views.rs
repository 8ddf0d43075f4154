//! The views of whole games agree with the register.

use joust_core::{Seed, below};
use joust_games::{Ask, BoardAsk, DuelSession, duel};
use joust_view::answer;
use serde_json::{Value, json};

fn asked(question: &Value) -> Value {
    let answer = answer(&question.to_string());
    serde_json::from_str(&answer).unwrap_or_else(|why| panic!("{why}: {answer}"))
}

fn texts(value: &Value, field: &str) -> Vec<String> {
    let mut texts: Vec<_> =
        value.as_array().unwrap().iter().map(|item| item[field].as_str().unwrap().to_owned()).collect();
    texts.sort();
    texts
}

/// Actions as records have them.
fn course(session: &dyn DuelSession) -> Vec<String> {
    session.course().into_iter().map(|(_, action)| action).collect()
}

fn agree(view: &Value, session: &dyn DuelSession) {
    let position = session.position();
    assert_eq!(view["position"], position.text());
    assert_eq!(view["side"], position.to_move().index());
    let awaits: Vec<_> = session.awaits().iter().map(joust_core::Seat::index).collect();
    assert_eq!(view["awaits"], json!(awaits));
    let words: Vec<_> = view["words"].as_array().unwrap().iter().map(|word| word.as_str().unwrap()).collect();
    assert_eq!(words, session.words());
    let mut moves = position.moves();
    moves.sort();
    if session.outcome().is_some() || words.contains(&"accept") {
        moves.clear();
    }
    assert_eq!(texts(&view["moves"], "text"), moves);
    for mv in view["moves"].as_array().unwrap() {
        let mut after = session.position();
        after.play(mv["text"].as_str().unwrap()).unwrap();
        assert_eq!(mv["position"], after.text(), "{mv}");
    }
    assert_eq!(view["over"], serde_json::to_value(session.ending()).unwrap());
    let plies: Vec<_> = view["plies"].as_array().unwrap().iter().map(|ply| ply["text"].clone()).collect();
    assert_eq!(json!(plies), json!(course(session)));
}

/// Plays a random game and compares every view; `last` is called with every move and the next view.
fn play(name: &str, terms: &Value, seed: u64, check: &mut dyn FnMut(&Value, &Value, &Value)) -> Value {
    let text = |field: &str| terms[field].as_str();
    let board = text("board").map(BoardAsk::Named);
    let ask = Ask { rules: text("rules"), board, position: text("start"), ..Ask::default() };
    let mut session = duel(name).unwrap().duel_session(&ask).unwrap();
    let mut rng = Seed(seed).rng();
    let mut question = terms.clone();
    question["game"] = json!(name);
    let mut before = Value::Null;
    for _ in 0..400 {
        question["course"] = json!(course(&*session));
        let view = asked(&question);
        agree(&view, &*session);
        if let Some(last) = view["plies"].as_array().unwrap().last()
            && before != Value::Null
        {
            check(&before, last, &view);
        }
        if session.outcome().is_some() {
            break;
        }
        let mut words = session.words();
        words.retain(|word| *word != "resign" && *word != "accept");
        let say = words.first().filter(|word| **word == "decline" || below(&mut rng, 8) == 0);
        let action = match say {
            Some(word) => (*word).to_owned(),
            None => session.position().random_move(&mut rng).unwrap(),
        };
        session.act(&action).unwrap();
        before = view;
    }
    question
}

fn places(view: &Value) -> Vec<(Value, Value, Value)> {
    let ships = view["ships"].as_array().unwrap().iter();
    ships.map(|ship| (ship["side"].clone(), ship["ship"].clone(), ship["at"].clone())).collect()
}

#[test]
fn games_of_mad_are_told_as_they_are() {
    let mut with_bonus = 0;
    for (seed, board) in ["6x4", "5x5", "4x6", "aztec"].into_iter().enumerate() {
        for rules in ["current", "app", "limit=12,positioning=on,agreed=on"] {
            let terms = json!({ "board": board, "rules": rules });
            play("mad", &terms, seed as u64, &mut |before, ply, after| {
                let Some(told) =
                    before["moves"].as_array().unwrap().iter().find(|mv| mv["text"] == ply["text"])
                else {
                    assert_eq!(places(before), places(after), "words change nothing");
                    return;
                };
                with_bonus += usize::from(told["bonus"] != Value::Null);
                let mut expected = places(before);
                for change in told["then"].as_array().unwrap() {
                    let ship = expected
                        .iter_mut()
                        .find(|(side, ship, _)| *side == change["side"] && *ship == change["ship"])
                        .unwrap();
                    assert_eq!(ship.2, change["from"]);
                    ship.2 = change["to"].clone();
                }
                assert_eq!(places(after), expected, "{told}");
                // A ply has the fields that the move had among the choices.
                for (field, value) in told.as_object().unwrap() {
                    assert_eq!(ply[field], *value, "{field}");
                }
            });
        }
    }
    assert!(with_bonus > 0, "the games have no bonus to look at");
}

#[test]
fn games_of_the_war_game_are_told_as_they_are() {
    for (seed, board) in ["Smolensk", "custom4x4", "long", "random:5x4:7"].into_iter().enumerate() {
        for rules in ["mandatory", "optional-blitz"] {
            let terms = json!({ "board": board, "rules": rules });
            play("wargame", &terms, seed as u64, &mut |before, ply, after| {
                let seat = ply["seat"].as_u64().unwrap() as usize;
                let score = |view: &Value, seat: usize| view["scores"][seat].as_i64().unwrap();
                assert_eq!(score(after, seat) - score(before, seat), ply["gain"].as_i64().unwrap());
                assert_eq!(score(before, 1 - seat) - score(after, 1 - seat), ply["loot"].as_i64().unwrap());
                let names = before["squares"].as_array().unwrap();
                let taken: Vec<_> = (0..names.len())
                    .filter(|at| before["owners"][*at] != after["owners"][*at])
                    .map(|at| names[at].clone())
                    .collect();
                let mut told = ply["conquers"].as_array().unwrap().clone();
                told.push(ply["square"].clone());
                assert_eq!(taken.len(), told.len());
                assert!(told.iter().all(|square| taken.contains(square)), "{ply}");
            });
        }
    }
}

#[test]
fn an_earlier_view_has_all_plies() {
    let course = json!(["pass", "pass", "211-c2-c4", "offer", "decline", "122-b5-b4"]);
    let ask = |at: Value| asked(&json!({ "game": "mad", "course": course, "at": at }));
    let early = ask(json!(2));
    assert_eq!(early["at"], 2);
    assert_eq!(early["turn"], 3);
    assert_eq!(early["plies"].as_array().unwrap().len(), 6);
    assert_eq!(ask(json!(99)), ask(Value::Null));
    // After the offer the other side is asked, and there is nothing to move.
    let offered = asked(&json!({ "game": "mad", "course": ["pass", "pass", "offer"] }));
    assert_eq!((offered["side"].clone(), offered["awaits"].clone()), (json!(0), json!([1])));
    assert_eq!(offered["words"], json!(["accept", "decline", "resign"]));
    assert_eq!(offered["moves"], json!([]));
}

#[test]
fn a_fatal_shift_and_an_expulsion_are_marked() {
    let start = "b111,,,/,,,/,,,/,b121,,/r211,r111,,/,,, r 9 3 b";
    let view = asked(&json!({ "game": "mad", "start": start }));
    let find = |text: &str| {
        view["moves"].as_array().unwrap().iter().find(|mv| mv["text"] == text).cloned().unwrap_or_default()
    };
    assert_eq!(find("111<>222")["fatal"], true);
    assert_eq!(find("122<>211")["fatal"], false);
    assert_eq!(find("211-a2xb3")["expels"], "121");
    assert_eq!(
        find("122<>211")["then"],
        json!([{ "side": 0, "ship": "122", "from": null, "to": "a2" },
               { "side": 0, "ship": "211", "from": "a2", "to": null }])
    );
    assert_eq!((view["counter"].clone(), view["tiebreak"].clone()), (json!(3), json!(1)));
}

#[test]
fn impossible_questions_are_refused_with_reasons() {
    let error = |question: Value| asked(&question)["error"][0].as_str().unwrap_or_default().to_owned();
    assert!(error(json!({ "game": "chess" })).starts_with("`chess` is not a duel"));
    assert!(error(json!({ "game": "mad", "board": "7x7" })).contains("7x7"));
    assert!(error(json!({ "game": "mad", "rules": "none" })).contains("[MAD-8.1]"));
    assert!(
        error(json!({ "game": "mad", "course": ["pass", "211-c2-c4"] })).starts_with("turn 2, `211-c2-c4`:")
    );
    assert!(
        error(json!({ "game": "wargame", "board": "small", "course": ["drop-Z9"] })).contains("[WAR-1.2]")
    );
    // The error names the fault, not the header of a record.
    assert_eq!(error(json!({ "game": "wargame", "board": "none" })), "there is no board `none`");
    assert!(error(json!({ "game": "mad", "course": "pass" })).contains("`course` must be"));
    assert!(error(json!([])).contains("not an object"));
    let faults = asked(&json!({ "game": "mad", "start": "r111,r111/ x" }));
    assert!(faults["error"].as_array().unwrap().len() > 1, "{faults}");
}

/// What the page is told when a seat wants something that it may not do.
fn why(question: &str) -> (String, String) {
    let answer: serde_json::Value = serde_json::from_str(&joust_view::answer(question)).unwrap();
    let field = |name: &str| answer["why"][name].as_str().unwrap_or_default().to_owned();
    (field("clause"), field("text"))
}

#[test]
fn a_refusal_names_its_clause_in_both_languages() {
    let game = r#""game":"mad","rules":"app","course":[]"#;
    for (asked, clause, english, french) in [
        ("c2c5", "MAD-3.1", "one or two squares", "d’une ou deux cases"),
        ("b2b4", "MAD-3.1", "b4 is 2 away", "b4 est à 2 cases"),
        ("c1c3", "MAD-3.2", "no vacant square", "aucune case libre"),
        ("b5b4", "MAD-2.2", "it is the turn of red", "c’est à Rouge de jouer"),
        ("a1b1", "MAD-3.3", "own 111", "du même camp"),
        ("c2z9", "MAD-1.2", "no square", "pas de case"),
    ] {
        let asked = format!(r#"{{{game},"why":"{asked}","seat":0"#);
        let (told, text) = why(&format!("{asked}}}"));
        assert!(told == clause && text.contains(english), "{asked}: {told} {text}");
        let (told, text) = why(&format!(r#"{asked},"language":"fr"}}"#));
        assert!(told == clause && text.contains(french), "{asked}: {told} {text}");
    }
    // Whose turn it is comes first, and what is allowed has no reason.
    assert_eq!(why(&format!(r#"{{{game},"why":"c2c5","seat":1}}"#)).0, "MAD-2.1");
    assert_eq!(joust_view::answer(&format!(r#"{{{game},"why":"c2c4","seat":0}}"#)), r#"{"why":null}"#);
    let war = r#"{"game":"wargame","board":"tiny","course":["drop-A1","drop-B2"],"why":"A1""#;
    assert_eq!(why(&format!(r#"{war},"seat":0}}"#)).0, "WAR-2.2");
    assert_eq!(why(&format!(r#"{war},"seat":1,"language":"fr"}}"#)).1, "c’est à Bleu de jouer");
    assert!(joust_view::answer(&format!("{war}}}")).contains("`seat` must be 0 or 1"));
}
