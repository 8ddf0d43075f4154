//! `docs/course-agents.md` stays true: its trees and figures are computed again.

use joust_core::{Duel, MoveList, Seed};
use joust_search::evaluation::{Evaluate, Score};
use joust_search::textbook::{Agent, Choice, Method, Options, Order};
use joust_wargame::{Board, Move, Position, Rules};
use std::fmt::Write;

const BOARD: &str = "Smolensk:2x2";

fn page() -> String {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/course-agents.md");
    std::fs::read_to_string(path).unwrap()
}

#[track_caller]
fn has(words: &str) {
    assert!(page().contains(words), "docs/course-agents.md should say:\n{words}");
}

fn start(board: &str) -> Position {
    Position::start(Board::named(board).unwrap(), Rules::default())
}

fn choose(position: &Position, method: Method, depth: u32, order: Order) -> Choice<Move> {
    let agent = Agent::new(method, depth, Options { order, ..Options::default() });
    agent.choose(position, &Score::Difference, &mut Seed(0).rng()).unwrap()
}

/// The values of the replies to every move of a position, from the view of its side to move.
fn replies(position: &Position) -> Vec<(String, Vec<(String, f64)>)> {
    let worth = |leaf: &Position| Score::Difference.evaluate(leaf, position.to_move());
    let leaves =
        |next: &Position| each(next).iter().map(|(text, leaf)| (text.clone(), worth(leaf))).collect();
    each(position).iter().map(|(text, next)| (text.clone(), leaves(next))).collect()
}

/// Every move with the value of its square, and the position after it.
fn each(position: &Position) -> Vec<(String, Position)> {
    let mut moves = MoveList::new();
    position.moves(&mut moves);
    let after = |mv: Move| {
        let mut next = *position;
        next.make(mv);
        (format!("{} ({})", position.write_move(mv), position.board().value(mv.square())), next)
    };
    moves.into_iter().map(after).collect()
}

/// The tree two moves deep as the page draws it, and its number of visited nodes. With cutoffs, nodes
/// that are not visited are drawn as dots.
fn tree(position: &Position, cut: bool) -> (String, u64) {
    let mut text = String::new();
    let mut best = f64::NEG_INFINITY;
    let mut nodes = 1;
    let moves = replies(position);
    for (i, (mv, leaves)) in moves.iter().enumerate() {
        nodes += 1;
        let (mut worst, mut lines, mut over) = (f64::INFINITY, String::new(), false);
        for (j, (reply, value)) in leaves.iter().enumerate() {
            let trunk = if i + 1 < moves.len() { "│" } else { " " };
            let branch = if j + 1 < leaves.len() { "├─" } else { "└─" };
            let _ = write!(lines, "{trunk}  {branch} Green {reply:<12}");
            if over {
                lines.push_str("      ·\n");
                continue;
            }
            nodes += 1;
            worst = worst.min(*value);
            let _ = write!(lines, "{value:>7}");
            over = cut && worst < best;
            let remark = if over && j + 1 < leaves.len() {
                format!("   below {best}: cut off")
            } else {
                String::new()
            };
            let _ = writeln!(lines, "{remark}");
        }
        let branch = if i + 1 < moves.len() { "├─" } else { "└─" };
        let sign = if over { "≤" } else { "=" };
        let _ = writeln!(text, "{branch} Blue {mv:<12}  min {sign} {worst:>5}");
        text.push_str(&lines);
        best = best.max(worst);
    }
    (format!("Blue to move          max = {best:>5}\n{text}"), nodes)
}

#[test]
fn the_trees_are_those_that_the_agents_search() {
    let position = start(BOARD);
    let (whole, nodes) = tree(&position, false);
    let slow = choose(&position, Method::Minimax, 2, Order::Row);
    assert_eq!(nodes, slow.nodes);
    has(&whole);
    let (cut, nodes) = tree(&position, true);
    let fast = choose(&position, Method::AlphaBeta, 2, Order::Row);
    assert_eq!(nodes, fast.nodes);
    has(&cut);
    has(&format!("**{}** of {} nodes", fast.nodes, slow.nodes));
    has(&format!("it is worth {}", slow.value));
    has(&format!("`{}`", position.write_move(slow.mv)));
}

#[test]
fn the_node_counts_of_the_example_are_right() {
    let position = start(BOARD);
    for depth in 1..=4 {
        let count = |method, order| choose(&position, method, depth, order).nodes;
        has(&format!(
            "| {depth} | {} | {} | {} |\n",
            count(Method::Minimax, Order::Row),
            count(Method::AlphaBeta, Order::Row),
            count(Method::AlphaBeta, Order::Gain),
        ));
    }
}

fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let parts: Vec<_> =
        digits.as_bytes().rchunks(3).rev().map(|part| std::str::from_utf8(part).unwrap()).collect();
    parts.join(",")
}

#[test]
fn the_formula_gives_the_figures_of_the_page() {
    let turn = |n: u64| n + n * n.saturating_sub(1) + n * n.saturating_sub(1) * n.saturating_sub(2);
    let blue: u64 = (2..=36).step_by(2).map(turn).sum();
    let green: u64 = (1..=35).step_by(2).map(turn).sum();
    assert_eq!((blue, green), (217_740, 194_736));
    for figure in [blue, green, blue + 18, green + 18] {
        has(&thousands(figure));
    }
}

/// Minimax plays itself at depth 3, and alpha-beta searches every position of the game.
#[test]
fn the_savings_on_the_boards_are_right() {
    for board in ["Keren", "Narvik", "Sevastopol", "Smolensk", "Westerplatte"] {
        let mut position = start(board);
        let mut nodes = [0; 3];
        while position.outcome().is_none() {
            let slow = choose(&position, Method::Minimax, 3, Order::Row);
            nodes[0] += slow.nodes;
            nodes[1] += choose(&position, Method::AlphaBeta, 3, Order::Row).nodes;
            nodes[2] += choose(&position, Method::AlphaBeta, 3, Order::Gain).nodes;
            position.make(slow.mv);
        }
        let [slow, fast, ordered] = nodes.map(thousands);
        has(&format!("| {board} | {slow} | {fast} | {ordered} |\n"));
    }
}

#[test]
fn the_code_on_the_page_is_the_code() {
    let flat = |text: &str| text.lines().map(str::trim).collect::<Vec<_>>().join("\n");
    let sources = concat!(env!("CARGO_MANIFEST_DIR"), "/src/textbook/");
    let source = ["minimax.rs", "alphabeta.rs"]
        .map(|file| flat(&std::fs::read_to_string(format!("{sources}{file}")).unwrap()));
    let page = page();
    let blocks: Vec<_> = page.split("```rust,ignore\n").skip(1).collect();
    assert_eq!(blocks.len(), source.len());
    for (block, source) in blocks.iter().zip(source) {
        let block = flat(block.split("```").next().unwrap());
        assert!(source.contains(block.trim()), "{block}\nis not in\n{source}");
    }
}
