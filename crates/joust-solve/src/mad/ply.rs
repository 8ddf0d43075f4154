//! One move forward and one move back (unmoves), both by the rules of `joust-mad`.

use super::entry::{Better, EndgameEntry, Value, Who};
use joust_core::{Duel, MoveList};
use joust_mad::{Board, Fleet, Move, Position, Rules, Side};

/// Rules with the largest limit, so that the counter ends no game after a single move.
pub(super) const ENDLESS: Rules = Rules { limit: Rules::MAX_LIMIT, positioning: false, agreed: false };

/// In place of a threshold where there is none.
const NEVER: u16 = u16::MAX;

/// The entry of a placement, from those one move later.
///
/// `quiet` gives the entry after a quiet move, `expelled` the value of the position after an expulsion
/// for the side to move there.
///
/// A threshold of the mover is one more than the smallest that a move leads to. A threshold of the
/// opponent is one more than the largest, if every move leads to one.
#[inline]
pub(super) fn derive(
    position: &Position,
    mut quiet: impl FnMut(&Position) -> EndgameEntry,
    mut expelled: impl FnMut(&Position) -> Value,
) -> EndgameEntry {
    let (us, them) = (position.side(), position.side().other());
    let enemies = position.fleet(them).ships.count_ones();
    let mut moves = MoveList::new();
    position.moves(&mut moves);
    // Of the mover, the smallest so far; of the opponent, the largest.
    let (mut semi, mut full) = (NEVER, NEVER);
    let (mut their_semi, mut their_full) = (1, 1);
    for mv in moves {
        let next = position.after(mv);
        if next.fleet(us).corvette() == 0 {
            // An immediate defeat neither helps the mover nor delays the opponent.
            continue;
        }
        if next.fleet(them).ships.count_ones() < enemies {
            let value = if next.fleet(them).corvette() == 0 { Value::Loss } else { expelled(&next) };
            match value {
                Value::Loss => return EndgameEntry::new(Better { who: Who::Mover, semi: 1, full: Some(1) }),
                Value::SemiLoss => (semi, their_semi, their_full) = (1, NEVER, NEVER),
                Value::SemiWin => their_full = NEVER,
                Value::Win => {}
            }
            continue;
        }
        match quiet(&next).better() {
            None => (their_semi, their_full) = (NEVER, NEVER),
            // The side to move there is our opponent.
            Some(Better { who: Who::Other, semi: found, full: found_full }) => {
                (their_semi, their_full) = (NEVER, NEVER);
                semi = semi.min(u16::from(found) + 1);
                full = full.min(found_full.map_or(NEVER, |found| u16::from(found) + 1));
            }
            Some(Better { who: Who::Mover, semi: found, full: found_full }) => {
                their_semi = their_semi.max(u16::from(found) + 1);
                their_full = their_full.max(found_full.map_or(NEVER, |found| u16::from(found) + 1));
            }
        }
    }
    let stored = |threshold: u16| u8::try_from(threshold).ok().filter(|turns| *turns <= EndgameEntry::MOST);
    let (who, semi, full) =
        if semi == NEVER { (Who::Other, their_semi, their_full) } else { (Who::Mover, semi, full) };
    stored(semi)
        .map_or(EndgameEntry::HELD, |semi| EndgameEntry::new(Better { who, semi, full: stored(full) }))
}

fn expels(position: &Position, mv: Move) -> bool {
    let other = position.fleet(position.side().other());
    mv.squares().is_some_and(|(_, to)| other.ships & to.bit() != 0)
}

/// Calls `found` with every placement from which a quiet move of Blue leads to these fleets, and with
/// some from which none does.
///
/// Quiet movements and shifts are their own unmoves: the square that a ship left is vacant, and the
/// inverse of a shift needs the same ships on the board. A bonus is undone in two steps: first the
/// shift, then the step from the last row.
pub(super) fn for_predecessors(board: &'static Board, fleets: [Fleet; 2], mut found: impl FnMut(&Position)) {
    let Some(back) = Position::from_fleets(board, ENDLESS, fleets, Side::Blue) else { return };
    let mut moves = MoveList::new();
    back.moves(&mut moves);
    for mv in moves {
        let is_bonus = mv.squares().is_some() && mv.shift().is_some();
        if is_bonus || expels(&back, mv) {
            continue;
        }
        let before = back.after(mv);
        if before.fleet(Side::Blue).corvette() == 0 {
            continue;
        }
        found(&before);
        let arrived = before.fleet(Side::Blue).ships & board.last_row(Side::Blue);
        if mv.shift().is_none() || arrived == 0 {
            continue;
        }
        let fleets = Side::BOTH.map(|side| *before.fleet(side));
        let Some(unshifted) = Position::from_fleets(board, ENDLESS, fleets, Side::Blue) else { continue };
        let mut steps = MoveList::new();
        unshifted.moves(&mut steps);
        for step in steps {
            let is_step = step
                .squares()
                .is_some_and(|(from, to)| arrived & from.bit() != 0 && board.near(from) & to.bit() != 0);
            if is_step && step.shift().is_none() && !expels(&unshifted, step) {
                let before = unshifted.after(step);
                found(&before);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::class::Class;
    use super::super::index::{Geometry, Index};
    use super::*;
    use joust_core::{Seed, below};

    /// Every quiet move of Blue is among the unmoves of the placement to which it leads.
    #[test]
    fn every_quiet_move_can_be_taken_back() {
        let mut rng = Seed(3).rng();
        for name in ["6x4", "5x5", "4x6", "aztec"] {
            let board = Board::named(name).unwrap();
            let geometry = Geometry::new(board).unwrap();
            for class in Class::up_to(6) {
                let (mover, other) = class.orders().next().unwrap();
                let index = Index::new(&geometry, mover, other).unwrap();
                for _ in 0..20 {
                    let [red, blue] = index.unrank(below(&mut rng, index.len()));
                    let here = Position::from_fleets(board, ENDLESS, [red, blue], Side::Blue).unwrap();
                    let mut moves = MoveList::new();
                    here.moves(&mut moves);
                    for mv in moves.into_iter().filter(|mv| !expels(&here, *mv)) {
                        let next = here.after(mv);
                        if next.result().is_some() {
                            continue;
                        }
                        let mut is_found = false;
                        for_predecessors(board, Side::BOTH.map(|side| *next.fleet(side)), |before| {
                            is_found |=
                                Side::BOTH.iter().all(|side| before.fleet(*side) == here.fleet(*side));
                        });
                        assert!(is_found, "{here}: {}", here.notation(mv));
                    }
                }
            }
        }
    }
}
