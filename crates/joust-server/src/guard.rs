//! Runs around every request: finds the visitor, the address and the language before it, and adds
//! security headers after it.

use crate::account::{self, Account, Proof};
use crate::address::{Address, forwarded};
use crate::app::App;
use crate::compress;
use crate::cookie::{self, Known};
use crate::failure::Failure;
use crate::id;
use crate::language::{self, Language};
use crate::limits::REQUEST_TIME;
use crate::pages;
use crate::rates::RateKind;
use crate::seal::stranger;
use crate::settings::Settings;
use crate::table::Open;
use crate::web::{Kept, game_of, is_for_operators};
use axum::extract::{ConnectInfo, MatchedPath, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Instant;
use tokio::time::timeout;
use tracing::field::Empty;
use tracing::{Instrument, Span};

/// The visitor of a request, with address and language.
#[derive(Clone, Debug)]
pub(crate) struct Caller {
    pub(crate) visitor: Arc<str>,
    /// The account, for a caller who is signed in or sends a token. Its visitor is the caller's.
    pub(crate) account: Option<Arc<Account>>,
    /// The hash of the session, for a caller who is signed in: pages of an account need one, so that a token
    /// cannot change the account.
    pub(crate) session: Option<Arc<str>>,
    pub(crate) address: Address,
    pub(crate) language: Language,
    /// Where the arena is for this caller, such as `https://joust.example`: link previews need full addresses.
    pub(crate) origin: Arc<str>,
}

impl Caller {
    /// Takes one from the caller's rates.
    pub(crate) fn take(&self, app: &App, what: RateKind) -> Result<(), Failure> {
        if app.rates.take(what, &self.visitor, &self.address) {
            return Ok(());
        }
        app.metrics.floods.fetch_add(1, Relaxed);
        Err(Failure::Flood)
    }

    /// Notes the address of the caller: searches of their games count for it.
    pub(crate) fn is_here(&self, app: &App) {
        if app.rates.seen(&self.visitor, &self.address) {
            app.pool.move_to(&app.rates.turn(&self.visitor));
        }
    }
}

/// The content security policy: own files only, no inline scripts, no frames, no other sites.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
    img-src 'self' data:; font-src 'self'; connect-src 'self'; worker-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; \
    frame-ancestors 'none'";

const HEADERS: [(HeaderName, &str); 5] = [
    (header::CONTENT_SECURITY_POLICY, POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    // Anyone with the address of a game can open it, so no other site may learn it.
    (header::REFERRER_POLICY, "same-origin"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
];

/// Tells browsers to come back over https only.
const HSTS: HeaderValue = HeaderValue::from_static("max-age=31536000");

/// The middleware around every request.
pub(crate) async fn guard(State(app): State<Arc<App>>, mut request: Request, next: Next) -> Response {
    let begin = Instant::now();
    let path = request.uri().path().to_owned();
    let is_api = path.starts_with("/api/");
    let language = Language::of(request.uri(), request.headers());
    let chosen = Language::asked(request.uri());
    let today = cookie::day(app.time.now());
    let is_https = app.settings.is_https();
    // Files are equal for all visitors, and must come even while the store is away.
    let is_for_all = is_for_operators(&path) || path.starts_with("/assets/");
    let proven = if is_for_all { Ok(None) } else { account::who(&app, request.headers()).await };
    let proven = match proven {
        Ok(proven) => proven,
        Err(failure) => return dress(&app, failure.into_response(), language, is_api),
    };
    // The session has ended, or never was one.
    let is_out = proven.is_none() && !is_for_all && account::has_cookie(request.headers(), is_https);
    let known = match &proven {
        Some(proven) => Some(Known { visitor: proven.account.visitor.to_string(), is_renewed: false }),
        None => cookie::read(request.headers(), &app.seal, is_https, today)
            .filter(|known| !app.accounts.is_account(&known.visitor)),
    };
    let is_new = known.is_none();
    let known = known.or_else(|| stranger().ok().map(|visitor| Known { visitor, is_renewed: true }));
    let Some(Known { visitor, is_renewed }) = known else {
        let failure = Failure::Ours("no random numbers".into());
        return dress(&app, failure.into_response(), language, is_api);
    };
    let (account, proof) = proven.map(|proven| (proven.account, proven.proof)).unzip();
    let caller = Caller {
        visitor: visitor.into(),
        account,
        session: proof.and_then(|proof| match proof {
            Proof::Session(hash) => Some(hash),
            Proof::Token => None,
        }),
        address: address(&app, &request),
        language,
        origin: origin(&app.settings, request.headers()).into(),
    };
    let mut allowed = admit(&app, &request, &caller, is_new);
    // A connection that is reserved for players serves no other visitor.
    let is_kept = request.extensions().get::<Kept>().is_some();
    if allowed.is_ok() && is_kept && (is_new || !is_player(&app, game_of(&path), &caller).await) {
        allowed = Err(Failure::Full);
    }
    let may_compress = compress::is_welcome(request.headers());
    let old_cookie = cookie::drop_old(request.headers(), is_https);
    request.extensions_mut().insert(caller.clone());
    let span = span(&request);
    let mut response = match allowed {
        Ok(()) => timeout(REQUEST_TIME, next.run(request).instrument(span.clone()))
            .await
            .unwrap_or_else(|_| Failure::Slow.into_response()),
        Err(failure) => failure.into_response(),
    };
    if !is_for_operators(&path) {
        let chosen = chosen.map(|chosen| {
            let attributes = cookie::attributes(is_https);
            format!("{}={}; {attributes}", language::COOKIE, chosen.code())
        });
        // Files are equal for all visitors and stay in caches, so they must not carry a cookie.
        let own = is_renewed && !response.headers().contains_key(header::ETAG);
        let own = own.then(|| cookie::write(&caller.visitor, &app.seal, is_https, today));
        let old_cookie = old_cookie.filter(|_| own.is_some());
        // A response that begins a session keeps its cookie.
        let begins = response.headers().contains_key(header::SET_COOKIE);
        let out = (is_out && own.is_some() && !begins).then(|| account::no_cookie(is_https));
        for cookie in [chosen, own, old_cookie, out].into_iter().flatten() {
            if let Ok(value) = HeaderValue::from_str(&cookie) {
                response.headers_mut().append(header::SET_COOKIE, value);
            }
        }
    }
    let mut response = span.in_scope(|| dress(&app, response, language, is_api));
    if may_compress {
        response = compress::compressed(response).await;
    }
    if is_kept && response.status() != StatusCode::SWITCHING_PROTOCOLS {
        response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
    }
    let (status, micros) = (response.status().as_u16(), begin.elapsed().as_micros() as u64);
    // A flood is counted, but must not fill the log.
    let is_flood = matches!(status, 429 | 503);
    if is_for_operators(&path) || is_flood {
        tracing::debug!(parent: &span, status, micros, "answered");
    } else {
        tracing::info!(parent: &span, status, micros, "answered");
    }
    response
}

/// The log entry of a request. It has the route, not the path that a visitor sent, and the label of a
/// game instead of its id.
fn span(request: &Request) -> Span {
    let route = request.extensions().get::<MatchedPath>();
    let path = route.map_or("elsewhere", MatchedPath::as_str);
    let span = tracing::info_span!("request", method = %request.method(), path, game = Empty);
    if let Some(game) = game_of(request.uri().path()).filter(|game| id::is_game(game)) {
        span.record("game", id::label(game));
    }
    span
}

/// Whether a request may go on.
fn admit(app: &App, request: &Request, caller: &Caller, is_new: bool) -> Result<(), Failure> {
    caller.take(app, RateKind::Pages)?;
    let is_own = match (&caller.account, &caller.session) {
        // A browser adds cookies to the requests of other sites, but never a token.
        (Some(_), None) => true,
        // Every browser says where a form comes from. Without a word, the request has no claim to the session.
        (_, Some(_)) => tells_origin(request.headers()) && is_own_post(request.headers(), &app.settings),
        (None, None) => is_own_post(request.headers(), &app.settings),
    };
    if request.method() == Method::POST && !is_own {
        return Err(Failure::Foreign);
    }
    if !is_new || request.method() == Method::POST {
        caller.is_here(app);
    }
    Ok(())
}

/// Whether the caller has a seat in a game.
pub(crate) async fn is_player(app: &Arc<App>, game: Option<&str>, caller: &Caller) -> bool {
    let Some(game) = game.filter(|game| id::is_game(game)) else { return false };
    let table = app.hall.table(game);
    let found = timeout(REQUEST_TIME, Open::new(app, &table)).await;
    let plays = match &found {
        Ok(Ok(open)) => !open.game().seats_of(&caller.visitor).is_empty(),
        _ => false,
    };
    drop(found);
    if !plays {
        // The game may not exist; its table must not stay in memory.
        app.hall.forget(table);
    }
    plays
}

/// Adds the headers of every response, and turns a failure into a page, or into a document for a program.
fn dress(app: &App, mut response: Response, language: Language, is_api: bool) -> Response {
    let failure = response.extensions_mut().remove::<Failure>().or_else(|| failure_of(&response));
    if let Some(failure) = failure {
        failure.log();
        let cookies: Vec<HeaderValue> =
            response.headers().get_all(header::SET_COOKIE).iter().cloned().collect();
        response = if is_api { refusal(&failure) } else { pages::error(&failure, language) };
        for cookie in cookies {
            response.headers_mut().append(header::SET_COOKIE, cookie);
        }
        // An error may be gone later, and the response may carry a cookie.
        response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    for (name, value) in HEADERS {
        response.headers_mut().entry(name).or_insert(HeaderValue::from_static(value));
    }
    if app.settings.is_https() {
        response.headers_mut().insert(header::STRICT_TRANSPORT_SECURITY, HSTS);
    }
    response
}

/// A failure as a program reads it. A fault of ours is in the log.
fn refusal(failure: &Failure) -> Response {
    let told = match failure {
        Failure::Ours(_) => "the arena failed: try again in a while".to_owned(),
        other => other.to_string(),
    };
    let body = serde_json::json!({ "error": told }).to_string();
    (failure.status(), [(header::CONTENT_TYPE, "application/json")], body).into_response()
}

/// The failure behind a response of axum itself, which has a status and no page.
fn failure_of(response: &Response) -> Option<Failure> {
    let kind = response.headers().get(header::CONTENT_TYPE).map(HeaderValue::as_bytes);
    if kind.is_some_and(|kind| !kind.starts_with(b"text/plain")) {
        return None;
    }
    match response.status() {
        StatusCode::NOT_FOUND => Some(Failure::NotFound),
        StatusCode::METHOD_NOT_ALLOWED => Some(Failure::Method),
        StatusCode::PAYLOAD_TOO_LARGE => Some(Failure::TooLarge),
        StatusCode::BAD_REQUEST | StatusCode::UNSUPPORTED_MEDIA_TYPE | StatusCode::UNPROCESSABLE_ENTITY => {
            Some(Failure::Bad("this request cannot be read".to_owned()))
        }
        _ => None,
    }
}

/// The address of a request.
fn address(app: &App, request: &Request) -> Address {
    let peer = request.extensions().get::<ConnectInfo<SocketAddr>>().map(|info| info.0.ip());
    let told = match app.settings.behind_proxy {
        0 => None,
        proxies => {
            let told = forwarded(request.headers(), proxies);
            if told.is_none() && !is_for_operators(request.uri().path()) {
                app.metrics.nameless(proxies);
            }
            told
        }
    };
    told.or(peer).map_or_else(Address::unknown, Address::from)
}

/// The address of the arena: as the operator says, or else as the request does.
fn origin(settings: &Settings, headers: &HeaderMap) -> String {
    if let Some(url) = &settings.public_url {
        return url.trim_end_matches('/').to_owned();
    }
    let plain = |c: char| c.is_ascii_alphanumeric() || ".:-[]".contains(c);
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    let host = host.filter(|host| host.len() <= 255 && host.chars().all(plain)).unwrap_or("localhost");
    format!("http://{host}")
}

/// Whether a form was sent by one of our own pages. A client without these headers is not a browser, so
/// it has no visitor's cookie to misuse.
fn is_own_post(headers: &HeaderMap, settings: &Settings) -> bool {
    let site = headers.get("sec-fetch-site").map(HeaderValue::as_bytes);
    site.is_none_or(|site| site == b"same-origin" || site == b"none") && same_origin(headers, settings)
}

/// Whether a request says which page it comes from.
fn tells_origin(headers: &HeaderMap) -> bool {
    headers.contains_key("sec-fetch-site") || headers.contains_key(header::ORIGIN)
}

/// Whether a request comes from one of our pages, by its `Origin` header if it has one.
pub(crate) fn same_origin(headers: &HeaderMap, settings: &Settings) -> bool {
    let Some(origin) = headers.get(header::ORIGIN) else { return true };
    let Ok(origin) = origin.to_str() else { return false };
    if let Some(url) = &settings.public_url {
        return origin.eq_ignore_ascii_case(url);
    }
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    let from = origin.split_once("://").map(|(_, from)| from);
    from.zip(host).is_some_and(|(from, host)| from.eq_ignore_ascii_case(host))
}

#[cfg(test)]
mod tests {
    use super::*;

    use crate::settings::Layer;

    #[test]
    fn only_our_own_pages_are_our_own() {
        let own = |url: Option<&str>, origin: &str, host: &str| {
            let layer =
                Layer { data: Some("x".into()), public_url: url.map(str::to_owned), ..Layer::default() };
            let mut headers = HeaderMap::new();
            headers.insert(header::ORIGIN, origin.parse().unwrap());
            headers.insert(header::HOST, host.parse().unwrap());
            same_origin(&headers, &layer.settle().unwrap())
        };
        assert!(own(None, "http://localhost:5678", "localhost:5678"));
        assert!(!own(None, "http://evil.example", "localhost:5678"));
        assert!(!own(None, "null", "localhost:5678"));
        assert!(!own(None, "http://localhost:9999", "localhost:5678"));
        assert!(own(Some("https://joust.example"), "https://joust.example", "10.0.0.1:80"));
        assert!(!own(Some("https://joust.example"), "http://joust.example", "joust.example"));
        // Browsers leave out the default port.
        assert!(own(Some("https://joust.example:443/"), "https://joust.example", "joust.example"));
        assert!(own(Some("http://joust.example:80"), "http://joust.example", "joust.example"));
        assert!(!own(Some("https://joust.example:80"), "https://joust.example", "joust.example"));
    }
}
