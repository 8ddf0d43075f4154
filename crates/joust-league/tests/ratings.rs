//! Ratings of all games at once: known cases, brute force, and the rate at which intervals hold the truth.
//!
//! `JOUST_LONG=1` simulates more tournaments.

mod support;

use joust_league::rating::{Anchor, Games, Ratings};
use joust_league::schedule::{Plan, Setting};
use joust_league::{Finish, HeadToHead, Pairs, Scoreboard, TieBreak};
use std::time::Instant;
use support::{Dice, Luck, is_long, play};

/// A natural unit of strength in Elo.
const UNIT: f64 = 173.717_792_761_251_4;

/// The participant has the rating 0.
fn at(participant: usize) -> Anchor {
    Anchor { participant, elo: 0.0 }
}

fn rate(games: &[Finish], participants: usize) -> Ratings {
    let mut sum = Games::new(participants);
    for game in games {
        sum.add(game);
    }
    sum.rate(Some(at(0)))
}

/// The games of the American League in 1987: A. Agresti, Categorical Data Analysis, section 11.6. The numbers
/// are the victories at home and away of Milwaukee, Detroit, Toronto, New York, Boston, Cleveland and
/// Baltimore. The book gives the strengths; the errors are those of the R package `BradleyTerry2`.
#[test]
fn the_baseball_league_of_the_textbook_is_rated_as_in_the_textbook() {
    const WINS: [[(u32, u32); 6]; 7] = [
        [(4, 3), (4, 2), (4, 3), (6, 1), (4, 2), (6, 0)],
        [(3, 3), (4, 2), (4, 3), (6, 0), (6, 1), (4, 3)],
        [(2, 5), (4, 3), (2, 4), (4, 3), (4, 2), (6, 0)],
        [(3, 3), (5, 1), (2, 5), (4, 3), (4, 2), (6, 1)],
        [(5, 1), (2, 5), (3, 3), (4, 2), (5, 2), (6, 0)],
        [(2, 5), (3, 3), (3, 4), (4, 3), (4, 2), (2, 4)],
        [(2, 5), (1, 5), (1, 6), (2, 4), (1, 6), (3, 4)],
    ];
    let mut games = Games::new(7);
    let mut number = 0;
    for (home, row) in WINS.iter().enumerate() {
        for (place, (won, lost)) in row.iter().enumerate() {
            let away = place + usize::from(place >= home);
            for score in (0..won + lost).map(|game| f64::from(u8::from(game < *won))) {
                games.add(&Finish::duel(number, number, [home, away], score));
                number += 1;
            }
        }
    }
    let ratings = games.rate(Some(at(6)));
    let book =
        [(1.581, 0.343), (1.436, 0.340), (1.294, 0.337), (1.248, 0.336), (1.108, 0.334), (0.684, 0.332)];
    for (row, (strength, error)) in ratings.rows().iter().zip(book) {
        // The prior of half a game beside 78 games moves the strengths by a hundredth.
        assert!((row.elo / UNIT - strength).abs() < 0.02, "{row:?}, not {strength}");
        // The quantile of Student's t for 77 degrees of freedom is 1.991.
        let margin = (row.high.unwrap() - row.low.unwrap()) / 2.0 / 1.991 / UNIT;
        assert!((margin / error - 1.0).abs() < 0.06, "{row:?}: {margin}, not {error}");
    }
    assert!((ratings.rows()[6].elo).abs() < 1e-9 && ratings.rows()[6].low == Some(ratings.rows()[6].elo));
}

