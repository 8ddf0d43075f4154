//! Chapter 6, positions in writing.

use crate::{EXAMPLE, board, on, read};
use joust_core::Duel;
use joust_wargame::{Position, PositionFault, Rules, Side};

/// All reasons why a text is not a position of Smolensk.
fn refused(text: &str) -> Vec<String> {
    let refused = Position::read(text, board("Smolensk"), Rules::default()).expect_err(text);
    assert!(!refused.to_string().is_empty());
    refused.0.iter().map(PositionFault::to_string).collect()
}

#[test]
fn war_6_2_the_start_of_a_six_by_six_board() {
    let start = Position::start(board("Smolensk"), Rules::default());
    assert_eq!(start.to_string(), "....../....../....../....../....../...... b");
    assert_eq!(read(&start.to_string()), start);
}

#[test]
fn war_6_2_rows_come_from_the_top() {
    let position = on("small", "b../..g/.b. g");
    let owner = |name| position.owner(position.board().square_named(name).unwrap());
    assert_eq!(owner("A1"), Some(Side::Blue));
    assert_eq!(owner("C2"), Some(Side::Green));
    assert_eq!(owner("B3"), Some(Side::Blue));
    assert_eq!(owner("B2"), None);
    assert_eq!(position.to_string(), "b../..g/.b. g");
}

#[test]
fn war_6_2_the_side_to_move_need_not_fit_the_number_of_squares_taken() {
    for text in [
        EXAMPLE,
        "b...../....../....../....../....../...... b",
        "gggggg/....../....../....../....../...... g",
    ] {
        assert_eq!(read(text).to_string(), text);
    }
}

#[test]
fn war_6_2_blanks_around_the_fields_are_passed_over() {
    assert_eq!(on("tiny", "  bg/..\t g\n").to_string(), "bg/.. g");
}

#[test]
fn war_6_4_a_position_has_the_shape_of_its_board() {
    assert_eq!(
        refused("....../....../....../....../...... b"),
        ["rows: 5 instead of 6 on the board Smolensk [WAR-6.4]"]
    );
    assert_eq!(
        refused("....../...../......./....../....../...... b"),
        ["row 2: 5 long instead of 6 [WAR-6.4]", "row 3: 7 long instead of 6 [WAR-6.4]"]
    );
    assert_eq!(refused("....../....../....../....../....../....../ b").len(), 2);
    assert!(Position::read("../.. b", board("small"), Rules::default()).is_err());
}

#[test]
fn war_6_4_characters_that_mean_nothing_are_named() {
    assert_eq!(
        refused("..x.../....../....../....../....../.....B b"),
        [
            "row 1, column 3: `x` is none of . b g [WAR-6.2]",
            "row 6, column 6: `B` is none of . b g [WAR-6.2]"
        ]
    );
    assert_eq!(refused("é...../....../....../....../....../...... b").len(), 1);
}

#[test]
fn war_6_4_the_side_to_move_must_be_there() {
    let rows = "....../....../....../....../....../......";
    assert_eq!(refused(rows), ["side: the side to move is missing: add b or g [WAR-6.2]"]);
    assert_eq!(refused(&format!("{rows} blue")), ["side: `blue` is neither b nor g [WAR-6.2]"]);
    assert_eq!(
        refused(&format!("{rows} b 12 x")),
        [
            "fields: `12` stands after the side to move [WAR-6.2]",
            "fields: `x` stands after the side to move [WAR-6.2]"
        ]
    );
}

#[test]
fn war_6_4_all_reasons_are_given_at_once() {
    let all = refused("...../xx..../....../....../...... r r");
    assert_eq!(all.len(), 6, "{all:?}");
    assert_eq!(refused("").len(), 3);
}

#[test]
fn war_6_4_a_full_board_is_a_finished_game() {
    let position = on("tiny", "bb/gg g");
    assert_eq!(position.outcome().unwrap().to_string(), "0-1");
    assert_eq!(position.count_moves(), 0);
    assert_eq!(position.longest(), 0);
    assert_eq!(position.understand("A1").unwrap_err().clause, "WAR-2.2");
}
