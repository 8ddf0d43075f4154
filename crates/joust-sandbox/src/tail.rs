//! The last lines of a program's output.

use crate::death::plain;
use std::collections::VecDeque;

/// The end of a text that arrives in pieces.
pub(crate) struct Tail {
    lines: VecDeque<Vec<u8>>,
    /// Whether the last line has not ended.
    open: bool,
    /// How many lines are kept.
    most: usize,
    /// How many bytes of a line are kept.
    longest: usize,
    /// Whether blank lines are kept.
    keeps_blank: bool,
}

impl Tail {
    /// The end of both outputs of a player of a kit, with its blank lines.
    pub(crate) fn of_outputs() -> Tail {
        Tail { lines: VecDeque::new(), open: false, most: 5, longest: 200, keeps_blank: true }
    }

    /// The end of the standard error of a program behind `line:`, for a message of one line.
    pub(crate) fn of_errors() -> Tail {
        Tail { lines: VecDeque::new(), open: false, most: 4, longest: 1 << 10, keeps_blank: false }
    }

    pub(crate) fn add(&mut self, bytes: &[u8]) {
        // Only the end of a long text can be among the last lines.
        let bytes = &bytes[bytes.len().saturating_sub(self.most * self.longest * 4)..];
        for piece in bytes.split_inclusive(|byte| *byte == b'\n') {
            if !self.open {
                if self.lines.back().is_some_and(|line| !self.keeps(line)) {
                    self.lines.pop_back();
                }
                self.lines.push_back(Vec::new());
                // One more than is shown, because the last one may turn out to be blank.
                if self.lines.len() > self.most + 1 {
                    self.lines.pop_front();
                }
            }
            let text = piece.strip_suffix(b"\n").unwrap_or(piece);
            self.open = text.len() == piece.len();
            if let Some(line) = self.lines.back_mut() {
                let room = self.longest.saturating_sub(line.len());
                line.extend_from_slice(&text[..text.len().min(room)]);
            }
        }
    }

    fn keeps(&self, line: &[u8]) -> bool {
        self.keeps_blank || !line.trim_ascii().is_empty()
    }

    pub(crate) fn lines(&self) -> Vec<String> {
        let kept: Vec<_> = self.lines.iter().filter(|line| self.keeps(line)).collect();
        let last = &kept[kept.len().saturating_sub(self.most)..];
        last.iter().map(|line| plain(&String::from_utf8_lossy(line))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_lines_are_kept_whole_however_they_arrive() {
        let mut tail = Tail::of_outputs();
        for number in 0..9 {
            tail.add(format!("line {number}\nand half ").as_bytes());
            tail.add(b"a line\x1b[2J\n");
        }
        tail.add(b"open");
        tail.add(b" end");
        assert_eq!(
            tail.lines(),
            ["line 7", "and half a line [2J", "line 8", "and half a line [2J", "open end"]
        );
        tail.add(&vec![b'x'; 100_000]);
        assert_eq!(tail.lines()[4].len(), tail.longest);
    }

    #[test]
    fn blank_lines_take_no_place_among_errors() {
        let mut tail = Tail::of_errors();
        for number in 0..9 {
            tail.add(format!("\n{number}\n \n").as_bytes());
        }
        tail.add(b" \r");
        assert_eq!(tail.lines(), ["5", "6", "7", "8"]);
        tail.add(b"9");
        assert_eq!(tail.lines(), ["6", "7", "8", "  9"]);
    }
}
