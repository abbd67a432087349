//! Reviews: what was good and bad in a game, and why.

use othellier_board::{Bitboard, Color, Size};
use othellier_record::{Game, transcript};
use othellier_review::{CornerNeighbour, MoveCounts, exercise};
use serde::{Deserialize, Serialize};

use crate::{Both, Opening, Sentence, Side, Value, hundredths, moves};

/// The events of a review: the stream of `analyze --json` and of a review over HTTP.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum ReviewEvent {
    /// All job slots are taken.
    Queued {
        /// How many jobs are served first.
        ahead: usize,
    },
    /// The review begins.
    Begin {
        /// Squares to a side.
        size: u8,
        /// The number of moves of the game.
        moves: usize,
        /// The search level.
        level: u32,
        /// How the positions are evaluated.
        method: Method,
        /// The same as `method`.
        means: Method,
    },
    /// A review with a time limit begins again at a higher level.
    Level {
        /// The level.
        level: u32,
    },
    /// A move was reviewed; the last move of the game comes first.
    Move(Box<ReviewedMove>),
    /// The whole game, over HTTP.
    Summary(Box<ReviewSummary>),
    /// The whole game, on the command line: the same object as `summary`.
    Total(Box<ReviewSummary>),
    /// The end of the stream over HTTP.
    Done {
        /// Why the review ended.
        stopped_by: ReviewEnd,
    },
}

impl ReviewEvent {
    /// The beginning of a review.
    pub fn begin(size: u8, moves: usize, level: u32, method: othellier_review::Method) -> Self {
        let method = method.into();
        ReviewEvent::Begin { size, moves, level, method, means: method }
    }
}

/// How positions are evaluated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Method {
    /// By the champion.
    Champion,
    /// Every score is exact.
    Proof,
    /// By a textbook search, whose scores before the end are points, not discs.
    Textbook,
}

impl From<othellier_review::Method> for Method {
    fn from(method: othellier_review::Method) -> Method {
        match method {
            othellier_review::Method::Champion => Method::Champion,
            othellier_review::Method::Proof => Method::Proof,
            othellier_review::Method::Textbook => Method::Textbook,
        }
    }
}

/// Why a stream of a review ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum ReviewEnd {
    /// It is complete.
    Done,
    /// There is no stored review, and none was to be computed.
    Unknown,
}

/// How good a move was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Mark {
    /// The only legal move, or a pass.
    Forced,
    /// No better one was found.
    Best,
    /// Practically as good as the best.
    Good,
    /// It lost a little.
    Inaccuracy,
    /// It lost much, or the game.
    Mistake,
    /// It lost very much.
    Blunder,
}

impl From<othellier_review::Mark> for Mark {
    fn from(mark: othellier_review::Mark) -> Mark {
        match mark {
            othellier_review::Mark::Forced => Mark::Forced,
            othellier_review::Mark::Best => Mark::Best,
            othellier_review::Mark::Good => Mark::Good,
            othellier_review::Mark::Inaccuracy => Mark::Inaccuracy,
            othellier_review::Mark::Mistake => Mark::Mistake,
            othellier_review::Mark::Blunder => Mark::Blunder,
        }
    }
}

/// A move and its evaluation; scores are for the side that moved.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ReviewedMove {
    /// The number of moves before it.
    pub ply: usize,
    /// The number of the move in the game, from 1, counting passes.
    pub number: usize,
    /// The side that moved.
    pub color: Side,
    /// The move.
    #[serde(rename = "move")]
    pub played: String,
    /// The position before it.
    pub position: String,
    /// The value before it: that of the best move.
    pub before: Value,
    /// The value after it.
    pub after: Value,
    /// The best move.
    pub best: BestMove,
    /// The best move and best play after it.
    pub best_line: Vec<String>,
    /// The move and best play after it.
    pub line: Vec<String>,
    /// In discs; never negative.
    pub loss: f64,
    /// The mark of that loss.
    pub mark: Mark,
    /// Why it was bad, most important first.
    pub reasons: Vec<Reason>,
    /// The same as `reasons`.
    pub why: Vec<Reason>,
}

/// The best move in a position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct BestMove {
    /// The move.
    #[serde(rename = "move")]
    pub played: String,
    /// The move and best play after it.
    pub line: Vec<String>,
    /// In discs.
    pub score: f64,
}

