//! The settings of the server on the command line and in the environment.

use clap::Args;
use clap::builder::{FalseyValueParser, PossibleValuesParser, TypedValueParser};
use joust_server::{Layer, LogFormat, LogLevel};
use serde::de::DeserializeOwned;
use std::net::SocketAddr;
use std::path::PathBuf;

/// Open the web arena: play in the browser, against the computer or friends.
#[derive(Args)]
#[command(before_help = include_str!("../help/serve-examples.txt").trim_end())]
#[command(after_help = include_str!("../help/serve.txt").trim_end())]
pub(crate) struct ServeArgs {
    /// The address to listen on; 0.0.0.0 admits other machines [default: 127.0.0.1].
    #[arg(long, value_name = "ADDRESS", env = "JOUST_HOST", hide_env_values = true)]
    host: Option<String>,
    /// The port; 0 for any free one [default: 5678].
    #[arg(long, value_name = "PORT", env = "JOUST_PORT", hide_env_values = true)]
    port: Option<u16>,
    /// Open a browser where there is a desktop.
    #[arg(long)]
    pub(super) open: bool,
    /// The folder of the data [default: joust/arena in your data folder].
    #[arg(long, value_name = "DIR", env = "JOUST_DATA", hide_env_values = true)]
    data: Option<PathBuf>,
    /// A PostgreSQL database instead of the folder, such as `postgres://user@host/name`.
    #[arg(long, value_name = "URL", env = "JOUST_DATABASE", hide_env_values = true)]
    database: Option<String>,
    /// The URL by which browsers reach the arena, if it is behind another server.
    #[arg(long, value_name = "URL", env = "JOUST_PUBLIC_URL", hide_env_values = true)]
    public_url: Option<String>,
    /// Trust the header X-Forwarded-For of this many proxies in front of the arena [default without N: 1].
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
    /// Serve /health and /metrics at this address and port only, and not to visitors.
    #[arg(long, value_name = "ADDRESS:PORT", env = "JOUST_ADMIN", hide_env_values = true)]
    admin: Option<SocketAddr>,
    /// Threads for the computer's searches [default: the number of processors].
    #[arg(long, value_name = "N", env = "JOUST_SEARCH_THREADS", hide_env_values = true)]
    search_threads: Option<usize>,
    /// Threads that judge contests; 0 for none [default: half of the processors].
    #[arg(long, value_name = "N", env = "JOUST_JUDGES", hide_env_values = true)]
    judges: Option<usize>,
    /// Let workers on other machines play the games of contests: the address of a queue, such as
    /// `nats://host:4222`.
    #[arg(long, value_name = "URL", env = "JOUST_QUEUE", hide_env_values = true)]
    #[arg(help_heading = "Workers on other machines")]
    queue: Option<String>,
    /// A file with the token of the queue [default: the variable `JOUST_QUEUE_TOKEN`].
    #[arg(long, value_name = "FILE")]
    #[arg(help_heading = "Workers on other machines")]
    pub(super) queue_token_file: Option<PathBuf>,
    /// How many of a hundred games of workers are played again elsewhere and compared [default: 2].
    #[arg(long, value_name = "N", env = "JOUST_QUEUE_CHECK", hide_env_values = true)]
    #[arg(help_heading = "Workers on other machines")]
    queue_check: Option<u8>,
    /// Seconds that a worker may take for one game; then another worker plays it [default: 600].
    #[arg(long, value_name = "SECONDS", env = "JOUST_QUEUE_LONGEST", hide_env_values = true)]
    #[arg(help_heading = "Workers on other machines")]
    queue_longest: Option<u64>,
    /// Games of the ladder and friendly matches that are with workers at a time [default: as many as keep all workers
    /// busy].
    #[arg(long, value_name = "N", env = "JOUST_QUEUE_GAMES", hide_env_values = true)]
    #[arg(help_heading = "Workers on other machines")]
    queue_games: Option<usize>,
    /// A folder of sources of former years, with which those of contests are compared.
    #[arg(long, value_name = "DIR", env = "JOUST_ARCHIVE", hide_env_values = true)]
    archive: Option<PathBuf>,
    /// MAD: the folder of endgame tables, for the computer and for analyses [default: the variable
    /// `JOUST_TABLES`].
    #[arg(long, value_name = "DIR")]
    pub(super) tables: Option<PathBuf>,
    /// The shortest time until a move of the computer appears, in milliseconds [default: 400].
    #[arg(long, value_name = "MS", env = "JOUST_PAUSE", hide_env_values = true)]
    pause: Option<u64>,
    /// Switch the rate limits off, for measurements.
    #[arg(long, env = "JOUST_NO_RATE_LIMITS", value_parser = FalseyValueParser::new(), hide_env_values = true)]
    no_rate_limits: bool,
    /// The format of the log on standard error [default: text].
    #[arg(long, value_name = "FORMAT", env = "JOUST_LOG", hide_env_values = true)]
    #[arg(value_parser = word::<LogFormat>(["text", "json"]))]
    log: Option<LogFormat>,
    /// The most detailed level of the log [default: info].
    #[arg(long, value_name = "LEVEL", env = "JOUST_LOG_LEVEL", hide_env_values = true)]
    #[arg(value_parser = word::<LogLevel>(["error", "warn", "info", "debug", "trace"]))]
    log_level: Option<LogLevel>,
    /// Let visitors sign in by this identity provider (OpenID Connect), such as `https://login.school.example`.
    #[arg(long, value_name = "URL", env = "JOUST_OPENID_ISSUER", hide_env_values = true)]
    #[arg(help_heading = "Identity provider")]
    openid_issuer: Option<String>,
    /// The id of the arena at the provider.
    #[arg(long, value_name = "ID", env = "JOUST_OPENID_CLIENT", hide_env_values = true)]
    #[arg(help_heading = "Identity provider")]
    openid_client: Option<String>,
    /// The secret of the arena at the provider; better given by the variable, which other users cannot read.
    #[arg(long, value_name = "SECRET", env = "JOUST_OPENID_SECRET", hide_env_values = true)]
    #[arg(help_heading = "Identity provider")]
    openid_secret: Option<String>,
    /// The name of the provider for visitors [default: its host].
    #[arg(long, value_name = "NAME", env = "JOUST_OPENID_NAME", hide_env_values = true)]
    #[arg(help_heading = "Identity provider")]
    openid_name: Option<String>,
    /// A settings file.
    #[arg(long, value_name = "FILE", env = "JOUST_CONFIG", hide_env_values = true)]
    pub(super) config: Option<PathBuf>,
    /// Print the settings in the form of a settings file, and exit.
    #[arg(long)]
    pub(super) print_config: bool,
}

