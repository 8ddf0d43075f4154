//! Lines of styled text that know their width.

use super::ink;
use anstyle::Style;
use std::fmt::{self, Write as _};

/// A line of styled text. Every character in it is one column wide.
#[derive(Clone, Debug, Default)]
pub(crate) struct InkLine {
    text: String,
    width: usize,
}

impl InkLine {
    /// Adds words to the end.
    pub(crate) fn add(&mut self, style: Style, words: &str) -> &mut InkLine {
        // Spaces without a background look the same in every style.
        let seen = if style.get_bg_color().is_none() { words.trim_end_matches(' ') } else { words };
        if style == ink::PLAIN || seen.is_empty() {
            self.text.push_str(words);
        } else {
            // Writing into a string cannot fail.
            let _ = write!(self.text, "{style}{seen}{style:#}{}", &words[seen.len()..]);
        }
        self.width += words.chars().count();
        self
    }

    /// Adds another line to the end.
    pub(crate) fn append(&mut self, other: &InkLine) -> &mut InkLine {
        self.text.push_str(&other.text);
        self.width += other.width;
        self
    }

    /// Adds spaces up to a width.
    pub(crate) fn pad(&mut self, width: usize) -> &mut InkLine {
        let missing = width.saturating_sub(self.width);
        self.add(ink::PLAIN, &" ".repeat(missing))
    }

    /// The width in columns.
    pub(crate) fn width(&self) -> usize {
        self.width
    }
}

/// The line without the spaces at its end.
impl fmt::Display for InkLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text.trim_end_matches(' '))
    }
}

/// Wraps words into lines of a width. A word that is longer than a line gets a line of its own. All lines
/// but the first begin with `indent` spaces.
pub(crate) fn flow<'a>(
    words: impl IntoIterator<Item = (Style, &'a str)>,
    width: usize,
    indent: usize,
) -> Vec<InkLine> {
    let mut lines = vec![InkLine::default()];
    let mut fresh = true;
    for (style, word) in words {
        let line = lines.last_mut().expect("there is always a last line");
        if fresh {
            line.add(style, word);
        } else if line.width + 1 + word.chars().count() <= width {
            line.add(ink::PLAIN, " ").add(style, word);
        } else {
            let mut next = InkLine::default();
            next.pad(indent).add(style, word);
            lines.push(next);
        }
        fresh = false;
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn styles_take_no_room() {
        let mut line = InkLine::default();
        line.add(ink::STRONG, "abc").pad(5).add(ink::PLAIN, "d");
        assert_eq!(line.width(), 6);
        assert_eq!(anstream::adapter::strip_str(&line.to_string()).to_string(), "abc  d");
    }

    #[test]
    fn words_fill_lines() {
        let words = "one two three four".split(' ').map(|word| (ink::PLAIN, word));
        let lines: Vec<_> = flow(words, 9, 2).iter().map(ToString::to_string).collect();
        assert_eq!(lines, ["one two", "  three", "  four"]);
        assert_eq!(flow([], 0, 4).len(), 1);
    }
}
