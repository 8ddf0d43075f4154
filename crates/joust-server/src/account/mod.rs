//! Accounts: a visitor may keep a name. Playing needs none.
//!
//! An account is the visitor that has made it, so all games of the guest belong to it and no log is
//! rewritten. It is known by a session only: the guest's cookie of an account is that of a stranger.

mod change;
mod data;
mod directory;
mod entry;
mod fault;
mod fold;
mod http;
mod leave;
mod openid;
mod pages;
mod password;
mod people;
mod provider;
mod secret;
mod words;

pub(crate) use directory::{
    Account, Accounts, Proof, cookie, has_cookie, is_still, no_cookie, tidy, until_ended, who,
};
pub(crate) use provider::Provider;

use crate::app::App;
use crate::failure::Failure;
use crate::guard::Caller;
use axum::Router;
use axum::response::Redirect;
use axum::routing::{get, post};
use fault::Fault;
use joust_store::StoredAccount;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

/// The routes of accounts. An address that only takes a form leads to the account page: a visitor may ask
/// for it in another language.
pub(crate) fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/account", get(pages::account))
        .route("/account/new", get(pages::new_account).post(entry::keep_name))
        .route("/account/in", get(to_account).post(entry::sign_in))
        .route("/account/recover", get(pages::recover).post(entry::recover))
        .route("/account/out", get(to_account).post(entry::sign_out))
        .route("/account/name", get(to_account).post(change::name))
        .route("/account/password", get(to_account).post(change::password))
        .route("/account/codes", get(to_account).post(change::codes))
        .route("/account/sessions", get(to_account).post(change::sessions))
        .route("/account/tokens", get(to_account).post(change::tokens))
        .route("/account/tokens/end", get(to_account).post(change::end_token))
        .route("/account/bring", get(to_account).post(leave::bring))
        .route("/account/data", get(data::data))
        .route("/account/delete", get(leave::ask).post(leave::delete))
        .route("/account/openid", get(openid::begin))
        .route("/account/openid/back", get(openid::back))
        .route("/account/openid/name", get(to_account).post(openid::keep_name))
        .route("/account/openid/end", post(openid::end).get(to_account))
        .route("/account/people", get(people::people).post(people::set_role))
}

/// Whether an account keeps a name, or one that is mistaken for it.
pub(crate) async fn is_kept(app: &App, name: &str) -> Result<bool, Failure> {
    Ok(app.store.keeper(&fold::kept(name)).await?.is_some())
}

/// A name without differences of case, and of letters that look alike.
pub(crate) fn caseless(name: &str) -> String {
    fold::kept(name).caseless
}

async fn to_account() -> Redirect {
    Redirect::to("/account")
}

/// The account and the session of a caller who is signed in.
fn owner(caller: &Caller) -> Result<(&Arc<Account>, &Arc<str>), Failure> {
    caller.account.as_ref().zip(caller.session.as_ref()).ok_or(Failure::SignIn)
}

/// The right to guess a password or code of an account once. Guesses count for the account at the address, for the
/// address, and for the account everywhere; a right one costs nothing.
struct Guess<'a> {
    app: &'a App,
    caller: &'a Caller,
    of: String,
}

impl<'a> Guess<'a> {
    /// The right to a guess at the account with this key, which need not exist.
    fn new(app: &'a App, caller: &'a Caller, caseless: &str) -> Result<Guess<'a>, Fault> {
        let of = format!("account {caseless}");
        if app.rates.take_guess(&of, &caller.address) {
            return Ok(Guess { app, caller, of });
        }
        app.metrics.floods.fetch_add(1, Relaxed);
        Err(Fault::Slow)
    }

    /// The guess was right.
    fn was_right(self) {
        self.app.rates.give_back_guess(&self.of, &self.caller.address);
    }
}

/// Checks the password of an account that has one, before something that a stranger at an open browser must
/// not do. An account without a password is known by its session alone.
async fn check_password(
    app: &App,
    caller: &Caller,
    account: &StoredAccount,
    password: &str,
) -> Result<Result<(), Fault>, Failure> {
    let Some(stored) = account.password.as_deref() else { return Ok(Ok(())) };
    let guess = match Guess::new(app, caller, &fold::kept(&account.name).caseless) {
        Ok(guess) => guess,
        Err(fault) => return Ok(Err(fault)),
    };
    if !app.accounts.passwords.is_right(password, Some(stored)).await? {
        return Ok(Err(Fault::Password));
    }
    guess.was_right();
    Ok(Ok(()))
}
