//! Visitors of the arena: pages and forms over HTTP, games over WebSocket.

use futures_util::{SinkExt, StreamExt};
use joust_games::{Ask, BoardAsk, DuelSession, duel};
use serde_json::{Value, json};
use std::fmt::Write;
use std::net::SocketAddr;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::protocol::CloseFrame;
use tokio_tungstenite::{WebSocketStream, client_async};

/// The longest wait for an answer.
const PATIENCE: Duration = Duration::from_secs(20);

/// An answer over HTTP.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    head: String,
    pub(crate) body: String,
}

impl Answer {
    /// All headers, a line for each.
    #[allow(dead_code, reason = "not all tests look at them")]
    pub(crate) fn head(&self) -> &str {
        &self.head
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let mut pairs = self.head.lines().filter_map(|line| line.split_once(": "));
        pairs.find(|(key, _)| key.eq_ignore_ascii_case(name)).map(|(_, value)| value)
    }
}

/// A visitor with cookies.
#[derive(Clone, Debug)]
pub(crate) struct Visitor {
    pub(crate) address: SocketAddr,
    /// The value of the cookie `joust`, and after it further cookies as in a header.
    pub(crate) cookie: Option<String>,
}

impl Visitor {
    pub(crate) async fn get(&mut self, path: &str) -> Answer {
        self.ask("GET", path, &[], "").await
    }

    pub(crate) async fn post(&mut self, path: &str, form: &str) -> Answer {
        let origin = format!("http://{}", self.address);
        let mut headers = vec![("Content-Type", "application/x-www-form-urlencoded")];
        // A browser says it always, and the arena wants it from those who are signed in.
        if self.cookie.as_ref().is_some_and(|cookie| cookie.contains("joust-session=")) {
            headers.push(("Origin", &origin));
        }
        self.ask("POST", path, &headers, form).await
    }

    /// Takes a cookie as a browser does.
    fn take_cookie(&mut self, name: &str, value: &str, is_gone: bool) {
        let old = self.cookie.clone().unwrap_or_default();
        let mut parts = old.split("; ").map(str::to_owned);
        let mut own = parts.next().unwrap_or_default();
        let mut others: Vec<String> =
            parts.filter(|part| part.split('=').next().is_none_or(|key| key != name)).collect();
        if name == "joust" {
            value.clone_into(&mut own);
        } else if !is_gone {
            others.push(format!("{name}={value}"));
        }
        others.insert(0, own);
        self.cookie = Some(others.join("; "));
    }

    /// One request on a connection of its own.
    pub(crate) async fn ask(
        &mut self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &str,
    ) -> Answer {
        let mut text = format!(
            "{method} {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nContent-Length: {}\r\n",
            self.address,
            body.len()
        );
        for (name, value) in headers {
            let _ = write!(text, "{name}: {value}\r\n");
        }
        if let Some(cookie) = &self.cookie {
            let _ = write!(text, "Cookie: joust={cookie}\r\n");
        }
        text.push_str("\r\n");
        text.push_str(body);
        let mut bytes = Vec::new();
        // A server that has stopped does not answer: status 0.
        if let Ok(mut stream) = TcpStream::connect(self.address).await {
            // A server that refuses early may close before it has read everything.
            let _ = stream.write_all(text.as_bytes()).await;
            let _ = timeout(PATIENCE, stream.read_to_end(&mut bytes)).await.unwrap();
        }
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
        let status = head.split(' ').nth(1).and_then(|code| code.parse().ok()).unwrap_or(0);
        let answer = Answer { status, head: head.to_owned(), body: body.to_owned() };
        for line in head.lines().filter_map(|line| line.strip_prefix("set-cookie: joust")) {
            let (pair, attributes) = line.split_once(';').unwrap_or((line, ""));
            let (name, value) = pair.split_once('=').unwrap_or_default();
            self.take_cookie(&format!("joust{name}"), value, attributes.contains("Max-Age=0"));
        }
        answer
    }

    /// Makes a game and gives its id.
    pub(crate) async fn make(&mut self, form: &str) -> String {
        let answer = self.post("/games", form).await;
        assert_eq!(answer.status, 303, "{answer:?}");
        answer.header("location").unwrap().strip_prefix("/game/").unwrap().to_owned()
    }

    /// Opens the socket of a game and gives its state.
    pub(crate) async fn live(&self, id: &str) -> (Line, Value) {
        let mut line = self.dial(id, None).await.unwrap();
        let state = line.hear("game").await;
        (line, state)
    }

