//! The report on a part that times hash functions or boards.

use crate::chart::{Bar, BarGroup, Bars, Figure, Labels, Scale};
use othellier_measure::experiment::{BoardKind, Findings, TimedWork, TimingFindings, TimingPlan};
use othellier_measure::stats::Ratio;

use super::document::Document;
use super::names::{columns, dash};
use crate::words::{Words, thousands, tr};

/// The bits of a board as 64 integers of 32 bits, a common first implementation.
const INTEGERS: usize = 64 * 32;

fn arm_name(words: &dyn Words, arm: &str) -> String {
    words.text(&format!("lab-timing-{arm}"))
}

/// Adds the section on the part; returns the sentences that summarise it.
pub(super) fn about(
    words: &dyn Words,
    timed: &TimingPlan,
    findings: &Findings,
    load: &str,
    prefix: &str,
    document: &mut Document,
) -> Vec<String> {
    let found = findings.timings(&timed.name);
    document.paragraph(setting(words, timed));
    document.paragraph(format!("{} {load}", words.text("lab-timing-alone")));
    for (arm, _) in timed.arms().into_iter().zip(found).filter(|(_, found)| found.is_none()) {
        document.paragraph(tr!(words, "lab-timing-missing", name = arm_name(words, arm)));
    }
    let said = verdicts(words, timed, found);
    said.iter().for_each(|sentence| document.paragraph(sentence));
    document.table(table(words, timed, found));
    document.figure(format!("{prefix}{}-times", timed.name), figure(words, timed, found));
    said
}

fn setting(words: &dyn Words, timed: &TimingPlan) -> String {
    let repetitions = timed.repetitions;
    match &timed.work {
        TimedWork::Hashing { part, walk } => tr!(
            words,
            "lab-timing-hashing",
            positions = walk.positions(),
            games = part.games,
            passes = part.passes,
            slots = part.slots,
            repetitions = repetitions
        ),
        TimedWork::Perft { part, .. } => {
            tr!(words, "lab-timing-perft", depth = part.depth, repetitions = repetitions)
        }
    }
}

