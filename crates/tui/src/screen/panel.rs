//! The panel beside the board: players, score, moves.

use std::time::Duration;

use othellier_board::{Color, Move, Size};
use othellier_locale::tr;
use othellier_play::SessionState;
use othellier_record::Game;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::Style;
use ratatui::text::{Line, Span};

use super::layout::Panel;
use super::style::{BOLD, DIM, REVERSED};
use super::text::{fit, width};
use super::view::View;

/// The columns of one move: its number and its square.
const MOVE_WIDTH: u16 = 9;

const SPINNER: [&str; 10] = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"];

/// The frame of the spinner at this tick.
pub(super) fn spinner(tick: usize) -> &'static str {
    SPINNER[tick % SPINNER.len()]
}

/// Draws the players and the moves.
pub(super) fn draw<S: Size>(view: &View<'_, S>, panel: Panel, buffer: &mut Buffer) {
    for color in Color::ALL {
        let row = Rect { y: panel.players.y + color as u16, height: 1, ..panel.players };
        draw_player(view, color, row, buffer);
    }
    draw_sums(view, panel.players, buffer);
    draw_title(view, panel.title, buffer);
    draw_moves(view.game, panel.moves, buffer);
}

/// A disc as it looks on the board, or its letter.
pub(super) fn disc<S: Size>(view: &View<'_, S>, color: Color) -> Span<'static> {
    let symbol = match color {
        _ if view.styles.letters => color.letter(),
        Color::Black => '●',
        Color::White => '○',
    };
    Span::styled(
        format!(" {symbol} "),
        view.styles.felt[0].patch(view.styles.discs[color as usize]),
    )
}

/// Minutes and seconds, rounded up.
pub(super) fn clock(left: Duration) -> String {
    let seconds = left.as_millis().div_ceil(1000);
    format!("{:02}:{:02}", seconds / 60, seconds % 60)
}

/// The difference and the seed, below the names if the panel is wide.
fn draw_sums<S: Size>(view: &View<'_, S>, area: Rect, buffer: &mut Buffer) {
    let indent = if area.width > 32 { 5 } else { 0 };
    let (x, columns) = (area.x + indent, usize::from(area.width - indent));
    let difference = format!("{:+}", view.difference());
    let difference = tr!(view.lang, "play-difference", difference = difference);
    buffer.set_string(x, area.y + 2, fit(&difference, columns), Style::new());
    buffer.set_string(x, area.y + 3, seed(view, columns), DIM);
}

/// One player: marker of the turn, disc, name, discs, clock.
fn draw_player<S: Size>(view: &View<'_, S>, color: Color, row: Rect, buffer: &mut Buffer) {
    let is_to_move =
        view.state != SessionState::Over && view.game.position().side_to_move() == color;
    let thinking = view.thinking.filter(|_| is_to_move);
    let marker = match thinking {
        Some(tick) => spinner(tick),
        None if is_to_move => "▸",
        None => " ",
    };
    let clock =
        view.clocks[color as usize].map_or_else(String::new, |left| format!(" {}", clock(left)));
    let numbers = format!(" {:>2}{clock}", view.game.position().discs(color).len());
    let style = if is_to_move { BOLD } else { Style::new() };
    let room = usize::from(row.width).saturating_sub(5 + numbers.len());
    let name = name(view, color, thinking.is_some(), room);
    let padding = " ".repeat(room.saturating_sub(width(&name)));
    let line = Line::from(vec![
        Span::styled(marker, BOLD),
        disc(view, color),
        Span::styled(format!(" {name}{padding}"), style),
        Span::styled(numbers, style),
    ]);
    buffer.set_line(row.x, row.y, &line, row.width);
}

/// The name, with the letter or the activity of the player if they fit.
fn name<S: Size>(view: &View<'_, S>, color: Color, is_thinking: bool, room: usize) -> String {
    let name = view.names[color as usize];
    let lettered = format!("{name} ({})", color.letter());
    let busy = format!("{name} {}", view.lang.text("screen-thinking"));
    let choices = if is_thinking { [busy, lettered] } else { [lettered, name.to_owned()] };
    choices.into_iter().find(|text| width(text) <= room).unwrap_or_else(|| fit(name, room))
}

/// The seed, without its label if both do not fit.
fn seed<S: Size>(view: &View<'_, S>, columns: usize) -> String {
    let number = view.seed.to_string();
    let sentence = tr!(view.lang, "play-seed", seed = number.clone());
    if width(&sentence) <= columns { sentence } else { fit(&number, columns) }
}

/// The title of the list, with the number of moves.
fn draw_title<S: Size>(view: &View<'_, S>, row: Rect, buffer: &mut Buffer) {
    let (length, full) = (view.game.length(), view.game.full_length());
    let count = if length == full { length.to_string() } else { format!("{length}/{full}") };
    let title = format!("── {} {count} ", view.lang.text("screen-moves"));
    let bar = "─".repeat(usize::from(row.width).saturating_sub(width(&title)));
    buffer.set_stringn(row.x, row.y, format!("{title}{bar}"), usize::from(row.width), DIM);
}

/// The moves, Black's on the left: the current one is reversed, undone ones are dimmed.
fn draw_moves<S: Size>(game: &Game<S>, area: Rect, buffer: &mut Buffer) {
    for (at, played) in game.all_moves().iter().enumerate() {
        let Some(place) = place_of(game, at, area) else { continue };
        let played = match played.played {
            Move::Place(square) => square.to_string(),
            Move::Pass => "--".to_owned(),
        };
        let number = format!("{:>3} ", at + 1);
        let style = match at + 1 {
            number if number == game.length() => REVERSED,
            number if number > game.length() => DIM,
            _ => Style::new(),
        };
        buffer.set_string(place.x, place.y, &number, DIM);
        buffer.set_string(place.x + number.len() as u16, place.y, played, style);
    }
}

/// Where a move of the list is drawn, if it is visible.
fn place_of<S: Size>(game: &Game<S>, at: usize, area: Rect) -> Option<Position> {
    let (row, column) = row_and_column(game, at);
    let y = row.checked_sub(first_row(game, area)).filter(|y| *y < usize::from(area.height))?;
    Some(Position::new(area.x + column * MOVE_WIDTH, area.y + y as u16))
}

/// The number of the move at a point of the screen.
pub(super) fn move_at<S: Size>(game: &Game<S>, area: Rect, place: Position) -> Option<usize> {
    let found = (0..game.full_length()).find(|at| {
        place_of(game, *at, area)
            .is_some_and(|corner| Rect::new(corner.x, corner.y, MOVE_WIDTH, 1).contains(place))
    })?;
    Some(found + 1)
}

/// Two moves per row, Black's on the left whoever begins.
fn row_and_column<S: Size>(game: &Game<S>, at: usize) -> (usize, u16) {
    let at = at + game.start().side_to_move() as usize;
    (at / 2, (at % 2) as u16)
}

/// The first visible row: the list is scrolled so that the current move, and some of the undone
/// ones, are visible.
fn first_row<S: Size>(game: &Game<S>, area: Rect) -> usize {
    let Some(last) = game.full_length().checked_sub(1) else { return 0 };
    let rows = row_and_column(game, last).0 + 1;
    let height = usize::from(area.height);
    let now = row_and_column(game, game.length().saturating_sub(1)).0;
    (now + 1 + height / 2).min(rows).saturating_sub(height)
}
