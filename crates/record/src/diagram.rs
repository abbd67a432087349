//! Diagrams of games as in Othello books: moves as numbered discs, each in the colour of the player
//! who placed it.
//!
//! The output is SVG 1.1 without scripts, fonts or style sheets. Digits and letters are drawn as
//! paths, so that it looks the same everywhere and renderers need no font.

use std::fmt::Write as _;

use othellier_board::{Color, Move, Position, Size, Square};

use crate::Game;

/// The optional parts of a diagram.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Diagram {
    /// The number of moves to show as plain discs: numbering starts after them.
    pub from: usize,
    /// The last numbered disc; by default the last of the game.
    pub to: Option<usize>,
    /// The SVG title, for accessibility.
    pub title: String,
    /// The SVG description, for accessibility.
    pub description: String,
    /// The display width in pixels; by default the natural size.
    pub width: Option<u32>,
}

/// Side of a square, and the margin for the coordinates.
const SQUARE: f64 = 40.0;
const MARGIN: f64 = 26.0;
const RADIUS: f64 = 17.0;
const BLACK: &str = "#111111";
const WHITE: &str = "#ffffff";

/// The board as text: `X` black, `O` white, `*` legal moves.
pub fn text<S: Size>(position: &Position<S>, with_moves: bool) -> String {
    let columns: String =
        (0..S::SIDE).map(|column| format!(" {}", (b'a' + column) as char)).collect();
    let moves = position.legal_moves();
    let mut lines = vec![format!("  {columns}")];
    for row in 0..S::SIDE {
        let cells: String = (0..S::SIDE)
            .filter_map(|column| Square::at(column, row))
            .map(|square| match position.disc_at(square) {
                Some(color) => format!(" {}", color.letter()),
                None if with_moves && moves.contains(square) => " *".to_owned(),
                None => " .".to_owned(),
            })
            .collect();
        lines.push(format!("{:>2}{cells} {}", row + 1, row + 1));
    }
    lines.push(format!("  {columns}"));
    lines.join("\n")
}

/// The number of discs placed in a game up to the current move; passes are not numbered.
pub fn discs_played<S: Size>(game: &Game<S>) -> usize {
    game.moves().iter().filter(|played| played.played != Move::Pass).count()
}

/// The diagram of a game up to the current move.
///
/// ```
/// use othellier_record::{Game, diagram};
/// let svg = diagram::svg(&Game::new(), &diagram::Diagram::default());
/// assert!(svg.starts_with("<svg"));
/// ```
pub fn svg<S: Size>(game: &Game<S>, diagram: &Diagram) -> String {
    let (position, numbered) = parts(game, diagram);
    let side = f64::from(S::SIDE) * SQUARE + 2.0 * MARGIN;
    let shown = diagram.width.map_or(side, f64::from);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" version=\"1.1\" width=\"{shown}\" \
         height=\"{shown}\" viewBox=\"0 0 {side} {side}\" role=\"img\">\n\
         <title>{}</title>\n<desc>{}</desc>\n\
         <rect width=\"{side}\" height=\"{side}\" fill=\"{WHITE}\"/>\n",
        escaped(&diagram.title),
        escaped(&diagram.description),
    );
    push_grid::<S>(&mut svg);
    for square in Square::all() {
        if let Some(color) = position.disc_at(square) {
            push_disc(&mut svg, centre(square), color, RADIUS);
        }
    }
    for &(square, color, number) in &numbered {
        push_disc(&mut svg, centre(square), color, RADIUS);
        let ink = if color == Color::Black { WHITE } else { BLACK };
        push_text(&mut svg, &number.to_string(), centre(square), 1.0, ink);
    }
    if numbered.is_empty() {
        // A bare position: the disc in the corner shows the side to move.
        push_disc(&mut svg, (MARGIN / 2.0, MARGIN / 2.0), position.side_to_move(), 6.0);
    }
    svg.push_str("</svg>\n");
    svg
}

/// The position after `from` discs, drawn without numbers; and the numbered discs.
#[allow(clippy::type_complexity)]
fn parts<S: Size>(
    game: &Game<S>,
    diagram: &Diagram,
) -> (Position<S>, Vec<(Square<S>, Color, usize)>) {
    let mut before = *game.start();
    let mut numbered = Vec::new();
    let mut position = *game.start();
    let mut number = 0;
    for played in game.moves() {
        if let Move::Place(square) = played.played {
            number += 1;
            if number > diagram.from && diagram.to.is_none_or(|to| number <= to) {
                numbered.push((square, position.side_to_move(), number));
            }
        }
        position = position.after(played.played);
        if number <= diagram.from {
            before = position;
        }
    }
    (before, numbered)
}

/// The centre of a square.
fn centre<S: Size>(square: Square<S>) -> (f64, f64) {
    let along = |count: u8| MARGIN + (f64::from(count) + 0.5) * SQUARE;
    (along(square.column()), along(square.row()))
}

