//! Import of pasted text or of a file: one game, many, or a position.

use othellier_board::Color;
use othellier_locale::Localized;
use othellier_record::format::{ReadOptions, read};
use othellier_record::source::{PastedText, read_pasted};
use othellier_record::wthor::Names;
use othellier_record::{Format, Record, Records, transcript, with_game};
use othellier_wire::GameFault;
use serde::{Deserialize, Serialize};

use crate::catalogue::SIZES;
use crate::error::ServiceError;
use crate::limits;

/// A text that may contain games.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Pasted {
    pub text: String,
    /// Board size, if the text does not show it.
    pub size: Option<u8>,
}

/// How the bytes of a file are to be read.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::IntoParams), into_params(parameter_in = Query))]
#[serde(deny_unknown_fields)]
pub struct FileQuery {
    /// Board size, if the file does not show it.
    pub size: Option<u8>,
    /// The first game to be shown, from 0.
    pub from: Option<usize>,
}

/// The contents of a text.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Imports {
    #[serde(rename = "type")]
    kind: &'static str,
    /// The format it is written in, or `position`.
    format: &'static str,
    games: Vec<ImportedGame>,
    refused: Vec<GameFault>,
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

/// The games of a pasted text. Nothing is stored.
pub fn import(pasted: &Pasted) -> Result<Imports, ServiceError> {
    let PastedText { format, records } = read_games(&pasted.text, pasted.size)?;
    Ok(listed(format, records))
}

/// The games of a file in any format, also WTHOR. Nothing is stored.
pub fn import_file(bytes: &[u8], query: &FileQuery) -> Result<Imports, ServiceError> {
    let from = query.from.unwrap_or_default();
    if Format::guess(bytes) == Format::Wthor {
        let names = Names::default();
        let options = ReadOptions { side: 8, with_variations: false, names: &names };
        let records = read(Format::Wthor, bytes, options).skip(from);
        return Ok(listed(Some(Format::Wthor), Box::new(records)));
    }
    let text = String::from_utf8_lossy(bytes);
    let PastedText { format, records } = read_games(&text, query.size)?;
    Ok(listed(format, Box::new(records.skip(from))))
}

/// The first games, and how many more there are.
fn listed(format: Option<Format>, records: Records<'_>) -> Imports {
    let format = format.map_or("position", Format::word);
    let (mut games, mut refused, mut more) = (Vec::new(), Vec::new(), 0);
    for record in records {
        match record {
            _ if games.len() + refused.len() >= limits::IMPORTED => more += 1,
            Ok(record) => games.push(game_shown(&record)),
            Err(error) => {
                refused.push(GameFault::refused(&error, error.problem.in_both().into()));
            }
        }
    }
    Imports { kind: "imports", format, games, refused, more }
}

/// The games of a text, on a board of `size` where it does not show its own.
fn read_games(text: &str, size: Option<u8>) -> Result<PastedText<'_>, ServiceError> {
    if let Some(side) = size.filter(|side| !SIZES.contains(side)) {
        let sentence = format!("there is no board of size {side}; expected 4, 6, 8 or 10");
        return Err(ServiceError::bad_request(sentence));
    }
    read_pasted(text, size).map_err(ServiceError::bad_position)
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
pub fn nth_game(text: &str, size: Option<u8>, index: usize) -> Result<Record, ServiceError> {
    let mut refused = None;
    let mut remember = |error| {
        refused.get_or_insert(error);
    };
    let records = read_games(text, size)?.records;
    let found = records.filter_map(|record| record.map_err(&mut remember).ok()).nth(index);
    found.ok_or_else(|| match refused {
        Some(error) => ServiceError::bad_game(error),
        None => ServiceError::bad_game(format!("the text has no game {}", index + 1)),
    })
}
