//! Any text as a position: read or refused, never a panic. What is read obeys the laws of positions.

#![no_main]

use joust_core::{Duel, MAX_MOVES, MoveList};
use joust_mad::{Board, Position, Rules};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    for (_, rules) in Rules::PRESETS {
        match Position::read(text, rules, None) {
            Ok(position) => laws(&position),
            Err(refused) => {
                assert!(!refused.0.is_empty(), "refused without a reason");
                assert!(!refused.to_string().is_empty());
            }
        }
        for board in Board::all() {
            let asked_for = Position::read(text, rules, Some(board));
            assert!(asked_for.is_err() || asked_for == Position::read(text, rules, None));
        }
    }
});

fn laws(position: &Position) {
    reads_back(position);
    let mut moves = MoveList::new();
    position.moves(&mut moves);
    assert!(moves.len() <= MAX_MOVES);
    assert_eq!(moves.len(), position.count_moves());
    assert_eq!(moves.is_empty(), position.outcome().is_some());
    for image in position.images() {
        let mut expected: Vec<_> =
            moves.iter().map(|mv| image.position.write_move((image.map)(*mv))).collect();
        let mut found = MoveList::new();
        image.position.moves(&mut found);
        let mut found: Vec<_> = found.iter().map(|mv| image.position.write_move(*mv)).collect();
        expected.sort_unstable();
        found.sort_unstable();
        assert_eq!(found, expected, "the image {} has other moves", image.position);
    }
    for mv in moves {
        let notation = position.notation(mv);
        assert_eq!(position.check(&notation), Ok(mv), "{notation}");
        assert_eq!(notation.to_string().parse(), Ok(notation));
        let mut next = *position;
        next.make(mv);
        assert_eq!(next.turn_number(), position.turn_number() + 1);
        assert!(next.outcome().is_some() || next.longest() < position.longest(), "{notation}");
        // A game may go on beyond the last turn that a text may name.
        if next.turn_number() <= Position::MAX_TURN {
            reads_back(&next);
        }
    }
}

/// Equality covers the key, so this also compares the key kept up to date with a fresh one.
fn reads_back(position: &Position) {
    let text = position.to_string();
    assert_eq!(Position::read(&text, position.rules(), Some(position.board())).as_ref(), Ok(position));
}
