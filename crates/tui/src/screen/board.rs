//! The board: background, grid, discs and markers.

use othellier_board::{Color, Move, Size, Square};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::layout::Grid;
use super::style::{DIM, Styles};
use super::view::View;

/// Discs for squares of five lines and of three; in smaller squares a disc is one character.
const LARGE_DISC: [&str; 5] = ["  ▄▄▄▄▄  ", "▄███████▄", "█████████", "▀███████▀", "  ▀▀▀▀▀  "];
const MIDDLE_DISC: [&str; 3] = ["▄███▄", "█████", "▀███▀"];

/// The picture of one square.
struct SquareView {
    disc: Option<Color>,
    is_legal: bool,
    is_cursor: bool,
    /// Whether the last move was played here.
    is_last: bool,
    /// Whether the highlighted move flips this disc, or is played here.
    is_flipped: bool,
}

impl SquareView {
    fn of<S: Size>(view: &View<'_, S>, square: Square<S>) -> SquareView {
        let last = view.game.moves().last().map(|last| last.played);
        let shown = view.shown();
        SquareView {
            disc: view.game.position().disc_at(square),
            is_legal: view.legal().contains(square),
            is_cursor: square == view.cursor,
            is_last: last == Some(Move::Place(square)),
            is_flipped: shown.is_some_and(|placement| {
                placement.square == square || placement.flips.contains(square)
            }),
        }
    }

    /// The style of the square, over the background.
    fn style(&self, styles: &Styles) -> Style {
        match self {
            SquareView { is_cursor: true, .. } => styles.cursor,
            SquareView { is_flipped: true, .. } => styles.flipped,
            SquareView { is_last: true, .. } => styles.last,
            _ => Style::new(),
        }
    }

    /// The symbol in the middle of a small square.
    fn symbol(&self, styles: &Styles) -> (char, Style) {
        match self.disc {
            Some(color) => (self.disc_symbol(styles, color), styles.discs[color as usize]),
            None if self.is_legal => (if styles.letters { '*' } else { '·' }, styles.dot),
            None => (if styles.letters { '.' } else { ' ' }, Style::new()),
        }
    }

    fn disc_symbol(&self, styles: &Styles, color: Color) -> char {
        match color {
            _ if styles.letters && self.is_flipped => color.letter().to_ascii_lowercase(),
            _ if styles.letters => color.letter(),
            Color::Black => '●',
            Color::White => '○',
        }
    }

    /// The characters on both sides of a disc, so that markers are visible without colours.
    fn brackets(&self) -> Option<(char, char)> {
        match self {
            SquareView { is_cursor: true, .. } => Some(('[', ']')),
            SquareView { is_last: true, .. } => Some(('(', ')')),
            _ => None,
        }
    }
}

/// Draws the board with its letters and numbers.
pub(super) fn draw<S: Size>(view: &View<'_, S>, grid: Grid, buffer: &mut Buffer) {
    label::<S>(grid, buffer);
    buffer.set_style(grid.area, view.styles.felt[0]);
    if grid.cells.lined {
        rule(grid, S::SIDE, view.styles.lines, buffer);
    }
    for square in Square::all() {
        let inside = grid.inside(square.column(), square.row());
        let is_other = !grid.cells.lined && (square.column() + square.row()) % 2 == 1;
        let felt = view.styles.felt[usize::from(is_other)];
        buffer.set_style(inside, Style::reset().patch(felt));
        fill(&SquareView::of(view, square), inside, &view.styles, buffer);
    }
}

/// The letters above and the numbers on the left.
fn label<S: Size>(grid: Grid, buffer: &mut Buffer) {
    for at in 0..S::SIDE {
        let top = grid.inside(at, 0);
        let letter = char::from(b'a' + at).to_string();
        buffer.set_string(top.x + (top.width - 1) / 2, grid.area.y - 1, letter, DIM);
        let left = grid.inside(0, at);
        let number = (at + 1).to_string();
        let x = grid.area.x - 1 - number.len() as u16;
        buffer.set_string(x, left.y + left.height / 2, number, DIM);
    }
}

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

fn fill(look: &SquareView, inside: Rect, styles: &Styles, buffer: &mut Buffer) {
    buffer.set_style(inside, look.style(styles));
    let middle = inside.y + inside.height / 2;
    match (look.disc, inside.height) {
        (Some(color), 5) if !styles.letters => {
            paint(&LARGE_DISC, inside, styles.discs[color as usize], buffer)
        }
        (Some(color), 3) if !styles.letters => {
            paint(&MIDDLE_DISC, inside, styles.discs[color as usize], buffer)
        }
        _ => {
            let (symbol, style) = look.symbol(styles);
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
