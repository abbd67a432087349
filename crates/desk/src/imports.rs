//! Import of pasted text: one game, many, or a position.

use othellier_board::{Color, with_size};
use othellier_record::format::{ReadOptions, read};
use othellier_record::{Format, Game, Record, guess_side, parse_position, transcript, with_game};
use serde::{Deserialize, Serialize};

use crate::error::DeskError;
use crate::limits;

/// A text that may contain games.
#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Pasted {
    /// The text.
    pub text: String,
    /// Squares to a side, if the text does not show it.
    pub size: Option<u8>,
}

/// What a text contains.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Imports {
    #[serde(rename = "type")]
    kind: &'static str,
    /// The format it is written in, or `position`.
    format: &'static str,
    games: Vec<ImportedGame>,
    refused: Vec<RefusedGame>,
    /// How many more games there are than are shown.
    more: usize,
}

/// A game of a text.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ImportedGame {
    size: u8,
    black: String,
    white: String,
    event: String,
    date: String,
    length: usize,
    start: String,
    /// With `--` for passes.
    moves: String,
    black_score: Option<f64>,
}

/// A game that could not be read.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct RefusedGame {
    message: String,
}

/// The games of a pasted text. Nothing is stored.
pub fn import(pasted: &Pasted) -> Result<Imports, DeskError> {
    let (format, read) = read_games(&pasted.text, pasted.size)?;
    let (mut games, mut refused, mut more) = (Vec::new(), Vec::new(), 0);
    for game in read {
        match game {
            _ if games.len() + refused.len() >= limits::IMPORTED => more += 1,
            Ok(record) => games.push(game_shown(&record)),
            Err(message) => refused.push(RefusedGame { message }),
        }
    }
    Ok(Imports { kind: "imports", format, games, refused, more })
}

type Games<'a> = Box<dyn Iterator<Item = Result<Record, String>> + 'a>;

/// The format of a text, and its games.
pub fn read_games(text: &str, size: Option<u8>) -> Result<(&'static str, Games<'_>), DeskError> {
    let side = size.unwrap_or(8);
    if ![4, 6, 8, 10].contains(&side) {
        let sentence = format!("there is no board of size {side}; expected 4, 6, 8 or 10");
        return Err(DeskError::bad_request(sentence));
    }
    if let Some(shown) = guess_side(text) {
        let record = with_size!(shown, S => {
            let position = parse_position::<S>(text).map_err(DeskError::bad_position)?;
            Record::from(Game::from_position(position))
        });
        return Ok(("position", Box::new(record.into_iter().map(Ok))));
    }
    if text.trim().eq_ignore_ascii_case("startpos") {
        return Ok(("position", Box::new(std::iter::once(Ok(Record::default())))));
    }
    let format = Format::guess(text.as_bytes());
    if format == Format::Transcript
        && let Some(record) = one_transcript(text, side)
    {
        return Ok((format.word(), Box::new(std::iter::once(Ok(record)))));
    }
    // Archives are not text, so their names are not needed.
    let reading = ReadOptions { side, with_variations: false, names: &Default::default() };
    let records: Vec<_> = read(format, text.as_bytes(), reading)
        .map(|record| record.map_err(|error| error.to_string()))
        .collect();
    Ok((format.word(), Box::new(records.into_iter())))
}

/// A single game may be written on several lines.
fn one_transcript(text: &str, side: u8) -> Option<Record> {
    let game = with_size!(side, S => {
        let game: Game<S> = transcript::read(Default::default(), text).ok()?;
        Record::from(game)
    });
    game.filter(|record| record.game.length() > 0)
}

fn game_shown(record: &Record) -> ImportedGame {
    let name = |color| record.game.name(color).to_owned();
    ImportedGame {
        size: record.game.side(),
        black: name(Color::Black),
        white: name(Color::White),
        event: record.event.clone(),
        date: record.date.clone(),
        length: record.game.length(),
        start: with_game!(&record.game, game => game.start().to_string()),
        moves: with_game!(&record.game, game => transcript::write_with_passes(game)),
        black_score: record.black_score(),
    }
}

/// The game with this index, from 0, among the readable games of a text.
pub fn nth_game(text: &str, size: Option<u8>, index: usize) -> Result<Record, DeskError> {
    let (_, games) = read_games(text, size)?;
    let mut refused = None;
    let mut remember = |message| {
        refused.get_or_insert(message);
    };
    let found = games.filter_map(|game| game.map_err(&mut remember).ok()).nth(index);
    found.ok_or_else(|| {
        let no_such = || format!("the text has no game {}", index + 1);
        DeskError::bad_game(refused.unwrap_or_else(no_such))
    })
}
