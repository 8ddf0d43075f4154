//! Losing without a move.

/// How a side can lose a game away from the board. The referee carries it out, because it can
/// happen out of turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Forfeit {
    /// It gave the game up.
    Resigned,
    /// Its time was up.
    Time,
}

impl Forfeit {
    /// The word for it in the course of a game.
    pub const fn word(self) -> &'static str {
        match self {
            Forfeit::Resigned => "resign",
            Forfeit::Time => "time",
        }
    }

    /// What a word of a course means.
    pub fn named(word: &str) -> Option<Forfeit> {
        [Forfeit::Resigned, Forfeit::Time].into_iter().find(|forfeit| forfeit.word() == word)
    }
}
