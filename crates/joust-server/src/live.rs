//! The WebSocket of a game.

use crate::app::{App, stopped};
use crate::failure::Failure;
use crate::guard::{Caller, same_origin};
use crate::id;
use crate::language::Language;
use crate::limits::{
    ASK_AFTER, CLOSING_TIME, CONNECTIONS, FLOOD_MOST, GONE_AFTER, MESSAGE_BYTES, MESSAGES, OUTBOX,
    READ_BUFFER, SEND_TIME, SOCKETS, SOCKETS_OF_ADDRESS, SOCKETS_OF_VISITOR, WRITE_BUFFER_MOST,
};
use crate::message::FromBrowser;
use crate::outbox::outbox;
use crate::play::Sender;
use crate::rates::{Place, What};
use crate::refusal::Refusal;
use crate::table::{self, Open, Table};
use axum::Extension;
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, WebSocketUpgrade, close_code};
use axum::extract::{Path, State};
use axum::http::HeaderMap;
use axum::response::Response;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use tokio::time::{Instant, sleep_until, timeout};

/// `GET /game/ID/live`
pub(crate) async fn live(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Extension(caller): Extension<Caller>,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Result<Response, Failure> {
    if !same_origin(&headers, &app.settings) {
        return Err(Failure::Foreign);
    }
    if !id::is_game(&id) {
        return Err(Failure::NotFound);
    }
    if app.metrics.sockets.load(Relaxed) >= SOCKETS as i64 {
        return Err(Failure::Full);
    }
    if !app.rates.take(What::Connections, &caller.address, CONNECTIONS) {
        return Err(Failure::Flood);
    }
    let places = [(&*caller.visitor, SOCKETS_OF_VISITOR), (&*caller.address, SOCKETS_OF_ADDRESS)];
    let places = places.map(|(who, most)| app.rates.enter(who, most));
    let [Some(one), Some(other)] = places else { return Err(Failure::Flood) };
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
        let connection = Connection {
            key: app.key(),
            app,
            table,
            visitor: caller.visitor,
            language: caller.language,
            _places: [one, other],
        };
        connection.run(socket).await;
    }))
}

struct Connection {
    app: Arc<App>,
    table: Arc<Table>,
    visitor: Arc<str>,
    language: Language,
    key: u64,
    /// Given back when the connection ends.
    _places: [Place; 2],
}

/// Why a connection ends.
enum Over {
    /// The browser has closed it, or is gone.
    Gone,
    /// It is closed with this code and reason.
    Close(u16, &'static str),
}

impl Connection {
    async fn run(self, mut socket: WebSocket) {
        self.app.metrics.sockets.fetch_add(1, Relaxed);
        let over = self.serve(&mut socket).await;
        table::leave(&self.app, &self.table, self.key).await;
        if let Over::Close(code, reason) = over {
            let frame = CloseFrame { code, reason: Utf8Bytes::from_static(reason) };
            // A server that stops waits for nobody.
            if send(&mut socket, Message::Close(Some(frame))).await && code != close_code::AWAY {
                let _ = timeout(CLOSING_TIME, async { while let Some(Ok(_)) = socket.recv().await {} }).await;
            }
        }
        self.app.metrics.sockets.fetch_sub(1, Relaxed);
    }

    async fn serve(&self, socket: &mut WebSocket) -> Over {
        let (outbox, mut inbox) = outbox(OUTBOX);
        let sender = Sender { key: self.key, visitor: &self.visitor, language: self.language };
        match Open::new(&self.app, &self.table).await {
            Ok(mut open) => {
                if !open.admit(&sender, outbox) {
                    return Over::Close(close_code::AGAIN, "too many watch this game");
                }
            }
            Err(_) => return Over::Close(close_code::ERROR, "trouble"),
        }
        let mut stop = self.app.stop.subscribe();
        let mut heard = Instant::now();
        let mut asked = false;
        let mut floods = 0;
        loop {
            let silence = heard + if asked { GONE_AFTER } else { ASK_AFTER };
            tokio::select! {
                // Answers go out before more is read: who floods us waits for them, and fills no outbox.
                biased;
                () = stopped(&mut stop) => return Over::Close(close_code::AWAY, "the server restarts"),
                text = inbox.recv() => {
                    let Some(text) = text else { return self.dismissed() };
                    if !send(socket, Message::Text(text)).await {
                        return Over::Gone;
                    }
                }
                message = socket.recv() => {
                    (heard, asked) = (Instant::now(), false);
                    let text = match message {
                        Some(Ok(Message::Text(text))) => text,
                        Some(Ok(Message::Ping(_) | Message::Pong(_))) => continue,
                        Some(Ok(Message::Binary(_))) => return Over::Close(close_code::UNSUPPORTED, "text only"),
                        Some(Ok(Message::Close(_))) | None => return Over::Gone,
                        Some(Err(_)) => return Over::Close(close_code::SIZE, "not a message"),
                    };
                    if let Some(over) = self.hear(&sender, &text, &mut floods).await {
                        return over;
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

    /// The table has let this reader go.
    fn dismissed(&self) -> Over {
        if self.app.is_stopping() {
            return Over::Close(close_code::AWAY, "the server restarts");
        }
        Over::Close(close_code::AGAIN, "come again")
    }

    /// Hears one message. Nothing here is broken off in the middle: what is begun is finished, even
    /// if the browser is gone by then.
    async fn hear(&self, sender: &Sender<'_>, text: &str, floods: &mut u32) -> Option<Over> {
        let at = self.app.time.now();
        let allowed = self.app.rates.take(What::Messages, &self.visitor, MESSAGES);
        let Ok(mut open) = Open::new(&self.app, &self.table).await else {
            return Some(Over::Close(close_code::ERROR, "trouble"));
        };
        if !allowed {
            *floods += 1;
            self.app.metrics.floods.fetch_add(1, Relaxed);
            open.refuse(sender, &Refusal::Messages);
            return (*floods > FLOOD_MOST).then_some(Over::Close(close_code::POLICY, "too many messages"));
        }
        match serde_json::from_str::<FromBrowser>(text) {
            Err(why) => open.refuse(sender, &Refusal::Malformed(why.to_string())),
            Ok(message) => {
                if open.answer(sender, &message, at).await.is_err() {
                    return Some(Over::Close(close_code::AGAIN, "trouble"));
                }
            }
        }
        None
    }
}

/// Hands a message over; false when nobody takes it.
async fn send(socket: &mut WebSocket, message: Message) -> bool {
    matches!(timeout(SEND_TIME, socket.send(message)).await, Ok(Ok(())))
}
