//! PostgreSQL over TLS, and only over TLS where it is asked for.

use crate::postgres::{Postgres, name_of};
use crate::{game, runtime};
use joust_store::{Location, Store};
use std::net::TcpListener;
use std::process::Command;

#[test]
fn a_server_that_demands_tls_is_used_by_tls() {
    // Where there is one, there can be another.
    if Postgres::shared().is_err() {
        return;
    }
    let certificate = tempfile::tempdir().unwrap();
    let (key, paper) = (certificate.path().join("key.pem"), certificate.path().join("paper.pem"));
    let authority = certificate.path().join("authority.pem");
    let made = Command::new("sh").args(["-ec", CERTIFICATE]).current_dir(certificate.path()).output();
    if !made.is_ok_and(|made| made.status.success()) {
        eprintln!("TLS: not tried, openssl is missing");
        return;
    }
    let text = |path: &std::path::Path| std::fs::read_to_string(path).unwrap();
    let files = [("key.pem", text(&key)), ("paper.pem", text(&paper)), ("hba.conf", HBA.to_owned())];
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let settings = [
        "ssl=on",
        "ssl_key_file=../key.pem",
        "ssl_cert_file=../paper.pem",
        "hba_file=hba.conf",
        "listen_addresses=127.0.0.1",
        &format!("port={port}"),
    ];
    let server = Postgres::start_with(&files, &settings, port).unwrap();
    let name = name_of(&server.database()).to_owned();
    let address = format!("postgres://joust@localhost:{port}/{name}");
    runtime().block_on(async {
        let refused = Store::open(&Location::Url(format!("{address}?sslmode=disable"))).await.map(|_| ());
        assert!(refused.is_err());
        let encrypted = "SELECT count(*) FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) \
                         WHERE ssl AND application_name LIKE 'joust server%'";
        let authority = authority.display();
        for mode in [
            "sslmode=require".to_owned(),
            "sslmode=prefer".to_owned(),
            format!("sslmode=verify-full&sslrootcert={authority}"),
        ] {
            let store = Store::open(&Location::Url(format!("{address}?{mode}"))).await.unwrap();
            store.create(game(&mode)).await.unwrap();
            assert!(store.game(&mode).await.unwrap().is_some());
            assert_eq!(server.ask(&name, encrypted), "1", "{mode}");
            store.close().await;
        }
        // With verify-full a certificate without a known authority is refused.
        let strict = Store::open(&Location::Url(format!("{address}?sslmode=verify-full"))).await.map(|_| ());
        assert!(strict.is_err());
    });
}

/// An authority, and a server's certificate that it has signed.
const CERTIFICATE: &str = "\
    openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=authority -keyout authority.key -out authority.pem
    openssl req -newkey rsa:2048 -nodes -subj /CN=localhost -keyout key.pem -out request.pem
    echo subjectAltName=DNS:localhost > names
    openssl x509 -req -in request.pem -CA authority.pem -CAkey authority.key -CAcreateserial -days 2 \
      -extfile names -out paper.pem";

/// The socket for the test, and from the network by TLS only.
const HBA: &str = "local all all trust\nhostssl all all 127.0.0.1/32 trust\n";
