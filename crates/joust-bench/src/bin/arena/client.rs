//! A visitor: makes a game by the form, and talks over the WebSocket.

use crate::Trouble;
use futures_util::{SinkExt, StreamExt};
use std::net::SocketAddr;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::{WebSocketStream, client_async_with_config};

/// The name and value of the visitor's cookie.
pub(crate) type Cookie = String;

/// What a reply without its body says.
struct Reply {
    cookie: Option<Cookie>,
    location: Option<String>,
    status: String,
}

async fn request(address: SocketAddr, head: String, body: &str) -> Result<Reply, Trouble> {
    let mut stream = TcpStream::connect(address).await?;
    stream.write_all(format!("{head}\r\n{body}").as_bytes()).await?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await?;
    let text = String::from_utf8_lossy(&answer);
    let lines: Vec<&str> = text.lines().take_while(|line| !line.is_empty()).collect();
    let header = |name: &str| {
        let found = lines.iter().filter_map(|line| line.split_once(": "));
        let mut found = found.filter(|(key, _)| key.eq_ignore_ascii_case(name)).map(|(_, value)| value);
        found.find(|value| name != "set-cookie" || value.starts_with("joust="))
    };
    Ok(Reply {
        cookie: header("set-cookie").and_then(|value| value.split(';').next()).map(ToOwned::to_owned),
        location: header("location").map(ToOwned::to_owned),
        status: (*lines.first().unwrap_or(&"nothing")).to_owned(),
    })
}

/// A new visitor.
pub(crate) async fn arrive(address: SocketAddr) -> Result<Cookie, Trouble> {
    let head = format!("GET / HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n");
    let reply = request(address, head, "").await?;
    reply.cookie.ok_or_else(|| format!("no cookie: {}", reply.status).into())
}

/// Makes a game by the form and gives its address.
pub(crate) async fn make_game(address: SocketAddr, cookie: &Cookie, form: &str) -> Result<String, Trouble> {
    let head = format!(
        "POST /games HTTP/1.1\r\nHost: {address}\r\nOrigin: http://{address}\r\nCookie: {cookie}\r\n\
         Connection: close\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: {}\r\n",
        form.len()
    );
    let reply = request(address, head, form).await?;
    reply.location.ok_or_else(|| format!("no game was made: {}", reply.status).into())
}

/// A connection to a game.
pub(crate) struct Line(WebSocketStream<TcpStream>);

/// What we look at in a message.
#[derive(serde::Deserialize)]
pub(crate) struct Heard {
    pub(crate) t: String,
    #[serde(default)]
    pub(crate) version: u32,
    #[serde(default)]
    pub(crate) action: String,
    #[serde(default)]
    pub(crate) text: String,
    #[serde(default)]
    pub(crate) you: Vec<u8>,
}

impl Line {
    pub(crate) async fn open(address: SocketAddr, game: &str, cookie: &Cookie) -> Result<Line, Trouble> {
        let mut request = format!("ws://{address}{game}/live").into_client_request()?;
        request.headers_mut().insert("Cookie", cookie.parse()?);
        request.headers_mut().insert("Origin", format!("http://{address}").parse()?);
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        let small = WebSocketConfig::default().read_buffer_size(4096).write_buffer_size(0);
        let (line, _) = client_async_with_config(request, stream, Some(small)).await?;
        Ok(Line(line))
    }

    pub(crate) async fn say(&mut self, message: String) -> Result<(), Trouble> {
        Ok(self.0.send(Message::text(message)).await?)
    }

    /// The next message of one of these kinds; a refusal is an error.
    pub(crate) async fn hear(&mut self, kinds: &[&str]) -> Result<Heard, Trouble> {
        loop {
            let message = self.0.next().await.ok_or("the server hung up")??;
            let Message::Text(text) = message else { continue };
            let heard: Heard = serde_json::from_str(&text)?;
            if kinds.contains(&heard.t.as_str()) {
                return Ok(heard);
            }
            if heard.t == "refused" {
                return Err(format!("refused: {}", heard.text).into());
            }
        }
    }
}
