//! `othellier bot`: engines in a room of a site with a password, through a server that is killed and
//! started again.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::Arc;
use std::time::Duration;

use crate::common::{Finish, Running, Serving, http, kill_while_running, othellier};
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::{ServerConfig, ServerConnection, StreamOwned};
use serde_json::{Value, json};

/// A server and how to reach it.
struct Site {
    address: String,
    /// The cookie that stands for the password.
    pass: String,
}

/// A server on this port, or on a free one, with the password in the data folder.
fn serve(data: &Path, port: &str) -> (Running, Site) {
    let mut command = Serving::command(data, port);
    let serving = Serving::start(command.arg("--password").arg(data.join("password")));
    let Serving { running, address } = serving;
    // `:open sesame`
    let given = "Authorization: Basic Om9wZW4gc2VzYW1l\r\n";
    let answer = http(&address, given, "GET", "/api/catalogue", "");
    let pass = answer.split("pass=").nth(1).unwrap().split(';').next().unwrap().to_owned();
    (running, Site { address, pass })
}

fn ask(site: &Site, token: &str, method: &str, path: &str, body: &Value) -> Value {
    let body = if body.is_null() { String::new() } else { body.to_string() };
    let headers = format!("Authorization: Bearer {token}\r\nCookie: pass={}\r\n", site.pass);
    let answer = http(&site.address, &headers, method, path, &body);
    serde_json::from_str(answer.split_once("\r\n\r\n").unwrap().1).unwrap()
}

fn bot(room: &str, name: &str, password: &Path, more: &[&str]) -> Running {
    let mut command = othellier(&["bot", "--room", room, "--name", name, "--password"]);
    command.arg(password);
    Running(command.args(more).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap())
}

