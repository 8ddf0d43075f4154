//! Puzzles of the War Game: positions near the end in which one move wins.

use crate::puzzle::Answer;
use crate::{Solved, Theme};
use joust_core::Duel;
use joust_solve::wargame::{Options, solve as exact};
use joust_wargame::{Move, Position, Side};

/// With fewer vacant squares there is nothing to find.
pub(crate) const FEWEST_VACANT: u32 = 3;
/// With more vacant squares a proof takes too long.
pub(crate) const MOST_VACANT: u32 = 12;
/// The most moves to find.
pub(crate) const MOST_MOVES: usize = 4;

/// The final difference of a side with best play of both, and best play.
fn worth(position: &Position, solver: Side) -> Option<(i32, Vec<Move>)> {
    let sign = if solver == Side::Blue { 1 } else { -1 };
    let difference = position.score(Side::Blue) - position.score(Side::Green);
    if position.vacant() == 0 {
        return Some((sign * difference, Vec::new()));
    }
    let solution = exact(position, &Options { threads: 1, ..Options::default() }).ok()?;
    Some((sign * solution.value?, solution.line))
}

/// All moves of a position with the final difference of its side to move.
fn choices(position: &Position) -> Option<Vec<(Move, i32)>> {
    let side = position.side();
    let value = |mv: Move| worth(&position.after(mv), side).map(|(value, _)| (mv, value));
    position.all_moves().into_iter().map(value).collect()
}

fn winning(choices: &[(Move, i32)]) -> Vec<Move> {
    choices.iter().filter(|(_, value)| *value > 0).map(|(mv, _)| *mv).collect()
}

/// What a position asks of the solver; `None` if it is no puzzle.
pub(crate) fn solve(position: &Position) -> Option<Solved> {
    let vacant = position.vacant().count_ones();
    if !(FEWEST_VACANT..=MOST_VACANT).contains(&vacant) {
        return None;
    }
    let solver = position.side();
    let (mut here, mut line, mut answers) = (*position, Vec::new(), Vec::new());
    while here.vacant().count_ones() > 1 && answers.len() < MOST_MOVES {
        let choices = choices(&here)?;
        let [key] = winning(&choices)[..] else { break };
        let mut others = Vec::new();
        for (mv, margin) in choices.into_iter().filter(|(mv, _)| *mv != key) {
            let next = here.after(mv);
            let (_, best) = worth(&next, solver)?;
            let reply = next.write_move(*best.first()?);
            others.push(Answer { wrong: vec![here.write_move(mv)], reply, margin: Some(margin) });
        }
        answers.push(others);
        here.make(key);
        line.push(key);
        if here.vacant() == 0 {
            break;
        }
        let reply = defence(&here, solver)?;
        here.make(reply);
        line.push(reply);
    }
    // A game that goes on after the last move to find is shown with best play.
    line.extend(worth(&here, solver)?.1);
    let end = line.iter().fold(*position, |here, mv| here.after(*mv));
    let moves = answers.len();
    let themes = themes(position, *line.first()?, end.score(solver) - end.score(solver.other()));
    (moves > 0).then(|| Solved { line: position.write_line(&line), moves, answers, themes })
}

/// The best defence: all replies lose, so it is the one that leaves the solver the fewest winning moves,
/// and among those the one that loses by the least.
fn defence(here: &Position, solver: Side) -> Option<Move> {
    let mut best: Option<((usize, i32), Move)> = None;
    for reply in here.all_moves() {
        let next = here.after(reply);
        let (value, _) = worth(&next, solver)?;
        let rank = (winning(&choices(&next)?).len(), value);
        if best.is_none_or(|(least, _)| rank < least) {
            best = Some((rank, reply));
        }
    }
    best.map(|(_, reply)| reply)
}

/// By how much a move raises the score of its side at once.
fn gain(position: &Position, mv: Move) -> i32 {
    position.after(mv).score(position.side()) - position.score(position.side())
}

fn themes(position: &Position, key: Move, margin: i32) -> Vec<Theme> {
    let side = position.side();
    let conquered = position.conquests(key.square()).count_ones();
    let most = position.all_moves().into_iter().map(|mv| gain(position, mv)).max();
    let themes = [
        (Theme::Blitz, conquered > 0),
        (Theme::Sweep, conquered > 1),
        (Theme::Drop, !position.is_blitz(key.square())),
        (Theme::Patience, most.is_some_and(|most| gain(position, key) < most)),
        (Theme::Comeback, position.score(side) < position.score(side.other())),
        (Theme::Close, margin <= 10),
    ];
    themes.into_iter().filter(|(_, holds)| *holds).map(|(theme, _)| theme).collect()
}
