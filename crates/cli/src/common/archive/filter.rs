//! The filter options of the command line.

use std::fmt;
use std::ops::RangeInclusive;

use clap::Args;
use othellier_archive::{Filter, GameResult, PositionKey};
use othellier_board::{Position, with_size};
use othellier_locale::{Lang, message, nearest};
use othellier_record::openings::{self, Opening};

use crate::common::error::CliError;
use crate::common::games::read_position;
use crate::common::options::board_side;
use crate::common::values::{self, ExpectedValue};

/// The games to select; by default all.
#[derive(Args)]
pub(crate) struct FilterArgs {
    /// Games of this player: part of the name, ignoring case; twice for both players
    #[arg(long, value_name = "NAME")]
    player: Vec<String>,
    /// Games with this player as Black
    #[arg(long, value_name = "NAME")]
    black: Option<String>,
    /// Games with this player as White
    #[arg(long, value_name = "NAME")]
    white: Option<String>,
    /// Games of this event: part of its name
    #[arg(long, value_name = "NAME")]
    event: Option<String>,
    /// Games of a year, or of years such as 1990-1999
    #[arg(long, value_name = "YEARS", value_parser = years)]
    year: Option<RangeInclusive<u16>>,
    /// Games with this result
    #[arg(long, value_name = "RESULT")]
    #[arg(value_parser = values::named(GameResult::ALL, GameResult::word))]
    result: Option<GameResult>,
    /// Games that reached this opening, by name or moves, up to symmetry
    #[arg(long, value_name = "OPENING")]
    opening: Option<String>,
}

impl fmt::Display for FilterArgs {
    /// As written on the command line, with a space before each option.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let one = |name, text: &Option<String>| text.clone().map(|text| (name, text));
        let years = |years: &RangeInclusive<u16>| format!("{}-{}", years.start(), years.end());
        let players = self.player.iter().map(|player| ("player", player.clone()));
        let others = [
            one("black", &self.black),
            one("white", &self.white),
            one("event", &self.event),
            self.year.as_ref().map(|range| ("year", years(range))),
            self.result.map(|result| ("result", result.word().to_owned())),
            one("opening", &self.opening),
        ];
        for (name, text) in players.chain(others.into_iter().flatten()) {
            write!(f, " --{name} '{text}'")?;
        }
        Ok(())
    }
}

impl FilterArgs {
    /// The filter; with a position, games must have reached it too.
    pub(crate) fn filter(&self, lang: Lang, position: Option<&str>) -> Result<Filter, CliError> {
        let opening = self.opening.as_deref().map(moves_of).transpose()?;
        let position = position.or(opening);
        Ok(Filter {
            players: self.player.clone(),
            black: self.black.clone(),
            white: self.white.clone(),
            event: self.event.clone(),
            years: self.year.clone(),
            result: self.result,
            position_key: position.map(|text| position_key(lang, text)).transpose()?,
        })
    }
}

/// The name of an opening.
fn names(opening: &Opening) -> [&'static str; 2] {
    [opening.english, opening.french]
}

/// The moves of an opening, named in either language; moves are returned unchanged.
fn moves_of(text: &str) -> Result<&str, CliError> {
    if text.bytes().any(|letter| letter.is_ascii_digit()) {
        return Ok(text);
    }
    let is_meant = |name: &&str| name.to_lowercase() == text.to_lowercase();
    let all = openings::all();
    if let Some(opening) = all.iter().find(|opening| names(opening).iter().any(is_meant)) {
        return Ok(opening.moves);
    }
    let near = nearest(text, all.iter().flat_map(names)).unwrap_or_default();
    Err(CliError::usage(message!("archive-no-opening", text = text, near = near)))
}

fn position_key(lang: Lang, text: &str) -> Result<PositionKey, CliError> {
    let position_key = with_size!(board_side(None, text), S => {
        let position: Position<S> = read_position(lang, text)?;
        PositionKey::of(&position)
    });
    Ok(position_key.expect("a side that is there"))
}

/// Parses `1996` or `1990-1999`.
fn years(text: &str) -> Result<RangeInclusive<u16>, ExpectedValue> {
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    match (first.trim().parse(), last.trim().parse()) {
        (Ok(first), Ok(last)) if first <= last => Ok(first..=last),
        _ => Err(ExpectedValue::Described("expected-years")),
    }
}

#[cfg(test)]
mod tests {
    use super::years;

    #[test]
    fn single_years_and_ranges_are_parsed() {
        assert_eq!(years("1996"), Ok(1996..=1996));
        assert_eq!(years("1990 - 1999"), Ok(1990..=1999));
        for wrong in ["", "x", "1999-1990", "1990-", "1990-1995-1999", "-5"] {
            assert!(years(wrong).is_err(), "{wrong}");
        }
    }
}
