//! Names that readers mistake for one another. The skeleton is that of Unicode Technical Standard 39: the
//! Cyrillic letter `а` and the Latin one have one skeleton, and so have `rn` and `m`.

use joust_store::KeptName;
use unicode_normalization::UnicodeNormalization;
use unicode_security::confusable_detection::skeleton;

/// Names that the pages use themselves, or that promise a power which an account may not have.
const RESERVED: [&str; 13] = [
    "Guest",
    "Invité",
    "Computer",
    "Ordinateur",
    "Joust",
    "Operator",
    "Opérateur",
    "Opératrice",
    "Admin",
    "Administrator",
    "Administrateur",
    "Teacher",
    "Moderator",
];

/// A name with the two keys in which accounts differ. Letters that look alike depend on their case, so one
/// key does not do: `I` looks like `l`, and `i` does not.
pub(crate) fn kept(name: &str) -> KeptName {
    let plain: String = name.nfkc().filter(|c| !c.is_whitespace()).collect();
    let key = |text: &str| skeleton(text).flat_map(char::to_lowercase).collect::<String>();
    KeptName { name: name.to_owned(), caseless: key(&plain.to_lowercase()), look: key(&plain) }
}

/// Whether a name is mistaken for one that nobody may keep.
pub(crate) fn is_reserved(name: &KeptName) -> bool {
    RESERVED.iter().map(|name| kept(name)).any(|other| are_alike(name, &other))
}

/// Whether two names are mistaken for one another.
fn are_alike(one: &KeptName, other: &KeptName) -> bool {
    one.caseless == other.caseless || one.look == other.look
}

#[cfg(test)]
mod tests {
    use super::*;

    fn alike(one: &str, other: &str) -> bool {
        are_alike(&kept(one), &kept(other))
    }

    #[test]
    fn names_that_look_alike_are_alike() {
        for (one, other) in [
            ("Ada", "ada"),
            ("Ada", "ADA"),
            // Cyrillic letters.
            ("Ada", "Аdа"),
            ("Вася", "вася"),
            // Greek capitals.
            ("ALPHA", "ΑLΡΗΑ"),
            ("Ivan", "lvan"),
            ("Ivan", "1van"),
            ("Bob", "B0b"),
            ("modern", "rnodern"),
            ("Ada Lovelace", "AdaLovelace"),
            // Wide letters, and letters of mathematics.
            ("Ada", "Ａｄａ"),
            ("Ada", "𝐀𝐝𝐚"),
            // One letter with its accent, and two characters for it.
            ("Zoë", "Zoe\u{308}"),
            ("ﬁn", "fin"),
        ] {
            assert!(alike(one, other), "{one} {other}: {:?} {:?}", kept(one), kept(other));
        }
        for (one, other) in [("Ada", "Bob"), ("Zoë", "Zoe"), ("Ada", "Adam"), ("王", "玉"), ("Ann", "Anna")]
        {
            assert!(!alike(one, other), "{one} {other}");
        }
    }

    #[test]
    fn nobody_keeps_a_name_of_the_pages() {
        for name in ["joust", "J0UST", "invité", "Gu est", "сomputer"] {
            assert!(is_reserved(&kept(name)), "{name}");
        }
        for name in ["Jouster", "Ada", "Guesthouse"] {
            assert!(!is_reserved(&kept(name)), "{name}");
        }
    }
}
