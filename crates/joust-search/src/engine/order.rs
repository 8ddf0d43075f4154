//! Move ordering: transposition table, move scores, killers, countermoves, history.

use super::Knowledge;
use joust_core::{Duel, MoveList, Seat};

/// Moves that caused cutoffs elsewhere in the tree, by their numbers.
pub(super) struct MoveHistory {
    /// For each ply, the last two quiet moves that caused a cutoff there.
    killers: Vec<[u16; 2]>,
    /// For each seat and each move of its opponent, the last quiet move that refuted it.
    countermoves: [Vec<u16>; 2],
    /// For each seat and move, its history: up with every cutoff that it causes, down with every one
    /// that it misses.
    history: [Vec<i16>; 2],
}

/// In place of the number of a move where there is none.
pub(super) const NO_MOVE: u16 = u16::MAX;

/// The history of a move stays between plus and minus this.
const MOST: i32 = 16_000;

impl MoveHistory {
    pub(super) fn new(plies: usize, numbers: usize) -> MoveHistory {
        MoveHistory {
            killers: vec![[NO_MOVE; 2]; plies],
            countermoves: [vec![NO_MOVE; numbers], vec![NO_MOVE; numbers]],
            history: [vec![0; numbers], vec![0; numbers]],
        }
    }

    /// Prepares for the search of another position: killers are cleared, history counts less.
    pub(super) fn age(&mut self) {
        self.killers.fill([NO_MOVE; 2]);
        self.history.iter_mut().flatten().for_each(|worth| *worth /= 8);
    }

    /// Clears all three.
    pub(super) fn clear(&mut self) {
        self.killers.fill([NO_MOVE; 2]);
        self.countermoves.iter_mut().for_each(|moves| moves.fill(NO_MOVE));
        self.history.iter_mut().for_each(|history| history.fill(0));
    }

    /// Records that the quiet move `good` of `seat` caused a cutoff after the opponent's move
    /// `before`, and that the moves in `tried`, searched earlier, did not.
    pub(super) fn learn(&mut self, seat: Seat, ply: u32, before: u16, good: u16, tried: &[u16], depth: u32) {
        let killers = &mut self.killers[ply as usize];
        if killers[0] != good {
            *killers = [good, killers[0]];
        }
        if let Some(countermove) = self.countermoves[seat.index()].get_mut(usize::from(before)) {
            *countermove = good;
        }
        let weight = (depth * depth).min(400) as i32;
        let history = &mut self.history[seat.index()];
        let mut shift = |number: u16, by: i32| {
            let worth = &mut history[usize::from(number)];
            let old = i32::from(*worth);
            *worth = (old + 16 * by - old * 16 * by.abs() / MOST) as i16;
        };
        shift(good, weight);
        for number in tried {
            shift(*number, -weight);
        }
    }
}

/// The moves of a position, picked one by one in the order of their scores.
pub(super) struct MovePicker<M> {
    moves: MoveList<M>,
    /// For each move its score, with its history in the lower bits.
    ranks: MoveList<i64>,
    next: usize,
    /// How many moves were deferred. They are kept at the front, in the place of moves that are done;
    /// their ranks are then their places in the order.
    deferred: usize,
    /// How many of the deferred moves were picked again.
    again: usize,
}

/// The rank of the table's move, above the score of any other.
const TABLE_FIRST: i64 = i64::MAX;

impl<M: Copy> MovePicker<M> {
    fn empty() -> MovePicker<M> {
        MovePicker { moves: MoveList::new(), ranks: MoveList::new(), next: 0, deferred: 0, again: 0 }
    }

    /// All moves: that of the transposition table first, then by score, then by history. Killers and
    /// countermoves come just before the other quiet moves.
    pub(super) fn new<D: Duel<Move = M>, K: Knowledge<D>>(
        knowledge: &K,
        position: &D,
        view: &K::View,
        known: u16,
        tables: Option<(&MoveHistory, u32, u16)>,
    ) -> MovePicker<M> {
        let mut picker = MovePicker::empty();
        position.moves(&mut picker.moves);
        let seat = position.to_move().index() & 1;
        for mv in &picker.moves {
            let number = knowledge.number(*mv);
            if number == known {
                picker.ranks.push(TABLE_FIRST);
                continue;
            }
            let mut move_score = i64::from(knowledge.move_score(position, view, *mv));
            let mut history = 0;
            if let Some((tables, ply, before)) = tables {
                let [first, second] = tables.killers[ply as usize];
                let countermove = tables.countermoves[seat].get(usize::from(before)).copied();
                history = i64::from(tables.history[seat][usize::from(number)]);
                if number == first || number == second || countermove == Some(number) {
                    move_score = move_score.max(0) + 1;
                    history += if number == first { 1 << 18 } else { 1 << 16 };
                }
            }
            picker.ranks.push((move_score << 20) + history);
        }
        picker
    }

    /// The noisy moves only, by score, and threats if they are wanted.
    pub(super) fn noisy<D: Duel<Move = M>, K: Knowledge<D>>(
        knowledge: &K,
        position: &D,
        view: &K::View,
        with_threats: bool,
    ) -> MovePicker<M> {
        let mut picker = MovePicker::empty();
        knowledge.noisy_moves(position, view, &mut picker.moves);
        if with_threats {
            knowledge.threats(position, &mut picker.moves);
        }
        for mv in &picker.moves {
            picker.ranks.push(i64::from(knowledge.move_score(position, view, *mv)) << 20);
        }
        picker
    }

    /// Picks the next move.
    #[inline]
    pub(super) fn next(&mut self) -> Option<M> {
        let rest = &self.ranks[self.next..];
        let mut best = 0;
        for (i, rank) in rest.iter().enumerate() {
            if *rank > rest[best] {
                best = i;
            }
        }
        let Some(mv) = self.moves.get(self.next + best).copied() else { return self.next_deferred() };
        self.ranks.swap(self.next, self.next + best);
        self.moves.swap(self.next, self.next + best);
        self.next += 1;
        Some(mv)
    }

    fn next_deferred(&mut self) -> Option<M> {
        let mv = self.moves[..self.deferred].get(self.again).copied();
        self.again += usize::from(mv.is_some());
        mv
    }

    /// Defers the move that was picked last: it comes again after all others.
    pub(super) fn defer(&mut self) {
        let last = self.next - 1;
        self.moves[self.deferred] = self.moves[last];
        self.ranks[self.deferred] = last as i64;
        self.deferred += 1;
    }

    /// Whether the move that was picked last had been deferred.
    pub(super) fn is_deferred(&self) -> bool {
        self.again > 0
    }

    /// The place in the order of the move that was picked last, from 0.
    pub(super) fn place(&self) -> usize {
        if self.again > 0 { self.ranks[self.again - 1] as usize } else { self.next - 1 }
    }
}
