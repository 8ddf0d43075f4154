//! Pages: what the templates are given.

use crate::app::App;
use crate::assets::{self, url};
use crate::failure::Failure;
use crate::form::{Mistake, NewGameForm};
use crate::french::Told as _;
use crate::guard::Caller;
use crate::id;
use crate::language::Language;
use crate::law;
use crate::limits::OWN_GAMES;
use crate::table::{Open, Trouble, revive};
use crate::words::Words;
use askama::Template;
use axum::Extension;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use joust_core::{Seat, Seats};
use joust_games::{Entry, games};
use joust_match::{LiveGame, Opponent};
use std::sync::Arc;

/// What every page has.
pub(crate) struct Frame {
    pub(crate) language: &'static str,
    pub(crate) words: &'static Words,
    pub(crate) style: String,
    pub(crate) early: String,
    pub(crate) icon: String,
}

impl Frame {
    fn new(language: Language) -> Frame {
        Frame {
            language: language.code(),
            words: Words::of(language),
            style: url("arena.css"),
            early: url("early.js"),
            icon: url("icon.svg"),
        }
    }
}

/// A game that can be chosen, with its boards and rulesets.
pub(crate) struct Choice {
    pub(crate) name: &'static str,
    pub(crate) boards: Vec<Entry>,
    pub(crate) rulesets: Vec<Entry>,
}

impl Choice {
    /// Whether something was asked for that is in none of the lists: it can be chosen all the same.
    fn is_other(&self, form: &NewGameForm, asked: &str, list: &[Entry]) -> bool {
        self.name == form.game && !asked.is_empty() && list.iter().all(|entry| entry.name != asked)
    }
}

/// A game of the visitor.
pub(crate) struct OwnGame {
    pub(crate) id: String,
    pub(crate) game: String,
    pub(crate) board: String,
    /// `computer`, `screen` or `friend`.
    pub(crate) opponent: &'static str,
    pub(crate) level: Option<u8>,
    /// The seat of the visitor; none for whoever has both.
    pub(crate) seat: Option<usize>,
    /// The name of the other person, if there is one.
    pub(crate) name: String,
    /// Whether the visitor is to act.
    pub(crate) your_turn: bool,
    pub(crate) is_over: bool,
    /// Whether a seat is still open.
    pub(crate) is_open: bool,
    pub(crate) moves: usize,
}

/// `templates/home.html`
#[derive(Template)]
#[template(path = "home.html")]
struct HomePage<'a> {
    frame: Frame,
    script: String,
    choices: Vec<Choice>,
    form: &'a NewGameForm,
    mistakes: &'a [Mistake],
    language: Language,
    /// The seat that moves first in the position of the form.
    begins: usize,
    name: String,
    own: Vec<OwnGame>,
}

/// `templates/game.html`
#[derive(Template)]
#[template(path = "game.html")]
struct GamePage<'a> {
    frame: Frame,
    script: String,
    rules: String,
    id: &'a str,
    game: &'a str,
    board: &'a str,
    /// The state as JSON that can stand in a page.
    state: String,
    name: String,
}

/// `templates/rules.html`
#[derive(Template)]
#[template(path = "rules.html")]
struct RulesPage<'a> {
    frame: Frame,
    game: &'a str,
    /// HTML of ours.
    law: &'static str,
}

/// `templates/error.html`
#[derive(Template)]
#[template(path = "error.html")]
struct ErrorPage<'a> {
    frame: Frame,
    status: u16,
    text: &'a str,
}

fn choices() -> Vec<Choice> {
    let choice = |game: &&'static dyn joust_games::AnyGame| Choice {
        name: game.name(),
        boards: game.boards(),
        rulesets: game.rulesets(),
    };
    games().iter().map(choice).collect()
}

fn page(template: &impl Template) -> Result<Response, Failure> {
    let mut response = Html(template.render()?).into_response();
    // A page shows its visitor's name and games.
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("private, no-cache"));
    Ok(response)
}

/// The home page with a form.
pub(crate) async fn home_with(
    app: &Arc<App>,
    caller: &Caller,
    form: &NewGameForm,
    mistakes: &[Mistake],
) -> Result<Response, Failure> {
    let name = app.store.name(&caller.visitor).await?.unwrap_or_default();
    let own = own_games(app, &caller.visitor).await?;
    page(&HomePage {
        frame: Frame::new(caller.language),
        script: url("home.js"),
        choices: choices(),
        form,
        mistakes,
        language: caller.language,
        begins: form.begins(),
        name,
        own,
    })
}

/// `GET /` and `GET /new`
pub(crate) async fn home(
    State(app): State<Arc<App>>,
    Extension(caller): Extension<Caller>,
    Query(form): Query<NewGameForm>,
) -> Result<Response, Failure> {
    home_with(&app, &caller, &form.or_defaults(), &[]).await
}

