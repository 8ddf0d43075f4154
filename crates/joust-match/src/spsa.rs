//! SPSA: simultaneous perturbation stochastic approximation, which finds good values for many parameters of a
//! player from the results of games.
//!
//! In each iteration all parameters change at once, each up or down as a coin says. The player with the changed
//! values meets the player with the opposite changes, and every value moves a little towards those of the
//! winner. Steps and changes become smaller by the gains of Spall: `a / (A + k + 1)^alpha` and
//! `c / (k + 1)^gamma` in iteration k. Each parameter is measured in units of its own `c`.

use joust_core::{Rng, Seed, below, mix};
use serde::{Deserialize, Serialize};

/// A parameter of a player: where it starts and what it may become.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TunedParameter {
    /// Its name.
    pub name: String,
    /// Its value before tuning.
    pub start: f64,
    /// The least value.
    pub min: f64,
    /// The greatest value.
    pub max: f64,
    /// By how much it changes in the first iteration, up and down: Spall's c.
    pub c: f64,
    /// Whether it takes whole numbers only.
    pub integer: bool,
}

impl TunedParameter {
    /// A usual c is this share of the range.
    const SHARE: f64 = 0.1;

    /// A parameter with the usual c; that of a whole number is 1 at least.
    ///
    /// ```
    /// use joust_match::TunedParameter;
    /// let c = |integer| TunedParameter::new("x".into(), 2.0, [0.0, 5.0], integer).c;
    /// assert_eq!([c(true), c(false)], [1.0, 0.5]);
    /// ```
    pub fn new(name: String, start: f64, [min, max]: [f64; 2], integer: bool) -> TunedParameter {
        let least = if integer && min < max { 1.0 } else { 0.0 };
        let c = (TunedParameter::SHARE * (max - min)).max(least);
        TunedParameter { name, start, min, max, c, integer }
    }

    /// A value that the parameter can have, as near as possible.
    fn playable(&self, value: f64) -> f64 {
        let value = value.clamp(self.min, self.max);
        if self.integer {
            return value.round();
        }
        // Six digits are more than games can tell apart, and make short names.
        format!("{value:.5e}").parse::<f64>().unwrap_or(value).clamp(self.min, self.max)
    }
}

/// The gains: how large the steps are, and how they shrink.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Gains {
    /// Spall's a, in units of c: the size of a step.
    pub a: f64,
    /// Spall's A: as many iterations pass before steps shrink much.
    #[serde(rename = "A")]
    pub stability: f64,
    /// The power by which steps shrink.
    pub alpha: f64,
    /// The power by which changes shrink.
    pub gamma: f64,
}

impl Gains {
    /// Spall's powers, a tenth of the iterations as A, and 3 as a. By simulation, this a is best for a few to
    /// some twenty parameters and does no harm for a hundred.
    ///
    /// ```
    /// assert_eq!(joust_match::Gains::usual(500).stability, 50.0);
    /// ```
    #[expect(clippy::cast_precision_loss, reason = "a number of iterations is small")]
    pub fn usual(iterations: usize) -> Gains {
        Gains { a: 3.0, stability: 0.1 * iterations as f64, alpha: 0.602, gamma: 0.101 }
    }
}

/// The state of SPSA. It is a function of what it began with and of the differences that it was told, so that a
/// run can be repeated and continued.
///
/// ```
/// use joust_core::Seed;
/// use joust_match::{Gains, Spsa, TunedParameter};
/// let depth = TunedParameter { name: "depth".into(), start: 3.0, min: 1.0, max: 9.0, c: 1.0, integer: true };
/// let mut spsa = Spsa::new(vec![depth], Gains::usual(200), Seed(1));
/// for _ in 0..200 {
///     // The deeper player wins.
///     let [plus, minus] = spsa.players();
///     spsa.learn((plus[0] - minus[0]).signum());
/// }
/// assert_eq!((spsa.values(), spsa.iteration()), (vec![9.0], 200));
/// ```
#[derive(Clone, Debug)]
pub struct Spsa {
    parameters: Vec<TunedParameter>,
    gains: Gains,
    seed: Seed,
    /// The values, not rounded.
    theta: Vec<f64>,
    iteration: usize,
}

impl Spsa {
    /// Before the first iteration.
    pub fn new(parameters: Vec<TunedParameter>, gains: Gains, seed: Seed) -> Spsa {
        let theta = parameters.iter().map(|one| one.start.clamp(one.min, one.max)).collect();
        Spsa { parameters, gains, seed, theta, iteration: 0 }
    }

