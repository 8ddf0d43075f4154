//! One visitor with many cookies: the limits of an address, however many visitors it claims to be, and the
//! slots that stay reserved for players.

use crate::client::{Arena, Line, Visitor, first_move, number, session};
use joust_server::{Rate, ServerLimits, Shares, SlotLimits};
use serde_json::json;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::{Instant, sleep, timeout};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::frame::Frame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::{Data, OpCode};

const SCREEN: &str = "game=mad&opponent=screen&name=Ada";
const FORM: (&str, &str) = ("Content-Type", "application/x-www-form-urlencoded");
/// Nothing comes back while a test runs.
const HOUR: Duration = Duration::from_hours(1);

/// A large rate for a visitor, a small one for an address, and twice that for a network.
fn shares(burst: u32) -> Shares {
    let rate = |burst| Rate { burst, every: HOUR };
    Shares { visitor: Some(rate(1000)), address: rate(burst), network: rate(2 * burst) }
}

/// An arena behind a proxy, whose header gives the visitors' addresses.
async fn behind_proxy(change: impl FnOnce(&mut ServerLimits)) -> Arena {
    Arena::with(|mut settings| {
        settings.behind_proxy = 1;
        change(&mut settings.limits);
        settings
    })
    .await
}

/// A new visitor at an address.
fn stranger(arena: &Arena) -> Visitor {
    Visitor { address: arena.server.address(), cookie: None }
}

async fn post(visitor: &mut Visitor, from: &str, path: &str, form: &str) -> u16 {
    visitor.ask("POST", path, &[FORM, ("X-Forwarded-For", from)], form).await.status
}

async fn make(visitor: &mut Visitor, from: &str, form: &str) -> String {
    let answer = visitor.ask("POST", "/games", &[FORM, ("X-Forwarded-For", from)], form).await;
    answer.header("location").unwrap_or_else(|| panic!("{answer:?}")).replace("/game/", "")
}

async fn dial(visitor: &Visitor, from: &str, id: &str) -> Result<Line, u16> {
    let stream = TcpStream::connect(visitor.address).await.unwrap();
    visitor.dial_on(stream, id, &[("x-forwarded-for", from)]).await
}

async fn live(visitor: &Visitor, from: &str, id: &str) -> (Line, serde_json::Value) {
    let mut line = dial(visitor, from, id).await.unwrap();
    let state = line.hear("game").await;
    (line, state)
}

/// The number of forms that new visitors from an address can send.
async fn passed(arena: &Arena, from: &str, path: &str, form: &str) -> usize {
    let mut count = 0;
    while post(&mut stranger(arena), from, path, form).await != 429 {
        count += 1;
        assert!(count < 50, "there is no end to it");
    }
    count
}

