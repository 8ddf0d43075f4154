//! Where the lines come from.

use super::editor::Editor;
use std::io::{self, BufRead, IsTerminal, Read, Write};

/// What came in.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Said {
    /// A line without its end and without control characters.
    Line(String),
    /// Ctrl-C.
    Interrupted,
    /// There is nothing more.
    End,
}

/// A question: what to print before the line, plain and in colour.
#[derive(Clone, Debug)]
pub(crate) struct Prompt {
    /// Without any style.
    pub(crate) plain: String,
    /// The same in colour.
    pub(crate) styled: String,
}

/// Somebody who can be asked for lines.
pub(crate) trait Input {
    /// Asks for a line. `words` are what it may begin with.
    fn line(&mut self, prompt: &Prompt, words: &[String]) -> io::Result<Said>;
}

/// The longest line that is read; the rest of it is dropped.
const LONGEST: u64 = 1 << 16;

/// Lines from a pipe or a file. They are shown as if they had been typed, so that the output can
/// be read by itself.
pub(crate) struct Plain<R> {
    from: R,
    echo: bool,
}

/// Standard input as it is: with line editing on a terminal. `None` when it is at its end before
/// it has begun.
pub(crate) fn stdin() -> io::Result<Option<Box<dyn Input>>> {
    if io::stdin().is_terminal() && io::stdout().is_terminal() {
        // Terminals that cannot do more are read like a pipe.
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

/// An input that is at its end.
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

/// The next line, whatever bytes it consists of; `None` at the end.
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

/// Without control characters, which would make a mess of the terminal when they are repeated.
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
