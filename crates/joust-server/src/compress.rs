//! Compresses pages. Files are compressed when they are built.
//!
//! Compression lets an attacker who sees the sizes of pages guess a secret that stands beside repeated
//! input (BREACH). So a page either repeats what its address says (`/new`, `/analyse`) or shows what others
//! may not know (the addresses of own games, on `/` and `/games`), never both.

use axum::body::{Body, to_bytes};
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::Response;
use flate2::Compression;
use flate2::write::GzEncoder;
use std::io::Write as _;

/// Smaller pages fit into one packet as they are.
const LEAST: usize = 1000;
/// The largest page that is compressed; a larger one would hold its thread for too long.
const MOST: usize = 1 << 20;
/// A page is compressed for one visitor: the last few per cent are not worth the time.
const LEVEL: u32 = 5;

/// Whether a browser takes compressed pages.
pub(crate) fn is_welcome(headers: &HeaderMap) -> bool {
    let accepts = headers.get_all(header::ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok());
    accepts.flat_map(|text| text.split(',')).any(|word| {
        let (name, weight) = word.split_once(';').unwrap_or((word, ""));
        let weight = weight.trim().strip_prefix("q=").map_or(1.0, |q| q.parse().unwrap_or(0.0));
        name.trim().eq_ignore_ascii_case("gzip") && weight > 0.0
    })
}

/// The response, compressed if it is a page and not compressed yet.
pub(crate) async fn compressed(response: Response) -> Response {
    let headers = response.headers();
    let kind = headers.get(header::CONTENT_TYPE).map(HeaderValue::as_bytes);
    let length = headers.get(header::CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse().ok());
    if !kind.is_some_and(|kind| kind.starts_with(b"text/html"))
        || headers.contains_key(header::CONTENT_ENCODING)
        // A report that comes from the disk piece by piece is not gathered in memory.
        || length.is_some_and(|length: usize| length > MOST)
    {
        return response;
    }
    let (mut head, body) = response.into_parts();
    // A page is a text in memory, so this neither waits nor fails.
    let Ok(bytes) = to_bytes(body, usize::MAX).await else {
        return Response::from_parts(head, Body::empty());
    };
    head.headers.append(header::VARY, HeaderValue::from_static("accept-encoding"));
    if !(LEAST..=MOST).contains(&bytes.len()) {
        return Response::from_parts(head, Body::from(bytes));
    }
    let mut packer = GzEncoder::new(Vec::with_capacity(bytes.len() / 3), Compression::new(LEVEL));
    match packer.write_all(&bytes).and_then(|()| packer.finish()) {
        Ok(packed) => {
            head.headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
            head.headers.remove(header::CONTENT_LENGTH);
            Response::from_parts(head, Body::from(packed))
        }
        Err(_) => Response::from_parts(head, Body::from(bytes)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::response::{Html, IntoResponse};
    use std::io::Read as _;

    #[test]
    fn only_browsers_that_take_it_get_it() {
        let welcome = |text: &'static str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::ACCEPT_ENCODING, HeaderValue::from_static(text));
            is_welcome(&headers)
        };
        assert!(welcome("gzip") && welcome("br, gzip;q=0.8") && welcome("GZIP"));
        assert!(!welcome("br") && !welcome("gzip;q=0") && !welcome("identity"));
        assert!(!is_welcome(&HeaderMap::new()));
    }

    #[tokio::test]
    async fn a_page_is_the_same_after_it_is_unpacked() {
        let text = "<p>Joust</p>".repeat(500);
        let page = compressed(Html(text.clone()).into_response()).await;
        assert_eq!(page.headers()[header::CONTENT_ENCODING], "gzip");
        let packed = to_bytes(page.into_body(), usize::MAX).await.unwrap();
        assert!(packed.len() < text.len() / 10);
        let mut found = String::new();
        flate2::read::GzDecoder::new(&*packed).read_to_string(&mut found).unwrap();
        assert_eq!(found, text);
        let other = compressed("plain".repeat(500).into_response()).await;
        assert!(!other.headers().contains_key(header::CONTENT_ENCODING));
        let short = compressed(Html("short").into_response()).await;
        assert_eq!(to_bytes(short.into_body(), 99).await.unwrap(), "short");
    }
}
