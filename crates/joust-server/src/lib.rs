//! The web arena: pages from the server, live games over WebSocket, the computer as an opponent.
//!
//! This is the only crate that knows HTTP. [`Server`] is a running arena, [`Settings`] are the choices
//! of an operator, and `docs/arena.md` has the addresses and messages. Only the server decides, and an
//! entry is announced only after it is on the disk.
//!
//! ```
//! # let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
//! # runtime.block_on(async {
//! use joust_server::{Layer, Server};
//! # let folder = tempfile::tempdir().unwrap();
//! let layer = Layer { port: Some(0), data: Some(folder.path().into()), ..Layer::default() };
//! let server = Server::start(layer.settle().unwrap()).await.unwrap();
//! println!("{}", server.url());
//! server.stop().await;
//! # });
//! ```

mod account;
mod address;
mod analyse;
mod app;
mod assets;
mod battle;
mod client;
mod compress;
mod computer;
mod contest;
mod cookie;
mod deeds;
mod exact;
mod failure;
mod flags;
mod form;
mod french;
#[doc(hidden)]
pub mod fuzzing;
mod gallery;
mod guard;
mod hall;
mod home;
mod id;
mod language;
mod law;
mod learn;
mod limits;
mod listed;
mod live;
mod message;
mod metrics;
mod name;
mod offline;
mod outbox;
mod own;
mod pages;
mod picture;
mod play;
mod pool;
mod puzzles;
mod rates;
mod refusal;
mod seal;
mod seldom;
mod settings;
mod shelf;
mod stream;
mod table;
mod time;
mod watch;
mod web;
mod whereabouts;
mod words;

pub use client::{ArenaAddress, ArenaClient, ArenaError, BadArenaAddress};
pub use contest::ARCHIVE_BYTES;
pub use limits::{Rate, ServerLimits, Shares, SlotLimits};
pub use settings::{BadSettings, Layer, LogFormat, LogLevel, OpenId, Settings};

use app::{App, AppError};
use joust_store::{Location, Store, StoreError};
use limits::STOP_STEP;
use std::net::SocketAddr;
use std::sync::Arc;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;
use tokio::time::timeout;

/// A running arena.
pub struct Server {
    app: Arc<App>,
    address: SocketAddr,
    admin: Option<SocketAddr>,
    accepting: JoinHandle<()>,
}

/// Why an arena cannot start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// Another program listens on the port.
    #[error("port {port} of {host} is taken: choose another one by --port, or 0 for any")]
    PortTaken {
        /// The address.
        host: String,
        /// The port.
        port: u16,
    },
    /// The server cannot listen on the port.
    #[error("cannot listen at {host}, port {port}: {why}")]
    Listen {
        /// The address.
        host: String,
        /// The port.
        port: u16,
        /// The error of the system.
        why: std::io::Error,
    },
    /// The database cannot be used.
    #[error("{0}")]
    Store(#[from] StoreError),
    /// The system refuses to start threads.
    #[error("the system cannot start threads: {0}")]
    Threads(std::io::Error),
    /// The certificates of the system cannot be read.
    #[error("the identity provider cannot be asked without the certificates of this system: {0}")]
    Certificates(std::io::Error),
}

impl From<AppError> for StartError {
    fn from(why: AppError) -> StartError {
        match why {
            AppError::Store(why) => StartError::Store(why),
            AppError::Threads(why) => StartError::Threads(why),
            AppError::Certificates(why) => StartError::Certificates(why),
        }
    }
}

impl Settings {
    /// The location of the database.
    pub fn place(&self) -> Location {
        match &self.database {
            Some(url) => Location::Url(url.clone()),
            None => Location::Folder(self.data.clone()),
        }
    }
}

/// Raises the limit on open files: every connection is one, and many systems allow 1024 by default.
fn make_room() {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, getrlimit, setrlimit};
        let mut limit = getrlimit(Resource::Nofile);
        if limit.current.is_some_and(|current| limit.maximum.is_none_or(|most| current < most)) {
            limit.current = limit.maximum;
            if let Err(why) = setrlimit(Resource::Nofile, limit) {
                tracing::warn!(%why, "the number of connections stays limited");
            }
        }
    }
}

