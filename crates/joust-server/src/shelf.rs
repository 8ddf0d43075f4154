//! Results and records of Mad Max that visitors share. A file is read to its end before it is stored, it
//! gets the id that follows from its content, and it is removed after some weeks.

use crate::app::App;
use crate::failure::Failure;
use crate::guard::Caller;
use crate::id;
use crate::limits::{
    FILM_AGE, FILM_BYTES, FILM_CELLS, FILM_LIMITS, FILM_NAME_CHARS, FILM_ROUNDS, FILM_STATES, FILM_UNITS,
    FILM_UNPACKED,
};
use crate::name;
use crate::pool::Job;
use crate::rates::{RateKind, Room};
use crate::watch::WatchWords;
use axum::Extension;
use axum::body::to_bytes;
use axum::extract::{Path, Query, Request, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::read::MultiGzDecoder;
use flate2::write::GzEncoder;
use joust_film::{Encoder, More};
use joust_madmax::{BadCompactRecord, CompactRecord, ResultReader, Settings};
use joust_store::{NewFilm, NoRoom, StoreError};
use serde::Deserialize;
use serde_json::{Value, json};
use std::io::{Read as _, Write as _};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use tokio::sync::oneshot;

/// Why a file is not stored.
#[derive(Debug, PartialEq)]
enum Unfit {
    /// It is larger than what is stored here.
    Large,
    /// It is neither a result nor a record; with what is wrong, in the form of the viewer.
    Other(Value),
    /// The server stops.
    Stopped,
}

/// A file that may be stored.
struct Fit {
    id: String,
    bytes: Vec<u8>,
}

fn other(kind: &str, message: &str) -> Unfit {
    Unfit::Other(json!({ "kind": kind, "message": message }))
}

/// Reads a file to its end. Gives the form in which it is stored: a record as it is, a result packed anew, so
/// that nothing is stored that was not read.
fn examine(file: &[u8], stop: &AtomicBool) -> Result<Fit, Unfit> {
    let plain = unpacked(file)?;
    let is_record = CompactRecord::is_record(&plain);
    if is_record {
        let record = CompactRecord::decode_within(&plain, FILM_UNPACKED).map_err(|why| match why {
            BadCompactRecord::TooLong => Unfit::Large,
            why => other("record", &why.to_string()),
        })?;
        fits(&record.config.settings)?;
    } else if let Ok(reader) = ResultReader::new(&plain) {
        fits(&reader.header().settings)?;
    }
    let trouble = |why: &dyn std::fmt::Display| {
        let told = serde_json::from_str(&why.to_string()).unwrap_or_default();
        Unfit::Other(told)
    };
    let (mut encoder, _) = Encoder::open(&plain).map_err(|why| trouble(&why))?;
    let mut states = Vec::new();
    loop {
        if stop.load(Relaxed) {
            return Err(Unfit::Stopped);
        }
        states.clear();
        match encoder.more(FILM_STATES, &mut states) {
            More::Yes => {}
            More::End => break,
            More::Broken(why) => return Err(trouble(&why)),
        }
    }
    drop(encoder);
    let id = id::of_content(&plain);
    if is_record {
        return Ok(Fit { id, bytes: plain });
    }
    let mut packer = GzEncoder::new(Vec::new(), Compression::default());
    let packed = packer.write_all(&plain).and_then(|()| packer.finish());
    let bytes = packed.map_err(|why| other("gzip", &why.to_string()))?;
    if bytes.len() > FILM_BYTES { Err(Unfit::Large) } else { Ok(Fit { id, bytes }) }
}

fn unpacked(file: &[u8]) -> Result<Vec<u8>, Unfit> {
    if !file.starts_with(&[0x1f, 0x8b]) {
        return Ok(file.to_vec());
    }
    let mut plain = Vec::new();
    let read = MultiGzDecoder::new(file).take(FILM_UNPACKED + 1).read_to_end(&mut plain);
    read.map_err(|why| other("gzip", &why.to_string()))?;
    if plain.len() as u64 > FILM_UNPACKED { Err(Unfit::Large) } else { Ok(plain) }
}

/// Whether a game of these settings is small enough to be simulated here: a record of a few bytes may be one
/// of a giant.
fn fits(settings: &Settings) -> Result<(), Unfit> {
    let cells = settings.rows as u64 * settings.cols as u64;
    let (rounds, units) = (settings.nb_rounds as u64, settings.nb_units() as u64);
    let small = cells <= FILM_CELLS && rounds <= FILM_ROUNDS && units <= FILM_UNITS;
    if small { Ok(()) } else { Err(Unfit::Large) }
}

/// The query of an upload.
#[derive(Deserialize)]
pub(crate) struct Named {
    #[serde(default)]
    name: String,
}

/// An answer for the script of the page: the words, and what is wrong with the file, if that is the reason.
fn refused(status: StatusCode, text: &str, trouble: Option<&Value>) -> Response {
    let body = json!({ "text": text, "trouble": trouble }).to_string();
    let headers = [(header::CONTENT_TYPE, "application/json"), (header::CACHE_CONTROL, "no-store")];
    (status, headers, body).into_response()
}

/// `POST /watch/films?name=`: the body is the file.
pub(crate) async fn share(
    State(app): State<Arc<App>>,
    Extension(caller): Extension<Caller>,
    Query(named): Query<Named>,
    request: Request,
) -> Result<Response, Failure> {
    let words = WatchWords::of(caller.language);
    let large = || refused(StatusCode::PAYLOAD_TOO_LARGE, words.film_large, None);
    let flood = || refused(StatusCode::TOO_MANY_REQUESTS, words.film_flood, None);
    if caller.take(&app, RateKind::Films).is_err() {
        return Ok(flood());
    }
    let Ok(_slot) = app.rates.enter(Room::Films, Some(&caller.visitor), Some(&caller.address)) else {
        return Ok(flood());
    };
    let said = request.headers().get(header::CONTENT_LENGTH).and_then(|value| value.to_str().ok());
    if said.and_then(|said| said.parse::<u64>().ok()).is_some_and(|said| said > FILM_BYTES as u64) {
        return Ok(large());
    }
    let Ok(file) = to_bytes(request.into_body(), FILM_BYTES).await else { return Ok(large()) };
    let (reply, answer) = oneshot::channel();
    let job: Job = Box::new(move |stop| {
        if !reply.is_closed() {
            let _ = reply.send(examine(&file, stop));
        }
    });
    if !app.pool.submit(&app.rates.turn(&caller.visitor), job) {
        return Ok(flood());
    }
    let fit = match answer.await.unwrap_or(Err(Unfit::Stopped)) {
        Ok(fit) => fit,
        Err(Unfit::Large) => return Ok(large()),
        Err(Unfit::Other(why)) => {
            return Ok(refused(StatusCode::UNPROCESSABLE_ENTITY, words.film_other, Some(&why)));
        }
        Err(Unfit::Stopped) => return Err(Failure::Full),
    };
    let film = NewFilm {
        id: fit.id.clone(),
        at: app.time.now(),
        visitor: caller.visitor.to_string(),
        site: app.seal.label(&caller.address.site),
        name: name::clean_to(&named.name, FILM_NAME_CHARS).unwrap_or_default(),
        bytes: fit.bytes,
    };
    match app.store.keep_film(film, FILM_LIMITS).await {
        Ok(()) => {}
        Err(StoreError::NoRoom(limit)) => {
            let text = match limit {
                NoRoom::Visitor => words.film_visitor,
                NoRoom::Site => words.film_site,
                NoRoom::All => words.film_all,
            };
            return Ok(refused(StatusCode::INSUFFICIENT_STORAGE, text, None));
        }
        Err(why) => return Err(why.into()),
    }
    let body = json!({ "id": fit.id, "days": FILM_AGE.as_secs() / 86_400 }).to_string();
    let headers = [(header::CONTENT_TYPE, "application/json"), (header::CACHE_CONTROL, "no-store")];
    Ok((StatusCode::CREATED, headers, body).into_response())
}

/// `GET /watch/films/ID`: the file.
pub(crate) async fn film(State(app): State<Arc<App>>, Path(id): Path<String>) -> Result<Response, Failure> {
    if !id::is_game(&id) {
        return Err(Failure::NotFound);
    }
    let film = app.store.film(&id).await?.ok_or(Failure::NotFound)?;
    let mut response = film.bytes.into_response();
    let answer = response.headers_mut();
    answer.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/octet-stream"));
    answer.insert(header::CONTENT_DISPOSITION, HeaderValue::from_static("attachment"));
    // The id follows from the content; but the film may be gone one day.
    answer.insert(header::CACHE_CONTROL, HeaderValue::from_static("private, max-age=3600"));
    Ok(response)
}

/// Removes the films that are too old.
pub(crate) async fn tidy(app: &App) {
    let before = app.time.now() - FILM_AGE.as_millis() as i64;
    if let Err(why) = app.store.drop_films(before).await {
        tracing::warn!(%why, "old films could not be removed");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use joust_madmax::{Config, Origin, Source};

    fn record(settings: Settings) -> CompactRecord {
        let config = Config { settings, source: Source::Generator };
        CompactRecord::play(config, Origin::Game, 30, ["Demo", "Dummy", "Null", "Demo"]).unwrap()
    }

    fn examined(file: &[u8]) -> Result<Fit, Unfit> {
        examine(file, &AtomicBool::new(false))
    }

    #[test]
    fn a_film_has_one_id_however_it_is_packed_and_is_stored_packed() {
        let record = record(Settings { nb_rounds: 40, ..Settings::default() });
        let (bytes, result) = (record.encode().unwrap(), record.result().unwrap());
        assert_eq!(examined(&bytes).unwrap().bytes, bytes);
        let mut packer = GzEncoder::new(Vec::new(), Compression::best());
        packer.write_all(&result).unwrap();
        let (plain, packed) = (examined(&result).unwrap(), examined(&packer.finish().unwrap()).unwrap());
        assert!(plain.id == packed.id && plain.bytes == packed.bytes && id::is_game(&plain.id));
        assert!(plain.bytes.len() < result.len() / 4 && unpacked(&plain.bytes).unwrap() == result);
    }

    #[test]
    fn giants_and_bombs_are_refused_before_they_are_simulated() {
        let begin = std::time::Instant::now();
        let small = record(Settings { nb_rounds: 1, ..Settings::default() });
        // A record of few bytes with a map of 100 million cells is not one that the rules know.
        let mut giant = small.clone();
        giant.config.settings = Settings { rows: 10_000, cols: 10_000, ..small.config.settings };
        assert!(matches!(examined(&giant.encode().unwrap()), Err(Unfit::Other(_))));
        for settings in [
            Settings { nb_rounds: 100_000, ..small.config.settings },
            Settings { nb_warriors: 2_000, ..small.config.settings },
        ] {
            let mut giant = small.clone();
            giant.config.settings = settings;
            assert_eq!(examined(&giant.encode().unwrap()).err(), Some(Unfit::Large));
        }
        let mut packer = GzEncoder::new(Vec::new(), Compression::best());
        for _ in 0..64 {
            packer.write_all(&vec![b' '; 1 << 20]).unwrap();
        }
        let bomb = packer.finish().unwrap();
        assert!(bomb.len() < FILM_BYTES);
        assert_eq!(examined(&bomb).err(), Some(Unfit::Large));
        assert!(begin.elapsed().as_secs() < 5, "{:?}", begin.elapsed());
    }

    #[test]
    fn what_is_no_game_is_refused_with_the_place() {
        let result = record(Settings { nb_rounds: 9, ..Settings::default() }).result().unwrap();
        for file in [b"".as_slice(), b"x", b"Game\n", b"\x1f\x8b", b"JOUSTMM1", &result[..result.len() / 2]] {
            assert!(matches!(examined(file), Err(Unfit::Other(why)) if why["kind"].is_string()));
        }
    }
}
