//! A game in short, for people who want to play it now.

/// A text in both languages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bilingual {
    /// In English.
    pub english: &'static str,
    /// In French.
    pub french: &'static str,
}

/// The words that explain a game, in the little Markdown of `rules/short`.
///
/// ```
/// let guide = joust_games::game("mad").unwrap().guide();
/// assert!(guide.rules.english.starts_with("# MAD in short"));
/// assert!(guide.rules.french.starts_with("# MAD en bref"));
/// assert!(guide.notation.english.contains("211-c2-c4"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Guide {
    /// The rules in short.
    pub rules: Bilingual,
    /// How moves are written.
    pub notation: Bilingual,
    /// A move or two as examples.
    pub example: &'static str,
}

/// The page `short/NAME.md` of both languages.
macro_rules! short {
    ($name:literal) => {
        $crate::Bilingual {
            english: include_str!(concat!("../../../rules/short/", $name, ".md")),
            french: include_str!(concat!("../../../rules/fr/short/", $name, ".md")),
        }
    };
}

pub(crate) use short;

impl Guide {
    /// What can be said about a game whose guide is not written yet.
    pub const UNWRITTEN: Guide = Guide {
        rules: Bilingual {
            english: "The short rules of this game are not written yet.\n",
            french: "Les règles de ce jeu en bref ne sont pas encore écrites.\n",
        },
        notation: Bilingual {
            english: "`moves` lists the legal moves as they are written.\n",
            french: "`moves` donne la liste des coups légaux, comme ils s’écrivent.\n",
        },
        example: "as the list of `moves` shows it",
    };
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{duel, duels};

    #[test]
    fn every_duel_has_a_guide() {
        for game in duels() {
            assert_ne!(game.guide(), Guide::UNWRITTEN, "{}", game.name());
        }
    }

    /// The page shows every kind of move. Each is one, or the page is wrong.
    #[test]
    fn the_examples_on_the_page_are_moves() {
        let page = duel("mad").unwrap().guide().notation.english;
        let examples = page.lines().filter_map(|line| line.strip_prefix("    ")?.split(' ').next());
        let moves: Vec<_> = examples.filter(|word| word.contains(['-', '>']) || *word == "pass").collect();
        assert_eq!(moves.len(), 6);
        for word in moves {
            assert!(word.parse::<joust_mad::Notation>().is_ok(), "{word}");
        }
    }
}
