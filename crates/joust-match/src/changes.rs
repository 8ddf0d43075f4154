//! In what two lists of actions differ: those of two builds of a bot, or those of a bot and a record.

use crate::{Shadow, ShadowTurn};
use joust_core::{Fault, Game as _};
use joust_madmax::{Action, Dir, Skirmish};
use std::collections::BTreeMap;

/// A thing in which two actions differ: in Mad Max the order for a unit, elsewhere the whole action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// The unit of Mad Max.
    pub unit: Option<i32>,
    /// What is wanted now; `-` for no order.
    pub now: String,
    /// What was wanted before, or is recorded.
    pub then: String,
}

/// What has become of a turn.
#[derive(Clone, Debug, PartialEq)]
pub struct TurnChange<'a> {
    /// The turn as it is now.
    pub turn: &'a ShadowTurn,
    /// What has changed in it; at least one thing.
    pub changes: Vec<Change>,
}

/// In what two actions of a game differ.
///
/// ```
/// use joust_match::{Change, changes};
/// let change = |unit, now: &str, then: &str| Change { unit, now: now.to_owned(), then: then.to_owned() };
/// assert_eq!(changes("mad", "pass", "211-c2-c4"), [change(None, "pass", "211-c2-c4")]);
/// assert_eq!(changes("mad", "pass", "pass"), []);
/// // The share of its time that a player has used is not an order.
/// let orders = changes("madmax", "83r,84l,85b@0.1", "84l,83t@0.2");
/// assert_eq!(orders, [change(Some(83), "r", "t"), change(Some(85), "b", "-")]);
/// // Chance draws from the orders in the order given.
/// assert_eq!(changes("madmax", "83r,84l", "84l,83r"), [change(None, "83r,84l", "84l,83r")]);
/// ```
pub fn changes(game: &str, now: &str, then: &str) -> Vec<Change> {
    if now == then {
        return Vec::new();
    }
    let orders = |text: &str| match text.parse() {
        Ok(Action::Orders(orders)) if game == Skirmish::NAME => Some(orders.given().to_vec()),
        _ => None,
    };
    let whole = || vec![Change { unit: None, now: now.to_owned(), then: then.to_owned() }];
    let (Some(new), Some(old)) = (orders(now), orders(then)) else { return whole() };
    if new == old {
        return Vec::new();
    }
    let (new, old) = (by_unit(&new), by_unit(&old));
    let units: std::collections::BTreeSet<i32> = new.keys().chain(old.keys()).copied().collect();
    let text = |orders: &BTreeMap<i32, i32>, unit| {
        orders.get(&unit).copied().map_or_else(|| NONE.to_owned(), letter)
    };
    let differs = |unit: &i32| new.get(unit) != old.get(unit);
    let change = |unit| Change { unit: Some(unit), now: text(&new, unit), then: text(&old, unit) };
    let changes: Vec<Change> = units.into_iter().filter(differs).map(change).collect();
    if changes.is_empty() { whole() } else { changes }
}

/// No order.
const NONE: &str = "-";

/// The first order of each unit, which counts.
fn by_unit(orders: &[(i32, i32)]) -> BTreeMap<i32, i32> {
    orders.iter().rev().copied().collect()
}

/// A direction as records write it.
fn letter(dir: i32) -> String {
    Dir::from_number(dir).map_or_else(|| format!("d{dir}"), |dir| char::from(dir.letter()).to_string())
}

impl Shadow {
    /// The turns in which a bot does not do what an earlier build of it did. Turns in which only one of them was
    /// asked are not compared.
    ///
    /// ```
    /// use joust_match::{Shadow, ShadowTurn};
    /// let turn = |turn, said: &str| ShadowTurn { turn, at: 0, recorded: Some("pass".into()), said: Ok(said.into()), ms: None, fuel: None, notes: vec![] };
    /// let of = |turns: Vec<ShadowTurn>| Shadow { game: "mad", of: turns.len(), turns, last: None, notes: vec![] };
    /// let before = of(vec![turn(1, "pass"), turn(3, "pass"), turn(5, "211-c2-c4")]);
    /// let now = of(vec![turn(3, "211-c2-c4"), turn(5, "211-c2-c4")]);
    /// let changed = now.since(&before);
    /// assert_eq!((changed.len(), changed[0].turn.turn, changed[0].changes[0].then.as_str()), (1, 3, "pass"));
    /// assert_eq!(now.unlike().len(), 2);
    /// ```
    pub fn since<'a>(&'a self, before: &Shadow) -> Vec<TurnChange<'a>> {
        let old: BTreeMap<u32, &ShadowTurn> = before.turns.iter().map(|turn| (turn.turn, turn)).collect();
        self.compared(|turn| old.get(&turn.turn).map(|old| old.said.as_deref()))
    }

    /// The turns in which a bot does not do what is recorded. See [`Shadow::since`] for an example.
    pub fn unlike(&self) -> Vec<TurnChange<'_>> {
        self.compared(|turn| turn.recorded.as_deref().map(Ok))
    }

    fn compared<'a, 'b>(
        &'a self,
        then: impl Fn(&'a ShadowTurn) -> Option<Result<&'b str, &'b Fault>>,
    ) -> Vec<TurnChange<'a>>
    where
        'a: 'b,
    {
        let changed = self.turns.iter().filter_map(|turn| {
            let changes = match (turn.said.as_deref(), then(turn)?) {
                (Ok(now), Ok(then)) => changes(self.game, now, then),
                (Err(now), Err(then)) if (now.kind, &now.detail) == (then.kind, &then.detail) => Vec::new(),
                (now, then) => vec![Change { unit: None, now: told(now), then: told(then) }],
            };
            (!changes.is_empty()).then_some(TurnChange { turn, changes })
        });
        changed.collect()
    }
}

/// An action, or the name of a fault.
fn told(said: Result<&str, &Fault>) -> String {
    said.map_or_else(|fault| fault.kind.to_string(), str::to_owned)
}
