//! What a page can ask.

use crate::Faults;
use crate::value::Value;
use std::fmt::Display;
use std::str::FromStr;

/// A game as the page has it: its terms and its course.
#[derive(Clone, Debug, Default)]
pub(crate) struct Table {
    pub(crate) game: String,
    pub(crate) rules: Option<String>,
    pub(crate) board: Option<String>,
    /// The text of a board: the values of a city, or the picture of an arena.
    pub(crate) values: Option<String>,
    pub(crate) start: Option<String>,
    pub(crate) course: Vec<String>,
}

impl Table {
    /// The rules; those of the game if none are named.
    pub(crate) fn rules<R: Default + FromStr<Err: Display>>(&self) -> Result<R, Faults> {
        self.rules.as_deref().map_or(Ok(R::default()), str::parse).map_err(|why| vec![why.to_string()])
    }
}

/// One question.
pub(crate) enum Question {
    /// How a game stands after so many actions; after all of them when there is no number.
    View(Table, Option<usize>),
    /// What somebody has pasted. The table says of which game, on which board it may be meant.
    Read(String, Table),
    /// The record of a game, with these headers.
    Write(Table, Vec<(String, String)>),
}

/// Reads a question, or says what is wrong with it.
pub(crate) fn read(text: &str) -> Result<Question, Faults> {
    let fields = Value::read(text).filter(|value| matches!(value, Value::Object(_)));
    let fields = fields.ok_or_else(|| vec!["the question is not an object in JSON".to_owned()])?;
    let table = table(&fields)?;
    if let Some(text) = word(&fields, "read")? {
        return Ok(Question::Read(text, table));
    }
    known(&table.game)?;
    if let Some(headers) = fields.field("write") {
        let Value::Object(pairs) = headers else { return Err(fault("write", "an object of texts")) };
        let header = |(name, value): &(String, Value)| Some((name.clone(), value.text()?.to_owned()));
        let headers: Option<Vec<_>> = pairs.iter().map(header).collect();
        return Ok(Question::Write(table, headers.ok_or_else(|| fault("write", "an object of texts"))?));
    }
    match fields.field("at") {
        None => Ok(Question::View(table, None)),
        Some(Value::Number(at)) => Ok(Question::View(table, Some(*at))),
        Some(_) => Err(fault("at", "a number of actions")),
    }
}

/// Whether a duel has this name.
pub(crate) fn known(game: &str) -> Result<(), Faults> {
    match game {
        "mad" | "wargame" => Ok(()),
        other => Err(vec![format!("there is no duel `{other}`: the duels are mad and wargame")]),
    }
}

fn table(fields: &Value) -> Result<Table, Faults> {
    let course = match fields.field("course") {
        None => Some(Vec::new()),
        Some(Value::List(actions)) => actions.iter().map(|action| action.text().map(str::to_owned)).collect(),
        Some(_) => None,
    };
    Ok(Table {
        game: word(fields, "game")?.unwrap_or_default(),
        rules: word(fields, "rules")?,
        board: word(fields, "board")?,
        values: word(fields, "values")?,
        start: word(fields, "start")?,
        course: course.ok_or_else(|| fault("course", "a list of actions"))?,
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
