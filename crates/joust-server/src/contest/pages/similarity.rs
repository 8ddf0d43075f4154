//! `/contests/ID/similarity`: which sources are alike; for teachers.

use super::files::alone;
use super::head::Head;
use super::private;
use crate::app::App;
use crate::contest::service::Standing;
use crate::contest::words::ContestWords;
use crate::failure::Failure;
use crate::guard::Caller;
use crate::pages::Frame;
use askama::Template;
use axum::Extension;
use axum::extract::{Path, State};
use axum::response::Response;
use std::sync::Arc;

/// `templates/contest-similarity.html`
#[derive(Template)]
#[template(path = "contest-similarity.html")]
struct SimilarityPage {
    frame: Frame,
    words: &'static ContestWords,
    head: Head,
}

/// `GET /contests/ID/similarity`
pub(crate) async fn similarity(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Extension(caller): Extension<Caller>,
) -> Result<Response, Failure> {
    let overview = app.contests.overview(&caller, &id).await?;
    if overview.card.standing != Standing::Teacher {
        return Err(Failure::Forbidden);
    }
    let page = SimilarityPage {
        frame: Frame::new(caller.language),
        words: ContestWords::of(caller.language),
        head: Head::new(&overview, &caller, "similarity"),
    };
    private(&page, false)
}

/// `GET /contests/ID/similarity/report`: the whole report, a page of its own.
pub(crate) async fn report(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Extension(caller): Extension<Caller>,
) -> Result<Response, Failure> {
    Ok(alone(app.contests.similarity(&caller, &id).await?))
}
