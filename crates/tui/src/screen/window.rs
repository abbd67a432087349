//! A window over the board for texts that are too long for the messages, such as the help.

use othellier_locale::Lang;
use ratatui::buffer::Buffer;
use ratatui::layout::{Alignment, Rect};
use ratatui::style::Style;
use ratatui::text::Line;
use ratatui::widgets::{Block, BorderType, Clear, Widget};

use super::text::{width, wrap};
use crate::command::help;

/// Text to be read page by page.
pub(super) struct Window {
    title: String,
    lines: Vec<String>,
    /// The first visible line, as they are wrapped now.
    top: usize,
}

impl Window {
    pub(super) fn new(title: String, lines: Vec<String>) -> Window {
        Window { title, lines, top: 0 }
    }

    /// The commands and the keys.
    pub(super) fn help(lang: Lang) -> Window {
        let mut lines = help(lang);
        let column = lines.last().map_or(0, |line| second_column(line));
        for key in ["cursor", "play", "go", "line", "mouse", "leave"] {
            let name = lang.text(&format!("screen-help-{key}-keys"));
            let about = lang.text(&format!("screen-help-{key}"));
            lines.push(format!("{:<column$}{about}", format!("  {name}")));
        }
        Window::new(lang.text("screen-help"), lines)
    }

    /// Goes to the next page, if there is one.
    pub(super) fn turn_page(&mut self, area: Rect) -> bool {
        let height = usize::from(self.frame(area).height.saturating_sub(2)).max(1);
        let more = self.top + height < self.wrapped(area).len();
        self.top += height;
        more
    }

    /// Draws it in the centre.
    pub(super) fn draw(&self, lang: Lang, area: Rect, buffer: &mut Buffer) {
        let frame = self.frame(area);
        let lines = self.wrapped(area);
        let height = usize::from(frame.height.saturating_sub(2));
        let has_more = self.top + height < lines.len();
        let hint = lang.text(if has_more { "screen-next-page" } else { "screen-close" });
        let block = Block::bordered()
            .border_type(BorderType::Rounded)
            .title(format!(" {} ", self.title))
            .title_bottom(Line::from(format!(" {hint} ")).alignment(Alignment::Right));
        let inner = block.inner(frame);
        Clear.render(frame, buffer);
        block.render(frame, buffer);
        for (y, line) in (inner.top()..inner.bottom()).zip(lines.iter().skip(self.top)) {
            buffer.set_stringn(inner.x, y, line, usize::from(inner.width), Style::new());
        }
    }

    fn wrapped(&self, area: Rect) -> Vec<String> {
        let columns = usize::from(area.width.saturating_sub(2));
        self.lines.iter().flat_map(|line| wrap(line, columns, second_column(line))).collect()
    }

    /// As large as its text, if that fits.
    fn frame(&self, area: Rect) -> Rect {
        let lines = self.wrapped(area);
        let widest = lines.iter().map(|line| width(line)).max().unwrap_or(0);
        let columns = (widest.max(30) as u16).saturating_add(2).min(area.width);
        let height = (lines.len() as u16).saturating_add(2).min(area.height);
        Rect {
            x: area.x + (area.width - columns) / 2,
            y: area.y + (area.height - height) / 2,
            width: columns,
            height,
        }
    }
}

/// Where the second column of a line begins: after its last wide gap, or at its start.
fn second_column(line: &str) -> usize {
    line.trim_end().rfind("  ").map_or(0, |at| width(&line[..at + 2]))
}
