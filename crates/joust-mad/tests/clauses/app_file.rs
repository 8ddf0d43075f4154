//! Chapter 9, the position file of the app.

use crate::read;
use joust_mad::{AppFile, Board, Position, Rules, Side};

/// The example in the law.
const EXAMPLE: &str = "Version: 2
Turn Number: 34
Game Type: 6 by 4
Time since last expulsion: 3
With Initial Special Rule: false

C4: Blue111
D5: Red111
";

fn file(text: &str) -> AppFile {
    AppFile::read(text).unwrap_or_else(|why| panic!("{text}: {why}"))
}

fn position(text: &str) -> String {
    file(text).position(Rules::CURRENT).unwrap().to_string()
}

/// All faults in words, in the order of their lines.
fn faults(text: &str) -> Vec<String> {
    AppFile::read(text).expect_err(text).0.iter().map(ToString::to_string).collect()
}

#[test]
fn mad_9_7_the_example_of_the_law_is_read() {
    let example = file(EXAMPLE);
    assert_eq!(example.board.name(), "6x4");
    assert!(!example.positioning);
    let position = example.position(Rules::CURRENT).unwrap();
    assert_eq!(position.to_string(), ",,,/,,,r111/,,b111,/,,,/,,,/,,, b 34 3 -");
    assert_eq!(position.rules(), Rules { positioning: false, ..Rules::CURRENT });
}

#[test]
fn mad_9_7_lines_stand_in_any_order_among_comments() {
    let shuffled = "# a comment: with a colon\nD5: Red111\r\nGame Type: 6 by 4\n\n#\nTurn Number: 34\n\
                    With Initial Special Rule: false\n C4 : Blue111 \nTime since last expulsion: 3\nVersion: 2";
    assert_eq!(position(shuffled), position(EXAMPLE));
    assert_eq!(position(&format!("\u{feff}{EXAMPLE}")), position(EXAMPLE));
}

#[test]
fn mad_9_7_version_2_knows_four_game_types() {
    for (name, board) in [("6 by 4", "6x4"), ("5 by 5", "5x5"), ("4 by 6", "4x6"), ("Aztec Diamond", "aztec")]
    {
        let text = format!("Version: 2\nTurn Number: 3\nGame Type: {name}\nC4: Blue111\nD3: Red111");
        assert_eq!(file(&text).board.name(), board);
    }
}

#[test]
fn mad_9_7_version_1_has_a_shape_and_version_0_is_always_6x4() {
    let rest = "Turn Number: 3\nC4: Blue111\nD3: Red111";
    assert_eq!(file(&format!("Version: 1\nShape: 6, 4\n{rest}")).board.name(), "6x4");
    assert_eq!(file(&format!("Version: 1\nShape: 5, 5\n{rest}")).board.name(), "5x5");
    assert_eq!(file(rest).board.name(), "6x4");
    assert_eq!(file(&format!("Version: 0\n{rest}")).board.name(), "6x4");
    assert_eq!(file(&format!("Game Type: 5 by 5\n{rest}")).board.name(), "6x4");
}

#[test]
fn mad_9_7_left_out_the_counter_is_0_and_the_special_rule_true() {
    let text = "Turn Number: 2\nC4: Blue111\nD3: Red111";
    let left_out = file(text);
    assert!(left_out.positioning);
    let position = left_out.position(Rules::APP).unwrap();
    assert_eq!(position.counter(), 0);
    assert!(position.is_positioning_turn());
}

#[test]
fn mad_9_7_there_is_no_last_expeller_and_a_warning_where_there_may_have_been_one() {
    let at = |turn: u32, counter: u32| {
        file(&format!("Turn Number: {turn}\nTime since last expulsion: {counter}\nC4: Blue111\nD3: Red111"))
    };
    for (turn, counter, warned) in [(34, 3, 1), (34, 32, 1), (34, 33, 0), (2, 0, 1), (1, 0, 0)] {
        let found = at(turn, counter);
        assert_eq!(found.warnings.len(), warned, "turn {turn}, counter {counter}");
        assert_eq!(found.position(Rules::CURRENT).unwrap().expeller(), None);
    }
}

