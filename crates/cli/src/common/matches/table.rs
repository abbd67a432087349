//! The text output of a match: aligned tables in the user's language.

use othellier_board::Size;
use othellier_locale::{Lang, thousands, tr};
use othellier_measure::stats::{Sprt, Verdict};
use othellier_measure::{Effort, Lines, Match, MatchSettings, TimeLimit, Totals, display_spec};
use othellier_play::show_duration;
use othellier_report::words::Words;
use othellier_tui::table::TextTable;

use super::run::MatchOutcome;

/// The effective settings; `a` and `b` are the labels of the players.
pub(crate) fn settings<S: Size>(
    lang: Lang,
    settings: &MatchSettings,
    matchup: &Match<S>,
    [a, b]: [&str; 2],
) -> TextTable {
    let label = |key: &str| lang.text(&format!("match-{key}"));
    let version = env!("CARGO_PKG_VERSION");
    let mut table = TextTable::new(tr!(lang, "match-settings", version = version));
    table.row(a.to_owned(), display_spec(&matchup.players[0]));
    table.row(b.to_owned(), display_spec(&matchup.players[1]));
    table.row(label("games"), thousands(matchup.games as u64));
    let file = settings.openings.as_ref().and_then(Lines::file);
    let file = file.map(|path| path.display().to_string());
    let plies = settings.random_plies;
    let openings = openings_in_words(lang, file.as_deref(), plies, matchup.openings.count());
    table.row(label("openings"), openings);
    if let Some(limit) = matchup.limit {
        limit_row(lang, &mut table, limit);
    }
    if let Some(sprt) = matchup.sprt {
        let (elo0, elo1) = sprt.hypotheses();
        table.row(label("sprt"), tr!(lang, "match-sprt-asked", elo0 = elo0, elo1 = elo1));
    }
    table.row(label("board"), format!("{0}×{0}", S::SIDE));
    table.row(label("seed"), matchup.seed.to_string());
    table.row(label("threads"), matchup.threads.to_string());
    table
}

/// Adds the clock, or the time limit per move and its margin.
pub(crate) fn limit_row(lang: Lang, table: &mut TextTable, limit: TimeLimit) {
    match limit {
        TimeLimit::Move { time, margin } => {
            let [time, margin] = [time, margin].map(show_duration);
            let limit = tr!(lang, "match-time-forgiven", time = time, margin = margin);
            table.row(lang.text("match-time-per-move"), limit);
        }
        TimeLimit::Game(control) => table.row(lang.text("match-clock"), control.to_string()),
    }
}

/// The openings: a file, random plies, or the built-in list.
pub(crate) fn openings_in_words(
    lang: Lang,
    file: Option<&str>,
    random_plies: Option<usize>,
    count: usize,
) -> String {
    match (file, random_plies) {
        (Some(file), _) => tr!(lang, "match-openings-file", file = file, count = count),
        (None, Some(0)) => lang.text("match-openings-start"),
        (None, Some(plies)) => tr!(lang, "match-openings-random", plies = plies),
        (None, None) => tr!(lang, "match-openings-balanced", count = count),
    }
}

