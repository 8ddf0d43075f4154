//! `/analyse`: a board for any position or record.

use crate::app::App;
use crate::assets::url;
use crate::failure::Failure;
use crate::form::NewGameForm;
use crate::guard::Caller;
use crate::limits::{OWN_GAMES, OWN_RUNNING};
use crate::words::words;
use crate::{own, pages, picture};
use axum::extract::{Query, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Extension, Router};
use joust_live::{LiveGame, Opponent};
use serde_json::{Value, json};
use std::sync::Arc;

words! {
    /// The words of these pages that are not in their script.
    AnalyseWords;
    title: &'static str = "Analysis board", "Analyse";
    about: &'static str = "A board for any position, record or finished game.", "Un plateau pour toute position, toute partie notée ou finie.";
}

/// The routes of these pages.
pub(crate) fn routes() -> Router<Arc<App>> {
    Router::new().route("/analyse", get(index)).route("/analyse/running", get(running))
}

/// Players of a running game must not be helped.
fn is_closed(live: &LiveGame) -> bool {
    live.ending().is_none() && matches!(live.terms().opponent, Opponent::Friend)
}

/// `GET /analyse/running`: the positions that the caller plays against other people now. The page does not
/// analyse them, however they came onto its board.
async fn running(
    State(app): State<Arc<App>>,
    Extension(caller): Extension<Caller>,
) -> Result<Response, Failure> {
    let (games, _) = own::games(&app, &caller.visitor, 0, OWN_GAMES).await?;
    let mut positions = Vec::new();
    for game in games.iter().filter(|game| game.is_against_a_person()).take(OWN_RUNNING) {
        let seen = pages::looked_up(&app, &game.id, |open| position(open.game())).await?;
        positions.extend(seen.ok().flatten());
    }
    let headers = [(header::CONTENT_TYPE, "application/json"), (header::CACHE_CONTROL, "no-store")];
    Ok((headers, Value::from(positions).to_string()).into_response())
}

/// The position of a running game in which somebody has moved: that of a new game belongs to everybody.
fn position(live: &LiveGame) -> Option<Value> {
    let setup = &live.terms().setup;
    let is_theirs = is_closed(live) && !live.course().is_empty();
    is_theirs
        .then(|| json!({ "game": setup.game, "board": setup.board.name, "position": live.position().text() }))
}

/// `GET /analyse`: the field `game` is the id of a game of this server or, beside the other fields of `/new`,
/// the name of a game. The other ways to say what is to be analysed are read by the script.
async fn index(
    State(app): State<Arc<App>>,
    Extension(caller): Extension<Caller>,
    Query(form): Query<NewGameForm>,
) -> Result<Response, Failure> {
    let words = AnalyseWords::of(caller.language);
    let general = crate::words::Words::of(caller.language);
    let mut attributes = vec![
        ("study", url("study.wasm")),
        ("engine", url("engine.js")),
        ("analysis", url("analysis.wasm")),
        ("levels", general.levels.join("|")),
        (
            "rulesets",
            general.rulesets.iter().flat_map(|&(name, own)| [name, own]).collect::<Vec<_>>().join("|"),
        ),
    ];
    let game = form.game.clone();
    let mut picture = None;
    if joust_games::duel(&game).is_some() {
        picture = Some(picture::address(&caller, &form));
    } else if !game.is_empty() {
        let seen = pages::looked_up(&app, &game, |open| {
            let live = open.game();
            (!is_closed(live)).then(|| live.record().to_string())
        });
        match seen.await? {
            Ok(Some(record)) => {
                picture = Some(format!("{}/game/{game}/picture.png", caller.origin));
                attributes.extend([("record", record), ("id", game)]);
            }
            Ok(None) => attributes.push(("closed", game)),
            Err(_) => return Err(Failure::NotFound),
        }
    }
    pages::element_with(&caller, "analyse", (words.title, words.about), &attributes, picture)
}
