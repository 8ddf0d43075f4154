//! The fast generator against the slow oracle, on random positions of every board.

mod oracle;

use joust_core::{Duel, MoveList, Rng, Seed, below};
use joust_mad::{Board, Position, Rules};

fn options(rules: Rules) -> oracle::Options {
    oracle::Options { limit: rules.limit.into(), positioning: rules.positioning }
}

/// Moves with the positions that they lead to, sorted as the oracle sorts them.
fn fast_moves(position: &Position) -> Vec<(String, String)> {
    let mut list = MoveList::new();
    position.moves(&mut list);
    assert_eq!(list.len(), position.count_moves(), "{position}");
    let mut moves: Vec<_> = list
        .iter()
        .map(|mv| {
            let mut next = *position;
            next.make(*mv);
            (position.notation(*mv).to_string(), next.to_string())
        })
        .collect();
    moves.sort();
    moves
}

fn compare(text: &str, rules: Rules) {
    let position = Position::read(text, rules, None).unwrap_or_else(|why| panic!("{text}: {why}"));
    assert_eq!(position.to_string(), text);
    let expected = oracle::moves(text, options(rules));
    assert_eq!(fast_moves(&position), expected, "{text} under {rules}");
    let verdict = position.result().map(|outcome| oracle::Verdict {
        winner: if outcome.winner() == Some(joust_core::Seat::FIRST) { 'r' } else { 'b' },
        full: outcome.is_full(),
    });
    assert_eq!(verdict, oracle::verdict(text, options(rules)), "{text}");
    // One ply further: finished games, counters and expellers that moves have left behind.
    if let Some((_, next)) = expected.get(text.len() % expected.len().max(1)) {
        let next_position = Position::read(next, rules, None).unwrap_or_else(|why| panic!("{next}: {why}"));
        assert_eq!(fast_moves(&next_position), oracle::moves(next, options(rules)), "{next}");
    }
}

fn compare_random(board: &str, count: usize, seed: u64) {
    let mut rng: Rng = Seed(seed).rng();
    for i in 0..count {
        let rules = Rules::PRESETS[i % 3].1;
        let mut random = |n: u32| below(&mut rng, n as usize) as u32;
        let text = oracle::random_position(board, options(rules), &mut random);
        compare(&text, rules);
    }
}

#[test]
fn the_oracle_itself_is_right() {
    oracle::self_check();
}

#[test]
fn agrees_on_6x4() {
    compare_random("6x4", 60_000, 1);
}

#[test]
fn agrees_on_5x5() {
    compare_random("5x5", 60_000, 2);
}

#[test]
fn agrees_on_4x6() {
    compare_random("4x6", 15_000, 3);
}

#[test]
fn agrees_on_aztec() {
    compare_random("aztec", 15_000, 4);
}

#[test]
fn starts_agree() {
    for board in Board::all() {
        let start = Position::start(board, Rules::CURRENT);
        assert_eq!(start.to_string(), oracle::start(board.name()));
        compare(&start.to_string(), Rules::CURRENT);
    }
}
