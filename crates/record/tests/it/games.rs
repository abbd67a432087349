//! Our own games in every format, in `testdata/games`: written by an independent program, read
//! here, written here and read again.

use std::fs;
use std::path::{Path, PathBuf};

use othellier_board::{Color, Position};
use othellier_record::format::{ReadOptions, Writer, read};
use othellier_record::obf::{self, Problem};
use othellier_record::wthor::{Day, Names};
use othellier_record::{AnyGame, Format, ReadError, Record, transcript, with_game};

const TODAY: Day = Day { year: 2026, month: 11, day: 17 };

fn testdata(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata").join(name)
}

fn bytes(name: &str) -> Vec<u8> {
    fs::read(testdata(name)).unwrap_or_else(|error| panic!("testdata/{name}: {error}"))
}

/// The fields of every line of a table, without comments.
fn rows(name: &str) -> Vec<Vec<String>> {
    let text = String::from_utf8(bytes(name)).unwrap();
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| line.split('\t').map(str::to_owned).collect()).collect()
}

fn names() -> Names {
    let mut names = Names::default();
    names.players.read(&bytes("games/games.jou")[..]).unwrap();
    names.tournaments.read(&bytes("games/games.trn")[..]).unwrap();
    names
}

/// Every game of a file, in the format of its extension.
fn read_file(name: &str, names: &Names) -> Vec<Result<Record, ReadError>> {
    let bytes = bytes(name);
    let format = Format::of_path(Path::new(name)).unwrap();
    let options = ReadOptions { side: 8, with_variations: false, names };
    read(format, &bytes[..], options).collect()
}

fn moves(record: &Record) -> String {
    with_game!(&record.game, game => transcript::write_with_passes(game))
}

/// Checks a record against its row, as far as the format can hold it.
#[track_caller]
fn check(format: Format, record: &Record, row: &[String]) {
    let [kind, black, white, event, year, played, board, score, perfect] = row else {
        panic!("bad row {row:?}")
    };
    assert_eq!(moves(record), *played, "{format:?}");
    let AnyGame::Eight(game) = &record.game else { panic!("a game on 8×8") };
    assert_eq!(&game.position().to_string()[..64], board, "{format:?} {played}");
    assert_eq!(record.game.is_played_out(), kind == "whole", "{format:?} {played}");
    let shown = record.black_score().map_or("?".to_owned(), |score| score.to_string());
    assert_eq!(shown, *score, "{format:?} {played}");
    assert!(record.warnings.is_empty(), "{format:?}: {:?}", record.warnings);
    if format != Format::Transcript {
        let named = Color::ALL.map(|color| game.name(color));
        assert_eq!(named, [black, white], "{format:?}");
        assert_eq!([&record.event, &record.date], [event, year], "{format:?}");
    }
    if format == Format::Wthor {
        let theory = record.theoretical.expect("it is in the file");
        assert_eq!((theory.black_score.to_string(), theory.empties), (perfect.clone(), 6));
    }
}

const FILES: [&str; 6] = ["ggf", "sgf", "pgn", "txt", "othellier", "wtb"];

/// The games of the table that a format can hold.
fn expected(format: Format) -> Vec<Vec<String>> {
    let rows = rows("games/games.tsv");
    assert_eq!(rows.len(), 24);
    let is_held = |row: &Vec<String>| format != Format::Wthor || row[0] == "whole";
    rows.into_iter().filter(is_held).collect()
}

#[test]
fn every_format_is_read_as_it_was_meant() {
    let names = names();
    for ending in FILES {
        let name = format!("games/games.{ending}");
        let format = Format::of_path(Path::new(&name)).unwrap();
        assert_eq!(Format::guess(&bytes(&name)), format, "{name}");
        let expected = expected(format);
        let read = read_file(&name, &names);
        assert_eq!(read.len(), expected.len(), "{name}");
        for (read, row) in read.into_iter().zip(&expected) {
            check(format, &read.unwrap_or_else(|error| panic!("{name}: {error}")), row);
        }
    }
}

