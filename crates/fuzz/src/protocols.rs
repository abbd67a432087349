//! The engine sides and the client sides of the protocols. Every request must get a well-formed answer.

use othellier_board::Eight;
use othellier_play::{CataloguePrograms, Setup};
use othellier_protocol::{Channel, Client, cassio, gtp, nboard, read_line};
use othellier_record::{Clock, Game};
use othellier_search::StopSignal;
use othellier_spec::{Access, Spec};

const PROGRAMS: CataloguePrograms =
    CataloguePrograms { setup: Setup { seed: 1, access: Access::Sealed } };

fn random() -> Spec {
    Spec { name: "random".to_owned(), options: Vec::new() }
}

/// A session of the random player. Commands that start programs or search for long are skipped.
pub(crate) fn gtp(bytes: &[u8]) {
    const SKIPPED: [&str; 2] = ["othellier-player", "set_level"];
    let mut session = gtp::Session::new(PROGRAMS, random()).expect("a player");
    let mut input = bytes;
    while let Ok(Some(line)) = read_line(&mut input) {
        let Some(request) = gtp::Request::parse(&line) else {
            assert_eq!(session.handle_line(&line), None);
            continue;
        };
        if SKIPPED.contains(&request.command.as_str()) {
            continue;
        }
        let answer = session.handle_line(&line).expect("a request has an answer");
        assert!(answer.starts_with(['=', '?']) && answer.ends_with("\n\n"), "{answer:?}");
        assert!(!answer.trim_end().contains("\n\n"), "{answer:?}");
        if session.is_over() {
            break;
        }
    }
    let _ = Client::<Eight>::initialise(&mut gtp::Client::default(), Some(1), &mut Lines(bytes));
    choose(gtp::Client::default(), bytes);
}

/// A session of the random player; a ping after it must be answered.
pub(crate) fn nboard(bytes: &[u8]) {
    let mut session = nboard::Session::new(PROGRAMS, random()).expect("a player");
    let mut input = bytes;
    while let Ok(Some(line)) = read_line(&mut input) {
        let Some(Ok(message)) = nboard::Message::parse(&line) else { continue };
        let reaction = session.handle(message);
        assert!(reaction.lines.iter().all(|line| !line.contains('\n')), "{reaction:?}");
        if let Some(task) = reaction.task {
            session.run(task, &StopSignal::default(), &mut |line| {
                assert!(!line.contains('\n'), "{line:?}");
            });
        }
    }
    let reaction = session.handle(nboard::Message::Ping("1".to_owned()));
    assert_eq!(reaction.lines, ["pong 1"]);
    choose(nboard::Client::default(), bytes);
}

/// A session; after its searches it must be ready again. Only short searches run to their end.
pub(crate) fn cassio(bytes: &[u8]) {
    let mut session = cassio::Session::default();
    let mut engine = cassio::SearchEngine::new(1, 1 << 16);
    let mut input = bytes;
    while let Ok(Some(line)) = read_line(&mut input) {
        let mut reaction = session.handle_line(&line);
        while let Some(search) = reaction.search {
            if search.request.depth > 2 {
                search.stop.stop();
            }
            engine.run(&search, &mut |line| {
                assert!(matches!(cassio::Answer::parse(&line), Some(cassio::Answer::Result(..))));
            });
            reaction = session.finished();
        }
        assert!(reaction.lines.iter().all(|line| !line.contains('\n')), "{:?}", reaction.lines);
        if session.is_over() {
            assert_eq!(reaction.lines, ["bye bye."]);
            return;
        }
        if let Ok(line) = str::from_utf8(&line) {
            let _ = cassio::Answer::parse(line);
        }
    }
    assert_eq!(session.handle_line(b"").lines, ["ready."]);
}

/// A client whose engine writes these bytes.
fn choose(mut client: impl Client<Eight>, bytes: &[u8]) {
    let _ = client.choose(&Game::new(), Clock::default(), &mut Lines(bytes));
}

/// An engine that writes these lines, whatever it is asked.
struct Lines<'a>(&'a [u8]);

impl Channel for Lines<'_> {
    type Error = ();

    fn send(&mut self, _: &str) -> Result<(), ()> {
        Ok(())
    }

    fn receive(&mut self) -> Result<String, ()> {
        let line = read_line(&mut self.0).ok().flatten().ok_or(())?;
        Ok(String::from_utf8_lossy(&line).trim_end().to_owned())
    }

    fn discard_received(&mut self) {}
}
