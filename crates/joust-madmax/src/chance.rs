//! What a round leaves to chance. The generator draws it; whoever reads a result looks it up in
//! the state that followed. The rules are the same for both.

use crate::Generator;

/// Two units, one of which moves onto the other.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Encounter {
    /// The one that moves.
    pub(crate) by: usize,
    /// The other.
    pub(crate) on: usize,
    /// Their teams.
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

/// Where chance comes from once the order of the movements is settled. Places to come back are not
/// asked for here.
pub(crate) trait Chance {
    /// Decides an encounter.
    fn encounter(&mut self, encounter: &Encounter) -> Luck;

    /// The team that gets a warrior of this one which starved.
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
