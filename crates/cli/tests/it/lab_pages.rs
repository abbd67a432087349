//! The pages under `docs/experiments` and `docs/fr/experiments` are consistent: every sentence
//! about scores agrees with the table under it, and the summary repeats the pages.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use othellier_measure::experiment::{Experiment, builtin};
use othellier_report::chart::NumberFormat;

fn docs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs")
}

/// The phrases by which a sentence about scores is recognised in a language.
struct Words {
    folder: &'static str,
    against: &'static str,
    met: &'static str,
    columns: [&'static str; 4],
    most: [&'static str; 2],
    least: [&'static str; 2],
    apart: &'static str,
    scores: &'static str,
    equal: &'static str,
    same_games: &'static str,
    and: &'static str,
    stronger: &'static str,
    weaker: &'static str,
    even: &'static str,
    as_black: &'static str,
}

const ENGLISH: Words = Words {
    folder: "experiments",
    against: "against ",
    met: "Against ",
    columns: ["player", "against", "score", "+ = −"],
    most: [" scores most, ", " score most, "],
    least: [" scores least, ", " score least, "],
    apart: "do not overlap",
    scores: " scores ",
    equal: " score ",
    same_games: "the same games",
    and: " and ",
    stronger: " is stronger than ",
    weaker: " is weaker than ",
    even: "These games do not tell ",
    as_black: " as Black wins ",
};

const FRENCH: Words = Words {
    folder: "fr/experiments",
    against: "contre ",
    met: "Contre ",
    columns: ["joueur", "contre", "score", "+ = −"],
    most: [" obtient le meilleur score, ", " obtiennent le meilleur score, "],
    least: [" le moins bon, ", " le moins bon, "],
    apart: "disjoints",
    scores: " marque ",
    equal: " marquent ",
    same_games: "les mêmes parties",
    and: " et ",
    stronger: " est plus fort que ",
    weaker: " est plus faible que ",
    even: "Ces parties ne départagent pas ",
    as_black: " avec les Noirs gagne ",
};

/// A row of a table of results.
#[derive(Debug)]
struct Row {
    player: String,
    opponent: String,
    /// As printed: `78.0 %`.
    score: String,
    low: f64,
    high: f64,
    counts: [f64; 3],
}

impl Row {
    fn rate(&self) -> f64 {
        number(&self.score)
    }
}

fn number(text: &str) -> f64 {
    let digits: String =
        text.replace(',', ".").chars().filter(|c| c.is_ascii_digit() || *c == '.').collect();
    digits.parse().unwrap_or_else(|_| panic!("`{text}` is not a number"))
}

/// The tables of results of a page, each with the paragraphs before it, back to the heading.
fn parts(page: &str, words: &Words) -> Vec<(Vec<String>, Vec<Row>)> {
    let mut parts = Vec::new();
    let mut said: Vec<String> = Vec::new();
    let mut lines = page.lines().peekable();
    while let Some(line) = lines.next() {
        if line.starts_with('#') {
            said.clear();
        } else if let Some(names) = cells(line) {
            let column = |name: &str| names.iter().position(|known| known == name);
            let found = words.columns.map(column);
            let interval = column("95 %");
            let mut rows = Vec::new();
            while let Some(line) = lines.peek().copied().and_then(cells) {
                lines.next();
                let ([Some(player), Some(opponent), Some(score), Some(counts)], Some(interval)) =
                    (found, interval)
                else {
                    continue;
                };
                if line[0].starts_with("---") {
                    continue;
                }
                let (low, high) = line[interval].split_once(" – ").expect("two ends");
                let counts: Vec<f64> = line[counts].split(' ').map(number).collect();
                rows.push(Row {
                    player: line[player].clone(),
                    opponent: line[opponent].clone(),
                    score: line[score].clone(),
                    low: number(low),
                    high: number(high),
                    counts: [counts[0], counts[1], counts[2]],
                });
            }
            if !rows.is_empty() {
                parts.push((said.clone(), rows));
            }
        } else if !line.is_empty() && !line.starts_with('!') {
            said.push(line.to_owned());
        }
    }
    parts
}

fn cells(line: &str) -> Option<Vec<String>> {
    let inner = line.strip_prefix("| ")?.strip_suffix(" |")?;
    Some(inner.split(" | ").map(str::to_owned).collect())
}

/// The names of a list: `a, b and c`. Names may contain commas, so known names are searched for
/// instead of splitting the list.
fn named<'a>(text: &str, rows: &'a [Row], of: fn(&Row) -> &String) -> BTreeSet<&'a str> {
    let mut left = text.to_owned();
    let mut all: Vec<&'a str> = rows.iter().map(|row| of(row).as_str()).collect();
    all.sort_by_key(|name| std::cmp::Reverse(name.len()));
    let mut found = BTreeSet::new();
    for name in all {
        if left.contains(name) {
            left = left.replacen(name, "", 1);
            found.insert(name);
        }
    }
    let rest = left.replace([',', ';', ':'], " ");
    let rest: Vec<&str> =
        rest.split_whitespace().filter(|word| !["and", "et"].contains(word)).collect();
    assert!(rest.is_empty(), "`{text}` has a name that is not in the table: {rest:?}");
    found
}

fn with_score<'a>(rows: &'a [Row], score: &str) -> BTreeSet<&'a str> {
    rows.iter().filter(|row| row.score == score).map(|row| row.player.as_str()).collect()
}

