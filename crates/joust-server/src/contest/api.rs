//! The contests for programs: JSON under `/api/contests`. `docs/arena.md` describes it.

use super::limits::{SUBMISSION_BYTES, TERMS_BYTES};
use super::pages::attached;
use super::service::{BoutsAsked, ContestFault, Denied, FileBytes, JobKind, RoundFile, Submission};
use crate::app::App;
use crate::failure::Failure;
use crate::guard::Caller;
use crate::rates::{ConnectionSlot, Full, RateKind, Room};
use axum::body::{Body, Bytes, to_bytes};
use axum::extract::{Path, Query, Request, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Extension, Router};
use futures_util::stream;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;
use tokio::time::timeout;

/// The routes for programs.
pub(super) fn routes() -> Router<Arc<App>> {
    let of = |rest: &str| format!("/api/contests/{{id}}{rest}");
    Router::new()
        .route("/api/contests", get(list).post(make))
        .route(&of(""), get(overview).delete(remove))
        .route(&of("/terms"), get(terms).put(set_terms))
        .route(&of("/open"), post(open))
        .route(&of("/close"), post(close))
        .route(&of("/join"), post(join))
        .route(&of("/class"), get(class).post(invite))
        .route(&of("/versions"), get(versions).post(submit))
        .route(&of("/versions/{number}"), get(version))
        .route(&of("/versions/{number}/events"), get(events))
        .route(&of("/versions/{number}/source"), get(source))
        .route(&of("/versions/{number}/module"), get(module))
        .route(&of("/versions/{number}/choose"), post(choose))
        .route(&of("/versions/{number}/rejudge"), post(rejudge))
        .route(&of("/opponents"), get(opponents))
        .route(&of("/matches"), get(bouts).post(friendly))
        .route(&of("/matches/{number}"), get(bout))
        .route(&of("/matches/{number}/record"), get(record))
        .route(&of("/ranking"), get(ranking))
        .route(&of("/ranking/{number}"), get(meetings))
        .route(&of("/rounds/{number}"), get(round))
        .route(&of("/rounds/{number}/games"), get(round_bouts))
        .route(&of("/rounds/{number}/games/{game}"), get(round_bout))
        .route(&of("/rounds/{number}/games/{game}/record"), get(round_record))
        .route(&of("/rounds/{number}/{file}"), get(round_file))
        .route(&of("/gradebook"), get(gradebook))
        .merge(jobs(JobKind::Similarity))
        .merge(jobs(JobKind::Archive))
}

/// A refusal for a program.
pub(super) struct ApiError(Denied);

impl<E: Into<Denied>> From<E> for ApiError {
    fn from(why: E) -> ApiError {
        ApiError(why.into())
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let fault = match self.0 {
            Denied::Failure(failure) => return failure.into_response(),
            Denied::Fault(fault) => fault,
        };
        let mut body = json!({ "error": fault.to_string() });
        if let ContestFault::Terms(bad) = &fault {
            body["problems"] = bad.0.iter().map(|problem| Value::from(problem.to_string())).collect();
        }
        document(StatusCode::UNPROCESSABLE_ENTITY, &body)
    }
}

type Answer = Result<Response, ApiError>;

fn document(status: StatusCode, body: &Value) -> Response {
    let headers = [(header::CONTENT_TYPE, "application/json"), (header::CACHE_CONTROL, "no-store")];
    (status, headers, format!("{body}\n")).into_response()
}

fn told(value: impl Serialize) -> Answer {
    let body = serde_json::to_value(value).map_err(|why| Failure::Ours(why.to_string()))?;
    Ok(document(StatusCode::OK, &body))
}

/// What was asked for is done, and there is nothing to tell.
fn done() -> Response {
    document(StatusCode::OK, &json!({ "done": true }))
}

/// A file to save.
pub(super) fn download(file: FileBytes) -> Response {
    let kind = match file.name.rsplit('.').next() {
        Some("csv") => "text/csv; charset=utf-8",
        Some("html") => "text/html; charset=utf-8",
        Some("gz") => "application/gzip",
        Some("wasm") => "application/wasm",
        _ => "application/octet-stream",
    };
    let plain: String = file
        .name
        .chars()
        .map(|c| if c.is_ascii_graphic() && c != '"' && c != '\\' { c } else { '_' })
        .collect();
    let mut response =
        ([(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, "no-store")], file.bytes).into_response();
    if let Ok(value) = HeaderValue::from_str(&format!("attachment; filename=\"{plain}\"")) {
        response.headers_mut().insert(header::CONTENT_DISPOSITION, value);
    }
    response
}

