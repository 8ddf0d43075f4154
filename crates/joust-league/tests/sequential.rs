//! Sequential tests: known cases, brute force, and error rates in simulated tests.
//!
//! `JOUST_LONG=1` simulates more tests.

mod support;

use joust_league::schedule::{Plan, Seating, Setting};
use joust_league::sequential::{BadTest, BlockTest, Differences, PairTest, Rotations};
use joust_league::{Pairs, Sample, Verdict, expected_score};
use support::{Dice, is_long};

/// Pairs with these numbers of 0, ½, 1, 1½ and 2 points.
fn pentanomial(counts: [u32; 5]) -> Pairs {
    let mut pairs = Pairs::default();
    let scores = [[0.0, 0.0], [0.5, 0.0], [0.5, 0.5], [1.0, 0.5], [1.0, 1.0]];
    for (count, pair) in counts.into_iter().zip(scores) {
        (0..count).for_each(|_| pairs.add(pair));
    }
    pairs
}

/// The figures are those of the tests of fastchess (`app/tests/sprt_test.cpp`, logistic pentanomial), which are
/// given with a tolerance of 1 %.
#[test]
fn ratios_are_those_of_fastchess() {
    let cases = [
        ([223, 9863, 20279 + 1000, 10037, 246], 0.5, 2.5, -3.07),
        ([871, 26175, 55003 + 980, 26678, 821], 0.0, 2.0, -4.98),
    ];
    for (counts, elo0, elo1, expected) in cases {
        let ratio = PairTest::new(elo0, elo1, 0.05, 0.05).unwrap().ratio(&pentanomial(counts));
        assert!((ratio / expected - 1.0).abs() < 0.01, "{ratio}, not {expected}");
    }
}

/// Elo, error and likelihood of superiority of fastchess (`app/tests/elo_test.cpp`, pentanomial 1 and 2).
#[test]
fn elo_and_superiority_are_those_of_fastchess() {
    let test = PairTest::new(0.0, 5.0, 0.05, 0.05).unwrap();
    let pairs = pentanomial([332, 433, 457 + 41, 333, 334]);
    let rating = pairs.rating();
    assert!((rating.elo + 8.64).abs() < 0.1 && (rating.margin().unwrap() - 10.33).abs() < 0.1, "{rating:?}");
    assert!((test.decide(&pairs).superiority - 0.0505).abs() < 0.001);
    let pairs = pentanomial([34, 54, 31 + 32, 64, 75]);
    let rating = pairs.rating();
    assert!((rating.elo - 55.58).abs() < 0.1 && (rating.margin().unwrap() - 27.65).abs() < 0.6, "{rating:?}");
    assert!(test.decide(&pairs).superiority > 0.9999);
}

/// By how much the best likelihood falls when the mean must be `mean`, for three classes, by trying all
/// distributions: with p for the score 1 and q for ½, the mean fixes p = mean − q/2.
fn loss_of_three(counts: [f64; 3], mean: f64) -> f64 {
    let total: f64 = counts.iter().sum();
    let free: f64 = counts.iter().map(|count| count * (count / total).ln()).sum();
    let likelihood = |q: f64| {
        let p = mean - q / 2.0;
        counts[0] * (1.0 - p - q).ln() + counts[1] * q.ln() + counts[2] * p.ln()
    };
    let most = (2.0 * mean).min(2.0 - 2.0 * mean);
    let best =
        (1..200_000).map(|step| likelihood(most * f64::from(step) / 200_000.0)).fold(f64::MIN, f64::max);
    free - best
}

