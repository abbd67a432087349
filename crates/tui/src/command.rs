//! The input of a person at the board: a square, or a command in English or French.

use std::path::PathBuf;

use othellier_board::{Size, Square};
use othellier_locale::{Lang, nearest, tr};
use othellier_play::Command as SessionCommand;

/// A command of a person.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Command<S: Size> {
    /// A command to the game.
    Session(SessionCommand<S>),
    /// To the start of this game.
    Restart,
    Help,
    Variations,
    Save(PathBuf),
    Load(PathBuf),
    Flips(Option<Square<S>>),
    Statistics,
    Transcript,
    Quit,
}

/// The names of one command: the first of each language is the one that help shows.
struct Names {
    key: &'static str,
    en: &'static [&'static str],
    fr: &'static [&'static str],
    argument: Argument,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Argument {
    None,
    Number,
    OptionalNumber,
    File,
    OptionalSquare,
}

const COMMANDS: &[Names] = &[
    Names { key: "help", en: &["help", "h", "?"], fr: &["aide", "a"], argument: Argument::None },
    Names {
        key: "back",
        en: &["back", "b", "undo", "u"],
        fr: &["reculer", "r"],
        argument: Argument::None,
    },
    Names {
        key: "forward",
        en: &["forward", "f", "redo"],
        fr: &["avancer", "av"],
        argument: Argument::None,
    },
    Names { key: "goto", en: &["goto", "g"], fr: &["naviguer", "n"], argument: Argument::Number },
    Names { key: "restart", en: &["restart"], fr: &["relancer", "rel"], argument: Argument::None },
    Names { key: "new", en: &["new"], fr: &["nouvelle", "nouv"], argument: Argument::None },
    Names {
        key: "save",
        en: &["save", "s"],
        fr: &["sauver", "sauvegarde", "sauvegarder", "sav"],
        argument: Argument::File,
    },
    Names { key: "load", en: &["load", "l"], fr: &["charger", "ch"], argument: Argument::File },
    Names { key: "swap", en: &["swap", "x"], fr: &["permuter", "p"], argument: Argument::None },
    Names {
        key: "flips",
        en: &["flips", "fl"],
        fr: &["retournements", "ret"],
        argument: Argument::OptionalSquare,
    },
    Names {
        key: "statistics",
        en: &["statistics", "stats"],
        fr: &["statistiques", "st"],
        argument: Argument::None,
    },
    Names {
        key: "transcript",
        en: &["transcript", "t"],
        fr: &["transcription", "tr"],
        argument: Argument::None,
    },
    Names {
        key: "variations",
        en: &["variations", "v"],
        fr: &["variantes", "var"],
        argument: Argument::OptionalNumber,
    },
    Names { key: "pause", en: &["pause"], fr: &["suspendre", "su"], argument: Argument::None },
    Names {
        key: "continue",
        en: &["continue", "c", "go"],
        fr: &["continuer", "cont"],
        argument: Argument::None,
    },
    Names { key: "resign", en: &["resign"], fr: &["abandonner", "ab"], argument: Argument::None },
    Names { key: "quit", en: &["quit", "q", "exit"], fr: &["quitter"], argument: Argument::None },
];

impl Names {
    fn all(&self) -> impl Iterator<Item = &'static str> {
        self.en.iter().chain(self.fr).copied()
    }
}

impl<S: Size> Command<S> {
    /// Whether it is a move.
    pub(crate) fn is_move(&self) -> bool {
        matches!(self, Command::Session(SessionCommand::Play(_)))
    }

    /// Whether a thinking program must be interrupted first.
    pub(crate) fn changes_the_game(&self) -> bool {
        match self {
            Command::Session(SessionCommand::Play(_) | SessionCommand::Resume) => false,
            Command::Session(_) | Command::Restart | Command::Load(_) | Command::Quit => true,
            Command::Help | Command::Variations | Command::Save(_) | Command::Flips(_) => false,
            Command::Statistics | Command::Transcript => false,
        }
    }

    /// Parses one line. The error is a sentence that says what is wrong and what was expected.
    pub(crate) fn read(line: &str, lang: Lang) -> Result<Command<S>, String> {
        let line = line.trim();
        if let Ok(played) = line.parse() {
            return Ok(Command::Session(SessionCommand::Play(played)));
        }
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let (word, rest) = (word.to_lowercase(), rest.trim());
        let Some(names) = COMMANDS.iter().find(|names| names.all().any(|name| name == word)) else {
            return Err(unknown::<S>(line, &word, lang));
        };
        let shown = match lang {
            Lang::En => names.en[0],
            Lang::Fr => names.fr[0],
        };
        match names.argument {
            Argument::None | Argument::OptionalSquare | Argument::OptionalNumber
                if rest.is_empty() => {}
            Argument::None => return Err(tr!(lang, "play-no-argument", command = shown)),
            Argument::File if rest.is_empty() => {
                return Err(tr!(lang, "play-needs-file", command = shown));
            }
            Argument::Number if rest.is_empty() => {
                return Err(tr!(lang, "play-needs-number", command = shown));
            }
            _ => {}
        }
        let number = || rest.parse().map_err(|_| tr!(lang, "play-needs-number", command = shown));
        Ok(match names.key {
            "help" => Command::Help,
            "back" => Command::Session(SessionCommand::Undo),
            "forward" => Command::Session(SessionCommand::Redo),
            "goto" => Command::Session(SessionCommand::GoTo(number()?)),
            "restart" => Command::Restart,
            "new" => Command::Session(SessionCommand::NewGame),
            "variations" if rest.is_empty() => Command::Variations,
            "variations" => Command::Session(SessionCommand::Recall(number()?)),
            "pause" => Command::Session(SessionCommand::Pause),
            "continue" => Command::Session(SessionCommand::Resume),
            "resign" => Command::Session(SessionCommand::Resign(None)),
            "swap" => Command::Session(SessionCommand::Swap),
            "save" => Command::Save(unquoted(rest).into()),
            "load" => Command::Load(unquoted(rest).into()),
            "flips" if rest.is_empty() => Command::Flips(None),
            "flips" => {
                Command::Flips(Some(rest.parse().map_err(|_| not_a_square::<S>(rest, lang))?))
            }
            "statistics" => Command::Statistics,
            "transcript" => Command::Transcript,
            "quit" => Command::Quit,
            other => unreachable!("the command {other} is in the table"),
        })
    }
}

