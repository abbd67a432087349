//! The common part of the figures of an experiment: labels, arrangement of arms, units and scales.

use othellier_spec::Spec;

use super::measures::{PERCENT, Unit, Value, on_scale, unit};
use super::names::{arm_name, meeting};
use crate::chart::{Bar, Figure, Labels, LinePoint, Scale};
use crate::words::{Words, tr};
use othellier_measure::experiment::{Arm, Measure, short_names};

/// A figure with its file name.
pub(super) type NamedFigure = (String, Figure);

/// The common parts of the labels of a figure.
pub(super) struct Frame<'a> {
    pub(super) words: &'a dyn Words,
    pub(super) part: &'a str,
    pub(super) title: &'a str,
    pub(super) note: String,
}

impl Frame<'_> {
    pub(super) fn labels(&self, measure: &str, suffix: &str, unit: &str) -> Labels {
        let what = self.words.text(&format!("lab-measure-{measure}"));
        let suffix = if suffix.is_empty() { String::new() } else { format!(" ({suffix})") };
        let unit = if unit.is_empty() { String::new() } else { format!(" ({unit})") };
        Labels {
            title: tr!(
                self.words,
                "lab-figure-title",
                part = self.title,
                what = format!("{what}{suffix}")
            ),
            x: format!("{what}{unit}"),
            y: String::new(),
            note: self.note.clone(),
            number_format: self.words.number_format(),
        }
    }

    pub(super) fn id(&self, measure: &str, suffix: &str) -> String {
        let plain = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' };
        let suffix: String = suffix.chars().map(plain).collect();
        let suffix = suffix.trim_matches('-');
        let dash = if suffix.is_empty() { "" } else { "-" };
        format!("{}-{measure}{dash}{suffix}", self.part)
    }
}

/// Arms arranged as groups of bars.
pub(super) struct Arranged {
    pub(super) series: Vec<String>,
    pub(super) groups: Vec<String>,
    /// The index of the arm of each group and series.
    pub(super) arms: Vec<Vec<Option<usize>>>,
}

pub(super) fn arranged(words: &dyn Words, arms: &[Arm], split: Option<&str>) -> Arranged {
    let Some(split) = split else {
        return Arranged {
            series: vec![String::new()],
            groups: arms.iter().map(|arm| arm_name(words, arm)).collect(),
            arms: (0..arms.len()).map(|arm| vec![Some(arm)]).collect(),
        };
    };
    let mut series: Vec<String> = Vec::new();
    let mut groups: Vec<(Spec, Option<Spec>)> = Vec::new();
    let mut table: Vec<Vec<Option<usize>>> = Vec::new();
    for (index, arm) in arms.iter().enumerate() {
        let value = arm.settings.get(split).map_or(String::new(), |v| format!("{split}={v}"));
        let column = place(&mut series, value);
        let row = place(&mut groups, (arm.without(split), arm.opponent.clone()));
        table.resize(groups.len(), Vec::new());
        let width = series.len().max(table[row].len());
        table[row].resize(width, None);
        table[row][column] = Some(index);
    }
    table.iter_mut().for_each(|row| row.resize(series.len(), None));
    let players: Vec<Spec> = groups.into_iter().map(|(player, _)| player).collect();
    let named = |(row, name): (&Vec<Option<usize>>, String)| {
        let arm = row.iter().flatten().next().map(|&arm| &arms[arm]);
        arm.map_or(name.clone(), |arm| meeting(words, name, arm))
    };
    let names = table.iter().zip(short_names(&players)).map(named).collect();
    Arranged { series, groups: names, arms: table }
}

/// ` against random`, for a note; empty if there are several opponents.
pub(super) fn against(words: &dyn Words, arms: &[Arm]) -> String {
    let one = arms.first().filter(|arm| !arm.is_meeting());
    let name = one.and_then(|arm| arm.opponent_name.as_deref());
    name.map_or(String::new(), |name| format!(" {}", tr!(words, "lab-against", opponent = name)))
}

/// The index of an item in a list, appending it if it is new.
pub(super) fn place<T: PartialEq>(list: &mut Vec<T>, item: T) -> usize {
    list.iter().position(|known| *known == item).unwrap_or_else(|| {
        list.push(item);
        list.len() - 1
    })
}

/// The unit of these values, and the scale: logarithmic if they are too far apart.
pub(super) fn scaled(measure: Measure, values: &[Option<Value>]) -> (Unit, Scale) {
    let numbers = || values.iter().flatten().map(|(value, _)| *value);
    let greatest = numbers().fold(0.0, f64::max);
    let least = numbers().filter(|number| *number > 0.0).fold(f64::INFINITY, f64::min);
    let apart = greatest / least > 30.0 && unit(measure, greatest) != PERCENT;
    let scale = if apart { Scale::Log } else { Scale::FromZero };
    (unit_on(scale, measure, least, greatest), scale)
}

/// The unit of values of this range. On a logarithmic scale it fits the middle, so that neither end
/// has many digits.
pub(super) fn unit_on(scale: Scale, measure: Measure, least: f64, greatest: f64) -> Unit {
    match scale {
        Scale::Log => unit(measure, (least * greatest).sqrt()),
        _ => unit(measure, greatest),
    }
}

pub(super) fn bar(
    words: &dyn Words,
    value: Value,
    (size, name): Unit,
    scale: Scale,
) -> Option<Bar> {
    let (value, interval) = on_scale(value, scale);
    let interval = interval.map(|(low, high)| (low / size, high / size));
    let text = match name {
        "%" => words.percent(value),
        _ => String::new(),
    };
    Some(Bar { value: value / size, interval, text })
}

/// A point of a line in units of this size.
pub(super) fn point(x: f64, (value, interval): Value, size: f64) -> LinePoint {
    let band = interval.map(|(low, high)| (low / size, high / size));
    LinePoint { x, y: value / size, band }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_logarithmic_scale_has_the_unit_of_its_middle() {
        let values = |bytes: &[f64]| bytes.iter().map(|&b| Some((b, None))).collect::<Vec<_>>();
        let far = scaled(Measure::PeakMemory, &values(&[48.0, 1e5, 1.1e8]));
        assert_eq!((far.0.1, far.1), ("KiB", Scale::Log));
        let near = scaled(Measure::PeakMemory, &values(&[1e7, 1.1e8]));
        assert_eq!((near.0.1, near.1), ("MiB", Scale::FromZero));
    }
}