fn push_grid<S: Size>(svg: &mut String) {
    let (near, far) = (MARGIN, MARGIN + f64::from(S::SIDE) * SQUARE);
    let mut lines = String::new();
    for line in 1..S::SIDE {
        let at = MARGIN + f64::from(line) * SQUARE;
        let _ = write!(lines, "M{at} {near}V{far}M{near} {at}H{far}");
    }
    let board = far - near;
    let _ = writeln!(
        svg,
        "<path d=\"{lines}\" fill=\"none\" stroke=\"{BLACK}\" stroke-width=\"0.8\"/>\n\
         <rect x=\"{near}\" y=\"{near}\" width=\"{board}\" height=\"{board}\" fill=\"none\" \
         stroke=\"{BLACK}\" stroke-width=\"1.8\"/>"
    );
    if S::SIDE >= 6 {
        for (column, row) in
            [(2, 2), (2, S::SIDE - 2), (S::SIDE - 2, 2), (S::SIDE - 2, S::SIDE - 2)]
        {
            let [x, y] = [column, row].map(|count| MARGIN + f64::from(count) * SQUARE);
            let _ = writeln!(svg, "<circle cx=\"{x}\" cy=\"{y}\" r=\"2.6\" fill=\"{BLACK}\"/>");
        }
    }
    for line in 0..S::SIDE {
        let along = MARGIN + (f64::from(line) + 0.5) * SQUARE;
        let letter = char::from(b'a' + line).to_string();
        push_text(svg, &letter, (along, MARGIN / 2.0), 0.75, BLACK);
        push_text(svg, &(line + 1).to_string(), (MARGIN / 2.0, along), 0.75, BLACK);
    }
}

fn push_disc(svg: &mut String, (x, y): (f64, f64), color: Color, radius: f64) {
    let fill = if color == Color::Black { BLACK } else { WHITE };
    let _ = writeln!(
        svg,
        "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"{fill}\" stroke=\"{BLACK}\" \
         stroke-width=\"1.2\"/>"
    );
}

/// Height, width and advance of a character, before scaling.
const TALL: f64 = 16.0;
const WIDE: f64 = 10.0;
const STEP: f64 = 13.5;

/// Draws a text centred on a point.
fn push_text(svg: &mut String, word: &str, (x, y): (f64, f64), scale: f64, ink: &str) {
    let letters = word.chars().count() as f64;
    // Long numbers must fit on their disc.
    let scale = if letters > 2.0 { scale * 0.72 } else { scale * 0.86 };
    let left = x - ((letters - 1.0) * STEP + WIDE) * scale / 2.0;
    let top = y - TALL * scale / 2.0;
    for (letter, at) in word.chars().zip(0..) {
        let left = left + f64::from(at) * STEP * scale;
        let _ = writeln!(
            svg,
            "<path transform=\"translate({left:.2} {top:.2}) scale({scale:.3})\" d=\"{}\" \
             fill=\"none\" stroke=\"{ink}\" stroke-width=\"2.2\" stroke-linecap=\"round\" \
             stroke-linejoin=\"round\"/>",
            strokes(letter)
        );
    }
}

/// The path of a digit or column letter, in a box of 10 by 16.
fn strokes(letter: char) -> &'static str {
    match letter {
        '0' => "M5 0C1 0 0 4 0 8C0 12 1 16 5 16C9 16 10 12 10 8C10 4 9 0 5 0Z",
        '1' => "M2 3L6 0V16",
        '2' => "M.5 4C.5 1.5 2.5 0 5 0C7.5 0 9.5 1.5 9.5 4C9.5 7.5 4 10.5 .5 16H10",
        '3' => {
            "M1 2.2C2 .8 3.4 0 5 0C7.6 0 9.3 1.6 9.3 3.9C9.3 6.2 7.5 7.6 4.5 7.6\
             C8 7.6 10 9.2 10 11.8C10 14.4 7.9 16 5 16C3 16 1.2 15.2 0 13.6"
        }
        '4' => "M7.5 16V0L0 11.5H10",
        '5' => {
            "M9 0H2L1.2 7C2.2 6.2 3.5 5.8 5 5.8C8 5.8 10 7.9 10 10.9C10 14 7.9 16 4.8 16\
             C2.8 16 1.2 15.2 0 13.8"
        }
        '6' => {
            "M8.8 1.8C7.8 .6 6.6 0 5.2 0C1.8 0 0 3.4 0 9C0 13.4 1.9 16 5 16C7.9 16 10 13.9 10 10.9\
             C10 8 8 6 5.2 6C2.4 6 .4 7.9 0 10.4"
        }
        '7' => "M0 0H10C6.5 4.5 4.3 9.5 3.5 16",
        '8' => {
            "M5 7.4C2.4 7.4 .8 5.9 .8 3.7C.8 1.5 2.5 0 5 0C7.5 0 9.2 1.5 9.2 3.7C9.2 5.9 7.6 7.4 5 7.4\
             C2 7.4 0 9.1 0 11.7C0 14.3 2 16 5 16C8 16 10 14.3 10 11.7C10 9.1 8 7.4 5 7.4Z"
        }
        '9' => {
            "M1.2 14.2C2.2 15.4 3.4 16 4.8 16C8.2 16 10 12.6 10 7C10 2.6 8.1 0 5 0C2.1 0 0 2.1 0 5.1\
             C0 8 2 10 4.8 10C7.6 10 9.6 8.1 10 5.6"
        }
        'a' => {
            "M9 6V16M9 8.5C8 6.8 6.6 6 5 6C2 6 .5 8.2 .5 11C.5 13.8 2 16 5 16C6.6 16 8 15.2 9 13.5"
        }
        'b' => {
            "M1 0V16M1 8.5C2 6.8 3.4 6 5 6C8 6 9.5 8.2 9.5 11C9.5 13.8 8 16 5 16C3.4 16 2 15.2 1 13.5"
        }
        'c' => "M9 8C8 6.7 6.7 6 5.2 6C2.2 6 .5 8.2 .5 11C.5 13.8 2.2 16 5.2 16C6.7 16 8 15.3 9 14",
        'd' => {
            "M9 0V16M9 8.5C8 6.8 6.6 6 5 6C2 6 .5 8.2 .5 11C.5 13.8 2 16 5 16C6.6 16 8 15.2 9 13.5"
        }
        'e' => {
            "M.7 11H9.3C9.3 8 7.8 6 5 6C2.2 6 .5 8.2 .5 11C.5 13.8 2.2 16 5.2 16\
             C6.8 16 8.2 15.3 9 14.1"
        }
        'f' => "M8.5 .5C5.5 -.5 4 1 4 4V16M1 6H8",
        'g' => {
            "M9 6V17C9 19.5 7.5 20.5 5 20.5C3.4 20.5 2 20 1 19M9 8.5C8 6.8 6.6 6 5 6\
             C2 6 .5 8.2 .5 11C.5 13.8 2 16 5 16C6.6 16 8 15.2 9 13.5"
        }
        'h' => "M1 0V16M1 9C2 7 3.5 6 5.3 6C7.8 6 9 7.6 9 10V16",
        'i' => "M5 6V16M5 2V2.4",
        'j' => "M6 6V17C6 19.5 5 20.5 2.5 20.5M6 2V2.4",
        _ => "",
    }
}

