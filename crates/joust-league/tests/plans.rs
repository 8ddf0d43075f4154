//! Plans: everybody meets everybody, seats and maps are balanced, nobody plays twice in a round.
//!
//! `JOUST_LONG=1` tries more settings.

use joust_league::schedule::{BadSchedule, Fixture, Plan, Seating, Setting};
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

fn is_long() -> bool {
    std::env::var_os("JOUST_LONG").is_some()
}

/// How often each two participants share a block.
fn meetings(plan: &Plan) -> BTreeMap<[usize; 2], usize> {
    let mut times = BTreeMap::new();
    for fixture in blocks(plan) {
        for one in &fixture.seats {
            for other in fixture.seats.iter().filter(|other| *other > one) {
                *times.entry([*one, *other]).or_default() += 1;
            }
        }
    }
    times
}

/// The first game of each block.
fn blocks(plan: &Plan) -> impl Iterator<Item = Fixture> {
    (0..plan.blocks()).map(|block| plan.fixture(block * plan.games_in_block()).unwrap())
}

/// For each participant, how often it has each of the values that games have for it.
fn tally(
    games: impl Iterator<Item = Fixture>,
    many: usize,
    values: usize,
    of: fn(&Fixture, usize) -> usize,
) -> Vec<Vec<usize>> {
    let mut counts = vec![vec![0; values]; many];
    for fixture in games {
        fixture.seats.iter().enumerate().for_each(|(seat, who)| counts[*who][of(&fixture, seat)] += 1);
    }
    counts
}

fn seats(plan: &Plan) -> Vec<Vec<usize>> {
    let Setting { participants, seats, .. } = *plan.setting();
    tally(plan.iter(), participants, seats, |_, seat| seat)
}

fn spread(counts: &[usize]) -> usize {
    counts.iter().max().unwrap() - counts.iter().min().unwrap()
}

/// Fair shares of the maps: within one block with two seats, and below two blocks with more; equal where every
/// line-up plays on every map.
fn check_maps(plan: &Plan, cycles: usize) {
    let Setting { participants, seats, maps, .. } = *plan.setting();
    for (who, counts) in tally(blocks(plan), participants, maps, |fixture, _| fixture.map).iter().enumerate()
    {
        let total: usize = counts.iter().sum();
        let off = counts.iter().map(|count| (count * maps).abs_diff(total)).max().unwrap();
        let fair = if cycles.is_multiple_of(maps) {
            off == 0
        } else if seats == 2 {
            off <= maps
        } else {
            off < 2 * maps
        };
        assert!(fair, "{who} of {participants}, {seats} seats, {cycles} cycles, {maps} maps: {counts:?}");
    }
}

fn check_rounds(plan: &Plan) {
    let mut playing: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
    let mut last = 0;
    for fixture in blocks(plan) {
        assert!(fixture.round >= last && fixture.round < plan.rounds(), "rounds follow one another");
        last = fixture.round;
        let round = playing.entry(fixture.round).or_default();
        assert!(fixture.seats.iter().all(|who| round.insert(*who)), "{fixture:?} plays twice in a round");
    }
}

#[test]
fn everybody_meets_everybody_about_equally_often() {
    for seats in [2, 3, 4] {
        for participants in seats..=100 {
            let plan =
                Plan::round_robin(Setting { seating: Seating::Once, ..Setting::new(participants, seats) }, 1)
                    .unwrap();
            let times = meetings(&plan);
            assert_eq!(
                times.len(),
                participants * (participants - 1) / 2,
                "{participants} with {seats} seats"
            );
            let counts: Vec<usize> = times.into_values().collect();
            assert!(spread(&counts) <= usize::from(seats > 2), "{participants} with {seats} seats");
            assert!(seats > 2 || counts.iter().all(|times| *times == 1));
            for counts in self::seats(&plan) {
                assert!(spread(&counts) <= 1, "{participants} with {seats} seats: {counts:?}");
            }
            check_rounds(&plan);
        }
    }
}

