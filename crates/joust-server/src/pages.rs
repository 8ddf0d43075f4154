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
use crate::picture;
use crate::table::{Open, Trouble};
use crate::watch::WatchWords;
use crate::words::Words;
use askama::Template;
use axum::Extension;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use joust_games::{Listing, duels};
use joust_store::StoredGame;
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

/// `templates/new.html`
#[derive(Template)]
#[template(path = "new.html")]
struct NewGamePage<'a> {
    frame: Frame,
    script: String,
    choices: Vec<Choice>,
    form: &'a NewGameForm,
    mistakes: &'a [Mistake],
    language: Language,
    /// The seat that moves first in the position of the form.
    begins: usize,
    name: String,
    preview: Preview,
}

/// What a link to a page shows elsewhere: `templates/preview.html`.
pub(crate) struct Preview {
    pub(crate) title: String,
    pub(crate) about: String,
    /// The full address of a picture.
    pub(crate) picture: String,
}

impl Preview {
    /// What a link to a page shows that has no position of its own: the usual board of a game.
    pub(crate) fn of_game(caller: &Caller, title: &str, about: &str, game: &str) -> Preview {
        let form = NewGameForm { game: game.to_owned(), ..NewGameForm::default() };
        let picture = picture::address(caller, &form);
        Preview { title: format!("{title} · Joust"), about: about.to_owned(), picture }
    }
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
    preview: Preview,
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
    game: &'a str,
    how: &'static str,
    story: &'static str,
    /// What leads to a battle of Mad Max.
    run: &'static str,
    /// Trusted HTML.
    law: &'static str,
    preview: Preview,
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
    preview: Preview,
}

/// The page of an element, `joust-ROOM`, with the script and the styles of this name.
pub(crate) fn element(
    caller: &Caller,
    room: &str,
    title: &str,
    about: &str,
    attributes: &[(&str, String)],
) -> Result<Response, Failure> {
    element_with(caller, room, (title, about), attributes, None)
}

/// [`element`] with a picture of its own for links to it; without one, links show the board of MAD, or of
/// the game in the attributes.
pub(crate) fn element_with(
    caller: &Caller,
    room: &str,
    (title, about): (&str, &str),
    attributes: &[(&str, String)],
    picture: Option<String>,
) -> Result<Response, Failure> {
    let named = attributes.iter().find(|(name, _)| *name == "game").map(|(_, game)| game.as_str());
    let game = named.unwrap_or(if room == "watch" { "madmax" } else { "mad" });
    let usual = Preview::of_game(caller, title, about, game);
    let preview = Preview { picture: picture.unwrap_or(usual.picture), ..usual };
    page(&ElementPage {
        frame: Frame::new(caller.language),
        room,
        script: url(&format!("{room}.js")),
        style: url(&format!("{room}.css")),
        rules: url("rules.wasm"),
        title,
        about,
        attributes,
        preview,
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

/// The page with the form of a new game.
///
/// This page repeats what its address says, and it is compressed. So it has nothing that a stranger may not
/// know, such as the addresses of the visitor's games: the size of the page would tell a guess from a miss.
pub(crate) async fn form_with(
    app: &Arc<App>,
    caller: &Caller,
    form: &NewGameForm,
    mistakes: &[Mistake],
) -> Result<Response, Failure> {
    let name = app.store.name(&caller.visitor).await?.unwrap_or_default();
    let words = Words::of(caller.language);
    page(&NewGamePage {
        frame: Frame::new(caller.language),
        script: url("home.js"),
        choices: choices(),
        form,
        mistakes,
        language: caller.language,
        begins: form.begins(),
        name,
        preview: Preview {
            title: format!("{}{} {}", words.new_game, words.colon, words.game(&form.game)),
            about: words.lead.to_owned(),
            picture: picture::address(caller, form),
        },
    })
}

/// `GET /new`
pub(crate) async fn new_game(
    State(app): State<Arc<App>>,
    Extension(caller): Extension<Caller>,
    Query(form): Query<NewGameForm>,
) -> Result<Response, Failure> {
    form_with(&app, &caller, &form.or_defaults(), &[]).await
}

/// `GET /game/ID`
pub(crate) async fn game(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Extension(caller): Extension<Caller>,
) -> Result<Response, Failure> {
    let seen = looked_up(&app, &id, |open| {
        let game = open.game();
        let is_open = game.open_seat().is_some() && game.ending().is_none();
        (open.view(&caller.visitor), game.terms().setup.clone(), is_open)
    })
    .await?;
    let words = Words::of(caller.language);
    let (state, setup, is_open) = match seen {
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
        preview: Preview {
            title: format!("{} · Joust", words.game(&setup.game)),
            about: if is_open { words.invitation } else { words.spectate }.to_owned(),
            picture: format!("{}/game/{id}/picture.png", caller.origin),
        },
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
pub(crate) fn without_visitor(body: &str) -> Cow<'_, str> {
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
    let law = law::of(&game, caller.language).ok_or(Failure::NotFound)?;
    let (frame, watch) = (Frame::new(caller.language), WatchWords::of(caller.language));
    let words = frame.words;
    let (how, story) = match game.as_str() {
        "mad" => (words.how_mad, words.story_mad),
        "madmax" => (watch.how, watch.story),
        _ => (words.how_wargame, words.story_wargame),
    };
    let preview = Preview::of_game(&caller, how, story, &game);
    page(&RulesPage { frame, game: &game, how, story, run: watch.run, law, preview })
}

/// The page of a failure.
pub(crate) fn error(failure: &Failure, language: Language) -> Response {
    let frame = Frame::new(language);
    let words = frame.words;
    let text = match failure {
        Failure::NotFound => words.not_found,
        Failure::Bad(_) | Failure::Method | Failure::TooLarge | Failure::Slow => words.bad,
        Failure::Foreign => words.foreign,
        Failure::Kept => words.kept,
        Failure::SignIn => words.sign_in_first,
        Failure::Forbidden => words.forbidden,
        Failure::Token => words.bad_token,
        Failure::Flood => words.flood,
        Failure::Full => words.full,
        Failure::Ours(_) => words.ours,
    };
    let status = failure.status();
    let mut response = match (ErrorPage { frame, status: status.as_u16(), text }).render() {
        Ok(page) => (status, Html(page)).into_response(),
        Err(_) => (status, text).into_response(),
    };
    if matches!(failure, Failure::Token) {
        response.headers_mut().insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
    }
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
