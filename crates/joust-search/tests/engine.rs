//! The engine on the War Game: it keeps its limits, is reproducible, and solves small positions.

use joust_core::{Duel, MoveList, Seed, below};
use joust_search::engine::{Engine, SearchLimits};
use joust_search::wargame::WarKnowledge;
use joust_wargame::{Board, Position, Rules, Side};
use std::sync::atomic::AtomicBool;

fn search(
    position: &Position,
    limits: SearchLimits,
    bytes: usize,
    threads: usize,
) -> joust_search::engine::Found<joust_wargame::Move> {
    let mut engine = Engine::new(WarKnowledge, bytes).with_threads(threads);
    engine.search(position, &limits, &AtomicBool::new(false), &mut |_| {}).unwrap()
}

/// The final difference for the side to move with best play, by exhaustive search.
fn brute_force(position: &Position) -> i32 {
    let mut moves = MoveList::new();
    position.moves(&mut moves);
    let side = position.side();
    if moves.is_empty() {
        return position.score(side) - position.score(side.other());
    }
    moves
        .iter()
        .map(|mv| {
            let mut next = *position;
            next.make(*mv);
            -brute_force(&next)
        })
        .max()
        .unwrap()
}

fn random_position(board: &str, vacant: u32, seed: u64) -> Position {
    let mut rng = Seed(seed).rng();
    let mut position = Position::start(Board::named(board).unwrap(), Rules::PRESETS[seed as usize % 2].1);
    while position.longest() > vacant {
        let mut moves = MoveList::new();
        position.moves(&mut moves);
        position.make(moves[below(&mut rng, moves.len())]);
    }
    position
}

#[test]
fn what_it_calls_exact_is_exact() {
    for seed in 0..60 {
        let position = random_position(["Smolensk", "oases", "Westerplatte"][seed as usize % 3], 7, seed);
        for (bytes, threads) in [(1 << 10, 1), (1 << 20, 1), (1 << 10, 2), (1 << 20, 3)] {
            let found = search(&position, SearchLimits::default(), bytes, threads);
            assert!(found.is_exact(), "{position:?}");
            assert_eq!(found.best().value, brute_force(&position), "{position:?}");
        }
    }
}

#[test]
fn a_node_limit_is_kept_and_the_result_is_reproducible() {
    let start = Position::start(Board::named("Smolensk").unwrap(), Rules::default());
    for nodes in [1, 2, 37, 1000, 50_000] {
        let limits = SearchLimits { nodes: Some(nodes), ..SearchLimits::default() };
        let found = search(&start, limits, 1 << 20, 1);
        let again = search(&start, limits, 1 << 20, 1);
        assert_eq!((&found.lines, found.nodes), (&again.lines, again.nodes));
        assert!(found.nodes <= nodes);
        assert!(!found.is_exact());
    }
}

/// Any number of threads keeps the limit, and uses most of it.
#[test]
fn all_threads_together_keep_the_limit_on_nodes() {
    let start = Position::start(Board::named("Smolensk").unwrap(), Rules::default());
    for (nodes, threads) in [(100, 300), (5_000, 2), (50_000, 3), (20_000, 8)] {
        let limits = SearchLimits { nodes: Some(nodes), ..SearchLimits::default() };
        let found = search(&start, limits, 1 << 20, threads);
        assert!((nodes * 9 / 10..=nodes).contains(&found.nodes), "{} of {nodes}", found.nodes);
    }
    // A limit too small for a second thread: the search is reproducible again.
    let limits = SearchLimits { nodes: Some(900), ..SearchLimits::default() };
    let [alone, many] = [1, 50].map(|threads| search(&start, limits, 1 << 20, threads));
    assert_eq!((&alone.lines, alone.nodes), (&many.lines, many.nodes));
}

#[test]
fn a_stopped_search_still_moves_and_a_finished_game_does_not() {
    let start = Position::start(Board::named("Keren").unwrap(), Rules::default());
    let mut engine = Engine::new(WarKnowledge, 1 << 16);
    let found = engine.search(&start, &SearchLimits::default(), &AtomicBool::new(true), &mut |_| {}).unwrap();
    assert!(start.read_move(&start.write_move(found.mv())).is_ok());
    let full = Position::read("bb/gg b", Board::named("tiny").unwrap(), Rules::default()).unwrap();
    assert!(engine.search(&full, &SearchLimits::default(), &AtomicBool::new(false), &mut |_| {}).is_none());
    let one = Position::read("bb/g. b", Board::named("tiny").unwrap(), Rules::default()).unwrap();
    let found = search(&one, SearchLimits::default(), 1, 2);
    assert_eq!((found.best().moves.len(), found.is_exact()), (1, true));
    assert_eq!(found.best().value, one.score(Side::Blue) - one.score(Side::Green) + 4 + 4);
}