/// The body of a request, with a limit.
async fn body(request: Request, most: usize) -> Result<Bytes, ApiError> {
    to_bytes(request.into_body(), most).await.map_err(|_| Failure::TooLarge.into())
}

async fn text(request: Request, most: usize) -> Result<String, ApiError> {
    let bytes = body(request, most).await?;
    String::from_utf8(bytes.to_vec()).map_err(|_| Failure::Bad("this is not a text".to_owned()).into())
}

type AppState = State<Arc<App>>;
type Who = Extension<Caller>;

async fn list(State(app): AppState, Extension(caller): Who) -> Answer {
    told(json!({ "contests": app.contests.list(&caller).await? }))
}

async fn make(State(app): AppState, Extension(caller): Who, request: Request) -> Answer {
    caller.take(&app, RateKind::Accounts)?;
    let id = app.contests.make(&caller, &text(request, TERMS_BYTES).await?).await?;
    let url = format!("{}/contests/{id}", caller.origin);
    Ok(document(StatusCode::CREATED, &json!({ "id": id, "url": url })))
}

async fn overview(State(app): AppState, Extension(caller): Who, Path(id): Path<String>) -> Answer {
    told(app.contests.overview(&caller, &id).await?)
}

async fn remove(State(app): AppState, Extension(caller): Who, Path(id): Path<String>) -> Answer {
    own_site(&caller)?;
    app.contests.remove(&caller, &id).await?;
    Ok(done())
}

/// Only posts are checked for the page that they come from, so other changes need a token.
fn own_site(caller: &Caller) -> Result<(), Failure> {
    if caller.session.is_some() { Err(Failure::Foreign) } else { Ok(()) }
}

async fn terms(State(app): AppState, Extension(caller): Who, Path(id): Path<String>) -> Answer {
    let bytes = app.contests.terms(&caller, &id).await?.into_bytes();
    Ok(download(FileBytes { name: "contest.toml".to_owned(), bytes }))
}

async fn set_terms(
    State(app): AppState,
    Extension(caller): Who,
    Path(id): Path<String>,
    request: Request,
) -> Answer {
    own_site(&caller)?;
    app.contests.set_terms(&caller, &id, &text(request, TERMS_BYTES).await?).await?;
    Ok(done())
}

async fn open(State(app): AppState, Extension(caller): Who, Path(id): Path<String>) -> Answer {
    app.contests.open(&caller, &id).await?;
    let overview = app.contests.overview(&caller, &id).await?;
    told(json!({ "state": overview.card.state, "join_code": overview.join_code }))
}

async fn close(State(app): AppState, Extension(caller): Who, Path(id): Path<String>) -> Answer {
    app.contests.close(&caller, &id).await?;
    told(json!({ "state": app.contests.overview(&caller, &id).await?.card.state }))
}

/// A code, and the name in the class.
#[derive(Deserialize)]
struct JoinQuery {
    code: String,
    #[serde(default)]
    name: String,
}

async fn join(
    State(app): AppState,
    Extension(caller): Who,
    Path(id): Path<String>,
    Query(asked): Query<JoinQuery>,
) -> Answer {
    // A code can be guessed only as slowly as a password; a right one costs nothing.
    caller.take(&app, RateKind::Guesses)?;
    app.contests.join(&caller, &id, &asked.code, &asked.name).await?;
    app.rates.give_back(RateKind::Guesses, &caller.visitor, &caller.address);
    Ok(done())
}

async fn class(State(app): AppState, Extension(caller): Who, Path(id): Path<String>) -> Answer {
    told(app.contests.class(&caller, &id).await?)
}

async fn invite(
    State(app): AppState,
    Extension(caller): Who,
    Path(id): Path<String>,
    request: Request,
) -> Answer {
    told(app.contests.invite(&caller, &id, &text(request, TERMS_BYTES).await?).await?)
}

async fn versions(State(app): AppState, Extension(caller): Who, Path(id): Path<String>) -> Answer {
    told(json!({ "versions": app.contests.versions(&caller, &id).await? }))
}

/// What is said of a submission beside its bytes.
#[derive(Default, Deserialize)]
#[serde(default)]
struct SubmitQuery {
    file: String,
    player: Option<String>,
    label: String,
}

