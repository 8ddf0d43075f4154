//! Why a message is not carried out.

/// What the server answers to a message that it does not carry out.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum MessageRefusal {
    /// The game does not do it.
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
    /// It cannot be read.
    #[error("this is no message: {0}")]
    Malformed(String),
}

impl MessageRefusal {
    /// The word for it, which pages know.
    pub(crate) fn word(&self) -> &'static str {
        match self {
            MessageRefusal::Game(why) => why.word(),
            MessageRefusal::Hints | MessageRefusal::Games | MessageRefusal::Messages => "flood",
            MessageRefusal::Malformed(_) => "malformed",
        }
    }
}
