//! Chapter 3, taking a square.

use crate::{EXAMPLE, after, moves, names, on, read, scores};

#[test]
fn war_3_1_a_drop_takes_the_square_and_nothing_else() {
    let position = on("Keren", "....../..g.../.g.g../..g.../....../...... b");
    let next = after(&position, "drop-C3");
    assert_eq!(next.to_string(), "....../..g.../.gbg../..g.../....../...... g");
    assert_eq!(scores(&next), [1, 4]);
}

/// The course's example of a para drop: C3 is worth 39, and Blue stands on D4 with 3.
#[test]
fn war_3_1_the_drop_of_the_course() {
    let position = read("....../....../....../...b../....../...... g");
    assert_eq!(scores(&position), [3, 0]);
    let next = after(&position, "drop-C3");
    assert_eq!(scores(&next), [3, 39]);
    assert_eq!(next.to_string(), "....../....../..g.../...b../....../...... b");
}

/// The course's two examples of a blitz, one after the other.
#[test]
fn war_3_2_the_blitzes_of_the_course() {
    let position = read(EXAMPLE);
    assert_eq!(scores(&position), [157, 46]);
    let next = after(&position, "blitz-D3");
    assert_eq!(next.to_string(), "...b../..bgb./...g../..gg../....../...... b");
    assert_eq!(scores(&next), [149, 113]);
    let last = after(&next, "blitz-C3");
    assert_eq!(last.to_string(), "...b../..bgb./..bb../..bg../....../...... g");
    assert_eq!(scores(&last), [290, 11]);
}

#[test]
fn war_3_2_every_enemy_square_that_touches_the_new_one_changes_sides() {
    let position = on("Keren", "....../..g.../.g.g../..b.../....../...... b");
    let square = position.board().square_named("C3").unwrap();
    assert_eq!(names(position.board(), position.conquests(square)), ["C2", "B3", "D3"]);
    let next = after(&position, "blitz-C3");
    assert_eq!(next.to_string(), "....../..b.../.bbb../..b.../....../...... g");
    assert_eq!(scores(&next), [5, 0]);
}

#[test]
fn war_3_2_own_squares_and_vacant_ones_stay_as_they_are() {
    let position = on("Keren", "bg..../....../....../....../....../...... b");
    let next = after(&position, "blitz-A2");
    assert_eq!(next.to_string(), "bg..../b...../....../....../....../...... g");
}

#[test]
fn war_3_3_what_was_conquered_conquers_nothing() {
    // B2 falls; A2, C2 and B1 beside it do not.
    let position = on("Keren", ".g..../ggg.../..b.../....../....../...... b");
    let next = after(&position, "blitz-B3");
    assert_eq!(next.to_string(), ".g..../gbg.../.bb.../....../....../...... g");
}

#[test]
fn war_3_3_nothing_happens_around_the_square_from_which_the_blitz_came() {
    // The blitz comes from C3, beside which Green has three squares.
    let position = on("Keren", "....../..g.../..bg../..g.../....../...... b");
    let next = after(&position, "blitz-B3");
    assert_eq!(next.to_string(), "....../..g.../.bbg../..g.../....../...... g");
}

#[test]
fn war_3_3_several_own_squares_beside_the_new_one_make_one_move() {
    let position = on("Keren", "....../..b.../.b.b../..g.../....../...... b");
    assert_eq!(moves(&position).iter().filter(|mv| mv.ends_with("C3")).count(), 1);
    assert_eq!(after(&position, "C3").to_string(), "....../..b.../.bbb../..b.../....../...... g");
}

#[test]
fn war_3_4_a_blitz_that_conquers_nothing_is_legal_and_still_a_blitz() {
    let position = on("Keren", "b...../....../....../....../....../...... b");
    assert!(moves(&position).contains(&"blitz-B1".to_owned()));
    let next = after(&position, "blitz-B1");
    assert_eq!(next.to_string(), "bb..../....../....../....../....../...... g");
    assert_eq!(position.understand("drop-B1").unwrap_err().clause, "WAR-2.3");
}
