//! `othellier lab report`: a report on one or several experiments.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use clap::Args;
use othellier_lab::experiment::{
    Arm, ColorChoice, Comparison, Findings, GamesPart, Holding, Job, Measure, builtin,
};
use othellier_locale::{Lang, message, thousands, tr};

use super::document::Document;
use super::folder::{Folder, JOURNAL, Setting};
use super::formats::{Format, write_all};
use super::tables::{self, columns, dash};
use super::{arm_name, breeding, figures, in_lang, opponents, speedups, timings, verdicts};
use crate::arguments::Common;
use crate::error::CliError;
use crate::match_play::table::{percent, shares_in_words};
use crate::output;
use crate::version::Weights;

/// Write a report on an experiment, in the format you hand in
#[derive(Args)]
#[command(after_help = "\
Examples:
  othellier lab report lab-results/b1             report.html, report.md, figures/
  othellier lab report lab-results/b1 --to pdf    report.pdf
  othellier lab report lab-results --lang fr      one report of all experiments there

Typst and LaTeX come with figures/*.pdf, Markdown with figures/*.svg, to be edited and compiled;
HTML and PDF are one file each.")]
pub(super) struct Options {
    /// The folder of an experiment, or a folder of several
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// Output folder; by default the same
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Formats, separated by commas; by default html and markdown with all figures as SVG and PNG
    #[arg(long, value_name = "FORMAT", value_enum, value_delimiter = ',')]
    to: Vec<Format>,
    /// The same as --to markdown
    #[arg(long, conflicts_with = "to")]
    markdown: bool,
}

/// Writes the report.
pub(super) fn run(common: Common, options: Options) -> Result<(), CliError> {
    let folders = find(common.lang, &options.folder)?;
    let out = options.out.as_ref().unwrap_or(&options.folder);
    let markdown = [Format::Markdown];
    let formats = if options.markdown { &markdown[..] } else { &options.to };
    write_page(common, &folders, out, formats)
}

/// Writes a report on these experiments and prints its path.
pub(super) fn write_page(
    common: Common,
    folders: &[Folder],
    out: &Path,
    formats: &[Format],
) -> Result<(), CliError> {
    let lang = common.lang;
    let mut document = Document::default();
    let several = folders.len() > 1;
    if several {
        document.heading(1, lang.text("lab-report-several"));
        document.contents();
    }
    for folder in folders {
        let prefix =
            if several { format!("{}-", folder.plan.experiment.name) } else { String::new() };
        about(lang, folder, &prefix, u8::from(several), &mut document);
    }
    let written = write_all(lang, &document, out, formats)?;
    let files: Vec<String> = written.iter().map(|path| path.display().to_string()).collect();
    if common.json {
        let count = document.figures().count();
        let report = serde_json::json!({ "type": "report", "files": files, "figures": count });
        return output::json(&report);
    }
    files.iter().try_for_each(|file| output::line(file))
}

/// The experiment of a folder, or those of its subfolders.
pub(super) fn find(lang: Lang, path: &Path) -> Result<Vec<Folder>, CliError> {
    if path.join(JOURNAL).is_file() || !path.is_dir() {
        return Ok(vec![Folder::read(lang, path)?]);
    }
    let inner = std::fs::read_dir(path)?.filter_map(|entry| Some(entry.ok()?.path()));
    let mut inner: Vec<PathBuf> = inner.filter(|path| path.join(JOURNAL).is_file()).collect();
    // Built-in experiments in their listed order (b2 before b10), then the user's.
    inner.sort_by_key(|path| {
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned());
        let name = name.unwrap_or_default();
        let bare = name.strip_suffix("-quick").unwrap_or(&name);
        let listed = builtin::ALL.iter().position(|(known, _)| *known == bare);
        (listed.unwrap_or(usize::MAX), name.len(), name)
    });
    if inner.is_empty() {
        let folder = path.display().to_string();
        return Err(CliError::usage(message!("lab-no-experiment", folder = folder)));
    }
    inner.iter().map(|path| Folder::read(lang, path)).collect()
}

/// The sentences that summarise one part of an experiment.
pub(super) struct PartSummary {
    /// The title of the part.
    pub(super) title: String,
    /// The summary of its results.
    pub(super) sentences: Vec<String>,
}

/// Adds the report on one experiment; returns the sentences that summarise it.
pub(super) fn about(
    lang: Lang,
    folder: &Folder,
    prefix: &str,
    below: u8,
    document: &mut Document,
) -> Vec<PartSummary> {
    let mut parts = Vec::new();
    let experiment = &folder.plan.experiment;
    let findings = Findings::of(&folder.plan, &folder.rows);
    let title = in_lang(lang, &experiment.title);
    let title = if title.is_empty() { experiment.name.as_str() } else { title };
    document.heading(1 + below, title);
    document.paragraph(in_lang(lang, &experiment.question));
    let theirs = in_lang(lang, &experiment.report);
    if !theirs.is_empty() {
        document.paragraph(tr!(lang, "lab-report-theirs", theirs = theirs));
    }
    let (done, open) = (folder.rows.len(), folder.plan.open(&folder.rows));
    if open > 0 {
        document.paragraph(tr!(lang, "lab-report-unfinished", done = done, open = open));
    }
    if folder.header.quick {
        document.paragraph(lang.text("lab-report-quick"));
    }
    let answer = in_lang(lang, &experiment.answer);
    if !answer.is_empty() && !folder.header.quick {
        document.heading(2 + below, lang.text("lab-report-answer"));
        document.paragraph(answer);
    }
    comparisons(lang, folder, &findings, below, document);
    let named = |(id, figure): figures::NamedFigure| (format!("{prefix}{id}"), figure);
    for job in &folder.plan.jobs {
        let title = job_title(lang, job);
        document.heading(2 + below, &title);
        let mut summary: Vec<String> = Vec::new();
        match job {
            Job::Games { part, arms, .. } => {
                let found = findings.games(&part.name);
                setting(lang, part, arms, document);
                document.paragraph(in_lang(lang, &part.note));
                let known = opponents::about(lang, part, arms, &folder.rows);
                known.into_iter().for_each(|sentence| document.paragraph(sentence));
                let said = verdicts::of_games(lang, part, arms, found, &folder.rows);
                said.iter().for_each(|sentence| document.paragraph(sentence));
                summary.extend(said);
                document.table(tables::results(lang, arms, found));
                if asks_for_colors(part) {
                    document.paragraph(lang.text("lab-report-by-color"));
                    document.table(tables::by_color(lang, arms, found));
                }
                let drawn = figures::of_games(lang, part, arms, &findings);
                drawn.into_iter().map(named).for_each(|(id, figure)| document.figure(id, figure));
                document.paragraph(lang.text("lab-report-costs"));
                document.table(tables::costs(lang, arms, found));
                let saved = verdicts::of_costs(lang, part, arms, found);
                saved.iter().for_each(|sentence| document.paragraph(sentence));
                summary.extend(saved);
            }
            Job::Positions { part, arms, .. } => {
                document.paragraph(in_lang(lang, &part.note));
                let drawn = figures::of_positions(lang, part, arms, &findings);
                drawn.into_iter().map(named).for_each(|(id, figure)| document.figure(id, figure));
                let found = findings.searches(&part.name);
                summary.extend(speedups::about(lang, folder, job, found, document));
                let saved = verdicts::of_searches(lang, part, arms, found);
                saved.iter().for_each(|sentence| document.paragraph(sentence));
                summary.extend(saved.into_iter().next());
                document.table(tables::searches(lang, part, arms, found));
            }
            Job::Predictions { part, evaluators, .. } => {
                let specs: Vec<_> = evaluators.iter().map(|(spec, _)| spec.clone()).collect();
                let (id, figure) = named(figures::of_predictions(lang, part, &specs, &findings));
                let found = findings.predictions(&part.name);
                let said = verdicts::of_guesses(lang, &specs, found);
                document.paragraph(&said);
                summary.push(said);
                document.figure(id, figure);
                document.table(tables::guesses(lang, &specs, found));
            }
            Job::Evolution(bred) => {
                summary.push(breeding::about(lang, bred, &findings, prefix, document));
            }
            Job::Timed(timed) => {
                summary.extend(timings::about(lang, timed, &findings, prefix, document));
            }
        }
        summary.retain(|sentence| !sentence.is_empty());
        parts.push(PartSummary { title, sentences: summary });
    }
    for part in &experiment.roulette {
        let title = part_title(lang, &part.name, &part.title);
        document.heading(2 + below, &title);
        let said = verdicts::of_wheels(lang, part);
        document.paragraph(&said);
        parts.push(PartSummary { title, sentences: vec![said] });
        let (id, figure) = named(figures::of_roulette(lang, part));
        document.figure(id, figure);
        let wheels = figures::wheels(part);
        let names = wheels.iter().map(|(name, _)| name.clone());
        let mut rows = vec![[vec!["f".to_owned()], names.collect()].concat()];
        for (index, fitness) in part.fitnesses.iter().enumerate() {
            let shares = wheels.iter().map(|(_, shares)| percent(lang, shares[index]));
            rows.push([vec![format!("{fitness:+}")], shares.collect()].concat());
        }
        document.table(rows);
    }
    for part in &experiment.weights {
        let (id, figure) = named(figures::of_weights(lang, part));
        document.figure(id, figure);
    }
    provenance(lang, folder, below, document);
    parts.retain(|part| !part.sentences.is_empty());
    parts
}

fn job_title(lang: Lang, job: &Job) -> String {
    match job {
        Job::Games { part, .. } => part_title(lang, &part.name, &part.title),
        Job::Positions { part, .. } => part_title(lang, &part.name, &part.title),
        Job::Predictions { part, .. } => part_title(lang, &part.name, &part.title),
        Job::Evolution(bred) => part_title(lang, &bred.part.name, &bred.part.title),
        Job::Timed(timed) => part_title(lang, &timed.name, &timed.title),
    }
}

fn part_title(lang: Lang, name: &str, title: &othellier_lab::experiment::LocalizedText) -> String {
    match in_lang(lang, title) {
        "" => name.to_owned(),
        title => title.to_owned(),
    }
}

/// Whether a part shows results by colour.
fn asks_for_colors(part: &GamesPart) -> bool {
    let asked = |measure| matches!(measure, &Measure::FirstMove | &Measure::Occupation);
    part.colors == ColorChoice::Swapped && part.measure.iter().any(asked)
}

/// Adds how the games of a part were played.
fn setting(lang: Lang, part: &GamesPart, arms: &[Arm], document: &mut Document) {
    let openings = match (&part.openings, part.random_plies) {
        (Some(_), _) => lang.text("lab-report-listed"),
        (None, 0) => lang.text("match-openings-start"),
        (None, plies) => tr!(lang, "match-openings-random", plies = plies),
    };
    let mut met: Vec<String> =
        arms.iter().filter_map(|arm| Some(arm.opponent.as_ref()?.to_string())).collect();
    let mut seen = HashSet::new();
    met.retain(|opponent| seen.insert(opponent.clone()));
    let (games, against) = (part.games, met.join(", "));
    document.paragraph(tr!(
        lang,
        "lab-report-setting",
        games = games,
        against = against,
        openings = openings
    ));
}

/// Results of others beside those found here: what, theirs, ours.
pub(super) fn compared(lang: Lang, folder: &Folder, findings: &Findings) -> Vec<[String; 3]> {
    let row = |comparison: &Comparison| {
        [
            in_lang(lang, &comparison.what).to_owned(),
            in_lang(lang, &comparison.theirs).to_owned(),
            ours(lang, folder, findings, comparison).unwrap_or_else(dash),
        ]
    };
    folder.plan.experiment.compare.iter().map(row).collect()
}

/// The value found here for a result of others, with its uncertainty.
fn ours(
    lang: Lang,
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
            let [player, opponent, empty] =
                [player, opponent, empty].map(|share| percent(lang, share));
            let (key, empty) = ("lab-report-holding", empty.as_str());
            return Some(tr!(lang, key, player = player, opponent = opponent, empty = empty));
        }
        (Measure::Occupation, None) => {
            return found.occupation.map(|shares| shares_in_words(lang, shares));
        }
        (Measure::Wins, Some(color)) => figures::wins(found.by_color[color].score)?,
        (measure, _) => figures::value(measure, found)?,
    };
    if let Some(other) = &comparison.relative_to {
        let other = arms.iter().position(|arm| arm.is_called(other))?;
        let (other, _) = figures::value(comparison.measure, all.get(other)?)?;
        return Some(verdicts::change(lang, value.0, other));
    }
    let (value, interval) = value;
    let shown = |value: f64| tables::shown(lang, comparison.measure, value);
    let number = shown(value);
    Some(match interval {
        Some((low, high)) => {
            tr!(lang, "lab-report-score", rate = number, low = shown(low), high = shown(high))
        }
        None => number,
    })
}

fn comparisons(
    lang: Lang,
    folder: &Folder,
    findings: &Findings,
    below: u8,
    document: &mut Document,
) {
    let rows = compared(lang, folder, findings);
    if !rows.is_empty() {
        let names = columns(lang, &["what", "theirs", "ours"]);
        document.heading(2 + below, lang.text("lab-report-compare"));
        document.table(std::iter::once(names).chain(rows.into_iter().map(Vec::from)).collect());
    }
}

/// Adds what is needed to repeat the measurement.
fn provenance(lang: Lang, folder: &Folder, below: u8, document: &mut Document) {
    document.heading(2 + below, lang.text("lab-report-again"));
    let name = &folder.plan.experiment.name;
    // A user's experiment file is kept in the folder as it was run.
    let name = match builtin::find(name) {
        Some(_) => name.clone(),
        None => quoted(&folder.experiment_file().display().to_string()),
    };
    let quick = if folder.header.quick { " --quick" } else { "" };
    let set: String =
        folder.header.set.iter().map(|given| format!(" --set {}", quoted(given))).collect();
    document.code(format!("othellier lab run {name}{quick}{set} --seed {}", folder.header.seed));
    let machines: Vec<String> = {
        let mut machines: Vec<String> =
            folder.runs.iter().map(|run| format!("{} ({})", run.machine, run.kernel)).collect();
        machines.dedup();
        machines
    };
    let threads: Vec<String> = folder.runs.iter().map(|run| run.threads.to_string()).collect();
    let label = |key: &str| lang.text(&format!("lab-report-{key}"));
    let mut rows = vec![vec![label("setting-name"), label("setting-value")]];
    let mut row = |key: &str, value: String| rows.push(vec![label(key), value]);
    row("version", format!("othellier {}", env!("CARGO_PKG_VERSION")));
    let Weights { name, checksum } = Weights::shipped();
    row("weights", format!("{name} ({checksum})"));
    row("seed", folder.header.seed.to_string());
    row("machine", machines.join("; "));
    row("threads", threads.join(", "));
    row("units", thousands(folder.rows.len() as u64));
    document.table(rows);
    let mut rows = vec![columns(lang, &["part", "arm", "effective", "against"])];
    for Setting { part, arm, effective, opponents, .. } in folder.settings() {
        let against = if opponents.is_empty() { dash() } else { opponents.join("; ") };
        let arm = folder.arm(&part, &arm).map_or(arm, |arm| arm_name(lang, arm));
        rows.push(vec![part, arm, effective, against]);
    }
    document.table(rows);
}

/// Quotes a word for a shell.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "=,.-_/".contains(c);
    match word.chars().all(plain) {
        true => word.to_owned(),
        false => format!("'{}'", word.replace('\'', r"'\''")),
    }
}
