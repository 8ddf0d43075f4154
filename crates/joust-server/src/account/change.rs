//! Changes of an account by its owner: name, password, codes, sessions and tokens.

use super::entry::free_name;
use super::fault::Fault;
use super::{check_password, owner, pages, secret};
use crate::app::App;
use crate::failure::Failure;
use crate::guard::Caller;
use crate::limits::TOKENS;
use crate::name;
use crate::rates::RateKind;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Redirect, Response};
use axum::{Extension, Form};
use joust_store::{NewSession, StoreError};
use serde::Deserialize;
use std::sync::Arc;

/// The fields of all these forms.
#[derive(Deserialize)]
#[serde(default)]
#[derive(Default)]
pub(crate) struct ChangeForm {
    name: String,
    /// The current password.
    password: String,
    /// The new password.
    new: String,
    hash: String,
    label: String,
}

fn done() -> Response {
    Redirect::to("/account").into_response()
}

/// `POST /account/name`
pub(crate) async fn name(
    State(app): State<Arc<App>>,
    Extension(caller): Extension<Caller>,
    headers: HeaderMap,
    Form(form): Form<ChangeForm>,
) -> Result<Response, Failure> {
    let (account, _) = owner(&caller)?;
    caller.take(&app, RateKind::Names)?;
    let name = match free_name(&app, &form.name, Some(&account.visitor)).await? {
        Ok(name) => name,
        Err(fault) => return pages::own_account(&app, &caller, &headers, Some(fault)).await,
    };
    match app.store.rename(&account.visitor, name, app.time.now()).await {
        Ok(()) => {
            app.accounts.changed(&account.visitor);
            Ok(done())
        }
        Err(StoreError::Conflict) => pages::own_account(&app, &caller, &headers, Some(Fault::Taken)).await,
        Err(why) => Err(why.into()),
    }
}

/// `POST /account/password`
pub(crate) async fn password(
    State(app): State<Arc<App>>,
    Extension(caller): Extension<Caller>,
    headers: HeaderMap,
    Form(form): Form<ChangeForm>,
) -> Result<Response, Failure> {
    let (account, session) = owner(&caller)?;
    caller.take(&app, RateKind::Accounts)?;
    let stored = app.store.account(&account.visitor).await?.ok_or(Failure::SignIn)?;
    if let Err(fault) = check_password(&app, &caller, &stored, &form.password).await? {
        return pages::own_account(&app, &caller, &headers, Some(fault)).await;
    }
    let password = match app.accounts.passwords.hash(&form.new, &account.name).await? {
        Ok(password) => password,
        Err(fault) => return pages::own_account(&app, &caller, &headers, Some(fault)).await,
    };
    app.store.set_password(&account.visitor, &password, session).await?;
    app.accounts.all_ended(&account.visitor, Some(session));
    Ok(done())
}

/// `POST /account/codes`
pub(crate) async fn codes(
    State(app): State<Arc<App>>,
    Extension(caller): Extension<Caller>,
    headers: HeaderMap,
    Form(form): Form<ChangeForm>,
) -> Result<Response, Failure> {
    let (account, _) = owner(&caller)?;
    caller.take(&app, RateKind::Accounts)?;
    let stored = app.store.account(&account.visitor).await?.ok_or(Failure::SignIn)?;
    if let Err(fault) = check_password(&app, &caller, &stored, &form.password).await? {
        return pages::own_account(&app, &caller, &headers, Some(fault)).await;
    }
    let codes = secret::codes()?;
    let hashes = codes.iter().map(|code| secret::code_hash(code)).collect();
    app.store.set_codes(&account.visitor, hashes).await?;
    pages::codes(&caller, &codes)
}

/// `POST /account/sessions`: ends a session, or all `others`.
pub(crate) async fn sessions(
    State(app): State<Arc<App>>,
    Extension(caller): Extension<Caller>,
    Form(form): Form<ChangeForm>,
) -> Result<Response, Failure> {
    let (account, session) = owner(&caller)?;
    if form.hash == "others" {
        app.store.end_other_sessions(&account.visitor, session).await?;
        app.accounts.all_ended(&account.visitor, Some(session));
        return Ok(done());
    }
    match app.store.end_session(&account.visitor, &form.hash).await {
        Ok(()) => app.accounts.ended(&form.hash),
        // It has ended by itself in the meantime, or belongs to somebody else.
        Err(StoreError::NoAccount) => {}
        Err(why) => return Err(why.into()),
    }
    Ok(done())
}

/// `POST /account/tokens`
pub(crate) async fn tokens(
    State(app): State<Arc<App>>,
    Extension(caller): Extension<Caller>,
    headers: HeaderMap,
    Form(form): Form<ChangeForm>,
) -> Result<Response, Failure> {
    let (account, _) = owner(&caller)?;
    caller.take(&app, RateKind::Accounts)?;
    let Some(label) = name::clean(&form.label) else {
        return pages::own_account(&app, &caller, &headers, Some(Fault::Nameless)).await;
    };
    let token = secret::token()?;
    let row = NewSession { hash: secret::hash(&token), at: app.time.now(), label };
    match app.store.make_token(&account.visitor, row, TOKENS).await {
        Ok(()) => pages::token(&caller, token),
        Err(StoreError::Conflict) => pages::own_account(&app, &caller, &headers, Some(Fault::Tokens)).await,
        Err(why) => Err(why.into()),
    }
}

/// `POST /account/tokens/end`
pub(crate) async fn end_token(
    State(app): State<Arc<App>>,
    Extension(caller): Extension<Caller>,
    Form(form): Form<ChangeForm>,
) -> Result<Response, Failure> {
    let (account, _) = owner(&caller)?;
    match app.store.end_token(&account.visitor, &form.hash).await {
        Ok(()) => app.accounts.ended(&form.hash),
        Err(StoreError::NoAccount) => {}
        Err(why) => return Err(why.into()),
    }
    Ok(done())
}
