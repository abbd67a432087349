//! Readers of texts. What was read must survive a round trip of writing and reading.

use othellier_board::{Color, Eight, Four, Move, Position, Six, Size, Square, Ten};
use othellier_book::Book;
use othellier_eval::classic::Genome;
use othellier_measure::Openings;
use othellier_measure::experiment::Experiment;
use othellier_play::{TimeControl, catalogue, parse_bytes, parse_duration};
use othellier_record::{guess_side, parse_position};
use othellier_spec::Spec;

/// The bytes as text, if they are UTF-8.
fn text(bytes: &[u8]) -> &str {
    str::from_utf8(bytes).unwrap_or_default()
}

/// A player or an evaluator. It is checked against the catalogues but not built: building starts
/// programs.
pub(crate) fn spec(bytes: &[u8]) {
    let Ok(spec) = text(bytes).parse::<Spec>() else { return };
    assert_eq!(spec.to_string().parse::<Spec>().as_ref(), Ok(&spec));
    let players = catalogue::<Eight>();
    let _ = spec.check("player", players.iter().map(|entry| &entry.description));
    let evaluators = othellier_eval::catalogue::<Eight>();
    let _ = spec.check("evaluator", evaluators.iter().map(|entry| &entry.description));
}

/// A position of any size.
pub(crate) fn position(bytes: &[u8]) {
    fn one<S: Size>(text: &str) {
        if let Ok(position) = parse_position::<S>(text) {
            assert_eq!(parse_position(&position.to_string()), Ok(position));
        }
        let _ = text.parse::<Position<S>>();
    }
    let text = text(bytes);
    let _ = guess_side(text);
    one::<Four>(text);
    one::<Six>(text);
    one::<Eight>(text);
    one::<Ten>(text);
}

/// A list of moves on a board of any size.
pub(crate) fn transcript(bytes: &[u8]) {
    fn one<S: Size>(text: &str) {
        use othellier_record::transcript::{read, write};
        let Ok(game) = read::<S>(Position::default(), text) else { return };
        let again = read::<S>(Position::default(), &write(&game))
            .expect("a written transcript can be read");
        // A final pass is not written.
        let passes = game.moves().iter().rev().take_while(|last| last.played == Move::Pass);
        let said = game.length() - passes.count();
        assert!(again.length() >= said && again.moves()[..said] == game.moves()[..said]);
    }
    let text = text(bytes);
    one::<Four>(text);
    one::<Six>(text);
    one::<Eight>(text);
    one::<Ten>(text);
}

/// The small texts of options: squares, moves, colours, times, sizes.
pub(crate) fn words(bytes: &[u8]) {
    let text = text(bytes);
    if let Ok(square) = text.parse::<Square>() {
        assert_eq!(square.to_string().parse(), Ok(square));
    }
    let _ = text.parse::<Square<Ten>>();
    if let Ok(played) = text.parse::<Move>() {
        assert_eq!(played.to_string().parse(), Ok(played));
    }
    let _ = text.parse::<Color>();
    let _ = text.parse::<TimeControl>();
    let _ = text.parse::<othellier_measure::evolve::Law>();
    let _ = text.parse::<othellier_eval::classic::Criterion>();
    let _ = parse_duration(text);
    let _ = parse_bytes(text);
}

pub(crate) fn openings(bytes: &[u8]) {
    let text = text(bytes);
    if let Ok(openings) = Openings::<Eight>::read(text) {
        let _ = openings.distinct(openings.count());
    }
    let _ = Openings::<Ten>::read(text);
}

/// A table of weights by phase.
pub(crate) fn genome(bytes: &[u8]) {
    let Ok(genome) = text(bytes).parse::<Genome>() else { return };
    assert_eq!(genome.to_string().parse::<Genome>().as_ref(), Ok(&genome));
}

/// The file of an experiment.
pub(crate) fn experiment(bytes: &[u8]) {
    let Ok(experiment) = Experiment::read(text(bytes)) else { return };
    let _ = experiment.missing();
    let _ = Experiment::read_quick(text(bytes));
}

/// A book as text and as JSON.
pub(crate) fn book(bytes: &[u8]) {
    if let Ok(book) = Book::from_text(text(bytes)) {
        assert_eq!(Book::from_text(&book.to_text()).as_ref(), Ok(&book));
    }
    let _ = othellier_wire::read_book(text(bytes));
}

/// The configuration of a game.
pub(crate) fn config(bytes: &[u8]) {
    othellier_tui::config::fuzz(text(bytes));
}
