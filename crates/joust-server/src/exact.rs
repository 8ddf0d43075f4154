//! `GET /exact`: what endgame tables, solved boards and solvers know of a position.

use crate::app::App;
use crate::failure::Failure;
use crate::guard::Caller;
use crate::pool::Job;
use crate::rates::RateKind;
use axum::Extension;
use axum::extract::{Query, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use joust_games::{Ask, BoardAsk, duel};
use joust_solve::wargame::solved;
use serde::Deserialize;
use serde_json::json;
use std::sync::Arc;
use tokio::sync::oneshot;

/// The longest text of a position, in bytes. The longest position has a few hundred.
const LONGEST: usize = 2048;
/// How long a browser may keep an answer: the tables of a server seldom change.
const KEEP: &str = "private, max-age=600";

/// The position that is asked about.
#[derive(Deserialize)]
pub(crate) struct Asked {
    game: String,
    #[serde(default)]
    rules: String,
    #[serde(default)]
    board: String,
    #[serde(default)]
    position: String,
}

/// `GET /exact?game=&rules=&board=&position=`
pub(crate) async fn exact(
    State(app): State<Arc<App>>,
    Extension(caller): Extension<Caller>,
    Query(asked): Query<Asked>,
) -> Result<Response, Failure> {
    caller.take(&app, RateKind::Exact)?;
    let Asked { game, rules, board, position } = &asked;
    let Some(duel) = duel(game) else { return Ok(refused(&["there is no such duel".to_owned()])) };
    if [rules, board, position].iter().any(|text| text.len() > LONGEST) {
        return Ok(refused(&["the question is too long".to_owned()]));
    }
    // Boards stay in memory, so strangers cannot make new ones.
    let is_known = duel.boards().iter().any(|known| known.name == *board)
        || solved().iter().any(|known| known.board.name() == board);
    if !board.is_empty() && !is_known {
        return Ok(told(r#"{"known":false,"why":"board"}"#.to_owned()));
    }
    let said = |text| Some(text).filter(|text: &&String| !text.is_empty()).map(String::as_str);
    let ask = Ask {
        rules: said(rules),
        board: said(board).map(BoardAsk::Named),
        position: said(position),
        seed: None,
    };
    let position = match duel.position(&ask) {
        Ok(position) => position,
        Err(why) => return Ok(refused(&why.texts())),
    };
    let (reply, answer) = oneshot::channel();
    let tables = app.settings.tables.clone();
    let job: Job = Box::new(move |_| {
        let _ = reply.send(joust_analysis::exact(position.as_ref(), tables.as_deref()));
    });
    if !app.pool.submit(&app.rates.turn(&caller.visitor), job) {
        return Err(Failure::Flood);
    }
    match answer.await {
        Ok(Ok(answer)) => Ok(told(answer.to_string())),
        Ok(Err(why)) => Err(Failure::Ours(format!("a table of endings cannot be used: {why}"))),
        // The server stops.
        Err(_) => Err(Failure::Full),
    }
}

fn told(text: String) -> Response {
    ([(header::CONTENT_TYPE, "application/json"), (header::CACHE_CONTROL, KEEP)], text).into_response()
}

/// The reasons why a question has no answer.
fn refused(why: &[String]) -> Response {
    let text = json!({ "error": why }).to_string();
    let headers = [(header::CONTENT_TYPE, "application/json"), (header::CACHE_CONTROL, "no-store")];
    (StatusCode::BAD_REQUEST, headers, text).into_response()
}
