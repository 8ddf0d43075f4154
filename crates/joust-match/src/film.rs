//! A game of Mad Max as a file for its viewer.

use crate::{Scribe, Watcher};
use joust_core::Course;
use joust_files::{Care, Output};
use joust_madmax::{Action, CompactRecord, Origin, Recorder, Skirmish, TEAMS};
use std::io;

/// The bytes of the compact record of a game.
pub(crate) fn of_course(course: &Course<Skirmish>, names: [&str; TEAMS]) -> Option<Vec<u8>> {
    skirmish_record(course, names)?.encode().ok()
}

/// The compact record of a game as far as it is played. A player that died before round 0 and one that died in
/// it look alike. `None` if a unit found no place.
///
/// ```
/// use joust_core::{Course, Seats};
/// use joust_madmax::{Config, Settings, Skirmish, Source, TEAMS};
/// let config = Config { settings: Settings::default(), source: Source::Generator };
/// let mut course = Course::new(Skirmish::begin(config, 30).unwrap());
/// for seat in Seats::first(TEAMS).iter() {
///     course.act(seat, &"0r,1l".parse().unwrap()).unwrap();
/// }
/// let record = joust_match::skirmish_record(&course, ["A", "B", "C", "D"]).unwrap();
/// assert_eq!((record.rounds.len(), record.names[3].as_str()), (1, "D"));
/// ```
pub fn skirmish_record(course: &Course<Skirmish>, names: [&str; TEAMS]) -> Option<CompactRecord> {
    let names = names.map(str::to_owned);
    let mut scribe =
        Scribe::new(Output::stream(io::sink()), Origin::Game, course.start(), names, true).ok()?;
    let mut again = Course::new(course.start().clone());
    let actions = course.actions();
    let early = actions.iter().take_while(|(_, action)| *action == Action::Dead).count();
    for (seat, action) in &actions[..early] {
        again.make(*seat, action).ok()?;
    }
    scribe.seated(&again);
    for (seat, action) in &actions[early..] {
        let round = again.state().round();
        again.make(*seat, action).ok()?;
        if again.state().round() != round {
            scribe.turned(&again);
        }
    }
    scribe.finish(Care::Quick).ok()?.map(Recorder::finish)
}
