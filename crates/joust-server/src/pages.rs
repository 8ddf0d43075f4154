//! The pages: the data of their templates.

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
use crate::table::{self, Open, Trouble};
use crate::watch::WatchWords;
use crate::words::Words;
use askama::Template;
use axum::Extension;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use joust_games::{Listing, duels};
use joust_live::{Opponent, Terms};
use joust_store::{GameSummary, StoredGame};
use serde_json::Value;
use std::borrow::Cow;
use std::sync::Arc;

/// The parts that every page has.
pub(crate) struct Frame {
    pub(crate) language: &'static str,
    pub(crate) words: &'static Words,
    pub(crate) style: String,
    pub(crate) early: String,
    pub(crate) icon: String,
    pub(crate) font: String,
}

impl Frame {
    pub(crate) fn new(language: Language) -> Frame {
        Frame {
            language: language.code(),
            words: Words::of(language),
            style: url("arena.css"),
            early: url("early.js"),
            icon: url("icon.svg"),
            font: url("geist.woff2"),
        }
    }
}

/// A game that can be chosen, with its boards and rulesets.
pub(crate) struct Choice {
    pub(crate) name: &'static str,
    pub(crate) boards: Vec<Listing>,
    pub(crate) rulesets: Vec<Listing>,
}

impl Choice {
    /// Whether the form asks for a board or ruleset that is not in the list; it can still be chosen.
    fn is_other(&self, form: &NewGameForm, asked: &str, list: &[Listing]) -> bool {
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
    /// The seat of the visitor; `None` for a visitor with both.
    pub(crate) seat: Option<usize>,
    /// The name of the other person, if there is one.
    pub(crate) name: String,
    /// Whether the visitor is to act.
    pub(crate) your_turn: bool,
    pub(crate) is_over: bool,
    /// Whether a seat is still open.
    pub(crate) is_open: bool,
    /// The number of actions; `None` if the game has no summary yet.
    pub(crate) moves: Option<usize>,
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

/// `templates/damaged.html`
#[derive(Template)]
#[template(path = "damaged.html")]
struct DamagedPage<'a> {
    frame: Frame,
    id: &'a str,
    /// What is wrong, in English.
    why: &'a str,
    text: String,
}

/// `templates/rules.html`
#[derive(Template)]
#[template(path = "rules.html")]
struct RulesPage<'a> {
    frame: Frame,
    watch: &'static WatchWords,
    game: &'a str,
    /// Trusted HTML.
    law: &'static str,
}

/// `templates/element.html`: a page whose content is one element of the script, `joust-ROOM`.
#[derive(Template)]
#[template(path = "element.html")]
struct ElementPage<'a> {
    frame: Frame,
    /// The name of script, styles and element, and the page's place in the bar.
    room: &'a str,
    script: String,
    style: String,
    rules: String,
    title: &'a str,
    about: &'a str,
    /// Attributes `data-NAME` of the element.
    attributes: &'a [(&'a str, String)],
}

/// The page of an element, `joust-ROOM`, with the script and the styles of this name.
pub(crate) fn element(
    caller: &Caller,
    room: &str,
    title: &str,
    about: &str,
    attributes: &[(&str, String)],
) -> Result<Response, Failure> {
    page(&ElementPage {
        frame: Frame::new(caller.language),
        room,
        script: url(&format!("{room}.js")),
        style: url(&format!("{room}.css")),
        rules: url("rules.wasm"),
        title,
        about,
        attributes,
    })
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
    let choice = |game: &&'static dyn joust_games::AnyDuelGame| Choice {
        name: game.name(),
        boards: game.boards(),
        rulesets: game.rulesets(),
    };
    duels().iter().map(choice).collect()
}

