//! Chapter 1: the arena and the fleets.

use crate::{after, forbidden_by, read, rows};
use joust_mad::{Board, Position, Rules, Ship, Side};

const LAW: &str = include_str!("../../../../rules/mad.md");

/// The picture that the law draws under a clause, as the rows of a position text.
fn drawn_under(clause: &str) -> String {
    let (_, behind) = LAW.split_once(&format!("**{clause} ")).expect("the clause");
    let block = behind.split("```").nth(1).expect("a picture");
    let cell = |word: &str| if word == "." { String::new() } else { word.to_owned() };
    let line = |line: &str| line.split_whitespace().skip(1).map(cell).collect::<Vec<_>>().join(",");
    let drawn: Vec<_> = block.lines().filter(|line| line.starts_with(|c: char| c.is_ascii_digit())).collect();
    drawn.into_iter().map(line).collect::<Vec<_>>().join("/")
}

/// A board starts as the law draws it and has this number of squares.
fn starts_as_drawn(name: &str, clause: &str, squares: usize) {
    let board = Board::named(name).unwrap();
    let start = Position::start(board, Rules::CURRENT);
    assert_eq!(start.to_string(), format!("{} r 1 0 -", drawn_under(clause)));
    assert_eq!(board.squares().count(), squares);
}

/// The names of the squares of a side's last row, in the order of the columns.
fn last_row(board: &Board, side: Side) -> String {
    let mut squares: Vec<_> = board.squares().filter(|square| board.is_last_row(side, *square)).collect();
    squares.sort_by_key(|square| board.coord(*square).column);
    squares.iter().map(|square| board.coord(*square).to_string()).collect::<Vec<_>>().join(" ")
}

#[test]
fn mad_1_1_there_is_one_ship_for_every_combination_of_digits() {
    let table = [
        ("111", [1, 1, 1], "corvette"),
        ("112", [1, 1, 2], "frigate"),
        ("121", [1, 2, 1], "frigate"),
        ("122", [1, 2, 2], "destroyer"),
        ("211", [2, 1, 1], "frigate"),
        ("212", [2, 1, 2], "destroyer"),
        ("221", [2, 2, 1], "destroyer"),
        ("222", [2, 2, 2], "cruiser"),
    ];
    assert_eq!(Ship::all().map(|ship| ship.to_string()).collect::<Vec<_>>(), table.map(|(name, _, _)| name));
    for (name, digits, class) in table {
        let ship: Ship = name.parse().unwrap();
        assert_eq!([ship.movement(), ship.attack(), ship.defence()], digits);
        assert_eq!(ship.class(), class);
    }
}

#[test]
fn mad_1_1_other_words_are_no_ships() {
    for word in ["", "11", "1111", "113", "110", "1 1", "11a", "r11", "¹¹"] {
        assert!(word.parse::<Ship>().is_err(), "{word}");
    }
}

#[test]
fn mad_1_1_both_fleets_start_complete() {
    for board in Board::all() {
        let start = Position::start(board, Rules::CURRENT);
        for side in Side::BOTH {
            assert_eq!(start.exiled(side).count(), 0, "{board} {side}");
        }
    }
}

#[test]
fn mad_1_2_columns_count_from_reds_left_and_rows_from_reds_home() {
    let start = Position::start(Board::named("6x4").unwrap(), Rules::CURRENT);
    let at = |name: &str| start.at_coord(name.parse().unwrap()).map(|(side, ship)| format!("{side} {ship}"));
    assert_eq!(at("a1").as_deref(), Some("red 221"));
    assert_eq!(at("d1").as_deref(), Some("red 212"));
    assert_eq!(at("a6").as_deref(), Some("blue 221"));
    assert_eq!(at("d5").as_deref(), Some("blue 112"));
    assert_eq!(at("a3"), None);
    assert_eq!(at("e1"), None);
}

#[test]
fn mad_1_2_nothing_stands_where_a_square_is_missing() {
    let aztec = read("#,#,b111,,#,#/#,,,,,#/,,,,,/,,,,,/,,,,,/#,r211,,,,#/#,#,r111,,#,# r");
    assert_eq!(forbidden_by(&aztec, "211-b2-a2"), "MAD-1.2");
    assert_eq!(forbidden_by(&aztec, "211-b2-b1"), "MAD-1.2");
    assert_eq!(forbidden_by(&aztec, "211-g2-f2"), "MAD-1.2");
    assert_eq!(forbidden_by(&aztec, "111-c1-c8"), "MAD-1.2");
}

