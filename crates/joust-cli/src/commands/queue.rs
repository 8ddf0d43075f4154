//! The queue between dispatchers and workers, as the user names it.

use crate::args::{share, whole};
use crate::environment;
use crate::failure::Failure;
use clap::Args;
use joust_relay::{About, BadQueue, DispatchSettings, Queue, build_of};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The longest token, in bytes.
const LONGEST_TOKEN: u64 = 4096;
/// How many digits of the SHA-256 of the program name the build.
const BUILD: usize = 16;

/// The options of a command whose games workers play.
#[derive(Args)]
pub(crate) struct QueueArgs {
    /// Let workers play the games: the address of a queue, such as `nats://host:4222`. On this machine, no games
    /// are played unless --concurrency says how many.
    #[arg(long, value_name = "URL")]
    pub(crate) queue: Option<String>,
    /// A file with the token of the queue [default: the variable `JOUST_QUEUE_TOKEN`].
    #[arg(long, value_name = "FILE", requires = "queue")]
    token_file: Option<PathBuf>,
    /// The share of the workers' games that are played again elsewhere and compared, from 0 to 1.
    #[arg(long, value_name = "SHARE", requires = "queue", default_value_t = DispatchSettings::SHARE, value_parser = share)]
    check: f64,
    /// Seconds that a worker may take for one game; then another worker plays it.
    #[arg(long, value_name = "SECONDS", requires = "queue", default_value_t = DispatchSettings::LONGEST.as_secs(), value_parser = whole::<u64>(1..=86_400))]
    longest: u64,
    /// Accept workers of other builds of this version, such as those for another processor.
    #[arg(long, requires = "queue")]
    any_build: bool,
}

impl QueueArgs {
    /// How a dispatcher of this program works; `None` without a queue.
    pub(crate) fn settings(&self) -> Result<Option<DispatchSettings>, Failure> {
        let Some(url) = &self.queue else { return Ok(None) };
        Ok(Some(DispatchSettings {
            share: self.check,
            any_build: self.any_build,
            longest: Duration::from_secs(self.longest),
            ..DispatchSettings::new(named(url, self.token_file.as_deref())?, about("", 1)?)
        }))
    }
}

/// The queue at a URL. The token comes from a file, else from the environment.
pub(crate) fn named(url: &str, token_file: Option<&Path>) -> Result<Queue, Failure> {
    Ok(Queue::new(url, token(token_file)?)?)
}

/// The token of a queue, from a file, else from the environment.
pub(crate) fn token(file: Option<&Path>) -> Result<Option<String>, Failure> {
    let Some(path) = file else { return Ok(environment::queue_token()) };
    let text = joust_files::read_text(path, LONGEST_TOKEN).map_err(|why| Failure::file(path, &why))?;
    Ok(Some(text.trim().to_owned()))
}

/// This program, as a worker or as a dispatcher.
pub(crate) fn about(name: &str, threads: usize) -> Result<About, Failure> {
    Ok(About::new(name, &build()?, threads))
}

/// The build of this program.
pub(crate) fn build() -> Result<String, Failure> {
    let unread = |why: std::io::Error| Failure::Ours(format!("the file of joust cannot be read: {why}"));
    let mut build = build_of(&std::env::current_exe().map_err(unread)?).map_err(unread)?;
    build.truncate(BUILD);
    Ok(build)
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
