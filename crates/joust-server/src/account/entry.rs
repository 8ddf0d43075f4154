//! Keeping a name, signing in and out, and recovery.

use super::fault::Fault;
use super::{Guess, cookie, fold, no_cookie, pages, secret};
use crate::app::App;
use crate::failure::Failure;
use crate::guard::Caller;
use crate::name;
use crate::rates::RateKind;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse, Redirect, Response};
use axum::{Extension, Form};
use joust_store::{Identity, KeptName, NewAccount, NewSession, StoreError};
use serde::Deserialize;
use std::sync::Arc;

/// A name and a password.
#[derive(Deserialize)]
pub(crate) struct SignInForm {
    #[serde(default)]
    name: String,
    #[serde(default)]
    password: String,
}

/// A name, a recovery code and a new password.
#[derive(Deserialize)]
pub(crate) struct RecoverForm {
    #[serde(default)]
    name: String,
    #[serde(default)]
    code: String,
    #[serde(default)]
    password: String,
}

/// A session that begins: its row, and the token for the cookie.
pub(crate) struct Begin {
    pub(crate) row: NewSession,
    token: String,
}

impl Begin {
    pub(crate) fn new(app: &App, headers: &HeaderMap) -> Result<Begin, Failure> {
        let token = secret::session()?;
        let row = NewSession { hash: secret::hash(&token), at: app.time.now(), label: browser(headers) };
        Ok(Begin { row, token })
    }

    /// Gives the browser the cookie, and ends the session that it had before.
    pub(crate) async fn give(
        self,
        app: &App,
        caller: &Caller,
        mut response: Response,
    ) -> Result<Response, Failure> {
        if let (Some(old), Some(account)) = (&caller.session, &caller.account) {
            match app.store.end_session(&account.visitor, old).await {
                Ok(()) | Err(StoreError::NoAccount) => app.accounts.ended(old),
                Err(why) => return Err(why.into()),
            }
        }
        set_cookie(&mut response, &cookie(&self.token, app.settings.is_https()))?;
        Ok(response)
    }
}

/// Adds a cookie to a response.
pub(crate) fn set_cookie(response: &mut Response, cookie: &str) -> Result<(), Failure> {
    let value = HeaderValue::from_str(cookie).map_err(|why| Failure::Ours(why.to_string()))?;
    response.headers_mut().append(header::SET_COOKIE, value);
    Ok(())
}

