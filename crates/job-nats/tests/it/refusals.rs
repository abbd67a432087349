//! Servers that cannot be used: one sentence each.

use std::io::{Read, Write};
use std::net::TcpListener;
use std::path::PathBuf;

use othellier_job_nats::{Access, Grid, Login, NatsError};

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
    let secret = at("nats://club:f5d6@127.0.0.1:1");
    assert!(!refused(&secret).to_string().contains("f5d6"));
}

/// A file of `tests/keys`.
pub(crate) fn key(name: &str) -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "tests", "keys", name].iter().collect()
}

/// A server with these arguments accepts the right login, and no other.
#[track_caller]
fn check_login(arguments: &[&str], right: &Login, wrong: &[Login]) {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::with(folder.path(), &[&["-js"], arguments].concat());
    let access = |login: &Login| Access { login: login.clone(), ..at(&server.url()) };
    connected(&access(right));
    for wrong in wrong.iter().chain([&Login::Anonymous]) {
        let error = refused(&access(wrong));
        assert!(matches!(error, NatsError::NotAuthorized { .. }), "{wrong:?}: {error}");
    }
}

#[track_caller]
fn connected(access: &Access) {
    let grid = Grid::connect(access).unwrap_or_else(|error| panic!("{access:?}: {error}"));
    assert_eq!(grid.jobs().unwrap(), []);
}

pub(crate) fn users_tokens_and_credentials() {
    let user = |name: &str, password: &str| {
        let (name, password) = (name.to_owned(), password.to_owned());
        Login::User { name, password }
    };
    let token = |text: &str| Login::Token(text.to_owned());
    let arguments = ["--user", "club", "--pass", "f5d6"];
    let wrong = [user("club", "f5f6"), user("clubs", "f5d6"), token("f5d6")];
    check_login(&arguments, &user("club", "f5d6"), &wrong);
    let wrong = [token("f5f6"), user("club", "f5d6")];
    check_login(&["--auth", "f5d6"], &token("f5d6"), &wrong);
    let credentials = |name: &str| Login::Credentials(key(name));
    let accounts = key("accounts.conf");
    let arguments = ["-c", accounts.to_str().unwrap()];
    let wrong = [credentials("stranger.creds"), user("club", "f5d6")];
    check_login(&arguments, &credentials("worker.creds"), &wrong);

    for file in ["missing.creds", "accounts.conf"] {
        let login = credentials(file);
        let error = refused(&Access { login, ..at("nats://127.0.0.1:1") });
        let NatsError::Credentials { path, .. } = &error else { panic!("{file}: {error}") };
        assert_eq!(*path, key(file));
    }
}

pub(crate) fn encrypted_connections() {
    let [certificate, own_key, authority] = ["server.pem", "server.key", "ca.pem"].map(key);
    let texts = [&certificate, &own_key, &authority].map(|path| path.to_str().unwrap());
    let arguments = ["-js", "--tls", "--tlscert", texts[0], "--tlskey", texts[1]];
    let folder = tempfile::tempdir().unwrap();
    let server = Server::with(folder.path(), &arguments);
    let trusting = |authority: &str, server: &Server| Access {
        authority: Some(key(authority)),
        ..at(&server.url())
    };
    connected(&trusting("ca.pem", &server));
    let by_name = server.url().replace("nats://127.0.0.1", "tls://localhost");
    connected(&Access { url: by_name, ..trusting("ca.pem", &server) });
    // An authority that did not sign, none, and a file that has none.
    for wrong in [
        trusting("stranger-ca.pem", &server),
        at(&server.url()),
        trusting("accounts.conf", &server),
        trusting("missing.pem", &server),
    ] {
        let error = refused(&wrong);
        assert!(matches!(error, NatsError::Tls { .. }), "{wrong:?}: {error}");
    }

    let verifying = ["--tlsverify", "--tlscacert", texts[2]];
    let folder = tempfile::tempdir().unwrap();
    let server = Server::with(folder.path(), &[&arguments[..], &verifying].concat());
    let certificate = Some((key("client.pem"), key("client.key")));
    connected(&Access { certificate, ..trusting("ca.pem", &server) });
    // The server may hang up before it says why.
    let error = refused(&trusting("ca.pem", &server));
    let is_it = matches!(error, NatsError::Tls { .. } | NatsError::Unreachable { .. });
    assert!(is_it, "{error}");

    // A server without encryption, where it is asked for.
    let folder = tempfile::tempdir().unwrap();
    let plain = Server::start(folder.path());
    let error = refused(&trusting("ca.pem", &plain));
    assert!(matches!(error, NatsError::Tls { .. }), "{error}");
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
