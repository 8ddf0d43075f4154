//! `/contests/ID/versions/N`: a version, as its author and the teachers see it.

use super::diff::Difference;
use super::head::{BoutLine, Head, Tag, version_state};
use super::report::{PrivateView, StepLine, estimated, steps};
use super::versions::VersionLine;
use super::{fault_of, go, private, told};
use crate::app::App;
use crate::contest::api::event_stream;
use crate::contest::service::{ContestFault, VersionState};
use crate::contest::words::ContestWords;
use crate::failure::Failure;
use crate::guard::Caller;
use crate::pages::Frame;
use askama::Template;
use axum::extract::{Path, Query, State};
use axum::response::Response;
use axum::{Extension, Form};
use serde::Deserialize;
use std::sync::Arc;

/// `templates/contest-version.html`
#[derive(Template)]
#[template(path = "contest-version.html")]
#[expect(clippy::struct_excessive_bools, reason = "a template asks one question at a time")]
struct VersionView {
    frame: Frame,
    words: &'static ContestWords,
    head: Head,
    fault: Option<String>,
    line: VersionLine,
    size: u64,
    sha256: String,
    state: Tag,
    is_own: bool,
    /// Whether the judge is not done: the page follows it.
    is_open: bool,
    is_trouble: bool,
    trouble: String,
    estimate: String,
    steps: Vec<StepLine>,
    games: Vec<GameView>,
    may_choose: bool,
    has_module: bool,
    has_source: bool,
    /// Other versions that it can be compared with.
    others: Vec<u64>,
}

/// A game of the qualification.
struct GameView {
    line: BoutLine,
    seed: u64,
    seat: usize,
    won: bool,
    has_record: bool,
    own: Option<PrivateView>,
}

async fn page(
    app: &App,
    caller: &Caller,
    id: &str,
    number: u64,
    fault: Option<&ContestFault>,
) -> Result<Response, Failure> {
    let overview = app.contests.overview(caller, id).await?;
    let version = app.contests.version(caller, id, number).await?;
    let all = app.contests.versions(caller, id).await?;
    let words = ContestWords::of(caller.language);
    let row = &version.row;
    let others = all
        .iter()
        .filter(|other| other.number != number && other.is_own == row.is_own && other.student == row.student);
    let game = |bout: &crate::contest::service::BoutPage| {
        let seat = bout.row.seats.iter().position(|seat| seat.version == Some(number));
        let shown = bout.row.shown.as_ref();
        let own = seat.and_then(|seat| bout.private.get(seat)?.as_ref());
        GameView {
            line: BoutLine::new(&bout.row, words),
            seed: shown.map_or(0, |shown| shown.seed),
            seat: seat.map_or(0, |seat| seat + 1),
            won: seat.is_some() && shown.is_some_and(|shown| shown.winner == seat),
            has_record: bout.has_record,
            own: own.map(|private| PrivateView::new(row.player.as_deref().unwrap_or(""), private, words)),
        }
    };
    let games: Vec<GameView> = version.games.iter().map(game).collect();
    let won = (games.iter().filter(|game| game.won).count(), games.len());
    let page = VersionView {
        frame: Frame::new(caller.language),
        words,
        head: Head::new(&overview, caller, "versions"),
        fault: told(fault, caller),
        line: VersionLine::new(row, words),
        size: row.size.div_ceil(1024),
        sha256: version.sha256.clone().unwrap_or_default(),
        state: version_state(row.state, words),
        is_own: row.is_own,
        is_open: row.state.is_open(),
        is_trouble: row.state == VersionState::Trouble,
        trouble: version.trouble.clone().unwrap_or_default(),
        estimate: if row.state == VersionState::Waiting {
            estimated(version.progress.estimate.as_ref(), words)
        } else {
            String::new()
        },
        steps: steps(&version.progress, version.report.as_ref(), won, words, caller.language),
        games,
        may_choose: version.may_choose,
        has_module: version.sha256.is_some(),
        has_source: row.state != VersionState::Gone,
        others: others.map(|other| other.number).collect(),
    };
    private(&page, fault.is_some())
}

