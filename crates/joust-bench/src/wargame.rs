//! The War Game: the solver beside an earlier experiment, and the textbook alpha-beta.

#![expect(clippy::cast_precision_loss, reason = "figures for people")]

use crate::{best_of, millions_per_second};
use cpu_time::ProcessTime;
use joust_core::{Duel, Rng, Seed, below};
use joust_search::evaluation::Score;
use joust_search::textbook::{Agent, Method, Options as AgentOptions};
use joust_solve::wargame::{Options, solve};
use joust_wargame::{Board, Move, Position, Rules};
use std::time::Instant;

/// The number of midgames of each size.
const MIDGAMES: u64 = 20;
/// Vacant squares, with nodes in millions and seconds of the experiment, on a slow core.
const EXPERIMENT: [(u32, f64, f64); 3] = [(16, 0.9, 0.25), (18, 4.5, 1.4), (20, 17.0, 6.0)];

pub(crate) fn run() {
    let smolensk = Board::named("Smolensk").expect("a known board");
    println!("War Game: exact values of {MIDGAMES} midgames of Smolensk, one thread, mean CPU time");
    for (vacant, nodes, seconds) in EXPERIMENT {
        let begin = ProcessTime::now();
        let found = solve_midgames(smolensk, vacant, 1);
        println!(
            "  {vacant} vacant   {:6.2} M nodes {:6.3} s   (experiment: {nodes:4.1} M, {seconds:.2} s)",
            mean(found as f64 / 1e6),
            mean(begin.elapsed().as_secs_f64())
        );
    }
    println!("War Game: two threads against one, 20 vacant, wall time; needs two idle cores");
    let [one, two] = [1, 2].map(|threads| {
        let begin = Instant::now();
        solve_midgames(smolensk, 20, threads);
        begin.elapsed().as_secs_f64()
    });
    println!("  {:.2} s and {:.2} s: {:.2} x", mean(one), mean(two), one / two);
    println!("War Game: who wins the 5x5 corner of Smolensk, one thread (experiment: 237 M nodes)");
    let corner = Position::start(Board::named("Smolensk:5x5").expect("a known board"), Rules::default());
    let begin = ProcessTime::now();
    let solution = solve(&corner, &Options { sign: true, threads: 1, ..Options::default() });
    let nodes = solution.expect("no checkpoint, no error").nodes;
    println!("  {:.0} M nodes, {:.0} s", nodes as f64 / 1e6, begin.elapsed().as_secs_f64());
    println!("War Game: textbook alpha-beta, first move of Smolensk, one thread, best of 5");
    let start = Position::start(smolensk, Rules::default());
    let agent = Agent::new(Method::AlphaBeta, 7, AgentOptions::default());
    let choose = || agent.choose(&start, &Score::Difference, &mut Seed(0).rng()).map(|choice| choice.nodes);
    let (nodes, took) = best_of(5, choose);
    let nodes = nodes.expect("the start has moves");
    println!("  depth 7, {nodes} nodes, {:.1} M nodes/s", millions_per_second(nodes, took));
}

fn mean(sum: f64) -> f64 {
    sum / MIDGAMES as f64
}

/// The nodes of solving all midgames.
fn solve_midgames(board: &'static Board, vacant: u32, threads: usize) -> u64 {
    let options = Options { threads, ..Options::default() };
    let nodes = (0..MIDGAMES).map(|seed| {
        let position = midgame(board, vacant, &mut Seed(seed).rng());
        solve(&position, &options).expect("no checkpoint, no error").nodes
    });
    nodes.sum()
}

/// A position that reasonable play reaches: each move is with probability 0.8 that with the best
/// gain minus that of the best reply, otherwise a random one.
fn midgame(board: &'static Board, vacant: u32, rng: &mut Rng) -> Position {
    let mut position = Position::start(board, Rules::default());
    while position.vacant().count_ones() > vacant {
        let moves = position.all_moves();
        let careful = below(rng, 10) < 8;
        let best = moves.iter().copied().max_by_key(|mv| {
            let (gain, next) = gain(&position, *mv);
            gain - best_gain(&next)
        });
        let mv = if careful { best } else { Some(moves[below(rng, moves.len())]) };
        position.make(mv.expect("a vacant square is a move"));
    }
    position
}

fn gain(position: &Position, mv: Move) -> (i32, Position) {
    let side = position.side();
    let difference = |position: &Position| position.score(side) - position.score(side.other());
    let next = position.after(mv);
    (difference(&next) - difference(position), next)
}

fn best_gain(position: &Position) -> i32 {
    let moves = position.all_moves();
    moves.iter().map(|mv| gain(position, *mv).0).max().unwrap_or(0)
}
