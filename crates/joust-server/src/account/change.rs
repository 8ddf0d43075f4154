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
use axum::extract::{FromRequest, FromRequestParts as _, Request};
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
struct ChangeForm {
    name: String,
    /// The current password.
    password: String,
    /// The new password.
    new: String,
    hash: String,
    label: String,
}

/// A form of the account page with its sender.
pub(crate) struct Change {
    app: Arc<App>,
    caller: Caller,
    headers: HeaderMap,
    form: ChangeForm,
}

impl FromRequest<Arc<App>> for Change {
    type Rejection = Response;

    async fn from_request(request: Request, app: &Arc<App>) -> Result<Change, Response> {
        let (mut parts, body) = request.into_parts();
        let caller = Extension::from_request_parts(&mut parts, app).await;
        let Extension(caller) = caller.map_err(IntoResponse::into_response)?;
        let headers = parts.headers.clone();
        let form = Form::from_request(Request::from_parts(parts, body), app).await;
        let Form(form) = form.map_err(IntoResponse::into_response)?;
        Ok(Change { app: Arc::clone(app), caller, headers, form })
    }
}

impl Change {
    /// The account page with what is wrong with the form.
    async fn refused(&self, fault: Fault) -> Result<Response, Failure> {
        pages::own_account(&self.app, &self.caller, &self.headers, Some(fault)).await
    }

    /// Checks the current password in the form.
    async fn check_password(&self) -> Result<Result<(), Fault>, Failure> {
        let (account, _) = owner(&self.caller)?;
        self.caller.take(&self.app, RateKind::Accounts)?;
        let stored = self.app.store.account(&account.visitor).await?.ok_or(Failure::SignIn)?;
        check_password(&self.app, &self.caller, &stored, &self.form.password).await
    }

    /// The account page after a session or token was ended. One that has ended by itself in the meantime, or belongs
    /// to another account, is passed over.
    fn ended(&self, done: Result<(), StoreError>) -> Result<Response, Failure> {
        match done {
            Ok(()) => self.app.accounts.ended(&self.form.hash),
            Err(StoreError::NoAccount) => {}
            Err(why) => return Err(why.into()),
        }
        Ok(done_page())
    }
}

fn done_page() -> Response {
    Redirect::to("/account").into_response()
}

/// `POST /account/name`
pub(crate) async fn name(change: Change) -> Result<Response, Failure> {
    let Change { app, caller, form, .. } = &change;
    let (account, _) = owner(caller)?;
    caller.take(app, RateKind::Names)?;
    let name = match free_name(app, &form.name, Some(&account.visitor)).await? {
        Ok(name) => name,
        Err(fault) => return change.refused(fault).await,
    };
    match app.store.rename(&account.visitor, name, app.time.now()).await {
        Ok(()) => {
            app.accounts.changed(&account.visitor);
            Ok(done_page())
        }
        Err(StoreError::Conflict) => change.refused(Fault::Taken).await,
        Err(why) => Err(why.into()),
    }
}

/// `POST /account/password`
pub(crate) async fn password(change: Change) -> Result<Response, Failure> {
    if let Err(fault) = change.check_password().await? {
        return change.refused(fault).await;
    }
    let Change { app, caller, form, .. } = &change;
    let (account, session) = owner(caller)?;
    let password = match app.accounts.passwords.hash(&form.new, &account.name).await? {
        Ok(password) => password,
        Err(fault) => return change.refused(fault).await,
    };
    app.store.set_password(&account.visitor, &password, session).await?;
    app.accounts.all_ended(&account.visitor, Some(session));
    Ok(done_page())
}

/// `POST /account/codes`
pub(crate) async fn codes(change: Change) -> Result<Response, Failure> {
    if let Err(fault) = change.check_password().await? {
        return change.refused(fault).await;
    }
    let (account, _) = owner(&change.caller)?;
    let codes = secret::codes()?;
    let hashes = codes.iter().map(|code| secret::code_hash(code)).collect();
    change.app.store.set_codes(&account.visitor, hashes).await?;
    pages::codes(&change.caller, &codes)
}

/// `POST /account/sessions`: ends a session, or all `others`.
pub(crate) async fn sessions(change: Change) -> Result<Response, Failure> {
    let Change { app, caller, form, .. } = &change;
    let (account, session) = owner(caller)?;
    if form.hash == "others" {
        app.store.end_other_sessions(&account.visitor, session).await?;
        app.accounts.all_ended(&account.visitor, Some(session));
        return Ok(done_page());
    }
    change.ended(app.store.end_session(&account.visitor, &form.hash).await)
}

/// `POST /account/tokens`
pub(crate) async fn tokens(change: Change) -> Result<Response, Failure> {
    let Change { app, caller, form, .. } = &change;
    let (account, _) = owner(caller)?;
    caller.take(app, RateKind::Accounts)?;
    let Some(label) = name::clean(&form.label) else { return change.refused(Fault::Nameless).await };
    let token = secret::token()?;
    let row = NewSession { hash: secret::hash(&token), at: app.time.now(), label };
    match app.store.make_token(&account.visitor, row, TOKENS).await {
        Ok(()) => pages::token(caller, token),
        Err(StoreError::Conflict) => change.refused(Fault::Tokens).await,
        Err(why) => Err(why.into()),
    }
}

/// `POST /account/tokens/end`
pub(crate) async fn end_token(change: Change) -> Result<Response, Failure> {
    let (account, _) = owner(&change.caller)?;
    change.ended(change.app.store.end_token(&account.visitor, &change.form.hash).await)
}
