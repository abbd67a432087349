//! The command line: its commands and options, its help in both languages, and the message for a
//! wrong argument.

use std::ffi::OsString;

use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Args, CommandFactory, FromArgMatches, Parser, Subcommand};
use othellier_locale::{Lang, describe_any, nearest, tr};

use crate::common::error::CliError;
use crate::common::options::Common;
use crate::common::values::ExpectedValue;
use crate::{
    accuracy, analyze, archive, bench, benchmark, book, bot, cassio, check, completions, convert,
    diagram, docs, evaluate, evolve, exercise, generate, grid, gtp, lab, match_play, moves, nboard,
    perft, picture, play, search, serve, site, solve, tournament, train, tune, work, worker,
};

/// Othello (Reversi): play it, study it, measure it.
#[derive(Parser)]
#[command(
    name = "othellier",
    version,
    after_help = "\
Example:
  othellier play      a game at the terminal; asks who plays"
)]
struct Cli {
    #[command(flatten)]
    common: CommonArgs,
    #[command(subcommand)]
    command: Command,
}

/// A command.
#[derive(Subcommand)]
pub(crate) enum Command {
    Play(Box<play::Options>),
    Serve(serve::Options),
    Bot(bot::Options),
    Match(Box<match_play::Options>),
    Tournament(Box<tournament::Options>),
    Evolve(Box<evolve::Options>),
    Tune(Box<tune::Options>),
    Benchmark(benchmark::Options),
    /// List every player with its options
    #[command(after_help = "\
Example:
  othellier players --json")]
    Players,
    /// List every evaluator with its options
    #[command(after_help = "\
Example:
  othellier evaluators --json")]
    Evaluators,
    Analyze(Box<analyze::Options>),
    Exercise(exercise::Options),
    Search(search::Options),
    Evaluate(evaluate::Options),
    Solve(solve::Options),
    Accuracy(accuracy::Options),
    Generate(generate::Options),
    Train(Box<train::Options>),
    Bench(bench::Options),
    Book(Box<book::Options>),
    Convert(convert::Options),
    Check(check::Options),
    Archive(Box<archive::Options>),
    Diagram(diagram::Options),
    Picture(picture::Options),
    Lab(Box<lab::Options>),
    Grid(Box<grid::Options>),
    Worker(Box<worker::Options>),
    #[command(flatten)]
    Work(Box<work::Options>),
    Moves(moves::Options),
    Perft(perft::Options),
    /// Print the version, the chosen kernel, the weights and the signature
    #[command(after_help = "\
Example:
  othellier version --json")]
    Version,
    Gtp(gtp::Options),
    Nboard(nboard::Options),
    Cassio(cassio::Options),
    Docs(docs::Options),
    Site(site::Options),
    Completions(completions::Options),
}

#[derive(Args)]
struct CommonArgs {
    /// Write JSON on stdout: one object, or one per line
    #[arg(long, global = true)]
    json: bool,
    /// Language of messages and help; by default that of the locale
    #[arg(long, global = true, value_name = "LANG")]
    lang: Option<Lang>,
}

/// Reads the command line. Help and version are printed here and end the program.
pub(crate) fn parse(lang: Lang, words: Vec<OsString>) -> Result<(Common, Command), CliError> {
    let mut cli = command(lang);
    let words = with_negative_values(&cli, words);
    let parsed =
        cli.try_get_matches_from_mut(&words).and_then(|matches| Cli::from_arg_matches(&matches));
    match parsed {
        Ok(Cli { common, command }) => Ok((Common { json: common.json, lang }, command)),
        Err(error) => match error.kind() {
            ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => {
                match lang {
                    Lang::En => error.print()?,
                    Lang::Fr => {
                        anstream::print!("{}", french_headings(&error.render().ansi().to_string()))
                    }
                }
                std::process::exit(0)
            }
            ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
                let help = error.render().ansi().to_string();
                Err(CliError::NoCommand(match lang {
                    Lang::En => help,
                    Lang::Fr => french_headings(&help),
                }))
            }
            _ => Err(CliError::usage(sentence(lang, innermost(&cli, &words), &error))),
        },
    }
}

/// Help with a no-break space before the colons of the headings, which clap writes itself.
fn french_headings(help: &str) -> String {
    ["Commandes", "Arguments", "Options"].into_iter().fold(help.to_owned(), |help, heading| {
        help.replacen(&format!("{heading}:"), &format!("{heading}\u{a0}:"), 1)
    })
}

/// The whole command line, with help in one language.
pub(crate) fn command(lang: Lang) -> clap::Command {
    let mut command = with_negative_numbers(Cli::command());
    command.build();
    match lang {
        Lang::En => command,
        Lang::Fr => in_french(command, "help".to_owned()),
    }
}

/// Parses `-1` as a number in this command, not as an option.
fn with_negative_numbers(command: clap::Command) -> clap::Command {
    let takes_values = |arg: &clap::Arg| arg.get_action().takes_values();
    command
        .mut_args(|arg| if takes_values(&arg) { arg.allow_negative_numbers(true) } else { arg })
        .mut_subcommands(with_negative_numbers)
}

