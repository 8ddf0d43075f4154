//! Joining a contest: by its code alone, or by a link that has the code.

use super::{fault_of, go, list, private, told};
use crate::app::App;
use crate::contest::service::{ContestFault, Standing};
use crate::contest::words::ContestWords;
use crate::failure::Failure;
use crate::guard::Caller;
use crate::pages::Frame;
use crate::rates::RateKind;
use askama::Template;
use axum::extract::{Path, Query, State};
use axum::response::Response;
use axum::{Extension, Form};
use serde::Deserialize;
use std::sync::Arc;
use url::form_urlencoded;

/// `templates/contest-join.html`
#[derive(Template)]
#[template(path = "contest-join.html")]
struct JoinPage<'a> {
    frame: Frame,
    words: &'static ContestWords,
    fault: Option<String>,
    id: &'a str,
    /// The name of the contest, if the caller may know it.
    contest: Option<String>,
    is_signed_in: bool,
    code: &'a str,
    name: &'a str,
}

/// What a link or a form says.
#[derive(Default, Deserialize)]
#[serde(default)]
pub(crate) struct JoinForm {
    code: String,
    name: String,
}

async fn page(
    app: &App,
    caller: &Caller,
    id: &str,
    form: &JoinForm,
    fault: Option<&ContestFault>,
) -> Result<Response, Failure> {
    // A contest that only its class sees has no name for strangers; its code may still be right.
    let contest = app.contests.overview(caller, id).await.ok();
    if contest.as_ref().is_some_and(|found| found.card.standing > Standing::Spectator) {
        return Ok(go(&format!("/contests/{id}")));
    }
    let own = caller.account.as_ref().map_or("", |account| account.name.as_ref());
    let page = JoinPage {
        frame: Frame::new(caller.language),
        words: ContestWords::of(caller.language),
        fault: told(fault, caller),
        id,
        contest: contest.map(|found| found.card.name),
        is_signed_in: caller.account.is_some(),
        code: &form.code,
        name: if form.name.is_empty() { own } else { &form.name },
    };
    private(&page, fault.is_some())
}

/// `GET /contests/ID/join?code=`
pub(crate) async fn ask(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Extension(caller): Extension<Caller>,
    Query(form): Query<JoinForm>,
) -> Result<Response, Failure> {
    page(&app, &caller, &id, &form, None).await
}

/// `POST /contests/ID/join`
pub(crate) async fn join(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Extension(caller): Extension<Caller>,
    Form(form): Form<JoinForm>,
) -> Result<Response, Failure> {
    // A code can be guessed only as slowly as a password; a right one costs nothing.
    caller.take(&app, RateKind::Guesses)?;
    match app.contests.join(&caller, &id, form.code.trim(), form.name.trim()).await {
        Ok(()) => {
            app.rates.give_back(RateKind::Guesses, &caller.visitor, &caller.address);
            Ok(go(&format!("/contests/{id}")))
        }
        Err(denied) => page(&app, &caller, &id, &form, Some(&fault_of(denied)?)).await,
    }
}

/// `POST /contests/join`: finds the contest of a code.
pub(crate) async fn by_code(
    State(app): State<Arc<App>>,
    Extension(caller): Extension<Caller>,
    Form(form): Form<JoinForm>,
) -> Result<Response, Failure> {
    caller.take(&app, RateKind::Guesses)?;
    let code = form.code.trim();
    match app.contests.with_code(&caller, code).await {
        Ok(id) => {
            app.rates.give_back(RateKind::Guesses, &caller.visitor, &caller.address);
            let code: String = form_urlencoded::byte_serialize(code.as_bytes()).collect();
            Ok(go(&format!("/contests/{id}/join?code={code}")))
        }
        Err(denied) => {
            let fault = fault_of(denied)?;
            list::page(&app, &caller, code.to_owned(), Some(&fault)).await
        }
    }
}
