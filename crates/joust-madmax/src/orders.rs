//! Orders: what players ask for, how it is written, and which of it is selected.

use crate::{Dir, Event, OrderFault, State, TEAMS, Witness};
use joust_core::{Fault, FaultKind, Illegal, illegal};
use std::collections::BTreeSet;
use std::fmt::{self, Write};
use std::str::FromStr;
use std::sync::Arc;

/// A selected movement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Movement {
    /// The player that ordered it.
    pub player: u8,
    /// The unit that moves.
    pub id: u16,
    /// The direction of its step.
    pub dir: Dir,
}

/// A player gave more orders than a round allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("Too many commands.")]
pub struct TooManyOrders;

/// What too many orders cost. [MAX-3.2]
impl From<TooManyOrders> for Fault {
    fn from(_: TooManyOrders) -> Fault {
        Fault::new(FaultKind::TooManyOrders, format!("gave more than {} orders", Orders::MOST))
    }
}

/// The share of its processor time that a player has used: from 0 to 1.
///
/// ```
/// use joust_madmax::{Action, Orders, Share};
/// let half = Share::new(0.5).unwrap();
/// let orders = Orders::default().with_share(Some(half));
/// assert_eq!((orders.share(), half.get()), (Some(half), 0.5));
/// assert_eq!(Action::Orders(orders).to_string(), "-@0.5");
/// assert_eq!(Share::new(1.5), None);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Share(f64);

impl Share {
    /// The share, if the number is from 0 to 1.
    pub fn new(share: f64) -> Option<Share> {
        // A zero of the other sign would be written otherwise.
        (0.0..=1.0).contains(&share).then_some(Share(share + 0.0))
    }

    /// The share as a number.
    pub fn get(self) -> f64 {
        self.0
    }
}

impl PartialEq for Share {
    fn eq(&self, other: &Share) -> bool {
        self.0.to_bits() == other.0.to_bits()
    }
}

impl Eq for Share {}

/// The orders of one player in one round, in the order given: units and directions by their numbers,
/// whether or not these numbers exist.
///
/// ```
/// use joust_madmax::{Action, Dir, Orders};
/// let orders = Orders::new(vec![(12, Dir::Bottom as i32), (15, Dir::Right as i32)]);
/// assert_eq!(orders.given(), [(12, 0), (15, 2)]);
/// assert_eq!(Action::Orders(orders.clone()).to_string(), "12b,15r");
/// assert_eq!("12b,15r".parse(), Ok(Action::Orders(orders)));
/// assert_eq!("-".parse(), Ok(Action::Orders(Orders::default())));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Orders {
    /// `None` for an empty list, so that copies of it cost nothing.
    given: Option<Arc<[(i32, i32)]>>,
    share: Option<Share>,
}

impl Orders {
    /// The most orders in a round.
    pub const MOST: usize = 1000;

    /// Orders of a player whose time is not limited.
    pub fn new(given: Vec<(i32, i32)>) -> Orders {
        Orders { given: (!given.is_empty()).then(|| given.into()), share: None }
    }

    /// The orders, and the share of its time that the player has used so far.
    ///
    /// See [`Share`] for an example.
    #[must_use]
    pub fn with_share(self, share: Option<Share>) -> Orders {
        Orders { share, ..self }
    }

    /// The orders: pairs of a unit and a direction.
    pub fn given(&self) -> &[(i32, i32)] {
        self.given.as_deref().unwrap_or_default()
    }

    /// The share of its time that the player has used, if that is limited.
    pub fn share(&self) -> Option<Share> {
        self.share
    }

    /// The orders that count: the first for each unit. [MAX-3.2]
    pub(crate) fn counted(&self) -> Result<Orders, TooManyOrders> {
        if self.given().len() > Orders::MOST {
            return Err(TooManyOrders);
        }
        let mut seen = Units::default();
        if self.given().iter().all(|(id, _)| seen.insert(*id)) {
            return Ok(self.clone());
        }
        let mut given = self.given().to_vec();
        keep_first(&mut given);
        Ok(Orders::new(given).with_share(self.share))
    }
}

