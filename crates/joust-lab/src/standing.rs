//! The results of each agent over all games.

use crate::experiment::{Experiment, SIDES, Totals};
use crate::plan::Plan;
use joust_players::Textbook;
use serde::Serialize;

/// The results of one agent. Games against itself are left out, unless it is the only agent: then each side
/// counts. Serialized, it is an agent of `report.json`.
#[derive(Serialize)]
pub(crate) struct Standing {
    pub(crate) tag: String,
    pub(crate) name: String,
    method: Option<&'static str>,
    depth: Option<u32>,
    eval: Option<&'static str>,
    ties: Option<String>,
    order: Option<String>,
    count: Option<String>,
    pub(crate) won: usize,
    pub(crate) tied: usize,
    pub(crate) lost: usize,
    /// Games that its own fault broke off.
    faults: usize,
    pub(crate) total: Totals,
    /// The conventions of a textbook agent.
    #[serde(skip)]
    pub(crate) conventions: Option<String>,
}

impl Standing {
    /// The results of an agent in a plan whose games are over.
    pub(crate) fn new(plan: &Plan, agent: usize, games: &[Experiment]) -> Standing {
        let (entrant, is_alone) = (&plan.agents[agent], plan.agents.len() == 1);
        let games = games.iter().filter(|game| is_alone || game.seats[0] != game.seats[1]);
        let sides = games.flat_map(|game| [0, 1].map(|seat| (game, seat)));
        let own: Vec<_> = sides.filter(|(game, seat)| game.seats[*seat] == agent).collect();
        let count = |holds: &dyn Fn(&Experiment, &str) -> bool| {
            own.iter().filter(|(game, seat)| holds(game, SIDES[*seat])).count()
        };
        let textbook = entrant.textbook();
        Standing {
            tag: entrant.tag.clone(),
            name: entrant.name.clone(),
            method: textbook.map(Textbook::word),
            depth: textbook.map(|textbook| textbook.depth),
            eval: textbook.map(|textbook| textbook.eval.name),
            ties: textbook.map(|textbook| textbook.options.ties.to_string()),
            order: textbook.map(|textbook| textbook.options.order.to_string()),
            count: textbook.map(|textbook| textbook.options.count.to_string()),
            won: count(&|game, side| game.winner == Some(side)),
            tied: count(&|game, _| game.fault.is_none() && game.winner.is_none()),
            lost: count(&|game, side| game.winner.is_some_and(|winner| winner != side)),
            faults: count(&|game, side| game.fault.as_ref().is_some_and(|fault| fault.side == side)),
            total: Totals::of(
                own.iter()
                    .flat_map(|(game, seat)| game.turns.iter().filter(|turn| turn.side == SIDES[*seat])),
            ),
            conventions: textbook.map(Textbook::conventions),
        }
    }

    /// The number of faults as a phrase after the games lost; empty if there were none.
    pub(crate) fn faults_too(&self) -> String {
        match self.faults {
            0 => String::new(),
            1 => " + 1 fault".to_owned(),
            n => format!(" + {n} faults"),
        }
    }
}
