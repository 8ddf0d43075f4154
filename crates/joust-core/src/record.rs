//! A game written down as text: headers, actions, result; and beside the actions comments and variations.
//!
//! ```text
//! [Game "mad"]
//! [Board "6x4"]
//!
//! 1. pass 112<>221
//! 3. 211-c2-c4 {a comment} (3. 122-b2-b3 pass {another}) resign
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
    /// The actions in order: the main line.
    pub actions: Vec<String>,
    /// What stands beside them, in the order of the text.
    pub asides: Vec<Aside>,
    /// The result as written, `*` for an unfinished game.
    pub result: String,
    /// [`Game::WORDS`](crate::Game::WORDS) of the game that writes the record: words that take no turn
    /// number. Texts do not list them, so a record that was read has none.
    pub words: &'static [&'static str],
}

/// Records are equal when they tell of equal games; [`Record::words`] only lays out the text.
impl PartialEq for Record {
    fn eq(&self, other: &Record) -> bool {
        (&self.headers, &self.actions, &self.asides, &self.result)
            == (&other.headers, &other.actions, &other.asides, &other.result)
    }
}

impl Eq for Record {}

/// Something beside a line of actions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Aside {
    /// How many actions of its line stand before it.
    pub after: usize,
    /// A comment or a variation.
    pub remark: Remark,
}

/// What stands beside a line of actions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Remark {
    /// Words in braces about the action before them, or about the start of the line. See [`comment`].
    Comment(String),
    /// Actions in parentheses in place of the action before them and of all that follows it.
    Variation(Line),
}

/// Actions in order, and what stands beside them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line {
    /// The actions; a variation has at least one.
    pub actions: Vec<String>,
    /// What stands beside them.
    pub asides: Vec<Aside>,
}

/// A text as a comment can have it: a closing brace would end the comment and becomes a parenthesis, and no
/// line begins or ends with blanks. A comment that is read has this form.
///
/// ```
/// assert_eq!(joust_core::comment("  so\n  {far} "), "so\n{far)");
/// ```
pub fn comment(text: &str) -> String {
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    lines.join("\n").trim().replace('}', ")")
}

/// What is wrong with the text of a record, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {problem}")]
pub struct RecordError {
    /// The line, counted from 1.
    pub line: usize,
    /// The problem.
    pub problem: RecordProblem,
}

/// What is wrong with the text of a record.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecordProblem {
    /// A line in brackets that is not a header.
    #[error("`{0}` is not a header of the form [Name \"value\"]")]
    Header(String),
    /// A header below the actions.
    #[error("a header after the first action")]
    LateHeader,
    /// The result is the last word.
    #[error("`{0}` stands after the result")]
    AfterResult(String),
    /// An opening brace alone.
    #[error("a comment that is never closed by `}}`")]
    OpenComment,
    /// An opening parenthesis alone.
    #[error("a variation that is never closed by `)`")]
    OpenVariation,
    /// A closing parenthesis alone.
    #[error("`)` closes no variation")]
    NothingToClose,
    /// A variation stands behind the action that it replaces.
    #[error("a variation before the first action: it stands behind the action that it replaces")]
    NothingToReplace,
    /// Parentheses around nothing.
    #[error("a variation without actions")]
    EmptyVariation,
    /// Only the game has a result.
    #[error("the result `{0}` in a variation: only the game has one")]
    ResultInVariation(String),
    /// More parentheses in parentheses than a reader follows.
    #[error("variations in variations, more than {max} deep", max = Record::MAX_DEPTH)]
    TooDeep,
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
        Record::read(text).map(|(record, _)| record)
    }
}

/// A record that is being read.
#[derive(Default)]
struct Reader {
    record: Record,
    /// The main line, and the variations that are open with the lines of the text in which they began.
    open: Vec<(Line, usize)>,
    /// The comment that is open, and the line of the text in which it began.
    comment: Option<(String, usize)>,
    /// The lines of the actions in the order of the text.
    places: Vec<usize>,
}

impl Reader {
    fn line(&mut self) -> &mut Line {
        if self.open.is_empty() {
            self.open.push(Default::default());
        }
        let last = self.open.len() - 1;
        &mut self.open[last].0
    }

    fn add(&mut self, remark: Remark) {
        let line = self.line();
        let after = line.actions.len();
        line.asides.push(Aside { after, remark });
    }

    fn header(&mut self, text: &str) -> Result<(), RecordProblem> {
        if !self.line().actions.is_empty() || self.open.len() > 1 || !self.record.result.is_empty() {
            return Err(RecordProblem::LateHeader);
        }
        let header = parse_header(text).ok_or_else(|| RecordProblem::Header(text.to_owned()))?;
        self.record.headers.push(header);
        Ok(())
    }