    /// The number of iterations so far.
    pub fn iteration(&self) -> usize {
        self.iteration
    }

    /// The values of both players of this iteration, each in the order of the parameters: with the changes of
    /// the coins, and with the opposite changes.
    pub fn players(&self) -> [Vec<f64>; 2] {
        [1.0, -1.0].map(|sign| {
            let changed = self.changes().zip(self.parameters.iter().zip(&self.theta));
            changed.map(|(change, (one, theta))| one.playable(theta + sign * change)).collect()
        })
    }

    /// Ends an iteration: the mean score of the first player minus that of the second, from −1 to 1.
    pub fn learn(&mut self, difference: f64) {
        let Gains { a, stability, alpha, .. } = self.gains;
        let step = a / (stability + self.number()).powf(alpha);
        let changes: Vec<f64> = self.changes().collect();
        for ((theta, one), change) in self.theta.iter_mut().zip(&self.parameters).zip(changes) {
            // A parameter that cannot change does not.
            if one.c > 0.0 {
                let slope = difference / (2.0 * change);
                *theta = (*theta + one.c * one.c * step * slope).clamp(one.min, one.max);
            }
        }
        self.iteration += 1;
    }

    /// The values so far, in the order of the parameters, as the player can have them.
    pub fn values(&self) -> Vec<f64> {
        self.parameters.iter().zip(&self.theta).map(|(one, theta)| one.playable(*theta)).collect()
    }

    /// The number of this iteration, from 1.
    #[expect(clippy::cast_precision_loss, reason = "a number of iterations is small")]
    fn number(&self) -> f64 {
        self.iteration as f64 + 1.0
    }

