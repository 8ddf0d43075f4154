//! Why something is not done.

use joust_core::{Illegal, NotNow};

/// Why a game does not do what was asked. Nothing has changed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The rules of the game forbid it.
    #[error(transparent)]
    Rules(Illegal),
    /// A resignation is no action.
    #[error("to resign is a message of its own")]
    ResignApart,
    /// A game in which both sides have moved cannot be given up.
    #[error("both sides have moved: resign instead")]
    UnderWay,
    /// Nothing is taken back in a game with a clock.
    #[error("moves by the clock stand")]
    Clock,
    /// There is nothing to take back.
    #[error("there is no move of yours to take back")]
    NothingToUndo,
    /// An offer waits.
    #[error("the offer is to be answered first")]
    OfferFirst,
    /// The log has no room for it.
    #[error("the game has grown too long for that: play it to its end, resign, or give it up")]
    Long,
    /// The computer plays.
    #[error("the computer has not stopped")]
    NoFault,
    /// A return game comes after the game.
    #[error("the game is not over")]
    NotOver,
    /// Nobody wants a return game.
    #[error("nobody has offered a return game")]
    NoRematchOffer,
    /// The other does not want one.
    #[error("the other player wants no return game")]
    RematchDeclined,
    /// The other side is to act.
    #[error("it is the other side's turn")]
    Turn,
    /// The asker saw an older state.
    #[error("the game has moved on")]
    Stale,
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// The asker does not play.
    #[error("only the players do this")]
    Spectator,
    /// Somebody has the seat.
    #[error("the seat is taken")]
    Taken,
    /// Nobody can join.
    #[error("there is no open seat")]
    NoOpenSeat,
    /// Nobody would win by a resignation.
    #[error("nobody plays against you yet: give the game up instead")]
    Alone,
    /// Nothing is taken back in a game between two people.
    #[error("moves against a friend stand")]
    FriendUndo,
    /// Two people play without help.
    #[error("there are no hints against a friend")]
    FriendHint,
}

impl From<NotNow> for Refusal {
    fn from(why: NotNow) -> Refusal {
        match why {
            NotNow::Over | NotNow::Late => Refusal::Over,
            NotNow::Illegal(why) => Refusal::Rules(why),
        }
    }
}

impl Refusal {
    /// The word for it in messages.
    pub fn word(&self) -> &'static str {
        match self {
            Refusal::Rules(_)
            | Refusal::ResignApart
            | Refusal::UnderWay
            | Refusal::Clock
            | Refusal::NothingToUndo
            | Refusal::OfferFirst
            | Refusal::NoFault
            | Refusal::NotOver
            | Refusal::NoRematchOffer
            | Refusal::RematchDeclined => "illegal",
            Refusal::Long => "long",
            Refusal::Turn => "turn",
            Refusal::Stale => "stale",
            Refusal::Over => "over",
            Refusal::Spectator
            | Refusal::Taken
            | Refusal::NoOpenSeat
            | Refusal::Alone
            | Refusal::FriendUndo
            | Refusal::FriendHint => "seat",
        }
    }
}
