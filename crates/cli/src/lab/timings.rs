//! The report on a part that times hash functions or boards.

use othellier_lab::chart::{Bar, BarGroup, Bars, Figure, Labels, Scale};
use othellier_lab::experiment::{BoardKind, Findings, TimedWork, TimingFindings, TimingPlan};
use othellier_lab::stats::Ratio;
use othellier_locale::{Lang, thousands, tr};
use serde::Serialize;

use super::document::Document;
use super::folder::Setting;
use super::in_lang;
use super::tables::{columns, dash};
use crate::arguments::Common;
use crate::error::CliError;
use crate::output;

/// The bits of a board as 64 integers of 32 bits, a common first implementation.
const INTEGERS: usize = 64 * 32;

#[derive(Serialize)]
struct TimingLine<'a> {
    #[serde(rename = "type")]
    kind: &'static str,
    part: &'a str,
    arm: &'a str,
    /// Whether the machine has the instructions.
    measured: bool,
    operations: Option<u64>,
    repetitions: Option<usize>,
    ns_per_operation: Option<f64>,
    ns_error: Option<f64>,
    fastest_ns: Option<f64>,
    /// The ratio of its time to that of the first arm.
    ratio: Option<f64>,
    ratio_interval: Option<(f64, f64)>,
    /// The bits of a board, if boards are compared.
    #[serde(skip_serializing_if = "Option::is_none")]
    bits: Option<usize>,
}

/// The names of the arms.
pub(super) fn settings(timed: &TimingPlan) -> Vec<Setting> {
    let setting = |arm: &str| Setting {
        part: timed.name.clone(),
        arm: arm.to_owned(),
        player: arm.to_owned(),
        effective: arm.to_owned(),
        opponents: Vec::new(),
    };
    timed.arms().into_iter().map(setting).collect()
}

fn arm_name(lang: Lang, arm: &str) -> String {
    lang.text(&format!("lab-timing-{arm}"))
}

/// Adds the section on the part; returns the sentences that summarise it.
pub(super) fn about(
    lang: Lang,
    timed: &TimingPlan,
    findings: &Findings,
    prefix: &str,
    document: &mut Document,
) -> Vec<String> {
    let found = findings.timings(&timed.name);
    document.paragraph(setting(lang, timed));
    document.paragraph(lang.text("lab-timing-alone"));
    for (arm, _) in timed.arms().into_iter().zip(found).filter(|(_, found)| found.is_none()) {
        document.paragraph(tr!(lang, "lab-timing-missing", name = arm_name(lang, arm)));
    }
    let said = verdicts(lang, timed, found);
    said.iter().for_each(|sentence| document.paragraph(sentence));
    document.table(table(lang, timed, found));
    document.figure(format!("{prefix}{}-times", timed.name), figure(lang, timed, found));
    said
}

/// How it was measured.
fn setting(lang: Lang, timed: &TimingPlan) -> String {
    let repetitions = timed.repetitions;
    match &timed.work {
        TimedWork::Hashing { part, walk } => tr!(
            lang,
            "lab-timing-hashing",
            positions = walk.positions(),
            games = part.games,
            passes = part.passes,
            slots = part.slots,
            repetitions = repetitions
        ),
        TimedWork::Perft { part, .. } => {
            tr!(lang, "lab-timing-perft", depth = part.depth, repetitions = repetitions)
        }
    }
}

/// One sentence for each arm: its ratio to the first.
fn verdicts(lang: Lang, timed: &TimingPlan, found: &[Option<TimingFindings>]) -> Vec<String> {
    let arms = timed.arms();
    let (Some(&first), Some(Some(_))) = (arms.first(), found.first()) else { return Vec::new() };
    let key = match timed.work {
        TimedWork::Hashing { .. } => "lab-timing-as-long",
        TimedWork::Perft { .. } => "lab-timing-as-fast",
    };
    let sentence = |(arm, found): (&&str, &Option<TimingFindings>)| {
        let times = times(lang, shown_ratio(timed, found.as_ref()?)?);
        let (name, first) = (arm_name(lang, arm), arm_name(lang, first));
        Some(tr!(lang, key, name = name, first = first, times = times))
    };
    let mut said: Vec<String> = arms.iter().zip(found).skip(1).filter_map(sentence).collect();
    if let TimedWork::Perft { .. } = timed.work {
        let (mailbox, bitboards) = (BoardKind::Mailbox.bits(), BoardKind::Bitboards.bits());
        said.push(tr!(
            lang,
            "lab-timing-memory",
            bitboards = bitboards,
            mailbox = mailbox,
            mailbox_times = mailbox / bitboards,
            integers = INTEGERS,
            integers_times = INTEGERS / bitboards
        ));
    }
    said
}

/// The ratio of times or, for boards, of speeds.
fn shown_ratio(timed: &TimingPlan, found: &TimingFindings) -> Option<Ratio> {
    let ratio = found.ratio?;
    match timed.work {
        TimedWork::Hashing { .. } => Some(ratio),
        TimedWork::Perft { .. } => {
            let interval = ratio.interval.map(|(low, high)| (1.0 / high, 1.0 / low));
            Some(Ratio { value: 1.0 / ratio.value, interval, ..ratio })
        }
    }
}

