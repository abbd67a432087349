//! The board: felt, lines, discs, and the marks on them.

use othellier_board::{Color, Move, Size, Square};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::draw::View;
use super::ink::{Ink, QUIET};
use super::layout::Grid;

/// A disc in squares of five lines and of three; in smaller ones it is one character.
const LARGE_DISC: [&str; 5] = ["  ▄▄▄▄▄  ", "▄███████▄", "█████████", "▀███████▀", "  ▀▀▀▀▀  "];
const MIDDLE_DISC: [&str; 3] = ["▄███▄", "█████", "▀███▀"];

/// All that can be seen of one square.
struct Look {
    disc: Option<Color>,
    is_legal: bool,
    is_cursor: bool,
    /// Whether the last move was played here.
    is_last: bool,
    /// Whether the move that is pointed out would turn this disc, or is here.
    is_turned: bool,
}

impl Look {
    fn of<S: Size>(view: &View<'_, S>, square: Square<S>) -> Look {
        let last = view.game.moves().last().map(|last| last.played);
        let shown = view.shown();
        Look {
            disc: view.game.position().disc_at(square),
            is_legal: view.legal().contains(square),
            is_cursor: square == view.cursor,
            is_last: last == Some(Move::Place(square)),
            is_turned: shown.is_some_and(|placement| {
                placement.square == square || placement.flips.contains(square)
            }),
        }
    }

    /// The style of the square, over the felt.
    fn style(&self, ink: &Ink) -> Style {
        match self {
            Look { is_cursor: true, .. } => ink.cursor,
            Look { is_turned: true, .. } => ink.turned,
            Look { is_last: true, .. } => ink.last,
            _ => Style::new(),
        }
    }

    /// What stands in the middle of a small square.
    fn symbol(&self, ink: &Ink) -> (char, Style) {
        match self.disc {
            Some(color) => (self.disc_symbol(ink, color), ink.discs[color as usize]),
            None if self.is_legal => (if ink.letters { '*' } else { '·' }, ink.dot),
            None => (if ink.letters { '.' } else { ' ' }, Style::new()),
        }
    }

    fn disc_symbol(&self, ink: &Ink, color: Color) -> char {
        match color {
            _ if ink.letters && self.is_turned => color.letter().to_ascii_lowercase(),
            _ if ink.letters => color.letter(),
            Color::Black => '●',
            Color::White => '○',
        }
    }

    /// What stands on both sides of a disc, so that the marks can be seen without colours too.
    fn brackets(&self) -> Option<(char, char)> {
        match self {
            Look { is_cursor: true, .. } => Some(('[', ']')),
            Look { is_last: true, .. } => Some(('(', ')')),
            _ => None,
        }
    }
}

/// Draws the board with its letters and numbers.
pub(super) fn draw<S: Size>(view: &View<'_, S>, grid: Grid, buffer: &mut Buffer) {
    label::<S>(grid, buffer);
    buffer.set_style(grid.area, view.ink.felt[0]);
    if grid.cells.lined {
        rule(grid, S::SIDE, view.ink.lines, buffer);
    }
    for square in Square::all() {
        let inside = grid.inside(square.column(), square.row());
        let is_other = !grid.cells.lined && (square.column() + square.row()) % 2 == 1;
        let felt = view.ink.felt[usize::from(is_other)];
        buffer.set_style(inside, Style::reset().patch(felt));
        fill(&Look::of(view, square), inside, &view.ink, buffer);
    }
}

/// The letters above and the numbers on the left.
fn label<S: Size>(grid: Grid, buffer: &mut Buffer) {
    for at in 0..S::SIDE {
        let top = grid.inside(at, 0);
        let letter = char::from(b'a' + at).to_string();
        buffer.set_string(top.x + (top.width - 1) / 2, grid.area.y - 1, letter, QUIET);
        let left = grid.inside(0, at);
        let number = (at + 1).to_string();
        let x = grid.area.x - 1 - number.len() as u16;
        buffer.set_string(x, left.y + left.height / 2, number, QUIET);
    }
}

/// The lines between the squares.
fn rule(grid: Grid, side: u8, style: Style, buffer: &mut Buffer) {
    let bar = "─".repeat(usize::from(grid.cells.width));
    let row = |[left, middle, right]: [&str; 3], bar: &str| {
        let bars = vec![bar; usize::from(side)];
        format!("{left}{}{right}", bars.join(middle))
    };
    let space = " ".repeat(bar.chars().count());
    let pitch = grid.cells.height + 1;
    for y in 0..grid.area.height {
        let line = match y {
            0 => row(["┌", "┬", "┐"], &bar),
            _ if y == grid.area.height - 1 => row(["└", "┴", "┘"], &bar),
            _ if y % pitch == 0 => row(["├", "┼", "┤"], &bar),
            _ => row(["│"; 3], &space),
        };
        buffer.set_string(grid.area.x, grid.area.y + y, line, style);
    }
}

/// One square.
fn fill(look: &Look, inside: Rect, ink: &Ink, buffer: &mut Buffer) {
    buffer.set_style(inside, look.style(ink));
    let middle = inside.y + inside.height / 2;
    match (look.disc, inside.height) {
        (Some(color), 5) if !ink.letters => {
            paint(&LARGE_DISC, inside, ink.discs[color as usize], buffer)
        }
        (Some(color), 3) if !ink.letters => {
            paint(&MIDDLE_DISC, inside, ink.discs[color as usize], buffer)
        }
        _ => {
            let (symbol, style) = look.symbol(ink);
            let x = inside.x + (inside.width - 1) / 2;
            buffer.set_string(x, middle, symbol.to_string(), style);
        }
    }
    if let Some((left, right)) = look.brackets().filter(|_| inside.width > 2) {
        buffer.set_string(inside.x, middle, left.to_string(), Style::new());
        buffer.set_string(inside.right() - 1, middle, right.to_string(), Style::new());
    }
}

/// A disc of several lines, one column inside its square.
fn paint(disc: &[&str], inside: Rect, style: Style, buffer: &mut Buffer) {
    for (y, line) in (inside.y..).zip(disc) {
        buffer.set_string(inside.x + 1, y, line, style);
    }
}
