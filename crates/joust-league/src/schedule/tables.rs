//! Tables for games of three and four seats: everybody meets everybody, about equally often.
//!
//! A lap is a line-up that is moved around the circle of participants: with the base {0, 1, 4, 6} and 20
//! participants the tables are {0, 1, 4, 6}, {1, 2, 5, 7}, … {19, 0, 3, 5}. In a lap everybody plays as
//! often as there are seats, once in each place of the base, so seats are balanced by construction, nobody
//! has a bye, and two participants meet as often as their distance occurs among the distances of the base.
//! A few bases together have all distances: a difference cover, which is searched for. The search has a fixed
//! seed, so the tables depend on nothing but the number of participants.

use crate::mix::Dice;

/// The tries of the search for each number of bases. A hundred participants need the most, some thousands.
const STEPS: usize = 60_000;

/// Bases for laps in which everybody meets everybody.
pub(super) fn bases(participants: usize, seats: usize) -> Vec<Vec<usize>> {
    if participants == seats {
        return vec![(0..seats).collect()];
    }
    let distances = participants / 2;
    let least = distances.div_ceil(seats * (seats - 1) / 2);
    let mut dice = Dice::new(participants as u64, seats as u64);
    // More bases make it easier; with one for each distance every search succeeds.
    (least..)
        .find_map(|count| Search::new(participants, seats, count, &mut dice).run(&mut dice))
        .unwrap_or_default()
}

/// The tables of a lap, in the order of its moves around the circle. A line-up of all participants has only
/// one table.
pub(super) fn lap(base: &[usize], participants: usize) -> impl Iterator<Item = Vec<usize>> {
    let tables = if base.len() == participants { 1 } else { participants };
    (0..tables).map(move |shift| base.iter().map(|place| (place + shift) % participants).collect())
}

/// Rounds for line-ups, such that nobody plays twice in a round: each takes the first round that has room.
pub(super) fn rounds(line_ups: &[Vec<usize>], participants: usize) -> Vec<usize> {
    let mut busy: Vec<Vec<bool>> = Vec::new();
    let first = |line_up: &Vec<usize>| {
        let has_room = |round: &Vec<bool>| line_up.iter().all(|participant| !round[*participant]);
        let round = busy.iter().position(has_room).unwrap_or(busy.len());
        if round == busy.len() {
            busy.push(vec![false; participants]);
        }
        for participant in line_up {
            busy[round][*participant] = true;
        }
        round
    };
    line_ups.iter().map(first).collect()
}

/// A search for bases that have all distances about equally often.
struct Search {
    participants: usize,
    bases: Vec<Vec<usize>>,
    /// How often two participants at each distance meet; index 0 is not used.
    meetings: Vec<usize>,
}

impl Search {
    fn new(participants: usize, seats: usize, count: usize, dice: &mut Dice) -> Search {
        let mut places: Vec<usize> = (1..participants).collect();
        let mut base = || {
            dice.shuffle(&mut places);
            std::iter::once(0).chain(places[..seats - 1].iter().copied()).collect()
        };
        let bases = (0..count).map(|_| base()).collect();
        let mut search = Search { participants, bases, meetings: vec![0; participants / 2 + 1] };
        for base in 0..count {
            for place in 1..seats {
                search.count(base, place, 0..place, 1);
            }
        }
        search
    }

    /// Adds the distances of a place to other places of its base, or takes them away.
    fn count(&mut self, base: usize, place: usize, others: impl IntoIterator<Item = usize>, sign: isize) {
        for other in others {
            let apart = self.bases[base][place].abs_diff(self.bases[base][other]);
            let distance = apart.min(self.participants - apart);
            // Two participants opposite each other meet twice: each is that distance from the other.
            let times = if 2 * distance == self.participants { 2 } else { 1 };
            self.meetings[distance] = self.meetings[distance].wrapping_add_signed(sign * times);
        }
    }

