//! Which participants can be compared.
//!
//! Games connect participants. Those that no chain of games connects cannot be compared at all. And where one
//! side has taken nothing from the other, along no chain of games, there is no upper limit to how much
//! stronger the other may be.

use super::games::Games;
use super::order::Order;

/// Which participant has taken something from which.
pub(super) struct Reach {
    /// For each participant those from which it has taken something.
    taken: Vec<Vec<usize>>,
    /// For each participant those that have taken something from it.
    lost: Vec<Vec<usize>>,
}

impl Reach {
    pub(super) fn new(games: &Games) -> Reach {
        let many = games.participants();
        let mut has_taken = vec![false; many * many];
        for block in games.blocks.values() {
            for ([one, other], number, score) in &block.duels {
                let (one, other) = (*one as usize, *other as usize);
                has_taken[one * many + other] |= *score > 0.0;
                has_taken[other * many + one] |= score < number;
            }
            for order in &block.orders {
                let places: Vec<usize> = Order::places(order).collect();
                for (place, who) in places.iter().enumerate() {
                    for behind in &places[place + 1..] {
                        has_taken[who * many + behind] = true;
                    }
                }
            }
        }
        let list = |of: &dyn Fn(usize, usize) -> bool| -> Vec<Vec<usize>> {
            (0..many).map(|one| (0..many).filter(|other| of(one, *other)).collect()).collect()
        };
        Reach {
            taken: list(&|one, other| has_taken[one * many + other]),
            lost: list(&|one, other| has_taken[other * many + one]),
        }
    }

    /// Those that a chain of takings leads to from one of these, which are among them.
    fn from(start: &[usize], edges: &[Vec<usize>]) -> Vec<bool> {
        let mut reached = vec![false; edges.len()];
        let mut open = start.to_vec();
        while let Some(who) = open.pop() {
            if !std::mem::replace(&mut reached[who], true) {
                open.extend(edges[who].iter().filter(|other| !reached[**other]));
            }
        }
        reached
    }

    /// Those that are certainly not infinitely weaker than these: they have taken something, along a chain.
    pub(super) fn bounded_below(&self, reference: &[usize]) -> Vec<bool> {
        Reach::from(reference, &self.lost)
    }

    /// Those that are certainly not infinitely stronger than these.
    pub(super) fn bounded_above(&self, reference: &[usize]) -> Vec<bool> {
        Reach::from(reference, &self.taken)
    }

    /// The groups of participants that games connect, by the smallest number in each.
    pub(super) fn groups(&self) -> Vec<Vec<usize>> {
        let both: Vec<Vec<usize>> =
            self.taken.iter().zip(&self.lost).map(|(taken, lost)| [&taken[..], lost].concat()).collect();
        let mut seen = vec![false; both.len()];
        let mut groups = Vec::new();
        for who in 0..both.len() {
            if !seen[who] {
                let reached = Reach::from(&[who], &both);
                let group: Vec<usize> = (0..both.len()).filter(|other| reached[*other]).collect();
                for other in &group {
                    seen[*other] = true;
                }
                groups.push(group);
            }
        }
        groups
    }

    /// The largest set of participants that are all bounded by one another.
    pub(super) fn core(&self) -> Vec<usize> {
        let mut seen = vec![false; self.taken.len()];
        let mut best = Vec::new();
        for who in 0..seen.len() {
            if !seen[who] {
                let (up, down) = (self.bounded_above(&[who]), self.bounded_below(&[who]));
                let set: Vec<usize> = (0..seen.len()).filter(|other| up[*other] && down[*other]).collect();
                for other in &set {
                    seen[*other] = true;
                }
                if set.len() > best.len() {
                    best = set;
                }
            }
        }
        best
    }
}
