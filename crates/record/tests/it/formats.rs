//! Requirements on every format: a round trip loses only what the writer reports, and no bytes
//! cause a panic.

use std::collections::BTreeMap;
use std::time::Duration;

use crate::common::{Plan, game, name, plan};
use othellier_board::{Color, Move, Size, with_size};
use othellier_record::format::{ReadOptions, WriteRecordError, Writer, read};
use othellier_record::wthor::{Day, Names};
use othellier_record::{
    Format, Game, LostPart, MoveCost, Note, Played, ReadError, Record, Tag, Theoretical,
    TimeControl, UnsupportedGame, save, with_game,
};
use othellier_spec::Spec;
use proptest::collection::{btree_map, vec};
use proptest::option;
use proptest::prelude::*;
use proptest::sample::{Index, select};

const TODAY: Day = Day { year: 2026, month: 11, day: 15 };

fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        2 => Just(String::new()),
        2 => "[A-Za-z ]{1,18}",
        1 => name(),
        1 => "[\\]\\[\\\\();\":%a\n\r]{0,6}",
    ]
}

fn decimal() -> impl Strategy<Value = f64> {
    prop_oneof![
        (-64..=64_i32).prop_map(f64::from),
        (-9999..9999_i32).prop_map(|n| f64::from(n) / 100.0)
    ]
}

fn note() -> impl Strategy<Value = Note> {
    let note = (option::of(decimal()), text()).prop_map(|(eval, comment)| Note { eval, comment });
    note.prop_filter("a note that says something", |note| *note != Note::default())
}

fn tag() -> impl Strategy<Value = (Tag, Index)> {
    let of = |format, names: Vec<&'static str>| (Just(format), select(names));
    let kinds = prop_oneof![
        of(Format::Ggf, vec!["TI", "TY", "KM", "XX"]),
        of(Format::Sgf, vec!["AP", "GN", "N", "LB"]),
        of(Format::Pgn, vec!["Time", "ECO"]),
    ];
    (kinds, text(), any::<Index>()).prop_map(|((format, name), value, at)| {
        (Tag { format, at: 0, name: name.to_owned(), value }, at)
    })
}

/// A player and a clock.
fn seat() -> impl Strategy<Value = Seat> {
    let players = ["human", "champion(level=2)", "gtp(cmd=\"a, \\\\ \\\"b\\\"\")"];
    let players = select(players.to_vec()).prop_map(|text| text.parse().unwrap());
    let clocks = select(vec!["0s", "5m", "1m30s+500ms", "5m/30s"]);
    (option::of(players), option::of(clocks.prop_map(|text| text.parse().unwrap())))
}

/// A random record: the game of a plan, and random metadata.
fn record() -> impl Strategy<Value = Record> {
    let texts = [text(), text(), text(), text(), text(), text()];
    let date = prop_oneof![3 => "(19|20)[0-9][0-9]", 1 => text()];
    let theory = (-32..=32_i32, 0..60_u8)
        .prop_map(|(half, empties)| Theoretical { black_score: 2 * half, empties });
    let theory = option::of(theory);
    let notes = prop_oneof![Just(Default::default()), btree_map(1..60_usize, note(), 0..6)];
    let tags = prop_oneof![Just(Vec::new()), vec(tag(), 0..4)];
    let cost = (any::<u64>(), prop_oneof![Just(0), any::<u64>()])
        .prop_map(|(nodes, reused_nodes)| MoveCost { nodes, reused_nodes });
    let costs = prop_oneof![Just(Default::default()), btree_map(1..60_usize, cost, 0..6)];
    let seats = (seat(), seat());
    (plan(), texts, date, option::of(decimal()), theory, notes, costs, tags, seats).prop_map(build)
}

type Parts = (
    Plan,
    [String; 6],
    String,
    Option<f64>,
    Option<Theoretical>,
    BTreeMap<usize, Note>,
    BTreeMap<usize, MoveCost>,
    Vec<(Tag, Index)>,
    (Seat, Seat),
);

type Seat = (Option<Spec>, Option<TimeControl>);

