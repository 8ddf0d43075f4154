//! The moves of the engine's levels, counted in nodes and never timed.

use crate::engine_says;
use crate::verdict::Judged;
use joust_core::{Asked, Course, Record, Seed};
use joust_players::EngineSpec;
use joust_players::endgame::EndgameSource;
use joust_search::engine::SearchLimits;
use joust_search::level::Level;
use joust_view::{Faults, played};

/// The nodes of the strongest level: about a second in a page. The others have limits of their own.
pub const STRONGEST: u64 = 1_000_000;

/// The action of a level after the actions of a record.
///
/// ```
/// use joust_mad::Battle;
/// let record = "[Game \"mad\"]\n\n1. pass *".parse().unwrap();
/// let (one, again) = (joust_analysis::action::<Battle>(&record, 3, 7), joust_analysis::action::<Battle>(&record, 3, 7));
/// assert!(one.is_ok() && one == again);
/// ```
pub fn action<G: Judged>(record: &Record, level: u64, seed: u64) -> Result<String, Faults> {
    let course: Course<G> = played(record)?;
    let level = u8::try_from(level).ok().and_then(Level::new);
    let level = level.ok_or_else(|| vec![format!("levels go from 0 to {}", Level::LAST)])?;
    let seat = course.awaits().iter().next().ok_or_else(|| vec!["the game is over".to_owned()])?;
    let limits = SearchLimits { nodes: Some(STRONGEST), ..SearchLimits::default() };
    let spec = EngineSpec::of(level).or_within(&limits).with_tables(EndgameSource::Off);
    let asked = Asked::unstopped(course.now(), seat);
    let answer = spec.seat_as::<G>(Seed(seed)).act(&asked).map_err(engine_says)?;
    Ok(answer.action.to_string())
}
