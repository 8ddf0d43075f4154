//! Battles of Mad Max that the server simulates, and files that visitors share.

use crate::client::{Arena, Visitor};
use flate2::Compression;
use flate2::write::GzEncoder;
use joust_madmax::{CompactRecord, Config, Origin, Settings, Source};
use joust_server::{Rate, ServerLimits, Shares, SlotLimits};
use serde_json::Value;
use std::io::Write as _;
use std::time::Duration;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

fn record(rounds: i32) -> CompactRecord {
    let settings = Settings { nb_rounds: rounds, ..Settings::default() };
    let config = Config { settings, source: Source::Generator };
    CompactRecord::play(config, Origin::Game, 30, ["Demo", "Dummy", "Null", "Demo"]).unwrap()
}

fn packed(bytes: &[u8]) -> Vec<u8> {
    let mut packer = GzEncoder::new(Vec::new(), Compression::best());
    packer.write_all(bytes).unwrap();
    packer.finish().unwrap()
}

/// An answer with its bytes as they are.
struct Raw {
    status: u16,
    head: String,
    bytes: Vec<u8>,
}

/// One request with a body of any bytes, on a connection of its own.
async fn ask(visitor: &Visitor, method: &str, path: &str, more: &str, body: &[u8]) -> Raw {
    let cookie = visitor.cookie.as_deref().unwrap_or_default();
    let head = format!(
        "{method} {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nContent-Length: {}\r\n\
         Cookie: joust={cookie}\r\n{more}\r\n",
        visitor.address,
        body.len()
    );
    let mut stream = TcpStream::connect(visitor.address).await.unwrap();
    // A server that refuses early may close before it has read everything.
    let _ = stream.write_all(&[head.as_bytes(), body].concat()).await;
    let mut bytes = Vec::new();
    let _ = tokio::time::timeout(Duration::from_mins(1), stream.read_to_end(&mut bytes)).await.unwrap();
    let end = bytes.windows(4).position(|window| window == b"\r\n\r\n").unwrap_or(bytes.len() - 4);
    let head = String::from_utf8_lossy(&bytes[..end]).to_lowercase();
    let status = head.split(' ').nth(1).and_then(|code| code.parse().ok()).unwrap_or(0);
    let body = &bytes[end + 4..];
    let is_chunked = head.contains("transfer-encoding: chunked");
    Raw { status, bytes: if is_chunked { joined(body) } else { body.to_vec() }, head }
}

/// The content of a body in chunks.
fn joined(mut body: &[u8]) -> Vec<u8> {
    let mut content = Vec::new();
    while let Some(end) = body.windows(2).position(|window| window == b"\r\n") {
        let size = usize::from_str_radix(std::str::from_utf8(&body[..end]).unwrap(), 16).unwrap();
        content.extend_from_slice(&body[end + 2..end + 2 + size]);
        body = &body[end + 4 + size..];
        if size == 0 {
            break;
        }
    }
    content
}

/// Shares a file; gives the status and the answer.
async fn share(visitor: &Visitor, file: &[u8]) -> (u16, Value) {
    let answer = ask(visitor, "POST", "/watch/films?name=a%E2%80%AEb.res", "", file).await;
    (answer.status, serde_json::from_slice(&answer.bytes).unwrap_or_default())
}

/// The frames of a battle: kinds and contents.
fn frames(mut bytes: &[u8]) -> Vec<(u32, Vec<u8>)> {
    let mut frames = Vec::new();
    while let Some((head, rest)) = bytes.split_at_checked(8) {
        let number = |at: usize| u32::from_le_bytes(head[at..at + 4].try_into().unwrap());
        let (content, rest) = rest.split_at(number(4) as usize);
        frames.push((number(0), content.to_vec()));
        bytes = rest;
    }
    frames
}

const BATTLE: &str = "/watch/battle/film?players=Demo,Null,Null,Demo&map=oasis&seed=7";

