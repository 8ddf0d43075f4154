//! What a report says of a game that was played.

use super::plan::Plan;
use joust_core::{Course, DuelGame as _, Fault, Game as _, Outcome, Record, Seat};
use joust_match::{BadJob, Figures, Job, Played};
use joust_wargame::{Board, Campaign, Position, Side, Square};
use std::time::Duration;

/// A game that was played, to its end or to a player's fault.
pub(super) struct Experiment {
    /// Counted from 1 through the whole lab.
    pub(super) number: usize,
    pub(super) board: &'static Board,
    /// Blue's agent and Green's.
    pub(super) seats: [usize; 2],
    pub(super) turns: Vec<Turn>,
    pub(super) campaign: Course<Campaign>,
    /// The side that broke it off, and by what.
    pub(super) fault: Option<(Side, Fault)>,
}

/// A move with all that is told about it.
pub(super) struct Turn {
    pub(super) side: Side,
    pub(super) square: Square,
    /// Whether it was a blitz; else it was a para drop. [WAR-2.3]
    pub(super) blitz: bool,
    /// Squares that changed sides.
    pub(super) conquered: Vec<Square>,
    /// The scores of Blue and Green afterwards.
    pub(super) scores: [i32; 2],
    /// Positions that the player looked at, if it counts them.
    pub(super) nodes: Option<u64>,
    /// How long it took, if that is known.
    pub(super) time: Option<Duration>,
}

/// What a side did in a game, or an agent in many.
#[derive(Clone, Copy, Default)]
pub(super) struct Totals {
    pub(super) moves: u64,
    /// Of the moves for which nodes were counted; and how many these are.
    pub(super) nodes: Option<u64>,
    counted: u32,
    /// Of the moves whose time is known; and how many these are.
    pub(super) time: Duration,
    timed: u32,
}

impl Totals {
    fn add(mut self, turn: &Turn) -> Totals {
        self.moves += 1;
        if let Some(time) = turn.time {
            self.time += time;
            self.timed += 1;
        }
        if let Some(nodes) = turn.nodes {
            self.nodes = Some(self.nodes.unwrap_or(0) + nodes);
            self.counted += 1;
        }
        self
    }

    pub(super) fn of<'a>(turns: impl IntoIterator<Item = &'a Turn>) -> Totals {
        turns.into_iter().fold(Totals::default(), Totals::add)
    }

    pub(super) fn nodes_per_move(&self) -> Option<f64> {
        self.nodes.map(|nodes| nodes as f64 / f64::from(self.counted))
    }

    pub(super) fn time_per_move(&self) -> Option<Duration> {
        self.time.checked_div(self.timed)
    }
}

/// The side of a seat.
fn side(seat: Seat) -> Side {
    Side::BOTH[seat.index() & 1]
}

impl Experiment {
    /// What there is to tell of a game that was played.
    pub(super) fn new(job: &Job, played: &Played) -> Result<Experiment, BadJob> {
        let campaign = job.course::<Campaign>(&played.actions)?;
        let turns = (0..).zip(&played.figures).filter_map(|(at, figures)| turn(&campaign, at, figures));
        Ok(Experiment {
            number: job.game + 1,
            board: campaign.position().board(),
            seats: [0, 1].map(|seat| job.players[seat].player),
            turns: turns.collect(),
            fault: played.faults.first().map(|fault| (side(fault.seat), fault.clone())),
            campaign,
        })
    }

    /// What one side did.
    pub(super) fn totals(&self, side: Side) -> Totals {
        Totals::of(self.turns.iter().filter(|turn| turn.side == side))
    }

    /// Whether an agent played against itself.
    pub(super) fn is_solitary(&self) -> bool {
        self.seats[0] == self.seats[1]
    }

    /// The points, if the game came to its end.
    pub(super) fn outcome(&self) -> Option<Outcome> {
        self.campaign.outcome()
    }

    /// The position at the end.
    pub(super) fn position(&self) -> &Position {
        self.campaign.position()
    }

    /// Which side won, if one did.
    pub(super) fn winner(&self) -> Option<Side> {
        self.outcome()?.winner().map(side)
    }

    /// Which side took a square first, and in which move, counted from 1.
    pub(super) fn taken(&self, square: Square) -> Option<(usize, Side)> {
        let turns = self.turns.iter().enumerate();
        turns.into_iter().find(|(_, turn)| turn.square == square).map(|(i, turn)| (i + 1, turn.side))
    }

    /// The record of the game.
    pub(super) fn record(&self, plan: &Plan) -> Record {
        let [blue, green] = self.seats.map(|agent| plan.agents[agent].name.as_str());
        let seed = plan.seed.to_string();
        let mut headers =
            vec![("Event", "joust lab wargame"), ("Blue", blue), ("Green", green), ("Seed", &seed)];
        let fault = self.fault.as_ref().map(|(side, fault)| format!("{side} {fault}"));
        headers.extend(fault.as_deref().map(|fault| ("Fault", fault)));
        self.campaign.record(&headers)
    }
}

/// The move at a place of a game.
fn turn(campaign: &Course<Campaign>, at: usize, figures: &Figures) -> Option<Turn> {
    let [before, after] = [at, at + 1].map(|count| campaign.after(count));
    let (seat, action) = campaign.actions().get(at)?;
    let (side, text) = (side(*seat), action.to_string());
    let conquered = before.position().owned(side.other()) & after.position().owned(side);
    Some(Turn {
        side,
        square: before.position().understand(&text).ok()?.square(),
        blitz: text.starts_with("blitz"),
        conquered: Square::all_in(conquered).collect(),
        scores: after.scores(),
        nodes: figures.nodes,
        time: figures.ms.map(|ms| Duration::from_secs_f64(ms / 1000.0)),
    })
}
