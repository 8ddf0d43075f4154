//! `/contests/ID/versions`: own versions or, for teachers, those of everybody.

use super::head::{Head, Tag, language, version_state};
use super::private;
use super::when::When;
use crate::app::App;
use crate::contest::service::{VersionRow, VersionState};
use crate::contest::words::ContestWords;
use crate::failure::Failure;
use crate::guard::Caller;
use crate::pages::Frame;
use askama::Template;
use axum::Extension;
use axum::extract::{Path, State};
use axum::response::Response;
use std::sync::Arc;

/// `templates/contest-versions.html`
#[derive(Template)]
#[template(path = "contest-versions.html")]
struct VersionsPage {
    frame: Frame,
    words: &'static ContestWords,
    head: Head,
    versions: Vec<VersionLine>,
}

/// A version in a list.
pub(crate) struct VersionLine {
    pub(crate) number: u64,
    pub(crate) player: String,
    pub(crate) label: String,
    pub(crate) file: String,
    pub(crate) language: &'static str,
    pub(crate) student: String,
    pub(crate) when: Option<When>,
    pub(crate) state: Tag,
    /// The step that failed.
    pub(crate) failed: &'static str,
    pub(crate) is_official: bool,
}

impl VersionLine {
    pub(crate) fn new(row: &VersionRow, words: &ContestWords) -> VersionLine {
        VersionLine {
            number: row.number,
            player: row.player.clone().unwrap_or_default(),
            label: row.label.clone(),
            file: row.file.clone(),
            language: row.language.map_or("", |one| language(one, words)),
            // Authors know their own names.
            student: row.student.clone().filter(|_| !row.is_own).unwrap_or_default(),
            when: When::of_millis(row.arrived),
            state: version_state(row.state, words),
            failed: match (row.state, &row.failed) {
                (VersionState::Failed, Some((stage, _))) => words.stage(*stage),
                _ => "",
            },
            is_official: row.is_official,
        }
    }
}

/// `GET /contests/ID/versions`
pub(crate) async fn versions(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Extension(caller): Extension<Caller>,
) -> Result<Response, Failure> {
    let overview = app.contests.overview(&caller, &id).await?;
    let rows = app.contests.versions(&caller, &id).await?;
    let words = ContestWords::of(caller.language);
    let page = VersionsPage {
        frame: Frame::new(caller.language),
        words,
        head: Head::new(&overview, &caller, "versions"),
        versions: rows.iter().map(|row| VersionLine::new(row, words)).collect(),
    };
    private(&page, false)
}
