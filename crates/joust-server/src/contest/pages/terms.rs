//! The form of a contest: its terms as a text, and their problems by line.

use super::head::Head;
use super::{fault_of, go, private, told};
use crate::app::App;
use crate::contest::service::ContestFault;
use crate::contest::words::ContestWords;
use crate::failure::Failure;
use crate::french::Told as _;
use crate::guard::Caller;
use crate::pages::Frame;
use crate::words::Words;
use askama::Template;
use axum::extract::{Path, Query, State};
use axum::response::Response;
use axum::{Extension, Form};
use joust_contest::{Problem, TermsProblem, example};
use serde::Deserialize;
use std::sync::Arc;

/// The games with an example, the first one being the usual one.
const GAMES: [&str; 3] = ["madmax", "mad", "wargame"];

/// `templates/contest-new.html`
#[derive(Template)]
#[template(path = "contest-new.html")]
struct NewPage<'a> {
    frame: Frame,
    words: &'static ContestWords,
    fault: Option<String>,
    problems: Vec<ProblemLine<'a>>,
    text: &'a str,
    /// The games by name and in words, and whether the text is their example.
    games: Vec<(&'static str, &'static str, bool)>,
}

/// `templates/contest-terms.html`
#[derive(Template)]
#[template(path = "contest-terms.html")]
struct TermsPage<'a> {
    frame: Frame,
    words: &'static ContestWords,
    head: Head,
    fault: Option<String>,
    problems: Vec<ProblemLine<'a>>,
    text: &'a str,
}

/// What is asked for, or written.
#[derive(Default, Deserialize)]
#[serde(default)]
pub(crate) struct TermsForm {
    game: String,
    terms: String,
}

/// What is wrong with a field of the terms.
struct ProblemLine<'a> {
    line: Option<usize>,
    field: &'a str,
    what: String,
}

/// The problems by line, or a sentence about what else is wrong.
fn split<'a>(fault: Option<&'a ContestFault>, caller: &Caller) -> (Vec<ProblemLine<'a>>, Option<String>) {
    let Some(ContestFault::Terms(bad)) = fault else { return (Vec::new(), told(fault, caller)) };
    let line = |problem: &'a Problem<TermsProblem>| ProblemLine {
        line: problem.line,
        field: &problem.field,
        what: problem.what.told(caller.language),
    };
    (bad.0.iter().map(line).collect(), None)
}

fn new_page(caller: &Caller, text: &str, fault: Option<&ContestFault>) -> Result<Response, Failure> {
    let words = Words::of(caller.language);
    let (problems, told) = split(fault, caller);
    let page = NewPage {
        frame: Frame::new(caller.language),
        words: ContestWords::of(caller.language),
        fault: told,
        problems,
        text,
        games: GAMES.map(|game| (game, words.game(game), example(game) == Some(text))).to_vec(),
    };
    private(&page, fault.is_some())
}

/// The caller must be one that makes contests.
fn maker(app: &App, caller: &Caller) -> Result<(), Failure> {
    match (app.contests.may_make(caller), &caller.account) {
        (true, _) => Ok(()),
        (false, None) => Err(Failure::SignIn),
        (false, Some(_)) => Err(Failure::Forbidden),
    }
}

/// `GET /contests/new?game=`
pub(crate) async fn blank(
    State(app): State<Arc<App>>,
    Extension(caller): Extension<Caller>,
    Query(form): Query<TermsForm>,
) -> Result<Response, Failure> {
    maker(&app, &caller)?;
    let text = example(&form.game).or_else(|| example(GAMES[0])).unwrap_or_default();
    new_page(&caller, text, None)
}

/// `POST /contests/new`
pub(crate) async fn make(
    State(app): State<Arc<App>>,
    Extension(caller): Extension<Caller>,
    Form(form): Form<TermsForm>,
) -> Result<Response, Failure> {
    maker(&app, &caller)?;
    // Browsers send the lines of a text with both signs.
    let text = form.terms.replace("\r\n", "\n");
    match app.contests.make(&caller, &text).await {
        Ok(id) => Ok(go(&format!("/contests/{id}"))),
        Err(denied) => new_page(&caller, &text, Some(&fault_of(denied)?)),
    }
}

async fn terms_page(
    app: &App,
    caller: &Caller,
    id: &str,
    text: &str,
    fault: Option<&ContestFault>,
) -> Result<Response, Failure> {
    let overview = app.contests.overview(caller, id).await?;
    let (problems, told) = split(fault, caller);
    let page = TermsPage {
        frame: Frame::new(caller.language),
        words: ContestWords::of(caller.language),
        head: Head::new(&overview, caller, "terms"),
        fault: told,
        problems,
        text,
    };
    private(&page, fault.is_some())
}

/// `GET /contests/ID/terms`
pub(crate) async fn edit(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Extension(caller): Extension<Caller>,
) -> Result<Response, Failure> {
    let text = app.contests.terms(&caller, &id).await?;
    terms_page(&app, &caller, &id, &text, None).await
}

/// `POST /contests/ID/terms`
pub(crate) async fn save(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Extension(caller): Extension<Caller>,
    Form(form): Form<TermsForm>,
) -> Result<Response, Failure> {
    let text = form.terms.replace("\r\n", "\n");
    match app.contests.set_terms(&caller, &id, &text).await {
        Ok(()) => Ok(go(&format!("/contests/{id}"))),
        Err(denied) => terms_page(&app, &caller, &id, &text, Some(&fault_of(denied)?)).await,
    }
}