fn until(what: &str, is_true: impl Fn() -> bool) {
    for _ in 0..3000 {
        if is_true() {
            return;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    panic!("never: {what}");
}

#[test]
fn engines_play_a_tournament_through_a_killed_server() {
    let folder = tempfile::tempdir().unwrap();
    let password = folder.path().join("password");
    std::fs::write(&password, "open sesame\n").unwrap();
    let (mut server, site) = serve(folder.path(), "0");
    let opened = json!({"name": "Engines", "owner": "me"});
    let owner = ask(&site, "", "POST", "/api/rooms", &opened);
    let token = owner["token"].as_str().unwrap();
    let path = format!("/api/rooms/{}", owner["room"]["code"].as_str().unwrap());
    let link = owner["link"].as_str().unwrap();
    let gtp = ["--", env!("CARGO_BIN_EXE_othellier"), "gtp", "--player", "random"];
    let nboard = ["--nboard", "--", env!("CARGO_BIN_EXE_othellier"), "nboard"];
    let key = folder.path().join("key");
    let bots = [
        bot(link, "player", &password, &["--token", key.to_str().unwrap(), "--player", "level-1"]),
        bot(link, "gtp", &password, &gtp),
        bot(link, "nboard", &password, &[&nboard[..], &["--player", "level-1"]].concat()),
    ];
    let room = |site: &Site| ask(site, token, "GET", &path, &Value::Null);
    let here = || {
        let members = room(&site)["members"].as_array().unwrap().clone();
        members.iter().filter(|member| member["present"] == true).count()
    };
    until("three bots", || here() == 3);
    #[cfg(unix)]
    for file in [&key, &folder.path().join("games.db")] {
        let mode = std::os::unix::fs::MetadataExt::mode(&std::fs::metadata(file).unwrap());
        assert_eq!(mode & 0o777, 0o600, "{}", file.display());
    }
    let asked = json!({"format": "round-robin", "games": 2, "clock": "5m"});
    ask(&site, token, "POST", &format!("{path}/tournaments"), &asked);
    let played = || {
        let games = room(&site)["games"].as_array().unwrap().clone();
        games.iter().filter(|game| game["outcome"].is_object()).count()
    };
    until("a game", || played() >= 1);
    kill_while_running(&mut server.0);
    // The new server knows no pass of the old one: the bots log in again.
    let (_server, again) = serve(folder.path(), site.address.rsplit(':').next().unwrap());
    assert_eq!(again.address, site.address);
    assert_ne!(again.pass, site.pass);
    until("the end", || room(&again)["tournaments"][0]["state"] == "done");
    for row in room(&again)["tournaments"][0]["standings"].as_array().unwrap() {
        assert_eq!(row["games"], 4, "{row}");
        assert_eq!([&row["illegal"], &row["crashes"], &row["time_losses"]], [0, 0, 0], "{row}");
    }
    drop(bots);
    // Without the password, or with a wrong one, nobody joins.
    let wrong = folder.path().join("wrong");
    std::fs::write(&wrong, "close sesame\n").unwrap();
    for more in [&[][..], &["--password", wrong.to_str().unwrap()]] {
        let output = othellier(&["bot", "--room", link, "--player", "random"]).args(more).output();
        let output = output.unwrap();
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(1), "{message}");
        assert!(message.contains("password"), "{message}");
    }
    assert_eq!(room(&again)["members"].as_array().unwrap().len(), 4);
}

fn certificate(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/tls").join(name)
}

/// A proxy in front of a server, which encrypts: its port.
fn encrypting_proxy(server: &str) -> u16 {
    let chain = CertificateDer::pem_file_iter(certificate("localhost.pem")).unwrap();
    let chain = chain.collect::<Result<Vec<_>, _>>().unwrap();
    let key = PrivateKeyDer::from_pem_file(certificate("localhost.key.pem")).unwrap();
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ServerConfig::builder_with_provider(provider);
    let config = config.with_safe_default_protocol_versions().unwrap();
    let config = Arc::new(config.with_no_client_auth().with_single_cert(chain, key).unwrap());
    let listener = TcpListener::bind("localhost:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let server = server.to_owned();
    std::thread::spawn(move || {
        for client in listener.incoming() {
            let session = ServerConnection::new(config.clone()).unwrap();
            let client = StreamOwned::new(session, client.unwrap());
            let server = TcpStream::connect(&server).unwrap();
            // A client that does not trust the certificate ends its connection.
            std::thread::spawn(move || forward(client, server));
        }
    });
    port
}

/// Sends the request of a client to the server, and its answer back.
fn forward(
    mut client: StreamOwned<ServerConnection, TcpStream>,
    mut server: TcpStream,
) -> std::io::Result<()> {
    let mut request = BufReader::new(&mut client);
    let (mut head, mut length) = (String::new(), 0);
    while !head.ends_with("\r\n\r\n") {
        let begin = head.len();
        request.read_line(&mut head)?;
        if let Some(said) = head[begin..].to_ascii_lowercase().strip_prefix("content-length: ") {
            length = said.trim().parse().unwrap();
        }
    }
    let mut body = vec![0; length];
    request.read_exact(&mut body)?;
    server.write_all(&[head.as_bytes(), &body].concat())?;
    let mut part = [0; 4096];
    loop {
        let size = server.read(&mut part)?;
        if size == 0 {
            client.conn.send_close_notify();
            return client.flush();
        }
        client.write_all(&part[..size])?;
        client.flush()?;
    }
}

#[test]
fn a_bot_plays_through_an_encrypting_proxy_that_it_trusts() {
    let folder = tempfile::tempdir().unwrap();
    let password = folder.path().join("password");
    std::fs::write(&password, "open sesame\n").unwrap();
    let (_server, site) = serve(folder.path(), "0");
    let owner = ask(&site, "", "POST", "/api/rooms", &json!({"name": "Safe", "owner": "me"}));
    let code = owner["room"]["code"].as_str().unwrap();
    let link = format!("https://localhost:{}/r/{code}", encrypting_proxy(&site.address));
    let bot = |authority: &Path| {
        let mut command = othellier(&["bot", "--player", "random", "--room", &link, "--password"]);
        command.arg(&password).env("SSL_CERT_FILE", authority).env_remove("SSL_CERT_DIR");
        command.stdout(Stdio::null()).stderr(Stdio::piped());
        command
    };
    let refused = bot(&folder.path().join("none.pem")).finish();
    let message = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert_eq!(refused.status.code(), Some(1), "{message}");
    assert!(message.contains("certificate"), "{message}");
    let _bot = Running(bot(&certificate("authority.pem")).spawn().unwrap());
    let token = owner["token"].as_str().unwrap();
    until("the bot in its room", || {
        let room = ask(&site, token, "GET", &format!("/api/rooms/{code}"), &Value::Null);
        let is_here = |member: &Value| member["name"] == "random" && member["present"] == true;
        room["members"].as_array().unwrap().iter().any(is_here)
    });
}

#[test]
fn wrong_links_and_engines_are_refused() {
    for (arguments, code) in [
        (&["--room", "ftp://localhost/r/K7QM-2XPA"][..], 2),
        (&["--room", "http://localhost/g/K7QM-2XPA"], 2),
        (&["--room", "https://127.0.0.1:1/r/K7QM-2XPA", "--player", "random"], 1),
        (&["--room", "http://127.0.0.1:1/r/K7QM-2XPA", "--player", "human"], 2),
        (&["--room", "http://127.0.0.1:1/r/K7QM-2XPA", "--nboard"], 2),
        (&["--room", "http://127.0.0.1:1/r/K7QM-2XPA", "--player", "random"], 1),
    ] {
        let output = othellier(&["bot"]).args(arguments).finish();
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(code), "{arguments:?}: {message}");
        assert!(message.lines().last().unwrap_or_default().starts_with("othellier: "), "{message}");
    }
}
