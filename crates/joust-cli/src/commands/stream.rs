//! One position, or a stream of them from standard input.

use crate::args::{AskArgs, Game};
use crate::failure::Failure;
use joust_core::Seat;
use joust_games::{AnyDuel, Ask};
use serde::Serialize;
use serde_json::{Value, json};
use std::io::{self, BufRead, BufWriter, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, TryRecvError, sync_channel};
use std::time::Duration;

/// How often a command that waits for input looks whether Ctrl-C was pressed.
const GLANCE: Duration = Duration::from_millis(100);

/// The longest line that is read as a position, in bytes. The longest position has a few hundred.
const LONGEST: usize = 4096;

/// Where an answer is written.
pub(super) struct Output<'a> {
    out: &'a mut dyn Write,
    /// The number of the input line that is answered; `None` outside a stream.
    line: Option<usize>,
    game: &'static str,
}

impl Output<'_> {
    /// Writes a JSON object as one line. In a stream it begins with the number of the input line.
    pub(super) fn json(&mut self, answer: &impl Serialize) -> Result<(), Failure> {
        match self.line {
            Some(input_line) => writeln!(self.out, "{}", json(&Numbered { input_line, answer })?)?,
            None => writeln!(self.out, "{}", json(answer)?)?,
        }
        Ok(())
    }

    /// Writes an answer about a position: what docs/view.md calls `game`, `position` and `side`, then the answer.
    pub(super) fn about(&mut self, position: &dyn AnyDuel, answer: &impl Serialize) -> Result<(), Failure> {
        let (game, side) = (self.game, position.to_move());
        self.json(&About { game, position: position.text(), side, answer })
    }
}

/// An answer about a position.
#[derive(Serialize)]
struct About<'a, T> {
    game: &'a str,
    position: String,
    side: Seat,
    #[serde(flatten)]
    answer: &'a T,
}

/// An answer in a stream.
#[derive(Serialize)]
struct Numbered<'a, T> {
    input_line: usize,
    #[serde(flatten)]
    answer: &'a T,
}

/// A value as JSON.
pub(crate) fn json(value: &impl Serialize) -> Result<Value, Failure> {
    serde_json::to_value(value).map_err(|why| Failure::Ours(why.to_string()))
}

impl Write for Output<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Answers the position in the arguments, or with `--position -` every line of standard input until
/// Ctrl-C. Flushes the output before waiting for input; an `answer` that can take long flushes its own.
pub(super) fn answer_each(
    game: Game,
    args: &AskArgs,
    as_json: bool,
    stop: &AtomicBool,
    mut answer: impl FnMut(&dyn AnyDuel, &mut Output) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let mut out = BufWriter::new(anstream::stdout().lock());
    args.with(game, |ask| {
        if ask.position != Some("-") {
            let position = game.0.position(ask)?;
            answer(position.as_ref(), &mut Output { out: &mut out, line: None, game: game.0.name() })?;
            return Ok(out.flush()?);
        }
        let mut refused = 0;
        let mut lines = Lines::of_stdin();
        while let Some((number, line)) = lines.next(&mut out, stop)? {
            let position = line.and_then(|line| {
                game.0.position(&Ask { position: Some(&line), ..*ask }).map_err(|why| why.texts())
            });
            let mut output = Output { out: &mut out, line: Some(number), game: game.0.name() };
            let why = match position.map(|position| answer(position.as_ref(), &mut output)) {
                Ok(Ok(())) => None,
                // A finished game, for example, has no answer. The other lines still get theirs.
                Ok(Err(Failure::Usage(why))) => Some(vec![why]),
                Ok(Err(failure)) => {
                    out.flush()?;
                    return Err(failure);
                }
                Err(why) => Some(why),
            };
            if let Some(why) = why {
                refused += 1;
                if as_json {
                    writeln!(out, "{}", json!({ "input_line": number, "error": why }))?;
                } else {
                    // On a terminal the reason must come after the earlier answers.
                    out.flush()?;
                    tell!("line {number}: {}", why.join("; "));
                }
            }
            if !as_json {
                writeln!(out)?;
            }
        }
        match refused {
            0 => Ok(()),
            1 => Err(Failure::No("1 position was refused".into())),
            n => Err(Failure::No(format!("{n} positions were refused"))),
        }
    })
}

/// The position itself, for a command that knows the game.
pub(crate) fn concrete<P: Copy + 'static>(position: &dyn AnyDuel) -> Result<P, Failure> {
    let position = position.as_any().downcast_ref().copied();
    position.ok_or_else(|| Failure::Ours("a position of another game".into()))
}

/// A line that holds a position, or why it cannot.
type Line = Result<String, Vec<String>>;

/// The lines of standard input that are neither blank nor comments, each with its number.
struct Lines {
    batches: Receiver<io::Result<Vec<(usize, Line)>>>,
    batch: std::vec::IntoIter<(usize, Line)>,
    /// The number of the last line that was handed out.
    number: usize,
}

impl Lines {
    /// Starts a thread that reads the lines, because a read that waits for input cannot be interrupted.
    fn of_stdin() -> Lines {
        let (send, batches) = sync_channel(1);
        std::thread::spawn(move || {
            let mut reader = LineReader::default();
            let mut input = io::stdin().lock();
            loop {
                let batch = reader.read(&mut input).transpose();
                let is_last = !matches!(batch, Some(Ok(_)));
                if batch.is_none_or(|batch| send.send(batch).is_err()) || is_last {
                    break;
                }
            }
        });
        Lines { batches, batch: Vec::new().into_iter(), number: 0 }
    }

