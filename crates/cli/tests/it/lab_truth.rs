//! Reports state the results that were found: a row, a sentence and a figure have the name of the
//! player whose result they show.

use std::fs;
use std::path::Path;

use othellier_measure::experiment::builtin;
use serde_json::Value;
use toml::Table;

use crate::common::{Finish, check_done, othellier};

/// Games of each arm: enough that different players do not score the same by chance.
const GAMES: i64 = 8;

/// The built-in experiments that have games with several opponents, reduced to these parts and to
/// few games.
fn with_several_opponents() -> Vec<(&'static str, String)> {
    let several = |part: &toml::Value| part["opponents"].as_array().is_some_and(|o| o.len() > 1);
    let mut small = Vec::new();
    for (name, text) in builtin::ALL {
        let whole: Table = text.parse().unwrap();
        let parts = whole.get("games").and_then(toml::Value::as_array);
        let mut parts: Vec<toml::Value> = parts.into_iter().flatten().cloned().collect();
        parts.retain(several);
        if parts.is_empty() {
            continue;
        }
        for part in parts.iter_mut().filter_map(toml::Value::as_table_mut) {
            part.remove("quick");
            part.insert("games".to_owned(), GAMES.into());
            part.insert("measure".to_owned(), vec!["elo", "wins"].into());
        }
        let mut table = Table::new();
        for key in ["format", "name", "seed"] {
            table.insert(key.to_owned(), whole[key].clone());
        }
        table.insert("games".to_owned(), parts.into());
        small.push((name, toml::to_string(&table).unwrap()));
    }
    small
}

/// The result of one arm in the exported tables: full specs, no short names.
struct Meeting {
    part: String,
    player: String,
    opponent: String,
    result: [u64; 3],
    score: f64,
    interval: (f64, f64),
}

fn meetings(folder: &Path) -> Vec<Meeting> {
    let bytes = fs::read(folder.join("tables/games.json")).unwrap();
    let table: Value = serde_json::from_slice(&bytes).unwrap();
    let mut found: Vec<Meeting> = Vec::new();
    for row in table["rows"].as_array().unwrap() {
        let text = |key: &str| row[key].as_str().unwrap().to_owned();
        let (part, player, opponent) = (text("part"), text("player"), text("opponent"));
        let same =
            |m: &&mut Meeting| (&m.part, &m.player, &m.opponent) == (&part, &player, &opponent);
        // The winner, from the final discs and the player's colour.
        let (black, white) =
            (row["black_discs"].as_i64().unwrap(), row["white_discs"].as_i64().unwrap());
        let ahead = if text("color") == "black" { black - white } else { white - black };
        let which = [1, 0, -1].iter().position(|sign| *sign == ahead.signum()).unwrap();
        if found.iter_mut().find(same).is_none() {
            let (result, score, interval) = ([0; 3], 0.0, (0.0, 0.0));
            let (part, player, opponent) = (part.clone(), player.clone(), opponent.clone());
            found.push(Meeting { part, player, opponent, result, score, interval });
        }
        found.iter_mut().find(same).unwrap().result[which] += 1;
    }
    let bytes = fs::read(folder.join("tables/summary.json")).unwrap();
    let summary: Value = serde_json::from_slice(&bytes).unwrap();
    for meeting in &mut found {
        let [wins, draws, losses] = meeting.result.map(|count| count as f64);
        meeting.score = (wins + draws / 2.0) / (wins + draws + losses);
        let rows = summary["rows"].as_array().unwrap();
        let row = rows.iter().find(|row| {
            row["part"] == meeting.part.as_str()
                && row["player"] == meeting.player.as_str()
                && row["opponent"] == meeting.opponent.as_str()
        });
        let row = row.expect("the summary has every arm");
        assert_eq!(row["wins"].as_u64(), Some(meeting.result[0]), "{}", meeting.player);
        let end = |key: &str| row[key].as_f64().unwrap();
        meeting.interval = (end("score_low"), end("score_high"));
    }
    found
}

/// Whether a short name denotes this player and not that one.
fn names(short: &str, this: &str, that: &str) -> bool {
    let (name, options) = match short.split_once(" (") {
        Some((name, options)) => (Some(name), options.strip_suffix(')').unwrap()),
        None if short.contains('=') => (None, short),
        None => (Some(short), ""),
    };
    let fits = |spec: &str| {
        let (own_name, own) = spec.split_once('(').unwrap_or((spec, ")"));
        let own = split_options(own.strip_suffix(')').unwrap());
        name.is_none_or(|name| name == own_name)
            && split_options(options).iter().all(|option| own.contains(option))
    };
    fits(this) && (this == that || !fits(that))
}

/// The options of a spec; nested options are part of their value.
fn split_options(options: &str) -> Vec<&str> {
    let mut open = 0;
    let parts = options.split(|sign| {
        open += i32::from(sign == '(') - i32::from(sign == ')');
        sign == ',' && open == 0
    });
    parts.map(str::trim).filter(|part| !part.is_empty()).collect()
}

