//! The games of every two participants, and which opponents beat a participant.

use crate::finish::{Finish, real};
use crate::share::Share;
use crate::{Sample, elo};
use serde::Serialize;
use std::collections::BTreeMap;

/// The games of two participants, from the side of the first. With more than two seats a game counts 1 for the
/// better place, and ½ for a shared place.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Encounter {
    /// The participant.
    pub participant: usize,
    /// The opponent.
    pub opponent: usize,
    /// Games with both.
    pub games: u32,
    /// Blocks with both.
    pub blocks: u32,
    /// Games with a score above ½.
    pub won: u32,
    /// Games with a score of ½.
    pub tied: u32,
    /// The mean score.
    pub score: f64,
    /// The lower end of the 95 % confidence interval of the score.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// The difference of strength that the score speaks for; `None` where it would be infinite.
    pub elo: Option<f64>,
    /// The probability that the participant is the better of the two, as far as these games say.
    pub superiority: f64,
}

/// The games of every two participants.
///
/// Intervals count blocks, not games, with Student's t for few of them.
///
/// ```
/// use joust_league::{Finish, HeadToHead};
/// let mut matrix = HeadToHead::new(3);
/// for block in 0..20 {
///     // 0 beats 1, who beats 2, who beats 0 in three of four games.
///     matrix.add(&Finish::duel(3 * block, 3 * block, [0, 1], 1.0));
///     matrix.add(&Finish::duel(3 * block + 1, 3 * block + 1, [1, 2], 1.0));
///     matrix.add(&Finish::duel(3 * block + 2, 3 * block + 2, [2, 0], if block % 4 == 0 { 0.0 } else { 1.0 }));
/// }
/// let worst = &matrix.who_beats(0)[0];
/// assert_eq!((worst.opponent, worst.score), (2, 0.25));
/// assert!(worst.superiority < 0.05 && worst.low > 0.1 && worst.high < 0.5);
/// assert_eq!(matrix.encounter(0, 1).unwrap().won, 20);
/// ```
#[derive(Clone, Debug)]
pub struct HeadToHead {
    participants: usize,
    /// The score of the first and the number of games, for each block and two participants.
    blocks: BTreeMap<[u32; 2], BTreeMap<usize, (f64, u32)>>,
    /// Won, tied and lost games of the first.
    kinds: BTreeMap<[u32; 2], [u32; 3]>,
}

impl HeadToHead {
    /// No games yet.
    pub fn new(participants: usize) -> HeadToHead {
        HeadToHead { participants, blocks: BTreeMap::new(), kinds: BTreeMap::new() }
    }

    /// Adds a game. A game of unknown participants is ignored.
    pub fn add(&mut self, game: &Finish) {
        if !game.is_sound(self.participants) {
            return;
        }
        for (seat, one) in game.seats.iter().enumerate() {
            for (other_seat, other) in game.seats.iter().enumerate().filter(|(_, other)| *other > one) {
                let score = game.between(seat, other_seat);
                let pair = [*one as u32, *other as u32];
                let (sum, games) = self.blocks.entry(pair).or_default().entry(game.block).or_default();
                (*sum, *games) = (*sum + score, *games + 1);
                let kind = if score > 0.5 { 0 } else { 1 + usize::from(score < 0.5) };
                self.kinds.entry(pair).or_default()[kind] += 1;
            }
        }
    }

