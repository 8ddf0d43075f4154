//! The HTTP client for identity providers: hyper and rustls, which the server has anyway. It does not follow
//! redirects, so a provider cannot lead it to an address inside the operator's network.

use crate::limits::{PROVIDER_BYTES, PROVIDER_TIME};
use axum::body::Bytes;
use http_body_util::{BodyExt, Full, Limited};
use hyper_rustls::{HttpsConnector, HttpsConnectorBuilder};
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioExecutor;
use openidconnect::{AsyncHttpClient, HttpRequest, HttpResponse};
use std::pin::Pin;
use tokio::time::timeout;

/// A client that keeps its connections.
pub(crate) struct HttpClient(Client<HttpsConnector<HttpConnector>, Full<Bytes>>);

/// Why a request to a provider failed.
#[derive(Debug, thiserror::Error)]
pub(crate) enum HttpError {
    #[error("{0}")]
    Client(#[from] hyper_util::client::legacy::Error),
    #[error("no answer within {} s", PROVIDER_TIME.as_secs())]
    Slow,
    #[error("an answer could not be read: {0}")]
    Body(String),
}

impl HttpClient {
    /// A client that trusts the authorities of the system.
    pub(crate) fn new() -> std::io::Result<HttpClient> {
        let tls = HttpsConnectorBuilder::new()
            .with_provider_and_native_roots(rustls::crypto::ring::default_provider())?
            .https_or_http()
            .enable_http1()
            .build();
        Ok(HttpClient(Client::builder(TokioExecutor::new()).build(tls)))
    }

    async fn ask(&self, request: HttpRequest) -> Result<HttpResponse, HttpError> {
        let answer = self.0.request(request.map(|body| Full::new(Bytes::from(body)))).await?;
        let (head, body) = answer.into_parts();
        let body = Limited::new(body, PROVIDER_BYTES).collect().await;
        let body = body.map_err(|why| HttpError::Body(why.to_string()))?;
        Ok(HttpResponse::from_parts(head, body.to_bytes().to_vec()))
    }
}

impl<'c> AsyncHttpClient<'c> for HttpClient {
    type Error = HttpError;
    type Future = Pin<Box<dyn Future<Output = Result<HttpResponse, HttpError>> + Send + 'c>>;

    fn call(&'c self, request: HttpRequest) -> Self::Future {
        Box::pin(async { timeout(PROVIDER_TIME, self.ask(request)).await.unwrap_or(Err(HttpError::Slow)) })
    }
}
