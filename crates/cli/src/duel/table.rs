//! What a match tells people: aligned lines, in their language.

use std::time::Duration;

use othellier_board::Size;
use othellier_lab::stats::{Counts, Sprt, Verdict};
use othellier_lab::{Effort, MoveLimit, Occupation, Totals};
use othellier_play::show_duration;

use super::plan::{Done, Plan, shown};
use crate::complaint::Complaint;
use crate::lang::{Lang, say};
use crate::output::{self, thousands};

/// Rows of cells: the first column on the left, and the others too unless they are numbers.
pub(crate) struct Table {
    title: String,
    rows: Vec<Vec<String>>,
    /// Whether the columns after the first are numbers, to be set on the right.
    numbers: bool,
}

impl Table {
    pub(crate) fn new(title: String) -> Table {
        Table { title, rows: Vec::new(), numbers: false }
    }

    /// A table whose columns after the first are numbers.
    pub(crate) fn of_numbers(title: String) -> Table {
        Table { numbers: true, ..Table::new(title) }
    }

    /// Adds a line of cells.
    pub(crate) fn cells(&mut self, cells: Vec<String>) {
        self.rows.push(cells);
    }

    /// Adds a line of a label and what is said of it.
    pub(crate) fn row(&mut self, label: String, text: impl Into<String>) {
        self.rows.push(vec![label, text.into()]);
    }

    /// The lines, each without spaces at its end.
    pub(crate) fn lines(&self) -> Vec<String> {
        let mut widths = Widths::default();
        self.rows.iter().for_each(|row| widths.widen(row));
        let title = Some(self.title.clone()).filter(|title| !title.is_empty());
        let lines = self.rows.iter().map(|row| widths.line(row, self.numbers));
        title.into_iter().chain(lines).collect()
    }
}

/// How wide each column is: as its widest cell so far, which is measured once.
#[derive(Default)]
struct Widths(Vec<usize>);

impl Widths {
    fn widen(&mut self, row: &[String]) {
        self.0.resize(self.0.len().max(row.len()), 0);
        for (width, cell) in self.0.iter_mut().zip(row) {
            *width = (*width).max(measured(cell));
        }
    }

    fn line(&self, row: &[String], numbers: bool) -> String {
        let cells =
            row.iter().zip(&self.0).enumerate().map(|(column, (cell, &width))| match column {
                1.. if numbers => format!("{cell:>width$}"),
                _ => format!("{cell:width$}"),
            });
        let line = format!("  {}", cells.collect::<Vec<_>>().join("  "));
        line.trim_end().to_owned()
    }
}

/// The letters of a cell.
fn measured(cell: &str) -> usize {
    #[cfg(test)]
    tests::MEASURED.with(|count| count.set(count.get() + 1));
    cell.chars().count()
}

/// A table of any length, shown while it grows: the columns of a block are as wide as its cells and
/// those before them want. A table of one block looks like any other.
#[derive(Default)]
pub(crate) struct Rows {
    waiting: Vec<Vec<String>>,
    widths: Widths,
}

/// How many rows are shown at a time.
const BLOCK: usize = 500;

impl Rows {
    /// Adds a row, and shows a block that is full.
    pub(crate) fn push(&mut self, row: Vec<String>) -> Result<(), Complaint> {
        self.waiting.push(row);
        if self.waiting.len() < BLOCK { Ok(()) } else { self.finish() }
    }

    /// Shows what waits.
    pub(crate) fn finish(&mut self) -> Result<(), Complaint> {
        let lines = self.take_lines();
        if lines.is_empty() { Ok(()) } else { output::line(&lines.join("\n")) }
    }

    fn take_lines(&mut self) -> Vec<String> {
        let rows = std::mem::take(&mut self.waiting);
        rows.iter().for_each(|row| self.widths.widen(row));
        rows.iter().map(|row| self.widths.line(row, false)).collect()
    }
}

