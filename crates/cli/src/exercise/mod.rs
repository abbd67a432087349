//! `othellier exercise`: find the best move.
//!
//! The positions are endgames from randomised play, solved by our solver ([`endgames`]), or the
//! mistakes of a game. A session of [`othellier_tui::exercise`] asks and grades; `new` and `grade` do the
//! same for programs, one step at a time.

mod endgames;

use std::num::NonZeroUsize;

use clap::{Args, Subcommand};
use othellier_locale::{Lang, message, tr};
use othellier_record::with_game;
use othellier_review::{ReviewProgress, Reviewable, Reviewer, exercise};
use othellier_search::StopSignal;
use othellier_tui::exercise::{
    ExerciseSession, describe, explain, grade_object, not_a_move, numbered,
};
use othellier_wire::{ExerciseEvent, ExercisesTotal, TotalType};

use self::endgames::EndgameArgs;
use crate::common::error::CliError;
use crate::common::games::read_position;
use crate::common::interrupt::{interrupt, stop_on_ctrl_c};
use crate::common::options::Common;
use crate::common::{output, progress, review, values};

/// Practise: find the best move in endgames, or in the mistakes of a game
#[derive(Args)]
#[command(after_help = "\
Examples:
  othellier exercise                             endgames, one after the other
  othellier exercise --empties 8 --stars 3
  othellier exercise game mine.sgf               your own mistakes again
  othellier exercise new --empties 12 --seed 1 --json
  othellier exercise grade --position f5d6c3 --answer d3")]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct Options {
    #[command(flatten)]
    series: Series,
    #[command(subcommand)]
    action: Option<Action>,
}

#[derive(Subcommand)]
enum Action {
    Play(Play),
    Game(Game),
    New(New),
    Grade(Grade),
}

/// Find the best move in generated endgames
#[derive(Args)]
#[command(after_help = "\
Example:
  othellier exercise play --empties 8 --count 5 --seed 1")]
struct Play {
    #[command(flatten)]
    series: Series,
}

/// A series of exercises.
#[derive(Args)]
struct Series {
    #[command(flatten)]
    endgames: EndgameArgs,
    /// Number of exercises; by default until you quit
    #[arg(long, value_name = "K")]
    count: Option<NonZeroUsize>,
}

/// Find the better moves that were missed in a game
#[derive(Args)]
#[command(after_help = "\
Example:
  othellier exercise game WTH_1999.wtb --game 12 --side black")]
struct Game {
    /// A file of games, `-` for standard input, or moves such as `f5d6c3`
    #[arg(value_name = "GAME", allow_hyphen_values = true)]
    game: String,
    /// Which game of the file, from 1
    #[arg(long = "game", value_name = "N", default_value = "1", value_parser = values::from::<u64>(1))]
    number: u64,
    /// Only the mistakes of this side; by default those of both
    #[arg(long, value_name = "SIDE")]
    side: Option<Side>,
    /// Search level, from 0 to 60, as the champion's levels
    #[arg(long, value_name = "N", value_parser = values::within::<u32>(values::LEVELS))]
    level: Option<u32>,
    /// Search threads; by default all cores
    #[arg(long, value_name = "N", value_parser = values::thread_count)]
    threads: Option<NonZeroUsize>,
}

/// Make endgame exercises and print them, with their difficulty
#[derive(Args)]
#[command(after_help = "\
Example:
  othellier exercise new --empties 12 --count 3 --stars 3 --seed 1 --json")]
struct New {
    #[command(flatten)]
    endgames: EndgameArgs,
    /// Number of exercises
    #[arg(long, value_name = "K", default_value = "1")]
    count: NonZeroUsize,
}

/// Compare a move with the best one, and say why it is worse
#[derive(Args)]
#[command(after_help = "\
Example:
  othellier exercise grade --position f5d6c3 --answer d3 --json")]
