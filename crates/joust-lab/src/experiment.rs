//! A game of the lab as the report shows it.

use crate::chart::{Chart, Scale, Series};
use crate::plan::Plan;
use crate::report::BadReport;
use crate::words::{self, Average, Count, Time};
use joust_core::{Course, DuelGame as _, FaultKind, Game as _};
use joust_match::{Figures, Played};
use joust_wargame::{Board, Campaign, Position, Side, Square};
use serde::{Serialize, Serializer};
use std::time::Duration;

/// The two sides by name, in the order of play.
pub(crate) const SIDES: [&str; 2] = ["blue", "green"];

/// Serializes a value of each side under the name of the side.
fn by_side<T: Serialize, S: Serializer>(both: &[T; 2], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(SIDES.iter().zip(both))
}

/// A game that was played to its end or to a player's fault. Serialized, it is a game of `report.json`.
#[derive(Serialize)]
pub struct Experiment {
    /// The number of the game in the lab, from 1.
    #[serde(rename = "game")]
    pub number: usize,
    /// The board.
    #[serde(serialize_with = "words::text")]
    pub board: &'static Board,
    /// The names of the agents.
    #[serde(flatten, serialize_with = "by_side")]
    pub(crate) names: [String; 2],
    /// The points; `*` if the game did not come to its end.
    pub(crate) result: String,
    /// Which side won, if one did.
    pub(crate) winner: Option<&'static str>,
    #[serde(rename = "score", serialize_with = "by_side")]
    pub(crate) scores: [i32; 2],
    #[serde(serialize_with = "by_side")]
    pub(crate) totals: [Totals; 2],
    /// The position at the end.
    #[serde(rename = "final", serialize_with = "words::text")]
    pub(crate) position: Position,
    /// The fault that broke the game off.
    pub fault: Option<Break>,
    /// The path of the record.
    pub(crate) record: String,
    #[serde(rename = "moves")]
    pub(crate) turns: Vec<MoveReport>,
    /// The indices of the agents in the plan.
    #[serde(skip)]
    pub(crate) seats: [usize; 2],
    /// Their tags.
    #[serde(skip)]
    pub(crate) tags: [String; 2],
    #[serde(skip)]
    pub(crate) record_text: String,
}

/// A fault that broke a game off.
#[derive(Serialize)]
pub struct Break {
    /// The side that failed, by name.
    pub side: &'static str,
    /// The name of its agent.
    pub agent: String,
    kind: FaultKind,
    /// What the agent did.
    pub message: String,
}

/// A move as the report shows it.
#[derive(Serialize)]
pub(crate) struct MoveReport {
    /// The number of the move, from 1.
    #[serde(rename = "move")]
    pub(crate) number: usize,
    pub(crate) side: &'static str,
    /// The whole move as a sentence: `Green: M1 Death Blitz C3, conquers D3, C4`.
    pub(crate) words: String,
    /// `blitz` or `drop`. [WAR-2.3]
    pub(crate) kind: &'static str,
    pub(crate) square: String,
    pub(crate) value: u8,
    /// Squares that changed sides.
    pub(crate) conquered: Vec<String>,
    /// The scores of Blue and Green afterwards.
    #[serde(flatten, serialize_with = "by_side")]
    pub(crate) scores: [i32; 2],
    /// Positions that the player looked at, if it counts them.
    pub(crate) nodes: Count,
    /// The time that it took, if known.
    #[serde(rename = "ms")]
    pub(crate) time: Time,
    /// The move in the words of the search course, without the side.
    #[serde(skip)]
    pub(crate) deed: String,
    /// The values of the conquered squares.
    #[serde(skip)]
    pub(crate) gained: u32,
}

/// The totals of a side in a game, or of an agent in many games.
#[derive(Serialize)]
pub(crate) struct Totals {
    pub(crate) moves: usize,
    /// The nodes of the moves for which nodes were counted.
    pub(crate) nodes: Count,
    pub(crate) nodes_per_move: Average,
    /// The time of the moves whose time is known.
    #[serde(rename = "ms")]
    time: Time,
    #[serde(rename = "ms_per_move")]
    pub(crate) time_per_move: Time,
}

impl Totals {
    pub(crate) fn of<'a>(turns: impl Iterator<Item = &'a MoveReport>) -> Totals {
        let turns: Vec<_> = turns.collect();
        let nodes: Vec<_> = turns.iter().filter_map(|turn| turn.nodes.0).collect();
        let times: Vec<_> = turns.iter().filter_map(|turn| turn.time.0).collect();
        let total = (!nodes.is_empty()).then(|| nodes.iter().copied().fold(0, u64::saturating_add));
        let time = times.iter().copied().fold(Duration::ZERO, Duration::saturating_add);
        Totals {
            moves: turns.len(),
            nodes: Count(total),
            nodes_per_move: Average(total.map(|total| total as f64 / nodes.len() as f64)),
            time: Time(Some(time)),
            time_per_move: Time(time.checked_div(times.len() as u32)),
        }
    }
}