/// A place for a version that is received. The file of somebody who takes no part is not even read, and nobody takes the
/// places of all others.
pub(super) async fn place(app: &App, caller: &Caller, id: &str) -> Result<ConnectionSlot, Denied> {
    caller.account.as_ref().ok_or(Failure::SignIn)?;
    app.contests.may_submit(caller, id).await?;
    let place = app.rates.enter(Room::Versions, Some(&caller.visitor), Some(&caller.address));
    Ok(place.map_err(|full| if full == Full::Visitor { Failure::Flood } else { Failure::Full })?)
}

async fn submit(
    State(app): AppState,
    Extension(caller): Who,
    Path(id): Path<String>,
    Query(asked): Query<SubmitQuery>,
    request: Request,
) -> Answer {
    let _place = place(&app, &caller, &id).await?;
    let bytes = body(request, SUBMISSION_BYTES).await?.to_vec();
    let SubmitQuery { file, player, label } = asked;
    let handed = Submission { file, bytes, player, label };
    let number = app.contests.submit(&caller, &id, handed).await?;
    let url = format!("{}/contests/{id}/versions/{number}", caller.origin);
    Ok(document(StatusCode::CREATED, &json!({ "number": number, "url": url })))
}

type Numbered = Path<(String, u64)>;

async fn version(State(app): AppState, Extension(caller): Who, Path((id, number)): Numbered) -> Answer {
    told(app.contests.version(&caller, &id, number).await?)
}

/// How often a silent connection is kept alive.
const ALIVE: Duration = Duration::from_secs(15);

/// `GET …/events`: how far the judge is, as server-sent events; the last one has the final state.
async fn events(State(app): AppState, Extension(caller): Who, Path((id, number)): Numbered) -> Answer {
    let heard = app.contests.follow(&caller, &id, number).await?;
    Ok(event_stream(heard, app.stop.subscribe()))
}

/// How far something is, as server-sent events.
pub(super) fn event_stream<T: Clone + Serialize + Send + Sync + 'static>(
    heard: watch::Receiver<T>,
    stop: watch::Receiver<bool>,
) -> Response {
    let pieces = stream::unfold((heard, stop, true), async |(mut heard, mut stop, is_first)| {
        if !is_first {
            let changed = tokio::select! {
                changed = timeout(ALIVE, heard.changed()) => changed,
                _ = stop.wait_for(|stop| *stop) => return None,
            };
            match changed {
                Ok(Ok(())) => {}
                Ok(Err(_)) => return None,
                Err(_) => return Some((Ok(Bytes::from_static(b":\n\n")), (heard, stop, false))),
            }
        }
        let progress = heard.borrow_and_update().clone();
        let text = format!("data: {}\n\n", json!(progress));
        Some((Ok::<_, std::convert::Infallible>(Bytes::from(text)), (heard, stop, false)))
    });
    let headers = [(header::CONTENT_TYPE, "text/event-stream"), (header::CACHE_CONTROL, "no-store")];
    (headers, Body::from_stream(Box::pin(pieces))).into_response()
}

async fn source(State(app): AppState, Extension(caller): Who, Path((id, number)): Numbered) -> Answer {
    Ok(download(app.contests.source(&caller, &id, number).await?))
}

async fn module(State(app): AppState, Extension(caller): Who, Path((id, number)): Numbered) -> Answer {
    Ok(download(app.contests.module(&caller, &id, number).await?))
}

async fn choose(State(app): AppState, Extension(caller): Who, Path((id, number)): Numbered) -> Answer {
    app.contests.choose(&caller, &id, number).await?;
    Ok(done())
}

async fn rejudge(State(app): AppState, Extension(caller): Who, Path((id, number)): Numbered) -> Answer {
    app.contests.rejudge(&caller, &id, Some(number)).await?;
    Ok(done())
}

async fn opponents(State(app): AppState, Extension(caller): Who, Path(id): Path<String>) -> Answer {
    told(json!({ "opponents": app.contests.opponents(&caller, &id).await? }))
}

async fn bouts(
    State(app): AppState,
    Extension(caller): Who,
    Path(id): Path<String>,
    Query(asked): Query<BoutsAsked>,
) -> Answer {
    told(app.contests.bouts(&caller, &id, asked).await?)
}