/// Reads the number of proxies; `yes` is 1, `no` is 0.
fn proxies(text: &str) -> Result<u8, String> {
    match text.to_ascii_lowercase().as_str() {
        "true" | "yes" | "on" | "y" | "t" => Ok(1),
        "" | "false" | "no" | "off" | "n" | "f" => Ok(0),
        number => number.parse().map_err(|_| "not a number of proxies".to_owned()),
    }
}

/// Reads one of a list of words, as in the settings file.
fn word<T: DeserializeOwned + Clone + Send + Sync + 'static>(
    of: impl Into<PossibleValuesParser>,
) -> impl TypedValueParser<Value = T> {
    of.into().try_map(|word| serde_json::from_value(word.into()))
}

impl ServeArgs {
    /// The settings from flags and environment variables.
    pub(super) fn layer(&self) -> Layer {
        Layer {
            host: self.host.clone(),
            port: self.port,
            public_url: self.public_url.clone(),
            data: self.data.clone(),
            database: self.database.clone(),
            search_threads: self.search_threads,
            judges: self.judges,
            archive: self.archive.clone(),
            pause: self.pause,
            rate_limits: self.no_rate_limits.then_some(false),
            behind_proxy: self.behind_proxy,
            admin: self.admin,
            log: self.log,
            log_level: self.log_level,
            queue: self.queue.clone(),
            queue_token: None,
            queue_check: self.queue_check,
            queue_longest: self.queue_longest,
            queue_games: self.queue_games,
            openid_issuer: self.openid_issuer.clone(),
            openid_client: self.openid_client.clone(),
            openid_secret: self.openid_secret.clone(),
            openid_name: self.openid_name.clone(),
        }
    }
}
