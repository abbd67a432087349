//! `othellier lab report`: one page about one experiment, or about several.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use othellier_lab::chart::Theme;
use othellier_lab::experiment::{
    Arm, Comparison, Findings, GameFindings, GamesPart, Guess, Job, Measure, PositionsPart, Row,
    SearchFindings,
};
use othellier_lab::stats::Verdict;
use othellier_spec::Spec;

use super::document::Document;
use super::folder::{Folder, JOURNAL, Setting};
use super::{breeding, figures, html, in_lang, markdown};
use crate::arguments::Common;
use crate::complaint::Complaint;
use crate::duel::table::{bytes, percent, plus_minus, shares_in_words, time};
use crate::lang::{Lang, say};
use crate::output::{self, thousands};
use crate::version::Weights;
use crate::whole_file::{write, write_figures};

/// Make a page of what an experiment found: HTML and Markdown with figures
#[derive(Args)]
#[command(after_help = "\
Examples:
  othellier lab report lab-results/b1             report.html, report.md, figures/
  othellier lab report lab-results --lang fr      one page of all experiments there")]
pub(super) struct Options {
    /// The folder of an experiment, or one that holds several
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// Where to write; by default there
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Write the Markdown with light SVG figures alone
    #[arg(long)]
    markdown: bool,
}

/// Writes the report.
pub(super) fn run(common: Common, options: Options) -> Result<(), Complaint> {
    let folders = find(common.lang, &options.folder)?;
    let out = options.out.as_ref().unwrap_or(&options.folder);
    write_page(common, &folders, out, options.markdown)
}

/// Writes a page about these experiments and says where it is.
pub(super) fn write_page(
    common: Common,
    folders: &[Folder],
    out: &Path,
    markdown_alone: bool,
) -> Result<(), Complaint> {
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
    let themes = if markdown_alone { &Theme::ALL[..1] } else { &Theme::ALL[..] };
    write_figures(lang, &out.join("figures"), document.figures(), themes, !markdown_alone)?;
    let mut written = vec![out.join("report.md")];
    write(lang, &written[0], markdown::write(lang, &document, "figures").as_bytes())?;
    if !markdown_alone {
        written.push(out.join("report.html"));
        write(lang, &written[1], html::write(lang, &document).as_bytes())?;
    }
    let files: Vec<String> = written.iter().map(|path| path.display().to_string()).collect();
    if common.json {
        let count = document.figures().count();
        let report = serde_json::json!({ "type": "report", "files": files, "figures": count });
        return output::json(&report);
    }
    files.iter().try_for_each(|file| output::line(file))
}

/// The experiment of a folder, or those of the folders in it.
fn find(lang: Lang, path: &Path) -> Result<Vec<Folder>, Complaint> {
    if path.join(JOURNAL).is_file() || !path.is_dir() {
        return Ok(vec![Folder::read(lang, path)?]);
    }
    let inner = std::fs::read_dir(path)?.filter_map(|entry| Some(entry.ok()?.path()));
    let mut inner: Vec<PathBuf> = inner.filter(|path| path.join(JOURNAL).is_file()).collect();
    // b2 before b10.
    inner.sort_by_key(|path| {
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned());
        (name.as_ref().map(String::len), name)
    });
    if inner.is_empty() {
        let folder = path.display().to_string();
        return Err(Complaint::Usage(say!(lang, "lab-no-experiment", folder = folder)));
    }
    inner.iter().map(|path| Folder::read(lang, path)).collect()
}

