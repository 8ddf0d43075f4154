//! `/puzzles`: positions with one winning move.

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
    PuzzleWords;
    title: &'static str = "Puzzles", "Problèmes";
    about: &'static str = "Find the one move that wins.", "Trouvez le seul coup qui gagne.";
}

/// The routes of these pages.
pub(crate) fn routes() -> Router<Arc<App>> {
    Router::new().route("/puzzles", get(index))
}

/// `GET /puzzles`
async fn index(Extension(caller): Extension<Caller>) -> Result<Response, Failure> {
    let words = PuzzleWords::of(caller.language);
    pages::element(&caller, "puzzles", words.title, words.about, &[])
}