#[test]
fn mad_9_7_all_faults_are_named_with_their_lines() {
    let text = "Version: 2
Game Type: 7 by 7
no colon
one: two: three
Time since last expulsion: soon
With Initial Special Rule: maybe
Version: 2
A1: Green111
Sky: Red111";
    assert_eq!(
        faults(text),
        [
            "line 2: Game Type: `7 by 7` is none of: 6 by 4; 5 by 5; 4 by 6; Aztec Diamond",
            "line 3: `no colon` should be `key: value` with exactly one colon",
            "line 4: `one: two: three` should be `key: value` with exactly one colon",
            "line 5: Time since last expulsion: `soon` is not a number",
            "line 6: With Initial Special Rule: `maybe` is neither true nor false",
            "line 7: `Version` stands here a second time",
            "line 8: `Green111` is not a ship such as Blue111 or Red212",
            "line 9: `Sky` is neither a square such as C4 nor one of Version, Turn Number, Game Type, Shape, \
             Time since last expulsion, With Initial Special Rule",
            "line 10: the line `Turn Number: …` is missing",
        ]
    );
    assert!(AppFile::read(text).unwrap_err().to_string().ends_with("[MAD-9.7]"));
}

#[test]
fn mad_9_7_ships_stand_on_squares_of_the_board_one_on_each() {
    let text = "Turn Number: 3\nE1: Red111\nA7: Blue111\nA1: Red112\na1: Red121";
    let expected = [
        "line 2: the board 6x4 has no square e1",
        "line 3: the board 6x4 has no square a7",
        "line 5: a second ship on a1",
    ];
    assert_eq!(faults(text), expected);
}

#[test]
fn mad_9_7_newer_versions_and_versions_without_their_board_are_refused() {
    let rest = "Turn Number: 3\nC4: Blue111\nD3: Red111";
    assert_eq!(
        faults(&format!("Version: 3\n{rest}")),
        ["line 1: Version: 3 is newer than 2, the newest that is known"]
    );
    assert_eq!(
        faults(&format!("Version: 2\nShape: 6, 4\n{rest}")),
        ["line 6: a file of version 2 needs a line `Game Type: …`"]
    );
    assert_eq!(
        faults(&format!("Version: 1\nGame Type: 6 by 4\n{rest}")),
        ["line 6: a file of version 1 needs a line `Shape: …`"]
    );
    assert_eq!(
        faults(&format!("Version: 1\nShape: 4, 6\n{rest}")),
        ["line 2: Shape: `4, 6` is none of: 6, 4; 5, 5"]
    );
}

#[test]
fn mad_9_7_a_file_can_be_read_and_its_position_refused() {
    let refused = |text: &str| file(text).position(Rules::CURRENT).expect_err(text).to_string();
    assert!(refused("Turn Number: 0\nC4: Blue111\nD3: Red111").contains("turn: 0 is out of range"));
    assert!(refused("Turn Number: 3\nC4: Blue222\nD3: Red222").contains("both corvettes"));
    assert!(refused("Turn Number: 3\nC4: Red111\nD3: Red111").contains("a second 111"));
    let late = "Turn Number: 99\nTime since last expulsion: 41\nC4: Blue111\nD3: Red111";
    assert!(refused(late).contains("beyond the limit"));
}

#[test]
fn mad_9_7_version_2_is_written() {
    let position = read(",,,/,,,r111/,,b111,/,,,/,,,/,,, b 34 3 r");
    let written = AppFile::write(&position).unwrap();
    assert_eq!(written, EXAMPLE.replace("false", "true"));
}

#[test]
fn mad_9_7_what_is_written_is_read_but_for_the_last_expeller() {
    for board in Board::all() {
        let start = Position::start(board, Rules::APP);
        let written = AppFile::write(&start).unwrap();
        assert_eq!(file(&written).position(Rules::APP), Ok(start), "{board}");
    }
    let position = read("b111,,,/,,b222,/,,,/,,,/,,,/r111,,,r212 r 35 7 r");
    let again = file(&AppFile::write(&position).unwrap()).position(Rules::CURRENT).unwrap();
    assert_eq!(position.expeller(), Some(Side::Red));
    assert_eq!(again.to_string(), position.to_string().replace(" 7 r", " 7 -"));
}

#[test]
fn mad_9_7_a_board_that_the_app_does_not_have_cannot_be_written() {
    let own = Board::from_picture("own", "b111,b222/,/r111,r222").unwrap().leak();
    assert_eq!(AppFile::write(&Position::start(own, Rules::APP)), None);
}
