//! The questions that `play` asks on a terminal if no player is given.
//!
//! Each side is a person or a program, a program has a strength, and both have a name. Enter takes
//! the default in brackets; all defaults together give the person Black against an easy program.

use std::io::{self, BufRead, Write};

use othellier_board::{Color, Eight};
use othellier_locale::{Lang, tr};
use othellier_play::catalogue;
use othellier_spec::Spec;

use crate::command::Command;
use crate::lines::read_line;

/// A named strength of a program.
struct Strength {
    /// The suffix of its message key.
    key: &'static str,
    /// The level of the champion, which plays on 8×8.
    level: u8,
    /// The named level that plays on other boards. `level-1` is not offered: it is the random
    /// player.
    level_player: Option<&'static str>,
}

/// From the weakest to the strongest. `docs/levels.md` has their measured strengths.
const STRENGTHS: [Strength; 6] = [
    Strength { key: "beginner", level: 0, level_player: Some("level-2") },
    Strength { key: "casual", level: 2, level_player: Some("level-3") },
    Strength { key: "club", level: 4, level_player: Some("level-4") },
    Strength { key: "strong", level: 7, level_player: Some("level-5") },
    Strength { key: "master", level: 10, level_player: Some("level-6") },
    Strength { key: "superhuman", level: 20, level_player: None },
];

const DEFAULT_STRENGTH: usize = 1;

impl Strength {
    /// The player of this strength on a board of this side, if there is one.
    fn player(&self, side: u8) -> Option<Spec> {
        match side {
            8 => {
                let options = vec![("level".to_owned(), self.level.to_string())];
                Some(Spec { name: "champion".to_owned(), options })
            }
            _ => self.level_player.map(named),
        }
    }
}

pub(crate) fn default_opponent(side: u8) -> Spec {
    STRENGTHS[DEFAULT_STRENGTH].player(side).expect("the default strength exists on every board")
}

/// This opponent on a board of another size, for a person who chose a strength and then opens a
/// saved game of that size: the champion only plays on 8×8.
pub(crate) fn on_board(player: &Spec, side: u8) -> Spec {
    let is_this = |strength: &Strength| {
        [8, side].iter().any(|&s| strength.player(s).as_ref() == Some(player))
    };
    let same = STRENGTHS
        .iter()
        .position(is_this)
        .and_then(|at| STRENGTHS[..=at].iter().rev().find_map(|strength| strength.player(side)));
    same.unwrap_or_else(|| player.clone())
}

/// The person at this terminal.
pub(crate) fn person() -> Spec {
    named("human")
}

fn named(name: &str) -> Spec {
    Spec { name: name.to_owned(), options: Vec::new() }
}

/// The players, and their names if they were given; Black first.
#[derive(Debug, PartialEq)]
pub(crate) struct Answers {
    pub(crate) players: [Spec; 2],
    pub(crate) names: [Option<String>; 2],
}

/// Asks for the players, and for names that are not known yet; `None` when the input ends.
pub(crate) fn who_plays(
    lang: Lang,
    side: u8,
    names: &[Option<String>; 2],
    input: &mut dyn BufRead,
    out: &mut dyn Write,
) -> io::Result<Option<Answers>> {
    let mut prompt = Prompt { lang, side, input, out };
    prompt.line(&lang.text("ask-who"))?;
    let mut seat = |color: Color| -> io::Result<Option<(Spec, Option<String>)>> {
        let Some(player) = prompt.player(color)? else { return Ok(None) };
        let name = match &names[color as usize] {
            Some(name) => Some(name.clone()),
            None => match prompt.name(&player)? {
                Some(answer) => Some(answer).filter(|name| !name.is_empty()),
                None => return Ok(None),
            },
        };
        Ok(Some((player, name)))
    };
    let Some((black, black_name)) = seat(Color::Black)? else { return Ok(None) };
    let Some((white, white_name)) = seat(Color::White)? else { return Ok(None) };
    let answers = Answers { players: [black, white], names: [black_name, white_name] };
    Ok(Some(answers))
}

/// Asks questions and reads the answers.
struct Prompt<'a> {
    lang: Lang,
    side: u8,
    input: &'a mut dyn BufRead,
    out: &'a mut dyn Write,
}