#[test]
fn no_other_distributions_are_more_likely() {
    // Pairs with 0, 1 and 2 points; classes without pairs count a thousandth, which is far below the tolerance.
    for counts in [[20, 50, 30], [5, 3, 10], [200, 100, 180]] {
        let pairs = pentanomial([counts[0], 0, counts[1], 0, counts[2]]);
        for (elo0, elo1) in [(0.0, 20.0), (-30.0, 5.0), (10.0, 100.0)] {
            let ratio = PairTest::new(elo0, elo1, 0.05, 0.05).unwrap().ratio(&pairs);
            let [h0, h1] = [elo0, elo1].map(|elo| loss_of_three(counts.map(f64::from), expected_score(elo)));
            assert!((ratio - (h0 - h1)).abs() < 0.02, "{counts:?} {elo0} {elo1}: {ratio}, not {}", h0 - h1);
        }
    }
}

/// Where the variance is known well, the test agrees with one that takes the scores of pairs as normal.
#[test]
fn many_pairs_give_the_ratio_of_the_normal_distribution() {
    let pairs = pentanomial([900, 2400, 4000, 2500, 1000]);
    let [s0, s1] = [0.0, 5.0].map(expected_score);
    let mean = pairs.score().unwrap();
    let normal = f64::from(pairs.count()) * (s1 - s0) * (2.0 * mean - s0 - s1) / (2.0 * pairs.variance());
    let ratio = PairTest::new(0.0, 5.0, 0.05, 0.05).unwrap().ratio(&pairs);
    assert!((ratio / normal - 1.0).abs() < 0.02, "{ratio}, not {normal}");
}

#[test]
fn bounds_are_those_of_wald() {
    let decision = PairTest::new(0.0, 5.0, 0.01, 0.2).unwrap().decide(&Pairs::default());
    assert!(
        (decision.upper - 80_f64.ln()).abs() < 1e-12
            && (decision.lower - (0.2 / 0.99_f64).ln()).abs() < 1e-12
    );
    assert_eq!((decision.verdict, decision.over, decision.trials), (Verdict::Open, false, 0));
}

#[test]
fn the_reason_of_stopping_is_said_in_words() {
    let test = PairTest::new(-2.5, 5.0, 0.05, 0.1).unwrap();
    let lost = test.decide(&pentanomial([500, 0, 0, 0, 300]));
    assert_eq!(lost.verdict, Verdict::NoGain);
    assert!(lost.reason.starts_with("H0 after 800 pairs: the log-likelihood ratio -"), "{lost}");
    assert!(lost.reason.ends_with("wrong in at most 10 % of tests"), "{lost}");
    assert!(
        lost.reason.contains("a gain of -2.5 Elo explains the games better than a gain of 5 Elo"),
        "{lost}"
    );
    let open = test.decide(&pentanomial([10, 0, 0, 0, 10]));
    assert!(open.reason.starts_with("open after 20 pairs: the log-likelihood ratio") && !open.over, "{open}");
    let given_up = test.at_most(20).decide(&pentanomial([10, 0, 0, 0, 10]));
    assert!(given_up.reason.starts_with("no decision after 20 pairs, the limit"), "{given_up}");
    assert!(given_up.over && given_up.verdict == Verdict::Open);
    let few = BlockTest::new(0.0, 0.1, 0.05, 0.05).unwrap().decide(&[0.5; 3].into_iter().collect());
    assert_eq!(few.reason, "open after 3 blocks: a decision needs 16 at least");
}

/// In games of four, Elo means a difference of score only against equal opponents: both are said.
#[test]
fn a_gain_of_four_seats_is_said_as_a_difference_of_score() {
    let test = BlockTest::by_elo(0.0, 100.0, 0.05, 0.05).unwrap();
    let decision = test.decide(&(0..40).map(|block| if block % 3 == 0 { 0.1 } else { 0.3 }).collect());
    let words = "so a mean difference of 0.1401 in score (a gain of 100 Elo, if all opponents are as strong as the second player)";
    assert!(decision.reason.contains(words), "{decision}");
}