/// Converts every format to every other, and checks what must survive.
#[test]
fn every_format_is_written_as_every_other() {
    let names = names();
    for from in FILES {
        let records: Vec<Record> = read_file(&format!("games/games.{from}"), &names)
            .into_iter()
            .map(Result::unwrap)
            .collect();
        let source = Format::of_path(Path::new(&format!("x.{from}"))).unwrap();
        for format in Format::ALL.into_iter().filter(|&format| format != Format::Obf) {
            let mut writer = Writer::new(format, Vec::new(), names.clone());
            let kept: Vec<_> =
                records.iter().filter(|record| writer.write(record).is_ok()).collect();
            assert!(kept.len() >= 22, "{from} to {format:?}");
            let (bytes, names) = writer.finish(TODAY).unwrap();
            let options = ReadOptions { side: 8, with_variations: false, names: &names };
            let back: Vec<Record> =
                read(format, &bytes[..], options).map(|read| read.unwrap()).collect();
            assert!(
                kept.iter().map(|record| moves(record)).eq(back.iter().map(moves)),
                "{format:?}"
            );
            for (record, back) in kept.iter().zip(&back) {
                if format != Format::Wthor {
                    assert_eq!(record.black_score(), back.black_score(), "{from} to {format:?}");
                }
                let nameless = [source, format].contains(&Format::Transcript);
                if !nameless {
                    assert_eq!([&record.event, &record.date], [&back.event, &back.date]);
                }
            }
        }
    }
}

/// An independent implementation wrote the WTHOR files: ours reproduces every byte, except the
/// creation date.
#[test]
fn wthor_files_are_reproduced_byte_by_byte() {
    let names = names();
    let mut writer = Writer::new(Format::Wthor, Vec::new(), names.clone());
    for read in read_file("games/games.wtb", &names) {
        assert_eq!(writer.write(&read.unwrap()).unwrap(), []);
    }
    let (archive, names) = writer.finish(TODAY).unwrap();
    assert_eq!(archive[4..], bytes("games/games.wtb")[4..]);
    let mut players = Vec::new();
    names.players.write(&mut players, TODAY).unwrap();
    assert_eq!(players[4..], bytes("games/games.jou")[4..]);
    let mut tournaments = Vec::new();
    names.tournaments.write(&mut tournaments, TODAY).unwrap();
    assert_eq!(tournaments[4..], bytes("games/games.trn")[4..]);
}

/// Unusual and broken files: a broken game is rejected, and the others are read.
#[test]
fn odd_and_broken_files_are_read_as_far_as_they_go() {
    let (names, rows) = (Names::default(), rows("games/odd/expected.tsv"));
    let mut files: Vec<_> = rows.iter().map(|row| row[0].as_str()).collect();
    files.dedup();
    let here = fs::read_dir(testdata("games/odd")).unwrap().count();
    assert_eq!(here, files.len() + 1, "every file has its lines in expected.tsv");
    for file in files {
        let wanted: Vec<String> =
            rows.iter().filter(|row| row[0] == file).map(|row| row[1..].join(" ")).collect();
        let found: Vec<String> = read_file(&format!("games/odd/{file}"), &names)
            .into_iter()
            .map(|read| {
                read.map_or_else(|_| "error".to_owned(), |record| format!("ok {}", moves(&record)))
            })
            .collect();
        assert_eq!(found, wanted, "{file}");
    }
}

/// Our own problems: every line is read, has every move, and is written unchanged.
#[test]
fn problems_are_read_and_written() {
    for (name, count) in [
        ("exact/small.obf", 180),
        ("exact/proven.obf", 200),
        ("../crates/measure/data/endgames.obf", 28),
    ] {
        let text = String::from_utf8(bytes(name)).unwrap();
        let lines = text.lines().filter(|line| !line.starts_with('%'));
        let problems: Vec<Problem> =
            obf::read(text.as_bytes()).map(|read| read.unwrap().1).collect();
        assert!(problems.len() >= count, "{name}: {}", problems.len());
        assert!(problems.iter().all(Problem::has_every_move), "{name}");
        for (line, problem) in lines.zip(&problems) {
            assert_eq!(problem.to_string(), line, "{name}");
            let position: Position = line.split(';').next().unwrap().parse().unwrap();
            assert_eq!(problem.position, position);
        }
    }
}
