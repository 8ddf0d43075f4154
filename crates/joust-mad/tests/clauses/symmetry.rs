//! Chapter 10: what follows. `laws.rs` proves the same on random positions.

use crate::{after, moves, read, read_under, rows};
use joust_core::Duel;
use joust_mad::{Board, Position, Rules, Side};

/// The images of all moves, written down on the image of the position.
fn images(image: &Position, moves: impl Iterator<Item = joust_mad::Move>) -> Vec<String> {
    let mut all: Vec<_> = moves.map(|mv| image.notation(mv).to_string()).collect();
    all.sort();
    all
}

fn sorted(position: &Position) -> Vec<String> {
    let mut all = moves(position);
    all.sort();
    all
}

fn list(position: &Position) -> Vec<joust_mad::Move> {
    let mut list = joust_core::MoveList::new();
    position.moves(&mut list);
    list.to_vec()
}

#[test]
fn mad_10_1_the_mirror_image_has_the_mirror_images_of_the_moves() {
    let position = read("b111,,b211,/,r112,,/,,,/,,r221,/,,,/r111,,, r 9 5 b");
    let image = position.mirrored().unwrap();
    assert_eq!(image.to_string(), ",b211,,b111/,,r112,/,,,/,r221,,/,,,/,,,r111 r 9 5 b");
    let mirrored = list(&position).into_iter().map(|mv| mv.mapped(position.board().mirror().unwrap()));
    assert_eq!(images(&image, mirrored), sorted(&image));
    // One of them by name: the bonus on b6 becomes the bonus on c6.
    let one = after(&position, "112-b5-b6+112<>221").mirrored().unwrap();
    assert_eq!(one, after(&image, "112-c5-c6+112<>221"));
    assert_eq!(image.mirrored(), Some(position));
}

#[test]
fn mad_10_1_the_mirror_image_has_the_same_outcome() {
    for text in [
        ",,,/,,,/,,,/,,,/,,,/r111,,, b 36 2 -",
        "b111,,,/,,,/,,,/,,,/,,,/r111,,, r 61 40 r",
        "b111,,,/,,,/,,,/,,,/,,,/r111,,, r 61 40 -",
        "b111,,,/,,,/,,,/,,,/,,,/r111,,, r 61 39 -",
    ] {
        let position = read(text);
        assert_eq!(position.mirrored().unwrap().outcome(), position.outcome(), "{text}");
    }
}

#[test]
fn mad_10_1_a_lopsided_board_has_no_mirror_image() {
    let lopsided = Board::from_picture("lopsided", "b111,b222,#/,,/r111,r222,").unwrap().leak();
    assert_eq!(Position::start(lopsided, Rules::APP).mirrored(), None);
    // The squares of this one are even, but a bonus can be earned in column a alone.
    let uneven = Board::from_picture("uneven", "b111,,/,#,/r111,,").unwrap().leak();
    assert_eq!(Position::start(uneven, Rules::APP).mirrored(), None);
    for board in Board::all() {
        assert!(Position::start(board, Rules::APP).mirrored().is_some(), "{board}");
    }
}

#[test]
fn mad_10_2_exchanged_colours_have_the_images_of_the_moves() {
    let position = read("b111,,b211,/,r112,,/,,,/,,r221,/,,,/r111,,, r 9 5 b");
    let image = position.with_colours_exchanged().unwrap();
    assert_eq!(image.to_string(), "b111,,,/,,,/,,b221,/,,,/,b112,,/r111,,r211, b 10 5 r");
    let exchanged = list(&position).into_iter().map(|mv| mv.mapped(position.board().turned().unwrap()));
    assert_eq!(images(&image, exchanged), sorted(&image));
    let one = after(&position, "112-b5-b6+112<>221").with_colours_exchanged().unwrap();
    assert_eq!(one, after(&image, "112-b2-b1+112<>221"));
}

