//! A report on one or several experiments.

use std::collections::HashSet;

use super::document::Document;
use super::frame::NamedFigure;
use super::names::{columns, dash, job_title, part_title};
use super::{
    breeding, figures, load, measures, opponents, provenance, search_figures, speedups, tables,
    timings, verdicts,
};
use crate::words::{Words, tr};
use othellier_measure::Occupation;
use othellier_measure::experiment::{
    Arm, ColorChoice, Comparison, Findings, Folder, GamesPart, Holding, Job, Measure, Statement,
};

/// A report on these experiments.
pub fn about_all(words: &dyn Words, folders: &[Folder]) -> Document {
    let mut document = Document::default();
    let several = folders.len() > 1;
    if several {
        document.heading(1, words.text("lab-report-several"));
        document.contents();
    }
    for folder in folders {
        let prefix =
            if several { format!("{}-", folder.plan.experiment.name) } else { String::new() };
        about(words, folder, &prefix, u8::from(several), &mut document);
    }
    document
}

/// The sentences that summarise one part of an experiment.
pub struct PartSummary {
    /// The title of the part.
    pub title: String,
    /// The summary of its results.
    pub sentences: Vec<String>,
}

/// Adds the report on one experiment; returns the sentences that summarise it.
pub fn about(
    words: &dyn Words,
    folder: &Folder,
    prefix: &str,
    below: u8,
    document: &mut Document,
) -> Vec<PartSummary> {
    let mut parts = Vec::new();
    let experiment = &folder.plan.experiment;
    let findings = Findings::of(&folder.plan, &folder.rows);
    let title = experiment.title.tagged(words.tag());
    let title = if title.is_empty() { experiment.name.as_str() } else { title };
    document.heading(1 + below, title);
    document.paragraph(experiment.question.tagged(words.tag()));
    experiment.report.iter().for_each(|said| document.paragraph(stated(words, said)));
    let (done, open) = (folder.rows.len(), folder.plan.open(&folder.rows));
    if open > 0 {
        document.paragraph(tr!(words, "lab-report-unfinished", done = done, open = open));
    }
    if let Some(answer) = folder.conclusion(words.tag()) {
        document.heading(2 + below, words.text("lab-report-answer"));
        document.paragraph(answer);
    } else if folder.header.quick {
        document.paragraph(words.text("lab-report-quick"));
    } else if !experiment.answer.en.is_empty() && open == 0 {
        document.paragraph(words.text("lab-report-other-settings"));
    }
    comparisons(words, folder, &findings, below, document);
    let named = |(id, figure): NamedFigure| (format!("{prefix}{id}"), figure);
    for job in &folder.plan.jobs {
        let title = job_title(words, job);
        document.heading(2 + below, &title);
        let mut summary: Vec<String> = Vec::new();
        match job {
            Job::Games { part, arms, .. } => {
                let found = findings.games(&part.name);
                setting(words, part, arms, document);
                document.paragraph(part.note.tagged(words.tag()));
                let known = opponents::about(words, part, arms, &folder.rows);
                known.into_iter().for_each(|sentence| document.paragraph(sentence));
                let said = verdicts::of_games(words, part, arms, found, &folder.rows);
                said.iter().for_each(|sentence| document.paragraph(sentence));
                summary.extend(said);
                document.table(tables::results(words, arms, found));
                if asks_for_colors(part) {
                    document.paragraph(words.text("lab-report-by-color"));
                    document.table(tables::by_color(words, arms, found));
                }
                if let (true, [found]) = (part.measure.contains(&Measure::LastMove), found) {
                    document.paragraph(words.text("lab-report-last-move"));
                    document.table(tables::by_last_move(words, found));
                }
                let drawn = figures::of_games(words, part, arms, &findings);
                drawn.into_iter().map(named).for_each(|(id, figure)| document.figure(id, figure));
                document.paragraph(words.text("lab-report-costs"));
                document.table(tables::costs(words, arms, found));
                let saved = verdicts::of_costs(words, part, arms, found);
                saved.iter().for_each(|sentence| document.paragraph(sentence));
                summary.extend(saved);
            }
            Job::Positions { part, arms, .. } => {
                document.paragraph(part.note.tagged(words.tag()));
                let drawn = search_figures::of_positions(words, part, arms, &findings);
                drawn.into_iter().map(named).for_each(|(id, figure)| document.figure(id, figure));
                let found = findings.searches(&part.name);
                summary.extend(speedups::about(words, folder, job, found, document));
                let saved = verdicts::of_searches(words, part, arms, found);
                saved.iter().for_each(|sentence| document.paragraph(sentence));
                summary.extend(saved.into_iter().next());
                document.table(tables::searches(words, part, arms, found));
            }
            Job::Predictions { part, evaluators, .. } => {
                let specs = evaluators.specs.clone();
                let (id, figure) = named(figures::of_predictions(words, part, &specs, &findings));
                let found = findings.predictions(&part.name);
                let said = verdicts::of_guesses(words, &specs, found);
                document.paragraph(&said);
                summary.push(said);
                document.figure(id, figure);
                document.table(tables::guesses(words, &specs, found));
            }
            Job::Evolution(bred) => {
                summary.push(breeding::about(words, bred, &findings, prefix, document));
            }
            Job::Timed(timed) => {
                let load = load::about(words, &folder.loads, folder.timed_alone());
                summary.extend(timings::about(words, timed, &findings, &load, prefix, document));
            }
        }
        summary.retain(|sentence| !sentence.is_empty());
        parts.push(PartSummary { title, sentences: summary });
    }
    for part in &experiment.roulette {
        let title = part_title(words, &part.name, &part.title);
        document.heading(2 + below, &title);
        let said = verdicts::of_wheels(words, part);
        document.paragraph(&said);
        parts.push(PartSummary { title, sentences: vec![said] });
        let (id, figure) = named(figures::of_roulette(words, part));
        document.figure(id, figure);
        let wheels = measures::wheels(part);
        let names = wheels.iter().map(|(name, _)| name.clone());
        let mut rows = vec![[vec!["f".to_owned()], names.collect()].concat()];
        for (index, fitness) in part.fitnesses.iter().enumerate() {
            let shares = wheels.iter().map(|(_, shares)| words.percent(shares[index]));
            rows.push([vec![format!("{fitness:+}")], shares.collect()].concat());
        }
        document.table(rows);
    }
    for part in &experiment.weights {
        let (id, figure) = named(figures::of_weights(words, part));
        document.figure(id, figure);
    }
    provenance::add(words, folder, below, document);
    parts.retain(|part| !part.sentences.is_empty());
    parts
}

