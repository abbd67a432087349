//! Draws the whole screen, as a function of a [`View`].

use othellier_board::{Color, Size};
use othellier_locale::{Lang, tr};
use othellier_play::SessionState;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::Style;
use ratatui::text::{Line, Span};

use super::layout::Layout;
use super::style::{BOLD, DIM};
use super::text::{fit, tail, width, wrap};
use super::view::View;
use super::{board, panel};

/// Draws everything; returns where the terminal's own cursor belongs.
pub(super) fn draw<S: Size>(
    view: &View<'_, S>,
    area: Rect,
    buffer: &mut Buffer,
) -> Option<Position> {
    let Some(layout) = Layout::of(area, S::SIDE) else {
        draw_too_small::<S>(view.lang, area, buffer);
        return None;
    };
    board::draw(view, layout.grid, buffer);
    if let Some(panel) = layout.panel {
        panel::draw(view, panel, buffer);
    }
    if let Some(row) = layout.score {
        draw_score(view, row, buffer);
    }
    draw_messages(view, layout.messages, buffer);
    draw_keys(view.lang, layout.keys, buffer);
    let end = draw_input(view, layout.input, buffer);
    match view.window {
        Some(window) => {
            window.draw(view.lang, area, buffer);
            None
        }
        None => Some(end),
    }
}

/// The message when there is no room for a board.
fn draw_too_small<S: Size>(lang: Lang, area: Rect, buffer: &mut Buffer) {
    let (columns, lines) = Layout::smallest(S::SIDE);
    let sentence = tr!(lang, "screen-too-small", columns = columns, lines = lines);
    let wrapped = wrap(&sentence, usize::from(area.width), 0);
    let top = area.y + area.height.saturating_sub(wrapped.len() as u16) / 2;
    for (y, line) in (top..area.bottom()).zip(wrapped) {
        buffer.set_stringn(area.x, y, line, usize::from(area.width), Style::new());
    }
}

/// Discs and clocks in one line.
fn draw_score<S: Size>(view: &View<'_, S>, row: Rect, buffer: &mut Buffer) {
    let mut spans = Vec::new();
    for color in Color::ALL {
        let clock = view.clocks[color as usize];
        let clock = clock.map_or_else(String::new, |left| format!(" {}", panel::clock(left)));
        let count = view.game.position().discs(color).len();
        spans.extend([panel::disc(view, color), Span::raw(format!(" {count}{clock}  "))]);
    }
    let line = Line::from(spans);
    let x = row.x + row.width.saturating_sub(line.width() as u16) / 2;
    buffer.set_line(x, row.y, &line, row.right() - x);
}

/// The last messages that fit, the newest at the bottom; those before the last command are dimmed.
fn draw_messages<S: Size>(view: &View<'_, S>, area: Rect, buffer: &mut Buffer) {
    let columns = usize::from(area.width);
    let mut bottom = area.bottom();
    for (age, sentence) in view.messages.iter().rev().enumerate() {
        let lines = wrap(sentence, columns, 0);
        let room = usize::from(bottom - area.y);
        if lines.len() > room && (age > 0 || room == 0) {
            return;
        }
        let style = if age < view.new_count { Style::new() } else { DIM };
        for line in lines.iter().rev().take(room) {
            bottom -= 1;
            buffer.set_stringn(area.x, bottom, line, columns, style);
        }
    }
}

/// The prompt and the input; returns the position after it.
fn draw_input<S: Size>(view: &View<'_, S>, row: Rect, buffer: &mut Buffer) -> Position {
    let columns = usize::from(row.width);
    let prompt = format!("{} ▸ ", fit(&prompt(view), (columns * 2 / 3).saturating_sub(3)));
    let typed = tail(view.input, columns.saturating_sub(width(&prompt) + 1));
    let line = Line::from(vec![Span::styled(prompt, BOLD), Span::raw(typed)]);
    let (x, y) = buffer.set_line(row.x, row.y, &line, row.width);
    Position::new(x.min(row.right() - 1), y)
}

