//! A child process that exchanges lines over pipes.
//!
//! ```text
//! send      ─▶ queue ─▶ thread ─▶ stdin
//! read_line ◀─ queue ◀─ thread ◀─ stdout
//! stderr_tail       ◀─ thread ◀─ stderr
//! ```
//!
//! This module knows no protocol. No call blocks longer than it may: reading takes a [`Deadline`], and
//! writing hands the line to a thread. Both queues and every line are bounded, so a program that floods
//! its output blocks and cannot fill the memory. A dropped [`Process`] has a moment to exit by itself;
//! then it is killed with its whole process group, and the threads end with it.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use othellier_platform::clock::Instant;

use super::EngineError;
use super::command_line::CommandLine;
use crate::{PlayerError, StopSignal};

/// The longest line that is read.
const MAX_LINE: usize = 16 << 10;
/// Capacity of the queues, in lines.
const QUEUE: usize = 256;
/// The most characters of the stderr tail.
const MAX_STDERR_TAIL: usize = 200;
/// How often the stop signal is checked while waiting.
const POLL_INTERVAL: Duration = Duration::from_millis(10);
/// How long a program has to exit by itself.
const EXIT_GRACE: Duration = Duration::from_millis(100);
/// How long the threads have to notice the exit.
const THREAD_GRACE: Duration = Duration::from_secs(1);

/// When to stop waiting for an answer.
pub(crate) struct Deadline<'a> {
    started: Instant,
    timeout: Duration,
    stop: &'a StopSignal,
}

impl<'a> Deadline<'a> {
    /// A timeout that starts now, and a stop signal.
    pub(crate) fn new(timeout: Duration, stop: &'a StopSignal) -> Deadline<'a> {
        Deadline { started: Instant::now(), timeout, stop }
    }

    /// The time left, or the error when there is none.
    fn left(&self) -> Result<Duration, PlayerError> {
        let waited = self.started.elapsed();
        match self.timeout.checked_sub(waited) {
            _ if self.stop.is_stopped() => Err(PlayerError::Stopped),
            Some(left) if !left.is_zero() => Ok(left),
            _ => Err(PlayerError::OutOfTime { waited }),
        }
    }
}

/// A running child process.
pub(crate) struct Process {
    child: Child,
    /// `None` once the process ended.
    input: Option<SyncSender<String>>,
    output: Receiver<Output>,
    stderr_tail: Arc<Mutex<String>>,
    threads: Vec<JoinHandle<()>>,
    /// Set once the process ended.
    status: Option<ExitStatus>,
}

enum Output {
    Line(String),
    TooLong,
}

impl Process {
    /// Starts a program.
    pub(crate) fn start(line: &CommandLine) -> Result<Process, EngineError> {
        let mut command = line.command();
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // In a process group of its own it can be killed with its children, and Ctrl-C at the terminal
        // reaches only us.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let child = command.spawn();
        let mut child = child.map_err(|error| EngineError::not_started(line.program(), &error))?;
        running().push(child.id());
        let stdin = child.stdin.take().expect("the pipe was requested");
        let stdout = child.stdout.take().expect("the pipe was requested");
        let stderr = child.stderr.take().expect("the pipe was requested");
        let (input, to_write) = sync_channel(QUEUE);
        let (read, output) = sync_channel(QUEUE);
        let stderr_tail = Arc::new(Mutex::new(String::new()));
        let tail = Arc::clone(&stderr_tail);
        let threads = vec![
            std::thread::spawn(move || write_lines(stdin, &to_write)),
            std::thread::spawn(move || read_lines(stdout, &read)),
            std::thread::spawn(move || keep_last_line(stderr, &tail)),
        ];
        Ok(Process { child, input: Some(input), output, stderr_tail, threads, status: None })
    }

    /// Sends a line, without waiting until it is read.
    pub(crate) fn send(&self, line: &str) -> Result<(), EngineError> {
        let sent = self.input.as_ref().map(|input| input.try_send(format!("{line}\n")));
        match sent {
            Some(Err(TrySendError::Full(_))) => Err(EngineError::StdinBlocked),
            // A program that closed its input may still have written an answer; reading reports its
            // exit.
            _ => Ok(()),
        }
    }