/// A statement of a report of others, with its place and its own words.
pub(super) fn stated(words: &dyn Words, said: &Statement) -> String {
    let place = if said.place.is_empty() { String::new() } else { format!(" ({})", said.place) };
    let quote =
        if said.quote.is_empty() { String::new() } else { format!("« {} ».", said.quote) };
    let said_here = [quote.as_str(), said.says.tagged(words.tag())];
    let text = said_here.into_iter().filter(|text| !text.is_empty()).collect::<Vec<_>>().join(" ");
    tr!(words, "lab-report-theirs", source = said.source.as_str(), place = place, said = text)
}

/// Whether a part shows results by colour.
fn asks_for_colors(part: &GamesPart) -> bool {
    let asked = |measure| matches!(measure, &Measure::FirstMove | &Measure::Occupation);
    part.colors == ColorChoice::Swapped && part.measure.iter().any(asked)
}

/// Adds how the games of a part were played.
fn setting(words: &dyn Words, part: &GamesPart, arms: &[Arm], document: &mut Document) {
    let openings = match (&part.openings, part.random_plies) {
        (Some(_), _) => words.text("lab-report-listed"),
        (None, 0) => words.text("match-openings-start"),
        (None, plies) => tr!(words, "match-openings-random", plies = plies),
    };
    let mut met: Vec<String> =
        arms.iter().filter_map(|arm| Some(arm.opponent.as_ref()?.to_string())).collect();
    let mut seen = HashSet::new();
    met.retain(|opponent| seen.insert(opponent.clone()));
    let (games, against) = (part.games, met.join(", "));
    document.paragraph(tr!(
        words,
        "lab-report-setting",
        games = games,
        against = against,
        openings = openings
    ));
}

/// Results of others beside those found here: what, theirs, ours.
pub(super) fn compared(
    words: &dyn Words,
    folder: &Folder,
    findings: &Findings,
) -> Vec<[String; 3]> {
    let row = |comparison: &Comparison| {
        [
            comparison.what.tagged(words.tag()).to_owned(),
            comparison.theirs.tagged(words.tag()).to_owned(),
            ours(words, folder, findings, comparison).unwrap_or_else(dash),
        ]
    };
    folder.plan.experiment.compare.iter().map(row).collect()
}

/// The value found here for a result of others, with its uncertainty.
fn ours(
    words: &dyn Words,
    folder: &Folder,
    findings: &Findings,
    comparison: &Comparison,
) -> Option<String> {
    let job = folder.plan.jobs.iter().find(|job| job.name() == comparison.part)?;
    let Job::Games { arms, .. } = job else { return None };
    let arm = arms.iter().position(|arm| arm.is_called(&comparison.arm))?;
    let all = findings.games(&comparison.part);
    let found = all.get(arm)?;
    let color = comparison.color.as_deref().map(|color| usize::from(color != "black"));
    let value = match (comparison.measure, color) {
        (Measure::Occupation, Some(color)) => {
            let Holding { player, opponent, empty } = found.by_color[color].holding?;
            let (black, white) = if color == 0 { (player, opponent) } else { (opponent, player) };
            return Some(words.shares(Occupation { black, white, empty }));
        }
        (Measure::Occupation, None) => {
            return found.occupation.map(|shares| words.shares(shares));
        }
        (Measure::Wins, Some(color)) => measures::wins(found.by_color[color].score)?,
        (Measure::GameTime, Some(color)) => {
            measures::game_time(found.by_color[color].game_seconds?)
        }
        (measure, _) => measures::value(measure, found)?,
    };
    if let Some(other) = &comparison.relative_to {
        let other = arms.iter().position(|arm| arm.is_called(other))?;
        let (other, _) = measures::value(comparison.measure, all.get(other)?)?;
        return Some(measures::change(words, value.0, other));
    }
    let (value, interval) = value;
    let shown = |value: f64| measures::shown(words, comparison.measure, value);
    let number = shown(value);
    Some(match interval {
        Some((low, high)) => {
            tr!(words, "lab-report-score", rate = number, low = shown(low), high = shown(high))
        }
        None => number,
    })
}

