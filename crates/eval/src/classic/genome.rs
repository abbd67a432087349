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

use super::mixed::USUAL_MOVES;
use super::{Criterion, ParseCriterionError};

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

    /// The features and the weights by phase of a student report, the seventh step of its evaluations.
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

    /// A genome of these phases and features with other weights.
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
        let names = self.criteria.iter().map(|criterion| criterion.name().len());
        let width = names.fold(9, usize::max);
        write!(f, "{:<width$}", "phases")?;
        self.phases.iter().try_for_each(|phase| write!(f, " {phase:>4}"))?;
        for (criterion, weights) in self.rows() {
            write!(f, "\n{criterion:<width$}")?;
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
            reason: GenomeFault::Ends { expected },
        };

        let (line, header) = lines.next().ok_or_else(|| ended(GenomePart::Header))?;
        check_header(header).map_err(|reason| GenomeError { line, reason })?;
        let (line, phases) = lines.next().ok_or_else(|| ended(GenomePart::Phases))?;
        let phases = read_phases(phases).map_err(|reason| GenomeError { line, reason })?;

        let mut genome = Genome { phases, criteria: Vec::new(), genes: Vec::new() };
        for (line, row) in lines {
            genome.read_row(row).map_err(|reason| GenomeError { line, reason })?;
        }
        if genome.criteria.is_empty() { Err(ended(GenomePart::Feature)) } else { Ok(genome) }
    }
}

fn check_header(line: &str) -> Result<(), GenomeFault> {
    let words: Vec<_> = line.split_whitespace().collect();
    match words[..] {
        [FORMAT, VERSION] => Ok(()),
        [FORMAT, version] => Err(GenomeFault::Version { found: version.to_owned() }),
        _ => Err(GenomeFault::Header { line: line.to_owned() }),
    }
}

fn read_phases(line: &str) -> Result<Vec<u32>, GenomeFault> {
    let mut words = line.split_whitespace();
    if words.next() != Some("phases") {
        return Err(GenomeFault::NoPhases { line: line.to_owned() });
    }
    let phases: Vec<u32> = words.map(number).collect::<Result<_, _>>()?;
    let falling = phases.is_sorted_by(|earlier, later| earlier > later);
    match phases.first() {
        Some(&first) if falling && first <= USUAL_MOVES => Ok(phases),
        Some(_) => Err(GenomeFault::Order { line: line.to_owned() }),
        None => Err(GenomeFault::EmptyPhases),
    }
}

fn number<N: FromStr<Err = std::num::ParseIntError>>(word: &str) -> Result<N, GenomeFault> {
    word.parse().map_err(|error: std::num::ParseIntError| match error.kind() {
        IntErrorKind::PosOverflow | IntErrorKind::NegOverflow => {
            GenomeFault::TooLarge { word: word.to_owned() }
        }
        _ => GenomeFault::NotANumber { word: word.to_owned() },
    })
}

impl Genome {
    fn read_row(&mut self, line: &str) -> Result<(), GenomeFault> {
        let (name, weights) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let criterion: Criterion = name.parse()?;
        if self.criteria.contains(&criterion) {
            return Err(GenomeFault::Twice { criterion });
        }
        let weights: Vec<i32> = weights.split_whitespace().map(number).collect::<Result<_, _>>()?;
        if weights.len() != self.phases.len() {
            let (found, expected) = (weights.len(), self.phases.len());
            return Err(GenomeFault::Count { criterion, found, expected });
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
    /// The fault in that line, and the expectation.
    pub reason: GenomeFault,
}

/// A fault in a line of a genome.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GenomeFault {
    /// The text is truncated.
    #[error("the text ends; expected {expected}")]
    Ends {
        /// The part that should follow.
        expected: GenomePart,
    },
    /// The format version is not supported.
    #[error("version `{found}` is not known; expected {VERSION}")]
    Version {
        /// The version in the text.
        found: String,
    },
    /// The first line is not that of a genome.
    #[error("`{line}` does not begin a genome; expected {FORMAT} {VERSION}")]
    Header {
        /// The text of that line.
        line: String,
    },
    /// The second line is not that of the phases.
    #[error("`{line}` does not give the phases; expected phases 50 30 10")]
    NoPhases {
        /// The text of that line.
        line: String,
    },
    /// The phases do not fall, or begin too high.
    #[error("`{line}` must fall, from {USUAL_MOVES} empty squares or fewer")]
    Order {
        /// The line of the phases.
        line: String,
    },
    /// There is no phase.
    #[error("phases must have at least one number of empty squares")]
    EmptyPhases,
    /// A number does not fit.
    #[error("`{word}` is too large")]
    TooLarge {
        /// The word that is too large.
        word: String,
    },
    /// A word is not a number.
    #[error("`{word}` is not a whole number")]
    NotANumber {
        /// The word that is not a number.
        word: String,
    },
    /// A line does not begin with a feature.
    #[error(transparent)]
    Criterion(#[from] ParseCriterionError),
    /// A feature is repeated.
    #[error("{criterion} is given twice")]
    Twice {
        /// The feature that is repeated.
        criterion: Criterion,
    },
    /// A feature has not one weight for each phase.
    #[error("{criterion} has {found} weights; expected {expected}, one a phase")]
    Count {
        /// The feature of the line.
        criterion: Criterion,
        /// How many weights it has.
        found: usize,
        /// The number of phases, each of which has a weight.
        expected: usize,
    },
}

impl GenomeFault {
    /// The format and the version, as in the first line.
    pub const FIRST_LINE: [&str; 2] = [FORMAT, VERSION];
    /// The largest number of empty squares of a phase.
    pub const MOST_EMPTIES: u32 = USUAL_MOVES;
}

/// The parts of a genome, in the order of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GenomePart {
    /// The first line.
    #[error("{FORMAT}")]
    Header,
    /// The second line.
    #[error("phases")]
    Phases,
    /// Any other line.
    #[error("a feature and its weights")]
    Feature,
}

/// The number of genes is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{found} genes were given; expected {expected}")]
pub struct GeneCountError {
    /// How many the genome has.
    pub expected: usize,
    /// The number of genes that were given.
    pub found: usize,
}