/// Writes a table on standard output.
pub(crate) fn print(table: &Table) -> Result<(), Complaint> {
    table.lines().iter().try_for_each(|line| output::line(line))
}

/// The settings in effect, defaults included; `a` and `b` are what the players are called.
pub(crate) fn settings<S: Size>(lang: Lang, plan: &Plan<S>, a: &str, b: &str) -> Table {
    let duel = &plan.duel;
    let label = |key: &str| lang.text(&format!("match-{key}"));
    let version = env!("CARGO_PKG_VERSION");
    let mut table = Table::new(say!(lang, "match-settings", version = version));
    table.row(a.to_owned(), shown(&duel.players[0]));
    table.row(b.to_owned(), shown(&duel.players[1]));
    table.row(label("games"), thousands(duel.games as u64));
    let file = plan.openings_file.as_deref();
    let openings = openings_in_words(lang, file, plan.random_plies, duel.openings.count());
    table.row(label("openings"), openings);
    if let Some(limit) = duel.limit {
        table.row(label("time-per-move"), limit_in_words(lang, limit));
    }
    if let Some(sprt) = duel.sprt {
        let (elo0, elo1) = sprt.hypotheses();
        table.row(label("sprt"), say!(lang, "match-sprt-asked", elo0 = elo0, elo1 = elo1));
    }
    table.row(label("board"), format!("{0}×{0}", S::SIDE));
    table.row(label("seed"), duel.seed.to_string());
    table.row(label("threads"), duel.threads.to_string());
    table
}

/// The time for a move, and what is forgiven.
pub(crate) fn limit_in_words(lang: Lang, limit: MoveLimit) -> String {
    let [time, margin] = [limit.time, limit.margin].map(show_duration);
    say!(lang, "match-time-forgiven", time = time, margin = margin)
}

/// Where games begin: as a file says, after random plies, or with our own list.
pub(crate) fn openings_in_words(
    lang: Lang,
    file: Option<&str>,
    random_plies: Option<usize>,
    count: usize,
) -> String {
    match (file, random_plies) {
        (Some(file), _) => say!(lang, "match-openings-file", file = file, count = count),
        (None, Some(0)) => lang.text("match-openings-start"),
        (None, Some(plies)) => say!(lang, "match-openings-random", plies = plies),
        (None, None) => say!(lang, "match-openings-balanced", count = count),
    }
}

/// Who won, and how sure it is who is stronger.
pub(crate) fn result<S: Size>(lang: Lang, plan: &Plan<S>, done: &Done) -> Table {
    let totals = &done.totals;
    let label = |key: &str| lang.text(&format!("match-{key}"));
    let mut table = Table::new(say!(lang, "match-result", games = totals.games()));
    let score = totals.score;
    for (key, count) in [("wins", score.wins), ("draws", score.draws), ("losses", score.losses)] {
        table.row(label(key), share(lang, count, totals.games()));
    }
    if let (Some(rate), Some((low, high))) = (score.score_rate(), score.interval()) {
        let [rate, low, high] = [rate, low, high].map(|rate| percent(lang, rate));
        table
            .row(label("score"), say!(lang, "match-interval", rate = rate, low = low, high = high));
    }
    table.row(
        label("elo"),
        match totals.elo() {
            Some(elo) => {
                format!("{} ± {}", lang.signed(elo.difference, 1), lang.decimals(elo.error, 1))
            }
            None => label("no-elo"),
        },
    );
    let [none, half, one, more, two] = totals.pairs.0;
    table.row(label("pairs"), format!("0: {none}  ½: {half}  1: {one}  1½: {more}  2: {two}"));
    if let Some(sprt) = plan.duel.sprt {
        table.row(label("sprt"), verdict(lang, sprt, totals));
    }
    if let Some(difference) = totals.mean_disc_difference() {
        let number = lang.signed(difference, 2);
        table.row(label("discs"), say!(lang, "match-per-game", number = number));
    }
    table.row(label("a-as-black"), plus_minus(totals.by_color[0]));
    table.row(label("a-as-white"), plus_minus(totals.by_color[1]));
    let black = totals.for_black();
    table.row(label("black-wins"), share(lang, black.wins, black.games()));
    table.row(label("white-wins"), share(lang, black.losses, black.games()));
    board_and_time(lang, totals, &mut table);
    table
}

