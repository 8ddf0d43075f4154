//! The Swiss system: in each round participants with about equal scores meet.

use super::groups::grouped;
use super::ledger::Ledger;
use super::matching::maximum;
use super::{BadSchedule, Fixture, Setting, Stages};
use crate::finish::{EQUAL, real};
use crate::mix::Dice;
use crate::{Finish, Scoreboard, Standings, TieBreak};

/// The Swiss system, in a fixed number of rounds with one block for everybody.
///
/// The standings so far order the participants: [`TieBreak::DIFFERENT_OPPONENTS`]. Those that cannot be seated
/// have a bye: the last of those that have had the fewest. A bye counts as a won block with two seats, and
/// as a block with the mean score of ½ with more seats.
///
/// With two seats, the first of a group with equal scores meets the first of its lower half, and so on; where
/// they have met, or the group is odd, the next in the standings. There are as few rematches as possible,
/// and none at all while that is possible: the pairs are found by maximum matching.
///
/// With more seats, tables are made in the same order, and exchanges between tables remove the rematches that
/// a search finds a way around.
///
/// All blocks of a round are played on one map, and maps take turns: everybody has had every map equally often, give
/// or take one block and its byes. With [`Seating::Once`] a block has the order of the seats that its participants have
/// had least, and the seats of a participant differ by one or two games, seldom by three. Within one is not always
/// possible: where two meet that have had the first seat more often, one of them has it again.
///
/// [`Seating::Once`]: super::Seating::Once
///
/// See [`Progress`](super::Progress) for an example.
#[derive(Clone, Debug)]
pub struct Swiss {
    setting: Setting,
    rounds: usize,
    round: usize,
    board: Scoreboard,
    ledger: Ledger,
}

impl Swiss {
    /// A tournament of this many rounds.
    pub fn new(setting: Setting, rounds: usize) -> Result<Swiss, BadSchedule> {
        setting.check(setting.seats)?;
        if rounds == 0 {
            return Err(BadSchedule::Nothing("the number of rounds"));
        }
        let board = Scoreboard::new(setting.participants);
        Ok(Swiss { setting, rounds, round: 0, board, ledger: Ledger::new(setting) })
    }

    /// Enough rounds for one participant with only victories, or with four seats, only first places.
    ///
    /// ```
    /// use joust_league::schedule::{Setting, Swiss};
    /// assert_eq!([9, 16, 100].map(|many| Swiss::enough(&Setting::new(many, 2))), [4, 4, 7]);
    /// assert_eq!(Swiss::enough(&Setting::new(30, 4)), 3);
    /// ```
    pub fn enough(setting: &Setting) -> usize {
        let (mut rounds, mut reach) = (1, setting.seats);
        while reach < setting.participants {
            (rounds, reach) = (rounds + 1, reach * setting.seats);
        }
        rounds
    }

    /// The participants without a game in this round, and all others in the order of the standings.
    fn byes(&mut self, order: Vec<usize>) -> Vec<usize> {
        let mut playing = order;
        for _ in 0..self.setting.participants % self.setting.seats {
            let fewest = playing.iter().map(|who| self.board.byes(*who)).min().unwrap_or(0);
            let candidates = playing.iter().copied().filter(|who| self.board.byes(*who) == fewest).rev();
            let without = |bye: usize| playing.iter().copied().filter(|who| *who != bye).collect::<Vec<_>>();
            let bye = match self.setting.seats {
                // A bye that forces a rematch is not given if another does not.
                2 => candidates.min_by_key(|bye| self.rematches(&without(*bye))),
                _ => candidates.into_iter().next(),
            };
            let Some(bye) = bye else { break };
            playing = without(bye);
            let mean = if self.setting.seats == 2 { 1.0 } else { 0.5 };
            self.board.add_bye(bye, self.setting.games_in_block(), mean);
        }
        playing
    }

    fn have_met(&self, one: usize, other: usize) -> bool {
        self.board.met(one, other) > 0.0
    }

    /// How many rematches there must be if all of these meet in pairs.
    fn rematches(&self, playing: &[usize]) -> usize {
        let mates = maximum(playing.len(), &|one, other| !self.have_met(playing[one], playing[other]));
        mates.iter().filter(|mate| mate.is_none()).count() / 2
    }

    /// Pairs for participants in the order of the standings.
    fn pairs(&self, mut playing: Vec<usize>) -> Vec<Vec<usize>> {
        let mut pairs = Vec::new();
        let mut rematches = self.rematches(&playing);
        while playing.len() > 1 {
            let first = playing[0];
            let equals = playing.iter().take_while(|who| self.is_equal(first, **who)).count();
            let half = (equals / 2).max(1);
            let order = (half..equals).chain((1..half).rev()).chain(equals.max(1)..playing.len());
            let best = order.into_iter().find_map(|place| {
                let rest = [&playing[1..place], &playing[place + 1..]].concat();
                let met = usize::from(self.have_met(first, playing[place]));
                (self.rematches(&rest) + met == rematches).then(|| (place, rematches - met, rest))
            });
            // One of the pairs has the fewest rematches of all, so one is found.
            let Some((place, left, rest)) = best else { break };
            pairs.push(vec![first, playing[place]]);
            (playing, rematches) = (rest, left);
        }
        pairs
    }

    fn is_equal(&self, one: usize, other: usize) -> bool {
        (self.board.mean(one) - self.board.mean(other)).abs() < EQUAL
    }

    /// Tables for participants in the order of the standings.
    fn tables(&self, playing: &[usize]) -> Vec<Vec<usize>> {
        let seats = self.setting.seats;
        let mut order = Vec::with_capacity(playing.len());
        for group in playing.chunk_by(|one, other| self.is_equal(*one, *other)) {
            // Among equals, a table gets one from each part of the group.
            let part = (group.len() / seats).max(1);
            let mut places: Vec<usize> = (0..group.len()).collect();
            places.sort_by_key(|place| (place % part, place / part));
            order.extend(places.into_iter().map(|place| group[place]));
        }
        let games = real(self.setting.games_in_block());
        let met = |one, other| self.board.met(one, other) / games;
        grouped(order, seats, &met, &mut Dice::new(self.setting.seed, self.round as u64))
    }
}

impl Stages for Swiss {
    fn next(&mut self, finished: &[Finish]) -> Vec<Fixture> {
        for game in finished {
            self.board.add(game);
        }
        if self.round == self.rounds {
            return Vec::new();
        }
        let order = self.standings().rows.iter().map(|row| row.participant).collect();
        let playing = self.byes(order);
        let line_ups = if self.setting.seats == 2 { self.pairs(playing) } else { self.tables(&playing) };
        let round = self.round;
        self.round += 1;
        // One map for the whole round: those without byes have had all maps equally often.
        let map = round % self.setting.maps;
        line_ups.iter().flat_map(|line_up| self.ledger.block_on(map, line_up, round)).collect()
    }

    fn standings(&self) -> Standings {
        self.board.standings(&TieBreak::DIFFERENT_OPPONENTS)
    }

    fn most_games(&self) -> usize {
        self.rounds * (self.setting.participants / self.setting.seats) * self.setting.games_in_block()
    }
}
