//! The sparring partner keeps its promises.

use joust_madmax::player::{Death, Demo, Desk, Dummy, Player, built_in};
use joust_madmax::{
    Config, Event, Game, Generator, Kind, Log, Orders, Refusal, Settings, Source, State, TEAMS,
};

fn start(seed: i32) -> (State, Generator) {
    let mut random = Generator::new(seed);
    let config = Config { settings: Settings::default(), source: Source::Generator };
    (config.start(&mut random).unwrap(), random)
}

fn game(seed: i32, names: [&str; TEAMS]) -> Game {
    let (state, random) = start(seed);
    Game::new(state, random, seed, names.map(|name| (name.to_owned(), built_in(name).unwrap()))).quiet()
}

#[test]
fn dummy_beats_three_demos_from_every_seat() {
    for seat in 0..TEAMS {
        let mut names = ["Demo"; TEAMS];
        names[seat] = "Dummy";
        let mut game = game(seat as i32 + 1, names);
        game.play_out().unwrap();
        assert_eq!(game.winners(), [seat], "{:?}", game.state().total_score());
    }
}

#[test]
fn dummy_orders_only_what_can_happen_and_never_hits_its_own() {
    let mut game = game(5, ["Dummy"; TEAMS]);
    while !game.state().is_over() {
        let before = game.state().clone();
        let mut events = Vec::new();
        game.play_round(&mut events).unwrap();
        let player = |id: u16| before.units()[usize::from(id)].player;
        for event in events {
            match event {
                Event::Refused { why, .. } => assert_eq!(why, Refusal::Captured, "round {}", before.round()),
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
    }
    assert_eq!(game.take_log(), "");
}

#[test]
fn hardly_a_warrior_of_dummy_starves() {
    let mut game = game(3, ["Dummy", "Demo", "Demo", "Demo"]);
    let (mut own, mut others) = (0, 0);
    while !game.state().is_over() {
        let before = game.state().clone();
        let mut events = Vec::new();
        game.play_round(&mut events).unwrap();
        for event in events {
            if let Event::Starved { id, .. } = event {
                let player = before.units()[usize::from(id)].player;
                if player == 0 { own += 1 } else { others += 1 }
            }
        }
    }
    assert!(own * 10 < others, "{own} of Dummy, {others} of the others");
}

/// A player may be asked about one game after the other.
#[test]
fn what_dummy_does_follows_from_state_and_stream_alone() {
    fn orders(player: &mut dyn Player, state: &State) -> Result<Vec<(i32, i32)>, Death> {
        let (mut random, mut orders, mut cerr) = (Generator::new(9), Orders::default(), Log::default());
        let mut desk = Desk { state, me: 0, random: &mut random, orders: &mut orders, cerr: &mut cerr };
        player.play(&mut desk)?;
        Ok(orders.given().to_vec())
    }
    let (first, _) = start(1);
    let (second, _) = start(2);
    let mut used = Dummy::default();
    for state in [&first, &second, &first] {
        let fresh = orders(&mut Dummy::default(), state).unwrap();
        assert_eq!(orders(&mut used, state).unwrap(), fresh);
        assert!(!fresh.is_empty());
    }
    assert_ne!(orders(&mut Demo::default(), &first), orders(&mut used, &first));
    assert_eq!(first.units_of(0, Kind::Car).count(), 3);
}
