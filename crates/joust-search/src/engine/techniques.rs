//! The techniques of the search. Each can be switched off, to measure what it is worth.

use std::fmt;

/// A set of techniques, beyond alpha-beta with iterative deepening.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Techniques {
    on: u16,
}

/// One technique.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Technique {
    /// The transposition table: positions met before are not searched again.
    TranspositionTable,
    /// Move ordering by killers, countermoves and history.
    Ordering,
    /// Quiescence search: expulsions are followed before a position is evaluated.
    Quiescence,
    /// Late move reductions: moves late in the order are first searched less deeply.
    Reductions,
    /// Extensions: a threat against the corvette is searched one move deeper.
    Extensions,
    /// Aspiration windows: each depth begins with a small window around the last value.
    Aspiration,
    /// Reverse futility pruning: near the leaves, positions far above beta are not searched.
    Margins,
    /// Threats against the corvette are made and answered in the quiescence search.
    Threats,
}

impl Technique {
    /// All techniques with their names.
    pub const ALL: [(&'static str, Technique); 8] = [
        ("table", Technique::TranspositionTable),
        ("ordering", Technique::Ordering),
        ("quiescence", Technique::Quiescence),
        ("reductions", Technique::Reductions),
        ("extensions", Technique::Extensions),
        ("aspiration", Technique::Aspiration),
        ("margins", Technique::Margins),
        ("threats", Technique::Threats),
    ];

    /// The technique with this name.
    pub fn named(name: &str) -> Option<Technique> {
        Technique::ALL.iter().find(|(known, _)| *known == name).map(|(_, technique)| *technique)
    }
}

impl fmt::Display for Technique {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(Technique::ALL[*self as usize].0)
    }
}

/// All techniques.
impl Default for Techniques {
    fn default() -> Techniques {
        Techniques { on: u16::MAX }
    }
}

impl Techniques {
    /// This set without one technique.
    #[must_use]
    pub const fn without(self, technique: Technique) -> Techniques {
        Techniques { on: self.on & !(1 << technique as u16) }
    }

    /// Whether a technique is in the set.
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
