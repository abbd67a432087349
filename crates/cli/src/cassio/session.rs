//! The engine behind the protocol: takes a line at once, and does in turn what is asked.
//!
//! Searches are made in a thread, which takes the thinker with it and brings it back. Whatever else
//! is asked meanwhile waits its turn, but for what is asked of the search itself: whether it still
//! runs, how far it is, and to stop.

use std::collections::VecDeque;
use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::Instant;

use othellier_play::StopSignal;

use super::request::{Refusal, Request, Search};
use super::thinker::Thinker;
use crate::engine::Voice;

/// Said when a request is done.
const READY: &str = "ready.";

/// So many requests may wait.
const MOST_WAITING: usize = 1000;

/// An engine that obeys lines.
pub(crate) struct Session {
    desk: Arc<Mutex<Desk>>,
    voice: Voice,
    thread: Option<JoinHandle<()>>,
    is_over: bool,
}

/// What the session and its searches share.
struct Desk {
    /// Away while it searches.
    thinker: Option<Thinker>,
    waiting: VecDeque<Result<Request, Refusal>>,
    /// Of the search that runs: how it is stopped, when it began, what it has visited.
    stop: StopSignal,
    began: Instant,
    nodes: u64,
}

impl Session {
    pub(crate) fn new(thinker: Thinker, voice: Voice) -> Session {
        let desk = Desk {
            thinker: Some(thinker),
            waiting: VecDeque::new(),
            stop: StopSignal::default(),
            began: Instant::now(),
            nodes: 0,
        };
        Session { desk: Arc::new(Mutex::new(desk)), voice, thread: None, is_over: false }
    }

    /// Whether it was told to quit.
    pub(crate) fn is_over(&self) -> bool {
        self.is_over
    }

    /// Obeys any bytes; fails only where nobody hears it any more.
    pub(crate) fn obey(&mut self, line: &[u8]) -> io::Result<()> {
        let shared = Arc::clone(&self.desk);
        let mut desk = lock(&shared);
        let is_idle = desk.thinker.is_some();
        match Request::read(line) {
            Ok(Request::Quit) => {
                drop(desk);
                self.quit()
            }
            Ok(Request::Heartbeat | Request::Infos | Request::Stop) if is_idle => self.say(READY),
            Ok(Request::Heartbeat) => self.say("ok."),
            Ok(Request::Infos) => {
                let (nodes, seconds) = (desk.nodes, desk.began.elapsed().as_secs_f64());
                self.say(&format!("node {nodes}, time {seconds:.3}"))
            }
            // The search itself says that it is ready.
            Ok(Request::Stop) => {
                desk.stop();
                Ok(())
            }
            Err(refusal @ Refusal::Protocol(_)) => self.say(&error(&refusal)),
            _ if desk.waiting.len() >= MOST_WAITING => self.say("ERROR: Too much is asked at once"),
            request => {
                desk.waiting.push_back(request);
                self.begin(&mut desk)
            }
        }
    }

    /// Stops whatever runs, and says goodbye.
    pub(crate) fn quit(&mut self) -> io::Result<()> {
        lock(&self.desk).stop();
        self.finish();
        self.is_over = true;
        self.say("bye bye.")
    }

    /// Lets the searches come to their end.
    pub(crate) fn finish(&mut self) {
        if let Some(thread) = self.thread.take()
            && let Err(panic) = thread.join()
        {
            std::panic::resume_unwind(panic);
        }
    }

    fn say(&self, line: &str) -> io::Result<()> {
        (self.voice)(line)
    }

    /// Does what waits, unless a search is running, which will.
    fn begin(&mut self, desk: &mut Desk) -> io::Result<()> {
        let Some(mut thinker) = desk.thinker.take() else { return Ok(()) };
        let next = desk.next_search(&mut thinker, &self.voice);
        if let Ok(Some(search)) = next {
            let (shared, voice) = (Arc::clone(&self.desk), Arc::clone(&self.voice));
            self.thread = Some(std::thread::spawn(move || work(&shared, thinker, search, &voice)));
            return Ok(());
        }
        desk.thinker = Some(thinker);
        next.map(drop)
    }
}

/// Nobody is left to search for.
impl Drop for Session {
    fn drop(&mut self) {
        lock(&self.desk).stop();
    }
}

impl Desk {
    /// Stops the search, and forgets what waits for its end.
    fn stop(&mut self) {
        self.waiting.clear();
        self.stop.stop();
    }

