//! `othellier lab run`: runs experiments.

use std::collections::{BTreeSet, HashMap};
use std::io::IsTerminal;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::Args;
use indicatif::ProgressBar;
use othellier_lab::experiment::{
    Arm, Experiment, Findings, GridValues, Job, Plan, Row, builtin, with_values,
};
use othellier_lab::stats::Counts;
use othellier_locale::{Lang, Localized, message, nearest, tr};
use othellier_play::StopSignal;
use othellier_record::read_text;
use serde::Serialize;

use super::folder::{Folder, Header, MAX_BYTES, Run, line};
use super::formats::Format;
use super::{arm_name, breeding, in_lang, report, timings, waiting};
use crate::arguments::Common;
use crate::error::{CliError, interrupt};
use crate::file_io;
use crate::match_play::plan::threads;
use crate::match_play::table::{percent, plus_minus};
use crate::output;
use crate::values::{self, ExpectedValue};

/// Run experiments: names from `lab list`, `all` of them, or files of your own
#[derive(Args)]
#[command(after_help = "\
Examples:
  othellier lab run b1 b4 --quick
  othellier lab run all --out results       every experiment of the reports
  othellier lab run mine.toml --threads 1   one at a time, for undisturbed times
  othellier lab run b17 --set engine='gtp(cmd=\"edax -gtp -l 6\")'

Run again, it resumes with the missing units. DIR/NAME holds the journal, the settings
and tables as CSV, Parquet and JSON. At the end it writes a page with figures: in DIR/NAME
for one experiment, in DIR for several.")]
pub(super) struct Options {
    /// Names of experiments, `all`, or files
    #[arg(required = true, value_name = "WHAT")]
    what: Vec<String>,
    /// Run the quick version: fewer games, positions and depths
    #[arg(long)]
    quick: bool,
    /// Output folder, with a folder for each experiment
    #[arg(long, value_name = "DIR", default_value = "lab-results")]
    out: PathBuf,
    /// Seed of the random numbers instead of the experiment's own
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Other values for a key of the grids, such as depth=3,5 or engine='gtp(cmd="edax -gtp")'
    #[arg(long, value_name = "KEY=VALUE", value_parser = grid_values)]
    set: Vec<GridValues>,
    /// Units to run in parallel; by default one per core
    #[arg(long, value_name = "N", value_parser = values::thread_count)]
    threads: Option<NonZeroUsize>,
    /// Formats of the report, separated by commas; by default html and markdown
    #[arg(long, value_name = "FORMAT", value_enum, value_delimiter = ',')]
    to: Vec<Format>,
    /// Write no report; `othellier lab report` can do it later
    #[arg(long, conflicts_with = "to")]
    no_report: bool,
}

#[derive(Serialize)]
struct Total<'a> {
    #[serde(rename = "type")]
    kind: &'static str,
    name: &'a str,
    folder: String,
    units: usize,
    finished: usize,
    /// Rows found before this run.
    resumed: usize,
    seconds: f64,
    interrupted: bool,
}

#[derive(Serialize)]
struct ArmLine<'a> {
    #[serde(rename = "type")]
    kind: &'static str,
    part: &'a str,
    arm: &'a str,
    player: String,
    opponent: Option<String>,
    wins: u64,
    draws: u64,
    losses: u64,
    score_rate: Option<f64>,
    score_interval: Option<(f64, f64)>,
    elo: Option<f64>,
    elo_error: Option<f64>,
    mean_disc_difference: Option<f64>,
    mean_ms_per_move: Option<f64>,
    mean_nodes_per_move: Option<f64>,
}

#[derive(Serialize)]
struct ComparisonLine {
    #[serde(rename = "type")]
    kind: &'static str,
    what: String,
    theirs: String,
    ours: String,
}

