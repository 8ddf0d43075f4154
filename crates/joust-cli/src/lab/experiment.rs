//! The games of the lab.

use super::plan::Plan;
use indicatif::ProgressBar;
use joust_core::{Duel, Game, Outcome, Record, Seed};
use joust_games::Erased;
use joust_players::{Fault, Player};
use joust_wargame::{Action, Board, Campaign, Opening, Position, Side, Square};
use rayon::prelude::*;
use std::time::Duration;

/// A game that was played, to its end or to a player's fault.
pub(super) struct Played {
    /// Counted from 1 through the whole lab.
    pub(super) number: usize,
    pub(super) board: &'static Board,
    /// Blue's agent and Green's.
    pub(super) seats: [usize; 2],
    pub(super) turns: Vec<Turn>,
    pub(super) campaign: Campaign,
    /// Who broke it off, and by what.
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
    pub(super) time: Duration,
}

/// What a side did in a game, or an agent in all of its games.
#[derive(Clone, Copy, Default)]
pub(super) struct Totals {
    pub(super) moves: u64,
    /// Of the moves for which nodes were counted.
    pub(super) nodes: Option<u64>,
    pub(super) time: Duration,
}

impl Totals {
    fn add(mut self, turn: &Turn) -> Totals {
        self.moves += 1;
        self.time += turn.time;
        if let Some(nodes) = turn.nodes {
            self.nodes = Some(self.nodes.unwrap_or(0) + nodes);
        }
        self
    }

    pub(super) fn of<'a>(turns: impl IntoIterator<Item = &'a Turn>) -> Totals {
        turns.into_iter().fold(Totals::default(), Totals::add)
    }

    pub(super) fn nodes_per_move(&self) -> Option<f64> {
        self.nodes.filter(|_| self.moves > 0).map(|nodes| nodes as f64 / self.moves as f64)
    }

    pub(super) fn time_per_move(&self) -> Option<Duration> {
        (self.moves > 0).then(|| self.time.div_f64(self.moves as f64))
    }
}

impl Played {
    /// What one side did.
    pub(super) fn totals(&self, side: Side) -> Totals {
        Totals::of(self.turns.iter().filter(|turn| turn.side == side))
    }

    /// The points, if the game came to its end.
    pub(super) fn outcome(&self) -> Option<Outcome> {
        self.campaign.outcome()
    }

    /// Who won, if anybody did.
    pub(super) fn winner(&self) -> Option<Side> {
        let seat = self.outcome()?.winner()?;
        Side::BOTH.into_iter().find(|side| side.seat() == seat)
    }

    /// Who took a square first, and in which move, counted from 1.
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

/// Plays every pairing on every board. Games are played side by side; what happens in them does
/// not depend on how many at a time.
pub(super) fn play_all(plan: &Plan, bar: &ProgressBar) -> Vec<Played> {
    let boards = plan.boards.iter().flat_map(|board| plan.pairings.iter().map(move |seats| (*board, *seats)));
    let games: Vec<_> = boards.enumerate().collect();
    let played = games.into_par_iter().with_max_len(1).map(|(i, (board, seats))| {
        bar.set_message(format!("{board} {}", plan.title(seats)));
        let game = play(plan, i, board, seats, bar);
        // A game that was broken off counts as done.
        bar.inc((board.squares().count() - game.turns.len()) as u64);
        game
    });
    played.collect()
}

fn play(plan: &Plan, index: usize, board: &'static Board, seats: [usize; 2], bar: &ProgressBar) -> Played {
    let start = Position::start(board, plan.rules);
    let mut game = Played {
        number: index + 1,
        board,
        seats,
        turns: Vec::new(),
        campaign: Campaign::new(&Opening(start), Seed::default()),
        fault: None,
    };
    let mut players = [0, 1].map(|seat| plan.agents[seats[seat]].spec.seat(plan.seed_of(index, seat)));
    while game.campaign.ending().is_none() {
        let side = game.campaign.position().side();
        let turn = match &mut players[side as usize] {
            Some(player) => take_turn(player.as_mut(), &mut game.campaign),
            None => Err(Fault::NotHere("nobody sits in the lab")),
        };
        match turn {
            Ok(turn) => game.turns.push(turn),
            Err(fault) => {
                game.fault = Some((side, fault));
                break;
            }
        }
        bar.inc(1);
    }
    game
}

fn take_turn(player: &mut dyn Player, campaign: &mut Campaign) -> Result<Turn, Fault> {
    let before = *campaign.position();
    let answer = player.choose(&Erased(before), None)?;
    let illegal = |why: joust_core::Illegal| Fault::Illegal { said: answer.mv.clone(), why: why.to_string() };
    let square = before.understand(&answer.mv).map_err(illegal)?.square();
    let Ok(action) = answer.mv.parse::<Action>();
    campaign.step(&[(before.to_move(), action)]).map_err(illegal)?;
    let (now, side) = (campaign.position(), before.side());
    let conquered = before.owned(side.other()) & now.owned(side);
    Ok(Turn {
        side,
        square,
        blitz: answer.mv.starts_with("blitz"),
        conquered: Square::all_in(conquered).collect(),
        scores: campaign.scores(),
        nodes: answer.nodes,
        time: answer.time,
    })
}
