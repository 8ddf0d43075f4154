//! Chapter 1, the city.

use crate::{board, moves, names, on};
use joust_core::Duel;
use joust_wargame::{Board, Position, Rules, Side};

#[test]
fn war_1_1_boards_of_up_to_64_squares_and_16_along_a_side() {
    for (columns, rows) in [(1, 1), (1, 16), (16, 1), (16, 4), (4, 16), (8, 8), (13, 3)] {
        let name = format!("random:{columns}x{rows}:7");
        let board = board(&name);
        assert_eq!((board.columns(), board.rows(), board.name()), (columns, rows, name.as_str()));
        assert_eq!(board.squares().count(), columns * rows);
        assert_eq!(board.mask().count_ones() as usize, columns * rows);
        assert_eq!(Position::start(board, Rules::default()).count_moves(), columns * rows);
    }
}

#[test]
fn war_1_1_values_never_change_during_a_game() {
    let board = board("Smolensk");
    let text = board.text();
    let mut position = Position::start(board, Rules::default());
    while position.outcome().is_none() {
        let mv = moves(&position).pop().unwrap();
        position.make(position.read_move(&mv).unwrap());
    }
    assert_eq!(position.board().text(), text);
    assert_eq!(position.score(Side::Blue) + position.score(Side::Green), board.total().cast_signed());
}

#[test]
fn war_1_1_the_official_boards_have_the_sums_of_the_course() {
    let sums = [
        ("Keren", 36),
        ("Narvik", 1800),
        ("Sevastopol", 378),
        ("Smolensk", 1653),
        ("Westerplatte", 72),
        ("Kalamazoo", 35),
    ];
    for (name, sum) in sums {
        assert_eq!(board(name).total(), sum, "{name}");
    }
}

#[test]
fn war_1_2_columns_have_letters_and_rows_have_numbers_from_the_top() {
    let board = board("Smolensk");
    let value = |name: &str| board.value(board.square_named(name).unwrap_or_else(|| panic!("{name}")));
    assert_eq!([value("A1"), value("F1"), value("A6"), value("F6")], [66, 9, 80, 53]);
    assert_eq!([value("C3"), value("D4"), value("B1"), value("A2")], [39, 3, 76, 31]);
    for square in board.squares() {
        assert_eq!(board.square_named(&board.square_name(square)), Some(square));
    }
    for name in ["", "A", "3", "A0", "A7", "G1", "A01", "A+1", "AA1", "1A", "É1", "A1 ", "@1", "[1", "C33"] {
        assert_eq!(board.square_named(name), None, "{name}");
    }
}

#[test]
fn war_1_2_sixteen_columns_reach_p_and_sixteen_rows_16() {
    let wide = board("random:16x4:1");
    assert_eq!(wide.square_name(wide.squares().last().unwrap()), "P4");
    let tall = board("random:4x16:1");
    assert_eq!(tall.square_name(tall.squares().last().unwrap()), "D16");
    assert_eq!(tall.square_named("d16"), tall.squares().last());
}

#[test]
fn war_1_3_squares_touch_that_share_a_side() {
    let near = |board: &Board, name: &str| names(board, board.near(board.square_named(name).unwrap()));
    let smolensk = board("Smolensk");
    assert_eq!(near(smolensk, "C3"), ["C2", "B3", "D3", "C4"]);
    assert_eq!(near(smolensk, "A1"), ["B1", "A2"]);
    assert_eq!(near(smolensk, "F3"), ["F2", "E3", "F4"]);
    assert_eq!(near(smolensk, "A4"), ["A3", "B4", "A5"]);
    assert_eq!(near(smolensk, "F6"), ["F5", "E6"]);
    // The board with all 64 squares and the thinnest ones: no neighbour beyond an edge.
    assert_eq!(near(board("custom8x8"), "H8"), ["H7", "G8"]);
    assert_eq!(near(board("custom8x8"), "A8"), ["A7", "B8"]);
    assert_eq!(near(board("random:16x1:1"), "P1"), ["O1"]);
    assert_eq!(near(board("random:1x16:1"), "A16"), ["A15"]);
    assert_eq!(near(board("random:1x1:1"), "A1"), [""; 0]);
}

#[test]
fn war_1_3_diagonals_never_count() {
    // Blue's only square touches C3 by a corner: a drop, and nothing falls.
    let position = on("Keren", "....../.b..../...g../....../....../...... b");
    assert!(moves(&position).contains(&"drop-C3".to_owned()));
    assert_eq!(crate::after(&position, "C3").to_string(), "....../.b..../..bg../....../....../...... g");
}

#[test]
fn war_1_4_in_the_beginning_all_squares_are_vacant() {
    for board in Board::all() {
        let start = Position::start(board, Rules::default());
        assert_eq!(start.vacant(), board.mask());
        assert_eq!([start.owned(Side::Blue), start.owned(Side::Green)], [0, 0]);
        assert_eq!(crate::scores(&start), [0, 0]);
    }
    assert_eq!(Position::SIDES, ["blue", "green"]);
}
