//! The plain line interface: for pipes, `--plain` and screen readers.

use std::io::{BufRead, Write};
use std::time::Duration;

use othellier_board::{Color, Size};
use othellier_locale::{Lang, tr};
use othellier_record::diagram;
use serde::Serialize;

use super::Exit;
use super::command::Command;
use super::session::{Effect, PlaySession, Response, Turn, names};
use super::statistics::{Detail, Statistics};
use crate::common::error::CliError;
use crate::common::output;

/// Longer lines are truncated.
const LONGEST_LINE: u64 = 4096;

/// What is printed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum OutputMode {
    /// Sentences and boards.
    Full,
    /// Sentences and results, no boards.
    Brief,
    /// One JSON object per event.
    Json,
}

/// One line of input without its end, or `None` at the end of the input. Invalid UTF-8 is replaced,
/// and an overlong line is truncated.
pub(crate) fn read_line(input: &mut dyn BufRead) -> Result<Option<String>, CliError> {
    let mut bytes = Vec::new();
    loop {
        let mut part = Vec::new();
        let read = std::io::Read::take(&mut *input, LONGEST_LINE).read_until(b'\n', &mut part)?;
        let ended = read == 0 || part.ends_with(b"\n");
        if bytes.is_empty() {
            bytes = part;
            if read == 0 {
                return Ok(None);
            }
        }
        if ended {
            return Ok(Some(String::from_utf8_lossy(&bytes).trim().to_owned()));
        }
    }
}

/// The state of the plain interface.
pub(crate) struct PlainInterface {
    mode: OutputMode,
    /// The detail of the statistics.
    statistics: Detail,
    /// How many moves were reported as JSON.
    reported: usize,
}

#[derive(Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
enum Event<'a> {
    Start {
        size: u8,
        black: &'a str,
        white: &'a str,
        seed: u64,
    },
    Turn {
        length: usize,
        position: String,
        side: String,
        player: &'a str,
        moves: Vec<String>,
    },
    Move {
        number: usize,
        color: String,
        player: &'a str,
        #[serde(rename = "move")]
        played: String,
        flips: Vec<String>,
        seconds: f64,
    },
    Message {
        text: &'a str,
    },
    Result {
        black: u32,
        white: u32,
        winner: Option<String>,
        score: i32,
        moves: String,
    },
    Statistics(&'a Statistics),
}

impl PlainInterface {
    pub(crate) fn new<S: Size>(
        mode: OutputMode,
        statistics: Detail,
        session: &PlaySession<S>,
    ) -> PlainInterface {
        PlainInterface { mode, statistics, reported: session.game().length() }
    }

    /// Plays until the person quits, the input ends, or a game between programs is over.
    pub(crate) fn run<S: Size>(
        mut self,
        session: &mut PlaySession<S>,
        seed: u64,
        input: &mut dyn BufRead,
    ) -> Result<Exit, CliError> {
        self.start(session, seed)?;
        self.position(session)?;
        loop {
            match session.turn() {
                Turn::Pass => {
                    let messages = session.pass();
                    self.after_move(session, messages)?;
                }
                Turn::Program => {
                    let thinking = session.think();
                    let result = loop {
                        if let Some(result) = thinking.wait(Duration::from_secs(3600)) {
                            break result;
                        }
                    };
                    let messages = session.apply_choice(result);
                    self.after_move(session, messages)?;
                }
                Turn::Over if !session.has_person() => return Ok(Exit::Quit),
                Turn::Person | Turn::Paused | Turn::Over => {
                    self.prompt(session)?;
                    let Some(line) = read_line(input)? else {
                        self.end_of_input()?;
                        return Ok(Exit::Quit);
                    };
                    if line.trim().is_empty() {
                        continue;
                    }
                    match self.execute(session, &line)? {
                        Effect::Nothing | Effect::Show => {}
                        Effect::Open(path) => return Ok(Exit::Open(path)),
                        Effect::Quit => return Ok(Exit::Quit),
                    }
                }
            }
        }
    }

    /// The first JSON event.
    fn start<S: Size>(&self, session: &PlaySession<S>, seed: u64) -> Result<(), CliError> {
        if self.mode != OutputMode::Json {
            return Ok(());
        }
        output::json(&Event::Start {
            size: S::SIDE,
            black: session.name(Color::Black),
            white: session.name(Color::White),
            seed,
        })
    }

    fn execute<S: Size>(
        &mut self,
        session: &mut PlaySession<S>,
        line: &str,
    ) -> Result<Effect, CliError> {
        let Response { messages, effect, .. } = match Command::read(line, session.lang()) {
            Ok(command) => {
                let is_move = matches!(command, Command::Play(_));
                let answer = session.execute(command);
                if !is_move {
                    self.reported = session.game().length();
                }
                answer
            }
            Err(sentence) => {
                Response { messages: vec![sentence], effect: Effect::Nothing, shown: None }
            }
        };
        match effect {
            Effect::Show => self.after_move(session, messages)?,
            _ => self.print(&messages)?,
        }
        Ok(effect)
    }

    /// Reports the new moves, shows the board, and the result at the end.
    fn after_move<S: Size>(
        &mut self,
        session: &PlaySession<S>,
        messages: Vec<String>,
    ) -> Result<(), CliError> {
        if self.mode == OutputMode::Json {
            self.report_moves(session)?;
        }
        self.print(&messages)?;
        self.position(session)
    }

