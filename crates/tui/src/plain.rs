//! The plain line interface: for pipes, `--plain` and screen readers.

use std::io::{self, BufRead, Write};
use std::time::Duration;

use othellier_board::{Color, Size};
use othellier_locale::{Lang, tr};
use othellier_play::SessionState;
use othellier_record::diagram;
use othellier_wire::{Outcome, PlayEvent, PlayResult, PlayedMove, TerminalMove, Thought};

use crate::command::Command;
use crate::game::{Effect, Exit, Response, TerminalGame, names};
use crate::lines::read_line;
use crate::statistics::Detail;

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum OutputMode {
    Full,
    /// Sentences and results, no boards.
    Brief,
    /// One JSON object per event.
    Json,
}

/// The state of the plain interface.
pub(crate) struct PlainInterface<'a> {
    out: &'a mut dyn Write,
    mode: OutputMode,
    /// The detail of the statistics.
    statistics: Detail,
    /// How many moves were reported as JSON.
    reported: usize,
}

impl<'a> PlainInterface<'a> {
    pub(crate) fn new<S: Size>(
        out: &'a mut dyn Write,
        mode: OutputMode,
        statistics: Detail,
        session: &TerminalGame<S>,
    ) -> PlainInterface<'a> {
        PlainInterface { out, mode, statistics, reported: session.game().length() }
    }

    /// Plays until the person quits, the input ends, or a game between programs is over.
    pub(crate) fn run<S: Size>(
        mut self,
        session: &mut TerminalGame<S>,
        seed: u64,
        input: &mut dyn BufRead,
    ) -> io::Result<Exit> {
        self.start(session, seed)?;
        self.position(session)?;
        loop {
            self.let_programs_move(session)?;
            if session.state() == SessionState::Over && !session.has_person() {
                return Ok(Exit::Quit);
            }
            self.prompt(session)?;
            let Some(line) = read_line(input)? else {
                self.end_of_input()?;
                return Ok(Exit::Quit);
            };
            match self.execute(session, &line)? {
                Effect::Nothing | Effect::Show => {}
                Effect::Open(path) => return Ok(Exit::Open(path)),
                Effect::Quit => return Ok(Exit::Quit),
            }
        }
    }

    /// Lets the programs move until a person is asked.
    fn let_programs_move<S: Size>(&mut self, session: &mut TerminalGame<S>) -> io::Result<()> {
        while session.state() == SessionState::Thinking {
            let thinking = session.think();
            let result = loop {
                if let Some(result) = thinking.wait(Duration::from_secs(3600)) {
                    break result;
                }
            };
            let messages = session.apply_choice(result);
            self.after_move(session, messages)?;
        }
        Ok(())
    }

    fn start<S: Size>(&mut self, session: &TerminalGame<S>, seed: u64) -> io::Result<()> {
        if self.mode != OutputMode::Json {
            return Ok(());
        }
        self.json(&PlayEvent::Start {
            size: S::SIDE,
            black: session.name(Color::Black).to_owned(),
            white: session.name(Color::White).to_owned(),
            seed,
        })
    }

    fn execute<S: Size>(
        &mut self,
        session: &mut TerminalGame<S>,
        line: &str,
    ) -> io::Result<Effect> {
        if line.is_empty() {
            return Ok(Effect::Nothing);
        }
        let Response { messages, effect, .. } = match Command::read(line, session.lang()) {
            Ok(command) => {
                let is_move = command.is_move();
                let answer = session.execute(command);
                if !is_move {
                    self.reported = session.game().length();
                }
                answer
            }
            Err(sentence) => Response::nothing(vec![sentence]),
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
        session: &TerminalGame<S>,
        messages: Vec<String>,
    ) -> io::Result<()> {
        if self.mode == OutputMode::Json {
            self.report_moves(session)?;
        }
        self.print(&messages)?;
        self.position(session)
    }

    fn report_moves<S: Size>(&mut self, session: &TerminalGame<S>) -> io::Result<()> {
        let game = session.game();
        let thoughts = session.thoughts().iter().map(|thought| thought.as_ref().map(Thought::from));
        let moves = PlayedMove::all(game, thoughts).into_iter().zip(game.moves());
        for (at, (played, timed)) in moves.enumerate().skip(self.reported) {
            self.json(&PlayEvent::Move(TerminalMove {
                number: at + 1,
                player: session.name(played.color.into()).to_owned(),
                played,
                seconds: timed.duration.unwrap_or_default().as_secs_f64(),
            }))?;
        }
        self.reported = game.length();
        Ok(())
    }

    fn print(&mut self, lines: &[String]) -> io::Result<()> {
        lines.iter().try_for_each(|text| match self.mode {
            OutputMode::Json => self.json(&PlayEvent::Message { text: text.clone() }),
            OutputMode::Full | OutputMode::Brief => self.line(text),
        })
    }

    fn line(&mut self, text: &str) -> io::Result<()> {
        writeln!(self.out, "{text}")?;
        self.out.flush()
    }

    /// Writes a JSON object on its own line.
    fn json(&mut self, event: &PlayEvent) -> io::Result<()> {
        let text = serde_json::to_string(event)?;
        self.line(&text)
    }

    fn position<S: Size>(&mut self, session: &TerminalGame<S>) -> io::Result<()> {
        match (self.mode, Outcome::of(session.game())) {
            (OutputMode::Json, None) if session.state() == SessionState::Waiting => {
                let position = session.game().position();
                let side = position.side_to_move();
                self.json(&PlayEvent::Turn {
                    length: session.game().length(),
                    position: position.to_string(),
                    side: side.into(),
                    player: session.name(side).to_owned(),
                    moves: position.moves().map(|played| played.to_string()).collect(),
                })
            }
            (OutputMode::Json, Some(outcome)) => {
                let count = |color| session.game().position().discs(color).len();
                if self.statistics != Detail::None {
                    self.json(&PlayEvent::Statistics(session.collect_statistics().0))?;
                }
                self.json(&PlayEvent::Result(PlayResult {
                    black: count(Color::Black),
                    white: count(Color::White),
                    outcome,
                    moves: othellier_record::transcript::write(session.game()),
                }))
            }
            (OutputMode::Json, None) => Ok(()),
            (OutputMode::Brief, _) => self.result(session),
            (OutputMode::Full, _) => {
                self.line(&diagram::text(
                    session.game().position(),
                    session.state() != SessionState::Over,
                ))?;
                for line in summary(session) {
                    self.line(&line)?;
                }
                self.result(session)
            }
        }
    }

    /// The result and the statistics; nothing before the end.
    fn result<S: Size>(&mut self, session: &TerminalGame<S>) -> io::Result<()> {
        self.print(&session.result())?;
        self.print(&session.statistics(self.statistics))
    }

    fn prompt<S: Size>(&mut self, session: &TerminalGame<S>) -> io::Result<()> {
        if self.mode == OutputMode::Json {
            return Ok(());
        }
        let lang = session.lang();
        let side = session.side_to_move();
        let prompt = match session.state() {
            SessionState::Over => lang.text("play-prompt-over"),
            _ => tr!(
                lang,
                "play-prompt",
                name = session.name(side),
                letter = side.letter().to_string()
            ),
        };
        write!(self.out, "{prompt}> ")?;
        self.out.flush()
    }

    /// The shell's prompt starts on a new line.
    fn end_of_input(&mut self) -> io::Result<()> {
        if self.mode == OutputMode::Json { Ok(()) } else { self.line("") }
    }
}

