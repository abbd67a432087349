//! Servers that cannot be used: one sentence each.

use std::io::{Read, Write};
use std::net::TcpListener;

use othellier_grid_nats::{Access, Grid, Login, NatsError};

use crate::server::Server;

#[track_caller]
fn refused(access: &Access) -> NatsError {
    match Grid::connect(access) {
        Ok(_) => panic!("{access:?} was accepted"),
        Err(error) => error,
    }
}

fn at(url: &str) -> Access {
    Access { url: url.to_owned(), ..Access::default() }
}

pub(crate) fn servers_that_cannot_be_used() {
    for wrong in ["", "http://127.0.0.1:1", "nats://", "nats://a b"] {
        let error = refused(&at(wrong));
        assert!(matches!(error, NatsError::Address { .. }), "{wrong}: {error}");
    }
    let error = refused(&at("nats://127.0.0.1:1"));
    assert!(matches!(error, NatsError::Unreachable { .. }), "{error}");
    assert_eq!(refused(&at(&old_server())).to_string().matches("2.9.10").count(), 1);

    let folder = tempfile::tempdir().unwrap();
    let plain = Server::with(folder.path(), &[]);
    let error = refused(&at(&plain.url()));
    assert!(matches!(error, NatsError::NoJetStream { .. }), "{error}");

    let folder = tempfile::tempdir().unwrap();
    let guarded = Server::with(folder.path(), &["-js", "--user", "club", "--pass", "f5d6"]);
    let user = |password: &str| {
        let (name, password) = ("club".to_owned(), password.to_owned());
        Access { login: Login::User { name, password }, ..at(&guarded.url()) }
    };
    assert!(Grid::connect(&user("f5d6")).is_ok());
    for wrong in [at(&guarded.url()), user("f5f6")] {
        let error = refused(&wrong);
        assert!(matches!(error, NatsError::NotAuthorized { .. }), "{error}");
    }
    let secret = at("nats://club:f5d6@127.0.0.1:1");
    assert!(!refused(&secret).to_string().contains("f5d6"));
}

/// A server of version 2.9.10, which says hello and answers pings.
fn old_server() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    std::thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        let hello = r#"INFO {"server_id":"X","version":"2.9.10","max_payload":1048576,"jetstream":true,"headers":true}"#;
        stream.write_all(format!("{hello}\r\nPONG\r\n").as_bytes()).unwrap();
        let mut buffer = [0; 4096];
        while stream.read(&mut buffer).is_ok_and(|read| read > 0) {}
    });
    format!("nats://{address}")
}