/// The prompt: whose turn it is.
fn prompt<S: Size>(view: &View<'_, S>) -> String {
    let side = view.game.position().side_to_move();
    let (name, letter) = (view.names[side as usize], side.letter().to_string());
    match (view.state, view.thinking) {
        (SessionState::Over, _) => view.lang.text("screen-over"),
        (_, Some(tick)) => {
            let thinks = tr!(view.lang, "screen-thinks", name = name, letter = letter);
            format!("{thinks} {}", panel::spinner(tick))
        }
        _ => tr!(view.lang, "play-prompt", name = name, letter = letter),
    }
}

/// The main keys, as many as fit.
fn draw_keys(lang: Lang, row: Rect, buffer: &mut Buffer) {
    let mut x = row.x;
    for key in ["help", "play", "leave", "next", "back"] {
        let text = lang.text(&format!("screen-key-{key}"));
        let (name, about) = text.split_once(' ').unwrap_or((&text, ""));
        if x + width(&text) as u16 > row.right() {
            return;
        }
        let line =
            Line::from(vec![Span::styled(name, BOLD), Span::styled(format!(" {about}"), DIM)]);
        x = buffer.set_line(x, row.y, &line, row.right() - x).0 + 3;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::screen::style::Styles;
    use crate::screen::window::Window;
    use othellier_board::{Eight, Move, Position as Place, Square, Ten, with_size};
    use othellier_record::Game;
    use std::time::Duration;

    fn view<S: Size>(game: &Game<S>) -> View<'_, S> {
        View {
            lang: Lang::En,
            styles: Styles::COLORS_256,
            game,
            state: SessionState::Waiting,
            names: ["Alice", "random"],
            clocks: [None; 2],
            thinking: None,
            seed: u64::MAX,
            cursor: Square::at(0, 0).unwrap(),
            highlighted: None,
            messages: &[],
            new_count: 0,
            input: "",
            window: None,
        }
    }

    fn drawn<S: Size>(view: &View<'_, S>, width: u16, height: u16) -> Buffer {
        let area = Rect::new(0, 0, width, height);
        let mut buffer = Buffer::empty(area);
        draw(view, area, &mut buffer);
        buffer
    }

    fn text<S: Size>(view: &View<'_, S>, width: u16, height: u16) -> String {
        let buffer = drawn(view, width, height);
        let row = |y| (0..width).map(|x| buffer[(x, y)].symbol().to_owned()).collect::<String>();
        (0..height).map(|y| row(y) + "\n").collect()
    }

    fn played(moves: &str) -> Game {
        let mut game = Game::new();
        for square in moves.split(' ') {
            game.play(square.parse().unwrap()).unwrap();
        }
        game
    }

    #[test]
    fn the_start_shows_four_dots_and_four_discs() {
        let game = Game::new();
        let screen = text(&view(&game), 80, 24);
        let count = |symbol| screen.matches(symbol).count();
        // The panel shows one disc of each colour too.
        assert_eq!((count('·'), count('●'), count('○')), (4, 3, 3), "{screen}");
        assert!(screen.contains("a   b   c   d   e   f   g   h"));
        assert!(screen.contains("Seed: 18446744073709551615"));
        assert!(screen.contains("▸ ●  Alice (X)"));
    }

    #[test]
    fn a_program_to_move_has_no_dots() {
        let game = Game::new();
        let screen =
            text(&View { state: SessionState::Thinking, thinking: Some(3), ..view(&game) }, 80, 24);
        assert!(!screen.contains('·'));
        assert!(screen.contains("Alice (X) is thinking… ⠸"), "{screen}");
        assert!(screen.contains("⠸ ●  Alice thinking…"), "{screen}");
    }

    #[test]
    fn without_colours_discs_are_letters_and_marks_are_brackets() {
        let game = played("d3 c3");
        let view = View { styles: Styles::MONOCHROME, cursor: Square::C4, ..view(&game) };
        let screen = text(&view, 80, 24);
        assert!(screen.contains("3 │ . │ * │(O)│ X │ . │"), "{screen}");
        // The cursor is on a legal square: the discs it would flip are lower-case letters.
        let view = View { cursor: Square::B3, ..view };
        let screen = text(&view, 80, 24);
        assert!(screen.contains("3 │ . │[*]│(o)│ X │ . │"), "{screen}");
        assert!(!screen.contains(['●', '○', '·']));
    }

    #[test]
    fn a_requested_move_is_highlighted() {
        let game = Game::new();
        let plain = view(&game);
        let asked = View { highlighted: game.position().placement(Square::D3), ..view(&game) };
        let at = |view: &View<'_, Eight>, square: Square| {
            let grid = Layout::of(Rect::new(0, 0, 80, 24), 8).unwrap().grid;
            let inside = grid.inside(square.column(), square.row());
            drawn(view, 80, 24)[(inside.x, inside.y)].bg
        };
        assert_eq!(Some(at(&asked, Square::D4)), Styles::COLORS_256.flipped.bg);
        assert_eq!(Some(at(&asked, Square::D3)), Styles::COLORS_256.flipped.bg);
        assert_eq!(Some(at(&asked, Square::E5)), Styles::COLORS_256.felt[0].bg);
        assert_eq!(Some(at(&plain, Square::D4)), Styles::COLORS_256.felt[0].bg);
    }

    #[test]
    fn the_current_move_stays_visible() {
        let mut game = Game::<Ten>::default();
        while let Some(next) = game.position().moves().next() {
            game.play(next).unwrap();
        }
        let last = game.full_length();
        for length in [0, 1, 2, last / 2, last - 1, last] {
            game.go_to(length).unwrap();
            let screen = text(&view(&game), 80, 24);
            let shown = game.moves().last().map_or_else(String::new, |last| match last.played {
                Move::Place(square) => format!("{length:>3} {square}"),
                Move::Pass => format!("{length:>3} --"),
            });
            assert!(screen.contains(&shown), "{length}: {screen}");
        }
    }

    #[test]
    fn white_may_begin() {
        let start: Place =
            format!("{}OX------XO{} O", "-".repeat(27), "-".repeat(27)).parse().unwrap();
        let mut game = Game::from_position(start);
        game.play(start.moves().next().unwrap()).unwrap();
        let screen = text(&view(&game), 80, 24);
        assert!(screen.contains("             1 "), "{screen}");
    }

    #[test]
    fn clocks_are_shown() {
        let game = Game::new();
        let clocks = [Some(Duration::from_millis(59_001)), Some(Duration::from_secs(300))];
        for (width, height) in [(80, 24), (40, 15), (30, 16)] {
            let screen = text(&View { clocks, ..view(&game) }, width, height);
            assert!(screen.contains("01:00") && screen.contains("05:00"), "{screen}");
        }
    }

    #[test]
    fn messages_are_wrapped_and_the_newest_is_whole() {
        let game = Game::new();
        let messages = ["one ".repeat(40), "two ".repeat(20), "three".to_owned()];
        let screen = text(&View { messages: &messages, new_count: 1, ..view(&game) }, 80, 24);
        assert!(screen.contains("three") && screen.contains("two") && !screen.contains("one"));
        let input = "x".repeat(100) + "end";
        let screen = text(&View { input: &input, ..view(&game) }, 80, 24);
        assert!(screen.contains("Alice (X) to move ▸ xxx") && screen.contains("xend"), "{screen}");
    }

    #[test]
    fn a_terminal_that_is_too_small_shows_a_message() {
        let game = Game::new();
        assert!(text(&view(&game), 20, 8).contains("Terminal too small"));
        assert!(text(&view(&game), 24, 14).contains("a b c d e f g h"));
        for side in [4, 6, 8, 10] {
            with_size!(side, S => {
                let game = Game::<S>::default();
                assert!(!text(&view(&game), 80, 24).contains("too small"));
            });
        }
    }

    #[test]
    fn drawing_never_panics_on_any_size() {
        let messages = ["Black has no move and passes. ".repeat(9)];
        let window = Window::help(Lang::Fr);
        let game = played("d3 c3 c4");
        let game_of_ten = Game::<Ten>::default();
        let clocks = [Some(Duration::from_secs(5999)); 2];
        for (width, height) in
            (1..=200).flat_map(|width| (1..=60).map(move |height| (width, height)))
        {
            // Every size where space is tight, some where there is room.
            if (width > 50 || height > 25) && (width % 13 != 0 || height % 3 != 0) {
                continue;
            }
            let view_of_ten = View { clocks, messages: &messages, ..view(&game_of_ten) };
            drawn(&view_of_ten, width, height);
            let view = View { clocks, messages: &messages, input: "save a file", ..view(&game) };
            drawn(&view, width, height);
            if height % 7 == 1 {
                drawn(&View { window: Some(&window), ..view }, width, height);
            }
        }
    }
}
