//! The server on a real socket: slow clients, clients that disconnect, and shutdown.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use othellier_server::{Config, Server, Stopper};

fn start() -> (SocketAddr, Stopper, std::thread::JoinHandle<()>) {
    let config = Config { threads: Some(1), ..Config::default() };
    let server = Server::bind("127.0.0.1:0".parse().unwrap(), config).unwrap();
    let (address, stopper) = (server.address().unwrap(), server.stopper());
    let running = std::thread::spawn(move || {
        server.run().unwrap();
    });
    (address, stopper, running)
}

fn connect(address: SocketAddr) -> TcpStream {
    let stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
    stream
}

fn ask(address: SocketAddr, path: &str) -> String {
    let mut stream = connect(address);
    write!(stream, "GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n").unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

fn gauge(address: SocketAddr, name: &str) -> u64 {
    let answer = ask(address, "/metrics");
    let line = answer.lines().find(|line| line.starts_with(&format!("othellier_{name} ")));
    line.unwrap().rsplit(' ').next().unwrap().parse().unwrap()
}

#[test]
fn slow_connections_are_closed_and_block_no_others() {
    let (address, stopper, running) = start();
    let mut slow: Vec<TcpStream> = (0..100).map(|_| connect(address)).collect();
    for stream in &mut slow {
        stream.write_all(b"GET / HTTP/1.1\r\nHost: loc").unwrap();
    }
    for _ in 0..10 {
        assert!(ask(address, "/health").starts_with("HTTP/1.1 200"));
    }
    for stream in &mut slow {
        let mut rest = Vec::new();
        // Closed by the server, with or without a response.
        let _ = stream.read_to_end(&mut rest);
        assert!(!rest.starts_with(b"HTTP/1.1 200"));
    }
    assert!(ask(address, "/health").starts_with("HTTP/1.1 200"));
    stopper.stop();
    running.join().unwrap();
}

#[test]
fn garbage_is_refused() {
    let (address, stopper, running) = start();
    for garbage in
        [&b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc"[..], b"GET\r\n\r\n", b"\0\0\0\0\r\n\r\n"]
    {
        let mut stream = connect(address);
        stream.write_all(garbage).unwrap();
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        assert!(!answer.starts_with(b"HTTP/1.1 2"));
    }
    assert!(ask(address, "/health").starts_with("HTTP/1.1 200"));
    stopper.stop();
    running.join().unwrap();
}

#[test]
fn closing_a_stream_stops_its_search_and_shutdown_ends_streams() {
    let (address, stopper, running) = start();
    let analyse = |stream: &mut TcpStream| {
        let path = "/api/analysis?position=startpos";
        write!(stream, "GET {path} HTTP/1.1\r\nHost: {address}\r\n\r\n").unwrap();
        let mut first = [0; 16];
        stream.read_exact(&mut first).unwrap();
        assert_eq!(&first, b"HTTP/1.1 200 OK\r");
    };
    let mut tab = connect(address);
    analyse(&mut tab);
    while gauge(address, "analyses") != 1 {}
    drop(tab);
    while gauge(address, "analyses") != 0 {
        std::thread::sleep(Duration::from_millis(10));
    }
    // Another stream is open when the server is asked to stop.
    let mut tab = connect(address);
    analyse(&mut tab);
    stopper.stop();
    running.join().unwrap();
    let mut rest = Vec::new();
    let _ = tab.read_to_end(&mut rest);
    assert!(TcpStream::connect(address).is_err());
}