/// How full the board was, and how long games took.
pub(crate) fn board_and_time(lang: Lang, totals: &Totals, table: &mut Table) {
    if let Some(shares) = totals.occupation() {
        table.row(lang.text("match-occupation"), shares_in_words(lang, shares));
    }
    if let Some(mean) = totals.mean_game_time() {
        table.row(lang.text("match-game-time"), time(lang, mean));
    }
}

/// What part of the board each side had at the end.
pub(crate) fn shares_in_words(lang: Lang, shares: Occupation) -> String {
    let [black, white, empty] =
        [shares.black, shares.white, shares.empty].map(|share| percent(lang, share));
    say!(lang, "match-shares", black = black, white = white, empty = empty)
}

/// What the two players spent, side by side.
pub(crate) fn efforts(lang: Lang, totals: &Totals, names: [String; 2]) -> Table {
    type Cell = fn(Lang, &Effort) -> String;
    let rows: [(&str, Cell); 12] = [
        ("mean", |lang, effort| time(lang, effort.times().mean)),
        ("median", |lang, effort| time(lang, effort.times().median)),
        ("p95", |lang, effort| time(lang, effort.times().p95)),
        ("slowest", |lang, effort| time(lang, effort.times().slowest)),
        ("nodes", |_, effort| thousands(effort.nodes / effort.durations.len().max(1) as u64)),
        ("nodes-per-second", |_, effort| {
            effort.nodes_per_second().map_or("–".to_owned(), |rate| thousands(rate as u64))
        }),
        ("live", |lang, effort| bytes(lang, effort.live_bytes as u64)),
        ("peak", |lang, effort| bytes(lang, effort.peak_bytes as u64)),
        ("cumulated", |lang, effort| {
            bytes(lang, effort.cumulated_bytes / effort.durations.len().max(1) as u64)
        }),
        ("illegal", |_, effort| effort.illegal.to_string()),
        ("crashes", |_, effort| effort.crashes.to_string()),
        ("time-losses", |_, effort| effort.time_losses.to_string()),
    ];
    let mut table = Table { numbers: true, ..Table::new(String::new()) };
    let [a, b] = names;
    table.rows.push(vec![String::new(), a, b]);
    for (key, cell) in rows {
        let [a, b] = &totals.efforts;
        table.rows.push(vec![lang.text(&format!("match-{key}")), cell(lang, a), cell(lang, b)]);
    }
    table
}

fn verdict(lang: Lang, sprt: Sprt, totals: &Totals) -> String {
    let (elo0, elo1) = sprt.hypotheses();
    let (low, high) = sprt.bounds();
    let key = match sprt.verdict(totals.pairs) {
        Verdict::Undecided => "match-sprt-undecided",
        Verdict::AcceptH0 => "match-sprt-h0",
        Verdict::AcceptH1 => "match-sprt-h1",
    };
    let said = say!(lang, key, elo0 = elo0, elo1 = elo1);
    let [llr, low, high] =
        [sprt.llr(totals.pairs), low, high].map(|number| lang.decimals(number, 2));
    say!(lang, "match-sprt-llr", llr = llr, low = low, high = high, said = said)
}

/// `+12 =1 -7`.
pub(crate) fn plus_minus(counts: Counts) -> String {
    format!("+{} ={} -{}", counts.wins, counts.draws, counts.losses)
}

/// `62  (62.0 %)`.
pub(crate) fn share(lang: Lang, count: u64, all: u64) -> String {
    format!("{}  ({})", thousands(count), percent(lang, count as f64 / all.max(1) as f64))
}

