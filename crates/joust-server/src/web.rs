//! Addresses, and the socket behind them.

use crate::app::{App, stopped};
use crate::failure::Failure;
use crate::limits::{CONNECTIONS_OF_ADDRESS, CONNECTIONS_OPEN, FORM_BYTES, GOODBYE, HEAD_BYTES, HEAD_TIME};
use crate::{assets, deeds, guard, live, pages, rates};
use axum::Router;
use axum::extract::{ConnectInfo, DefaultBodyLimit, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use hyper::body::Incoming;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use serde_json::json;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};

/// Where programs of operators look. They are no visitors, and get no cookies.
const HEALTH: &str = "/health";
const METRICS: &str = "/metrics";

/// Whether an address is one for operators.
pub(crate) fn is_for_operators(path: &str) -> bool {
    path == HEALTH || path == METRICS
}

/// All addresses.
pub(crate) fn router(app: &Arc<App>) -> Router {
    Router::new()
        .route("/", get(pages::home))
        .route("/new", get(pages::home))
        .route("/games", post(deeds::make))
        .route("/game/{id}", get(pages::game))
        .route("/game/{id}/live", get(live::live))
        .route("/game/{id}/record", get(pages::record))
        .route("/name", post(deeds::set_name))
        .route("/rules/{game}", get(pages::rules))
        .route("/assets/{name}", get(assets::file))
        .route(HEALTH, get(health))
        .route(METRICS, get(metrics))
        .fallback(|| async { Failure::NotFound })
        .layer(DefaultBodyLimit::max(FORM_BYTES))
        .layer(from_fn_with_state(Arc::clone(app), guard::guard))
        .with_state(Arc::clone(app))
}

async fn health(State(app): State<Arc<App>>) -> Response {
    let (store, age) = (app.is_healthy(), app.beat_age().as_millis() as u64);
    let ok = store && !app.is_stopping();
    let status = if ok { StatusCode::OK } else { StatusCode::SERVICE_UNAVAILABLE };
    let text = json!({ "ok": ok, "store": store, "beat_age_ms": age, "version": env!("CARGO_PKG_VERSION") })
        .to_string();
    let headers = [(header::CONTENT_TYPE, "application/json"), (header::CACHE_CONTROL, "no-store")];
    (status, headers, text).into_response()
}

async fn metrics(State(app): State<Arc<App>>) -> Response {
    app.metrics.failed_writes.store(app.store.failed_writes(), Relaxed);
    app.metrics.beat_age.store(app.beat_age().as_millis() as i64, Relaxed);
    let text = app.metrics.text(app.hall.len());
    let kind = HeaderValue::from_static("text/plain; version=0.0.4; charset=utf-8");
    ([(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, HeaderValue::from_static("no-store"))], text)
        .into_response()
}

/// Takes connections until the server stops.
pub(crate) async fn accept(app: Arc<App>, listener: TcpListener) {
    let router = router(&app);
    let mut stop = app.stop.subscribe();
    loop {
        let taken = tokio::select! {
            taken = listener.accept() => taken,
            () = stopped(&mut stop) => return,
        };
        match taken {
            Ok((stream, peer)) => {
                if let Some(place) = place(&app, peer) {
                    tokio::spawn(connection(place, router.clone(), stream, peer));
                }
            }
            // Too many files are open, or the other side was gone at once: others may have more luck.
            Err(why) => {
                tracing::warn!(%why, "a connection could not be taken");
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
        }
    }
}

/// A place among the connections for pages, given back when it is dropped.
struct Place {
    app: Arc<App>,
    _of_address: Option<rates::Place>,
}

impl Drop for Place {
    fn drop(&mut self) {
        self.app.metrics.connections.fetch_sub(1, Relaxed);
    }
}

/// A place for one more connection, if there is one.
fn place(app: &Arc<App>, peer: SocketAddr) -> Option<Place> {
    if app.settings.rate_limits && app.metrics.connections.load(Relaxed) >= CONNECTIONS_OPEN {
        return None;
    }
    // Behind a proxy everybody has its address.
    let own = (!app.settings.behind_proxy).then(|| format!("pages {}", guard::site(peer.ip())));
    let of_address = own.map(|own| app.rates.enter(&own, CONNECTIONS_OF_ADDRESS));
    if let Some(None) = of_address {
        app.metrics.floods.fetch_add(1, Relaxed);
        return None;
    }
    app.metrics.connections.fetch_add(1, Relaxed);
    Some(Place { app: Arc::clone(app), _of_address: of_address.flatten() })
}

async fn connection(place: Place, router: Router, stream: TcpStream, peer: SocketAddr) {
    // Moves are small and must not wait for more.
    let _ = stream.set_nodelay(true);
    let pages = TowerToHyperService::new(router);
    let service = service_fn(move |mut request: hyper::Request<Incoming>| {
        request.extensions_mut().insert(ConnectInfo(peer));
        pages.call(request)
    });
    let serving = hyper::server::conn::http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD_TIME)
        .max_buf_size(HEAD_BYTES)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    let mut serving = std::pin::pin!(serving);
    let mut stop = place.app.stop.subscribe();
    let over = tokio::select! {
        over = serving.as_mut() => over,
        () = stopped(&mut stop) => {
            serving.as_mut().graceful_shutdown();
            tokio::time::timeout(GOODBYE, serving).await.unwrap_or(Ok(()))
        }
    };
    if let Err(why) = over {
        tracing::trace!(%peer, %why, "a connection ended early");
    }
}

/// Waits until all connections are closed, but not for ever.
pub(crate) async fn goodbye(app: &App) {
    let begin = tokio::time::Instant::now();
    let open = || app.metrics.sockets.load(Relaxed) + app.metrics.connections.load(Relaxed);
    while open() > 0 && begin.elapsed() < GOODBYE {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}
