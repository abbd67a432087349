//! A game as a file.

use axum::extract::State;
use axum::http::header::{self, HeaderValue};
use axum::response::{IntoResponse, Response};
use othellier_board::Color;
use othellier_record::diagram::{Diagram, svg};
use othellier_record::format::Writer;
use othellier_record::wthor::{Day, Names};
use othellier_record::{Format, Record, transcript, with_game};
use serde::Deserialize;
use utoipa::IntoParams;

use crate::App;
use crate::extract::{Id, Params};
use crate::trouble::{ErrorBody, Trouble};

/// Which format.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct ExportQuery {
    /// One of the catalogue, or `svg`.
    format: String,
}

/// A game as a file.
#[utoipa::path(get, path = "/api/games/{id}/export", tag = "games",
    params(("id" = String, Path, description = "the id for playing or for looking"), ExportQuery), responses(
    (status = 200, description = "the file"), (status = "4XX", body = ErrorBody)))]
pub(crate) async fn export(
    State(app): State<App>,
    Id(id): Id,
    Params(query): Params<ExportQuery>,
) -> Result<Response, Trouble> {
    let record = app.seat(&id)?.table.lock().record.clone();
    let (bytes, extension) = match query.format.as_str() {
        "svg" => (picture(&record).into_bytes(), "svg"),
        word => {
            let format = format_of(word)?;
            (file(format, std::iter::once(&record))?, format.extensions()[0])
        }
    };
    Ok(attachment(bytes, extension))
}

/// Only an archive says when it was made.
const NO_DAY: Day = Day { year: 0, month: 0, day: 0 };

/// The formats that a game is written in: not the archive, which is of many games and several files.
pub(crate) fn formats() -> impl Iterator<Item = Format> {
    Format::ALL.into_iter().filter(|format| *format != Format::Wthor)
}

/// The format that a word names.
pub(crate) fn format_of(word: &str) -> Result<Format, Trouble> {
    formats().find(|format| format.word() == word).ok_or_else(|| {
        let words: Vec<_> = formats().map(Format::word).collect();
        let words = words.join(", ");
        Trouble::bad_request(format!("there is no format `{word}`; expected svg or one of {words}"))
    })
}

/// Games as a file of a format.
pub(crate) fn file<'a>(
    format: Format,
    records: impl Iterator<Item = &'a Record>,
) -> Result<Vec<u8>, Trouble> {
    let mut writer = Writer::new(format, Vec::new(), Names::default());
    for record in records {
        writer.write(record).map_err(Trouble::cannot_write)?;
    }
    let (bytes, _) = writer.finish(NO_DAY).map_err(Trouble::cannot_write)?;
    Ok(bytes)
}

/// Bytes that the browser saves under a name.
pub(crate) fn attachment(bytes: Vec<u8>, extension: &str) -> Response {
    let kind = match extension {
        "svg" => "image/svg+xml",
        "csv" => "text/csv; charset=utf-8",
        "html" => "text/html; charset=utf-8",
        _ => "text/plain; charset=utf-8",
    };
    let name = format!("attachment; filename=\"othellier.{extension}\"");
    let mut response = bytes.into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    if let Ok(name) = HeaderValue::from_str(&name) {
        headers.insert(header::CONTENT_DISPOSITION, name);
    }
    response
}

fn picture(record: &Record) -> String {
    let [black, white] = Color::ALL.map(|color| record.game.name(color));
    let diagram = Diagram {
        title: format!("{black} – {white}"),
        description: with_game!(&record.game, game => transcript::write(game)),
        ..Diagram::default()
    };
    with_game!(&record.game, game => svg(game, &diagram))
}