/// Checks one part; returns whether a sentence about its scores was found.
fn check(words: &Words, said: &[String], rows: &[Row]) -> bool {
    let several = rows.iter().map(|row| &row.opponent).collect::<BTreeSet<_>>().len() > 1;
    let best = rows.iter().map(Row::rate).fold(f64::NEG_INFINITY, f64::max);
    let worst = rows.iter().map(Row::rate).fold(f64::INFINITY, f64::min);
    let mut seen = false;
    for sentence in said {
        let most = words.most.iter().find_map(|most| sentence.split_once(most));
        if let Some((before, rest)) = most {
            assert!(!several, "{sentence}");
            let (high, rest) = rest.split_once(" (").expect("an interval");
            let met = format!("{}{}, ", words.met, rows[0].opponent);
            let before = before.strip_prefix(&met).unwrap_or_else(|| panic!("{sentence}"));
            assert_eq!(
                named(before, rows, |row| &row.player),
                with_score(rows, high),
                "{sentence}"
            );
            assert_eq!(number(high), best, "{sentence}");
            let least = words.least.iter().find_map(|least| rest.split_once(least));
            let (before, rest) = least.unwrap_or_else(|| panic!("{sentence}"));
            let names = before.split_once(')').and_then(|(_, rest)| rest.split_once(','));
            let names = names.and_then(|(_, rest)| rest.strip_prefix(words.and));
            let names = names.unwrap_or_else(|| panic!("{sentence}"));
            let low = rest.split_once(" (").map_or(rest, |(low, _)| low);
            let low = low.trim_end_matches('.');
            assert_eq!(named(names, rows, |row| &row.player), with_score(rows, low), "{sentence}");
            assert_eq!(number(low), worst, "{sentence}");
            assert!(best > worst, "equal scores are not highest and lowest: {sentence}");
            let top = rows.iter().find(|row| row.rate() == best).unwrap();
            let bottom = rows.iter().find(|row| row.rate() == worst).unwrap();
            assert_eq!(sentence.contains(words.apart), top.low > bottom.high, "{sentence}");
            seen = true;
        } else if sentence.contains(words.same_games) {
            let stated: BTreeSet<&str> = scores(sentence);
            let known: BTreeSet<&str> = rows.iter().map(|row| row.score.as_str()).collect();
            assert_eq!(stated, known, "{sentence}");
            seen = true;
        } else if let Some((name, rest)) = sentence.split_once(words.as_black) {
            assert_eq!((rows.len(), name), (1, rows[0].player.as_str()), "{sentence}");
            let all: f64 = rows[0].counts.iter().sum();
            let stated: Vec<f64> = rest.split(" %").filter_map(last_number).collect();
            let counted = rows[0].counts.map(|count| (1000.0 * count / all).round() / 10.0);
            assert_eq!(stated, counted, "{sentence}");
            seen = true;
        } else if let Some((name, rest)) = sentence.split_once(words.scores) {
            let own: Vec<&Row> = rows.iter().filter(|row| row.player == name).collect();
            assert!(!own.is_empty(), "{name} is not in the table: {sentence}");
            for row in own {
                let ends = format!(") {}{}", words.against, row.opponent);
                let (before, _) = rest.split_once(&ends).unwrap_or_else(|| panic!("{sentence}"));
                let (before, _) = before.rsplit_once(" (").expect("an interval");
                assert!(before.ends_with(&row.score), "{sentence}");
            }
            claims(words, rest, name, rows);
            seen = true;
        } else if let Some((names, rest)) = sentence.split_once(words.equal) {
            let names = names.trim_end_matches(" both").trim_end_matches(" all");
            let all: BTreeSet<&str> = rows.iter().map(|row| row.player.as_str()).collect();
            assert_eq!(named(names, rows, |row| &row.player), all, "{sentence}");
            let score = scores(rest);
            assert!(rows.iter().all(|row| score.contains(row.score.as_str())), "{sentence}");
            seen = true;
        }
    }
    seen
}

