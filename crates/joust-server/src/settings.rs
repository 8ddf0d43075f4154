//! The settings of an operator, from a flag, the environment, a file, or the default, in this order.

use crate::limits::ServerLimits;
use joust_relay::{About, BadQueue, DispatchSettings, Queue};
use joust_sandbox::Confinement;
use serde::{Deserialize, Deserializer, Serialize};
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;
use url::Url;

/// The settings of a server.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Settings {
    /// The address to listen on.
    pub host: String,
    /// The port; 0 takes a free one.
    pub port: u16,
    /// The address by which browsers reach the server, if it is behind a proxy.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub public_url: Option<String>,
    /// The folder for the data.
    pub data: PathBuf,
    /// A PostgreSQL database to use in place of the folder.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub database: Option<String>,
    /// The number of threads that search for the computer's moves and for hints.
    pub search_threads: usize,
    /// The number of threads that judge contests; with 0, this server judges nothing.
    pub judges: usize,
    /// A folder with sources of former years, with which those of contests are compared.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub archive: Option<PathBuf>,
    /// The shortest time before a move of the computer appears, in milliseconds.
    pub pause: u64,
    /// Whether rate limits apply.
    pub rate_limits: bool,
    /// The number of our proxies in front of the server. Each appends to `X-Forwarded-For`, from which the
    /// visitor's address is taken; without a proxy the header is ignored.
    pub behind_proxy: u8,
    /// A separate address for `/health` and `/metrics`; without it they are on the public address.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub admin: Option<SocketAddr>,
    /// The format of the log.
    pub log: LogFormat,
    /// The level of the log.
    pub log_level: LogLevel,
    /// The queue by which workers on other machines play the games of contests.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub queue: Option<QueueSettings>,
    /// The identity provider by which visitors may sign in.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub openid: Option<OpenId>,
    /// The folder with the endgame tables that the computer uses, if it has any. The program that starts
    /// the server names it.
    #[serde(skip)]
    pub tables: Option<PathBuf>,
    /// How the programs of contests are confined, which the program that starts the server says.
    #[serde(skip)]
    pub confinement: Confinement,
    /// Limits on visitors, which are not settings of an operator.
    #[serde(skip)]
    pub limits: ServerLimits,
}

/// A queue, and how its workers are used.
#[derive(Clone, PartialEq, Eq, Serialize)]
pub struct QueueSettings {
    /// Its address, such as `nats://host:4222`.
    #[serde(rename = "queue")]
    pub url: String,
    /// The token of the queue, if it asks for one. It is never printed.
    #[serde(skip)]
    pub token: Option<String>,
    /// How many of a hundred games are played again elsewhere and compared.
    #[serde(rename = "queue-check")]
    pub check: u8,
    /// The seconds that a worker may take for one game.
    #[serde(rename = "queue-longest")]
    pub longest: u64,
    /// The most games that are with workers at a time, beside those of official rounds; without this, as many as keep
    /// all workers busy.
    #[serde(rename = "queue-games", skip_serializing_if = "Option::is_none")]
    pub games: Option<usize>,
    /// The build of this program, which workers must have. The program that starts the server names it.
    #[serde(skip)]
    pub build: String,
}

/// The token and a password in the address must not appear in logs.
impl std::fmt::Debug for QueueSettings {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let url = without_password(&self.url).unwrap_or_else(|| self.url.clone());
        f.debug_struct("QueueSettings").field("url", &url).finish_non_exhaustive()
    }
}

/// An identity provider (OpenID Connect).
#[derive(Clone, PartialEq, Eq, Serialize)]
pub struct OpenId {
    /// The address of the provider.
    #[serde(rename = "openid-issuer")]
    pub issuer: String,
    /// The id of the arena at the provider.
    #[serde(rename = "openid-client")]
    pub client: String,
    /// The secret of the arena at the provider, if it has one. It is never printed.
    #[serde(skip)]
    pub secret: Option<String>,
    /// The name of the provider, for visitors.
    #[serde(rename = "openid-name")]
    pub name: String,
}

