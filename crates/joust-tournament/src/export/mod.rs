//! A tournament as text, tables and pages.

mod chart;
mod csv;
mod games;
mod grid;
mod matrix;
mod report;
mod text;

pub use self::csv::{People, Person, games_csv, gradebook_csv, participants_csv};
pub use games::GameRow;
pub use report::{ReportLimits, report_html};

use crate::journal::BadStart;
use std::io;

/// Why a tournament cannot be exported.
#[derive(Debug, thiserror::Error)]
pub enum BadExport {
    /// The journal cannot be read.
    #[error(transparent)]
    Journal(#[from] BadStart),
    /// A table cannot be written.
    #[error("{0}")]
    Csv(#[from] ::csv::Error),
    /// The output cannot be written.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// The output cannot be written.
    #[error("{0}")]
    Json(#[from] serde_json::Error),
    /// The template of the report fails.
    #[error("the report cannot be written: {0}")]
    Page(#[from] askama::Error),
    /// The template of the report has no place for the games.
    #[error("the report cannot be written: its template has no place for the games")]
    Template,
}
