//! The command line of the student reports: `othellier minmax random --benchmark 50`.
//!
//! Their words are translated into ours and then played by the same machinery as `match`, but from
//! the start position and without swapping the colours. Without `--benchmark` it is one game of
//! `play`. An option that a player cannot use is refused: one of the reports measured the defaults
//! because it had set the depth of the random player.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::io::IsTerminal;
use std::num::NonZeroUsize;

use clap::{Args, ValueEnum};
use indicatif::{ProgressBar, ProgressStyle};
use othellier_board::{Color, Size, with_size};
use othellier_lab::stats::Counts;
use othellier_lab::{Colors, Duel, DuelGame, Openings};
use othellier_spec::Spec;

use crate::arguments::{self, Common};
use crate::complaint::Complaint;
use crate::duel::plan::{self, Done, Plan};
use crate::duel::table::{self, Table, percent};
use crate::duel::wire::{GameLine, Settings, Total};
use crate::lang::{Lang, say};
use crate::output;
use crate::values;

/// The depth of a search where none is asked for.
const DEPTH: u8 = 3;

/// The form of the student reports: `othellier minmax random --benchmark 50`
#[derive(Args)]
#[command(
    override_usage = "othellier <BLACK> <WHITE> [OPTIONS]",
    after_help = "\
Examples:
  othellier minmax random --benchmark 50 --depth-black 5 --strategy-black mixte
  othellier player alphabeta --depth-white 4      one game, you have Black"
)]
pub(crate) struct Options {
    /// Who plays Black
    black: Student,
    /// Who plays White
    white: Student,
    /// Play this many games and count; without it, play one game
    #[arg(long, value_name = "N")]
    benchmark: Option<NonZeroUsize>,
    /// How deep Black searches; by default 3
    #[arg(long, value_name = "N", value_parser = values::within::<u8>(1..=120))]
    depth_black: Option<u8>,
    /// How deep White searches; by default 3
    #[arg(long, value_name = "N", value_parser = values::within::<u8>(1..=120))]
    depth_white: Option<u8>,
    /// How Black judges a board: by position, discs, mobility, or each in its phase
    #[arg(long, value_name = "STRATEGY")]
    strategy_black: Option<Strategy>,
    /// How White judges a board
    #[arg(long, value_name = "STRATEGY")]
    strategy_white: Option<Strategy>,
    /// Show the board at the end of each game
    #[arg(long)]
    display_grid: bool,
    /// Show the statistics alone, not each game
    #[arg(long, requires = "benchmark")]
    only_final: bool,
    /// Squares to a side: 4, 6, 8 or 10
    #[arg(long, value_name = "N", value_parser = values::side, default_value = "8")]
    size: u8,
    /// Seed of the random choices: the same seed repeats the same games
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Games to play at once; by default as many as there are cores
    #[arg(long, value_name = "N", value_parser = values::thread_count, requires = "benchmark")]
    threads: Option<NonZeroUsize>,
}

/// A player as the reports call it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Student {
    Minmax,
    Alphabeta,
    Random,
    Player,
}

/// A way to judge a board as the reports call it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Strategy {
    Pos,
    Abs,
    Mob,
    Mixte,
}

/// The command line with the name of this command put in where it is left out: before one of the
/// reports' players.
pub(crate) fn translated(mut words: Vec<OsString>) -> Vec<OsString> {
    let first = words.get(1).and_then(|word| word.to_str());
    if first.is_some_and(|word| Student::from_str(word, false).is_ok()) {
        words.insert(1, "benchmark".into());
    }
    words
}

/// Plays the games, or one game.
pub(crate) fn run(common: Common, options: Options) -> Result<(), Complaint> {
    let Options { depth_black, depth_white, strategy_black, strategy_white, .. } = options;
    let players = [
        spec(common.lang, Color::Black, options.black, depth_black, strategy_black)?,
        spec(common.lang, Color::White, options.white, depth_white, strategy_white)?,
    ];
    match options.benchmark {
        None => play_one(common, &options, players),
        Some(games) => {
            with_size!(options.size, S => play_many::<S>(common, &options, players, games))
                .expect("a side that was checked")
        }
    }
}

