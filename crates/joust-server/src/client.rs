//! A program that talks to an arena about a contest: what `joust submit` and `joust contest` need of HTTP.

use crate::limits::CLIENT_BYTES;
use axum::body::Bytes;
use axum::http::{Method, Request, StatusCode, header};
use http_body_util::{BodyExt, Full, Limited};
use hyper::body::Incoming;
use hyper_rustls::{HttpsConnector, HttpsConnectorBuilder};
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioExecutor;
use serde_json::Value;
use std::time::Duration;
use tokio::time::{sleep, timeout};
use url::Url;

/// The address of an arena, or of a contest in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArenaAddress {
    origin: String,
    contest: Option<String>,
    is_plain: bool,
}

/// Why a text is not the address of a contest.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not the address of a contest, such as https://joust.example/contests/4k2m9")]
pub struct BadArenaAddress(String);

/// Why an arena does not do what it is asked.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ArenaError {
    /// It cannot be reached.
    #[error("{0}")]
    Unreachable(String),
    /// It refuses, and says why.
    #[error("{message}")]
    Refused {
        /// The status of HTTP.
        status: u16,
        /// Its words.
        message: String,
    },
    /// It answers with something else.
    #[error("the arena answered with something that this joust does not know: {0}")]
    Odd(String),
}

impl ArenaAddress {
    /// Reads the address of a contest as a browser shows it, or that of an arena.
    ///
    /// ```
    /// use joust_server::ArenaAddress;
    /// let contest = ArenaAddress::read("https://joust.example/contests/4k2m9/ranking").unwrap();
    /// assert_eq!(contest.contest(), Some("4k2m9"));
    /// assert_eq!(contest.page("/versions/3"), "https://joust.example/contests/4k2m9/versions/3");
    /// assert_eq!(ArenaAddress::read("http://127.0.0.1:5678").unwrap().contest(), None);
    /// assert!(ArenaAddress::read("contest 7").is_err());
    /// ```
    pub fn read(text: &str) -> Result<ArenaAddress, BadArenaAddress> {
        let bad = || BadArenaAddress(text.to_owned());
        let url = Url::parse(text).map_err(|_| bad())?;
        if !matches!(url.scheme(), "http" | "https") || url.host().is_none() {
            return Err(bad());
        }
        let is_here = match url.host() {
            Some(url::Host::Domain(name)) => name == "localhost",
            Some(url::Host::Ipv4(address)) => address.is_loopback(),
            Some(url::Host::Ipv6(address)) => address.is_loopback(),
            None => false,
        };
        let mut parts =
            url.path_segments().into_iter().flatten().filter(|part| !part.is_empty() && *part != "api");
        let is_id = |id: &&str| id.chars().all(|c| c.is_ascii_alphanumeric());
        let contest = match (parts.next(), parts.next().filter(is_id)) {
            (Some("contests"), Some(id)) => Some(id.to_owned()),
            (None | Some("contests"), None) => None,
            _ => return Err(bad()),
        };
        let is_plain = url.scheme() == "http" && !is_here;
        Ok(ArenaAddress { origin: url.origin().ascii_serialization(), contest, is_plain })
    }

    /// The id of the contest, if it is one.
    pub fn contest(&self) -> Option<&str> {
        self.contest.as_deref()
    }

    /// Whether others on the way can read what is sent.
    pub fn is_exposed(&self) -> bool {
        self.is_plain
    }

    /// The address of a contest in this arena.
    #[must_use]
    pub fn with_contest(&self, id: &str) -> ArenaAddress {
        ArenaAddress { contest: Some(id.to_owned()), ..self.clone() }
    }

    /// A page of the contest for browsers.
    pub fn page(&self, rest: &str) -> String {
        match &self.contest {
            Some(id) => format!("{}/contests/{id}{rest}", self.origin),
            None => format!("{}/contests{rest}", self.origin),
        }
    }

