//! Downloads of contests. What a student has written is never shown as a page of this site.

use crate::app::App;
use crate::contest::api::download;
use crate::contest::limits::PIECE_BYTES;
use crate::contest::service::{FileBytes, KeptFile, RoundFile};
use crate::failure::Failure;
use crate::guard::Caller;
use axum::Extension;
use axum::body::Body;
use axum::extract::{Path, State};
use axum::http::{HeaderValue, header};
use axum::response::Response;
use futures_util::stream;
use std::io::Read as _;
use std::sync::Arc;

/// The policy of a page that somebody else's words may be in: its own script and styles, no origin, no network.
pub(crate) const ALONE: &str = "sandbox allow-scripts allow-downloads; default-src 'none'; script-src 'unsafe-inline' \
    'wasm-unsafe-eval' blob: data:; worker-src blob: data:; connect-src blob: data:; style-src 'unsafe-inline'; img-src data: blob:; font-src data:; base-uri 'none'; \
    form-action 'none'; frame-ancestors 'none'";

/// A download as a page that stands alone: it is shown without the cookies and the origin of the arena.
pub(crate) fn alone(mut page: Response) -> Response {
    page.headers_mut().remove(header::CONTENT_DISPOSITION);
    page.headers_mut().insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(ALONE));
    page
}

/// A file on the disk as a download. It is read piece by piece, because it may be large.
pub(crate) fn attached(file: KeptFile) -> Response {
    let KeptFile { name, file, bytes } = file;
    let pieces = stream::unfold(Some(file), async |file| {
        let mut file = file?;
        let read = move || {
            let mut piece = Vec::new();
            file.by_ref().take(PIECE_BYTES).read_to_end(&mut piece).map(|_| (piece, file))
        };
        match tokio::task::spawn_blocking(read).await.map_err(std::io::Error::other).flatten() {
            Ok((piece, _)) if piece.is_empty() => None,
            Ok((piece, file)) => Some((Ok(piece), Some(file))),
            Err(why) => Some((Err(why), None)),
        }
    });
    let mut response = download(FileBytes { name, bytes: Vec::new() });
    *response.body_mut() = Body::from_stream(Box::pin(pieces));
    response.headers_mut().insert(header::CONTENT_LENGTH, HeaderValue::from(bytes));
    response
}

/// `GET /contests/ID/versions/N/source`
pub(crate) async fn source(
    State(app): State<Arc<App>>,
    Path((id, number)): Path<(String, u64)>,
    Extension(caller): Extension<Caller>,
) -> Result<Response, Failure> {
    Ok(download(app.contests.source(&caller, &id, number).await?))
}

/// `GET /contests/ID/versions/N/module`
pub(crate) async fn module(
    State(app): State<Arc<App>>,
    Path((id, number)): Path<(String, u64)>,
    Extension(caller): Extension<Caller>,
) -> Result<Response, Failure> {
    Ok(download(app.contests.module(&caller, &id, number).await?))
}

/// `GET /contests/ID/matches/M/record`
pub(crate) async fn record(
    State(app): State<Arc<App>>,
    Path((id, number)): Path<(String, u64)>,
    Extension(caller): Extension<Caller>,
) -> Result<Response, Failure> {
    Ok(download(app.contests.record(&caller, &id, number).await?))
}

/// `GET /contests/ID/rounds/R/games/G/record`
pub(crate) async fn round_record(
    State(app): State<Arc<App>>,
    Path((id, round, number)): Path<(String, usize, u64)>,
    Extension(caller): Extension<Caller>,
) -> Result<Response, Failure> {
    Ok(download(app.contests.round_record(&caller, &id, round, number).await?))
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
    Ok(download(of_round(&app, &caller, (&id, number), RoundFile::Gradebook).await?))
}

/// `GET /contests/ID/rounds/R/report`
pub(crate) async fn round_report(
    State(app): State<Arc<App>>,
    Path((id, number)): Path<(String, usize)>,
    Extension(caller): Extension<Caller>,
) -> Result<Response, Failure> {
    Ok(alone(download(of_round(&app, &caller, (&id, number), RoundFile::Report).await?)))
}

/// `GET /contests/ID/rounds/R/journal`
pub(crate) async fn round_journal(
    State(app): State<Arc<App>>,
    Path((id, number)): Path<(String, usize)>,
    Extension(caller): Extension<Caller>,
) -> Result<Response, Failure> {
    Ok(download(of_round(&app, &caller, (&id, number), RoundFile::Journal).await?))
}

/// `GET /contests/ID/class/list`
pub(crate) async fn class_csv(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Extension(caller): Extension<Caller>,
) -> Result<Response, Failure> {
    Ok(download(app.contests.class_csv(&caller, &id).await?))
}

/// `GET /contests/ID/gradebook`
pub(crate) async fn gradebook(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Extension(caller): Extension<Caller>,
) -> Result<Response, Failure> {
    Ok(download(app.contests.gradebook(&caller, &id).await?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_that_stands_alone_has_no_origin() {
        let page = alone(download(FileBytes { name: "x.html".into(), bytes: b"<p>".to_vec() }));
        assert!(page.headers().get(header::CONTENT_DISPOSITION).is_none());
        let policy = page.headers()[header::CONTENT_SECURITY_POLICY].to_str().unwrap();
        assert!(policy.starts_with("sandbox allow-scripts") && !policy.contains("allow-same-origin"));
        assert!(!policy.contains("'self'") && !policy.contains("http"), "it reaches nothing: {policy}");
    }
}