/// Runs them one after the other.
pub(super) fn run(common: Common, options: Options) -> Result<(), CliError> {
    let lang = common.lang;
    let mut chosen = Vec::new();
    for what in &options.what {
        match what.as_str() {
            "all" => {
                for (_, text) in builtin::ALL {
                    let experiment =
                        Experiment::read(text).map_err(|error| CliError::usage(error))?;
                    match waiting(lang, &experiment) {
                        Some(sentence) => anstream::eprintln!("othellier: {sentence}"),
                        None => chosen.push((text.to_owned(), experiment)),
                    }
                }
            }
            what => chosen.push(find(lang, what)?),
        }
    }
    check_keys(&options.set, &chosen)?;
    // Check everything before the first game.
    let mut settled = Vec::new();
    for (text, experiment) in chosen {
        if let Some(sentence) = waiting(lang, &experiment) {
            return Err(CliError::failed(sentence));
        }
        let seed = options.seed.unwrap_or(experiment.seed);
        let keys: Vec<&str> = experiment.grid_keys().collect();
        let set = options.set.iter().filter(|given| keys.contains(&given.key.as_str()));
        let set: Vec<GridValues> = set.cloned().collect();
        let given =
            with_values(&text, &set).map_err(|error| unfit(lang, &experiment.name, &error))?;
        let read = if options.quick { Experiment::read_quick } else { Experiment::read };
        let experiment = read(&given).map_err(|error| unfit(lang, &experiment.name, &error))?;
        let experiment = Experiment { seed, ..experiment };
        let header = Header::new(&given, &experiment, options.quick, &set)
            .map_err(|error| unfit(lang, &experiment.name, &error))?;
        let name = experiment.name.clone();
        let plan = Plan::of(experiment).map_err(|error| unfit(lang, &name, &error))?;
        settled.push((text, header, plan));
    }
    let stop = StopSignal::default();
    let handler_stop = stop.clone();
    let _ = ctrlc::set_handler(move || match handler_stop.is_stopped() {
        true => interrupt(),
        false => handler_stop.stop(),
    });
    let mut folders = Vec::new();
    for (text, header, plan) in settled {
        folders.push(carry_out(common, &options, &stop, &text, header, plan)?);
    }
    match folders.as_slice() {
        _ if options.no_report => Ok(()),
        [one] => report::write_page(common, &folders, &one.path, &options.to),
        _ => report::write_page(common, &folders, &options.out, &options.to),
    }
}

fn grid_values(text: &str) -> Result<GridValues, ExpectedValue> {
    text.parse().map_err(|_| ExpectedValue::Described("expected-grid-values"))
}

/// Refuses values for a key that no experiment has.
fn check_keys(set: &[GridValues], chosen: &[(String, Experiment)]) -> Result<(), CliError> {
    let keys: BTreeSet<&str> = chosen.iter().flat_map(|(_, one)| one.grid_keys()).collect();
    let Some(lost) = set.iter().find(|given| !keys.contains(given.key.as_str())) else {
        return Ok(());
    };
    let names: Vec<&str> = chosen.iter().map(|(_, one)| one.name.as_str()).collect();
    let known: Vec<&str> = keys.into_iter().collect();
    let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
    let (name, key) = (names.join(", "), lost.key.as_str());
    Err(CliError::usage(message!("lab-set-unknown", name = name, key = key, known = known)))
}

/// Finds the text of an experiment by its name or its file.
fn find(lang: Lang, what: &str) -> Result<(String, Experiment), CliError> {
    let text = match builtin::find(what) {
        Some(text) => text.to_owned(),
        None => match read_text(Path::new(what), MAX_BYTES) {
            Ok(text) => text,
            Err(error) if !what.contains(['/', '.']) => {
                let names = builtin::ALL.iter().map(|(name, _)| *name).chain(["all"]);
                let near = nearest(what, names).unwrap_or_default();
                let why = error.problem.in_language(lang);
                let sentence = tr!(lang, "lab-unknown", written = what, near = near, why = why);
                return Err(CliError::usage(sentence));
            }
            Err(error) => return Err(file_io::read_error(error)),
        },
    };
    let experiment = Experiment::read(&text).map_err(|error| unfit(lang, what, &error))?;
    Ok((text, experiment))
}

fn unfit(lang: Lang, file: &str, why: &impl Localized) -> CliError {
    let why = why.in_language(lang);
    CliError::usage(message!("match-file-refused", file = file, why = why.trim()))
}

