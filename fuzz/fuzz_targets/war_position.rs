//! A board on the first line, a position on the second, and a move on each other line: read or
//! refused, never a panic. What is read obeys the laws of positions.

#![no_main]

use joust_core::{Duel, MAX_MOVES, MoveList};
use joust_wargame::{Action, Board, Position, Rules, Side};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let mut lines = text.split('\n');
    let name = lines.next().unwrap_or_default();
    let board = Board::named(name).or_else(|| Board::read("own", name).ok());
    let board = board.or_else(|| Board::named("tiny")).expect("the atlas has this board");
    let position = lines.next().unwrap_or_default();
    let typed: Vec<_> = lines.collect();
    for (_, rules) in Rules::PRESETS {
        match Position::read(position, board, rules) {
            Ok(position) => {
                laws(&position);
                play(position, &typed);
            }
            Err(refused) => {
                assert!(!refused.0.is_empty(), "refused without a reason");
                assert!(!refused.to_string().is_empty());
                play(Position::start(board, rules), &typed);
            }
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
        assert_eq!(position.understand(&position.write_move(mv)), Ok(mv));
        let mut next = *position;
        next.make(mv);
        assert_eq!(next.longest() + 1, position.longest());
        let total = |position: &Position| Side::BOTH.map(|side| position.score(side)).iter().sum::<i32>();
        assert_eq!(total(&next), total(position) + i32::from(position.board().value(mv.square())));
        reads_back(&next);
    }
}

/// Equality covers key and scores, so this also compares those kept up to date with fresh ones.
fn reads_back(position: &Position) {
    let text = position.to_string();
    assert_eq!(Position::read(&text, position.board(), position.rules()).as_ref(), Ok(position));
}

/// Types lines as moves.
fn play(mut position: Position, typed: &[&str]) {
    for line in typed {
        let Ok(action) = line.parse::<Action>();
        assert_eq!(action.to_string().parse(), Ok(action));
        match position.understand(line) {
            Ok(mv) => {
                let mut moves = MoveList::new();
                position.moves(&mut moves);
                assert!(moves.contains(&mv), "`{line}` gave a move that is not legal");
                position.make(mv);
            }
            Err(why) => assert!(!why.to_string().is_empty()),
        }
    }
}
