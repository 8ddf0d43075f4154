//! The events that are read off a result are those of the game.

mod arena;
mod brawl;

use joust_madmax::{
    Block, Bout, Chronicle, CompactRecord, Config, Event, Origin, ResultReader, Settings, Snapshot, Source,
    Timeline,
};

/// All blocks of a result.
fn blocks(text: &[u8]) -> (Settings, Vec<Block>) {
    let reader = ResultReader::new(text).unwrap();
    (reader.header().settings, reader.map(Result::unwrap).collect())
}

/// What a result can tell of events: not what came to nothing, not the number drawn in a
/// thunderdome, not the order in which units come back.
fn as_told(events: Vec<Event>) -> Vec<Event> {
    let mut told: Vec<Event> = events
        .into_iter()
        .filter(|event| !matches!(event, Event::Refused { .. }))
        .map(|event| match event {
            Event::Thunderdome { by, on, water, of, draw } => {
                Event::Thunderdome { by, on, water, of, draw: if draw < water { 0 } else { water } }
            }
            other => other,
        })
        .collect();
    let back = |event: &Event| matches!(event, Event::Respawned { .. });
    if let Some(first) = told.iter().position(back) {
        let end = first + told[first..].iter().take_while(|event| back(event)).count();
        told[first..end].sort_by_key(|event| match event {
            Event::Respawned { id, .. } => *id,
            _ => unreachable!(),
        });
    }
    told
}

/// What happened in a recorded game, round by round.
fn events(record: &CompactRecord) -> impl Iterator<Item = Vec<Event>> {
    let mut replay = record.replay().unwrap();
    std::iter::from_fn(move || {
        let mut events = Vec::new();
        replay.step(&mut events)?.unwrap();
        Some(events)
    })
}

#[test]
fn the_events_of_all_golden_results_are_those_of_the_engine() {
    let (mut games, mut compared) = (0, [0; 8]);
    for game in arena::golden() {
        let (settings, blocks) = blocks(&game.result);
        let mut blocks = blocks.into_iter();
        let Some(Block::State(first)) = blocks.next() else { panic!() };
        let mut chronicle = Chronicle::new(settings, first);
        for (round, events) in events(&game.record).enumerate() {
            let Some(Block::Movements(movements)) = blocks.next() else { panic!() };
            let Some(Block::State(next)) = blocks.next() else { panic!() };
            let account = chronicle.round(&movements, next);
            assert!(account.explained, "{}, round {round}", game.name);
            let events = as_told(events);
            for event in &events {
                compared[match event {
                    Event::Attacked { .. } => 0,
                    Event::Thunderdome { .. } => 1,
                    Event::RanOver { .. } => 2,
                    Event::RanInto { .. } => 3,
                    Event::Collided { .. } => 4,
                    Event::Starved { .. } => 5,
                    Event::CityTaken { .. } => 6,
                    _ => 7,
                }] += 1;
            }
            assert_eq!(as_told(account.events), events, "{}, round {round}", game.name);
        }
        games += 1;
    }
    println!("{games} games, events of each kind: {compared:?}");
    assert!(games >= 15, "only {games} games");
    assert!(compared.iter().all(|count| *count > 0), "a kind of event never happens: {compared:?}");
}

fn first_round() -> (Settings, Snapshot, Vec<joust_madmax::Movement>, Snapshot) {
    let game = arena::play(arena::rounds(1), 30, ["Demo"; 4]);
    let (settings, blocks) = blocks(&game.result);
    let [Block::State(first), Block::Movements(movements), Block::State(next)] = &blocks[..] else {
        panic!()
    };
    (settings, first.clone(), movements.clone(), next.clone())
}

#[test]
fn a_state_that_the_rules_do_not_lead_to_is_told_by_its_differences() {
    let (settings, first, movements, mut next) = first_round();
    let right = Chronicle::new(settings, first.clone()).round(&movements, next.clone());
    // A unit in peace that belongs to another team all the same.
    let in_peace = |id: &usize| {
        let told = right
            .events
            .iter()
            .any(|event| matches!(event, Event::Captured { id: other, .. } if usize::from(*other) == *id));
        first.units[*id].pos == next.units[*id].pos && !told
    };
    let id = (0..first.units.len()).rev().find(in_peace).unwrap();
    let (from, at) = (first.units[id].player, first.units[id].pos);
    let by = 3 - from;
    next.units[id].player = by;
    let wrong = Chronicle::new(settings, first).round(&movements, next);
    assert!(right.explained && !wrong.explained);
    let id = id as u16;
    assert!(wrong.events.contains(&Event::Captured { id, from, by, at }));
    assert!(wrong.events.contains(&Event::Respawned { id, at }));
    let of_rules = |event: &Event| matches!(event, Event::Thunderdome { .. });
    assert!(right.events.iter().any(of_rules) && !wrong.events.iter().any(of_rules));
}

#[test]
fn other_levels_do_not_hide_what_happened() {
    let (settings, first, movements, mut next) = first_round();
    let right = Chronicle::new(settings, first.clone()).round(&movements, next.clone());
    next.units[0].food -= 1;
    assert_eq!(Chronicle::new(settings, first).round(&movements, next), right);
}

#[test]
fn a_map_of_another_game_has_no_events_that_need_the_rules() {
    let (settings, mut first, movements, mut next) = first_round();
    first.grid[0] = b'0';
    next.grid[0] = b'0';
    let mut chronicle = Chronicle::new(settings, first);
    assert!(chronicle.map().is_none());
    let account = chronicle.round(&movements, next);
    let by_eye = |event: &Event| matches!(event, Event::Captured { .. } | Event::Respawned { .. });
    assert!(!account.explained && account.events.iter().all(by_eye));
}

/// A player that is asked in the states of a file is told what the players of the game were told.
#[test]
fn states_of_a_file_have_the_events_of_the_game() {
    let settings = Settings { nb_rounds: 200, ..Settings::default() };
    let config = Config { settings, source: Source::Generator };
    let names = ["Demo", "Dummy", "Demo", "Dummy"];
    let record = CompactRecord::play(config.clone(), Origin::Game, 30, names).unwrap();
    let timeline = Timeline::of_result(&record.result().unwrap()).unwrap();
    let mut bout = Bout::begin(config, 30, names).unwrap();
    let mut events = 0;
    for game in timeline.games() {
        let told = bout.game().told();
        assert!(told.iter().all(Event::is_told));
        let round = bout.game().state().round();
        assert_eq!(as_told(told.to_vec()), game.unwrap().told(), "before round {round}");
        events += told.len();
        bout.step(&mut ());
    }
    assert!(events > 100, "{events}");
}
