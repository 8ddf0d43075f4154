//! The difference of two sources, line by line.

use similar::{ChangeTag, TextDiff};
use std::time::Duration;

/// How many equal lines stand around a change.
const AROUND: usize = 3;
/// A difference that takes longer is told more coarsely.
const MOST_TIME: Duration = Duration::from_millis(300);

/// A line of a difference.
pub(crate) struct DiffLine {
    /// Its number in the old and in the new source.
    pub(crate) old: Option<usize>,
    pub(crate) new: Option<usize>,
    /// `+`, `-` or a space.
    pub(crate) sign: char,
    pub(crate) text: String,
}

/// A difference: the changes with what is around them.
#[derive(Default)]
pub(crate) struct Difference {
    /// Parts of the sources, each with its lines.
    pub(crate) parts: Vec<Vec<DiffLine>>,
    pub(crate) added: usize,
    pub(crate) removed: usize,
}

impl Difference {
    /// How `new` differs from `old`.
    pub(crate) fn of(old: &str, new: &str) -> Difference {
        let diff = TextDiff::configure().timeout(MOST_TIME).diff_lines(old, new);
        let mut found = Difference::default();
        for group in diff.grouped_ops(AROUND) {
            let mut lines = Vec::new();
            for change in group.iter().flat_map(|op| diff.iter_changes(op)) {
                let sign = match change.tag() {
                    ChangeTag::Equal => ' ',
                    ChangeTag::Insert => '+',
                    ChangeTag::Delete => '-',
                };
                found.added += usize::from(sign == '+');
                found.removed += usize::from(sign == '-');
                lines.push(DiffLine {
                    old: change.old_index().map(|index| index + 1),
                    new: change.new_index().map(|index| index + 1),
                    sign,
                    text: change.value().trim_end_matches(['\r', '\n']).to_owned(),
                });
            }
            found.parts.push(lines);
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_changes_and_what_is_around_them_are_told() {
        let lines: Vec<String> = (1..=30).map(|number| format!("line {number}\n")).collect();
        let old = lines.concat();
        let new = old.replace("line 15\n", "line fifteen\nline more\n");
        let found = Difference::of(&old, &new);
        assert_eq!((found.parts.len(), found.added, found.removed), (1, 2, 1));
        let signs: String = found.parts[0].iter().map(|line| line.sign).collect();
        assert_eq!(signs, "   -++   ");
        assert_eq!((found.parts[0][3].old, found.parts[0][4].new), (Some(15), Some(15)));
        assert!(Difference::of(&old, &old).parts.is_empty());
    }
}
