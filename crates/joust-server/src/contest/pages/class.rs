//! `/contests/ID/class`: the members of a contest, for its teachers.

use super::head::Head;
use super::when::When;
use super::{fault_of, go, private, told};
use crate::app::App;
use crate::contest::service::{ContestFault, Imported, Invited, Member, Removed};
use crate::contest::words::ContestWords;
use crate::failure::Failure;
use crate::guard::Caller;
use crate::pages::Frame;
use askama::Template;
use axum::extract::{Path, State};
use axum::response::Response;
use axum::{Extension, Form};
use serde::Deserialize;
use std::sync::Arc;

/// `templates/contest-class.html`
#[derive(Template)]
#[template(path = "contest-class.html")]
struct ClassPage<'a> {
    frame: Frame,
    words: &'static ContestWords,
    head: Head,
    fault: Option<String>,
    /// What an import has done.
    done: String,
    origin: Arc<str>,
    join_code: String,
    members: Vec<MemberLine>,
    students: usize,
    invited: Vec<Invited>,
    removed: Vec<Removed>,
    csv: &'a str,
}

/// A member in the list.
struct MemberLine {
    number: u64,
    name: String,
    account: String,
    key: String,
    is_teacher: bool,
    is_owner: bool,
    joined: Option<When>,
    versions: usize,
    qualified: usize,
    player: String,
    official: Option<u64>,
}

impl MemberLine {
    fn new(member: Member) -> MemberLine {
        MemberLine {
            number: member.number,
            account: member.account.filter(|account| *account != member.name).unwrap_or_default(),
            name: member.name,
            key: member.key,
            is_teacher: member.is_teacher,
            is_owner: member.is_owner,
            joined: When::of_millis(member.joined),
            versions: member.versions as usize,
            qualified: member.qualified as usize,
            player: member.player.unwrap_or_default(),
            official: member.official,
        }
    }
}

async fn page(
    app: &App,
    caller: &Caller,
    id: &str,
    csv: &str,
    done: Result<Option<Imported>, &ContestFault>,
) -> Result<Response, Failure> {
    let overview = app.contests.overview(caller, id).await?;
    let class = app.contests.class(caller, id).await?;
    let words = ContestWords::of(caller.language);
    let page = ClassPage {
        frame: Frame::new(caller.language),
        words,
        head: Head::new(&overview, caller, "class"),
        fault: told(done.as_ref().err().copied(), caller),
        done: match &done {
            Ok(Some(imported)) => words.imported(imported.added, imported.known),
            _ => String::new(),
        },
        origin: Arc::clone(&caller.origin),
        join_code: class.join_code,
        students: class.members.iter().filter(|member| !member.is_teacher).count(),
        members: class.members.into_iter().map(MemberLine::new).collect(),
        invited: class.invited,
        removed: class.removed,
        csv,
    };
    private(&page, done.is_err())
}

/// `GET /contests/ID/class`
pub(crate) async fn class(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Extension(caller): Extension<Caller>,
) -> Result<Response, Failure> {
    page(&app, &caller, &id, "", Ok(None)).await
}

/// The list of a class as a text.
#[derive(Deserialize)]
pub(crate) struct ImportForm {
    csv: String,
}

/// `POST /contests/ID/class/import`
pub(crate) async fn import(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Extension(caller): Extension<Caller>,
    Form(form): Form<ImportForm>,
) -> Result<Response, Failure> {
    match app.contests.invite(&caller, &id, &form.csv).await {
        Ok(imported) => page(&app, &caller, &id, "", Ok(Some(imported))).await,
        Err(denied) => page(&app, &caller, &id, &form.csv, Err(&fault_of(denied)?)).await,
    }
}

/// `POST /contests/ID/class/code`
pub(crate) async fn new_code(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Extension(caller): Extension<Caller>,
) -> Result<Response, Failure> {
    app.contests.new_code(&caller, &id).await?;
    Ok(go(&format!("/contests/{id}/class")))
}

/// What is done to a member: `remove`, `teacher` or `student`.
#[derive(Deserialize)]
pub(crate) struct MemberForm {
    member: u64,
    deed: String,
}

/// `POST /contests/ID/class/member`
pub(crate) async fn member(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Extension(caller): Extension<Caller>,
    Form(form): Form<MemberForm>,
) -> Result<Response, Failure> {
    let done = match form.deed.as_str() {
        "remove" => app.contests.remove_member(&caller, &id, form.member).await,
        "teacher" => app.contests.set_teacher(&caller, &id, form.member, true).await,
        "student" => app.contests.set_teacher(&caller, &id, form.member, false).await,
        _ => return Err(Failure::Bad("a member is removed, or made a teacher or a student".to_owned())),
    };
    match done {
        Ok(()) => Ok(go(&format!("/contests/{id}/class"))),
        Err(denied) => page(&app, &caller, &id, "", Err(&fault_of(denied)?)).await,
    }
}

/// A name of the list.
#[derive(Deserialize)]
pub(crate) struct NameForm {
    name: String,
}

/// `POST /contests/ID/class/uninvite`
pub(crate) async fn uninvite(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Extension(caller): Extension<Caller>,
    Form(form): Form<NameForm>,
) -> Result<Response, Failure> {
    match app.contests.uninvite(&caller, &id, &form.name).await {
        Ok(()) => Ok(go(&format!("/contests/{id}/class"))),
        Err(denied) => page(&app, &caller, &id, "", Err(&fault_of(denied)?)).await,
    }
}
