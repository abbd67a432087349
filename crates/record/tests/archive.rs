//! The archive of tournament games, through every format and back.
//!
//! The games are not part of the repository; without them there is nothing to test.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use othellier_record::format::{Reading, Writer, read};
use othellier_record::wthor::{self, Day, Names};
use othellier_record::{Format, Record, ggf, sgf, transcript, with_game};

const SHARED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data");
const TODAY: Day = Day { year: 2026, month: 11, day: 15 };

/// The bytes of a file beside the repository, if there is one.
fn shared(name: &str) -> Option<Vec<u8>> {
    match fs::read(format!("{SHARED}/{name}")) {
        Ok(bytes) => Some(bytes),
        Err(error) if error.kind() == ErrorKind::NotFound => {
            eprintln!("skipped: there is no shared/data/{name} beside the repository");
            None
        }
        Err(error) => panic!("{name}: {error}"),
    }
}

fn names() -> Option<Names> {
    let mut names = Names::default();
    names.players.read(&shared("wthor/WTHOR.JOU")?[..]).unwrap();
    names.tournaments.read(&shared("wthor/WTHOR.TRN")?[..]).unwrap();
    Some(names)
}

/// The yearly files of the archive, the first first.
fn years() -> Vec<PathBuf> {
    let entries = fs::read_dir(format!("{SHARED}/wthor")).unwrap();
    let paths = entries.map(|entry| entry.unwrap().path());
    let mut paths: Vec<_> =
        paths.filter(|path| path.extension().is_some_and(|name| name == "wtb")).collect();
    paths.sort();
    paths
}

/// The records in a format and back.
fn there_and_back(format: Format, records: &[Record]) -> Vec<Record> {
    let mut writer = Writer::new(format, Vec::new(), Names::default());
    for record in records {
        writer.write(record).unwrap();
    }
    let (bytes, names) = writer.finish(TODAY).unwrap();
    let reading = Reading { side: 8, with_variations: false, names: &names };
    read(format, &bytes[..], reading).map(|read| read.unwrap()).collect()
}

fn moves(record: &Record) -> String {
    with_game!(&record.game, game => transcript::write_with_passes(game))
}

#[test]
fn the_archive_goes_through_every_format_and_back() {
    let Some(names) = names() else { return };
    let years = years();
    let half = |first: usize| {
        let counts = years.iter().skip(first).step_by(2).map(|path| check_year(path, &names));
        counts.fold((0, 0), |sum, count| (sum.0 + count.0, sum.1 + count.1))
    };
    let (even, odd) = std::thread::scope(|scope| {
        let even = scope.spawn(|| half(0));
        (half(1), even.join().unwrap())
    });
    assert_eq!((even.0 + odd.0, even.1 + odd.1), (128_503, 413));
}

/// Takes the games of a year through every format, and counts them and those without an end.
fn check_year(path: &Path, names: &Names) -> (usize, usize) {
    let bytes = fs::read(path).unwrap();
    let records: Vec<Record> = wthor::read(&bytes[..], names).map(|read| read.unwrap()).collect();
    assert!(records.iter().all(|record| record.remarks.is_empty()), "{path:?}");
    for format in Format::ALL {
        let back = there_and_back(format, &records);
        match format {
            Format::Save | Format::Ggf | Format::Sgf | Format::Wthor => {
                assert!(back == records, "{path:?} {format:?}");
                // With the same names, every byte comes back, whichever format lies between.
                let mut writer = Writer::new(Format::Wthor, Vec::new(), names.clone());
                back.iter().for_each(|record| drop(writer.write(record).unwrap()));
                let (again, _) = writer.finish(TODAY).unwrap();
                assert!(again[4..] == bytes[4..], "{path:?} through {format:?}");
            }
            Format::Transcript | Format::Obf | Format::Pgn => {
                assert!(back.iter().map(moves).eq(records.iter().map(moves)), "{path:?}");
                let scores = |records: &[Record]| -> Vec<_> {
                    records.iter().map(Record::black_score).collect()
                };
                assert_eq!(scores(&back), scores(&records), "{path:?} {format:?}");
            }
        }
    }
    (records.len(), records.iter().filter(|record| record.score.is_some()).count())
}

#[test]
fn without_names_the_numbers_survive() {
    let Some(bytes) = shared("wthor/WTH_1985.wtb") else { return };
    let mut writer = Writer::new(Format::Wthor, Vec::new(), Names::default());
    for read in wthor::read(&bytes[..], &Names::default()) {
        writer.write(&read.unwrap()).unwrap();
    }
    let (again, names) = writer.finish(TODAY).unwrap();
    assert!(again[4..] == bytes[4..]);
    assert_eq!(names.players.len(), 0);
}

#[test]
fn names_come_back_byte_by_byte() {
    let (Some(bytes), Some(names)) = (shared("wthor/WTHOR.JOU"), names()) else { return };
    let mut again = Vec::new();
    names.players.write(&mut again, TODAY).unwrap();
    assert!(again[4..] == bytes[4..]);
}

#[test]
fn the_same_games_in_three_formats_are_the_same() {
    let (Some(ggf), Some(sgf)) = (shared("games/human_200.ggf"), shared("games/human_200.sgf"))
    else {
        return;
    };
    let from_ggf: Vec<Record> = ggf::read(&ggf[..]).map(|read| read.unwrap()).collect();
    let from_sgf: Vec<Record> = sgf::read(&sgf[..]).map(|read| read.unwrap()).collect();
    assert_eq!(from_ggf.len(), 200);
    assert!(from_ggf == from_sgf);
}

#[test]
fn games_of_the_server_are_read_and_written() {
    for (name, count) in [("ggs_bots_2003", 12), ("ggs_misc", 6), ("ggs_variants", 3)] {
        let Some(bytes) = shared(&format!("games/{name}.ggf")) else { return };
        let records: Vec<Record> = ggf::read(&bytes[..]).map(|read| read.unwrap()).collect();
        assert_eq!(records.len(), count, "{name}");
        for record in &records {
            assert!(record.remarks.is_empty(), "{name}: {:?}", record.remarks);
        }
        assert!(there_and_back(Format::Ggf, &records) == records, "{name}");
        assert!(there_and_back(Format::Save, &records) == records, "{name}");
    }
}
