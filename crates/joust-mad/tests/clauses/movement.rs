//! Chapter 3: movement.

use crate::{after, forbidden_by, moves, moves_with, read};
use joust_mad::{Ship, Side};

/// Where a ship can go, in alphabetical order.
fn destinations(text: &str, ship_and_square: &str) -> String {
    let mut all: Vec<_> = moves(&read(text))
        .iter()
        .filter_map(|mv| mv.strip_prefix(ship_and_square))
        .map(|rest| rest[1..].to_owned())
        .collect();
    all.sort();
    all.join(" ")
}

#[test]
fn mad_3_1_movement_1_goes_one_square() {
    let text = ",,,/,,,b111/,,,/,r121,,/,,,/,,,r111 r";
    assert_eq!(destinations(text, "121-b3"), "a3 b2 b4 c3");
    assert_eq!(forbidden_by(&read(text), "121-b3-b5"), "MAD-3.1");
    assert_eq!(destinations(text, "111-d1"), "c1 d2");
}

#[test]
fn mad_3_1_movement_2_goes_one_or_two_squares() {
    let text = ",,,/,,,b111/,,,/,r211,,/,,,/,,,r111 r";
    assert_eq!(destinations(text, "211-b3"), "a2 a3 a4 b1 b2 b4 b5 c2 c3 c4 d3");
    assert_eq!(forbidden_by(&read(text), "211-b3-b6"), "MAD-3.1");
    assert_eq!(forbidden_by(&read(text), "211-b3-d4"), "MAD-3.1");
}

#[test]
fn mad_3_1_no_step_is_diagonal() {
    let text = ",,,/,,,b111/,,,/,r121,,/,,,/,,,r111 r";
    for to in ["a2", "a4", "c2", "c4"] {
        assert_eq!(forbidden_by(&read(text), &format!("121-b3-{to}")), "MAD-3.1");
    }
}

#[test]
fn mad_3_2_straight_on_needs_the_square_midway_vacant() {
    for blocker in ["r112", "b122", "b121"] {
        let blocked = read(&format!("b111,,,/,,,/,,,/{blocker},,,/r211,,,/r111,,, r"));
        assert_eq!(forbidden_by(&blocked, "211-a2-a4"), "MAD-3.2", "{blocker}");
    }
    after(&read("b111,,,/,,,/,,,/,,,/r211,,,/r111,,, r"), "211-a2-a4");
}

#[test]
fn mad_3_2_one_vacant_midway_square_suffices() {
    for [above, beside] in [["", ""], ["b122", ""], ["", "r112"]] {
        let position = read(&format!("b111,,,/,,,/,,,/{above},,,/r211,{beside},,/r111,,, r"));
        after(&position, "211-a2-b3");
    }
    let blocked = read("b111,,,/,,,/,,,/b122,,,/r211,r112,,/r111,,, r");
    assert_eq!(forbidden_by(&blocked, "211-a2-b3"), "MAD-3.2");
}

#[test]
fn mad_3_2_the_square_midway_must_exist() {
    // From c1 to b2 the way by b1 is missing, so c2 has to be vacant.
    let open = read("#,#,b111,,#,#/,,,,,/,,,,,/,,,,,/,,,,,/#,#,r211,r111,#,# r");
    after(&open, "211-c1-b2");
    let blocked = read("#,#,b111,,#,#/,,,,,/,,,,,/,,,,,/,,r112,,,/#,#,r211,r111,#,# r");
    assert_eq!(forbidden_by(&blocked, "211-c1-b2"), "MAD-3.2");
}

#[test]
fn mad_3_2_a_movement_does_not_turn_back() {
    let position = read("b111,,,/,,,/,,,/,,,/r211,,,/r111,,, r");
    assert_eq!(forbidden_by(&position, "211-a2-a2"), "MAD-3.2");
}

#[test]
fn mad_3_2_two_ways_to_a_square_are_one_move() {
    let position = read("b111,,,/,,,/,,,/,,,/r211,,,/r111,,, r");
    assert_eq!(moves_with(&position, "-b3"), ["211-a2-b3"]);
}

#[test]
fn mad_3_3_attack_1_cannot_take_defence_2_and_everything_else_can() {
    for mover in Ship::all() {
        for target in Ship::all() {
            // Corvettes stand apart, except where one of them is the mover or the target.
            let home = if mover == Ship::CORVETTE { "" } else { "r111" };
            let away = if target == Ship::CORVETTE { "" } else { "b111" };
            let position = read(&format!("{away},,,/,,,/,b{target},,/,r{mover},,/,,,/,,,{home} r"));
            let mv = format!("{mover}-b3xb4");
            if mover.attack() == 1 && target.defence() == 2 {
                assert_eq!(forbidden_by(&position, &mv), "MAD-3.3");
            } else {
                assert_eq!(after(&position, &mv).find(Side::Blue, target), None);
            }
        }
    }
}

#[test]
fn mad_3_3_a_ship_never_moves_onto_its_own_side() {
    let position = read("b111,,,/,,,/,,,/r121,,,/,,,/r221,r111,, r");
    for mv in ["221-a1-b1", "221-a1xb1", "221-a1-a3", "221-a1xa3"] {
        assert_eq!(forbidden_by(&position, mv), "MAD-3.3", "{mv}");
    }
}

#[test]
fn mad_3_4_the_mover_stands_in_place_of_the_expelled_ship() {
    let position = read("b111,,,/,,,/b122,,,/,,,/r221,,,/r111,,, r");
    let next = after(&position, "221-a2xa4");
    assert_eq!(next.to_string(), "b111,,,/,,,/r221,,,/,,,/,,,/r111,,, b 4 0 r");
    assert!(next.exiled(Side::Blue).any(|ship| ship.number() == 122));
}

#[test]
fn mad_3_4_the_square_midway_is_not_attacked() {
    // The way by a4 is held by Blue, the way by b3 is vacant: a4 stays where it is.
    let position = read("b111,,,/,,,/b121,,,/r221,,,/,,,/r111,,, r");
    let next = after(&position, "221-a3-b4");
    assert_eq!(next.to_string(), "b111,,,/,,,/b121,r221,,/,,,/,,,/r111,,, b 4 1 -");
}

#[test]
fn mad_3_4_the_x_is_written_if_and_only_if_a_ship_is_expelled() {
    let position = read("b111,,,/,,,/b122,,,/,,,/r221,,,/r111,,, r");
    assert_eq!(forbidden_by(&position, "221-a2-a4"), "MAD-3.4");
    assert_eq!(forbidden_by(&position, "221-a2xa3"), "MAD-3.4");
}
