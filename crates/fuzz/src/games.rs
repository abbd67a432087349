//! Readers of game files. Every game that can be read is written in every format that supports it,
//! and must be read back with the same moves.

use othellier_board::{Eight, Move, Size, with_size};
use othellier_record::format::{ReadOptions, Writer, read};
use othellier_record::wthor::{Day, NameList, Names};
use othellier_record::{Format, Game, LostPart, Record, with_game};

const TODAY: Day = Day { year: 2026, month: 11, day: 15 };

/// The number of games of a file that are written again.
const GAMES: usize = 4;

pub(crate) fn save(bytes: &[u8]) {
    use othellier_record::save::{file, from_text, side_of};
    fn one<S: Size>(text: &str) {
        let _ = from_text::<S>(text);
    }
    if let Ok(text) = str::from_utf8(bytes) {
        if let Ok(side) = side_of(text) {
            let _ = with_size!(side, S => one::<S>(text));
        }
        one::<Eight>(text);
        let _ = file::from_text(text);
    }
    games(Format::Save, bytes);
}

pub(crate) fn ggf(bytes: &[u8]) {
    games(Format::Ggf, bytes);
}

pub(crate) fn sgf(bytes: &[u8]) {
    use othellier_record::sgf::{read, read_variations};
    assert!(read_variations(bytes).count() >= read(bytes).count(), "a tree contains its main line");
    games(Format::Sgf, bytes);
}

pub(crate) fn pgn(bytes: &[u8]) {
    games(Format::Pgn, bytes);
}

pub(crate) fn transcripts(bytes: &[u8]) {
    games(Format::Transcript, bytes);
}

pub(crate) fn obf(bytes: &[u8]) {
    use othellier_record::obf::{Problem, read};
    for (_, problem) in read::<Eight>(bytes).take(GAMES).flatten() {
        let again: Problem = problem.to_string().parse().expect("a written problem can be read");
        assert_eq!(again.to_string(), problem.to_string());
        assert_eq!((again.position, again.best()), (problem.position, problem.best()));
    }
    games(Format::Obf, bytes);
}

pub(crate) fn wthor(bytes: &[u8]) {
    for mut list in [Names::default().players, Names::default().tournaments] {
        if NameList::read(&mut list, bytes).is_ok() {
            let _ = list.write(&mut Vec::new(), TODAY);
        }
    }
    games(Format::Wthor, bytes);
}

/// Reads a file of games and checks the first ones with every format.
fn games(format: Format, bytes: &[u8]) {
    let _ = Format::guess(bytes);
    let names = Names::default();
    let mut left = GAMES;
    let reading = ReadOptions { side: 8, with_variations: true, names: &names };
    for record in read(format, bytes, reading).flatten() {
        if left > 0 {
            left -= 1;
            Format::ALL.iter().for_each(|&format| check_round_trip(format, &record));
        }
    }
}

/// Panics unless a format preserves the moves of a record, or declares that it cannot.
fn check_round_trip(format: Format, record: &Record) {
    let mut writer = Writer::new(format, Vec::new(), Names::default());
    let Ok(lost) = writer.write(record) else { return };
    let (bytes, names) = writer.finish(TODAY).expect("writing to memory does not fail");
    let side = record.game.side();
    let reading = ReadOptions { side, with_variations: false, names: &names };
    let mut read = read(format, &bytes[..], reading);
    // A problem has no moves.
    if format == Format::Obf {
        return;
    }
    let again = read.next().expect("one game").expect("a written game can be read");
    let (mut moves, mut moves_again) = (moves(record), moves(&again));
    if lost.contains(&LostPart::LastPass) {
        for moves in [&mut moves, &mut moves_again] {
            let said = moves.iter().rposition(|played| played != "pass").map_or(0, |last| last + 1);
            moves.truncate(said);
        }
    }
    assert_eq!(moves_again, moves, "{format:?}");
}

fn moves(record: &Record) -> Vec<String> {
    fn names<S: Size>(game: &Game<S>) -> Vec<String> {
        let name = |played: Move<S>| played.to_string();
        game.moves().iter().map(|played| name(played.played)).collect()
    }
    with_game!(&record.game, game => names(game))
}
