//! A game written down as text: headers, actions, result.
//!
//! ```text
//! [Game "mad"]
//! [Board "6x4"]
//!
//! 1. pass 112<>221
//! 3. 211-c2-c4 {a comment} resign
//! 0-1
//! ```

use crate::{Forfeit, Outcome};
use std::fmt;
use std::str::FromStr;

/// A recorded game. The actions are words in the notation of the game, and only the game knows what they
/// mean.
///
/// ```
/// use joust_core::Record;
/// let record: Record = "[Game \"mad\"]\n\n1. pass 112<>221 {a comment} 0-1".parse().unwrap();
/// assert_eq!(record.header("Game"), Some("mad"));
/// assert_eq!(record.actions, ["pass", "112<>221"]);
/// assert_eq!(record.result, "0-1");
/// ```
#[derive(Clone, Debug, Default)]
pub struct Record {
    /// Names and values in the order in which they are written.
    pub headers: Vec<(String, String)>,
    /// The actions in order.
    pub actions: Vec<String>,
    /// The result as written, `*` for an unfinished game.
    pub result: String,
    /// [`Game::WORDS`](crate::Game::WORDS) of the game that writes the record: words that take no turn
    /// number. Texts do not list them, so a record that was read has none.
    pub words: &'static [&'static str],
}

/// Records are equal when they tell of equal games; [`Record::words`] only lays out the text.
impl PartialEq for Record {
    fn eq(&self, other: &Record) -> bool {
        (&self.headers, &self.actions, &self.result) == (&other.headers, &other.actions, &other.result)
    }
}

impl Eq for Record {}

/// What is wrong with the text of a record, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {problem}")]
pub struct RecordError {
    /// The line, counted from 1.
    pub line: usize,
    /// The problem in lower case.
    pub problem: String,
}

/// A header of a record that does not describe a game, and everything that is wrong with it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("header {header}: {}", faults.join("; "))]
pub struct BadHeader {
    /// The name of the header.
    pub header: &'static str,
    /// What is wrong, at least one sentence in lower case.
    pub faults: Vec<String>,
}

impl BadHeader {
    /// A header with a single fault.
    pub fn one(header: &'static str, fault: impl fmt::Display) -> BadHeader {
        BadHeader { header, faults: vec![fault.to_string()] }
    }

    /// A header with several faults.
    pub fn all(header: &'static str, faults: &[impl fmt::Display]) -> BadHeader {
        BadHeader { header, faults: faults.iter().map(ToString::to_string).collect() }
    }
}

impl Record {
    /// The result of a game that is not over.
    pub const UNFINISHED: &'static str = "*";

    /// The value of the first header of that name.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(key, _)| key.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
    }

    /// Adds a header. Line ends in the value become spaces, because a header is one line.
    pub fn set(&mut self, name: &str, value: impl Into<String>) {
        let value = value.into().replace(['\n', '\r'], " ");
        self.headers.push((name.to_owned(), value));
    }

    /// Whether an action of a record is a move: neither one of these words, [`Game::WORDS`], nor the loss
    /// of a game away from the board.
    ///
    /// [`Game::WORDS`]: crate::Game::WORDS
    ///
    /// ```
    /// use joust_core::Record;
    /// let words = ["offer", "resign"];
    /// let moves = ["c2-c4", "offer", "red-resigns", "time"].map(|action| Record::is_move(action, &words));
    /// assert_eq!(moves, [true, false, false, false]);
    /// ```
    pub fn is_move(action: &str, words: &[&str]) -> bool {
        !words.contains(&action) && !Forfeit::is_written(action)
    }

    fn is_result(word: &str) -> bool {
        word == Record::UNFINISHED || word.parse::<Outcome>().is_ok()
    }
}

fn is_turn_number(word: &str) -> bool {
    let digits = word.trim_end_matches('.');
    digits.len() < word.len() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

fn parse_header(line: &str) -> Option<(String, String)> {
    let inner = line.strip_prefix('[')?.strip_suffix(']')?;
    let (name, rest) = inner.split_once(' ')?;
    let quoted = rest.trim().strip_prefix('"')?.strip_suffix('"')?;
    let mut value = String::new();
    let mut chars = quoted.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => value.push(chars.next()?),
            '"' => return None,
            c => value.push(c),
        }
    }
    let plain = !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-');
    plain.then(|| (name.to_owned(), value))
}

impl FromStr for Record {
    type Err = RecordError;

