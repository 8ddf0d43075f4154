//! Why something is not done.

/// Why a game does not do what was asked. Nothing has changed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The rules forbid it: a sentence with the clause.
    #[error("{0}")]
    Illegal(String),
    /// The other side is to act.
    #[error("it is the other side's turn")]
    Turn,
    /// The asker saw an older state.
    #[error("the game has moved on")]
    Stale,
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// It is not the asker's to do.
    #[error("{0}")]
    Seat(&'static str),
}

impl Refusal {
    /// The word for it in messages.
    pub fn word(&self) -> &'static str {
        match self {
            Refusal::Illegal(_) => "illegal",
            Refusal::Turn => "turn",
            Refusal::Stale => "stale",
            Refusal::Over => "over",
            Refusal::Seat(_) => "seat",
        }
    }
}
