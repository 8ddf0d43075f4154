//! The techniques of the search, each of which can be left out to measure what it is worth.

use std::fmt;

/// What the search does beyond alpha-beta with iterative deepening.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Techniques {
    on: u16,
}

/// One technique.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Technique {
    /// Positions met before are not searched again.
    Table,
    /// Moves that were good elsewhere are tried early: killers, answers, history.
    Ordering,
    /// Expulsions are followed before a position is judged.
    Quiescence,
    /// Moves late in the order are looked at less deeply at first.
    Reductions,
    /// Lines with a threat against the corvette are followed one move further.
    Extensions,
    /// Each depth begins with a small window around the last value.
    Aspiration,
    /// Near the leaves, positions far above what is needed are not searched.
    Margins,
    /// Threats against the corvette are made and answered before a position is judged.
    Threats,
}

impl Technique {
    /// All of them with their names.
    pub const ALL: [(&'static str, Technique); 8] = [
        ("table", Technique::Table),
        ("ordering", Technique::Ordering),
        ("quiescence", Technique::Quiescence),
        ("reductions", Technique::Reductions),
        ("extensions", Technique::Extensions),
        ("aspiration", Technique::Aspiration),
        ("margins", Technique::Margins),
        ("threats", Technique::Threats),
    ];

    /// The technique of that name.
    pub fn named(name: &str) -> Option<Technique> {
        Technique::ALL.iter().find(|(known, _)| *known == name).map(|(_, technique)| *technique)
    }
}

impl fmt::Display for Technique {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(Technique::ALL[*self as usize].0)
    }
}

/// All of them.
impl Default for Techniques {
    fn default() -> Techniques {
        Techniques { on: u16::MAX }
    }
}

impl Techniques {
    /// The same without one.
    #[must_use]
    pub const fn without(self, technique: Technique) -> Techniques {
        Techniques { on: self.on & !(1 << technique as u16) }
    }

    /// Whether a technique is used.
    #[inline]
    pub const fn has(self, technique: Technique) -> bool {
        self.on & 1 << technique as u16 != 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_technique_has_its_own_switch_and_name() {
        for (i, (name, technique)) in Technique::ALL.into_iter().enumerate() {
            assert_eq!((technique as usize, technique.to_string().as_str()), (i, name));
            assert_eq!(Technique::named(name), Some(technique));
            let without = Techniques::default().without(technique);
            assert!(Technique::ALL.iter().all(|(_, other)| without.has(*other) == (*other != technique)));
        }
        assert_eq!(Technique::named("magic"), None);
    }
}