/// The logarithm of the likelihood by its definition: the mean over all orders of each game that its ties leave
/// open, and the prior of a quarter of a game won and lost against an opponent of strength 0.
fn likelihood(games: &[Finish], strengths: &[f64]) -> f64 {
    fn orders(rest: &[usize], done: &mut Vec<usize>, all: &mut Vec<Vec<usize>>) {
        if rest.is_empty() {
            all.push(done.clone());
        }
        for (place, who) in rest.iter().enumerate() {
            done.push(*who);
            orders(&[&rest[..place], &rest[place + 1..]].concat(), done, all);
            done.pop();
        }
    }
    let chance = |order: &[usize]| -> f64 {
        let product = |place: usize| {
            let rest: f64 = order[place..].iter().map(|who| strengths[*who].exp()).sum();
            strengths[order[place]].exp() / rest
        };
        (0..order.len()).map(product).product()
    };
    let game = |game: &Finish| -> f64 {
        let mut all = Vec::new();
        orders(&(0..game.seats.len()).collect::<Vec<_>>(), &mut Vec::new(), &mut all);
        all.retain(|order| order.windows(2).all(|pair| game.scores[pair[0]] > game.scores[pair[1]] - 1e-9));
        let named = |order: &Vec<usize>| order.iter().map(|seat| game.seats[*seat]).collect::<Vec<_>>();
        let sum: f64 = all.iter().map(|order| chance(&named(order)).ln()).sum();
        sum / f64::from(all.len() as u32)
    };
    let prior: f64 = strengths.iter().map(|one| 0.25 * (one.exp() / (1.0 + one.exp()).powi(2)).ln()).sum();
    games.iter().map(game).sum::<f64>() + prior
}

/// The strengths with the greatest likelihood: one after the other, and then all together, are moved to the best
/// place by trisection, again and again.
fn brute_force(games: &[Finish], participants: usize) -> Vec<f64> {
    let mut strengths = vec![0.0; participants];
    for _ in 0..40 {
        for moved in 0..=participants {
            let by = |move_by: f64| -> Vec<f64> {
                let is_moved = |who: usize| moved == participants || moved == who;
                let at =
                    |(who, strength): (usize, &f64)| strength + if is_moved(who) { move_by } else { 0.0 };
                strengths.iter().enumerate().map(at).collect()
            };
            let (mut low, mut high) = (-3.0, 3.0);
            for _ in 0..50 {
                let thirds = [low + (high - low) / 3.0, high - (high - low) / 3.0];
                let [a, b] = thirds.map(|move_by| likelihood(games, &by(move_by)));
                if a < b { low = thirds[0] } else { high = thirds[1] }
            }
            strengths = by(f64::midpoint(low, high));
        }
    }
    strengths
}

#[test]
fn no_other_ratings_make_the_games_more_likely() {
    let elo = [0.0, 150.0, -100.0, 60.0, 300.0];
    for (seed, seats) in [(1, 4), (2, 3), (3, 2)] {
        let plan = Plan::round_robin(Setting::new(5, seats), 1).unwrap();
        let mut games = play(&plan, &elo, Luck::Independent, &mut Dice(seed));
        // Some ties, also of three and of all.
        for (number, game) in games.iter_mut().enumerate() {
            let points: Vec<f64> = game.points.iter().map(|time| (time * 1.2).round()).collect();
            if number % 3 == 0 && seats > 2 {
                *game = Finish::by_points(game.game, game.block, &game.seats, &points);
            }
        }
        let expected = brute_force(&games, 5);
        let ratings = rate(&games, 5);
        for who in 0..5 {
            let found = ratings.difference(who, 0).elo;
            assert!(
                (found - (expected[who] - expected[0]) * UNIT).abs() < 0.01,
                "{seats} seats: {found}, {expected:?}"
            );
        }
    }
}

#[test]
fn a_semi_victory_is_three_quarters_of_a_game() {
    // Three semi-victories and a semi-defeat are 2½ of 4 games: as two victories, a tie and a defeat.
    let semi: Vec<Finish> = [0.75, 0.75, 0.75, 0.25].into_iter().enumerate().map(duel).collect();
    let whole: Vec<Finish> = [1.0, 1.0, 0.5, 0.0].into_iter().enumerate().map(duel).collect();
    let [one, other] = [semi, whole].map(|games| rate(&games, 2).difference(0, 1).elo);
    assert!((one - other).abs() < 1e-6);
}

fn duel((number, score): (usize, f64)) -> Finish {
    Finish::duel(number, number, [0, 1], score)
}

