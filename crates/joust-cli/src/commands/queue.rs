//! The queue between dispatchers and workers, as the user names it.

use crate::environment;
use crate::failure::Failure;
use joust_relay::{About, BadQueue, Queue, build_of};
use std::path::Path;

/// The longest token, in bytes.
const LONGEST_TOKEN: u64 = 4096;
/// How many digits of the SHA-256 of the program name the build.
const BUILD: usize = 16;

/// The queue at a URL. The token comes from a file, else from the environment.
pub(crate) fn named(url: &str, token_file: Option<&Path>) -> Result<Queue, Failure> {
    let token = match token_file {
        Some(path) => {
            let text =
                joust_files::read_text(path, LONGEST_TOKEN).map_err(|why| Failure::file(path, &why))?;
            Some(text.trim().to_owned())
        }
        None => environment::queue_token(),
    };
    Ok(Queue::new(url, token)?)
}

/// This program, as a worker or as a dispatcher.
pub(crate) fn about(name: &str, threads: usize) -> Result<About, Failure> {
    let unread = |why: std::io::Error| Failure::Ours(format!("the file of joust cannot be read: {why}"));
    let mut build = build_of(&std::env::current_exe().map_err(unread)?).map_err(unread)?;
    build.truncate(BUILD);
    Ok(About::new(name, &build, threads))
}

/// A queue that cannot be used is a mistake in its name or in its setup.
impl From<BadQueue> for Failure {
    fn from(why: BadQueue) -> Failure {
        match why {
            BadQueue::Here(_) => Failure::Ours(why.to_string()),
            why => Failure::Usage(why.to_string()),
        }
    }
}
