//! Chapter 6, boards in writing.

use crate::board;
use joust_wargame::{Board, BoardFault, atlas};

/// All reasons why a text is not a board.
fn faults(text: &str) -> Vec<String> {
    let bad = Board::read("bad", text).expect_err(text);
    assert!(bad.to_string().starts_with("board bad: "), "{bad}");
    bad.faults.iter().map(BoardFault::to_string).collect()
}

#[test]
fn war_6_3_rows_are_lines_or_separated_by_slashes() {
    let expected = "66 76 28/31 39 50";
    for text in [
        "66 76 28\n31 39 50",
        "66 76 28\n31 39 50\n",
        "66 76 28/31 39 50",
        "\n  66\t76  28 \r\n\r\n# a comment\r\n31 39 50\r\n",
        "# what 1/2 and 3/4 mean does not matter here\n66 76 28\n  # nor here: a/b\n31 39 50",
        "\u{feff}66 076 28\n31 39 50",
    ] {
        let board = Board::read("own", text).unwrap_or_else(|why| panic!("{text}: {why}"));
        assert_eq!(board.text(), expected, "{text}");
        assert_eq!((board.columns(), board.rows()), (3, 2));
    }
}

#[test]
fn war_6_3_what_is_written_is_read() {
    for board in Board::all() {
        assert!(std::ptr::eq(Board::read(board.name(), &board.text()).unwrap(), board), "{board}");
    }
}

#[test]
fn war_6_3_boards_have_names_and_aliases_in_any_case() {
    for (alias, name) in [
        ("ReesesPieces", "Smolensk"),
        ("AlmondJoy", "Keren"),
        ("Ayds", "Narvik"),
        ("Bit-O-Honey", "Sevastopol"),
        ("Mounds", "Westerplatte"),
        ("SMOLENSK", "Smolensk"),
        ("mounds", "Westerplatte"),
    ] {
        assert_eq!(Board::named(alias), Some(board(name)), "{alias}");
    }
    for unknown in ["", "Stalingrad", "Smolensk ", "Smolensk:", ":", "::", "random", "random:6x6"] {
        assert_eq!(Board::named(unknown), None, "{unknown}");
    }
}

#[test]
fn war_6_3_the_atlas_has_the_boards_of_the_courses() {
    assert_eq!((Board::all().count(), atlas::BOARDS.len()), (17, 17));
    assert_eq!(Board::all().next(), Board::named("Smolensk"));
    let shape = |name: &str| (board(name).columns(), board(name).rows());
    for name in ["Keren", "Narvik", "Sevastopol", "Smolensk", "Westerplatte", "oases"] {
        assert_eq!(shape(name), (6, 6), "{name}");
    }
    for name in ["Kalamazoo", "Peoria", "Piqua", "Punxsutawney", "Wallawalla"] {
        assert_eq!(shape(name), (5, 5), "{name}");
    }
    assert_eq!([shape("long"), shape("custom8x8"), shape("tiny")], [(13, 3), (8, 8), (2, 2)]);
}

#[test]
fn war_6_3_corners_are_cut_from_the_top_left() {
    let corner = board("smolensk:5x4");
    assert_eq!(corner.name(), "Smolensk:5x4");
    assert_eq!(corner.text(), "66 76 28 66 11/31 39 50 8 33/80 76 39 59 2/50 73 43 3 13");
    assert_eq!(board("ReesesPieces:1X1").text(), "66");
    assert_eq!(board("Keren:6x6").text(), board("Keren").text());
    for none in [
        "Smolensk:7x6",
        "Smolensk:6x7",
        "Smolensk:0x4",
        "Smolensk:5",
        "Smolensk:5x4:1",
        "Smolensk:-1x4",
        "nowhere:2x2",
        "Smolensk:5x4x3",
        "Smolensk:99999999999999999999x1",
    ] {
        assert_eq!(Board::named(none), None, "{none}");
    }
}

