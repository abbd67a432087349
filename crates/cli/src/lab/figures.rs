//! The figures of an experiment: one or more for each measure of a part.

use othellier_board::{Eight, Size};
use othellier_eval::classic::{MATRIX1, MATRIX2};
use othellier_lab::chart::{
    Bar, BarGroup, Bars, Figure, Heat, Hue, IntervalRow, Intervals, Labels, LinePoint, Lines, Pie,
    Pies, Scale, Series,
};
use othellier_lab::experiment::{
    Arm, ByMove, ColorChoice, ColorFindings, Findings, GameFindings, GamesPart, Measure,
    PositionsPart, PredictionsPart, RoulettePart, SearchFindings, WeightsPart, short_names,
};
use othellier_lab::stats::{Counts, Elo, Mean, elo_of};
use othellier_locale::{Lang, tr};
use othellier_spec::Spec;

use super::{arm_name, in_lang};
use crate::evolve::charts::formula;
use crate::match_play::table::{percent, plus_minus};

/// A figure with its file name.
pub(super) type NamedFigure = (String, Figure);

/// The key of a measure in the locales and in file names.
pub(super) fn key(measure: Measure) -> &'static str {
    match measure {
        Measure::Wins => "wins",
        Measure::Draws => "draws",
        Measure::Losses => "losses",
        Measure::Score => "score",
        Measure::Elo => "elo",
        Measure::Discs => "discs",
        Measure::FirstMove => "first-move",
        Measure::Occupation => "occupation",
        Measure::GameTime => "game-time",
        Measure::Time => "time",
        Measure::Speedup => "speedup",
        Measure::TimeByMove => "time-by-move",
        Measure::MedianTimeByMove => "median-time-by-move",
        Measure::Nodes => "nodes",
        Measure::NodesByMove => "nodes-by-move",
        Measure::PeakMemory => "peak-memory",
        Measure::PeakMemoryByMove => "peak-memory-by-move",
        Measure::CumulatedMemory => "cumulated-memory",
        Measure::LiveMemory => "live-memory",
        Measure::TableHits => "table-hits",
        Measure::TableCollisions => "table-collisions",
        Measure::TableFill => "table-fill",
        Measure::Squares => "squares",
    }
}