/// The ratio of a t-test in the form of a generalized likelihood ratio, calculated by hand for eight blocks with
/// the differences 0.25, 0, 0.5, −0.25, 0.25, 0.25, 0, 0.5: the mean is 0.1875, the squares add up to 0.46875, and
/// with one more block of ¼ to 0.53125, the variance is 0.06640625. With d0 = 0 and d1 = 0.25:
/// 8/2 · ln((0.06640625 + 0.03515625) / (0.06640625 + 0.00390625)) = 4 · ln(0.1015625 / 0.0703125)
/// = 4 · ln(13/9) = 1.470899.
#[test]
fn the_ratio_of_blocks_is_that_of_a_calculation_by_hand() {
    let differences = [0.25, 0.0, 0.5, -0.25, 0.25, 0.25, 0.0, 0.5];
    let test = BlockTest::new(0.0, 0.25, 0.05, 0.05).unwrap();
    let ratio = test.ratio(&differences.into_iter().collect());
    assert!((ratio - 1.470_899).abs() < 1e-6, "{ratio}");
    let turned = BlockTest::new(-0.25, 0.0, 0.05, 0.05).unwrap();
    let ratio = turned.ratio(&differences.map(|difference| -difference).into_iter().collect());
    assert!((ratio + 1.470_899).abs() < 1e-6, "{ratio}");
}

#[test]
fn tests_without_sense_are_refused() {
    assert_eq!(PairTest::new(5.0, 5.0, 0.05, 0.05), Err(BadTest::Hypotheses(5.0, 5.0)));
    assert_eq!(BlockTest::by_elo(9.0, 1.0, 0.05, 0.05), Err(BadTest::Hypotheses(9.0, 1.0)));
    assert_eq!(PairTest::new(0.0, 5.0, 0.5, 0.05), Err(BadTest::Error("alpha", 0.5)));
    assert_eq!(BlockTest::new(0.0, 0.1, 0.05, 0.0), Err(BadTest::Error("beta", 0.0)));
    assert!(
        PairTest::new(f64::NAN, 5.0, 0.05, 0.05).is_err() && PairTest::new(0.0, 5.0, f64::NAN, 0.05).is_err()
    );
}

/// The share of tests that accept H1, in percent, and the mean number of trials.
fn share(tests: u32, mut test: impl FnMut() -> (Verdict, u32)) -> (f64, f64) {
    let (mut gains, mut trials) = (0.0, 0.0);
    for _ in 0..tests {
        let (verdict, count) = test();
        gains += f64::from(u8::from(verdict == Verdict::Gain));
        trials += f64::from(count);
    }
    (100.0 * gains / f64::from(tests), trials / f64::from(tests))
}

fn tests() -> u32 {
    if is_long() { 4000 } else { 500 }
}

/// Three standard deviations of a percentage.
fn slack(percent: f64) -> f64 {
    3.0 * (percent * (100.0 - percent) / f64::from(tests())).sqrt()
}

/// How games of pairs end.
#[derive(Clone, Copy, Debug)]
enum Results {
    Decided,
    /// This part of the games is tied.
    Ties(f64),
    /// This part of the games ends with semi-victories.
    Semi(f64),
}

/// Plays pairs until the test is over. Every opening favours a seat: what it gives to one player in the first
/// game, it takes in the second, so the mean score stays that of the strength.
fn pair_test(test: &PairTest, elo: f64, results: Results, dice: &mut Dice) -> (Verdict, u32) {
    let (mut pairs, mean) = (Pairs::default(), expected_score(elo));
    // The chances of all results must stay between 0 and 1.
    let room = match results {
        Results::Decided => mean.min(1.0 - mean),
        Results::Ties(ties) => (mean - ties / 2.0).min(1.0 - ties / 2.0 - mean),
        Results::Semi(_) => (mean - 0.25).min(0.75 - mean),
    };
    loop {
        let bonus = room * (2.0 * dice.unit() - 1.0);
        let scores = [mean + bonus, mean - bonus].map(|chance| match results {
            Results::Ties(ties) if dice.happens(ties) => 0.5,
            Results::Ties(ties) => f64::from(u8::from(dice.happens((chance - ties / 2.0) / (1.0 - ties)))),
            Results::Semi(part) if dice.happens(part) => {
                if dice.happens(2.0 * chance - 0.5) {
                    0.75
                } else {
                    0.25
                }
            }
            Results::Decided | Results::Semi(_) => f64::from(u8::from(dice.happens(chance))),
        });
        pairs.add(scores);
        let decision = test.decide(&pairs);
        if decision.over {
            return (decision.verdict, pairs.count());
        }
    }
}