/// The secret must not appear in logs.
impl std::fmt::Debug for OpenId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let OpenId { issuer, client, name, .. } = self;
        f.debug_struct("OpenId")
            .field("issuer", issuer)
            .field("client", client)
            .field("name", name)
            .finish_non_exhaustive()
    }
}

/// The format of the log.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LogFormat {
    /// A line of text for each event.
    #[default]
    Text,
    /// A JSON document for each event.
    Json,
}

/// The level of the log: events up to this level are logged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LogLevel {
    /// Faults of the server.
    Error,
    /// Events that an operator should look at.
    Warn,
    /// Start, stop and requests.
    #[default]
    Info,
    /// Events of every game.
    Debug,
    /// Everything.
    Trace,
}

/// Settings from one source; those that it does not have are `None`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Layer {
    /// See [`Settings::host`].
    pub host: Option<String>,
    /// See [`Settings::port`].
    pub port: Option<u16>,
    /// See [`Settings::public_url`].
    pub public_url: Option<String>,
    /// See [`Settings::data`].
    pub data: Option<PathBuf>,
    /// See [`Settings::database`].
    pub database: Option<String>,
    /// See [`Settings::search_threads`].
    pub search_threads: Option<usize>,
    /// See [`Settings::judges`].
    pub judges: Option<usize>,
    /// See [`Settings::archive`].
    pub archive: Option<PathBuf>,
    /// See [`Settings::pause`].
    pub pause: Option<u64>,
    /// See [`Settings::rate_limits`].
    pub rate_limits: Option<bool>,
    /// See [`Settings::behind_proxy`].
    #[serde(default, deserialize_with = "proxies")]
    pub behind_proxy: Option<u8>,
    /// See [`Settings::admin`].
    pub admin: Option<SocketAddr>,
    /// See [`Settings::log`].
    pub log: Option<LogFormat>,
    /// See [`Settings::log_level`].
    pub log_level: Option<LogLevel>,
    /// See [`QueueSettings::url`].
    pub queue: Option<String>,
    /// See [`QueueSettings::token`].
    pub queue_token: Option<String>,
    /// See [`QueueSettings::check`].
    pub queue_check: Option<u8>,
    /// See [`QueueSettings::longest`].
    pub queue_longest: Option<u64>,
    /// See [`QueueSettings::games`].
    pub queue_games: Option<usize>,
    /// See [`OpenId::issuer`].
    pub openid_issuer: Option<String>,
    /// See [`OpenId::client`].
    pub openid_client: Option<String>,
    /// See [`OpenId::secret`].
    pub openid_secret: Option<String>,
    /// See [`OpenId::name`]; the host of the issuer by default.
    pub openid_name: Option<String>,
}

/// Why settings cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadSettings {
    /// The file is not TOML, or has an unknown key.
    #[error("{0}")]
    File(String),
    /// There is no default folder for data on this system.
    #[error("there is no home folder to keep the data in: name a folder by --data")]
    NoFolder,
    /// The public address is not valid.
    #[error("the public address `{0}` is not of the form https://joust.example")]
    PublicUrl(String),
    /// The address of the queue is not valid.
    #[error("{0}")]
    Queue(String),
    /// The share of games that are played again is not one.
    #[error("queue-check is a number of hundredths, from 0 to 100, and not {0}")]
    Check(u8),
    /// The address of the identity provider is not valid.
    #[error(
        "the identity provider `{0}` is not an address that begins with https://; plain http:// is for this machine only"
    )]
    Issuer(String),
    /// One of the two settings of an identity provider is missing.
    #[error("an identity provider needs both openid-issuer and openid-client: set the other one, too")]
    HalfProvider,
}

impl Layer {
    /// Reads a file of settings.
    pub fn read(text: &str) -> Result<Layer, BadSettings> {
        toml::from_str(text).map_err(|why| BadSettings::File(why.to_string().trim_end().to_owned()))
    }