/// The browser of a request in a few words, so that its owner recognizes it in a list.
fn browser(headers: &HeaderMap) -> String {
    let agent = headers.get(header::USER_AGENT).and_then(|agent| agent.to_str().ok()).unwrap_or_default();
    // Browsers name their ancestors, so the youngest comes first.
    let find = |names: &[(&str, &'static str)]| {
        names.iter().find(|(sign, _)| agent.contains(sign)).map(|(_, name)| *name)
    };
    let program = find(&[
        ("Edg", "Edge"),
        ("OPR/", "Opera"),
        ("Firefox/", "Firefox"),
        ("Chrome/", "Chrome"),
        ("CriOS/", "Chrome"),
        ("Safari/", "Safari"),
    ]);
    let system = find(&[
        ("Android", "Android"),
        ("iPhone", "iPhone"),
        ("iPad", "iPad"),
        ("Windows", "Windows"),
        ("Mac OS X", "macOS"),
        ("CrOS", "ChromeOS"),
        ("Linux", "Linux"),
    ]);
    let words: Vec<&str> = [program, system].into_iter().flatten().collect();
    if words.is_empty() { "?".to_owned() } else { words.join(", ") }
}

/// The name of a form with its keys, unless nobody or another account may keep it.
pub(crate) async fn free_name(
    app: &App,
    text: &str,
    own: Option<&str>,
) -> Result<Result<KeptName, Fault>, Failure> {
    let Some(name) = name::clean(text) else { return Ok(Err(Fault::Nameless)) };
    if name::is_long(text) {
        return Ok(Err(Fault::LongName));
    }
    let kept = fold::kept(&name);
    if fold::is_reserved(&kept) || kept.caseless.is_empty() || kept.look.is_empty() {
        return Ok(Err(Fault::Reserved));
    }
    let keeper = app.store.keeper(&kept).await?;
    Ok(if keeper.is_none_or(|keeper| own == Some(&*keeper)) { Ok(kept) } else { Err(Fault::Taken) })
}

/// `POST /account/new`: the visitor becomes an account.
pub(crate) async fn keep_name(
    State(app): State<Arc<App>>,
    Extension(caller): Extension<Caller>,
    headers: HeaderMap,
    Form(form): Form<SignInForm>,
) -> Result<Response, Failure> {
    if caller.account.is_some() {
        return Ok(Redirect::to("/account").into_response());
    }
    let refused = |fault| pages::keep_name(&caller, &form.name, "", Some(fault));
    caller.take(&app, RateKind::Accounts)?;
    let name = match free_name(&app, &form.name, None).await? {
        Ok(name) => name,
        Err(fault) => return refused(fault),
    };
    let password = match app.accounts.passwords.hash(&form.password, &name.name).await? {
        Ok(password) => password,
        Err(fault) => return refused(fault),
    };
    let codes = secret::codes()?;
    match make(&app, &caller, &headers, (name, Some(password), None), &codes).await? {
        Ok(begin) => begin.give(&app, &caller, pages::codes(&caller, &codes)?).await,
        Err(fault) => refused(fault),
    }
}

/// Makes an account of the caller's visitor. The browser is signed in.
pub(crate) async fn make(
    app: &App,
    caller: &Caller,
    headers: &HeaderMap,
    (name, password, identity): (KeptName, Option<String>, Option<Identity>),
    codes: &[String],
) -> Result<Result<Begin, Fault>, Failure> {
    let begin = Begin::new(app, headers)?;
    let codes = codes.iter().map(|code| secret::code_hash(code)).collect();
    let (visitor, session, at) = (caller.visitor.to_string(), begin.row.clone(), app.time.now());
    let account = NewAccount { visitor, name, password, at, codes, identity, session };
    match app.store.make_account(account).await {
        Ok(()) => {
            app.accounts.joined(&caller.visitor);
            Ok(Ok(begin))
        }
        Err(StoreError::Conflict) => Ok(Err(Fault::Taken)),
        Err(why) => Err(why.into()),
    }
}

/// `POST /account/in`
///
/// A name that is not kept takes as long as a wrong password, and gets its answer.
pub(crate) async fn sign_in(
    State(app): State<Arc<App>>,
    Extension(caller): Extension<Caller>,
    headers: HeaderMap,
    Form(form): Form<SignInForm>,
) -> Result<Response, Failure> {
    let refused = |fault| pages::sign_in(&app, &caller, &form.name, Some(fault));
    let Some(name) = name::clean(&form.name) else { return refused(Fault::SignIn) };
    let caseless = fold::kept(&name).caseless;
    let guess = match Guess::new(&app, &caller, &caseless) {
        Ok(guess) => guess,
        Err(fault) => return refused(fault),
    };
    let account = app.store.account_named(&caseless).await?;
    let stored = account.as_ref().and_then(|account| account.password.as_deref());
    let is_right = app.accounts.passwords.is_right(&form.password, stored).await?;
    let Some(account) = account.filter(|_| is_right) else { return refused(Fault::SignIn) };
    guess.was_right();
    let begin = Begin::new(&app, &headers)?;
    match app.store.sign_in(&account.visitor, begin.row.clone()).await {
        Ok(()) => begin.give(&app, &caller, Redirect::to("/account").into_response()).await,
        // The account was removed in this moment.
        Err(StoreError::NoAccount) => refused(Fault::SignIn),
        Err(why) => Err(why.into()),
    }
}

/// `POST /account/recover`
pub(crate) async fn recover(
    State(app): State<Arc<App>>,
    Extension(caller): Extension<Caller>,
    headers: HeaderMap,
    Form(form): Form<RecoverForm>,
) -> Result<Response, Failure> {
    let refused = |fault| pages::recover_with(&caller, &form.name, Some(fault));
    let Some(name) = name::clean(&form.name) else { return refused(Fault::Code) };
    let caseless = fold::kept(&name).caseless;
    let guess = match Guess::new(&app, &caller, &caseless) {
        Ok(guess) => guess,
        Err(fault) => return refused(fault),
    };
    // The password is hashed first, so that the answer takes as long without an account.
    let password = match app.accounts.passwords.hash(&form.password, &name).await? {
        Ok(password) => password,
        Err(fault) => {
            guess.was_right();
            return refused(fault);
        }
    };
    let account = app.store.account_named(&caseless).await?;
    let visitor: Arc<str> = account.map_or_else(|| "".into(), |account| account.visitor.into());
    let begin = Begin::new(&app, &headers)?;
    let code = secret::code_hash(&form.code);
    match app.store.recover(&visitor, &code, &password, begin.row.clone()).await {
        Ok(()) => {
            guess.was_right();
            app.accounts.all_ended(&visitor, None);
            begin.give(&app, &caller, Redirect::to("/account").into_response()).await
        }
        Err(StoreError::NoAccount) => refused(Fault::Code),
        Err(why) => Err(why.into()),
    }
}

/// `POST /account/out`
pub(crate) async fn sign_out(
    State(app): State<Arc<App>>,
    Extension(caller): Extension<Caller>,
) -> Result<Response, Failure> {
    if let (Some(account), Some(session)) = (&caller.account, &caller.session) {
        match app.store.end_session(&account.visitor, session).await {
            Ok(()) | Err(StoreError::NoAccount) => app.accounts.ended(session),
            Err(why) => return Err(why.into()),
        }
    }
    let mut response = Redirect::to("/").into_response();
    set_cookie(&mut response, &no_cookie(app.settings.is_https()))?;
    Ok(response)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_browser_is_told_in_a_few_words() {
        let told = |agent: &'static str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::USER_AGENT, HeaderValue::from_static(agent));
            browser(&headers)
        };
        let linux = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Safari/537.36";
        assert_eq!(told(linux), "Chrome, Linux");
        let phone = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1 Version/18.0 Safari/604.1";
        assert_eq!(told(phone), "Safari, iPhone");
        assert_eq!(
            told("Mozilla/5.0 (Windows NT 10.0; rv:130.0) Gecko/20100101 Firefox/130.0"),
            "Firefox, Windows"
        );
        assert_eq!(told("<script>"), "?");
    }
}
