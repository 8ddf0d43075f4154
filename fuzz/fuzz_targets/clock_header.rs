//! Any text as the clock of a game, as people type it and as records have it: what is read can be
//! written and read again.

#![no_main]

use joust_core::{Allowance, BadClock, Record};
use libfuzzer_sys::fuzz_target;

/// A day, in milliseconds.
const LONGEST: i64 = 86_400_000;

fuzz_target!(|text: &str| {
    let header: Result<Allowance, BadClock> = text.parse();
    let typed = Allowance::of_minutes(text);
    for read in [&header, &typed] {
        match read {
            Ok(clock) => holds(*clock),
            Err(why) => assert!(!why.to_string().is_empty()),
        }
    }
    // A text is one or the other: `5:00+3` or `5+3`.
    assert!(header.is_err() || typed.is_err());
    // Only records of older builds have the form that people type: those of the terminal in minutes, with
    // the time that is left, and those of the arena in seconds.
    let mut record = Record::default();
    record.set(Allowance::HEADER, text);
    let arena = Allowance::of_record(&record);
    record.set(Allowance::HEADER_LEFT, "60 60");
    let terminal = Allowance::of_record(&record);
    if text.contains(':') {
        assert_eq!((&arena, &terminal), (&header.clone().map(Some), &header.map(Some)));
    } else {
        assert_eq!(terminal, typed.map(Some));
        if let Ok(clock) = &arena {
            holds(clock.expect("a record lost its clock"));
        }
    }
    if let Ok(record) = text.parse::<Record>() {
        let _ = Allowance::of_record(&record);
    }
});

/// The laws of every clock that was read.
fn holds(clock: Allowance) {
    assert!((1..=LONGEST).contains(&clock.start) && (0..=LONGEST).contains(&clock.increment), "{clock:?}");
    assert_eq!(clock.to_string().parse(), Ok(clock));
    assert_eq!(Allowance::of_minutes(&clock.in_minutes()), Ok(clock));
    let mut record = Record::default();
    record.set(Allowance::HEADER, clock.to_string());
    let record: Record = record.to_string().parse().expect("our own record cannot be read");
    assert_eq!(Allowance::of_record(&record), Ok(Some(clock)));
}
