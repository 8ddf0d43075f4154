//! Battles of Mad Max between built-in players, simulated when they are asked for and streamed while they
//! run. A battle is its job (players, map, seed), so its address holds everything, and nothing is stored.
//!
//! A battle runs in slices. The response asks for the next slice when the browser has taken the last one, so
//! a slow browser blocks no thread, and a browser that is gone costs nothing.

use crate::app::App;
use crate::failure::Failure;
use crate::guard::Caller;
use crate::limits::{BATTLE_ROUNDS, BATTLE_SEED_MOST, BATTLE_TIME, BATTLES_AT_ONCE, RECENT_BATTLES};
use crate::pool::{Job, QueueKey};
use crate::rates::{ConnectionSlot, RateKind, Room};
use axum::Extension;
use axum::body::{Body, Bytes};
use axum::extract::{Query, State};
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::write::GzEncoder;
use futures_util::stream;
use joust_film::{Encoder, More};
use joust_madmax::player::BUILT_IN;
use joust_madmax::{Config, Generator, Snapshot, TEAMS};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::{BTreeSet, VecDeque};
use std::convert::Infallible;
use std::io::Write as _;
use std::pin::Pin;
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::{AcquireError, OwnedSemaphorePermit, Semaphore, oneshot};
use tokio::time::{Instant, sleep};

/// The maps that a battle can be fought on, by the names of the kit's files.
pub(crate) const MAPS: [(&str, &str); 3] = [
    ("default", include_str!("../../../kits/madmax/default.cnf")),
    ("crossroads", include_str!("../../../kits/madmax/crossroads.cnf")),
    ("oasis", include_str!("../../../kits/madmax/oasis.cnf")),
];

/// The maps by their names, each with its rows; of the maps that a seed draws, one as an example.
pub(crate) fn pictures() -> &'static [Value] {
    static PICTURES: LazyLock<Vec<Value>> = LazyLock::new(|| {
        let picture = |(name, text): (&str, &str)| {
            let config = Config::read(text).ok()?;
            let state = config.start(&mut Generator::new(EXAMPLE)).ok()?;
            let Snapshot { grid, cols, .. } = Snapshot::from(&state);
            let rows: Vec<_> = grid.chunks(cols).map(String::from_utf8_lossy).collect();
            Some(json!({ "name": name, "rows": rows }))
        };
        MAPS.into_iter().filter_map(picture).collect()
    });
    &PICTURES
}

/// The seed of the example.
const EXAMPLE: i32 = 30;

/// Everything that determines a battle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Battle {
    pub(crate) players: [&'static str; TEAMS],
    pub(crate) map: &'static str,
    pub(crate) seed: i32,
    #[serde(skip)]
    config: &'static str,
}

/// A battle as an address holds it.
#[derive(Deserialize)]
pub(crate) struct BattleQuery {
    #[serde(default)]
    players: String,
    #[serde(default)]
    map: String,
    #[serde(default)]
    seed: String,
}

impl Battle {
    /// The battle of an address; `None` if there is no such player, map or seed.
    pub(crate) fn read(query: &BattleQuery) -> Option<Battle> {
        let known = |name: &str| BUILT_IN.iter().map(|(known, _)| *known).find(|known| *known == name);
        let players: Vec<_> = query.players.split(',').map(known).collect::<Option<_>>()?;
        let (map, config) = MAPS.into_iter().find(|(map, _)| *map == query.map)?;
        let seed = query.seed.parse().ok().filter(|seed| (0..=BATTLE_SEED_MOST).contains(seed))?;
        Some(Battle { players: players.try_into().ok()?, map, seed, config })
    }

    fn begin(&self) -> Result<(Encoder<'static>, String), String> {
        let config = Config::read(self.config).map_err(|why| why.to_string())?;
        let begun = Encoder::play(config, self.seed, self.players).map_err(|why| why.to_string())?;
        Ok((begun.0, begun.1.to_string()))
    }
}

/// A battle that was fought, with its scores.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Fought {
    #[serde(flatten)]
    battle: Battle,
    scores: [i64; TEAMS],
}

