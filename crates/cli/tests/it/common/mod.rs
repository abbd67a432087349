//! Helpers that run the real binary and check its output.
pub(crate) mod engines;
pub(crate) mod json;
#[path = "../../../../wire/tests/it/validator.rs"]
mod validator;

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

pub(crate) use self::json::Finish;

/// The binary with these arguments, in English, with an empty stdin.
pub(crate) fn othellier(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_othellier"));
    command.args(arguments).env("LANG", "C").env_remove("LC_ALL").env_remove("LC_MESSAGES");
    command.stdin(Stdio::null());
    command
}

pub(crate) fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

/// Runs to the end with this exit code.
#[track_caller]
pub(crate) fn run(arguments: &[&str], code: i32) -> Output {
    let output = execute(arguments);
    assert_eq!(output.status.code(), Some(code), "{arguments:?}: {}", text(&output.stderr));
    output
}

/// Starts the binary with pipes for stdin, stdout and stderr.
pub(crate) fn spawn(arguments: &[&str]) -> Child {
    let mut command = othellier(arguments);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().unwrap()
}

/// Runs to the end, whatever the exit code.
#[track_caller]
pub(crate) fn execute(arguments: &[&str]) -> Output {
    othellier(arguments).finish()
}

/// Runs to the end with this on its stdin.
#[track_caller]
pub(crate) fn feed(arguments: &[&str], input: impl AsRef<[u8]>) -> Output {
    let mut child = spawn(arguments);
    // A command that exits before it has read everything closes the pipe.
    let _ = child.stdin.take().unwrap().write_all(input.as_ref());
    let output = child.wait_with_output().unwrap();
    json::check(arguments, &output);
    output
}

#[track_caller]
pub(crate) fn check_done(output: &Output) {
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
}

/// All objects that a successful command with `--json` wrote.
#[track_caller]
pub(crate) fn objects(output: &Output) -> Vec<Value> {
    check_done(output);
    text(&output.stdout).lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Each object is of this type: read as it and written again, it is the same.
#[track_caller]
pub(crate) fn check_type<T: Serialize + DeserializeOwned>(objects: &[Value]) {
    assert!(!objects.is_empty());
    for object in objects {
        let read: T = serde_json::from_value(object.clone())
            .unwrap_or_else(|error| panic!("{error}: {object}"));
        // Through the text, where a number has the digits of its own type.
        let again: Value = serde_json::from_str(&serde_json::to_string(&read).unwrap()).unwrap();
        assert_eq!(again, *object);
    }
}

/// How long to wait before a test fails.
const TIMEOUT: Duration = Duration::from_secs(120);

/// Waits for a condition, as long as the process lives that is to fulfil it.
#[track_caller]
pub(crate) fn wait_for(child: &mut Child, what: &str, mut is_there: impl FnMut() -> bool) {
    let started = Instant::now();
    while !is_there() {
        assert_eq!(child.try_wait().unwrap(), None, "it ended before there was {what}");
        assert!(started.elapsed() < TIMEOUT, "there is still no {what}");
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// Kills a running process; one that had already ended would make the test meaningless.
#[track_caller]
pub(crate) fn kill_while_running(child: &mut Child) {
    child.kill().unwrap();
    let status = child.wait().unwrap();
    #[cfg(unix)]
    assert_eq!(
        std::os::unix::process::ExitStatusExt::signal(&status),
        Some(9),
        "it ended before it was killed: {status}"
    );
    assert!(!status.success());
}

/// The complete lines of a file, none if it does not exist.
pub(crate) fn lines_of(path: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(path).unwrap_or_default();
    let whole = text.rfind('\n').map_or("", |end| &text[..end]);
    whole.lines().map(str::to_owned).collect()
}

/// One clear sentence on stderr, nothing on stdout, exit code 2.
#[track_caller]
pub(crate) fn check_refused(output: &Output, said: &str) {
    let sentence = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{sentence}");
    assert!(sentence.contains(said), "{sentence}");
    assert_eq!(sentence.trim_end().lines().count(), 1, "{sentence}");
    assert!(output.stdout.is_empty());
}

/// A process that is killed when the test ends.
pub(crate) struct Running(pub(crate) Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// An `othellier serve` that listens.
pub(crate) struct Serving {
    pub(crate) running: Running,
    pub(crate) address: String,
}

impl Serving {
    /// The command for this data folder and port, 0 for a free one.
    pub(crate) fn command(data: &Path, port: &str) -> Command {
        let arguments = ["serve", "--port", port, "--json", "--threads", "1", "--data"];
        let mut command = othellier(&arguments);
        command.arg(data);
        command
    }

    /// Starts a command of a server, and waits for its address.
    #[track_caller]
    pub(crate) fn start(command: &mut Command) -> Serving {
        Serving::start_with(command, Stdio::null())
    }

    /// Starts such a command with its log, and waits for its address.
    #[track_caller]
    pub(crate) fn start_with(command: &mut Command, log: Stdio) -> Serving {
        let child = command.stdout(Stdio::piped()).stderr(log).spawn().unwrap();
        let mut running = Running(child);
        let mut line = String::new();
        BufReader::new(running.0.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
        json::check_lines(&["serve", "--json"], line.lines());
        let serving: Value = serde_json::from_str(&line).unwrap();
        assert_eq!(serving["type"], "serving");
        let address = serving["address"].as_str().unwrap().to_owned();
        assert_eq!(serving["url"], format!("http://{address}/"));
        Serving { running, address }
    }

    /// The answer to a request.
    pub(crate) fn request(&self, method: &str, path: &str, body: &str) -> Value {
        let answer = http(&self.address, "", method, path, body);
        serde_json::from_str(answer.split_once("\r\n\r\n").unwrap().1).unwrap()
    }
}

/// The answer to a request with these headers more, to its end.
pub(crate) fn http(address: &str, headers: &str, method: &str, path: &str, body: &str) -> String {
    let mut stream = TcpStream::connect(address).unwrap();
    write!(
        stream,
        "{method} {path} HTTP/1.0\r\nHost: {address}\r\n{headers}\
         Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    )
    .unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}
