//! A network that takes everything and gives no answer.

use crate::postgres::{Postgres, name_of};
use crate::{game, runtime};
use joust_store::{Location, Store, StoreError};
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::os::unix::net::UnixStream;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

/// A way to a database on which a connection falls silent as soon as the client says a certain word.
struct Network {
    url: String,
    word: Arc<Mutex<Option<&'static str>>>,
}

impl Network {
    fn before(url: &str) -> Network {
        let socket = url.split("host=").nth(1).unwrap().replace("%2F", "/") + "/.s.PGSQL.5432";
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let url = format!("postgres://joust@127.0.0.1:{port}/{}?sslmode=disable", name_of(url));
        let word = Arc::new(Mutex::new(None));
        let heard = Arc::clone(&word);
        thread::spawn(move || {
            for client in listener.incoming() {
                let (client, server) = (client.unwrap(), UnixStream::connect(&socket).unwrap());
                carry(client, server, &heard);
            }
        });
        Network { url, word }
    }

    /// From now on the connection on which this is said falls silent; `None` ends that.
    fn silent_after(&self, word: Option<&'static str>) {
        *self.word.lock().unwrap() = word;
    }
}

/// Carries bytes both ways on threads of their own. The test does not wait for them.
fn carry(mut client: TcpStream, mut server: UnixStream, word: &Arc<Mutex<Option<&'static str>>>) {
    let (mut to_client, mut from_server) = (client.try_clone().unwrap(), server.try_clone().unwrap());
    thread::spawn(move || std::io::copy(&mut from_server, &mut to_client));
    let word = Arc::clone(word);
    thread::spawn(move || {
        let mut bytes = [0; 8192];
        let mut silent = false;
        while let Ok(count @ 1..) = client.read(&mut bytes) {
            let said = |word: &str| bytes[..count].windows(word.len()).any(|part| part == word.as_bytes());
            silent = silent || word.lock().unwrap().is_some_and(said);
            // A request that is not forwarded gets no answer.
            if !silent && server.write_all(&bytes[..count]).is_err() {
                break;
            }
        }
        let _ = server.shutdown(std::net::Shutdown::Both);
    });
}

#[test]
fn a_reader_that_gets_no_answer_fails_and_leaves_its_place_to_others() {
    let Ok(server) = Postgres::shared() else { return };
    let network = Network::before(&server.database());
    runtime().block_on(async {
        let store = Store::open(&Location::Url(network.url.clone())).await.unwrap();
        store.create(game("k")).await.unwrap();
        network.silent_after(Some("FROM visitor WHERE"));
        let begin = Instant::now();
        // As many as there are places for readers.
        let asked = futures_util::future::join_all((0..8).map(|_| store.name("ada")));
        let answers =
            tokio::time::timeout(Duration::from_secs(15), asked).await.expect("readers wait for ever");
        assert!(answers.iter().all(|answer| matches!(answer, Err(StoreError::Database(_)))), "{answers:?}");
        assert!(begin.elapsed() > Duration::from_secs(8), "PostgreSQL may take 8 s for a statement");
        network.silent_after(None);
        let found = tokio::time::timeout(Duration::from_secs(2), store.game("k")).await;
        assert!(matches!(found, Ok(Ok(Some(_)))), "the places of silent connections are not free: {found:?}");
        store.close().await;
    });
}

#[test]
fn a_lock_that_gets_no_answer_does_not_hold_up_the_writer() {
    let Ok(server) = Postgres::shared() else { return };
    let network = Network::before(&server.database());
    runtime().block_on(async {
        network.silent_after(Some("pg_try_advisory_lock"));
        let place = Location::Url(network.url.clone());
        let opened = tokio::time::timeout(Duration::from_secs(8), Store::open(&place)).await;
        let opened = opened.map(|opened| opened.map(|_| ()));
        assert!(matches!(opened, Ok(Err(StoreError::Database(_)))), "{opened:?}");
        network.silent_after(None);
        Store::open(&place).await.unwrap().close().await;
    });
}
