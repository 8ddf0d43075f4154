//! `/contests/ID/rounds/R`: an official round.

use super::head::{BoutLine, Head, RoundLine};
use super::matches::Asked;
use super::private;
use super::ranking::rating;
use crate::app::App;
use crate::contest::service::{Awaited, RoundState};
use crate::contest::words::ContestWords;
use crate::failure::Failure;
use crate::guard::Caller;
use crate::pages::Frame;
use askama::Template;
use axum::Extension;
use axum::extract::{Path, Query, State};
use axum::response::Response;
use joust_tournament::TableRow;
use std::sync::Arc;

/// `templates/contest-round.html`
#[derive(Template)]
#[template(path = "contest-round.html")]
#[expect(clippy::struct_excessive_bools, reason = "a template asks one question at a time")]
struct RoundView {
    frame: Frame,
    words: &'static ContestWords,
    head: Head,
    line: RoundLine,
    is_ahead: bool,
    is_running: bool,
    is_over: bool,
    is_trouble: bool,
    /// What the round waits for, for teachers.
    awaited: Vec<Awaited>,
    /// Whether it waits for nothing but versions that the judge fails with.
    may_begin: bool,
    trouble: String,
    has_points: bool,
    rows: Vec<StandingLine>,
    /// Whether the caller has games of their own.
    takes_part: bool,
    games: Vec<BoutLine>,
    asked: Asked,
    /// What the next page asks for.
    older: Option<String>,
}

/// A player in the standings.
struct StandingLine {
    place: usize,
    name: String,
    student: String,
    is_own: bool,
    games: u32,
    score: String,
    points: String,
    rating: String,
    faults: u32,
    /// For the author and teachers.
    fuel: String,
}

/// `GET /contests/ID/rounds/R?of=&before=`
pub(crate) async fn round(
    State(app): State<Arc<App>>,
    Path((id, number)): Path<(String, usize)>,
    Query(asked): Query<Asked>,
    Extension(caller): Extension<Caller>,
) -> Result<Response, Failure> {
    let asked = asked.known();
    let overview = app.contests.overview(&caller, &id).await?;
    let round = app.contests.round(&caller, &id, number).await?;
    let bouts = app.contests.round_bouts(&caller, &id, number, asked.bouts()).await?;
    let words = ContestWords::of(caller.language);
    let line = |row: &TableRow| {
        let seat = round.players.iter().find(|seat| seat.name == row.name);
        StandingLine {
            place: row.place,
            name: row.name.clone(),
            student: seat.and_then(|seat| seat.student.clone()).unwrap_or_default(),
            is_own: seat.is_some_and(|seat| seat.is_own),
            games: row.games,
            score: row.score.map(|score| words.percent(score)).unwrap_or_default(),
            points: row.points.map(|points| words.decimal(&format!("{points:.1}"))).unwrap_or_default(),
            rating: row.rating.map(|one| rating(one.elo)).unwrap_or_default(),
            faults: row.faults.values().sum(),
            fuel: row.fuel.zip(row.most_fuel).map_or_else(String::new, |(mean, most)| {
                words.fuel_of_games(&words.decimal(&format!("{mean:.1}")), &most.to_string())
            }),
        }
    };
    let rows: Vec<StandingLine> =
        round.table.as_ref().map(|table| table.rows.iter().map(line).collect()).unwrap_or_default();
    let state = round.row.state;
    let page = RoundView {
        frame: Frame::new(caller.language),
        words,
        head: Head::new(&overview, &caller, ""),
        line: RoundLine::new(&round.row, words),
        is_ahead: state == RoundState::Ahead,
        is_running: matches!(state, RoundState::Waiting | RoundState::Playing),
        is_over: state == RoundState::Over,
        is_trouble: state == RoundState::Trouble,
        may_begin: !round.awaited.is_empty() && round.awaited.iter().all(|one| one.is_troubled),
        awaited: round.awaited,
        trouble: round.row.trouble.clone().unwrap_or_default(),
        takes_part: round.players.iter().any(|seat| seat.is_own),
        games: bouts.rows.iter().map(|row| BoutLine::of_round(number, row, words)).collect(),
        older: bouts.rows.last().filter(|_| bouts.more).map(|last| asked.before(last.number)),
        asked,
        has_points: rows.iter().any(|row| !row.points.is_empty()),
        rows,
    };
    private(&page, false)
}

/// `POST /contests/ID/rounds/R/retry`
pub(crate) async fn retry(
    State(app): State<Arc<App>>,
    Path((id, number)): Path<(String, usize)>,
    Extension(caller): Extension<Caller>,
) -> Result<Response, Failure> {
    app.contests.retry_round(&caller, &id, number).await?;
    Ok(super::go(&format!("/contests/{id}/rounds/{number}")))
}

/// `POST /contests/ID/rounds/R/begin`
pub(crate) async fn begin(
    State(app): State<Arc<App>>,
    Path((id, number)): Path<(String, usize)>,
    Extension(caller): Extension<Caller>,
) -> Result<Response, Failure> {
    app.contests.begin_without(&caller, &id, number).await?;
    Ok(super::go(&format!("/contests/{id}/rounds/{number}")))
}