/// The words with `--time -1s` as `--time=-1s`: what starts like a negative number is a wrong value of
/// the option before it, whose message says what is expected, and not an unknown option.
fn with_negative_values(cli: &clap::Command, words: Vec<OsString>) -> Vec<OsString> {
    let command = innermost(cli, &words);
    let takes_value = |word: &str| {
        let is_it = |arg: &&clap::Arg| word.strip_prefix("--") == arg.get_long();
        let found = command.get_arguments().find(is_it);
        found.is_some_and(|arg| arg.get_action().takes_values())
    };
    let mut joined: Vec<OsString> = Vec::new();
    for word in words {
        let is_negative = word.to_str().and_then(|text| text.strip_prefix('-'));
        let is_negative = is_negative.is_some_and(|rest| {
            rest.starts_with(|c: char| c.is_ascii_digit() || c == '.')
                || ["inf", "nan"].contains(&rest)
        });
        match joined.last_mut() {
            Some(option) if is_negative && option.to_str().is_some_and(takes_value) => {
                option.push("=");
                option.push(word);
            }
            _ => joined.push(word),
        }
    }
    joined
}

/// Replaces every help text of a built command by the French message of its key: `help-COMMAND`,
/// `help-COMMAND-ARGUMENT` and `help-COMMAND-example`.
fn in_french(command: clap::Command, key: String) -> clap::Command {
    let french = |key: &str| Lang::Fr.find(key, &[]);
    let arguments: Vec<_> = command.get_arguments().map(|arg| arg.get_id().to_string()).collect();
    let commands: Vec<_> = command.get_subcommands().map(|sub| sub.get_name().to_owned()).collect();
    let mut command = command.subcommand_help_heading("Commandes").help_template(
        "{about-with-newline}\nUtilisation\u{a0}: {usage}\n\n{all-args}{after-help}",
    );
    if let Some(about) = french(&key) {
        command = command.about(about);
    }
    if let Some(example) = french(&format!("{key}-example")) {
        command = command.after_help(StyledStr::from(example));
    }
    for id in arguments {
        // `othellier version` has the key `help-version`.
        let own = match (key.as_str(), id.as_str()) {
            ("help", "version") => french("help-version-flag"),
            _ => french(&format!("{key}-{id}")),
        };
        let Some(help) = own.or_else(|| french(&format!("help-{id}"))) else { continue };
        command = command.mut_arg(id, |arg| {
            let defaults = arg.get_default_values();
            let shown = defaults.iter().map(|value| value.to_string_lossy()).collect::<Vec<_>>();
            let possible = arg.get_possible_values();
            let values = possible.iter().map(|value| value.get_name()).collect::<Vec<_>>();
            let mut help = help;
            if !shown.is_empty() && arg.get_action().takes_values() {
                help += &format!(" [par défaut\u{a0}: {}]", shown.join(", "));
            }
            if !values.is_empty() && arg.get_action().takes_values() {
                help += &format!(" [valeurs\u{a0}: {}]", values.join(", "));
            }
            let arg = match arg.get_long_help() {
                Some(_) => arg.long_help(help.clone()),
                None => arg,
            };
            arg.help(help).hide_default_value(true).hide_possible_values(true)
        });
    }
    for name in commands {
        let key = key_of(&key, &name);
        command = command.mut_subcommand(name, |sub| in_french(sub, key));
    }
    command
}

/// The key of a subcommand: with the name of its parent if such a key exists, so that two commands
/// may have subcommands of the same name.
fn key_of(parent: &str, name: &str) -> String {
    let own = format!("{parent}-{name}");
    if Lang::Fr.find(&own, &[]).is_some() { own } else { format!("help-{name}") }
}

/// The innermost subcommand that the words name.
fn innermost<'a>(cli: &'a clap::Command, words: &[OsString]) -> &'a clap::Command {
    words.iter().fold(cli, |command, word| command.find_subcommand(word).unwrap_or(command))
}