/// A unit of display: its size in units of the measure, and its name.
type Unit = (f64, &'static str);

/// The unit for times up to this many milliseconds.
fn time_unit(longest_ms: f64) -> Unit {
    match longest_ms {
        1000.0.. => (1000.0, "s"),
        1.0.. => (1.0, "ms"),
        _ => (1e-3, "µs"),
    }
}

fn memory_unit(most: f64) -> Unit {
    match most {
        1_048_576.0.. => (1_048_576.0, "MiB"),
        1024.0.. => (1024.0, "KiB"),
        _ => (1.0, "B"),
    }
}

/// The colours of a player, as keys of messages.
pub(super) const COLORS: [&str; 2] = ["black", "white"];

const PLAIN: Unit = (1.0, "");
const PERCENT: Unit = (0.01, "%");

/// The unit of a measure whose largest value is this.
fn unit(measure: Measure, greatest: f64) -> Unit {
    match measure {
        Measure::GameTime | Measure::Time | Measure::TimeByMove | Measure::MedianTimeByMove => {
            time_unit(greatest)
        }
        Measure::PeakMemory
        | Measure::PeakMemoryByMove
        | Measure::CumulatedMemory
        | Measure::LiveMemory => memory_unit(greatest),
        Measure::Wins
        | Measure::Draws
        | Measure::Losses
        | Measure::Score
        | Measure::FirstMove
        | Measure::Occupation
        | Measure::TableHits
        | Measure::TableCollisions
        | Measure::TableFill => PERCENT,
        _ => PLAIN,
    }
}

/// A value with its confidence interval.
type Value = (f64, Option<(f64, f64)>);

fn of_mean(mean: Mean) -> Value {
    (mean.mean, mean.interval())
}

/// The mean of a quantity that is never negative: times, nodes, memory.
fn of_amount(mean: Mean) -> Value {
    let (mean, interval) = of_mean(mean);
    (mean, interval.map(|(low, high)| (low.max(0.0), high)))
}

/// The share of `count` in all games, with Wilson's interval.
fn share(count: u64, all: Counts) -> Option<Value> {
    let counted = Counts { wins: count, draws: 0, losses: all.games() - count };
    Some((counted.score_rate()?, counted.interval()))
}

/// The share of games won, with Wilson's interval.
pub(super) fn wins(counts: Counts) -> Option<Value> {
    share(counts.wins, counts)
}

/// The value of a measure for an arm, if it is one number.
pub(super) fn value(measure: Measure, found: &GameFindings) -> Option<Value> {
    match measure {
        Measure::Wins => wins(found.score),
        Measure::Draws => share(found.score.draws, found.score),
        Measure::Losses => share(found.score.losses, found.score),
        Measure::Score => Some((found.score.score_rate()?, found.score.interval())),
        Measure::Discs => found.discs.map(of_mean),
        Measure::GameTime => found.game_seconds.map(|seconds| {
            let (mean, interval) = of_amount(seconds);
            (1e3 * mean, interval.map(|(low, high)| (1e3 * low, 1e3 * high)))
        }),
        Measure::Time => found.milliseconds.map(of_amount),
        Measure::Nodes => found.nodes.map(of_amount),
        Measure::PeakMemory => Some((found.peak_bytes as f64, None)),
        Measure::LiveMemory => Some((found.live_bytes as f64, None)),
        Measure::CumulatedMemory => found.cumulated_bytes.map(of_amount),
        Measure::TableHits => Some((found.table.hits?, None)),
        Measure::TableCollisions => Some((found.table.collisions?, None)),
        Measure::TableFill => Some((found.table.fill?, None)),
        _ => None,
    }
}

/// The common parts of the labels of a figure.
struct Frame<'a> {
    lang: Lang,
    part: &'a str,
    title: &'a str,
    note: String,
}

impl Frame<'_> {
    fn labels(&self, measure: &str, suffix: &str, unit: &str) -> Labels {
        let what = self.lang.text(&format!("lab-measure-{measure}"));
        let suffix = if suffix.is_empty() { String::new() } else { format!(" ({suffix})") };
        let unit = if unit.is_empty() { String::new() } else { format!(" ({unit})") };
        Labels {
            title: tr!(
                self.lang,
                "lab-figure-title",
                part = self.title,
                what = format!("{what}{suffix}")
            ),
            x: format!("{what}{unit}"),
            y: String::new(),
            note: self.note.clone(),
            number_format: self.lang.number_format(),
        }
    }

    fn id(&self, measure: &str, suffix: &str) -> String {
        let plain = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' };
        let suffix: String = suffix.chars().map(plain).collect();
        let suffix = suffix.trim_matches('-');
        let dash = if suffix.is_empty() { "" } else { "-" };
        format!("{}-{measure}{dash}{suffix}", self.part)
    }
}

/// Arms arranged as groups of bars.
struct Arranged {
    series: Vec<String>,
    groups: Vec<String>,
    /// The index of the arm of each group and series.
    arms: Vec<Vec<Option<usize>>>,
}

