//! `/watch`: battles of Mad Max, and games that can be replayed.

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
    WatchWords;
    title: &'static str = "Watch", "Regarder";
    about: &'static str = "Battles of Mad Max, and games to replay.", "Des batailles de Mad Max, et des parties à revoir.";
}

/// The routes of these pages.
pub(crate) fn routes() -> Router<Arc<App>> {
    Router::new().route("/watch", get(index))
}

/// `GET /watch`
async fn index(Extension(caller): Extension<Caller>) -> Result<Response, Failure> {
    let words = WatchWords::of(caller.language);
    pages::element(&caller, "watch", words.title, words.about, &[])
}
