//! Contests of a class in the arena: students hand in players, the judge tries them, a ladder ranks them, and
//! official rounds decide. [`joust_contest`] has the rules; this folder has permissions, storage, workers and
//! addresses.

mod api;
mod french;
mod limits;
mod pages;
pub(crate) mod service;
mod words;
mod work;

pub use limits::ARCHIVE_BYTES;

use crate::app::App;
use axum::Router;
use std::sync::Arc;

/// The routes of contests.
pub(crate) fn routes() -> Router<Arc<App>> {
    api::routes().merge(pages::routes())
}