impl Prompt<'_> {
    fn line(&mut self, text: &str) -> io::Result<()> {
        writeln!(self.out, "{text}")
    }

    /// The answer to a question; `None` when the input ends or the person quits.
    fn ask(&mut self, question: &str) -> io::Result<Option<String>> {
        write!(self.out, "{question} > ")?;
        self.out.flush()?;
        let answer = read_line(self.input)?;
        if answer.is_none() {
            // The shell's prompt starts on a new line.
            self.line("")?;
        }
        Ok(answer.filter(|answer| !is_quit(answer)))
    }

    /// A person, a program of some strength, or a player by its spec.
    fn player(&mut self, color: Color) -> io::Result<Option<Spec>> {
        let default = if color == Color::Black { "1" } else { "2" };
        let color = color.to_string();
        let question = tr!(self.lang, "ask-kind", color = color, default = default);
        loop {
            let Some(answer) = self.ask(&question)? else { return Ok(None) };
            let answer = if answer.is_empty() { default.to_owned() } else { answer };
            match answer.to_lowercase().as_str() {
                "1" | "person" | "personne" => return Ok(Some(person())),
                "2" | "program" | "programme" => return self.strength(),
                _ => match known_player(&answer) {
                    Some(player) => return Ok(Some(player)),
                    None => self.line(&self.lang.text("ask-kind-again"))?,
                },
            }
        }
    }

    fn strength(&mut self) -> io::Result<Option<Spec>> {
        let mut offered = Vec::new();
        for strength in &STRENGTHS {
            let Some(player) = strength.player(self.side) else { continue };
            let word = self.lang.text(&format!("ask-strength-{}", strength.key));
            self.line(&format!("  {} {word:<16} {player}", offered.len() + 1))?;
            offered.push((word, player));
        }
        let (default, last) = ((DEFAULT_STRENGTH + 1).to_string(), offered.len().to_string());
        let question = tr!(self.lang, "ask-strength", default = default.as_str());
        loop {
            let Some(answer) = self.ask(&question)? else { return Ok(None) };
            let answer = if answer.is_empty() { default.clone() } else { answer };
            let number = answer.parse().ok().and_then(|number: usize| number.checked_sub(1));
            let by_number = number.and_then(|at| offered.get(at));
            let by_word = || offered.iter().find(|(word, _)| *word == answer.to_lowercase());
            let chosen = by_number.or_else(by_word).map(|(_, player)| player.clone());
            match chosen.or_else(|| known_player(&answer)) {
                Some(player) => return Ok(Some(player)),
                None => {
                    let last = last.as_str();
                    self.line(&tr!(self.lang, "ask-strength-again", last = last))?;
                }
            }
        }
    }

    fn name(&mut self, player: &Spec) -> io::Result<Option<String>> {
        let default = match player.name.as_str() {
            "human" => self.lang.text("play-name-person"),
            _ => player.to_string(),
        };
        self.ask(&tr!(self.lang, "ask-name", default = default))
    }
}

fn is_quit(answer: &str) -> bool {
    matches!(Command::<Eight>::read(answer, Lang::En), Ok(Command::Quit))
}

/// The player that a spec names, if the catalogue has it.
fn known_player(text: &str) -> Option<Spec> {
    let spec: Spec = text.parse().ok()?;
    catalogue::<Eight>().iter().any(|entry| entry.description.name == spec.name).then_some(spec)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answers(side: u8, input: &str) -> Option<Answers> {
        who_plays(Lang::En, side, &[None, None], &mut input.as_bytes(), &mut Vec::new()).unwrap()
    }

    fn players(side: u8, input: &str) -> Option<[String; 2]> {
        answers(side, input).map(|answers| answers.players.map(|player| player.to_string()))
    }

    fn pair(black: &str, white: &str) -> Option<[String; 2]> {
        Some([black.to_owned(), white.to_owned()])
    }

    #[test]
    fn the_defaults_are_a_game_against_an_easy_program() {
        let enters = answers(8, "\n\n\n\n\n").unwrap();
        assert_eq!(enters.players[0], person());
        assert_eq!(enters.players[1], default_opponent(8));
        assert_eq!(enters.names, [None, None]);
        assert_eq!(players(8, "\n\n\n\n\n"), pair("human", "champion(level=2)"));
        assert_eq!(players(6, "\n\n\n\n\n"), pair("human", "level-3"));
    }

    #[test]
    fn no_strength_is_random() {
        let levels = othellier_play::LEVELS;
        for strength in &STRENGTHS {
            for side in [4, 6, 8, 10] {
                let Some(player) = strength.player(side) else { continue };
                assert_ne!(player.name, "random");
                let level = levels.iter().find(|level| level.name == player.name);
                assert!(level.is_none_or(|level| level.spec != "random"), "{player}");
                assert!(known_player(&player.to_string()).is_some());
            }
        }
    }

    #[test]
    fn sides_strengths_and_names_are_chosen() {
        let input = "program\n5\nDeep\nperson\nBob\n";
        let answers = answers(8, input).unwrap();
        assert_eq!(
            answers.players.map(|player| player.to_string()),
            ["champion(level=10)", "human"]
        );
        assert_eq!(answers.names, [Some("Deep".to_owned()), Some("Bob".to_owned())]);
        assert_eq!(players(8, "2\nmaster\n\n1\n\n"), pair("champion(level=10)", "human"));
        assert_eq!(players(8, "\n\nlevel-5\n\n"), pair("human", "level-5"));
        assert_eq!(players(8, "\n\n2\npvs(depth=4)\n\n"), pair("human", "pvs(depth=4)"));
    }

    #[test]
    fn a_wrong_answer_is_asked_again_and_the_end_of_input_quits() {
        assert_eq!(players(8, "3\nwhat?\n1\n\n2\n7\n0\n1\n\n"), pair("human", "champion(level=0)"));
        assert_eq!(players(6, "\n\n\n6\n5\n\n"), pair("human", "level-6"));
        for input in ["", "\n", "\n\n\n", "\n\n\n\n", "nobody\n", "quit\n", "2\nquitter\n", "\nQ\n"]
        {
            assert_eq!(answers(8, input), None, "{input:?}");
        }
    }

    #[test]
    fn a_strength_maps_to_another_board() {
        for (player, side, expected) in [
            ("champion(level=2)", 6, "level-3"),
            ("champion(level=20)", 10, "level-6"),
            ("champion(level=2)", 8, "champion(level=2)"),
            ("level-3", 8, "level-3"),
            ("pvs(depth=4)", 6, "pvs(depth=4)"),
            ("human", 6, "human"),
        ] {
            assert_eq!(on_board(&player.parse().unwrap(), side).to_string(), expected);
        }
    }

    #[test]
    fn a_name_that_is_known_is_not_asked_for() {
        let names = [Some("Alice".to_owned()), None];
        let input = &mut "\n\n\nRobot\n".as_bytes();
        let answers = who_plays(Lang::Fr, 8, &names, input, &mut Vec::new()).unwrap().unwrap();
        assert_eq!(answers.names, [Some("Alice".to_owned()), Some("Robot".to_owned())]);
    }
}
