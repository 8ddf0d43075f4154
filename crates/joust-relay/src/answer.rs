//! What a worker gives back: bytes that are equal wherever the work is done.

use crate::about::sha256;
use crate::work::Work;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use joust_core::{FaultKind, FuelUsed, Usage};
use joust_match::{BadJob, Performed, Played};
use serde::{Deserialize, Serialize};

/// The seats of a duel.
const DUEL: usize = 2;

/// The result of a piece of work. Its bytes depend on the work alone, so that results can be compared.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Answer {
    /// A game that was played.
    Played {
        /// The game without times; a game of Mad Max also without actions, which its record has.
        played: Box<Played>,
        /// The SHA-256 of all actions.
        actions: String,
        /// The fuel of each seat in all, in games of modules.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        fuel: Vec<Option<FuelUsed>>,
        /// The record of the game, in base64.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        record: Option<String>,
        /// What the players wrote.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        output: Vec<String>,
    },
    /// It could not be done there, for this reason. The dispatcher does it itself.
    Failed(String),
}

/// Why bytes are not the answer to a piece of work.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the answer is not one to this work")]
pub struct BadAnswer;

impl Answer {
    /// The answer of a game that was played, or why it was not.
    pub fn of(result: Result<Performed, BadJob>) -> Answer {
        match result {
            Ok(performed) => {
                let Performed { mut played, record, output } = performed.without_times();
                let actions = sha256(played.actions.join(" ").as_bytes());
                // The orders of four armies take a hundred times the room of a duel.
                if played.spent.len() > DUEL {
                    played.actions.clear();
                }
                let fuel = std::mem::take(&mut played.usage).into_iter().map(|usage| usage.fuel).collect();
                let record = record.map(|bytes| STANDARD.encode(bytes));
                Answer::Played { played: Box::new(played), actions, fuel, record, output }
            }
            Err(why) => Answer::Failed(why.to_string()),
        }
    }

    /// The bytes that travel.
    pub fn bytes(&self) -> Vec<u8> {
        serde_json::to_vec(self).unwrap_or_default()
    }

    /// An answer that has arrived.
    pub fn read(bytes: &[u8]) -> Result<Answer, BadAnswer> {
        serde_json::from_slice(bytes).map_err(|_| BadAnswer)
    }

    /// Whether it can be an answer to this work.
    pub(crate) fn fits(&self, work: &Work) -> bool {
        let Work::Game(task) = work;
        match self {
            Answer::Played { played, .. } => played.game == task.job.game,
            Answer::Failed(_) => true,
        }
    }

    /// Whether a player was too late. In work for others, that is a module that waits for memory nearly all the time:
    /// when that is found depends on the machine, and so does the rest of the game.
    pub(crate) fn is_late(&self) -> bool {
        let Answer::Played { played, .. } = self else { return false };
        played.faults.iter().any(|fault| fault.kind == FaultKind::Late)
    }

    /// What the task gave, if it was done.
    pub(crate) fn performed(self) -> Result<Performed, BadAnswer> {
        let Answer::Played { mut played, fuel, record, output, .. } = self else { return Err(BadAnswer) };
        let record = record.map(|text| STANDARD.decode(text)).transpose().map_err(|_| BadAnswer)?;
        played.usage = fuel.into_iter().map(|fuel| Usage { fuel, ..Usage::default() }).collect();
        Ok(Performed { played: *played, record, output })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hands::{Hands, Player};
    use crate::probe;
    use crate::shelf::Shelf;
    use joust_match::Task;

    #[test]
    fn an_answer_gives_what_the_task_gave_without_times() {
        let shelf = Shelf::default();
        probe::put(&shelf).unwrap();
        let Work::Game(task) = probe::work(3).unwrap().work().clone();
        let work = Work::Game(Task { output: 100, ..task.clone() }).pack();
        let Work::Game(task) = work.work();
        let here = task.perform(&shelf.programs(work.work()).unwrap(), &false.into()).unwrap().unwrap();
        let answer = Answer::read(&Player.work(&work, &shelf, &false.into()).unwrap()).unwrap();
        assert!(answer.fits(work.work()));
        let there = answer.performed().unwrap();
        assert!(there.played.usage[0].fuel.unwrap().total > 10_000, "{:?}", there.played.usage);
        assert_eq!(there, here.without_times());
    }
}
