//! An arena for a test, and its visitors.

#[path = "../../../../tests/support/arena.rs"]
mod support;

pub(crate) use support::{Line, Visitor, first_move, number, session};

use joust_server::{Layer, Server, Settings};
use std::path::Path;

pub(crate) fn settings(folder: &Path) -> Settings {
    let layer = Layer {
        port: Some(0),
        database: crate::database(folder),
        data: Some(folder.to_owned()),
        pause: Some(0),
        search_threads: Some(2),
        ..Layer::default()
    };
    layer.settle().unwrap()
}

/// A server with data of its own.
pub(crate) struct Arena {
    pub(crate) server: Server,
    pub(crate) folder: tempfile::TempDir,
}

impl Arena {
    pub(crate) async fn open() -> Arena {
        Arena::with(|settings| settings).await
    }

    pub(crate) async fn with(change: impl FnOnce(Settings) -> Settings) -> Arena {
        let folder = tempfile::tempdir().unwrap();
        let server = Server::start(change(settings(folder.path()))).await.unwrap();
        Arena { server, folder }
    }

    /// Stops the server and starts another one on its data.
    pub(crate) async fn restart(self) -> Arena {
        self.server.stop().await;
        let server = Server::start(settings(self.folder.path())).await.unwrap();
        Arena { server, folder: self.folder }
    }

    pub(crate) async fn visitor(&self) -> Visitor {
        let mut visitor = Visitor { address: self.server.address(), cookie: None };
        visitor.get("/").await;
        visitor
    }
}
