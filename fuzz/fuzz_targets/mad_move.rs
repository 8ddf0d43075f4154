//! Any words as a move: the first line of the input gives a position, each other line is typed.

#![no_main]

use joust_core::{Duel, MoveList};
use joust_mad::{Action, Board, Notation, Position, Rules};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let (first, typed) = text.split_once('\n').unwrap_or((text, ""));
    let mut position = position_from(first);
    for line in typed.split('\n') {
        if let Ok(notation) = line.parse::<Notation>() {
            assert_eq!(notation.to_string().parse(), Ok(notation));
        }
        if let Ok(action) = line.parse::<Action>() {
            assert_eq!(action.to_string().parse(), Ok(action));
        }
        match position.understand(line) {
            Ok(mv) => {
                let mut moves = MoveList::new();
                position.moves(&mut moves);
                assert!(moves.contains(&mv), "`{line}` gave a move that is not legal");
                let notation = position.notation(mv);
                assert_eq!(position.check(&notation), Ok(mv));
                assert_eq!(position.understand(&notation.to_string()), Ok(mv));
                position.make(mv);
            }
            Err(why) => assert!(!why.to_string().is_empty()),
        }
    }
});

/// The position that the text describes. Any other text still gives one: its bytes choose a
/// board, rules and moves from the start, so that most inputs reach a real game.
fn position_from(text: &str) -> Position {
    for (_, rules) in Rules::PRESETS {
        if let Ok(position) = Position::read(text, rules, None) {
            return position;
        }
    }
    let mut bytes = text.bytes().map(usize::from);
    let boards = Board::all();
    let board = &boards[bytes.next().unwrap_or(0) % boards.len()];
    let (_, rules) = Rules::PRESETS[bytes.next().unwrap_or(0) % Rules::PRESETS.len()];
    let mut position = Position::start(board, rules);
    for byte in bytes {
        let mut moves = MoveList::new();
        position.moves(&mut moves);
        if moves.is_empty() {
            break;
        }
        position.make(moves[byte % moves.len()]);
    }
    position
}
