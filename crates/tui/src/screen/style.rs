//! Styles of the screen: in 256 colours, in the first 16, or in none.

use anstream::{AutoStream, ColorChoice};
use ratatui::crossterm::style::available_color_count;
use ratatui::style::{Color, Modifier, Style};

/// The styles of the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Styles {
    /// Whether discs are letters, because there are no colours to distinguish them.
    pub(super) letters: bool,
    /// The background, and that of every other square if there are no grid lines.
    pub(super) felt: [Style; 2],
    pub(super) lines: Style,
    /// Black and White discs.
    pub(super) discs: [Style; 2],
    /// The dot of a legal square.
    pub(super) dot: Style,
    pub(super) cursor: Style,
    pub(super) last: Style,
    /// The discs that a move would flip.
    pub(super) flipped: Style,
}

pub(super) const DIM: Style = Style::new().add_modifier(Modifier::DIM);
pub(super) const BOLD: Style = Style::new().add_modifier(Modifier::BOLD);
pub(super) const REVERSED: Style = Style::new().add_modifier(Modifier::REVERSED);

impl Styles {
    /// For terminals with 256 colours, the upper 240 of which do not depend on the theme.
    pub(super) const COLORS_256: Styles = Styles {
        letters: false,
        felt: [felt(29), felt(28)],
        lines: Style::new().fg(Color::Indexed(22)),
        discs: [Style::new().fg(Color::Indexed(16)), Style::new().fg(Color::Indexed(231))],
        dot: Style::new().fg(Color::Indexed(230)),
        cursor: felt(136),
        last: felt(31),
        flipped: felt(100),
    };

    /// For terminals with 8 or 16 colours.
    pub(super) const COLORS_16: Styles = Styles {
        letters: false,
        felt: [Style::new().fg(Color::White).bg(Color::Green); 2],
        lines: Style::new().fg(Color::Black),
        discs: [Style::new().fg(Color::Black), Style::new().fg(Color::White)],
        dot: Style::new().fg(Color::White),
        cursor: Style::new().fg(Color::White).bg(Color::Yellow),
        last: Style::new().fg(Color::White).bg(Color::Blue),
        flipped: Style::new().fg(Color::White).bg(Color::Cyan),
    };

    /// For terminals without colours, and for users who want none.
    pub(super) const MONOCHROME: Styles = Styles {
        letters: true,
        felt: [Style::new(); 2],
        lines: DIM,
        discs: [BOLD; 2],
        dot: Style::new(),
        cursor: REVERSED,
        last: BOLD,
        flipped: Style::new().add_modifier(Modifier::UNDERLINED),
    };
}

const fn felt(index: u8) -> Style {
    Style::new().fg(Color::Indexed(231)).bg(Color::Indexed(index))
}

/// The styles for the colours that this terminal has and its user wants.
pub(super) fn styles() -> Styles {
    let term = std::env::var("TERM").unwrap_or_default();
    let is_mono = term.starts_with("vt") || term.ends_with("-m") || term.ends_with("-mono");
    // `available_color_count` only looks at COLORTERM if that is set, even to a word without a
    // number.
    let has_many = available_color_count() >= 256 || term.contains("256");
    match AutoStream::choice(&std::io::stdout()) {
        ColorChoice::Never => Styles::MONOCHROME,
        _ if is_mono => Styles::MONOCHROME,
        _ if has_many => Styles::COLORS_256,
        _ => Styles::COLORS_16,
    }
}