/// The battles that run and wait, and those that were fought last.
pub(crate) struct Battles {
    running: Arc<Semaphore>,
    waiting: Mutex<BTreeSet<u64>>,
    recent: Mutex<VecDeque<Fought>>,
}

impl Default for Battles {
    fn default() -> Battles {
        let running = Arc::new(Semaphore::new(BATTLES_AT_ONCE));
        Battles { running, waiting: Mutex::default(), recent: Mutex::default() }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Battles {
    /// The battles that were fought last, the newest first.
    pub(crate) fn recent(&self) -> Vec<Fought> {
        lock(&self.recent).iter().cloned().collect()
    }

    fn fought(&self, battle: &Battle, scores: [i64; TEAMS]) {
        let mut recent = lock(&self.recent);
        recent.retain(|fought| fought.battle != *battle);
        recent.push_front(Fought { battle: battle.clone(), scores });
        recent.truncate(RECENT_BATTLES);
    }
}

/// A place in the queue of battles, given up when it is dropped.
struct Ticket {
    app: Arc<App>,
    number: u64,
}

impl Ticket {
    fn new(app: &Arc<App>) -> Ticket {
        let number = app.key();
        lock(&app.battles.waiting).insert(number);
        Ticket { app: Arc::clone(app), number }
    }

    /// The place in the queue, from 1.
    fn place(&self) -> usize {
        lock(&self.app.battles.waiting).range(..=self.number).count()
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        lock(&self.app.battles.waiting).remove(&self.number);
    }
}

/// A frame of the stream: its kind and its length in four bytes each, and its content.
fn frame(kind: u32, content: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(8 + content.len());
    bytes.extend_from_slice(&kind.to_le_bytes());
    bytes.extend_from_slice(&(content.len() as u32).to_le_bytes());
    bytes.extend_from_slice(content);
    bytes
}

/// The kinds of frames: the place in the queue and the head are JSON, rounds are numbers.
const PLACE: u32 = 0;
const HEAD: u32 = 1;
const ROUNDS: u32 = 2;
const END: u32 = 3;
const TROUBLE: u32 = 4;

/// How often a visitor who waits is told the place in the queue.
const TOLD: Duration = Duration::from_millis(500);
/// A queue of searches that is full is tried again after this time.
const AGAIN: Duration = Duration::from_secs(1);

type Entry = Pin<Box<dyn Future<Output = Result<OwnedSemaphorePermit, AcquireError>> + Send>>;

/// The slot of a battle that runs.
struct Running {
    _permit: OwnedSemaphorePermit,
    end: Instant,
}

enum Stage {
    /// It waits for a free slot, with the place that the visitor was told last.
    Waiting(Entry, Ticket, usize),
    /// It has a slot, and no round yet.
    Ready(Running),
    Fighting(Box<Encoder<'static>>, Running),
    Over,
}

/// A battle on its way to a browser.
struct Stream {
    app: Arc<App>,
    battle: Arc<Battle>,
    turn: QueueKey,
    stage: Stage,
    /// Packs the frames, if the browser unpacks them.
    packer: Option<GzEncoder<Vec<u8>>>,
    _slot: ConnectionSlot,
}

/// What a slice of a battle gives.
struct Slice {
    encoder: Option<Box<Encoder<'static>>>,
    frames: Vec<u8>,
    packer: Option<GzEncoder<Vec<u8>>>,
    /// The scores, when the battle is over.
    scores: Option<[i64; TEAMS]>,
}

impl Slice {
    /// Runs the next rounds of a battle, or its beginning.
    fn run(
        battle: &Battle,
        encoder: Option<Box<Encoder<'static>>>,
        packer: Option<GzEncoder<Vec<u8>>>,
    ) -> Slice {
        let mut slice = Slice { encoder: None, frames: Vec::new(), packer, scores: None };
        let begun = match encoder {
            Some(encoder) => Ok(encoder),
            None => battle.begin().map(|(encoder, head)| {
                slice.frames = frame(HEAD, head.as_bytes());
                Box::new(encoder)
            }),
        };
        match begun {
            Ok(mut encoder) => {
                let mut rounds = Vec::new();
                let more = encoder.more(BATTLE_ROUNDS, &mut rounds);
                slice.frames.extend(frame(ROUNDS, &rounds));
                match more {
                    More::Yes => slice.encoder = Some(encoder),
                    More::End => {
                        slice.frames.extend(frame(END, b""));
                        slice.scores = Some(encoder.scores());
                    }
                    More::Broken(why) => slice.frames.extend(frame(TROUBLE, why.to_string().as_bytes())),
                }
            }
            Err(message) => {
                let why = json!({ "kind": "rules", "message": message }).to_string();
                slice.frames = frame(TROUBLE, why.as_bytes());
            }
        }
        slice.frames = packed(&mut slice.packer, std::mem::take(&mut slice.frames));
        if slice.encoder.is_none()
            && let Some(packer) = slice.packer.take()
        {
            slice.frames.extend(packer.finish().unwrap_or_default());
        }
        slice
    }
}

/// Frames as they are sent: packed, if there is a packer, and complete up to here.
fn packed(packer: &mut Option<GzEncoder<Vec<u8>>>, frames: Vec<u8>) -> Vec<u8> {
    let Some(packer) = packer else { return frames };
    // A vector takes everything that is written.
    let _ = packer.write_all(&frames).and_then(|()| packer.flush());
    std::mem::take(packer.get_mut())
}

impl Stream {
    /// The next bytes; `None` when the battle is over or may not go on.
    async fn next(&mut self) -> Option<Bytes> {
        match std::mem::replace(&mut self.stage, Stage::Over) {
            Stage::Waiting(mut entry, ticket, told) => loop {
                let wait = if told == 0 { Duration::from_millis(1) } else { TOLD };
                tokio::select! {
                    permit = entry.as_mut() => {
                        drop(ticket);
                        let running = Running { _permit: permit.ok()?, end: Instant::now() + BATTLE_TIME };
                        return self.slice(None, running).await;
                    }
                    () = sleep(wait) => {
                        let place = ticket.place();
                        if place != told {
                            self.stage = Stage::Waiting(entry, ticket, place);
                            let content = json!({ "place": place }).to_string();
                            return Some(packed(&mut self.packer, frame(PLACE, content.as_bytes())).into());
                        }
                    }
                }
            },
            Stage::Ready(running) => self.slice(None, running).await,
            Stage::Fighting(encoder, running) if Instant::now() < running.end => {
                self.slice(Some(encoder), running).await
            }
            Stage::Fighting(..) | Stage::Over => None,
        }
    }

    /// Has a slice run in the pool.
    async fn slice(&mut self, encoder: Option<Box<Encoder<'static>>>, running: Running) -> Option<Bytes> {
        // The work waits in a place of its own, from which a queue that is full can take it again.
        let work = Arc::new(Mutex::new(Some((encoder, self.packer.take()))));
        let slice = loop {
            let (reply, answer) = oneshot::channel();
            let (battle, work) = (Arc::clone(&self.battle), Arc::clone(&work));
            let job: Job = Box::new(move |_| {
                // The browser is gone when there is no receiver: the rest is not simulated.
                if reply.is_closed() {
                    return;
                }
                let taken = lock(&work).take();
                if let Some((encoder, packer)) = taken {
                    let _ = reply.send(Slice::run(&battle, encoder, packer));
                }
            });
            if self.app.pool.submit(&self.turn, job) {
                break answer.await.ok()?;
            }
            if Instant::now() >= running.end {
                return None;
            }
            sleep(AGAIN).await;
        };
        self.packer = slice.packer;
        if let Some(scores) = slice.scores {
            self.app.battles.fought(&self.battle, scores);
        }
        self.stage = slice.encoder.map_or(Stage::Over, |encoder| Stage::Fighting(encoder, running));
        Some(slice.frames.into())
    }
}

/// `GET /watch/battle/film?players=&map=&seed=`
pub(crate) async fn film(
    State(app): State<Arc<App>>,
    Extension(caller): Extension<Caller>,
    Query(query): Query<BattleQuery>,
    headers: HeaderMap,
) -> Result<Response, Failure> {
    let battle = Battle::read(&query).ok_or(Failure::NotFound)?;
    caller.take(&app, RateKind::Battles)?;
    let slot = app.rates.enter(Room::Battles, Some(&caller.visitor), Some(&caller.address));
    let slot = slot.map_err(|_| Failure::Full)?;
    caller.is_here(&app);
    let accepts = headers.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok()).unwrap_or("");
    let packs = accepts.split(',').any(|word| word.trim().starts_with("gzip"));
    let running = Arc::clone(&app.battles.running);
    let stage = match Arc::clone(&running).try_acquire_owned() {
        Ok(permit) => Stage::Ready(Running { _permit: permit, end: Instant::now() + BATTLE_TIME }),
        Err(_) => Stage::Waiting(Box::pin(running.acquire_owned()), Ticket::new(&app), 0),
    };
    let stream = Stream {
        turn: app.rates.turn(&caller.visitor),
        app,
        battle: Arc::new(battle),
        stage,
        packer: packs.then(|| GzEncoder::new(Vec::new(), Compression::fast())),
        _slot: slot,
    };
    let frames = stream::unfold(stream, |mut stream| async move {
        let bytes = stream.next().await?;
        Some((Ok::<_, Infallible>(bytes), stream))
    });
    let mut response = Body::from_stream(frames).into_response();
    let answer = response.headers_mut();
    answer.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/octet-stream"));
    answer.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    // A proxy must not collect what is shown while it runs.
    answer.insert("x-accel-buffering", HeaderValue::from_static("no"));
    if packs {
        answer.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    }
    Ok(response)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn query(players: &str, map: &str, seed: &str) -> BattleQuery {
        BattleQuery { players: players.to_owned(), map: map.to_owned(), seed: seed.to_owned() }
    }

    #[test]
    fn an_address_is_a_battle_or_nothing() {
        for (map, _) in MAPS {
            let battle = Battle::read(&query("Demo,Dummy,Null,Demo", map, "7")).unwrap();
            assert_eq!((battle.players, battle.seed), (["Demo", "Dummy", "Null", "Demo"], 7));
            assert!(battle.begin().is_ok(), "{map}");
        }
        for (players, map, seed) in [
            ("Demo,Demo,Demo", "oasis", "1"),
            ("Demo,Demo,Demo,Demo,Demo", "oasis", "1"),
            ("Demo,Demo,Demo,Alice", "oasis", "1"),
            ("Demo,Demo,Demo,Demo", "../default", "1"),
            ("Demo,Demo,Demo,Demo", "", "1"),
            ("Demo,Demo,Demo,Demo", "oasis", "-1"),
            ("Demo,Demo,Demo,Demo", "oasis", "2147483648"),
            ("Demo,Demo,Demo,Demo", "oasis", ""),
        ] {
            assert_eq!(Battle::read(&query(players, map, seed)), None, "{players} {map} {seed}");
        }
    }

    #[test]
    fn packed_frames_are_complete_after_every_slice() {
        use std::io::Read as _;
        let battle = Battle::read(&query("Demo,Dummy,Null,Demo", "oasis", "7")).unwrap();
        let run = |packs: bool| {
            let (mut encoder, mut packer) =
                (None, packs.then(|| GzEncoder::new(Vec::new(), Compression::fast())));
            let mut slices = Vec::new();
            loop {
                let slice = Slice::run(&battle, encoder, packer);
                slices.push(slice.frames);
                (encoder, packer) = (slice.encoder, slice.packer);
                if encoder.is_none() {
                    return slices;
                }
            }
        };
        let (plain, packed) = (run(false), run(true));
        assert_eq!(plain.len(), packed.len());
        let (mut sent, mut told) = (Vec::new(), Vec::new());
        for (plain, packed) in plain.iter().zip(&packed) {
            told.extend_from_slice(plain);
            sent.extend_from_slice(packed);
            let mut unpacked = vec![0; told.len()];
            flate2::read::GzDecoder::new(sent.as_slice()).read_exact(&mut unpacked).unwrap();
            assert!(unpacked == told);
        }
        assert!(told.ends_with(&frame(END, b"")));
        assert!(sent.len() < told.len() / 2, "{} of {}", sent.len(), told.len());
    }
}