impl ReviewedMove {
    /// The review of a move; `describe` gives the sentence of a reason.
    pub fn new<S: Size>(
        review: &othellier_review::MoveReview<S>,
        describe: impl Fn(&othellier_review::Reason<S>) -> Sentence,
    ) -> ReviewedMove {
        let reasons = review.reasons.iter().map(|reason| Reason::new(reason, describe(reason)));
        let reasons: Vec<Reason> = reasons.collect();
        let best_line = moves(&review.best);
        ReviewedMove {
            ply: review.number - 1,
            number: review.number,
            color: review.mover().into(),
            played: review.played.to_string(),
            position: review.position.to_string(),
            before: review.before.into(),
            after: review.after.into(),
            best: BestMove {
                played: review.best_move().to_string(),
                line: best_line.clone(),
                score: hundredths(review.before.discs),
            },
            best_line,
            line: moves(&review.line),
            loss: hundredths(review.loss),
            mark: review.mark.into(),
            why: reasons.clone(),
            reasons,
        }
    }
}

impl From<othellier_review::Value> for Value {
    fn from(value: othellier_review::Value) -> Value {
        Value::new(value.discs, value.trust).rounded()
    }
}

/// Why a move was bad: something observable on its line and not on the best line, or the reverse.
/// Which fields there are depends on `code`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Reason {
    /// What it is, such as `corner-given`.
    pub code: String,
    /// The same as `code`.
    pub reason: String,
    /// A sentence.
    pub text: Sentence,
    /// The measured numbers.
    #[serde(flatten)]
    pub details: ReasonDetails,
}

/// The measured numbers of a reason. The move in question is ply 1.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(default)]
pub struct ReasonDetails {
    /// Where.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub square: Option<String>,
    /// How the square touches the corner: `x` or `c`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub near: Option<String>,
    /// The corner.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub corner: Option<String>,
    /// When.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ply: Option<usize>,
    /// Measured on the line of the move played.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub played: Option<Measured>,
    /// Measured on the best line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub best: Option<Measured>,
    /// Turns counted for each side.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turns: Option<u32>,
    /// Plies counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plies: Option<u32>,
    /// The empty squares of a region.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub region: Option<Vec<String>>,
    /// Discs flipped by the move played, and by the best move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub flipped: Option<[u32; 2]>,
    /// Discs that the opponent flips until the end, in each line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lost: Option<[u32; 2]>,
}

/// A number, or a number for each side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(untagged)]
pub enum Measured {
    /// Of one side, or a difference.
    Number(i64),
    /// Of each side.
    Moves {
        /// Of the side that moved.
        mine: u32,
        /// Of the opponent.
        theirs: u32,
    },
}

impl From<MoveCounts> for Measured {
    fn from(MoveCounts { mine, theirs }: MoveCounts) -> Measured {
        Measured::Moves { mine, theirs }
    }
}

impl Reason {
    /// A reason with its sentence.
    pub fn new<S: Size>(reason: &othellier_review::Reason<S>, text: Sentence) -> Reason {
        let code = reason.word().to_owned();
        Reason { reason: code.clone(), code, text, details: ReasonDetails::of(reason) }
    }
}

impl ReasonDetails {
    fn of<S: Size>(reason: &othellier_review::Reason<S>) -> ReasonDetails {
        use othellier_review::Reason as R;
        let number = |number: u32| Some(Measured::Number(number.into()));
        let difference = |number: i32| Some(Measured::Number(number.into()));
        let at = |ply: usize| ReasonDetails { ply: Some(ply), ..ReasonDetails::default() };
        match *reason {
            R::CornerOpened { square, near, corner, ply } => {
                let near = match near {
                    CornerNeighbour::X => "x",
                    CornerNeighbour::C => "c",
                };
                ReasonDetails {
                    square: Some(square.to_string()),
                    near: Some(near.to_owned()),
                    corner: Some(corner.to_string()),
                    ..at(ply)
                }
            }
            R::CornerGiven { corner, ply } | R::CornerMissed { corner, ply } => {
                ReasonDetails { corner: Some(corner.to_string()), ..at(ply) }
            }
            R::Wedged { square, ply } | R::WedgeMissed { square, ply } => {
                ReasonDetails { square: Some(square.to_string()), ..at(ply) }
            }
            R::WipedOut { ply }
            | R::MustPass { ply }
            | R::PassMissed { ply }
            | R::OutOfSafeMoves { ply }
            | R::LastMove { ply } => at(ply),
            R::Mobility { played, best } => ReasonDetails {
                played: Some(played.into()),
                best: Some(best.into()),
                ..ReasonDetails::default()
            },
            R::MobilityAlong { played, best, turns } => ReasonDetails {
                played: Some(played.into()),
                best: Some(best.into()),
                turns: Some(turns),
                ..ReasonDetails::default()
            },
            R::SafeMoves { played, best } | R::Frontier { played, best } => ReasonDetails {
                played: number(played),
                best: number(best),
                ..ReasonDetails::default()
            },
            R::FrontierAlong { played, best, plies } => ReasonDetails {
                played: difference(played),
                best: difference(best),
                plies: Some(plies),
                ..ReasonDetails::default()
            },
            R::Stability { played, best, ply } => {
                ReasonDetails { played: difference(played), best: difference(best), ..at(ply) }
            }
            R::ParityLost { region, ply } | R::NoAccess { region, ply } => {
                ReasonDetails { region: Some(squares(region)), ..at(ply) }
            }
            R::Exchange { flipped, lost } => ReasonDetails {
                flipped: Some(flipped),
                lost: Some(lost),
                ..ReasonDetails::default()
            },
        }
    }
}

