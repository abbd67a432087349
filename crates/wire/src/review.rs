//! Reviews: what was good and bad in a game, and why.

use othellier_board::{Bitboard, Color, Size};
use othellier_record::{Game, transcript};
use othellier_review::exercise;
use serde::{Deserialize, Serialize};

use crate::{Both, Opening, Sentence, Side, TrustedScore, hundredths, moves};

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
    Begin {
        /// Board size: 4, 6, 8 or 10.
        size: u8,
        /// The number of moves of the game.
        moves: usize,
        level: u32,
        /// How the positions are evaluated.
        method: Method,
    },
    /// A review with a time limit begins again at a higher level.
    Level { level: u32 },
    /// A move was reviewed; the last move of the game comes first.
    Move(Box<ReviewedMove>),
    /// The whole game, over HTTP.
    Summary(Box<ReviewSummary>),
    /// The whole game, on the command line: the same object as `summary`.
    Total(Box<ReviewSummary>),
    /// The end of the stream over HTTP.
    Done { stopped_by: ReviewEnd },
}

impl ReviewEvent {
    /// The beginning of a review.
    pub fn begin(size: u8, moves: usize, level: u32, method: othellier_review::Method) -> Self {
        ReviewEvent::Begin { size, moves, level, method: method.into() }
    }
}

/// How positions are evaluated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Method {
    Champion,
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
    Inaccuracy,
    /// It lost much, or the game.
    Mistake,
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
    pub color: Side,
    #[serde(rename = "move")]
    pub played: String,
    pub position: String,
    /// The value before it: that of the best move.
    pub before: TrustedScore,
    pub after: TrustedScore,
    pub best: BestMove,
    /// The move and best play after it.
    pub pv: Vec<String>,
    /// In discs; never negative.
    pub loss: f64,
    /// The mark of that loss.
    pub mark: Mark,
    /// Why it was bad, most important first.
    pub reasons: Vec<Reason>,
}

/// The best move in a position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct BestMove {
    #[serde(rename = "move")]
    pub played: String,
    /// The move and best play after it.
    pub pv: Vec<String>,
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
                pv: moves(&review.best),
                score: hundredths(review.before.discs),
            },
            pv: moves(&review.line),
            loss: hundredths(review.loss),
            mark: review.mark.into(),
            reasons: reasons.collect(),
        }
    }
}

impl From<othellier_review::Value> for TrustedScore {
    fn from(value: othellier_review::Value) -> TrustedScore {
        TrustedScore::new(value.discs, value.trust).rounded()
    }
}

/// Why a move was bad: something observable on its line and not on the best line, or the reverse.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Reason {
    pub text: Sentence,
    /// The reason's kind, and its measured numbers.
    #[serde(flatten)]
    pub details: ReasonDetails,
}

/// A reason's kind, and its measured numbers. The move in question is ply 1.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "code", rename_all = "kebab-case")]
pub enum ReasonDetails {
    /// The square touches an empty corner, and the opponent takes that corner.
    CornerOpened {
        square: String,
        /// How the square touches the corner.
        near: CornerNeighbour,
        corner: String,
        /// When the opponent takes it.
        ply: usize,
    },
    /// The opponent takes a corner.
    CornerGiven {
        corner: String,
        ply: usize,
    },
    /// The best move leads to a corner.
    CornerMissed {
        corner: String,
        ply: usize,
    },
    /// The mover loses all discs.
    WipedOut {
        ply: usize,
    },
    MustPass {
        ply: usize,
    },
    /// After the best move the opponent must pass.
    PassMissed {
        ply: usize,
    },
    /// The opponent gets a wedge.
    Wedged {
        square: String,
        ply: usize,
    },
    /// The best move leads to a wedge.
    WedgeMissed {
        square: String,
        ply: usize,
    },
    /// Moves of both sides at their next turn.
    Mobility {
        /// After the move played.
        played: MoveCounts,
        /// After the best move.
        best: MoveCounts,
    },
    /// Moves of the mover that give away no corner.
    SafeMoves {
        /// After the move played.
        played: u32,
        /// After the best move.
        best: u32,
    },
    /// Moves of both sides, summed over their turns.
    MobilityAlong {
        /// After the move played.
        played: MoveCounts,
        /// After the best move.
        best: MoveCounts,
        /// Turns counted for each side.
        turns: u32,
    },
    /// Every move of the mover gives away a corner.
    OutOfSafeMoves {
        ply: usize,
    },
    /// The mover's discs that are adjacent to empty squares.
    Frontier {
        /// After the move played.
        played: u32,
        /// After the best move.
        best: u32,
    },
    /// Such discs over the following plies, the mover's minus the opponent's.
    FrontierAlong {
        /// After the move played.
        played: i32,
        /// After the best move.
        best: i32,
        plies: u32,
    },
    /// The opponent makes the last move in a region.
    ParityLost {
        region: Vec<String>,
        ply: usize,
    },
    /// The opponent makes the last move of the game.
    LastMove {
        ply: usize,
    },
    /// Only the opponent can play in a region.
    NoAccess {
        region: Vec<String>,
        /// After this many plies of both lines.
        ply: usize,
    },
    /// Stable discs, the mover's minus the opponent's.
    Stability {
        played: i32,
        best: i32,
        /// After this many plies of both lines.
        ply: usize,
    },
    /// The move flips discs that are flipped back.
    Exchange {
        /// Discs flipped by the move played, and by the best move.
        flipped: [u32; 2],
        /// Discs that the opponent flips until the end, in each line.
        lost: [u32; 2],
    },
}

