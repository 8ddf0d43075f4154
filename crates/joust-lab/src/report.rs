//! The report of a lab as one value, and the files made from it.

use crate::comparison::Comparison;
use crate::experiment::{Experiment, SIDES};
use crate::folder::File;
use crate::journal::Done;
use crate::plan::Plan;
use crate::standing::Standing;
use crate::{markdown, tables, words};
use askama::Template;
use joust_match::{BadJob, Line as _};
use joust_wargame::Board;
use serde::{Serialize, Serializer};
use std::fmt::Write;

/// Why a report cannot be made.
#[derive(Debug, thiserror::Error)]
pub enum BadReport {
    /// A game of the journal cannot be replayed.
    #[error(transparent)]
    Game(#[from] BadJob),
    /// A comparison of the journal has the number of a game, or a game that of a comparison.
    #[error("game {0} of the journal is not of its plan")]
    NotPlanned(usize),
    /// A fault of the journal is that of a third seat.
    #[error("game {0} of the journal has a fault of a player that does not play")]
    NotAPlayer(usize),
    /// A template fails.
    #[error("the report cannot be written: {0}")]
    Template(#[from] askama::Error),
    /// The document fails.
    #[error("the report cannot be written: {0}")]
    Document(#[from] serde_json::Error),
    /// A table for spreadsheets fails.
    #[error("a table cannot be written: {0}")]
    Table(#[from] csv::Error),
}

/// Everything in a report. Serialized, it is `report.json` and the output of `--json`; keys that begin with
/// `ms` hold times.
#[derive(Serialize)]
pub struct Report {
    lab: &'static str,
    version: &'static str,
    /// The command that repeats the lab.
    command: String,
    rules: String,
    seed: u64,
    threads: usize,
    /// The conventions, which hold on every machine, a sentence each.
    conventions: Vec<String>,
    agents: Vec<Standing>,
    #[serde(serialize_with = "boards")]
    boards: Vec<&'static Board>,
    /// The games, in the order of the plan.
    pub games: Vec<Experiment>,
    #[serde(rename = "comparison")]
    comparisons: Vec<Comparison>,
    /// The paths of all files but the document.
    files: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    author: Option<String>,
    /// The titles of the pairings.
    #[serde(skip)]
    pairings: Vec<String>,
    /// The conventions that all textbook agents share.
    #[serde(skip)]
    shared: Option<String>,
}

fn boards<S: Serializer>(boards: &[&Board], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(boards.iter().map(
        |board| serde_json::json!({ "name": board.name(), "values": board.text(), "total": board.total() }),
    ))
}

/// `templates/conventions.txt`
#[derive(Template)]
#[template(path = "conventions.txt")]
struct Conventions<'a> {
    plan: &'a Plan,
}

/// `templates/report.html`
#[derive(Template)]
#[template(path = "report.html")]
struct Page<'a> {
    report: &'a Report,
}

/// `templates/report.md`
#[derive(Template)]
#[template(path = "report.md")]
struct Text<'a> {
    report: &'a Report,
}

impl Report {
    /// The report on a plan whose tasks are all done. `command` repeats the lab.
    pub fn new(
        plan: &Plan,
        done: Vec<Done>,
        command: String,
        author: Option<String>,
    ) -> Result<Report, BadReport> {
        let (mut games, mut compared) = (Vec::new(), Vec::new());
        for done in done {
            let number = done.number();
            if matches!(done, Done::Game(_)) != (number < plan.games()) {
                return Err(BadReport::NotPlanned(number));
            }
            match done {
                Done::Game(played) => games.push(Experiment::new(plan, &played)?),
                Done::Comparison { positions, .. } => compared.push(positions),
            }
        }
        let (textbook, comparisons) = (plan.compared(), plan.boards.iter().zip(&compared));
        let comparisons = comparisons.map(|(board, found)| Comparison::new(board, &textbook, found));
        let files = ["report.html", "report.md", "games.csv", "moves.csv"].into_iter();
        let files = files.chain(games.iter().map(|game| game.record.as_str()));
        Ok(Report {
            lab: "wargame",
            version: env!("CARGO_PKG_VERSION"),
            command,
            rules: plan.rules.to_string(),
            seed: plan.seed.0,
            threads: plan.threads,
            conventions: Conventions { plan }.render()?.lines().map(str::to_owned).collect(),
            agents: (0..plan.agents.len()).map(|agent| Standing::new(plan, agent, &games)).collect(),
            boards: plan.boards.clone(),
            files: files.map(str::to_owned).collect(),
            games,
            comparisons: comparisons.collect(),
            author,
            pairings: plan.pairings.iter().map(|seats| plan.title(*seats)).collect(),
            shared: plan.shared_conventions(),
        })
    }

    /// The document that lists the files.
    pub fn document(&self) -> Result<String, BadReport> {
        Ok(serde_json::to_string_pretty(self)? + "\n")
    }

    /// All files but the document.
    pub fn files(&self) -> Result<Vec<File>, BadReport> {
        let texts = [
            Page { report: self }.render()?,
            Text { report: self }.render()?,
            tables::games(&self.games)?,
            tables::moves(&self.games)?,
        ];
        let texts = texts.into_iter().chain(self.games.iter().map(|game| game.record_text.clone()));
        Ok(self.files.iter().cloned().zip(texts).collect())
    }

    /// The boards with their games.
    fn by_board(&self) -> impl Iterator<Item = (&'static Board, &[Experiment])> {
        self.boards.iter().copied().zip(self.games.chunks(self.pairings.len()))
    }

    /// The results in a few lines, for a terminal.
    pub fn summary(&self) -> String {
        let mut text = String::new();
        let width = self.boards.iter().map(|board| board.name().chars().count()).max().unwrap_or(0).max(5);
        let widths: Vec<_> = self.pairings.iter().map(|title| title.chars().count().max(11)).collect();
        let mut row = |name: &str, cells: Vec<String>| {
            let _ = write!(text, "{name:width$}");
            for (cell, width) in cells.iter().zip(&widths) {
                let _ = write!(text, "  {cell:>width$}");
            }
            text.push('\n');
        };
        row("board", self.pairings.clone());
        for (board, games) in self.by_board() {
            let cell = |game: &Experiment| match game.fault {
                Some(_) => "broken off".to_owned(),
                None => game.scores.map(|score| score.to_string()).join(" : "),
            };
            row(board.name(), games.iter().map(cell).collect());
        }
        text.push_str("scores are blue : green\n\n");
        for standing in &self.agents {
            let Standing { tag, name, won, tied, lost, total, .. } = standing;
            let (faults, nodes, time) = (standing.faults_too(), &total.nodes_per_move, &total.time_per_move);
            let _ = writeln!(
                text,
                "{tag}  {name}: {won} won, {tied} tied, {lost} lost{faults}; {nodes} nodes and {time} a move"
            );
        }
        text
    }
}
