//! Endgame tables: the cost of tables that stay in their files, beside tables in memory.

#![expect(clippy::cast_precision_loss, reason = "figures for people")]

use cpu_time::ThreadTime;
use joust_core::{Duel, Seed, below};
use joust_mad::{Board, Position, Rules, Side};
use joust_players::endgame::oracle;
use joust_search::engine::{Engine, SearchLimits};
use joust_search::informed::Informed;
use joust_search::mad::MadKnowledge;
use joust_solve::mad::{Cache, EndgameTable, EndgameTables, Folder};
use std::fs::File;
use std::io::BufReader;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

/// Positions for each number of ships, nodes of each search, and repetitions.
const POSITIONS: usize = 8;
const NODES: u64 = 1_000_000;
const ROUNDS: usize = 5;

pub(crate) fn run() {
    let Some(path) = std::env::var_os("JOUST_TABLES").map(PathBuf::from) else {
        println!("endings: not measured; JOUST_TABLES names a folder with tables for 6x4");
        return;
    };
    let board = Board::named("6x4").expect("a known board");
    let folder = Folder::new(&path, board).expect("6x4 has tables");
    let open = || Arc::new(folder.load(&Cache::new(Cache::USUAL)).expect("there are tables"));
    let begin = Instant::now();
    let blocks = open();
    let opened = begin.elapsed().as_secs_f64();
    let begin = Instant::now();
    let whole = Arc::new(whole(&folder, &blocks));
    println!(
        "endings: up to {} ships opened in {opened:.2} s, read whole in {:.2} s",
        blocks.most_ships(),
        begin.elapsed().as_secs_f64()
    );
    for ships in blocks.most_ships() as u32 + 1..=8 {
        let (mut nodes, mut times) = (0, [0.0; 3]);
        for seed in 0..POSITIONS as u64 {
            let position = with_ships(board, ships, seed);
            let (first, cold) = search(&position, &open());
            let mut best = [f64::MAX; 2];
            for _ in 0..ROUNDS {
                for (tables, best) in [&whole, &blocks].into_iter().zip(&mut best) {
                    let (found, time) = search(&position, tables);
                    assert_eq!(found, first, "wherever the tables are, the search is the same");
                    *best = best.min(time);
                }
            }
            nodes += first.1;
            times = [times[0] + best[0], times[1] + best[1], times[2] + cold];
        }
        let [whole, warm, cold] = times.map(|time| nodes as f64 / time / 1e6);
        println!(
            "endings: {ships} ships, M nodes a CPU second: {whole:.2} with tables in memory; in files {warm:.2} \
             ({:.2} ×), at first {cold:.2} ({:.2} ×)",
            warm / whole,
            cold / whole
        );
    }
}

/// These tables, all in memory.
fn whole(folder: &Folder, tables: &EndgameTables) -> EndgameTables {
    let mut whole = EndgameTables::empty(tables.geometry());
    for table in tables.all() {
        let file = File::open(folder.file(table.class())).expect("it was opened before");
        whole.add(EndgameTable::read(BufReader::new(file), tables.geometry()).expect("it was sound"));
    }
    whole
}

/// The result of a search, its nodes, and its time.
fn search(position: &Position, tables: &Arc<EndgameTables>) -> ((String, u64), f64) {
    let knowledge = Informed::new(MadKnowledge::new(position.board()), Some(oracle(Arc::clone(tables))));
    let mut engine = Engine::new(knowledge, 16 << 20);
    let begin = ThreadTime::now();
    let limits = SearchLimits { nodes: Some(NODES), ..SearchLimits::default() };
    let found = engine.search(position, &limits, &AtomicBool::new(false), &mut |_| {});
    let time = begin.elapsed().as_secs_f64();
    let found = found.expect("the game is not over");
    ((format!("{} {}", position.write_move(found.mv()), found.best().value), found.nodes), time)
}

/// A position with a number of ships, from games in which a quick engine makes some random moves.
fn with_ships(board: &'static Board, ships: u32, seed: u64) -> Position {
    let mut rng = Seed(seed).rng();
    let count = |position: &Position| -> u32 {
        Side::BOTH.iter().map(|side| position.fleet(*side).ships.count_ones()).sum()
    };
    loop {
        let mut engine = Engine::new(MadKnowledge::new(board), 1 << 20);
        let mut position = Position::start(board, Rules::CURRENT);
        for ply in 0.. {
            if position.outcome().is_some() {
                break;
            }
            if count(&position) == ships {
                return position;
            }
            let moves = position.all_moves();
            let limits = SearchLimits { nodes: Some(2000), ..SearchLimits::default() };
            let found = engine.search(&position, &limits, &AtomicBool::new(false), &mut |_| {});
            let random = moves[below(&mut rng, moves.len())];
            let is_random = ply < 8 || below(&mut rng, 8) == 0;
            position.make(found.filter(|_| !is_random).map_or(random, |found| found.mv()));
        }
    }
}