    /// By how much the first player of this iteration differs from the values so far.
    fn changes(&self) -> impl Iterator<Item = f64> {
        let mut coins: Rng = Seed(mix(self.seed.0 ^ mix(self.iteration as u64 + 1))).rng();
        let shrunk = self.number().powf(self.gains.gamma);
        self.parameters.iter().map(move |one| {
            // Whole numbers that differ by one or less could be the same after rounding.
            let least = if one.integer { 0.51 } else { 0.0 };
            let size = (one.c / shrunk).max(least);
            if below(&mut coins, 2) == 0 { size } else { -size }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parameter(name: &str, start: f64, range: [f64; 2], integer: bool) -> TunedParameter {
        TunedParameter::new(name.to_owned(), start, range, integer)
    }

    /// Whether something happens that has this chance.
    fn happens(chance: f64, rng: &mut Rng) -> bool {
        f64::from(below(rng, 1 << 30) as u32) < chance * f64::from(1 << 30)
    }

    /// The score of a game between two players whose strength falls with the square of the distance from the
    /// best values: an Elo model with a random result.
    fn game(plus: &[f64], minus: &[f64], best: &[f64], rng: &mut Rng) -> f64 {
        let strength = |values: &[f64]| -> f64 {
            values.iter().zip(best).map(|(value, best)| -(value - best).powi(2)).sum()
        };
        let chance = 1.0 / (1.0 + (-(strength(plus) - strength(minus)) / 20.0).exp());
        if happens(chance, rng) { 1.0 } else { -1.0 }
    }

    #[test]
    fn it_finds_the_best_values_of_a_noisy_quadratic() {
        let best = [7.0, -4.0, 2.5];
        for seed in 0..5 {
            let parameters = vec![
                parameter("a", 0.0, [-10.0, 10.0], true),
                parameter("b", 0.0, [-10.0, 10.0], true),
                parameter("c", 0.0, [-10.0, 10.0], false),
            ];
            let mut spsa = Spsa::new(parameters, Gains::usual(2000), Seed(seed));
            let mut rng = Seed(100 + seed).rng();
            for _ in 0..2000 {
                let [plus, minus] = spsa.players();
                let games = [0; 4].map(|_| game(&plus, &minus, &best, &mut rng));
                spsa.learn(games.iter().sum::<f64>() / 4.0);
            }
            for (found, best) in spsa.values().iter().zip(best) {
                assert!((found - best).abs() <= 2.0, "seed {seed}: {:?}", spsa.values());
            }
        }
    }

    /// The figures of docs/tuning.md: five parameters, each of which costs 100 Elo at the ends of its range.
    #[test]
    fn five_parameters_come_near_their_best_in_a_thousand_iterations() {
        let mut lost = Vec::new();
        for seed in 0..6 {
            let parameters = vec![parameter("x", 0.0, [-1.0, 1.0], false); 5];
            let mut spsa = Spsa::new(parameters, Gains::usual(1000), Seed(seed));
            let elo = |values: &[f64]| -> f64 {
                values
                    .iter()
                    .enumerate()
                    .map(|(i, x)| {
                        let best = if i % 2 == 0 { 0.6 } else { -0.6 };
                        -100.0 * (x - best).powi(2)
                    })
                    .sum()
            };
            let mut rng = Seed(50 + seed).rng();
            for _ in 0..1000 {
                let [plus, minus] = spsa.players();
                let chance = 1.0 / (1.0 + 10_f64.powf((elo(&minus) - elo(&plus)) / 400.0));
                let won: u8 = (0..8).map(|_| u8::from(happens(chance, &mut rng))).sum();
                spsa.learn(f64::from(won) / 4.0 - 1.0);
            }
            lost.push(-elo(&spsa.values()));
        }
        let mean = lost.iter().sum::<f64>() / 6.0;
        assert!(mean < 25.0, "of 180 Elo at the start are left {lost:?}");
    }

    #[test]
    fn values_stay_in_their_ranges_and_whole_numbers_whole() {
        let parameters = vec![
            parameter("low", 1.0, [0.0, 3.0], true),
            parameter("high", 0.95, [-1.0, 1.0], false),
            parameter("fixed", 5.0, [5.0, 5.0], true),
            parameter("still", 0.5, [0.5, 0.5], false),
        ];
        let mut spsa = Spsa::new(parameters.clone(), Gains { a: 50.0, ..Gains::usual(300) }, Seed(3));
        let mut rng = Seed(4).rng();
        for _ in 0..300 {
            for player in spsa.players().into_iter().chain([spsa.values()]) {
                for (value, one) in player.iter().zip(&parameters) {
                    assert!((one.min..=one.max).contains(value), "{}: {value}", one.name);
                    assert!(!one.integer || value.fract() == 0.0, "{}: {value}", one.name);
                }
            }
            spsa.learn(if below(&mut rng, 2) == 0 { 1.0 } else { -1.0 });
        }
    }

    /// Otherwise no game could tell the players apart.
    #[test]
    fn both_players_differ_in_every_whole_number_to_the_end() {
        let narrow = parameter("narrow", 2.0, [1.0, 4.0], true);
        let mut spsa = Spsa::new(vec![narrow], Gains::usual(1000), Seed(5));
        let mut seen = Vec::new();
        for k in 0..1000 {
            let [plus, minus] = spsa.players();
            assert!((plus[0] - minus[0]).abs() >= 1.0, "{plus:?} {minus:?}");
            // First up to the bound, then down to the other one.
            let up = (plus[0] - minus[0]).signum();
            spsa.learn(if k < 500 { up } else { -up });
            seen.push(spsa.values()[0]);
        }
        assert!(seen.contains(&4.0) && seen.contains(&1.0), "{seen:?}");
    }

    #[test]
    fn the_steps_are_those_of_spall() {
        let one =
            TunedParameter { name: "x".into(), start: 0.0, min: -1e9, max: 1e9, c: 2.0, integer: false };
        let gains = Gains { a: 5.0, stability: 10.0, alpha: 0.602, gamma: 0.101 };
        let mut spsa = Spsa::new(vec![one], gains, Seed(6));
        let mut theta: f64 = 0.0;
        for k in 1..20_i32 {
            let [plus, minus] = spsa.players();
            let c = 2.0 / f64::from(k).powf(0.101);
            let delta = (plus[0] - minus[0]).signum();
            assert!(((plus[0] - minus[0]).abs() - 2.0 * c).abs() < 1e-4 * theta.abs().max(1.0));
            // In the units of the parameter, a is that of the gains times the square of c.
            theta += 5.0 * 4.0 / (10.0 + f64::from(k)).powf(0.602) * 0.5 / (2.0 * c * delta);
            spsa.learn(0.5);
            assert!((spsa.theta[0] - theta).abs() < 1e-9, "iteration {k}");
        }
    }

    #[test]
    fn a_seed_and_the_differences_give_the_values() {
        let run = |seed| {
            let parameters = vec![parameter("a", 1.0, [0.0, 9.0], false); 4];
            let mut spsa = Spsa::new(parameters, Gains::usual(10), Seed(seed));
            (0..10).for_each(|k| spsa.learn(f64::from(k % 3) - 1.0));
            spsa.values()
        };
        assert_eq!(run(1), run(1));
        assert_ne!(run(1), run(2));
    }
}