/// Only the first order for a unit counts. [MAX-3.2]
pub(crate) fn keep_first(orders: &mut Vec<(i32, i32)>) {
    let mut seen = Units::default();
    orders.retain(|(id, _)| seen.insert(*id));
}

/// A set of numbers of units, quick for those that the contest's game has.
#[derive(Default)]
struct Units {
    usual: [u64; 4],
    others: BTreeSet<i32>,
}

impl Units {
    /// Adds a number; false if it is there already.
    #[inline]
    fn insert(&mut self, id: i32) -> bool {
        let Some(word) = self.usual.get_mut((id.cast_unsigned() / 64) as usize) else {
            return self.others.insert(id);
        };
        let bit = 1 << (id.cast_unsigned() % 64);
        let is_new = *word & bit == 0;
        *word |= bit;
        is_new
    }
}

/// What a seat does in a round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// It gives orders. [MAX-3.1]
    Orders(Orders),
    /// Its player is dead: it gives no orders from this round on. [MAX-3.2]
    Dead,
}

impl Action {
    /// The word for the end of a player.
    const DEAD: &'static str = "dead";
    /// The word for an empty list of orders.
    const NONE: &'static str = "-";
}

/// One word: `12b,15r` sends unit 12 down and unit 15 to the right, by the letters of result files;
/// `12d9` has a direction that does not exist. `-` means that there are none, and `@0.25` at the end is
/// the share of its time that the player has used. [MAX-6.3]
impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Action::Orders(orders) = self else { return f.write_str(Action::DEAD) };
        if orders.given().is_empty() {
            f.write_str(Action::NONE)?;
        }
        for (i, (id, dir)) in orders.given().iter().enumerate() {
            let comma = if i > 0 { "," } else { "" };
            match Dir::from_number(*dir) {
                Some(dir) => write!(f, "{comma}{id}{}", char::from(dir.letter()))?,
                None => write!(f, "{comma}{id}d{dir}")?,
            }
        }
        orders.share.map_or(Ok(()), |share| write!(f, "@{}", share.0))
    }
}

impl FromStr for Action {
    type Err = Illegal;

    fn from_str(text: &str) -> Result<Action, Illegal> {
        let bad = |what: &str| {
            Err(illegal!(
                "MAX-3.1",
                "`{what}` is not an order: orders look like 12b,15r, and no orders like -",
                "« {what} » n’est pas un ordre : les ordres s’écrivent 12b,15r, et - sans ordre"
            ))
        };
        let text = text.trim();
        if text == Action::DEAD {
            return Ok(Action::Dead);
        }
        let (words, share) = match text.split_once('@') {
            None => (text, None),
            Some((words, share)) => match share.parse().ok().and_then(Share::new) {
                None => return bad(text),
                share => (words, share),
            },
        };
        let mut given = Vec::new();
        if words != Action::NONE {
            for word in words.split(',') {
                // What is too much is not even kept.
                if given.len() > Orders::MOST {
                    break;
                }
                match order(word.trim()) {
                    Some(order) => given.push(order),
                    None => return bad(word),
                }
            }
        }
        Ok(Action::Orders(Orders::new(given).with_share(share)))
    }
}

/// A unit and a direction.
fn order(word: &str) -> Option<(i32, i32)> {
    let end = word.find(|c: char| c.is_ascii_alphabetic())?;
    let (id, dir) = word.split_at(end);
    let dir = match dir.strip_prefix('d') {
        Some(number) => number.parse().ok()?,
        None if dir.len() == 1 => Dir::from_letter(dir.as_bytes()[0])? as i32,
        None => return None,
    };
    Some((id.parse().ok()?, dir))
}

/// The orders of all players in one round.
pub type RoundOrders = [Vec<(i32, i32)>; TEAMS];

