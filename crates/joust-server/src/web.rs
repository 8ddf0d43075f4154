//! The routes, and the connections that serve them.

use crate::address::Address;
use crate::app::{App, stopped};
use crate::failure::Failure;
use crate::limits::{FORM_BYTES, GOODBYE, HEAD_BYTES, HEAD_TIME, HEAD_TIME_OF_PLAYERS};
use crate::metrics::Held;
use crate::rates::{Full, Room};
use crate::stream::{Meter, Patient};
use crate::{
    account, analyse, assets, contest, deeds, exact, guard, home, learn, live, offline, pages, picture,
    puzzles, rates, watch,
};
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

/// The paths for programs of operators, which are not visitors and get no cookies.
const HEALTH: &str = "/health";
const METRICS: &str = "/metrics";

/// Whether an address is one for operators.
pub(crate) fn is_for_operators(path: &str) -> bool {
    path == HEALTH || path == METRICS
}

/// All routes.
pub(crate) fn router(app: &Arc<App>) -> Router {
    let for_operators = if app.settings.admin.is_some() { Router::new() } else { for_operators() };
    for_operators
        .route("/new", get(pages::new_game))
        .route("/games", get(home::games).post(deeds::make))
        .route("/game/{id}", get(pages::game))
        .route("/game/{id}/live", get(live::live))
        .route("/game/{id}/record", get(pages::record))
        .route("/name", post(deeds::set_name))
        .route("/rules/{game}", get(pages::rules))
        .route("/assets/{name}", get(assets::file))
        .route("/exact", get(exact::exact))
        .merge(account::routes())
        .merge(contest::routes())
        .merge(home::routes())
        .merge(offline::routes())
        .merge(picture::routes())
        .merge(learn::routes())
        .merge(puzzles::routes())
        .merge(analyse::routes())
        .merge(watch::routes())
        .fallback(|| async { Failure::NotFound })
        .layer(DefaultBodyLimit::max(FORM_BYTES))
        .layer(from_fn_with_state(Arc::clone(app), guard::guard))
        .with_state(Arc::clone(app))
}

/// The routes for operators.
fn for_operators() -> Router<Arc<App>> {
    Router::new().route(HEALTH, get(health)).route(METRICS, get(metrics))
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
    let kind = HeaderValue::from_static("application/openmetrics-text; version=1.0.0; charset=utf-8");
    ([(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, HeaderValue::from_static("no-store"))], text)
        .into_response()
}

/// Takes connections of visitors until the server stops.
pub(crate) async fn accept(app: Arc<App>, listener: TcpListener) {
    let router = router(&app);
    listen(&app, listener, router, true).await;
}

/// Takes connections of operators until the server stops. They do not count against the slots of
/// visitors, who may have taken all of them.
pub(crate) async fn accept_operators(app: Arc<App>, listener: TcpListener) {
    let router = for_operators().with_state(Arc::clone(&app));
    listen(&app, listener, router, false).await;
}

async fn listen(app: &Arc<App>, listener: TcpListener, router: Router, are_visitors: bool) {
    let mut stop = app.stop.subscribe();
    loop {
        let taken = tokio::select! {
            taken = listener.accept() => taken,
            () = stopped(&mut stop) => return,
        };
        match taken {
            Ok((stream, peer)) => {
                let place = if are_visitors { place(app, peer).map(Some) } else { Some(None) };
                if let Some(place) = place {
                    tokio::spawn(connection(Arc::clone(app), place, router.clone(), stream, peer));
                }
            }
            // Too many files are open, or the other side was gone at once: the next connection may succeed.
            Err(why) => {
                tracing::warn!(%why, "a connection could not be taken");
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
        }
    }
}

/// Marks a connection that is reserved for players, because others have taken all other slots.
#[derive(Clone, Copy)]
pub(crate) struct Kept;

/// The game of a path, if it is one that a player needs to come back to the game.
pub(crate) fn game_of(path: &str) -> Option<&str> {
    let rest = path.strip_prefix("/game/")?;
    match rest.split_once('/') {
        None => Some(rest),
        Some((id, "live" | "record")) => Some(id),
        Some(_) => None,
    }
}

/// A slot among the connections for pages, released when it is dropped.
struct PageSlot {
    kept: Option<Kept>,
    _among: rates::ConnectionSlot,
    _count: Held,
}

/// A slot for one more connection, if one is free.
fn place(app: &Arc<App>, peer: SocketAddr) -> Option<PageSlot> {
    // Behind a proxy all visitors have its address.
    let address = (app.settings.behind_proxy == 0).then(|| Address::from(peer.ip()));
    let enter = |room| app.rates.enter(room, None, address.as_ref());
    let found = enter(Room::Pages).map(|place| (place, None));
    let Ok((place, kept)) =
        found.or_else(|_: Full| enter(Room::PagesOfPlayers).map(|place| (place, Some(Kept))))
    else {
        app.metrics.floods.fetch_add(1, Relaxed);
        return None;
    };
    Some(PageSlot { kept, _among: place, _count: Held::new(&app.metrics, |metrics| &metrics.connections) })
}

async fn connection(
    app: Arc<App>,
    place: Option<PageSlot>,
    router: Router,
    stream: TcpStream,
    peer: SocketAddr,
) {
    // Moves are small and must not be delayed (Nagle's algorithm).
    let _ = stream.set_nodelay(true);
    let pages = TowerToHyperService::new(router);
    let kept = place.as_ref().and_then(|place| place.kept);
    let meter = Meter::default();
    let patient = Patient::new(stream, app.settings.limits.patience, meter.clone());
    let service = service_fn(move |mut request: hyper::Request<Incoming>| {
        request.extensions_mut().insert(ConnectInfo(peer));
        request.extensions_mut().insert(meter.clone());
        if let Some(kept) = kept {
            request.extensions_mut().insert(kept);
        }
        pages.call(request)
    });
    let serving = hyper::server::conn::http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(if kept.is_some() { HEAD_TIME_OF_PLAYERS } else { HEAD_TIME })
        .max_buf_size(HEAD_BYTES)
        .serve_connection(TokioIo::new(patient), service)
        .with_upgrades();
    let mut serving = std::pin::pin!(serving);
    let mut stop = app.stop.subscribe();
    let over = tokio::select! {
        over = serving.as_mut() => over,
        () = stopped(&mut stop) => {
            serving.as_mut().graceful_shutdown();
            tokio::time::timeout(GOODBYE, serving).await.unwrap_or(Ok(()))
        }
    };
    drop(place);
    if let Err(why) = over {
        tracing::trace!(%peer, %why, "a connection ended early");
    }
}

/// Waits until all connections are closed, with a time limit.
pub(crate) async fn goodbye(app: &App) {
    let begin = tokio::time::Instant::now();
    let open = || app.metrics.sockets.load(Relaxed) + app.metrics.connections.load(Relaxed);
    while open() > 0 && begin.elapsed() < GOODBYE {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}
