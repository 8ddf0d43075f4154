//! Names of visitors: any script, without invisible or misleading characters.

use crate::limits::NAME_CHARS;

/// Characters that change how the text around them is shown, or are not seen at all.
fn is_trick(c: char) -> bool {
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

/// A text as a name: 1 to 24 characters, without control characters, characters that reverse the text,
/// or repeated blanks. `None` if nothing is left.
pub(crate) fn clean(text: &str) -> Option<String> {
    clean_to(text, NAME_CHARS)
}

/// [`clean`] with another number of characters.
pub(crate) fn clean_to(text: &str, most: usize) -> Option<String> {
    let seen: String = text.chars().filter(|c| c.is_whitespace() || !is_trick(*c)).collect();
    let mut name = String::new();
    let mut marks = 0;
    for c in seen.split_whitespace().collect::<Vec<_>>().join(" ").chars() {
        marks = if is_mark(c) { marks + 1 } else { 0 };
        if marks <= 2 {
            name.push(c);
        }
    }
    let name: String = name.trim().chars().take(most).collect();
    let name = name.trim_end().to_owned();
    (!name.is_empty()).then_some(name)
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
        for invisible in ["\u{3164}", "\u{2800}", "\u{115f}", "\u{ffa0}"] {
            assert_eq!(clean(invisible), None);
        }
        assert_eq!(clean(&"x".repeat(99)).map(|name| name.len()), Some(24));
        assert_eq!(clean(&format!("e{}", "\u{301}".repeat(50))).map(|name| name.chars().count()), Some(3));
    }

    proptest! {
        #[test]
        fn a_clean_name_is_clean(text in any::<String>()) {
            if let Some(name) = clean(&text) {
                prop_assert_eq!(clean(&name), Some(name.clone()));
                prop_assert!((1..=NAME_CHARS).contains(&name.chars().count()));
            }
        }
    }
}
