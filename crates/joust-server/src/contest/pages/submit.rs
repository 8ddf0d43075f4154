//! The form with which a version is handed in.

use super::{fault_of, front, go};
use crate::app::App;
use crate::contest::api::place;
use crate::contest::limits::SUBMISSION_BYTES;
use crate::contest::service::{ContestFault, Submission};
use crate::failure::Failure;
use crate::guard::Caller;
use axum::Extension;
use axum::extract::multipart::{Multipart, MultipartError};
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;
use std::sync::Arc;

/// The longest text of a field beside the file, in bytes.
const MOST_TEXT: usize = 1024;

/// Why a form cannot be read.
fn unread(why: &MultipartError) -> Failure {
    if why.status() == StatusCode::PAYLOAD_TOO_LARGE {
        Failure::TooLarge
    } else {
        Failure::Bad("this form cannot be read".to_owned())
    }
}

/// The fields of the form.
async fn read(mut form: Multipart) -> Result<Submission, Failure> {
    let mut handed =
        Submission { file: String::new(), bytes: Vec::new(), player: None, label: String::new() };
    while let Some(field) = form.next_field().await.map_err(|why| unread(&why))? {
        let name = field.name().unwrap_or_default().to_owned();
        if name == "file" {
            handed.file = plain(field.file_name().unwrap_or_default());
            handed.bytes = field.bytes().await.map_err(|why| unread(&why))?.to_vec();
            continue;
        }
        let text = field.text().await.map_err(|why| unread(&why))?;
        if text.len() > MOST_TEXT {
            return Err(Failure::TooLarge);
        }
        let text = text.trim().to_owned();
        match name.as_str() {
            "player" if !text.is_empty() => handed.player = Some(text),
            "label" => handed.label = text,
            _ => {}
        }
    }
    Ok(handed)
}

/// The name of a file without its folders, which old browsers send.
fn plain(name: &str) -> String {
    name.rsplit(['/', '\\']).next().unwrap_or_default().to_owned()
}

/// `POST /contests/ID/versions`
pub(crate) async fn submit(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Extension(caller): Extension<Caller>,
    form: Multipart,
) -> Result<Response, Failure> {
    let _place = place(&app, &caller, &id).await?;
    let handed = match read(form).await {
        Ok(handed) => handed,
        Err(Failure::TooLarge) => {
            let most = SUBMISSION_BYTES as u64 >> 10;
            return front::page(&app, &caller, &id, Some(&ContestFault::Large(most))).await;
        }
        Err(failure) => return Err(failure),
    };
    match app.contests.submit(&caller, &id, handed).await {
        Ok(number) => Ok(go(&format!("/contests/{id}/versions/{number}"))),
        Err(denied) => front::page(&app, &caller, &id, Some(&fault_of(denied)?)).await,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_has_no_folders() {
        assert_eq!(
            ["AIMax.cc", "src/AIMax.cc", r"C:\kit\AIMax.cc", ""].map(plain),
            ["AIMax.cc", "AIMax.cc", "AIMax.cc", ""]
        );
    }
}