    fn report_moves<S: Size>(&mut self, session: &PlaySession<S>) -> Result<(), CliError> {
        let moves = session.game().moves();
        let first = session.game().start().side_to_move();
        for (at, played) in moves.iter().enumerate().skip(self.reported) {
            let color = if at.is_multiple_of(2) { first } else { !first };
            output::json(&Event::Move {
                number: at + 1,
                color: color.to_string(),
                player: session.name(color),
                played: played.played.to_string(),
                flips: played.flips.into_iter().map(|square| square.to_string()).collect(),
                seconds: played.duration.unwrap_or_default().as_secs_f64(),
            })?;
        }
        self.reported = moves.len();
        Ok(())
    }

    fn print(&self, lines: &[String]) -> Result<(), CliError> {
        lines.iter().try_for_each(|text| match self.mode {
            OutputMode::Json => output::json(&Event::Message { text }),
            OutputMode::Full | OutputMode::Brief => output::line(text),
        })
    }

    fn position<S: Size>(&self, session: &PlaySession<S>) -> Result<(), CliError> {
        match (self.mode, session.game().outcome()) {
            (OutputMode::Json, None) if session.turn() == Turn::Person => {
                let position = session.game().position();
                let side = position.side_to_move();
                output::json(&Event::Turn {
                    length: session.game().length(),
                    position: position.to_string(),
                    side: side.to_string(),
                    player: session.name(side),
                    moves: position.moves().map(|played| played.to_string()).collect(),
                })
            }
            (OutputMode::Json, Some(outcome)) => {
                let count = |color| session.game().position().discs(color).len();
                if self.statistics != Detail::None {
                    output::json(&Event::Statistics(&session.collect_statistics()))?;
                }
                output::json(&Event::Result {
                    black: count(Color::Black),
                    white: count(Color::White),
                    winner: outcome.winner.map(|color| color.to_string()),
                    score: outcome.black_score,
                    moves: othellier_record::transcript::write(session.game()),
                })
            }
            (OutputMode::Json, None) => Ok(()),
            (OutputMode::Brief, _) => self.result(session),
            (OutputMode::Full, _) => {
                output::line(&diagram::text(
                    session.game().position(),
                    session.turn() != Turn::Over,
                ))?;
                for line in summary(session) {
                    output::line(&line)?;
                }
                self.result(session)
            }
        }
    }

    /// The result and the statistics; nothing before the end.
    fn result<S: Size>(&self, session: &PlaySession<S>) -> Result<(), CliError> {
        self.print(&session.result())?;
        self.print(&session.statistics(self.statistics))
    }

    fn prompt<S: Size>(&self, session: &PlaySession<S>) -> Result<(), CliError> {
        if self.mode == OutputMode::Json {
            return Ok(());
        }
        let lang = session.lang();
        let side = session.side_to_move();
        let prompt = match session.turn() {
            Turn::Over => lang.text("play-prompt-over"),
            _ => tr!(
                lang,
                "play-prompt",
                name = session.name(side),
                letter = side.letter().to_string()
            ),
        };
        let mut out = std::io::stdout().lock();
        write!(out, "{prompt}> ")?;
        Ok(out.flush()?)
    }

    /// The shell's prompt starts on a new line.
    fn end_of_input(&self) -> Result<(), CliError> {
        if self.mode == OutputMode::Json { Ok(()) } else { output::line("") }
    }
}

/// The lines below the board: the legal moves, the length, the discs.
fn summary<S: Size>(session: &PlaySession<S>) -> Vec<String> {
    let lang: Lang = session.lang();
    let position = session.game().position();
    let count = |color| position.discs(color).len();
    let (black, white) = (count(Color::Black), count(Color::White));
    let mut lines = Vec::new();
    if session.turn() != Turn::Over {
        let moves = position.legal_moves();
        lines.push(tr!(lang, "play-possible", count = moves.len(), moves = names(moves)));
    }
    lines.push(tr!(lang, "play-length", length = session.game().length()));
    lines.push(tr!(lang, "play-black-discs", count = black));
    lines.push(tr!(lang, "play-white-discs", count = white));
    let difference = black as i32 - white as i32;
    lines.push(tr!(lang, "play-difference", difference = format!("{difference:+}")));
    for color in Color::ALL {
        if let Some(left) = session.clock(color) {
            let left = othellier_play::show_duration(Duration::from_secs(left.as_secs()));
            lines.push(tr!(lang, "play-clock", name = session.name(color), left = left));
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_overlong_line_is_truncated_and_the_next_one_read() {
        let text = format!("{}\nf5\r\nd6", "x".repeat(100_000));
        let mut input = text.as_bytes();
        assert_eq!(read_line(&mut input).unwrap().unwrap().len(), 4096);
        assert_eq!(read_line(&mut input).unwrap().unwrap(), "f5");
        assert_eq!(read_line(&mut input).unwrap().unwrap(), "d6");
        assert_eq!(read_line(&mut input).unwrap(), None);
        assert_eq!(read_line(&mut &b"\xff\xfe\n"[..]).unwrap().unwrap(), "\u{fffd}\u{fffd}");
    }
}