/// The tables of a page, with their headers.
fn tables(page: &str) -> Vec<Vec<Vec<String>>> {
    let mut tables: Vec<Vec<Vec<String>>> = vec![Vec::new()];
    for line in page.lines() {
        match line.strip_prefix("| ").and_then(|line| line.strip_suffix(" |")) {
            Some(line) if line.starts_with("---") => {}
            Some(line) => {
                let cells = line.split(" | ").map(str::to_owned).collect();
                tables.last_mut().unwrap().push(cells);
            }
            None if tables.last().is_some_and(|table| !table.is_empty()) => tables.push(Vec::new()),
            None => {}
        }
    }
    tables
}

/// The texts of a picture, in drawing order.
fn words(svg: &str) -> String {
    let texts = svg.split("<text ").skip(1).filter_map(|rest| {
        let text = rest.split_once('>')?.1;
        Some(text.split_once("</text>")?.0.to_owned())
    });
    texts.collect::<Vec<_>>().join(" ")
}

fn check_page(folder: &Path, found: &[Meeting], french: bool) {
    let page = fs::read_to_string(folder.join("report.md")).unwrap().replace('\u{a0}', " ");
    let percent = |rate: f64| {
        let text = format!("{:.1} %", 100.0 * rate);
        if french { text.replace('.', ",") } else { text }
    };
    let (scores, against) = if french { ("marque", "contre") } else { ("scores", "against") };
    let score_column = "score";
    for meeting in found {
        // The row.
        let mut rows = Vec::new();
        for table in tables(&page).iter().filter(|table| !table.is_empty()) {
            let Some(column) = table[0].iter().position(|name| name == score_column) else {
                continue;
            };
            assert_eq!(table[0][1], if french { "contre" } else { "against" });
            rows.extend(table[1..].iter().filter_map(|row| {
                let fits = names(&row[0], &meeting.player, &meeting.opponent)
                    && names(&row[1], &meeting.opponent, &meeting.player);
                fits.then(|| (row[0].clone(), row[1].clone(), row[column].clone()))
            }));
        }
        let [(player, opponent, score)] = &rows[..] else {
            panic!("{} against {}: {rows:?}\n{page}", meeting.player, meeting.opponent)
        };
        assert_eq!(*score, percent(meeting.score), "{player} {against} {opponent}");
        // The sentence is about the player, and gives this score against this opponent.
        let begins = format!("{player} {scores} ");
        let sentence = page.lines().find(|line| line.starts_with(&begins));
        let sentence = sentence.unwrap_or_else(|| panic!("no sentence about {player}\n{page}"));
        let ends = format!(") {against} {opponent}");
        let stated = sentence.split(&ends).next().and_then(|before| before.rsplit_once(" ("));
        let stated = stated.map(|(before, _)| before.to_owned()).unwrap_or_default();
        assert!(
            sentence.contains(&ends) && stated.ends_with(&percent(meeting.score)),
            "{sentence}"
        );
        assert!(!page.contains(&format!("{opponent} {scores} ")), "{sentence}");
        let stronger = if french { "est plus fort que" } else { "is stronger than" };
        let claims = sentence.split(". ").find(|claim| claim.contains(stronger));
        let claimed = claims.is_some_and(|claim| {
            claim.split_once(stronger).is_some_and(|(who, whom)| {
                assert_eq!(who.trim(), player);
                whom.split([',', ':'])
                    .flat_map(|part| part.split(" and "))
                    .flat_map(|p| p.split(" et "))
                    .any(|name| name.trim() == opponent)
            })
        });
        assert_eq!(claimed, meeting.interval.0 > 0.5, "{sentence}");
        // The picture: the name, then the results and the score in the same row.
        let svg = fs::read_to_string(folder.join(format!("figures/{}-elo.svg", meeting.part)));
        let words = words(&svg.unwrap());
        let [wins, draws, losses] = meeting.result;
        let row = format!("{player} {against} {opponent} +{wins} ={draws} −{losses} {score}");
        assert!(words.replace('-', "−").contains(&row.replace('-', "−")), "{row}\n{words}");
        let svg = fs::read_to_string(folder.join(format!("figures/{}-wins.svg", meeting.part)));
        let share = percent(wins as f64 / GAMES as f64);
        let words = self::words(&svg.unwrap());
        let row = format!("{player} {against} {opponent} {share}");
        assert!(words.contains(&row), "{row}\n{words}");
    }
}

/// One run of each built-in experiment with several opponents; pages in both languages.
#[test]
fn the_player_who_won_is_the_one_named() {
    let experiments = with_several_opponents();
    let known: Vec<&str> = experiments.iter().map(|(name, _)| *name).collect();
    assert!(known.contains(&"b3") && known.contains(&"b16"), "{known:?}");
    for (name, text) in experiments {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("small.toml");
        fs::write(&file, text).unwrap();
        let out = folder.path().join("out");
        let paths = [&file, &out].map(|path| path.to_str().unwrap().to_owned());
        let arguments = ["lab", "run", &paths[0], "--out", &paths[1], "--no-report"];
        check_done(&othellier(&arguments).finish());
        let mine = out.join(name);
        let found = meetings(&mine);
        assert!(found.len() > 1, "{name}");
        for lang in ["en", "fr"] {
            let mine = mine.to_str().unwrap();
            let arguments = ["lab", "report", mine, "--markdown", "--lang", lang];
            check_done(&othellier(&arguments).finish());
            check_page(&out.join(name), &found, lang == "fr");
        }
    }
}
