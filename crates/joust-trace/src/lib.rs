//! The textbook agents for a page: every step that minimax and alpha-beta take on a small War Game.
//!
//! The page asks in JSON, through the memory of `joust_desk`; [`answer`] is the whole conversation. The search
//! is [`joust_search::textbook`] itself with an observer, so the counts are those of `joust lab`.
//!
//! ```
//! let answer = joust_trace::answer(r#"{"values":"66 76/31 39","start":"../.. b","depth":2}"#);
//! let answer: serde_json::Value = serde_json::from_str(&answer).unwrap();
//! assert_eq!(answer["minimax"]["nodes"], 17);
//! assert_eq!(answer["alphabeta"]["nodes"], 13);
//! ```

#![cfg_attr(target_family = "wasm", expect(unsafe_code, reason = "the page finds functions by their names"))]

mod steps;
mod tree;

pub use steps::{Search, Step};
pub use tree::{Node, Tree};

use joust_core::{Duel, Seed};
use joust_search::evaluation::Score;
use joust_search::textbook::{Agent, Method, Options, Order};
use joust_wargame::{Board, Position, Rules};
use serde::{Deserialize, Serialize};
use std::sync::atomic::AtomicBool;

/// More nodes than this are not drawn, and not sent to a page.
pub const MAX_NODES: usize = 12_000;

/// A question of a page.
#[derive(Clone, Debug, Deserialize)]
pub struct Question {
    /// The values of the squares, as [`Board::read`] reads them.
    pub values: String,
    /// The position in which the search begins.
    pub start: String,
    /// How many moves the agents look ahead.
    pub depth: u32,
    /// The order of the moves: `row` or `gain`.
    #[serde(default)]
    pub order: String,
    /// The evaluation: `difference`, `own` or `ratio`.
    #[serde(default)]
    pub eval: String,
}

/// Both searches, and the tree that they share.
#[derive(Debug, Serialize)]
pub struct Trace {
    /// All nodes down to the depth: those of minimax.
    pub tree: Vec<Node>,
    /// Minimax.
    pub minimax: Search,
    /// Alpha-beta.
    pub alphabeta: Search,
}

/// Why a question has no answer: at least one reason.
pub type Faults = Vec<String>;

/// Runs both searches.
pub fn trace(question: &Question) -> Result<Trace, Faults> {
    let board = Board::read("laboratory", &question.values)
        .map_err(|why| why.faults.iter().map(ToString::to_string).collect::<Faults>())?;
    let start =
        Position::read(&question.start, board, Rules::default()).map_err(|why| vec![why.to_string()])?;
    let order: Order = match question.order.as_str() {
        "" => Order::default(),
        word => word.parse().map_err(|known| vec![format!("order is one of {known}")])?,
    };
    let score = match question.eval.as_str() {
        "" => Score::default(),
        word => Score::NAMES
            .iter()
            .find(|(name, _)| *name == word)
            .map(|(_, score)| *score)
            .ok_or_else(|| vec![format!("there is no evaluation `{word}`")])?,
    };
    let size = Tree::size(&start, question.depth);
    if size > MAX_NODES as u64 {
        return Err(vec![format!("the tree has {size} nodes; at most {MAX_NODES} can be shown")]);
    }
    let options = Options { order, ..Options::default() };
    let run = |method, tree: &mut Tree| {
        let agent = Agent::new(method, question.depth, options);
        let mut rng = Seed(0).rng();
        let stop = AtomicBool::new(false);
        let chosen = agent.choose_observed(&start, &score, &mut rng, &stop, tree);
        chosen.ok_or_else(|| vec!["the game is over: there is nothing to search".to_owned()])
    };
    let mut tree = Tree::default();
    let slow = run(Method::Minimax, &mut tree)?;
    let minimax = tree.search(&slow, start.write_move(slow.mv));
    let fast = run(Method::AlphaBeta, &mut tree)?;
    let alphabeta = tree.search(&fast, start.write_move(fast.mv));
    Ok(Trace { tree: tree.into_nodes(), minimax, alphabeta })
}

/// Answers a question of a page in JSON; the field `error` says what is wrong with the question.
pub fn answer(question: &str) -> String {
    #[derive(Serialize)]
    struct Refused {
        error: Faults,
    }
    let traced =
        serde_json::from_str(question).map_err(|why| vec![why.to_string()]).and_then(|asked| trace(&asked));
    let text = match traced {
        Ok(trace) => serde_json::to_string(&trace),
        Err(error) => serde_json::to_string(&Refused { error }),
    };
    text.unwrap_or_default()
}

/// Answers the question in the input of `joust_desk`, and returns the number of bytes of its output.
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
pub extern "C" fn ask() -> usize {
    joust_desk::put(answer(&String::from_utf8_lossy(&joust_desk::take())));
    joust_desk::output_bytes()
}
