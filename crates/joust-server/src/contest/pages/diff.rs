//! The difference of two sources, line by line.

use crate::failure::Failure;
use similar::{ChangeTag, TextDiff};
use std::time::Duration;
use tokio::sync::Semaphore;

/// How many equal lines stand around a change.
const AROUND: usize = 3;
/// A difference that takes longer is told more coarsely.
const MOST_TIME: Duration = Duration::from_millis(300);

/// The lines of a difference that are told.
const MOST_LINES: usize = 5_000;
/// Differences that are made at once.
static MAKERS: Semaphore = Semaphore::const_new(2);

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
    /// Whether there is more than is told.
    pub(crate) is_cut: bool,
}

impl Difference {
    /// How the new one of two sources differs from the old one, in turn with others; `None` if they are not texts.
    pub(crate) async fn of_sources(old: Vec<u8>, new: Vec<u8>) -> Result<Option<Difference>, Failure> {
        let ours = |why: &dyn std::error::Error| Failure::Ours(why.to_string());
        let _maker = MAKERS.acquire().await.map_err(|why| ours(&why))?;
        let work = move || {
            let texts = String::from_utf8(old).ok().zip(String::from_utf8(new).ok());
            texts.map(|(old, new)| Difference::of(&old, &new))
        };
        tokio::task::spawn_blocking(work).await.map_err(|why| ours(&why))
    }

    /// How `new` differs from `old`.
    pub(crate) fn of(old: &str, new: &str) -> Difference {
        let diff = TextDiff::configure().timeout(MOST_TIME).diff_lines(old, new);
        let mut found = Difference::default();
        let mut left = MOST_LINES;
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
                if left == 0 {
                    found.is_cut = true;
                    continue;
                }
                left -= 1;
                lines.push(DiffLine {
                    old: change.old_index().map(|index| index + 1),
                    new: change.new_index().map(|index| index + 1),
                    sign,
                    text: change.value().trim_end_matches(['\r', '\n']).to_owned(),
                });
            }
            if !lines.is_empty() {
                found.parts.push(lines);
            }
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
        // A page has an end.
        let found = Difference::of(&"a\n".repeat(20_000), &"b\n".repeat(30_000));
        assert_eq!((found.added, found.removed, found.is_cut), (30_000, 20_000, true));
        assert_eq!(found.parts.iter().map(Vec::len).sum::<usize>(), MOST_LINES);
    }
}