/// Escapes a text for XML; drops characters that XML does not allow.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '\0'..='\u{1f}' => escaped.push(' '),
            '\u{fffe}' | '\u{ffff}' => {}
            _ => escaped.push(letter),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use othellier_board::{Eight, Four, Ten};

    use super::*;
    use crate::transcript;

    fn game(moves: &str) -> Game {
        transcript::read(Position::start(), moves).unwrap()
    }

    #[test]
    fn the_board_has_letters_and_numbers_on_every_side() {
        let expected =
            "   a b c d\n 1 . * . . 1\n 2 * O X . 2\n 3 . X O * 3\n 4 . . * . 4\n   a b c d";
        assert_eq!(text(&Position::<Four>::default(), true), expected);
        assert!(text(&Position::<Ten>::default(), true).contains("\n10 . . . . . . . . . . 10\n"));
    }

    #[test]
    fn moves_are_numbered_in_the_colour_of_the_mover() {
        let (position, numbered) = parts(&game("f5d6c3"), &Diagram::default());
        assert_eq!(position, Position::start());
        let expected = [
            (Square::F5, Color::Black, 1),
            (Square::D6, Color::White, 2),
            (Square::C3, Color::Black, 3),
        ];
        assert_eq!(numbered, expected);
    }

    #[test]
    fn the_diagram_may_start_and_end_anywhere() {
        let diagram = Diagram { from: 1, to: Some(2), ..Diagram::default() };
        let (position, numbered) = parts(&game("f5d6c3"), &diagram);
        assert_eq!(position, *game("f5").position());
        assert_eq!(numbered, [(Square::D6, Color::White, 2)]);
        let (position, numbered) = parts(&game("f5d6c3"), &Diagram { from: 3, ..diagram });
        assert_eq!(position, *game("f5d6c3").position());
        assert!(numbered.is_empty());
    }

    #[test]
    fn passes_are_not_numbered() {
        let start: Position = format!("-OXXXO--{} X", "-".repeat(56)).parse().unwrap();
        let game = transcript::read(start, "a1--g1").unwrap();
        let (_, numbered) = parts(&game, &Diagram::default());
        assert_eq!(numbered, [(Square::A1, Color::Black, 1), (Square::G1, Color::Black, 2)]);
        assert_eq!(discs_played(&game), 2);
    }

    #[test]
    fn every_character_that_a_board_needs_is_drawn() {
        fn check<S: Size>() {
            for square in Square::<S>::all() {
                for letter in square.to_string().chars() {
                    assert!(!strokes(letter).is_empty(), "{letter}");
                }
            }
        }
        check::<Eight>();
        check::<Ten>();
    }

    #[test]
    fn titles_are_safe() {
        let diagram = Diagram { title: "<a> & \u{0}b".to_owned(), ..Diagram::default() };
        let svg = svg(&game("f5"), &diagram);
        assert!(svg.contains("<title>&lt;a&gt; &amp;  b</title>"), "{svg}");
    }
}