/// `GET /contests/ID/versions/N`
pub(crate) async fn version(
    State(app): State<Arc<App>>,
    Path((id, number)): Path<(String, u64)>,
    Extension(caller): Extension<Caller>,
) -> Result<Response, Failure> {
    page(&app, &caller, &id, number, None).await
}

/// `GET /contests/ID/versions/N/live`: an event whenever the judge has news.
pub(crate) async fn live(
    State(app): State<Arc<App>>,
    Path((id, number)): Path<(String, u64)>,
    Extension(caller): Extension<Caller>,
) -> Result<Response, Failure> {
    let heard = app.contests.follow(&caller, &id, number).await?;
    Ok(event_stream(heard, app.stop.subscribe()))
}

/// `POST /contests/ID/versions/N/choose`
pub(crate) async fn choose(
    State(app): State<Arc<App>>,
    Path((id, number)): Path<(String, u64)>,
    Extension(caller): Extension<Caller>,
) -> Result<Response, Failure> {
    match app.contests.choose(&caller, &id, number).await {
        Ok(()) => Ok(go(&format!("/contests/{id}/versions/{number}"))),
        Err(denied) => page(&app, &caller, &id, number, Some(&fault_of(denied)?)).await,
    }
}

/// What an author calls a version.
#[derive(Deserialize)]
pub(crate) struct LabelForm {
    label: String,
}

/// `POST /contests/ID/versions/N/label`
pub(crate) async fn label(
    State(app): State<Arc<App>>,
    Path((id, number)): Path<(String, u64)>,
    Extension(caller): Extension<Caller>,
    Form(form): Form<LabelForm>,
) -> Result<Response, Failure> {
    match app.contests.label(&caller, &id, number, form.label.trim()).await {
        Ok(()) => Ok(go(&format!("/contests/{id}/versions/{number}"))),
        Err(denied) => page(&app, &caller, &id, number, Some(&fault_of(denied)?)).await,
    }
}

/// `POST /contests/ID/versions/N/rejudge`
pub(crate) async fn rejudge(
    State(app): State<Arc<App>>,
    Path((id, number)): Path<(String, u64)>,
    Extension(caller): Extension<Caller>,
) -> Result<Response, Failure> {
    app.contests.rejudge(&caller, &id, Some(number)).await?;
    Ok(go(&format!("/contests/{id}/versions/{number}")))
}

/// `templates/contest-compare.html`
#[derive(Template)]
#[template(path = "contest-compare.html")]
struct ComparePage {
    frame: Frame,
    words: &'static ContestWords,
    head: Head,
    old: u64,
    new: u64,
    /// The difference; nothing if one of the two is a module.
    difference: Option<Difference>,
}

/// Another version.
#[derive(Deserialize)]
pub(crate) struct CompareQuery {
    with: u64,
}

/// `GET /contests/ID/versions/N/compare?with=M`: the older one comes first.
pub(crate) async fn compare(
    State(app): State<Arc<App>>,
    Path((id, number)): Path<(String, u64)>,
    Query(query): Query<CompareQuery>,
    Extension(caller): Extension<Caller>,
) -> Result<Response, Failure> {
    let overview = app.contests.overview(&caller, &id).await?;
    let (old, new) = (number.min(query.with), number.max(query.with));
    let before = app.contests.source(&caller, &id, old).await?;
    let after = app.contests.source(&caller, &id, new).await?;
    let difference = Difference::of_sources(before.bytes, after.bytes).await?;
    let page = ComparePage {
        frame: Frame::new(caller.language),
        words: ContestWords::of(caller.language),
        head: Head::new(&overview, &caller, "versions"),
        old,
        new,
        difference,
    };
    private(&page, false)
}
