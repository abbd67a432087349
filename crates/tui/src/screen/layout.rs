//! The layout, computed from the size of the terminal and of the board.
//!
//! The board gets the largest squares that leave room for the rest:
//!
//! ```text
//! board │ players        board │ players
//!       │ moves                │ moves         board
//! messages                     │ messages      score
//! input                  input                 messages
//! keys                   keys                  input, keys
//! ```
//!
//! The first if there is room below the board, the second if there is room beside it, the third,
//! without the panel, in a narrow terminal.

use othellier_board::{Size, Square};
use ratatui::layout::{Position, Rect};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cells {
    /// The inside of a square.
    pub(super) width: u16,
    pub(super) height: u16,
    /// Whether there are grid lines.
    pub(super) lined: bool,
}

/// From the largest to the smallest.
const CELLS: [Cells; 4] = [
    Cells { width: 11, height: 5, lined: true },
    Cells { width: 7, height: 3, lined: true },
    Cells { width: 3, height: 1, lined: true },
    Cells { width: 2, height: 1, lined: false },
];

/// Between the board and the panel.
const GAP: u16 = 2;
/// The narrowest and the widest panel.
const PANEL: (u16, u16) = (20, 40);
/// The least height of the panel.
const PANEL_HEIGHT: u16 = 7;
/// The narrowest panel that contains the messages too, and their height.
const PANEL_WITH_MESSAGES: (u16, u16) = (22, 6);
/// The fewest and the most lines of messages below a board.
const MESSAGES: (u16, u16) = (3, 5);
/// Messages are unreadable in narrower terminals.
const NARROWEST: u16 = 24;
/// The widest lines where there is no panel.
const WIDEST: u16 = 78;

/// The board on the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Grid {
    pub(super) cells: Cells,
    /// The squares and the grid lines, without the letters and numbers.
    pub(super) area: Rect,
}

impl Grid {
    /// The distance from a square to the next.
    fn pitch(cells: Cells) -> (u16, u16) {
        let line = u16::from(cells.lined);
        (cells.width + line, cells.height + line)
    }

    /// The inside of a square.
    pub(super) fn inside(&self, column: u8, row: u8) -> Rect {
        let (pitch, line) = (Grid::pitch(self.cells), u16::from(self.cells.lined));
        Rect {
            x: self.area.x + line + u16::from(column) * pitch.0,
            y: self.area.y + line + u16::from(row) * pitch.1,
            width: self.cells.width,
            height: self.cells.height,
        }
    }

    /// The square at a point of the screen.
    pub(super) fn square_at<S: Size>(&self, point: Position) -> Option<Square<S>> {
        if !self.area.contains(point) {
            return None;
        }
        let pitch = Grid::pitch(self.cells);
        let last = u16::from(S::SIDE) - 1;
        let column = ((point.x - self.area.x) / pitch.0).min(last);
        let row = ((point.y - self.area.y) / pitch.1).min(last);
        Square::at(column as u8, row as u8)
    }
}

/// The panel: the players and the moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Panel {
    pub(super) players: Rect,
    pub(super) title: Rect,
    pub(super) moves: Rect,
}

/// The areas of the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Layout {
    pub(super) grid: Grid,
    pub(super) panel: Option<Panel>,
    /// The discs in one line, if there is no panel.
    pub(super) score: Option<Rect>,
    pub(super) messages: Rect,
    pub(super) input: Rect,
    pub(super) keys: Rect,
}

impl Layout {
    /// The layout of a terminal; `None` if it is too small.
    pub(super) fn of(area: Rect, side: u8) -> Option<Layout> {
        let with_panel = CELLS.iter().find_map(|cells| Layout::with_panel(area, *cells, side));
        let without = || CELLS.iter().find_map(|cells| Layout::without_panel(area, *cells, side));
        with_panel.or_else(without)
    }

    /// The columns and lines of the smallest usable terminal.
    pub(super) fn smallest(side: u8) -> (u16, u16) {
        let (width, height) = board(CELLS[CELLS.len() - 1], side);
        (width.max(NARROWEST), height + 2 + MESSAGES.0)
    }

    fn with_panel(area: Rect, cells: Cells, side: u8) -> Option<Layout> {
        let (width, height) = board(cells, side);
        let panel_width = area.width.checked_sub(width + GAP)?.min(PANEL.1);
        let spare = area.height.checked_sub(height + 2)?;
        let below = spare >= MESSAGES.0;
        let beside = panel_width >= PANEL_WITH_MESSAGES.0 && height > 2 * PANEL_WITH_MESSAGES.1;
        if panel_width < PANEL.0 || !(below || beside) {
            return None;
        }
        let bottom = if below { spare.min(MESSAGES.1) } else { 0 };
        let (top, mut messages, input, keys) = rows(area, width + GAP + panel_width, bottom);
        let y = top.y + (top.height - height) / 2;
        let x = top.x + width + GAP;
        let mut panel = Rect { x, y, width: panel_width, height: top.bottom() - y };
        if !below {
            panel.height -= PANEL_WITH_MESSAGES.1 + 1;
            messages = Rect { y: panel.bottom() + 1, height: PANEL_WITH_MESSAGES.1, ..panel };
        }
        (panel.height >= PANEL_HEIGHT).then(|| Layout {
            grid: grid(cells, side, top.x, y),
            panel: Some(split(panel)),
            score: None,
            messages,
            input,
            keys,
        })
    }

