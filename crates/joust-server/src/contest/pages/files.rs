//! Downloads of contests. What a student has written is never shown as a page of this site.

use crate::app::App;
use crate::contest::service::{FileBytes, RoundFile};
use crate::failure::Failure;
use crate::guard::Caller;
use axum::Extension;
use axum::extract::{Path, State};
use axum::http::{HeaderName, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use std::sync::Arc;

/// The policy of a page that somebody else's words may be in: its own script and styles, no origin, no network.
pub(crate) const ALONE: &str = "sandbox allow-scripts allow-downloads; default-src 'none'; script-src 'unsafe-inline' \
    'wasm-unsafe-eval' blob: data:; worker-src blob: data:; connect-src blob: data:; style-src 'unsafe-inline'; img-src data: blob:; font-src data:; base-uri 'none'; \
    form-action 'none'; frame-ancestors 'none'";

/// The name of a file in a header: letters, digits and a few signs.
fn plain(name: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() || "._-".contains(c) { c } else { '_' };
    let name: String = name.chars().map(plain).take(80).collect();
    if name.is_empty() { "file".to_owned() } else { name }
}

/// A file to keep.
fn download(file: FileBytes, kind: &'static str) -> Response {
    let named = format!("attachment; filename=\"{}\"", plain(&file.name));
    let headers = [
        (header::CONTENT_TYPE, kind.to_owned()),
        (header::CONTENT_DISPOSITION, named),
        (header::CACHE_CONTROL, "no-store".to_owned()),
    ];
    (headers, file.bytes).into_response()
}

/// A page that stands alone: it is shown without the cookies and the origin of the arena.
pub(crate) fn alone(file: FileBytes) -> Response {
    let headers: [(HeaderName, HeaderValue); 3] = [
        (header::CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8")),
        (header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(ALONE)),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
    ];
    (headers, file.bytes).into_response()
}

const BYTES: &str = "application/octet-stream";
const CSV: &str = "text/csv; charset=utf-8";
const TEXT: &str = "text/plain; charset=utf-8";

/// `GET /contests/ID/versions/N/source`
pub(crate) async fn source(
    State(app): State<Arc<App>>,
    Path((id, number)): Path<(String, u64)>,
    Extension(caller): Extension<Caller>,
) -> Result<Response, Failure> {
    Ok(download(app.contests.source(&caller, &id, number).await?, BYTES))
}

/// `GET /contests/ID/versions/N/module`
pub(crate) async fn module(
    State(app): State<Arc<App>>,
    Path((id, number)): Path<(String, u64)>,
    Extension(caller): Extension<Caller>,
) -> Result<Response, Failure> {
    Ok(download(app.contests.module(&caller, &id, number).await?, BYTES))
}

/// `GET /contests/ID/matches/M/record`
pub(crate) async fn record(
    State(app): State<Arc<App>>,
    Path((id, number)): Path<(String, u64)>,
    Extension(caller): Extension<Caller>,
) -> Result<Response, Failure> {
    Ok(download(app.contests.record(&caller, &id, number).await?, BYTES))
}

async fn of_round(
    app: &App,
    caller: &Caller,
    (id, number): (&str, usize),
    file: RoundFile,
) -> Result<FileBytes, Failure> {
    Ok(app.contests.round_file(caller, id, number, file).await?)
}

/// `GET /contests/ID/rounds/R/gradebook`
pub(crate) async fn round_gradebook(
    State(app): State<Arc<App>>,
    Path((id, number)): Path<(String, usize)>,
    Extension(caller): Extension<Caller>,
) -> Result<Response, Failure> {
    Ok(download(of_round(&app, &caller, (&id, number), RoundFile::Gradebook).await?, CSV))
}

/// `GET /contests/ID/rounds/R/report`
pub(crate) async fn round_report(
    State(app): State<Arc<App>>,
    Path((id, number)): Path<(String, usize)>,
    Extension(caller): Extension<Caller>,
) -> Result<Response, Failure> {
    Ok(alone(of_round(&app, &caller, (&id, number), RoundFile::Report).await?))
}

/// `GET /contests/ID/rounds/R/journal`
pub(crate) async fn round_journal(
    State(app): State<Arc<App>>,
    Path((id, number)): Path<(String, usize)>,
    Extension(caller): Extension<Caller>,
) -> Result<Response, Failure> {
    Ok(download(of_round(&app, &caller, (&id, number), RoundFile::Journal).await?, TEXT))
}

/// `GET /contests/ID/class/list`
pub(crate) async fn class_csv(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Extension(caller): Extension<Caller>,
) -> Result<Response, Failure> {
    Ok(download(app.contests.class_csv(&caller, &id).await?, CSV))
}

/// `GET /contests/ID/gradebook`
pub(crate) async fn gradebook(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Extension(caller): Extension<Caller>,
) -> Result<Response, Failure> {
    Ok(download(app.contests.gradebook(&caller, &id).await?, CSV))
}

/// `GET /contests/ID/archive`
pub(crate) async fn archive(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Extension(caller): Extension<Caller>,
) -> Result<Response, Failure> {
    Ok(download(app.contests.archive(&caller, &id).await?, BYTES))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_in_a_header_is_plain() {
        assert_eq!(plain("AIMax.cc"), "AIMax.cc");
        assert_eq!(plain("a\"b\r\né.cc"), "a_b___.cc");
        assert_eq!(plain(""), "file");
    }

    #[test]
    fn a_page_that_stands_alone_has_no_origin() {
        let page = alone(FileBytes { name: "x".into(), bytes: b"<p>".to_vec() });
        let policy = page.headers()[header::CONTENT_SECURITY_POLICY].to_str().unwrap();
        assert!(policy.starts_with("sandbox allow-scripts") && !policy.contains("allow-same-origin"));
        assert!(!policy.contains("'self'") && !policy.contains("http"), "it reaches nothing: {policy}");
    }
}
