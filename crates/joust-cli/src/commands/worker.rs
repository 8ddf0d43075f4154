//! `joust worker`: plays games for tournaments and arenas elsewhere. [`joust_relay`] does the work.

use crate::args::whole;
use crate::commands::queue;
use crate::failure::Failure;
use crate::many::cores;
use crate::signals::stop_handle;
use clap::Args;
use joust_core::count;
use joust_players::EngineSpec;
use joust_relay::{Player, Worker, WorkerSettings, WorkerTalk};
use serde_json::json;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Play games for tournaments and arenas that run elsewhere, until Ctrl-C.
#[derive(Args)]
#[command(before_help = include_str!("../help/worker-examples.txt").trim_end())]
#[command(after_help = include_str!("../help/worker.txt").trim_end())]
pub(crate) struct WorkerArgs {
    /// The queue, a nats-server with JetStream.
    #[arg(long, value_name = "URL", env = "JOUST_QUEUE", hide_env_values = true)]
    queue: String,
    /// Games to play at the same time [default: the number of cores].
    #[arg(long, value_name = "N", value_parser = whole::<usize>(1..=EngineSpec::MOST_THREADS as u64))]
    threads: Option<usize>,
    /// A file with the token of the queue [default: the variable `JOUST_QUEUE_TOKEN`].
    #[arg(long, value_name = "FILE")]
    token_file: Option<PathBuf>,
    /// The name by which dispatchers tell of this worker [default: that of the machine].
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    /// Write the log on standard error as JSON, a line for each game, too.
    #[arg(long)]
    json: bool,
    /// Write only what goes wrong.
    #[arg(long, conflicts_with = "json")]
    quiet: bool,
}

pub(crate) fn run(args: &WorkerArgs) -> Result<(), Failure> {
    let threads = args.threads.unwrap_or_else(cores);
    let name = args.name.clone().unwrap_or_else(machine);
    let (queue, about) =
        (queue::named(&args.queue, args.token_file.as_deref())?, queue::about(&name, threads)?);
    let place = queue.place();
    let say = |text: &str| {
        if !args.quiet && !args.json {
            tell!("{text}");
        }
    };
    say(&format!("worker {name}, build {}: {} at a time for {place}", about.build, count(threads, "game")));
    let games = Arc::new(AtomicUsize::new(0));
    let (played, json, quiet) = (Arc::clone(&games), args.json, args.quiet);
    let hear = move |talk: WorkerTalk| {
        if matches!(talk, WorkerTalk::Done { .. }) {
            played.fetch_add(1, Ordering::Relaxed);
        }
        log(&talk, json, quiet);
    };
    let stop = stop_handle();
    Worker::new(WorkerSettings { queue, about }, Player, hear).run(&stop)?;
    say(&format!("stopped after {}", count(games.load(Ordering::Relaxed), "game")));
    Ok(())
}

/// A line of the log. Without `--json`, single games are left out.
fn log(talk: &WorkerTalk, as_json: bool, quiet: bool) {
    let (event, is_bad) = match talk {
        WorkerTalk::Connected => ("connected", false),
        WorkerTalk::Disconnected => ("disconnected", true),
        WorkerTalk::Admitted(_) => ("admitted", false),
        WorkerTalk::Refused(..) => ("refused", true),
        WorkerTalk::Silent(_) => ("silent", false),
        WorkerTalk::Done { .. } => ("done", false),
        WorkerTalk::GivenBack(_) => ("given-back", false),
        WorkerTalk::Trouble(_) => ("trouble", true),
    };
    if as_json {
        let mut line = json!({ "event": event, "message": talk.to_string() });
        if let WorkerTalk::Done { work, ms } = talk {
            line["work"] = work.as_str().into();
            line["ms"] = (*ms).into();
        }
        tell!("{line}");
    } else if is_bad || (!quiet && !matches!(talk, WorkerTalk::Done { .. })) {
        tell!("{talk}");
    }
}

/// The name of this machine, where the system tells it.
fn machine() -> String {
    let told = std::fs::read_to_string("/proc/sys/kernel/hostname").ok();
    let told = told.or_else(|| std::env::var("COMPUTERNAME").ok());
    told.map(|name| name.trim().to_owned())
        .filter(|name| !name.is_empty())
        .unwrap_or_else(|| "worker".to_owned())
}