    /// Reads a line of the text up to its end.
    fn actions(&mut self, mut rest: &str, at: usize) -> Result<(), RecordProblem> {
        while !rest.is_empty() {
            if let Some((text, _)) = &mut self.comment {
                let end = rest.find('}');
                text.push_str(&rest[..end.unwrap_or(rest.len())]);
                let Some(end) = end else {
                    text.push('\n');
                    break;
                };
                let text = comment(text);
                self.comment = None;
                if !text.is_empty() {
                    self.add(Remark::Comment(text));
                }
                rest = rest[end + 1..].trim_start();
                continue;
            }
            let end = rest.find(|c: char| c.is_whitespace() || "{()".contains(c)).unwrap_or(rest.len());
            let (word, after) = rest.split_at(end.max(1));
            rest = after;
            match word {
                "{" => self.comment = Some((String::new(), at)),
                "(" => self.begin(at)?,
                ")" => self.end()?,
                word => self.word(word, at)?,
            }
            if self.comment.is_none() {
                rest = rest.trim_start();
            }
        }
        Ok(())
    }

    fn begin(&mut self, at: usize) -> Result<(), RecordProblem> {
        if !self.record.result.is_empty() {
            return Err(RecordProblem::AfterResult("(".to_owned()));
        }
        if self.line().actions.is_empty() {
            return Err(RecordProblem::NothingToReplace);
        }
        if self.open.len() > Record::MAX_DEPTH {
            return Err(RecordProblem::TooDeep);
        }
        self.open.push((Line::default(), at));
        Ok(())
    }

    fn end(&mut self) -> Result<(), RecordProblem> {
        if self.open.len() < 2 {
            return Err(RecordProblem::NothingToClose);
        }
        let (line, _) = self.open.pop().unwrap_or_default();
        if line.actions.is_empty() {
            return Err(RecordProblem::EmptyVariation);
        }
        self.add(Remark::Variation(line));
        Ok(())
    }

    fn word(&mut self, word: &str, at: usize) -> Result<(), RecordProblem> {
        if is_turn_number(word) {
            return Ok(());
        }
        if !self.record.result.is_empty() {
            return Err(RecordProblem::AfterResult(word.to_owned()));
        }
        if !Record::is_result(word) {
            self.line().actions.push(word.to_owned());
            self.places.push(at);
        } else if self.open.len() > 1 {
            return Err(RecordProblem::ResultInVariation(word.to_owned()));
        } else {
            word.clone_into(&mut self.record.result);
        }
        Ok(())
    }
}

impl Record {
    /// How deep variations may stand in variations.
    pub const MAX_DEPTH: usize = 32;

    /// Reads a record, and gives for each of its actions the line of the text in which it stands, counted
    /// from 1: for the actions of variations, too, in the order of the text.
    ///
    /// ```
    /// let (record, lines) = joust_core::Record::read("1. a (1. b)\n2. c").unwrap();
    /// assert_eq!((record.actions.len(), lines), (2, vec![1, 1, 2]));
    /// ```
    pub fn read(text: &str) -> Result<(Record, Vec<usize>), RecordError> {
        let mut reader = Reader::default();
        for (index, line) in text.lines().enumerate() {
            let trimmed = line.trim();
            let read = if reader.comment.is_none() && trimmed.starts_with('[') {
                reader.header(trimmed)
            } else {
                reader.actions(trimmed, index + 1)
            };
            read.map_err(|problem| RecordError { line: index + 1, problem })?;
            // An empty line in a comment.
            if let Some((text, _)) = reader.comment.as_mut().filter(|_| trimmed.is_empty()) {
                text.push('\n');
            }
        }
        if let Some((_, line)) = reader.comment {
            return Err(RecordError { line, problem: RecordProblem::OpenComment });
        }
        if let [_, (_, line), ..] = reader.open[..] {
            return Err(RecordError { line, problem: RecordProblem::OpenVariation });
        }
        let main = std::mem::take(reader.line());
        let mut record = Record { actions: main.actions, asides: main.asides, ..reader.record };
        if record.result.is_empty() {
            Record::UNFINISHED.clone_into(&mut record.result);
        }
        Ok((record, reader.places))
    }
}

/// A line has a turn of every seat, after its number. Games of more than two seats have the header `Seats`.
/// Words that take no turn stand where they were said. Comments and variations stand behind their action,
/// and the next move has its number again.
impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, value) in &self.headers {
            let value = value.replace('\\', "\\\\").replace('"', "\\\"");
            writeln!(f, "[{name} \"{value}\"]")?;
        }
        writeln!(f)?;
        let first = self.header("Turn").and_then(|turn| turn.parse().ok()).unwrap_or(1);
        let seats = self.header("Seats").and_then(|seats| seats.parse().ok()).unwrap_or(2).max(1);
        let mut writer = Writer { f, first, seats, words: self.words, fresh: true, numbered: true };
        writer.line(&self.actions, &self.asides, first, true)?;
        if !writer.fresh {
            writeln!(f)?;
        }
        writeln!(f, "{}", self.result)
    }
}

