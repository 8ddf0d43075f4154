//! `joust serve`: the web arena.

mod args;

pub(crate) use args::ServeArgs;

use crate::commands::queue;
use crate::failure::Failure;
use crate::{browser, input};
use joust_server::{BadSettings, Layer, LogFormat, LogLevel, Server, Settings, StartError};
use std::ffi::OsStr;
use std::io::{self, Write};
use std::path::Path;
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
    let done = runtime.block_on(serve(settings, args.open));
    // After a second Ctrl-C some work may never end.
    runtime.shutdown_background();
    done
}

fn settings(args: &ServeArgs) -> Result<Settings, Failure> {
    let file = file_layer(args.config.as_deref())?;
    let bad = |why: BadSettings| Failure::Usage(why.to_string());
    let queue_token = queue::token(args.queue_token_file.as_deref())?;
    let layer = Layer { queue_token, ..args.layer() };
    let mut settings = layer.or(file).settle().map_err(bad)?;
    if let Some(queue) = &mut settings.queue {
        queue.build = queue::build()?;
    }
    let tables = args.tables.clone().or_else(crate::environment::tables);
    Ok(Settings { tables, confinement: crate::environment::confinement(), ..settings })
}

/// The settings in a file.
pub(crate) fn file_layer(path: Option<&Path>) -> Result<Layer, Failure> {
    let Some(path) = path else { return Ok(Layer::default()) };
    let name = path.display().to_string();
    let text = joust_files::read_text(path, input::LONGEST).map_err(|why| Failure::file(&name, &why))?;
    Layer::read(&text).map_err(|why| Failure::Usage(format!("{name}: {why}")))
}

fn log(settings: &Settings) {
    let level = match settings.log_level {
        LogLevel::Error => LevelFilter::ERROR,
        LogLevel::Warn => LevelFilter::WARN,
        LogLevel::Info => LevelFilter::INFO,
        LogLevel::Debug => LevelFilter::DEBUG,
        LogLevel::Trace => LevelFilter::TRACE,
    };
    // Below `warn`, sqlx logs every statement.
    let filter = Targets::new().with_default(level).with_target("sqlx", level.min(LevelFilter::WARN));
    let talk = tracing_subscriber::fmt::layer().with_writer(io::stderr).log_internal_errors(false);
    let log = tracing_subscriber::registry().with(filter);
    // If a log is already set up, it stays.
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
        tell!("joust is {shortcoming}");
    }
    let server = Server::start(settings).await.map_err(|why| match why {
        StartError::Threads(_) | StartError::Certificates(_) => Failure::Ours(why.to_string()),
        why => Failure::Usage(why.to_string()),
    })?;
    let url = server.url();
    let mut out = anstream::stdout();
    writeln!(out, "Joust is open at {url}")?;
    out.flush()?;
    if open && (!browser::has_desktop() || !browser::open(OsStr::new(&url))) {
        tell!("no browser could be started: open this address yourself");
    }
    let mut signals =
        Signals::new().map_err(|why| Failure::Ours(format!("signals cannot be handled: {why}")))?;
    let lost = tokio::select! {
        () = signals.next() => None,
        lost = server.lost() => Some(lost),
    };
    tokio::select! {
        () = server.stop() => {}
        () = signals.next() => tell!("stopped without waiting for open connections"),
    }
    lost.map_or(Ok(()), |why| Err(Failure::Ours(why.to_string())))
}

/// Ctrl-C and SIGTERM. The second one is noticed while the arena closes.
#[cfg(unix)]
struct Signals {
    interrupt: tokio::signal::unix::Signal,
    terminate: tokio::signal::unix::Signal,
}

#[cfg(unix)]
impl Signals {
    fn new() -> io::Result<Signals> {
        use tokio::signal::unix::{SignalKind, signal};
        Ok(Signals {
            interrupt: signal(SignalKind::interrupt())?,
            terminate: signal(SignalKind::terminate())?,
        })
    }

    async fn next(&mut self) {
        tokio::select! {
            _ = self.interrupt.recv() => {}
            _ = self.terminate.recv() => {}
        }
    }
}

/// Ctrl-C and the end of the session.
#[cfg(windows)]
struct Signals {
    interrupt: tokio::signal::windows::CtrlC,
    close: tokio::signal::windows::CtrlClose,
}

#[cfg(windows)]
impl Signals {
    fn new() -> io::Result<Signals> {
        use tokio::signal::windows::{ctrl_c, ctrl_close};
        Ok(Signals { interrupt: ctrl_c()?, close: ctrl_close()? })
    }

    async fn next(&mut self) {
        tokio::select! {
            _ = self.interrupt.recv() => {}
            _ = self.close.recv() => {}
        }
    }
}
