//! The pages of accounts: the data of their templates.

use super::fault::Fault;
use super::owner;
use super::words::AccountWords;
use crate::app::App;
use crate::cookie;
use crate::failure::Failure;
use crate::french::Told as _;
use crate::guard::Caller;
use crate::pages::Frame;
use askama::Template;
use axum::Extension;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{Html, IntoResponse, Redirect, Response};
use joust_store::{Belongings, Identity, Key};
use std::sync::Arc;

/// `templates/account-in.html`
#[derive(Template)]
#[template(path = "account-in.html")]
struct SignInPage<'a> {
    frame: Frame,
    words: &'static AccountWords,
    fault: Option<String>,
    name: &'a str,
    provider: Option<&'a str>,
}

/// `templates/account-new.html`
#[derive(Template)]
#[template(path = "account-new.html")]
struct NewAccountPage<'a> {
    frame: Frame,
    words: &'static AccountWords,
    fault: Option<String>,
    name: &'a str,
    /// The proof of an identity elsewhere; empty for an account with a password.
    ticket: &'a str,
}

/// `templates/account-recover.html`
#[derive(Template)]
#[template(path = "account-recover.html")]
struct RecoverPage<'a> {
    frame: Frame,
    words: &'static AccountWords,
    fault: Option<String>,
    name: &'a str,
}

/// `templates/account-once.html`: secrets that are shown once.
#[derive(Template)]
#[template(path = "account-once.html")]
struct OncePage<'a> {
    frame: Frame,
    title: &'a str,
    about: &'a str,
    secrets: &'a [String],
    /// The words of the link that leads on.
    on: &'a str,
}

/// `templates/account.html`
#[derive(Template)]
#[template(path = "account.html")]
struct AccountPage<'a> {
    frame: Frame,
    words: &'static AccountWords,
    fault: Option<String>,
    account: &'a super::Account,
    has_password: bool,
    codes: usize,
    sessions: Vec<Key>,
    /// The hash of the session that shows the page.
    own: &'a str,
    tokens: Vec<Key>,
    identities: Vec<Identity>,
    provider: Option<&'a str>,
    /// Games of the guest that this browser was before it signed in.
    guest_games: usize,
}

/// A page that no cache may keep. A form that is refused has the status of its fault.
pub(crate) fn private(template: &impl Template, fault: Option<Fault>) -> Result<Response, Failure> {
    let status = match fault {
        None => StatusCode::OK,
        Some(Fault::Slow) => StatusCode::TOO_MANY_REQUESTS,
        Some(_) => StatusCode::UNPROCESSABLE_ENTITY,
    };
    let mut response = (status, Html(template.render()?)).into_response();
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    Ok(response)
}

/// A fault in the language of the caller.
pub(crate) fn told(fault: Option<Fault>, caller: &Caller) -> Option<String> {
    fault.map(|fault| fault.told(caller.language))
}

/// The page with the form to sign in.
pub(crate) fn sign_in(
    app: &App,
    caller: &Caller,
    name: &str,
    fault: Option<Fault>,
) -> Result<Response, Failure> {
    let page = SignInPage {
        frame: Frame::new(caller.language),
        words: AccountWords::of(caller.language),
        fault: told(fault, caller),
        name,
        provider: app.provider.as_ref().map(super::Provider::name),
    };
    private(&page, fault)
}

/// The page with the form of a new account.
pub(crate) fn keep_name(
    caller: &Caller,
    name: &str,
    ticket: &str,
    fault: Option<Fault>,
) -> Result<Response, Failure> {
    let (frame, words) = (Frame::new(caller.language), AccountWords::of(caller.language));
    private(&NewAccountPage { frame, words, fault: told(fault, caller), name, ticket }, fault)
}

/// The page with the form for a recovery code.
pub(crate) fn recover_with(caller: &Caller, name: &str, fault: Option<Fault>) -> Result<Response, Failure> {
    let (frame, words) = (Frame::new(caller.language), AccountWords::of(caller.language));
    private(&RecoverPage { frame, words, fault: told(fault, caller), name }, fault)
}

/// The page that shows recovery codes.
pub(crate) fn codes(caller: &Caller, codes: &[String]) -> Result<Response, Failure> {
    let words = AccountWords::of(caller.language);
    let (title, about) = (words.codes_once, words.codes_once_about);
    let frame = Frame::new(caller.language);
    private(&OncePage { frame, title, about, secrets: codes, on: words.go_on }, None)
}

/// The page that shows a token.
pub(crate) fn token(caller: &Caller, token: String) -> Result<Response, Failure> {
    let words = AccountWords::of(caller.language);
    let (title, about) = (words.token_once, words.token_once_about);
    let frame = Frame::new(caller.language);
    private(&OncePage { frame, title, about, secrets: &[token], on: words.back }, None)
}

/// The account page of a caller who is signed in.
pub(crate) async fn own_account(
    app: &App,
    caller: &Caller,
    headers: &HeaderMap,
    fault: Option<Fault>,
) -> Result<Response, Failure> {
    let (account, own) = owner(caller)?;
    let stored = app.store.account(&account.visitor).await?.ok_or(Failure::SignIn)?;
    let Belongings { sessions, tokens, identities, codes } = app.store.belongings(&account.visitor).await?;
    let guest_games = match guest(app, headers) {
        Some(guest) => app.store.traces(&guest).await?.games.len(),
        None => 0,
    };
    let page = AccountPage {
        frame: Frame::new(caller.language),
        words: AccountWords::of(caller.language),
        fault: told(fault, caller),
        account,
        has_password: stored.password.is_some(),
        codes,
        sessions,
        own,
        tokens,
        identities,
        provider: app.provider.as_ref().map(super::Provider::name),
        guest_games,
    };
    private(&page, fault)
}

/// The guest that a browser was before it signed in: its cookie is still there.
pub(crate) fn guest(app: &App, headers: &HeaderMap) -> Option<String> {
    let known = cookie::read(headers, &app.seal, app.settings.is_https(), cookie::day(app.time.now()))?;
    (!app.accounts.is_account(&known.visitor)).then_some(known.visitor)
}

/// `GET /account`
pub(crate) async fn account(
    State(app): State<Arc<App>>,
    Extension(caller): Extension<Caller>,
    headers: HeaderMap,
) -> Result<Response, Failure> {
    if caller.session.is_none() {
        return sign_in(&app, &caller, "", None);
    }
    own_account(&app, &caller, &headers, None).await
}

/// `GET /account/new`
pub(crate) async fn new_account(
    State(app): State<Arc<App>>,
    Extension(caller): Extension<Caller>,
) -> Result<Response, Failure> {
    if caller.session.is_some() {
        return Ok(Redirect::to("/account").into_response());
    }
    let name = app.store.name(&caller.visitor).await?.unwrap_or_default();
    keep_name(&caller, &name, "", None)
}

/// `GET /account/recover`
pub(crate) async fn recover(Extension(caller): Extension<Caller>) -> Result<Response, Failure> {
    recover_with(&caller, "", None)
}
