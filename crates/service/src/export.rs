//! Games as files.

use othellier_board::Color;
use othellier_locale::{Lang, reviews, tr};
use othellier_record::diagram::{Diagram, svg};
use othellier_record::format::Writer;
use othellier_record::wthor::{Day, Names};
use othellier_record::{Format, Record, transcript, with_game};
use othellier_wire::{Mark, ReviewedMove};

use crate::error::ServiceError;

/// Only WTHOR files contain the date of their creation.
const NO_DAY: Day = Day { year: 0, month: 0, day: 0 };

/// The formats of a single game: all but WTHOR, which holds many games in several files.
pub fn formats() -> impl Iterator<Item = Format> {
    Format::ALL.into_iter().filter(|format| *format != Format::Wthor)
}

/// The format with this name.
pub fn format_of(word: &str) -> Result<Format, ServiceError> {
    formats().find(|format| format.word() == word).ok_or_else(|| {
        let words: Vec<_> = formats().map(Format::word).collect();
        let words = words.join(", ");
        ServiceError::bad_request(format!(
            "there is no format `{word}`; expected svg or one of {words}"
        ))
    })
}

/// Writes games to a file of a format.
pub fn file<'a>(
    format: Format,
    records: impl Iterator<Item = &'a Record>,
) -> Result<Vec<u8>, ServiceError> {
    let mut writer = Writer::new(format, Vec::new(), Names::default());
    for record in records {
        writer.write(record).map_err(ServiceError::cannot_write)?;
    }
    let (bytes, _) = writer.finish(NO_DAY).map_err(ServiceError::cannot_write)?;
    Ok(bytes)
}

/// Adds the review of a game as comments: what each bad move lost, the better move, and why.
pub fn comment(record: &mut Record, lang: Lang, review: &[ReviewedMove]) {
    let bad = |reviewed: &&ReviewedMove| {
        matches!(reviewed.mark, Mark::Inaccuracy | Mark::Mistake | Mark::Blunder)
    };
    for reviewed in review.iter().filter(bad) {
        let verdict = tr!(
            lang,
            "review-verdict",
            number = reviewed.number.to_string(),
            side = reviews::side(lang, reviewed.color.into()),
            played = reviewed.played.clone(),
            mark = lang.text(mark_key(reviewed.mark)),
            loss = reviews::discs(reviewed.loss),
            best = reviewed.best.pv.join(" ")
        );
        let reasons = reviewed.reasons.iter().map(|reason| match lang {
            Lang::En => reason.text.en.clone(),
            Lang::Fr => reason.text.fr.clone(),
        });
        let words: Vec<String> = std::iter::once(format!("{verdict}.")).chain(reasons).collect();
        let note = record.notes.entry(reviewed.number).or_default();
        if !note.comment.is_empty() {
            note.comment.push('\n');
        }
        note.comment.push_str(&words.join(" "));
    }
}

/// The key of the name of a mark.
fn mark_key(mark: Mark) -> &'static str {
    match mark {
        Mark::Forced => "review-mark-forced",
        Mark::Best => "review-mark-best",
        Mark::Good => "review-mark-good",
        Mark::Inaccuracy => "review-mark-inaccuracy",
        Mark::Mistake => "review-mark-mistake",
        Mark::Blunder => "review-mark-blunder",
    }
}

/// A game in a format of the catalogue or as the picture `svg`, and the extension of its file.
pub fn export(record: &Record, format: &str) -> Result<(Vec<u8>, &'static str), ServiceError> {
    match format {
        "svg" => Ok((picture(record).into_bytes(), "svg")),
        word => {
            let format = format_of(word)?;
            Ok((file(format, std::iter::once(record))?, format.extensions()[0]))
        }
    }
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
