//! The report of a match: one HTML page with its figure inside.
//!
//! The browser has it too, in a module that is downloaded: a report is made of what it says alone, and its
//! figure is drawn here, not by the charts of the laboratory.

use std::fmt::Write as _;

use othellier_board::Color;
use othellier_locale::Lang;
use othellier_measure::MatchSettings;
use othellier_wire::{self as wire, Standings, WatchedGame};
use serde::Deserialize;

/// The part of a match that a report shows; other fields of [`wire::Match`] are ignored.
#[derive(Clone, Debug, Deserialize)]
pub struct ReportedMatch {
    settings: MatchSettings,
    standings: Standings,
}

/// The part of a game that a report shows; other fields of [`WatchedGame`] are ignored.
#[derive(Clone, Debug, Deserialize)]
pub struct ReportedGame {
    index: usize,
    a_color: wire::Side,
    difference: i32,
    moves: String,
    standings: RateSoFar,
}

#[derive(Clone, Debug, Deserialize)]
struct RateSoFar {
    score_rate: Option<f64>,
}

impl From<wire::Match> for ReportedMatch {
    fn from(shown: wire::Match) -> ReportedMatch {
        let wire::Match { settings, standings, .. } = shown;
        ReportedMatch { settings, standings }
    }
}

impl From<&WatchedGame> for ReportedGame {
    fn from(WatchedGame { game, standings, .. }: &WatchedGame) -> ReportedGame {
        ReportedGame {
            index: game.index,
            a_color: game.a_color,
            difference: game.difference,
            moves: game.moves.clone(),
            standings: RateSoFar { score_rate: standings.score_rate },
        }
    }
}

/// The report as an HTML page.
pub fn html(shown: &ReportedMatch, games: &[ReportedGame], lang: Lang) -> String {
    let text = |key: &str| lang.text(&format!("match-report-{key}"));
    let ReportedMatch { settings, standings } = shown;
    let [a, b] = settings.players().map(|spec| escaped(&spec.to_string()));
    let figure = figure(lang, games);
    let mut rows = String::new();
    let percent = standings.score_rate.map(|rate| lang.decimals(100.0 * rate, 1) + "\u{a0}%");
    let elo = standings.elo.zip(standings.elo_error);
    let elo = elo.map(|(elo, error)| format!("{} ± {error:.0}", signed(lang, elo, 0)));
    let discs = standings.mean_disc_difference.map(|discs| signed(lang, discs, 1));
    let values = [
        format!("{} / {}", standings.played, settings.games),
        format!("{}, {}, {}", standings.wins, standings.draws, standings.losses),
        percent.unwrap_or_default(),
        elo.unwrap_or_else(|| "–".to_owned()),
        discs.unwrap_or_default(),
        standings.pairs.map(|count| count.to_string()).join(", "),
        [standings.mean_ms_per_move.a, standings.mean_ms_per_move.b]
            .map(|ms| lang.decimals(ms, 1))
            .join("; "),
        format!("{}, {}, {}", standings.illegal, standings.crashes, standings.time_losses),
        [settings.seed, settings.random_plies.map(|plies| plies as u64)]
            .map(|number| number.map_or("–".to_owned(), |number| number.to_string()))
            .join(", "),
    ];
    let names =
        ["played", "score", "points", "elo", "discs", "pairs", "time", "faults", "seed"].map(text);
    for (name, value) in names.iter().zip(values) {
        let _ = writeln!(rows, "<tr><th>{name}</th><td>{value}</td></tr>");
    }
    let mut table = String::new();
    for game in games {
        let disc = if Color::from(game.a_color) == Color::Black { '●' } else { '○' };
        let (number, moves) = (game.index + 1, escaped(&game.moves));
        let difference = signed(lang, game.difference.into(), 0);
        let _ = writeln!(
            table,
            "<tr><td>{number}</td><td>{disc}</td><td>{difference}</td><td><code>{moves}</code></td></tr>"
        );
    }
    let (title, heading) = (text("title"), text("games"));
    format!(
        "<!doctype html>\n<html lang=\"{lang}\"><head><meta charset=\"utf-8\">\n\
         <title>{title}: {a} – {b}</title>\n\
         <style>body{{font:16px/1.5 sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}}\
         table{{border-collapse:collapse}}th{{text-align:left;font-weight:normal;padding-right:2rem}}\
         td{{vertical-align:top;padding-right:1rem}}code{{word-break:break-all}}\
         svg{{max-width:100%;height:auto}}</style></head>\n\
         <body><h1>{title}</h1>\n<p>A = <code>{a}</code><br>B = <code>{b}</code></p>\n\
         <table>{rows}</table>\n{figure}\n<h2>{heading}</h2>\n<table>{table}</table>\n</body></html>\n"
    )
}