/// The error of a wrong command line, in one sentence that names the nearest valid choice.
fn sentence(lang: Lang, command: &clap::Command, error: &clap::Error) -> String {
    let context = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => on_one_line(text),
        Some(ContextValue::Strings(texts)) => texts.join(", "),
        Some(other) => other.to_string(),
        None => String::new(),
    };
    let bare = |argument: String| argument.split([' ', '=']).next().unwrap_or_default().to_owned();
    match error.kind() {
        ErrorKind::InvalidSubcommand => {
            let written = context(ContextKind::InvalidSubcommand);
            let names = command.get_subcommands().map(clap::Command::get_name);
            let near = nearest(&written, names).unwrap_or_default();
            tr!(lang, "error-unknown-command", written = written, near = near)
        }
        ErrorKind::UnknownArgument => {
            let written = context(ContextKind::InvalidArg);
            let options = options(command);
            match nearest(&written, options.iter().map(String::as_str)) {
                Some(near) if written.starts_with('-') => {
                    tr!(lang, "error-unknown-option", written = written, near = near)
                }
                _ => tr!(lang, "error-unexpected-argument", written = written),
            }
        }
        ErrorKind::InvalidValue if context(ContextKind::InvalidValue).is_empty() => {
            tr!(lang, "error-missing-value", argument = bare(context(ContextKind::InvalidArg)))
        }
        ErrorKind::InvalidValue => {
            let written = context(ContextKind::InvalidValue);
            let argument = bare(context(ContextKind::InvalidArg));
            let valid = context(ContextKind::ValidValue);
            let near = nearest(&written, valid.split(", ")).unwrap_or_default().to_owned();
            tr!(
                lang,
                "error-invalid-value",
                written = written,
                argument = argument,
                valid = valid,
                near = near
            )
        }
        ErrorKind::ValueValidation => {
            let written = context(ContextKind::InvalidValue);
            let argument = bare(context(ContextKind::InvalidArg));
            let source = std::error::Error::source(error);
            match source.and_then(ExpectedValue::from_error) {
                Some(wanted) => {
                    let expected = wanted.describe(lang);
                    tr!(
                        lang,
                        "error-bad-value",
                        written = written,
                        argument = argument,
                        expected = expected
                    )
                }
                None => {
                    let why = source.map(|source| describe_any(lang, source)).unwrap_or_default();
                    tr!(
                        lang,
                        "error-unreadable-value",
                        written = written,
                        argument = argument,
                        why = why
                    )
                }
            }
        }
        ErrorKind::InvalidUtf8 => lang.text("error-not-text"),
        ErrorKind::MissingRequiredArgument => {
            tr!(lang, "error-missing-argument", argument = context(ContextKind::InvalidArg))
        }
        ErrorKind::ArgumentConflict => {
            let first = bare(context(ContextKind::InvalidArg));
            let second = bare(context(ContextKind::PriorArg));
            if first == second {
                tr!(lang, "error-given-twice", argument = first)
            } else {
                tr!(lang, "error-conflict", first = first, second = second)
            }
        }
        _ => {
            let rendered = error.render().to_string();
            let first = rendered.lines().next().unwrap_or_default();
            first.strip_prefix("error: ").unwrap_or(first).to_owned()
        }
    }
}

/// A text with its control characters escaped: the sentence stays one line, and the terminal as it is.
fn on_one_line(text: &str) -> String {
    let shown = |letter: char| {
        if letter.is_control() { letter.escape_debug().to_string() } else { letter.to_string() }
    };
    text.chars().map(shown).collect()
}

/// The long options of a command.
fn options(command: &clap::Command) -> Vec<String> {
    command.get_arguments().filter_map(|arg| Some(format!("--{}", arg.get_long()?))).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn the_command_line_is_well_formed() {
        Cli::command().debug_assert();
    }

    #[test]
    fn every_command_and_argument_has_french_help() {
        fn check(command: &clap::Command, key: &str) {
            let found = |key: &str| Lang::Fr.find(key, &[]).is_some();
            assert!(found(key), "{key}");
            for arg in command.get_arguments() {
                let id = arg.get_id();
                assert!(
                    found(&format!("{key}-{id}")) || found(&format!("help-{id}")),
                    "{key}-{id} has no French help"
                );
            }
            for sub in command.get_subcommands().filter(|sub| sub.get_name() != "help") {
                let key = key_of(key, sub.get_name());
                check(sub, &key);
                assert!(sub.get_after_help().is_some(), "{key} shows no example");
                assert!(found(&format!("{key}-example")), "{key}-example");
            }
        }
        let mut command = Cli::command();
        command.build();
        check(&command, "help");
    }

    #[test]
    fn the_manual_says_what_every_command_prints() {
        fn add(command: &clap::Command, name: &str, found: &mut BTreeSet<String>) {
            if !command.is_subcommand_required_set() {
                found.insert(name.to_owned());
            }
            for sub in command.get_subcommands().filter(|sub| sub.get_name() != "help") {
                add(sub, format!("{name} {}", sub.get_name()).trim_start(), found);
            }
        }
        let mut commands = BTreeSet::new();
        add(&command(Lang::En), "", &mut commands);
        for page in ["json.md", "fr/json.md"] {
            let file = format!("{}/../../docs/{page}", env!("CARGO_MANIFEST_DIR"));
            let text = std::fs::read_to_string(&file).expect(&file);
            let rows = text.lines().filter_map(|line| line.strip_prefix("| `"));
            let cells = rows.map(|row| row.split('|').next().unwrap_or_default().to_owned());
            let named = |cell: String| {
                let names = cell.split('`').step_by(2).map(str::to_owned);
                let is_command = |name: &String| !name.trim().is_empty() && !name.contains(" --");
                names.filter(is_command).collect::<Vec<_>>()
            };
            assert_eq!(cells.flat_map(named).collect::<BTreeSet<_>>(), commands, "{page}");
        }
    }
}
