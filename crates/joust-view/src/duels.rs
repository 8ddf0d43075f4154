//! The duels that a page can ask about, with their types erased.

use crate::value::Value;
use crate::view::{DuelView, now};
use crate::{Faults, played, view};
use joust_core::{Course, Forfeit, Illegal, Record, Seat};
use joust_mad::Battle;
use joust_wargame::Campaign;
use std::any::Any;

/// The questions that a duel answers. A game is given by its record.
pub(crate) struct AnyView {
    pub(crate) name: &'static str,
    pub(crate) board_header: &'static str,
    /// The state of the game after its first actions.
    pub(crate) view: fn(&Record, Option<usize>) -> Result<Value, Faults>,
    /// Why a seat may not do this at the end of the game; `None` where it may.
    pub(crate) why: fn(&Record, Seat, &str) -> Result<Option<Illegal>, Faults>,
    /// The state of a game that starts in a position; `None` for a position of another game.
    pub(crate) now: fn(&dyn Any) -> Option<Value>,
}

const fn of<G: DuelView>() -> AnyView {
    AnyView {
        name: G::NAME,
        board_header: G::BOARD_HEADER,
        view: |record, at| Ok(view(&played::<G>(record)?, at, None)),
        why: |record, seat, text| Ok(refused(&played::<G>(record)?, seat, text)),
        now: |position| position.downcast_ref().map(|position| now(&G::at(*position))),
    }
}

/// Why a seat may not do this now. Whose turn it is comes before what is wrong with the move: every seat that
/// may act may also resign.
fn refused<G: DuelView>(course: &Course<G>, seat: Seat, text: &str) -> Option<Illegal> {
    let game = course.now();
    let propose = |text| game.propose(seat, &game.read(text)?);
    propose(Forfeit::Resigned.word()).and_then(|_| propose(text)).err()
}

/// One row for each duel.
pub(crate) static DUELS: [AnyView; 2] = [of::<Battle>(), of::<Campaign>()];

/// The duel of that name.
pub(crate) fn duel(name: &str) -> Result<&'static AnyView, Faults> {
    DUELS.iter().find(|duel| duel.name == name).ok_or_else(|| {
        let known: Vec<&str> = DUELS.iter().map(|duel| duel.name).collect();
        vec![format!("`{name}` is not a duel: the duels are {}", known.join(" and "))]
    })
}