#[tokio::test(flavor = "multi_thread")]
async fn games_and_names_count_for_the_address() {
    let arena = behind_proxy(|limits| (limits.games, limits.names) = (shares(3), shares(4))).await;
    for (path, form, most) in [("/games", SCREEN, 3), ("/name", "name=Eve", 4)] {
        assert_eq!(passed(&arena, "1.1.1.1", path, form).await, most, "{path}");
        assert_eq!(passed(&arena, "1.1.1.2:55555", path, form).await, most, "{path}");
        // Of a network of IPv6 each /64 has as much, and all of them together twice that.
        assert_eq!(passed(&arena, "2001:db8:1:1::1", path, form).await, most, "{path}");
        assert_eq!(passed(&arena, "[2001:db8:1:1::2]:55555", path, form).await, 0, "{path}");
        assert_eq!(passed(&arena, "2001:db8:1:2::1", path, form).await, most, "{path}");
        assert_eq!(passed(&arena, "2001:db8:1:3::1", path, form).await, 0, "{path}");
        assert_eq!(passed(&arena, "2001:db8:2:1::1", path, form).await, most, "{path}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn rematches_count_as_games_of_the_address() {
    let arena = behind_proxy(|limits| limits.games = shares(3)).await;
    let mut ada = stranger(&arena);
    ada.get("/").await;
    let id = make(&mut ada, "1.1.1.1", SCREEN).await;
    let (mut line, state) = live(&ada, "1.1.1.1", &id).await;
    line.act(number(&state["version"]), "pass").await;
    line.hear("acted").await;
    line.say(json!({ "t": "resign" })).await;
    line.hear("game").await;
    assert_eq!(passed(&arena, "1.1.1.1", "/games", SCREEN).await, 2);
    line.say(json!({ "t": "rematch" })).await;
    assert_eq!(line.refused().await, "flood");
    // Somewhere else she has a share.
    let (mut line, _) = live(&ada, "1.1.1.2", &id).await;
    line.say(json!({ "t": "rematch" })).await;
    line.hear("rematch").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn messages_count_for_the_address() {
    let arena = behind_proxy(|limits| limits.messages = shares(6)).await;
    let id = make(&mut stranger(&arena), "9.9.9.9", SCREEN).await;
    let ping = async |from: &str| {
        let (mut line, _) = live(&stranger(&arena), from, &id).await;
        line.say(json!({ "t": "ping", "n": 1 })).await;
        loop {
            let message = line.next().await.unwrap();
            match message["t"].as_str() {
                Some("pong") => break true,
                Some("refused") => break false,
                _ => {}
            }
        }
    };
    for n in 0..8 {
        assert_eq!(ping("1.1.1.1").await, n < 6, "{n}");
    }
    assert!(ping("1.1.1.2").await);
}

#[tokio::test(flavor = "multi_thread")]
async fn pings_of_the_protocol_are_messages() {
    let arena = behind_proxy(|limits| limits.messages = shares(20)).await;
    let id = make(&mut stranger(&arena), "9.9.9.9", SCREEN).await;
    for frame in [Message::Ping(Vec::new().into()), Message::Pong(Vec::new().into())] {
        let (mut line, _) = live(&stranger(&arena), "1.1.1.1", &id).await;
        for _ in 0..300 {
            line.send(frame.clone()).await;
        }
        assert_eq!(line.closed().await, Some(1008), "{frame:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn frames_without_a_message_count_by_their_bytes() {
    let arena = Arena::open().await;
    let mut ada = arena.visitor().await;
    let id = ada.make(SCREEN).await;
    let (mut line, _) = ada.live(&id).await;
    let part = |data| Message::Frame(Frame::message(Vec::new(), OpCode::Data(data), false));
    // The beginning of a message, and nothing more of it, for ever: six bytes each.
    line.send(part(Data::Text)).await;
    for _ in 0..12_000 {
        line.send(part(Data::Continue)).await;
    }
    // The reason is lost if the system resets a connection with unread data.
    assert!(matches!(line.closed().await, None | Some(1008)));
    settled(async || counted(&mut stranger(&arena), "joust_connections").await == 0).await;
    assert!(counted(&mut stranger(&arena), "joust_floods_total").await >= 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn hints_count_for_the_address() {
    let arena = behind_proxy(|limits| limits.hints = shares(2)).await;
    let hint = async |from: &str| {
        let mut visitor = stranger(&arena);
        visitor.get("/").await;
        let id = make(&mut visitor, from, "game=wargame&board=tiny&opponent=screen").await;
        let (mut line, state) = live(&visitor, from, &id).await;
        line.say(json!({ "t": "hint", "version": state["version"] })).await;
        loop {
            let message = line.next().await.unwrap();
            match message["t"].as_str() {
                Some("hint") => break true,
                Some("refused") => break false,
                _ => {}
            }
        }
    };
    for n in 0..4 {
        assert_eq!(hint("1.1.1.1").await, n < 2, "{n}");
    }
    assert!(hint("1.1.1.2").await);
}

/// Many cookies of one address wait for level 10; a visitor from another address does not wait for them.
#[tokio::test(flavor = "multi_thread")]
async fn searches_take_turns_by_address() {
    let arena = Arena::with(|mut settings| {
        (settings.behind_proxy, settings.search_threads) = (1, 1);
        settings
    })
    .await;
    let mut lines = Vec::new();
    for from in ["1.1.1.1"; 12].into_iter().chain(["1.1.1.2"]) {
        let mut visitor = stranger(&arena);
        visitor.get("/").await;
        let id = make(&mut visitor, from, "game=mad&opponent=computer&level=10&seat=0").await;
        let (mut line, state) = live(&visitor, from, &id).await;
        line.act(number(&state["version"]), &first_move(session(&state).as_ref())).await;
        line.hear("acted").await;
        lines.push(line);
    }
    let ada = lines.last_mut().unwrap();
    assert_eq!(ada.hear("acted").await["seat"], 1);
    let metrics = stranger(&arena).get("/metrics").await.body;
    let done = metrics.lines().find_map(|line| line.strip_prefix("joust_searches_total "));
    // One was under way when she came, one more may have begun, and then it was her turn; a slow machine
    // may be through with some before she comes.
    assert!(done.unwrap().parse::<u32>().unwrap() <= 6, "{metrics}");
}

fn places(visitor: u32, address: u32, all: u32) -> SlotLimits {
    SlotLimits { visitor, address, network: address, all }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_player_gets_a_socket_when_strangers_do_not() {
    for (address, all, refused) in [(3, 100, 429), (100, 3, 503)] {
        let arena = Arena::with(|mut settings| {
            settings.limits.sockets = places(50, address, all);
            settings.limits.sockets_of_players = places(2, 20, 20);
            settings
        })
        .await;
        let mut ada = arena.visitor().await;
        let id = ada.make(SCREEN).await;
        let mut strangers = Vec::new();
        let status = loop {
            match stranger(&arena).dial(&id, None).await {
                Ok(line) => strangers.push(line),
                Err(status) => break status,
            }
            assert!(strangers.len() < 10);
        };
        assert_eq!((strangers.len(), status), (3, refused));
        let mut lines = Vec::new();
        let status = loop {
            match ada.dial(&id, None).await {
                Ok(line) => lines.push(line),
                Err(status) => break status,
            }
        };
        // A board before her, another one on her telephone, and no more.
        assert_eq!((lines.len(), status), (2, refused));
        let state = lines[0].hear("game").await;
        lines[0].act(number(&state["version"]), "pass").await;
        lines[0].hear("acted").await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_player_gets_a_page_when_strangers_do_not() {
    let arena = Arena::with(|mut settings| {
        settings.admin = Some(([127, 0, 0, 1], 0).into());
        settings.limits.pages_open = places(4, 4, 4);
        settings.limits.pages_open_of_players = places(2, 2, 2);
        settings
    })
    .await;
    // The server closes a connection some time after its client. The operator's are not counted.
    let operator = Visitor { address: arena.server.admin().unwrap(), cookie: None };
    let open = async |count| {
        settled(async || counted(&mut operator.clone(), "joust_http_connections").await == count).await;
    };
    let mut ada = arena.visitor().await;
    let id = ada.make(SCREEN).await;
    let page = format!("/game/{id}");
    open(0).await;
    let mut idle = Vec::new();
    for _ in 0..4 {
        let mut stream = TcpStream::connect(arena.server.address()).await.unwrap();
        // The connections are open, but have sent no request.
        stream.write_all(b"GET / HTTP/1.1\r\n").await.unwrap();
        idle.push(stream);
    }
    open(4).await;
    assert_eq!(stranger(&arena).get(&page).await.status, 503);
    open(4).await;
    for (path, status) in [("/", 503), (page.as_str(), 200), ("/game/0123456789abc", 503)] {
        assert_eq!(ada.get(path).await.status, status, "{path}");
        open(4).await;
    }
    assert_eq!(ada.live(&id).await.1["you"], json!([0, 1]));
    drop(idle);
    open(0).await;
    assert_eq!(stranger(&arena).get("/").await.status, 200);
}

/// Waits until a condition holds.
async fn settled(mut so: impl AsyncFnMut() -> bool) {
    let begin = Instant::now();
    while !so().await {
        assert!(begin.elapsed() < Duration::from_secs(10), "it does not come to pass");
        sleep(Duration::from_millis(20)).await;
    }
}

/// A connection of a client that does not read and has a small receive buffer.
async fn deaf(arena: &Arena) -> TcpStream {
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(4096).unwrap();
    socket.connect(arena.server.address()).await.unwrap()
}

/// How many connections of a kind the server counts.
async fn counted(reader: &mut Visitor, name: &str) -> u32 {
    let metrics = reader.get("/metrics").await.body;
    let line = metrics.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' ')).map(str::to_owned);
    line.unwrap_or_else(|| panic!("{name}: {metrics}")).parse().unwrap()
}

/// No rate limits, and little patience.
async fn impatient() -> Arena {
    Arena::with(|mut settings| {
        settings.limits.patience = Duration::from_millis(300);
        (settings.limits.pages, settings.limits.messages) = (shares(1 << 20), shares(1 << 20));
        settings.limits.bytes.burst = u32::MAX;
        settings
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_are_not_kept_for_a_client_that_does_not_read() {
    let arena = impatient().await;
    let mut streams = Vec::new();
    for _ in 0..3 {
        let mut stream = deaf(&arena).await;
        let ask = "GET /rules/mad HTTP/1.1\r\nHost: x\r\n\r\n".repeat(2000);
        let (mut reading, mut writing) = stream.split();
        // The server may stop to read before all of it is sent.
        let _ = timeout(Duration::from_millis(200), writing.write_all(ask.as_bytes())).await;
        let mut byte = [0];
        assert_eq!(reading.read(&mut byte).await.unwrap(), 1, "it was answered");
        streams.push(stream);
    }
    // The one that asks is a connection as well.
    settled(async || counted(&mut stranger(&arena), "joust_http_connections").await == 1).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn messages_are_not_kept_for_a_client_that_does_not_read() {
    let arena = impatient().await;
    let mut ada = arena.visitor().await;
    let id = ada.make(SCREEN).await;
    let mut line = ada.dial_on(deaf(&arena).await, &id, &[]).await.unwrap();
    assert_eq!(counted(&mut stranger(&arena), "joust_connections").await, 1);
    // Each is answered by a refusal and the whole state.
    let talk = async {
        loop {
            line.act(9999, "pass").await;
        }
    };
    let gone = settled(async || counted(&mut stranger(&arena), "joust_connections").await == 0);
    tokio::select! {
        () = talk => {}
        () = gone => {}
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn operators_have_an_address_of_their_own() {
    let arena = Arena::with(|mut settings| {
        settings.admin = Some(([127, 0, 0, 1], 0).into());
        settings.limits.pages_open = places(1, 1, 1);
        settings
    })
    .await;
    let operator = Visitor { address: arena.server.admin().unwrap(), cookie: None };
    for path in ["/health", "/metrics"] {
        let answer = stranger(&arena).get(path).await;
        assert!(answer.status == 404 || answer.status == 503, "{path}: {answer:?}");
    }
    // However full the arena is.
    let _idle = TcpStream::connect(arena.server.address()).await.unwrap();
    for (path, status) in [("/health", 200), ("/metrics", 200), ("/", 404), ("/games", 404)] {
        let answer = operator.clone().get(path).await;
        assert_eq!(answer.status, status, "{path}");
        assert_eq!(answer.header("set-cookie"), None, "{path}");
    }
    assert!(operator.clone().get("/metrics").await.body.ends_with("# EOF\n"));
}

#[tokio::test(flavor = "multi_thread")]
async fn over_https_cookies_are_of_this_host_only() {
    let arena = Arena::with(|mut settings| {
        settings.public_url = Some("https://joust.example".to_owned());
        settings
    })
    .await;
    let answer = stranger(&arena).get("/").await;
    let cookie = answer.header("set-cookie").unwrap();
    assert!(
        cookie.starts_with("__Host-joust=")
            && cookie.ends_with("Path=/; Max-Age=31536000; SameSite=Lax; Secure")
    );
    assert_eq!(answer.header("strict-transport-security"), Some("max-age=31536000"));
    let own = cookie.split(';').next().unwrap();
    let headers = [("Cookie", own)];
    assert_eq!(stranger(&arena).ask("GET", "/", &headers, "").await.header("set-cookie"), None);
    // A cookie that another host of the domain has set does not count, in any order.
    let planted = format!("joust={}", own.split_once('=').unwrap().1);
    let answer = stranger(&arena).ask("GET", "/", &[("Cookie", &planted)], "").await;
    let fresh = answer.header("set-cookie").unwrap().split(';').next().unwrap();
    assert!(fresh.starts_with("__Host-joust=") && fresh != own);
    let plain = Arena::open().await;
    let answer = stranger(&plain).get("/").await;
    assert!(answer.header("set-cookie").unwrap().starts_with("joust="));
    assert_eq!(answer.header("strict-transport-security"), None);
}
