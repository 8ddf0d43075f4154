//! Chapter 6: positioning turns and the bonus.

use crate::{after, forbidden_by, moves, moves_with, read, read_under, rows};
use joust_core::Duel;
use joust_mad::{Board, Misunderstood, Notation, Position, Rules};

#[test]
fn mad_6_1_a_positioning_turn_has_nine_choices() {
    let mut nine = ["111<>222", "112<>221", "121<>212", "122<>211", "pass"].map(str::to_owned).to_vec();
    nine.extend(["112>121>211", "112>211>121", "122>212>221", "122>221>212"].map(str::to_owned));
    nine.sort();
    for board in Board::all() {
        let mut position = Position::start(board, Rules::CURRENT);
        for _turn in [1, 2] {
            let mut choices = moves(&position);
            choices.sort();
            assert_eq!(choices, nine, "{board}");
            assert_eq!(position.count_moves(), 9, "{board}");
            position = after(&position, "pass");
        }
        assert!(!position.is_positioning_turn());
        assert!(moves(&position).iter().any(|mv| mv.contains('-')), "{board}");
    }
}

#[test]
fn mad_6_1_a_positioning_turn_has_no_movement() {
    let start = Position::start(Board::named("6x4").unwrap(), Rules::CURRENT);
    assert_eq!(forbidden_by(&start, "211-c2-c4"), "MAD-6.1");
    assert_eq!(forbidden_by(&after(&start, "112<>221"), "122-b5-b4"), "MAD-6.1");
    // The bonus is earned by a movement, so it falls away too.
    let near = read("b111,,,/,,r112,/,,,/,,,/,,,/r111,,, r 1 0 -");
    assert_eq!(forbidden_by(&near, "112-c5-c6+112<>221"), "MAD-6.1");
}

#[test]
fn mad_6_1_every_written_form_of_a_movement_is_refused_for_the_same_reason() {
    let start = Position::start(Board::named("6x4").unwrap(), Rules::CURRENT);
    for typed in ["211-c2-c4", "c2c4", "211-c4", "c4", "c9"] {
        match start.understand(typed) {
            Err(Misunderstood::Illegal(illegal)) => assert_eq!(illegal.clause, "MAD-6.1", "{typed}"),
            other => panic!("{typed}: {other:?}"),
        }
    }
}

#[test]
fn mad_6_2_without_positioning_the_first_turns_are_ordinary() {
    let start = Position::start(Board::named("6x4").unwrap(), Rules::APP);
    assert_eq!(start.count_moves(), 15);
    let second = after(&start, "211-c2-c4");
    assert_eq!(forbidden_by(&start, "pass"), "MAD-2.3");
    assert_eq!(forbidden_by(&second, "pass"), "MAD-2.3");
    after(&second, "122-b5-b4");
}

#[test]
fn mad_6_3_a_step_forward_onto_the_last_row_earns_a_shift() {
    let position = read("b111,,,/,,r112,/,,,/,,,/,r221,,/r111,,, r");
    let next = after(&position, "112-c5-c6+112<>221");
    assert_eq!(next.to_string(), "b111,,r221,/,,,/,,,/,,,/,r112,,/r111,,, b 4 1 -");
    let position = read("b111,,,/,,b112,/,,,/,,b221,/,b122,,/r111,,, b");
    let next = after(&position, "122-b2-b1+122>212>221");
    // 221 takes the place of 122; 122 takes that of the exiled 212, which takes that of 221.
    assert_eq!(rows(&next), "b111,,,/,,b112,/,,,/,,b212,/,,,/r111,b221,,");
}

#[test]
fn mad_6_3_a_step_sideways_along_the_last_row_earns_it_too() {
    let position = read("b111,,r112,/,,,/,,,/,,,/,r221,,/r111,,, r");
    let next = after(&position, "112-c6-d6+112<>221");
    assert_eq!(rows(&next), "b111,,,r221/,,,/,,,/,,,/,r112,,/r111,,,");
}

