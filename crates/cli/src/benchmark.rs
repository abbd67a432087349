//! The command line of the student reports: `othellier minmax random --benchmark 50`.
//!
//! Their names are translated into specs and played like `match`, but from the start position and
//! without swapping the colours. Without `--benchmark` it is one game of `play`. An option that a
//! player cannot use has no effect, as in the reports, and a warning says so: commands that they print
//! set the depth of the random player.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::num::NonZeroUsize;

use clap::{Args, ValueEnum};
use indicatif::ProgressBar;
use othellier_board::{Color, Size, with_size};
use othellier_locale::{Lang, tr};
use othellier_measure::stats::Counts;
use othellier_measure::{Colors, Match, MatchGame, MatchSettings};
use othellier_report::words::Words;
use othellier_spec::{Access, Spec};
use othellier_tui::table::TextTable;
use othellier_wire::{MatchEvent, PreparedMatch};

use crate::common::options as shared;
use crate::common::options::Common;
use crate::common::table::print;

use crate::arguments::{self};
use crate::common::error::CliError;
use crate::common::matches::run::{self, MatchOutcome, prepare};
use crate::common::matches::table;
use crate::common::output;
use crate::common::values;

/// The default depth of a search.
const DEPTH: u8 = 3;

/// The command line of the student reports: `othellier minmax random --benchmark 50`
#[derive(Args)]
#[command(
    override_usage = "othellier <BLACK> <WHITE> [OPTIONS]",
    after_help = "\
Examples:
  othellier minmax random --benchmark 50 --depth-black 5 --strategy-black mixte
  othellier player alphabeta --depth-white 4      one game, you have Black"
)]
pub(crate) struct Options {
    /// Black player
    black: Student,
    /// White player
    white: Student,
    /// Play this many games and count the results; without it, play one game
    #[arg(long, value_name = "N")]
    benchmark: Option<NonZeroUsize>,
    /// Search depth of Black; by default 3
    #[arg(long, value_name = "N", value_parser = values::within::<u8>(1..=120))]
    depth_black: Option<u8>,
    /// Search depth of White; by default 3
    #[arg(long, value_name = "N", value_parser = values::within::<u8>(1..=120))]
    depth_white: Option<u8>,
    /// Evaluation of Black: by position, discs, mobility, or each in its phase
    #[arg(long, value_name = "STRATEGY")]
    strategy_black: Option<Strategy>,
    /// Evaluation of White
    #[arg(long, value_name = "STRATEGY")]
    strategy_white: Option<Strategy>,
    /// Show the board at the end of each game
    #[arg(long)]
    display_grid: bool,
    /// Show only the statistics, not each game
    #[arg(long, requires = "benchmark")]
    only_final: bool,
    /// Squares to a side: 4, 6, 8 or 10
    #[arg(long, value_name = "N", value_parser = values::side, default_value = "8")]
    size: u8,
    /// Seed of the random numbers: the same seed repeats the same games
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Games to play in parallel; by default one per core
    #[arg(long, value_name = "N", value_parser = values::thread_count, requires = "benchmark")]
    threads: Option<NonZeroUsize>,
}

/// A player by its name in the reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Student {
    Minmax,
    Alphabeta,
    Random,
    Player,
}

/// An evaluation by its name in the reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Strategy {
    Pos,
    Abs,
    Mob,
    Mixte,
}

/// Inserts the name of this command if the first word is a player of the reports.
pub(crate) fn translated(mut words: Vec<OsString>) -> Vec<OsString> {
    let first = words.get(1).and_then(|word| word.to_str());
    if first.is_some_and(|word| Student::from_str(word, false).is_ok()) {
        words.insert(1, "benchmark".into());
    }
    words
}

/// Plays the games, or one game.
pub(crate) fn run(common: Common, options: Options) -> Result<(), CliError> {
    let Options { depth_black, depth_white, strategy_black, strategy_white, .. } = options;
    for (color, student, depth, strategy) in [
        (Color::Black, options.black, depth_black, strategy_black),
        (Color::White, options.white, depth_white, strategy_white),
    ] {
        for option in student.unused(color, depth, strategy) {
            let player = student.name();
            let sentence = tr!(common.lang, "benchmark-useless", option = option, player = player);
            anstream::eprintln!("othellier: {sentence}");
        }
    }
    let players = [
        spec(options.black, depth_black, strategy_black),
        spec(options.white, depth_white, strategy_white),
    ];
    match options.benchmark {
        None => play_one(common, &options, players),
        Some(games) => {
            with_size!(options.size, S => play_many::<S>(common, &options, players, games))
                .expect("a side that was checked")
        }
    }
}

impl Student {
    fn searches(self) -> bool {
        matches!(self, Student::Minmax | Student::Alphabeta)
    }