/// A player of the reports in our words.
fn spec(
    lang: Lang,
    color: Color,
    student: Student,
    depth: Option<u8>,
    strategy: Option<Strategy>,
) -> Result<Spec, Complaint> {
    let (name, searches) = match student {
        Student::Minmax => ("minimax", true),
        Student::Alphabeta => ("alphabeta", true),
        Student::Random => ("random", false),
        Student::Player => ("human", false),
    };
    let given = [(depth.is_some(), "depth"), (strategy.is_some(), "strategy")];
    if let Some((_, option)) = given.iter().find(|(given, _)| *given && !searches) {
        let option = format!("--{option}-{color}");
        let player = student.to_possible_value().map_or(String::new(), |v| v.get_name().to_owned());
        return Err(Complaint::Usage(say!(
            lang,
            "benchmark-useless",
            option = option,
            player = player
        )));
    }
    let mut options = Vec::new();
    if searches {
        options.push(("depth".to_owned(), depth.unwrap_or(DEPTH).to_string()));
    }
    if let Some(strategy) = strategy {
        let evaluator = match strategy {
            Strategy::Pos => "matrix1",
            Strategy::Abs => "discs",
            Strategy::Mob => "mobility",
            Strategy::Mixte => "mixed",
        };
        options.push(("eval".to_owned(), evaluator.to_owned()));
    }
    Ok(Spec { name: name.to_owned(), options })
}

/// One game, as `othellier play BLACK WHITE --plain` plays it.
fn play_one(common: Common, options: &Options, players: [Spec; 2]) -> Result<(), Complaint> {
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
) -> Result<(), Complaint> {
    let lang = common.lang;
    let has_dice = players.iter().any(|player| player.name == "random");
    let duel = Duel {
        players,
        games: games.get(),
        openings: Openings::<S>::start(),
        colors: Colors::Fixed,
        limit: None,
        sprt: None,
        seed: options.seed.unwrap_or_else(values::seed),
        threads: plan::threads(options.threads),
    };
    let plan = Plan { duel, openings_file: None, random_plies: Some(0) }.checked(lang)?;
    if !has_dice && games.get() > 1 {
        anstream::eprintln!("othellier: {}", lang.text("benchmark-same-game"));
    }
    let names = ["benchmark-black", "benchmark-white"].map(|key| lang.text(key));
    if common.json {
        output::json(&Settings::new(&plan))?;
    } else {
        table::print(&table::settings(lang, &plan, &names[0], &names[1]))?;
    }

    let progress = Progress::new(lang, games.get());
    let mut told = InOrder::default();
    let mut last = None;
    let done = plan.carry_out(lang, |game, totals| {
        progress.ended(totals.games());
        if last.is_none_or(|(index, _)| index < game.index) {
            last = Some((game.index, *game.finished.game.position()));
        }
        let lines = match (common.json, options.only_final) {
            (true, false) => {
                vec![output::json_text(&GameLine::new(&plan.duel.players, game).typed())?]
            }
            (false, false) => in_words(lang, game, options.display_grid),
            (_, true) => Vec::new(),
        };
        told.ended(game.index, lines);
        let lines = told.due();
        progress.bar.suspend(|| lines.iter().try_for_each(|line| output::line(line)))
    })?;
    progress.bar.finish_and_clear();
    told.rest().iter().try_for_each(|line| output::line(line))?;
    if common.json {
        output::json(&Total::new(&plan, &done))?;
    } else {
        if let (true, true, Some((_, position))) = (options.display_grid, options.only_final, last)
        {
            output::line(&crate::play::board(&position, false))?;
        }
        table::print(&statistics(lang, &done))?;
        table::print(&table::efforts(lang, &done.totals, names))?;
    }
    done.exit()
}

/// What is said of games that may end in any order, to be said in their own.
#[derive(Default)]
struct InOrder {
    /// The game that is to be told next.
    next: usize,
    /// What is said of those that ended before their turn.
    waiting: BTreeMap<usize, Vec<String>>,
}

impl InOrder {
    fn ended(&mut self, index: usize, lines: Vec<String>) {
        self.waiting.insert(index, lines);
    }

    /// What can be said now.
    fn due(&mut self) -> Vec<String> {
        let mut due = Vec::new();
        while let Some(lines) = self.waiting.remove(&self.next) {
            due.extend(lines);
            self.next += 1;
        }
        due
    }

