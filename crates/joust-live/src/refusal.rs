//! Why a live game refuses a request.

use joust_core::{Illegal, NotNow};

/// Why a live game refuses a request. Nothing has changed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LiveRefusal {
    /// The rules of the game forbid the action.
    #[error(transparent)]
    Rules(Illegal),
    /// A resignation is not an action.
    #[error("resigning is a message of its own, not an action")]
    ResignApart,
    /// A game in which both sides have moved cannot be aborted.
    #[error("both sides have moved: resign instead")]
    UnderWay,
    /// Moves are not taken back in a game with a clock.
    #[error("moves cannot be taken back in a game with a clock")]
    Clock,
    /// There is no move to take back.
    #[error("there is no move of yours to take back")]
    NothingToUndo,
    /// An offer waits for its answer.
    #[error("answer the offer first")]
    OfferFirst,
    /// The log has no room for the entry.
    #[error("the game has grown too long for that: play it to its end, resign, or abort it")]
    Long,
    /// The computer has not failed.
    #[error("the computer has not stopped")]
    NoFault,
    /// The game is not over, so there is no rematch yet.
    #[error("the game is not over")]
    NotOver,
    /// There is no offer of a rematch to decline.
    #[error("no rematch was offered")]
    NoRematchOffer,
    /// The other player has declined a rematch.
    #[error("the other player does not want a rematch")]
    RematchDeclined,
    /// The other side is to act.
    #[error("it is the other side's turn")]
    Turn,
    /// The visitor saw an older state.
    #[error("the game has moved on")]
    Stale,
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// The visitor is not a player of the game.
    #[error("only players can do this")]
    Spectator,
    /// Another visitor has the seat.
    #[error("the seat is taken")]
    Taken,
    /// There is no seat to join.
    #[error("there is no open seat")]
    NoOpenSeat,
    /// There is no opponent yet who would win by a resignation.
    #[error("nobody plays against you yet: abort the game instead")]
    Alone,
    /// Moves are not taken back in a game between two people.
    #[error("moves cannot be taken back against a friend")]
    FriendUndo,
    /// There are no hints in a game between two people.
    #[error("there are no hints against a friend")]
    FriendHint,
}

impl From<NotNow> for LiveRefusal {
    fn from(why: NotNow) -> LiveRefusal {
        match why {
            NotNow::Over | NotNow::Late => LiveRefusal::Over,
            NotNow::Illegal(why) => LiveRefusal::Rules(why),
        }
    }
}

impl LiveRefusal {
    /// The kind of refusal, as a word in messages.
    pub fn word(&self) -> &'static str {
        match self {
            LiveRefusal::Rules(_)
            | LiveRefusal::ResignApart
            | LiveRefusal::UnderWay
            | LiveRefusal::Clock
            | LiveRefusal::NothingToUndo
            | LiveRefusal::OfferFirst
            | LiveRefusal::NoFault
            | LiveRefusal::NotOver
            | LiveRefusal::NoRematchOffer
            | LiveRefusal::RematchDeclined => "illegal",
            LiveRefusal::Long => "long",
            LiveRefusal::Turn => "turn",
            LiveRefusal::Stale => "stale",
            LiveRefusal::Over => "over",
            LiveRefusal::Spectator
            | LiveRefusal::Taken
            | LiveRefusal::NoOpenSeat
            | LiveRefusal::Alone
            | LiveRefusal::FriendUndo
            | LiveRefusal::FriendHint => "seat",
        }
    }
}
