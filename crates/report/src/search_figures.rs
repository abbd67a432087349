//! The figures of searches: lines with a key of the grid on the horizontal axis, or bars.

use othellier_spec::Spec;

use super::frame::{Frame, NamedFigure, bar, place, point, scaled};
use super::measures::{Value, key, of_search, on_scale};
use super::names::{meeting, phase_name};
use crate::chart::{BarGroup, Bars, Figure, Labels, LinePoint, Lines, Scale, Series};
use crate::words::{Words, tr};
use othellier_measure::experiment::{Arm, Findings, Measure, PositionsPart, short_names};

/// The figures of a part of searches: one for each measure and phase.
pub(super) fn of_positions(
    words: &dyn Words,
    part: &PositionsPart,
    arms: &[Arm],
    findings: &Findings,
) -> Vec<NamedFigure> {
    let found = findings.searches(&part.name);
    let count = found.iter().flatten().map(|found| found.nodes.count).max().unwrap_or(0);
    let note = tr!(words, "lab-note-positions", count = count);
    let mean = tr!(words, "lab-note-positions-mean", count = count);
    let once = format!("{note} {}", words.text("lab-note-once"));
    let phases: Vec<&str> =
        found.first().map_or(Vec::new(), |arm| arm.iter().map(|at| at.phase.as_str()).collect());
    let mut drawn = Vec::new();
    for &measure in &part.measure {
        let rough = measure == Measure::Time && part.repetitions == 1;
        // Table rates are counts over all searches, without an interval.
        let shares = [Measure::TableHits, Measure::TableCollisions, Measure::TableFill];
        let note = match rough {
            true => once.clone(),
            false if shares.contains(&measure) => mean.clone(),
            false => note.clone(),
        };
        let frame = Frame { words, part: &part.name, title: part.title.tagged(words.tag()), note };
        for (index, phase) in phases.iter().enumerate() {
            let values: Vec<Option<Value>> =
                found.iter().map(|arm| of_search(measure, arm.get(index)?)).collect();
            drawn.push(match &part.by {
                Some(by) => along(&frame, measure, phase, by, arms, &values),
                None => beside(&frame, measure, phase, arms, &values),
            });
        }
    }
    drawn
}

/// Lines with a key of the grid on the horizontal axis.
pub(super) fn along(
    frame: &Frame<'_>,
    measure: Measure,
    phase: &str,
    by: &str,
    arms: &[Arm],
    values: &[Option<Value>],
) -> NamedFigure {
    let mut families: Vec<(Spec, Option<String>)> = Vec::new();
    let mut members: Vec<&Arm> = Vec::new();
    let mut points: Vec<Vec<LinePoint>> = Vec::new();
    let ((size, unit_name), y) = scaled(measure, values);
    for (arm, value) in arms.iter().zip(values) {
        let family = place(&mut families, (arm.without(by), arm.opponent_name.clone()));
        if family == members.len() {
            members.push(arm);
        }
        points.resize(families.len(), Vec::new());
        let x = arm.settings.get(by).and_then(|value| value.parse::<f64>().ok());
        if let (Some(x), Some(value)) = (x, value) {
            points[family].push(point(x, on_scale(*value, y), size));
        }
    }
    let xs = || points.iter().flatten().map(|point| point.x);
    let (least, most) = (xs().fold(f64::INFINITY, f64::min), xs().fold(0.0, f64::max));
    let x = if least > 0.0 && most / least >= 100.0 { Scale::Log } else { Scale::Linear };
    let players: Vec<Spec> = families.into_iter().map(|(player, _)| player).collect();
    let names = short_names(&players).into_iter().zip(members);
    let names = names.map(|(name, arm)| meeting(frame.words, name, arm));
    let series = names.zip(points).map(|(name, points)| Series { name, points });
    let labels = frame.labels(key(measure), &phase_name(frame.words, phase), unit_name);
    let axis = frame.words.find(&format!("lab-axis-{by}")).unwrap_or_else(|| by.to_owned());
    let labels = Labels { y: labels.x.clone(), x: axis, ..labels };
    let figure = Figure::Lines(Lines { labels, x, y, series: series.collect() });
    (frame.id(key(measure), phase), figure)
}

fn beside(
    frame: &Frame<'_>,
    measure: Measure,
    phase: &str,
    arms: &[Arm],
    values: &[Option<Value>],
) -> NamedFigure {
    let (figure_unit, scale) = scaled(measure, values);
    let groups = arms.iter().zip(values).map(|(arm, value)| BarGroup {
        name: arm.name.clone(),
        bars: vec![value.and_then(|value| bar(frame.words, value, figure_unit, scale))],
    });
    let figure = Figure::Bars(Bars {
        labels: frame.labels(key(measure), &phase_name(frame.words, phase), figure_unit.1),
        scale,
        series: vec![String::new()],
        groups: groups.collect(),
    });
    (frame.id(key(measure), phase), figure)
}
