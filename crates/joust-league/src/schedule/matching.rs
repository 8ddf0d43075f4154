//! Maximum matching: as many pairs as possible of those that may be paired.

use std::collections::VecDeque;

/// For each node the node that it is paired with, in a matching with as many pairs as possible. `allowed`
/// says for each two of the nodes whether they may be paired. This is Edmonds' blossom algorithm.
pub(super) fn maximum(nodes: usize, allowed: &dyn Fn(usize, usize) -> bool) -> Vec<Option<usize>> {
    let mut mates = vec![None; nodes];
    // Most nodes find a mate without any search.
    for node in 0..nodes {
        if mates[node].is_none()
            && let Some(mate) =
                (0..nodes).find(|mate| *mate != node && mates[*mate].is_none() && allowed(node, *mate))
        {
            (mates[node], mates[mate]) = (Some(mate), Some(node));
        }
    }
    for root in 0..nodes {
        if mates[root].is_none() {
            Forest::new(nodes, root).grow(root, &mut mates, allowed);
        }
    }
    mates
}

/// The tree of alternating paths from a node without a mate.
struct Forest {
    /// The node before, for nodes at an odd distance, and for nodes inside blossoms.
    parent: Vec<Option<usize>>,
    /// The base of the blossom that a node belongs to.
    base: Vec<usize>,
    /// Whether a node is at an even distance.
    even: Vec<bool>,
    queue: VecDeque<usize>,
}

impl Forest {
    fn new(nodes: usize, root: usize) -> Forest {
        let mut even = vec![false; nodes];
        even[root] = true;
        Forest { parent: vec![None; nodes], base: (0..nodes).collect(), even, queue: VecDeque::from([root]) }
    }

    /// Looks for an alternating path to another node without a mate, and exchanges the pairs along it.
    fn grow(&mut self, root: usize, mates: &mut [Option<usize>], allowed: &dyn Fn(usize, usize) -> bool) {
        while let Some(node) = self.queue.pop_front() {
            for next in 0..mates.len() {
                let is_inside =
                    next == node || self.base[node] == self.base[next] || mates[node] == Some(next);
                if is_inside || !allowed(node, next) {
                    continue;
                }
                let is_even = next == root || mates[next].is_some_and(|mate| self.parent[mate].is_some());
                if is_even {
                    self.contract(node, next, mates);
                } else if self.parent[next].is_none() {
                    self.parent[next] = Some(node);
                    match mates[next] {
                        Some(mate) => {
                            self.even[mate] = true;
                            self.queue.push_back(mate);
                        }
                        None => return self.augment(next, mates),
                    }
                }
            }
        }
    }

    /// Makes one node of an odd cycle.
    fn contract(&mut self, node: usize, next: usize, mates: &[Option<usize>]) {
        let base = self.common_base(node, next, mates);
        let mut inside = vec![false; mates.len()];
        self.mark(node, base, next, &mut inside, mates);
        self.mark(next, base, node, &mut inside, mates);
        for other in 0..mates.len() {
            if inside[self.base[other]] {
                self.base[other] = base;
                if !self.even[other] {
                    self.even[other] = true;
                    self.queue.push_back(other);
                }
            }
        }
    }

    fn common_base(&self, one: usize, other: usize, mates: &[Option<usize>]) -> usize {
        let mut seen = vec![false; mates.len()];
        let mut node = self.base[one];
        loop {
            seen[node] = true;
            // The root has no mate; all other even nodes have one, whose parent is even.
            let Some(before) = mates[node].and_then(|mate| self.parent[mate]) else { break };
            node = self.base[before];
        }
        let mut node = self.base[other];
        while !seen[node] {
            let Some(before) = mates[node].and_then(|mate| self.parent[mate]) else { break };
            node = self.base[before];
        }
        node
    }

    fn mark(&mut self, from: usize, base: usize, child: usize, inside: &mut [bool], mates: &[Option<usize>]) {
        let (mut node, mut child) = (from, child);
        while self.base[node] != base {
            let Some(mate) = mates[node] else { return };
            inside[self.base[node]] = true;
            inside[self.base[mate]] = true;
            self.parent[node] = Some(child);
            child = mate;
            let Some(before) = self.parent[mate] else { return };
            node = before;
        }
    }

    fn augment(&self, end: usize, mates: &mut [Option<usize>]) {
        let mut node = Some(end);
        while let Some(odd) = node {
            let Some(even) = self.parent[odd] else { return };
            let next = mates[even];
            (mates[odd], mates[even]) = (Some(even), Some(odd));
            node = next;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mix::Dice;

    /// The most pairs, by trying all of them.
    fn most(free: &mut [bool], allowed: &[Vec<bool>]) -> usize {
        let Some(node) = free.iter().position(|free| *free) else { return 0 };
        free[node] = false;
        let mut best = most(free, allowed);
        for mate in node + 1..free.len() {
            if free[mate] && allowed[node][mate] {
                free[mate] = false;
                best = best.max(1 + most(free, allowed));
                free[mate] = true;
            }
        }
        free[node] = true;
        best
    }

    #[test]
    fn no_other_matching_has_more_pairs() {
        let mut dice = Dice::new(1, 1);
        for _ in 0..4000 {
            let (nodes, density) = (2 + dice.below(9), 1 + dice.below(9));
            let mut allowed = vec![vec![false; nodes]; nodes];
            for pair in 0..nodes * nodes {
                let (one, other) = (pair / nodes, pair % nodes);
                if other < one && dice.below(10) < density {
                    (allowed[one][other], allowed[other][one]) = (true, true);
                }
            }
            let mates = maximum(nodes, &|one, other| allowed[one][other]);
            for (node, mate) in mates.iter().enumerate() {
                assert!(mate.is_none_or(|mate| mates[mate] == Some(node) && allowed[node][mate]));
            }
            let pairs = mates.iter().flatten().count() / 2;
            assert_eq!(pairs, most(&mut vec![true; nodes], &allowed), "{allowed:?}");
        }
    }
}
