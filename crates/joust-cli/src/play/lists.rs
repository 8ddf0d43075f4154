//! Lists of moves.

use crate::paint::{InkLine, ink};
use std::collections::BTreeMap;

/// A move with its number in the full list, counted from 1.
pub(crate) type Numbered<'a> = (usize, &'a str);

/// The moves that contain a word. A number in the word does not match the beginning of a longer
/// one: `c1` is not in `c10`.
pub(crate) fn containing<'a>(moves: &'a [String], word: &str) -> Vec<Numbered<'a>> {
    let word = word.to_lowercase();
    let digit = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_digit);
    let fits = |mv: &str| {
        let mv = mv.to_lowercase();
        mv.match_indices(word.as_str()).any(|(at, _)| {
            let (end, bytes) = (at + word.len(), mv.as_bytes());
            !(digit(word.as_bytes().last()) && digit(bytes.get(end)))
        })
    };
    let numbered = moves.iter().enumerate().map(|(i, mv)| (i + 1, mv.as_str()));
    numbered.filter(|(_, mv)| word.is_empty() || fits(mv)).collect()
}

/// The moves in columns under their headings.
pub(crate) fn columns(moves: &[Numbered], heading: fn(&str) -> (u8, &str), width: usize) -> Vec<InkLine> {
    let mut groups: BTreeMap<(u8, &str), Vec<Numbered>> = BTreeMap::new();
    for (number, mv) in moves {
        groups.entry(heading(mv)).or_default().push((*number, mv));
    }
    let margin = groups.keys().map(|(_, name)| name.chars().count()).max().unwrap_or(0);
    let digits = moves.iter().map(|(number, _)| number.to_string().len()).max().unwrap_or(1);
    let mut lines = Vec::new();
    for ((_, name), moves) in groups {
        let longest = moves.iter().map(|(_, mv)| mv.chars().count()).max().unwrap_or(0);
        let cell = 2 + digits + 1 + longest;
        let per_line = (width.saturating_sub(margin) / cell).max(1);
        for (i, chunk) in moves.chunks(per_line).enumerate() {
            let mut line = InkLine::default();
            line.add(ink::STRONG, if i == 0 { name } else { "" }).pad(margin);
            for (number, mv) in chunk {
                line.add(ink::FAINT, &format!("  {number:>digits$} "));
                line.add(ink::PLAIN, &format!("{mv:longest$}"));
            }
            lines.push(line);
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moves() -> Vec<String> {
        ["112-D2-D3", "112<>221", "211-c1-c10", "211-c1xc2", "pass"].map(str::to_owned).to_vec()
    }

    #[test]
    fn words_choose_moves() {
        let moves = moves();
        let numbers = |word| containing(&moves, word).iter().map(|(n, _)| *n).collect::<Vec<_>>();
        assert_eq!(numbers(""), [1, 2, 3, 4, 5]);
        assert_eq!(numbers("112"), [1, 2]);
        assert_eq!(numbers("d2"), [1]);
        assert_eq!(numbers("C1"), [3, 4]);
        assert_eq!(numbers("x"), [4]);
        assert_eq!(numbers("nothing"), [0; 0]);
    }

    #[test]
    fn columns_fit_the_width() {
        let moves = moves();
        let heading = |mv: &str| if mv.starts_with("211") { (0, "211") } else { (1, "rest") };
        let shown = |width| {
            let lines: Vec<_> =
                columns(&containing(&moves, ""), heading, width).iter().map(ToString::to_string).collect();
            anstream::adapter::strip_str(&lines.join("\n")).to_string()
        };
        assert_eq!(shown(60), "211   3 211-c1-c10  4 211-c1xc2\nrest  1 112-D2-D3  2 112<>221   5 pass");
        assert_eq!(shown(0).lines().count(), 5);
    }
}