    fn api(&self, rest: &str) -> String {
        match &self.contest {
            Some(id) => format!("{}/api/contests/{id}{rest}", self.origin),
            None => format!("{}/api/contests{rest}", self.origin),
        }
    }
}

enum Wire {
    Plain(Client<HttpConnector, Full<Bytes>>),
    Tls(Client<HttpsConnector<HttpConnector>, Full<Bytes>>),
}

/// A connection to an arena for the owner of a token.
pub struct ArenaClient {
    address: ArenaAddress,
    token: String,
    wire: Wire,
    patience: Duration,
}

/// The time limit on the beginning of an answer, and the bytes that a slow line sends in a second meanwhile.
const PATIENCE: Duration = Duration::from_secs(30);
const SLOW_LINE: u64 = 50_000;
/// The time limit on the rest of an answer, and between two events.
const PAUSES: Duration = Duration::from_mins(1);
/// How often a connection is tried again while the judge is followed: an arena is restarted in less.
const TRIES: u32 = 60;
/// How often a job is looked at.
const LOOK: Duration = Duration::from_millis(300);
/// The pause before a connection is tried again.
const PAUSE: Duration = Duration::from_secs(1);

impl ArenaClient {
    /// A client for a contest or an arena, with the token of an account.
    pub fn new(address: ArenaAddress, token: &str) -> std::io::Result<ArenaClient> {
        let wire = if address.origin.starts_with("https:") {
            let tls = HttpsConnectorBuilder::new()
                .with_provider_and_native_roots(rustls::crypto::ring::default_provider())?
                .https_only()
                .enable_http1()
                .build();
            Wire::Tls(Client::builder(TokioExecutor::new()).build(tls))
        } else {
            Wire::Plain(Client::builder(TokioExecutor::new()).build(HttpConnector::new()))
        };
        Ok(ArenaClient { address, token: token.to_owned(), wire, patience: PATIENCE })
    }

    /// The contest or arena.
    pub fn address(&self) -> &ArenaAddress {
        &self.address
    }

    async fn ask(
        &self,
        method: Method,
        rest: &str,
        body: Vec<u8>,
    ) -> Result<hyper::Response<Incoming>, ArenaError> {
        let unreachable = |why: String| ArenaError::Unreachable(format!("{}: {why}", self.address.origin));
        let patience = self.patience + Duration::from_secs(body.len() as u64 / SLOW_LINE);
        let request = Request::builder()
            .method(method)
            .uri(self.address.api(rest))
            .header(header::AUTHORIZATION, format!("Bearer {}", self.token))
            .header(header::USER_AGENT, concat!("joust/", env!("CARGO_PKG_VERSION")))
            .body(Full::new(Bytes::from(body)))
            .map_err(|why| unreachable(why.to_string()))?;
        let answer = async {
            match &self.wire {
                Wire::Plain(client) => client.request(request).await,
                Wire::Tls(client) => client.request(request).await,
            }
        };
        match timeout(patience, answer).await {
            Ok(Ok(answer)) => Ok(answer),
            Ok(Err(why)) => {
                // The message of the client names no reason.
                let mut reason: &dyn std::error::Error = &why;
                while let Some(deeper) = reason.source() {
                    reason = deeper;
                }
                Err(unreachable(match reason.to_string() {
                    reason if reason.contains("InvalidContentType") => {
                        let plain = self.address.origin.replacen("https:", "http:", 1);
                        format!("the server does not speak https: try {plain}")
                    }
                    reason => reason,
                }))
            }
            Err(_) => {
                let seconds = patience.as_secs();
                Err(unreachable(format!(
                    "the server took the connection, and gave no answer within {seconds} s"
                )))
            }
        }
    }

    async fn bytes(&self, method: Method, rest: &str, body: Vec<u8>) -> Result<Vec<u8>, ArenaError> {
        let answer = self.ask(method, rest, body).await?;
        let status = answer.status();
        let body = timeout(PAUSES, Limited::new(answer.into_body(), CLIENT_BYTES).collect()).await;
        let lost = |why: String| ArenaError::Unreachable(format!("{}: {why}", self.address.origin));
        let body = body.map_err(|_| lost("the answer does not end".to_owned()))?;
        let bytes = body.map_err(|why| lost(why.to_string()))?.to_bytes().to_vec();
        if status.is_success() { Ok(bytes) } else { Err(refused(status, &bytes)) }
    }

