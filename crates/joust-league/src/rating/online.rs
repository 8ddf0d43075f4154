//! Ratings that follow game by game. They are provisional: they depend on the order of the games, and old
//! games count less.

use crate::finish::Finish;
use serde::Serialize;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2_rating_period};
use skillratings::weng_lin::{WengLinConfig, WengLinRating, weng_lin_multi_team};
use skillratings::{MultiTeamOutcome, Outcomes};

/// How ratings follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Method {
    /// Weng and Lin's Bayesian approximation (2011) for any number of seats, with Bradley–Terry in full pairs.
    WengLin,
    /// Glickman's Glicko-2 (2013). A game with more than two seats is a rating period with a game against each
    /// opponent.
    Glicko2,
}

/// A rating that the next game will change.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Provisional {
    /// The strength in Elo; everybody begins with 0.
    pub rating: f64,
    /// The standard deviation of the rating.
    pub deviation: f64,
    /// The number of games that it rests on.
    pub games: u32,
}

/// The provisional ratings of all participants. Games must be added in the order of their numbers: another
/// order gives other ratings.
///
/// A semi-victory counts as half a victory and half a tie: the mean of the ratings after both.
///
/// ```
/// use joust_league::Finish;
/// use joust_league::rating::{Method, Online};
/// let mut ratings = Online::new(4, Method::WengLin);
/// ratings.add(&Finish::by_points(0, 0, &[0, 1, 2, 3], &[40.0, 30.0, 20.0, 10.0]));
/// let [first, .., last] = [0, 1, 2, 3].map(|who| ratings.rating(who));
/// assert!(first.rating > 50.0 && last.rating < -50.0 && first.deviation < 246.0);
/// ```
#[derive(Clone, Debug)]
pub struct Online {
    method: Method,
    ratings: Vec<(Mark, u32)>,
}

/// A rating as the method keeps it, on the scale of Elo.
#[derive(Clone, Copy, Debug)]
enum Mark {
    WengLin(WengLinRating),
    Glicko2(Glicko2Rating),
}

/// The natural unit of strength in Elo: 400 / ln 10.
pub(super) const UNIT: f64 = 400.0 / std::f64::consts::LN_10;

impl Online {
    /// Everybody is equal, and nothing is known.
    pub fn new(participants: usize, method: Method) -> Online {
        Online { method, ratings: vec![(first_mark(method), 0); participants] }
    }

    /// One more participant, of which nothing is known; gives its number.
    ///
    /// ```
    /// use joust_league::rating::{Method, Online};
    /// let mut ratings = Online::new(2, Method::WengLin);
    /// assert_eq!((ratings.admit(), ratings.rating(2).games), (2, 0));
    /// ```
    pub fn admit(&mut self) -> usize {
        self.ratings.push((first_mark(self.method), 0));
        self.ratings.len() - 1
    }

    /// How the ratings follow.
    pub fn method(&self) -> Method {
        self.method
    }

    /// The rating of a participant.
    pub fn rating(&self, participant: usize) -> Provisional {
        let (mark, games) = self.ratings[participant];
        match mark {
            Mark::WengLin(mark) => Provisional { rating: mark.rating, deviation: mark.uncertainty, games },
            Mark::Glicko2(mark) => {
                Provisional { rating: mark.rating - 1500.0, deviation: mark.deviation, games }
            }
        }
    }

    /// Adds a game. A game of unknown participants is ignored.
    pub fn add(&mut self, game: &Finish) {
        if !game.is_sound(self.ratings.len()) {
            return;
        }
        let before: Vec<Mark> = game.seats.iter().map(|who| self.ratings[*who].0).collect();
        for (seat, who) in game.seats.iter().enumerate() {
            let (mark, games) = &mut self.ratings[*who];
            *mark = after(&before, game, seat);
            *games += 1;
        }
    }
}

/// The rating of a participant without games.
fn first_mark(method: Method) -> Mark {
    match method {
        Method::WengLin => Mark::WengLin(WengLinRating { rating: 0.0, uncertainty: 2.0 * scale().beta }),
        Method::Glicko2 => Mark::Glicko2(Glicko2Rating::new()),
    }
}

/// The scale on which a difference of [`UNIT`] is one natural unit, for ratings without a doubt.
fn scale() -> WengLinConfig {
    WengLinConfig { beta: UNIT / std::f64::consts::SQRT_2, ..WengLinConfig::new() }
}

/// The rating of a seat after a game.
fn after(before: &[Mark], game: &Finish, seat: usize) -> Mark {
    if game.seats.len() > 2 {
        return after_places(before, game, seat);
    }
    // The crate knows victories, ties and defeats. A score between two of them is a mean of both.
    let halves = game.between(seat, 1 - seat) * 2.0;
    let [less, more] = [halves.floor(), halves.ceil()].map(|halves| {
        let mut scores = vec![halves / 2.0; 2];
        scores[1 - seat] = 1.0 - halves / 2.0;
        after_places(before, &Finish { scores, ..game.clone() }, seat)
    });
    mean(less, more, halves - halves.floor())
}

/// A mark between two.
fn mean(less: Mark, more: Mark, weight: f64) -> Mark {
    let between = |less: f64, more: f64| less + weight * (more - less);
    match (less, more) {
        (Mark::WengLin(less), Mark::WengLin(more)) => Mark::WengLin(WengLinRating {
            rating: between(less.rating, more.rating),
            uncertainty: between(less.uncertainty, more.uncertainty),
        }),
        (Mark::Glicko2(less), Mark::Glicko2(more)) => Mark::Glicko2(Glicko2Rating {
            rating: between(less.rating, more.rating),
            deviation: between(less.deviation, more.deviation),
            volatility: between(less.volatility, more.volatility),
        }),
        (less, _) => less,
    }
}

