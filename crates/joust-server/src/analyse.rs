//! `/analyse`: a board for any position or record.

use crate::app::App;
use crate::failure::Failure;
use crate::guard::Caller;
use crate::pages;
use crate::words::words;
use axum::response::Response;
use axum::routing::get;
use axum::{Extension, Router};
use std::sync::Arc;

words! {
    /// The words of these pages that are not in their script.
    AnalyseWords;
    title: &'static str = "Analysis", "Analyse";
    about: &'static str = "A board for any position, record or finished game.", "Un plateau pour toute position, tout enregistrement, toute partie finie.";
}

/// The routes of these pages.
pub(crate) fn routes() -> Router<Arc<App>> {
    Router::new().route("/analyse", get(index))
}

/// `GET /analyse`
async fn index(Extension(caller): Extension<Caller>) -> Result<Response, Failure> {
    let words = AnalyseWords::of(caller.language);
    pages::element(&caller, "analyse", words.title, words.about, &[])
}
