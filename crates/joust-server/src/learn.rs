//! `/learn`: lessons and the search laboratory.

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
    LearnWords;
    title: &'static str = "Learn the games", "Apprendre les jeux";
    about: &'static str = "Short lessons on the real boards.", "De courtes leçons sur les vrais plateaux.";
}

/// The routes of these pages.
pub(crate) fn routes() -> Router<Arc<App>> {
    Router::new().route("/learn", get(index))
}

/// `GET /learn`
async fn index(Extension(caller): Extension<Caller>) -> Result<Response, Failure> {
    let words = LearnWords::of(caller.language);
    pages::element(&caller, "learn", words.title, words.about, &[])
}
