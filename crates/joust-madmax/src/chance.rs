//! What a round leaves to chance. A game draws it from the generator; the reader of a result looks it up in
//! the state that followed. One implementation of the rules serves both.

use crate::Generator;

/// Two units, one of which moves onto the other.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Encounter {
    /// The unit that moves.
    pub(crate) by: usize,
    /// The unit that it meets.
    pub(crate) on: usize,
    /// The teams of both.
    pub(crate) teams: [u8; 2],
    /// In the thunderdome: the water of the one that moves, and of both.
    pub(crate) dome: Option<(i32, i32)>,
}

/// How chance decides an encounter.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Luck {
    /// Two teams that have no part in it, in the order drawn.
    pub(crate) strangers: [u8; 2],
    /// The number drawn in the thunderdome.
    pub(crate) draw: i32,
}

/// Where chance comes from once the order of the movements is settled. Where captured units come back is
/// decided elsewhere.
pub(crate) trait Chance {
    /// How chance decides this encounter.
    fn encounter(&mut self, encounter: &Encounter) -> Luck;

    /// The team that gets a starved warrior of this team.
    fn heir(&mut self, id: usize, team: u8) -> u8;
}

impl Chance for Generator {
    fn encounter(&mut self, encounter: &Encounter) -> Luck {
        // [MAX-5.4] Drawn whether or not they are needed.
        let mut strangers = self.teams().into_iter().filter(|team| !encounter.teams.contains(team));
        let strangers = [strangers.next().unwrap_or(0), strangers.next().unwrap_or(0)];
        let draw = encounter.dome.map_or(0, |(_, of)| self.random(0, of - 1));
        Luck { strangers, draw }
    }

    fn heir(&mut self, _: usize, team: u8) -> u8 {
        self.teams().into_iter().find(|other| *other != team).unwrap_or(0)
    }
}