#[test]
fn mad_1_2_nothing_passes_where_a_square_is_missing() {
    let open = read("#,#,b111,,#,#/#,,,,,#/,,,,,/,,,,,/,,,,,/#,r211,,,,#/#,#,r111,,#,# r");
    after(&open, "211-b2-a3");
    let blocked = read("#,#,b111,,#,#/#,,,,,#/,,,,,/,,,,,/,r112,,,,/#,r211,,,,#/#,#,r111,,#,# r");
    assert_eq!(forbidden_by(&blocked, "211-b2-a3"), "MAD-3.2");
}

#[test]
fn mad_1_3_the_board_6x4_starts_as_drawn() {
    starts_as_drawn("6x4", "MAD-1.3", 24);
}

#[test]
fn mad_1_4_the_board_5x5_starts_as_drawn() {
    starts_as_drawn("5x5", "MAD-1.4", 25);
}

#[test]
fn mad_1_5_the_board_4x6_starts_as_drawn() {
    starts_as_drawn("4x6", "MAD-1.5", 28);
}

#[test]
fn mad_1_6_the_board_aztec_starts_as_drawn() {
    starts_as_drawn("aztec", "MAD-1.6", 30);
}

#[test]
fn mad_1_7_the_last_row_is_the_far_edge() {
    for (name, red, blue) in [
        ("6x4", "a6 b6 c6 d6", "a1 b1 c1 d1"),
        ("5x5", "a5 b5 c5 d5 e5", "a1 b1 c1 d1 e1"),
        ("4x6", "a5 b5 c6 d6 e5 f5", "a2 b2 c1 d1 e2 f2"),
        ("aztec", "b6 c7 d7 e6", "b2 c1 d1 e2"),
    ] {
        let board = Board::named(name).unwrap();
        assert_eq!(last_row(board, Side::Red), red, "{name}");
        assert_eq!(last_row(board, Side::Blue), blue, "{name}");
    }
}

#[test]
fn mad_1_7_on_a_full_board_vacant_home_squares_belong_to_the_last_row() {
    let board = Board::from_picture("gaps", ",b111,/,,/r111,,r222").unwrap();
    assert_eq!(last_row(&board, Side::Red), "a3 b3 c3");
    assert_eq!(last_row(&board, Side::Blue), "a1 b1 c1");
}

#[test]
fn mad_1_7_with_missing_squares_only_starting_squares_with_none_behind_count() {
    // Behind b2 there is b4, across the gap on b3; nobody starts on b4, a4 or c1.
    let board = Board::from_picture("holed", ",,b111/,#,b222/,b112,/r111,#,").unwrap();
    assert_eq!(last_row(&board, Side::Red), "c4");
    assert_eq!(last_row(&board, Side::Blue), "a1");
}

#[test]
fn mad_1_8_ships_off_the_board_are_in_exile_whatever_sent_them_there() {
    let exiled = |position: &Position, side| position.exiled(side).map(Ship::number).collect::<Vec<_>>();
    let start = read("b111,,,/b122,,,/r221,,,/,,,/r112,,,/r111,,,r222 r");
    assert_eq!(exiled(&start, Side::Red), [121, 122, 211, 212]);
    let expelled = after(&start, "221-a4xa5");
    assert_eq!(exiled(&expelled, Side::Blue), [112, 121, 122, 211, 212, 221, 222]);

    let start = read("b111,,,/,,,/,,,/,,,/r112,r121,,/r111,,,r222 r");
    assert_eq!(exiled(&start, Side::Red), [122, 211, 212, 221]);
    assert_eq!(exiled(&after(&start, "112<>221"), Side::Red), [112, 122, 211, 212]);
    assert_eq!(exiled(&after(&start, "112>121>211"), Side::Red), [121, 122, 212, 221]);
}

#[test]
fn mad_1_8_what_was_expelled_can_be_recalled() {
    let start = read("b111,,,/b122,b211,,/r221,,,/,,,/,,,/r111,,, r");
    let recalled = after(&after(&start, "221-a4xa5"), "122<>211");
    assert_eq!(rows(&recalled), "b111,,,/r221,b122,,/,,,/,,,/,,,/r111,,,");
}
