//! Participants that have won all their games, or lost all.

use super::games::Block;
use crate::finish::real;

/// The chance that a confidence of 95 % leaves for an error.
const DOUBT: f64 = 0.05;

/// What is known of a participant that has won all its games, or lost all.
pub(super) struct Sweep {
    /// Whether it has won all.
    pub(super) won: bool,
    /// The strength at which that happens once in twenty tournaments. A block is one trial, as its games are
    /// not independent.
    pub(super) bound: f64,
    /// How often each participant was its opponent, as parts of 1.
    pub(super) opponents: Vec<f64>,
}

impl Sweep {
    /// `None` for a participant that has not won all and not lost all. `blocks` are those of the participant.
    pub(super) fn of(blocks: &[&Block], who: usize, strengths: &[f64]) -> Option<Sweep> {
        let won = blocks.first()?.sweep(who)?;
        if !blocks.iter().all(|block| block.sweep(who) == Some(won)) {
            return None;
        }
        let line_ups: Vec<Vec<usize>> = blocks.iter().map(|block| block.opponents(who)).collect();
        let mut opponents = vec![0.0; strengths.len()];
        for line_up in &line_ups {
            for other in line_up {
                opponents[*other] += 1.0 / real(line_up.len() * line_ups.len());
            }
        }
        let of = |line_up: &Vec<usize>| line_up.iter().map(|other| strengths[*other]).collect();
        let trials: Vec<Vec<f64>> = line_ups.iter().map(of).collect();
        let chance = |strength: f64, others: &Vec<f64>| {
            if won { first(strength, others) } else { last(strength, others) }
        };
        let logarithm =
            |strength: f64| trials.iter().map(|others| chance(strength, others).ln()).sum::<f64>();
        let (mut low, mut high) = (-50.0, 50.0);
        for _ in 0..100 {
            let middle = f64::midpoint(low, high);
            let is_seldom = logarithm(middle) < DOUBT.ln();
            if is_seldom == won { low = middle } else { high = middle }
        }
        Some(Sweep { won, bound: f64::midpoint(low, high), opponents })
    }
}

/// The chance to be first.
fn first(strength: f64, others: &[f64]) -> f64 {
    1.0 / (1.0 + others.iter().map(|other| (other - strength).exp()).sum::<f64>())
}

/// The chance to be last: all others are before, in some order. By inclusion and exclusion, it is the sum over
/// all sets of the others of the chance to be before all of the set, with the sign of its size.
fn last(strength: f64, others: &[f64]) -> f64 {
    let sets = 0..1_u32 << others.len();
    let chance = |set: u32| {
        let members = (0..others.len()).filter(|place| set >> place & 1 == 1);
        let before = first(strength, &members.map(|place| others[place]).collect::<Vec<_>>());
        if set.count_ones().is_multiple_of(2) { before } else { -before }
    };
    // Of a tiny chance only rounding errors remain.
    sets.map(chance).sum::<f64>().max(f64::MIN_POSITIVE)
}

impl Block {
    /// Whether a participant has won all its games in the block, or lost all; `None` if neither.
    fn sweep(&self, who: usize) -> Option<bool> {
        let duels = self.duels.iter().filter(|duel| duel.0.contains(&(who as u32))).map(
            |([one, _], games, score)| {
                let mine = if *one as usize == who { *score } else { games - score };
                if mine >= *games { Some(true) } else { (mine <= 0.0).then_some(false) }
            },
        );
        let orders =
            self.orders.iter().filter(|order| order.places().any(|other| other == who)).map(|order| {
                let first = order.places().next() == Some(who);
                let last = order.places().next_back() == Some(who);
                if first { Some(true) } else { last.then_some(false) }
            });
        let mut all = duels.chain(orders);
        let first = all.next()??;
        all.all(|other| other == Some(first)).then_some(first)
    }

    /// The opponents of a participant, of one game.
    fn opponents(&self, who: usize) -> Vec<usize> {
        let duel = self.duels.iter().find(|duel| duel.0.contains(&(who as u32)));
        let order = self.orders.iter().find(|order| order.places().any(|other| other == who));
        let all: Vec<usize> = match (duel, order) {
            (Some(duel), _) => duel.0.iter().map(|other| *other as usize).collect(),
            (None, Some(order)) => order.places().collect(),
            (None, None) => Vec::new(),
        };
        all.into_iter().filter(|other| *other != who).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Of four equals each is last once in four games; of two it is the chance to lose.
    #[test]
    fn the_chance_to_be_last_is_known() {
        assert!((last(1.5, &[1.5; 3]) - 0.25).abs() < 1e-12);
        assert!((last(0.0, &[1.0]) - 1.0 / (1.0 + (-1_f64).exp())).abs() < 1e-12);
        // By the definition: one of the two others is first, then the other.
        let [a, b, c] = [1.0_f64, 2.0, 5.0];
        let orders = b / (a + b + c) * c / (a + c) + c / (a + b + c) * b / (a + b);
        assert!((last(a.ln(), &[b.ln(), c.ln()]) - orders).abs() < 1e-12);
    }
}
