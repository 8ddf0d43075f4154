//! The page on which operators find accounts and make teachers.

use super::fault::Fault;
use super::pages::{private, told};
use super::words::AccountWords;
use super::{fold, owner};
use crate::app::App;
use crate::failure::Failure;
use crate::guard::Caller;
use crate::limits::PEOPLE;
use crate::pages::Frame;
use askama::Template;
use axum::extract::{Query, State};
use axum::response::Response;
use axum::{Extension, Form};
use joust_store::{Role, StoredAccount};
use serde::Deserialize;
use std::sync::Arc;

/// `templates/account-people.html`
#[derive(Template)]
#[template(path = "account-people.html")]
struct PeoplePage<'a> {
    frame: Frame,
    words: &'static AccountWords,
    fault: Option<String>,
    /// What was done.
    done: String,
    begins: &'a str,
    people: Vec<StoredAccount>,
    page: u32,
    more: bool,
}

/// The query of the list.
#[derive(Default, Deserialize)]
#[serde(default)]
pub(crate) struct Asked {
    name: String,
    page: String,
}

/// The form of a role.
#[derive(Deserialize)]
pub(crate) struct RoleForm {
    name: String,
    role: String,
}

/// The operator who asks.
fn operator(caller: &Caller) -> Result<&Arc<super::Account>, Failure> {
    let (account, _) = owner(caller)?;
    if account.role == Role::Operator { Ok(account) } else { Err(Failure::Forbidden) }
}

/// `GET /account/people`
pub(crate) async fn people(
    State(app): State<Arc<App>>,
    Extension(caller): Extension<Caller>,
    Query(asked): Query<Asked>,
) -> Result<Response, Failure> {
    operator(&caller)?;
    listed(&app, &caller, &asked, None, String::new()).await
}

async fn listed(
    app: &App,
    caller: &Caller,
    asked: &Asked,
    fault: Option<Fault>,
    done: String,
) -> Result<Response, Failure> {
    let page = asked.page.parse().unwrap_or(1).clamp(1, 1_000_000 / PEOPLE);
    let begins = fold::kept(&asked.name).caseless;
    let mut people = app.store.accounts(&begins, None, (page - 1) * PEOPLE, PEOPLE + 1).await?;
    let more = people.len() > PEOPLE as usize;
    people.truncate(PEOPLE as usize);
    let template = PeoplePage {
        frame: Frame::new(caller.language),
        words: AccountWords::of(caller.language),
        fault: told(fault, caller),
        done,
        begins: &asked.name,
        people,
        page,
        more,
    };
    private(&template, fault)
}

/// `POST /account/people`
pub(crate) async fn set_role(
    State(app): State<Arc<App>>,
    Extension(caller): Extension<Caller>,
    Form(form): Form<RoleForm>,
) -> Result<Response, Failure> {
    let operator = operator(&caller)?;
    let role = Role::named(&form.role).ok_or_else(|| Failure::Bad("there is no such role".to_owned()))?;
    let asked = Asked { name: form.name.clone(), page: String::new() };
    let Some(person) = app.store.account_named(&fold::kept(&form.name).caseless).await? else {
        return listed(&app, &caller, &asked, Some(Fault::Nobody), String::new()).await;
    };
    // Otherwise an arena could be left without an operator by a slip of the mouse.
    if *person.visitor == *operator.visitor && role != Role::Operator {
        return listed(&app, &caller, &asked, Some(Fault::Own), String::new()).await;
    }
    app.store.set_role(&person.visitor, role).await?;
    app.accounts.changed(&person.visitor);
    tracing::info!(role = role.word(), "an operator has set a role");
    let words = AccountWords::of(caller.language);
    let done = (words.made_teacher)(&person.name, words.role_name(role));
    listed(&app, &caller, &asked, None, done).await
}
