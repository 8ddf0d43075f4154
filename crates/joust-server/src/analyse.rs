//! `/analyse`: a board for any position or record.

use crate::app::App;
use crate::assets::url;
use crate::failure::Failure;
use crate::guard::Caller;
use crate::pages;
use crate::words::words;
use axum::extract::{Query, State};
use axum::response::Response;
use axum::routing::get;
use axum::{Extension, Router};
use joust_live::Opponent;
use serde::Deserialize;
use std::sync::Arc;

words! {
    /// The words of these pages that are not in their script.
    AnalyseWords;
    title: &'static str = "Analysis board", "Analyse";
    about: &'static str = "A board for any position, record or finished game.", "Un plateau pour toute position, toute partie notée ou finie.";
}

/// The routes of these pages.
pub(crate) fn routes() -> Router<Arc<App>> {
    Router::new().route("/analyse", get(index))
}

/// What is to be analysed. The other ways to say it are read by the script.
#[derive(Deserialize)]
struct Asked {
    /// The id of a game of this server; or, beside the other fields of `/new`, the name of a game.
    #[serde(default)]
    game: String,
}

/// `GET /analyse`
async fn index(
    State(app): State<Arc<App>>,
    Extension(caller): Extension<Caller>,
    Query(Asked { game }): Query<Asked>,
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
    let mut picture = None;
    if !game.is_empty() && joust_games::duel(&game).is_none() {
        let seen = pages::looked_up(&app, &game, |open| {
            let live = open.game();
            // Players of a running game must not be helped.
            let closed = live.ending().is_none() && matches!(live.terms().opponent, Opponent::Friend);
            (!closed).then(|| live.record().to_string())
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
