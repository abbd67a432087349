//! The examples of `docs/bots.md` play a tournament on a real socket.

use std::process::{Child, Command, Stdio};
use std::time::Duration;

use othellier_server::{Config, Server};
use serde_json::{Value, json};

use bot::Client;

#[path = "../../examples/bot.rs"]
mod bot;

/// A script of `examples/bots`.
fn script(program: &str, file: &str, room: &str, name: &str) -> Child {
    let path = format!("{}/examples/bots/{file}", env!("CARGO_MANIFEST_DIR"));
    let mut command = Command::new(program);
    command.args([&path, room, name]).env_remove("OTHELLIER_TOKEN").stdout(Stdio::null());
    command.spawn().unwrap_or_else(|error| panic!("{program}: {error}"))
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

#[cfg(unix)]
#[test]
fn bots_in_python_rust_and_a_shell_play_a_tournament() {
    let config = Config { threads: Some(1), ..Config::default() };
    let server = Server::bind("127.0.0.1:0".parse().unwrap(), config).unwrap();
    let (address, stopper) = (server.address().unwrap(), server.stopper());
    let running = std::thread::spawn(move || server.run().unwrap());
    let client = Client { server: address.to_string(), token: None };
    let owner = client.ask("POST", "/api/rooms", &json!({"name": "Bots", "owner": "me"})).unwrap();
    let code = owner["room"]["code"].as_str().unwrap();
    let owner = Client { token: owner["token"].as_str().map(str::to_owned), ..client };
    let url = format!("http://{address}/r/{code}");

    let mut scripts =
        [script("python3", "bot.py", &url, "python"), script("sh", "bot.sh", &url, "shell")];
    let in_rust = {
        let url = url.clone();
        std::thread::spawn(move || {
            // The stream breaks when the server ends.
            let _ = bot::run(&url, "rust", None);
        })
    };
    let path = format!("/api/rooms/{code}");
    let room = || owner.ask("GET", &path, &Value::Null).unwrap();
    let here = || {
        let members = room()["members"].as_array().unwrap().clone();
        members.iter().filter(|member| member["present"] == true).count()
    };
    until("three bots", || here() == 3);
    let asked = json!({"format": "round-robin", "games": 2, "clock": "1m", "size": 6});
    owner.ask("POST", &format!("{path}/tournaments"), &asked).unwrap();
    until("the end", || room()["tournaments"][0]["state"] == "done");
    let done = room()["tournaments"][0].clone();
    for row in done["standings"].as_array().unwrap() {
        assert_eq!(row["games"], 4, "{row}");
        let faults =
            ["illegal", "crashes", "time_losses"].map(|field| row[field].as_u64().unwrap());
        assert_eq!(faults, [0, 0, 0], "{row}");
    }
    for script in &mut scripts {
        script.kill().unwrap();
        script.wait().unwrap();
    }
    stopper.stop();
    running.join().unwrap();
    in_rust.join().unwrap();
}