    async fn document(&self, method: Method, rest: &str, body: Vec<u8>) -> Result<Value, ArenaError> {
        let bytes = self.bytes(method, rest, body).await?;
        serde_json::from_slice(&bytes).map_err(|why| ArenaError::Odd(why.to_string()))
    }

    /// Hands a file in, and gives the number of the version.
    pub async fn submit(
        &self,
        file: &str,
        player: Option<&str>,
        label: &str,
        bytes: Vec<u8>,
    ) -> Result<u64, ArenaError> {
        let mut query = url::form_urlencoded::Serializer::new(String::new());
        query.append_pair("file", file).append_pair("label", label);
        if let Some(player) = player {
            query.append_pair("player", player);
        }
        let told = self.document(Method::POST, &format!("/versions?{}", query.finish()), bytes).await?;
        told["number"].as_u64().ok_or_else(|| ArenaError::Odd(told.to_string()))
    }

    /// A version with its report, as the arena tells it. An arena that is being restarted is asked again.
    pub async fn version(&self, number: u64) -> Result<Value, ArenaError> {
        let mut failures = 0;
        loop {
            let told = self.document(Method::GET, &format!("/versions/{number}"), Vec::new()).await;
            match told {
                Err(why) if why.may_pass() && failures < TRIES => failures += 1,
                told => return told,
            }
            sleep(PAUSE).await;
        }
    }

    /// Follows the judge of a version to its end. `heard` is told of every change; a connection that is lost is
    /// opened again.
    pub async fn follow(&self, number: u64, heard: &mut dyn FnMut(&Value)) -> Result<(), ArenaError> {
        let mut failures = 0;
        loop {
            let why = match self.follow_once(number, heard, &mut failures).await {
                Ok(true) => return Ok(()),
                Ok(false) => {
                    ArenaError::Unreachable(format!("{}: the connection was lost", self.address.origin))
                }
                Err(why) if why.may_pass() => why,
                Err(why) => return Err(why),
            };
            failures += 1;
            if failures > TRIES {
                return Err(why);
            }
            sleep(PAUSE).await;
        }
    }

    /// True if the end was heard.
    async fn follow_once(
        &self,
        number: u64,
        heard: &mut dyn FnMut(&Value),
        failures: &mut u32,
    ) -> Result<bool, ArenaError> {
        let answer = self.ask(Method::GET, &format!("/versions/{number}/events"), Vec::new()).await?;
        let status = answer.status();
        let mut body = answer.into_body();
        if !status.is_success() {
            let bytes = Limited::new(body, CLIENT_BYTES).collect().await;
            return Err(refused(status, &bytes.map(http_body_util::Collected::to_bytes).unwrap_or_default()));
        }
        let mut text = Vec::new();
        let mut is_over = false;
        while let Ok(Some(Ok(frame))) = timeout(PAUSES, body.frame()).await {
            let Ok(data) = frame.into_data() else { continue };
            text.extend_from_slice(&data);
            while let Some(end) = text.windows(2).position(|pair| pair == b"\n\n") {
                let event: Vec<u8> = text.drain(..end + 2).collect();
                let Some(json) = event.strip_prefix(b"data: ") else { continue };
                let progress: Value =
                    serde_json::from_slice(json).map_err(|why| ArenaError::Odd(why.to_string()))?;
                *failures = 0;
                heard(&progress);
                is_over = !matches!(progress["state"].as_str(), Some("waiting" | "judging"));
            }
        }
        Ok(is_over)
    }

