//! The solver against plain minimax, and against itself.

use joust_core::{Duel, MoveList, Rng, Seed, below};
use joust_solve::wargame::{Options, Solution, solve};
use joust_wargame::{Board, Position, Rules, Side};
use std::collections::HashMap;

fn margin(position: &Position) -> i32 {
    position.score(Side::Blue) - position.score(Side::Green)
}

/// Blue minus green at the end, by plain minimax with a table of whole positions.
fn brute(position: &Position, seen: &mut HashMap<String, i32>) -> i32 {
    if position.vacant() == 0 {
        return margin(position);
    }
    let text = position.to_string();
    if let Some(value) = seen.get(&text) {
        return *value;
    }
    let mut moves = MoveList::new();
    position.moves(&mut moves);
    let values = moves.iter().map(|mv| {
        let mut next = *position;
        next.make(*mv);
        brute(&next, seen)
    });
    let value = if position.side() == Side::Blue { values.max() } else { values.min() }.unwrap();
    seen.insert(text, value);
    value
}

fn random_position(rng: &mut Rng, most_vacant: usize) -> Position {
    let (columns, rows) = [(1, 4), (4, 1), (2, 2), (2, 4), (3, 3), (3, 4), (4, 3)][below(rng, 7)];
    let highest = [1, 3, 20, 100][below(rng, 4)];
    let row =
        |rng: &mut Rng| (0..columns).map(|_| below(rng, highest).to_string()).collect::<Vec<_>>().join(" ");
    let text = (0..rows).map(|_| row(rng)).collect::<Vec<_>>().join("/");
    let board = Board::read("random", &text).unwrap();
    let rules = if below(rng, 3) == 0 { Rules::OPTIONAL_BLITZ } else { Rules::MANDATORY };
    let count = columns * rows;
    let vacant = below(rng, most_vacant.min(count) + 1);
    let mut position = Position::start(board, rules);
    while position.vacant().count_ones() as usize > vacant {
        let mut moves = MoveList::new();
        position.moves(&mut moves);
        position.make(moves[below(rng, moves.len())]);
    }
    position
}

fn assert_line(position: &Position, solution: &Solution) {
    let mut end = *position;
    for mv in &solution.line {
        end.make(*mv);
    }
    assert_eq!(end.vacant(), 0, "a full line of {position:?}");
    if let Some(value) = solution.value {
        assert_eq!(margin(&end), value, "the line of {position:?}");
    }
    assert_eq!(margin(&end).signum(), solution.sign.unwrap(), "the line's winner of {position:?}");
    assert_eq!(solution.best.is_empty(), position.vacant() == 0);
}

#[test]
fn agrees_with_minimax_on_random_positions() {
    for seed in 0..600 {
        let mut rng = Seed(seed).rng();
        let position = random_position(&mut rng, 9);
        let expected = brute(&position, &mut HashMap::new());
        let table_bytes = [1, 1 << 12, 1 << 20][below(&mut rng, 3)];
        let threads = 1 + below(&mut rng, 3);
        let options = Options { table_bytes, threads, all_best: true, ..Options::default() };
        let solution = solve(&position, &options).unwrap();
        assert_eq!(solution.value, Some(expected), "{position:?} {}", position.board().text());
        assert_line(&position, &solution);
        let mut moves = MoveList::new();
        position.moves(&mut moves);
        for mv in moves {
            let mut next = position;
            next.make(mv);
            let best = brute(&next, &mut HashMap::new()) == expected;
            assert_eq!(solution.best.contains(&mv), best, "{position:?}: {}", position.write_move(mv));
        }
        let sign = solve(&position, &Options { sign: true, ..options }).unwrap();
        assert_eq!(sign.sign, Some(expected.signum()), "the winner of {position:?}");
        assert_line(&position, &sign);
    }
}

/// The solver never leaves out an optional blitz, because owning more squares never hurts: whatever
/// both sides do afterwards, the side that owned more still owns at least as much.
#[test]
fn leaving_out_a_blitz_never_pays() {
    let mut seen = 0;
    for seed in 0..600 {
        let mut rng = Seed(seed).rng();
        let position = random_position(&mut rng, 8);
        let under = |rules| Position::read(&position.to_string(), position.board(), rules).unwrap();
        let (mandatory, optional) = (under(Rules::MANDATORY), under(Rules::OPTIONAL_BLITZ));
        seen += usize::from(optional.count_moves() > mandatory.count_moves());
        let values = [mandatory, optional].map(|position| brute(&position, &mut HashMap::new()));
        assert_eq!(values[0], values[1], "{position:?} {}", position.board().text());
    }
    assert!(seen > 100, "only {seen} positions had a blitz to forgo");
}

#[test]
fn the_corners_have_the_known_values() {
    for (name, expected) in [("Smolensk:4x4", 115), ("Narvik:4x4", 202), ("Keren-small", 0)] {
        let position = Position::start(Board::named(name).unwrap(), Rules::default());
        for (threads, table_bytes) in [(1, 1 << 24), (2, 1 << 24), (4, 1 << 16)] {
            let options = Options { threads, table_bytes, ..Options::default() };
            let solution = solve(&position, &options).unwrap();
            assert_eq!(solution.value, Some(expected), "{name} with {threads} threads");
            assert_line(&position, &solution);
            let sign = solve(&position, &Options { sign: true, ..options }).unwrap();
            assert_eq!(sign.sign, Some(expected.signum()), "the winner of {name}");
            assert_line(&position, &sign);
        }
    }
}

#[test]
#[ignore = "long: make test-all"]
fn the_larger_corners_have_the_known_values() {
    for (name, expected) in [("Smolensk:5x4", 78), ("Narvik:5x4", 398)] {
        let position = Position::start(Board::named(name).unwrap(), Rules::default());
        let solution = solve(&position, &Options::default()).unwrap();
        assert_eq!(solution.value, Some(expected), "{name}");
        assert_line(&position, &solution);
    }
}

#[test]
fn a_solve_that_reaches_its_limit_proves_nothing() {
    let position = Position::start(Board::named("Smolensk").unwrap(), Rules::default());
    let solution =
        solve(&position, &Options { nodes: Some(50_000), table_bytes: 1 << 20, ..Options::default() });
    let solution = solution.unwrap();
    assert!(!solution.proven);
    assert_eq!((solution.value, solution.sign), (None, None));
    assert!(solution.nodes < 5_000_000);
}