    /// The name in the reports.
    fn name(self) -> String {
        self.to_possible_value().map_or(String::new(), |value| value.get_name().to_owned())
    }

    /// The options that were given and that the player does not have.
    fn unused(self, color: Color, depth: Option<u8>, strategy: Option<Strategy>) -> Vec<String> {
        [(depth.is_some(), "depth"), (strategy.is_some(), "strategy")]
            .into_iter()
            .filter(|(is_given, _)| *is_given && !self.searches())
            .map(|(_, option)| format!("--{option}-{color}"))
            .collect()
    }
}

/// The spec of a player of the reports.
fn spec(student: Student, depth: Option<u8>, strategy: Option<Strategy>) -> Spec {
    let name = match student {
        Student::Minmax => "minimax",
        Student::Alphabeta => "alphabeta",
        Student::Random => "random",
        Student::Player => "human",
    };
    let mut options = Vec::new();
    if student.searches() {
        options.push(("depth".to_owned(), depth.unwrap_or(DEPTH).to_string()));
        let evaluator = strategy.map(|strategy| match strategy {
            Strategy::Pos => "matrix1",
            Strategy::Abs => "discs",
            Strategy::Mob => "mobility",
            Strategy::Mixte => "mixed",
        });
        options.extend(evaluator.map(|evaluator| ("eval".to_owned(), evaluator.to_owned())));
    }
    Spec { name: name.to_owned(), options }
}

/// One game, as `othellier play BLACK WHITE --plain` plays it.
fn play_one(common: Common, options: &Options, players: [Spec; 2]) -> Result<(), CliError> {
    let mut words = vec!["othellier".to_owned(), "play".to_owned()];
    words.extend(players.map(|player| player.to_string()));
    words.extend(["--plain".to_owned(), format!("--size={}", options.size)]);
    words.extend(options.seed.map(|seed| format!("--seed={seed}")));
    let words = words.into_iter().map(OsString::from).collect();
    let (_, command) = arguments::parse(common.lang, words)?;
    crate::run(common, command)
}

fn play_many<S: Size>(
    common: Common,
    options: &Options,
    players: [Spec; 2],
    games: NonZeroUsize,
) -> Result<(), CliError> {
    let lang = common.lang;
    let has_dice = players.iter().any(|player| player.name == "random");
    let [a, b] = players;
    let settings = MatchSettings {
        games,
        random_plies: Some(0),
        size: options.size,
        seed: options.seed,
        ..MatchSettings::new(a, b)
    };
    let settings = settings.completed(values::seed);
    let matchup = prepare(&settings, Access::Full, shared::threads(options.threads))?;
    let matchup: Match<S> = Match { colors: Colors::Fixed, ..matchup };
    if !has_dice && games.get() > 1 {
        anstream::eprintln!("othellier: {}", lang.text("benchmark-same-game"));
    }
    let names = ["benchmark-black", "benchmark-white"].map(|key| lang.text(key));
    if common.json {
        output::json(&MatchEvent::Settings(Box::new(PreparedMatch::new(settings, &matchup))))?;
    } else {
        print(&table::settings(lang, &settings, &matchup, names.each_ref().map(String::as_str)))?;
    }

    let progress = GameProgress::new(lang, games.get());
    let mut ordered = InOrder::default();
    let mut last = None;
    let outcome = run::play(&matchup, |game, totals| {
        progress.ended(totals.games());
        if last.is_none_or(|(index, _)| index < game.index) {
            last = Some((game.index, *game.finished.game.position()));
        }
        let lines = match (common.json, options.only_final) {
            (true, false) => {
                let players = matchup.players.each_ref();
                let game = othellier_wire::MatchGame::new(players, game);
                vec![output::json_text(&MatchEvent::Game(Box::new(game)))?]
            }
            (false, false) => in_words(lang, game, options.display_grid),
            (_, true) => Vec::new(),
        };
        ordered.ended(game.index, lines);
        let lines = ordered.due();
        progress.bar.suspend(|| lines.iter().try_for_each(|line| output::line(line)))
    })?;
    progress.bar.finish_and_clear();
    ordered.rest().iter().try_for_each(|line| output::line(line))?;
    if common.json {
        output::json(&outcome.total(None))?;
    } else {
        if let (true, true, Some((_, position))) = (options.display_grid, options.only_final, last)
        {
            output::line(&othellier_record::diagram::text(&position, false))?;
        }
        print(&statistics(lang, &outcome))?;
        print(&table::efforts(lang, &outcome.totals, names))?;
    }
    outcome.exit()
}

/// Buffers the lines of games that end in any order, to print them in index order.
#[derive(Default)]
struct InOrder {
    /// The index of the game to print next.
    next: usize,
    /// The lines of games that ended before their turn.
    waiting: BTreeMap<usize, Vec<String>>,
}

