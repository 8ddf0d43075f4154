//! Players with the type of their game erased.

use joust_core::{Answer, Asked, Budget, Fault, Game, Player, Referee, Seat};
use joust_games::Session;
use std::sync::atomic::AtomicBool;

/// A player of some game, for one seat of one session.
pub trait AnyPlayer: Send {
    /// Does the slow or fallible work before the game begins; see [`Player::get_ready`].
    fn get_ready(&mut self, session: &dyn Session, seat: Seat) -> Result<(), Fault>;

    /// The player's action in a game that awaits its seat, in the notation of records. After `stop` is
    /// set, the answer must be ignored.
    fn act(
        &mut self,
        session: &dyn Session,
        seat: Seat,
        budget: Option<Budget>,
        stop: &AtomicBool,
    ) -> Result<Answer<String>, Fault>;

    /// The game is over for this player.
    fn end(&mut self);
}

/// A player of one game, its type erased.
pub struct Erased<G: Game>(pub Box<dyn Player<G>>);

/// The game of a session, if it is of this kind.
fn game<G: Game>(session: &dyn Session) -> Result<&G, Fault> {
    let referee = session.as_any().downcast_ref::<Referee<G>>();
    let referee = referee.ok_or_else(|| Fault::not_here(format_args!("it plays {}", G::NAME)))?;
    Ok(referee.course().now())
}

impl<G: Game> AnyPlayer for Erased<G> {
    fn get_ready(&mut self, session: &dyn Session, seat: Seat) -> Result<(), Fault> {
        self.0.get_ready(game(session)?, seat)
    }

    fn act(
        &mut self,
        session: &dyn Session,
        seat: Seat,
        budget: Option<Budget>,
        stop: &AtomicBool,
    ) -> Result<Answer<String>, Fault> {
        let asked = Asked { game: game::<G>(session)?, seat, budget, stop };
        let Answer { action, nodes, value, time } = self.0.act(&asked)?;
        Ok(Answer { action: action.to_string(), nodes, value, time })
    }

    fn end(&mut self) {
        self.0.end();
    }
}
