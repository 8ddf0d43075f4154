//! Chapter 6, game records.

use crate::{EXAMPLE, board, read};
use joust_core::{BadRecord, Course, DuelGame, Game, Record};
use joust_wargame::{Board, Campaign, Position, Rules};

/// What a record replays to: the last position and the result.
fn replay(text: &str) -> Result<(String, String), BadRecord> {
    let record: Record = text.parse().unwrap_or_else(|why| panic!("{text}: {why}"));
    let campaign = Course::<Campaign>::of_record(&record)?;
    let outcome = campaign.outcome().map_or("*".into(), |outcome| outcome.to_string());
    Ok((campaign.position().to_string(), outcome))
}

/// Why a record does not replay, in words.
fn refused(text: &str) -> String {
    replay(text).expect_err(text).to_string()
}

#[test]
fn war_6_5_a_record_is_headers_moves_and_the_result() {
    let text = format!(
        "[Game \"wargame\"]\n[Blue \"Ada\"]\n[Board \"Smolensk\"]\n[Position \"{EXAMPLE}\"]\n\n\
         1. blitz-D3 {{the course's example}} blitz-C3\n3. drop-A1 C5 resign 1-0\n"
    );
    let (position, outcome) = replay(&text).unwrap();
    assert_eq!(position, "g..b../..bgb./..bb../..bg../..b.../...... g");
    // Green moved first here, and it is Green who resigns.
    assert_eq!(outcome, "1-0");
}

#[test]
fn war_6_5_variations_are_passed_over() {
    let text = "1. drop-A1 (1. drop-B1 {c} drop-A1) drop-C3 (2... drop-B2 (2... drop-A2)) resign 0-1";
    assert_eq!(replay(text).unwrap(), replay("1. drop-A1 drop-C3 resign 0-1").unwrap());
}

#[test]
fn war_6_5_all_results_replay() {
    for (actions, result) in [
        ("1. drop-B2 drop-A1 3. blitz-A2 drop-B1", "1-0"),
        ("1. drop-B1 drop-A2 3. blitz-A1 drop-B2", "0-1"),
        ("1. resign", "0-1"),
        ("1. drop-A1 resign", "1-0"),
        ("1. drop-A1", "*"),
        ("1. drop-A1 time", "1-0"),
        ("1. drop-A1 blue-resigns", "0-1"),
        ("1. drop-A1 green-resigns", "1-0"),
        ("", "*"),
    ] {
        let text = format!("[Board \"tiny\"]\n\n{actions}\n{result}");
        assert_eq!(replay(&text).unwrap_or_else(|why| panic!("{actions}: {why}")).1, result, "{actions}");
    }
    let tie = "[Board \"Keren:2x1\"]\n\n1. drop-A1 drop-B1 1/2-1/2";
    assert_eq!(replay(tie).unwrap().0, "bg b");
}

#[test]
fn war_6_5_replaying_must_give_the_result_and_the_score() {
    assert_eq!(refused("1. A1 1-0"), "the record says 1-0, but its moves lead to * [WAR-6.5]");
    assert_eq!(refused("1. resign 1-0"), "the record says 1-0, but its moves lead to 0-1 [WAR-6.5]");
    assert_eq!(refused("1. resign"), "the record says *, but its moves lead to 0-1 [WAR-6.5]");
    assert_eq!(
        refused("[Score \"67:0\"]\n\n1. A1 *"),
        "the record says 67:0, but its moves lead to 66:0 [WAR-6.5]"
    );
    assert!(replay("[Score \"66:0\"]\n\n1. A1").is_ok());
}