/// A journal has games in the order in which they ended: the ratings are equal to the last bit.
#[test]
fn the_order_of_the_games_does_not_matter() {
    let plan = Plan::round_robin(Setting::new(9, 4), 2).unwrap();
    let mut games = play(&plan, &[0.0; 9], Luck::Independent, &mut Dice(5));
    let rows = rate(&games, 9).rows().to_vec();
    games.sort_by_key(|game| game.game * 7919 % 1009);
    assert_eq!(rate(&games, 9).rows(), rows);
    games.reverse();
    assert_eq!(rate(&games, 9).rows(), rows);
}

/// How often the interval of a participant's distance from the first holds the truth, in percent.
fn coverage(seats: usize, participants: u32, span: f64, cycles: usize, luck: Luck) -> f64 {
    let elo: Vec<f64> =
        (0..participants).map(|who| span * f64::from(who) / f64::from(participants - 1)).collect();
    let plan = Plan::round_robin(Setting::new(elo.len(), seats), cycles).unwrap();
    let (mut dice, mut held, mut all) = (Dice(11), 0.0, 0.0);
    for _ in 0..if is_long() { 1000 } else { 300 } {
        let ratings = rate(&play(&plan, &elo, luck, &mut dice), elo.len());
        for row in &ratings.rows()[1..] {
            let truth = elo[row.participant];
            all += 1.0;
            held += f64::from(u8::from(
                row.low.is_none_or(|low| low <= truth) && row.high.is_none_or(|high| truth <= high),
            ));
        }
    }
    100.0 * held / all
}

/// 95 % are promised. The intervals of a tournament hold or miss together, so a percentage from 300 tournaments
/// is off by up to 1.3 (one standard deviation), and from 1000 by 0.7; three of these are allowed for. With few
/// blocks the intervals are wider than needed, which is allowed.
#[test]
fn intervals_hold_the_truth_as_often_as_they_say() {
    let slack = if is_long() { 2.2 } else { 3.8 };
    for luck in [Luck::Independent, Luck::Openings, Luck::Repeated, Luck::Semi] {
        for (participants, cycles) in [(2, 40), (4, 10), (8, 10)] {
            let held = coverage(2, participants, 250.0, cycles, luck);
            println!("2 seats, {participants} in {cycles} cycles, {luck:?}: {held:.1}");
            assert!(
                (95.0 - slack..98.5).contains(&held),
                "{participants} in {cycles} cycles, {luck:?}: {held:.1}"
            );
        }
    }
    for luck in [Luck::Independent, Luck::Repeated] {
        for (participants, cycles) in [(4, 40), (8, 10)] {
            let held = coverage(4, participants, 250.0, cycles, luck);
            println!("4 seats, {participants} in {cycles} cycles, {luck:?}: {held:.1}");
            assert!(
                (95.0 - slack..98.5).contains(&held),
                "{participants} in {cycles} cycles, {luck:?}: {held:.1}"
            );
        }
    }
}

#[test]
fn few_blocks_make_wide_intervals_that_hold() {
    for (seats, participants, cycles) in [(2, 2, 3), (2, 4, 1), (4, 4, 3), (4, 8, 1)] {
        for luck in [Luck::Independent, Luck::Repeated] {
            let held = coverage(seats, participants, 200.0, cycles, luck);
            println!("{seats} seats, {participants} in {cycles} cycles, {luck:?}: {held:.1}");
            assert!(held > 91.0, "{seats} seats, {participants} in {cycles} cycles, {luck:?}: {held:.1}");
        }
    }
}

/// Openings that favour a seat cancel out within a block, so the interval is narrower than that of as many
/// independent games; games that repeat one another make it wider.
#[test]
fn the_variance_is_that_of_the_blocks() {
    let plan = Plan::round_robin(Setting::new(4, 2), 50).unwrap();
    let width = |luck| {
        let ratings = rate(&play(&plan, &[0.0; 4], luck, &mut Dice(3)), 4);
        ratings.difference(1, 2).margin.unwrap()
    };
    let (plain, openings, repeated) =
        (width(Luck::Independent), width(Luck::Openings), width(Luck::Repeated));
    assert!(openings < plain && (1.3..1.55).contains(&(repeated / plain)), "{openings} {plain} {repeated}");
}

