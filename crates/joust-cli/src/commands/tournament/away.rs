//! `joust tournament --queue`: games that workers play.

use super::args::TournamentRunArgs;
use crate::failure::Failure;
use indicatif::ProgressBar;
use joust_relay::{DispatchSettings, Dispatcher, DispatcherTalk, sha256};
use joust_sandbox::ModuleCode;
use joust_tournament::Terms;
use std::sync::Arc;

/// Opens a dispatcher for the games of a tournament. What it talks about appears above the bar.
pub(super) fn open(
    settings: DispatchSettings,
    args: &TournamentRunArgs,
    terms: &Terms,
    bar: &ProgressBar,
) -> Result<Dispatcher, Failure> {
    let place = settings.queue.place();
    let files = terms.modules();
    // A file that was changed since the tournament began is not the module that takes part.
    let find = move |hash: &str| {
        let bytes = joust_files::read(files.get(hash)?, ModuleCode::LARGEST).ok()?;
        (sha256(&bytes) == hash).then_some(bytes)
    };
    let (above, is_quiet) = (bar.clone(), args.quiet);
    let say = move |talk: DispatcherTalk| {
        let is_bad =
            !matches!(talk, DispatcherTalk::Connected | DispatcherTalk::Joined(_) | DispatcherTalk::Left(_));
        if is_bad || !is_quiet {
            above.suspend(|| tell!("{talk}"));
        }
    };
    let dispatcher = Dispatcher::open(settings, Arc::new(find), say)?;
    if !args.quiet {
        bar.suspend(|| tell!("workers play the games: `joust worker --queue nats://{place}` starts one"));
    }
    Ok(dispatcher)
}
