//! Addresses, and the socket behind them.

use crate::app::{App, stopped};
use crate::failure::Failure;
use crate::limits::{FORM_BYTES, GOODBYE, HEAD_BYTES, HEAD_TIME};
use crate::{assets, deeds, guard, live, pages};
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
        .route("/health", get(health))
        .route("/metrics", get(metrics))
        .fallback(|| async { Failure::NotFound })
        .layer(DefaultBodyLimit::max(FORM_BYTES))
        .layer(from_fn_with_state(Arc::clone(app), guard::guard))
        .with_state(Arc::clone(app))
}

async fn health(State(app): State<Arc<App>>) -> Response {
    let store = app.is_healthy().await;
    let ok = store && !app.is_stopping();
    let status = if ok { StatusCode::OK } else { StatusCode::SERVICE_UNAVAILABLE };
    let text = json!({ "ok": ok, "store": store, "version": env!("CARGO_PKG_VERSION") }).to_string();
    let headers = [(header::CONTENT_TYPE, "application/json"), (header::CACHE_CONTROL, "no-store")];
    (status, headers, text).into_response()
}

async fn metrics(State(app): State<Arc<App>>) -> Response {
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
                tokio::spawn(connection(Arc::clone(&app), router.clone(), stream, peer));
            }
            // Too many files are open, or the other side was gone at once: others may have more luck.
            Err(why) => {
                tracing::warn!(%why, "a connection could not be taken");
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
        }
    }
}

async fn connection(app: Arc<App>, router: Router, stream: TcpStream, peer: SocketAddr) {
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
    let mut stop = app.stop.subscribe();
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

/// Waits until all sockets are closed, but not for ever.
pub(crate) async fn goodbye(app: &App) {
    let begin = tokio::time::Instant::now();
    while app.metrics.sockets.load(Relaxed) > 0 && begin.elapsed() < GOODBYE {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}