/// Checks the claims about a player with several opponents: stronger, weaker, or neither.
fn claims(words: &Words, said: &str, name: &str, rows: &[Row]) {
    let own = || rows.iter().filter(|row| row.player == name);
    let mut judged = BTreeSet::new();
    for sentence in said.split(". ").skip(1) {
        let claim = if let Some((who, whom)) = sentence.split_once(words.stronger) {
            Some((who, whom, (|row: &Row| row.low > 50.0) as fn(&Row) -> bool))
        } else if let Some((who, whom)) = sentence.split_once(words.weaker) {
            Some((who, whom, (|row: &Row| row.high < 50.0) as fn(&Row) -> bool))
        } else {
            sentence.strip_prefix(words.even).and_then(|rest| {
                let (who, whom) = rest.split_once(words.and)?;
                Some((
                    who,
                    whom,
                    (|row: &Row| row.low <= 50.0 && row.high >= 50.0) as fn(&Row) -> bool,
                ))
            })
        };
        let Some((who, whom, holds)) = claim else { panic!("{sentence}") };
        assert_eq!(who, name, "{sentence}");
        let whom = whom.split_once(':').map_or(whom, |(whom, _)| whom).replace(" apart", "");
        let whom = named(&whom, rows, |row| &row.opponent);
        let true_of: BTreeSet<&str> =
            own().filter(|row| holds(row)).map(|row| row.opponent.as_str()).collect();
        assert_eq!(whom, true_of, "{sentence}");
        judged.extend(true_of);
    }
    let several = own().count() > 1;
    assert!(!several || judged.len() == own().count(), "{said}");
}

fn last_number(text: &str) -> Option<f64> {
    text.split(' ').next_back()?.replace(',', ".").parse().ok()
}

/// The scores that a sentence states, without the ends of their intervals.
fn scores(sentence: &str) -> BTreeSet<&str> {
    let mut found = BTreeSet::new();
    let mut rest = sentence;
    while let Some(at) = rest.find(" % (") {
        let begin = rest[..at].rfind(' ').map_or(0, |space| space + 1);
        found.insert(&rest[begin..at + 2]);
        rest = &rest[at + 4..];
    }
    found
}

#[test]
fn every_sentence_agrees_with_its_table() {
    for words in [ENGLISH, FRENCH] {
        for (name, text) in builtin::ALL {
            let file = docs().join(words.folder).join(name).join("README.md");
            let page = fs::read_to_string(&file).unwrap_or_else(|error| {
                panic!("{}: {error}; `othellier lab pages` writes it", file.display())
            });
            let parts = parts(&page.replace('\u{a0}', " "), &words);
            let games = Experiment::read(text).unwrap().games.len();
            assert_eq!(parts.len(), games, "{}: a table for each part with games", file.display());
            for (said, rows) in &parts {
                let checked = check(&words, said, rows);
                assert!(checked, "{}: no sentence about {rows:?}", file.display());
            }
        }
    }
}

