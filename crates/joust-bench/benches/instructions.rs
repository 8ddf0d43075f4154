//! Instruction counts of the hot paths, by callgrind: they do not depend on the load of the machine.
//!
//! Each has a limit a tenth above the measured count; a count above the limit fails the run.
#![expect(missing_docs, reason = "the macros of gungraun make undocumented items")]

use gungraun::{
    Callgrind, EventKind, LibraryBenchmarkConfig, library_benchmark, library_benchmark_group, main,
};
use joust_core::{Duel, MoveList, Seed, below};
use joust_mad::{Board, Move, Position, Rules, Side};
use joust_solve::mad::{BuildOptions, BuildProgress, Cache, Class, EndgameTable, EndgameTables, Folder};
use std::fs::File;
use std::hint::black_box;
use std::path::Path;
use std::sync::atomic::AtomicBool;

fn at_most(instructions: u64) -> LibraryBenchmarkConfig {
    let mut config = LibraryBenchmarkConfig::default();
    config.tool(Callgrind::default().hard_limits([(EventKind::Ir, instructions)]));
    config
}

/// Positions from random games, equal in every run.
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

/// Endgames with three ships, and their tables: whole in memory, or in files whose blocks are all in the
/// cache.
fn endings(whole: bool) -> (EndgameTables, Vec<Position>) {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("endings-of-the-bench-{whole}"));
    let _ = std::fs::remove_dir_all(&path);
    let folder = Folder::new(&path, Board::named("6x4").expect("a known board")).expect("it has tables");
    let (stop, progress) = (AtomicBool::new(false), BuildProgress::default());
    let options = BuildOptions { ships: 3, ..BuildOptions::new(&stop, &progress) };
    folder.build(&options, &mut |_| {}).expect("tables can be built");
    let mut tables = folder.load(&Cache::new(Cache::USUAL)).expect("they were built");
    let class: Class = "2-1".parse().expect("a class");
    if whole {
        let file = File::open(folder.file(class)).expect("it was built");
        tables.add(EndgameTable::read(file, tables.geometry()).expect("it is sound"));
    }
    let mut rng = Seed(9).rng();
    let halves = tables.get(class).expect("it was built").halves();
    let position = |_| {
        let index = halves[below(&mut rng, halves.len())].index();
        let fleets = index.unrank(below(&mut rng, index.len()));
        Position::from_fleets(tables.board(), Rules::CURRENT, fleets, Side::Red).expect("a placement")
    };
    let positions: Vec<Position> = (0..1000).map(position).collect();
    assert!(positions.iter().all(|position| tables.value(position).is_some()));
    (tables, positions)
}

#[library_benchmark(config = at_most(500_000))]
#[bench::in_memory(endings(true))]
#[bench::in_files(endings(false))]
fn probe_1000((tables, positions): (EndgameTables, Vec<Position>)) -> (usize, EndgameTables) {
    let values = positions.iter().filter_map(|position| tables.value(black_box(position)));
    let good = values.filter(|value| value.is_good()).count();
    // The tables are returned, so that closing them is not measured.
    (good, tables)
}

// The original needs 1,577 M instructions for four Nulls, 1,596 M for four Demos.
#[library_benchmark(config = at_most(80_000_000))]
#[bench::null("Null")]
#[bench::demo("Demo")]
fn whole_game(name: &str) -> usize {
    joust_bench::whole_madmax_game(black_box(name))
}

library_benchmark_group!(name = madmax; benchmarks = whole_game);
library_benchmark_group!(name = mad; benchmarks = generate_1000, count_1000, make_1000, probe_1000);
main!(library_benchmark_groups = mad, madmax);
