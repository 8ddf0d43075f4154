//! What the engine knows of MAD.
//!
//! [`expectation`] turns a value into an expected result: 1 for a victory, −1 for a defeat, and ½ for
//! the semi-victory that the tie-break gives.

mod evaluation;
mod terms;
mod tune;
mod weights;

pub use evaluation::{Evaluation, SEMI_WIN, expectation};
pub use terms::{TERMS, Tally, Term};
pub use tune::{Fitted, Sample, Samples};
pub use weights::{BOARDS, WeightName, Weights, WeightsTable};

use crate::engine::{Knowledge, WIN};
use joust_core::MoveList;
use joust_mad::{Board, Move, Position, Shift, Ship, Side, Sight};

/// The engine's knowledge of MAD on one board.
///
/// ```
/// use joust_mad::{Board, Position, Rules};
/// use joust_search::engine::Knowledge;
/// use joust_search::mad::{MadKnowledge, expectation};
///
/// let start = Position::start(Board::named("6x4").unwrap(), Rules::APP);
/// let knowledge = MadKnowledge::new(start.board());
/// let value = knowledge.evaluate(&start, &knowledge.look(&start));
/// assert!(expectation(f64::from(value)).abs() < 0.5);
/// ```
#[derive(Clone, Debug)]
pub struct MadKnowledge {
    evaluation: Evaluation,
}

impl MadKnowledge {
    /// Knowledge with Joust's own weights for a board.
    pub fn new(board: &'static Board) -> MadKnowledge {
        MadKnowledge { evaluation: Evaluation::new(board, Weights::of(board)) }
    }

    /// Knowledge with other weights.
    pub fn with_weights(board: &'static Board, weights: &Weights) -> MadKnowledge {
        MadKnowledge { evaluation: Evaluation::new(board, weights) }
    }
}

/// The squares that both fleets attack.
#[derive(Clone, Copy, Debug)]
pub struct View {
    pub(crate) side: Side,
    /// The sight of the side to move.
    pub(crate) own: Sight,
    /// The sight of the opponent.
    pub(crate) other: Sight,
}

impl View {
    /// The view of a position.
    #[inline]
    pub fn of(position: &Position) -> View {
        let side = Side::of_turn(position.turn_number());
        View { side, own: position.sight(side), other: position.sight(side.other()) }
    }
}

/// The worth of a ship for move ordering: the sum of its digits minus 2.
const fn rank(ship: Ship) -> i32 {
    (ship.movement() + ship.attack() + ship.defence()) as i32 - 2
}

impl Knowledge<Position> for MadKnowledge {
    type View = View;

    const NUMBERS: usize = Move::NUMBERS;

    #[inline]
    fn look(&self, position: &Position) -> View {
        View::of(position)
    }

    /// Known are finished games, and positions in which the side to move can expel the corvette.
    #[inline]
    fn settled(&self, position: &Position, view: &View) -> Option<i32> {
        let (own, other) = (position.fleet(view.side), position.fleet(view.side.other()));
        if own.corvette() == 0 {
            return Some(-WIN);
        }
        if other.corvette() == 0 {
            return Some(WIN);
        }
        if position.turns_left() == 0 {
            return Some(if position.tie_break_winner() == view.side { SEMI_WIN } else { -SEMI_WIN });
        }
        let wins = view.own.expels(other) & other.corvette() != 0 && !position.is_positioning_turn();
        wins.then_some(WIN - 1)
    }

    fn evaluate(&self, position: &Position, view: &View) -> i32 {
        self.evaluation.value(position, view)
    }

    fn move_score(&self, position: &Position, view: &View, mv: Move) -> i32 {
        let (own, other) = (position.fleet(view.side), position.fleet(view.side.other()));
        if let Some((from, to)) = mv.squares() {
            if other.ships & to.bit() == 0 {
                return 0;
            }
            let (victim, attacker) = (rank(other.ship_at(to)), rank(own.ship_at(from)));
            let is_protected = view.other.all() & to.bit() != 0;
            return match is_protected {
                false => 200 + 16 * victim - attacker,
                true if victim >= attacker => 100 + 16 * victim - attacker,
                true => 2 + victim,
            };
        }
        // Without a cruiser the permutation of the corvette loses the game.
        let fatal = mv.shift() == Some(Shift::Permute111) && own.cruiser() == 0;
        if fatal { -1000 } else { 0 }
    }

    fn number(&self, mv: Move) -> u16 {
        mv.number()
    }

    /// The full key, because values depend on the tie-break when it is near.
    fn key(&self, position: &Position) -> u64 {
        position.full_key()
    }

    fn is_quiet(&self, position: &Position, mv: Move) -> bool {
        let other = position.fleet(Side::of_turn(position.turn_number()).other());
        mv.squares().is_none_or(|(_, to)| other.ships & to.bit() == 0)
    }

    #[inline]
    fn is_urgent(&self, position: &Position, view: &View) -> bool {
        let own = position.fleet(view.side);
        view.other.expels(own) & own.corvette() != 0
    }

    fn noisy_moves(&self, position: &Position, view: &View, list: &mut MoveList<Move>) {
        if view.own.expels(position.fleet(view.side.other())) != 0 {
            position.expulsions(list);
        }
    }

    fn threats(&self, position: &Position, list: &mut MoveList<Move>) {
        position.threats(list);
    }

    fn margin(&self) -> i32 {
        60
    }
}