    /// Does in turn what waits, up to the next search.
    fn next_search(&mut self, thinker: &mut Thinker, say: &Voice) -> io::Result<Option<Search>> {
        while let Some(request) = self.waiting.pop_front() {
            match request {
                Ok(Request::Search(search)) => {
                    let fresh = (StopSignal::default(), Instant::now(), 0);
                    (self.stop, self.began, self.nodes) = fresh;
                    return Ok(Some(search));
                }
                Ok(Request::Init | Request::NewPosition) => say(READY)?,
                Ok(Request::Version) => {
                    say(concat!("version: Othellier ", env!("CARGO_PKG_VERSION")))?;
                    say(READY)?;
                }
                Ok(Request::EmptyHash) => thinker.clear(),
                // A table that believes what others say could prove what is not true.
                Ok(Request::FeedHash) => {}
                Ok(Request::Heartbeat | Request::Infos | Request::Stop | Request::Quit) => {
                    unreachable!("they do not wait")
                }
                Err(refusal) => {
                    say(&error(&refusal))?;
                    if refusal.wants_ready() {
                        say(READY)?;
                    }
                }
            }
        }
        Ok(None)
    }
}

/// Searches, and then does whatever waits, until nothing does.
fn work(desk: &Mutex<Desk>, mut thinker: Thinker, mut search: Search, say: &Voice) {
    loop {
        let stop = lock(desk).stop.clone();
        thinker.search(&search, &stop, &mut |found| {
            lock(desk).nodes = found.nodes;
            // What nobody hears need not be searched.
            if say(&found.text(&search.position)).is_err() {
                stop.stop();
            }
        });
        let mut desk = lock(desk);
        let next = say(READY).and_then(|()| desk.next_search(&mut thinker, say));
        match next {
            Ok(Some(next)) => search = next,
            Ok(None) | Err(_) => {
                desk.thinker = Some(thinker);
                return;
            }
        }
    }
}

fn error(refusal: &Refusal) -> String {
    format!("ERROR: {refusal}")
}