    /// The games of two participants, from the side of the first; `None` if they have not met.
    pub fn encounter(&self, participant: usize, opponent: usize) -> Option<Encounter> {
        let is_first = participant < opponent;
        let [one, other] = if is_first { [participant, opponent] } else { [opponent, participant] };
        let pair = [one as u32, other as u32];
        let blocks = self.blocks.get(&pair)?;
        let [first, tied, second] = self.kinds.get(&pair).copied().unwrap_or_default();
        let taken = |sum: f64, games: u32| if is_first { sum } else { f64::from(games) - sum };
        let sample: Sample =
            blocks.values().map(|(sum, games)| taken(*sum, *games) / f64::from(*games)).collect();
        let games: u32 = blocks.values().map(|(_, games)| games).sum();
        let total: f64 = blocks.values().map(|(sum, games)| taken(*sum, *games)).sum();
        let share = Share { count: sample.count(), mean: sample.mean(), squares: sample.squares() };
        let (score, [low, high]) = (total / f64::from(games), share.interval());
        Some(Encounter {
            participant,
            opponent,
            games,
            blocks: sample.count(),
            won: if is_first { first } else { second },
            tied,
            score,
            low: low.min(score),
            high: high.max(score),
            elo: Some(elo(score)).filter(|elo| elo.is_finite()),
            superiority: share.superiority(),
        })
    }

    /// A row for each participant, with a cell for each opponent.
    pub fn matrix(&self) -> Vec<Vec<Option<Encounter>>> {
        let row = |one| (0..self.participants).map(|other| self.encounter(one, other)).collect();
        (0..self.participants).map(row).collect()
    }

    /// The opponents of a participant: those first that are most surely better than it.
    pub fn who_beats(&self, participant: usize) -> Vec<Encounter> {
        let mut list: Vec<Encounter> =
            (0..self.participants).filter_map(|other| self.encounter(participant, other)).collect();
        let key = |one: &Encounter| (one.superiority, one.score, real(one.opponent));
        list.sort_by(|one, other| {
            let (a, b) = (key(one), key(other));
            a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)).then(a.2.total_cmp(&b.2))
        });
        list
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_sides_see_the_same_games() {
        let mut matrix = HeadToHead::new(3);
        for (game, score) in [1.0, 0.75, 0.5, 0.25, 0.0, 1.0].into_iter().enumerate() {
            matrix.add(&Finish::duel(game, game / 2, [2, 1], score));
        }
        let (one, other) = (matrix.encounter(2, 1).unwrap(), matrix.encounter(1, 2).unwrap());
        assert_eq!((one.games, one.blocks, one.won, one.tied), (6, 3, 3, 1));
        assert_eq!((other.games, other.blocks, other.won, other.tied), (6, 3, 2, 1));
        for (mine, theirs) in
            [(one.score, other.score), (one.low, other.high), (one.superiority, other.superiority)]
        {
            assert!((mine + theirs - 1.0).abs() < 1e-12, "{one:?} {other:?}");
        }
        assert!((one.elo.unwrap() + other.elo.unwrap()).abs() < 1e-9);
        assert!(matrix.encounter(0, 1).is_none() && matrix.encounter(1, 1).is_none());
    }

    #[test]
    fn places_at_a_table_are_compared_in_pairs() {
        let mut matrix = HeadToHead::new(4);
        matrix.add(&Finish::by_points(0, 0, &[3, 1, 0, 2], &[10.0, 30.0, 20.0, 20.0]));
        let scores = |who: usize| -> Vec<f64> { matrix.who_beats(who).iter().map(|one| one.score).collect() };
        assert!(scores(1).into_iter().eq([1.0, 1.0, 1.0]));
        assert!(scores(0).into_iter().eq([0.0, 0.5, 1.0]));
        assert!(scores(3).into_iter().eq([0.0, 0.0, 0.0]));
        assert!(matrix.encounter(1, 3).unwrap().elo.is_none());
    }

    /// 0 loses often to 2, and once to 1: 2 is more surely better.
    #[test]
    fn many_defeats_say_more_than_one() {
        let mut matrix = HeadToHead::new(3);
        matrix.add(&Finish::duel(0, 0, [0, 1], 0.0));
        for game in 1..=30 {
            matrix.add(&Finish::duel(game, game, [0, 2], f64::from(u8::from(game % 4 == 0))));
        }
        let order: Vec<usize> = matrix.who_beats(0).iter().map(|one| one.opponent).collect();
        assert_eq!(order, [2, 1]);
        assert_eq!(matrix.matrix()[2][0], matrix.encounter(2, 0));
    }
}
