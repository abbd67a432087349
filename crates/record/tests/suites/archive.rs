//! The WTHOR database, through every format and back.

use std::fs;
use std::path::Path;

use othellier_record::format::{ReadOptions, Writer, read};
use othellier_record::wthor::{self, Day, Names};
use othellier_record::{Format, Record, ggf, sgf, transcript, with_game};

use crate::runner::Data;

const TODAY: Day = Day { year: 2026, month: 11, day: 15 };

fn names(data: &Data) -> Names {
    let mut names = Names::default();
    names.players.read(&data.bytes("wthor/WTHOR.JOU")[..]).unwrap();
    names.tournaments.read(&data.bytes("wthor/WTHOR.TRN")[..]).unwrap();
    names
}

/// The records in a format and back.
fn there_and_back(format: Format, records: &[Record]) -> Vec<Record> {
    let mut writer = Writer::new(format, Vec::new(), Names::default());
    for record in records {
        writer.write(record).unwrap();
    }
    let (bytes, names) = writer.finish(TODAY).unwrap();
    let options = ReadOptions { side: 8, with_variations: false, names: &names };
    read(format, &bytes[..], options).map(|read| read.unwrap()).collect()
}

fn moves(record: &Record) -> String {
    with_game!(&record.game, game => transcript::write_with_passes(game))
}

pub(crate) fn goes_through_every_format(data: &Data) {
    let names = names(data);
    let years = data.files("wthor", "wtb");
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

/// Converts the games of a year through every format; returns how many there are, and how many have
/// a recorded score.
fn check_year(path: &Path, names: &Names) -> (usize, usize) {
    let bytes = fs::read(path).unwrap();
    let records: Vec<Record> = wthor::read(&bytes[..], names).map(|read| read.unwrap()).collect();
    assert!(records.iter().all(|record| record.warnings.is_empty()), "{path:?}");
    for format in Format::ALL {
        let back = there_and_back(format, &records);
        match format {
            Format::Save | Format::Ggf | Format::Sgf | Format::Wthor => {
                assert!(back == records, "{path:?} {format:?}");
                // With the same names, every byte is reproduced, whichever format was used in
                // between.
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

pub(crate) fn without_names_the_numbers_survive(data: &Data) {
    let bytes = data.bytes("wthor/WTH_1985.wtb");
    let mut writer = Writer::new(Format::Wthor, Vec::new(), Names::default());
    for read in wthor::read(&bytes[..], &Names::default()) {
        writer.write(&read.unwrap()).unwrap();
    }
    let (again, names) = writer.finish(TODAY).unwrap();
    assert!(again[4..] == bytes[4..]);
    assert_eq!(names.players.len(), 0);
}

pub(crate) fn names_come_back_byte_by_byte(data: &Data) {
    let (bytes, names) = (data.bytes("wthor/WTHOR.JOU"), names(data));
    let mut again = Vec::new();
    names.players.write(&mut again, TODAY).unwrap();
    assert!(again[4..] == bytes[4..]);
}

pub(crate) fn three_formats_are_the_same(data: &Data) {
    let [ggf, sgf] = ["ggf", "sgf"].map(|ending| data.bytes(&format!("games/human_200.{ending}")));
    let from_ggf: Vec<Record> = ggf::read(&ggf[..]).map(|read| read.unwrap()).collect();
    let from_sgf: Vec<Record> = sgf::read(&sgf[..]).map(|read| read.unwrap()).collect();
    assert_eq!(from_ggf.len(), 200);
    assert!(from_ggf == from_sgf);
}

pub(crate) fn games_of_the_server(data: &Data) {
    for (name, count) in [("ggs_bots_2003", 12), ("ggs_misc", 6), ("ggs_variants", 3)] {
        let bytes = data.bytes(&format!("games/{name}.ggf"));
        let records: Vec<Record> = ggf::read(&bytes[..]).map(|read| read.unwrap()).collect();
        assert_eq!(records.len(), count, "{name}");
        for record in &records {
            assert!(record.warnings.is_empty(), "{name}: {:?}", record.warnings);
        }
        assert!(there_and_back(Format::Ggf, &records) == records, "{name}");
        assert!(there_and_back(Format::Save, &records) == records, "{name}");
    }
}
