//! Helpers that run the real binary and check its output.
pub(crate) mod engines;

use std::io::Write;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

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
pub(crate) fn execute(arguments: &[&str]) -> Output {
    othellier(arguments).output().unwrap()
}

/// Runs to the end with this on its stdin.
pub(crate) fn feed(arguments: &[&str], input: impl AsRef<[u8]>) -> Output {
    let mut child = spawn(arguments);
    // A command that exits before it has read everything closes the pipe.
    let _ = child.stdin.take().unwrap().write_all(input.as_ref());
    child.wait_with_output().unwrap()
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
