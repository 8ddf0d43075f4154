//! The questions of a page.

use crate::Faults;
use crate::duels::duel;
use crate::value::Value;
use joust_core::{Record, Seat};

/// A question of a page. A game is given as a record without its result; the headers have its setup.
pub(crate) enum Question {
    /// The state of a game after this many actions; without a number, after the last.
    View(Record, Option<usize>),
    /// Why a seat may not do this at the end of a game, in French or in English.
    Why { game: Record, seat: Seat, text: String, french: bool },
}

/// Reads a question, or says what is wrong with it.
pub(crate) fn read(text: &str) -> Result<Question, Faults> {
    let fields = fields(text)?;
    let game = game(&fields)?;
    duel(game.header("Game").unwrap_or_default())?;
    if let Some(text) = word(&fields, "why")? {
        let seat = match fields.field("seat") {
            Some(Value::Number(0)) => Seat::FIRST,
            Some(Value::Number(1)) => Seat::SECOND,
            _ => return Err(fault("seat", "0 or 1")),
        };
        let french = word(&fields, "language")?.is_some_and(|language| language.starts_with("fr"));
        return Ok(Question::Why { game, seat, text, french });
    }
    match fields.field("at") {
        None => Ok(Question::View(game, None)),
        Some(Value::Number(at)) => Ok(Question::View(game, usize::try_from(*at).ok())),
        Some(_) => Err(fault("at", "a number of actions")),
    }
}

/// Reads a question as the object that it is.
///
/// ```
/// assert!(joust_view::fields(r#"{"game":"mad"}"#).is_ok() && joust_view::fields("[]").is_err());
/// ```
pub fn fields(text: &str) -> Result<Value, Faults> {
    let fields = Value::read(text).filter(|value| matches!(value, Value::Object(_)));
    fields.ok_or_else(|| vec!["the question is not an object in JSON".to_owned()])
}

/// The game in a question, as a record without its result: the fields `game`, `rules`, `board`, `values`,
/// `start` and `course`.
///
/// ```
/// let question = joust_view::fields(r#"{"game":"mad","course":["pass"]}"#).unwrap();
/// assert_eq!(joust_view::game(&question).unwrap().actions, ["pass"]);
/// ```
pub fn game(fields: &Value) -> Result<Record, Faults> {
    let game = word(fields, "game")?;
    let board = game.as_deref().and_then(|game| duel(game).ok()).map_or("Values", |duel| duel.board_header);
    let headers = [
        ("Game", game),
        ("Rules", word(fields, "rules")?),
        ("Board", word(fields, "board")?),
        (board, word(fields, "values")?),
        ("Position", word(fields, "start")?),
    ];
    let actions = match fields.field("course") {
        None => Some(Vec::new()),
        Some(Value::List(actions)) => actions.iter().map(|action| action.text().map(str::to_owned)).collect(),
        Some(_) => None,
    };
    Ok(Record {
        headers: headers.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?))).collect(),
        actions: actions.ok_or_else(|| fault("course", "a list of actions"))?,
        ..Record::default()
    })
}

fn word(fields: &Value, name: &str) -> Result<Option<String>, Faults> {
    match fields.field(name) {
        None => Ok(None),
        Some(Value::Text(text)) => Ok(Some(text.clone())),
        Some(_) => Err(fault(name, "a text or null")),
    }
}

fn fault(field: &str, wanted: &str) -> Faults {
    vec![format!("the question: `{field}` must be {wanted}")]
}