impl InOrder {
    fn ended(&mut self, index: usize, lines: Vec<String>) {
        self.waiting.insert(index, lines);
    }

    /// The lines that can be printed now.
    fn due(&mut self) -> Vec<String> {
        let mut due = Vec::new();
        while let Some(lines) = self.waiting.remove(&self.next) {
            due.extend(lines);
            self.next += 1;
        }
        due
    }

    /// The remaining lines if some games were not played, as after Ctrl-C.
    fn rest(self) -> Vec<String> {
        self.waiting.into_values().flatten().collect()
    }
}

/// The result of one game, below its final board if requested.
fn in_words<S: Size>(lang: Lang, game: &MatchGame<S>, with_board: bool) -> Vec<String> {
    let position = game.finished.game.position();
    let board = with_board.then(|| othellier_record::diagram::text(position, false));
    let winner = game.finished.outcome.winner;
    let result = tr!(
        lang,
        "benchmark-game",
        index = (game.index + 1).to_string(),
        black = position.discs(Color::Black).len(),
        white = position.discs(Color::White).len(),
        empties = position.board().empties().len(),
        winner = winner.map_or("nobody".to_owned(), |color| color.to_string()),
        time = lang.time(game.finished.elapsed)
    );
    board.into_iter().chain([result]).collect()
}

/// The statistics that the reports print: wins, times, shares of the board; and confidence
/// intervals, which they did not print.
fn statistics(lang: Lang, outcome: &MatchOutcome) -> TextTable {
    let totals = &outcome.totals;
    let games = totals.games();
    let mut table = TextTable::new(tr!(lang, "benchmark-result", games = games));
    let black = totals.for_black();
    let rows = [("black-wins", black.wins), ("draws", black.draws), ("white-wins", black.losses)];
    for (key, count) in rows {
        let among = Counts { wins: count, draws: 0, losses: games - count };
        let mut shown = table::share(lang, count, games);
        if let Some((low, high)) = among.interval() {
            let [low, high] = [low, high].map(|rate| lang.percent(rate));
            shown = tr!(lang, "match-interval", rate = shown, low = low, high = high);
        }
        table.row(lang.text(&format!("match-{key}")), shown);
    }
    table::board_and_time(lang, totals, &mut table);
    table
}

/// `Game i/N` on stderr: one line that changes on a terminal, nothing elsewhere.
struct GameProgress {
    lang: Lang,
    games: usize,
    bar: ProgressBar,
}

impl GameProgress {
    fn new(lang: Lang, games: usize) -> GameProgress {
        let bar = crate::common::progress::bar(lang, games, "{msg}  {per_sec}  ~{eta}");
        GameProgress { lang, games, bar }
    }

    fn ended(&self, count: u64) {
        let (index, games) = (count.to_string(), self.games.to_string());
        self.bar.inc(1);
        self.bar.set_message(tr!(self.lang, "benchmark-progress", index = index, games = games));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<OsString> {
        text.split(' ').map(OsString::from).collect()
    }

    #[test]
    fn the_form_of_the_reports_is_recognised_by_its_first_word() {
        let translation = translated(words("othellier minmax random --benchmark 5"));
        assert_eq!(translation, words("othellier benchmark minmax random --benchmark 5"));
        for other in ["othellier", "othellier play random", "othellier rando player"] {
            assert_eq!(translated(words(other)), words(other));
        }
    }

    #[test]
    fn games_are_reported_in_index_order() {
        let mut ordered = InOrder::default();
        let mut said = Vec::new();
        for index in [2, 0, 3, 1, 5, 7] {
            ordered.ended(index, vec![index.to_string()]);
            said.push(ordered.due().concat());
        }
        assert_eq!(said, ["", "0", "", "123", "", ""]);
        assert_eq!(ordered.rest(), ["5", "7"]);
    }

    #[test]
    fn names_of_the_reports_become_specs() {
        let of = |student, depth, strategy| spec(student, depth, strategy).to_string();
        assert_eq!(of(Student::Minmax, None, None), "minimax(depth=3)");
        let alphabeta = of(Student::Alphabeta, Some(5), Some(Strategy::Mixte));
        assert_eq!(alphabeta, "alphabeta(depth=5, eval=mixed)");
        assert_eq!(of(Student::Player, None, None), "human");
        assert_eq!(of(Student::Random, Some(5), Some(Strategy::Pos)), "random");
        let unused = |student: Student| student.unused(Color::White, Some(5), Some(Strategy::Pos));
        assert_eq!(unused(Student::Random), ["--depth-white", "--strategy-white"]);
        assert_eq!(unused(Student::Minmax), [""; 0]);
    }
}
