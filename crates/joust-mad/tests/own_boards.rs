//! Boards of one's own: a picture is all that it takes.

#[path = "common/walk.rs"]
mod walk;

use joust_core::{Duel, Seed, perft};
use joust_mad::{BadBoard, Board, Position, Rules, Side};
use walk::{RING, TINY, after, boards, moves, random_game};

fn named(name: &str) -> &'static Board {
    boards().into_iter().find(|board| board.name() == name).unwrap()
}

fn last_row(board: &Board, side: Side) -> Vec<String> {
    let squares = board.squares().filter(|square| board.is_last_row(side, *square));
    squares.map(|square| board.coord(square).to_string()).collect()
}

fn written(position: &Position) -> Vec<String> {
    let mut all: Vec<_> = moves(position).iter().map(|mv| position.notation(*mv).to_string()).collect();
    all.sort();
    all
}

#[test]
fn a_ring_of_32_squares_is_a_board() {
    let ring = named("ring");
    assert_eq!((ring.squares().count(), ring.columns(), ring.rows()), (32, 9, 9));
    assert_eq!(ring.picture(), RING.replace('\n', "/"));
    // Nobody starts on e9 and e1, and the ring has missing squares.
    assert_eq!(last_row(ring, Side::Red), ["a9", "b9", "c9", "d9", "f9", "g9", "h9", "i9"]);
    assert_eq!(last_row(ring, Side::Blue), ["a1", "b1", "c1", "d1", "f1", "g1", "h1", "i1"]);
}

#[test]
fn ships_on_the_ring_go_around_corners_but_not_across_the_hole() {
    let text = format!(",,,b111,,,,,/{}r211,,,,r111,,,, r", ",#,#,#,#,#,#,#,/".repeat(7));
    let position = Position::read(&text, Rules::CURRENT, Some(named("ring"))).unwrap();
    let mut to: Vec<_> = written(&position);
    to.retain(|mv| mv.starts_with("211-"));
    assert_eq!(to, ["211-a1-a2", "211-a1-a3", "211-a1-b1", "211-a1-c1"]);
    // From b1 the corner leads to a2; b2 is missing.
    let text = format!(",,,b111,,,,,/{},r211,,,r111,,,, r", ",#,#,#,#,#,#,#,/".repeat(7));
    let position = Position::read(&text, Rules::CURRENT, Some(named("ring"))).unwrap();
    let mut to: Vec<_> = written(&position);
    to.retain(|mv| mv.starts_with("211-"));
    assert_eq!(to, ["211-b1-a1", "211-b1-a2", "211-b1-c1", "211-b1-d1"]);
}

#[test]
fn a_bonus_on_the_ring_is_earned_at_its_far_side() {
    let text = format!(",,,b111,,,,,/r112,#,#,#,#,#,#,#,/{}r111,,,,r221,,,, r", ",#,#,#,#,#,#,#,/".repeat(6));
    let position = Position::read(&text, Rules::CURRENT, Some(named("ring"))).unwrap();
    let mv = position.understand("112-a8-a9+112<>221").unwrap();
    assert!(after(&position, mv).to_string().starts_with("r221,,,b111,"));
}

#[test]
fn two_rows_of_three_squares_are_a_board() {
    let tiny = named("tiny");
    assert_eq!((tiny.squares().count(), tiny.columns(), tiny.rows()), (6, 3, 2));
    assert_eq!(tiny.picture(), TINY);
    let start = Position::start(tiny, Rules::APP);
    assert_eq!(written(&start), ["111-a1xa2", "111<>222", "112<>221", "222-b1xb2", "222-b1xb2+111<>222",]);
    assert_eq!(perft(&start, 1), 5);
}

#[test]
fn games_on_own_boards_come_to_their_end() {
    let mut rng = Seed(25).rng();
    for board in ["ring", "tiny"].map(named) {
        for _ in 0..300 {
            let game = random_game(board, Rules::CURRENT, &mut rng);
            let end = game.last().unwrap();
            assert!(end.outcome().is_some_and(|outcome| outcome.winner().is_some()), "{end:?}");
        }
    }
}

#[test]
fn a_position_on_an_own_board_is_read_only_with_that_board() {
    let start = Position::start(named("tiny"), Rules::CURRENT);
    let text = start.to_string();
    assert_eq!(Position::read(&text, Rules::CURRENT, Some(named("tiny"))), Ok(start));
    assert!(Position::read(&text, Rules::CURRENT, None).is_err());
    assert!(Position::read(&text, Rules::CURRENT, Some(named("ring"))).is_err());
}

#[test]
fn what_is_no_board_is_refused_with_the_reason() {
    let why = |picture: &str| Board::from_picture("own", picture).expect_err(picture);
    assert_eq!(why("b111,/,,/r111,"), BadBoard::Ragged { row: 2, found: 3, expected: 2 });
    assert_eq!(why("r111"), BadBoard::Size(1));
    assert_eq!(why(&format!("b111{0}/r111{0}", ",".repeat(16))), BadBoard::Size(34));
    assert_eq!(why(&format!("b111{0}/r111{0}", ",#".repeat(26))), BadBoard::Size(54));
    assert_eq!(why(&format!("b111{}/r111", "/#".repeat(98))), BadBoard::Size(100));
    let at = "b1".parse().unwrap();
    assert_eq!(why("b111,/r111,r113"), BadBoard::Unknown { at, text: "r113".into() });
    assert_eq!(why("b111,r222/r111,r222"), BadBoard::Twice(Side::Red, "222".parse().unwrap()));
    assert_eq!(why("b111,/,r222"), BadBoard::NoCorvette(Side::Red));
    assert_eq!(why(",/,r111"), BadBoard::NoCorvette(Side::Blue));
    // The largest that are allowed.
    assert!(Board::from_picture("own", &format!("b111{0}/r111{0}", ",".repeat(15))).is_ok());
    assert!(Board::from_picture("own", &format!("b111{}/r111", "/#".repeat(97))).is_ok());
}