/// The share of points of A after each game, as SVG.
fn figure(lang: Lang, games: &[ReportedGame]) -> String {
    const LEFT: f64 = 40.0;
    const WIDTH: f64 = 660.0;
    const HEIGHT: f64 = 200.0;
    let rates: Vec<f64> = games.iter().filter_map(|game| game.standings.score_rate).collect();
    if rates.len() < 2 {
        return String::new();
    }
    let text = |key: &str| escaped(&lang.text(&format!("match-report-{key}")));
    let height = |rate: f64| 30.0 + HEIGHT * (1.0 - rate);
    let mut marks = String::new();
    for percent in [0, 25, 50, 75, 100] {
        let y = height(f64::from(percent) / 100.0);
        let _ = writeln!(
            marks,
            "<path d=\"M{LEFT} {y}h{WIDTH}\" stroke=\"#ddd\"/>\
             <text x=\"{LEFT}\" y=\"{y}\" dx=\"-6\" dy=\"4\" text-anchor=\"end\">{percent}</text>"
        );
    }
    let mut line = String::new();
    for (played, &rate) in rates.iter().enumerate() {
        let x = LEFT + WIDTH * played as f64 / (rates.len() - 1) as f64;
        let _ = write!(line, "{x:.1},{:.1} ", height(rate));
    }
    let (title, x, y, last) =
        (text("figure"), text("games-axis"), text("points-axis"), rates.len());
    format!(
        "<svg viewBox=\"0 0 720 270\" role=\"img\" font-size=\"12\"><title>{title}</title>\n\
         <text y=\"14\">{title} ({y})</text>\n{marks}\
         <polyline points=\"{line}\" fill=\"none\" stroke=\"#1f6f4a\" stroke-width=\"2\"/>\n\
         <text x=\"{LEFT}\" y=\"250\">1</text><text x=\"370\" y=\"250\" text-anchor=\"middle\">{x}</text>\
         <text x=\"700\" y=\"250\" text-anchor=\"end\">{last}</text></svg>"
    )
}

/// A number with its sign, as typography writes it.
fn signed(lang: Lang, value: f64, places: usize) -> String {
    lang.signed(value, places).replace('-', "−")
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use othellier_search::StopSignal;
    use othellier_wire::MatchState;

    use super::*;
    use crate::matches::{AllowedMatch, MatchRun, Unlimited};

    #[test]
    fn a_report_has_the_standings_a_figure_and_every_game_in_both_languages() {
        let asked = r#"{"a":"random","b":"level-2","size":4,"games":6,"random_plies":2,"seed":7}"#;
        let asked = serde_json::from_str(asked).unwrap();
        let mut run = MatchRun::new(AllowedMatch::new(asked, || 0).unwrap());
        let stop = StopSignal::default();
        let next = || run.next_game(&Unlimited, &stop).unwrap().map(|game| game.event);
        let games: Vec<ReportedGame> =
            std::iter::from_fn(next).map(|game| ReportedGame::from(&game)).collect();
        let shown = run.allowed().shown("1", MatchState::Done, &run.standings(), None).into();
        for (lang, played) in [(Lang::En, "games played"), (Lang::Fr, "parties jouées")] {
            let page = html(&shown, &games, lang);
            assert!(page.contains(&format!("<html lang=\"{lang}\">")), "{page}");
            assert!(page.contains(&format!("<th>{played}</th><td>6 / 6</td>")), "{page}");
            assert!(page.contains("<svg") && !page.contains("<script"), "{page}");
            let rows = page.lines().filter(|line| line.contains("<code>") && line.contains("<td>"));
            assert_eq!(rows.count(), 6);
            // Numbers below zero have a minus, not a hyphen.
            assert!(page.contains("<td>−") && !page.contains("<td>-"), "{page}");
        }
    }

    #[test]
    fn specs_and_moves_cannot_become_html() {
        let asked = serde_json::from_str(r#"{"a":"random","b":"random","seed":1}"#).unwrap();
        let run = MatchRun::new(AllowedMatch::new(asked, || 0).unwrap());
        let mut shown = run.allowed().shown("1", MatchState::Done, &run.standings(), None);
        shown.settings.a.name = "<b>&".to_owned();
        let page = html(&shown.into(), &[], Lang::En);
        assert!(page.contains("&lt;b&gt;&amp;") && !page.contains("<b>"), "{page}");
    }
}
