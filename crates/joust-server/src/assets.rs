//! Scripts, styles and the rules for the page. Their addresses change with their content, so
//! browsers keep them for a year.

use crate::failure::Failure;
use axum::body::Body;
use axum::extract::{Path, Query};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use joust_pages::asset;

/// The address of a file of the arena. A file that was not built has an address, too, which is not found.
pub(crate) fn url(name: &str) -> String {
    let hash = asset(name).map_or("", |asset| asset.hash);
    format!("/assets/{name}?v={hash}")
}

/// Files without which the arena cannot be played.
const NEEDED: [&str; 4] = ["arena.css", "game.js", "home.js", "rules.wasm"];

/// Names of files that are missing, because the pages were not built.
pub(crate) fn missing() -> Vec<&'static str> {
    NEEDED.into_iter().filter(|name| asset(name).is_none()).collect()
}

/// The query of a request: the hash of the content.
#[derive(serde::Deserialize)]
pub(crate) struct Asked {
    #[serde(default)]
    v: String,
}

/// `GET /assets/NAME?v=HASH`
pub(crate) async fn file(
    Path(name): Path<String>,
    Query(asked): Query<Asked>,
    headers: HeaderMap,
) -> Result<Response, Failure> {
    let asset = asset(&name).ok_or(Failure::NotFound)?;
    let tag = format!("\"{}\"", asset.hash);
    let is_known = headers.get(header::IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes());
    let accepts = headers.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok()).unwrap_or("");
    let gzip = !asset.gzip.is_empty() && accepts.split(',').any(|word| word.trim().starts_with("gzip"));
    let bytes = if gzip { asset.gzip } else { asset.bytes };
    let mut response =
        if is_known { StatusCode::NOT_MODIFIED.into_response() } else { Body::from(bytes).into_response() };
    let answer = response.headers_mut();
    // Another version of the program may serve another content at this address.
    let keep = if asked.v == asset.hash { "public, max-age=31536000, immutable" } else { "no-cache" };
    answer.insert(header::CACHE_CONTROL, HeaderValue::from_static(keep));
    answer.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        answer.insert(header::ETAG, tag);
    }
    if !is_known {
        answer.insert(header::CONTENT_TYPE, HeaderValue::from_static(asset.mime));
        if gzip {
            answer.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
        }
    }
    Ok(response)
}
