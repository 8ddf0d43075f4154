//! Players with the type of their game erased.

use joust_core::{Answer, Asked, Budget, Course, Ending, Fault, Game, Player, Referee, Seat};
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

    /// Tells the player how the game ended; see [`Player::hear`].
    fn hear(&mut self, ending: &Ending, faults: &[Fault]);

    /// The game is over for this player.
    fn end(&mut self);
}

/// A player of one game, its type erased.
pub struct Erased<G: Game>(pub Box<dyn Player<G>>);

/// The game of a session with its past, if it is of this kind.
fn course<G: Game>(session: &dyn Session) -> Result<&Course<G>, Fault> {
    let referee = session.as_any().downcast_ref::<Referee<G>>();
    let referee = referee.ok_or_else(|| Fault::not_here(format_args!("it plays {}", G::NAME)))?;
    Ok(referee.course())
}

impl<G: Game> AnyPlayer for Erased<G> {
    fn get_ready(&mut self, session: &dyn Session, seat: Seat) -> Result<(), Fault> {
        self.0.get_ready(course::<G>(session)?.now(), seat)
    }

    fn act(
        &mut self,
        session: &dyn Session,
        seat: Seat,
        budget: Option<Budget>,
        stop: &AtomicBool,
    ) -> Result<Answer<String>, Fault> {
        let course = course::<G>(session)?;
        let asked = Asked { past: course.actions(), budget, ..Asked::new(course.now(), seat, stop) };
        Ok(self.0.act(&asked)?.map(|action| action.to_string()))
    }

    fn hear(&mut self, ending: &Ending, faults: &[Fault]) {
        self.0.hear(ending, faults);
    }

    fn end(&mut self) {
        self.0.end();
    }
}