fn arranged(lang: Lang, arms: &[Arm], split: Option<&str>) -> Arranged {
    let Some(split) = split else {
        return Arranged {
            series: vec![String::new()],
            groups: arms.iter().map(|arm| arm_name(lang, arm)).collect(),
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
        arm.map_or(name.clone(), |arm| meeting(lang, name, arm))
    };
    let names = table.iter().zip(short_names(&players)).map(named).collect();
    Arranged { series, groups: names, arms: table }
}

/// The name of an arm's player, with the opponent if the part has several.
fn meeting(lang: Lang, name: String, arm: &Arm) -> String {
    match arm.opponent_name.as_deref().filter(|_| arm.is_meeting()) {
        Some(opponent) => tr!(lang, "lab-arm-against", player = name, opponent = opponent),
        None => name,
    }
}

/// ` against random`, for a note; empty if there are several opponents.
fn against(lang: Lang, arms: &[Arm]) -> String {
    let one = arms.first().filter(|arm| !arm.is_meeting());
    let name = one.and_then(|arm| arm.opponent_name.as_deref());
    name.map_or(String::new(), |name| format!(" {}", tr!(lang, "lab-against", opponent = name)))
}

/// The index of an item in a list, appending it if it is new.
fn place<T: PartialEq>(list: &mut Vec<T>, item: T) -> usize {
    list.iter().position(|known| *known == item).unwrap_or_else(|| {
        list.push(item);
        list.len() - 1
    })
}

/// The figures of a part of games.
pub(super) fn of_games(
    lang: Lang,
    part: &GamesPart,
    arms: &[Arm],
    findings: &Findings,
) -> Vec<NamedFigure> {
    let found = findings.games(&part.name);
    let games = found.iter().map(|found| found.score.games()).max().unwrap_or(0);
    let colors = found.iter().flat_map(|found| &found.by_color);
    let with_color = colors.map(|found| found.score.games()).max().unwrap_or(0);
    let met = against(lang, arms);
    let mut drawn = Vec::new();
    for &measure in &part.measure {
        let has_intervals = |found: &GameFindings| {
            matches!(measure, Measure::Elo | Measure::FirstMove)
                || value(measure, found).is_some_and(|(_, whole)| whole.is_some())
        };
        let by_color = matches!(measure, Measure::FirstMove | Measure::Occupation);
        let key = match found.iter().any(has_intervals) {
            false => "lab-note-games-plain",
            true if part.by.is_some() && measure != Measure::Elo && !by_color => "lab-note-bands",
            true => "lab-note-games",
        };
        let games = if by_color { with_color } else { games };
        let note = tr!(lang, key, games = games, against = met.as_str());
        let frame = Frame { lang, part: &part.name, title: in_lang(lang, &part.title), note };
        match measure {
            Measure::Elo => drawn.push(elo(&frame, arms, found)),
            Measure::FirstMove | Measure::Occupation => {
                drawn.push(self::by_color(&frame, part.colors, measure, arms, found));
            }
            Measure::Squares => {
                drawn
                    .extend(arms.iter().zip(found).map(|(arm, found)| squares(&frame, arm, found)));
            }
            Measure::TimeByMove
            | Measure::MedianTimeByMove
            | Measure::NodesByMove
            | Measure::PeakMemoryByMove => {
                drawn.extend(by_move(&frame, measure, part.split.as_deref(), arms, found));
            }
            _ => drawn.push(match &part.by {
                Some(by) => {
                    let values: Vec<_> = found.iter().map(|found| value(measure, found)).collect();
                    along(&frame, measure, "", by, arms, &values)
                }
                None => bars(&frame, measure, part.split.as_deref(), arms, found),
            }),
        }
    }
    drawn
}

fn bars(
    frame: &Frame<'_>,
    measure: Measure,
    split: Option<&str>,
    arms: &[Arm],
    found: &[GameFindings],
) -> NamedFigure {
    let arranged = arranged(frame.lang, arms, split);
    let values: Vec<Option<Value>> = found.iter().map(|found| value(measure, found)).collect();
    let (figure_unit, scale) = scaled(measure, &values);
    let bar = |arm: Option<usize>| bar(frame.lang, values[arm?]?, figure_unit, scale);
    let groups = arranged.groups.iter().zip(&arranged.arms).map(|(name, arms)| BarGroup {
        name: name.clone(),
        bars: arms.iter().map(|&arm| bar(arm)).collect(),
    });
    // Arms without this measure, as a search without a table, are left out.
    let groups = groups.filter(|group| group.bars.iter().any(Option::is_some));
    let labels = frame.labels(key(measure), "", figure_unit.1);
    let figure = Figure::Bars(Bars {
        labels,
        scale,
        series: arranged.series.clone(),
        groups: groups.collect(),
    });
    (frame.id(key(measure), ""), figure)
}

/// The unit of these values, and the scale: logarithmic if they are too far apart.
fn scaled(measure: Measure, values: &[Option<Value>]) -> (Unit, Scale) {
    let numbers = || values.iter().flatten().map(|(value, _)| *value);
    let greatest = numbers().fold(0.0, f64::max);
    let least = numbers().filter(|number| *number > 0.0).fold(f64::INFINITY, f64::min);
    let apart = greatest / least > 30.0 && unit(measure, greatest) != PERCENT;
    (unit(measure, greatest), if apart { Scale::Log } else { Scale::FromZero })
}

/// A value for a scale. On a logarithmic scale the interval is `m · exp(±e / m)`: it stays above
/// zero and is symmetric around its mean.
fn on_scale((value, interval): Value, scale: Scale) -> Value {
    let by_powers = |(_, high): (f64, f64)| {
        let error = ((high - value) / value).exp();
        (value / error, value * error)
    };
    match scale {
        Scale::Log if value > 0.0 => (value, interval.map(by_powers)),
        _ => (value, interval),
    }
}

fn bar(lang: Lang, value: Value, (size, name): Unit, scale: Scale) -> Option<Bar> {
    let (value, interval) = on_scale(value, scale);
    let interval = interval.map(|(low, high)| (low / size, high / size));
    let text = match name {
        "%" => percent(lang, value),
        _ => String::new(),
    };
    Some(Bar { value: value / size, interval, text })
}

fn elo(frame: &Frame<'_>, arms: &[Arm], found: &[GameFindings]) -> NamedFigure {
    let row = |(arm, found): (&Arm, &GameFindings)| {
        let (shown, value) = elo_shown(found);
        let score = found.score.score_rate();
        let score = score.map_or(String::new(), |score| percent(frame.lang, score));
        let cells = vec![plus_minus(found.score), score, shown];
        IntervalRow { name: arm_name(frame.lang, arm), cells, value }
    };
    let columns = ["lab-column-result", "lab-column-score", "lab-column-elo"];
    let figure = Figure::Intervals(Intervals {
        labels: frame.labels("elo", "", ""),
        columns: columns.map(|key| frame.lang.text(key)).to_vec(),
        rows: arms.iter().zip(found).map(row).collect(),
    });
    (frame.id("elo", ""), figure)
}

/// The Elo difference as text, with both ends of its interval. A player that won or lost every game
/// has no finite Elo; the interval of the score still gives a bound.
pub(super) fn elo_shown(found: &GameFindings) -> (String, Option<(f64, f64, f64)>) {
    if let Some(Elo { difference, error }) = found.elo() {
        let ends = (difference, difference - error, difference + error);
        return (format!("{difference:+.0} ± {error:.0}"), Some(ends));
    }
    let bound = found.score.interval().and_then(|(low, high)| {
        let least = elo_of(low).map(|least| (least, f64::INFINITY, '>'));
        least.or_else(|| elo_of(high).map(|most| (most, f64::NEG_INFINITY, '<')))
    });
    match bound {
        Some((bound, far, sign)) => {
            (format!("{sign} {bound:+.0}"), Some((far, bound.min(far), bound.max(far))))
        }
        None => ("–".to_owned(), None),
    }
}

/// Results or shares of the board by player and colour: games with Black and games with White are
/// never added up. If the player has Black in every game, the figure is about Black and White.
fn by_color(
    frame: &Frame<'_>,
    colors: ColorChoice,
    measure: Measure,
    arms: &[Arm],
    found: &[GameFindings],
) -> NamedFigure {
    let (lang, name) = (frame.lang, key(measure));
    let whose = if colors == ColorChoice::Fixed { "color" } else { "player" };
    let series = [1, 2, 3].map(|n| lang.text(&format!("lab-{name}-{whose}-{n}")));
    let of = |found: &ColorFindings| match measure {
        Measure::FirstMove => {
            let score = found.score;
            [score.wins, score.draws, score.losses].map(|count| share(count, score))
        }
        _ => {
            let held = found.holding.map(|held| [held.player, held.opponent, held.empty]);
            [0, 1, 2].map(|whose| Some((held?[whose], None)))
        }
    };
    let mut groups = Vec::new();
    for (arm, found) in arms.iter().zip(found) {
        for (color, found) in COLORS.into_iter().zip(&found.by_color) {
            if found.score.games() > 0 {
                let player = arm_name(lang, arm);
                let bar = |share: Option<Value>| bar(lang, share?, PERCENT, Scale::FromZero);
                groups.push(BarGroup {
                    name: tr!(lang, &format!("lab-as-{color}"), player = player),
                    bars: of(found).map(bar).to_vec(),
                });
            }
        }
    }
    let figure = Figure::Bars(Bars {
        labels: frame.labels(name, "", "%"),
        scale: Scale::FromZero,
        series: series.to_vec(),
        groups,
    });
    (frame.id(name, ""), figure)
}

fn squares(frame: &Frame<'_>, arm: &Arm, found: &GameFindings) -> NamedFigure {
    let values = found.squares.chunks(8).map(|row| row.iter().map(|s| Some(100.0 * s)).collect());
    let labels = frame.labels("squares", &arm_name(frame.lang, arm), "");
    let figure = Figure::Heat(Heat {
        labels: Labels { x: String::new(), y: frame.lang.text("lab-squares-unit"), ..labels },
        hue: Hue::Amount,
        columns: files(),
        rows: ranks(),
        values: values.collect(),
    });
    (frame.id("squares", &arm.name), figure)
}

fn files() -> Vec<String> {
    "abcdefgh".chars().map(String::from).collect()
}

fn ranks() -> Vec<String> {
    (1..=8).map(|rank| rank.to_string()).collect()
}

/// Lines by move number: one figure for each value of the split key.
fn by_move(
    frame: &Frame<'_>,
    measure: Measure,
    split: Option<&str>,
    arms: &[Arm],
    found: &[GameFindings],
) -> Vec<NamedFigure> {
    let arranged = arranged(frame.lang, arms, split);
    let of = |at: &ByMove| match measure {
        Measure::TimeByMove => of_amount(at.milliseconds),
        Measure::MedianTimeByMove => (at.times.median.as_secs_f64() * 1e3, Some(at.middle_half)),
        Measure::NodesByMove => of_amount(at.nodes),
        _ => of_amount(at.peak_bytes),
    };
    let figure = |(column, suffix): (usize, &String)| {
        let shown: Vec<(&String, &GameFindings)> = arranged
            .groups
            .iter()
            .zip(&arranged.arms)
            .filter_map(|(name, arms)| Some((name, &found[arms[column]?])))
            .collect();
        let means = || shown.iter().flat_map(|(_, found)| &found.by_move).map(|at| of(at).0);
        let greatest = means().fold(0.0, f64::max);
        let least = means().filter(|mean| *mean > 0.0).fold(f64::INFINITY, f64::min);
        let apart = measure == Measure::PeakMemoryByMove && greatest / least > 30.0;
        let y = if apart { Scale::Log } else { Scale::FromZero };
        let (size, unit_name) = unit(measure, greatest);
        let series = shown.iter().map(|(name, found)| Series {
            name: (*name).clone(),
            points: found
                .by_move
                .iter()
                .map(|at| point(at.ply as f64, on_scale(of(at), y), size))
                .collect(),
        });
        let labels = frame.labels(key(measure), suffix, unit_name);
        let bands = match measure {
            Measure::MedianTimeByMove => "lab-note-middle-half",
            _ => "lab-note-bands",
        };
        let (games, against) = (found[0].score.games(), against(frame.lang, arms));
        let note = tr!(frame.lang, bands, games = games, against = against);
        let labels = Labels { y: labels.x, x: frame.lang.text("lab-axis-move"), note, ..labels };
        let figure = Figure::Lines(Lines { labels, x: Scale::Linear, y, series: series.collect() });
        (frame.id(key(measure), suffix), figure)
    };
    arranged.series.iter().enumerate().map(figure).collect()
}

/// A point of a line in units of this size.
fn point(x: f64, (value, interval): Value, size: f64) -> LinePoint {
    let band = interval.map(|(low, high)| (low / size, high / size));
    LinePoint { x, y: value / size, band }
}

/// The value of a measure of searches.
pub(super) fn of_search(measure: Measure, found: &SearchFindings) -> Option<Value> {
    match measure {
        Measure::Nodes => Some(of_amount(found.nodes)),
        Measure::Time => Some(of_amount(found.milliseconds)),
        Measure::Speedup => found.speedup.map(|ratio| (ratio.value, ratio.interval)),
        Measure::PeakMemory => Some(of_amount(found.peak_bytes)),
        Measure::CumulatedMemory => Some(of_amount(found.cumulated_bytes)),
        Measure::LiveMemory => Some(of_amount(found.live_bytes)),
        Measure::TableHits => Some((found.table.hits?, None)),
        Measure::TableCollisions => Some((found.table.collisions?, None)),
        Measure::TableFill => Some((found.table.fill?, None)),
        _ => None,
    }
}

/// The figures of a part of searches: one for each measure and phase.
pub(super) fn of_positions(
    lang: Lang,
    part: &PositionsPart,
    arms: &[Arm],
    findings: &Findings,
) -> Vec<NamedFigure> {
    let found = findings.searches(&part.name);
    let count = found.iter().flatten().map(|found| found.nodes.count).max().unwrap_or(0);
    let note = tr!(lang, "lab-note-positions", count = count);
    let mean = tr!(lang, "lab-note-positions-mean", count = count);
    let once = format!("{note} {}", lang.text("lab-note-once"));
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
        let frame = Frame { lang, part: &part.name, title: in_lang(lang, &part.title), note };
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

/// The name of a phase in this language.
pub(super) fn phase_name(lang: Lang, phase: &str) -> String {
    lang.find(&format!("lab-phase-{phase}"), &[]).unwrap_or_else(|| phase.to_owned())
}

/// Lines with a key of the grid on the horizontal axis.
fn along(
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
    let names = names.map(|(name, arm)| meeting(frame.lang, name, arm));
    let series = names.zip(points).map(|(name, points)| Series { name, points });
    let labels = frame.labels(key(measure), &phase_name(frame.lang, phase), unit_name);
    let axis = frame.lang.find(&format!("lab-axis-{by}"), &[]).unwrap_or_else(|| by.to_owned());
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
        bars: vec![value.and_then(|value| bar(frame.lang, value, figure_unit, scale))],
    });
    let figure = Figure::Bars(Bars {
        labels: frame.labels(key(measure), &phase_name(frame.lang, phase), figure_unit.1),
        scale,
        series: vec![String::new()],
        groups: groups.collect(),
    });
    (frame.id(key(measure), phase), figure)
}

