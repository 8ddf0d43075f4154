//! Chapter 9, game records.

use crate::read;
use joust_core::{BadRecord, Course, DuelGame, Game, Record};
use joust_mad::{Battle, Board, Position, Rules};

/// What a record replays to: the last position and the result.
fn replay(text: &str) -> Result<(String, String), BadRecord> {
    let record: Record = text.parse().unwrap_or_else(|why| panic!("{text}: {why}"));
    let battle = Course::<Battle>::of_record(&record)?;
    let outcome = battle.outcome().map_or("*".into(), |outcome| outcome.to_string());
    Ok((battle.position().to_string(), outcome))
}

/// Why a record does not replay, in words.
fn refused(text: &str) -> String {
    replay(text).expect_err(text).to_string()
}

#[test]
fn mad_9_8_a_record_is_headers_actions_and_the_result() {
    let text = "[Game \"mad\"]\n[Red \"Ada\"]\n[Board \"6x4\"]\n[Rules \"current\"]\n\n\
                1. pass {a comment} pass\n3. 211-c2-c4 122-b5-b4\n5. 211-c4xb4 {is that wise?} resign\n1-0\n";
    let record: Record = text.parse().unwrap();
    let battle = Course::<Battle>::of_record(&record);
    // 211 attacks with 1 and 122 defends with 2.
    assert_eq!(
        battle.unwrap_err().to_string(),
        "turn 5, `211-c4xb4`: 211 attacks with 1, and blue 122 on b4 defends with 2 [MAD-3.3]"
    );
    let (position, outcome) = replay(&text.replace("211-c4xb4", "211-c4-d4")).unwrap();
    assert_eq!(
        position,
        "b221,b111,b222,b212/b121,,b211,b112/,b122,,r211/,,,/r121,r122,,r112/r221,r111,r222,r212 b 6 5 -"
    );
    assert_eq!(outcome, "1-0");
}

#[test]
fn mad_9_8_variations_are_passed_over() {
    let text = "{so} 1. pass (1. 112<>221 (1. 121<>212) pass {a comment}) pass (2... 111<>222)\n3. 211-c2-c4 resign 1-0";
    assert_eq!(replay(text).unwrap(), replay("1. pass pass 3. 211-c2-c4 resign 1-0").unwrap());
    assert!("1. (pass) pass".parse::<Record>().is_err(), "it stands behind the action that it replaces");
}

#[test]
fn mad_9_8_all_results_replay() {
    let position = "[Position \"b111,,,/r121,,,/,,,/,,,/b121,,,/r111,,, r 9 2 r\"]\n[Turn \"9\"]\n\n";
    for (actions, result) in [
        ("9. 121-a5xa6", "1-0"),
        ("9. 121-a5-a4 10. 121-a2xa1", "0-1"),
        ("offer accept", "1/2-0"),
        ("9. 121-a5-a4 offer accept", "1/2-0"),
        ("9. 111-a1xa2 offer decline 10... resign", "1-0"),
        ("9. 111-a1xa2", "*"),
        ("9. time", "0-1"),
        ("9. 111-a1xa2 offer time", "0-1"),
        ("9. blue-resigns", "1-0"),
        ("9. red-resigns", "0-1"),
        ("9. 111-a1xa2 red-resigns", "0-1"),
        ("", "*"),
    ] {
        assert_eq!(replay(&format!("{position}{actions}\n{result}")).unwrap().1, result, "{actions}");
    }
    let lone = "[Position \"b111,,,/,,,/,,,/,,,/,,,/r111,,, r 61 39 -\"]\n\n111-a1-a2";
    assert_eq!(replay(&format!("{lone} 0-1/2")).unwrap().1, "0-1/2");
}

#[test]
fn mad_9_8_replaying_must_give_the_result() {
    assert_eq!(refused("1. pass pass 1-0"), "the record says 1-0, but its moves lead to * [MAD-9.8]");
    assert_eq!(refused("1. pass resign 1/2-0"), "the record says 1/2-0, but its moves lead to 1-0 [MAD-9.8]");
    // A record without a result is one of an unfinished game.
    assert_eq!(refused("1. pass resign"), "the record says *, but its moves lead to 1-0 [MAD-9.8]");
    assert!(replay("1. pass pass").is_ok());
}

#[test]
fn mad_9_8_a_wrong_action_is_named_with_its_turn_and_clause() {
    for (text, why) in [
        ("1. c2c4 *", "turn 1, `c2c4`: turn 1 is a positioning turn: permute, rotate or pass [MAD-6.1]"),
        ("pass pass pass *", "turn 3, `pass`: passing is allowed in a positioning turn only [MAD-2.3]"),
        ("pass accept *", "turn 2, `accept`: nobody has offered to end the game [MAD-7.7]"),
        ("resign pass 0-1", "turn 1, `pass`: the game is over: red resigns [MAD-7.8]"),
        ("offer pass *", "turn 1, `pass`: blue has to accept or decline the offer first [MAD-7.7]"),
    ] {
        assert_eq!(refused(text), why);
    }
    assert!(refused("hello *").starts_with("turn 1, `hello`: `hello` is not a move"));
}