/// Runs the missing units of one experiment.
fn carry_out(
    common: Common,
    options: &Options,
    stop: &StopSignal,
    text: &str,
    header: Header,
    plan: Plan,
) -> Result<Folder, CliError> {
    let lang = common.lang;
    let started = Instant::now();
    let name = plan.experiment.name.clone();
    let path = options.out.join(if options.quick { format!("{name}-quick") } else { name.clone() });
    let (mut folder, mut journal) = Folder::open(lang, &path, text, header, plan)?;
    let resumed = folder.rows.len();
    let open = folder.plan.open(&folder.rows);
    let threads = threads(options.threads);
    if open > 0 {
        let run = Run::now(threads.get());
        journal.append(lang, &line(&run)?)?;
        folder.runs.push(run);
    }
    let title = in_lang(lang, &folder.plan.experiment.title).to_owned();
    let begins = tr!(lang, "lab-begins", open = open, done = resumed, threads = threads.get());
    anstream::eprintln!("{title} – {begins}");
    let bar = progress_bar(lang, open + resumed, resumed);
    let mut found = Vec::new();
    let mut problem = None;
    let mut standings: HashMap<(String, usize), Counts> = HashMap::new();
    folder.rows.iter().for_each(|row| count(&mut standings, row));
    let mut last_sync = Instant::now();
    let result = folder.plan.run(&folder.rows, threads, stop, &mut |row| {
        count(&mut standings, &row);
        bar.inc(1);
        bar.set_message(standing(lang, &folder.plan, &standings, &row));
        let written = line(&row).and_then(|line| journal.append(lang, &line));
        found.push(row);
        // A killed process loses nothing that was written; sync from time to time in case of a
        // power cut.
        let written = written.and_then(|()| match last_sync.elapsed().as_secs() {
            0 => Ok(()),
            _ => {
                last_sync = Instant::now();
                journal.sync(lang)
            }
        });
        match written {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                problem = Some(error);
                ControlFlow::Break(())
            }
        }
    });
    bar.finish_and_clear();
    result.map_err(|error| unfit(lang, &name, &error))?;
    problem.map_or(Ok(()), Err)?;
    folder.rows.extend(found);
    journal.sync(lang)?;
    folder.write_tables(lang)?;
    let total = Total {
        kind: "total",
        name: &name,
        folder: folder.path.display().to_string(),
        units: folder.plan.units().len(),
        finished: folder.rows.len(),
        resumed,
        seconds: started.elapsed().as_secs_f64(),
        interrupted: stop.is_stopped(),
    };
    print_summary(common, &folder, &total)?;
    if stop.is_stopped() {
        anstream::eprintln!("othellier: {}", lang.text("lab-interrupted"));
        interrupt();
    }
    Ok(folder)
}

fn count(standings: &mut HashMap<(String, usize), Counts>, row: &Row) {
    if let Row::Game(game) = row {
        *standings.entry((game.part.clone(), game.arm)).or_default() += game.counts();
    }
}

fn job<'a>(plan: &'a Plan, part: &str) -> Option<&'a Job> {
    plan.jobs.iter().find(|job| job.name() == part)
}

/// The score so far of the arm of a row.
fn standing(
    lang: Lang,
    plan: &Plan,
    standings: &HashMap<(String, usize), Counts>,
    row: &Row,
) -> String {
    let (part, arm, _) = row.unit();
    let name = job(plan, part).and_then(|job| match job {
        Job::Games { arms, .. } | Job::Positions { arms, .. } => {
            Some(arm_name(lang, arms.get(arm)?))
        }
        Job::Timed(timed) => timed.arms().get(arm).map(ToString::to_string),
        Job::Predictions { .. } | Job::Evolution(_) => None,
    });
    let name = name.unwrap_or_else(|| part.to_owned());
    if let (Row::Generation(row), Some(Job::Evolution(bred))) = (row, job(plan, part)) {
        let best = row.fitness.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let law = bred.evolutions[arm].breeding.law;
        return format!("{name}  {law}  {}", lang.signed(best, 1));
    }
    match standings.get(&(part.to_owned(), arm)) {
        Some(counts) => {
            let rate = counts.score_rate().map_or(String::new(), |rate| percent(lang, rate));
            format!("{name}  {}  {rate}", plus_minus(*counts))
        }
        None => name,
    }
}

