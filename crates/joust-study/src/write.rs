//! Writes a study as a record.

use crate::Faults;
use crate::language::Language;
use crate::terms::{Studied, Terms};
use crate::tree::{MAX_NODES, Written, children, line};
use joust_core::{Course, Game};
use joust_mad::Battle;
use joust_wargame::Campaign;
use serde::{Deserialize, Serialize};

/// A tree of a game with these terms, and the headers that say nothing about the rules.
#[derive(Deserialize)]
pub(crate) struct Write {
    nodes: Vec<Written>,
    forfeit: Option<String>,
    #[serde(default)]
    headers: Vec<(String, String)>,
    #[serde(flatten)]
    terms: Terms,
}

/// The text of a study.
#[derive(Serialize)]
pub(crate) struct Text {
    record: String,
}

impl Write {
    pub(crate) fn answer(self, language: Language) -> Result<Text, Faults> {
        match self.terms.game.as_str() {
            Campaign::NAME => self.write::<Campaign>(language),
            _ => self.write::<Battle>(language),
        }
    }

    fn write<G: Studied>(&self, language: Language) -> Result<Text, Faults> {
        let deep = || vec![language.of("the variations are too deep", "les variantes sont trop profondes")];
        if self.nodes.len() > MAX_NODES {
            return Err(deep());
        }
        let children = children(&self.nodes).ok_or_else(deep)?;
        let mut record = self.terms.record::<G>();
        let main = match self.nodes.first() {
            Some(_) => line(&self.nodes, &children, 0, 0, 0).ok_or_else(deep)?,
            None => joust_core::Line::default(),
        };
        record.actions = main.actions;
        record.actions.extend(self.forfeit.clone());
        let course = Course::<G>::played(&record).map_err(|why| vec![language.tells(&why)])?;
        let headers: Vec<_> =
            self.headers.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        let mut record = course.record(&headers);
        record.asides = main.asides;
        Ok(Text { record: record.to_string() })
    }
}