/// With two participants and many pairs, the rating is that of the pairs.
#[test]
fn two_participants_are_rated_as_by_pairs() {
    let plan = Plan::round_robin(Setting::new(2, 2), 400).unwrap();
    let games = play(&plan, &[60.0, 0.0], Luck::Openings, &mut Dice(8));
    let mut pairs = Pairs::default();
    for pair in games.chunks(2) {
        pairs.add([pair[0].scores[0], pair[1].scores[1]]);
    }
    let (by_pairs, by_games) = (pairs.rating(), rate(&games, 2).difference(0, 1));
    assert!((by_pairs.elo - by_games.elo).abs() < 0.5, "{by_pairs:?} {by_games:?}");
    assert!((by_pairs.margin().unwrap() / by_games.margin.unwrap() - 1.0).abs() < 0.02);
}

/// Fifty pairs that are all won bound the strength as `Pairs` do: 0.05 to the power of 1/50 is 0.942, which
/// is 483.8 Elo.
#[test]
fn a_participant_that_wins_everything_has_no_upper_end() {
    let sweep: Vec<Finish> = (0..100).map(|game| Finish::duel(game, game / 2, [0, 1], 1.0)).collect();
    let mut games = Games::new(2);
    for game in &sweep {
        games.add(game);
    }
    let ratings = games.rate(Some(at(1)));
    let winner = &ratings.rows()[0];
    assert!(winner.high.is_none() && (winner.low.unwrap() - 483.76).abs() < 0.1, "{winner:?}");
    assert!(winner.elo > 484.0 && winner.elo.is_finite());
    let reversed = games.rate(Some(at(0)));
    let loser = &reversed.rows()[1];
    assert!(loser.low.is_none() && (loser.high.unwrap() + 483.76).abs() < 0.1, "{loser:?}");
    assert!(ratings.difference(0, 1).superiority > 0.99);
}

/// A table of four: the first place of 20 blocks against three equals, which are first, second and third in turn.
#[test]
fn a_participant_that_wins_all_tables_has_no_upper_end() {
    let mut games = Games::new(4);
    for block in 0..21 {
        let mut points = [1.0, 2.0, 3.0];
        points.rotate_left(block % 3);
        games.add(&Finish::by_points(block, block, &[0, 1, 2, 3], &[9.0, points[0], points[1], points[2]]));
    }
    let ratings = games.rate(Some(at(1)));
    let winner = &ratings.rows()[0];
    // s / (s + 3) = 0.05 to the power of 1/21 = 0.8671, so s = 19.57: 516.7 Elo above the three, less what is not
    // known about the three.
    assert!(winner.high.is_none() && (500.0..516.0).contains(&winner.low.unwrap()), "{winner:?}");
    assert!(ratings.rows()[2].high.is_some() && ratings.rows()[2].low.is_some());
}

#[test]
fn participants_without_common_games_are_not_compared() {
    let mut games = Games::new(6);
    for (number, (seats, score)) in
        [([0, 1], 1.0), ([1, 0], 0.5), ([3, 2], 0.25), ([2, 3], 1.0), ([0, 1], 0.0)].into_iter().enumerate()
    {
        games.add(&Finish::duel(number, number, seats, score));
    }
    let ratings = games.rate(Some(at(0)));
    assert_eq!(ratings.groups(), [vec![0, 1], vec![2, 3], vec![4], vec![5]]);
    assert_eq!(ratings.rows().iter().map(|row| row.group).collect::<Vec<_>>(), [0, 0, 1, 1, 2, 3]);
    let apart = ratings.difference(0, 2);
    assert!(apart.margin.is_none() && (apart.superiority - 0.5).abs() < 1e-12);
    assert!(ratings.rows()[1].low.is_some());
    assert!(ratings.rows()[2..].iter().all(|row| row.low.is_none() && row.high.is_none()));
    // Without an anchor the largest set of comparable participants is the reference.
    let free = games.rate(None);
    assert!(free.rows()[0].low.is_some() && free.rows()[2].low.is_none());
    assert!(free.rows().iter().map(|row| row.elo).sum::<f64>().abs() < 1e-6);
}