    fn from_str(text: &str) -> Result<Record, RecordError> {
        let mut record = Record::default();
        let mut comment_since = None;
        for (index, line) in text.lines().enumerate() {
            let at = |problem: String| RecordError { line: index + 1, problem };
            let trimmed = line.trim();
            if comment_since.is_none() && trimmed.starts_with('[') {
                if !record.actions.is_empty() || !record.result.is_empty() {
                    return Err(at("a header after the first action".into()));
                }
                let header = parse_header(trimmed)
                    .ok_or_else(|| at(format!("`{trimmed}` is not a header of the form [Name \"value\"]")))?;
                record.headers.push(header);
                continue;
            }
            let mut rest = trimmed;
            while !rest.is_empty() {
                if comment_since.is_some() {
                    let Some(end) = rest.find('}') else { break };
                    comment_since = None;
                    rest = rest[end + 1..].trim_start();
                } else if let Some(after) = rest.strip_prefix('{') {
                    comment_since = Some(index + 1);
                    rest = after;
                } else {
                    let end = rest.find(|c: char| c.is_whitespace() || c == '{').unwrap_or(rest.len());
                    let (word, after) = rest.split_at(end);
                    rest = after.trim_start();
                    if is_turn_number(word) {
                        continue;
                    }
                    if !record.result.is_empty() {
                        return Err(at(format!("`{word}` stands after the result")));
                    }
                    if Record::is_result(word) {
                        word.clone_into(&mut record.result);
                    } else {
                        record.actions.push(word.to_owned());
                    }
                }
            }
        }
        if let Some(line) = comment_since {
            return Err(RecordError { line, problem: "a comment that is never closed by `}`".into() });
        }
        if record.result.is_empty() {
            Record::UNFINISHED.clone_into(&mut record.result);
        }
        Ok(record)
    }
}

/// A line has a turn of every seat, after its number. Games of more than two seats have the header `Seats`.
/// Words that take no turn stand where they were said.
impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, value) in &self.headers {
            let value = value.replace('\\', "\\\\").replace('"', "\\\"");
            writeln!(f, "[{name} \"{value}\"]")?;
        }
        writeln!(f)?;
        let first: usize = self.header("Turn").and_then(|turn| turn.parse().ok()).unwrap_or(1);
        let seats = self.header("Seats").and_then(|seats| seats.parse().ok()).unwrap_or(2).max(1);
        let mut turn = first;
        let mut fresh = true;
        for action in &self.actions {
            let takes_turn = Record::is_move(action, self.words);
            if takes_turn && turn % seats == 1 && turn > first {
                writeln!(f)?;
                fresh = true;
            }
            if fresh && takes_turn {
                let dots = if turn % seats == 1 { "." } else { "..." };
                write!(f, "{turn}{dots} {action}")?;
            } else if fresh {
                f.write_str(action)?;
            } else {
                write!(f, " {action}")?;
            }
            fresh = false;
            turn = turn.saturating_add(usize::from(takes_turn));
        }
        if !self.actions.is_empty() {
            writeln!(f)?;
        }
        writeln!(f, "{}", self.result)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "[Game \"mad\"]\n[Red \"A \\\"quoted\\\" \\\\ name\"]\n\n1. pass 112<>221\n3. 211-c2-c4 offer decline 121<>212\nresign\n0-1\n";

    #[test]
    fn what_is_written_is_read() {
        let record: Record = TEXT.parse().unwrap();
        assert_eq!(record.header("red"), Some("A \"quoted\" \\ name"));
        assert_eq!(record.actions.len(), 7);
        assert_eq!(record.result, "0-1");
        assert_eq!(record.to_string().parse(), Ok(record));
    }

    #[test]
    fn words_of_the_game_take_no_turn_number() {
        let actions = ["a", "ask", "b", "c", "resign"].map(str::to_owned).to_vec();
        let result = "0-1".to_owned();
        let record = Record { actions, result, words: &["ask"], ..Record::default() };
        assert_eq!(record.to_string(), "\n1. a ask b\n3. c resign\n0-1\n");
        // Whether a word is a move is the game's to say.
        let unknown = Record { words: &[], ..record };
        assert_eq!(unknown.to_string(), "\n1. a ask\n3. b c resign\n0-1\n");
    }

    #[test]
    fn comments_and_numbers_are_passed_over() {
        let record: Record = "1. a{one\n two} b 2... c {x}".parse().unwrap();
        assert_eq!(record.actions, ["a", "b", "c"]);
        assert_eq!(record.result, "*");
    }

    #[test]
    fn mistakes_name_their_line() {
        let error = |text: &str| text.parse::<Record>().unwrap_err().to_string();
        assert!(error("[Game mad]").starts_with("line 1: `[Game mad]` is not a header"));
        assert_eq!(error("a\n{b\nc"), "line 2: a comment that is never closed by `}`");
        assert_eq!(error("a 1-0\nb"), "line 2: `b` stands after the result");
        assert_eq!(error("a\n[X \"y\"]"), "line 2: a header after the first action");
    }
}