    /// The line of the score is taken from the messages.
    fn without_panel(area: Rect, cells: Cells, side: u8) -> Option<Layout> {
        let (width, height) = board(cells, side);
        let spare = area.height.checked_sub(height + 2)?;
        if area.width < width.max(NARROWEST) || spare < MESSAGES.0 {
            return None;
        }
        let whole = area.width.min(WIDEST.max(width));
        let (top, messages, input, keys) = rows(area, whole, (spare - 1).min(MESSAGES.1));
        let (x, y) = (top.x + (whole - width) / 2, top.y + (top.height - height - 1) / 2);
        let grid = grid(cells, side, x, y);
        let score = Rect { y: grid.area.bottom(), height: 1, ..top };
        Some(Layout { grid, panel: None, score: Some(score), messages, input, keys })
    }
}

/// The size of a board with its letters and numbers.
fn board(cells: Cells, side: u8) -> (u16, u16) {
    let (line, pitch, side) = (u16::from(cells.lined), Grid::pitch(cells), u16::from(side));
    (numbers(side) + side * pitch.0 + line, 1 + side * pitch.1 + line)
}

/// The columns of the row numbers.
fn numbers(side: u16) -> u16 {
    if side < 10 { 2 } else { 3 }
}

/// The grid of a board whose labels begin here.
fn grid(cells: Cells, side: u8, x: u16, y: u16) -> Grid {
    let (width, height) = board(cells, side);
    let left = numbers(u16::from(side));
    Grid { cells, area: Rect { x: x + left, y: y + 1, width: width - left, height: height - 1 } }
}

/// The top with the board, then the messages, the input and the keys, all of the same width. If
/// there are enough lines, one stays free above the messages.
fn rows(area: Rect, width: u16, messages: u16) -> (Rect, Rect, Rect, Rect) {
    let row = |bottom: u16, height: u16| Rect {
        x: area.x + (area.width - width) / 2,
        y: area.bottom() - bottom,
        width,
        height,
    };
    let top = row(area.height, area.height - messages - 2);
    let messages = messages - u16::from(messages > MESSAGES.0);
    (top, row(messages + 2, messages), row(2, 1), row(1, 1))
}

/// The players above, the moves below.
fn split(panel: Rect) -> Panel {
    const PLAYERS: u16 = 4;
    let gap = u16::from(panel.height > 2 * PLAYERS + 2);
    let title = panel.y + PLAYERS + gap;
    Panel {
        players: Rect { height: PLAYERS, ..panel },
        title: Rect { y: title, height: 1, ..panel },
        moves: Rect { y: title + 1, height: panel.height - PLAYERS - gap - 1, ..panel },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use othellier_board::{Eight, Four};

    fn of(width: u16, height: u16, side: u8) -> Option<Layout> {
        Layout::of(Rect::new(0, 0, width, height), side)
    }

    #[test]
    fn squares_grow_with_the_terminal() {
        let width = |columns, lines, side| of(columns, lines, side).unwrap().grid.cells.width;
        assert_eq!(width(40, 15, 8), 2);
        assert_eq!(width(80, 24, 8), 3);
        assert_eq!(width(80, 24, 10), 3);
        assert_eq!(width(80, 24, 4), 7);
        assert_eq!(width(140, 50, 8), 7);
        assert_eq!(width(200, 60, 4), 11);
    }

    #[test]
    fn the_panel_is_dropped_before_the_board() {
        assert!(of(40, 15, 8).unwrap().panel.is_some());
        assert!(of(36, 24, 8).unwrap().panel.is_none());
        assert_eq!(of(20, 8, 8), None);
        for side in [4, 6, 8, 10] {
            let (width, height) = Layout::smallest(side);
            assert!(of(width, height, side).is_some());
            assert!(of(width - 1, height, side).is_none());
            assert!(of(width, height - 1, side).is_none());
        }
    }

    #[test]
    fn areas_are_inside_and_disjoint() {
        for (width, height) in
            (1..=200).flat_map(|width| (1..=60).map(move |height| (width, height)))
        {
            let area = Rect::new(0, 0, width, height);
            for layout in [4, 6, 8, 10].into_iter().filter_map(|side| Layout::of(area, side)) {
                let Layout { grid, panel, score, messages, input, keys } = layout;
                let mut parts = vec![grid.area, messages, input, keys];
                parts.extend(score);
                parts.extend(
                    panel.into_iter().flat_map(|panel| [panel.players, panel.title, panel.moves]),
                );
                for (at, part) in parts.iter().enumerate() {
                    assert!(
                        !part.is_empty() && area.union(*part) == area,
                        "{width}x{height}: {layout:?}"
                    );
                    assert!(parts[..at].iter().all(|other| !other.intersects(*part)), "{layout:?}");
                }
                assert!(grid.area.x >= 2 && grid.area.y >= 1);
            }
        }
    }

    #[test]
    fn points_map_to_squares() {
        let grid = of(80, 24, 8).unwrap().grid;
        for square in Square::<Eight>::all() {
            let inside = grid.inside(square.column(), square.row());
            for point in inside.positions() {
                assert_eq!(grid.square_at(point), Some(square));
            }
        }
        let past = Position::new(grid.area.right(), grid.area.y);
        assert_eq!(grid.square_at::<Eight>(past), None);
        let line = Position::new(grid.area.right() - 1, grid.area.bottom() - 1);
        assert_eq!(grid.square_at::<Eight>(line), Square::at(7, 7));
        assert_eq!(grid.square_at::<Four>(line), Square::at(3, 3));
    }
}
