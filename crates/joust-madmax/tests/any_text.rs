//! Whatever text comes in, the readers of games answer: they never panic, and what they accept they can
//! write and read again.

#[path = "../../../tests/support/hostile.rs"]
mod hostile;

use hostile::{almost, characters, config};
use joust_core::{Course, Game, Record, Seat};
use joust_madmax::{Action, Config, Settings, Skirmish, Source};
use proptest::prelude::*;

fn begin() -> Skirmish {
    let settings = Settings { nb_rounds: 3, ..Settings::default() };
    Skirmish::begin(Config { settings, source: Source::Generator }, 7).unwrap()
}

fn read_as_everything(text: &str) {
    if let Ok(action) = text.parse::<Action>() {
        assert_eq!(action.to_string().parse(), Ok(action.clone()));
        if let Ok(step) = begin().propose(Seat::FIRST, &action) {
            assert_eq!(step.action.to_string().parse(), Ok(step.action));
        }
    }
    if let Ok(settings) = text.parse::<Settings>() {
        assert_eq!(settings.spelled_out().parse(), Ok(settings));
    }
    let Ok(record) = text.parse::<Record>() else { return };
    if let Ok(course) = Course::<Skirmish>::of_record(&record) {
        let again: Record = course.record(&[]).to_string().parse().unwrap();
        assert_eq!(Course::<Skirmish>::of_record(&again).unwrap().now(), course.now());
    }
}

/// Records of a generated and of a fixed map, actions and settings.
fn good() -> Vec<String> {
    let mut course = Course::new(begin());
    for (seat, text) in
        [(2, "0r,85t@0.5"), (0, "-"), (3, "dead"), (1, "7d9,-1b,7l"), (1, "-"), (2, "12w,13x")]
    {
        course.act(Seat::new(seat).unwrap(), &text.parse().unwrap()).unwrap();
    }
    let oasis = Config::read(include_str!("../../../kits/madmax/oasis.cnf")).unwrap();
    let fixed = Course::new(Skirmish::begin(oasis, 3).unwrap());
    let mut good = vec![course.record(&[]).to_string(), fixed.record(&[]).to_string()];
    good.extend(course.actions().iter().map(|(_, action)| action.to_string()));
    good.push(Settings { nb_cars: 5, ..Settings::default() }.to_string());
    good
}

#[test]
fn good_texts_are_read() {
    for text in &good()[..2] {
        assert!(Course::<Skirmish>::of_record(&text.parse().unwrap()).is_ok(), "{text}");
    }
    for text in good() {
        read_as_everything(&text);
    }
}

proptest! {
    #![proptest_config(config(600))]

    #[test]
    fn texts_that_are_almost_right_are_answered(text in almost(good(), "0123456789:@-,bwrxtylznd./RWSX[]\" =")) {
        read_as_everything(&text);
    }

    #[test]
    fn any_characters_are_answered(chars in proptest::collection::vec(characters("0123456789:@-,bwrdn"), 0..40)) {
        read_as_everything(&chars.into_iter().collect::<String>());
    }
}
