//! The sparring partner keeps its promises.

use joust_core::{Asked, Course, Game, Player, Referee, Seat};
use joust_madmax::player::{Demo, Dummy, Seated, built_in};
use joust_madmax::{Action, Config, Event, Kind, OrderFault, Settings, Skirmish, Source, TEAMS};
use std::sync::atomic::AtomicBool;

fn start(seed: i32) -> Skirmish {
    let config = Config { settings: Settings::default(), source: Source::Generator };
    Skirmish::begin(config, seed).unwrap()
}

/// Plays a game of built-in players; calls `look` with every round: the game before it, and its events.
fn play(seed: i32, names: [&str; TEAMS], mut look: impl FnMut(&Skirmish, Vec<Event>)) -> Skirmish {
    let mut table = Referee::new(Course::new(start(seed)));
    let mut players: [Seated; TEAMS] = names.map(|name| built_in(name).unwrap());
    let mut game = start(seed);
    let mut watch = |course: &Course<Skirmish>| {
        let before = game.clone();
        let mut events = Vec::new();
        for (seat, action) in &course.actions()[course.actions().len() - TEAMS..] {
            let step = game.propose(*seat, action).unwrap();
            events = game.events(&step);
            game = step.next;
        }
        look(&before, events);
    };
    let account = joust_match::play(&mut table, &mut players, &|_| None, &mut watch, &AtomicBool::new(false));
    assert_eq!(account.unwrap().faults, []);
    table.course().now().clone()
}

#[test]
fn dummy_beats_three_demos_from_every_seat() {
    for seat in 0..TEAMS {
        let mut names = ["Demo"; TEAMS];
        names[seat] = "Dummy";
        let game = play(seat as i32 + 1, names, |_, _| ());
        assert_eq!(game.winners(), [seat], "{:?}", game.state().total_score());
    }
}

#[test]
fn dummy_orders_only_what_can_happen_and_never_hits_its_own() {
    play(5, ["Dummy"; TEAMS], |before, events| {
        let before = before.state();
        let player = |id: u16| before.units()[usize::from(id)].player;
        for event in events {
            match event {
                Event::Refused { why, .. } => {
                    assert_eq!(why, OrderFault::Captured, "round {}", before.round());
                }
                Event::Attacked { by, on, .. }
                | Event::Thunderdome { by, on, .. }
                | Event::RanOver { by, on }
                | Event::RanInto { by, on }
                | Event::Collided { by, on } => {
                    assert_ne!(player(by), player(on), "round {}", before.round());
                }
                _ => {}
            }
        }
    });
}

#[test]
fn hardly_a_warrior_of_dummy_starves() {
    let (mut own, mut others) = (0, 0);
    play(3, ["Dummy", "Demo", "Demo", "Demo"], |before, events| {
        for event in events {
            if let Event::Starved { id, .. } = event {
                let player = before.state().units()[usize::from(id)].player;
                if player == 0 { own += 1 } else { others += 1 }
            }
        }
    });
    assert!(own * 10 < others, "{own} of Dummy, {others} of the others");
}

/// A player may be asked about one game after the other.
#[test]
fn what_dummy_does_follows_from_state_and_stream_alone() {
    fn orders(player: &mut dyn Player<Skirmish>, game: &Skirmish) -> Action {
        let asked = Asked::unstopped(game, Seat::FIRST);
        player.act(&asked).unwrap().action
    }
    let (first, second) = (start(1), start(2));
    let mut used = Dummy::default();
    for game in [&first, &second, &first] {
        let fresh = orders(&mut Dummy::default(), game);
        assert_eq!(orders(&mut used, game), fresh);
        assert_ne!(fresh.to_string(), "-");
    }
    assert_ne!(orders(&mut Demo::default(), &first), orders(&mut used, &first));
    assert_eq!(first.state().units_of(0, Kind::Car).count(), 3);
    // The stream goes on in a game, and begins anew when the player gets ready.
    let mut demo = Demo::default();
    let fresh = orders(&mut demo, &first);
    assert_ne!(orders(&mut demo, &first), fresh);
    demo.get_ready(&first, Seat::FIRST).unwrap();
    assert_eq!(orders(&mut demo, &first), fresh);
}
