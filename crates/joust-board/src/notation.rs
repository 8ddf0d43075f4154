//! Texts that people paste, and records that they take away.

use crate::Faults;
use crate::course::{Played, record, replay};
use crate::json::{Json, Tell};
use crate::question::{Table, known};
use joust_core::{Forfeit, Record};
use joust_mad::Battle;
use joust_wargame::Campaign;

/// The longest text that is read: a hundred times a long game, and nothing to wait for.
const MAX_TEXT: usize = 1 << 20;

/// The game in a record, in a list of moves or in a position text.
pub(crate) fn read(text: &str, hint: &Table) -> Result<Box<dyn Tell>, Faults> {
    let text = text.trim_start_matches('\u{feff}').trim();
    if text.is_empty() {
        return Err(vec!["there is nothing to read: paste a record, moves or a position".to_owned()]);
    }
    if text.len() > MAX_TEXT {
        return Err(vec!["the text is too long for a game".to_owned()]);
    }
    let record = if is_position(text) { position(text, hint)? } else { game(text, hint)? };
    let header = |name: &str| record.header(name).map(str::to_owned);
    let table = Table {
        game: header("Game").unwrap_or_default(),
        rules: header("Rules"),
        board: header("Board"),
        values: header("Values").or_else(|| header("Picture")),
        start: header("Position"),
        course: Vec::new(),
    };
    let start = match table.game.as_str() {
        "mad" => Battle::opening(&table)?.to_string(),
        _ => Campaign::opening(&table)?.to_string(),
    };
    let mut course = record.actions;
    // What only a referee says is no action, and may stand out of turn.
    course.pop_if(|last| Forfeit::is_referees(last));
    let table = Table { start: Some(start), course, ..table };
    Ok(Box::new(Found { table, result: record.result }))
}

/// A position text is one line whose first word has rows. Actions have no slash, results stand last.
fn is_position(text: &str) -> bool {
    text.lines().count() == 1
        && !text.starts_with(['[', '{'])
        && text.split_whitespace().next().is_some_and(|grid| grid.contains('/'))
}

fn position(text: &str, hint: &Table) -> Result<Record, Faults> {
    // In MAD commas stand between the squares of a row, in the War Game nothing does.
    let game = if text.contains(',') { "mad" } else { "wargame" };
    let mut table = Table { game: game.to_owned(), start: Some(text.to_owned()), ..Table::default() };
    if hint.game == game {
        table.rules.clone_from(&hint.rules);
        // A position of MAD tells its board; the values of a city are those on the page.
        if game == "wargame" {
            table.board.clone_from(&hint.board);
            table.values.clone_from(&hint.values);
        }
    }
    recorded(&table, &[])
}

fn game(text: &str, hint: &Table) -> Result<Record, Faults> {
    let mut record: Record = text.parse().map_err(|why: joust_core::RecordError| vec![why.to_string()])?;
    // Bare moves belong to the game on the page, and to its beginning.
    if record.headers.is_empty() && !hint.game.is_empty() {
        known(&hint.game)?;
        let mut headers = recorded(&Table { course: Vec::new(), ..hint.clone() }, &[])?.headers;
        headers.retain(|(name, _)| name != "Score");
        record.headers = headers;
    }
    match record.header("Game") {
        Some("mad") => replay::<Battle>(&record),
        Some("wargame") => replay::<Campaign>(&record),
        Some(other) => known(other).map(|()| Record::default()),
        None => replay::<Battle>(&record).or_else(|why| replay::<Campaign>(&record).map_err(|_| why)),
    }
}

fn recorded(table: &Table, headers: &[(&str, &str)]) -> Result<Record, Faults> {
    if table.game == "mad" { record::<Battle>(table, headers) } else { record::<Campaign>(table, headers) }
}

/// The record of a game.
pub(crate) fn write(table: &Table, headers: &[(String, String)]) -> Result<Box<dyn Tell>, Faults> {
    let headers: Vec<_> = headers.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    Ok(Box::new(Written(recorded(table, &headers)?.to_string())))
}

struct Written(String);

impl Tell for Written {
    fn tell(&self, json: &mut Json) {
        json.object(&mut |json| json.field("record", &self.0));
    }
}

/// A game in the words of the question, so that the page can ask for its view at once.
struct Found {
    table: Table,
    result: String,
}

impl Tell for Found {
    fn tell(&self, json: &mut Json) {
        let table = &self.table;
        json.object(&mut |json| {
            json.field("game", &table.game);
            json.field("rules", &table.rules);
            json.field("board", &table.board);
            json.field("values", &table.values);
            json.field("start", &table.start);
            json.field("course", &table.course);
            json.field("result", &self.result);
        });
    }
}
