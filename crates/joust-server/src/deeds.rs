//! The handlers of forms: making games and setting names.

use crate::app::App;
use crate::failure::Failure;
use crate::form::{Mistake, NewGameForm, Wish, Wrong};
use crate::guard::Caller;
use crate::rates::RateKind;
use crate::table::seated;
use crate::{account, id, name, pages};
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Redirect, Response};
use axum::{Extension, Form};
use joust_live::{LiveGame, Opponent, Terms};
use joust_store::NewGame;
use serde::Deserialize;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

/// `POST /games`
pub(crate) async fn make(
    State(app): State<Arc<App>>,
    Extension(caller): Extension<Caller>,
    Form(form): Form<NewGameForm>,
) -> Result<Response, Failure> {
    let form = form.or_defaults();
    let wanted = form.wish().map_err(|wrong| vec![wrong]).and_then(|wish| {
        let seat = match wish {
            Wish::Seat(seat) => seat,
            Wish::Random => toss(),
        };
        form.terms(seat).map(|terms| (terms, seat))
    });
    let (terms, seat) = match wanted {
        Ok(wanted) => wanted,
        Err(mistakes) => {
            let mut page = pages::form_with(&app, &caller, &form, &mistakes).await?;
            *page.status_mut() = StatusCode::UNPROCESSABLE_ENTITY;
            return Ok(page);
        }
    };
    let asked = name::clean(&form.name).filter(|_| caller.account.is_none());
    if let Some(name) = &asked
        && account::is_kept(&app, name).await?
    {
        let mistake = Mistake { field: "name", wrong: Wrong::Kept };
        let mut page = pages::form_with(&app, &caller, &form, &[mistake]).await?;
        *page.status_mut() = StatusCode::UNPROCESSABLE_ENTITY;
        return Ok(page);
    }
    caller.take(&app, RateKind::Games)?;
    // An account has its name, whatever the form says.
    let name = match asked {
        Some(name) => {
            app.store.set_name(&caller.visitor, &name, app.time.now()).await?;
            name
        }
        None => app.store.name(&caller.visitor).await?.unwrap_or_default(),
    };
    let id = create(&app, terms, seat, &caller.visitor, &name).await?;
    Ok(Redirect::to(&format!("/game/{id}")).into_response())
}

/// Makes a game with its maker in one seat, or in both at one screen.
async fn create(app: &App, terms: Terms, seat: u8, visitor: &str, name: &str) -> Result<String, Failure> {
    let id = id::game()?;
    let at = app.time.now();
    let text = serde_json::to_string(&terms).unwrap_or_default();
    let both = terms.opponent == Opponent::Screen;
    let mut game = LiveGame::begin(terms).map_err(|why| Failure::Ours(why.to_string()))?;
    let seats = if both { vec![0, 1] } else { vec![seat] };
    let entries = seated(&mut game, seats.into_iter().map(|seat| (seat, visitor, name)), at)?;
    let made = app.store.create(NewGame { id: &id, terms: &text, at, entries, link: None }).await;
    made.inspect_err(|_| app.metrics.create_failed())?;
    app.metrics.games_made.fetch_add(1, Relaxed);
    Ok(id)
}

/// A random seat; the first one if the system has no random numbers.
fn toss() -> u8 {
    let mut byte = [0];
    getrandom::fill(&mut byte).map_or(0, |()| byte[0] & 1)
}

/// The form of a name.
#[derive(Deserialize)]
pub(crate) struct NameForm {
    name: String,
    /// The page to go back to.
    #[serde(default)]
    back: String,
}

/// `POST /name`
pub(crate) async fn set_name(
    State(app): State<Arc<App>>,
    Extension(caller): Extension<Caller>,
    headers: HeaderMap,
    Form(form): Form<NameForm>,
) -> Result<Response, Failure> {
    let name = name::clean(&form.name).ok_or_else(|| Failure::Bad("a name has a letter at least".into()))?;
    caller.take(&app, RateKind::Names)?;
    // An account changes its name on its own page.
    if caller.account.is_none() {
        if account::is_kept(&app, &name).await? {
            return Err(Failure::Kept);
        }
        app.store.set_name(&caller.visitor, &name, app.time.now()).await?;
    }
    // A script needs no redirect.
    if headers.get("sec-fetch-mode").is_some_and(|mode| mode.as_bytes() != b"navigate") {
        return Ok(StatusCode::NO_CONTENT.into_response());
    }
    Ok(Redirect::to(own_path(&form.back)).into_response())
}

/// The path, if it is one of this site; otherwise the home page.
fn own_path(back: &str) -> &str {
    let plain = |c: char| c.is_ascii_alphanumeric() || "/-_?=&.".contains(c);
    if back.starts_with('/') && !back.starts_with("//") && back.chars().all(plain) { back } else { "/" }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn redirects_stay_on_the_site() {
        assert_eq!(own_path("/game/7k3m?lang=fr"), "/game/7k3m?lang=fr");
        for away in ["", "//evil.example", "https://evil.example", "/\\evil.example", "/a\r\nb", "game"] {
            assert_eq!(own_path(away), "/", "{away}");
        }
    }
}