#[test]
fn tests_of_pairs_err_as_often_as_they_say() {
    for (elo1, results, alpha, beta) in [
        (30.0, Results::Decided, 0.05, 0.05),
        (100.0, Results::Decided, 0.05, 0.1),
        (40.0, Results::Ties(0.4), 0.1, 0.05),
        (40.0, Results::Semi(0.3), 0.05, 0.05),
    ] {
        let test = PairTest::new(0.0, elo1, alpha, beta).unwrap();
        let mut dice = Dice(21);
        let (wrong, short) = share(tests(), || pair_test(&test, 0.0, results, &mut dice));
        let (right, long) = share(tests(), || pair_test(&test, elo1, results, &mut dice));
        println!(
            "{elo1} Elo, {results:?}: H1 in {wrong:.1} % under H0 and {right:.1} % under H1, {short:.0} and {long:.0} pairs"
        );
        assert!(wrong < 100.0 * alpha + slack(100.0 * alpha), "{wrong}");
        assert!(100.0 - right < 100.0 * beta + slack(100.0 * beta), "{right}");
        assert!(wrong > 10.0 * alpha && 100.0 - right > 10.0 * beta, "the test is much too careful");
    }
}

/// Plays blocks of duplicate games of four seats until the test is over. The luck of the opponents and a part
/// of the versions' own luck is that of the seed.
fn block_test(test: &BlockTest, elo: f64, common: f64, plan: &Plan, dice: &mut Dice) -> (Verdict, u32) {
    let strengths = [elo, 0.0, 0.0, 0.0, 0.0, 0.0];
    let mut sample = Sample::default();
    for block in 0.. {
        let luck: Vec<f64> = (0..6).map(|_| dice.unit()).collect();
        let mut differences = Differences::new(4);
        for number in 0..plan.games_in_block() {
            let fixture = plan.fixture(block % plan.blocks() * plan.games_in_block() + number).unwrap();
            let time = |who: &usize| {
                let common = if *who < 2 { common } else { 1.0 };
                // Both versions have the luck of the seed for the player that is tested.
                let unit = if dice.happens(common) { luck[(*who).max(1)] } else { dice.unit() };
                unit.max(1e-12).ln() / 10_f64.powf(strengths[*who] / 400.0)
            };
            let points: Vec<f64> = fixture.seats.iter().map(time).collect();
            differences.add(&fixture.finish(&points));
        }
        sample.add(differences.sample().mean());
        let decision = test.decide(&sample);
        if decision.over {
            return (decision.verdict, decision.trials);
        }
    }
    unreachable!("a test ends")
}

#[test]
fn tests_of_blocks_err_as_often_as_they_say() {
    let plan = Plan::duplicate(Setting { seating: Seating::Once, ..Setting::new(6, 4) }, 8).unwrap();
    for (elo1, common, alpha, beta) in [
        (50.0, 0.0, 0.05, 0.05),
        (100.0, 0.0, 0.05, 0.05),
        (200.0, 0.0, 0.05, 0.05),
        (60.0, 0.8, 0.05, 0.05),
        (60.0, 0.5, 0.1, 0.05),
    ] {
        let test = BlockTest::by_elo(0.0, elo1, alpha, beta).unwrap();
        let mut dice = Dice(5);
        let (wrong, short) = share(tests(), || block_test(&test, 0.0, common, &plan, &mut dice));
        let (right, long) = share(tests(), || block_test(&test, elo1, common, &plan, &mut dice));
        println!(
            "{elo1} Elo, {common} common: H1 in {wrong:.1} % under H0 and {right:.1} % under H1, {short:.0} and {long:.0} blocks"
        );
        assert!(wrong < 100.0 * alpha + slack(100.0 * alpha), "{wrong}");
        assert!(100.0 - right < 100.0 * beta + slack(100.0 * beta), "{right}");
    }
}