    /// The next line of its output, without the line end.
    pub(crate) fn read_line(&mut self, deadline: &Deadline<'_>) -> Result<String, PlayerError> {
        loop {
            match self.output.recv_timeout(deadline.left()?.min(POLL_INTERVAL)) {
                Ok(Output::Line(line)) => return Ok(line),
                Ok(Output::TooLong) => {
                    return Err(EngineError::LongLine { most: MAX_LINE }.into());
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(self.exit_error().into()),
            }
        }
    }

    /// Discards the lines that are waiting in the queue.
    pub(crate) fn discard_output(&mut self) {
        for _ in 0..QUEUE {
            if !matches!(self.output.try_recv(), Ok(Output::Line(_))) {
                return;
            }
        }
    }

    /// The error of a process that ended.
    fn exit_error(&mut self) -> EngineError {
        let status = self.end().map_or_else(String::new, |status| status.to_string());
        let stderr_tail = self.stderr_tail.lock().unwrap_or_else(PoisonError::into_inner).clone();
        EngineError::Ended { status, stderr_tail }
    }

    /// Ends the process, if it has not ended already.
    fn end(&mut self) -> Option<ExitStatus> {
        if self.status.is_some() {
            return self.status;
        }
        // Closing its input asks the program to exit.
        self.input = None;
        let mut status = poll(EXIT_GRACE, || self.child.try_wait().ok().flatten());
        kill_group(self.child.id());
        if status.is_none() {
            // A process that cannot be killed has ended already.
            let _ = self.child.kill();
            status = self.child.wait().ok();
        }
        running().retain(|id| *id != self.child.id());
        // A thread that waits for room in the queue sees that the receiver is dropped. A thread that is
        // blocked by a process outside the group is abandoned.
        self.output = sync_channel(0).1;
        poll(THREAD_GRACE, || self.threads.iter().all(JoinHandle::is_finished).then_some(()));
        for thread in self.threads.drain(..).filter(JoinHandle::is_finished) {
            let _ = thread.join();
        }
        self.status = status;
        status
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.end();
    }
}

/// Polls until there is a result, or the time is up.
fn poll<T>(at_most: Duration, mut ask: impl FnMut() -> Option<T>) -> Option<T> {
    let started = Instant::now();
    loop {
        let answer = ask();
        if answer.is_some() || started.elapsed() >= at_most {
            return answer;
        }
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// Writes the queued lines, until the queue or the pipe is closed.
fn write_lines(mut input: ChildStdin, lines: &Receiver<String>) {
    for line in lines {
        if input.write_all(line.as_bytes()).and_then(|()| input.flush()).is_err() {
            return;
        }
    }
}

/// Queues every line of the output, until the pipe or the queue is closed.
fn read_lines(output: ChildStdout, lines: &SyncSender<Output>) {
    let mut output = BufReader::new(output);
    while let Some(bytes) = line(&mut output) {
        let too_long = bytes.len() > MAX_LINE && !bytes.ends_with(b"\n");
        let read = if too_long {
            Output::TooLong
        } else {
            Output::Line(String::from_utf8_lossy(&bytes).trim_end().to_owned())
        };
        if lines.send(read).is_err() || too_long {
            return;
        }
    }
}

/// Keeps the last line that is not blank.
fn keep_last_line(errors: ChildStderr, stderr_tail: &Mutex<String>) {
    let mut errors = BufReader::new(errors);
    while let Some(bytes) = line(&mut errors) {
        let text = String::from_utf8_lossy(&bytes);
        if !text.trim().is_empty() {
            *stderr_tail.lock().unwrap_or_else(PoisonError::into_inner) =
                text.trim().chars().take(MAX_STDERR_TAIL).collect();
        }
    }
}

/// The next line with its line end, or its beginning where it is too long; `None` after the last.
fn line(from: &mut impl BufRead) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    let read = from.take(MAX_LINE as u64 + 1).read_until(b'\n', &mut bytes);
    read.is_ok_and(|count| count > 0).then_some(bytes)
}

/// The process ids of all running engines.
fn running() -> MutexGuard<'static, Vec<u32>> {
    static RUNNING: Mutex<Vec<u32>> = Mutex::new(Vec::new());
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Kills all running engines, for a program that is about to exit without dropping its players.
pub fn end_foreign_engines() {
    running().drain(..).for_each(kill_group);
}

/// Kills a process group.
#[cfg(unix)]
fn kill_group(id: u32) {
    let group = i32::try_from(id).ok().and_then(rustix::process::Pid::from_raw);
    if let Some(group) = group {
        // An error means that the group does not exist any more.
        let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
    }
}

#[cfg(not(unix))]
fn kill_group(_id: u32) {}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn command(text: &str) -> CommandLine {
        CommandLine::parse(text, othellier_spec::Access::Full.programs().unwrap()).unwrap()
    }

    fn shell(script: &str) -> Process {
        Process::start(&command(&format!("sh -c '{script}'"))).unwrap()
    }

    fn read_line(program: &mut Process, timeout: u64) -> Result<String, PlayerError> {
        program.read_line(&Deadline::new(Duration::from_millis(timeout), &StopSignal::default()))
    }

    #[test]
    fn lines_go_both_ways() {
        let mut cat = Process::start(&command("cat")).unwrap();
        for line in ["one", "two", ""] {
            cat.send(line).unwrap();
            assert_eq!(read_line(&mut cat, 5000).unwrap(), line);
        }
    }

    #[test]
    fn a_program_that_cannot_be_started_is_named() {
        let error = Process::start(&command("no-such-engine -gtp")).err();
        let message = error.unwrap().to_string();
        assert!(message.starts_with("`no-such-engine` cannot be started: "), "{message}");
    }

    #[test]
    fn silence_times_out() {
        let mut program = shell("sleep 60");
        let error = read_line(&mut program, 30).unwrap_err();
        assert!(matches!(error, PlayerError::OutOfTime { waited } if waited.as_millis() >= 30));
        let stop = StopSignal::default();
        stop.stop();
        let deadline = Deadline::new(Duration::from_secs(60), &stop);
        assert_eq!(program.read_line(&deadline), Err(PlayerError::Stopped));
    }

    #[test]
    fn an_exit_is_reported_with_its_stderr_tail() {
        let mut program = shell("echo bye; echo no weights >&2; exit 3");
        assert_eq!(read_line(&mut program, 5000).unwrap(), "bye");
        let error = read_line(&mut program, 5000).unwrap_err();
        assert_eq!(error.to_string(), "it ended (exit status: 3): no weights");
        assert_eq!(read_line(&mut program, 5000), Err(error), "it stays ended");
    }

    #[test]
    fn floods_are_bounded() {
        let mut lines = shell("while :; do echo flood; done");
        for _ in 0..10 * QUEUE {
            assert_eq!(read_line(&mut lines, 5000).unwrap(), "flood");
        }
        lines.discard_output();
        let mut endless = shell("exec tr \"\\\\0\" x </dev/zero");
        let error = read_line(&mut endless, 5000).unwrap_err();
        assert_eq!(error, EngineError::LongLine { most: MAX_LINE }.into());
    }

    #[test]
    fn a_program_that_does_not_read_does_not_block_the_sender() {
        let program = shell("sleep 60");
        let long = "x".repeat(MAX_LINE);
        let blocked = (0..2 * QUEUE).find_map(|_| program.send(&long).err());
        assert_eq!(blocked, Some(EngineError::StdinBlocked));
    }

    #[test]
    fn a_dropped_process_leaves_nothing_running() {
        // It ignores the end of its input and all signals but SIGKILL, and has a child process.
        let mut program =
            shell("trap \"\" TERM INT HUP; sleep 60 & echo $! $$; sleep 60; sleep 60");
        let ids = read_line(&mut program, 5000).unwrap();
        let tail = Arc::clone(&program.stderr_tail);
        drop(program);
        assert_eq!(Arc::strong_count(&tail), 1, "the threads have ended");
        for id in ids.split(' ') {
            let id = id.parse().ok().and_then(rustix::process::Pid::from_raw).unwrap();
            // A killed grandchild stays a zombie until its new parent reaps it.
            let has_ended = || rustix::process::test_kill_process(id).is_err() || is_zombie(id);
            assert!(poll(Duration::from_secs(5), || has_ended().then_some(())).is_some(), "{ids}");
        }
    }

    /// Whether it is a zombie.
    fn is_zombie(id: rustix::process::Pid) -> bool {
        let status = std::fs::read_to_string(format!("/proc/{}/stat", id.as_raw_nonzero()));
        status.is_ok_and(|status| status.contains(") Z "))
    }
}
