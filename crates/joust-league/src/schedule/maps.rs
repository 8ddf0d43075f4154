//! Maps for the blocks of a schedule: everybody plays on all maps about equally often.

use crate::mix::Dice;

/// The tries to improve a choice, for each block. Ten times as many hardly ever find a better one.
const STEPS: usize = 300;
/// One worse state out of so many is kept, or the search would be stuck.
const RARE: usize = 16;
/// How much worse a state may be that is kept.
const WORSE: i64 = 2;

/// Maps for line-ups, such that everybody plays on every map as often as its fair share says, which is its
/// number of blocks divided by the number of maps. Pairs are at most one block off the fair share, and
/// larger line-ups less than two: more is not always possible. (Three participants that meet in pairs on two
/// maps cannot all play once on each.)
pub(super) fn balanced(line_ups: &[Vec<usize>], participants: usize, maps: usize) -> Vec<usize> {
    let mut choice = Choice { maps, counts: vec![0; participants * maps], chosen: Vec::new() };
    for line_up in line_ups {
        let best = (0..maps).min_by_key(|map| choice.load(line_up, *map)).unwrap_or(0);
        choice.chosen.push(best);
        choice.change(line_up, best, 1);
    }
    if maps > 1 {
        choice.improve(line_ups, participants);
    }
    choice.chosen
}

struct Choice {
    maps: usize,
    /// The number of blocks of each participant on each map.
    counts: Vec<i64>,
    /// The map of each block.
    chosen: Vec<usize>,
}

impl Choice {
    /// How many blocks the participants of a line-up have on a map, all together.
    fn load(&self, line_up: &[usize], map: usize) -> i64 {
        line_up.iter().map(|participant| self.counts[participant * self.maps + map]).sum()
    }

    fn change(&mut self, line_up: &[usize], map: usize, by: i64) {
        for participant in line_up {
            self.counts[participant * self.maps + map] += by;
        }
    }

    /// How far a participant is off its fair share, beyond one block.
    fn unfairness(&self, participant: usize) -> i64 {
        let counts = &self.counts[participant * self.maps..][..self.maps];
        let (blocks, maps) = (counts.iter().sum::<i64>(), self.maps as i64);
        let beyond = |count: &i64| ((count * maps - blocks).abs() - maps).max(0);
        counts.iter().map(|count| ((beyond(count) + maps - 1) / maps).pow(2)).sum()
    }

    fn unfairness_of(&self, line_up: &[usize]) -> i64 {
        line_up.iter().map(|participant| self.unfairness(*participant)).sum()
    }

    /// Moves blocks of participants without their fair share to other maps. A move that is unfair to another
    /// participant instead is kept: so unfairness wanders until two meet and cancel out.
    fn improve(&mut self, line_ups: &[Vec<usize>], participants: usize) {
        let mut blocks = vec![Vec::new(); participants];
        for (block, line_up) in line_ups.iter().enumerate() {
            for participant in line_up {
                blocks[*participant].push(block);
            }
        }
        let everybody: Vec<usize> = (0..participants).collect();
        let mut dice = Dice::new(participants as u64, self.maps as u64);
        let mut unfairness = self.unfairness_of(&everybody);
        let mut best = (unfairness, self.chosen.clone());
        for _ in 0..STEPS * (line_ups.len() + 100) {
            if best.0 == 0 {
                break;
            }
            let participant = dice.below(participants);
            let (of, is_fair) = (&blocks[participant], self.unfairness(participant) == 0);
            if of.is_empty() || is_fair && dice.below(8) > 0 {
                continue;
            }
            let block = of[dice.below(of.len())];
            let (line_up, old) = (&line_ups[block], self.chosen[block]);
            let new = (old + 1 + dice.below(self.maps - 1)) % self.maps;
            let uneven = self.load(line_up, new) - self.load(line_up, old) + line_up.len() as i64;
            let before = self.unfairness_of(line_up);
            self.change(line_up, old, -1);
            self.change(line_up, new, 1);
            let unfair = self.unfairness_of(line_up) - before;
            let worse = uneven + 2 * unfair;
            if worse > 0 && (worse > WORSE || dice.below(RARE) > 0) {
                self.change(line_up, old, 1);
                self.change(line_up, new, -1);
                continue;
            }
            self.chosen[block] = new;
            unfairness += unfair;
            if unfairness < best.0 {
                best = (unfairness, self.chosen.clone());
            }
        }
        self.chosen = best.1;
    }
}