async fn own_games(app: &Arc<App>, visitor: &str) -> Result<Vec<OwnGame>, Failure> {
    let mut own = Vec::new();
    for id in app.store.games_of(visitor, OWN_GAMES).await? {
        let told = if let Some(table) = app.hall.known(&id) {
            Open::new(app, &table).await.map(|open| own_game(&id, open.game(), visitor))
        } else {
            let stored = app.store.game(&id).await?.ok_or(Trouble::NoGame);
            stored.and_then(|stored| revive(&stored)).map(|game| own_game(&id, &game, visitor))
        };
        match told {
            Ok(game) => own.push(game),
            Err(why) => tracing::error!(game = id::label(&id), %why, "a game cannot be listed"),
        }
    }
    own.sort_by_key(|game| (game.is_over, !game.your_turn));
    Ok(own)
}

fn own_game(id: &str, game: &LiveGame, visitor: &str) -> OwnGame {
    let terms = game.terms();
    let other = game.sitters().iter().flatten().find(|sitter| sitter.visitor != visitor);
    OwnGame {
        id: id.to_owned(),
        game: terms.game.clone(),
        board: terms.board.clone(),
        opponent: match terms.opponent {
            Opponent::Computer { .. } => "computer",
            Opponent::Screen => "screen",
            Opponent::Friend => "friend",
        },
        level: terms.computer().map(|(_, level)| level),
        seat: only(game.seats_of(visitor)),
        name: other.map(|sitter| sitter.name.clone()).unwrap_or_default(),
        your_turn: game.to_act().is_some_and(|seat| game.seats_of(visitor).contains(seat)),
        is_over: game.end().is_some(),
        is_open: game.open_seat().is_some(),
        moves: game.course().len(),
    }
}

/// The seat, if there is exactly one.
fn only(seats: Seats) -> Option<usize> {
    let mut seats = seats.iter().map(Seat::index);
    seats.next().filter(|_| seats.next().is_none())
}

/// `GET /game/ID`
pub(crate) async fn game(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Extension(caller): Extension<Caller>,
) -> Result<Response, Failure> {
    let (state, terms) =
        looked_up(&app, &id, |open| (open.view(&caller.visitor), open.game().terms().clone())).await?;
    let name = app.store.name(&caller.visitor).await?.unwrap_or_default();
    page(&GamePage {
        frame: Frame::new(caller.language),
        script: url("game.js"),
        rules: url("rules.wasm"),
        id: &id,
        game: &terms.game,
        board: &terms.board,
        state: state.replace('<', "\\u003c"),
        name,
    })
}

/// `GET /game/ID/record`
pub(crate) async fn record(State(app): State<Arc<App>>, Path(id): Path<String>) -> Result<Response, Failure> {
    let (record, game) =
        looked_up(&app, &id, |open| (open.game().record(), open.game().terms().game.clone())).await?;
    let headers = [
        (header::CONTENT_TYPE, "text/plain; charset=utf-8".to_owned()),
        (header::CONTENT_DISPOSITION, format!("attachment; filename=\"{game}-{id}.txt\"")),
        (header::CACHE_CONTROL, "no-cache".to_owned()),
    ];
    Ok((headers, record.to_string()).into_response())
}

/// Looks at a game.
async fn looked_up<T>(app: &Arc<App>, id: &str, look: impl FnOnce(&Open<'_>) -> T) -> Result<T, Failure> {
    if !id::is_game(id) {
        return Err(Failure::NotFound);
    }
    let table = app.hall.table(id);
    let seen = Open::new(app, &table).await.map(|open| look(&open));
    if let Err(Trouble::NoGame) = seen {
        app.hall.forget(table);
    }
    Ok(seen?)
}

/// `GET /rules/GAME`
pub(crate) async fn rules(
    Path(game): Path<String>,
    Extension(caller): Extension<Caller>,
) -> Result<Response, Failure> {
    let law = law::of(&game).ok_or(Failure::NotFound)?;
    page(&RulesPage { frame: Frame::new(caller.language), game: &game, law })
}

/// The page of a failure.
pub(crate) fn error(failure: &Failure, language: Language) -> Response {
    let frame = Frame::new(language);
    let words = frame.words;
    let text = match failure {
        Failure::NotFound => words.not_found,
        Failure::Bad(_) | Failure::Method | Failure::TooLarge | Failure::Slow => words.bad,
        Failure::Foreign => words.foreign,
        Failure::Flood => words.flood,
        Failure::Full => words.full,
        Failure::Ours(_) => words.ours,
    };
    let status = failure.status();
    let mut response = match (ErrorPage { frame, status: status.as_u16(), text }).render() {
        Ok(page) => (status, Html(page)).into_response(),
        Err(_) => (status, text).into_response(),
    };
    if matches!(status, StatusCode::TOO_MANY_REQUESTS | StatusCode::SERVICE_UNAVAILABLE) {
        response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("10"));
    }
    response
}

/// What is missing for the pages, in a sentence; nothing if everything is there.
pub(crate) fn shortcoming() -> Option<String> {
    let missing = assets::missing();
    (!missing.is_empty()).then(|| {
        format!("built without its pages ({}): `make build` makes them, and needs Node", missing.join(", "))
    })
}