/// All that is said of one experiment.
fn about(lang: Lang, folder: &Folder, prefix: &str, below: u8, document: &mut Document) {
    let experiment = &folder.plan.experiment;
    let findings = Findings::of(&folder.plan, &folder.rows);
    let title = in_lang(lang, &experiment.title);
    let title = if title.is_empty() { experiment.name.as_str() } else { title };
    document.heading(1 + below, title);
    document.say(in_lang(lang, &experiment.question));
    let (done, open) = (folder.rows.len(), folder.plan.open(&folder.rows));
    if open > 0 {
        document.say(say!(lang, "lab-report-unfinished", done = done, open = open));
    }
    if folder.header.quick {
        document.say(lang.text("lab-report-quick"));
    }
    let answer = in_lang(lang, &experiment.answer);
    if !answer.is_empty() && !folder.header.quick {
        document.heading(2 + below, lang.text("lab-report-answer"));
        document.say(answer);
    }
    comparisons(lang, folder, &findings, below, document);
    let named = |(id, figure): figures::Drawn| (format!("{prefix}{id}"), figure);
    for job in &folder.plan.jobs {
        match job {
            Job::Games { part, arms, .. } => {
                document.heading(2 + below, part_title(lang, &part.name, &part.title));
                let found = findings.games(&part.name);
                setting(lang, part, document);
                verdicts(lang, part, arms, found, &folder.rows, document);
                document.table(results(lang, arms, found));
                let drawn = figures::of_games(lang, part, arms, &findings);
                drawn.into_iter().map(named).for_each(|(id, figure)| document.figure(id, figure));
                document.say(lang.text("lab-report-costs"));
                document.table(costs(lang, arms, found));
            }
            Job::Positions { part, arms, .. } => {
                document.heading(2 + below, part_title(lang, &part.name, &part.title));
                let drawn = figures::of_positions(lang, part, arms, &findings);
                drawn.into_iter().map(named).for_each(|(id, figure)| document.figure(id, figure));
                let found = findings.searches(&part.name);
                savings(lang, part, arms, found, document);
                document.table(searches(lang, part, arms, found));
            }
            Job::Predictions { part, evaluators, .. } => {
                document.heading(2 + below, part_title(lang, &part.name, &part.title));
                let specs: Vec<_> = evaluators.iter().map(|(spec, _)| spec.clone()).collect();
                let (id, figure) = named(figures::of_predictions(lang, part, &specs, &findings));
                document.figure(id, figure);
                document.table(guesses(lang, &specs, findings.predictions(&part.name)));
            }
            Job::Evolution(bred) => {
                document.heading(2 + below, part_title(lang, &bred.part.name, &bred.part.title));
                breeding::about(lang, bred, &findings, prefix, document);
            }
        }
    }
    for part in &experiment.roulette {
        document.heading(2 + below, part_title(lang, &part.name, &part.title));
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
}

fn part_title(lang: Lang, name: &str, title: &othellier_lab::experiment::Both) -> String {
    match in_lang(lang, title) {
        "" => name.to_owned(),
        title => title.to_owned(),
    }
}

/// How the games of a part were played.
fn setting(lang: Lang, part: &GamesPart, document: &mut Document) {
    let openings = match (&part.openings, part.random_plies) {
        (Some(_), _) => lang.text("lab-report-listed"),
        (None, 0) => lang.text("match-openings-start"),
        (None, plies) => say!(lang, "match-openings-random", plies = plies),
    };
    let (games, against) = (part.games, part.opponents.join(", "));
    document.say(say!(
        lang,
        "lab-report-setting",
        games = games,
        against = against,
        openings = openings
    ));
}

/// What can be said of a part's games, and how sure it is.
fn verdicts(
    lang: Lang,
    part: &GamesPart,
    arms: &[Arm],
    found: &[GameFindings],
    rows: &[Row],
    document: &mut Document,
) {
    let scored = |found: &GameFindings| Some((found.score.score_rate()?, found.score.interval()?));
    let mut ranked: Vec<_> =
        arms.iter().zip(found).filter_map(|(arm, found)| Some((arm, scored(found)?))).collect();
    ranked.sort_by(|(_, (a, _)), (_, (b, _))| b.total_cmp(a));
    let words = |(rate, (low, high)): (f64, (f64, f64))| {
        let [rate, low, high] = [rate, low, high].map(|rate| percent(lang, rate));
        say!(lang, "match-interval", rate = rate, low = low, high = high)
    };
    match ranked.as_slice() {
        [] => {}
        [(arm, score)] => {
            let (name, score) = (arm.name.as_str(), words(*score));
            document.say(say!(lang, "lab-report-one", name = name, score = score));
        }
        [(best, high), .., (worst, low)] => {
            if same_games(part, arms, rows) {
                match &part.split {
                    Some(key) => {
                        let key = key.as_str();
                        document.say(say!(lang, "lab-report-same-games-split", key = key));
                    }
                    None => {
                        let score = words(*high);
                        document.say(say!(lang, "lab-report-same-games", score = score));
                    }
                }
            } else {
                let apart = high.1.0 > low.1.1;
                let key = if apart { "lab-report-apart" } else { "lab-report-not-apart" };
                document.say(say!(
                    lang,
                    key,
                    best = best.name.as_str(),
                    high = words(*high),
                    worst = worst.name.as_str(),
                    low = words(*low)
                ));
            }
        }
    }
    for (arm, found) in arms.iter().zip(found) {
        if let Some((sprt, llr, verdict)) = found.sprt {
            let (elo0, elo1) = sprt.hypotheses();
            let key = match verdict {
                Verdict::Undecided => "match-sprt-undecided",
                Verdict::AcceptH0 => "match-sprt-h0",
                Verdict::AcceptH1 => "match-sprt-h1",
            };
            let said = say!(lang, key, elo0 = elo0, elo1 = elo1);
            document.say(format!("{}: LLR {llr:.2}: {said}", arm.name));
        }
    }
}

/// Whether all arms of a part, or all with the same value of what it is split by, played the very
/// same games.
fn same_games(part: &GamesPart, arms: &[Arm], rows: &[Row]) -> bool {
    let group = |arm: &Arm| part.split.as_ref().and_then(|key| arm.settings.get(key).cloned());
    let mut games: BTreeMap<(Option<String>, usize), Vec<&str>> = BTreeMap::new();
    for row in rows {
        if let Row::Game(game) = row
            && game.part == part.name
            && let Some(arm) = arms.get(game.arm)
        {
            games.entry((group(arm), game.index)).or_default().push(&game.moves);
        }
    }
    let size = |of: &Option<String>| arms.iter().filter(|arm| group(arm) == *of).count();
    let alike = |((of, _), moves): (&(Option<String>, usize), &Vec<&str>)| {
        moves.len() == size(of) && moves.len() > 1 && moves.iter().all(|m| *m == moves[0])
    };
    !games.is_empty() && games.iter().all(alike)
}

/// Names of columns.
pub(super) fn columns(lang: Lang, keys: &[&str]) -> Vec<String> {
    keys.iter().map(|key| lang.text(&format!("lab-column-{key}"))).collect()
}

fn results(lang: Lang, arms: &[Arm], found: &[GameFindings]) -> Vec<Vec<String>> {
    let mut rows = vec![columns(
        lang,
        &[
            "arm", "games", "result", "score", "interval", "elo", "discs", "black", "white",
            "first", "full",
        ],
    )];
    let rate = |rate: Option<f64>| rate.map_or(dash(), |rate| percent(lang, rate));
    for (arm, found) in arms.iter().zip(found) {
        let [as_black, as_white] = found.by_color;
        let interval = |interval: Option<(f64, f64)>| {
            interval.map_or(dash(), |(low, high)| {
                format!("{} – {}", percent(lang, low), percent(lang, high))
            })
        };
        rows.push(vec![
            arm.name.clone(),
            thousands(found.score.games()),
            plus_minus(found.score),
            rate(found.score.score_rate()),
            interval(found.score.interval()),
            figures::elo_shown(found).0,
            found.discs.map_or(dash(), |mean| match mean.error() {
                Some(error) => format!("{:+.1} ± {error:.1}", mean.mean),
                None => format!("{:+.1}", mean.mean),
            }),
            if as_black.games() > 0 { plus_minus(as_black) } else { dash() },
            if as_white.games() > 0 { plus_minus(as_white) } else { dash() },
            rate(found.black.score_rate()),
            rate(found.occupation.map(|shares| 1.0 - shares.empty)),
        ]);
    }
    rows
}

fn costs(lang: Lang, arms: &[Arm], found: &[GameFindings]) -> Vec<Vec<String>> {
    let mut rows = vec![columns(
        lang,
        &[
            "arm",
            "mean",
            "median",
            "p95",
            "slowest",
            "game",
            "nodes",
            "rate",
            "live",
            "peak",
            "cumulated",
            "hits",
            "collisions",
            "fill",
        ],
    )];
    let time = |duration: Duration| time(lang, duration);
    let rate = |rate: Option<f64>| rate.map_or(dash(), |rate| percent(lang, rate));
    let shown = |held: u64| if held > 0 { bytes(lang, held) } else { dash() };
    for (arm, found) in arms.iter().zip(found) {
        let times = found.times;
        let seconds = times.total.as_secs_f64();
        let nodes = found.nodes.map_or(0.0, |mean| mean.mean);
        rows.push(vec![
            arm.name.clone(),
            time(times.mean),
            time(times.median),
            time(times.p95),
            time(times.slowest),
            found.game_seconds.map_or(dash(), |mean| time(Duration::from_secs_f64(mean.mean))),
            if nodes > 0.0 { thousands(nodes.round() as u64) } else { dash() },
            match seconds > 0.0 && nodes > 0.0 {
                true => thousands((nodes * times.count as f64 / seconds) as u64),
                false => dash(),
            },
            shown(found.live_bytes),
            shown(found.peak_bytes),
            shown(found.cumulated_bytes.map_or(0, |mean| mean.mean as u64)),
            rate(found.table.hits),
            rate(found.table.collisions),
            rate(found.table.fill),
        ]);
    }
    rows
}

fn searches(
    lang: Lang,
    part: &PositionsPart,
    arms: &[Arm],
    found: &[Vec<SearchFindings>],
) -> Vec<Vec<String>> {
    let mut names = columns(lang, &["arm", "phase", "positions"]);
    names.extend(
        part.measure.iter().map(|&m| lang.text(&format!("lab-measure-{}", figures::key(m)))),
    );
    let mut rows = vec![names];
    for (arm, phases) in arms.iter().zip(found) {
        for at in phases {
            let mut row = vec![
                arm.name.clone(),
                figures::phase_name(lang, &at.phase),
                at.nodes.count.to_string(),
            ];
            row.extend(part.measure.iter().map(|&measure| {
                let value = figures::of_search(measure, at);
                value.map_or(dash(), |(value, _)| shown(lang, measure, value))
            }));
            rows.push(row);
        }
    }
    rows
}

/// At the far end of the grid, how many times the least the most is.
fn savings(
    lang: Lang,
    part: &PositionsPart,
    arms: &[Arm],
    found: &[Vec<SearchFindings>],
    document: &mut Document,
) {
    let Some(by) = &part.by else { return };
    let at = |arm: &Arm| arm.settings.get(by).and_then(|value| value.parse::<f64>().ok());
    let last = arms.iter().filter_map(at).fold(f64::NEG_INFINITY, f64::max);
    for &measure in &part.measure {
        let mut sums: Vec<(String, f64)> = Vec::new();
        for (arm, phases) in arms.iter().zip(found).filter(|(arm, _)| at(arm) == Some(last)) {
            let values = phases.iter().filter_map(|at| Some(figures::of_search(measure, at)?.0));
            let (sum, count) =
                values.fold((0.0, 0.0), |(sum, count), value| (sum + value, count + 1.0));
            sums.push((arm.without(by).to_string(), sum / f64::max(count, 1.0)));
        }
        sums.sort_by(|(_, a), (_, b)| a.total_cmp(b));
        if let [(least, low), .., (most, high)] = sums.as_slice()
            && *low > 0.0
        {
            let what = lang.text(&format!("lab-measure-{}", figures::key(measure)));
            document.say(say!(
                lang,
                "lab-report-savings",
                what = what,
                by = by.as_str(),
                last = last.to_string(),
                least = least.as_str(),
                low = shown(lang, measure, *low),
                most = most.as_str(),
                high = shown(lang, measure, *high),
                times = format!("{:.1}", high / low)
            ));
        }
    }
}

/// A number of a measure as people read it.
fn shown(lang: Lang, measure: Measure, value: f64) -> String {
    match measure {
        Measure::Nodes | Measure::NodesByMove => thousands(value.round() as u64),
        Measure::Time | Measure::TimeByMove | Measure::GameTime => {
            time(lang, Duration::from_secs_f64(value.max(0.0) / 1e3))
        }
        Measure::PeakMemory
        | Measure::PeakMemoryByMove
        | Measure::CumulatedMemory
        | Measure::LiveMemory => bytes(lang, value as u64),
        Measure::Discs => lang.signed(value, 1),
        _ => percent(lang, value),
    }
}

/// What others found beside what was found here: what, theirs, ours.
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

/// What was found here of what others found, with its uncertainty.
fn ours(
    lang: Lang,
    folder: &Folder,
    findings: &Findings,
    comparison: &Comparison,
) -> Option<String> {
    let job = folder.plan.jobs.iter().find(|job| job.name() == comparison.part)?;
    let Job::Games { arms, .. } = job else { return None };
    let arm = arms.iter().position(|arm| arm.name == comparison.arm)?;
    let found = findings.games(&comparison.part).get(arm)?;
    let value = match (comparison.measure, comparison.color.as_deref()) {
        (Measure::Occupation, _) => {
            return found.occupation.map(|shares| shares_in_words(lang, shares));
        }
        (Measure::Wins, Some("black")) => figures::wins(found.by_color[0])?,
        (Measure::Wins, Some(_)) => figures::wins(found.by_color[1])?,
        (measure, _) => figures::value(measure, found)?,
    };
    let (value, interval) = value;
    let shown = |value: f64| shown(lang, comparison.measure, value);
    let number = shown(value);
    Some(match interval {
        Some((low, high)) => {
            say!(lang, "match-interval", rate = number, low = shown(low), high = shown(high))
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

/// How often each evaluator named the winner, after every tenth move.
fn guesses(lang: Lang, evaluators: &[Spec], found: &[Vec<Guess>]) -> Vec<Vec<String>> {
    let plies: BTreeSet<u64> =
        found.iter().flatten().map(|guess| guess.ply).filter(|ply| ply % 10 == 0).collect();
    let after = |ply: &u64| say!(lang, "lab-column-after", ply = ply.to_string());
    let mut rows =
        vec![[columns(lang, &["evaluator"]), plies.iter().map(after).collect()].concat()];
    for (spec, guesses) in evaluators.iter().zip(found) {
        let rate = |ply: &u64| {
            let guess = guesses.iter().find(|guess| guess.ply == *ply);
            let rate = guess.and_then(|guess| guess.counts.score_rate());
            rate.map_or(dash(), |rate| percent(lang, rate))
        };
        rows.push([vec![spec.to_string()], plies.iter().map(rate).collect()].concat());
    }
    rows
}

/// What is needed to measure it again.
fn provenance(lang: Lang, folder: &Folder, below: u8, document: &mut Document) {
    document.heading(2 + below, lang.text("lab-report-again"));
    let name = &folder.plan.experiment.name;
    let quick = if folder.header.quick { " --quick" } else { "" };
    document.code(format!("othellier lab run {name}{quick} --seed {}", folder.header.seed));
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
        rows.push(vec![part, arm, effective, against]);
    }
    document.table(rows);
}

pub(super) fn dash() -> String {
    "–".to_owned()
}
