//! `/contests/ID/matches/M`: a game, on a board or in the viewer, and what only authors see of it.

use super::head::{BoutLine, Head};
use super::private;
use super::report::{PrivateView, estimated};
use crate::app::App;
use crate::assets::url;
use crate::contest::service::{BoutPage, BoutState};
use crate::contest::words::ContestWords;
use crate::failure::Failure;
use crate::guard::Caller;
use crate::pages::Frame;
use askama::Template;
use axum::Extension;
use axum::extract::{Path, State};
use axum::response::Response;
use std::sync::Arc;

/// `templates/contest-match.html`
#[derive(Template)]
#[template(path = "contest-match.html")]
#[expect(clippy::struct_excessive_bools, reason = "a template asks one question at a time")]
struct BoutView {
    frame: Frame,
    words: &'static ContestWords,
    head: Head,
    line: BoutLine,
    seed: Option<u64>,
    is_waiting: bool,
    is_trouble: bool,
    estimate: String,
    has_record: bool,
    is_army: bool,
    /// The script of the board or of the viewer, and the files that it loads.
    script: String,
    study: String,
    film: String,
    reader: String,
    faults: Vec<(String, &'static str, String)>,
    own: Vec<PrivateView>,
}

/// `GET /contests/ID/matches/M`
pub(crate) async fn bout(
    State(app): State<Arc<App>>,
    Path((id, number)): Path<(String, u64)>,
    Extension(caller): Extension<Caller>,
) -> Result<Response, Failure> {
    let overview = app.contests.overview(&caller, &id).await?;
    let bout = app.contests.bout(&caller, &id, number).await?;
    let words = ContestWords::of(caller.language);
    let line = BoutLine::new(&bout.row, words);
    page(Head::new(&overview, &caller, "matches"), line, &bout, &caller)
}

/// `GET /contests/ID/rounds/R/games/G`
pub(crate) async fn of_round(
    State(app): State<Arc<App>>,
    Path((id, round, number)): Path<(String, usize, u64)>,
    Extension(caller): Extension<Caller>,
) -> Result<Response, Failure> {
    let overview = app.contests.overview(&caller, &id).await?;
    let bout = app.contests.round_bout(&caller, &id, round, number).await?;
    let line = BoutLine::of_round(round, &bout.row, ContestWords::of(caller.language));
    page(Head::new(&overview, &caller, ""), line, &bout, &caller)
}

fn page(head: Head, line: BoutLine, bout: &BoutPage, caller: &Caller) -> Result<Response, Failure> {
    let words = ContestWords::of(caller.language);
    let is_army = bout.game == "madmax";
    let row = &bout.row;
    let name = |seat: usize| row.seats.get(seat).map(|seat| seat.name.clone()).unwrap_or_default();
    let faults = row.shown.iter().flat_map(|shown| &shown.faults).map(|fault| {
        let place = fault.turn.map_or_else(|| words.before_game.to_owned(), |turn| words.in_round(turn));
        (name(fault.seat), words.fault_kind(fault.kind), place)
    });
    let own = bout
        .private
        .iter()
        .enumerate()
        .filter_map(|(seat, private)| Some(PrivateView::new(&name(seat), private.as_ref()?, words)));
    let page = BoutView {
        frame: Frame::new(caller.language),
        words,
        head,
        line,
        seed: row.shown.as_ref().map(|shown| shown.seed),
        is_waiting: row.state == BoutState::Waiting,
        is_trouble: row.state == BoutState::Trouble,
        estimate: estimated(row.estimate.as_ref(), words),
        has_record: bout.has_record,
        is_army,
        script: url(if is_army { "bout-film.js" } else { "bout-duel.js" }),
        study: url("study.wasm"),
        film: url("film.wasm"),
        reader: url("reader.js"),
        faults: faults.collect(),
        own: own.collect(),
    };
    private(&page, false)
}
