//! Instruction counts of the hot paths, by callgrind: the same on a busy machine.
//!
//! Each has a limit a tenth above what was measured; going over it fails the run.
#![expect(missing_docs, reason = "the macros of gungraun make undocumented items")]

use gungraun::{
    Callgrind, EventKind, LibraryBenchmarkConfig, library_benchmark, library_benchmark_group, main,
};
use joust_core::{Duel, MoveList, Seed, below};
use joust_mad::{Board, Move, Position, Rules};
use std::hint::black_box;

fn at_most(instructions: u64) -> LibraryBenchmarkConfig {
    let mut config = LibraryBenchmarkConfig::default();
    config.tool(Callgrind::default().hard_limits([(EventKind::Ir, instructions)]));
    config
}

/// Positions from random games, the same in every run.
fn positions(board: &str) -> Vec<Position> {
    let start = Position::start(Board::named(board).expect("a known board"), Rules::APP);
    let mut rng = Seed(7).rng();
    let mut positions = Vec::new();
    let mut position = start;
    while positions.len() < 1000 {
        let mut moves = MoveList::new();
        position.moves(&mut moves);
        if moves.is_empty() {
            position = start;
        } else {
            positions.push(position);
            position.make(moves[below(&mut rng, moves.len())]);
        }
    }
    positions
}

fn with_moves(board: &str) -> Vec<(Position, Move)> {
    let mut rng = Seed(8).rng();
    let choose = |position: Position| {
        let mut moves = MoveList::new();
        position.moves(&mut moves);
        (position, moves[below(&mut rng, moves.len())])
    };
    positions(board).into_iter().map(choose).collect()
}

#[library_benchmark(config = at_most(980_000))]
#[bench::six_by_four(positions("6x4"))]
#[bench::five_by_five(positions("5x5"))]
fn generate_1000(positions: Vec<Position>) -> usize {
    positions
        .iter()
        .map(|position| {
            let mut moves = MoveList::new();
            position.moves(&mut moves);
            black_box(&moves).len()
        })
        .sum()
}

#[library_benchmark(config = at_most(475_000))]
#[bench::six_by_four(positions("6x4"))]
#[bench::five_by_five(positions("5x5"))]
fn count_1000(positions: Vec<Position>) -> usize {
    positions.iter().map(|position| black_box(position).count_moves()).sum()
}

#[library_benchmark(config = at_most(175_000))]
#[bench::six_by_four(with_moves("6x4"))]
#[bench::five_by_five(with_moves("5x5"))]
fn make_1000(moves: Vec<(Position, Move)>) -> u64 {
    moves
        .iter()
        .map(|(position, mv)| {
            let mut next = *position;
            next.make(black_box(*mv));
            next.key()
        })
        .fold(0, |all, key| all ^ key)
}

// The original needs 1,577 M instructions for four Nulls, 1,596 M for four Demos.
#[library_benchmark(config = at_most(80_000_000))]
#[bench::null("Null")]
#[bench::demo("Demo")]
fn whole_game(name: &str) -> usize {
    joust_bench::whole_madmax_game(black_box(name))
}

library_benchmark_group!(name = madmax; benchmarks = whole_game);
library_benchmark_group!(name = mad; benchmarks = generate_1000, count_1000, make_1000);
main!(library_benchmark_groups = mad, madmax);
