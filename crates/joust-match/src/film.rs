//! A game of Mad Max as a file for its viewer.

use crate::{Scribe, Watcher};
use joust_core::Course;
use joust_files::{Care, Output};
use joust_madmax::{Action, Origin, Skirmish, TEAMS};
use std::io;

/// The compact record of a game. A player that died before round 0 and one that died in it look alike.
pub(crate) fn of_course(course: &Course<Skirmish>, names: [&str; TEAMS]) -> Option<Vec<u8>> {
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
    scribe.finish(Care::Quick).ok()??.finish().encode().ok()
}