#[test]
fn mad_6_3_so_does_a_step_that_expels() {
    let forward = read("b111,,b211,/,,r112,/,,,/,,,/,r221,,/r111,,, r 9 5 b");
    let next = after(&forward, "112-c5xc6+112<>221");
    assert_eq!(next.to_string(), "b111,,r221,/,,,/,,,/,,,/,r112,,/r111,,, b 10 0 r");
    let sideways = read("b111,,r112,b211/,,,/,,,/,,,/,r221,,/r111,,, r 9 5 b");
    let next = after(&sideways, "112-c6xd6+112<>221");
    assert_eq!(next.to_string(), "b111,,,r221/,,,/,,,/,,,/,r112,,/r111,,, b 10 0 r");
}

#[test]
fn mad_6_3_other_squares_earn_nothing() {
    let position = read("b111,,r221,/,,,/,,r112,/,,,/,,,/r111,,, r");
    assert_eq!(forbidden_by(&position, "112-c4-c5+112<>221"), "MAD-6.3");
    // A step back from the last row, and a step onto one's own home row.
    assert_eq!(forbidden_by(&position, "221-c6-c5+112<>221"), "MAD-6.3");
    let position = read("b111,,,/,,,/,,,/,,,/,,r112,/r111,,, r");
    assert_eq!(forbidden_by(&position, "112-c2-c1+112<>221"), "MAD-6.3");
}

#[test]
fn mad_6_3_on_4x6_the_edge_is_where_the_columns_end() {
    let position = read("#,#,b111,,#,#/,,,r121,,/r112,,,,,/,,,,,/,,,,,/#,#,r111,,#,# r");
    after(&position, "112-a4-a5+112<>221");
    after(&position, "121-d5-d6+121<>212");
    after(&position, "121-d5-e5+121<>212");
    // Behind c5 there is still c6.
    assert_eq!(forbidden_by(&position, "121-d5-c5+121<>212"), "MAD-6.3");
}

#[test]
fn mad_6_3_on_aztec_the_outer_columns_have_no_last_row() {
    let position = read("#,#,b111,,#,#/#,,,,,#/,r112,,,,/,,,,,/,,,,,/#,,b121,,,#/#,#,r111,,#,# r");
    assert_eq!(forbidden_by(&position, "112-b5-a5+112<>221"), "MAD-6.3");
    after(&position, "112-b5-b6+112<>221");
    let blue = read("#,#,b111,,#,#/#,,,,,#/,r112,,,,/,,,,,/,,,,,/#,,b121,,,#/#,#,r111,,#,# b");
    after(&blue, "121-c2-b2+121<>212");
    assert_eq!(forbidden_by(&blue, "121-c2-d2+121<>212"), "MAD-6.3");
}

#[test]
fn mad_6_4_the_bonus_involves_the_ship_that_moved() {
    let position = read("b111,,,/,,r112,/,,,/r122,,r212,/,r221,r211,/r111,,,r222 r");
    for shift in ["111<>222", "121<>212", "122<>211", "122>212>221", "122>221>212"] {
        assert_eq!(forbidden_by(&position, &format!("112-c5-c6+{shift}")), "MAD-6.4", "{shift}");
    }
    let compounds = ["112-c5-c6", "112-c5-c6+112<>221", "112-c5-c6+112>121>211", "112-c5-c6+112>211>121"];
    assert_eq!(moves_with(&position, "c5-c6"), compounds);
}

#[test]
fn mad_6_4_the_bonus_is_optional() {
    let position = read("b111,,,/,,r112,/,,,/,,,/,r221,,/r111,,, r");
    assert_eq!(rows(&after(&position, "112-c5-c6")), "b111,,r112,/,,,/,,,/,,,/,r221,,/r111,,,");
}

#[test]
fn mad_6_4_there_is_at_most_one_bonus() {
    // 221 comes back on the last row, which earns nothing further.
    let position = read("b111,,,/,,r112,/,,,/,,,/,r221,,/r111,,, r");
    assert!(moves(&position).iter().all(|mv| mv.matches('+').count() <= 1));
    assert!("112-c5-c6+112<>221+122<>211".parse::<Notation>().is_err());
}

