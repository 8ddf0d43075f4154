//! Deleting an account, and bringing the games of a guest along.

use super::fault::Fault;
use super::pages::{guest, private, told};
use super::words::AccountWords;
use super::{check_password, fold, no_cookie, owner};
use crate::account::entry::set_cookie;
use crate::app::App;
use crate::failure::Failure;
use crate::guard::Caller;
use crate::pages::Frame;
use crate::rates::RateKind;
use askama::Template;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Redirect, Response};
use axum::{Extension, Form};
use joust_live::Deed;
use joust_store::Rewrite;
use serde::Deserialize;
use std::sync::Arc;

/// `templates/account-delete.html`
#[derive(Template)]
#[template(path = "account-delete.html")]
struct DeletePage {
    frame: Frame,
    words: &'static AccountWords,
    fault: Option<String>,
    has_password: bool,
}

/// `templates/account-deleted.html`
#[derive(Template)]
#[template(path = "account-deleted.html")]
struct DeletedPage {
    frame: Frame,
    words: &'static AccountWords,
}

/// The confirmation.
#[derive(Deserialize)]
pub(crate) struct DeleteForm {
    #[serde(default)]
    name: String,
    #[serde(default)]
    password: String,
}

fn ask_with(caller: &Caller, has_password: bool, fault: Option<Fault>) -> Result<Response, Failure> {
    let (frame, words) = (Frame::new(caller.language), AccountWords::of(caller.language));
    private(&DeletePage { frame, words, fault: told(fault, caller), has_password }, fault)
}

/// `GET /account/delete`
pub(crate) async fn ask(
    State(app): State<Arc<App>>,
    Extension(caller): Extension<Caller>,
) -> Result<Response, Failure> {
    let (account, _) = owner(&caller)?;
    let stored = app.store.account(&account.visitor).await?.ok_or(Failure::SignIn)?;
    ask_with(&caller, stored.password.is_some(), None)
}

/// `POST /account/delete`
pub(crate) async fn delete(
    State(app): State<Arc<App>>,
    Extension(caller): Extension<Caller>,
    Form(form): Form<DeleteForm>,
) -> Result<Response, Failure> {
    let (account, _) = owner(&caller)?;
    caller.take(&app, RateKind::Accounts)?;
    let stored = app.store.account(&account.visitor).await?.ok_or(Failure::SignIn)?;
    let refused = |fault| ask_with(&caller, stored.password.is_some(), Some(fault));
    if fold::kept(&form.name).caseless != fold::kept(&stored.name).caseless {
        return refused(Fault::Confirm);
    }
    if let Err(fault) = check_password(&app, &caller, &stored, &form.password).await? {
        return refused(fault);
    }
    // A visitor who does not wait for the answer must not stop it halfway.
    let work = tokio::spawn(forget(Arc::clone(&app), Arc::clone(&account.visitor)));
    work.await.map_err(|why| Failure::Ours(why.to_string()))??;
    let (frame, words) = (Frame::new(caller.language), AccountWords::of(caller.language));
    let mut response = private(&DeletedPage { frame, words }, None)?;
    set_cookie(&mut response, &no_cookie(app.settings.is_https()))?;
    Ok(response)
}

/// Removes all that is stored of a visitor, as `joust arena forget` does. The account is removed last: if
/// the store fails before, its owner can sign in and try again.
async fn forget(app: Arc<App>, visitor: Arc<str>) -> Result<(), Failure> {
    app.store.end_other_sessions(&visitor, "").await?;
    app.accounts.all_ended(&visitor, None);
    // A request that was under way may have taken a seat in the meantime.
    loop {
        let games = app.store.traces(&visitor).await?.games;
        if games.is_empty() {
            break;
        }
        for game in games {
            let stranger = joust_store::stranger()?;
            reseat(&app, &game, (&visitor, &stranger), "").await?;
        }
    }
    app.store.remove_visitor(&visitor).await?;
    app.contests.somebody_left().await?;
    app.accounts.changed(&visitor);
    tracing::info!("an account was deleted by its owner");
    Ok(())
}

/// Gives the seats of a visitor in a game to another one. The game is read again, and its readers
/// reconnect.
async fn reseat(app: &Arc<App>, game: &str, (from, to): (&str, &str), name: &str) -> Result<(), Failure> {
    let rewrite: Rewrite = {
        let (from, to, name) = (from.to_owned(), to.to_owned(), name.to_owned());
        Arc::new(move |body| {
            let deed: Deed = serde_json::from_str(body).ok()?;
            serde_json::to_string(&deed.moved(&from, &to, &name)?).ok()
        })
    };
    let table = app.hall.table(game);
    let done = table.rewrite(app.store.reseat(game, (from, to), name, rewrite)).await;
    app.hall.forget(table);
    Ok(done?)
}

/// `POST /account/bring`: the games of the guest that this browser was become those of the account.
pub(crate) async fn bring(
    State(app): State<Arc<App>>,
    Extension(caller): Extension<Caller>,
    headers: HeaderMap,
) -> Result<Response, Failure> {
    let (account, _) = owner(&caller)?;
    caller.take(&app, RateKind::Accounts)?;
    if let Some(guest) = guest(&app, &headers) {
        let work = tokio::spawn(give(Arc::clone(&app), guest, Arc::clone(account)));
        work.await.map_err(|why| Failure::Ours(why.to_string()))??;
    }
    Ok(Redirect::to("/account").into_response())
}

/// Gives all that a guest has to an account. A game in which both have a seat stays as it is.
async fn give(app: Arc<App>, guest: String, account: Arc<super::Account>) -> Result<(), Failure> {
    let own = app.store.traces(&account.visitor).await?.games;
    for game in app.store.traces(&guest).await?.games {
        if !own.contains(&game) {
            reseat(&app, &game, (&guest, &account.visitor), &account.name).await?;
        }
    }
    Ok(app.store.give_visitor(&guest, &account.visitor).await?)
}