/// Plays rotations of one player against three copies of another until the test is over. `common` is the part of
/// the luck that is that of the seed and the seat: it favours whoever sits there.
fn rotation_test(test: &BlockTest, elo: f64, common: f64, dice: &mut Dice) -> (Verdict, u32) {
    let mut rotations = Rotations::new(4);
    loop {
        let luck: Vec<f64> = (0..4).map(|_| dice.unit()).collect();
        for own in 0..4 {
            let points: Vec<f64> = (0..4)
                .map(|seat| {
                    let unit = if dice.happens(common) { luck[seat] } else { dice.unit() };
                    unit.max(1e-12).ln() / 10_f64.powf(if seat == own { elo / 400.0 } else { 0.0 })
                })
                .collect();
            rotations.add(Some(joust_league::beaten(&points)[own]));
        }
        let decision = test.decide(&rotations.sample());
        if decision.over {
            return (decision.verdict, decision.trials);
        }
    }
}

#[test]
fn tests_of_rotations_err_as_often_as_they_say() {
    for (elo1, common, alpha, beta) in
        [(50.0, 0.0, 0.05, 0.05), (100.0, 0.0, 0.1, 0.05), (60.0, 0.5, 0.05, 0.05)]
    {
        let test = BlockTest::by_elo(0.0, elo1, alpha, beta).unwrap();
        let mut dice = Dice(8);
        let (wrong, short) = share(tests(), || rotation_test(&test, 0.0, common, &mut dice));
        // Where a part of the luck belongs to the seat, strength decides less, and only equal players are clear.
        println!("{elo1} Elo, {common} common: H1 in {wrong:.1} % under H0, after {short:.0} blocks");
        assert!(wrong < 100.0 * alpha + slack(100.0 * alpha), "{wrong}");
        if common == 0.0 {
            let (right, long) = share(tests(), || rotation_test(&test, elo1, common, &mut dice));
            println!("{elo1} Elo: H1 in {right:.1} % under H1, after {long:.0} blocks");
            assert!(100.0 - right < 100.0 * beta + slack(100.0 * beta), "{right}");
        }
    }
}

#[test]
fn a_rotation_with_a_game_without_result_does_not_count() {
    let mut rotations = Rotations::new(2);
    for share in [Some(1.0), None, Some(0.5), Some(1.0), None, Some(1.0), Some(0.0)] {
        rotations.add(share);
    }
    assert_eq!((rotations.sample().count(), rotations.sample().mean()), (1, 0.25));
}

/// Blocks in which both versions do the same say little: a rare difference may be worth more than the gain.
#[test]
fn versions_that_never_differ_are_not_told_apart_at_once() {
    let test = BlockTest::by_elo(0.0, 10.0, 0.05, 0.05).unwrap();
    let zeros = |count: usize| -> Sample { vec![0.0; count].into_iter().collect() };
    assert_eq!(test.decide(&zeros(20)).verdict, Verdict::Open);
    let many = test.decide(&zeros(100));
    assert_eq!(many.verdict, Verdict::NoGain);
    assert!((many.superiority - 0.5).abs() < 1e-9);
}

#[test]
fn only_whole_blocks_count() {
    let plan = Plan::duplicate(Setting::new(5, 4), 2).unwrap();
    let mut differences = Differences::new(4);
    for fixture in plan.iter().take(12) {
        let points: Vec<f64> = fixture.seats.iter().map(|who| 9.0 - f64::from(*who as u32)).collect();
        differences.add(&fixture.finish(&points));
    }
    // 0 is first, and 1 is first where 0 does not play: both have all of the score.
    assert_eq!((differences.sample().count(), differences.sample().mean()), (1, 0.0));
}