/// How a square touches a corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum CornerNeighbour {
    X,
    C,
}

/// Numbers of legal moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct MoveCounts {
    /// Of the side that moved.
    pub mine: u32,
    pub theirs: u32,
}

impl From<othellier_review::MoveCounts> for MoveCounts {
    fn from(counts: othellier_review::MoveCounts) -> MoveCounts {
        MoveCounts { mine: counts.mine, theirs: counts.theirs }
    }
}

impl Reason {
    /// A reason with its sentence.
    pub fn new<S: Size>(reason: &othellier_review::Reason<S>, text: Sentence) -> Reason {
        Reason { text, details: ReasonDetails::of(reason) }
    }
}

impl ReasonDetails {
    fn of<S: Size>(reason: &othellier_review::Reason<S>) -> ReasonDetails {
        use ReasonDetails as D;
        use othellier_review::Reason as R;
        match *reason {
            R::CornerOpened { square, near, corner, ply } => {
                let near = match near {
                    othellier_review::CornerNeighbour::X => CornerNeighbour::X,
                    othellier_review::CornerNeighbour::C => CornerNeighbour::C,
                };
                let (square, corner) = (square.to_string(), corner.to_string());
                D::CornerOpened { square, near, corner, ply }
            }
            R::CornerGiven { corner, ply } => D::CornerGiven { corner: corner.to_string(), ply },
            R::CornerMissed { corner, ply } => D::CornerMissed { corner: corner.to_string(), ply },
            R::WipedOut { ply } => D::WipedOut { ply },
            R::MustPass { ply } => D::MustPass { ply },
            R::PassMissed { ply } => D::PassMissed { ply },
            R::Wedged { square, ply } => D::Wedged { square: square.to_string(), ply },
            R::WedgeMissed { square, ply } => D::WedgeMissed { square: square.to_string(), ply },
            R::Mobility { played, best } => {
                D::Mobility { played: played.into(), best: best.into() }
            }
            R::SafeMoves { played, best } => D::SafeMoves { played, best },
            R::MobilityAlong { played, best, turns } => {
                D::MobilityAlong { played: played.into(), best: best.into(), turns }
            }
            R::OutOfSafeMoves { ply } => D::OutOfSafeMoves { ply },
            R::Frontier { played, best } => D::Frontier { played, best },
            R::FrontierAlong { played, best, plies } => D::FrontierAlong { played, best, plies },
            R::ParityLost { region, ply } => D::ParityLost { region: squares(region), ply },
            R::LastMove { ply } => D::LastMove { ply },
            R::NoAccess { region, ply } => D::NoAccess { region: squares(region), ply },
            R::Stability { played, best, ply } => D::Stability { played, best, ply },
            R::Exchange { flipped, lost } => D::Exchange { flipped, lost },
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
    pub black: ReviewedSide,
    pub white: ReviewedSide,
    /// The number of moves in the game.
    pub moves: usize,
    /// The number of moves that were reviewed.
    pub reviewed: usize,
    /// Whether all of them were.
    pub complete: bool,
    /// Whether the review was stopped.
    pub interrupted: bool,
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
    pub level: u32,
    pub nodes: u64,
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
    pub choices: usize,
    /// The number of moves with each mark.
    pub marks: MarkCounts,
}

/// The number of moves with each mark.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
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
            method: review.method.into(),
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