fn build((plan, texts, date, score, theoretical, notes, costs, tags, seats): Parts) -> Record {
    let [event, place, round, comment, black, white] = texts;
    let mut record = with_size!(plan.side, S => Record::from(game::<S>(&plan))).unwrap();
    let length = record.game.length();
    record.score = score.filter(|_| length % 3 == 0 && record.black_score() != score);
    record.notes = notes.into_iter().filter(|&(number, _)| number <= length).collect();
    record.costs = costs.into_iter().filter(|&(number, _)| number <= length).collect();
    for (tag, at) in tags {
        // A game property occurs once.
        let at = if tag.format == Format::Sgf { at.index(length + 1) } else { 0 };
        if at > 0 || record.tags.iter().all(|known| known.name != tag.name) {
            record.tags.push(Tag { at, ..tag });
        }
    }
    record.tags.sort_by_key(|tag| tag.at);
    let ratings = [black, white];
    let ((black, black_clock), (white, white_clock)) = seats;
    let (players, clocks) = ([black, white], [black_clock, white_clock]);
    Record { event, place, round, date, ratings, players, clocks, comment, theoretical, ..record }
}

/// The file with one record, and what it cannot hold.
fn written(
    format: Format,
    record: &Record,
) -> Result<(Vec<u8>, Vec<LostPart>, Names), UnsupportedGame> {
    let mut writer = Writer::new(format, Vec::new(), Names::default());
    let lost = match writer.write(record) {
        Ok(lost) => lost,
        Err(WriteRecordError::Unsupported(why)) => return Err(why),
        Err(WriteRecordError::Io(error)) => panic!("{error}"),
    };
    let (bytes, names) = writer.finish(TODAY).unwrap();
    Ok((bytes, lost, names))
}

fn read_all(format: Format, bytes: &[u8], names: &Names) -> Vec<Result<Record, ReadError>> {
    read(format, bytes, ReadOptions { side: 8, with_variations: false, names }).collect()
}

/// A record without what the format reports as lost, and without what it may choose freely.
fn kept(record: &Record, format: Format, lost: &[LostPart]) -> Record {
    let mut kept = record.clone();
    kept.warnings.clear();
    // These formats have one field for event and place.
    if matches!(format, Format::Ggf | Format::Wthor) && kept.event.is_empty() {
        kept.event = std::mem::take(&mut kept.place);
    }
    if format == Format::Wthor {
        let named = |text: &str| if text.is_empty() { "???".to_owned() } else { text.to_owned() };
        kept.event = named(&kept.event);
        for color in Color::ALL {
            let name = named(kept.game.name(color));
            kept.game.set_name(color, name);
        }
    }
    if format != Format::Save {
        kept.tags.retain(|tag| tag.format == format);
    }
    for part in lost {
        forget(&mut kept, *part);
    }
    kept
}

fn forget(kept: &mut Record, part: LostPart) {
    match part {
        LostPart::Names => Color::ALL.iter().for_each(|&color| kept.game.set_name(color, "")),
        LostPart::LongNames => {
            Color::ALL.iter().for_each(|&color| kept.game.set_name(color, ""));
            kept.event.clear();
        }
        LostPart::Event => kept.event.clear(),
        LostPart::Place => kept.place.clear(),
        LostPart::Round => kept.round.clear(),
        LostPart::Date => kept.date.clear(),
        LostPart::Ratings => kept.ratings = Default::default(),
        LostPart::Players => kept.players = Default::default(),
        LostPart::Clocks => kept.clocks = Default::default(),
        LostPart::Score | LostPart::NoResult => kept.score = None,
        LostPart::Ending => {
            kept.score = None;
            with_game!(&mut kept.game, game => if game.ending().is_some() {
                *game = replayed(game, |played| (played.played, played.duration));
            });
        }
        LostPart::Theoretical | LostPart::NoTheoretical => kept.theoretical = None,
        LostPart::Times => with_game!(&mut kept.game, game => {
            *game = ended(replayed(game, |played| (played.played, None)), game);
        }),
        LostPart::Evaluations => {
            kept.notes.values_mut().for_each(|note| note.eval = None);
            kept.notes.retain(|_, note| *note != Note::default());
        }
        LostPart::Nodes => kept.costs.clear(),
        LostPart::Comments => {
            kept.comment.clear();
            kept.notes.values_mut().for_each(|note| note.comment.clear());
            kept.notes.retain(|_, note| *note != Note::default());
        }
        LostPart::Undone => with_game!(&mut kept.game, game => {
            *game = ended(replayed(game, |played| (played.played, played.duration)), game);
        }),
        LostPart::LastPass => {
            if kept.game.ends_with_pass() {
                with_game!(&mut kept.game, game => {
                    game.undo();
                    *game = replayed(game, |played| (played.played, played.duration));
                });
            }
        }
        LostPart::Tags | LostPart::Variations => {}
        LostPart::Brackets => {
            for color in Color::ALL {
                let name = kept.game.name(color).replace(']', ")");
                kept.game.set_name(color, name);
            }
            let texts = [&mut kept.event, &mut kept.place, &mut kept.round, &mut kept.date];
            let notes = kept.notes.values_mut().map(|note| &mut note.comment);
            let texts = texts.into_iter().chain(&mut kept.ratings).chain(notes);
            for text in texts
                .chain([&mut kept.comment])
                .chain(kept.tags.iter_mut().map(|tag| &mut tag.value))
            {
                *text = text.replace(']', ")");
            }
        }
    }
}

