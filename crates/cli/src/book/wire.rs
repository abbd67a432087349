//! A book as JSON.

use othellier_board::{Move, ParsePositionError, Position};
use othellier_book::text::value_of_discs;
use othellier_book::{Book, Deviation};
use othellier_locale::{Lang, Localized, tr};
use othellier_wire::{BookDeviation, BookLine, BookPosition};

fn deviation(lang: Lang, wire: BookDeviation) -> Result<Deviation, String> {
    let played: Option<Result<Move, _>> = wire.played.map(|played| played.parse());
    Ok(Deviation {
        played: played.transpose().map_err(|error| error.in_language(lang))?,
        value: value_of_discs(wire.value)
            .ok_or_else(|| tr!(lang, "book-line-value", value = wire.value.to_string()))?,
        depth: wire.depth,
        confidence: wire.confidence,
        level: wire.level,
    })
}

/// Parses the lines of a book.
pub(super) fn read(lang: Lang, text: &str) -> Result<Book, String> {
    let (mut promised, mut provenance) = (None, String::new());
    let (mut entries, mut numbers) = (Vec::new(), Vec::new());
    for (number, line) in (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty()) {
        let at_line = |why: String| tr!(lang, "book-line", line = number.to_string(), why = why);
        let line = serde_json::from_str(line);
        match line.map_err(|error: serde_json::Error| at_line(error.in_language(lang)))? {
            BookLine::Book { format, .. } if format != BookLine::FORMAT => {
                let (found, expected) = (format.to_string(), BookLine::FORMAT.to_string());
                let why = tr!(lang, "book-line-format", found = found, expected = expected);
                return Err(at_line(why));
            }
            BookLine::Book { positions, provenance: source, .. } => {
                (promised, provenance) = (Some(positions), source);
            }
            BookLine::Position(BookPosition { position, best, .. }) => {
                let position: Position = position
                    .parse()
                    .map_err(|error: ParsePositionError| at_line(error.in_language(lang)))?;
                let best = best.map(|best| deviation(lang, best)).transpose().map_err(at_line)?;
                entries.push((position.board(), best));
                numbers.push(number);
            }
        }
    }
    if promised != Some(entries.len()) {
        let found = entries.len().to_string();
        return Err(match promised {
            Some(promised) => {
                tr!(lang, "book-lines-count", found = found, promised = promised.to_string())
            }
            None => tr!(lang, "book-lines-no-count", found = found),
        });
    }
    Book::from_entries(&provenance, entries).map_err(|(entry, error)| {
        let (line, why) = (numbers[entry].to_string(), error.in_language(lang));
        tr!(lang, "book-line", line = line, why = why)
    })
}
