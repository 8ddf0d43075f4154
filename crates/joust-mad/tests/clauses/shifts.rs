//! Chapters 4 and 5: permutation and rotation.

use crate::{after, forbidden_by, moves, read, rows};
use joust_core::{Course, Duel, DuelGame, Seat};
use joust_mad::{Action, Battle, Event, NotAShift, Position, Shift, Side};

/// The clause that says why a text is not a shift.
fn no_shift(text: &str) -> &'static str {
    text.parse::<Shift>().expect_err(text).clause()
}

/// What stands on a square, `-` for nothing.
fn on(position: &Position, square: &str) -> String {
    position.at_coord(square.parse().unwrap()).map_or("-".into(), |(_, ship)| ship.to_string())
}

#[test]
fn mad_4_1_complementary_ships_exchange_places_however_far_apart() {
    let position = read("b111,,,/r112,,,r121/,r122,,/,,r211,/r212,,,r221/r111,,,r222 r");
    for (mv, then) in [
        ("111<>222", "b111,,,/r112,,,r121/,r122,,/,,r211,/r212,,,r221/r222,,,r111"),
        ("112<>221", "b111,,,/r221,,,r121/,r122,,/,,r211,/r212,,,r112/r111,,,r222"),
        ("121<>212", "b111,,,/r112,,,r212/,r122,,/,,r211,/r121,,,r221/r111,,,r222"),
        ("122<>211", "b111,,,/r112,,,r121/,r211,,/,,r122,/r212,,,r221/r111,,,r222"),
    ] {
        assert_eq!(rows(&after(&position, mv)), then);
    }
}

#[test]
fn mad_4_1_other_pairs_are_not_complementary() {
    let pairs = Shift::ALL.iter().filter(|shift| !shift.is_rotation());
    assert_eq!(pairs.count(), 4);
    for pair in ["112<>212", "111<>111", "121<>211", "222<>112"] {
        assert_eq!(no_shift(pair), "MAD-4.1", "{pair}");
    }
}

#[test]
fn mad_4_2_the_exiled_partner_appears_where_the_other_stood() {
    let position = read("b111,,,/,,,/,r112,,/,,,/,,,/r111,,, r 9 4 b");
    assert_eq!(after(&position, "112<>221").to_string(), "b111,,,/,,,/,r221,,/,,,/,,,/r111,,, b 10 5 b");
    // It works both ways round, and again.
    let position = read("b111,,,/,,,/,r221,,/,,,/,,,/r111,,, r");
    assert_eq!(on(&after(&position, "112<>221"), "b4"), "112");
}

#[test]
fn mad_4_2_a_recall_is_told_as_an_exile_and_a_return() {
    let position = read("b111,,,/,,,/,r112,,/,,,/,,,/r111,,, r");
    let mut battle = Course::new(Battle::at(position));
    let action: Action = "112<>221".parse().unwrap();
    let events = battle.act(Seat::FIRST, &action).unwrap();
    let (frigate, destroyer) = ("112".parse().unwrap(), "221".parse().unwrap());
    let told = [Event::Exiled(Side::Red, frigate), Event::Recalled(Side::Red, destroyer)];
    assert_eq!(events, told);
}

#[test]
fn mad_4_3_two_exiled_ships_cannot_be_permuted() {
    let position = read("b111,,,/,,,/,r112,,/,,,/,,,/r111,,, r");
    assert_eq!(forbidden_by(&position, "121<>212"), "MAD-4.3");
    assert_eq!(forbidden_by(&position, "122<>211"), "MAD-4.3");
    after(&position, "112<>221");
}

#[test]
fn mad_4_4_recalling_the_cruiser_loses_at_once() {
    let position = read("b111,,,/,,,/,r112,,/,,,/,,,/r111,,, r");
    let next = after(&position, "111<>222");
    assert_eq!(rows(&next), "b111,,,/,,,/,r112,,/,,,/,,,/r222,,,");
    assert_eq!(next.outcome().unwrap().to_string(), "0-1");
    assert_eq!(moves(&next), [""; 0]);
}

#[test]
fn mad_4_4_a_program_can_tell_that_a_move_is_fatal() {
    let fatal = |position: &Position, mv: &str| Battle::is_fatal(position, position.understand(mv).unwrap());
    let without = read("b111,,,/,r111,,/,,,/,,,/,,,/,,, r");
    assert!(fatal(&without, "111<>222"));
    assert!(fatal(&without, "111-b5-b6+111<>222"));
    assert!(!fatal(&without, "111-b5-b6"));
    let with = read("b111,,,/,r111,,/,,,/,,,/,,,/r222,,, r");
    assert!(!fatal(&with, "111<>222"));
    assert!(!fatal(&with, "111-b5-b6+111<>222"));
    // To expel the other corvette is no reason to ask, and neither is any other recall.
    assert!(!fatal(&read("b111,,,/r121,,,/,,,/,,,/,,,/r111,,, r"), "121-a5xa6"));
    assert!(!fatal(&read("b111,,,/,,,/,,,/,,,/r121,,,/r111,,, r"), "121<>212"));
}