/// The sentences of the summary are on the linked pages.
#[test]
fn the_summary_repeats_the_pages() {
    for words in [ENGLISH, FRENCH] {
        let folder = docs().join(words.folder);
        let summary = fs::read_to_string(folder.join("README.md")).unwrap();
        for (name, _) in builtin::ALL {
            let link = format!("]({name}/README.md) | ");
            let row = summary.lines().find(|line| line.contains(&link));
            let row = row.unwrap_or_else(|| panic!("{name} is not in the summary"));
            let here = row.trim_end_matches(" |").rsplit(" | ").next().unwrap();
            let page = fs::read_to_string(folder.join(name).join("README.md")).unwrap();
            let paragraphs: Vec<&str> = page.lines().filter(|line| !line.is_empty()).collect();
            let mut left = here.to_owned();
            for paragraph in &paragraphs {
                match paragraph.strip_prefix("## ") {
                    Some(title) => {
                        let ends = [":", " :", "\u{a0}:", "\u{202f}:"];
                        let said = ends.iter().find_map(|end| {
                            let said = format!("{title}{end} ");
                            left.contains(&said).then_some(said)
                        });
                        left = said.map_or(left.clone(), |said| left.replacen(&said, "", 1));
                    }
                    None => left = left.replacen(paragraph, "", 1),
                }
            }
            assert!(left.trim().is_empty(), "{name}: not on its page: {left}");
        }
    }
}

/// The hand-written answers state no percentage that is not in the tables.
#[test]
fn the_answers_state_no_other_numbers() {
    for (name, text) in builtin::ALL {
        let experiment = Experiment::read(text).unwrap();
        let file = docs().join("experiments").join(name).join("README.md");
        let page = fs::read_to_string(&file).unwrap().replace('\u{a0}', " ");
        let table: Vec<&str> = page.lines().filter(|line| line.starts_with('|')).collect();
        let known: Vec<f64> = table.join(" ").split(" %").filter_map(last_number).collect();
        let reports: Vec<&str> =
            experiment.report.iter().map(|said| said.says.en.as_str()).collect();
        let own = format!("{} {}", reports.join(" "), experiment.question.en);
        let theirs: Vec<f64> = own.split(" %").filter_map(last_number).collect();
        for stated in experiment
            .answer
            .en
            .split(" %")
            .collect::<Vec<_>>()
            .split_last()
            .map_or(&[][..], |(_, all)| all)
        {
            let Some(stated) = last_number(stated) else { continue };
            let near = |number: &f64| (number - stated).abs() < 0.5 + 1e-9;
            let fits = stated == 100.0 || known.iter().chain(&theirs).any(near);
            assert!(fits, "{name}: {stated} % is in no table of its page");
        }
    }
}

/// A change of an experiment's file that no run needs (titles, reports, conclusion) is on its pages.
#[test]
fn the_pages_have_the_texts_of_their_files() {
    for (words, tag, theirs) in [(ENGLISH, "en", "The report “"), (FRENCH, "fr", "Le rapport « ")]
    {
        let format = if tag == "fr" { NumberFormat::French } else { NumberFormat::English };
        for (name, text) in builtin::ALL {
            let experiment = Experiment::read(text).unwrap();
            let file = docs().join(words.folder).join(name).join("README.md");
            let page = fs::read_to_string(&file).unwrap();
            let page = page.replace('\u{a0}', " ").replace("&lt;", "<").replace('\\', "");
            let stated = page.lines().filter(|line| line.starts_with(theirs)).count();
            assert_eq!(stated, experiment.report.len(), "{}", file.display());
            let reports = experiment.report.iter().flat_map(|said| {
                let quote = (!said.quote.is_empty()).then(|| format!("« {} ». ", said.quote));
                let says = said.says.tagged(tag);
                [format!("({}", said.place), quote.unwrap_or_default() + says]
            });
            let compared = experiment
                .compare
                .iter()
                .map(|one| format!("| {} | {} |", one.what.tagged(tag), one.theirs.tagged(tag)));
            let own = [&experiment.title, &experiment.question, &experiment.answer];
            let own = own.map(|text| text.tagged(tag).to_owned());
            for text in own.into_iter().chain(reports).chain(compared) {
                let text = format.of(&text).replace('\u{a0}', " ");
                assert!(page.contains(&text), "{}: {text}", file.display());
            }
            assert!(page.contains(&experiment.measured), "{}: measured", file.display());
        }
    }
}
