//! A game in short, for people who want to play it now.

/// The words that explain a game, in the little Markdown of `rules/short`.
///
/// ```
/// let guide = joust_games::game("mad").unwrap().guide();
/// assert!(guide.rules.starts_with("# MAD in short"));
/// assert!(guide.notation.contains("211-c2-c4"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Guide {
    /// The rules in short.
    pub rules: &'static str,
    /// How moves are written.
    pub notation: &'static str,
    /// A move or two as examples.
    pub example: &'static str,
}

impl Guide {
    /// What can be said about a game whose guide is not written yet.
    pub const UNWRITTEN: Guide = Guide {
        rules: "The short rules of this game are not written yet.\n",
        notation: "`moves` lists the legal moves as they are written.\n",
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
        let page = duel("mad").unwrap().guide().notation;
        let examples = page.lines().filter_map(|line| line.strip_prefix("    ")?.split(' ').next());
        let moves: Vec<_> = examples.filter(|word| word.contains(['-', '>']) || *word == "pass").collect();
        assert_eq!(moves.len(), 6);
        for word in moves {
            assert!(word.parse::<joust_mad::Notation>().is_ok(), "{word}");
        }
    }
}