impl State {
    /// [MAX-3.4] Selects the movements of a round from the orders of all players. A dropped order gives a
    /// warning, except the direction None.
    ///
    /// ```
    /// use joust_madmax::{Config, Dir, Generator, Kind, Settings, Source};
    /// let config = Config { settings: Settings::default(), source: Source::Generator };
    /// let state = config.start(&mut Generator::new(30)).unwrap();
    /// let id = state.units_of(0, Kind::Warrior).next().unwrap() as i32;
    /// let orders = [&[(id, Dir::Top as i32), (999, 0)][..], &[], &[], &[]];
    /// let mut warnings = String::new();
    /// let selected = state.select(&orders, &mut warnings, &mut ());
    /// assert_eq!((selected.len(), warnings.lines().count()), (1, 1));
    /// ```
    pub fn select(
        &self,
        orders: &[&[(i32, i32)]; TEAMS],
        warnings: &mut impl Write,
        witness: &mut impl Witness,
    ) -> Vec<Movement> {
        let mut selected = Vec::with_capacity(orders.iter().map(|orders| orders.len()).sum());
        for (player, orders) in orders.iter().enumerate() {
            let player = player as u8;
            for &(id, dir) in *orders {
                let mut refuse = |why| witness.saw(Event::Refused { player, id, dir, why });
                let Some(unit) = usize::try_from(id).ok().and_then(|id| self.units.get(id)) else {
                    let _ = writeln!(warnings, "warning: id out of range :{id}");
                    refuse(OrderFault::NoSuchUnit);
                    continue;
                };
                if unit.player != player {
                    let _ = writeln!(warnings, "warning: not own unit: {id} {} {player}", unit.player);
                    refuse(OrderFault::NotOwn(unit.player));
                    continue;
                }
                match Dir::from_number(dir) {
                    None => {
                        let _ = writeln!(warnings, "warning: direction not valid: {dir}");
                        refuse(OrderFault::BadDirection);
                    }
                    Some(Dir::None) => {}
                    Some(_) if !self.can_move(id as usize) => {
                        let _ = writeln!(warnings, "warning: cannot move: {id} {player} {}", self.round);
                        refuse(OrderFault::CannotMove);
                    }
                    Some(dir) => selected.push(Movement { player, id: id as u16, dir }),
                }
            }
        }
        selected
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn actions_are_read_as_they_are_written() {
        let orders = |given: &[(i32, i32)], share| {
            Action::Orders(Orders::new(given.to_vec()).with_share(Share::new(share)))
        };
        for (action, text) in [
            (orders(&[], 2.0), "-"),
            (orders(&[], 0.25), "-@0.25"),
            (orders(&[(12, 0), (15, 2), (7, 8)], 2.0), "12b,15r,7n"),
            (orders(&[(-1, 9), (i32::MIN, i32::MAX), (3, -4)], 1.0), "-1d9,-2147483648d2147483647,3d-4@1"),
            (orders(&[(0, 7)], 8.0 / 300.0), "0z@0.02666666666666667"),
            (orders(&[(0, 7)], -0.0), "0z@0"),
            (Action::Dead, "dead"),
        ] {
            assert_eq!((action.to_string().as_str(), text.parse()), (text, Ok(action)));
        }
        assert_eq!("12d0, 15r".parse(), Ok(orders(&[(12, 0), (15, 2)], 2.0)));
        for bad in ["", "12", "b", "12q", "12bb", "12b,", "12b@2", "12b@", "--", "99999999999b", "12d", "éb"]
        {
            let refused = bad.parse::<Action>().unwrap_err();
            assert_eq!(refused.clause, "MAX-3.1", "{bad}");
        }
    }

    #[test]
    fn the_first_order_for_a_unit_counts_whatever_its_number() {
        let given = vec![(7, 2), (-3, 1), (300, 0), (7, 6), (300, 4), (-3, 2), (64, 1)];
        let counted = Orders::new(given).with_share(Share::new(0.5)).counted().unwrap();
        assert_eq!(counted.given(), [(7, 2), (-3, 1), (300, 0), (64, 1)]);
        assert_eq!(counted.share(), Share::new(0.5));
        assert!(Orders::new(vec![(0, 0); 1000]).counted().is_ok());
        assert_eq!(Orders::new(vec![(0, 0); 1001]).counted(), Err(TooManyOrders));
    }
}
