//! The settings of the server on the command line and in the environment.

use clap::Args;
use clap::builder::{FalseyValueParser, PossibleValuesParser, TypedValueParser};
use joust_server::{Layer, LogFormat, LogLevel};
use serde::de::DeserializeOwned;
use std::net::SocketAddr;
use std::path::PathBuf;

/// Open the web arena: play in the browser, with the computer or with friends.
#[derive(Args)]
#[command(before_help = include_str!("../help/serve-examples.txt").trim_end())]
#[command(after_help = include_str!("../help/serve.txt").trim_end())]
pub(crate) struct ServeArgs {
    /// The address to listen at; 127.0.0.1 if it is left out, 0.0.0.0 for everybody.
    #[arg(long, value_name = "ADDRESS", env = "JOUST_HOST", hide_env_values = true)]
    host: Option<String>,
    /// The port; 5678 if it is left out, 0 for any.
    #[arg(long, value_name = "PORT", env = "JOUST_PORT", hide_env_values = true)]
    port: Option<u16>,
    /// Open a browser where there is a desktop.
    #[arg(long)]
    pub(super) open: bool,
    /// The folder for the data; joust/arena among your data if it is left out.
    #[arg(long, value_name = "DIR", env = "JOUST_DATA", hide_env_values = true)]
    data: Option<PathBuf>,
    /// A PostgreSQL database in place of the folder, such as `postgres://user@host/name`.
    #[arg(long, value_name = "URL", env = "JOUST_DATABASE", hide_env_values = true)]
    database: Option<String>,
    /// The address by which browsers reach the arena, if it is behind another server.
    #[arg(long, value_name = "URL", env = "JOUST_PUBLIC_URL", hide_env_values = true)]
    public_url: Option<String>,
    /// Trust the header X-Forwarded-For of this many proxies before the arena; 1 without a number.
    #[arg(
        long,
        value_name = "N",
        num_args = 0..=1,
        default_missing_value = "1",
        env = "JOUST_BEHIND_PROXY",
        value_parser = proxies,
        hide_env_values = true
    )]
    behind_proxy: Option<u8>,
    /// Tell /health and /metrics at this address and port, and not to visitors.
    #[arg(long, value_name = "ADDRESS:PORT", env = "JOUST_ADMIN", hide_env_values = true)]
    admin: Option<SocketAddr>,
    /// Threads that search; as many as there are processors if it is left out.
    #[arg(long, value_name = "N", env = "JOUST_SEARCH_THREADS", hide_env_values = true)]
    search_threads: Option<usize>,
    /// Milliseconds before a move of the computer appears, at least; 400 if it is left out.
    #[arg(long, value_name = "MS", env = "JOUST_PAUSE", hide_env_values = true)]
    pause: Option<u64>,
    /// Hold nobody to rates: for measurements.
    #[arg(long, env = "JOUST_NO_RATE_LIMITS", value_parser = FalseyValueParser::new(), hide_env_values = true)]
    no_rate_limits: bool,
    /// How the log on standard error is written; text if it is left out.
    #[arg(long, value_name = "FORMAT", env = "JOUST_LOG", hide_env_values = true)]
    #[arg(value_parser = word::<LogFormat>(["text", "json"]))]
    log: Option<LogFormat>,
    /// What the log has: everything up to this; info if it is left out.
    #[arg(long, value_name = "LEVEL", env = "JOUST_LOG_LEVEL", hide_env_values = true)]
    #[arg(value_parser = word::<LogLevel>(["error", "warn", "info", "debug", "trace"]))]
    log_level: Option<LogLevel>,
    /// A file of settings.
    #[arg(long, value_name = "FILE", env = "JOUST_CONFIG", hide_env_values = true)]
    pub(super) config: Option<PathBuf>,
    /// Print the settings as such a file, and do no more.
    #[arg(long)]
    pub(super) print_config: bool,
}

/// Reads the number of proxies; a yes is one, a no is none.
fn proxies(text: &str) -> Result<u8, String> {
    match text.to_ascii_lowercase().as_str() {
        "true" | "yes" | "on" | "y" | "t" => Ok(1),
        "" | "false" | "no" | "off" | "n" | "f" => Ok(0),
        number => number.parse().map_err(|_| "it is not a number of proxies".to_owned()),
    }
}

/// A word of a list, as the file of settings has it.
fn word<T: DeserializeOwned + Clone + Send + Sync + 'static>(
    of: impl Into<PossibleValuesParser>,
) -> impl TypedValueParser<Value = T> {
    of.into().try_map(|word| serde_json::from_value(word.into()))
}

impl ServeArgs {
    /// What flags and variables say.
    pub(super) fn layer(&self) -> Layer {
        Layer {
            host: self.host.clone(),
            port: self.port,
            public_url: self.public_url.clone(),
            data: self.data.clone(),
            database: self.database.clone(),
            search_threads: self.search_threads,
            pause: self.pause,
            rate_limits: self.no_rate_limits.then_some(false),
            behind_proxy: self.behind_proxy,
            admin: self.admin,
            log: self.log,
            log_level: self.log_level,
        }
    }
}
