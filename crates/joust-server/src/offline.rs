//! What makes the arena an app: the manifest, the service worker with the list of its files, and the page
//! for playing without a network.
//!
//! The worker keeps a fixed list of files and pages ([`KEPT`], [`PAGES`]) and nothing else, so its cache is
//! bounded. The engine ([`ENGINE`]) is as heavy as all the rest: it is kept only for visitors who have opened
//! a page that uses it, or have installed the app. Until then the computer of `/offline` plays without it. Files are found by their full address, which changes with their content. Pages always come
//! from the network while there is one.

use crate::app::App;
use crate::assets::url;
use crate::failure::Failure;
use crate::guard::Caller;
use crate::language::Language;
use crate::pages::{Frame, Preview, page};
use crate::words::words;
use askama::Template;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Extension, Router};
use joust_pages::asset;
use serde_json::json;
use sha2::{Digest, Sha256};
use std::sync::{Arc, LazyLock};

words! {
    /// The words of the app and of its page.
    OfflineWords;
    title: &'static str = "Play offline", "Jouer hors ligne";
    about: &'static str = "Play the computer on this device. No network is needed, and nothing is sent.",
        "Jouez contre l’ordinateur sur cet appareil. Sans réseau, et sans rien envoyer.";
    install: &'static str = "To have Joust among your apps, choose “Install” or “Add to home screen” in the menu of \
            your browser.",
        "Pour avoir Joust parmi vos applications, choisissez « Installer » ou « Ajouter à l’écran \
         d’accueil » dans le menu du navigateur.";
    description: &'static str = "Play, program and solve three strategy games.",
        "Jouez, programmez et résolvez trois jeux de stratégie.";
    play: &'static str = "New game", "Nouvelle partie";
    puzzles: &'static str = "Puzzles", "Problèmes";
}

/// The files that the worker keeps, as far as the build has them: all that the pages below need.
const KEPT: &[&str] = &[
    "arena.css",
    "home.css",
    "early.js",
    "geist.woff2",
    "geist-mono.woff2",
    "icon.svg",
    "rules.wasm",
    "local.js",
    "offline.js",
    "offline.css",
    "puzzles.js",
    "puzzles.css",
    "puzzles.tsv",
];

/// The engine, which the worker keeps once a page asks for it.
const ENGINE: &[&str] = &["engine.js", "analysis.wasm"];

/// The pages that the worker keeps, in both languages.
const PAGES: &[&str] = &["/offline", "/puzzles"];

/// The routes of the app.
pub(crate) fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/offline", get(index))
        .route("/manifest.webmanifest", get(manifest))
        .route("/sw.js", get(worker))
}

/// `templates/offline.html`
#[derive(Template)]
#[template(path = "offline.html")]
struct OfflinePage {
    frame: Frame,
    words: &'static OfflineWords,
    preview: Preview,
}

impl OfflinePage {
    /// The address of a file, if the build has it.
    fn address(name: &str) -> Option<String> {
        asset(name).map(|_| url(name))
    }
}

/// `GET /offline`
async fn index(Extension(caller): Extension<Caller>) -> Result<Response, Failure> {
    let words = OfflineWords::of(caller.language);
    let preview = Preview::of_game(&caller, words.title, words.about, "mad");
    page(&OfflinePage { frame: Frame::new(caller.language), words, preview })
}

/// `GET /manifest.webmanifest`
async fn manifest(Extension(caller): Extension<Caller>) -> Response {
    let words = OfflineWords::of(caller.language);
    let picture = |name: &str, sizes: &str, purpose: &str| {
        let kind = if name.ends_with("svg") { "image/svg+xml" } else { "image/png" };
        json!({ "src": url(name), "sizes": sizes, "type": kind, "purpose": purpose })
    };
    let text = json!({
        "id": "/",
        "name": "Joust",
        "short_name": "Joust",
        "description": words.description,
        "lang": caller.language.code(),
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": "#0c0f1f",
        "theme_color": "#12162b",
        "categories": ["games", "education"],
        "icons": [
            picture("icon.svg", "any", "any"),
            picture("icon-192.png", "192x192", "any"),
            picture("icon-512.png", "512x512", "any"),
            picture("icon-maskable.png", "512x512", "maskable"),
        ],
        "shortcuts": [
            { "name": words.play, "url": "/new" },
            { "name": words.puzzles, "url": "/puzzles" },
            { "name": words.title, "url": "/offline" },
        ],
    });
    let headers = [
        (header::CONTENT_TYPE, "application/manifest+json; charset=utf-8"),
        (header::CACHE_CONTROL, "no-cache"),
    ];
    (headers, text.to_string()).into_response()
}

/// The worker with its list, and the hash of both.
static WORKER: LazyLock<Option<(String, String)>> = LazyLock::new(|| {
    let script = std::str::from_utf8(asset("sw.js")?.bytes).ok()?;
    let built = |names: &[&str]| -> Vec<String> {
        names.iter().filter(|name| asset(name).is_some()).map(|name| url(name)).collect()
    };
    let languages = [Language::English, Language::French].map(Language::code);
    // Pages come from the templates, so the version of the program counts as well.
    let list =
        json!({ "files": built(KEPT), "engine": built(ENGINE), "pages": PAGES, "languages": languages })
            .to_string();
    let seal = Sha256::digest(format!("{}{list}{script}", env!("CARGO_PKG_VERSION")));
    let version = hex::encode(&seal[..8]);
    Some((format!("self.shell={{\"version\":\"{version}\",...{list}}};\n{script}"), version))
});

/// `GET /sw.js`: at the root, so that it may serve all pages.
async fn worker(headers: HeaderMap) -> Result<Response, Failure> {
    let (text, version) = WORKER.as_ref().ok_or(Failure::NotFound)?;
    let tag = format!("\"{version}\"");
    if headers.get(header::IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes()) {
        return Ok(StatusCode::NOT_MODIFIED.into_response());
    }
    let mut response = text.as_str().into_response();
    let answer = response.headers_mut();
    answer.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/javascript; charset=utf-8"));
    answer.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        answer.insert(header::ETAG, tag);
    }
    Ok(response)
}
