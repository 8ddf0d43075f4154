//! Compares alpha-beta with minimax: equal depth, equal positions.

use crate::chart::{Chart, Scale, Series};
use crate::words::{self, Count};
use joust_core::{Duel, Seed};
use joust_players::{PlayableDuel as _, Textbook};
use joust_search::textbook::{Agent, Choice, Method, Options, Order};
use joust_wargame::{Board, Campaign, Move, Position};
use serde::{Deserialize, Serialize};
use std::sync::atomic::{AtomicBool, Ordering};

/// A game that minimax plays against itself, in which alpha-beta searches every position too. Serialized, it
/// is a comparison of `report.json`.
#[derive(Serialize)]
pub(crate) struct Comparison {
    #[serde(serialize_with = "words::text")]
    pub(crate) board: &'static Board,
    /// The depth of all searches.
    pub(crate) depth: u32,
    pub(crate) conventions: String,
    /// The number of positions: one for every move of the game.
    pub(crate) positions: usize,
    pub(crate) same_value: usize,
    pub(crate) same_move: usize,
    #[serde(rename = "minimax_nodes")]
    pub(crate) minimax: Count,
    #[serde(rename = "alphabeta_nodes")]
    pub(crate) alphabeta: Count,
    #[serde(rename = "alphabeta_by_gain_nodes")]
    pub(crate) ordered: Count,
    /// The shares of minimax's nodes that alpha-beta saves, without and with the other order.
    #[serde(skip)]
    pub(crate) saved: [String; 2],
    /// The nodes in every position.
    #[serde(skip)]
    pub(crate) chart: Option<String>,
}

/// The nodes of the three searches in one position, and whether they agree.
#[derive(Clone, Copy, Serialize, Deserialize)]
pub struct Compared {
    minimax: u64,
    alphabeta: u64,
    /// Nodes of alpha-beta that tries moves with the largest gain first.
    ordered: u64,
    same_value: bool,
    same_move: bool,
}

impl Comparison {
    /// The comparison on a board.
    pub(crate) fn new(board: &'static Board, textbook: &Textbook, positions: &[Compared]) -> Comparison {
        let count = |holds: fn(&&Compared) -> bool| positions.iter().filter(holds).count();
        let nodes: [fn(&Compared) -> u64; 3] =
            [|compared| compared.minimax, |compared| compared.alphabeta, |compared| compared.ordered];
        let [minimax, alphabeta, ordered] =
            nodes.map(|nodes| positions.iter().map(nodes).fold(0, u64::saturating_add));
        let saved = |nodes: u64| 1.0 - nodes as f64 / minimax.max(1) as f64;
        let series = ["minimax", "alphabeta", "ordered"].into_iter().zip(nodes).map(|(class, nodes)| {
            let points = (1..).zip(positions).map(|(i, compared)| (f64::from(i), nodes(compared) as f64));
            Series { class, points: points.collect(), steps: false }
        });
        let chart = Chart {
            about: format!("nodes in each position of a game on {board}"),
            x_label: "move",
            x_max: positions.len() as f64,
            scale: Scale::Log,
            series: series.collect(),
        };
        Comparison {
            board,
            depth: textbook.depth,
            conventions: textbook.conventions(),
            positions: positions.len(),
            same_value: count(|compared| compared.same_value),
            same_move: count(|compared| compared.same_move),
            minimax: Count(Some(minimax)),
            alphabeta: Count(Some(alphabeta)),
            ordered: Count(Some(ordered)),
            saved: [alphabeta, ordered].map(|nodes| format!("{:.1} %", saved(nodes) * 100.0)),
            chart: chart.svg(),
        }
    }
}

/// Compares from a position on. `None` when the flag is set before the end.
pub(crate) fn compare(start: Position, textbook: Textbook, stop: &AtomicBool) -> Option<Vec<Compared>> {
    let (_, eval) = Campaign::evals().into_iter().find(|(name, _)| *name == textbook.eval.name)?;
    let mut position = start;
    let mut positions = Vec::new();
    let ask = |position: &Position, method, options: Options| -> Option<Choice<Move>> {
        // One random stream for all searches, so that they choose alike among equal moves.
        let mut chance = Seed(position.key()).rng();
        Agent::new(method, textbook.depth, options).choose_unless(position, eval, &mut chance, stop)
    };
    let by_gain = Options { order: Order::Gain, ..textbook.options };
    while let (Some(slow), Some(fast), Some(ordered)) = (
        ask(&position, Method::Minimax, textbook.options),
        ask(&position, Method::AlphaBeta, textbook.options),
        ask(&position, Method::AlphaBeta, by_gain),
    ) {
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        positions.push(Compared {
            minimax: slow.nodes,
            alphabeta: fast.nodes,
            ordered: ordered.nodes,
            // Bit for bit: the searches share tree and evaluation.
            same_value: slow.value.to_bits() == fast.value.to_bits(),
            same_move: slow.mv == fast.mv,
        });
        position.make(slow.mv);
    }
    Some(positions)
}