/// The game with the early ending of another.
fn ended<S: Size>(mut game: Game<S>, other: &Game<S>) -> Game<S> {
    if let Some(ending) = other.ending() {
        game.end(ending);
    }
    game
}

/// Replays the moves of a game up to the current one, with its names, without an early ending.
fn replayed<S: Size>(
    game: &Game<S>,
    change: impl Fn(Played<S>) -> (Move<S>, Option<Duration>),
) -> Game<S> {
    let mut again = Game::from_position(*game.start());
    for color in Color::ALL {
        again.set_name(color, game.name(color));
    }
    for &played in game.moves() {
        let (played, duration) = change(played);
        again.play_timed(played, duration).unwrap();
    }
    again
}

/// Writes a record and reads it again: only what was reported as lost may differ.
fn check_round_trip(format: Format, record: &Record) {
    let (bytes, lost, names) = match written(format, record) {
        Ok(written) => written,
        Err(why) => {
            assert_eq!(format, Format::Wthor, "{why}");
            return;
        }
    };
    let shown = || String::from_utf8_lossy(&bytes).into_owned();
    let mut read = read_all(format, &bytes, &names);
    assert_eq!(read.len(), 1, "{format:?}: {}", shown());
    let read = read.remove(0).unwrap_or_else(|error| panic!("{format:?}: {error}\n{}", shown()));
    // A reader's substitute for a lost part does not count.
    let [expected, read] = [record, &read].map(|record| kept(record, format, &lost));
    let texts = [&expected, &read].map(save::file::to_text).join("\n");
    assert!(expected == read, "{format:?} without {lost:?}:\n{}\n{texts}", shown());
}

proptest! {
    #[test]
    fn every_format_gives_back_what_it_does_not_say_it_loses(record in record()) {
        for format in Format::ALL {
            check_round_trip(format, &record);
        }
    }

    #[test]
    fn several_games_fit_in_one_file(records in vec(record(), 0..4)) {
        for format in Format::ALL {
            let mut writer = Writer::new(format, Vec::new(), Names::default());
            let written = records.iter().filter(|record| writer.write(record).is_ok()).count();
            let (bytes, names) = writer.finish(TODAY).unwrap();
            let read = read_all(format, &bytes, &names);
            prop_assert_eq!(read.len(), written, "{:?}", format);
            for read in read {
                prop_assert!(read.is_ok(), "{:?}: {:?}", format, read);
            }
        }
    }

    #[test]
    fn no_bytes_panic(bytes in vec(any::<u8>(), 0..300), likely in "[()\\[\\];BWGMOthelo2f5d6ABL/:+0-9\n \\\\]{0,200}") {
        for format in Format::ALL {
            read_all(format, &bytes, &Names::default());
            read_all(format, likely.as_bytes(), &Names::default());
            let _ = Format::guess(&bytes);
        }
    }

    #[test]
    fn every_damaged_file_is_read_or_refused(
        record in record(),
        damage in vec((any::<Index>(), any::<u8>()), 1..6),
    ) {
        for format in Format::ALL {
            let Ok((mut bytes, _, names)) = written(format, &record) else { continue };
            for (place, byte) in &damage {
                let place = place.index(bytes.len());
                match byte % 3 {
                    0 => drop(bytes.remove(place)),
                    1 => bytes.insert(place, *byte),
                    _ => bytes[place] = *byte,
                }
            }
            for read in read_all(format, &bytes, &names).into_iter().flatten() {
                // A record that was read can be written again.
                let _ = written(Format::Save, &read).unwrap();
                check_round_trip(Format::Save, &read);
            }
        }
    }
}
