//! Chapter 9, the second half: positions in writing.

use crate::{moves, read, read_under};
use joust_core::{Duel, perft};
use joust_mad::{Board, Coord, Position, PositionFault, Rules, Ship, Side};

fn reasons(text: &str) -> Vec<PositionFault> {
    reasons_on(text, None)
}

fn reasons_on(text: &str, board: Option<&'static Board>) -> Vec<PositionFault> {
    Position::read(text, Rules::CURRENT, board).expect_err(text).0
}

fn coord(text: &str) -> Coord {
    text.parse().unwrap()
}

const START: &str =
    "b221,b111,b222,b212/b121,b122,b211,b112/,,,/,,,/r121,r122,r211,r112/r221,r111,r222,r212 r 1 0 -";
const LONE: &str = "b111,,,/,,,/,,,/,,,/,,,/,,,r111";

#[test]
fn mad_9_3_the_start_is_written_as_in_the_law() {
    let start = Position::start(Board::named("6x4").unwrap(), Rules::CURRENT);
    assert_eq!(start.to_string(), START);
    assert_eq!(read(START), start);
}

#[test]
fn mad_9_3_all_fields_are_read_and_written() {
    for fields in ["r 1 0 -", "b 2 1 -", "r 35 17 r", "b 40 39 b", "b 1000000000 0 -"] {
        let position = read(&format!("{LONE} {fields}"));
        assert_eq!(position.to_string(), format!("{LONE} {fields}"));
    }
    let position = read(&format!("{LONE} b 36 17 r"));
    assert_eq!((position.side(), position.turn_number()), (Side::Blue, 36));
    assert_eq!((position.counter(), position.expeller()), (17, Some(Side::Red)));
}

#[test]
fn mad_9_3_the_board_follows_from_the_shape() {
    for board in Board::all() {
        let text = Position::start(board, Rules::CURRENT).to_string();
        assert_eq!(read(&text).board().name(), board.name());
        assert!(Position::read(&text, Rules::CURRENT, Some(board)).is_ok());
    }
}

#[test]
fn mad_9_3_the_three_fields_stand_together() {
    for fields in ["r 3", "r 3 0"] {
        assert_eq!(reasons(&format!("{LONE} {fields}")), [PositionFault::Incomplete]);
    }
    let surplus = |word: &str| PositionFault::Surplus(word.into());
    assert_eq!(reasons(&format!("{LONE} r 3 0 - a b")), [surplus("a"), surplus("b")]);
}

