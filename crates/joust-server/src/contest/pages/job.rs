//! `/contests/ID/similarity` and `/contests/ID/archive`: a job is started, followed, and what it made is taken away;
//! for teachers.

use super::files::{alone, attached};
use super::head::Head;
use super::when::When;
use super::{fault_of, go, private, told};
use crate::app::App;
use crate::contest::api::event_stream;
use crate::contest::service::{ContestFault, JobKind, JobState, JobTrouble, JobView};
use crate::contest::words::{ContestWords, JobWords};
use crate::failure::Failure;
use crate::guard::Caller;
use crate::pages::Frame;
use askama::Template;
use axum::extract::{Path, State};
use axum::response::Response;
use axum::routing::get;
use axum::{Extension, Router};
use std::sync::Arc;

/// `templates/contest-job.html`
#[derive(Template)]
#[template(path = "contest-job.html")]
struct JobPage {
    frame: Frame,
    words: &'static ContestWords,
    head: Head,
    fault: Option<String>,
    text: &'static JobWords,
    /// The name of the job in addresses.
    word: &'static str,
    is_report: bool,
    view: JobView,
    /// Where the job is, in a sentence.
    now: String,
    /// How far it is, once that is known.
    percent: Option<usize>,
    trouble: Option<&'static str>,
    kept: Option<KeptLine>,
}

/// What was made last.
struct KeptLine {
    when: Option<When>,
    size: String,
}

/// The routes of a kind of job.
pub(crate) fn routes(kind: JobKind) -> Router<Arc<App>> {
    let of = |rest: &str| format!("/contests/{{id}}/{}{rest}", kind.word());
    let look = move |state, path, caller| show(state, path, caller, kind);
    let begin = move |state, path, caller| start(state, path, caller, kind);
    let live = move |state, path, caller| live(state, path, caller, kind);
    let file = move |state, path, caller| file(state, path, caller, kind);
    let routes = Router::new()
        .route(&of(""), get(look).post(begin))
        .route(&of("/live"), get(live))
        .route(&of("/file"), get(file));
    // Only a page can be shown, and without the origin of the arena.
    if kind == JobKind::Similarity { routes.route(&of("/report"), get(report)) } else { routes }
}

async fn page(
    app: &App,
    caller: &Caller,
    id: &str,
    kind: JobKind,
    fault: Option<&ContestFault>,
) -> Result<Response, Failure> {
    let view = app.contests.job(caller, id, kind).await?;
    let overview = app.contests.overview(caller, id).await?;
    let words = ContestWords::of(caller.language);
    let percent = (view.of > 0).then(|| 100 * view.done.min(view.of) / view.of);
    let page = JobPage {
        frame: Frame::new(caller.language),
        words,
        head: Head::new(&overview, caller, kind.word()),
        fault: told(fault, caller),
        text: words.job(kind),
        word: kind.word(),
        is_report: kind == JobKind::Similarity,
        now: match view.state {
            JobState::Waiting => words.job_waits(view.ahead),
            _ => words.job_runs(percent),
        },
        percent,
        trouble: view.trouble.map(|trouble| told_trouble(trouble, words)),
        kept: view
            .kept
            .as_ref()
            .map(|kept| KeptLine { when: When::of_millis(kept.made), size: words.size(kept.bytes) }),
        view,
    };
    private(&page, fault.is_some())
}

fn told_trouble(trouble: JobTrouble, words: &ContestWords) -> &'static str {
    match trouble {
        JobTrouble::Interrupted => words.job_interrupted,
        JobTrouble::TooLarge => words.job_too_large,
        JobTrouble::Departed => words.job_departed,
        JobTrouble::NewTeacher => words.job_new_teacher,
        JobTrouble::Failed => words.job_failed,
    }
}

async fn show(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Extension(caller): Extension<Caller>,
    kind: JobKind,
) -> Result<Response, Failure> {
    page(&app, &caller, &id, kind, None).await
}

async fn start(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Extension(caller): Extension<Caller>,
    kind: JobKind,
) -> Result<Response, Failure> {
    match app.contests.start_job(&caller, &id, kind).await {
        Ok(()) => Ok(go(&format!("/contests/{id}/{}", kind.word()))),
        Err(denied) => page(&app, &caller, &id, kind, Some(&fault_of(denied)?)).await,
    }
}

/// An event whenever a job is further.
async fn live(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Extension(caller): Extension<Caller>,
    kind: JobKind,
) -> Result<Response, Failure> {
    let heard = app.contests.follow_job(&caller, &id, kind).await?;
    Ok(event_stream(heard, app.stop.subscribe()))
}

async fn file(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Extension(caller): Extension<Caller>,
    kind: JobKind,
) -> Result<Response, Failure> {
    match app.contests.job_file(&caller, &id, kind).await {
        Ok(file) => Ok(attached(file)),
        Err(denied) => page(&app, &caller, &id, kind, Some(&fault_of(denied)?)).await,
    }
}

/// `GET /contests/ID/similarity/report`: the whole report, a page of its own.
async fn report(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Extension(caller): Extension<Caller>,
) -> Result<Response, Failure> {
    let kind = JobKind::Similarity;
    match app.contests.job_file(&caller, &id, kind).await {
        Ok(file) => Ok(alone(attached(file))),
        Err(denied) => page(&app, &caller, &id, kind, Some(&fault_of(denied)?)).await,
    }
}