impl Experiment {
    /// The report on a game that was played.
    pub(crate) fn new(plan: &Plan, played: &Played) -> Result<Experiment, BadReport> {
        let job = plan.job(played.game);
        let campaign = job.course::<Campaign>(&played.actions)?;
        let (board, number) = (campaign.position().board(), job.game + 1);
        let seats = [0, 1].map(|seat| job.players[seat].player);
        let names = seats.map(|agent| plan.agents[agent].name.clone());
        let tags = seats.map(|agent| plan.agents[agent].tag.clone());
        let turns = (0..).zip(&played.figures).filter_map(|(at, figures)| turn(&campaign, at, figures));
        let turns: Vec<_> = turns.collect();
        let fault = played.faults.first().map(|fault| {
            let (side, agent) = SIDES.iter().zip(&names).nth(fault.seat.index())?;
            Some(Break { side, agent: agent.clone(), kind: fault.kind, message: fault.to_string() })
        });
        let fault = fault.map(|fault| fault.ok_or(BadReport::NotAPlayer(played.game))).transpose()?;
        let (seed, told) = (plan.seed.to_string(), fault.as_ref().map(Break::told));
        let mut headers = vec![("Event", "joust lab wargame"), ("Blue", &names[0]), ("Green", &names[1])];
        headers.push(("Seed", &seed));
        headers.extend(told.as_deref().map(|told| ("Fault", told)));
        let outcome = campaign.outcome();
        Ok(Experiment {
            number,
            board,
            result: outcome.as_ref().map_or_else(|| "*".to_owned(), ToString::to_string),
            winner: outcome.and_then(|outcome| outcome.winner()).map(|seat| SIDES[seat.index()]),
            scores: campaign.scores(),
            totals: SIDES.map(|side| Totals::of(turns.iter().filter(|turn| turn.side == side))),
            position: *campaign.position(),
            record: format!("games/{number:02}-{}-{}.war", words::slug(board.name()), tags.join("-")),
            record_text: campaign.record(&headers).to_string(),
            fault,
            turns,
            seats,
            names,
            tags,
        })
    }

    /// The letters of the columns.
    pub(crate) fn letters(&self) -> impl Iterator<Item = char> {
        ('A'..).take(self.board.columns())
    }

    /// The owner of a square at the end.
    pub(crate) fn owner(&self, square: Square) -> &'static str {
        self.position.owner(square).map_or("vacant", |side| SIDES[side as usize])
    }

    /// The move that took a square.
    pub(crate) fn taken(&self, square: Square) -> Option<&MoveReport> {
        let name = self.board.square_name(square);
        self.turns.iter().find(|turn| turn.square == name)
    }

    /// The ending in a few words.
    pub(crate) fn ending(&self) -> String {
        match (&self.fault, self.winner) {
            (Some(fault), _) => format!("broken off by {}", words::capital(fault.side)),
            (None, Some(winner)) => format!("{} wins", words::capital(winner)),
            (None, None) => "a tie".to_owned(),
        }
    }

    /// The course of the game as two charts with their titles.
    pub(crate) fn charts(&self) -> Vec<(&'static str, String)> {
        let point = |turn: &MoveReport, y: f64| (turn.number as f64, y);
        let scores = [0, 1].map(|side| {
            let points = self.turns.iter().map(|turn| point(turn, f64::from(turn.scores[side])));
            let points = [(0.0, 0.0)].into_iter().chain(points).collect();
            Series { class: SIDES[side], points, steps: true }
        });
        let nodes = SIDES.map(|side| {
            let turns = self.turns.iter().filter(|turn| turn.side == side);
            let points = turns.filter_map(|turn| Some(point(turn, turn.nodes.0? as f64))).collect();
            Series { class: side, points, steps: false }
        });
        let draw = |series: [Series; 2], scale, words| {
            let (about, x_max) = (format!("{words} in game {}", self.number), self.turns.len() as f64);
            let chart = Chart { about, x_label: "move", x_max, scale, series: series.into() };
            Some((words, chart.svg().filter(|_| x_max > 0.0)?))
        };
        let scores = draw(scores, Scale::Linear, "Score after each move");
        let nodes = draw(nodes, Scale::Log, "Nodes for each move, logarithmic");
        scores.into_iter().chain(nodes).collect()
    }
}

impl Break {
    /// The fault with its side, for tables and records.
    pub(crate) fn told(&self) -> String {
        format!("{} {}", self.side, self.message)
    }
}

/// The move at a place of a game.
fn turn(campaign: &Course<Campaign>, at: usize, figures: &Figures) -> Option<MoveReport> {
    let [before, after] = [at, at + 1].map(|count| campaign.after(count));
    let (seat, action) = campaign.actions().get(at)?;
    let (board, text) = (campaign.position().board(), action.to_string());
    let mv = before.position().understand(&text).ok()?;
    let blitz = text.starts_with("blitz");
    let square = board.square_name(mv.square());
    let deed = if blitz { format!("M1 Death Blitz {square}") } else { format!("drop {square}") };
    let side = Side::BOTH[seat.index()];
    let conquered = before.position().owned(side.other()) & after.position().owned(side);
    let conquered = || Square::all_in(conquered);
    let names: Vec<_> = conquered().map(|square| board.square_name(square)).collect();
    let more = if names.is_empty() { String::new() } else { format!(", conquers {}", names.join(", ")) };
    Some(MoveReport {
        number: at + 1,
        side: SIDES[seat.index()],
        words: format!("{}: {deed}{more}", words::capital(SIDES[seat.index()])),
        kind: if blitz { "blitz" } else { "drop" },
        value: board.value(mv.square()),
        square,
        conquered: names,
        scores: after.scores(),
        nodes: Count(figures.nodes),
        time: Time(figures.ms.and_then(|ms| Duration::try_from_secs_f64(ms / 1000.0).ok())),
        deed,
        gained: conquered().map(|square| u32::from(board.value(square))).sum(),
    })
}
