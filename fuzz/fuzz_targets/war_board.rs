//! Any text as a board, as the values or as the name of one: what is read is written and read
//! unchanged, and can be played on.

#![no_main]

use joust_core::Duel;
use joust_wargame::{Board, Position, Rules, Square};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    match Board::read("own", text) {
        Ok(board) => {
            assert_eq!(Board::read("own", &board.text()).as_ref(), Ok(&board));
            laws(board);
        }
        Err(bad) => {
            assert!(!bad.faults.is_empty(), "refused without a reason");
            assert!(!bad.to_string().is_empty());
        }
    }
    if let Some(board) = Board::named(text) {
        assert_eq!(Board::named(board.name()), Some(board));
        laws(board);
    }
});

fn laws(board: &'static Board) {
    let count = board.squares().count();
    assert!((1..=Square::MAX).contains(&count));
    assert_eq!(count, board.columns() * board.rows());
    assert!(board.columns().max(board.rows()) <= Board::MAX_SIDE);
    for square in board.squares() {
        assert!(board.value(square) <= Board::MAX_VALUE);
        assert_eq!(board.square_named(&board.square_name(square)), Some(square));
        assert_eq!(board.near(square) & !board.mask(), 0);
        assert!(Square::all_in(board.near(square)).all(|near| board.near(near) & square.bit() != 0));
    }
    for map in board.symmetries() {
        assert!(board.squares().any(|square| map[square.index()] != square));
        for square in board.squares() {
            assert_eq!(board.value(map[square.index()]), board.value(square));
        }
    }
    assert_eq!(Position::start(board, Rules::default()).count_moves(), count);
}
