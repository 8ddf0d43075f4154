//! MAD's move generator beside that of a well-made chess library.

use crate::{best_of, millions_per_second};
use joust_core::{Duel, MoveList, Seed, below, perft};
use joust_mad::{Board, Position, Rules};

const ROUNDS: usize = 5;

pub(crate) fn run() {
    println!("MAD: perft with the last ply counted in bulk, one thread, best of {ROUNDS}");
    let (chess_leaves, took) = best_of(ROUNDS, || shakmaty::perft(&shakmaty::Chess::default(), 6));
    assert_eq!(chess_leaves, 119_060_324);
    let yardstick = millions_per_second(chess_leaves, took);
    println!("  chess start, depth 6, shakmaty   {yardstick:8.1} M leaves/s   (yardstick)");
    for (name, expected) in [("6x4", 25_614_154), ("5x5", 61_696_717)] {
        let start = Position::start(Board::named(name).expect("a known board"), Rules::APP);
        let (leaves, took) = best_of(ROUNDS, || perft(&start, 6));
        assert_eq!(leaves, expected, "perft of {name}");
        let speed = millions_per_second(leaves, took);
        println!(
            "  MAD {name}, depth 6                {:8.1} M leaves/s   {:.2} x",
            speed,
            speed / yardstick
        );
    }
    println!("MAD: random games, every move chosen from all legal moves, one thread, best of {ROUNDS}");
    for name in ["6x4", "5x5"] {
        let start = Position::start(Board::named(name).expect("a known board"), Rules::CURRENT);
        let (moves, took) = best_of(ROUNDS, || playouts(start, 20_000));
        println!("  MAD {name}                         {:8.2} M moves/s", millions_per_second(moves, took));
    }
    let (moves, took) = best_of(ROUNDS, || chess_playouts(500));
    println!(
        "  chess, shakmaty                  {:8.2} M moves/s   (yardstick)",
        millions_per_second(moves, took)
    );
}

/// The number of moves in random games.
fn playouts(start: Position, games: usize) -> u64 {
    let mut rng = Seed(1).rng();
    let mut made = 0;
    for _ in 0..games {
        let mut position = start;
        loop {
            let mut moves = MoveList::new();
            position.moves(&mut moves);
            if moves.is_empty() {
                break;
            }
            position.make(moves[below(&mut rng, moves.len())]);
            made += 1;
        }
    }
    made
}

/// The number of moves in random games of chess, which are cut after 300 moves; few reach that.
fn chess_playouts(games: usize) -> u64 {
    use shakmaty::Position as _;
    let mut rng = Seed(1).rng();
    let mut made = 0;
    for _ in 0..games {
        let mut position = shakmaty::Chess::default();
        for _ in 0..300 {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position.play_unchecked(moves[below(&mut rng, moves.len())]);
            made += 1;
        }
    }
    made
}