#[test]
fn mad_4_4_nothing_but_the_fatal_permutation_recalls_a_cruiser() {
    let position = read("b111,,,/,r112,r121,r122/r211,,,/r212,,,/r221,,,/r111,,, r");
    for mv in moves(&position) {
        let next = after(&position, &mv);
        let back = next.find(Side::Red, joust_mad::Ship::CRUISER).is_some();
        assert_eq!(back, mv == "111<>222", "{mv}");
    }
}

#[test]
fn mad_5_1_each_ship_takes_the_place_of_the_next() {
    let position = read("b111,,,/,,,/r112,r211,r121,/r122,r212,r221,/,,,/r111,,, r");
    for (mv, then) in [
        ("112>211>121", "r121,r112,r211,/r122,r212,r221,"),
        ("112>121>211", "r211,r121,r112,/r122,r212,r221,"),
        ("122>212>221", "r112,r211,r121,/r221,r122,r212,"),
        ("122>221>212", "r112,r211,r121,/r212,r221,r122,"),
    ] {
        assert_eq!(rows(&after(&position, mv)), format!("b111,,,/,,,/{then}/,,,/r111,,,"), "{mv}");
    }
}

#[test]
fn mad_5_1_all_on_the_board_there_are_two_rotations_of_each_group() {
    let position = read("b111,,,/,,,/r112,r211,r121,/r122,r212,r221,/,,,/r111,,, r");
    let mut rotations = moves(&position);
    rotations.retain(|mv| mv.contains('>') && !mv.contains("<>"));
    rotations.sort();
    assert_eq!(rotations, ["112>121>211", "112>211>121", "122>212>221", "122>221>212"]);
}

#[test]
fn mad_5_1_only_frigates_or_destroyers_rotate() {
    for three in ["112>121>212", "111>112>121", "122>212>222", "112>112>112", "112>121>112"] {
        assert_eq!(no_shift(three), "MAD-5.1", "{three}");
    }
    for unreadable in ["112>121", "112>121>211>112", "112>>121", ">", "112>121>21"] {
        assert!(matches!(unreadable.parse::<Shift>(), Err(NotAShift::Unreadable(_))), "{unreadable}");
    }
}

#[test]
fn mad_5_2_with_one_in_exile_there_are_two_rotations() {
    // The ships on a4 and b4, the exiled one, and for both rotations what then stands on a4 and b4.
    for (on_board, rotations) in [
        (["112", "121"], [("112>211>121", ["121", "211"]), ("112>121>211", ["211", "112"])]),
        (["112", "211"], [("112>211>121", ["121", "112"]), ("112>121>211", ["211", "121"])]),
        (["121", "211"], [("112>211>121", ["211", "112"]), ("112>121>211", ["112", "121"])]),
        (["122", "212"], [("122>212>221", ["221", "122"]), ("122>221>212", ["212", "221"])]),
        (["122", "221"], [("122>212>221", ["221", "212"]), ("122>221>212", ["212", "122"])]),
        (["212", "221"], [("122>212>221", ["122", "212"]), ("122>221>212", ["221", "122"])]),
    ] {
        let [x, y] = on_board;
        let position = read(&format!("b111,,,/,,,/r{x},r{y},,/,,,/,,,/r111,,, r"));
        for (mv, [on_a4, on_b4]) in rotations {
            let next = after(&position, mv);
            assert_eq!([on(&next, "a4"), on(&next, "b4")], [on_a4, on_b4], "{x} {y} {mv}");
        }
    }
}

#[test]
fn mad_5_2_the_recalled_ship_takes_one_place_and_its_owner_the_other() {
    // Z = 211, X = 112 on a4, Y = 121 on b4: Z takes the place of X, X that of Y, Y is exiled; or
    // Z takes the place of Y, Y that of X, X is exiled. There is no third outcome.
    let position = read("b111,,,/,,,/r112,r121,,/,,,/,,,/r111,,, r");
    let outcomes: Vec<_> = moves(&position)
        .iter()
        .filter(|mv| mv.contains('>') && !mv.contains("<>"))
        .map(|mv| after(&position, mv))
        .map(|next| [on(&next, "a4"), on(&next, "b4")])
        .collect();
    assert_eq!(outcomes.len(), 2);
    assert!(outcomes.contains(&["211".into(), "112".into()]));
    assert!(outcomes.contains(&["121".into(), "211".into()]));
}

#[test]
fn mad_5_3_with_two_or_three_in_exile_there_is_no_rotation() {
    let position = read("b111,,,/,,,/r112,,,/,,,/,,,/r111,,, r");
    for mv in ["112>121>211", "112>211>121", "122>212>221", "122>221>212"] {
        assert_eq!(forbidden_by(&position, mv), "MAD-5.3", "{mv}");
    }
}