#[test]
fn war_6_5_a_wrong_action_is_named_with_its_turn_and_clause() {
    for (text, why) in [
        ("A1 A1 *", "turn 2, `A1`: A1 is not vacant: blue owns it [WAR-2.2]"),
        ("blitz-A1 *", "turn 1, `blitz-A1`: no square of blue touches A1, so taking it is a drop [WAR-2.3]"),
        (
            "A1 F6 drop-B1 *",
            "turn 3, `drop-B1`: a square of blue touches B1, so taking it is a blitz [WAR-2.3]",
        ),
        ("green-resigns time 1-0", "turn 1, `time`: the game is over: green has resigned [WAR-4.3]"),
        ("resign A1 0-1", "turn 1, `A1`: the game is over: blue has resigned [WAR-4.3]"),
        (
            "offer *",
            "turn 1, `offer`: `offer` is not a square of Smolensk: the squares are A1 to F6 [WAR-1.2]",
        ),
    ] {
        assert_eq!(refused(text), why);
    }
    let full = "[Board \"Keren:1x1\"]\n\nA1 A1 *";
    assert_eq!(refused(full), "turn 2, `A1`: the game is over: no square is vacant [WAR-4.2]");
}

#[test]
fn war_6_5_headers_settle_game_board_rules_and_start() {
    assert_eq!(refused("[Game \"mad\"]\n*"), "this is a record of the game `mad`, not of wargame");
    assert_eq!(refused("[Board \"Paris\"]\n*"), "header Board: there is no board `Paris`");
    assert!(refused("[Rules \"odd\"]\n*").starts_with("header Rules: `odd` is not a ruleset"));
    assert!(refused("[Position \"...\"]\n*").starts_with("header Position: rows: 1 instead of 6"));
    assert!(refused("[Values \"1 2/3\"]\n*").starts_with("header Values: board Smolensk: row 2"));
    let optional = "[Board \"tiny\"]\n[Rules \"optional-blitz\"]\n[Position \"bg/.. b\"]\n\ndrop-B2 *";
    assert_eq!(replay(&optional.replace("drop-B2", "A2")).unwrap().0, "bg/b. g");
    assert_eq!(replay(optional).unwrap().0, "bg/.b g");
}

#[test]
fn war_6_5_a_campaign_writes_the_record_that_replays_it() {
    let mut campaign = Course::new(Campaign::at(read(EXAMPLE)));
    for text in ["D3", "blitz C3", "resign"] {
        let seat = campaign.position().side().seat();
        campaign.act(seat, &text.parse().unwrap()).unwrap();
    }
    let record = campaign.record(&[("Blue", "Ada"), ("Green", "a \"quoted\" name")]);
    let text = record.to_string();
    assert_eq!(
        text,
        "[Game \"wargame\"]\n[Blue \"Ada\"]\n[Green \"a \\\"quoted\\\" name\"]\n[Board \"Smolensk\"]\n\
         [Rules \"mandatory\"]\n[Position \"...b../..bbb./....../..gg../....../...... g\"]\n\
         [Score \"290:11\"]\n\n1. blitz-D3 blitz-C3 resign\n1-0\n"
    );
    assert_eq!(text.parse(), Ok(record));
    assert_eq!(replay(&text).unwrap().0, campaign.position().to_string());
}

#[test]
fn war_6_5_an_own_board_takes_its_values_along() {
    for name in ["own", "Smolensk", "random:2x2:1", "two\nlines", "\r", ""] {
        let own = Board::read(name, "5 6/7 8").unwrap();
        let campaign = Course::new(Campaign::at(Position::start(own, Rules::default())));
        let record = campaign.record(&[]);
        assert_eq!(record.header("Values"), Some("5 6/7 8"), "{name}");
        let again = Course::<Campaign>::of_record(&record.to_string().parse().unwrap()).unwrap();
        assert_eq!(again.position().board(), own, "{name}");
    }
    for name in ["Smolensk", "Keren:5x4", "random:6x6:42"] {
        let start = Position::start(board(name), Rules::default());
        let campaign = Course::new(Campaign::at(start));
        assert_eq!(campaign.record(&[]).header("Values"), None, "{name}");
        assert_eq!(Course::<Campaign>::of_record(&campaign.record(&[])).unwrap().position(), &start);
    }
}