    /// These settings, with those that are missing from another source.
    #[must_use]
    pub fn or(self, other: Layer) -> Layer {
        Layer {
            host: self.host.or(other.host),
            port: self.port.or(other.port),
            public_url: self.public_url.or(other.public_url),
            data: self.data.or(other.data),
            database: self.database.or(other.database),
            search_threads: self.search_threads.or(other.search_threads),
            judges: self.judges.or(other.judges),
            archive: self.archive.or(other.archive),
            pause: self.pause.or(other.pause),
            rate_limits: self.rate_limits.or(other.rate_limits),
            behind_proxy: self.behind_proxy.or(other.behind_proxy),
            admin: self.admin.or(other.admin),
            log: self.log.or(other.log),
            log_level: self.log_level.or(other.log_level),
            queue: self.queue.or(other.queue),
            queue_token: self.queue_token.or(other.queue_token),
            queue_check: self.queue_check.or(other.queue_check),
            queue_longest: self.queue_longest.or(other.queue_longest),
            queue_games: self.queue_games.or(other.queue_games),
            openid_issuer: self.openid_issuer.or(other.openid_issuer),
            openid_client: self.openid_client.or(other.openid_client),
            openid_secret: self.openid_secret.or(other.openid_secret),
            openid_name: self.openid_name.or(other.openid_name),
        }
    }

    /// The settings, with defaults for those that are missing.
    pub fn settle(self) -> Result<Settings, BadSettings> {
        let origin = |url: String| {
            let origin = without_usual_port(url.trim_end_matches('/'));
            if is_origin(origin) { Ok(origin.to_owned()) } else { Err(BadSettings::PublicUrl(url)) }
        };
        let public_url = self.public_url.map(origin).transpose()?;
        let openid = match (self.openid_issuer, self.openid_client) {
            (Some(issuer), Some(client)) => {
                let host = issuer_host(&issuer).ok_or_else(|| BadSettings::Issuer(issuer.clone()))?;
                let name = self.openid_name.unwrap_or(host);
                Some(OpenId { issuer, client, secret: self.openid_secret, name })
            }
            (None, None) => None,
            _ => return Err(BadSettings::HalfProvider),
        };
        let queue = match self.queue {
            Some(url) => {
                let token = self.queue_token;
                Queue::new(&url, token.clone()).map_err(|why| BadSettings::Queue(why.to_string()))?;
                let check = self.queue_check.unwrap_or(QueueSettings::CHECK);
                if check > 100 {
                    return Err(BadSettings::Check(check));
                }
                let longest = self.queue_longest.unwrap_or(DispatchSettings::LONGEST.as_secs()).max(1);
                let (games, build) = (self.queue_games.filter(|games| *games > 0), String::new());
                Some(QueueSettings { url, token, check, longest, games, build })
            }
            None => None,
        };
        Ok(Settings {
            host: self.host.unwrap_or_else(|| "127.0.0.1".to_owned()),
            port: self.port.unwrap_or(Settings::PORT),
            public_url,
            data: self.data.map_or_else(usual_folder, Ok)?,
            database: self.database,
            search_threads: self.search_threads.filter(|threads| *threads > 0).unwrap_or_else(cores),
            judges: self.judges.unwrap_or_else(|| (cores() / 2).max(1)),
            archive: self.archive,
            pause: self.pause.unwrap_or(400),
            rate_limits: self.rate_limits.unwrap_or(true),
            behind_proxy: self.behind_proxy.unwrap_or(0),
            admin: self.admin,
            log: self.log.unwrap_or_default(),
            log_level: self.log_level.unwrap_or_default(),
            queue,
            openid,
            tables: None,
            confinement: Confinement::default(),
            limits: ServerLimits::default(),
        })
    }
}

impl QueueSettings {
    /// The usual hundredths of games that are played again.
    pub const CHECK: u8 = 2;