/// How often each evaluator predicted the winner, by move number. Move numbers that few games
/// reached are left out: their bands would fill the figure.
pub(super) fn of_predictions(
    lang: Lang,
    part: &PredictionsPart,
    evaluators: &[Spec],
    findings: &Findings,
) -> NamedFigure {
    let series = evaluators.iter().zip(findings.predictions(&part.name)).map(|(spec, guesses)| {
        let most = guesses.iter().map(|guess| guess.counts.games()).max().unwrap_or(0);
        let many = guesses.iter().filter(|guess| 4 * guess.counts.games() >= most);
        let points = many.filter_map(|guess| {
            let rate = 100.0 * guess.counts.score_rate()?;
            let band = guess.counts.interval().map(|(low, high)| (100.0 * low, 100.0 * high));
            Some(LinePoint { x: guess.ply as f64, y: rate, band })
        });
        Series { name: spec.to_string(), points: points.collect() }
    });
    let labels = Labels {
        title: in_lang(lang, &part.title).to_owned(),
        x: lang.text("lab-axis-move"),
        y: lang.text("lab-measure-predictions"),
        note: tr!(lang, "lab-note-predictions", games = part.games),
        number_format: lang.number_format(),
    };
    let series = series.collect();
    let figure = Figure::Lines(Lines { labels, x: Scale::Linear, y: Scale::Linear, series });
    (format!("{}-winner", part.name), figure)
}

