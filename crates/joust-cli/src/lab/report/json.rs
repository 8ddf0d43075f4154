//! Everything, for programs.

use super::{File, conventions, record_path, sides, standing::Standing};
use crate::lab::Lab;
use crate::lab::comparison::Comparison;
use crate::lab::experiment::{Experiment, Totals};
use crate::lab::plan::Entrant;
use crate::lab::words;
use serde_json::{Value, json};
use std::time::Duration;

/// The one document: `report.json`, and what `--json` prints. Keys that begin with `ms` hold times.
pub(in crate::lab) fn document(lab: &Lab, files: &[File]) -> Value {
    let plan = &lab.plan;
    let standings = Standing::all(lab);
    let agents: Vec<_> =
        plan.agents.iter().zip(&standings).map(|(entrant, standing)| agent(entrant, standing)).collect();
    let boards: Vec<_> = plan
        .boards
        .iter()
        .map(|board| json!({ "name": board.name(), "values": board.text(), "total": board.total() }))
        .collect();
    let mut document = json!({
        "lab": "wargame",
        "version": env!("CARGO_PKG_VERSION"),
        "command": lab.command,
        "rules": plan.rules.to_string(),
        "seed": plan.seed.0,
        "threads": plan.threads,
        "conventions": conventions(lab),
        "agents": agents,
        "boards": boards,
        "games": lab.games.iter().map(|played| game(lab, played)).collect::<Vec<_>>(),
        "comparison": lab.comparisons.iter().map(comparison).collect::<Vec<_>>(),
        "files": files.iter().map(|(path, _)| path).collect::<Vec<_>>(),
    });
    if let Some(author) = &lab.author {
        document["author"] = author.as_str().into();
    }
    document
}

fn ms(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e6).round() / 1e3
}

fn figures(totals: &Totals) -> Value {
    json!({
        "moves": totals.moves,
        "nodes": totals.nodes,
        "nodes_per_move": totals.nodes_per_move(),
        "ms": ms(totals.time),
        "ms_per_move": totals.time_per_move().map(ms),
    })
}

fn agent(entrant: &Entrant, standing: &Standing) -> Value {
    let textbook = entrant.textbook();
    json!({
        "tag": entrant.tag,
        "name": entrant.name,
        "method": textbook.map(joust_players::Textbook::word),
        "depth": textbook.map(|textbook| textbook.depth),
        "eval": textbook.map(|textbook| textbook.eval.name),
        "ties": textbook.map(|textbook| textbook.options.ties.to_string()),
        "order": textbook.map(|textbook| textbook.options.order.to_string()),
        "count": textbook.map(|textbook| textbook.options.count.to_string()),
        "won": standing.won,
        "tied": standing.tied,
        "lost": standing.lost,
        "faults": standing.faults,
        "total": figures(&standing.totals),
    })
}

fn game(lab: &Lab, game: &Experiment) -> Value {
    let names = game.seats.map(|agent| &lab.plan.agents[agent].name);
    let [blue, green] = game.campaign.scores();
    let totals = sides(game).map(|(side, _)| figures(&game.totals(side)));
    let fault = game.fault.as_ref().map(|(side, fault)| {
        let agent = names[*side as usize];
        json!({ "side": side.to_string(), "agent": agent, "kind": fault.kind.word(), "message": fault.to_string() })
    });
    let moves: Vec<_> = game
        .turns
        .iter()
        .enumerate()
        .map(|(i, turn)| {
            let conquered: Vec<_> =
                turn.conquered.iter().map(|square| game.board.square_name(*square)).collect();
            json!({
                "move": i + 1,
                "side": turn.side.to_string(),
                "words": words::sentence(turn, game.board),
                "kind": if turn.blitz { "blitz" } else { "drop" },
                "square": game.board.square_name(turn.square),
                "value": game.board.value(turn.square),
                "conquered": conquered,
                "blue": turn.scores[0],
                "green": turn.scores[1],
                "nodes": turn.nodes,
                "ms": turn.time.map(ms),
            })
        })
        .collect();
    json!({
        "game": game.number,
        "board": game.board.name(),
        "blue": names[0],
        "green": names[1],
        "result": game.outcome().map_or_else(|| "*".to_owned(), |outcome| outcome.to_string()),
        "winner": game.winner().map(|side| side.to_string()),
        "score": { "blue": blue, "green": green },
        "totals": { "blue": totals[0], "green": totals[1] },
        "final": game.position().to_string(),
        "fault": fault,
        "record": record_path(lab, game),
        "moves": moves,
    })
}

fn comparison(comparison: &Comparison) -> Value {
    json!({
        "board": comparison.board.name(),
        "depth": comparison.textbook.depth,
        "conventions": comparison.textbook.conventions(),
        "positions": comparison.positions.len(),
        "same_value": comparison.count(|compared| compared.same_value),
        "same_move": comparison.count(|compared| compared.same_move),
        "minimax_nodes": comparison.sum(|compared| compared.minimax),
        "alphabeta_nodes": comparison.sum(|compared| compared.alphabeta),
        "alphabeta_by_gain_nodes": comparison.sum(|compared| compared.ordered),
    })
}