    /// The next line; `None` at the end of the input, a failure after Ctrl-C. Flushes the output
    /// before waiting for a line, and at the end.
    fn next(&mut self, out: &mut impl Write, stop: &AtomicBool) -> Result<Option<(usize, Line)>, Failure> {
        loop {
            if stop.load(Ordering::Relaxed) {
                out.flush()?;
                return Err(Failure::No(format!("stopped after line {}", self.number)));
            }
            if let Some(next) = self.batch.next() {
                self.number = next.0;
                return Ok(Some(next));
            }
            let batch = match self.batches.try_recv() {
                Ok(batch) => batch,
                Err(TryRecvError::Disconnected) => {
                    out.flush()?;
                    return Ok(None);
                }
                Err(TryRecvError::Empty) => {
                    out.flush()?;
                    match self.batches.recv_timeout(GLANCE) {
                        Ok(batch) => batch,
                        Err(RecvTimeoutError::Timeout) => continue,
                        Err(RecvTimeoutError::Disconnected) => return Ok(None),
                    }
                }
            };
            let batch = batch.map_err(|why| Failure::Usage(format!("standard input: {why}")))?;
            self.batch = batch.into_iter();
        }
    }
}

/// Splits input into lines. It keeps only the beginning of a line that is too long.
#[derive(Default)]
struct LineReader {
    number: usize,
    begun: Vec<u8>,
    length: usize,
}

impl LineReader {
    /// Waits for input and returns the lines that end in it; `None` at the end of the input.
    fn read(&mut self, input: &mut impl BufRead) -> io::Result<Option<Vec<(usize, Line)>>> {
        let bytes = match input.fill_buf() {
            Err(why) if why.kind() == io::ErrorKind::Interrupted => return Ok(Some(Vec::new())),
            bytes => bytes?,
        };
        if bytes.is_empty() {
            return Ok((self.length > 0).then(|| self.end_line().into_iter().collect()));
        }
        let mut lines = Vec::new();
        for piece in bytes.split_inclusive(|byte| *byte == b'\n') {
            let text = piece.strip_suffix(b"\n").unwrap_or(piece);
            let room = (LONGEST + 1).saturating_sub(self.begun.len());
            self.begun.extend_from_slice(&text[..text.len().min(room)]);
            self.length += piece.len();
            if piece.ends_with(b"\n") {
                lines.extend(self.end_line());
            }
        }
        let used = bytes.len();
        input.consume(used);
        Ok(Some(lines))
    }

    /// The line that has just ended; `None` for a blank line or a comment.
    fn end_line(&mut self) -> Option<(usize, Line)> {
        self.number += 1;
        let length = std::mem::take(&mut self.length);
        let bytes = std::mem::take(&mut self.begun);
        let text = bytes.trim_ascii_start();
        if is_comment(text) || (text.is_empty() && bytes.len() <= LONGEST) {
            return None;
        }
        let line = if bytes.len() > LONGEST {
            Err(vec![format!("a line of {length} bytes is not a position")])
        } else {
            let line = String::from_utf8(bytes).map_err(|_| vec!["the line is not UTF-8 text".to_owned()]);
            line.map(|line| line.trim_end_matches('\r').to_owned())
        };
        Some((self.number, line))
    }
}

/// Whether a line without its indentation is a comment. A position of MAD can begin with `#,`, which is a
/// square outside the board.
fn is_comment(text: &[u8]) -> bool {
    matches!(text, [b'#'] | [b'#', b' ' | b'\t' | b'\r', ..])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All lines of an input that arrives in pieces of `piece` bytes.
    fn lines(text: &[u8], piece: usize) -> Vec<(usize, Line)> {
        let mut input = io::BufReader::with_capacity(piece, text);
        let (mut reader, mut lines) = (LineReader::default(), Vec::new());
        while let Some(more) = reader.read(&mut input).unwrap() {
            lines.extend(more);
        }
        lines
    }

    #[test]
    fn lines_are_numbered_as_in_the_file_wherever_the_input_is_cut() {
        let text = b"# a comment\none\r\n#\n  # \n\xff\xfe\n#,#,b1";
        for piece in [1, 2, 3, 7, 100] {
            let found = lines(text, piece);
            let numbers: Vec<usize> = found.iter().map(|(number, _)| *number).collect();
            assert_eq!(numbers, [2, 5, 6], "{piece}");
            assert_eq!(found[0].1, Ok("one".to_owned()));
            assert_eq!(found[1].1, Err(vec!["the line is not UTF-8 text".to_owned()]));
            assert_eq!(found[2].1, Ok("#,#,b1".to_owned()));
        }
    }

    #[test]
    fn a_line_that_is_too_long_is_measured_and_not_kept() {
        for (length, is_kept) in [(LONGEST, true), (LONGEST + 1, false), (1_000_000, false)] {
            let text = [vec![b'x'; length], b"\nnext\n".to_vec()].concat();
            let found = lines(&text, 1000);
            assert_eq!(found[0].1.is_ok(), is_kept, "{length}");
            assert_eq!(found[1], (2, Ok("next".to_owned())));
        }
        let comment = [b"# ".to_vec(), vec![b'x'; 100_000]].concat();
        assert_eq!(lines(&comment, 1000), []);
    }
}
