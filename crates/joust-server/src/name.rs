//! Names of visitors: any script, without invisible or misleading characters.

use crate::limits::NAME_CHARS;
use unicode_segmentation::UnicodeSegmentation;

/// Characters that change how the text around them is shown, or are not seen at all.
pub(crate) fn is_trick(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{ad}' | '\u{115f}' | '\u{1160}' | '\u{61c}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180e}' | '\u{2800}' | '\u{3164}' | '\u{ffa0}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}'
            | '\u{e0000}'..='\u{e0fff}')
}

/// Whether a character is drawn over the one before it. A few are letters of a script; a tower of
/// them is not.
fn is_mark(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36f}' | '\u{483}'..='\u{489}' | '\u{1ab0}'..='\u{1aff}'
        | '\u{e31}' | '\u{e34}'..='\u{e3a}' | '\u{e47}'..='\u{e4e}' | '\u{1dc0}'..='\u{1dff}' | '\u{20d0}'..='\u{20ff}' | '\u{fe20}'..='\u{fe2f}')
}

/// Whether a character is a picture. Two pictures can be joined to a third by an invisible character.
fn is_picture(c: char) -> bool {
    matches!(c, '\u{a9}' | '\u{ae}' | '\u{2190}'..='\u{2bff}' | '\u{3030}' | '\u{303d}' | '\u{3297}'
        | '\u{3299}' | '\u{1f000}'..='\u{1faff}')
        && !is_trick(c)
}

/// The most Unicode characters for each character that people count: a picture of a family has several.
const LETTERS: usize = 4;
/// Joins two pictures: a woman and a rocket become an astronaut.
const JOINER: char = '\u{200d}';
/// Asks for the coloured form of a picture.
const COLOURED: char = '\u{fe0f}';

/// The text without misleading characters. A joiner stays between two pictures only, and the mark for the
/// coloured form after a picture only.
fn seen(text: &str) -> String {
    let plain: Vec<char> = text
        .chars()
        .filter(|c| c.is_whitespace() || matches!(*c, JOINER | COLOURED) || !is_trick(*c))
        .collect();
    let mut seen = String::new();
    let mut before = None;
    for (at, &c) in plain.iter().enumerate() {
        let after_picture = before.is_some_and(is_picture);
        let keeps = match c {
            JOINER => {
                let next = plain.get(at + 1).copied().is_some_and(is_picture);
                next && (after_picture || before == Some(COLOURED))
            }
            COLOURED => after_picture,
            _ => true,
        };
        if keeps {
            seen.push(c);
            before = Some(c);
        }
    }
    seen
}

/// A text as a name: 1 to 24 characters as people count them, without control characters, characters that
/// reverse the text, or repeated blanks. `None` if nothing is left.
pub(crate) fn clean(text: &str) -> Option<String> {
    clean_to(text, NAME_CHARS)
}

/// [`clean`] with another number of characters.
pub(crate) fn clean_to(text: &str, most: usize) -> Option<String> {
    let mut name = String::new();
    let mut marks = 0;
    for c in seen(text).split_whitespace().collect::<Vec<_>>().join(" ").chars() {
        marks = if is_mark(c) { marks + 1 } else { 0 };
        if marks <= 2 {
            name.push(c);
        }
    }
    let mut letters = 0;
    let fits = |part: &&str| {
        letters += part.chars().count();
        letters <= most * LETTERS
    };
    let name: String = name.trim().graphemes(true).take(most).take_while(fits).collect();
    let name = name.trim_end().to_owned();
    (!name.is_empty()).then_some(name)
}

/// Whether a text has more than a name may have, so that [`clean`] cuts it.
pub(crate) fn is_long(text: &str) -> bool {
    // A cut at a blank takes the blank away, too.
    clean_to(text, NAME_CHARS + 2) != clean(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn names_are_cleaned() {
        assert_eq!(clean("  Ada   Lovelace ").as_deref(), Some("Ada Lovelace"));
        assert_eq!(clean("Zoë 王").as_deref(), Some("Zoë 王"));
        assert_eq!(clean("a\u{202e}b\u{200b}c\u{7}").as_deref(), Some("abc"));
        assert_eq!(clean("\u{202e} \n\t"), None);
        assert_eq!(clean("").as_deref(), None);
        for invisible in ["\u{3164}", "\u{2800}", "\u{115f}", "\u{ffa0}", "\u{200d}", "\u{fe0f}"] {
            assert_eq!(clean(invisible), None);
        }
        assert_eq!(clean(&"x".repeat(99)).map(|name| name.len()), Some(24));
        assert_eq!(clean(&format!("e{}", "\u{301}".repeat(50))).map(|name| name.chars().count()), Some(3));
    }

    #[test]
    fn a_name_that_would_be_cut_is_long() {
        let full = "x".repeat(NAME_CHARS);
        for text in
            [full.as_str(), &format!("  {full}  "), "\u{1f469}\u{1f3fd}\u{200d}\u{1f680}", "", "\u{202e}"]
        {
            assert!(!is_long(text), "{text}");
        }
        assert!(is_long(&format!("{full}y")) && is_long(&format!("{full} y")));
    }

    #[test]
    fn joined_pictures_stay_joined_and_nothing_else_hides() {
        let astronaut = "\u{1f469}\u{1f3fd}\u{200d}\u{1f680}";
        let heart = "\u{2764}\u{fe0f}\u{200d}\u{1f525}";
        for name in [astronaut, heart, "\u{1f3f3}\u{fe0f}\u{200d}\u{1f308} Zoë"] {
            assert_eq!(clean(name).as_deref(), Some(name));
        }
        // A name has 24 of them, and no half.
        let family = "\u{1f468}\u{200d}\u{1f469}\u{200d}\u{1f467}";
        assert_eq!(clean(&astronaut.repeat(30)), Some(astronaut.repeat(24)));
        assert_eq!(clean(&family.repeat(30)).map(|name| name.len() % family.len()), Some(0));
        assert_eq!(clean("Ad\u{200d}a\u{fe0f}").as_deref(), Some("Ada"));
        assert_eq!(clean("\u{1f680}\u{200d}a").as_deref(), Some("\u{1f680}a"));
        assert_eq!(
            clean("\u{1f680}\u{200d}\u{200d}\u{1f680}").as_deref(),
            Some("\u{1f680}\u{200d}\u{1f680}")
        );
    }

    proptest! {
        #[test]
        fn a_clean_name_is_clean(text in "[a-z \u{200d}\u{fe0f}\u{301}\u{1f680}\u{1f469}\u{2764}\u{202e}]{0,40}|\\PC*") {
            if let Some(name) = clean(&text) {
                prop_assert_eq!(clean(&name), Some(name.clone()));
                prop_assert!((1..=NAME_CHARS).contains(&name.graphemes(true).count()));
                prop_assert!(name.chars().count() <= NAME_CHARS * LETTERS);
            }
        }
    }
}
