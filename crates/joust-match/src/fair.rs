//! Games that count: a game in which joust failed, or in which a program did not start, is played again.

use crate::{BadJob, Job, Played};
use joust_core::{Fault, FaultKind};

/// How often a game is begun that fails by no fault of its players, or because a program does not start: on a
/// busy machine that happens once.
pub const TRIES: usize = 3;

/// Plays a game until nobody but a player is at fault, [`TRIES`] times at most. `once` plays it, and gives what is
/// kept of it, or `None` if it was stopped. `is_void` says of a fault that the game does not count with it: see
/// [`counts_for_nobody`].
///
/// ```
/// use joust_core::{Fault, FaultKind};
/// use joust_games::{Ask, game};
/// use joust_match::{BadJob, Job, PlayerText, counts_for_nobody, fairly, run};
/// let setup = game("mad").unwrap().setup(&Ask::default()).unwrap();
/// let players = [0, 1].map(|player| PlayerText { player, name: "random".into(), seed: 7 });
/// let job = Job::new(0, setup, players.to_vec());
/// let mut begun = 0;
/// let mut once = || {
///     begun += 1;
///     let mut played = run(&job, &false.into())?.unwrap();
///     if begun < 3 {
///         played.faults.push(Fault::new(FaultKind::Void, "could not be given memory"));
///     }
///     Ok::<_, BadJob>(Some((played, ())))
/// };
/// assert!(fairly(&job, &counts_for_nobody, &mut once).unwrap().is_some());
/// assert_eq!(begun, 3);
/// ```
pub fn fairly<T, E: From<BadJob>>(
    job: &Job,
    is_void: &dyn Fn(&Fault) -> bool,
    once: &mut dyn FnMut() -> Result<Option<(Played, T)>, E>,
) -> Result<Option<(Played, T)>, E> {
    let mut lost = None;
    for number in 0..TRIES {
        let Some((played, kept)) = once()? else { return Ok(None) };
        if let Some(fault) = played.faults.iter().find(|fault| is_void(fault)) {
            lost = Some(fault.clone());
            continue;
        }
        // An interpreter whose script has just gone looks like a player that crashes at once. The second try
        // tells them apart: then the program cannot be started.
        if number == 0 && played.faults.iter().any(|fault| is_silent(fault, &played)) {
            continue;
        }
        return Ok(Some((played, kept)));
    }
    let fault = lost.unwrap_or_else(Fault::stopped);
    let seat = fault.seat.index();
    let name = job.players.get(seat).map_or_else(|| "a player".to_owned(), |player| player.name.clone());
    Err(BadJob::Unfair { game: job.game, seat, name, fault }.into())
}

/// Whether a fault is that of joust or of the machine, or that of a program which cannot be started any more: it
/// is not charged to the player.
///
/// ```
/// use joust_core::{Fault, FaultKind};
/// use joust_match::counts_for_nobody;
/// let is = |kind| counts_for_nobody(&Fault::new(kind, ""));
/// assert!(is(FaultKind::Void) && is(FaultKind::Start) && !is(FaultKind::Crashed));
/// ```
pub fn counts_for_nobody(fault: &Fault) -> bool {
    fault.kind == FaultKind::Start || !fault.kind.is_the_players()
}

/// Whether a player went without a single answer.
fn is_silent(fault: &Fault, played: &Played) -> bool {
    let went = matches!(fault.kind, FaultKind::Crashed | FaultKind::Closed);
    went && played.spent.get(fault.seat.index()).is_some_and(|spent| spent.moves == 0)
}

/// Why a game does not count, in words.
pub(crate) fn unfair(game: usize, name: &str, fault: &Fault) -> String {
    match fault.kind {
        FaultKind::Start => format!("{name} {fault}"),
        _ => {
            format!("game {game} failed {TRIES} times, which is not the fault of its players: {name} {fault}")
        }
    }
}
