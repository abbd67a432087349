//! How things are coloured: in 256 colours, in the first 16, or in none.

use ratatui::style::{Color, Modifier, Style};

/// The styles of the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ink {
    /// Whether discs are letters, because there are no colours to tell them apart.
    pub(super) letters: bool,
    /// The felt, and the felt of every other square where no lines part them.
    pub(super) felt: [Style; 2],
    pub(super) lines: Style,
    /// Black and White, on whatever lies below.
    pub(super) discs: [Style; 2],
    /// The dot of a legal square.
    pub(super) dot: Style,
    pub(super) cursor: Style,
    pub(super) last: Style,
    /// The discs that a move would turn.
    pub(super) turned: Style,
}

/// What matters less.
pub(super) const QUIET: Style = Style::new().add_modifier(Modifier::DIM);
/// What matters more.
pub(super) const LOUD: Style = Style::new().add_modifier(Modifier::BOLD);
/// What is chosen.
pub(super) const CHOSEN: Style = Style::new().add_modifier(Modifier::REVERSED);

impl Ink {
    /// For terminals with 256 colours, whose upper 240 are the same in every theme.
    pub(super) const MANY: Ink = Ink {
        letters: false,
        felt: [felt(29), felt(28)],
        lines: Style::new().fg(Color::Indexed(22)),
        discs: [Style::new().fg(Color::Indexed(16)), Style::new().fg(Color::Indexed(231))],
        dot: Style::new().fg(Color::Indexed(230)),
        cursor: felt(136),
        last: felt(31),
        turned: felt(100),
    };

    /// For terminals with 8 or 16 colours.
    pub(super) const FEW: Ink = Ink {
        letters: false,
        felt: [Style::new().fg(Color::White).bg(Color::Green); 2],
        lines: Style::new().fg(Color::Black),
        discs: [Style::new().fg(Color::Black), Style::new().fg(Color::White)],
        dot: Style::new().fg(Color::White),
        cursor: Style::new().fg(Color::White).bg(Color::Yellow),
        last: Style::new().fg(Color::White).bg(Color::Blue),
        turned: Style::new().fg(Color::White).bg(Color::Cyan),
    };

    /// For terminals without colours, and for who wants none.
    pub(super) const NONE: Ink = Ink {
        letters: true,
        felt: [Style::new(); 2],
        lines: QUIET,
        discs: [LOUD; 2],
        dot: Style::new(),
        cursor: CHOSEN,
        last: LOUD,
        turned: Style::new().add_modifier(Modifier::UNDERLINED),
    };
}

const fn felt(index: u8) -> Style {
    Style::new().fg(Color::Indexed(231)).bg(Color::Indexed(index))
}