fn comparisons(
    words: &dyn Words,
    folder: &Folder,
    findings: &Findings,
    below: u8,
    document: &mut Document,
) {
    let rows = compared(words, folder, findings);
    if !rows.is_empty() {
        let names = columns(words, &["what", "theirs", "ours"]);
        document.heading(2 + below, words.text("lab-report-compare"));
        document.table(std::iter::once(names).chain(rows.into_iter().map(Vec::from)).collect());
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroUsize;

    use othellier_platform::parallel::StopSignal;

    use super::*;
    use crate::Block;
    use crate::words::ENGLISH;
    use othellier_measure::experiment::{Experiment, GridValues, PreparedExperiment};

    const TEXT: &str = r#"
format = 1
name = "x"
seed = 1
question = { en = "Depth {depth}, {games} games?" }
report = [{ source = "Rapport", place = "§4.3", quote = "très fort", says = { en = "At depth 9." } }]
answer = { en = "It wins." }
[[games]]
name = "g"
title = { en = "At depth {depth}" }
players = ["negamax-ab(depth={depth})"]
grid = { depth = [2] }
opponents = ["random"]
games = 4
measure = ["wins"]
quick = { games = 2 }
[[compare]]
what = { en = "wins" }
theirs = { en = "96 %" }
part = "g"
arm = "negamax-ab(depth=2)"
measure = "wins"
color = "black"
"#;

    /// The headings and paragraphs of the report on a finished run.
    fn said(text: &str, quick: bool, seed: Option<u64>, set: &[&str]) -> Vec<String> {
        let set: Vec<GridValues> = set.iter().map(|given| given.parse().unwrap()).collect();
        let folder = tempfile::tempdir().unwrap();
        let prepared =
            PreparedExperiment::new(text, quick, seed, &set, &othellier_spec::Access::Sealed)
                .unwrap();
        let (mut folder, mut journal) = Folder::open(folder.path(), prepared).unwrap();
        let (one, stop) = (NonZeroUsize::MIN, StopSignal::default());
        folder.run(&mut journal, one, &stop, &mut |_, _| ()).unwrap();
        let mut document = Document::default();
        about(ENGLISH, &folder, "", 0, &mut document);
        let said = document.blocks.into_iter().filter_map(|block| match block {
            Block::Heading(_, text) | Block::Paragraph(text) => Some(text),
            _ => None,
        });
        said.collect()
    }

    #[test]
    fn a_conclusion_is_shown_only_with_the_settings_it_was_drawn_from() {
        let fingerprint = Experiment::fingerprint(TEXT, false, 1).unwrap();
        let text = format!("measured = \"{fingerprint}\"\n{TEXT}");
        let holds = |said: &[String]| said.iter().any(|text| text == "It wins.");
        let other = |said: &[String]| said.iter().any(|text| text == "lab-report-other-settings");
        let own = said(&text, false, None, &[]);
        assert!(holds(&own) && !other(&own), "{own:?}");
        assert!(holds(&said(&text, false, Some(1), &["depth=2"])));
        let retitled = text.replace("At depth {depth}", "Title");
        assert!(holds(&said(&retitled, false, None, &[])));
        assert!(!holds(&said(&text, true, None, &[])));
        for said in [
            said(&text, false, None, &["depth=1"]),
            said(&text, false, Some(2), &[]),
            said(&text.replace("games = 4", "games = 3"), false, None, &[]),
            said(TEXT, false, None, &[]),
        ] {
            assert!(!holds(&said) && other(&said), "{said:?}");
        }
    }

    #[test]
    fn texts_state_the_settings_of_the_run_and_those_of_the_report() {
        let theirs =
            "lab-report-theirs(source: Rapport, place:  (§4.3), said: « très fort ». At depth 9.)";
        let compared = |said: &[String]| said.iter().any(|text| text == "lab-report-compare");
        let own = said(TEXT, false, None, &[]);
        assert_eq!(own[1..3], ["Depth 2, 4 games?", theirs]);
        assert!(own.iter().any(|text| text == "At depth 2") && compared(&own), "{own:?}");
        let quick = said(TEXT, true, None, &[]);
        assert_eq!(quick[1], "Depth 2, 2 games?");
        assert!(compared(&quick));
        let set = said(TEXT, false, None, &["depth=1,3"]);
        assert_eq!(set[1..3], ["Depth 1, 3, 4 games?", theirs]);
        assert!(set.iter().any(|text| text == "At depth 1, 3"), "{set:?}");
        assert!(!compared(&set), "the report's player is not among these: {set:?}");
    }
}
