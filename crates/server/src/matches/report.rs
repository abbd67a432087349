//! A match as CSV, and as a report: one HTML file with its figures inside.

use std::fmt::Write as _;

use othellier_board::Color;
use othellier_lab::chart::{Figure, Labels, LinePoint, Lines, Scale, Series, Theme};
use othellier_locale::Lang;
use othellier_wire::WatchedGame;

use super::Match;
use crate::error::ApiError;

/// One row per game, with the columns of `othellier match --csv`.
pub(super) fn csv(shown: &Match) -> Result<Vec<u8>, ApiError> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    for game in &shown.progress().games {
        writer.serialize(&game.game).map_err(ApiError::internal)?;
    }
    writer.into_inner().map_err(|error| ApiError::internal(error.to_string()))
}

/// The report as an HTML page.
pub(super) fn html(shown: &Match, lang: Lang) -> String {
    let text = |key: &str| lang.text(&format!("serve-match-{key}"));
    let plan = &shown.plan;
    let [a, b] = [0, 1].map(|side| escaped(&plan.players[side].spec().to_string()));
    let progress = shown.progress();
    let standings = progress.standings.clone();
    let figure = figure(lang, &progress.games);
    let mut rows = String::new();
    let signed = |value: f64, places| lang.signed(value, places).replace('-', "−");
    let percent = standings.score_rate.map(|rate| lang.decimals(100.0 * rate, 1) + "\u{a0}%");
    let elo = standings.elo.zip(standings.elo_error);
    let elo = elo.map(|(elo, error)| format!("{} ± {error:.0}", signed(elo, 0)));
    let values = [
        format!("{} / {}", standings.played, plan.games),
        format!("{}, {}, {}", standings.wins, standings.draws, standings.losses),
        percent.unwrap_or_default(),
        elo.unwrap_or_else(|| "–".to_owned()),
        standings.mean_disc_difference.map(|discs| signed(discs, 1)).unwrap_or_default(),
        standings.pairs.map(|count| count.to_string()).join(", "),
        [standings.mean_ms_per_move.a, standings.mean_ms_per_move.b]
            .map(|ms| lang.decimals(ms, 1))
            .join("; "),
        format!("{}, {}, {}", standings.illegal, standings.crashes, standings.time_losses),
        format!("{}, {}", plan.seed, plan.random_plies),
    ];
    let names =
        ["played", "score", "points", "elo", "discs", "pairs", "time", "faults", "seed"].map(text);
    for (name, value) in names.iter().zip(values) {
        let _ = writeln!(rows, "<tr><th>{name}</th><td>{value}</td></tr>");
    }
    let mut games = String::new();
    for WatchedGame { game, .. } in progress.games.iter().map(AsRef::as_ref) {
        let disc = if Color::from(game.a_color) == Color::Black { '●' } else { '○' };
        let number = game.index + 1;
        let (difference, moves) = (game.difference, &game.moves);
        let _ = writeln!(
            games,
            "<tr><td>{number}</td><td>{disc}</td><td>{difference:+}</td><td><code>{moves}</code></td></tr>"
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
         <table>{rows}</table>\n{figure}\n<h2>{heading}</h2>\n<table>{games}</table>\n</body></html>\n"
    )
}

fn figure(lang: Lang, games: &[std::sync::Arc<WatchedGame>]) -> String {
    let points = games.iter().filter_map(|game| {
        let rate = game.standings.score_rate?;
        Some(LinePoint { x: game.standings.played as f64, y: 100.0 * rate, band: None })
    });
    let points: Vec<_> = points.collect();
    if points.len() < 2 {
        return String::new();
    }
    let labels = Labels {
        title: lang.text("serve-match-figure"),
        x: lang.text("serve-match-games-axis"),
        y: lang.text("serve-match-points-axis"),
        ..Labels::default()
    };
    let series = vec![Series { name: "A".to_owned(), points }];
    let lines = Lines { labels, x: Scale::Linear, y: Scale::FromZero, series };
    Figure::Lines(lines).svg(Theme::Light)
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::{Client, Peer, Quota};
    use crate::matches::{MatchState, Matches, Plan, PlayedMatch};
    use crate::scheduler::{Account, Lane, Order, Scheduler};
    use crate::store::Store;
    use crate::tables::Tables;
    use othellier_desk::allowed::PlayerSpec;
    use std::sync::Arc;

    #[test]
    fn a_match_is_played_counted_and_reported() {
        let players = ["random", "level-2"].map(|text| PlayerSpec::read(text, 4).unwrap());
        let (time, sprt) = (None, None);
        let plan = Plan { players, size: 4, games: 6, random_plies: 2, time, seed: 7, sprt };
        let matches = Matches::new(Arc::new(Store::in_memory().unwrap()));
        let played = matches.add(plan).unwrap();
        let client = Client::anonymous(Peer::default());
        let permit = Quota::new("matches", [1, 1, 1]).take(&client).unwrap();
        let work = PlayedMatch::new(played.clone(), Tables::new(1 << 20), permit);
        let scheduler = Scheduler::new(1);
        let order = Order::new(Account::of(&client), Lane::Background, played.stop.clone());
        scheduler.push(order, Box::new(work));
        while !played.progress().state.is_over() {
            std::thread::yield_now();
        }
        scheduler.close();
        assert_eq!(played.progress().state, MatchState::Done);
        let standings = played.shown();
        let standings = serde_json::to_value(&standings).unwrap();
        assert_eq!(standings["standings"]["played"], 6);
        let table = String::from_utf8(csv(&played).unwrap()).unwrap();
        assert_eq!(table.lines().count(), 7);
        assert!(table.starts_with("index,pair,opening,a_color,black,white,moves,"), "{table}");
        for lang in [Lang::En, Lang::Fr] {
            let page = html(&played, lang);
            assert!(page.contains("<svg") && page.contains("level-2") && !page.contains("<script"));
        }
    }
}
