//! Lines from a terminal, a pipe or a file.

use super::editor::Editor;
use std::io::{self, BufRead, IsTerminal, Read, Write};

/// The result of asking for a line.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Said {
    /// A line without its end and without control characters.
    Line(String),
    /// Ctrl-C.
    Interrupted,
    /// The end of the input.
    End,
}

/// The text before the line, plain and in colour.
#[derive(Clone, Debug)]
pub(crate) struct Prompt {
    /// The text without styles.
    pub(crate) plain: String,
    /// The text in colour.
    pub(crate) styled: String,
}

/// A source of lines.
pub(crate) trait Input {
    /// Asks for a line. `words` are completions for it.
    fn line(&mut self, prompt: &Prompt, words: &[String]) -> io::Result<Said>;
}

/// The longest part of a line that is kept, in bytes; the rest is dropped.
const LONGEST: u64 = 1 << 16;

/// Lines from a pipe or a file. They are printed as if they had been typed, so that the output makes
/// sense by itself.
pub(crate) struct Plain<R> {
    from: R,
    echo: bool,
}

/// Standard input, with line editing if it is a terminal. `None` if it is empty.
pub(crate) fn stdin() -> io::Result<Option<Box<dyn Input>>> {
    if io::stdin().is_terminal() && io::stdout().is_terminal() {
        // A terminal without line editing is read like a pipe.
        if let Ok(editor) = Editor::new() {
            return Ok(Some(Box::new(editor)));
        }
    }
    let echo = !io::stdin().is_terminal();
    let mut from = io::BufReader::new(io::stdin());
    if echo && from.fill_buf()?.is_empty() {
        return Ok(None);
    }
    Ok(Some(Box::new(Plain { from, echo })))
}

/// An input without lines.
pub(crate) fn nothing() -> Box<dyn Input> {
    Box::new(Plain { from: io::empty(), echo: true })
}

impl<R: BufRead> Input for Plain<R> {
    fn line(&mut self, prompt: &Prompt, _words: &[String]) -> io::Result<Said> {
        let mut out = anstream::stdout();
        if !self.echo {
            write!(out, "{}", prompt.styled)?;
            out.flush()?;
        }
        let Some(line) = read_line(&mut self.from)? else {
            return Ok(Said::End);
        };
        if self.echo {
            writeln!(out, "{}{line}", prompt.styled)?;
        }
        Ok(Said::Line(line))
    }
}

/// The next line, also if it is not UTF-8; `None` at the end.
fn read_line(from: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut bytes = Vec::new();
    if from.by_ref().take(LONGEST).read_until(b'\n', &mut bytes)? == 0 {
        return Ok(None);
    }
    if bytes.len() as u64 == LONGEST && bytes.last() != Some(&b'\n') {
        from.skip_until(b'\n')?;
    }
    Ok(Some(tidy(&String::from_utf8_lossy(&bytes))))
}

/// Replaces control characters, which would confuse the terminal when the line is printed.
pub(crate) fn tidy(line: &str) -> String {
    let line = line.trim_end_matches(['\n', '\r']);
    line.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_bytes_are_read_as_lines() {
        let bytes = b"pass\r\n\xff\x1b[2J\0x\n\nlast";
        let mut from = io::Cursor::new(bytes);
        let lines: Vec<_> = std::iter::from_fn(|| read_line(&mut from).unwrap()).collect();
        assert_eq!(lines, ["pass", "\u{fffd} [2J x", "", "last"]);
    }

    #[test]
    fn endless_lines_are_cut() {
        let mut bytes = vec![b'a'; 3 * LONGEST as usize];
        bytes.extend(b"\nnext\n");
        let mut from = io::Cursor::new(bytes);
        assert_eq!(read_line(&mut from).unwrap().unwrap().len() as u64, LONGEST);
        assert_eq!(read_line(&mut from).unwrap().unwrap(), "next");
    }
}