pub(crate) fn page(template: &impl Template) -> Result<Response, Failure> {
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

/// The games of a visitor, from their summaries, without replay.
async fn own_games(app: &Arc<App>, visitor: &str) -> Result<Vec<OwnGame>, Failure> {
    let listed = app.store.games_of(visitor, OWN_GAMES).await?;
    let old: Vec<_> =
        listed.iter().filter(|game| game.summary.is_none()).map(|game| game.id.clone()).collect();
    if !old.is_empty() {
        tokio::spawn(summarize(Arc::clone(app), old));
    }
    let mut own: Vec<_> = listed.iter().map(|game| own_game(game, visitor)).collect();
    own.sort_by_key(|game| (game.is_over, !game.your_turn));
    Ok(own)
}

/// Gives games of an older joust their summaries, for the next visit.
async fn summarize(app: Arc<App>, ids: Vec<String>) {
    for id in ids {
        // A game that cannot be replayed was logged when it was read.
        let Ok(game) = table::read(&app, &id).await else { continue };
        if let Err(why) = app.store.set_summary(&id, table::summary(&game.standing())).await {
            tracing::warn!(game = id::label(&id), %why, "a summary could not be stored");
            return;
        }
    }
}

fn own_game(game: &GameSummary, visitor: &str) -> OwnGame {
    let terms: Option<Terms> = serde_json::from_str(&game.terms).ok();
    let opponent = terms.as_ref().map(|terms| terms.opponent);
    let computer = terms.as_ref().and_then(Terms::computer);
    let mine: Vec<_> = game.seats.iter().filter(|taken| taken.visitor == visitor).collect();
    let other = game.seats.iter().find(|taken| taken.visitor != visitor);
    let summary = game.summary.as_ref();
    let to_act = summary.and_then(|summary| summary.to_act);
    OwnGame {
        id: game.id.clone(),
        game: terms.as_ref().map(|terms| terms.setup.game.clone()).unwrap_or_default(),
        board: terms.as_ref().map(|terms| terms.setup.board.name.clone()).unwrap_or_default(),
        opponent: match opponent {
            Some(Opponent::Computer { .. }) => "computer",
            Some(Opponent::Screen) => "screen",
            Some(Opponent::Friend) | None => "friend",
        },
        level: computer.map(|(_, level)| level),
        seat: mine.first().filter(|_| mine.len() == 1).map(|taken| taken.seat.into()),
        name: other.map(|taken| taken.name.clone()).unwrap_or_default(),
        your_turn: to_act.is_some_and(|seat| mine.iter().any(|taken| taken.seat == seat)),
        is_over: summary.is_some_and(|summary| summary.ending.is_some()),
        is_open: computer.is_none() && game.seats.len() < 2,
        moves: summary.map(|summary| summary.moves as usize),
    }
}

/// `GET /game/ID`
pub(crate) async fn game(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Extension(caller): Extension<Caller>,
) -> Result<Response, Failure> {
    let seen =
        looked_up(&app, &id, |open| (open.view(&caller.visitor), open.game().terms().setup.clone())).await?;
    let (state, setup) = match seen {
        Ok(seen) => seen,
        Err(damaged) => return damaged.page(&id, caller.language),
    };
    let name = app.store.name(&caller.visitor).await?.unwrap_or_default();
    page(&GamePage {
        frame: Frame::new(caller.language),
        script: url("game.js"),
        rules: url("rules.wasm"),
        id: &id,
        game: &setup.game,
        board: &setup.board.name,
        state: state.replace('<', "\\u003c"),
        name,
    })
}

/// `GET /game/ID/record`
pub(crate) async fn record(State(app): State<Arc<App>>, Path(id): Path<String>) -> Result<Response, Failure> {
    let seen =
        looked_up(&app, &id, |open| (open.game().record(), open.game().terms().setup.game.clone())).await?;
    let (name, text) = match seen {
        Ok((record, game)) => (format!("{game}-{id}"), record.to_string()),
        // Not a record, but the log as it is stored.
        Err(damaged) => (format!("damaged-{id}"), damaged.text()),
    };
    let headers = [
        (header::CONTENT_TYPE, "text/plain; charset=utf-8".to_owned()),
        (header::CONTENT_DISPOSITION, format!("attachment; filename=\"{name}.txt\"")),
        (header::CACHE_CONTROL, "no-cache".to_owned()),
    ];
    Ok((headers, text).into_response())
}

/// A game that cannot be replayed.
pub(crate) struct Damaged {
    stored: StoredGame,
    why: String,
}

impl Damaged {
    /// The game as it is stored, a line for the terms and one for each entry, without the ids of visitors.
    fn text(&self) -> String {
        let entries = self
            .stored
            .entries
            .iter()
            .map(|entry| format!("{} {}\n", entry.at, without_visitor(&entry.body)));
        std::iter::once(format!("{}\n", self.stored.terms)).chain(entries).collect()
    }

    fn page(&self, id: &str, language: Language) -> Result<Response, Failure> {
        page(&DamagedPage { frame: Frame::new(language), id, why: &self.why, text: self.text() })
    }
}

/// The body of an entry without the id of a visitor, which would identify the visitor in other games.
fn without_visitor(body: &str) -> Cow<'_, str> {
    match serde_json::from_str::<Value>(body) {
        Ok(mut value) => {
            if drop_visitors(&mut value) > 0 {
                Cow::Owned(value.to_string())
            } else {
                Cow::Borrowed(body)
            }
        }
        // An id cannot be recognized in it.
        Err(_) => Cow::Owned(format!("({} bytes that are not JSON)", body.len())),
    }
}

/// Removes every key `visitor`, and gives their number.
fn drop_visitors(value: &mut Value) -> usize {
    match value {
        Value::Object(map) => {
            let own = usize::from(map.remove("visitor").is_some());
            own + map.values_mut().map(drop_visitors).sum::<usize>()
        }
        Value::Array(values) => values.iter_mut().map(drop_visitors).sum(),
        _ => 0,
    }
}

/// Opens a game for `look`, or gives the stored log of a game that cannot be replayed.
pub(crate) async fn looked_up<T>(
    app: &Arc<App>,
    id: &str,
    look: impl FnOnce(&Open<'_>) -> T,
) -> Result<Result<T, Damaged>, Failure> {
    if !id::is_game(id) {
        return Err(Failure::NotFound);
    }
    let table = app.hall.table(id);
    let seen = Open::new(app, &table).await.map(|open| look(&open));
    if let Err(Trouble::NoGame) = seen {
        app.hall.forget(table);
        return Err(Failure::NotFound);
    }
    match seen {
        Err(Trouble::Damaged(why)) => {
            app.hall.forget(table);
            let stored = app.store.game(id).await?.ok_or(Failure::NotFound)?;
            Ok(Err(Damaged { stored, why }))
        }
        seen => Ok(Ok(seen?)),
    }
}

/// `GET /rules/GAME`
pub(crate) async fn rules(
    Path(game): Path<String>,
    Extension(caller): Extension<Caller>,
) -> Result<Response, Failure> {
    let law = law::of(&game).ok_or(Failure::NotFound)?;
    let (frame, watch) = (Frame::new(caller.language), WatchWords::of(caller.language));
    page(&RulesPage { frame, watch, game: &game, law })
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

/// A sentence about the page files that are missing; `None` if the build is complete.
pub(crate) fn shortcoming() -> Option<String> {
    let missing = assets::missing();
    (!missing.is_empty()).then(|| {
        format!("built without its pages ({}): `make build` makes them, and needs Node", missing.join(", "))
    })
}