#[test]
fn mad_10_2_while_nobody_has_expelled_the_tie_break_must_be_written_out() {
    let position = read("b111,,,/,,,/,,,/,,,/,,,/r111,,, r 61 39 -");
    let image = position.with_colours_exchanged().unwrap();
    assert_eq!((position.tie_break_winner(), image.tie_break_winner()), (Side::Blue, Side::Red));
    assert_eq!(image.expeller(), Some(Side::Red));
    let ends = [after(&position, "111-a1-a2"), after(&image, "111-a6-a5")];
    assert_eq!(ends.map(|end| end.outcome().unwrap().to_string()), ["0-1/2", "1/2-0"]);
}

#[test]
fn mad_10_2_the_turn_number_keeps_its_parity() {
    let ordinary = read("b111,,,/,,,/,,,/,,,/,,,/r111,,, b 62 5 r");
    assert_eq!(ordinary.with_colours_exchanged().unwrap().turn_number(), 63);
    let start = Position::start(Board::named("6x4").unwrap(), Rules::CURRENT);
    let exchanged = start.with_colours_exchanged().unwrap();
    assert_eq!((exchanged.turn_number(), exchanged.is_positioning_turn()), (2, true));
    assert_eq!(rows(&exchanged), rows(&start));
    // Turn 2 stays a positioning turn only as turn 1, in which nothing has been counted.
    assert_eq!(after(&start, "pass").with_colours_exchanged(), None);
    let edited = read(&format!("{} b 2 0 r", rows(&start)));
    assert_eq!(edited.with_colours_exchanged().unwrap().turn_number(), 1);
    let app = read_under(&format!("{} b 2 1 r", rows(&start)), Rules::APP);
    assert_eq!(app.with_colours_exchanged().unwrap().turn_number(), 3);
}

#[test]
fn mad_10_2_a_board_that_is_no_mirror_image_of_itself_has_no_exchange() {
    let lopsided = Board::from_picture("lopsided", "b111,b222,#/,,/r111,r222,").unwrap().leak();
    assert_eq!(Position::start(lopsided, Rules::APP).with_colours_exchanged(), None);
    let uneven = Board::from_picture("uneven", "b111,,/,#,/,,r111").unwrap().leak();
    assert_eq!(Position::start(uneven, Rules::APP).with_colours_exchanged(), None);
    for board in Board::all() {
        assert!(Position::start(board, Rules::APP).with_colours_exchanged().is_some(), "{board}");
    }
}

#[test]
fn mad_10_3_the_key_covers_ships_side_and_positioning() {
    let key = |text: &str| read(text).key();
    let one = key("b111,,,/,,,/,,,/,,,/,,,/r111,,, r 9 0 -");
    for other in [
        "b111,,,/,,,/,,,/,,,/,,,/,r111,, r 9 0 -",
        "r111,,,/,,,/,,,/,,,/,,,/b111,,, r 9 0 -",
        "b111,,,/,,,/,,,/,,,/,,,/r111,,,r112 r 9 0 -",
        "b111,,,/,,,/,,,/,,,/,,,/r111,,, b 10 0 -",
        "b111,,,/,,,/,,,/,,,/,,,/r111,,, r 1 0 -",
    ] {
        assert_ne!(key(other), one, "{other}");
    }
    for same in ["r 3 0 -", "r 9 5 -", "r 9 0 r", "r 61 40 b"] {
        assert_eq!(key(&format!("b111,,,/,,,/,,,/,,,/,,,/r111,,, {same}")), one, "{same}");
    }
    let first = read_under("b111,,,/,,,/,,,/,,,/,,,/r111,,, r 1 0 -", Rules::APP);
    assert_eq!(first.key(), one);
}

#[test]
fn mad_10_3_the_full_key_covers_the_tie_break_too() {
    let mut keys = Vec::new();
    for counter in 0..=40 {
        for expeller in ["r", "b", "-"] {
            let text = format!("b111,,,/,,,/,,,/,,,/,,,/r111,,, r 61 {counter} {expeller}");
            keys.push(read(&text).full_key());
        }
    }
    let count = keys.len();
    keys.sort_unstable();
    keys.dedup();
    assert_eq!(keys.len(), count);
    let at = |turn| read(&format!("b111,,,/,,,/,,,/,,,/,,,/r111,,, r {turn} 2 r")).full_key();
    assert_eq!(at(5), at(61));
}