#[test]
fn mad_6_5_two_squares_earn_no_bonus() {
    let position = read("b111,,,/,,,/,,r221,/,r112,,/,,,/r111,,, r");
    assert_eq!(forbidden_by(&position, "221-c4-c6+112<>221"), "MAD-6.5");
    after(&position, "221-c4-c6");
    let corner = read("b111,,,/,,r221,/,,,/,r112,,/,,,/r111,,, r");
    assert_eq!(forbidden_by(&corner, "221-c5-d6+112<>221"), "MAD-6.5");
    after(&corner, "221-c5-d6");
    // Two squares sideways along the last row.
    let along = read("b111,r221,,/,,,/,,,/,r112,,/,,,/r111,,, r");
    assert_eq!(forbidden_by(&along, "221-b6-d6+112<>221"), "MAD-6.5");
}

#[test]
fn mad_6_5_a_shift_onto_the_last_row_earns_no_bonus() {
    // 112 arrives on b6 by its permutation with 221: nothing but steps carries a bonus.
    let position = read("b111,r221,,/,,,/,,,/,r112,,/,,,/r111,,, r");
    assert_eq!(rows(&after(&position, "112<>221")), "b111,r112,,/,,,/,,,/,r221,,/,,,/r111,,,");
    let with_bonus = moves_with(&position, "+");
    assert_eq!(with_bonus, ["221-b6-c6+112<>221"]);
}

#[test]
fn mad_6_6_expelling_the_corvette_earns_no_bonus() {
    let position = read("b111,,,/r122,,,/,,,/,,,/,,,/r111,r211,, r");
    assert_eq!(forbidden_by(&position, "122-a5xa6+122<>211"), "MAD-6.6");
    let next = after(&position, "122-a5xa6");
    assert_eq!(next.outcome().unwrap().to_string(), "1-0");
}

#[test]
fn mad_6_7_with_the_partner_in_exile_the_mover_goes_into_exile() {
    let position = read("b111,,,/,,r112,/,,,/,,,/,,,/r111,,, r");
    let next = after(&position, "112-c5-c6+112<>221");
    assert_eq!(next.to_string(), "b111,,r221,/,,,/,,,/,,,/,,,/r111,,, b 4 1 -");
}

#[test]
fn mad_6_7_a_bonus_rotation_works_with_exactly_one_in_exile() {
    let position = read("b111,,,/,,r112,/,,,/,,,/r121,,,/r111,,, r");
    let next = after(&position, "112-c5-c6+112>121>211");
    assert_eq!(rows(&next), "b111,,r211,/,,,/,,,/,,,/r112,,,/r111,,,");
    let next = after(&position, "112-c5-c6+112>211>121");
    assert_eq!(rows(&next), "b111,,r121,/,,,/,,,/,,,/r211,,,/r111,,,");
    let alone = read("b111,,,/,,r112,/,,,/,,,/r122,,,/r111,,, r");
    assert_eq!(forbidden_by(&alone, "112-c5-c6+112>121>211"), "MAD-5.3");
}

#[test]
fn mad_6_7_corvette_and_cruiser_have_only_their_permutation() {
    let position = read("b111,,,/,r111,,r222/,,,/r112,r121,r211,/r122,r212,r221,/,,, r");
    assert_eq!(moves_with(&position, "111-b5-b6"), ["111-b5-b6", "111-b5-b6+111<>222"]);
    assert_eq!(moves_with(&position, "222-d5-d6"), ["222-d5-d6", "222-d5-d6+111<>222"]);
    let next = after(&position, "222-d5-d6+111<>222");
    assert_eq!(rows(&next), "b111,,,r111/,r222,,/,,,/r112,r121,r211,/r122,r212,r221,/,,,");
}

#[test]
fn mad_6_7_a_bonus_may_exile_ones_own_corvette_and_loses() {
    let position = read("b111,,,/,r111,,/,,,/,,,/r112,,,/,,, r");
    let next = after(&position, "111-b5-b6+111<>222");
    assert_eq!(rows(&next), "b111,r222,,/,,,/,,,/,,,/r112,,,/,,,");
    assert_eq!(next.outcome().unwrap().to_string(), "0-1");
    // Even an expulsion on the way does not save it.
    let position = read_under("b111,b121,,/,r111,,/,,,/,,,/r112,,,/,,, r 9 3 b", Rules::APP);
    assert_eq!(after(&position, "111-b5xb6+111<>222").outcome().unwrap().to_string(), "0-1");
}
