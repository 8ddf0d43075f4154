//! How the agents did over all games.

use super::sides;
use crate::lab::Lab;
use crate::lab::experiment::Totals;

/// One agent's games. Those against itself say nothing about it, unless there is no other: then they are
/// counted once for each side.
#[derive(Clone, Copy, Default)]
pub(super) struct Standing {
    pub(super) won: u32,
    pub(super) tied: u32,
    pub(super) lost: u32,
    /// Broken off by its own fault.
    pub(super) faults: u32,
    pub(super) totals: Totals,
}

impl Standing {
    /// The faults in words after the games lost; nothing if there were none.
    pub(super) fn faults_too(&self) -> String {
        match self.faults {
            0 => String::new(),
            1 => " + 1 fault".to_owned(),
            n => format!(" + {n} faults"),
        }
    }

    /// Those of all agents in order.
    pub(super) fn all(lab: &Lab) -> Vec<Standing> {
        let mut all = vec![Standing::default(); lab.plan.agents.len()];
        let is_alone = all.len() == 1;
        let games = || lab.games.iter().filter(|game| is_alone || !game.is_solitary());
        for game in games() {
            for (side, agent) in sides(game) {
                let standing = &mut all[agent];
                match (&game.fault, game.winner()) {
                    (Some((by, _)), _) => standing.faults += u32::from(*by == side),
                    (None, None) => standing.tied += 1,
                    (None, Some(winner)) if winner == side => standing.won += 1,
                    (None, Some(_)) => standing.lost += 1,
                }
            }
        }
        for (agent, standing) in all.iter_mut().enumerate() {
            let turns = games().flat_map(|game| {
                let plays = move |side| game.seats[side as usize] == agent;
                game.turns.iter().filter(move |turn| plays(turn.side))
            });
            standing.totals = Totals::of(turns);
        }
        all
    }
}
