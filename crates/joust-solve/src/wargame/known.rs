//! Boards that have been solved: the value of their start.

use joust_wargame::{Board, Position, Rules, Square};
use std::sync::LazyLock;

/// The text of the file of solved boards.
pub const SOLVED: &str = include_str!("../../data/wargame.tsv");

/// A solved board.
#[derive(Clone, Debug)]
pub struct Known {
    /// The board.
    pub board: &'static Board,
    /// The rules.
    pub rules: Rules,
    /// Blue minus green at the end, with best play of both sides; `None` if only the winner is known.
    pub value: Option<i32>,
    /// The winner: positive for Blue, negative for Green, 0 for a tie.
    pub sign: i32,
    /// First moves that reach the value: all of them on small boards, at least one on others.
    pub best: Vec<Square>,
    /// Nodes of the solve.
    pub nodes: u64,
    /// Seconds of the solve.
    pub seconds: f64,
}

static KNOWN: LazyLock<Vec<Known>> = LazyLock::new(|| read_solved(SOLVED).unwrap_or_default());

/// All solved boards.
pub fn solved() -> &'static [Known] {
    &KNOWN
}

/// The solution of a position, if it is the start of a solved board.
pub fn known(position: &Position) -> Option<&'static Known> {
    if *position != Position::start(position.board(), position.rules()) {
        return None;
    }
    let text = position.board().text();
    solved().iter().find(|known| known.rules == position.rules() && known.board.text() == text)
}

/// Reads a file of solved boards: fields separated by tabs, as its first lines say. The error names
/// the line.
pub fn read_solved(text: &str) -> Result<Vec<Known>, String> {
    let lines = text.lines().enumerate().filter(|(_, line)| !line.starts_with('#') && !line.is_empty());
    lines
        .map(|(number, line)| {
            read_line(line).ok_or_else(|| format!("line {}: `{line}` is not a solved board", number + 1))
        })
        .collect()
}

fn read_line(line: &str) -> Option<Known> {
    let fields: Vec<&str> = line.split('\t').collect();
    let [name, rules, value, best, nodes, seconds] = fields[..] else { return None };
    let board = Board::named(name)?;
    let (value, sign) = match value {
        "blue" => (None, 1),
        "green" => (None, -1),
        "tie" => (Some(0), 0),
        _ => (Some(value.parse().ok()?), value.parse::<i32>().ok()?.signum()),
    };
    let best = best.split(',').map(|name| board.square_named(name)).collect::<Option<_>>()?;
    let (nodes, seconds) = (nodes.parse().ok()?, seconds.parse().ok()?);
    Some(Known { board, rules: rules.parse().ok()?, value, sign, best, nodes, seconds })
}
