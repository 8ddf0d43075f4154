//! Tournaments with known strengths, played by chance.

#![allow(dead_code, reason = "each file of tests uses a part")]

use joust_league::schedule::{Fixture, Plan};
use joust_league::{Finish, expected_score};

/// Whether the long tests run.
pub(crate) fn is_long() -> bool {
    std::env::var_os("JOUST_LONG").is_some()
}

/// Numbers that look like chance and follow from a seed.
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    /// A number from 0 to 1.
    pub(crate) fn unit(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        f64::from(((z ^ z >> 31) >> 32) as u32) / f64::from(u32::MAX)
    }

    /// Whether something with this chance happens.
    pub(crate) fn happens(&mut self, chance: f64) -> bool {
        self.unit() < chance
    }
}

/// How the games of a block depend on one another. In all cases the mean score of two participants is that of
/// their strengths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Luck {
    /// Not at all: every game is won or lost by itself.
    Independent,
    /// The opening favours one seat: a part of the less likely result moves from one game to the other.
    Openings,
    /// The participants play alike in all games: the first game decides the block.
    Repeated,
    /// Half of the games end in semi-victories.
    Semi,
}

/// Plays all games of a plan between participants of known strengths.
pub(crate) fn play(plan: &Plan, elo: &[f64], luck: Luck, dice: &mut Dice) -> Vec<Finish> {
    let mut games: Vec<Finish> = Vec::new();
    let mut block: Vec<f64> = Vec::new();
    for fixture in plan.iter() {
        if games.last().is_none_or(|last| last.block != fixture.block) {
            block = (0..=elo.len()).map(|_| dice.unit()).collect();
        }
        let finish = if fixture.seats.len() == 2 {
            fixture.finish_duel(duel(&fixture, elo, luck, &block, dice))
        } else {
            fixture.finish(&race(&fixture, elo, luck, &block, dice))
        };
        games.push(finish);
    }
    games
}

fn duel(fixture: &Fixture, elo: &[f64], luck: Luck, block: &[f64], dice: &mut Dice) -> f64 {
    let [first, second] = [fixture.seats[0], fixture.seats[1]];
    let chance = expected_score(elo[first] - elo[second]);
    let bonus = chance.min(1.0 - chance) * (2.0 * block[0] - 1.0);
    let won = match luck {
        Luck::Openings => dice.happens(chance + bonus),
        Luck::Repeated => {
            let [low, high] = [first.min(second), first.max(second)];
            (block[0] < expected_score(elo[low] - elo[high])) == (first == low)
        }
        Luck::Semi if (0.25..0.75).contains(&chance) && dice.happens(0.5) => {
            return if dice.happens(2.0 * chance - 0.5) { 0.75 } else { 0.25 };
        }
        Luck::Independent | Luck::Semi => dice.happens(chance),
    };
    f64::from(u8::from(won))
}

/// A race: with times that are exponentially distributed, the order is that of Plackett and Luce.
fn race(fixture: &Fixture, elo: &[f64], luck: Luck, block: &[f64], dice: &mut Dice) -> Vec<f64> {
    let time = |who: &usize| {
        let unit = if luck == Luck::Repeated { block[*who] } else { dice.unit() };
        unit.max(1e-12).ln() / 10_f64.powf(elo[*who] / 400.0)
    };
    fixture.seats.iter().map(time).collect()
}
