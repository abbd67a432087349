//! The figures of an experiment: one or more for each measure of a part.

use othellier_eval::classic::{MATRIX1, MATRIX2};
use othellier_spec::Spec;

use super::frame::{Frame, NamedFigure, against, arranged, bar, point, scaled, unit_on};
use super::measures::{
    COLORS, PERCENT, Value, elo_shown, key, of_amount, on_scale, share, value, wheels,
};
use super::names::arm_name;
use super::search_figures::along;
use crate::chart::{
    BarGroup, Bars, Figure, Heat, Hue, IntervalRow, Intervals, Labels, LinePoint, Lines, Pie, Pies,
    Scale, Series,
};
use crate::words::{Words, tr};
use othellier_measure::experiment::{
    Arm, ByMove, ColorChoice, ColorFindings, Findings, GameFindings, GamesPart, Measure,
    PredictionsPart, RoulettePart, WeightsPart,
};

/// The figures of a part of games.
pub(super) fn of_games(
    words: &dyn Words,
    part: &GamesPart,
    arms: &[Arm],
    findings: &Findings,
) -> Vec<NamedFigure> {
    let found = findings.games(&part.name);
    let games = found.iter().map(|found| found.score.games()).max().unwrap_or(0);
    let colors = found.iter().flat_map(|found| &found.by_color);
    let with_color = colors.map(|found| found.score.games()).max().unwrap_or(0);
    let met = against(words, arms);
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
        let note = tr!(words, key, games = games, against = met.as_str());
        let frame = Frame { words, part: &part.name, title: part.title.tagged(words.tag()), note };
        match measure {
            Measure::Elo => drawn.push(elo(&frame, arms, found)),
            Measure::FirstMove | Measure::Occupation => {
                drawn.push(self::by_color(&frame, part.colors, measure, arms, found));
            }
            // A table.
            Measure::LastMove => {}
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
    let arranged = arranged(frame.words, arms, split);
    let values: Vec<Option<Value>> = found.iter().map(|found| value(measure, found)).collect();
    let (figure_unit, scale) = scaled(measure, &values);
    let bar = |arm: Option<usize>| bar(frame.words, values[arm?]?, figure_unit, scale);
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

fn elo(frame: &Frame<'_>, arms: &[Arm], found: &[GameFindings]) -> NamedFigure {
    let row = |(arm, found): (&Arm, &GameFindings)| {
        let (shown, value) = elo_shown(found);
        let score = found.score.score_rate();
        let score = score.map_or(String::new(), |score| frame.words.percent(score));
        let cells = vec![found.score.plus_minus(), score, shown];
        IntervalRow { name: arm_name(frame.words, arm), cells, value }
    };
    let columns = ["lab-column-result", "lab-column-score", "lab-column-elo"];
    let figure = Figure::Intervals(Intervals {
        labels: frame.labels("elo", "", ""),
        columns: columns.map(|key| frame.words.text(key)).to_vec(),
        rows: arms.iter().zip(found).map(row).collect(),
    });
    (frame.id("elo", ""), figure)
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
    let (words, name) = (frame.words, key(measure));
    let whose = if colors == ColorChoice::Fixed { "color" } else { "player" };
    let series = [1, 2, 3].map(|n| words.text(&format!("lab-{name}-{whose}-{n}")));
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
                let player = arm_name(words, arm);
                let bar = |share: Option<Value>| bar(words, share?, PERCENT, Scale::FromZero);
                groups.push(BarGroup {
                    name: tr!(words, &format!("lab-as-{color}"), player = player),
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
    let labels = frame.labels("squares", &arm_name(frame.words, arm), "");
    let figure = Figure::Heat(Heat {
        labels: Labels { x: String::new(), y: frame.words.text("lab-squares-unit"), ..labels },
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
    let arranged = arranged(frame.words, arms, split);
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
        let (size, unit_name) = unit_on(y, measure, least, greatest);
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
        let (games, against) = (found[0].score.games(), against(frame.words, arms));
        let note = tr!(frame.words, bands, games = games, against = against);
        let labels = Labels { y: labels.x, x: frame.words.text("lab-axis-move"), note, ..labels };
        let figure = Figure::Lines(Lines { labels, x: Scale::Linear, y, series: series.collect() });
        (frame.id(key(measure), suffix), figure)
    };
    arranged.series.iter().enumerate().map(figure).collect()
}

/// How often each evaluator predicted the winner, by move number. Move numbers that few games
/// reached are left out: their bands would fill the figure.
pub(super) fn of_predictions(
    words: &dyn Words,
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
        title: part.title.tagged(words.tag()).to_owned(),
        x: words.text("lab-axis-move"),
        y: words.text("lab-measure-predictions"),
        note: tr!(words, "lab-note-predictions", games = part.games),
        number_format: words.number_format(),
    };
    let series = series.collect();
    let figure = Figure::Lines(Lines { labels, x: Scale::Linear, y: Scale::Linear, series });
    (format!("{}-winner", part.name), figure)
}

/// The figure of the shares of roulette wheels.
pub(super) fn of_roulette(words: &dyn Words, part: &RoulettePart) -> NamedFigure {
    let pies = wheels(part).into_iter().map(|(name, shares)| Pie { name, shares });
    let labels = Labels {
        title: part.title.tagged(words.tag()).to_owned(),
        note: words.text("lab-note-wheel"),
        number_format: words.number_format(),
        ..Labels::default()
    };
    let slices = part.fitnesses.iter().map(|fitness| format!("f = {fitness:+}")).collect();
    (format!("{}-pies", part.name), Figure::Pies(Pies { labels, slices, pies: pies.collect() }))
}

/// The figure of square weights.
pub(super) fn of_weights(words: &dyn Words, part: &WeightsPart) -> NamedFigure {
    let quarter = if part.table == "matrix1" { &MATRIX1 } else { &MATRIX2 };
    let from_edge = |line: usize| line.min(7 - line).min(3);
    let value = |row: usize, column: usize| quarter[from_edge(row)][from_edge(column)];
    let values = (0..8).map(|row| (0..8).map(|col| Some(f64::from(value(row, col)))).collect());
    let title = part.title.tagged(words.tag()).to_owned();
    let (y, number_format) = (words.text("lab-weights-unit"), words.number_format());
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