    /// How a dispatcher of this server works.
    pub(crate) fn dispatch(&self) -> Result<DispatchSettings, BadQueue> {
        let queue = Queue::new(&self.url, self.token.clone())?;
        Ok(DispatchSettings {
            share: f64::from(self.check) / 100.0,
            longest: Duration::from_secs(self.longest),
            ..DispatchSettings::new(queue, About::new("arena", &self.build, 1))
        })
    }
}

impl Settings {
    /// The default port.
    pub const PORT: u16 = 5678;

    /// The settings as a file that can be read again, without the password of the database and the secret of
    /// the identity provider.
    pub fn to_toml(&self) -> String {
        let (mut comments, mut shown) = (String::new(), self.clone());
        if let Some(database) = self.database.as_deref().and_then(without_password) {
            comments.push_str(NO_PASSWORD);
            shown.database = Some(database);
        }
        if self.openid.as_ref().is_some_and(|openid| openid.secret.is_some()) {
            comments.push_str(NO_SECRET);
        }
        if let Some(queue) = &mut shown.queue {
            let url = without_password(&queue.url);
            if url.is_some() || queue.token.is_some() {
                comments.push_str(NO_TOKEN);
            }
            queue.url = url.unwrap_or_else(|| queue.url.clone());
        }
        format!("{comments}{}", toml::to_string(&shown).unwrap_or_default())
    }

    /// Warnings about settings that are probably mistakes.
    pub fn warnings(&self) -> Vec<&'static str> {
        let is_local = self.host == "localhost"
            || self.host.parse::<IpAddr>().is_ok_and(|address| address.is_loopback());
        let no_proxy = self.is_https() && self.behind_proxy == 0;
        let no_rates = !self.rate_limits && !is_local;
        let proxy = "the public address is https, so a proxy is before the arena, but --behind-proxy is not \
                     set: all visitors share the address of the proxy, and its rates";
        let rates = "nobody is held to rates: one visitor can stop the arena";
        [no_proxy.then_some(proxy), no_rates.then_some(rates)].into_iter().flatten().collect()
    }

    /// Whether browsers use https, so that cookies can require it.
    pub(crate) fn is_https(&self) -> bool {
        self.public_url.as_ref().is_some_and(|url| url.starts_with("https://"))
    }
}

/// The comment above settings whose password is left out.
const NO_PASSWORD: &str = "# The password of the database is not printed. Give it by the variable PGPASSWORD, or the\n\
    # whole address by the variable JOUST_DATABASE.\n";

/// The comment above settings whose secret is left out.
const NO_SECRET: &str =
    "# The secret of the identity provider is not printed. Give it by the variable JOUST_OPENID_SECRET.\n";

/// The comment above settings whose token is left out.
const NO_TOKEN: &str =
    "# What lets the server into the queue is not printed. Give it by the variable JOUST_QUEUE_TOKEN.\n";

/// The host of an identity provider. Secrets and users go there, so plain http is for tests on this machine.
fn issuer_host(issuer: &str) -> Option<String> {
    let url = Url::parse(issuer).ok()?;
    let host = url.host()?;
    let is_here = match &host {
        url::Host::Domain(name) => *name == "localhost",
        url::Host::Ipv4(address) => address.is_loopback(),
        url::Host::Ipv6(address) => address.is_loopback(),
    };
    let is_right = url.scheme() == "https" || (url.scheme() == "http" && is_here);
    is_right.then(|| host.to_string())
}

/// The address of a database or a queue without its password; `None` if it has no password.
fn without_password(address: &str) -> Option<String> {
    // An address that cannot be parsed may have a password anywhere.
    let Ok(mut url) = Url::parse(address) else { return Some("postgres://".to_owned()) };
    let is_secret = |key: &str| key.eq_ignore_ascii_case("password");
    let pairs: Vec<(String, String)> = url.query_pairs().into_owned().collect();
    if url.password().is_none() && !pairs.iter().any(|(key, _)| is_secret(key)) {
        return None;
    }
    // This fails for an address without a host, which has no password.
    let _ = url.set_password(None);
    let kept: Vec<_> = pairs.into_iter().filter(|(key, _)| !is_secret(key)).collect();
    if kept.is_empty() {
        url.set_query(None);
    } else {
        url.query_pairs_mut().clear().extend_pairs(kept);
    }
    Some(url.into())
}