fn squares<S: Size>(region: Bitboard<S>) -> Vec<String> {
    region.into_iter().map(|square| square.to_string()).collect()
}

/// The review of a whole game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ReviewSummary {
    /// Black's play.
    pub black: ReviewedSide,
    /// White's play.
    pub white: ReviewedSide,
    /// The number of moves in the game.
    pub moves: usize,
    /// The number of moves that were reviewed.
    pub reviewed: usize,
    /// Whether all of them were.
    pub complete: bool,
    /// Whether the review was stopped.
    pub interrupted: bool,
    /// The game.
    pub transcript: String,
    /// The ply of the move after which the game was lost for good.
    pub turning_point: Option<usize>,
    /// The number of that move, from 1.
    pub turning_number: Option<usize>,
    /// The last named opening that the game reached.
    pub opening: Option<Opening>,
    /// The numbers of the moves, from 1, that are exercises.
    pub exercises: Vec<usize>,
    /// The score for Black after each move.
    pub graph: Vec<GraphPoint>,
    /// How the positions were evaluated.
    pub method: Method,
    /// The same as `method`.
    pub means: Method,
    /// The search level.
    pub level: u32,
    /// Positions visited.
    pub nodes: u64,
    /// The time used.
    pub seconds: f64,
}

/// The play of one side.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ReviewedSide {
    /// The name of the player.
    pub name: String,
    /// Out of 100; none if there was no choice.
    pub accuracy: Option<f64>,
    /// The mean of the losses, in discs.
    pub mean_loss: Option<f64>,
    /// The sum of the losses, in discs.
    pub loss: f64,
    /// Moves with a choice.
    pub choices: usize,
    /// The number of moves with each mark.
    pub marks: MarkCounts,
}

/// The number of moves with each mark.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[allow(missing_docs)]
pub struct MarkCounts {
    pub forced: usize,
    pub best: usize,
    pub good: usize,
    pub inaccuracy: usize,
    pub mistake: usize,
    pub blunder: usize,
}

/// A point of the graph of scores.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct GraphPoint {
    /// After how many moves.
    pub ply: usize,
    /// In discs.
    pub black_score: f64,
}

impl ReviewSummary {
    /// The summary of a review of this game.
    pub fn new<S: Size>(
        game: &Game<S>,
        review: &othellier_review::Review<S>,
        interrupted: bool,
    ) -> ReviewSummary {
        let sides = Both::of(|color| ReviewedSide::new(game.name(color), review.accuracy(color)));
        let start = review.black_score_at_start().map(|score| (0, score));
        let scores = review.moves.iter().map(|review| (review.number, review.black_score()));
        let graph = start.into_iter().chain(scores);
        let exercises = exercise::of_review(review).into_iter();
        let method = review.method.into();
        ReviewSummary {
            black: sides.black,
            white: sides.white,
            moves: review.length,
            reviewed: review.moves.len(),
            complete: review.is_complete(),
            interrupted,
            transcript: transcript::write(game),
            turning_point: review.turning_point.map(|number| number - 1),
            turning_number: review.turning_point,
            opening: Opening::of(game),
            exercises: exercises.filter_map(|one| Some(one.missed?.number)).collect(),
            graph: graph
                .map(|(ply, score)| GraphPoint { ply, black_score: hundredths(score) })
                .collect(),
            method,
            means: method,
            level: review.level,
            nodes: review.nodes,
            seconds: review.elapsed.as_secs_f64(),
        }
    }

    /// The play of one side.
    pub fn side(&self, color: Color) -> &ReviewedSide {
        match color {
            Color::Black => &self.black,
            Color::White => &self.white,
        }
    }
}

impl ReviewedSide {
    fn new(name: &str, accuracy: &othellier_review::Accuracy) -> ReviewedSide {
        use othellier_review::Mark;
        ReviewedSide {
            name: name.to_owned(),
            accuracy: accuracy.percent.map(hundredths),
            mean_loss: accuracy.mean_loss().map(hundredths),
            loss: hundredths(accuracy.loss),
            choices: accuracy.choices,
            marks: MarkCounts {
                forced: accuracy.count(Mark::Forced),
                best: accuracy.count(Mark::Best),
                good: accuracy.count(Mark::Good),
                inaccuracy: accuracy.count(Mark::Inaccuracy),
                mistake: accuracy.count(Mark::Mistake),
                blunder: accuracy.count(Mark::Blunder),
            },
        }
    }
}
