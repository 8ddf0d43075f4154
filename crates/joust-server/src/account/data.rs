//! The export of all data of an account, as JSON.

use super::owner;
use crate::app::App;
use crate::failure::Failure;
use crate::guard::Caller;
use crate::pages::without_visitor;
use crate::rates::RateKind;
use axum::Extension;
use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use futures_util::stream;
use joust_store::{Belongings, Key, StoredVersion};
use serde_json::{Value, json};
use std::collections::VecDeque;
use std::sync::Arc;

/// `GET /account/data`
///
/// The document is sent piece by piece, a game or a shared file at a time: an account may have thousands.
pub(crate) async fn data(
    State(app): State<Arc<App>>,
    Extension(caller): Extension<Caller>,
) -> Result<Response, Failure> {
    let (account, own) = owner(&caller)?;
    caller.take(&app, RateKind::Accounts)?;
    let stored = app.store.account(&account.visitor).await?.ok_or(Failure::SignIn)?;
    let Belongings { sessions, tokens, identities, codes } = app.store.belongings(&account.visitor).await?;
    let traces = app.store.traces(&account.visitor).await?;
    let key = |key: &Key| json!({ "label": key.label, "made": key.at, "used": key.seen });
    let identities: Vec<Value> = identities
        .iter()
        .map(|identity| json!({ "issuer": identity.issuer, "subject": identity.subject }))
        .collect();
    let contests = app.store.contests_of(&account.visitor).await?;
    let contests: Vec<Value> =
        contests.iter().map(|(contest, role)| json!({ "id": contest.id, "role": role })).collect();
    let head = json!({
        "joust": env!("CARGO_PKG_VERSION"),
        "times": "milliseconds since 1970",
        "account": {
            "visitor": stored.visitor,
            "name": stored.name,
            "role": stored.role.word(),
            "made": stored.at,
            "password": stored.password.is_some(),
            "recoveryCodesLeft": codes,
        },
        "sessions": sessions.iter().map(|session| {
            let mut told = key(session);
            told["current"] = json!(session.hash == **own);
            told
        }).collect::<Vec<_>>(),
        "tokens": tokens.iter().map(key).collect::<Vec<_>>(),
        "identities": identities,
        "contests": contests,
    });
    // The lists follow within the same object.
    let mut begin = format!("{head:#}");
    begin.truncate(begin.trim_end_matches(['}', '\n']).len());
    let mut parts: VecDeque<Part> = VecDeque::from([Part::Text(format!("{begin},\n  \"games\": ["))]);
    parts.extend(traces.games.into_iter().enumerate().map(|(at, id)| Part::Game(id, at == 0)));
    parts.push_back(Part::Text("\n  ],\n  \"films\": [".to_owned()));
    parts.extend(traces.films.into_iter().enumerate().map(|(at, id)| Part::Film(id, at == 0)));
    parts.push_back(Part::Text("\n  ],\n  \"versions\": [".to_owned()));
    let mut is_first = true;
    for contest in &traces.contests {
        for version in app.store.versions(contest, Some(&account.visitor)).await? {
            parts.push_back(Part::Version(Box::new(version), is_first));
            is_first = false;
        }
    }
    parts.push_back(Part::Text("\n  ]\n}\n".to_owned()));
    let visitor = Arc::clone(&account.visitor);
    let pieces = stream::unfold((app, visitor, parts), async |(app, visitor, mut parts)| {
        let part = parts.pop_front()?;
        let piece = part.text(&app, &visitor).await.map(Bytes::from);
        Some((piece, (app, visitor, parts)))
    });
    let headers = [
        (header::CONTENT_TYPE, "application/json; charset=utf-8"),
        (header::CONTENT_DISPOSITION, "attachment; filename=\"joust-account.json\""),
        (header::CACHE_CONTROL, "no-store"),
    ];
    Ok((headers, Body::from_stream(Box::pin(pieces))).into_response())
}

/// A piece of the document.
enum Part {
    Text(String),
    /// A game by its id, and whether it is the first.
    Game(String, bool),
    /// A shared game of Mad Max.
    Film(String, bool),
    /// What was handed in to a contest.
    Version(Box<StoredVersion>, bool),
}

impl Part {
    /// The text of the piece. What was removed in the meantime is told as `null`.
    async fn text(self, app: &App, visitor: &str) -> Result<String, std::io::Error> {
        let failed = |why: joust_store::StoreError| std::io::Error::other(why.to_string());
        let (value, is_first) = match self {
            Part::Text(text) => return Ok(text),
            Part::Version(version, is_first) => {
                let StoredVersion { contest, number, file, label, at, state, .. } = *version;
                let source = app.store.version_source(&contest, number).await.map_err(failed)?;
                let report = app.store.version_report(&contest, number).await.map_err(failed)?;
                let report: Value =
                    report.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or(Value::Null);
                let source = STANDARD.encode(source.unwrap_or_default());
                let told = json!({
                    "contest": contest, "number": number, "file": file, "label": label, "arrived": at,
                    "state": state, "report": report, "base64": source,
                });
                (told, is_first)
            }
            Part::Game(id, is_first) => {
                let game = app.store.game(&id).await.map_err(failed)?;
                (game.map_or(Value::Null, |game| told(&id, &game, visitor)), is_first)
            }
            Part::Film(id, is_first) => {
                let film = app.store.film(&id).await.map_err(failed)?;
                let film = film.map(|film| {
                    let bytes = STANDARD.encode(&film.bytes);
                    json!({ "id": id, "shared": film.at, "name": film.name, "base64": bytes })
                });
                (film.unwrap_or(Value::Null), is_first)
            }
        };
        Ok(format!("{}\n    {value}", if is_first { "" } else { "," }))
    }
}

/// A game with its terms and its log. The ids of other visitors are theirs, and are left out.
fn told(id: &str, game: &joust_store::StoredGame, visitor: &str) -> Value {
    let raw = |text: &str| serde_json::from_str(text).unwrap_or_else(|_| Value::from(text));
    let entries = game.entries.iter().map(|entry| {
        let is_own = raw(&entry.body)["visitor"] == visitor;
        let body = if is_own { raw(&entry.body) } else { raw(&without_visitor(&entry.body)) };
        json!({ "at": entry.at, "entry": body })
    });
    let entries: Vec<Value> = entries.collect();
    json!({ "id": id, "made": game.at, "terms": raw(&game.terms), "log": entries })
}
