//! Puzzles that are alike: images of each other under the symmetries of the rules.

use joust_core::Duel;
use std::collections::BTreeSet;

/// A text that all images of a position share: the least placement with its side to move. The turn and the
/// tie-break of MAD are left out, so positions that differ in nothing else are alike, too.
///
/// ```
/// use joust_mad::{Position, Rules};
/// let read = |text| Position::read(text, Rules::CURRENT, None).unwrap();
/// let one = read("b111,,,/,,,/,,,/,,,/,,,/,,r211,r111 r");
/// let mirrored = read(",,,b111/,,,/,,,/,,,/,,,/r111,r211,, r");
/// let exchanged = read(",,b211,b111/,,,/,,,/,,,/,,,/r111,,, b");
/// assert_eq!(joust_puzzles::likeness(&one), joust_puzzles::likeness(&mirrored));
/// assert_eq!(joust_puzzles::likeness(&one), joust_puzzles::likeness(&exchanged));
/// ```
pub fn likeness<D: Duel>(position: &D) -> String {
    let text = |position: &D| {
        let text = position.to_string();
        text.split(' ').take(2).collect::<Vec<_>>().join(" ")
    };
    let mut seen = BTreeSet::from([text(position)]);
    let mut fresh = vec![*position];
    while let Some(position) = fresh.pop() {
        for image in position.images() {
            if seen.insert(text(&image.position)) {
                fresh.push(image.position);
            }
        }
    }
    seen.into_iter().next().unwrap_or_default()
}
