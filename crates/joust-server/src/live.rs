//! The WebSocket of a game.

use crate::account::{is_still, until_ended};
use crate::app::{App, stopped};
use crate::failure::Failure;
use crate::guard::{Caller, is_player, same_origin};
use crate::id;
use crate::limits::{
    ASK_AFTER, CLOSING_TIME, FLOOD_MOST, GONE_AFTER, MESSAGE_BYTES, OUTBOX, READ_BUFFER, SEND_TIME,
    WRITE_BUFFER_MOST,
};
use crate::message::FromBrowser;
use crate::metrics::Held;
use crate::outbox::outbox;
use crate::play::Sender;
use crate::rates::{ConnectionSlot, Full, RateKind, Room};
use crate::refusal::MessageRefusal;
use crate::stream::Meter;
use crate::table::{self, GameTable, Open};
use axum::Extension;
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, WebSocketUpgrade, close_code};
use axum::extract::{Path, State};
use axum::http::HeaderMap;
use axum::response::Response;
use std::error::Error;
use std::io;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use tokio::time::{Instant, sleep_until, timeout};
use tracing::Instrument;

/// `GET /game/ID/live`
pub(crate) async fn live(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Extension(caller): Extension<Caller>,
    Extension(meter): Extension<Meter>,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Result<Response, Failure> {
    if !same_origin(&headers, &app.settings) {
        return Err(Failure::Foreign);
    }
    if !id::is_game(&id) {
        return Err(Failure::NotFound);
    }
    caller.take(&app, RateKind::Connections)?;
    let place = place(&app, &id, &caller).await?;
    let count = Held::new(&app.metrics, |metrics| &metrics.sockets);
    let table = app.hall.table(&id);
    if let Err(why) = Open::new(&app, &table).await.map(drop) {
        app.hall.forget(table);
        return Err(why.into());
    }
    let upgrade = upgrade
        .read_buffer_size(READ_BUFFER)
        .write_buffer_size(0)
        .max_write_buffer_size(WRITE_BUFFER_MOST)
        .max_message_size(MESSAGE_BYTES)
        .max_frame_size(MESSAGE_BYTES);
    Ok(upgrade.on_upgrade(move |socket| async move {
        if app.settings.rate_limits {
            meter.start(app.settings.limits.bytes);
        }
        let connection = Connection { key: app.key(), app, table, caller, _place: place, _count: count };
        let span = tracing::info_span!("socket", game = id::label(&connection.table.id));
        connection.run(socket).instrument(span).await;
    }))
}

/// A slot for a visitor's connection to a game. When others have taken all slots, or those of the
/// visitor's address, some are still reserved for the players of the game.
async fn place(app: &Arc<App>, game: &str, caller: &Caller) -> Result<ConnectionSlot, Failure> {
    let enter = |room| app.rates.enter(room, Some(&caller.visitor), Some(&caller.address));
    let full = match enter(Room::Sockets) {
        Ok(place) => return Ok(place),
        Err(full) => full,
    };
    if full != Full::Visitor
        && is_player(app, Some(game), caller).await
        && let Ok(place) = enter(Room::SocketsOfPlayers)
    {
        return Ok(place);
    }
    app.metrics.floods.fetch_add(1, Relaxed);
    Err(if full == Full::All { Failure::Full } else { Failure::Flood })
}

struct Connection {
    app: Arc<App>,
    table: Arc<GameTable>,
    caller: Caller,
    key: u64,
    /// Released when the connection ends, for whatever reason.
    _place: ConnectionSlot,
    /// Counts the connection as open.
    _count: Held,
}

/// Why a connection ends.
enum Over {
    /// The browser has closed the connection, or is gone.
    Gone,
    /// The server closes the connection with this code and reason.
    Close(u16, &'static str),
}

/// The end of a connection that sends too much.
const FLOOD: Over = Over::Close(close_code::POLICY, "too many messages");

impl Connection {
    async fn run(self, mut socket: WebSocket) {
        let over = self.serve(&mut socket).await;
        table::leave(&self.app, &self.table, self.key).await;
        if let Over::Close(code, reason) = over {
            let frame = CloseFrame { code, reason: Utf8Bytes::from_static(reason) };
            // A server that stops does not wait for the browser.
            if send(&mut socket, Message::Close(Some(frame))).await && code != close_code::AWAY {
                let _ = timeout(CLOSING_TIME, async { while let Some(Ok(_)) = socket.recv().await {} }).await;
            }
        }
    }

    async fn serve(&self, socket: &mut WebSocket) -> Over {
        let (outbox, mut inbox) = outbox(OUTBOX);
        let sender = Sender { key: self.key, visitor: &self.caller.visitor, language: self.caller.language };
        match Open::new(&self.app, &self.table).await {
            Ok(mut open) => {
                if !open.admit(&sender, outbox) {
                    return Over::Close(close_code::AGAIN, "too many watch this game");
                }
            }
            Err(_) => return Over::Close(close_code::ERROR, "trouble"),
        }
        let mut stop = self.app.stop.subscribe();
        let mut notices = self.app.accounts.notices();
        // The session may have ended before the first notice could be heard.
        if !is_still(&self.app, &self.caller).await {
            return Over::Close(close_code::AGAIN, "signed out");
        }
        let mut heard = Instant::now();
        let mut asked = false;
        let mut floods = 0;
        loop {
            let silence = heard + if asked { GONE_AFTER } else { ASK_AFTER };
            tokio::select! {
                // Answers are sent before more is read, so a client that floods the server cannot fill its outbox.
                biased;
                () = stopped(&mut stop) => return Over::Close(close_code::AWAY, "the server restarts"),
                () = until_ended(&mut notices, &self.caller) => {
                    return Over::Close(close_code::AGAIN, "signed out");
                }
                text = inbox.recv() => {
                    let Some(text) = text else { return self.dismissed() };
                    if !send(socket, Message::Text(text)).await {
                        return Over::Gone;
                    }
                }
                message = socket.recv() => {
                    (heard, asked) = (Instant::now(), false);
                    self.caller.is_here(&self.app);
                    let text = match message {
                        Some(Ok(Message::Text(text))) => Some(text),
                        Some(Ok(Message::Ping(_) | Message::Pong(_))) => None,
                        Some(Ok(Message::Binary(_))) => return Over::Close(close_code::UNSUPPORTED, "text only"),
                        Some(Ok(Message::Close(_))) | None => return Over::Gone,
                        Some(Err(why)) if is_flood(&why) => {
                            self.app.metrics.floods.fetch_add(1, Relaxed);
                            return FLOOD;
                        }
                        Some(Err(_)) => return Over::Close(close_code::SIZE, "not a message"),
                    };
                    // Pings of the protocol cost as much as messages, so they count as messages.
                    let allowed = self.caller.take(&self.app, RateKind::Messages).is_ok();
                    floods += u32::from(!allowed);
                    if let Some(text) = text
                        && let Some(over) = self.hear(&sender, &text, allowed).await
                    {
                        return over;
                    }
                    if floods > FLOOD_MOST {
                        return FLOOD;
                    }
                }
                () = sleep_until(silence) => {
                    if asked || !send(socket, Message::Ping(axum::body::Bytes::new())).await {
                        return Over::Gone;
                    }
                    asked = true;
                }
            }
        }
    }

    /// The table has dropped this reader.
    fn dismissed(&self) -> Over {
        if self.app.is_stopping() {
            return Over::Close(close_code::AWAY, "the server restarts");
        }
        Over::Close(close_code::AGAIN, "come again")
    }

    /// Handles one message. It is never cancelled: what is begun is finished, even if the browser is
    /// gone by then.
    async fn hear(&self, sender: &Sender<'_>, text: &str, allowed: bool) -> Option<Over> {
        let at = self.app.time.now();
        let Ok(mut open) = Open::new(&self.app, &self.table).await else {
            return Some(Over::Close(close_code::ERROR, "trouble"));
        };
        if !allowed {
            open.refuse(sender, &MessageRefusal::Messages);
            return None;
        }
        match serde_json::from_str::<FromBrowser>(text) {
            Err(why) => open.refuse(sender, &MessageRefusal::Malformed(why.to_string())),
            Ok(message) => {
                if open.answer(sender, &message, at).await.is_err() {
                    return Some(Over::Close(close_code::AGAIN, "trouble"));
                }
            }
        }
        None
    }
}

/// Whether a connection failed because it sent too many bytes.
fn is_flood(why: &(dyn Error + 'static)) -> bool {
    let mut chain = std::iter::successors(Some(why), |why: &&(dyn Error + 'static)| (*why).source());
    let kind = chain.find_map(|why| why.downcast_ref::<io::Error>()).map(io::Error::kind);
    kind == Some(io::ErrorKind::QuotaExceeded)
}

/// Sends a message; false when the browser does not take it in time.
async fn send(socket: &mut WebSocket, message: Message) -> bool {
    matches!(timeout(SEND_TIME, socket.send(message)).await, Ok(Ok(())))
}
