//! The pages of contests, under `/contests`. The service decides what a caller may see; pages show what it gives.

mod bout;
mod chart;
mod class;
mod diff;
mod files;
mod front;
mod head;
mod job;
mod join;
mod list;
mod matches;
mod ranking;
mod report;
mod rounds;
mod submit;
mod terms;
mod version;
mod versions;
mod when;

pub(super) use files::attached;

use super::limits::{SUBMISSION_BYTES, TERMS_BYTES};
use super::service::{ContestFault, Denied, JobKind};
use crate::app::App;
use crate::failure::Failure;
use crate::french::Told as _;
use crate::guard::Caller;
use crate::limits::FORM_BYTES;
use askama::Template;
use axum::Router;
use axum::extract::{DefaultBodyLimit, Path};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{Html, IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use std::sync::Arc;

/// The routes of these pages. An address that only takes a form leads to the contest: a visitor may ask for it
/// in another language.
pub(crate) fn routes() -> Router<Arc<App>> {
    let texts = Router::new()
        .route("/contests/new", get(terms::blank).post(terms::make))
        .route("/contests/{id}/terms", get(terms::edit).post(terms::save))
        .route("/contests/{id}/class/import", post(class::import).get(to_class))
        // Browsers write a sign that is not a letter as three.
        .layer(DefaultBodyLimit::max(3 * TERMS_BYTES));
    let handed = Router::new()
        .route("/contests/{id}/versions", get(versions::versions).post(submit::submit))
        .layer(DefaultBodyLimit::max(SUBMISSION_BYTES + FORM_BYTES));
    Router::new()
        .route("/contests", get(list::contests))
        .route("/contests/join", get(list::to_contests).post(join::by_code))
        .route("/contests/{id}", get(front::front))
        .route("/contests/{id}/join", get(join::ask).post(join::join))
        .route("/contests/{id}/state", get(to_contest).post(front::set_state))
        .route("/contests/{id}/rejudge", get(to_contest).post(front::rejudge_all))
        .route("/contests/{id}/versions/{number}", get(version::version))
        .route("/contests/{id}/versions/{number}/live", get(version::live))
        .route("/contests/{id}/versions/{number}/source", get(files::source))
        .route("/contests/{id}/versions/{number}/module", get(files::module))
        .route("/contests/{id}/versions/{number}/compare", get(version::compare))
        .route("/contests/{id}/versions/{number}/choose", get(to_version).post(version::choose))
        .route("/contests/{id}/versions/{number}/label", get(to_version).post(version::label))
        .route("/contests/{id}/versions/{number}/rejudge", get(to_version).post(version::rejudge))
        .route("/contests/{id}/ranking", get(ranking::ranking))
        .route("/contests/{id}/matches", get(matches::matches).post(matches::friendly))
        .route("/contests/{id}/matches/{number}", get(bout::bout))
        .route("/contests/{id}/matches/{number}/record", get(files::record))
        .route("/contests/{id}/rounds/{number}", get(rounds::round))
        .route("/contests/{id}/rounds/{number}/games/{game}", get(bout::of_round))
        .route("/contests/{id}/rounds/{number}/games/{game}/record", get(files::round_record))
        .route("/contests/{id}/rounds/{number}/retry", get(to_round).post(rounds::retry))
        .route("/contests/{id}/rounds/{number}/begin", get(to_round).post(rounds::begin))
        .route("/contests/{id}/rounds/{number}/gradebook", get(files::round_gradebook))
        .route("/contests/{id}/rounds/{number}/report", get(files::round_report))
        .route("/contests/{id}/rounds/{number}/journal", get(files::round_journal))
        .route("/contests/{id}/class", get(class::class))
        .route("/contests/{id}/class/list", get(files::class_csv))
        .route("/contests/{id}/class/code", get(to_class).post(class::new_code))
        .route("/contests/{id}/class/member", get(to_class).post(class::member))
        .route("/contests/{id}/class/uninvite", get(to_class).post(class::uninvite))
        .route("/contests/{id}/gradebook", get(files::gradebook))
        .merge(job::routes(JobKind::Similarity))
        .merge(job::routes(JobKind::Archive))
        .merge(texts)
        .merge(handed)
}

async fn to_contest(Path(id): Path<String>) -> Redirect {
    Redirect::to(&format!("/contests/{id}"))
}

async fn to_class(Path(id): Path<String>) -> Redirect {
    Redirect::to(&format!("/contests/{id}/class"))
}

async fn to_version(Path((id, number)): Path<(String, u64)>) -> Redirect {
    Redirect::to(&format!("/contests/{id}/versions/{number}"))
}

async fn to_round(Path((id, number)): Path<(String, usize)>) -> Redirect {
    Redirect::to(&format!("/contests/{id}/rounds/{number}"))
}

/// Leads on after a form.
fn go(path: &str) -> Response {
    Redirect::to(path).into_response()
}

/// What a form can show, or a failure.
fn fault_of(denied: Denied) -> Result<ContestFault, Failure> {
    match denied {
        Denied::Fault(fault) => Ok(fault),
        Denied::Failure(failure) => Err(failure),
    }
}

/// A fault in the language of the caller.
fn told(fault: Option<&ContestFault>, caller: &Caller) -> Option<String> {
    fault.map(|fault| fault.told(caller.language))
}

/// A page that no cache may keep. A form that is refused has the status of a fault.
fn private(template: &impl Template, is_refused: bool) -> Result<Response, Failure> {
    let status = if is_refused { StatusCode::UNPROCESSABLE_ENTITY } else { StatusCode::OK };
    let mut response = (status, Html(template.render()?)).into_response();
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    Ok(response)
}
