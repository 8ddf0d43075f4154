//! Classes of endgames: the number of ships of each side, and whether its cruiser is among them.
//!
//! Movements and shifts change which ships are on the board and where they are, but not their number:
//! a shift with a ship in exile sends another one there. A cruiser neither comes back nor leaves by a
//! shift: its only one is the permutation with the corvette, which moves both or ends the game
//! [MAD-4.4]. So only an expulsion leads from a class to another, with one ship less, and classes can
//! be solved one after the other, the small ones first.

use joust_mad::{Fleet, Position, Side};
use std::fmt;
use std::str::FromStr;

/// The ships of a side on the board, always including the corvette.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Strength {
    /// The number of ships, 1 to 8.
    ships: u8,
    /// Whether one of them is the cruiser.
    cruiser: bool,
}

/// The number of frigates and destroyers: the ships that come and go by shifts.
const COMMON: u8 = 6;

impl Strength {
    /// One more than the largest [`Strength::code`].
    pub(super) const CODES: usize = 18;

    /// A number of ships, with or without the cruiser; `None` if a fleet cannot have as many.
    pub fn new(ships: u8, cruiser: bool) -> Option<Strength> {
        let common = ships.checked_sub(1 + u8::from(cruiser))?;
        (common <= COMMON).then_some(Strength { ships, cruiser })
    }

    /// The strength of a fleet; `None` if its corvette is in exile.
    pub fn of(fleet: &Fleet) -> Option<Strength> {
        if fleet.corvette() == 0 {
            return None;
        }
        Some(Strength { ships: fleet.ships.count_ones() as u8, cruiser: fleet.cruiser() != 0 })
    }

    /// The number of ships.
    pub fn ships(self) -> usize {
        usize::from(self.ships)
    }

    /// Whether the cruiser is among them.
    pub fn has_cruiser(self) -> bool {
        self.cruiser
    }

    /// The number of frigates and destroyers.
    pub(super) fn common(self) -> u32 {
        u32::from(self.ships - 1 - u8::from(self.cruiser))
    }

    /// A small number that identifies the strength.
    pub(super) fn code(self) -> usize {
        2 * usize::from(self.ships) + usize::from(self.cruiser)
    }

    /// The strengths that can be left after the loss of a ship other than the corvette.
    fn after_a_loss(self) -> impl Iterator<Item = Strength> {
        let common = Strength::new(self.ships - 1, self.cruiser);
        let cruiser = self.cruiser.then(|| Strength::new(self.ships - 1, false)).flatten();
        common.into_iter().chain(cruiser)
    }
}

/// `2` or, with the cruiser, `2c`.
impl fmt::Display for Strength {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.ships, if self.cruiser { "c" } else { "" })
    }
}

impl FromStr for Strength {
    type Err = ();

    fn from_str(text: &str) -> Result<Strength, ()> {
        let digits = text.strip_suffix('c').unwrap_or(text);
        digits.parse().ok().and_then(|ships| Strength::new(ships, digits != text)).ok_or(())
    }
}

/// A class of endgames: the strengths of the two sides, without regard to colour and side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Class {
    /// The larger strength.
    more: Strength,
    less: Strength,
}

impl Class {
    /// The class of two strengths in any order.
    pub fn new(one: Strength, other: Strength) -> Class {
        Class { more: one.max(other), less: one.min(other) }
    }

    /// The class of a position; `None` when a corvette is in exile.
    pub fn of(position: &Position) -> Option<Class> {
        let [red, blue] = Side::BOTH.map(|side| Strength::of(position.fleet(side)));
        Some(Class::new(red?, blue?))
    }

    /// Ships of both sides together.
    pub fn ships(&self) -> usize {
        self.more.ships() + self.less.ships()
    }

    /// The strengths of the side to move and of its opponent: two pairs, or one if they are equal.
    pub fn orders(&self) -> impl Iterator<Item = (Strength, Strength)> {
        let both = [(self.more, self.less), (self.less, self.more)];
        both.into_iter().take(if self.more == self.less { 1 } else { 2 })
    }

    /// The classes to which an expulsion leads that does not end the game.
    pub fn smaller(&self) -> Vec<Class> {
        let mut classes: Vec<Class> = self
            .orders()
            .flat_map(|(one, other)| one.after_a_loss().map(move |less| Class::new(less, other)))
            .collect();
        classes.sort();
        classes.dedup();
        classes
    }

    /// This class and all to which it leads, the small ones first.
    pub fn with_smaller(self) -> Vec<Class> {
        let mut classes = vec![self];
        let mut at = 0;
        while let Some(class) = classes.get(at) {
            let smaller = class.smaller().into_iter().filter(|class| !classes.contains(class));
            let smaller: Vec<Class> = smaller.collect();
            classes.extend(smaller);
            at += 1;
        }
        classes.sort_by_key(|class| (class.ships(), *class));
        classes
    }

    /// All classes with at most `ships` ships, each after those to which it leads.
    pub fn up_to(ships: usize) -> Vec<Class> {
        let strengths: Vec<Strength> = (1..=8)
            .flat_map(|ships| [false, true].into_iter().filter_map(move |c| Strength::new(ships, c)))
            .collect();
        let mut classes: Vec<Class> = strengths
            .iter()
            .flat_map(|one| strengths.iter().map(|other| Class::new(*one, *other)))
            .filter(|class| class.ships() <= ships)
            .collect();
        classes.sort_by_key(|class| (class.ships(), *class));
        classes.dedup();
        classes
    }
}

/// `2c-1`
impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.more, self.less)
    }
}

impl FromStr for Class {
    type Err = ();

    fn from_str(text: &str) -> Result<Class, ()> {
        let (more, less) = text.split_once('-').ok_or(())?;
        Ok(Class::new(more.parse()?, less.parse()?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_up_to_four_ships() {
        let names: Vec<String> = Class::up_to(4).iter().map(Class::to_string).collect();
        assert_eq!(
            names,
            ["1-1", "2-1", "2c-1", "2-2", "2c-2", "2c-2c", "3-1", "3c-1"],
            "the small ones first"
        );
        for name in names {
            assert_eq!(name.parse::<Class>().unwrap().to_string(), name);
        }
    }

    #[test]
    fn smaller_classes_come_first() {
        let classes = Class::up_to(7);
        for (i, class) in classes.iter().enumerate() {
            assert!(class.smaller().iter().all(|smaller| classes[..i].contains(smaller)), "{class}");
        }
        let names: Vec<String> =
            Class::smaller(&"3c-2".parse().unwrap()).iter().map(Class::to_string).collect();
        assert_eq!(names, ["2-2", "2c-2", "3c-1"]);
        let all = Class::with_smaller("2c-2".parse().unwrap());
        assert_eq!(all.iter().map(Class::to_string).collect::<Vec<_>>(), ["1-1", "2-1", "2c-1", "2c-2"]);
    }

    #[test]
    fn there_are_no_other_strengths() {
        for text in ["0", "8", "1c", "9c", "", "c", "x", "-1"] {
            assert_eq!(text.parse::<Strength>(), Err(()), "{text}");
        }
        assert!("7".parse::<Strength>().is_ok() && "8c".parse::<Strength>().is_ok());
    }
}
