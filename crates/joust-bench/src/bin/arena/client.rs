//! A visitor: makes a game by the form, and talks over the WebSocket.

use crate::Trouble;
use futures_util::{SinkExt, StreamExt};
use std::net::{Ipv4Addr, SocketAddr};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::{WebSocketStream, client_async_with_config};

/// A visitor with an address, which the server takes from the header of a proxy.
#[derive(Clone)]
pub(crate) struct Visitor {
    /// The name and value of the cookie.
    cookie: String,
    from: Ipv4Addr,
}

impl Visitor {
    /// This visitor at another address.
    pub(crate) fn at(&self, from: Ipv4Addr) -> Visitor {
        Visitor { from, ..self.clone() }
    }
}

/// A response without its body.
struct Reply {
    cookie: Option<String>,
    location: Option<String>,
    status: String,
}

/// Sends a request and gives the whole answer.
pub(crate) async fn exchange(address: SocketAddr, head: String, body: &str) -> Result<String, Trouble> {
    let mut stream = TcpStream::connect(address).await?;
    stream.write_all(format!("{head}\r\n{body}").as_bytes()).await?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await?;
    Ok(String::from_utf8_lossy(&answer).into_owned())
}

async fn request(address: SocketAddr, head: String, body: &str) -> Result<Reply, Trouble> {
    let text = exchange(address, head, body).await?;
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
pub(crate) async fn arrive(address: SocketAddr, from: Ipv4Addr) -> Result<Visitor, Trouble> {
    let head =
        format!("GET / HTTP/1.1\r\nHost: {address}\r\nX-Forwarded-For: {from}\r\nConnection: close\r\n");
    let reply = request(address, head, "").await?;
    let cookie = reply.cookie.ok_or_else(|| format!("no cookie: {}", reply.status))?;
    Ok(Visitor { cookie, from })
}

/// Requests a page; true if it was served.
pub(crate) async fn open_page(address: SocketAddr, visitor: &Visitor, path: &str) -> Result<bool, Trouble> {
    let Visitor { cookie, from } = visitor;
    let head = format!(
        "GET {path} HTTP/1.1\r\nHost: {address}\r\nX-Forwarded-For: {from}\r\nCookie: {cookie}\r\n\
         Connection: close\r\n"
    );
    Ok(request(address, head, "").await?.status.contains(" 200 "))
}

/// Makes a game by the form and gives its address.
pub(crate) async fn make_game(address: SocketAddr, visitor: &Visitor, form: &str) -> Result<String, Trouble> {
    let Visitor { cookie, from } = visitor;
    let head = format!(
        "POST /games HTTP/1.1\r\nHost: {address}\r\nOrigin: http://{address}\r\nCookie: {cookie}\r\n\
         X-Forwarded-For: {from}\r\n\
         Connection: close\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: {}\r\n",
        form.len()
    );
    let reply = request(address, head, form).await?;
    reply.location.ok_or_else(|| format!("no game was made: {}", reply.status).into())
}

/// A connection to a game.
pub(crate) struct Connection(WebSocketStream<TcpStream>);

/// The fields of a message that are used.
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

impl Connection {
    pub(crate) async fn open(
        address: SocketAddr,
        game: &str,
        visitor: &Visitor,
    ) -> Result<Connection, Trouble> {
        let mut request = format!("ws://{address}{game}/live").into_client_request()?;
        request.headers_mut().insert("Cookie", visitor.cookie.parse()?);
        request.headers_mut().insert("X-Forwarded-For", visitor.from.to_string().parse()?);
        request.headers_mut().insert("Origin", format!("http://{address}").parse()?);
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        let small = WebSocketConfig::default().read_buffer_size(4096).write_buffer_size(0);
        let (line, _) = client_async_with_config(request, stream, Some(small)).await?;
        Ok(Connection(line))
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