/// The shares under each law, given as a formula.
pub(super) fn wheels(part: &RoulettePart) -> Vec<(String, Vec<f64>)> {
    let squares = u32::from(Eight::SQUARES);
    part.wheels().map(|(law, shares)| (formula(law, squares), shares)).collect()
}

/// The figure of the shares of roulette wheels.
pub(super) fn of_roulette(lang: Lang, part: &RoulettePart) -> NamedFigure {
    let pies = wheels(part).into_iter().map(|(name, shares)| Pie { name, shares });
    let labels = Labels {
        title: in_lang(lang, &part.title).to_owned(),
        note: lang.text("lab-note-wheel"),
        number_format: lang.number_format(),
        ..Labels::default()
    };
    let slices = part.fitnesses.iter().map(|fitness| format!("f = {fitness:+}")).collect();
    (format!("{}-pies", part.name), Figure::Pies(Pies { labels, slices, pies: pies.collect() }))
}

/// The figure of square weights.
pub(super) fn of_weights(lang: Lang, part: &WeightsPart) -> NamedFigure {
    let quarter = if part.table == "matrix1" { &MATRIX1 } else { &MATRIX2 };
    let from_edge = |line: usize| line.min(7 - line).min(3);
    let value = |row: usize, column: usize| quarter[from_edge(row)][from_edge(column)];
    let values = (0..8).map(|row| (0..8).map(|col| Some(f64::from(value(row, col)))).collect());
    let title = in_lang(lang, &part.title).to_owned();
    let (y, number_format) = (lang.text("lab-weights-unit"), lang.number_format());
    let labels = Labels { title, y, number_format, ..Labels::default() };
    let figure = Figure::Heat(Heat {
        labels,
        hue: Hue::Signed,
        columns: files(),
        rows: ranks(),
        values: values.collect(),
    });
    (format!("{}-weights", part.name), figure)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_measure_has_words_in_both_languages() {
        use Measure::*;
        let results = [Wins, Draws, Losses, Score, Elo, Discs, FirstMove, Occupation, Squares];
        let costs = [GameTime, Time, TimeByMove, MedianTimeByMove, Nodes, NodesByMove];
        let memory = [Speedup, CumulatedMemory, LiveMemory, TableHits, TableCollisions, TableFill];
        let memory = [PeakMemory, PeakMemoryByMove].into_iter().chain(memory);
        for measure in results.into_iter().chain(costs).chain(memory) {
            let key = format!("lab-measure-{}", key(measure));
            let [english, french] = [Lang::En, Lang::Fr].map(|lang| lang.find(&key, &[]));
            assert!(english.is_some() && french.is_some(), "{key}");
        }
    }

    #[test]
    fn intervals_never_reach_below_zero() {
        let mean = Mean::of(&[1.0, 30.0]).unwrap();
        assert_eq!(of_amount(mean).1.unwrap().0, 0.0);
        let (value, interval) = on_scale((10.0, Some((-5.0, 25.0))), Scale::Log);
        let (low, high) = interval.unwrap();
        assert!(low > 0.0 && (high / value - value / low).abs() < 1e-9);
    }

    /// Ten wins of ten: Wilson's interval begins at 10 / 13.8415, in Elo +166.
    #[test]
    fn winning_every_game_gives_a_lower_bound() {
        let score = |wins, losses| GameFindings {
            score: Counts { wins, draws: 0, losses },
            ..GameFindings::default()
        };
        let (shown, ends) = elo_shown(&score(10, 0));
        assert_eq!((shown.as_str(), ends.unwrap().0), ("> +166", f64::INFINITY));
        assert_eq!(elo_shown(&score(0, 10)).0, "< -166");
        assert_eq!(elo_shown(&score(0, 0)), ("–".to_owned(), None));
    }

    #[test]
    fn units_give_short_numbers() {
        assert_eq!(time_unit(0.2).1, "µs");
        assert_eq!(time_unit(20.0).1, "ms");
        assert_eq!(time_unit(2e4).1, "s");
        assert_eq!(memory_unit(310.0 * 1024.0).1, "KiB");
    }
}