fn unknown<S: Size>(line: &str, word: &str, lang: Lang) -> String {
    let looks_like_a_square = word.len() <= 3
        && word.starts_with(|letter: char| letter.is_ascii_alphabetic())
        && word.ends_with(|digit: char| digit.is_ascii_digit());
    if looks_like_a_square {
        return not_a_square::<S>(line, lang);
    }
    let names = COMMANDS.iter().map(|names| match lang {
        Lang::En => names.en[0],
        Lang::Fr => names.fr[0],
    });
    let near = nearest(word, names).unwrap_or_default();
    tr!(lang, "play-unknown-command", written = short(line), near = near)
}

/// A file name without the quotes around it.
fn unquoted(name: &str) -> &str {
    let inside = |quote: char| name.strip_prefix(quote)?.strip_suffix(quote);
    inside('"').or_else(|| inside('\'')).unwrap_or(name)
}

fn not_a_square<S: Size>(written: &str, lang: Lang) -> String {
    let last = Square::<S>::at(S::SIDE - 1, S::SIDE - 1).map(|last| last.to_string());
    tr!(lang, "play-not-a-square", written = short(written), last = last.unwrap_or_default())
}

/// The input, truncated if it is too long to be quoted.
fn short(written: &str) -> String {
    const LONGEST: usize = 40;
    match written.char_indices().nth(LONGEST) {
        Some((at, _)) => format!("{}…", &written[..at]),
        None => written.to_owned(),
    }
}

/// The help: one line per command, with its names in both languages.
pub(crate) fn help(lang: Lang) -> Vec<String> {
    let mut lines = vec![lang.text("play-help-square")];
    for names in COMMANDS {
        let argument = match names.argument {
            Argument::None => String::new(),
            Argument::Number => " N".to_owned(),
            Argument::OptionalNumber => " [N]".to_owned(),
            Argument::File => format!(" {}", lang.text("play-help-file")),
            Argument::OptionalSquare => format!(" [{}]", lang.text("play-help-a-square")),
        };
        let (own, other) = match lang {
            Lang::En => (names.en, names.fr),
            Lang::Fr => (names.fr, names.en),
        };
        let aliases: Vec<_> = own[1..].iter().chain(other).copied().collect();
        let about = lang.text(&format!("play-help-{}", names.key));
        let shown = format!("{}{argument}", own[0]);
        lines.push(format!("  {shown:<21} {about} ({})", aliases.join(", ")));
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use othellier_board::{Eight, Move};

    fn read(line: &str) -> Result<Command<Eight>, String> {
        Command::read(line, Lang::En)
    }

    #[test]
    fn command_names_are_unique_and_not_squares() {
        let mut names: Vec<_> = COMMANDS.iter().flat_map(Names::all).collect();
        names.sort();
        let before = names.len();
        names.dedup();
        assert_eq!(names.len(), before);
        assert!(names.iter().all(|name| name.parse::<Move<Eight>>().is_err()));
    }

    #[test]
    fn both_languages_are_always_understood() {
        for (line, expected) in [
            ("F5", Command::Session(SessionCommand::Play(Move::Place(Square::F5)))),
            (" pass ", Command::Session(SessionCommand::Play(Move::Pass))),
            ("reculer", Command::Session(SessionCommand::Undo)),
            ("BACK", Command::Session(SessionCommand::Undo)),
            ("naviguer 12", Command::Session(SessionCommand::GoTo(12))),
            ("goto 0", Command::Session(SessionCommand::GoTo(0))),
            ("relancer", Command::Restart),
            ("nouvelle", Command::Session(SessionCommand::NewGame)),
            ("variantes", Command::Variations),
            ("variations 2", Command::Session(SessionCommand::Recall(2))),
            ("sauver a b.txt", Command::Save("a b.txt".into())),
            ("sav x", Command::Save("x".into())),
            ("save \"my game.txt\"", Command::Save("my game.txt".into())),
            ("load '", Command::Load("'".into())),
            ("charger x", Command::Load("x".into())),
            ("flips d3", Command::Flips(Some(Square::D3))),
            ("flips", Command::Flips(None)),
            ("?", Command::Help),
        ] {
            assert_eq!(read(line), Ok(expected), "{line}");
        }
    }

    #[test]
    fn errors_say_what_was_expected() {
        for (line, said) in [
            ("quitt", "quit"),
            ("z9", "a1 to h8"),
            ("goto", "number"),
            ("goto x", "number"),
            ("goto -1", "number"),
            ("variations x", "number"),
            ("save", "file"),
            ("quit now", "quit"),
            ("flips z9", "a1 to h8"),
            ("", "help"),
        ] {
            let sentence = read(line).unwrap_err();
            assert!(sentence.contains(said), "{line}: {sentence}");
        }
    }
}
