//! What was found, drawn: one figure or more for each measure that a part asks for.

use othellier_eval::classic::{MATRIX1, MATRIX2};
use othellier_lab::chart::{
    Bar, BarGroup, Bars, Figure, Heat, Hue, IntervalRow, Intervals, Labels, LinePoint, Lines, Pie,
    Pies, Scale, Series,
};
use othellier_lab::experiment::{
    Arm, ByMove, Findings, GameFindings, GamesPart, Measure, PositionsPart, PredictionsPart,
    RoulettePart, SearchFindings, WeightsPart, roulette_shares, short_names,
};
use othellier_lab::stats::{Counts, Mean};
use othellier_spec::Spec;

use super::in_lang;
use crate::duel::table::{percent, plus_minus};
use crate::lang::{Lang, say};

/// A figure with the name of its files.
pub(super) type Drawn = (String, Figure);

/// The key of a measure in the locales and in the names of files.
pub(super) fn key(measure: Measure) -> &'static str {
    match measure {
        Measure::Wins => "wins",
        Measure::Score => "score",
        Measure::Elo => "elo",
        Measure::Discs => "discs",
        Measure::FirstMove => "first-move",
        Measure::Occupation => "occupation",
        Measure::GameTime => "game-time",
        Measure::Time => "time",
        Measure::TimeByMove => "time-by-move",
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

/// What numbers are shown in: how many of the measure make one, and its name.
type Unit = (f64, &'static str);

/// The unit of times in milliseconds, the longest of which is this.
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

const PLAIN: Unit = (1.0, "");
const PERCENT: Unit = (0.01, "%");

/// The unit of a measure whose greatest number is this.
fn unit(measure: Measure, greatest: f64) -> Unit {
    match measure {
        Measure::GameTime | Measure::Time | Measure::TimeByMove => time_unit(greatest),
        Measure::PeakMemory
        | Measure::PeakMemoryByMove
        | Measure::CumulatedMemory
        | Measure::LiveMemory => memory_unit(greatest),
        Measure::Wins
        | Measure::Score
        | Measure::FirstMove
        | Measure::Occupation
        | Measure::TableHits
        | Measure::TableCollisions
        | Measure::TableFill => PERCENT,
        _ => PLAIN,
    }
}

/// A number with its uncertainty.
type Value = (f64, Option<(f64, f64)>);

fn of_mean(mean: Mean) -> Value {
    (mean.mean, mean.interval())
}

/// Games won, of all, with Wilson's interval.
pub(super) fn wins(counts: Counts) -> Option<Value> {
    let all = counts.games();
    let won = Counts { wins: counts.wins, draws: 0, losses: all - counts.wins };
    Some((won.score_rate()?, won.interval()))
}

/// What a measure found for an arm, where it is one number.
pub(super) fn value(measure: Measure, found: &GameFindings) -> Option<Value> {
    match measure {
        Measure::Wins => wins(found.score),
        Measure::Score => Some((found.score.score_rate()?, found.score.interval())),
        Measure::Discs => found.discs.map(of_mean),
        Measure::GameTime => found.game_seconds.map(|seconds| {
            let (mean, interval) = of_mean(seconds);
            (1e3 * mean, interval.map(|(low, high)| (1e3 * low, 1e3 * high)))
        }),
        Measure::Time => found.milliseconds.map(of_mean),
        Measure::Nodes => found.nodes.map(of_mean),
        Measure::PeakMemory => Some((found.peak_bytes as f64, None)),
        Measure::LiveMemory => Some((found.live_bytes as f64, None)),
        Measure::CumulatedMemory => found.cumulated_bytes.map(of_mean),
        Measure::TableHits => Some((found.table.hits?, None)),
        Measure::TableCollisions => Some((found.table.collisions?, None)),
        Measure::TableFill => Some((found.table.fill?, None)),
        _ => None,
    }
}

/// The words around a figure.
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
            title: say!(
                self.lang,
                "lab-figure-title",
                part = self.title,
                what = format!("{what}{suffix}")
            ),
            x: format!("{what}{unit}"),
            y: String::new(),
            note: self.note.clone(),
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

/// Arms side by side: groups, and the bars within them.
struct Arranged {
    series: Vec<String>,
    groups: Vec<String>,
    /// The arm of each group and series.
    arms: Vec<Vec<Option<usize>>>,
}

fn arranged(arms: &[Arm], split: Option<&str>) -> Arranged {
    let Some(split) = split else {
        return Arranged {
            series: vec![String::new()],
            groups: arms.iter().map(|arm| arm.name.clone()).collect(),
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
    Arranged { series, groups: short_names(&players), arms: table }
}

/// Where something is in a list, at its end if it was not there.
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
) -> Vec<Drawn> {
    let found = findings.games(&part.name);
    let games = found.iter().map(|found| found.score.games()).max().unwrap_or(0);
    let (whiskers, plain) = (
        say!(lang, "lab-note-games", games = games),
        say!(lang, "lab-note-games-plain", games = games),
    );
    let mut drawn = Vec::new();
    for &measure in &part.measure {
        let has_intervals = |found: &GameFindings| {
            measure == Measure::Elo
                || value(measure, found).is_some_and(|(_, whole)| whole.is_some())
        };
        let note = if found.iter().any(has_intervals) { &whiskers } else { &plain }.clone();
        let frame = Frame { lang, part: &part.name, title: in_lang(lang, &part.title), note };
        match measure {
            Measure::Elo => drawn.push(elo(&frame, arms, found)),
            Measure::FirstMove => drawn.push(shares(&frame, measure, arms, found, |found| {
                let all = found.black.games().max(1) as f64;
                [found.black.wins, found.black.draws, found.black.losses]
                    .map(|count| count as f64 / all)
            })),
            Measure::Occupation => drawn.push(shares(&frame, measure, arms, found, |found| {
                found
                    .occupation
                    .map_or([0.0; 3], |shares| [shares.black, shares.white, shares.empty])
            })),
            Measure::Squares => {
                drawn
                    .extend(arms.iter().zip(found).map(|(arm, found)| squares(&frame, arm, found)));
            }
            Measure::TimeByMove | Measure::NodesByMove | Measure::PeakMemoryByMove => {
                drawn.extend(by_move(&frame, measure, part.split.as_deref(), arms, found));
            }
            _ => drawn.push(bars(&frame, measure, part.split.as_deref(), arms, found)),
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
) -> Drawn {
    let arranged = arranged(arms, split);
    let values: Vec<Option<Value>> = found.iter().map(|found| value(measure, found)).collect();
    let (figure_unit, scale) = scaled(measure, &values);
    let bar = |arm: Option<usize>| bar(values[arm?]?, figure_unit);
    let groups = arranged.groups.iter().zip(&arranged.arms).map(|(name, arms)| BarGroup {
        name: name.clone(),
        bars: arms.iter().map(|&arm| bar(arm)).collect(),
    });
    let labels = frame.labels(key(measure), "", figure_unit.1);
    let figure = Figure::Bars(Bars {
        labels,
        scale,
        series: arranged.series.clone(),
        groups: groups.collect(),
    });
    (frame.id(key(measure), ""), figure)
}

/// The unit of all these, and whether they are too far apart for an even scale.
fn scaled(measure: Measure, values: &[Option<Value>]) -> (Unit, Scale) {
    let numbers = || values.iter().flatten().map(|(value, _)| *value);
    let greatest = numbers().fold(0.0, f64::max);
    let least = numbers().filter(|number| *number > 0.0).fold(f64::INFINITY, f64::min);
    let apart = greatest / least > 30.0 && unit(measure, greatest) != PERCENT;
    (unit(measure, greatest), if apart { Scale::Log } else { Scale::FromZero })
}

fn bar((value, interval): Value, (size, name): Unit) -> Option<Bar> {
    let interval = interval.map(|(low, high)| (low / size, high / size));
    let text = match name {
        "%" => percent(value),
        _ => String::new(),
    };
    Some(Bar { value: value / size, interval, text })
}

fn elo(frame: &Frame<'_>, arms: &[Arm], found: &[GameFindings]) -> Drawn {
    let row = |(arm, found): (&Arm, &GameFindings)| {
        let elo = found.elo();
        let shown = elo
            .map_or("–".to_owned(), |elo| format!("{:+.0} ± {:.0}", elo.difference, elo.error));
        let value =
            elo.map(|elo| (elo.difference, elo.difference - elo.error, elo.difference + elo.error));
        let score = found.score.score_rate().map_or(String::new(), percent);
        let name = match &arm.opponent {
            Some(opponent) if arms.iter().all(|other| other.player == arm.player) => {
                format!("{} – {opponent}", arm.player.name)
            }
            _ => arm.name.clone(),
        };
        IntervalRow { name, cells: vec![plus_minus(found.score), score, shown], value }
    };
    let columns = ["lab-column-result", "lab-column-score", "lab-column-elo"];
    let figure = Figure::Intervals(Intervals {
        labels: frame.labels("elo", "", ""),
        columns: columns.map(|key| frame.lang.text(key)).to_vec(),
        rows: arms.iter().zip(found).map(row).collect(),
    });
    (frame.id("elo", ""), figure)
}

/// Three shares of a whole for each arm.
fn shares(
    frame: &Frame<'_>,
    measure: Measure,
    arms: &[Arm],
    found: &[GameFindings],
    of: fn(&GameFindings) -> [f64; 3],
) -> Drawn {
    let name = key(measure);
    let series = [1, 2, 3].map(|n| frame.lang.text(&format!("lab-{name}-{n}")));
    let groups = arms.iter().zip(found).map(|(arm, found)| BarGroup {
        name: arm.name.clone(),
        bars: of(found).iter().map(|&share| bar((share, None), PERCENT)).collect(),
    });
    let figure = Figure::Bars(Bars {
        labels: frame.labels(name, "", "%"),
        scale: Scale::FromZero,
        series: series.to_vec(),
        groups: groups.collect(),
    });
    (frame.id(name, ""), figure)
}

fn squares(frame: &Frame<'_>, arm: &Arm, found: &GameFindings) -> Drawn {
    let values = found.squares.chunks(8).map(|row| row.iter().map(|s| Some(100.0 * s)).collect());
    let labels = frame.labels("squares", &arm.name, "");
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

/// Lines by the number of the move: one figure for each value of the split key.
fn by_move(
    frame: &Frame<'_>,
    measure: Measure,
    split: Option<&str>,
    arms: &[Arm],
    found: &[GameFindings],
) -> Vec<Drawn> {
    let arranged = arranged(arms, split);
    // Times have a long tail that is the machine's, not the player's: the median leaves it out.
    let of = |at: &ByMove| match measure {
        Measure::TimeByMove => (at.times.median.as_secs_f64() * 1e3, Some(at.middle_half)),
        Measure::NodesByMove => of_mean(at.nodes),
        _ => of_mean(at.peak_bytes),
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
        let (size, unit_name) = unit(measure, greatest);
        let series = shown.iter().map(|(name, found)| Series {
            name: (*name).clone(),
            points: found
                .by_move
                .iter()
                .map(|at| {
                    let (value, interval) = of(at);
                    let band = interval.map(|(low, high)| (low.max(0.0) / size, high / size));
                    LinePoint { x: at.ply as f64, y: value / size, band }
                })
                .collect(),
        });
        let labels = frame.labels(key(measure), suffix, unit_name);
        let bands = match measure {
            Measure::TimeByMove => "lab-note-middle-half",
            _ => "lab-note-bands",
        };
        let note = say!(frame.lang, bands, games = found[0].score.games());
        let labels = Labels { y: labels.x, x: frame.lang.text("lab-axis-move"), note, ..labels };
        let figure = Figure::Lines(Lines {
            labels,
            x: Scale::Linear,
            y: if apart { Scale::Log } else { Scale::FromZero },
            series: series.collect(),
        });
        (frame.id(key(measure), suffix), figure)
    };
    arranged.series.iter().enumerate().map(figure).collect()
}

/// What a measure found of searches.
pub(super) fn of_search(measure: Measure, found: &SearchFindings) -> Option<Value> {
    match measure {
        Measure::Nodes => Some(of_mean(found.nodes)),
        Measure::Time => Some(of_mean(found.milliseconds)),
        Measure::PeakMemory => Some(of_mean(found.peak_bytes)),
        Measure::CumulatedMemory => Some(of_mean(found.cumulated_bytes)),
        Measure::LiveMemory => Some(of_mean(found.live_bytes)),
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
) -> Vec<Drawn> {
    let found = findings.searches(&part.name);
    let count = found.iter().flatten().map(|found| found.nodes.count).max().unwrap_or(0);
    let note = say!(lang, "lab-note-positions", count = count);
    let frame = Frame { lang, part: &part.name, title: in_lang(lang, &part.title), note };
    let phases: Vec<&str> =
        found.first().map_or(Vec::new(), |arm| arm.iter().map(|at| at.phase.as_str()).collect());
    let mut drawn = Vec::new();
    for &measure in &part.measure {
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

/// The name of a phase that has one in this language.
pub(super) fn phase_name(lang: Lang, phase: &str) -> String {
    lang.find(&format!("lab-phase-{phase}"), &[]).unwrap_or_else(|| phase.to_owned())
}

/// Lines from left to right by a key of the grid.
fn along(
    frame: &Frame<'_>,
    measure: Measure,
    phase: &str,
    by: &str,
    arms: &[Arm],
    values: &[Option<Value>],
) -> Drawn {
    let mut families: Vec<Spec> = Vec::new();
    let mut points: Vec<Vec<LinePoint>> = Vec::new();
    let greatest = values.iter().flatten().map(|(value, _)| *value).fold(0.0, f64::max);
    let (size, unit_name) = unit(measure, greatest);
    for (arm, value) in arms.iter().zip(values) {
        let family = place(&mut families, arm.without(by));
        points.resize(families.len(), Vec::new());
        let x = arm.settings.get(by).and_then(|value| value.parse::<f64>().ok());
        if let (Some(x), Some((value, interval))) = (x, value) {
            let band = interval.map(|(low, high)| (low / size, high / size));
            points[family].push(LinePoint { x, y: value / size, band });
        }
    }
    let xs = || points.iter().flatten().map(|point| point.x);
    let (least, most) = (xs().fold(f64::INFINITY, f64::min), xs().fold(0.0, f64::max));
    let x = if least > 0.0 && most / least >= 100.0 { Scale::Log } else { Scale::Linear };
    let y = if (size, unit_name) == PERCENT { Scale::FromZero } else { Scale::Log };
    let names = short_names(&families);
    let series = names.into_iter().zip(points).map(|(name, points)| Series { name, points });
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
) -> Drawn {
    let (figure_unit, scale) = scaled(measure, values);
    let groups = arms.iter().zip(values).map(|(arm, value)| BarGroup {
        name: arm.name.clone(),
        bars: vec![value.and_then(|value| bar(value, figure_unit))],
    });
    let figure = Figure::Bars(Bars {
        labels: frame.labels(key(measure), &phase_name(frame.lang, phase), figure_unit.1),
        scale,
        series: vec![String::new()],
        groups: groups.collect(),
    });
    (frame.id(key(measure), phase), figure)
}

/// How often each evaluator named the winner, by move number. Moves that few games reached, after
/// many passes, would say nothing and fill the figure with their bands.
pub(super) fn of_predictions(
    lang: Lang,
    part: &PredictionsPart,
    evaluators: &[Spec],
    findings: &Findings,
) -> Drawn {
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
        note: say!(lang, "lab-note-predictions", games = part.games),
    };
    let series = series.collect();
    let figure = Figure::Lines(Lines { labels, x: Scale::Linear, y: Scale::Linear, series });
    (format!("{}-winner", part.name), figure)
}

/// The weights of a wheel with their names.
pub(super) fn wheels(part: &RoulettePart) -> Vec<(String, Vec<f64>)> {
    let powers = part.powers.iter().map(|&k| {
        (format!("(f + 64)^{k}"), roulette_shares(&part.fitnesses, |f| (f + 64.0).powi(k)))
    });
    let exponentials = part
        .exponentials
        .iter()
        .map(|&t| (format!("exp(f / {t})"), roulette_shares(&part.fitnesses, |f| (f / t).exp())));
    powers.chain(exponentials).collect()
}

/// How selections share a wheel.
pub(super) fn of_roulette(lang: Lang, part: &RoulettePart) -> Drawn {
    let pies = wheels(part).into_iter().map(|(name, shares)| Pie { name, shares });
    let labels = Labels {
        title: in_lang(lang, &part.title).to_owned(),
        note: lang.text("lab-note-wheel"),
        ..Labels::default()
    };
    let slices = part.fitnesses.iter().map(|fitness| format!("f = {fitness:+}")).collect();
    (format!("{}-pies", part.name), Figure::Pies(Pies { labels, slices, pies: pies.collect() }))
}

/// The values of squares.
pub(super) fn of_weights(lang: Lang, part: &WeightsPart) -> Drawn {
    let quarter = if part.table == "matrix1" { &MATRIX1 } else { &MATRIX2 };
    let from_edge = |line: usize| line.min(7 - line).min(3);
    let value = |row: usize, column: usize| quarter[from_edge(row)][from_edge(column)];
    let values = (0..8).map(|row| (0..8).map(|col| Some(f64::from(value(row, col)))).collect());
    let title = in_lang(lang, &part.title).to_owned();
    let labels = Labels { title, y: lang.text("lab-weights-unit"), ..Labels::default() };
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
        let results = [Wins, Score, Elo, Discs, FirstMove, Occupation, Squares];
        let costs = [GameTime, Time, TimeByMove, Nodes, NodesByMove, PeakMemory, PeakMemoryByMove];
        let memory = [CumulatedMemory, LiveMemory, TableHits, TableCollisions, TableFill];
        for measure in results.into_iter().chain(costs).chain(memory) {
            let key = format!("lab-measure-{}", key(measure));
            let [english, french] = [Lang::En, Lang::Fr].map(|lang| lang.find(&key, &[]));
            assert!(english.is_some() && french.is_some(), "{key}");
        }
    }

    #[test]
    fn units_leave_short_numbers() {
        assert_eq!(time_unit(0.2).1, "µs");
        assert_eq!(time_unit(20.0).1, "ms");
        assert_eq!(time_unit(2e4).1, "s");
        assert_eq!(memory_unit(310.0 * 1024.0).1, "KiB");
    }
}