#[test]
fn mad_9_3_fields_that_mean_nothing_are_named() {
    let field = |fields: &str| {
        let found = reasons(&format!("{LONE} {fields}"));
        found.iter().map(|why| why.to_string().split(':').next().unwrap_or("").to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(field("x 3 0 -"), ["side"]);
    assert_eq!(field(""), ["side"]);
    assert_eq!(field("red"), ["side"]);
    assert_eq!(field("r +3 0 -"), ["turn"]);
    assert_eq!(field("r 3 -1 -"), ["counter"]);
    assert_eq!(field("r 3 99999999999 -"), ["counter"]);
    assert_eq!(field("r 3 0 x"), ["last expeller"]);
}

#[test]
fn mad_9_4_without_fields_both_positioning_turns_are_over() {
    assert_eq!(read(&format!("{LONE} r")).to_string(), format!("{LONE} r 3 0 -"));
    assert_eq!(read(&format!("{LONE} b")).to_string(), format!("{LONE} b 4 0 -"));
    assert!(!read(&format!("{LONE} b")).is_positioning_turn());
}

#[test]
fn mad_9_5_a_shape_that_no_board_has_is_refused() {
    for rows in ["", ",,,", "b111,,,/,,,r111", "b111,,,/,,,/,,,/,,,/,,,/,,,/r111,,,"] {
        let found = reasons(&format!("{rows} r"));
        assert!(
            found.iter().any(|why| matches!(why, PositionFault::NoSuchBoard { .. })),
            "{rows}: {found:?}"
        );
    }
    // A missing square where 6x4 has one is another shape.
    let holed = reasons("b111,,,/,,,/,#,,/,,,/,,,/r111,,, r");
    assert!(matches!(&holed[..], [PositionFault::NoSuchBoard { rows: 6, columns: 4, .. }]), "{holed:?}");
}

#[test]
fn mad_9_5_a_row_of_the_wrong_length_is_named() {
    let found = reasons("b111,,,/,,,/,,/,,,/,,,,/r111,,, r");
    let wrong = |row, found| PositionFault::RowLength { row, found, expected: 4 };
    assert_eq!(found, [wrong(4, 3), wrong(2, 5)]);
}

#[test]
fn mad_9_5_another_board_than_asked_for_is_refused() {
    let found = reasons_on(&format!("{LONE} r"), Board::named("5x5"));
    assert_eq!(found, [PositionFault::OtherBoard { found: "6x4".into(), wanted: "5x5".into() }]);
    let aztec = Position::start(Board::named("aztec").unwrap(), Rules::CURRENT).to_string();
    let found = reasons_on(&aztec, Board::named("4x6"));
    assert_eq!(found, [PositionFault::OtherBoard { found: "aztec".into(), wanted: "4x6".into() }]);
}

#[test]
fn mad_9_5_unknown_and_double_ships_are_refused() {
    let unknown = |at: &str, text: &str| PositionFault::UnknownShip { at: coord(at), text: text.into() };
    assert_eq!(
        reasons("b111,g112,,/r113,R112,,/r,111,,/,,,/,,,/r111,,, r"),
        [
            unknown("b6", "g112"),
            unknown("a5", "r113"),
            unknown("b5", "R112"),
            unknown("a4", "r"),
            unknown("b4", "111")
        ]
    );
    let ship: Ship = "112".parse().unwrap();
    let twice = PositionFault::Twice { at: coord("c1"), first: coord("b2"), side: Side::Red, ship };
    assert_eq!(reasons("b111,,b112,/,,,/,,,/,,,/,r112,,/r111,,r112, r"), [twice]);
    // A ship of one number on either side is not a fault.
    read("b111,,b112,/,,,/,,,/,,,/,r112,,/r111,,, r");
}

#[test]
fn mad_9_5_both_corvettes_in_exile_are_refused() {
    assert_eq!(reasons("b222,,,/,,,/,,,/,,,/,,,/r222,,, r"), [PositionFault::NoCorvettes]);
    assert_eq!(reasons(",,,/,,,/,,,/,,,/,,,/,,, r"), [PositionFault::NoCorvettes]);
}

#[test]
fn mad_9_5_turn_and_counter_must_fit() {
    let why = |fields: &str| reasons(&format!("{LONE} {fields}"));
    assert_eq!(why("r 0 0 -"), [PositionFault::Turn(0)]);
    assert_eq!(why("b 0 0 -"), [PositionFault::Turn(0)]);
    assert_eq!(why("r 1000000001 0 -"), [PositionFault::Turn(1_000_000_001)]);
    assert_eq!(why("r 4 0 -"), [PositionFault::Parity { turn: 4, side: Side::Red }]);
    assert_eq!(why("b 3 0 -"), [PositionFault::Parity { turn: 3, side: Side::Blue }]);
    assert_eq!(why("r 99 41 -"), [PositionFault::BeyondLimit { counter: 41, limit: 40 }]);
    assert_eq!(why("r 9 9 -"), [PositionFault::BeyondTurn { counter: 9, played: 8 }]);
    // At the very edge both are in order; the limit is that of the ruleset.
    read(&format!("{LONE} r 9 8 -"));
    read(&format!("{LONE} r 41 40 -"));
    let classic = Position::read(&format!("{LONE} r 99 31 -"), Rules::CLASSIC, None).unwrap_err();
    assert_eq!(classic.0, [PositionFault::BeyondLimit { counter: 31, limit: 30 }]);
}

#[test]
fn mad_9_5_all_reasons_are_given_at_once() {
    let ship = Ship::CRUISER;
    let expected = vec![
        PositionFault::RowLength { row: 5, found: 3, expected: 4 },
        PositionFault::UnknownShip { at: coord("a4"), text: "q".into() },
        PositionFault::UnknownShip { at: coord("d1"), text: "b333".into() },
        PositionFault::Twice { at: coord("b1"), first: coord("a1"), side: Side::Red, ship },
        PositionFault::NoCorvettes,
        PositionFault::UnknownSide("w".into()),
        PositionFault::UnreadableExpeller("?".into()),
        PositionFault::Surplus("more".into()),
        PositionFault::Turn(0),
        PositionFault::BeyondLimit { counter: 77, limit: 40 },
    ];
    let text = ",,,/,,/q,,,/,,,/,,,/r222,r222,,b333 w 0 77 ? more";
    assert_eq!(reasons(text), expected);
    let text = ",,,/,,,/,,,/,,,/,,,/r222,,, b 7 77 -";
    let expected = vec![
        PositionFault::OtherBoard { found: "6x4".into(), wanted: "5x5".into() },
        PositionFault::NoCorvettes,
        PositionFault::Parity { turn: 7, side: Side::Blue },
        PositionFault::BeyondLimit { counter: 77, limit: 40 },
        PositionFault::BeyondTurn { counter: 77, played: 6 },
    ];
    assert_eq!(reasons_on(text, Board::named("5x5")), expected);
}

#[test]
fn mad_9_5_every_reason_names_its_clause() {
    let text = ",,,/,,/q,,,/,,,/,,,/r222,r222,,b333 w 0 77 ? more";
    for reason in reasons(text) {
        assert!(reason.to_string().contains(" [MAD-"), "{reason}");
    }
}

#[test]
fn mad_9_5_positions_need_not_be_reachable() {
    // Seven ships are in exile though nobody has expelled, and a frigate stands behind Blue's lines.
    let edited = read("b111,r112,,/,,,/,,,/,,,/,,,/r111,,, r 3 0 -");
    assert!(moves(&edited).contains(&"112-b6-c6".to_owned()));
}

#[test]
fn mad_9_6_a_finished_game_is_accepted_with_its_outcome_and_no_moves() {
    for (text, outcome) in [
        (",,,/,,,/,,,/,,,/,,,/r111,,, b", "1-0"),
        (",,,/b111,,,/,,,/,,,/,,,/r222,,, r 41 40 r", "0-1"),
        ("b111,,,/,,,/,,,/,,,/,,,/r111,,, r 51 40 r", "1/2-0"),
        ("b111,,,/,,,/,,,/,,,/,,,/r111,,, b 62 40 -", "0-1/2"),
    ] {
        let position = read(text);
        assert_eq!(position.outcome().unwrap().to_string(), outcome, "{text}");
        assert_eq!((moves(&position).len(), position.count_moves()), (0, 0), "{text}");
    }
}

#[test]
fn mad_9_6_move_counting_ignores_the_counter() {
    let fresh = read_under(&format!("{LONE} r"), Rules::APP);
    let late = read_under(&format!("{LONE} r 41 29 r"), Rules::APP);
    let ended = read_under(&format!("{LONE} r 41 30 r"), Rules::APP);
    assert!(ended.outcome().is_some());
    assert_eq!(perft(&fresh, 3), perft(&late, 3));
    assert_eq!(perft(&fresh, 3), perft(&ended, 3));
    // The shortest limit does not cut the count short either.
    let brief = read_under(&format!("{LONE} r"), "app,limit=1".parse().unwrap());
    assert_eq!(perft(&fresh, 3), perft(&brief, 3));
    // A corvette in exile is another matter.
    assert_eq!(perft(&read(",,,/,,,/,,,/,,,/,,,/r111,,, b"), 1), 0);
}

/// The quick way for programs agrees with the way through a setup, also in what it refuses.
#[test]
fn mad_9_5_fleets_make_the_position_that_their_setup_makes_or_none() {
    use joust_mad::Fleet;
    let board = Board::named("6x4").unwrap();
    let square = |name: &str| board.square(coord(name)).unwrap();
    let ship = |name: &str| name.parse::<Ship>().unwrap();
    let fleet = |ships: &[(&str, &str)]| Fleet::of(ships.iter().map(|(s, at)| (ship(s), square(at))));
    let red = fleet(&[("111", "d1")]);
    let blue = fleet(&[("111", "a6")]);
    let make = |fleets| Position::from_fleets(board, Rules::CURRENT, fleets, Side::Blue);
    assert_eq!(make([red, blue]), Some(read(&format!("{LONE} b"))));
    assert_eq!(make([red, red]), None, "two ships on a square");
    assert_eq!(make([Fleet::default(), Fleet::default()]), None, "no corvettes");
    assert_eq!(make([fleet(&[("111", "d1"), ("111", "d2")]), blue]), None, "a ship twice");
    assert_eq!(make([Fleet { fast: 1 << 20, ..red }, blue]), None, "a digit without a ship");
    let beyond = Fleet { ships: red.ships | 1 << 30, tough: 1 << 30, ..red };
    assert_eq!(make([beyond, blue]), None, "a square that is not there");
    assert!(make([red, Fleet::default()]).is_some_and(|over| over.result().is_some()));

    let position = read(&format!("{LONE} b"));
    let later = position.with_tie_break(17, Some(Side::Red)).unwrap();
    assert_eq!(later, read(&format!("{LONE} b 18 17 r")));
    assert_eq!(position.with_tie_break(2, None), Some(read(&format!("{LONE} b 4 2 -"))));
    assert_eq!(position.with_tie_break(41, None), None);
}
