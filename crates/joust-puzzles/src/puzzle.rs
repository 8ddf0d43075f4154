//! A puzzle and its text.

use crate::theme::Theme;
use crate::{Solved, rating};
use joust_core::{Duel, mix};
use std::fmt;
use std::str::FromStr;

/// A position in which exactly one move wins, with its solution.
///
/// Its text is a line of fields separated by tabs; [`Puzzle::FIELDS`] names them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    /// A name that follows from game, board, rules and position.
    pub id: String,
    /// The game: `mad` or `wargame`.
    pub game: String,
    /// The board by its name.
    pub board: String,
    /// The ruleset.
    pub rules: String,
    /// The position; the side to move is the solver.
    pub position: String,
    /// The solution: the moves of both sides with the best defence, to the end of the game.
    pub line: Vec<String>,
    /// How many moves the solver must find. In the War Game several moves may win after that.
    pub moves: usize,
    /// The nodes that the engine needs until it has proven the first move.
    pub nodes: u64,
    /// How hard the puzzle is.
    pub rating: u32,
    /// What the puzzle is about.
    pub themes: Vec<Theme>,
    /// For each move to find, the answers to the other moves. A move without an answer needs none: it ends
    /// the game, or it is the last move and does not end it.
    pub answers: Vec<Vec<Answer>>,
}

/// How the other side answers moves that do not solve the puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The moves that are answered so; empty for all that no other answer names.
    pub wrong: Vec<String>,
    /// The answer.
    pub reply: String,
    /// In the War Game, the final difference of the solver with best play after it: 0 or less.
    pub margin: Option<i32>,
}

/// Why a line is not a puzzle.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadPuzzle {
    /// The line has too few or too many fields.
    #[error("a puzzle has {expected} fields separated by tabs; here are {0}", expected = Puzzle::FIELDS.len())]
    Fields(usize),
    /// A field cannot be read.
    #[error("the field {0} is `{1}`, which cannot be read")]
    Field(&'static str, String),
}

impl Puzzle {
    /// The fields of a line.
    pub const FIELDS: [&str; 11] =
        ["id", "game", "board", "rules", "position", "line", "moves", "nodes", "rating", "themes", "answers"];

    pub(crate) fn of<D: Duel>(terms: [&str; 3], position: &D, solved: Solved, nodes: u64) -> Puzzle {
        let [game, board, rules] = terms.map(str::to_owned);
        let position = position.to_string();
        let Solved { line, moves, answers, themes } = solved;
        let id = id_of(&[&game, &board, &rules, &position]);
        Puzzle {
            id,
            game,
            board,
            rules,
            position,
            line,
            moves,
            nodes,
            rating: rating(moves, nodes),
            themes,
            answers,
        }
    }

    /// The number of plies up to the last move that the solver must find.
    pub fn asked(&self) -> usize {
        2 * self.moves - 1
    }

    /// Reads the puzzles of a file; lines that begin with `#` are comments. The error names the line.
    pub fn read_all(text: &str) -> Result<Vec<Puzzle>, (usize, BadPuzzle)> {
        let lines = text.lines().enumerate().filter(|(_, line)| !line.starts_with('#') && !line.is_empty());
        lines.map(|(number, line)| line.parse().map_err(|why| (number + 1, why))).collect()
    }
}

/// Six letters and digits without those that look alike.
fn id_of(parts: &[&str]) -> String {
    const LETTERS: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";
    let bytes = parts.iter().flat_map(|part| part.bytes().chain([0]));
    let hash = bytes.fold(0_u64, |hash, byte| mix(hash.wrapping_mul(257).wrapping_add(1 + u64::from(byte))));
    (0..6).map(|place| char::from(LETTERS[(hash >> (5 * place)) as usize & 31])).collect()
}

impl fmt::Display for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Puzzle { id, game, board, rules, position, line, moves, nodes, rating, themes, answers } = self;
        let line = line.join(" ");
        let themes: Vec<&str> = themes.iter().map(|theme| theme.word()).collect();
        let answers: Vec<String> = answers
            .iter()
            .map(|answers| answers.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "))
            .collect();
        write!(f, "{id}\t{game}\t{board}\t{rules}\t{position}\t{line}\t{moves}\t{nodes}\t{rating}\t")?;
        write!(f, "{}\t{}", themes.join(","), answers.join("|"))
    }
}

/// `wrong,wrong:reply` or `wrong:reply:margin`, with `*` for all other moves.
impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let wrong = if self.wrong.is_empty() { "*".to_owned() } else { self.wrong.join(",") };
        write!(f, "{wrong}:{}", self.reply)?;
        self.margin.map_or(Ok(()), |margin| write!(f, ":{margin}"))
    }
}

impl FromStr for Puzzle {
    type Err = BadPuzzle;

    fn from_str(text: &str) -> Result<Puzzle, BadPuzzle> {
        let fields: Vec<&str> = text.split('\t').collect();
        let [id, game, board, rules, position, line, moves, nodes, rating, themes, answers] = fields[..]
        else {
            return Err(BadPuzzle::Fields(fields.len()));
        };
        let bad = |field: usize| BadPuzzle::Field(Puzzle::FIELDS[field], fields[field].to_owned());
        let words =
            |text: &str, sign| text.split(sign).filter(|word| !word.is_empty()).map(str::to_owned).collect();
        let line: Vec<String> = words(line, ' ');
        let moves: usize = moves.parse().map_err(|_| bad(6))?;
        if moves == 0 || moves > line.len().div_ceil(2) {
            return Err(bad(6));
        }
        let themes =
            themes.split(',').filter(|word| !word.is_empty()).map(str::parse).collect::<Result<_, _>>();
        let some = |text: &str| text.split(' ').filter(|one| !one.is_empty()).map(answer).collect();
        let answers: Option<Vec<Vec<Answer>>> = answers.split('|').map(some).collect();
        Ok(Puzzle {
            id: id.to_owned(),
            game: game.to_owned(),
            board: board.to_owned(),
            rules: rules.to_owned(),
            position: position.to_owned(),
            line,
            moves,
            nodes: nodes.parse().map_err(|_| bad(7))?,
            rating: rating.parse().map_err(|_| bad(8))?,
            themes: themes.map_err(|_| bad(9))?,
            answers: answers.filter(|answers| answers.len() == moves).ok_or_else(|| bad(10))?,
        })
    }
}

fn answer(text: &str) -> Option<Answer> {
    let mut parts = text.split(':');
    let (wrong, reply, margin) = (parts.next()?, parts.next()?, parts.next());
    let wrong = if wrong == "*" { Vec::new() } else { wrong.split(',').map(str::to_owned).collect() };
    let margin = margin.map(str::parse).transpose().ok()?;
    parts.next().is_none().then(|| Answer { wrong, reply: reply.to_owned(), margin })
}