/// The number of proxies; `true` stands for one.
fn proxies<'de, D: Deserializer<'de>>(value: D) -> Result<Option<u8>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged, expecting = "expected the number of proxies, or true for one")]
    enum Proxies {
        Any(bool),
        Number(u8),
    }
    Ok(Some(match Proxies::deserialize(value)? {
        Proxies::Any(any) => u8::from(any),
        Proxies::Number(number) => number,
    }))
}

/// An address without its default port, which browsers leave out in `Origin`.
fn without_usual_port(url: &str) -> &str {
    let usual = match url.split_once("://") {
        Some(("https", _)) => ":443",
        Some(("http", _)) => ":80",
        _ => return url,
    };
    url.strip_suffix(usual).unwrap_or(url)
}

fn is_origin(url: &str) -> bool {
    let rest = url.strip_prefix("https://").or_else(|| url.strip_prefix("http://"));
    let plain = |c: char| c.is_ascii_alphanumeric() || ".-:[]_".contains(c);
    rest.is_some_and(|host| !host.is_empty() && host.chars().all(plain))
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
}

/// `joust/arena` in the folder for the user's data.
fn usual_folder() -> Result<PathBuf, BadSettings> {
    let from = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let base = from("XDG_DATA_HOME").filter(|path| path.is_absolute());
    let base = base.or_else(|| from("HOME").map(|home| home.join(".local/share")));
    base.map(|base| base.join("joust").join("arena")).ok_or(BadSettings::NoFolder)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn printed_settings_can_be_read_again() {
        let layer = Layer {
            data: Some("x".into()),
            public_url: Some("https://a.example/".into()),
            ..Layer::default()
        };
        let settings = layer.settle().unwrap();
        let again = Layer::read(&settings.to_toml()).unwrap().settle().unwrap();
        assert_eq!(again, settings);
        assert!(again.is_https() && again.search_threads > 0);
    }

    #[test]
    fn a_password_is_not_printed() {
        let printed = |database: &str| {
            let database = Some(database.to_owned());
            let layer = Layer { data: Some("x".into()), database, ..Layer::default() };
            let text = layer.settle().unwrap().to_toml();
            let again = Layer::read(&text).unwrap().database.unwrap();
            (again, text.starts_with("# The password of the database is not printed"))
        };
        let told = |text: &str, is_cut: bool| (text.to_owned(), is_cut);
        assert_eq!(printed("postgres://joust@db/arena"), told("postgres://joust@db/arena", false));
        assert_eq!(printed("postgres://joust:s3cret@db/arena"), told("postgres://joust@db/arena", true));
        assert_eq!(
            printed("postgres:///arena?host=/run/pg&password=s3cret"),
            told("postgres:///arena?host=%2Frun%2Fpg", true)
        );
        assert_eq!(printed("postgres://db/arena?password=s3cret"), told("postgres://db/arena", true));
        assert_eq!(printed("s3cret"), told("postgres://", true));
    }

    #[test]
    fn an_identity_provider_is_whole_and_its_secret_is_not_printed() {
        let read = |text: &str| Layer::read(&format!("data = \"x\"\n{text}")).unwrap().settle();
        let school = "openid-issuer = \"https://login.school.example\"\nopenid-client = \"joust\"\n";
        let settings = read(&format!("{school}openid-secret = \"s3cret\"")).unwrap();
        let printed = settings.to_toml();
        assert!(!printed.contains("s3cret") && printed.contains("JOUST_OPENID_SECRET"), "{printed}");
        assert!(!format!("{settings:?}").contains("s3cret"));
        let again = Layer::read(&printed).unwrap().settle().unwrap().openid.unwrap();
        assert_eq!((again.name.as_str(), again.client.as_str()), ("login.school.example", "joust"));
        assert_eq!(read("openid-client = \"joust\""), Err(BadSettings::HalfProvider));
        for issuer in ["http://school.example", "school.example", "ftp://school.example", ""] {
            let text = format!("openid-issuer = \"{issuer}\"\nopenid-client = \"joust\"");
            assert_eq!(read(&text), Err(BadSettings::Issuer(issuer.to_owned())));
        }
        assert!(read("openid-issuer = \"http://127.0.0.1:9000\"\nopenid-client = \"j\"").is_ok());
    }

    #[test]
    fn a_queue_is_named_and_what_lets_into_it_is_not_printed() {
        let read = |text: &str| Layer::read(&format!("data = \"x\"\n{text}")).unwrap().settle();
        let settings = read("queue = \"nats://joust:s3cret@host:4222\"\nqueue-token = \"t0ken\"").unwrap();
        let printed = settings.to_toml();
        assert!(!printed.contains("s3cret") && !printed.contains("t0ken"), "{printed}");
        assert!(printed.contains("JOUST_QUEUE_TOKEN"), "{printed}");
        assert!(!format!("{settings:?}").contains("s3cret"));
        let again = Layer::read(&printed).unwrap().settle().unwrap().queue.unwrap();
        assert_eq!((again.url.as_str(), again.check, again.longest), ("nats://joust@host:4222", 2, 600));
        assert_eq!(read("").unwrap().queue, None);
        assert!(matches!(read("queue = \"http://host\""), Err(BadSettings::Queue(_))));
        assert_eq!(read("queue = \"nats://h\"\nqueue-check = 101"), Err(BadSettings::Check(101)));
    }

    #[test]
    fn proxies_are_a_number_or_a_yes() {
        let read = |text: &str| Layer::read(text).map(|layer| layer.behind_proxy);
        assert_eq!(read("behind-proxy = true"), Ok(Some(1)));
        assert_eq!(read("behind-proxy = false"), Ok(Some(0)));
        assert_eq!(read("behind-proxy = 2"), Ok(Some(2)));
        assert_eq!(read(""), Ok(None));
        assert!(read("behind-proxy = \"x\"").unwrap_err().to_string().contains("number of proxies"));
    }

    #[test]
    fn probable_mistakes_give_warnings() {
        let warnings = |text: &str| Layer::read(text).unwrap().settle().unwrap().warnings().len();
        let https = "data = \"x\"\npublic-url = \"https://a.example\"\n";
        assert_eq!(warnings(https), 1);
        assert_eq!(warnings(&format!("{https}behind-proxy = 1")), 0);
        assert_eq!(warnings("data = \"x\"\nrate-limits = false"), 0);
        assert_eq!(warnings("data = \"x\"\nrate-limits = false\nhost = \"0.0.0.0\""), 1);
    }

    #[test]
    fn the_first_source_that_says_something_counts() {
        let first = Layer::read("port = 1\nlog = \"json\"").unwrap();
        let second = Layer::read("port = 2\nhost = \"::1\"\ndata = \"d\"").unwrap();
        let settings = first.or(second).settle().unwrap();
        assert_eq!((settings.port, settings.host.as_str(), settings.log), (1, "::1", LogFormat::Json));
    }

    #[test]
    fn mistakes_are_named() {
        let told = |text: &str| Layer::read(text).unwrap_err().to_string();
        assert!(told("prot = 1").contains("unknown field `prot`"), "{}", told("prot = 1"));
        assert!(told("port = \"x\"").contains("port"), "{}", told("port = \"x\""));
        for url in ["joust.example", "ftp://x", "https://", "https://a/b", "https://a b"] {
            let layer = Layer { public_url: Some(url.into()), data: Some("x".into()), ..Layer::default() };
            assert_eq!(layer.settle(), Err(BadSettings::PublicUrl(url.into())));
        }
    }
}