    /// Opens the socket of a game; the status if it is refused, 0 without an answer.
    pub(crate) async fn dial(&self, id: &str, origin: Option<&str>) -> Result<Line, u16> {
        let headers: Vec<_> = origin.map(|origin| ("origin", origin)).into_iter().collect();
        let stream = TcpStream::connect(self.address).await.map_err(|_| 0_u16)?;
        self.dial_on(stream, id, &headers).await
    }

    /// Opens the socket of a game on a connection, with further headers.
    pub(crate) async fn dial_on(
        &self,
        stream: TcpStream,
        id: &str,
        headers: &[(&'static str, &str)],
    ) -> Result<Line, u16> {
        let url = format!("ws://{}/game/{id}/live", self.address);
        let mut request = url.into_client_request().unwrap();
        if let Some(cookie) = &self.cookie {
            request.headers_mut().insert("cookie", format!("joust={cookie}").parse().unwrap());
        }
        for (name, value) in headers {
            request.headers_mut().insert(*name, value.parse().unwrap());
        }
        match client_async(request, stream).await {
            Ok((socket, _)) => Ok(Line { socket }),
            Err(tokio_tungstenite::tungstenite::Error::Http(response)) => Err(response.status().as_u16()),
            Err(_) => Err(0),
        }
    }
}

/// An open socket.
pub(crate) struct Line {
    socket: WebSocketStream<TcpStream>,
}

impl Line {
    pub(crate) async fn say(&mut self, message: Value) {
        self.send(Message::text(message.to_string())).await;
    }

    pub(crate) async fn send(&mut self, message: Message) {
        let _ = self.socket.send(message).await;
    }

    pub(crate) async fn act(&mut self, version: u64, action: &str) {
        self.say(json!({ "t": "act", "version": version, "action": action })).await;
    }

    /// The next message, or how the socket was closed.
    pub(crate) async fn next(&mut self) -> Result<Value, Option<CloseFrame>> {
        loop {
            match timeout(PATIENCE, self.socket.next()).await.unwrap_or_else(|_| panic!("no message in time"))
            {
                Some(Ok(Message::Text(text))) => return Ok(serde_json::from_str(&text).unwrap()),
                Some(Ok(Message::Close(frame))) => return Err(frame),
                Some(Ok(_)) => {}
                Some(Err(_)) | None => return Err(None),
            }
        }
    }

    /// The next message of a kind.
    pub(crate) async fn hear(&mut self, kind: &str) -> Value {
        loop {
            let message = self.next().await.unwrap_or_else(|frame| panic!("closed: {frame:?}, no {kind}"));
            if message["t"] == kind {
                return message;
            }
        }
    }

    /// The close code, whatever comes before it.
    pub(crate) async fn closed(&mut self) -> Option<u16> {
        loop {
            if let Err(frame) = self.next().await {
                return frame.map(|frame| frame.code.into());
            }
        }
    }

    /// Why the last message was refused.
    pub(crate) async fn refused(&mut self) -> String {
        self.hear("refused").await["why"].as_str().unwrap().to_owned()
    }

    /// Waits until the server has handled all messages so far, none of which may be refused.
    pub(crate) async fn settle(&mut self) {
        self.say(json!({ "t": "ping", "n": 99 })).await;
        loop {
            let message = self.next().await.unwrap();
            assert_ne!(message["t"], "refused", "{message}");
            if message["t"] == "pong" && message["n"] == 99 {
                return;
            }
        }
    }
}

/// The game that a state describes, replayed by the rules.
pub(crate) fn session(state: &Value) -> Box<dyn DuelSession> {
    let text = |key: &str| state[key].as_str().unwrap();
    let ask = Ask {
        rules: Some(text("rules")),
        board: Some(BoardAsk::Named(text("board"))),
        position: Some(text("start")),
        seed: None,
    };
    let mut session = duel(text("game")).unwrap().duel_session(&ask).unwrap();
    for action in state["course"].as_array().unwrap() {
        session.act(action.as_str().unwrap()).unwrap();
    }
    session
}

/// The first move of a position, as records write it.
pub(crate) fn first_move(session: &dyn DuelSession) -> String {
    session.position().moves().swap_remove(0)
}

pub(crate) fn number(value: &Value) -> u64 {
    value.as_u64().unwrap_or_else(|| panic!("{value} is no number"))
}