pub(crate) fn percent(lang: Lang, share: f64) -> String {
    format!("{} %", lang.decimals(100.0 * share, 1))
}

/// A time in the largest unit that leaves a number of at least 1, and no less than µs.
pub(crate) fn time(lang: Lang, duration: Duration) -> String {
    let seconds = duration.as_secs_f64();
    match duration.as_nanos() {
        0..1_000_000 => format!("{} µs", lang.decimals(seconds * 1e6, 1)),
        1_000_000..1_000_000_000 => format!("{} ms", lang.decimals(seconds * 1e3, 1)),
        _ => format!("{} s", lang.decimals(seconds, 2)),
    }
}

/// A size in the largest unit that leaves a number of at least 1.
pub(crate) fn bytes(lang: Lang, bytes: u64) -> String {
    lang.writing().of(&match bytes {
        0..1024 => format!("{bytes} B"),
        1024..1_048_576 => format!("{:.1} KiB", bytes as f64 / 1024.0),
        _ => format!("{:.1} MiB", bytes as f64 / 1_048_576.0),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_stand_on_the_left_and_numbers_on_the_right() {
        let mut table = Table::new("Title".to_owned());
        table.row("é".to_owned(), "x");
        table.row("label".to_owned(), "text");
        assert_eq!(table.lines(), ["Title", "  é      x", "  label  text"]);
        let rows = [["", "A", "B"], ["nodes", "1 000", "7"]];
        let rows = rows.map(|row| row.map(str::to_owned).to_vec()).to_vec();
        let table = Table { title: String::new(), rows, numbers: true };
        assert_eq!(table.lines(), ["             A  B", "  nodes  1 000  7"]);
    }

    thread_local! {
        /// How many cells were measured by this thread.
        pub(super) static MEASURED: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
    }

    /// The work grows as the table does: each cell is measured once, however many rows there are.
    #[test]
    fn a_long_table_is_measured_once() {
        let mut table = Table::new(String::new());
        let mut rows = Rows::default();
        for number in 0..400 {
            let row = vec![number.to_string(), "Tamenori".to_owned(), "x".repeat(number % 7)];
            table.cells(row.clone());
            rows.push(row).unwrap();
        }
        MEASURED.set(0);
        assert_eq!((table.lines().len(), MEASURED.get()), (400, 1200));
        MEASURED.set(0);
        assert_eq!((rows.take_lines().len(), MEASURED.get()), (400, 1200));
    }

    #[test]
    fn a_table_that_grows_looks_like_one_that_is_whole() {
        let row = |number: usize| vec![number.to_string(), "a".to_owned(), "é".repeat(number)];
        let (mut table, mut rows) = (Table::new(String::new()), Rows::default());
        for number in 8..12 {
            table.cells(row(number));
            rows.waiting.push(row(number));
        }
        assert_eq!(rows.take_lines(), table.lines());
        // What comes later is as wide as what came before, or wider.
        rows.waiting.push(row(1));
        assert_eq!(rows.take_lines(), ["  1   a  é"]);
        assert!(rows.take_lines().is_empty());
    }

    #[test]
    fn times_and_sizes_are_short() {
        let times = [250, 1_500_000, 2_000_000_000].map(Duration::from_nanos);
        let shown = |lang| times.map(|duration| time(lang, duration));
        assert_eq!(shown(Lang::En), ["0.2 µs", "1.5 ms", "2.00 s"]);
        assert_eq!(shown(Lang::Fr), ["0,2 µs", "1,5 ms", "2,00 s"]);
        let shown = |lang| [0, 1023, 1024, 1_048_575, 3 << 20].map(|size| bytes(lang, size));
        assert_eq!(shown(Lang::En), ["0 B", "1023 B", "1.0 KiB", "1024.0 KiB", "3.0 MiB"]);
        assert_eq!(shown(Lang::Fr), ["0 o", "1023 o", "1,0 Kio", "1024,0 Kio", "3,0 Mio"]);
    }
}