/// Actions that are being written.
struct Writer<'a, 'b> {
    f: &'a mut fmt::Formatter<'b>,
    first: usize,
    seats: usize,
    words: &'static [&'static str],
    /// Whether nothing stands in the line of the text.
    fresh: bool,
    /// Whether the next move has its number.
    numbered: bool,
}

impl Writer<'_, '_> {
    /// Writes a line of actions that begins with this turn.
    fn line(&mut self, actions: &[String], asides: &[Aside], first: usize, main: bool) -> fmt::Result {
        let (mut turn, mut before) = (first, first);
        let mut asides = asides.iter().peekable();
        for done in 0..=actions.len() {
            if let Some(action) = done.checked_sub(1).map(|index| &actions[index]) {
                let takes_turn = Record::is_move(action, self.words);
                if takes_turn && turn % self.seats == 1 && turn > self.first {
                    self.numbered = true;
                    if main {
                        writeln!(self.f)?;
                        self.fresh = true;
                    }
                }
                self.gap()?;
                if self.numbered && takes_turn {
                    let dots = if turn % self.seats == 1 { "." } else { "..." };
                    write!(self.f, "{turn}{dots} ")?;
                }
                self.f.write_str(action)?;
                (self.fresh, self.numbered) = (false, false);
                before = turn;
                turn = turn.saturating_add(usize::from(takes_turn));
            }
            while let Some(aside) = asides.next_if(|aside| aside.after <= done) {
                self.gap()?;
                match &aside.remark {
                    Remark::Comment(text) => write!(self.f, "{{{}}}", comment(text))?,
                    Remark::Variation(line) => {
                        self.f.write_str("(")?;
                        (self.fresh, self.numbered) = (true, true);
                        self.line(&line.actions, &line.asides, before, false)?;
                        self.f.write_str(")")?;
                    }
                }
                (self.fresh, self.numbered) = (false, true);
                if main && done == 0 {
                    writeln!(self.f)?;
                    self.fresh = true;
                }
            }
        }
        Ok(())
    }

    /// What stands between two words of a line.
    fn gap(&mut self) -> fmt::Result {
        if self.fresh { Ok(()) } else { self.f.write_str(" ") }
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
    fn comments_and_variations_stand_beside_the_main_line() {
        let text = "{so}\n1. a{one\n\n two}(1. b (1. c)(d 2... e {x}) f)(1. g) 2... h {}{y} 1-0 {z}";
        let (record, lines) = Record::read(text).unwrap();
        assert_eq!(record.actions, ["a", "h"]);
        assert_eq!(lines, [2, 4, 4, 4, 4, 4, 4, 4]);
        let written = record.to_string();
        let expected =
            "\n{so}\n1. a {one\n\ntwo} (1. b (1. c) (1. d e {x}) 2... f) (1. g) 2... h {y} {z}\n1-0\n";
        assert_eq!(written, expected);
        assert_eq!(written.parse(), Ok(record));
    }

    #[test]
    fn a_variation_counts_its_turns_from_the_action_that_it_replaces() {
        let text = "[Turn \"4\"]\n\na (b c) ask (d) d (e f g) h\n";
        let record = Record { words: &["ask"], ..text.parse().unwrap() };
        let expected = "[Turn \"4\"]\n\n4... a (4... b 5. c) ask (5. d)\n5. d (5. e f 7. g) 6... h\n*\n";
        assert_eq!(record.to_string(), expected);
        assert_eq!(expected.parse(), Ok(record));
    }

    #[test]
    fn mistakes_name_their_line() {
        let error = |text: &str| text.parse::<Record>().unwrap_err().to_string();
        assert!(error("[Game mad]").starts_with("line 1: `[Game mad]` is not a header"));
        assert_eq!(error("a\n{b\nc"), "line 2: a comment that is never closed by `}`");
        assert_eq!(error("a\n(b\n(c"), "line 2: a variation that is never closed by `)`");
        assert_eq!(error("a (b 1-0)"), "line 1: the result `1-0` in a variation: only the game has one");
        assert_eq!(
            error("\n(a)"),
            RecordError { line: 2, problem: RecordProblem::NothingToReplace }.to_string()
        );
        assert_eq!(error("a )"), "line 1: `)` closes no variation");
        assert_eq!(error("a ()"), "line 1: a variation without actions");
        assert_eq!(error(&"a (".repeat(33)), "line 1: variations in variations, more than 32 deep");
        assert_eq!(error("a 1-0\nb"), "line 2: `b` stands after the result");
        assert_eq!(error("a\n[X \"y\"]"), "line 2: a header after the first action");
    }
}