    /// How uneven the meetings are; distances without a meeting count more.
    fn unevenness(&self) -> usize {
        self.meetings[1..].iter().map(|times| if *times == 0 { 4 } else { times * times }).sum()
    }

    /// The fewest and the most meetings of two participants.
    fn range(&self) -> (usize, usize) {
        let times = &self.meetings[1..];
        (times.iter().copied().min().unwrap_or(1), times.iter().copied().max().unwrap_or(1))
    }

    /// The bases, once everybody meets everybody; `None` if that was not found.
    fn run(mut self, dice: &mut Dice) -> Option<Vec<Vec<usize>>> {
        let seats = self.bases[0].len();
        let mut best: Option<(usize, Vec<Vec<usize>>)> = None;
        for _ in 0..STEPS {
            let (fewest, most) = self.range();
            if fewest > 0 && best.as_ref().is_none_or(|(spread, _)| most - fewest < *spread) {
                best = Some((most - fewest, self.bases.clone()));
                if most - fewest <= 1 {
                    break;
                }
            }
            let (base, place) = (dice.below(self.bases.len()), 1 + dice.below(seats - 1));
            let (old, new) = (self.bases[base][place], 1 + dice.below(self.participants - 1));
            if self.bases[base].contains(&new) {
                continue;
            }
            let others: Vec<usize> = (0..seats).filter(|other| *other != place).collect();
            let before = self.unevenness();
            self.count(base, place, others.iter().copied(), -1);
            self.bases[base][place] = new;
            self.count(base, place, others.iter().copied(), 1);
            // A worse state is kept now and then, or the search would be stuck.
            let after = self.unevenness();
            if after > before && (after > before + 4 || dice.below(20) > 0) {
                self.count(base, place, others.iter().copied(), -1);
                self.bases[base][place] = old;
                self.count(base, place, others.iter().copied(), 1);
            }
        }
        best.map(|(_, bases)| bases)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The meetings of every two participants in all laps.
    fn meetings(participants: usize, seats: usize, bases: &[Vec<usize>]) -> Vec<usize> {
        let mut met = vec![0; participants * participants];
        for table in bases.iter().flat_map(|base| lap(base, participants)) {
            for one in &table {
                for other in &table {
                    met[one * participants + other] += usize::from(one != other);
                }
            }
            assert_eq!(table.len(), seats);
        }
        (0..participants)
            .flat_map(|one| (0..one).map(move |other| one * participants + other))
            .map(|pair| met[pair])
            .collect()
    }

    #[test]
    fn everybody_meets_everybody_and_nobody_much_more_often() {
        for seats in [3, 4] {
            for participants in seats..=100 {
                let bases = bases(participants, seats);
                let times = meetings(participants, seats, &bases);
                let (fewest, most) = (times.iter().min().unwrap(), times.iter().max().unwrap());
                assert!(*fewest >= 1 && most - fewest <= 1, "{participants}: {fewest} to {most}");
            }
        }
    }

    #[test]
    fn a_known_design_is_found() {
        // {0, 1, 3, 9} modulo 13 is the projective plane of order 3: every two meet exactly once.
        let bases = bases(13, 4);
        assert_eq!(bases.len(), 1);
        assert!(meetings(13, 4, &bases).iter().all(|times| *times == 1));
    }

    #[test]
    fn nobody_plays_twice_in_a_round() {
        let tables: Vec<_> = bases(30, 4).iter().flat_map(|base| lap(base, 30)).collect();
        let rounds = rounds(&tables, 30);
        for round in 0..=*rounds.iter().max().unwrap() {
            let mut playing: Vec<usize> = (0..tables.len())
                .filter(|table| rounds[*table] == round)
                .flat_map(|table| tables[table].clone())
                .collect();
            let seats = playing.len();
            playing.sort_unstable();
            playing.dedup();
            assert_eq!(playing.len(), seats);
        }
    }
}