/// A ratio with its interval.
pub(super) fn times(lang: Lang, ratio: Ratio) -> String {
    let shown = |value: f64| lang.decimals(value, if value < 10.0 { 2 } else { 1 });
    let value = shown(ratio.value);
    // An arm compared with itself has an interval of width 0.
    match ratio.interval.filter(|(low, high)| low < high) {
        Some((low, high)) => {
            tr!(lang, "lab-times-interval", times = value, low = shown(low), high = shown(high))
        }
        None => value,
    }
}

fn table(lang: Lang, timed: &TimingPlan, found: &[Option<TimingFindings>]) -> Vec<Vec<String>> {
    let boards = match &timed.work {
        TimedWork::Perft { part, .. } => part.boards.as_slice(),
        TimedWork::Hashing { .. } => &[],
    };
    let ratio = if boards.is_empty() { "as-long" } else { "as-fast" };
    let names = ["what-timed", "bits", "each-ns", "each-95", "fastest-ns", "a-second", ratio];
    let mut rows = vec![columns(lang, &names)];
    for (index, (arm, found)) in timed.arms().into_iter().zip(found).enumerate() {
        let number = |of: &dyn Fn(&TimingFindings) -> Option<String>| {
            found.as_ref().and_then(of).unwrap_or_else(dash)
        };
        let decimals = |value: f64| lang.decimals(value, 2);
        rows.push(vec![
            arm_name(lang, arm),
            boards.get(index).map_or_else(dash, |board| thousands(board.bits() as u64)),
            number(&|found| Some(decimals(found.nanoseconds.mean))),
            number(&|found| {
                let (low, high) = found.nanoseconds.interval()?;
                Some(format!("{} – {}", decimals(low.max(0.0)), decimals(high)))
            }),
            number(&|found| Some(decimals(found.fastest))),
            number(&|found| Some(thousands((1e9 / found.nanoseconds.mean) as u64))),
            number(&|found| Some(times(lang, shown_ratio(timed, found)?))),
        ]);
    }
    rows
}

/// Bars: nanoseconds per hash, or leaves per second.
fn figure(lang: Lang, timed: &TimingPlan, found: &[Option<TimingFindings>]) -> Figure {
    let is_speed = matches!(timed.work, TimedWork::Perft { .. });
    let bar = |found: &TimingFindings| {
        let millions = |nanoseconds: f64| 1e3 / nanoseconds;
        let (mean, interval) = (found.nanoseconds.mean, found.nanoseconds.interval());
        let interval = interval.map(|(low, high)| (low.max(0.0), high));
        match is_speed {
            false => Bar { value: mean, interval, text: String::new() },
            true => Bar {
                value: millions(mean),
                interval: interval
                    .filter(|(low, _)| *low > 0.0)
                    .map(|(low, high)| (millions(high), millions(low))),
                text: String::new(),
            },
        }
    };
    let groups = timed.arms().into_iter().zip(found).filter_map(|(arm, found)| {
        let bars = vec![Some(bar(found.as_ref()?))];
        Some(BarGroup { name: arm_name(lang, arm), bars })
    });
    let title = in_lang(lang, &timed.title);
    let labels = Labels {
        title: if title.is_empty() { timed.name.clone() } else { title.to_owned() },
        x: lang.text(if is_speed { "lab-timing-axis-leaves" } else { "lab-timing-axis-hash" }),
        note: tr!(lang, "lab-timing-note", repetitions = timed.repetitions),
        number_format: lang.number_format(),
        ..Labels::default()
    };
    let scale = if is_speed { Scale::Log } else { Scale::FromZero };
    Figure::Bars(Bars { labels, scale, series: vec![String::new()], groups: groups.collect() })
}

/// Prints the summary on standard output, one line for each arm.
pub(super) fn print_summary(
    common: Common,
    timed: &TimingPlan,
    findings: &Findings,
) -> Result<(), CliError> {
    let lang = common.lang;
    let found = findings.timings(&timed.name);
    let bits = |arm: usize| match &timed.work {
        TimedWork::Perft { part, .. } => Some(part.boards[arm].bits()),
        TimedWork::Hashing { .. } => None,
    };
    if common.json {
        for (index, (arm, found)) in timed.arms().into_iter().zip(found).enumerate() {
            let ratio = found.and_then(|found| found.ratio);
            output::json(&TimingLine {
                kind: "timing",
                part: &timed.name,
                arm,
                measured: found.is_some(),
                operations: found.map(|found| found.operations),
                repetitions: found.map(|found| found.nanoseconds.count),
                ns_per_operation: found.map(|found| found.nanoseconds.mean),
                ns_error: found.and_then(|found| found.nanoseconds.error()),
                fastest_ns: found.map(|found| found.fastest),
                ratio: ratio.map(|ratio| ratio.value),
                ratio_interval: ratio.and_then(|ratio| ratio.interval),
                bits: bits(index),
            })?;
        }
        return Ok(());
    }
    let name = |arm: &str| arm_name(lang, arm);
    let widest = timed.arms().into_iter().map(|arm| name(arm).chars().count()).max().unwrap_or(0);
    for (arm, found) in timed.arms().into_iter().zip(found) {
        let name = name(arm);
        let line = match found {
            None => format!("  {name:widest$}  {}", dash()),
            Some(found) => {
                let each = format!("{} ns", lang.decimals(found.nanoseconds.mean, 2));
                let ratio = shown_ratio(timed, found);
                let ratio = ratio.map_or_else(String::new, |ratio| times(lang, ratio));
                format!("  {name:widest$}  {each:>12}  × {ratio}")
            }
        };
        output::line(&line)?;
    }
    Ok(())
}
