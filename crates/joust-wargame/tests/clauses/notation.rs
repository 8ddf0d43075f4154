//! Chapter 6, moves in writing.

use crate::{EXAMPLE, moves, read, under};
use joust_core::Duel;
use joust_wargame::{Action, Rules};

#[test]
fn war_6_1_moves_are_written_with_their_word() {
    let position = read(EXAMPLE);
    for mv in moves(&position) {
        let again = position.understand(&mv).unwrap();
        assert_eq!(position.write_move(again), mv);
    }
}

#[test]
fn war_6_1_many_ways_to_write_a_move_are_understood() {
    let position = read(EXAMPLE);
    let expected = position.understand("blitz D3").unwrap();
    for text in ["D3", "d3", " D3 ", "blitz-D3", "BLITZ d3", "blitz  D3", "blitz\tD3", "Blitz - D3"] {
        assert_eq!(position.understand(text), Ok(expected), "{text}");
        // Also through an action, as people type it and as records write it.
        let Ok(action) = text.parse::<Action>();
        assert_eq!(position.understand(&action.to_string()), Ok(expected), "{text}");
        assert_eq!(action.to_string().parse::<Action>(), Ok(action));
    }
}

#[test]
fn war_6_1_the_plain_name_means_the_blitz_where_there_are_two_moves() {
    let position = under(Rules::OPTIONAL_BLITZ, "Smolensk", EXAMPLE);
    let plain = position.understand("D3").unwrap();
    assert_eq!(position.write_move(plain), "blitz-D3");
    assert_ne!(position.understand("drop D3"), Ok(plain));
}

#[test]
fn war_6_1_other_words_are_refused() {
    let position = read(EXAMPLE);
    for text in ["take D3", "blitz drop D3", "D3 D3", "blitz D3 now", "drop drop", "", "  ", "-"] {
        let why = position.understand(text).unwrap_err();
        assert!(why.clause == "WAR-6.1" || why.clause == "WAR-1.2", "{text}: {why}");
    }
    assert_eq!(
        position.understand("take D3").unwrap_err().to_string(),
        "`take D3` is not a move: write drop-C3, blitz-C3 or just C3 [WAR-6.1]"
    );
    assert_eq!(
        position.understand("drop G7").unwrap_err().to_string(),
        "`G7` is not a square of Smolensk: the squares are A1 to F6 [WAR-1.2]"
    );
}