/// One sentence for each arm: its ratio to the first.
fn verdicts(
    words: &dyn Words,
    timed: &TimingPlan,
    found: &[Option<TimingFindings>],
) -> Vec<String> {
    let arms = timed.arms();
    let (Some(&first), Some(Some(_))) = (arms.first(), found.first()) else { return Vec::new() };
    let key = match timed.work {
        TimedWork::Hashing { .. } => "lab-timing-as-long",
        TimedWork::Perft { .. } => "lab-timing-as-fast",
    };
    let sentence = |(arm, found): (&&str, &Option<TimingFindings>)| {
        let times = times(words, shown_ratio(timed, found.as_ref()?)?);
        let (name, first) = (arm_name(words, arm), arm_name(words, first));
        Some(tr!(words, key, name = name, first = first, times = times))
    };
    let mut said: Vec<String> = arms.iter().zip(found).skip(1).filter_map(sentence).collect();
    if let TimedWork::Perft { .. } = timed.work {
        let (mailbox, bitboards) = (BoardKind::Mailbox.bits(), BoardKind::Bitboards.bits());
        said.push(tr!(
            words,
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
pub(super) fn times(words: &dyn Words, ratio: Ratio) -> String {
    let shown = |value: f64| words.decimals(value, if value < 10.0 { 2 } else { 1 });
    let value = shown(ratio.value);
    // An arm compared with itself has an interval of width 0.
    match ratio.interval.filter(|(low, high)| low < high) {
        Some((low, high)) => {
            tr!(words, "lab-times-interval", times = value, low = shown(low), high = shown(high))
        }
        None => value,
    }
}

fn table(
    words: &dyn Words,
    timed: &TimingPlan,
    found: &[Option<TimingFindings>],
) -> Vec<Vec<String>> {
    let boards = match &timed.work {
        TimedWork::Perft { part, .. } => part.boards.as_slice(),
        TimedWork::Hashing { .. } => &[],
    };
    let ratio = if boards.is_empty() { "as-long" } else { "as-fast" };
    let names = ["what-timed", "bits", "each-ns", "each-95", "fastest-ns", "a-second", ratio];
    let mut rows = vec![columns(words, &names)];
    for (index, (arm, found)) in timed.arms().into_iter().zip(found).enumerate() {
        let number = |of: &dyn Fn(&TimingFindings) -> Option<String>| {
            found.as_ref().and_then(of).unwrap_or_else(dash)
        };
        let decimals = |value: f64| words.decimals(value, 2);
        rows.push(vec![
            arm_name(words, arm),
            boards.get(index).map_or_else(dash, |board| thousands(board.bits() as u64)),
            number(&|found| Some(decimals(found.nanoseconds.mean))),
            number(&|found| {
                let (low, high) = found.nanoseconds.interval()?;
                Some(format!("{} – {}", decimals(low.max(0.0)), decimals(high)))
            }),
            number(&|found| Some(decimals(found.fastest))),
            number(&|found| Some(thousands((1e9 / found.nanoseconds.mean) as u64))),
            number(&|found| Some(times(words, shown_ratio(timed, found)?))),
        ]);
    }
    rows
}

/// Bars: nanoseconds per hash, or leaves per second.
fn figure(words: &dyn Words, timed: &TimingPlan, found: &[Option<TimingFindings>]) -> Figure {
    let is_speed = matches!(timed.work, TimedWork::Perft { .. });
    let bar = |found: &TimingFindings| {
        let millions = |nanoseconds: f64| 1e3 / nanoseconds;
        let (mean, interval) = (found.nanoseconds.mean, found.nanoseconds.interval());
        let interval = interval.map(|(low, high)| (low.max(0.0), high));
        if !is_speed {
            Bar { value: mean, interval, text: String::new() }
        } else {
            Bar {
                value: millions(mean),
                interval: interval
                    .filter(|(low, _)| *low > 0.0)
                    .map(|(low, high)| (millions(high), millions(low))),
                text: String::new(),
            }
        }
    };
    let groups = timed.arms().into_iter().zip(found).filter_map(|(arm, found)| {
        let bars = vec![Some(bar(found.as_ref()?))];
        Some(BarGroup { name: arm_name(words, arm), bars })
    });
    let title = timed.title.tagged(words.tag());
    let labels = Labels {
        title: if title.is_empty() { timed.name.clone() } else { title.to_owned() },
        x: words.text(if is_speed { "lab-timing-axis-leaves" } else { "lab-timing-axis-hash" }),
        note: tr!(words, "lab-timing-note", repetitions = timed.repetitions),
        number_format: words.number_format(),
        ..Labels::default()
    };
    let scale = if is_speed { Scale::Log } else { Scale::FromZero };
    Figure::Bars(Bars { labels, scale, series: vec![String::new()], groups: groups.collect() })
}

/// The summary as lines of text, one for each arm.
pub(super) fn in_lines(words: &dyn Words, timed: &TimingPlan, findings: &Findings) -> Vec<String> {
    let name = |arm: &str| arm_name(words, arm);
    let widest = timed.arms().into_iter().map(|arm| name(arm).chars().count()).max().unwrap_or(0);
    let line = |(arm, found): (&str, &Option<TimingFindings>)| {
        let name = name(arm);
        let Some(found) = found else { return format!("  {name:widest$}  {}", dash()) };
        let each = format!("{} ns", words.decimals(found.nanoseconds.mean, 2));
        let ratio = shown_ratio(timed, found);
        let ratio = ratio.map_or_else(String::new, |ratio| times(words, ratio));
        format!("  {name:widest$}  {each:>12}  × {ratio}")
    };
    timed.arms().into_iter().zip(findings.timings(&timed.name)).map(line).collect()
}
