//! What is known exactly of a position: from the endgame tables of MAD, from the list of solved boards of the
//! War Game, or by solving a board that is nearly full.

use crate::verdict::{Judged, Verdict};
use joust_core::Duel;
use joust_games::AnyDuel;
use joust_mad::Battle;
use joust_players::analysis::Thought;
use joust_players::endgame;
use joust_solve::mad::{Certainty, Distance, TableError, Unanswered};
use joust_solve::wargame::{Options, known, solve};
use joust_view::Value;
use joust_wargame::{Campaign, Move};
use std::path::Path;
use std::sync::Arc;

/// How many positions are looked at to find how long a victory takes: some milliseconds.
const LOOKED_AT: u64 = 5_000;
/// The most vacant squares of a city that is solved at once: about ten milliseconds.
const FEW: u32 = 14;
/// The most nodes of that; twenty times as many as usual.
const NODES: u64 = 2_000_000;
/// Bytes for that.
const TABLE: usize = 8 << 20;

/// What is known exactly of a position, as JSON: `known`, and if so `source` (`rules`, `tables`, `solved` or
/// `solver`), `value`, `best` (moves) and `moves`, each with its `value`; or else `why`. `tables` is the folder
/// of endgame tables. The error says which table cannot be read.
///
/// ```
/// use joust_games::{Ask, BoardAsk, duel};
/// let board = Some(BoardAsk::Named("Kalamazoo"));
/// let start = duel("wargame").unwrap().position(&Ask { board, ..Ask::default() }).unwrap();
/// let answer = joust_analysis::exact(start.as_ref(), None).unwrap().to_string();
/// assert!(answer.starts_with(r#"{"known":true,"source":"solved","value":{"kind":"win""#), "{answer}");
/// assert!(answer.contains(r#""score":5.0"#) && answer.contains(r#""best":["drop-C3"]"#), "{answer}");
/// ```
pub fn exact(position: &dyn AnyDuel, tables: Option<&Path>) -> Result<Value, Arc<TableError>> {
    if let Some(position) = position.as_any().downcast_ref() {
        return mad(position, tables);
    }
    Ok(position.as_any().downcast_ref().map_or_else(|| unknown("game"), war))
}

fn unknown(why: &str) -> Value {
    Value::object(vec![("known", false.into()), ("why", why.into())])
}

fn told(source: &str, value: Verdict, best: &[String], moves: Vec<Value>) -> Value {
    Value::object(vec![
        ("known", true.into()),
        ("source", source.into()),
        ("value", value.value()),
        ("best", best.iter().map(String::as_str).collect()),
        ("moves", Value::List(moves)),
    ])
}

/// The value of a finished game, which needs no table.
fn over<G: Judged>(position: &G::Position) -> Option<Value> {
    let outcome = position.outcome()?;
    Some(told("rules", Verdict::over::<G>(&outcome), &[], Vec::new()))
}

/// The verdict on a position that its side to move wins or loses by this proven value.
fn proven<G: Judged>(
    position: &G::Position,
    value: f64,
    ends_in: Option<u32>,
    at_most: Option<u32>,
) -> Verdict {
    let thought = Thought { moves: Vec::new(), value, ends_in, at_most, exact: true };
    Verdict::of::<G>(position, &thought)
}

fn mad(position: &joust_mad::Position, folder: Option<&Path>) -> Result<Value, Arc<TableError>> {
    if let Some(over) = over::<Battle>(position) {
        return Ok(over);
    }
    let tables = match folder.map(|folder| endgame::tables(folder, position.board())) {
        Some(Ok(tables)) => tables,
        Some(Err(why)) if !matches!(*why, TableError::Empty { .. } | TableError::Lopsided(_)) => {
            return Err(why);
        }
        _ => return Ok(unknown("no-tables")),
    };
    let (known, choices) = (tables.certainty(position), tables.choices(position));
    if let Some(why) = tables.trouble() {
        return Err(Arc::new(why.clone()));
    }
    let (Some(known), Some(choices)) = (known, choices) else {
        return Ok(unknown(match tables.answer(position, false) {
            Err(Unanswered::Positioning) => "positioning",
            Err(Unanswered::OtherLimit { .. }) => "rules",
            _ => "ships",
        }));
    };
    let wins = known.value.is_good();
    let mut distance = Distance::new(Some(&tables), LOOKED_AT);
    let plies = known.at_most.and_then(|most| distance.fewest(position, wins, most));
    let shortest = plies.and_then(|plies| distance.best(position, wins, plies));
    let verdict = |known: Certainty, plies| {
        proven::<Battle>(position, known.value.number(), plies, known.at_most.filter(|_| plies.is_none()))
    };
    let top = choices.first().map(|choice| choice.certainty);
    let is_best = |choice: &&joust_solve::mad::Choice| match &shortest {
        Some(moves) => moves.contains(&choice.mv),
        None => Some(choice.certainty) == top,
    };
    let text = |mv| position.write_move(mv);
    let best: Vec<String> = choices.iter().filter(is_best).map(|choice| text(choice.mv)).collect();
    let moves = choices.iter().map(|choice| {
        let plies = plies.filter(|_| is_best(&choice));
        let value = verdict(choice.certainty, plies).value();
        Value::object(vec![("move", text(choice.mv).into()), ("value", value)])
    });
    Ok(told("tables", verdict(known, plies), &best, moves.collect()))
}

fn war(position: &joust_wargame::Position) -> Value {
    if let Some(over) = over::<Campaign>(position) {
        return over;
    }
    // Values are for Blue, and verdicts are made of values for the side to move.
    let verdict = |blue: i32| {
        let own = if position.side() == joust_wargame::Side::Blue { blue } else { -blue };
        proven::<Campaign>(position, f64::from(own), None, None)
    };
    let texts = |moves: &[Move]| moves.iter().map(|mv| position.write_move(*mv)).collect::<Vec<_>>();
    if let Some(known) = known(position) {
        let best: Vec<Move> = known.best.iter().map(|square| Move::take(*square)).collect();
        return told("solved", verdict(known.value.unwrap_or(known.sign)), &texts(&best), Vec::new());
    }
    if position.vacant().count_ones() > FEW {
        return unknown("squares");
    }
    let options =
        Options { all_best: true, threads: 1, table_bytes: TABLE, nodes: Some(NODES), ..Options::default() };
    match solve(position, &options) {
        Ok(solution) if solution.proven => {
            let value = verdict(solution.value.unwrap_or_default());
            told("solver", value, &texts(&solution.best), Vec::new())
        }
        _ => unknown("squares"),
    }
}
