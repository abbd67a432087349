//! A program on pipes, spoken to in lines.
//!
//! ```text
//! send ─▶ queue ─▶ a thread ─▶ its input
//! hear ◀─ queue ◀─ a thread ◀─ its output
//!   last words  ◀─ a thread ◀─ its errors
//! ```
//!
//! Nothing here knows a protocol. No call takes longer than it may: whoever listens gives a
//! [`Wait`], and what is told is handed to a thread. Both queues and every line are bounded, so a
//! program that floods its output waits for its reader and cannot fill the memory. A dropped
//! [`Program`] has a moment to end by itself; then it is killed, with every process that it
//! started, and the threads end with it.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use super::EngineError;
use super::command_line::CommandLine;
use crate::{PlayerError, StopSignal};

/// The longest line that is heard.
const LONGEST_LINE: usize = 16 << 10;
/// How many lines wait at most, in either direction.
const QUEUE: usize = 256;
/// The most that is kept of the last words, in characters.
const LONGEST_WORDS: usize = 200;
/// How long it takes at most until a stop is heard.
const HEARING: Duration = Duration::from_millis(10);
/// How long a program has to end by itself.
const FAREWELL: Duration = Duration::from_millis(100);
/// How long the threads have to see that it did.
const ECHO: Duration = Duration::from_secs(1);

/// How long an answer is waited for.
pub(crate) struct Wait<'a> {
    began: Instant,
    patience: Duration,
    stop: &'a StopSignal,
}

impl<'a> Wait<'a> {
    /// From now on, for this long, or until the signal says stop.
    pub(crate) fn new(patience: Duration, stop: &'a StopSignal) -> Wait<'a> {
        Wait { began: Instant::now(), patience, stop }
    }

    /// The time left, or why there is none.
    fn left(&self) -> Result<Duration, PlayerError> {
        let waited = self.began.elapsed();
        match self.patience.checked_sub(waited) {
            _ if self.stop.is_stopped() => Err(PlayerError::Stopped),
            Some(left) if !left.is_zero() => Ok(left),
            _ => Err(PlayerError::OutOfTime { waited }),
        }
    }
}

/// A running program.
pub(crate) struct Program {
    child: Child,
    /// Nothing once it is over.
    told: Option<SyncSender<String>>,
    heard: Receiver<Heard>,
    last_words: Arc<Mutex<String>>,
    threads: Vec<JoinHandle<()>>,
    /// Once it is over.
    status: Option<ExitStatus>,
}

enum Heard {
    Line(String),
    TooLong,
}

impl Program {
    /// Starts it.
    pub(crate) fn start(line: &CommandLine) -> Result<Program, EngineError> {
        let mut command = line.command();
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // In a group of its own, it can be killed with its own children, and an interruption at
        // the terminal reaches us alone.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn().map_err(|error| EngineError::NotStarted {
            program: line.program().to_owned(),
            why: error.to_string(),
        })?;
        running().push(child.id());
        let input = child.stdin.take().expect("a pipe was asked for");
        let output = child.stdout.take().expect("a pipe was asked for");
        let errors = child.stderr.take().expect("a pipe was asked for");
        let (told, to_tell) = sync_channel(QUEUE);
        let (hearing, heard) = sync_channel(QUEUE);
        let last_words = Arc::new(Mutex::new(String::new()));
        let words = Arc::clone(&last_words);
        let threads = vec![
            std::thread::spawn(move || tell(input, &to_tell)),
            std::thread::spawn(move || listen(output, &hearing)),
            std::thread::spawn(move || remember(errors, &words)),
        ];
        Ok(Program { child, told: Some(told), heard, last_words, threads, status: None })
    }

    /// Tells it a line, without waiting until it is read.
    pub(crate) fn send(&self, line: &str) -> Result<(), EngineError> {
        let sent = self.told.as_ref().map(|told| told.try_send(format!("{line}\n")));
        match sent {
            Some(Err(TrySendError::Full(_))) => Err(EngineError::Deaf),
            // A program that closed its input may still have an answer under way: that there is
            // none is found when it is waited for.
            _ => Ok(()),
        }
    }

    /// The next line that it writes, without its end.
    pub(crate) fn hear(&mut self, wait: &Wait<'_>) -> Result<String, PlayerError> {
        loop {
            match self.heard.recv_timeout(wait.left()?.min(HEARING)) {
                Ok(Heard::Line(line)) => return Ok(line),
                Ok(Heard::TooLong) => {
                    return Err(EngineError::LongLine { most: LONGEST_LINE }.into());
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(self.obituary().into()),
            }
        }
    }

    /// Forgets the lines that nobody asked for.
    pub(crate) fn forget(&mut self) {
        for _ in 0..QUEUE {
            if !matches!(self.heard.try_recv(), Ok(Heard::Line(_))) {
                return;
            }
        }
    }

    /// How it ended.
    fn obituary(&mut self) -> EngineError {
        let status = self.end().map_or_else(String::new, |status| status.to_string());
        let last_words = self.last_words.lock().unwrap_or_else(PoisonError::into_inner).clone();
        EngineError::Ended { status, last_words }
    }

    /// Ends it, if it is not over already.
    fn end(&mut self) -> Option<ExitStatus> {
        if self.status.is_some() {
            return self.status;
        }
        // Its input ends, and so must a program that still reads it.
        self.told = None;
        let mut status = until(FAREWELL, || self.child.try_wait().ok().flatten());
        kill_group(self.child.id());
        if status.is_none() {
            // Whatever cannot be killed has ended already.
            let _ = self.child.kill();
            status = self.child.wait().ok();
        }
        running().retain(|id| *id != self.child.id());
        // A thread that waits for room in the queue sees that nobody listens any more. One that
        // is held up by a process that fled from its group is left to it.
        self.heard = sync_channel(0).1;
        until(ECHO, || self.threads.iter().all(JoinHandle::is_finished).then_some(()));
        for thread in self.threads.drain(..).filter(JoinHandle::is_finished) {
            let _ = thread.join();
        }
        self.status = status;
        status
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        self.end();
    }
}

