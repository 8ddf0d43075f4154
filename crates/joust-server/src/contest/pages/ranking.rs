//! `/contests/ID/ranking`: the ladder, with intervals, head to head, and over time.

use super::chart::{HistoryChart, Interval, Scale};
use super::head::Head;
use super::private;
use crate::app::App;
use crate::contest::service::RankingPage;
use crate::contest::words::ContestWords;
use crate::failure::Failure;
use crate::guard::Caller;
use crate::pages::Frame;
use askama::Template;
use axum::Extension;
use axum::extract::{Path, Query, State};
use axum::response::Response;
use joust_contest::{Entrant, Rank};
use serde::Deserialize;
use std::sync::Arc;

/// How many players have a line in the chart over time: more cannot be told apart.
const LINES: usize = 6;

/// `templates/contest-ranking.html`
#[derive(Template)]
#[template(path = "contest-ranking.html")]
struct RankingView {
    frame: Frame,
    words: &'static ContestWords,
    head: Head,
    about: String,
    games: usize,
    rows: Vec<RankLine>,
    zero: f64,
    history: Option<HistoryChart>,
    history_label: String,
    /// The names of the lines in the chart.
    legend: Vec<String>,
    chosen: Option<Chosen>,
}

/// A player in the ranking.
struct RankLine {
    place: String,
    version: u64,
    player: String,
    student: String,
    is_own: bool,
    is_chosen: bool,
    rating: String,
    span: String,
    interval: Option<Interval>,
    games: u32,
    score: String,
}

/// The player whose games against all others are shown.
struct Chosen {
    player: String,
    meetings: Vec<MeetingLine>,
}

/// The games against an opponent.
struct MeetingLine {
    player: String,
    version: Option<u64>,
    games: u32,
    won: u32,
    tied: u32,
    lost: u32,
    score: String,
}

/// Which player's games are shown.
#[derive(Default, Deserialize)]
#[serde(default)]
pub(crate) struct RankingQuery {
    version: Option<u64>,
}

/// A rating without digits that mean nothing.
pub(super) fn rating(elo: f64) -> String {
    let text = format!("{elo:.0}");
    // Below zero is a minus sign, and zero has none.
    if text == "-0" { "0".to_owned() } else { text.replace('-', "−") }
}

fn span(rank: &Rank) -> String {
    let end = |end: Option<f64>, open: &str| end.map_or_else(|| open.to_owned(), rating);
    format!("{} … {}", end(rank.low, "−∞"), end(rank.high, "∞"))
}

fn rows(ranking: &RankingPage, scale: &Scale, chosen: Option<u64>, words: &ContestWords) -> Vec<RankLine> {
    let line = |row: &crate::contest::service::RankedRow| RankLine {
        place: row.rank.place.map_or_else(|| "–".to_owned(), |place| place.to_string()),
        version: row.rank.version,
        player: row.player.clone(),
        student: row.student.clone().unwrap_or_default(),
        is_own: row.is_own,
        is_chosen: chosen == Some(row.rank.version),
        rating: row.rank.elo.map(rating).unwrap_or_default(),
        span: row.rank.elo.map(|_| span(&row.rank)).unwrap_or_default(),
        interval: row.rank.elo.map(|elo| scale.interval(elo, row.rank.low, row.rank.high)),
        games: row.rank.games,
        score: row.rank.score.map(|score| words.percent(score)).unwrap_or_default(),
    };
    ranking.rows.iter().map(line).collect()
}

/// The lines of the best players, and of the caller's.
#[expect(clippy::cast_precision_loss, reason = "a chart is for eyes")]
fn history(ranking: &RankingPage) -> (Option<HistoryChart>, Vec<String>) {
    let shown = ranking.rows.iter().enumerate().filter(|(place, row)| *place < LINES - 1 || row.is_own);
    let shown: Vec<_> = shown.map(|(_, row)| row).filter(|row| row.rank.elo.is_some()).take(LINES).collect();
    let most = ranking.history.iter().map(|one| one.games).max().unwrap_or(0).max(1) as f64;
    let points = |version: u64| {
        let at = |one: &joust_contest::Milestone| {
            let elo = one.rows.iter().find(|row| row.version == version)?.elo?;
            Some((one.games as f64 / most, elo))
        };
        ranking.history.iter().filter_map(at).collect::<Vec<_>>()
    };
    let lines: Vec<Vec<(f64, f64)>> = shown.iter().map(|row| points(row.rank.version)).collect();
    (HistoryChart::new(&lines), shown.iter().map(|row| row.player.clone()).collect())
}

/// `GET /contests/ID/ranking?version=`
pub(crate) async fn ranking(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Query(query): Query<RankingQuery>,
    Extension(caller): Extension<Caller>,
) -> Result<Response, Failure> {
    let overview = app.contests.overview(&caller, &id).await?;
    let ranking = app.contests.ranking(&caller, &id).await?;
    let words = ContestWords::of(caller.language);
    // Without a question, the caller's own player or the best one.
    let own = ranking.rows.iter().find(|row| row.is_own).or(ranking.rows.first());
    let asked = query.version.and_then(|asked| ranking.rows.iter().find(|row| row.rank.version == asked));
    let chosen = match asked.or(own) {
        Some(row) if row.rank.games > 0 => {
            let meetings = app.contests.meetings(&caller, &id, row.rank.version).await?;
            let line = |one: &crate::contest::service::Meeting| {
                let met = &one.encounter;
                MeetingLine {
                    player: one.player.clone(),
                    version: match one.opponent {
                        Entrant::Version(version) => Some(version),
                        Entrant::Reference => None,
                    },
                    games: met.games,
                    won: met.won,
                    tied: met.tied,
                    lost: met.games.saturating_sub(met.won + met.tied),
                    score: words.percent(met.score),
                }
            };
            let of = row.rank.version;
            Some((of, Chosen { player: row.player.clone(), meetings: meetings.iter().map(line).collect() }))
        }
        _ => None,
    };
    let scale =
        Scale::of(ranking.rows.iter().filter_map(|row| Some((row.rank.elo?, row.rank.low, row.rank.high))));
    let (chosen_version, chosen) = chosen.unzip();
    let (history, legend) = history(&ranking);
    let page = RankingView {
        frame: Frame::new(caller.language),
        words,
        head: Head::new(&overview, &caller, "ranking"),
        about: words.ranking_about.replace("{}", &ranking.reference),
        games: ranking.games,
        rows: rows(&ranking, &scale, chosen_version, words),
        zero: scale.zero(),
        history_label: words.history_about(ranking.games),
        history,
        legend,
        chosen,
    };
    private(&page, false)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratings_have_no_digits_that_mean_nothing() {
        assert_eq!([12.4, -0.2, -31.7].map(rating), ["12", "0", "−32"]);
        let rank = |low, high| Rank {
            place: None,
            version: 1,
            elo: Some(0.0),
            low,
            high,
            games: 1,
            blocks: 1,
            score: None,
        };
        assert_eq!(span(&rank(Some(-10.0), None)), "−10 … ∞");
    }
}
