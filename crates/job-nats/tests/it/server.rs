//! A real `nats-server` on a free port, that can be killed and started again.

use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

use libtest_mimic::{Arguments, Trial};

/// Runs tests that need a server. Without one they are reported as ignored and not as passed.
pub(crate) fn run_tests(tests: &[(&str, fn())]) -> ExitCode {
    // They send signals.
    let can = cfg!(unix) && program().is_some();
    if !can {
        eprintln!(
            "tests of the grid are NOT run: there is no nats-server on the path or in OTHELLIER_NATS_SERVER"
        );
    }
    let trial = |&(name, check): &(&str, fn())| {
        let run = move || {
            check();
            Ok(())
        };
        Trial::test(name, run).with_ignored_flag(!can)
    };
    let trials = tests.iter().map(trial).collect();
    // They wait more than they compute.
    let mut arguments = Arguments::from_args();
    arguments.test_threads.get_or_insert(4);
    libtest_mimic::run(&arguments, trials).exit_code()
}

/// The server to test with: `OTHELLIER_NATS_SERVER`, or the one on the path.
pub(crate) fn program() -> Option<PathBuf> {
    let named = std::env::var_os("OTHELLIER_NATS_SERVER").map(PathBuf::from);
    let program = named.unwrap_or_else(|| "nats-server".into());
    let version = Command::new(&program).arg("--version").stdout(Stdio::null()).status();
    version.is_ok_and(|status| status.success()).then_some(program)
}

/// A running server. It is killed when it is dropped.
pub(crate) struct Server {
    folder: PathBuf,
    arguments: Vec<String>,
    port: u16,
    child: Child,
}

impl Server {
    /// Starts a server with JetStream in a folder.
    pub(crate) fn start(folder: &Path) -> Server {
        Server::with(folder, &["-js"])
    }

    /// Starts a server with these arguments more.
    pub(crate) fn with(folder: &Path, arguments: &[&str]) -> Server {
        let arguments: Vec<String> = arguments.iter().map(ToString::to_string).collect();
        let child = spawn(folder, &arguments, None);
        let port = port_of(folder, &child);
        Server { folder: folder.to_owned(), arguments, port, child }
    }

    pub(crate) fn url(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }

    /// Kills it, as a power cut would.
    pub(crate) fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Starts it again, on the same port and folder, and waits until it takes connections.
    pub(crate) fn restart(&mut self) {
        self.child = spawn(&self.folder, &self.arguments, Some(self.port));
        let started = Instant::now();
        while TcpStream::connect(("127.0.0.1", self.port)).is_err() {
            assert!(started.elapsed() < Duration::from_secs(20), "the server does not start");
            std::thread::sleep(Duration::from_millis(10));
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn spawn(folder: &Path, arguments: &[String], port: Option<u16>) -> Child {
    let mut command = Command::new(program().expect("tests without a server are not run"));
    command.args(["-a", "127.0.0.1", "-p", &port.map_or("-1".to_owned(), |port| port.to_string())]);
    command.arg("-sd").arg(folder).arg("--ports_file_dir").arg(folder).args(arguments);
    command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
}

/// The port that the server chose: it writes a file with its addresses.
fn port_of(folder: &Path, child: &Child) -> u16 {
    let path = folder.join(format!("nats-server_{}.ports", child.id()));
    let started = Instant::now();
    loop {
        let text = std::fs::read_to_string(&path).unwrap_or_default();
        let port = text.split("://127.0.0.1:").nth(1);
        let digits =
            port.and_then(|after| after.split(|letter: char| !letter.is_ascii_digit()).next());
        if let Some(port) = digits.and_then(|digits| digits.parse().ok()) {
            return port;
        }
        assert!(started.elapsed() < Duration::from_secs(20), "the server does not start");
        std::thread::sleep(Duration::from_millis(10));
    }
}
