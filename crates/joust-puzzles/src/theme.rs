//! What puzzles are about.

use std::fmt;
use std::str::FromStr;

macro_rules! themes {
    ($($(#[$about:meta])+ $name:ident = $word:literal;)+) => {
        /// What a puzzle is about. It follows from the position and the line alone.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Theme {
            $($(#[$about])+ $name,)+
        }

        impl Theme {
            /// All themes.
            pub const ALL: &[Theme] = &[$(Theme::$name,)+];

            /// The word for the theme in files.
            pub const fn word(self) -> &'static str {
                match self {
                    $(Theme::$name => $word,)+
                }
            }
        }
    };
}

themes! {
    /// MAD: the first move expels a ship.
    Expulsion = "expulsion";
    /// MAD: the first of several moves is quiet: it expels nothing.
    Quiet = "quiet";
    /// MAD: the solver permutes two ships.
    Permutation = "permutation";
    /// MAD: the solver rotates three ships.
    Rotation = "rotation";
    /// MAD: a ship of the solver comes back from exile.
    Recall = "recall";
    /// MAD: the solver earns a bonus.
    Bonus = "bonus";
    /// MAD: the solver lets a ship be expelled.
    Sacrifice = "sacrifice";
    /// MAD: after the first move the other side would be safe if it could pass.
    Zugzwang = "zugzwang";
    /// MAD: the other side's corvette flees at least twice, at every move.
    Hunt = "hunt";
    /// MAD: at most four ships are on the board.
    Endgame = "endgame";
    /// War Game: the first move is a blitz that conquers.
    Blitz = "blitz";
    /// War Game: the first move conquers two squares or more.
    Sweep = "sweep";
    /// War Game: the first move is a drop.
    Drop = "drop";
    /// War Game: another move would gain more at once.
    Patience = "patience";
    /// War Game: the solver is behind and wins nevertheless.
    Comeback = "comeback";
    /// War Game: with best play, the final scores differ by ten points or less.
    Close = "close";
}

impl fmt::Display for Theme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// A word that names no theme.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a theme")]
pub struct NoSuchTheme(String);

impl FromStr for Theme {
    type Err = NoSuchTheme;

    fn from_str(word: &str) -> Result<Theme, NoSuchTheme> {
        let found = Theme::ALL.iter().find(|theme| theme.word() == word);
        found.copied().ok_or_else(|| NoSuchTheme(word.to_owned()))
    }
}