/// A promise: games that were played on a random board must replay for ever.
#[test]
fn war_6_3_random_boards_never_change() {
    let board = board("random:6x6:42");
    assert_eq!(
        board.text(),
        "57 14 36 23 12 36/19 86 34 58 7 39/78 55 50 42 21 25/41 6 84 87 63 14/33 46 39 80 3 76/49 60 34 92 29 30"
    );
    assert_eq!(crate::board("RANDOM:6X6:42"), board);
    assert_eq!(crate::board("random:3x2:18446744073709551615").text(), "34 77 91/70 82 98");
}

#[test]
fn war_6_3_random_values_go_from_1_to_99() {
    let values = (0..200).flat_map(|seed| {
        let board = crate::board(&format!("random:8x8:{seed}"));
        board.squares().map(|square| board.value(square)).collect::<Vec<_>>()
    });
    let seen: std::collections::BTreeSet<_> = values.collect();
    assert_eq!(seen, (1..=99).collect());
    for none in
        ["random:9x9:1", "random:17x1:1", "random:6x6:", "random:6x6:x", "random:6x6:-1", "random:0x0:1"]
    {
        assert_eq!(Board::named(none), None, "{none}");
    }
}

#[test]
fn war_6_4_a_board_has_rows_of_one_length() {
    assert_eq!(faults("1 2\n3"), ["row 2 is 1 long where the first row is 2 [WAR-6.4]"]);
    assert_eq!(faults("1\n2 3\n4\n5 6").len(), 2);
    for text in ["", "\n\n", "# only words", "/", "//\n/"] {
        assert_eq!(faults(text), ["there are no values [WAR-6.4]"], "{text:?}");
    }
}

#[test]
fn war_6_4_a_board_has_at_most_64_squares_and_16_along_a_side() {
    let grid = |columns: usize, rows: usize| vec!["1 ".repeat(columns); rows].join("\n");
    for (columns, rows) in [(9, 9), (17, 1), (1, 17), (13, 5), (16, 16), (100, 100)] {
        let expected = format!(
            "the board is {columns}x{rows}: it may have at most 64 squares, and 16 along a side [WAR-1.1]"
        );
        assert_eq!(faults(&grid(columns, rows)), [expected]);
    }
    for (columns, rows) in [(8, 8), (16, 4), (4, 16), (16, 1), (1, 16), (1, 1)] {
        assert!(Board::read("good", &grid(columns, rows)).is_ok(), "{columns}x{rows}");
    }
}

#[test]
fn war_6_4_a_value_is_a_whole_number_from_0_to_99() {
    assert_eq!(Board::read("good", "0 99").unwrap().text(), "0 99");
    for word in ["100", "-1", "+5", "1.5", "x", "1e1", "0x1", "٣", "1,2", "99999999999999999999", "½"] {
        assert_eq!(
            faults(&format!("1 2\n3 {word}")),
            [format!("row 2, column 2: `{word}` is not a whole number from 0 to 99 [WAR-1.1]")]
        );
    }
}

#[test]
fn war_6_4_all_reasons_are_given_at_once_but_not_thousands() {
    assert_eq!(faults("1 x\n2\n100 3 -1").len(), 5);
    assert_eq!(faults("this is not a board\nbut a letter to a friend\n".repeat(99).as_str()).len(), 12);
}

/// [WAR-6.3]
#[test]
fn a_shape_that_cannot_be_is_explained() {
    for (name, why) in [
        ("Smolensk:9x9", Some("Smolensk is only 6x6")),
        ("random:5x5", Some("a random board needs a seed: random:5x5:1")),
        ("random:9x9:1", Some("a board has at most 64 squares, and 16 along a side [WAR-1.1]")),
        (
            "random:9999999999x9999999999:1",
            Some("a board has at most 64 squares, and 16 along a side [WAR-1.1]"),
        ),
        ("random:5x5:soon", None),
        ("random:5x5:1", None),
        ("Smolensk:5x5", None),
        ("Smolensk:5", None),
        ("nowhere:5x5", None),
        ("Smolensk", None),
    ] {
        assert_eq!(Board::misnamed(name).map(|why| why.to_string()).as_deref(), why, "{name}");
    }
}