#[test]
fn mad_9_8_headers_settle_game_board_rules_and_start() {
    assert_eq!(refused("[Game \"chess\"]\n*"), "this is a record of the game `chess`, not of mad");
    assert_eq!(refused("[Board \"7x7\"]\n*"), "header Board: there is no board `7x7`");
    assert!(refused("[Rules \"odd\"]\n*").starts_with("header Rules: `odd` is not a ruleset"));
    assert!(refused("[Position \",,,\"]\n*").starts_with("header Position: rows: no board"));
    assert!(refused("[Picture \"r111\"]\n*").starts_with("header Picture: 1 squares"));
    let mismatch = "[Board \"5x5\"]\n[Position \"b111,,,/,,,/,,,/,,,/,,,/r111,,, r\"]\n*";
    assert!(refused(mismatch).contains("5x5 was asked for"));
    let aztec = replay("[Board \"aztec\"]\n[Rules \"app\"]\n\n1. 121-c3-c4 *").unwrap().0;
    assert!(aztec.ends_with(" b 2 1 -"), "{aztec}");
}

#[test]
fn mad_9_8_numbers_and_comments_may_stand_anywhere() {
    let plain = replay("pass pass 211-c2-c4 *").unwrap();
    for text in [
        "1. pass 2. pass 3. 211-c2-c4 *",
        "1.\npass\n{two\nlines} pass {[Not \"a header\"]}\n3. 211-c2-c4\n*",
        "{before}1. pass{between}pass 3.{x} 211-c2-c4{after} * {the end}",
        "1. pass 2... pass c2c4",
    ] {
        assert_eq!(replay(text).unwrap(), plain, "{text}");
    }
}

#[test]
fn mad_9_8_a_battle_writes_the_record_that_replays_it() {
    let mut battle = Course::new(Battle::default());
    for action in ["pass", "112<>221", "offer", "decline", "211-c2-c4", "resign"] {
        let seat = battle.to_act().seat();
        battle.act(seat, &action.parse().unwrap()).unwrap();
    }
    let record = battle.record(&[("Red", "Ada"), ("Blue", "a \"quoted\" name")]);
    let text = record.to_string();
    assert_eq!(
        text,
        "[Game \"mad\"]\n[Red \"Ada\"]\n[Blue \"a \\\"quoted\\\" name\"]\n[Board \"6x4\"]\n[Rules \"current\"]\n\
         [Ending \"blue resigns\"]\n\n1. pass 112<>221 offer decline\n3. 211-c2-c4 resign\n1-0\n"
    );
    assert_eq!(text.parse(), Ok(record));
    assert_eq!(replay(&text).unwrap().0, battle.position().to_string());
}

#[test]
fn mad_9_8_a_battle_from_another_start_writes_where_it_began() {
    let start = read("b111,,,/,,,/,,,/,,,/,,,/r111,,, b 34 3 r");
    let mut battle = Course::new(Battle::at(start));
    battle.act(battle.to_act().seat(), &battle.read("111-a6-b6").unwrap()).unwrap();
    let record = battle.record(&[]);
    assert_eq!(record.header("Position"), Some("b111,,,/,,,/,,,/,,,/,,,/r111,,, b 34 3 r"));
    assert!(record.to_string().ends_with("\n\n34... 111-a6-b6\n*\n"), "{record}");
    let again = Course::<Battle>::of_record(&record).unwrap();
    assert_eq!((again.start(), again.position()), (battle.start(), battle.position()));
}

#[test]
fn mad_9_8_a_battle_on_an_own_board_takes_the_board_along() {
    let own = Board::from_picture("own", "b111,b222/,/r111,r222").unwrap().leak();
    let mut battle = Course::new(Battle::at(Position::start(own, Rules::APP)));
    battle.act(battle.to_act().seat(), &battle.read("111-a2").unwrap()).unwrap();
    let record = battle.record(&[]);
    assert_eq!(record.header("Picture"), Some("b111,b222/,/r111,r222"));
    let again = Course::<Battle>::of_record(&record.to_string().parse().unwrap()).unwrap();
    assert_eq!(again.position(), battle.position());
    assert_eq!(again.position().board().name(), "own");
    let known = Course::new(Battle::default()).record(&[]);
    assert_eq!(known.header("Picture"), None);
}
