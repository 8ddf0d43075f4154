//! The law suite on every game of the register.

#[macro_use]
#[path = "../../../tests/support/laws/mod.rs"]
mod laws;

use joust_core::{Allowance, Clock, Course, Game, Referee, Seed};
use joust_games::{AnyGame, Ask, Registered, duels, games};
use joust_mad::Battle;
use joust_madmax::Skirmish;
use joust_wargame::Campaign;

#[test]
fn all_three_games_are_in_the_register() {
    let names: Vec<&str> = games().iter().map(|game| game.name()).collect();
    assert_eq!(names, ["mad", "wargame", "madmax"]);
    assert_eq!(joust_games::duels().len(), 2);
}

/// All games; those of Mad Max are shortened.
fn shortened() -> Vec<(&'static dyn AnyGame, Option<&'static str>)> {
    let rules = |game: &dyn AnyGame| (game.name() == Skirmish::NAME).then_some("nb_rounds=60");
    games().iter().map(|game| (*game, rules(*game))).collect()
}

laws_of_games!(&shortened());
laws_of_duels!(duels());

/// Plays a random game, and its course again in both ways.
fn acts_as_proposed<G: Registered>(rules: Option<&str>) {
    let start = G::start(&Ask { rules, seed: Some(30), ..Ask::default() }).unwrap();
    let table = || {
        let mut table = Referee::new(Course::new(start.clone()));
        table.set_clock(Some(Clock::new(Allowance { start: 600_000, increment: 2_000 })));
        table.wait(0);
        table
    };
    let ([mut at_once, mut apart], mut rng) = ([table(), table()], Seed(1).rng());
    for now in (700..).step_by(700) {
        let Some(seat) = at_once.awaits().iter().next() else { break };
        let action = at_once.course().random_action(seat, &mut rng).unwrap();
        assert_eq!(at_once.act(seat, &action, now), Ok(()));
        let ruling = apart.propose(seat, &action, now).unwrap();
        apart.carry_out(ruling);
        let stands = |table: &Referee<G>| (table.clock().copied(), table.ending(), table.awaits());
        assert_eq!(stands(&at_once), stands(&apart));
        assert_eq!(at_once.course().actions(), apart.course().actions());
    }
    assert!(at_once.ending().is_some());
}

#[test]
fn acting_at_once_is_proposing_and_carrying_out() {
    acts_as_proposed::<Battle>(None);
    acts_as_proposed::<Campaign>(None);
    acts_as_proposed::<Skirmish>(Some("nb_rounds=60"));
}