#[test]
fn maps_are_shared_out_fairly() {
    for seats in [2, 3, 4] {
        for participants in (seats..=100).filter(|many| is_long() || many % 7 == 0 || *many < 20) {
            for maps in [2, 3, 5, 8] {
                let setting = Setting { maps, seating: Seating::Once, ..Setting::new(participants, seats) };
                check_maps(&Plan::round_robin(setting, 1).unwrap(), 1);
            }
        }
    }
}

fn setting() -> impl Strategy<Value = Setting> {
    let seating = prop_oneof![Just(Seating::Once), Just(Seating::Rotated), Just(Seating::Permuted)];
    (2..=4_usize, 0..=40_usize, 1..=6_usize, any::<u64>(), seating).prop_map(
        |(seats, more, maps, seed, seating)| Setting {
            participants: seats + more,
            seats,
            maps,
            seed,
            seating,
        },
    )
}

/// What is true of all plans.
fn check(plan: &Plan) {
    let (setting, size) = (*plan.setting(), plan.games_in_block());
    assert!(plan.fixture(plan.games()).is_none());
    for (number, fixture) in plan.iter().enumerate() {
        assert_eq!((fixture.game, fixture.block), (number, number / size));
        assert!(fixture.map < setting.maps && fixture.seed < 1 << 31);
        assert_eq!(fixture.seats.iter().collect::<BTreeSet<_>>().len(), setting.seats);
        let first = plan.fixture(fixture.block * size).unwrap();
        assert_eq!((fixture.map, fixture.seed, fixture.round), (first.map, first.seed, first.round));
        assert_eq!(fixture.opening, first.opening);
    }
    let mut openings = BTreeSet::new();
    for fixture in blocks(plan) {
        let is_new = fixture.seats.iter().all(|who| openings.insert((*who, fixture.opening)));
        assert!(is_new, "{fixture:?} has an opening twice");
    }
    let seeds: BTreeSet<u64> = blocks(plan).map(|fixture| fixture.seed).collect();
    assert!(seeds.len() + plan.blocks() / 1000 + 2 > plan.blocks(), "blocks have seeds of their own");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(if is_long() { 400 } else { 40 }))]

    #[test]
    fn a_round_robin_is_balanced(setting in setting(), cycles in 1..=7_usize) {
        let plan = Plan::round_robin(setting, cycles).unwrap();
        let times = meetings(&plan);
        prop_assert_eq!(times.len(), setting.participants * (setting.participants - 1) / 2);
        let counts: Vec<usize> = times.into_values().collect();
        prop_assert!(counts.iter().all(|times| *times >= cycles));
        let apart = if setting.seats == 2 { 0 } else { cycles };
        prop_assert!(spread(&counts) <= apart);
        let exact = setting.seating != Seating::Once;
        for counts in seats(&plan) {
            prop_assert!(spread(&counts) <= usize::from(!exact), "{:?}", counts);
        }
        check_maps(&plan, cycles);
        check_rounds(&plan);
        check(&plan);
    }

    #[test]
    fn a_gauntlet_is_balanced(setting in setting(), challengers in 1..=3_usize, cycles in 1..=7_usize) {
        let setting = Setting { participants: setting.participants + challengers, ..setting };
        let plan = Plan::gauntlet(setting, challengers, cycles).unwrap();
        let times = meetings(&plan);
        for challenger in 0..challengers {
            prop_assert!((0..challenger).all(|other| !times.contains_key(&[other, challenger])));
            for other in challengers..setting.participants {
                let single = setting.participants - challengers == setting.seats - 1;
                let each = if single { 1 } else { setting.seats - 1 };
                prop_assert_eq!(times.get(&[challenger, other]), Some(&(each * cycles)));
            }
        }
        for counts in seats(&plan) {
            let whole = setting.seating != Seating::Once || cycles.is_multiple_of(setting.seats);
            prop_assert!(!whole || spread(&counts) == 0, "{:?}", counts);
            prop_assert!((setting.seats > 2 && cycles > 1) || spread(&counts) <= 1, "{:?}", counts);
            prop_assert!(spread(&counts) <= 3, "{:?}", counts);
        }
        check_maps(&plan, cycles);
        check_rounds(&plan);
        check(&plan);
    }

    #[test]
    fn duplicate_games_differ_in_the_version_only(setting in setting(), blocks in 1..=60_usize) {
        let setting = Setting { participants: setting.participants + 1, ..setting };
        let plan = Plan::duplicate(setting, blocks).unwrap();
        prop_assert_eq!(plan.games(), blocks * 2 * setting.seats);
        for pair in plan.iter().collect::<Vec<_>>().chunks(2) {
            let [one, other] = pair else { panic!("an odd number of games") };
            let place = one.seats.iter().position(|who| *who == 0).unwrap();
            prop_assert_eq!(place, one.game / 2 % setting.seats);
            let mut changed = one.seats.clone();
            changed[place] = 1;
            prop_assert_eq!(&changed, &other.seats);
        }
        let maps: Vec<usize> = (0..setting.maps).map(|map| self::blocks(&plan).filter(|game| game.map == map).count()).collect();
        prop_assert!(spread(&maps) <= 1, "{:?}", maps);
        check(&plan);
    }
}

