//! The positions of a game as lines of a data set.

use crate::{BadJob, Figures, Job, Played};
use joust_core::{Duel, Outcome, Seat};
use joust_madmax::{Skirmish, TEAMS};
use joust_players::PlayableDuel;
use serde::Serialize;
use sha2::{Digest, Sha256};

/// Chooses positions of a game: for their number, the indices of those that are kept, ascending.
pub(crate) type Pick<'a> = dyn Fn(usize) -> Vec<usize> + 'a;

/// Makes the lines of a game of a kind; the number is that of its setup.
pub(crate) type MakeRows = fn(&Job, &Played, usize, &Pick<'_>) -> Result<Vec<Row>, BadJob>;

/// A line of a data set.
pub(crate) struct Row {
    /// Equal for equal positions, if positions of this game can be equal.
    pub(crate) key: Option<u64>,
    /// The line, without its end.
    pub(crate) json: String,
}

/// A position of a duel, before a move.
#[derive(Serialize)]
struct PositionRow<'a> {
    game: usize,
    ply: usize,
    setup: usize,
    position: String,
    side: Seat,
    #[serde(rename = "move")]
    mv: &'a str,
    value: Option<f64>,
    nodes: Option<u64>,
    result: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    difference: Option<i32>,
}

/// A state of Mad Max, before a round.
#[derive(Serialize)]
struct StateRow {
    game: usize,
    round: usize,
    state: joust_view::Value,
    actions: Vec<String>,
    values: Vec<Option<f64>>,
    points: Vec<f64>,
    scores: Vec<i32>,
}

/// The positions of a duel in which a player has moved.
pub(crate) fn of_duel<G: PlayableDuel>(
    job: &Job,
    played: &Played,
    setup: usize,
    pick: &Pick<'_>,
) -> Result<Vec<Row>, BadJob> {
    let Some(outcome) = played.ending.outcome else { return Ok(Vec::new()) };
    let course = job.course::<G>(&played.actions)?;
    let opening = job.opening.len();
    let moves = course.actions().iter().skip(opening).take_while(|(_, action)| G::is_move(action)).count();
    let row = |at: usize| {
        let ply = opening + at;
        let game = course.after(ply);
        let (position, side) = (game.position().to_string(), game.position().to_move());
        let Figures { value, nodes, .. } = played.figures.get(at).copied().unwrap_or_default();
        let scores = outcome.scores().and_then(|scores| <[i32; 2]>::try_from(scores).ok());
        let key = Some(key(setup, &position));
        let line = PositionRow {
            game: job.game,
            ply,
            setup,
            position,
            side,
            mv: &played.actions[ply],
            value: value.map(short),
            nodes,
            result: result(outcome, side),
            difference: scores.map(|scores| scores[side.index()] - scores[side.opponent().index()]),
        };
        Row { key, json: json(&line) }
    };
    Ok(pick(moves).into_iter().map(row).collect())
}

/// The states of a game of Mad Max in which all players have given orders.
pub(crate) fn of_skirmish(job: &Job, played: &Played, _: usize, pick: &Pick<'_>) -> Result<Vec<Row>, BadJob> {
    let Some(outcome) = played.ending.outcome else { return Ok(Vec::new()) };
    let course = job.course::<Skirmish>(&played.actions)?;
    let seats = || (0..TEAMS).filter_map(Seat::new);
    let row = |round: usize| {
        let first = round * TEAMS;
        let actions = course.actions()[first..first + TEAMS].iter().map(|(_, action)| action.to_string());
        let figures = (first..first + TEAMS).map(|at| played.figures.get(at));
        let line = StateRow {
            game: job.game,
            round,
            state: joust_view::now(&course.after(first)),
            actions: actions.collect(),
            values: figures.map(|figures| figures?.value.map(short)).collect(),
            points: seats().map(|seat| f64::from(outcome.half_points(seat)) / 2.0).collect(),
            scores: outcome.scores().unwrap_or_default().to_vec(),
        };
        Row { key: None, json: json(&line) }
    };
    Ok(pick(course.actions().len() / TEAMS).into_iter().map(row).collect())
}

/// A value with six decimals: more say nothing, and machines may differ in the last of them.
fn short(value: f64) -> f64 {
    (value * 1e6).round() / 1e6
}

/// The result of a duel for a seat: 1 for a victory, ½ for a semi-victory, 0 for a tie, and less for a defeat.
fn result(outcome: Outcome, seat: Seat) -> f64 {
    (f64::from(outcome.half_points(seat)) - f64::from(outcome.half_points(seat.opponent()))) / 2.0
}

/// Equal positions of one setup have equal keys, and others do not: of 10⁹ positions, hardly two share a key.
pub(crate) fn key(setup: usize, position: &str) -> u64 {
    let hash: [u8; 32] =
        Sha256::new().chain_update((setup as u64).to_le_bytes()).chain_update(position).finalize().into();
    hash.first_chunk::<8>().map_or(0, |bytes| u64::from_le_bytes(*bytes))
}

fn json(line: &impl Serialize) -> String {
    // All keys are texts, and numbers that JSON does not have are written as null.
    serde_json::to_string(line).unwrap_or_default()
}
