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
use crate::error::{ApiError, ErrorBody};
use crate::extract::{Id, Params};

/// The query of an export.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct ExportQuery {
    /// A format of the catalogue, or `svg`.
    format: String,
}

/// A game as a file.
#[utoipa::path(get, path = "/api/games/{id}/export", tag = "games",
    params(("id" = String, Path, description = "the id or view id of the game"), ExportQuery), responses(
    (status = 200, description = "the file"), (status = "4XX", body = ErrorBody)))]
pub(crate) async fn export(
    State(app): State<App>,
    Id(id): Id,
    Params(query): Params<ExportQuery>,
) -> Result<Response, ApiError> {
    let record = app.session(&id)?.handle.lock().record.clone();
    let (bytes, extension) = match query.format.as_str() {
        "svg" => (picture(&record).into_bytes(), "svg"),
        word => {
            let format = format_of(word)?;
            (file(format, std::iter::once(&record))?, format.extensions()[0])
        }
    };
    Ok(attachment(bytes, extension))
}

/// Only WTHOR files contain the date of their creation.
const NO_DAY: Day = Day { year: 0, month: 0, day: 0 };

/// The formats of a single game: all but WTHOR, which holds many games in several files.
pub(crate) fn formats() -> impl Iterator<Item = Format> {
    Format::ALL.into_iter().filter(|format| *format != Format::Wthor)
}

/// The format with this name.
pub(crate) fn format_of(word: &str) -> Result<Format, ApiError> {
    formats().find(|format| format.word() == word).ok_or_else(|| {
        let words: Vec<_> = formats().map(Format::word).collect();
        let words = words.join(", ");
        ApiError::bad_request(format!(
            "there is no format `{word}`; expected svg or one of {words}"
        ))
    })
}

/// Writes games to a file of a format.
pub(crate) fn file<'a>(
    format: Format,
    records: impl Iterator<Item = &'a Record>,
) -> Result<Vec<u8>, ApiError> {
    let mut writer = Writer::new(format, Vec::new(), Names::default());
    for record in records {
        writer.write(record).map_err(ApiError::cannot_write)?;
    }
    let (bytes, _) = writer.finish(NO_DAY).map_err(ApiError::cannot_write)?;
    Ok(bytes)
}

/// A response that the browser saves as a file.
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