/// A search that broke leaves nothing half done on the desk.
fn lock(desk: &Mutex<Desk>) -> MutexGuard<'_, Desk> {
    desk.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A session and what it said since it was last asked.
    struct Talk {
        session: Session,
        said: Arc<Mutex<Vec<String>>>,
    }

    impl Talk {
        fn new() -> Talk {
            let said = Arc::new(Mutex::new(Vec::new()));
            let heard = Arc::clone(&said);
            let voice: Voice = Arc::new(move |line: &str| {
                heard.lock().unwrap().push(line.to_owned());
                Ok(())
            });
            Talk { session: Session::new(Thinker::new(1, 1 << 20), voice), said }
        }

        fn tell(&mut self, line: &str) {
            self.session.obey(line.as_bytes()).unwrap();
        }

        fn heard(&self) -> Vec<String> {
            std::mem::take(&mut *self.said.lock().unwrap())
        }

        /// What a request comes to when there is time for it.
        fn ask(&mut self, request: &str) -> Vec<String> {
            self.tell(&format!("ENGINE-PROTOCOL {request}\n"));
            self.session.finish();
            self.heard()
        }

        #[track_caller]
        fn check(&mut self, conversation: &[(&str, &[&str])]) {
            for (request, expected) in conversation {
                let said = self.ask(request);
                assert_eq!(said.len(), expected.len(), "{request}: {said:?}");
                // A star stands for whatever may differ.
                for (said, expected) in said.iter().zip(*expected) {
                    match expected.strip_suffix('*') {
                        Some(beginning) => assert!(said.starts_with(beginning), "{said}"),
                        None => assert_eq!(said, expected, "{request}"),
                    }
                }
            }
        }

        /// The last result of a search, without nodes and time.
        #[track_caller]
        fn result(&mut self, request: &str) -> String {
            let mut said = self.ask(request);
            assert_eq!(said.pop().as_deref(), Some(READY), "{request}");
            let last = said.pop().expect("a result");
            last.split(", node ").next().unwrap().to_owned()
        }
    }

    /// Black takes a1, White has no move, Black takes g1, and nobody has one.
    const PASSES: &str = "-OXXXO----------------------------------------------------------";

    #[test]
    fn a_session() {
        let mut talk = Talk::new();
        talk.check(&[
            ("init", &[READY]),
            ("get-version", &[concat!("version: Othellier ", env!("CARGO_PKG_VERSION")), READY]),
            ("new-position", &[READY]),
            ("get-search-infos", &[READY]),
            ("stop", &[READY]),
            ("empty-hash", &[]),
            (&format!("feed-hash {PASSES}X -64 64 4 100 a1psg1"), &[]),
            ("feed-hash", &["ERROR: feed-hash: the position cannot be read: *"]),
            ("fly", &["ERROR: Unknown command `fly`", READY]),
            ("midgame-search", &["ERROR: midgame-search: the position cannot be read: *", READY]),
        ]);
        talk.tell("");
        talk.tell("hello");
        let unknown = "ERROR: Unknown protocol `hello`; expected ENGINE-PROTOCOL";
        assert_eq!(talk.heard(), [READY, unknown]);
        let start = "---------------------------OX------XO---------------------------X";
        let said = talk.ask(&format!("midgame-search {start} -64 64 4 73"));
        assert_eq!(said.len(), 5, "a result for each ply, and ready: {said:?}");
        for (said, depth) in said.iter().zip(1..=4) {
            assert!(said.starts_with(&format!("{start}, move ")), "{said}");
            assert!(said.contains(&format!(", depth {depth}, @73%, B")), "{said}");
        }
        assert!(!talk.session.is_over());
        talk.check(&[("quit", &["bye bye."])]);
        assert!(talk.session.is_over());
    }

    #[test]
    fn endings_windows_and_passes() {
        let mut talk = Talk::new();
        let (black, white) = (format!("{PASSES}X"), format!("{PASSES}O"));
        let over = format!("{}X", "X".repeat(64));
        for (request, result) in [
            (format!("endgame-search {black} -64 64 100"), "B+64.00 <= v <= B+64.00, a1psg1"),
            (format!("endgame-search {black} -1 1 100"), " <= v <= B+64.00, a1psg1"),
            (format!("midgame-search {black} -64 64 60 100"), "B+64.00 <= v <= B+64.00, a1psg1"),
            (format!("endgame-search {white} 0.5 2.5 73"), ", move ps, depth 59, @73%, W-"),
            (format!("endgame-search {over} -1 1 100"), "B+64.00 <= v <= B+64.00, --"),
        ] {
            let said = talk.result(&request);
            assert!(said.contains(result), "{request}: {said}");
        }
        // White to move after a1 must pass.
        let pass = "XXXXXO----------------------------------------------------------O";
        let said = talk.result(&format!("endgame-search {pass} -64 64 100"));
        let expected = format!("{pass}, move ps, depth 58, @100%, W-64.00 <= v <= W-64.00, psg1");
        assert_eq!(said, expected);
        let said = talk.result(&format!("midgame-search {pass} -64 64 2 73"));
        assert!(said.starts_with(&format!("{pass}, move ps, depth 2")), "{said}");
    }

    /// A bound is all that is proven outside of the window.
    #[test]
    fn windows_are_kept() {
        let mut talk = Talk::new();
        // FFO-like ending with 8 empties, solved whole first.
        let ending = "OOOOOOO-OOXOOO--OXOOXOO-OXXOXOOXOXOXOOXXOOOOOXXX-OOOOOXX--OOOOOXX";
        let whole = talk.result(&format!("endgame-search {ending} -64 64 100"));
        let value = |side: &str| -> f64 { side.trim_start_matches(['B', 'W']).parse().unwrap() };
        let bounds = |said: &str| {
            let window = said.split(", ").nth(4).unwrap().to_owned();
            let (lower, upper) = window.split_once(" <= v <= ").unwrap();
            (value(lower), value(upper))
        };
        let (score, same) = bounds(&whole);
        assert_eq!(score, same);
        for alpha in [-64, -20, -2, 0, 2, 20, 63] {
            let request = format!("endgame-search {ending} {alpha} {} 100", alpha + 1);
            let (lower, upper) = bounds(&talk.result(&request));
            assert!(lower <= score && score <= upper, "{request}: {lower} {score} {upper}");
            assert!(upper <= alpha.into() || lower >= (alpha + 1).into(), "{request}");
        }
    }

    #[test]
    fn a_search_is_stopped_and_what_waits_is_done_in_turn() {
        let mut talk = Talk::new();
        let start = "---------------------------OX------XO---------------------------X";
        let search = format!("ENGINE-PROTOCOL midgame-search {start} -64 64 50 100");
        // Long before it could have ended.
        talk.tell(&search);
        talk.tell("");
        talk.tell("ENGINE-PROTOCOL get-search-infos");
        talk.tell("ENGINE-PROTOCOL get-version");
        talk.tell(&search);
        talk.tell("ENGINE-PROTOCOL stop");
        talk.session.finish();
        let mut said = talk.heard();
        said.retain(|line| !line.starts_with(start));
        assert!(said.remove(1).starts_with("node "), "{said:?}");
        assert_eq!(said, ["ok.", READY], "what waited is forgotten");
        let short = format!("ENGINE-PROTOCOL midgame-search {start} -64 64 1 100");
        for line in [&short, "ENGINE-PROTOCOL get-version", &short, "ENGINE-PROTOCOL init"] {
            talk.tell(line);
        }
        talk.session.finish();
        let mut said = talk.heard();
        said.retain(|line| !line.starts_with("version: "));
        assert_eq!(said.iter().filter(|line| *line == READY).count(), 4, "{said:?}");
        assert!(said[0].starts_with(start) && said[3].starts_with(start), "{said:?}");
        // Goodbye is the last word, whatever runs.
        talk.tell(&search);
        let said = talk.ask("quit");
        assert_eq!(said.last().map(String::as_str), Some("bye bye."), "{said:?}");
    }

    #[test]
    fn too_much_is_refused() {
        let mut talk = Talk::new();
        let start = "---------------------------OX------XO---------------------------X";
        talk.tell(&format!("ENGINE-PROTOCOL midgame-search {start} -64 64 50 100"));
        for _ in 0..MOST_WAITING {
            talk.tell("ENGINE-PROTOCOL init");
        }
        talk.tell("ENGINE-PROTOCOL init");
        assert!(talk.heard().contains(&"ERROR: Too much is asked at once".to_owned()));
    }
}