#[test]
fn a_chain_of_games_bounds_a_strength() {
    // 0 beats 1 beats 2 beats 0: nobody is unbounded. 3 has only beaten 2, 4 has only lost to 0.
    let mut games = Games::new(5);
    let list = [[0, 1], [1, 2], [2, 0], [3, 2], [0, 4]];
    for (number, seats) in list.into_iter().enumerate() {
        games.add(&Finish::duel(number, number, seats, 1.0));
    }
    let ratings = games.rate(Some(at(0)));
    let bounds: Vec<(bool, bool)> =
        ratings.rows().iter().map(|row| (row.low.is_some(), row.high.is_some())).collect();
    assert_eq!(bounds, [(true, true), (true, true), (true, true), (true, false), (false, true)]);
}

#[test]
fn ratings_are_data() {
    let mut games = Games::new(2);
    games.add(&Finish::duel(0, 0, [0, 1], 0.0));
    games.add(&Finish::duel(1, 1, [0, 1], 0.5));
    let json = serde_json::to_value(games.rate(Some(Anchor { participant: 0, elo: 100.0 }))).unwrap();
    assert_eq!(json["anchor"], serde_json::json!({"participant": 0, "elo": 100.0}));
    assert_eq!(json["groups"], serde_json::json!([[0, 1]]));
    let first = &json["ratings"][0];
    assert!(first["participant"] == 1 && first["elo"].as_f64().unwrap() > 200.0, "{json}");
    assert!(first["low"].is_f64() && first["high"].is_f64() && first["blocks"] == 2 && first["group"] == 0);
}

#[test]
fn games_that_cannot_be_are_ignored() {
    let mut games = Games::new(2);
    games.add(&Finish::duel(0, 0, [0, 2], 1.0));
    games.add(&Finish::by_points(1, 1, &[0, 1, 2, 3, 4], &[0.0; 5]));
    assert_eq!((games.games(0), games.games(1)), (0, 0));
    let ratings = games.rate(Some(Anchor { participant: 7, elo: 0.0 }));
    assert!(ratings.anchor().is_none() && ratings.rows().iter().all(|row| row.elo.abs() < 1e-9));
    assert!(Games::new(0).rate(None).rows().is_empty());
}

/// The whole table of a hundred participants and a hundred thousand games, with ratings, standings and matrix, takes
/// less than a second in a release build; here with less optimization, on a busy machine, more is allowed.
#[test]
fn a_hundred_thousand_games_are_rated_at_once() {
    let elo: Vec<f64> = (0..100).map(|who| f64::from(who) * 6.0).collect();
    for (seats, cycles) in [(2, 10), (4, 28)] {
        let plan = Plan::round_robin(Setting::new(100, seats), cycles).unwrap();
        let games = play(&plan, &elo, Luck::Independent, &mut Dice(1));
        let start = Instant::now();
        let ratings = rate(&games, 100);
        let rated = start.elapsed();
        let (mut board, mut pairs) = (Scoreboard::new(100), HeadToHead::new(100));
        for game in &games {
            board.add(game);
            pairs.add(game);
        }
        let (standings, matrix) = (board.standings(&TieBreak::ALL_PLAY_ALL), pairs.matrix());
        let taken = start.elapsed();
        println!("{} games of {seats} seats: ratings {rated:?}, all {taken:?}", games.len());
        assert!(taken.as_secs_f64() < 10.0, "{taken:?}");
        assert_eq!((standings.rows.len(), matrix[99].iter().flatten().count()), (100, 99));
        let off = |who: usize| (ratings.difference(who, 0).elo - elo[who]).abs();
        assert!(games.len() >= 99_000 && (0..100).all(|who| off(who) < 60.0));
    }
}