struct Grade {
    /// The position: `startpos`, a board with its side to move, or moves such as `f5d6c3`
    #[arg(long, value_name = "POSITION", allow_hyphen_values = true)]
    position: String,
    /// The move to grade
    #[arg(long, value_name = "MOVE")]
    answer: String,
    /// Search level, from 0 to 60, as the champion's levels
    #[arg(long, value_name = "N", value_parser = values::within::<u32>(values::LEVELS))]
    level: Option<u32>,
    /// Search threads; by default all cores
    #[arg(long, value_name = "N", value_parser = values::thread_count)]
    threads: Option<NonZeroUsize>,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Side {
    Black,
    White,
}

/// Size of the transposition table of a reviewer.
const TABLE_BYTES: usize = 64 << 20;

pub(crate) fn run(common: Common, options: Options) -> Result<(), CliError> {
    match options.action.unwrap_or(Action::Play(Play { series: options.series })) {
        Action::Play(options) => play(common, &options.series),
        Action::Game(options) => game(common, &options),
        Action::New(options) => new(common, &options),
        Action::Grade(options) => grade(common, &options),
    }
}

fn play(common: Common, options: &Series) -> Result<(), CliError> {
    let seed = options.endgames.seed();
    let most = options.count.map_or(usize::MAX, NonZeroUsize::get);
    let mut reviewer: Reviewer = Reviewer::new(&options.endgames.settings());
    if common.json {
        output::json(&ExerciseEvent::Start { seed })?
    } else {
        report_seed(common.lang, seed)
    }
    let exercises = options.endgames.exercises(seed, &StopSignal::default()).take(most);
    let (input, out) = (&mut std::io::stdin().lock(), &mut anstream::stdout());
    let session = ExerciseSession::new(common.lang, common.json, input, out);
    Ok(session.run(&mut reviewer, exercises)?)
}

fn report_seed(lang: Lang, seed: u64) {
    anstream::eprintln!("{}", tr!(lang, "exercise-seed", seed = seed.to_string()));
}

fn game(common: Common, options: &Game) -> Result<(), CliError> {
    let record = othellier_record::source::find_record(&options.game, options.number, None)?;
    if record.game.length() == 0 {
        return Err(CliError::usage(message!("review-no-moves")));
    }
    with_game!(&record.game, game => mistakes(common, options, game))
}

fn mistakes<S: Reviewable>(
    common: Common,
    options: &Game,
    game: &othellier_record::Game<S>,
) -> Result<(), CliError> {
    let settings = review::settings(options.level, None, options.threads, TABLE_BYTES);
    let mut reviewer = Reviewer::new(&settings);
    let stop = stop_on_ctrl_c();
    let bar = progress::of_positions(game.length());
    let review = reviewer.review(game, &stop, &mut |progress| {
        if let ReviewProgress::Move(_) = progress {
            bar.inc(1);
        }
    });
    bar.finish_and_clear();
    if stop.is_stopped() {
        interrupt();
    }
    let asked = |position: &othellier_board::Position<S>| {
        let side = match position.side_to_move() {
            othellier_board::Color::Black => Side::Black,
            othellier_board::Color::White => Side::White,
        };
        options.side.is_none_or(|wanted| wanted == side)
    };
    let mut exercises = exercise::of_review(&review);
    exercises.retain(|exercise| asked(&exercise.position));
    let (input, out) = (&mut std::io::stdin().lock(), &mut anstream::stdout());
    let mut session = ExerciseSession::new(common.lang, common.json, input, out);
    if exercises.is_empty() {
        session.say(&common.lang.text("exercise-no-mistakes"))?;
    }
    Ok(session.run(&mut reviewer, exercises)?)
}

fn new(common: Common, options: &New) -> Result<(), CliError> {
    let seed = options.endgames.seed();
    let stop = stop_on_ctrl_c();
    let mut made = 0;
    for exercise in options.endgames.exercises(seed, &stop).take(options.count.get()) {
        made += 1;
        if common.json {
            output::json(&numbered(made, &exercise))?
        } else {
            output::line(&describe(common.lang, made, &exercise))?
        }
    }
    if common.json {
        output::json(&ExercisesTotal {
            kind: TotalType::Tag,
            exercises: made,
            wanted: options.count.get(),
            seed,
            empties: options.endgames.empties(),
            interrupted: stop.is_stopped(),
        })?;
    } else {
        report_seed(common.lang, seed);
    }
    if stop.is_stopped() {
        interrupt();
    }
    match made {
        0 => Err(CliError::failed(options.endgames.nothing(common.lang))),
        _ => Ok(()),
    }
}

fn grade(common: Common, options: &Grade) -> Result<(), CliError> {
    let lang = common.lang;
    let position: othellier_board::Position = read_position(common.lang, &options.position)?;
    let not_legal = || CliError::usage(not_a_move(lang, &position, &options.answer));
    let answer = options.answer.parse().map_err(|_| not_legal())?;
    let settings = review::settings(options.level, None, options.threads, TABLE_BYTES);
    let mut reviewer: Reviewer = Reviewer::new(&settings);
    let stop = stop_on_ctrl_c();
    let grade = match reviewer.grade(&position, answer, &stop) {
        Some(grade) => grade,
        None if stop.is_stopped() => interrupt(),
        None => return Err(not_legal()),
    };
    if common.json {
        return output::json(&grade_object(&position, &grade));
    }
    output::lines(&explain(lang, &position, &grade))
}
