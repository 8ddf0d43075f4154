//! Reads texts that people paste, and writes records.

use crate::Faults;
use crate::duels::{DUELS, duel};
use crate::value::Value;
use crate::view::DuelView;
use joust_core::{BadRecord, Course, Forfeit, Record};

/// The longest text that is read, in bytes: a hundred long games, and still read at once.
const MAX_TEXT: usize = 1 << 20;

/// The game in a record, a list of moves or a position text. The game on the page supplies what the text
/// leaves open.
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
    let duel = DUELS.iter().find(|duel| (duel.is_position)(text));
    let duel = duel.ok_or_else(|| vec!["this is not a position of a duel".to_owned()])?;
    let kept = match page.header("Game") {
        Some(other) if other != duel.name => &[],
        Some(_) => duel.beside_position,
        None => &["Rules"],
    };
    let mut headers = page.headers;
    headers.retain(|(name, _)| kept.contains(&name.as_str()));
    headers
        .extend([("Game", duel.name), ("Position", text)].map(|(name, value)| (name.into(), value.into())));
    (duel.played)(&Record { headers, ..Record::default() })
}

fn game(text: &str, page: Record) -> Result<Value, Faults> {
    let mut record: Record = text.parse().map_err(|why: joust_core::RecordError| vec![why.to_string()])?;
    // Bare moves are those of the game on the page, from its beginning.
    if record.headers.is_empty() {
        record.headers = page.headers;
    }
    if let Some(game) = record.header("Game").filter(|game| !game.is_empty()) {
        return (duel(game)?.replayed)(&record);
    }
    let [first, others @ ..] = &DUELS;
    let read = (first.replayed)(&record);
    read.or_else(|why| others.iter().find_map(|duel| (duel.replayed)(&record).ok()).ok_or(why))
}

/// The record of a game.
pub(crate) fn write(game: &Record, headers: &[(String, String)]) -> Result<Value, Faults> {
    let headers: Vec<_> = headers.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    let record = (duel(game.header("Game").unwrap_or_default())?.record)(game, &headers)?;
    Ok(Value::object(vec![("record", record.to_string().into())]))
}

/// A game that was read: its record in the form of a question, so that the page can ask for its view at
/// once, and the position in which it began.
pub(crate) fn found<G: DuelView>(course: &Course<G>) -> Value {
    let mut record = course.record(&[]);
    // Words of the referee are not actions and may come out of turn.
    record.actions.pop_if(|last| Forfeit::is_referees(last));
    let header = |name: &str| record.header(name).into();
    Value::object(vec![
        ("game", G::NAME.into()),
        ("rules", header("Rules")),
        ("board", header("Board")),
        ("values", header(G::BOARD_HEADER)),
        ("start", course.start().position().to_string().into()),
        ("course", record.actions.iter().map(String::as_str).collect()),
        ("result", record.result.as_str().into()),
    ])
}

/// The errors of a record, a sentence each.
pub(crate) fn told(why: BadRecord) -> Faults {
    match why {
        BadRecord::Start(bad) => bad.faults,
        why => vec![why.to_string()],
    }
}