/// A progress bar, shown only on a terminal.
fn progress_bar(lang: Lang, all: usize, done: usize) -> ProgressBar {
    let bar = match std::io::stderr().is_terminal() {
        true => ProgressBar::new(all as u64),
        false => ProgressBar::hidden(),
    };
    let template = "{bar:24} {pos}/{len}  {per_sec}  ~{eta}  {msg}";
    crate::progress::set_style(&bar, lang, template);
    bar.set_position(done as u64);
    bar.reset_eta();
    bar
}

/// Prints the summary on standard output.
fn print_summary(common: Common, folder: &Folder, total: &Total<'_>) -> Result<(), CliError> {
    let lang = common.lang;
    let findings = Findings::of(&folder.plan, &folder.rows);
    if common.json {
        output::json(&folder.provenance())?;
    }
    for job in &folder.plan.jobs {
        if let Job::Evolution(bred) = job {
            breeding::print_summary(common, bred, &findings)?;
        }
        if let Job::Timed(timed) = job {
            timings::print_summary(common, timed, &findings)?;
        }
        let Job::Games { part, arms, .. } = job else { continue };
        let name_width = |arm: &Arm| arm_name(lang, arm).chars().count();
        let widest = arms.iter().map(name_width).max().unwrap_or(0);
        for (arm, found) in arms.iter().zip(findings.games(&part.name)) {
            if common.json {
                let elo = found.elo();
                output::json(&ArmLine {
                    kind: "arm",
                    part: &part.name,
                    arm: &arm.name,
                    player: arm.player.to_string(),
                    opponent: arm.opponent.as_ref().map(ToString::to_string),
                    wins: found.score.wins,
                    draws: found.score.draws,
                    losses: found.score.losses,
                    score_rate: found.score.score_rate(),
                    score_interval: found.score.interval(),
                    elo: elo.map(|elo| elo.difference),
                    elo_error: elo.map(|elo| elo.error),
                    mean_disc_difference: found.discs.map(|mean| mean.mean),
                    mean_ms_per_move: found.milliseconds.map(|mean| mean.mean),
                    mean_nodes_per_move: found.nodes.map(|mean| mean.mean),
                })?;
                continue;
            }
            let (name, counts) = (arm_name(lang, arm), plus_minus(found.score));
            let rate = found.score.score_rate();
            let rate = rate.map_or(String::new(), |rate| percent(lang, rate));
            let interval = found.score.interval().map_or(String::new(), |(low, high)| {
                format!("({} – {})", percent(lang, low), percent(lang, high))
            });
            let nodes = found.nodes.map_or(String::new(), |mean| {
                tr!(lang, "lab-nodes-per-move", nodes = mean.mean.round() as u64)
            });
            let line = format!("  {name:widest$}  {counts:14}  {rate:>7} {interval}  {nodes}");
            output::line(line.trim_end())?;
        }
    }
    print_comparisons(common, folder, &findings)?;
    if common.json {
        return output::json(total);
    }
    output::line(&tr!(
        lang,
        "lab-done",
        finished = total.finished,
        units = total.units,
        seconds = lang.decimals(total.seconds, 1),
        folder = total.folder.as_str()
    ))
}

/// Prints the results of others beside those found here.
fn print_comparisons(common: Common, folder: &Folder, findings: &Findings) -> Result<(), CliError> {
    let lang = common.lang;
    let rows = report::compared(lang, folder, findings);
    if common.json {
        return rows.into_iter().try_for_each(|[what, theirs, ours]| {
            output::json(&ComparisonLine { kind: "comparison", what, theirs, ours })
        });
    }
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max();
    let (Some(what_wide), Some(theirs_wide)) = (width(0), width(1)) else { return Ok(()) };
    output::line(&lang.text("lab-report-compare"))?;
    rows.iter().try_for_each(|[what, theirs, ours]| {
        output::line(&format!("  {what:what_wide$}  {theirs:>theirs_wide$}  {ours}"))
    })
}
