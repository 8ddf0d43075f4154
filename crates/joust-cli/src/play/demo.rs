//! A game of two random players, shown when `joust play` has no input.

use super::player::Sitter;
use crate::args::PlayArgs;
use crate::failure::Failure;
use crate::paint::{self, Canvas, ink};
use joust_core::Seed;
use joust_games::DuelSession;
use joust_match::Programs;
use std::io::Write;

/// The number of seeds that are tried to find a short game with a winner.
const TRIES: u64 = 400;
/// The length of a short game, in actions.
const SHORT: std::ops::RangeInclusive<usize> = 8..=12;

/// Shows a short game of two random players, always the same one.
pub(crate) fn run(args: &PlayArgs) -> Result<(), Failure> {
    let game = args.game.0;
    let session = args.ask.with(args.game, |ask| {
        let mut best: Option<Box<dyn DuelSession>> = None;
        for seed in 0..TRIES {
            let session = play(game.duel_session(ask)?, game.name(), Seed(seed))?;
            let length = session.course().len();
            if SHORT.contains(&length) && session.outcome().is_some_and(|outcome| outcome.is_full()) {
                return Ok(session);
            }
            if best.as_ref().is_none_or(|best| length < best.course().len()) {
                best = Some(session);
            }
        }
        best.ok_or_else(|| Failure::Ours("no game was played".into()))
    })?;
    show(game.name(), session)
}

/// Lets two random players play to the end.
fn play(mut session: Box<dyn DuelSession>, game: &str, seed: Seed) -> Result<Box<dyn DuelSession>, Failure> {
    let mut pair =
        Sitter::pair(&["random".to_owned(), "random".to_owned()], game, seed, &Programs::default())?;
    while let Some(seat) = session.to_act() {
        let Some(action) = pair[seat.index() & 1].act(session.as_ref(), seat, None) else { break };
        let action = action.map_err(|why| Failure::Ours(why.to_string()))?;
        session.act(&action).map_err(|why| Failure::Ours(why.to_string()))?;
    }
    Ok(session)
}

/// Draws the start, the middle and the end of the game, and prints the moves.
fn show(game: &str, mut session: Box<dyn DuelSession>) -> Result<(), Failure> {
    let mut out = anstream::stdout().lock();
    let strong = ink::STRONG;
    writeln!(out, "{strong}A short game of {game}, played by two random players.{strong:#}")?;
    writeln!(out, "Run `joust play {game}` in a terminal to play yourself.\n")?;
    let (course, record, ending) = (session.course(), session.record(&[]).to_string(), session.ending_text());
    while session.undo() {}
    let canvas = Canvas::for_stdout();
    paint::position(session.position().as_ref(), &canvas, &mut out)?;
    for (i, (seat, action)) in course.iter().enumerate() {
        let told = session.act(action).map_err(|why| Failure::Ours(why.to_string()))?;
        if i + 1 == course.len() / 2 || i + 1 == course.len() {
            let side = session.position().side_name(*seat);
            let style = ink::side(side);
            write!(out, "\n{style}{side}:{style:#} {action}")?;
            let told = told.iter().filter(|sentence| Some(*sentence) != ending.as_ref());
            told.into_iter().try_for_each(|sentence| write!(out, ", {sentence}"))?;
            writeln!(out)?;
            let before = session.before();
            paint::step(before.as_deref(), session.position().as_ref(), &canvas, &mut out)?;
        }
    }
    let moves = record.split_once("\n\n").map_or("", |(_, moves)| moves);
    write!(out, "\n{moves}")?;
    writeln!(out, "{strong}{}{strong:#}", ending.unwrap_or_default())?;
    Ok(())
}
