//! The lines of the journal in the report's folder, from which a lab goes on.

use super::comparison::Compared;
use joust_match::{Line, Played};
use serde::{Deserialize, Serialize};

/// What a lab is about: the first line of its journal. Everything in it decides the games.
#[derive(PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct About {
    /// The game by name.
    pub(super) lab: String,
    /// The boards by name; with its values where a board is not of the atlas.
    pub(super) boards: Vec<String>,
    /// The canonical names of the agents.
    pub(super) agents: Vec<String>,
    pub(super) rules: String,
    pub(super) seed: u64,
}

/// Something that is done and need not be done again.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
pub(super) enum Done {
    Game(Played),
    /// Alpha-beta beside minimax on one board. It is counted on after the games.
    Comparison {
        game: usize,
        positions: Vec<Compared>,
    },
}

impl Line for Done {
    fn number(&self) -> usize {
        match self {
            Done::Game(played) => played.game,
            Done::Comparison { game, .. } => *game,
        }
    }
}