/// Asks again and again until there is something, or the time is up.
fn until<T>(at_most: Duration, mut ask: impl FnMut() -> Option<T>) -> Option<T> {
    let began = Instant::now();
    loop {
        let answer = ask();
        if answer.is_some() || began.elapsed() >= at_most {
            return answer;
        }
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// Writes what is to be told, until there is no more or nobody reads it.
fn tell(mut input: ChildStdin, lines: &Receiver<String>) {
    for line in lines {
        if input.write_all(line.as_bytes()).and_then(|()| input.flush()).is_err() {
            return;
        }
    }
}

/// Hands on every line, until there is no more or nobody listens.
fn listen(output: ChildStdout, lines: &SyncSender<Heard>) {
    let mut output = BufReader::new(output);
    while let Some(bytes) = line(&mut output) {
        let too_long = bytes.len() > LONGEST_LINE && !bytes.ends_with(b"\n");
        let heard = match too_long {
            true => Heard::TooLong,
            false => Heard::Line(String::from_utf8_lossy(&bytes).trim_end().to_owned()),
        };
        if lines.send(heard).is_err() || too_long {
            return;
        }
    }
}

/// Keeps the last line that is not blank.
fn remember(errors: ChildStderr, last_words: &Mutex<String>) {
    let mut errors = BufReader::new(errors);
    while let Some(bytes) = line(&mut errors) {
        let words = String::from_utf8_lossy(&bytes);
        if !words.trim().is_empty() {
            *last_words.lock().unwrap_or_else(PoisonError::into_inner) =
                words.trim().chars().take(LONGEST_WORDS).collect();
        }
    }
}

/// The next line with its end, or its beginning where it is too long; nothing after the last.
fn line(from: &mut impl BufRead) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    let read = from.take(LONGEST_LINE as u64 + 1).read_until(b'\n', &mut bytes);
    read.is_ok_and(|count| count > 0).then_some(bytes)
}

/// The programs that run now.
fn running() -> MutexGuard<'static, Vec<u32>> {
    static RUNNING: Mutex<Vec<u32>> = Mutex::new(Vec::new());
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Kills every engine that runs: for a process that is about to exit without dropping its players.
pub fn end_foreign_engines() {
    running().drain(..).for_each(kill_group);
}

/// Kills a program and all that it started.
#[cfg(unix)]
fn kill_group(id: u32) {
    let group = i32::try_from(id).ok().and_then(rustix::process::Pid::from_raw);
    if let Some(group) = group {
        // Nothing is left to be done where there is no such group any more.
        let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
    }
}

#[cfg(not(unix))]
fn kill_group(_id: u32) {}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn shell(script: &str) -> Program {
        Program::start(&CommandLine::read(&format!("sh -c '{script}'")).unwrap()).unwrap()
    }

    fn hear(program: &mut Program, patience: u64) -> Result<String, PlayerError> {
        program.hear(&Wait::new(Duration::from_millis(patience), &StopSignal::default()))
    }

    #[test]
    fn lines_go_both_ways() {
        let mut cat = Program::start(&CommandLine::read("cat").unwrap()).unwrap();
        for line in ["one", "two", ""] {
            cat.send(line).unwrap();
            assert_eq!(hear(&mut cat, 5000).unwrap(), line);
        }
    }

    #[test]
    fn what_cannot_be_started_is_named() {
        let error = Program::start(&CommandLine::read("no-such-engine -gtp").unwrap()).err();
        let said = error.unwrap().to_string();
        assert!(said.starts_with("`no-such-engine` cannot be started: "), "{said}");
    }

    #[test]
    fn silence_is_waited_for_only_so_long() {
        let mut program = shell("sleep 60");
        let error = hear(&mut program, 30).unwrap_err();
        assert!(matches!(error, PlayerError::OutOfTime { waited } if waited.as_millis() >= 30));
        let stop = StopSignal::default();
        stop.stop();
        let wait = Wait::new(Duration::from_secs(60), &stop);
        assert_eq!(program.hear(&wait), Err(PlayerError::Stopped));
    }

    #[test]
    fn the_end_is_told_with_its_last_words() {
        let mut program = shell("echo bye; echo no weights >&2; exit 3");
        assert_eq!(hear(&mut program, 5000).unwrap(), "bye");
        let error = hear(&mut program, 5000).unwrap_err();
        assert_eq!(error.to_string(), "it ended (exit status: 3): no weights");
        assert_eq!(hear(&mut program, 5000), Err(error), "it stays ended");
    }

    #[test]
    fn floods_are_dammed() {
        let mut lines = shell("while :; do echo flood; done");
        for _ in 0..10 * QUEUE {
            assert_eq!(hear(&mut lines, 5000).unwrap(), "flood");
        }
        lines.forget();
        let mut endless = shell("exec tr \"\\\\0\" x </dev/zero");
        let error = hear(&mut endless, 5000).unwrap_err();
        assert_eq!(error, EngineError::LongLine { most: LONGEST_LINE }.into());
    }

    #[test]
    fn a_program_that_does_not_read_holds_up_nobody() {
        let program = shell("sleep 60");
        let long = "x".repeat(LONGEST_LINE);
        let deaf = (0..2 * QUEUE).find_map(|_| program.send(&long).err());
        assert_eq!(deaf, Some(EngineError::Deaf));
    }

    #[test]
    fn nothing_is_left_of_a_dropped_program() {
        // It ignores the end of its input and every polite signal, and has a child of its own.
        let mut program =
            shell("trap \"\" TERM INT HUP; sleep 60 & echo $! $$; sleep 60; sleep 60");
        let ids = hear(&mut program, 5000).unwrap();
        let words = Arc::clone(&program.last_words);
        drop(program);
        assert_eq!(Arc::strong_count(&words), 1, "the threads are gone");
        for id in ids.split(' ') {
            let id = id.parse().ok().and_then(rustix::process::Pid::from_raw).unwrap();
            // A killed grandchild stays on the list until whoever inherited it looks after it.
            let gone = || rustix::process::test_kill_process(id).is_err() || is_zombie(id);
            assert!(until(Duration::from_secs(5), || gone().then_some(())).is_some(), "{ids}");
        }
    }

    /// Whether it is dead, though still on the list.
    fn is_zombie(id: rustix::process::Pid) -> bool {
        let status = std::fs::read_to_string(format!("/proc/{}/stat", id.as_raw_nonzero()));
        status.is_ok_and(|status| status.contains(") Z "))
    }
}
