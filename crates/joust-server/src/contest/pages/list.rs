//! `/contests`: the contests of the caller, and those that are open to everybody.

use super::head::{Date, Tag, standing, state};
use super::private;
use crate::app::App;
use crate::contest::service::{Card, ContestFault, Standing};
use crate::contest::words::ContestWords;
use crate::failure::Failure;
use crate::guard::Caller;
use crate::pages::Frame;
use crate::words::Words;
use askama::Template;
use axum::Extension;
use axum::extract::State;
use axum::response::{Redirect, Response};
use std::sync::Arc;

/// `templates/contests.html`
#[derive(Template)]
#[template(path = "contests.html")]
struct ContestsPage {
    frame: Frame,
    words: &'static ContestWords,
    fault: Option<String>,
    is_signed_in: bool,
    may_make: bool,
    code: String,
    mine: Vec<ContestLine>,
    others: Vec<ContestLine>,
}

/// A contest in a list.
struct ContestLine {
    id: String,
    name: String,
    /// The game by name, which chooses the picture.
    game: &'static str,
    game_word: &'static str,
    state: Tag,
    standing: &'static str,
    next: Option<Date>,
}

impl ContestLine {
    fn new(card: &Card, caller: &Caller) -> ContestLine {
        let words = ContestWords::of(caller.language);
        ContestLine {
            id: card.id.clone(),
            name: card.name.clone(),
            game: card.game,
            game_word: Words::of(caller.language).game(card.game),
            state: state(card, words),
            standing: if card.standing == Standing::Spectator { "" } else { standing(card.standing, words) },
            next: card.next.as_ref().and_then(|next| Date::next(next, words)),
        }
    }
}

/// The page of the list, with what is wrong with a code.
pub(crate) async fn page(
    app: &App,
    caller: &Caller,
    code: String,
    fault: Option<&ContestFault>,
) -> Result<Response, Failure> {
    let cards = app.contests.list(caller).await?;
    let (mine, others): (Vec<&Card>, Vec<&Card>) =
        cards.iter().partition(|card| card.standing > Standing::Spectator);
    let line = |card: &&Card| ContestLine::new(card, caller);
    let page = ContestsPage {
        frame: Frame::new(caller.language),
        words: ContestWords::of(caller.language),
        fault: super::told(fault, caller),
        is_signed_in: caller.account.is_some(),
        may_make: app.contests.may_make(caller),
        code,
        mine: mine.iter().map(line).collect(),
        others: others.iter().map(line).collect(),
    };
    private(&page, fault.is_some())
}

/// `GET /contests`
pub(crate) async fn contests(
    State(app): State<Arc<App>>,
    Extension(caller): Extension<Caller>,
) -> Result<Response, Failure> {
    page(&app, &caller, String::new(), None).await
}

/// An address that only takes a form.
pub(crate) async fn to_contests() -> Redirect {
    Redirect::to("/contests")
}