/// The lines below the board: the legal moves, the length, the discs.
fn summary<S: Size>(session: &TerminalGame<S>) -> Vec<String> {
    let lang: Lang = session.lang();
    let position = session.game().position();
    let count = |color| position.discs(color).len();
    let (black, white) = (count(Color::Black), count(Color::White));
    let mut lines = Vec::new();
    if session.state() != SessionState::Over {
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
    use othellier_board::Eight;
    use othellier_platform::clock::Instant;
    use othellier_play::{
        GameSession, Participant, SessionSettings, Setup, build_player, parse_duration,
    };
    use othellier_record::{Game, Record};

    use super::*;
    use crate::sessions;

    /// The line that a person types for a command of a script.
    fn line_of(game: &TerminalGame<Eight>, word: &str, argument: &str) -> String {
        match word {
            "look" | "wait" => String::new(),
            "any" => match game.game().position().legal_moves().first() {
                Some(square) => square.to_string(),
                None => "pass".to_owned(),
            },
            "resume" => "continue".to_owned(),
            "recall" => format!("variations {argument}"),
            _ => format!("{word} {argument}").trim().to_owned(),
        }
    }

    #[test]
    fn every_script() {
        for case in sessions::cases() {
            let names = ["Alice", "Bob"];
            let players = [0, 1].map(|side: usize| match case.players[side] {
                "human" => Participant::person(names[side]),
                spec => Participant::program(names[side], spec.parse().unwrap()),
            });
            let programs = case.players.map(|spec| match spec {
                "human" => None,
                spec => Some(
                    build_player(
                        &spec.parse().unwrap(),
                        &Setup { seed: 1, access: othellier_spec::Access::Sealed },
                    )
                    .unwrap(),
                ),
            });
            let clock = case.clock.map(|clock| clock.parse().unwrap());
            let settings = SessionSettings { clocks: [clock; 2], ..SessionSettings::new(players) };
            let session =
                GameSession::new(Game::new(), Record::default(), settings, Instant::now());
            let mut game = TerminalGame::new(session, programs, None, Lang::En);
            let mut out = Vec::new();
            let mut plain = PlainInterface::new(&mut out, OutputMode::Full, Detail::None, &game);
            plain.let_programs_move(&mut game).unwrap();
            for step in &case.steps {
                if step.word == "wait" {
                    std::thread::sleep(parse_duration(step.argument).unwrap());
                    game.check_clock();
                }
                let line = line_of(&game, step.word, step.argument);
                plain.execute(&mut game, &line).unwrap();
                plain.let_programs_move(&mut game).unwrap();
                let state = format!("{:?}", game.state()).to_lowercase();
                let (ply, length) = (game.game().length(), game.game().full_length());
                let state = format!("{ply}/{length} {state}");
                assert_eq!(state, step.expected, "{}, line {}", case.name, step.line);
                if let Some(running) = step.running {
                    let runs = if game.is_clock_running() {
                        game.side_to_move().to_string()
                    } else {
                        "none".to_owned()
                    };
                    assert_eq!(runs, running, "{}, line {}", case.name, step.line);
                }
            }
        }
    }
}