/// The result: score, Elo and their uncertainty.
pub(crate) fn result(lang: Lang, sprt: Option<Sprt>, outcome: &MatchOutcome) -> TextTable {
    let totals = &outcome.totals;
    let label = |key: &str| lang.text(&format!("match-{key}"));
    let mut table = TextTable::new(tr!(lang, "match-result", games = totals.games()));
    let score = totals.score;
    for (key, count) in [("wins", score.wins), ("draws", score.draws), ("losses", score.losses)] {
        table.row(label(key), share(lang, count, totals.games()));
    }
    if let (Some(rate), Some((low, high))) = (score.score_rate(), score.interval()) {
        let [rate, low, high] = [rate, low, high].map(|rate| lang.percent(rate));
        table.row(label("score"), tr!(lang, "match-interval", rate = rate, low = low, high = high));
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
    let [none, half, one, more, two] = totals.pairs().0;
    table.row(label("pairs"), format!("0: {none}  ½: {half}  1: {one}  1½: {more}  2: {two}"));
    if let Some(sprt) = sprt {
        table.row(label("sprt"), verdict(lang, sprt, totals));
    }
    if let Some(difference) = totals.mean_disc_difference() {
        let number = lang.signed(difference, 2);
        table.row(label("discs"), tr!(lang, "match-per-game", number = number));
    }
    table.row(label("a-as-black"), totals.by_color[0].plus_minus());
    table.row(label("a-as-white"), totals.by_color[1].plus_minus());
    let black = totals.for_black();
    table.row(label("black-wins"), share(lang, black.wins, black.games()));
    table.row(label("white-wins"), share(lang, black.losses, black.games()));
    board_and_time(lang, totals, &mut table);
    table
}

/// Adds the shares of the board and the mean time of games.
pub(crate) fn board_and_time(lang: Lang, totals: &Totals, table: &mut TextTable) {
    if let Some(shares) = totals.occupation() {
        table.row(lang.text("match-occupation"), lang.shares(shares));
    }
    if let Some(mean) = totals.mean_game_time() {
        table.row(lang.text("match-game-time"), lang.time(mean));
    }
}

/// The costs of both players, side by side.
pub(crate) fn efforts(lang: Lang, totals: &Totals, names: [String; 2]) -> TextTable {
    type Cell = fn(Lang, &Effort) -> String;
    let rows: [(&str, Cell); 12] = [
        ("mean", |lang, effort| lang.time(effort.times().mean)),
        ("median", |lang, effort| lang.time(effort.times().median)),
        ("p95", |lang, effort| lang.time(effort.times().p95)),
        ("slowest", |lang, effort| lang.time(effort.times().slowest)),
        ("nodes", |_, effort| thousands(effort.nodes / effort.durations.len().max(1) as u64)),
        ("nodes-per-second", |_, effort| {
            effort.nodes_per_second().map_or("–".to_owned(), |rate| thousands(rate as u64))
        }),
        ("live", |lang, effort| lang.bytes(effort.live_bytes as u64)),
        ("peak", |lang, effort| lang.bytes(effort.peak_bytes as u64)),
        ("cumulated", |lang, effort| {
            lang.bytes(effort.cumulated_bytes / effort.durations.len().max(1) as u64)
        }),
        ("illegal", |_, effort| effort.illegal.to_string()),
        ("crashes", |_, effort| effort.crashes.to_string()),
        ("time-losses", |_, effort| effort.time_losses.to_string()),
    ];
    let mut table = TextTable::of_numbers(String::new());
    let [a, b] = names;
    table.cells(vec![String::new(), a, b]);
    for (key, cell) in rows {
        let [a, b] = &totals.efforts;
        table.cells(vec![lang.text(&format!("match-{key}")), cell(lang, a), cell(lang, b)]);
    }
    table
}

fn verdict(lang: Lang, sprt: Sprt, totals: &Totals) -> String {
    let (elo0, elo1) = sprt.hypotheses();
    let (low, high) = sprt.bounds();
    let key = match sprt.verdict(totals.pairs()) {
        Verdict::Undecided => "match-sprt-undecided",
        Verdict::AcceptH0 => "match-sprt-h0",
        Verdict::AcceptH1 => "match-sprt-h1",
    };
    let said = tr!(lang, key, elo0 = elo0, elo1 = elo1);
    let [llr, low, high] =
        [sprt.llr(totals.pairs()), low, high].map(|number| lang.decimals(number, 2));
    tr!(lang, "match-sprt-llr", llr = llr, low = low, high = high, said = said)
}

/// `62  (62.0 %)`.
pub(crate) fn share(lang: Lang, count: u64, all: u64) -> String {
    format!("{}  ({})", thousands(count), lang.percent(count as f64 / all.max(1) as f64))
}
