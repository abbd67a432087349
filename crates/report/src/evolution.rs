//! Figures of an evolution: fitness and diversity by generation, the roulette wheel, and the
//! weights that were bred.

use othellier_eval::classic::Genome;

use crate::chart::{Figure, Heat, Hue, Labels, LinePoint, Lines, Pie, Pies, Scale, Series, raised};
use crate::words::{Words, tr};
use othellier_measure::evolve::{Generation, Law};
use othellier_measure::stats::Mean;

/// The runs of an evolution with one law.
pub struct LawRuns<'a> {
    /// The law of the roulette wheel.
    pub law: Law,
    /// The generations of each run.
    pub runs: &'a [Vec<Generation>],
}

/// The settings that all figures share.
pub struct Charts<'a> {
    pub words: &'a dyn Words,
    /// The prefix of the file names.
    pub name: &'a str,
    /// The title of what was bred.
    pub title: &'a str,
    /// The number of squares of the board.
    pub squares: u32,
    /// The phases and features whose weights are the genes.
    pub genome: &'a Genome,
}

/// A statistic of a generation.
type Statistic = fn(&Generation) -> f64;

/// The number of individuals with their own slice; the others share one.
const SLICES: usize = 7;

impl Charts<'_> {
    /// All figures with their file names; none before the first generation.
    pub fn all(&self, bred: &[LawRuns<'_>]) -> Vec<(String, Figure)> {
        if bred.iter().all(|bred| bred.runs.iter().all(Vec::is_empty)) {
            return Vec::new();
        }
        let fitness = match bred {
            [one] => vec![("fitness", self.fitness(one))],
            all => vec![
                ("best", self.by_law("best", all, |generation| generation.best)),
                ("mean", self.by_law("mean", all, |generation| generation.mean)),
            ],
        };
        let diversity = self.by_law("diversity", bred, |generation| 100.0 * generation.diversity);
        let figures = fitness.into_iter().chain([("diversity", diversity)]);
        let figures = figures.chain(self.wheels(bred).map(|figure| ("wheel", figure)));
        let figures = figures.chain(self.weights(bred).map(|figure| ("weights", figure)));
        figures.map(|(what, figure)| (format!("{}-{what}", self.name), figure)).collect()
    }

    /// The best, the mean and the worst of each generation.
    fn fitness(&self, bred: &LawRuns<'_>) -> Figure {
        let line = |what: &str, of: Statistic| {
            let name = self.words.text(&format!("evolve-head-{what}"));
            Series { name, points: points(bred.runs, of, self.discs()) }
        };
        let series = vec![
            line("best", |generation| generation.best),
            line("mean", |generation| generation.mean),
            line("worst", |generation| generation.worst),
        ];
        self.lines("fitness", bred.runs.len(), series)
    }

    /// The range of disc differences.
    fn discs(&self) -> (f64, f64) {
        let squares = f64::from(self.squares);
        (-squares, squares)
    }

    /// A line for each law.
    fn by_law(&self, what: &str, bred: &[LawRuns<'_>], of: Statistic) -> Figure {
        let within = if what == "diversity" { (0.0, 100.0) } else { self.discs() };
        let series = bred.iter().map(|bred| Series {
            name: formula(bred.law, self.squares),
            points: points(bred.runs, of, within),
        });
        let runs = bred.iter().map(|bred| bred.runs.len()).max().unwrap_or(0);
        self.lines(what, runs, series.collect())
    }

    fn lines(&self, what: &str, runs: usize, series: Vec<Series>) -> Figure {
        let words = self.words;
        let unit = match what {
            "diversity" => "%".to_owned(),
            _ => words.text("evolve-chart-discs"),
        };
        let note = match runs {
            0 | 1 => String::new(),
            runs => tr!(words, "evolve-chart-runs", runs = runs),
        };
        let labels = Labels {
            title: self.titled(what),
            x: words.text("evolve-head-generation"),
            y: format!("{} ({unit})", words.text(&format!("evolve-chart-{what}"))),
            note,
            number_format: words.number_format(),
        };
        let y = if what == "diversity" { Scale::FromZero } else { Scale::Linear };
        Figure::Lines(Lines { labels, x: Scale::Linear, y, series })
    }

    fn titled(&self, what: &str) -> String {
        let what = self.words.text(&format!("evolve-chart-{what}"));
        tr!(self.words, "lab-figure-title", part = self.title, what = what)
    }

    /// The wheel of each law in the first and the last generation of the first run.
    fn wheels(&self, bred: &[LawRuns<'_>]) -> Option<Figure> {
        let mut pies = Vec::new();
        for last in [false, true] {
            for bred in bred {
                let Some(history) = bred.runs.first() else { continue };
                let (number, generation) = if !last {
                    (1, history.first())
                } else {
                    (history.len(), history.last().filter(|_| history.len() > 1))
                };
                if let Some(generation) = generation {
                    let (law, shares) =
                        (formula(bred.law, self.squares), self.shares(bred.law, generation));
                    let number = number.to_string();
                    let name = tr!(self.words, "evolve-chart-wheel-of", law = law, number = number);
                    pies.push(Pie { name, shares });
                }
            }
        }
        let most = pies.iter().map(|pie| pie.shares.len()).max()?;
        let slice = |rank: usize| match rank {
            SLICES => self.words.text("evolve-chart-others"),
            rank => (rank + 1).to_string(),
        };
        let labels = Labels {
            title: self.titled("wheel"),
            note: self.words.text("evolve-chart-wheel-note"),
            number_format: self.words.number_format(),
            ..Labels::default()
        };
        Some(Figure::Pies(Pies { labels, slices: (0..most).map(slice).collect(), pies }))
    }

    /// The probabilities of the fittest, one by one, and of all others together.
    fn shares(&self, law: Law, generation: &Generation) -> Vec<f64> {
        let mut probabilities = law.probabilities(&generation.fitness, self.squares);
        probabilities.sort_by(|a, b| b.total_cmp(a));
        let others: f64 = probabilities.iter().skip(SLICES).sum();
        let has_others = probabilities.len() > SLICES;
        probabilities.truncate(SLICES);
        probabilities.extend(has_others.then_some(others));
        probabilities
    }

    /// The weights of the fittest individual of all last generations.
    fn weights(&self, bred: &[LawRuns<'_>]) -> Option<Figure> {
        let (law, best) = fittest(bred)?;
        let genome = self.genome.with_genes(best.genes.clone()).ok()?;
        let phase = |&empties: &u32| tr!(self.words, "evolve-chart-phase", empties = empties);
        let values = |weights: &[i32]| weights.iter().map(|&w| Some(f64::from(w))).collect();
        let labels = Labels {
            title: self.titled("weights"),
            y: tr!(self.words, "evolve-chart-weights-of", law = formula(law, self.squares)),
            number_format: self.words.number_format(),
            ..Labels::default()
        };
        Some(Figure::Heat(Heat {
            labels,
            hue: Hue::Signed,
            columns: genome.phases().iter().map(phase).collect(),
            rows: genome.rows().map(|(feature, _)| feature.to_string()).collect(),
            values: genome.rows().map(|(_, weights)| values(weights)).collect(),
        }))
    }
}

/// The law and the last generation with the fittest individual.
pub fn fittest<'a>(bred: &[LawRuns<'a>]) -> Option<(Law, &'a Generation)> {
    let ends = bred.iter().flat_map(|bred| {
        let runs: &'a [Vec<Generation>] = bred.runs;
        runs.iter().filter_map(move |run| Some((bred.law, run.last()?)))
    });
    ends.max_by(|(_, a), (_, b)| a.best.total_cmp(&b.best))
}

/// A law as a formula, on a board with this many squares.
pub fn formula(law: Law, squares: u32) -> String {
    match law {
        Law::Power(1.0) => format!("f + {squares}"),
        Law::Power(power) if power.fract() == 0.0 && power < 100.0 => {
            format!("(f + {squares}){}", raised(power as i32))
        }
        Law::Power(power) => format!("(f + {squares})^{power}"),
        Law::Exponential(scale) => format!("exp(f / {scale})"),
    }
}

/// The mean over all runs that reached a generation, with its confidence interval clamped to
/// possible values.
fn points(runs: &[Vec<Generation>], of: Statistic, (least, most): (f64, f64)) -> Vec<LinePoint> {
    let longest = runs.iter().map(Vec::len).max().unwrap_or(0);
    let point = |at: usize| {
        let found: Vec<f64> = runs.iter().filter_map(|run| run.get(at)).map(of).collect();
        let mean = Mean::of(&found)?;
        let band = mean.interval().map(|(low, high)| (low.max(least), high.min(most)));
        Some(LinePoint { x: (at + 1) as f64, y: mean.mean, band })
    };
    (0..longest).filter_map(point).collect()
}

/// Draws the figures of the generations so far of one evolution into a folder, as SVG and PNG.
#[cfg(feature = "documents")]
pub fn draw(
    words: &dyn Words,
    folder: &std::path::Path,
    genome: &Genome,
    squares: u32,
    law: Law,
    history: &[Generation],
) -> Result<(), othellier_measure::files::WriteError> {
    let title = words.text("evolve-chart-title");
    let charts = Charts { words, name: "evolution", title: &title, squares, genome };
    let runs = [history.to_vec()];
    let drawn = charts.all(&[LawRuns { law, runs: &runs }]);
    let figures = drawn.iter().map(|(id, figure)| (id.as_str(), figure));
    crate::figure_files::write_figures(folder, figures, &crate::chart::Theme::ALL, true)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::{ENGLISH, FRENCH};

    fn generation(fitness: &[f64]) -> Generation {
        let best = fitness.iter().copied().fold(f64::MIN, f64::max);
        Generation {
            best,
            mean: 0.0,
            worst: 0.0,
            deviation: 0.0,
            diversity: 0.5,
            renewed: false,
            genes: Genome::default().genes().to_vec(),
            fitness: fitness.to_vec(),
        }
    }

    #[test]
    fn the_others_share_a_slice() {
        let genome = Genome::default();
        let charts = Charts { words: ENGLISH, name: "x", title: "X", squares: 64, genome: &genome };
        let shares = charts.shares(Law::Power(1.0), &generation(&[0.0; 10]));
        assert_eq!(shares.len(), 8);
        assert!((shares[7] - 0.3).abs() < 1e-12 && (shares[0] - 0.1).abs() < 1e-12);
        assert_eq!(charts.shares(Law::Power(1.0), &generation(&[64.0, -64.0])), [1.0, 0.0]);
    }

    #[test]
    fn every_figure_of_one_law_and_of_several() {
        let genome = Genome::default();
        let runs = vec![vec![generation(&[1.0, 2.0]), generation(&[3.0, 5.0])]; 2];
        for words in [ENGLISH, FRENCH] {
            let charts = Charts { words, name: "x", title: "X", squares: 64, genome: &genome };
            let bred = || {
                [Law::Power(4.0), Law::Exponential(20.0)].map(|law| LawRuns { law, runs: &runs })
            };
            let ids = |bred: &[LawRuns<'_>]| -> Vec<String> {
                charts.all(bred).into_iter().map(|(id, _)| id).collect()
            };
            assert_eq!(ids(&bred()[..1]), ["x-fitness", "x-diversity", "x-wheel", "x-weights"]);
            assert_eq!(ids(&bred()), ["x-best", "x-mean", "x-diversity", "x-wheel", "x-weights"]);
            assert!(ids(&[LawRuns { law: Law::Power(4.0), runs: &[] }]).is_empty());
        }
        let (law, best) = fittest(&[LawRuns { law: Law::Power(4.0), runs: &runs }]).unwrap();
        assert_eq!((law, best.best), (Law::Power(4.0), 5.0));
    }
}
