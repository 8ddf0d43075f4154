//! Before and after every request: who calls, from where, in which language; and the headers that
//! keep a browser from doing anything else.

use crate::address::{Address, forwarded};
use crate::app::App;
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

/// Who calls.
#[derive(Clone, Debug)]
pub(crate) struct Caller {
    pub(crate) visitor: Arc<str>,
    pub(crate) address: Address,
    pub(crate) language: Language,
}

impl Caller {
    /// Takes one of the caller's share.
    pub(crate) fn take(&self, app: &App, what: RateKind) -> Result<(), Failure> {
        if app.rates.take(what, &self.visitor, &self.address) {
            return Ok(());
        }
        app.metrics.floods.fetch_add(1, Relaxed);
        Err(Failure::Flood)
    }

    /// Notes where the caller is: what their games ask for counts for this address.
    pub(crate) fn is_here(&self, app: &App) {
        if app.rates.seen(&self.visitor, &self.address) {
            app.pool.move_to(&app.rates.turn(&self.visitor));
        }
    }
}

/// Nothing but our own files, no inline scripts, no frames, no other sites.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
    img-src 'self' data:; font-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; \
    frame-ancestors 'none'";

const HEADERS: [(HeaderName, &str); 5] = [
    (header::CONTENT_SECURITY_POLICY, POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    // The address of a game is its key: no other site learns it.
    (header::REFERRER_POLICY, "same-origin"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
];

/// A browser that was here over https comes back over https.
const HSTS: HeaderValue = HeaderValue::from_static("max-age=31536000");

/// Goes around every request.
pub(crate) async fn guard(State(app): State<Arc<App>>, mut request: Request, next: Next) -> Response {
    let begin = Instant::now();
    let path = request.uri().path().to_owned();
    let language = Language::of(request.uri(), request.headers());
    let chosen = Language::asked(request.uri());
    let today = cookie::day(app.time.now());
    let known = cookie::read(request.headers(), &app.seal, app.settings.is_https(), today);
    let is_new = known.is_none();
    let known = known.or_else(|| stranger().ok().map(|visitor| Known { visitor, is_renewed: true }));
    let Some(Known { visitor, is_renewed }) = known else {
        return dress(&app, Failure::Ours("no random numbers".into()).into_response(), language);
    };
    let caller = Caller { visitor: visitor.into(), address: address(&app, &request), language };
    let mut allowed = admit(&app, &request, &caller, is_new);
    // A connection that is kept for players is of no use to others.
    let is_kept = request.extensions().get::<Kept>().is_some();
    if allowed.is_ok() && is_kept && (is_new || !is_player(&app, game_of(&path), &caller).await) {
        allowed = Err(Failure::Full);
    }
    let old_cookie = cookie::drop_old(request.headers(), app.settings.is_https());
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
            let attributes = cookie::attributes(app.settings.is_https());
            format!("{}={}; {attributes}", language::COOKIE, chosen.code())
        });
        // Files are the same for everybody and stay in caches: they carry no visitor.
        let own = is_renewed && !response.headers().contains_key(header::ETAG);
        let own = own.then(|| cookie::write(&caller.visitor, &app.seal, app.settings.is_https(), today));
        let old_cookie = old_cookie.filter(|_| own.is_some());
        for cookie in [chosen, own, old_cookie].into_iter().flatten() {
            if let Ok(value) = HeaderValue::from_str(&cookie) {
                response.headers_mut().append(header::SET_COOKIE, value);
            }
        }
    }
    let mut response = span.in_scope(|| dress(&app, response, language));
    if is_kept && response.status() != StatusCode::SWITCHING_PROTOCOLS {
        response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
    }
    let (status, micros) = (response.status().as_u16(), begin.elapsed().as_micros() as u64);
    // A flood is counted, and does not fill the log.
    let is_flood = matches!(status, 429 | 503);
    if is_for_operators(&path) || is_flood {
        tracing::debug!(parent: &span, status, micros, "answered");
    } else {
        tracing::info!(parent: &span, status, micros, "answered");
    }
    response
}

/// What the log says of a request. The path is that of the route: what a visitor wrote stays out of it, and
/// a game has its label in place of its id.
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
    if request.method() == Method::POST && !is_own_post(request.headers(), &app.settings) {
        return Err(Failure::Foreign);
    }
    if !is_new || request.method() == Method::POST {
        caller.is_here(app);
    }
    Ok(())
}

/// Whether somebody has a seat in a game.
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
        // Nobody else may know of a game that does not exist.
        app.hall.forget(table);
    }
    plays
}

/// Adds what every answer carries, and makes a page of a failure.
fn dress(app: &App, mut response: Response, language: Language) -> Response {
    let failure = response.extensions_mut().remove::<Failure>().or_else(|| failure_of(&response));
    if let Some(failure) = failure {
        failure.log();
        let cookies: Vec<HeaderValue> =
            response.headers().get_all(header::SET_COOKIE).iter().cloned().collect();
        response = pages::error(&failure, language);
        for cookie in cookies {
            response.headers_mut().append(header::SET_COOKIE, cookie);
        }
        // What is missing now may be there later, and nobody else's cookie belongs to it.
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

/// What axum refuses by itself has a status and no page.
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

/// Where a request comes from.
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

/// Whether a form was sent by one of our own pages. A program that says nothing about itself is no
/// browser, and has no visitor's cookie to misuse.
fn is_own_post(headers: &HeaderMap, settings: &Settings) -> bool {
    let site = headers.get("sec-fetch-site").map(HeaderValue::as_bytes);
    site.is_none_or(|site| site == b"same-origin" || site == b"none") && same_origin(headers, settings)
}

/// Whether a request comes from a page of ours, as far as it says where it comes from.
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
        // Browsers leave out the usual port.
        assert!(own(Some("https://joust.example:443/"), "https://joust.example", "joust.example"));
        assert!(own(Some("http://joust.example:80"), "http://joust.example", "joust.example"));
        assert!(!own(Some("https://joust.example:80"), "https://joust.example", "joust.example"));
    }
}