    /// Makes a contest of its terms, a draft, and gives its id.
    pub async fn make(&self, terms: &str) -> Result<String, ArenaError> {
        let told = self.document(Method::POST, "", terms.as_bytes().to_vec()).await?;
        told["id"].as_str().map(str::to_owned).ok_or_else(|| ArenaError::Odd(told.to_string()))
    }

    /// Opens the contest to its students; the answer has the join code.
    pub async fn open(&self) -> Result<Value, ArenaError> {
        self.document(Method::POST, "/open", Vec::new()).await
    }

    /// Closes the contest.
    pub async fn close(&self) -> Result<Value, ArenaError> {
        self.document(Method::POST, "/close", Vec::new()).await
    }

    /// Has the archive of the contest made, and waits for it. `heard` is told how far it is, in per cent.
    pub async fn make_archive(&self, heard: &mut dyn FnMut(u64)) -> Result<(), ArenaError> {
        let mut told = self.document(Method::POST, "/archive", Vec::new()).await?;
        while told["state"] != "idle" {
            let (done, of) = (told["done"].as_u64().unwrap_or(0), told["of"].as_u64().unwrap_or(0));
            heard(100 * done / of.max(1));
            sleep(LOOK).await;
            told = self.document(Method::GET, "/archive/state", Vec::new()).await?;
        }
        match told["trouble"].as_str() {
            None => Ok(()),
            Some(trouble) => Err(ArenaError::Refused {
                status: StatusCode::CONFLICT.as_u16(),
                message: format!("the arena has made no archive: {trouble}"),
            }),
        }
    }

    /// The archive of the contest that was made last: a tar file, packed by gzip.
    pub async fn archive(&self) -> Result<Vec<u8>, ArenaError> {
        self.bytes(Method::GET, "/archive", Vec::new()).await
    }

    /// The gradebook of the contest as CSV.
    pub async fn gradebook(&self) -> Result<Vec<u8>, ArenaError> {
        self.bytes(Method::GET, "/gradebook", Vec::new()).await
    }
}

impl ArenaError {
    /// Whether the arena may only be being restarted.
    fn may_pass(&self) -> bool {
        matches!(self, ArenaError::Unreachable(_) | ArenaError::Refused { status: 500.., .. })
    }
}

/// What an arena says about a refusal.
fn refused(status: StatusCode, body: &[u8]) -> ArenaError {
    let told: Option<Value> = serde_json::from_slice(body).ok();
    let message = told.as_ref().and_then(|told| told["error"].as_str());
    let message = message.map_or_else(|| format!("the arena refuses it ({status})"), str::to_owned);
    ArenaError::Refused { status: status.as_u16(), message }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::TcpListener;

    /// What a client says of a server that answers everything with these bytes, or never.
    async fn told(scheme: &str, answer: Option<&'static [u8]>) -> String {
        let server = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let origin = format!("{scheme}://{}", server.local_addr().unwrap());
        let serving = tokio::spawn(async move {
            let (mut caller, _) = server.accept().await.unwrap();
            let _ = caller.read(&mut [0; 1000]).await;
            match answer {
                Some(answer) => drop(caller.write_all(answer).await),
                None => std::future::pending().await,
            }
        });
        let address = ArenaAddress::read(&format!("{origin}/contests/4k2m9")).unwrap();
        let mut client = ArenaClient::new(address, "joust_token").unwrap();
        client.patience = Duration::from_millis(if answer.is_some() { 10_000 } else { 100 });
        let said = client.submit("AIFoo.cc", None, "", Vec::new()).await.unwrap_err().to_string();
        serving.abort();
        said.replacen(&origin, "ORIGIN", 1).replace(&origin.replacen("https:", "http:", 1), "PLAIN")
    }

    #[tokio::test]
    async fn a_server_without_https_and_one_that_is_silent_are_told() {
        let plain = told("https", Some(b"HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\n\r\n")).await;
        assert_eq!(plain, "ORIGIN: the server does not speak https: try PLAIN");
        let silent = told("http", None).await;
        assert_eq!(silent, "ORIGIN: the server took the connection, and gave no answer within 0 s");
    }
}