async fn listen_for_operators(at: SocketAddr) -> Result<(TcpListener, SocketAddr), StartError> {
    let (host, port) = (at.ip().to_string(), at.port());
    let failed = |why| StartError::Listen { host: host.clone(), port, why };
    let listener = TcpListener::bind(at).await.map_err(failed)?;
    let address = listener.local_addr().map_err(failed)?;
    Ok((listener, address))
}

impl Server {
    /// Starts the arena. It listens when this returns.
    pub async fn start(settings: Settings) -> Result<Server, StartError> {
        let (host, port) = (settings.host.clone(), settings.port);
        let failed = |why: std::io::Error| match why.kind() {
            std::io::ErrorKind::AddrInUse => StartError::PortTaken { host: host.clone(), port },
            _ => StartError::Listen { host: host.clone(), port, why },
        };
        make_room();
        let listener = TcpListener::bind((host.as_str(), port)).await.map_err(failed)?;
        let address = listener.local_addr().map_err(failed)?;
        let admin = match settings.admin {
            Some(at) => Some(listen_for_operators(at).await?),
            None => None,
        };
        let store = Store::open(&settings.place()).await?;
        let app = App::new(settings, store).await?;
        app.run()?;
        let accepting = tokio::spawn(web::accept(Arc::clone(&app), listener));
        let admin = admin.map(|(listener, address)| {
            tokio::spawn(web::accept_operators(Arc::clone(&app), listener));
            address
        });
        tracing::info!(%address, "the arena is open");
        Ok(Server { app, address, admin, accepting })
    }

    /// The address on which the server listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The address for operators, if it is a separate one.
    pub fn admin(&self) -> Option<SocketAddr> {
        self.admin
    }

    /// The address for browsers.
    pub fn url(&self) -> String {
        match &self.app.settings.public_url {
            Some(url) => format!("{url}/"),
            None if self.address.ip().is_unspecified() => {
                format!("http://127.0.0.1:{}/", self.address.port())
            }
            None => format!("http://{}/", self.address),
        }
    }

    /// A sentence about the parts that this build lacks; `None` if it is complete.
    pub fn shortcoming() -> Option<String> {
        pages::shortcoming()
    }

    /// Waits until another server has taken over the database. The arena must stop then.
    pub async fn lost(&self) -> StoreError {
        self.app.store.lost().await
    }

    /// Stops the arena: browsers are told to reconnect, searches end, everything is stored. Every step has
    /// a time limit, whatever a disk or a network does.
    pub async fn stop(mut self) {
        self.app.stop.send_replace(true);
        self.app.pool.close();
        self.app.contests.hurry();
        if timeout(STOP_STEP, &mut self.accepting).await.is_err() {
            self.accepting.abort();
        }
        web::goodbye(&self.app).await;
        self.app.contests.stop().await;
        let tables = self.app.hall.all();
        let dismiss = async {
            for table in tables {
                table.dismiss().await;
            }
        };
        late("readers could not be let go", &timeout(STOP_STEP, dismiss).await);
        // From here on the clocks of all games stand still.
        late("the last heart beat is missing", &timeout(STOP_STEP, self.app.beat()).await);
        late("the store does not close", &timeout(STOP_STEP, self.app.store.clone().close()).await);
        tracing::info!("the arena is closed");
    }
}

impl Drop for Server {
    /// The threads of contests would keep the connections to the database of a server that was not stopped.
    fn drop(&mut self) {
        self.app.contests.hurry();
    }
}

/// Logs that a step of the stop has taken too long.
fn late<T, E>(what: &'static str, done: &Result<T, E>) {
    if done.is_err() {
        tracing::error!("{what} within {} s", STOP_STEP.as_secs());
    }
}
