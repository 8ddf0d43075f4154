//! What was found out about a submission: facts, of which points are made. They are kept in the journal.

use joust_core::Fault;
use serde::{Deserialize, Serialize};

/// Everything that was found out about a submission. What the rubric does not ask for is left out, and so is
/// everything else about a submission that is no player.
#[derive(Clone, Debug, Default)]
pub struct Found {
    /// Whether it is a player.
    pub built: Option<Built>,
    /// The check.
    pub checked: Option<Checked>,
    /// The games of each criterion, in the order of the criteria; empty for other criteria.
    pub games: Vec<Vec<Game>>,
    /// Its answers in the positions.
    pub answers: Vec<Reply>,
}

/// Whether a submission is a player.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Built {
    /// Why it is none, as a sentence about "it".
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub problem: Option<String>,
    /// What the compiler says: errors or warnings.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub messages: String,
}

/// The check of a player.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Checked {
    /// Its first problem, as a sentence goes on after its name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub problem: Option<String>,
    /// Its last words, if the problem is a fault.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub last_words: Vec<String>,
    /// The share of its fuel that it used in the game in which it used most.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fuel_share: Option<f64>,
}

/// A game against reference players.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Game {
    /// The score of the submission, from 0 to 1.
    pub score: f64,
    /// Whether it won.
    pub won: bool,
    /// How it failed, if it did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<Fault>,
}

/// What a submission answered in a position.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Reply {
    /// Its move, in the notation of records.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub action: Option<String>,
    /// The value that it reported.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<f64>,
    /// The nodes that it reported.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Its time in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ms: Option<f64>,
    /// How it failed, if it did. A submission that has failed too often is not asked any more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<Fault>,
}

impl Found {
    /// The first fault in each kind of work, with the words that say where it happened; `criteria` are the names
    /// of the criteria.
    pub fn faults(&self, criteria: &[&str]) -> Vec<String> {
        let mut all: Vec<String> = Vec::new();
        let mut add = |place: &str, count: usize, first: &Fault| {
            let turn = first.turn.map_or_else(String::new, |turn| format!(", turn {turn}"));
            let times = if count == 1 { String::new() } else { format!(" ({count} times)") };
            all.push(format!("{place}{times}: {}{turn}: {first}", first.kind));
        };
        for (games, criterion) in self.games.iter().zip(criteria) {
            let faults: Vec<&Fault> = games.iter().filter_map(|game| game.fault.as_ref()).collect();
            if let Some(first) = faults.first() {
                add(criterion, faults.len(), first);
            }
        }
        let faults: Vec<&Fault> = self.answers.iter().filter_map(|reply| reply.fault.as_ref()).collect();
        if let Some(first) = faults.first() {
            add("positions", faults.len(), first);
        }
        all
    }

    /// The number of games and answers in which the submission failed.
    pub fn fault_count(&self) -> usize {
        let games = self.games.iter().flatten().filter(|game| game.fault.is_some()).count();
        games + self.answers.iter().filter(|reply| reply.fault.is_some()).count()
    }
}
