//! Why the server refuses a message.

/// Why the server refuses a message.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum MessageRefusal {
    /// The game refuses it.
    #[error(transparent)]
    Game(#[from] joust_live::LiveRefusal),
    /// Too many hints.
    #[error("too many hints: think for yourself a while")]
    Hints,
    /// Too many games.
    #[error("too many new games: play one of them")]
    Games,
    /// Too many messages.
    #[error("too many messages: wait a little")]
    Messages,
    /// The text is not a message.
    #[error("this is not a message: {0}")]
    Malformed(String),
}

impl MessageRefusal {
    /// The kind of refusal, as a word that pages know.
    pub(crate) fn word(&self) -> &'static str {
        match self {
            MessageRefusal::Game(why) => why.word(),
            MessageRefusal::Hints | MessageRefusal::Games | MessageRefusal::Messages => "flood",
            MessageRefusal::Malformed(_) => "malformed",
        }
    }
}