/// The rating of a seat after a game in which only places count.
fn after_places(before: &[Mark], game: &Finish, seat: usize) -> Mark {
    let others = || (0..before.len()).filter(|other| *other != seat);
    match before[seat] {
        Mark::WengLin(own) => {
            let marks: Vec<[WengLinRating; 1]> = before
                .iter()
                .map(|mark| if let Mark::WengLin(mark) = mark { [*mark] } else { [own] })
                .collect();
            let rank =
                |seat: usize| (0..before.len()).filter(|other| game.between(seat, *other) < 0.5).count();
            let teams: Vec<_> = marks
                .iter()
                .enumerate()
                .map(|(seat, mark)| (&mark[..], MultiTeamOutcome::new(rank(seat))))
                .collect();
            Mark::WengLin(weng_lin_multi_team(&teams, &scale())[seat][0])
        }
        Mark::Glicko2(own) => {
            let outcome = |other: usize| match game.between(seat, other) {
                score if score > 0.5 => Outcomes::WIN,
                score if score < 0.5 => Outcomes::LOSS,
                _ => Outcomes::DRAW,
            };
            let results: Vec<_> = others()
                .filter_map(|other| match before[other] {
                    Mark::Glicko2(mark) => Some((mark, outcome(other))),
                    Mark::WengLin(_) => None,
                })
                .collect();
            Mark::Glicko2(glicko2_rating_period(&own, &results, &Glicko2Config::new()))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(one: f64, other: f64, within: f64) -> bool {
        (one - other).abs() < within
    }

    /// The example of Glickman's paper: 1500 ± 200 against 1400 ± 30, 1550 ± 100 and 1700 ± 300 with a
    /// victory and two defeats in one period gives 1464.06 ± 151.52.
    #[test]
    fn glicko_2_agrees_with_the_example_of_its_paper() {
        let mark = |rating, deviation| Mark::Glicko2(Glicko2Rating { rating, deviation, volatility: 0.06 });
        let before = [mark(1500.0, 200.0), mark(1400.0, 30.0), mark(1550.0, 100.0), mark(1700.0, 300.0)];
        let game = Finish::by_points(0, 0, &[0, 1, 2, 3], &[2.0, 1.0, 3.0, 4.0]);
        let Mark::Glicko2(own) = after(&before, &game, 0) else { panic!("another method") };
        assert!(near(own.rating, 1464.06, 0.02) && near(own.deviation, 151.52, 0.02), "{own:?}");
    }

    /// Weng and Lin, Algorithm 1, by hand for two beginners: c² = σ₁² + σ₂² + 2β² = 10 β², p = ½; the rating
    /// grows by σ²/c (1 − p), and the variance by the factor 1 − γ σ²/c² p (1 − p) with γ = σ/c.
    #[test]
    fn weng_lin_agrees_with_its_paper() {
        let beta = UNIT / 2_f64.sqrt();
        let (sigma, c) = (2.0 * beta, 10_f64.sqrt() * beta);
        let mut ratings = Online::new(2, Method::WengLin);
        ratings.add(&Finish::duel(0, 0, [0, 1], 1.0));
        let won = ratings.rating(0);
        assert!(near(won.rating, sigma * sigma / c / 2.0, 1e-9), "{won:?}");
        let factor = 1.0 - sigma / c * (sigma / c).powi(2) / 4.0;
        assert!(near(won.deviation, sigma * factor.sqrt(), 1e-9), "{won:?}");
        assert!(near(ratings.rating(1).rating, -won.rating, 1e-9));
    }

    #[test]
    fn a_semi_victory_lies_half_way_between_a_victory_and_a_tie() {
        for method in [Method::WengLin, Method::Glicko2] {
            let after = |score| {
                let mut ratings = Online::new(2, method);
                ratings.add(&Finish::duel(0, 0, [0, 1], 0.75));
                ratings.add(&Finish::duel(1, 1, [1, 0], score));
                [ratings.rating(0).rating, ratings.rating(1).rating]
            };
            let (won, semi, tied) = (after(1.0), after(0.75), after(0.5));
            for who in [0, 1] {
                assert!(near(semi[who], f64::midpoint(won[who], tied[who]), 1e-9));
            }
            assert!(won[1] > semi[1] && semi[1] > tied[1]);
        }
    }

    /// Many games with known strengths: the ratings come near, and much nearer than they were.
    #[test]
    fn ratings_come_near_the_strengths() {
        let strengths = [0.0, 80.0, 160.0, 240.0];
        for method in [Method::WengLin, Method::Glicko2] {
            let (mut dice, mut ratings) = (crate::mix::Dice::new(3, 3), Online::new(4, method));
            for game in 0..3000 {
                let (one, other) = (dice.below(4), dice.below(4));
                if one == other {
                    continue;
                }
                let chance = crate::expected_score(strengths[one] - strengths[other]);
                let won = crate::finish::real(dice.below(1 << 20)) < chance * f64::from(1 << 20);
                ratings.add(&Finish::duel(game, game, [one, other], f64::from(u8::from(won))));
            }
            for (who, strength) in strengths.into_iter().enumerate().skip(1) {
                let [one, other] = [ratings.rating(who), ratings.rating(0)];
                let (found, doubt) = (one.rating - other.rating, one.deviation.hypot(other.deviation));
                assert!(near(found, strength, 3.0 * doubt), "{method:?} {who}: {found}");
                assert!(doubt < 120.0, "{method:?} {who}: {doubt}");
            }
        }
    }
}
