//! Tables for spreadsheets: one row a game, one row a move.

use crate::experiment::{Break, Experiment, Totals};
use crate::report::BadReport;
use crate::words::Time;
use serde::Serialize;

/// A table with a head and rows.
fn table(head: &str, rows: impl Iterator<Item = impl Serialize>) -> Result<String, BadReport> {
    let mut table =
        csv::WriterBuilder::new().has_headers(false).from_writer(format!("{head}\n").into_bytes());
    for row in rows {
        table.serialize(row)?;
    }
    let bytes = table.into_inner().map_err(|why| csv::Error::from(why.into_error()))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

fn ms(time: &Time) -> Option<String> {
    time.0.map(|time| format!("{:.3}", time.as_secs_f64() * 1000.0))
}

fn figures(totals: &Totals) -> impl Serialize {
    let nodes_per_move = totals.nodes_per_move.0.map(|nodes| format!("{nodes:.1}"));
    (totals.moves, totals.nodes.0, nodes_per_move, ms(&totals.time_per_move))
}

const GAMES: &str = "game,board,blue,green,result,blue_score,green_score,winner,\
    blue_moves,blue_nodes,blue_nodes_per_move,blue_ms_per_move,\
    green_moves,green_nodes,green_nodes_per_move,green_ms_per_move,fault,record";

/// One row for each game.
pub(crate) fn games(games: &[Experiment]) -> Result<String, BadReport> {
    let rows = games.iter().map(|game| {
        let fault = game.fault.as_ref().map(Break::told);
        (
            (game.number, game.board.name(), &game.names, &game.result, game.scores, game.winner),
            (game.totals.each_ref().map(figures), fault, &game.record),
        )
    });
    table(GAMES, rows)
}

const MOVES: &str = "game,board,blue,green,move,side,agent,kind,square,value,conquered,conquered_value,\
    blue_score,green_score,nodes,ms,words";

/// One row for each move.
pub(crate) fn moves(games: &[Experiment]) -> Result<String, BadReport> {
    let rows = games.iter().flat_map(|game| {
        game.turns.iter().map(move |turn| {
            let agent = &game.names[usize::from(turn.side != "blue")];
            (
                (game.number, game.board.name(), &game.names, turn.number, turn.side, agent),
                (turn.kind, &turn.square, turn.value, turn.conquered.join(" "), turn.gained),
                (turn.scores, turn.nodes.0, ms(&turn.time), &turn.words),
            )
        })
    });
    table(MOVES, rows)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_quoted_where_they_must_be() {
        let rows = [("a", ["b,c", "d\"e"], None), ("", ["\n", "–"], Some(1))];
        let text = table("k,l,m,n", rows.iter()).unwrap_or_else(|why| panic!("{why}"));
        assert_eq!(text, "k,l,m,n\na,\"b,c\",\"d\"\"e\",\n,\"\n\",–,1\n");
    }
}