    /// What is left when some games were not played, as after Ctrl-C.
    fn rest(self) -> Vec<String> {
        self.waiting.into_values().flatten().collect()
    }
}

/// The result of one game, below its last board if that is wanted.
fn in_words<S: Size>(lang: Lang, game: &DuelGame<S>, with_board: bool) -> Vec<String> {
    let position = game.finished.game.position();
    let board = with_board.then(|| crate::play::board(position, false));
    let winner = game.finished.outcome.winner;
    let result = say!(
        lang,
        "benchmark-game",
        index = (game.index + 1).to_string(),
        black = position.discs(Color::Black).len(),
        white = position.discs(Color::White).len(),
        empties = position.board().empties().len(),
        winner = winner.map_or("nobody".to_owned(), |color| color.to_string()),
        time = table::time(lang, game.finished.elapsed)
    );
    board.into_iter().chain([result]).collect()
}

/// The block that the reports print: who won how often, how long it took, how full the board was;
/// and what they did not print, between what the true share lies.
fn statistics(lang: Lang, done: &Done) -> Table {
    let totals = &done.totals;
    let games = totals.games();
    let mut table = Table::new(say!(lang, "benchmark-result", games = games));
    let black = totals.for_black();
    let rows = [("black-wins", black.wins), ("draws", black.draws), ("white-wins", black.losses)];
    for (key, count) in rows {
        let among = Counts { wins: count, draws: 0, losses: games - count };
        let mut shown = table::share(lang, count, games);
        if let Some((low, high)) = among.interval() {
            let [low, high] = [low, high].map(|rate| percent(lang, rate));
            shown = say!(lang, "match-interval", rate = shown, low = low, high = high);
        }
        table.row(lang.text(&format!("match-{key}")), shown);
    }
    table::board_and_time(lang, totals, &mut table);
    table
}

/// `Game i/N` on stderr: one line that changes on a terminal, a line for each game elsewhere.
struct Progress {
    lang: Lang,
    games: usize,
    bar: ProgressBar,
}

impl Progress {
    fn new(lang: Lang, games: usize) -> Progress {
        let bar = ProgressBar::new(games as u64);
        if let Ok(style) = ProgressStyle::with_template("{msg}  {per_sec}  ~{eta}") {
            bar.set_style(style);
        }
        Progress { lang, games, bar }
    }

    fn ended(&self, count: u64) {
        let (index, games) = (count.to_string(), self.games.to_string());
        let text = say!(self.lang, "benchmark-progress", index = index, games = games);
        if !std::io::stderr().is_terminal() {
            anstream::eprintln!("{text}");
        }
        self.bar.inc(1);
        self.bar.set_message(text);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<OsString> {
        text.split(' ').map(OsString::from).collect()
    }

    #[test]
    fn the_form_of_the_reports_is_known_by_its_first_word() {
        let translation = translated(words("othellier minmax random --benchmark 5"));
        assert_eq!(translation, words("othellier benchmark minmax random --benchmark 5"));
        for other in ["othellier", "othellier play random", "othellier rando player"] {
            assert_eq!(translated(words(other)), words(other));
        }
    }

    #[test]
    fn games_are_told_in_their_order_in_whichever_they_end() {
        let mut told = InOrder::default();
        let mut said = Vec::new();
        for index in [2, 0, 3, 1, 5, 7] {
            told.ended(index, vec![index.to_string()]);
            said.push(told.due().concat());
        }
        assert_eq!(said, ["", "0", "", "123", "", ""]);
        assert_eq!(told.rest(), ["5", "7"]);
    }

    #[test]
    fn their_words_become_ours() {
        let of = |student, depth, strategy| {
            spec(Lang::En, Color::White, student, depth, strategy).map(|spec| spec.to_string())
        };
        let minmax = of(Student::Minmax, None, None).unwrap();
        assert_eq!(minmax, "minimax(depth=3)");
        let alphabeta = of(Student::Alphabeta, Some(5), Some(Strategy::Mixte)).unwrap();
        assert_eq!(alphabeta, "alphabeta(depth=5, eval=mixed)");
        assert_eq!(of(Student::Player, None, None).unwrap(), "human");
        let Err(Complaint::Usage(said)) = of(Student::Random, Some(5), None) else { panic!() };
        assert_eq!(said, "--depth-white cannot be used: random has no such setting");
    }
}