/// A million games are computed one by one: the plan keeps a cycle.
#[test]
fn a_game_in_the_middle_of_millions_is_computed_at_once() {
    let plan = Plan::round_robin(Setting { maps: 3, seed: 5, ..Setting::new(100, 2) }, 1000).unwrap();
    assert_eq!(plan.games(), 9_900_000);
    let game = plan.fixture(7_654_321).unwrap();
    assert_eq!((game.game, game.block), (7_654_321, 3_827_160));
    assert_eq!(plan.fixture(7_654_320).unwrap().seats, [game.seats[1], game.seats[0]]);
}

#[test]
fn what_cannot_be_played_is_refused() {
    let few = Plan::round_robin(Setting::new(3, 4), 1).unwrap_err();
    assert_eq!(few.to_string(), "3 participants: this format needs 4 at least");
    let alone = Plan::gauntlet(Setting::new(2, 2), 2, 1).unwrap_err();
    assert_eq!(alone, BadSchedule::TooFew { found: 2, fewest: 3 });
    assert_eq!(Plan::round_robin(Setting::new(9, 5), 1).unwrap_err(), BadSchedule::Seats(5));
    assert_eq!(Plan::gauntlet(Setting::new(9, 0), 1, 1).unwrap_err(), BadSchedule::Seats(0));
    assert_eq!(Plan::duplicate(Setting::new(9, 0), 1).unwrap_err(), BadSchedule::Seats(0));
    assert_eq!(
        Plan::round_robin(Setting { maps: 0, ..Setting::new(9, 2) }, 1).unwrap_err(),
        BadSchedule::NoMap
    );
    assert_eq!(Plan::round_robin(Setting::new(9, 2), usize::MAX).unwrap_err(), BadSchedule::TooLong);
    assert!(matches!(Plan::round_robin(Setting::new(9, 2), 0), Err(BadSchedule::Nothing(_))));
    assert!(matches!(Plan::gauntlet(Setting::new(9, 2), usize::MAX, 1), Err(BadSchedule::TooFew { .. })));
    assert_eq!(Plan::round_robin(Setting::new(5000, 2), 1).unwrap_err(), BadSchedule::TooMany(5000));
}

/// The order of the games is a promise: a tournament that is continued has the games of its start.
#[test]
fn plans_never_change() {
    let digest = |plan: &Plan| {
        plan.iter().fold(0_u64, |sum, fixture| {
            let parts = fixture.seats.iter().map(|who| *who as u64).chain([
                fixture.map as u64,
                fixture.round as u64,
                fixture.seed,
            ]);
            parts.fold(sum, |sum, part| sum.wrapping_mul(1_000_003).wrapping_add(part))
        })
    };
    let setting = |participants, seats| Setting { maps: 3, seed: 9, ..Setting::new(participants, seats) };
    let digests = [
        digest(&Plan::round_robin(setting(11, 2), 4).unwrap()),
        digest(&Plan::round_robin(setting(30, 4), 4).unwrap()),
        digest(&Plan::gauntlet(setting(30, 4), 2, 4).unwrap()),
        digest(&Plan::duplicate(setting(9, 4), 50).unwrap()),
    ];
    let known = [
        5_385_600_799_544_180_516,
        16_901_619_599_405_430_768,
        17_638_738_098_946_091_328,
        3_616_464_551_076_800_272,
    ];
    assert_eq!(digests, known);
}
