//! Signing in by an identity provider.

use super::entry::{self, Begin, free_name};
use super::fault::Fault;
use super::provider::ProviderError;
use super::{Provider, owner, pages};
use crate::app::App;
use crate::failure::Failure;
use crate::guard::Caller;
use crate::rates::RateKind;
use axum::extract::{Query, State};
use axum::http::{HeaderMap, HeaderValue};
use axum::response::{IntoResponse, Redirect, Response};
use axum::{Extension, Form};
use joust_store::{Identity, StoreError};
use serde::Deserialize;
use std::sync::Arc;

/// The provider; without one, these addresses do not exist.
fn provider(app: &App) -> Result<&Provider, Failure> {
    app.provider.as_ref().ok_or(Failure::NotFound)
}

/// What a failed sign-in is called on the page. Operators find the reason in the log.
fn fault(why: &ProviderError) -> Fault {
    match why {
        ProviderError::Away(_) => tracing::warn!(%why, "the identity provider cannot be used"),
        ProviderError::Refused(_) => tracing::info!(%why, "the identity provider did not sign a visitor in"),
        ProviderError::Expired => {}
    }
    match why {
        ProviderError::Away(_) => Fault::Away,
        ProviderError::Refused(_) => Fault::Refused,
        ProviderError::Expired => Fault::Expired,
    }
}

/// The page on which a sign-in has failed.
async fn failed(app: &App, caller: &Caller, headers: &HeaderMap, fault: Fault) -> Result<Response, Failure> {
    match caller.session {
        Some(_) => pages::own_account(app, caller, headers, Some(fault)).await,
        None => pages::sign_in(app, caller, "", Some(fault)),
    }
}

/// `GET /account/openid`: leads to the provider. It is a link, because the policy of the pages lets no form
/// lead to another site.
pub(crate) async fn begin(
    State(app): State<Arc<App>>,
    Extension(caller): Extension<Caller>,
    headers: HeaderMap,
) -> Result<Response, Failure> {
    let provider = provider(&app)?;
    let site = headers.get("sec-fetch-site").map(HeaderValue::as_bytes);
    if site.is_some_and(|site| site != b"same-origin" && site != b"none") {
        return Err(Failure::Foreign);
    }
    caller.take(&app, RateKind::Accounts)?;
    match provider.begin(&caller.visitor, &caller.origin).await {
        Ok(url) => Ok(Redirect::to(&url).into_response()),
        Err(why) => failed(&app, &caller, &headers, fault(&why)).await,
    }
}

/// What the provider sends back.
#[derive(Default, Deserialize)]
#[serde(default)]
pub(crate) struct Back {
    state: String,
    code: Option<String>,
}

/// `GET /account/openid/back`: the provider sends the visitor here.
pub(crate) async fn back(
    State(app): State<Arc<App>>,
    Extension(caller): Extension<Caller>,
    headers: HeaderMap,
    Query(back): Query<Back>,
) -> Result<Response, Failure> {
    let provider = provider(&app)?;
    caller.take(&app, RateKind::Accounts)?;
    let user = match provider.finish(&caller.visitor, &back.state, back.code).await {
        Ok(user) => user,
        Err(why) => return failed(&app, &caller, &headers, fault(&why)).await,
    };
    let known = app.store.account_of(&user.identity).await?;
    match (known, &caller.account) {
        // The owner connects an account that has none yet, or signs in again.
        (known, Some(account)) => {
            if known.is_some_and(|known| *known.visitor != *account.visitor) {
                return failed(&app, &caller, &headers, Fault::Identity).await;
            }
            match app.store.add_identity(&account.visitor, user.identity, app.time.now()).await {
                Ok(()) | Err(StoreError::Conflict) => Ok(Redirect::to("/account").into_response()),
                Err(why) => Err(why.into()),
            }
        }
        (Some(known), None) => {
            let begin = Begin::new(&app, &headers)?;
            app.store.sign_in(&known.visitor, begin.row.clone()).await?;
            begin.give(&app, &caller, Redirect::to("/account").into_response()).await
        }
        (None, None) => {
            let ticket = provider.ticket(&caller.visitor, user.identity)?;
            let own = app.store.name(&caller.visitor).await?.filter(|name| !name.is_empty());
            pages::keep_name(&caller, &own.unwrap_or(user.name), &ticket, None)
        }
    }
}

/// A name for a user of the provider.
#[derive(Deserialize)]
pub(crate) struct NameForm {
    name: String,
    ticket: String,
}

/// `POST /account/openid/name`: the visitor becomes an account without a password.
pub(crate) async fn keep_name(
    State(app): State<Arc<App>>,
    Extension(caller): Extension<Caller>,
    headers: HeaderMap,
    Form(form): Form<NameForm>,
) -> Result<Response, Failure> {
    let provider = provider(&app)?;
    if caller.account.is_some() {
        return Ok(Redirect::to("/account").into_response());
    }
    caller.take(&app, RateKind::Accounts)?;
    let Some(identity) = provider.user(&caller.visitor, &form.ticket) else {
        return failed(&app, &caller, &headers, Fault::Expired).await;
    };
    let refused = |fault| pages::keep_name(&caller, &form.name, &form.ticket, Some(fault));
    let name = match free_name(&app, &form.name, None).await? {
        Ok(name) => name,
        Err(fault) => return refused(fault),
    };
    match entry::make(&app, &caller, &headers, (name, None, Some(identity)), &[]).await? {
        Ok(begin) => {
            provider.used(&form.ticket);
            begin.give(&app, &caller, Redirect::to("/account").into_response()).await
        }
        Err(fault) => refused(fault),
    }
}

/// The identity that an account gives up.
#[derive(Deserialize)]
pub(crate) struct EndForm {
    issuer: String,
    subject: String,
}

/// `POST /account/openid/end`
pub(crate) async fn end(
    State(app): State<Arc<App>>,
    Extension(caller): Extension<Caller>,
    Form(form): Form<EndForm>,
) -> Result<Response, Failure> {
    let (account, _) = owner(&caller)?;
    let identity = Identity { issuer: form.issuer, subject: form.subject };
    match app.store.end_identity(&account.visitor, identity).await {
        Ok(()) | Err(StoreError::NoAccount) => Ok(Redirect::to("/account").into_response()),
        Err(why) => Err(why.into()),
    }
}
