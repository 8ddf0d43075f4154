//! Why a request fails: by a mistake of the visitor, or by a fault of ours.

use crate::id::NoChance;
use crate::seldom::Seldom;
use crate::table::Trouble;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use joust_store::StoreError;

/// The reason why a request fails.
#[derive(Clone, Debug, thiserror::Error)]
pub(crate) enum Failure {
    /// There is nothing at this address.
    #[error("there is nothing here")]
    NotFound,
    /// The request cannot be read.
    #[error("{0}")]
    Bad(String),
    /// The address does not have this method.
    #[error("this address does not accept this method")]
    Method,
    /// The request is too large.
    #[error("this is too large")]
    TooLarge,
    /// The request took too long to arrive.
    #[error("this took too long")]
    Slow,
    /// The name is kept by an account.
    #[error("this name is kept by an account: choose another")]
    Kept,
    /// The caller must be signed in.
    #[error("sign in first")]
    SignIn,
    /// The role of the caller does not suffice.
    #[error("this is not yours to do")]
    Forbidden,
    /// The token of a program is not valid.
    #[error("this token is not valid: make another one on your account page")]
    Token,
    /// The request comes from another site.
    #[error("this comes from another site")]
    Foreign,
    /// Too many requests.
    #[error("too many at once: wait a little and try again")]
    Flood,
    /// All connections are in use.
    #[error("the arena is full: try again in a while")]
    Full,
    /// A fault of the server.
    #[error("{0}")]
    Ours(String),
}

static FULL: Seldom = Seldom::new();

impl Failure {
    /// The HTTP status.
    pub(crate) fn status(&self) -> StatusCode {
        match self {
            Failure::NotFound => StatusCode::NOT_FOUND,
            Failure::Bad(_) => StatusCode::BAD_REQUEST,
            Failure::Kept => StatusCode::CONFLICT,
            Failure::Method => StatusCode::METHOD_NOT_ALLOWED,
            Failure::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Failure::Slow => StatusCode::REQUEST_TIMEOUT,
            Failure::Foreign | Failure::Forbidden => StatusCode::FORBIDDEN,
            Failure::SignIn | Failure::Token => StatusCode::UNAUTHORIZED,
            Failure::Flood => StatusCode::TOO_MANY_REQUESTS,
            Failure::Full => StatusCode::SERVICE_UNAVAILABLE,
            Failure::Ours(_) => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    /// Logs the failure, with a level that fits its kind.
    pub(crate) fn log(&self) {
        match self {
            Failure::Ours(why) => tracing::error!(why, "a request failed"),
            Failure::Full => {
                if let Some(unsaid) = FULL.now() {
                    tracing::warn!(unsaid, "the arena is full");
                }
            }
            Failure::Flood
            | Failure::Foreign
            | Failure::Forbidden
            | Failure::SignIn
            | Failure::Token
            | Failure::TooLarge
            | Failure::Slow => {
                tracing::debug!(why = %self, "refused");
            }
            Failure::NotFound | Failure::Bad(_) | Failure::Kept | Failure::Method => {
                tracing::trace!(why = %self, "refused");
            }
        }
    }
}

/// A response with the status only. The failure is in its extensions, for the middleware that makes a page.
impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        let mut response = self.status().into_response();
        response.extensions_mut().insert(self);
        response
    }
}

impl From<Trouble> for Failure {
    fn from(trouble: Trouble) -> Failure {
        match trouble {
            Trouble::NoGame => Failure::NotFound,
            other => Failure::Ours(other.to_string()),
        }
    }
}

impl From<StoreError> for Failure {
    fn from(why: StoreError) -> Failure {
        Failure::Ours(why.to_string())
    }
}

impl From<NoChance> for Failure {
    fn from(why: NoChance) -> Failure {
        Failure::Ours(why.to_string())
    }
}

impl From<askama::Error> for Failure {
    fn from(why: askama::Error) -> Failure {
        Failure::Ours(format!("a page cannot be written: {why}"))
    }
}
