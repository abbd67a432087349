//! A genome: the weights of a sum of features by phase of the game, as text.
//!
//! People edit it, a genetic algorithm evolves it, and [`Phased`](super::Phased) evaluates by it.
//!
//! ```text
//! othellier-genome 1            the format and its version
//! # a comment
//! phases     50  30  10         empty squares at the centre of each phase, of 60, decreasing
//! mobility    5   4   0         a feature and its weight in each phase: these are the genes
//! stability   0   3   6
//! ```
//!
//! Weights are integers of either sign. A missing feature has the weight zero. A malformed text is an
//! error with the line number and the reason; printing and parsing round-trips.
//!
//! From a student report, whose genetic algorithm keeps the coefficients of its evaluation in a file.

use std::fmt;
use std::num::IntErrorKind;
use std::str::FromStr;

use super::Criterion;
use super::mixed::USUAL_MOVES;

/// The name and version that open the text.
const FORMAT: &str = "othellier-genome";
const VERSION: &str = "1";

/// Weights of features by phase.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Genome {
    /// Empty squares at the centre of each phase on the 8×8 board: at least one, decreasing, at most 60.
    phases: Vec<u32>,
    /// At least one, each once.
    criteria: Vec<Criterion>,
    /// One weight a phase for each criterion, criterion by criterion.
    genes: Vec<i32>,
}

impl Genome {
    /// The largest file that is read.
    pub const MAX_BYTES: u64 = 1 << 20;

    /// The weights by phase of a student report.
    pub fn phased() -> Genome {
        include_str!("../../genomes/phased.txt").parse().expect("a built-in genome is valid")
    }

    /// Empty squares at the centre of each phase, for a game of 60 moves; the opening comes first.
    pub fn phases(&self) -> &[u32] {
        &self.phases
    }

    /// The features, in the order of their genes.
    pub fn criteria(&self) -> &[Criterion] {
        &self.criteria
    }

    /// Every weight: those of the first feature from the opening to the end, then those of the
    /// second, and so on.
    pub fn genes(&self) -> &[i32] {
        &self.genes
    }

    /// The weights of each feature, from the opening to the end.
    pub fn rows(&self) -> impl Iterator<Item = (Criterion, &[i32])> {
        self.criteria.iter().copied().zip(self.genes.chunks(self.phases.len()))
    }

    /// The same phases and features with other weights.
    ///
    /// ```
    /// use othellier_eval::classic::Genome;
    /// let parent = Genome::default();
    /// let child = parent.with_genes(parent.genes().iter().map(|gene| -gene).collect())?;
    /// assert_eq!(child.criteria(), parent.criteria());
    /// # Ok::<(), othellier_eval::classic::GeneCountError>(())
    /// ```
    pub fn with_genes(&self, genes: Vec<i32>) -> Result<Genome, GeneCountError> {
        let (expected, found) = (self.genes.len(), genes.len());
        if expected == found {
            Ok(Genome { genes, ..self.clone() })
        } else {
            Err(GeneCountError { expected, found })
        }
    }
}

/// A reasonable hand-written genome.
impl Default for Genome {
    fn default() -> Genome {
        include_str!("../../genomes/default.txt").parse().expect("a built-in genome is valid")
    }
}

impl fmt::Display for Genome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{FORMAT} {VERSION}")?;
        write!(f, "{:<9}", "phases")?;
        self.phases.iter().try_for_each(|phase| write!(f, " {phase:>4}"))?;
        for (criterion, weights) in self.rows() {
            write!(f, "\n{criterion:<9}")?;
            weights.iter().try_for_each(|weight| write!(f, " {weight:>4}"))?;
        }
        writeln!(f)
    }
}

impl FromStr for Genome {
    type Err = GenomeError;

    fn from_str(text: &str) -> Result<Genome, GenomeError> {
        let numbered = text.lines().enumerate().map(|(index, line)| (index + 1, line.trim()));
        let mut lines = numbered.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
        let ended = |expected| GenomeError {
            line: text.lines().count() + 1,
            reason: format!("the text ends; expected {expected}"),
        };

        let (line, header) = lines.next().ok_or_else(|| ended(FORMAT))?;
        check_header(header).map_err(|reason| GenomeError { line, reason })?;
        let (line, phases) = lines.next().ok_or_else(|| ended("phases"))?;
        let phases = read_phases(phases).map_err(|reason| GenomeError { line, reason })?;

        let mut genome = Genome { phases, criteria: Vec::new(), genes: Vec::new() };
        for (line, row) in lines {
            genome.read_row(row).map_err(|reason| GenomeError { line, reason })?;
        }
        if genome.criteria.is_empty() {
            Err(ended("a feature and its weights"))
        } else {
            Ok(genome)
        }
    }
}

fn check_header(line: &str) -> Result<(), String> {
    let words: Vec<_> = line.split_whitespace().collect();
    match words[..] {
        [FORMAT, VERSION] => Ok(()),
        [FORMAT, version] => Err(format!("version `{version}` is not known; expected {VERSION}")),
        _ => Err(format!("`{line}` does not begin a genome; expected {FORMAT} {VERSION}")),
    }
}

fn read_phases(line: &str) -> Result<Vec<u32>, String> {
    let mut words = line.split_whitespace();
    if words.next() != Some("phases") {
        return Err(format!("`{line}` does not give the phases; expected phases 50 30 10"));
    }
    let phases: Vec<u32> = words.map(number).collect::<Result<_, _>>()?;
    let falling = phases.is_sorted_by(|earlier, later| earlier > later);
    match phases.first() {
        Some(&first) if falling && first <= USUAL_MOVES => Ok(phases),
        Some(_) => Err(format!("`{line}` must fall, from {USUAL_MOVES} empty squares or fewer")),
        None => Err("phases must have at least one number of empty squares".to_owned()),
    }
}

fn number<N: FromStr<Err = std::num::ParseIntError>>(word: &str) -> Result<N, String> {
    word.parse().map_err(|error: std::num::ParseIntError| match error.kind() {
        IntErrorKind::PosOverflow | IntErrorKind::NegOverflow => format!("`{word}` is too large"),
        _ => format!("`{word}` is not a whole number"),
    })
}

impl Genome {
    fn read_row(&mut self, line: &str) -> Result<(), String> {
        let (name, weights) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let criterion: Criterion = name.parse().map_err(|error| format!("{error}"))?;
        if self.criteria.contains(&criterion) {
            return Err(format!("{criterion} is given twice"));
        }
        let weights: Vec<i32> = weights.split_whitespace().map(number).collect::<Result<_, _>>()?;
        if weights.len() != self.phases.len() {
            let (found, expected) = (weights.len(), self.phases.len());
            return Err(format!(
                "{criterion} has {found} weights; expected {expected}, one a phase"
            ));
        }
        self.criteria.push(criterion);
        self.genes.extend(weights);
        Ok(())
    }
}

/// The text is not a genome.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {reason}")]
pub struct GenomeError {
    /// The line that is wrong, the first being 1.
    pub line: usize,
    /// What is wrong with it, and what was expected.
    pub reason: String,
}

/// The number of genes is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{found} genes were given; expected {expected}")]
pub struct GeneCountError {
    /// How many the genome has.
    pub expected: usize,
    /// How many were given.
    pub found: usize,
}
