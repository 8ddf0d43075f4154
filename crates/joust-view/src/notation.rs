//! Texts that people paste, and records that they take away.

use crate::Faults;
use crate::question::{board_header, unknown};
use crate::value::Value;
use joust_core::{BadRecord, Course, DuelGame, Forfeit, Record};
use joust_mad::Battle;
use joust_wargame::Campaign;

/// The longest text that is read: a hundred times a long game, and nothing to wait for.
const MAX_TEXT: usize = 1 << 20;

/// The game in a record, in a list of moves or in a position text. What is on the page settles what the
/// text leaves open.
pub(crate) fn read(text: &str, page: Record) -> Result<Value, Faults> {
    let text = text.trim_start_matches('\u{feff}').trim();
    if text.is_empty() {
        return Err(vec!["there is nothing to read: paste a record, moves or a position".to_owned()]);
    }
    if text.len() > MAX_TEXT {
        return Err(vec!["the text is too long for a game".to_owned()]);
    }
    if is_position(text) { position(text, page) } else { game(text, page) }
}

/// A position text is one line whose first word has rows. Actions have no slash, results stand last.
fn is_position(text: &str) -> bool {
    text.lines().count() == 1
        && !text.starts_with(['[', '{'])
        && text.split_whitespace().next().is_some_and(|grid| grid.contains('/'))
}

fn position(text: &str, page: Record) -> Result<Value, Faults> {
    // In MAD commas stand between the squares of a row, in the War Game nothing does.
    let game = if text.contains(',') { "mad" } else { "wargame" };
    // A position of MAD tells its board; the values of a city are those on the page.
    let kept: &[&str] = match page.header("Game") {
        Some(other) if other != game => &[],
        Some("wargame") => &["Rules", "Board", "Values"],
        _ => &["Rules"],
    };
    let mut headers = page.headers;
    headers.retain(|(name, _)| kept.contains(&name.as_str()));
    headers.extend([("Game", game), ("Position", text)].map(|(name, value)| (name.into(), value.into())));
    let record = Record { headers, ..Record::default() };
    if game == "mad" { played::<Battle>(&record) } else { played::<Campaign>(&record) }
}

fn game(text: &str, page: Record) -> Result<Value, Faults> {
    let mut record: Record = text.parse().map_err(|why: joust_core::RecordError| vec![why.to_string()])?;
    // Bare moves belong to the game on the page, and to its beginning.
    if record.headers.is_empty() {
        record.headers = page.headers;
    }
    match record.header("Game").filter(|game| !game.is_empty()) {
        Some("mad") => replayed::<Battle>(&record),
        Some("wargame") => replayed::<Campaign>(&record),
        Some(other) => Err(unknown(other)),
        None => {
            let mad = replayed::<Battle>(&record);
            mad.or_else(|why| replayed::<Campaign>(&record).map_err(|_| why))
        }
    }
}

/// The record of a game.
pub(crate) fn write(game: &Record, headers: &[(String, String)]) -> Result<Value, Faults> {
    let headers: Vec<_> = headers.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    let record = match game.header("Game") {
        Some("mad") => Course::<Battle>::played(game).map(|course| course.record(&headers)),
        _ => Course::<Campaign>::played(game).map(|course| course.record(&headers)),
    };
    Ok(Value::object(vec![("record", record.map_err(faults)?.to_string().into())]))
}

/// A game by its actions alone.
fn played<G: DuelGame>(record: &Record) -> Result<Value, Faults> {
    Course::<G>::played(record).map(|course| found(&course)).map_err(faults)
}

/// A game with its result.
fn replayed<G: DuelGame>(record: &Record) -> Result<Value, Faults> {
    Course::<G>::of_record(record).map(|course| found(&course)).map_err(faults)
}

/// A game that was read: its record in the words of the question, so that the page can ask for its view
/// at once, and the position in which it began.
fn found<G: DuelGame>(course: &Course<G>) -> Value {
    let mut record = course.record(&[]);
    // What only a referee says is not an action, and may stand out of turn.
    record.actions.pop_if(|last| Forfeit::is_referees(last));
    let header = |name: &str| record.header(name).into();
    Value::object(vec![
        ("game", G::NAME.into()),
        ("rules", header("Rules")),
        ("board", header("Board")),
        ("values", header(board_header(G::NAME))),
        ("start", course.start().position().to_string().into()),
        ("course", record.actions.iter().map(String::as_str).collect()),
        ("result", record.result.as_str().into()),
    ])
}

/// What is wrong with a record, a sentence each.
pub(crate) fn faults(why: BadRecord) -> Faults {
    match why {
        BadRecord::Start(bad) => bad.faults,
        why => vec![why.to_string()],
    }
}