#[tokio::test(flavor = "multi_thread")]
async fn a_battle_is_its_address() {
    let arena = Arena::open().await;
    let mut ada = arena.visitor().await;
    let first = ask(&ada, "GET", BATTLE, "", b"").await;
    assert!(first.status == 200 && first.head.contains("cache-control: no-store"), "{}", first.head);
    let told = frames(&first.bytes);
    let kinds: Vec<_> = told.iter().map(|(kind, _)| *kind).collect();
    assert!(kinds.starts_with(&[1, 2]) && kinds.ends_with(&[2, 3]) && kinds.len() > 10, "{kinds:?}");
    let head: Value = serde_json::from_slice(&told[0].1).unwrap();
    assert_eq!((&head["seed"], &head["names"][0]), (&7.into(), &"Demo".into()));
    // The numbers are those that a record of the same game gives to a page.
    let config = Config::read(include_str!("../../../../kits/madmax/oasis.cnf")).unwrap();
    let names = ["Demo", "Null", "Null", "Demo"];
    let record = CompactRecord::play(config, Origin::Game, 7, names).unwrap().encode().unwrap();
    let (mut encoder, _) = joust_film::Encoder::open(&record).unwrap();
    let mut expected = Vec::new();
    encoder.more(1000, &mut expected);
    let rounds: Vec<u8> =
        told.iter().filter(|(kind, _)| *kind == 2).flat_map(|(_, rounds)| rounds.clone()).collect();
    assert!(rounds == expected);
    let lobby = ada.get("/watch").await.body.replace("&#34;", "\"");
    assert!(lobby.contains("\"seed\":7"), "it is not among the latest battles");
    for path in [
        "/watch/battle",
        "/watch/battle?players=Demo,Demo,Demo,Alice&map=oasis&seed=1",
        "/watch/battle/film?players=Demo&map=oasis&seed=1",
        "/watch/battle/film?players=Demo,Demo,Demo,Demo&map=/etc/passwd&seed=1",
        "/watch/0123456789abc",
        "/watch/films/0123456789abc",
        "/watch/films/..%2f..%2fjoust.db",
        "/watch/x",
    ] {
        assert_eq!(ada.get(path).await.status, 404, "{path}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn battles_of_a_crowd_wait_in_a_queue_and_all_are_fought() {
    let arena = Arena::open().await;
    let mut waiting = Vec::new();
    for _ in 0..50 {
        let visitor = arena.visitor().await;
        waiting.push(tokio::spawn(async move { ask(&visitor, "GET", BATTLE, "", b"").await }));
    }
    let (mut ends, mut queued) = (0, 0);
    for battle in waiting {
        let told = frames(&battle.await.unwrap().bytes);
        ends += usize::from(told.last().is_some_and(|(kind, _)| *kind == 3));
        queued += usize::from(told[0].0 == 0);
    }
    assert_eq!(ends, 50);
    assert!(queued > 10, "{queued} were told their place");
}

#[tokio::test(flavor = "multi_thread")]
async fn one_visitor_has_few_battles_at_once() {
    let open = SlotLimits { visitor: 0, address: 9, network: 9, all: 9 };
    let arena = with(|limits| ServerLimits { battles_open: open, ..limits }).await;
    assert_eq!(arena.visitor().await.get(BATTLE).await.status, 503);
    let rate = Rate { burst: 1, every: Duration::from_mins(1) };
    let battles = Shares { visitor: Some(rate), address: rate, network: rate };
    let arena = with(|limits| ServerLimits { battles, ..limits }).await;
    let mut ada = arena.visitor().await;
    assert_eq!(ask(&ada, "GET", BATTLE, "", b"").await.status, 200);
    assert_eq!(ada.get(BATTLE).await.status, 429);
}

async fn with(change: impl FnOnce(ServerLimits) -> ServerLimits) -> Arena {
    Arena::with(|mut settings| {
        settings.limits = change(settings.limits.clone());
        settings
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_shared_game_opens_elsewhere() {
    let arena = Arena::open().await;
    let (mut ada, mut bea) = (arena.visitor().await, arena.visitor().await);
    let game = record(30);
    let (record, result) = (game.encode().unwrap(), game.result().unwrap());
    for (file, stored) in
        [(record.clone(), None), (packed(&result), Some(&result)), (result.clone(), Some(&result))]
    {
        let (status, answer) = share(&ada, &file).await;
        assert_eq!(status, 201, "{answer}");
        let id = answer["id"].as_str().unwrap();
        let page = bea.get(&format!("/watch/{id}")).await;
        assert!(page.status == 200 && page.body.contains("data-name=\"ab.res\""), "{}", page.body);
        let found = ask(&bea, "GET", &format!("/watch/films/{id}"), "", b"").await.bytes;
        match stored {
            None => assert_eq!(found, record),
            Some(result) => {
                let mut plain = Vec::new();
                std::io::Read::read_to_end(&mut flate2::read::GzDecoder::new(found.as_slice()), &mut plain)
                    .unwrap();
                assert!(plain == *result);
            }
        }
        assert!(ada.get("/watch").await.body.contains(id) && !bea.get("/watch").await.body.contains(id));
    }
    let arena = arena.restart().await;
    assert!(arena.visitor().await.get("/watch").await.status == 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_that_is_no_game_is_refused_in_words() {
    let arena = Arena::open().await;
    let mut ada = arena.visitor().await;
    let result = record(9).result().unwrap();
    let refusals = [
        (b"".to_vec(), 422, "not a result"),
        (b"<script>alert(1)</script>".to_vec(), 422, "not a result"),
        (result[..result.len() / 2].to_vec(), 422, "not a result"),
        (packed(&vec![b'x'; 40 << 20]), 413, "too big"),
        (vec![b'x'; 3 << 20], 413, "too big"),
    ];
    for (file, status, words) in refusals {
        // Each by a visitor of its own: the rate is another test's.
        let visitor = arena.visitor().await;
        let (found, answer) = share(&visitor, &file).await;
        assert_eq!(found, status, "{answer}");
        assert!(answer["text"].as_str().unwrap().contains(words), "{answer}");
    }
    ada.get("/watch?lang=fr").await;
    let answer = ask(&ada, "POST", "/watch/films?lang=fr", "", b"x").await;
    assert!(String::from_utf8_lossy(&answer.bytes).contains("ni un résultat ni un enregistrement"));
    // Another site cannot have its visitors share files.
    let foreign = ask(&ada, "POST", "/watch/films", "Origin: http://evil.example\r\n", b"x").await;
    assert_eq!(foreign.status, 403);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_flood_of_files_is_stopped_and_nothing_else_is() {
    let arena = Arena::open().await;
    let mut ada = arena.visitor().await;
    let mut refused = 0;
    for _ in 0..12 {
        refused += usize::from(share(&ada, b"x").await.0 == 429);
    }
    assert!(refused >= 5, "{refused}");
    assert_eq!(ada.get("/watch").await.status, 200);
    assert_eq!(share(&arena.visitor().await, &record(3).encode().unwrap()).await.0, 201);
}