/// A friendly match: versions in the order of the seats, `-` for the reference player.
#[derive(Deserialize)]
struct FriendlyQuery {
    seats: String,
    #[serde(default)]
    board: usize,
}

async fn friendly(
    State(app): AppState,
    Extension(caller): Who,
    Path(id): Path<String>,
    Query(asked): Query<FriendlyQuery>,
) -> Answer {
    let seat = |word: &str| match word.trim() {
        "-" | "" => Ok(None),
        number => number.parse().map(Some),
    };
    let seats = asked.seats.split(',').map(seat).collect::<Result<Vec<Option<u64>>, _>>();
    let seats = seats
        .map_err(|_| Failure::Bad("seats are numbers of versions, or -, with commas between".to_owned()))?;
    let number = app.contests.friendly(&caller, &id, &seats, asked.board).await?;
    let url = format!("{}/contests/{id}/matches/{number}", caller.origin);
    Ok(document(StatusCode::CREATED, &json!({ "number": number, "url": url })))
}

async fn bout(State(app): AppState, Extension(caller): Who, Path((id, number)): Numbered) -> Answer {
    told(app.contests.bout(&caller, &id, number).await?)
}

async fn record(State(app): AppState, Extension(caller): Who, Path((id, number)): Numbered) -> Answer {
    Ok(download(app.contests.record(&caller, &id, number).await?))
}

async fn ranking(State(app): AppState, Extension(caller): Who, Path(id): Path<String>) -> Answer {
    told(app.contests.ranking(&caller, &id).await?)
}

async fn meetings(State(app): AppState, Extension(caller): Who, Path((id, number)): Numbered) -> Answer {
    told(json!({ "meetings": app.contests.meetings(&caller, &id, number).await? }))
}

async fn round(
    State(app): AppState,
    Extension(caller): Who,
    Path((id, number)): Path<(String, usize)>,
) -> Answer {
    told(app.contests.round(&caller, &id, number).await?)
}

async fn round_bouts(
    State(app): State<Arc<App>>,
    Extension(caller): Extension<Caller>,
    Path((id, number)): Path<(String, usize)>,
    Query(asked): Query<BoutsAsked>,
) -> Answer {
    told(app.contests.round_bouts(&caller, &id, number, asked).await?)
}

type OfRound = Path<(String, usize, u64)>;

async fn round_bout(
    State(app): State<Arc<App>>,
    Extension(caller): Extension<Caller>,
    Path((id, number, game)): OfRound,
) -> Answer {
    told(app.contests.round_bout(&caller, &id, number, game).await?)
}

async fn round_record(
    State(app): State<Arc<App>>,
    Extension(caller): Extension<Caller>,
    Path((id, number, game)): OfRound,
) -> Answer {
    Ok(download(app.contests.round_record(&caller, &id, number, game).await?))
}

async fn round_file(
    State(app): AppState,
    Extension(caller): Who,
    Path((id, number, file)): Path<(String, usize, String)>,
) -> Answer {
    let file = match file.as_str() {
        "gradebook" => RoundFile::Gradebook,
        "report" => RoundFile::Report,
        "journal" => RoundFile::Journal,
        _ => return Err(Failure::NotFound.into()),
    };
    Ok(download(app.contests.round_file(&caller, &id, number, file).await?))
}

async fn gradebook(State(app): AppState, Extension(caller): Who, Path(id): Path<String>) -> Answer {
    Ok(download(app.contests.gradebook(&caller, &id).await?))
}

/// The routes of a kind of job: it is started, looked at, and what it made last is taken away.
fn jobs(kind: JobKind) -> Router<Arc<App>> {
    let of = |rest: &str| format!("/api/contests/{{id}}/{}{rest}", kind.word());
    let start = async move |State(app): AppState, Extension(caller): Who, Path(id): Path<String>| -> Answer {
        app.contests.start_job(&caller, &id, kind).await?;
        told(app.contests.job(&caller, &id, kind).await?)
    };
    let state = async move |State(app): AppState, Extension(caller): Who, Path(id): Path<String>| -> Answer {
        told(app.contests.job(&caller, &id, kind).await?)
    };
    let file = async move |State(app): AppState, Extension(caller): Who, Path(id): Path<String>| -> Answer {
        Ok(attached(app.contests.job_file(&caller, &id, kind).await?))
    };
    Router::new().route(&of(""), get(file).post(start)).route(&of("/state"), get(state))
}
