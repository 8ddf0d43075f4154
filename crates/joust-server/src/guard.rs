//! Before and after every request: who calls, from where, in which language; and the headers that
//! keep a browser from doing anything else.

use crate::app::App;
use crate::failure::Failure;
use crate::language::{self, Language};
use crate::limits::{PAGES, REQUEST_TIME};
use crate::pages;
use crate::rates::What;
use crate::seal::stranger;
use crate::settings::Settings;
use crate::web::is_for_operators;
use axum::extract::{ConnectInfo, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Instant;
use tokio::time::timeout;

/// Who calls.
#[derive(Clone, Debug)]
pub(crate) struct Caller {
    pub(crate) visitor: Arc<str>,
    pub(crate) address: Arc<str>,
    pub(crate) language: Language,
}

/// The cookie with a visitor's id.
const COOKIE: &str = "joust";
/// Cookies last a year.
const YEAR: u32 = 31_536_000;

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

/// Goes around every request.
pub(crate) async fn guard(State(app): State<Arc<App>>, mut request: Request, next: Next) -> Response {
    let begin = Instant::now();
    let (method, path) = (request.method().clone(), request.uri().path().to_owned());
    let language = Language::of(request.uri(), request.headers());
    let chosen = Language::asked(request.uri());
    let address = address(&request, &app.settings);
    let known = language::cookie(request.headers(), COOKIE).and_then(|cookie| app.seal.open(cookie));
    let is_new = known.is_none();
    let Some(visitor) = known.or_else(|| stranger().ok()) else {
        return dress(Failure::Ours("no random numbers".into()).into_response(), language);
    };
    let caller = Caller { visitor: visitor.into(), address: address.into(), language };
    let allowed = admit(&app, &request, &caller);
    request.extensions_mut().insert(caller.clone());
    let mut response = match allowed {
        Ok(()) => {
            timeout(REQUEST_TIME, next.run(request)).await.unwrap_or_else(|_| Failure::Slow.into_response())
        }
        Err(failure) => failure.into_response(),
    };
    if !is_for_operators(&path) {
        // Files are the same for everybody and stay in caches: they carry no visitor.
        let visitor = (is_new && !response.headers().contains_key(header::ETAG)).then_some(&*caller.visitor);
        set_cookies(&app, &mut response, chosen, visitor);
    }
    let response = dress(response, language);
    let (status, micros) = (response.status().as_u16(), begin.elapsed().as_micros() as u64);
    tracing::debug!(%method, path, status, micros, "answered");
    response
}

/// Lets a browser remember a language that was chosen, and who it is.
fn set_cookies(app: &App, response: &mut Response, chosen: Option<Language>, visitor: Option<&str>) {
    let secure = if app.settings.is_https() { "; Secure" } else { "" };
    let attributes = format!("Path=/; Max-Age={YEAR}; SameSite=Lax{secure}");
    let language = chosen.map(|chosen| format!("{}={}; {attributes}", language::COOKIE, chosen.code()));
    let visitor =
        visitor.map(|visitor| format!("{COOKIE}={}; HttpOnly; {attributes}", app.seal.seal(visitor)));
    for cookie in [language, visitor].into_iter().flatten() {
        if let Ok(value) = HeaderValue::from_str(&cookie) {
            response.headers_mut().append(header::SET_COOKIE, value);
        }
    }
}

/// Whether a request may go on.
fn admit(app: &App, request: &Request, caller: &Caller) -> Result<(), Failure> {
    if !app.rates.take(What::Pages, &caller.address, PAGES) {
        app.metrics.floods.fetch_add(1, Relaxed);
        return Err(Failure::Flood);
    }
    if request.method() == Method::POST && !is_own_post(request.headers(), &app.settings) {
        return Err(Failure::Foreign);
    }
    Ok(())
}

/// Adds what every answer carries, and makes a page of a failure.
fn dress(mut response: Response, language: Language) -> Response {
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
fn address(request: &Request, settings: &Settings) -> String {
    let peer = request.extensions().get::<ConnectInfo<SocketAddr>>().map(|info| info.0.ip());
    let told = if settings.behind_proxy { forwarded(request.headers()) } else { None };
    told.or(peer).map(site).unwrap_or_default()
}

/// The address that the proxy wrote: it adds to the line of the browser, or a line after it.
fn forwarded(headers: &HeaderMap) -> Option<IpAddr> {
    let line = headers.get_all("x-forwarded-for").iter().next_back()?;
    line.to_str().ok()?.rsplit(',').next()?.trim().parse().ok()
}

/// Who shares an address: an IPv6 site has many, and its first half stands for them.
pub(crate) fn site(address: IpAddr) -> String {
    match address.to_canonical() {
        IpAddr::V6(address) => {
            let [a, b, c, d, ..] = address.segments();
            format!("{a:x}:{b:x}:{c:x}:{d:x}::/64")
        }
        IpAddr::V4(address) => address.to_string(),
    }
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

    #[test]
    fn only_what_the_proxy_wrote_counts() {
        let mut headers = HeaderMap::new();
        headers.append("x-forwarded-for", HeaderValue::from_static("1.1.1.1, 2.2.2.2"));
        assert_eq!(forwarded(&headers), "2.2.2.2".parse().ok());
        headers.append("x-forwarded-for", HeaderValue::from_static("3.3.3.3"));
        assert_eq!(forwarded(&headers), "3.3.3.3".parse().ok());
    }
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
    }
}
