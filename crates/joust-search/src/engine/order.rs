//! The order in which moves are tried.

use super::Knowledge;
use joust_core::{Duel, MoveList, Seat};

/// What was good elsewhere, by the numbers of moves.
pub(super) struct Experience {
    /// For each distance from the root, two moves that refuted something there.
    killers: Vec<[u16; 2]>,
    /// For each move of the opponent, by seat, what refuted it last.
    answers: [Vec<u16>; 2],
    /// For each move, by seat, how often it was good less how often it was not.
    history: [Vec<i16>; 2],
}

/// The number of no move.
pub(super) const NO_MOVE: u16 = u16::MAX;

/// No move's history goes beyond this.
const MOST: i32 = 16_000;

impl Experience {
    pub(super) fn new(plies: usize, numbers: usize) -> Experience {
        Experience {
            killers: vec![[NO_MOVE; 2]; plies],
            answers: [vec![NO_MOVE; numbers], vec![NO_MOVE; numbers]],
            history: [vec![0; numbers], vec![0; numbers]],
        }
    }

    /// Another position comes: distances from the root mean something else, old habits count less.
    pub(super) fn fade(&mut self) {
        self.killers.fill([NO_MOVE; 2]);
        self.history.iter_mut().flatten().for_each(|worth| *worth /= 8);
    }

    /// Everything is forgotten.
    pub(super) fn clear(&mut self) {
        self.killers.fill([NO_MOVE; 2]);
        self.answers.iter_mut().for_each(|answers| answers.fill(NO_MOVE));
        self.history.iter_mut().for_each(|history| history.fill(0));
    }

    /// A quiet move of `seat` has refuted what the opponent did before; others, tried before it,
    /// have not.
    pub(super) fn learn(&mut self, seat: Seat, ply: u32, before: u16, good: u16, tried: &[u16], depth: u32) {
        let killers = &mut self.killers[ply as usize];
        if killers[0] != good {
            *killers = [good, killers[0]];
        }
        if let Some(answer) = self.answers[seat.index()].get_mut(usize::from(before)) {
            *answer = good;
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

/// The moves of a position, handed out one by one, the most promising first.
pub(super) struct Queue<M> {
    moves: MoveList<M>,
    /// The promise, and what tells equal promises apart.
    ranks: MoveList<i64>,
    next: usize,
    /// So many at the front, where none is needed any more, were put off; their ranks are their
    /// places in the order.
    put_off: usize,
    /// So many of them have come again.
    again: usize,
}

/// Whatever a game promises is below this.
const TABLE_FIRST: i64 = i64::MAX;

impl<M: Copy> Queue<M> {
    fn empty() -> Queue<M> {
        Queue { moves: MoveList::new(), ranks: MoveList::new(), next: 0, put_off: 0, again: 0 }
    }

    /// All moves: that of the table first, then by promise, where killers and answers rank just
    /// before quiet moves, then by history.
    pub(super) fn new<D: Duel<Move = M>, K: Knowledge<D>>(
        knowledge: &K,
        position: &D,
        view: &K::View,
        known: u16,
        experience: Option<(&Experience, u32, u16)>,
    ) -> Queue<M> {
        let mut queue = Queue::empty();
        position.moves(&mut queue.moves);
        let seat = position.to_move().index() & 1;
        for mv in &queue.moves {
            let number = knowledge.number(*mv);
            if number == known {
                queue.ranks.push(TABLE_FIRST);
                continue;
            }
            let mut promise = i64::from(knowledge.promise(position, view, *mv));
            let mut habit = 0;
            if let Some((experience, ply, before)) = experience {
                let [first, second] = experience.killers[ply as usize];
                let answer = experience.answers[seat].get(usize::from(before)).copied();
                habit = i64::from(experience.history[seat][usize::from(number)]);
                if number == first || number == second || answer == Some(number) {
                    promise = promise.max(0) + 1;
                    habit += if number == first { 1 << 18 } else { 1 << 16 };
                }
            }
            queue.ranks.push((promise << 20) + habit);
        }
        queue
    }

    /// The loud moves only, by promise, and threats if they are wanted.
    pub(super) fn loud<D: Duel<Move = M>, K: Knowledge<D>>(
        knowledge: &K,
        position: &D,
        view: &K::View,
        with_threats: bool,
    ) -> Queue<M> {
        let mut queue = Queue::empty();
        knowledge.loud(position, view, &mut queue.moves);
        if with_threats {
            knowledge.threats(position, &mut queue.moves);
        }
        for mv in &queue.moves {
            queue.ranks.push(i64::from(knowledge.promise(position, view, *mv)) << 20);
        }
        queue
    }

    /// The next move.
    #[inline]
    pub(super) fn next(&mut self) -> Option<M> {
        let rest = &self.ranks[self.next..];
        let mut best = 0;
        for (i, rank) in rest.iter().enumerate() {
            if *rank > rest[best] {
                best = i;
            }
        }
        let Some(mv) = self.moves.get(self.next + best).copied() else { return self.next_again() };
        self.ranks.swap(self.next, self.next + best);
        self.moves.swap(self.next, self.next + best);
        self.next += 1;
        Some(mv)
    }

    fn next_again(&mut self) -> Option<M> {
        let mv = self.moves[..self.put_off].get(self.again).copied();
        self.again += usize::from(mv.is_some());
        mv
    }

    /// The move that was handed out last is handed out once more, after all others.
    pub(super) fn put_off(&mut self) {
        let last = self.next - 1;
        self.moves[self.put_off] = self.moves[last];
        self.ranks[self.put_off] = last as i64;
        self.put_off += 1;
    }

    /// Whether the move that was handed out last had been put off.
    pub(super) fn is_again(&self) -> bool {
        self.again > 0
    }

    /// How many moves come before the one that was handed out last.
    pub(super) fn place(&self) -> usize {
        if self.again > 0 { self.ranks[self.again - 1] as usize } else { self.next - 1 }
    }
}
