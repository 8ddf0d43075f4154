//! Pictures and keys.

use super::frame::{Scale, View, picture, small_map};
use super::screen::After;
use crossterm::event::KeyCode;
use joust_madmax::{CompactRecord, Config, Origin, Settings, Source, Timeline};

fn timeline() -> Timeline {
    let settings = Settings { nb_rounds: 30, ..Settings::default() };
    let config = Config { settings, source: Source::Generator };
    let record = CompactRecord::play(config, Origin::Game, 30, ["Demo", "Null", "Demo", "Demo"]).unwrap();
    let [played, read] =
        [Timeline::of_record(&record.encode().unwrap()), Timeline::of_result(&record.result().unwrap())];
    let (played, read) = (played.unwrap(), read.unwrap());
    assert_eq!(
        (joust_view::of_timeline(&played), &played.movements),
        (joust_view::of_timeline(&read), &read.movements)
    );
    assert!(played.shots == read.shots);
    played
}

fn text(timeline: &Timeline, view: &View, width: usize, height: usize) -> Vec<String> {
    picture(timeline, view, width, height).iter().map(|line| line.render(width, false)).collect()
}

#[test]
fn keys_go_to_and_fro_and_never_leave_the_game() {
    let timeline = timeline();
    let mut view = View::new(&timeline, 40);
    let mut after = |key, state| {
        assert_eq!(view.press(&timeline, key), After::Stay);
        assert_eq!((view.state, view.playing), (state, false), "{key:?}");
    };
    after(KeyCode::Left, 0);
    after(KeyCode::Right, 1);
    after(KeyCode::PageDown, 11);
    after(KeyCode::End, 30);
    after(KeyCode::Right, 30);
    after(KeyCode::PageUp, 20);
    after(KeyCode::Home, 0);
    after(KeyCode::End, 30);
    assert_eq!(view.press(&timeline, KeyCode::Char(' ')), After::Stay);
    assert_eq!((view.state, view.playing), (0, true));
    (0..40).for_each(|_| view.tick(&timeline));
    assert_eq!((view.state, view.playing), (30, false));
    for _ in 0..20 {
        view.press(&timeline, KeyCode::Char('+'));
    }
    assert_eq!(view.speed, 640);
    for _ in 0..20 {
        view.press(&timeline, KeyCode::Char('-'));
    }
    assert_eq!(view.speed, 1);
    assert_eq!(view.press(&timeline, KeyCode::Char('q')), After::Leave);
}

#[test]
fn the_map_fits_a_usual_terminal_in_half_cells_and_a_large_one_in_whole() {
    let timeline = timeline();
    let view = View::new(&timeline, 32);
    assert_eq!(view.scale, Scale::Half);
    let lines = text(&timeline, &view, 110, 32);
    assert!(lines[0].starts_with("Mad Max, seed 30: round 0 of 30"));
    assert_eq!(lines.iter().filter(|line| line.starts_with(&"▀".repeat(60))).count(), 30);
    assert!(lines[2].contains("Demo"));
    let view = View::new(&timeline, 70);
    assert_eq!(view.scale, Scale::Whole);
    assert_eq!(text(&timeline, &view, 110, 70).len(), 61);
}

#[test]
fn any_size_of_the_terminal_and_any_corner_can_be_drawn() {
    let timeline = timeline();
    let mut view = View::new(&timeline, 24);
    for (width, height) in [(1, 2), (20, 5), (80, 24), (61, 30), (99, 31), (101, 31), (300, 100)] {
        for key in ['s', 'd', 'z', '?', 's', 'd', 'd'] {
            view.press(&timeline, KeyCode::Char(key));
            let lines = text(&timeline, &view, width, height);
            assert!(lines.len() <= height);
            assert!(lines.iter().all(|line| line.chars().count() <= width));
        }
    }
    for _ in 0..50 {
        view.press(&timeline, KeyCode::Char('s'));
        view.press(&timeline, KeyCode::Char('d'));
    }
    assert!(text(&timeline, &view, 80, 24).len() > 5);
}

#[test]
fn the_small_map_has_half_the_rows_and_shows_everybody() {
    let timeline = timeline();
    let map = small_map(&timeline.shots[0]);
    assert_eq!(map.len(), 30);
    for letter in "0123ABCD~#$=-".chars() {
        assert!(map.iter().any(|line| line.contains(letter)), "{letter}");
    }
}
