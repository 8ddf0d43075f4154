//! Tables for spreadsheets: one row a game, one row a move.

use super::{record_path, sides};
use crate::lab::Lab;
use crate::lab::experiment::Totals;
use crate::lab::words;
use std::time::Duration;

/// A field in quotes where it needs them.
fn field(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}

fn row(fields: &[String]) -> String {
    let fields: Vec<_> = fields.iter().map(|text| field(text)).collect();
    format!("{}\n", fields.join(","))
}

fn table(head: &str, rows: impl Iterator<Item = Vec<String>>) -> String {
    let mut text = format!("{head}\n");
    text.extend(rows.map(|fields| row(&fields)));
    text
}

fn maybe(value: Option<impl ToString>) -> String {
    value.map_or_else(String::new, |value| value.to_string())
}

fn milliseconds(time: Duration) -> String {
    format!("{:.3}", time.as_secs_f64() * 1000.0)
}

fn figures(totals: &Totals) -> [String; 4] {
    [
        totals.moves.to_string(),
        maybe(totals.nodes),
        maybe(totals.nodes_per_move().map(|nodes| format!("{nodes:.1}"))),
        maybe(totals.time_per_move().map(milliseconds)),
    ]
}

const GAMES: &str = "game,board,blue,green,result,blue_score,green_score,winner,\
    blue_moves,blue_nodes,blue_nodes_per_move,blue_ms_per_move,\
    green_moves,green_nodes,green_nodes_per_move,green_ms_per_move,fault,record";

/// One row for each game.
pub(super) fn games(lab: &Lab) -> String {
    let rows = lab.games.iter().map(|game| {
        let [blue, green] = game.seats.map(|agent| lab.plan.agents[agent].name.clone());
        let [blue_score, green_score] = game.campaign.scores().map(|score| score.to_string());
        let result = game.outcome().map_or_else(|| "*".to_owned(), |outcome| outcome.to_string());
        let mut fields = vec![game.number.to_string(), game.board.name().to_owned(), blue, green, result];
        fields.extend([blue_score, green_score, maybe(game.winner())]);
        fields.extend(sides(game).iter().flat_map(|(side, _)| figures(&game.totals(*side))));
        fields.push(maybe(game.fault.as_ref().map(|(side, fault)| format!("{side} {fault}"))));
        fields.push(record_path(lab, game));
        fields
    });
    table(GAMES, rows)
}

const MOVES: &str = "game,board,blue,green,move,side,agent,kind,square,value,conquered,conquered_value,\
    blue_score,green_score,nodes,ms,words";

/// One row for each move.
pub(super) fn moves(lab: &Lab) -> String {
    let rows = lab.games.iter().flat_map(|game| {
        let names = game.seats.map(|agent| lab.plan.agents[agent].name.clone());
        game.turns.iter().enumerate().map(move |(i, turn)| {
            let board = game.board;
            let conquered: Vec<_> = turn.conquered.iter().map(|square| board.square_name(*square)).collect();
            let gained: u32 = turn.conquered.iter().map(|square| u32::from(board.value(*square))).sum();
            let [blue, green] = turn.scores.map(|score| score.to_string());
            vec![
                game.number.to_string(),
                board.name().to_owned(),
                names[0].clone(),
                names[1].clone(),
                (i + 1).to_string(),
                turn.side.to_string(),
                names[turn.side as usize].clone(),
                if turn.blitz { "blitz" } else { "drop" }.to_owned(),
                board.square_name(turn.square),
                board.value(turn.square).to_string(),
                conquered.join(" "),
                gained.to_string(),
                blue,
                green,
                maybe(turn.nodes),
                maybe(turn.time.map(milliseconds)),
                words::sentence(turn, board),
            ]
        })
    });
    table(MOVES, rows)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_quoted_where_they_must_be() {
        assert_eq!(row(&["a".into(), "b,c".into(), "d\"e".into()]), "a,\"b,c\",\"d\"\"e\"\n");
    }
}
