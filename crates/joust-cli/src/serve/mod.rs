//! `joust serve`: the web arena.

mod args;

pub(crate) use args::ServeArgs;

use crate::browser;
use crate::failure::Failure;
use joust_server::{BadSettings, Layer, LogFormat, LogLevel, Server, Settings, StartError};
use std::ffi::OsStr;
use std::io::{self, Write};
use tracing::level_filters::LevelFilter;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

pub(crate) fn run(args: &ServeArgs) -> Result<(), Failure> {
    let settings = settings(args)?;
    if args.print_config {
        return Ok(write!(anstream::stdout(), "{}", settings.to_toml())?);
    }
    log(&settings);
    for warning in settings.warnings() {
        tracing::warn!("{warning}");
    }
    let runtime = tokio::runtime::Runtime::new().map_err(|why| Failure::Ours(why.to_string()))?;
    runtime.block_on(serve(settings, args.open))
}

fn settings(args: &ServeArgs) -> Result<Settings, Failure> {
    let mut file = Layer::default();
    if let Some(path) = &args.config {
        let name = path.display().to_string();
        let text = std::fs::read_to_string(path).map_err(|why| Failure::file(&name, &why))?;
        file = Layer::read(&text).map_err(|why| Failure::Usage(format!("{name}: {why}")))?;
    }
    let bad = |why: BadSettings| Failure::Usage(why.to_string());
    args.layer().or(file).settle().map_err(bad)
}

fn log(settings: &Settings) {
    let level = match settings.log_level {
        LogLevel::Error => LevelFilter::ERROR,
        LogLevel::Warn => LevelFilter::WARN,
        LogLevel::Info => LevelFilter::INFO,
        LogLevel::Debug => LevelFilter::DEBUG,
        LogLevel::Trace => LevelFilter::TRACE,
    };
    // Every statement of the database is more than anybody wants to read.
    let filter = Targets::new().with_default(level).with_target("sqlx", level.min(LevelFilter::WARN));
    let talk = tracing_subscriber::fmt::layer().with_writer(io::stderr);
    let log = tracing_subscriber::registry().with(filter);
    // Somebody may have set a log already: then that one is used.
    let _ = match settings.log {
        LogFormat::Text => {
            let is_terminal = io::IsTerminal::is_terminal(&io::stderr());
            log.with(talk.with_ansi(is_terminal).with_target(false)).try_init()
        }
        LogFormat::Json => log.with(talk.json()).try_init(),
    };
}

async fn serve(settings: Settings, open: bool) -> Result<(), Failure> {
    if let Some(shortcoming) = Server::shortcoming() {
        anstream::eprintln!("joust is {shortcoming}");
    }
    let server = Server::start(settings).await.map_err(|why| match why {
        StartError::Threads(_) => Failure::Ours(why.to_string()),
        why => Failure::Usage(why.to_string()),
    })?;
    let url = server.url();
    let mut out = anstream::stdout();
    writeln!(out, "Joust is open at {url}")?;
    out.flush()?;
    if open && (!browser::has_desktop() || !browser::open(OsStr::new(&url))) {
        anstream::eprintln!("no browser could be started: open this address in one");
    }
    asked_to_stop().await.map_err(|why| Failure::Ours(format!("signals cannot be heard: {why}")))?;
    server.stop().await;
    Ok(())
}

/// Waits for Ctrl-C, or for the system to ask.
#[cfg(unix)]
async fn asked_to_stop() -> io::Result<()> {
    use tokio::signal::unix::{SignalKind, signal};
    let (mut interrupt, mut terminate) = (signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?);
    tokio::select! {
        _ = interrupt.recv() => {}
        _ = terminate.recv() => {}
    }
    Ok(())
}

/// Waits for Ctrl-C.
#[cfg(not(unix))]
async fn asked_to_stop() -> io::Result<()> {
    tokio::signal::ctrl_c().await
}
