//! The one JSON dialect: the objects that the command line (`--json`), HTTP and the bindings exchange.
//!
//! Every type is plain data with a constructor from the domain type that it shows. The same thing is
//! the same object everywhere: a line of a search has the same fields in `othellier search --json`,
//! in an analysis over HTTP and in a review. `docs/json.md` shows an example of each object, and
//! `docs/wire.schema.json` is generated from these types.
//!
//! - A score is a number of discs for the side to move, unless its name says `black_score`.
//! - A move is a square (`"f5"`) or `"pass"`; a line of play is a list of moves.
//! - A text for people is `{"en": …, "fr": …}`; the texts are passed in.
//! - Every object that is printed by itself has a `type`.

mod archive;
mod book;
#[cfg(feature = "book")]
mod book_reading;
mod catalogue;
mod drawing;
mod evaluation;
mod exercise;
mod experiment;
mod game;
mod game_files;
mod generate;
mod grid;
mod grid_server;
pub mod lines;
mod manual;
mod match_play;
mod numbers;
mod position;
mod review;
mod rooms;
mod search;
mod seats;
mod side;
mod solve;
mod terminal;
mod text;
mod tools;
mod tournament;
mod train;
mod tune;
mod work;

pub use archive::{
    ArchiveExportEvent, ArchiveImportEvent, ArchiveImportTotal, ArchiveSearchEvent, ArchiveStats,
    ArchiveStatsType, ArchivedGame, Count, Explored, ExploredType, PlayerGames, Reply,
};
pub use book::{
    BookBuildTotal, BookCheckEvent, BookDeviation, BookImportTotal, BookLearnEvent, BookLine,
    BookMergeTotal, BookPosition, BookProbe, BookProbeType, BookReply, BookStats, BookStatsType,
    ProbedReply,
};
#[cfg(feature = "book")]
pub use book_reading::{BookLineFault, ReadBookError, read_book};
pub use catalogue::{Entry, EntryList, Key};
pub use drawing::{Drawing, Picture, PictureSubject};
pub use evaluation::{Evaluation, EvaluationType, Probabilities};
pub use exercise::{
    Difficulty, Exercise, ExerciseEvent, ExerciseGoal, ExerciseType, ExercisesTotal, Grade,
    GradeType, Missed, ScoredMove,
};
pub use experiment::{
    ArmSettings, Experiment, ExperimentArm, ExperimentEvent, ExperimentLoad, ExperimentRun,
    ExperimentSettings, ExperimentTiming, ExperimentType, RunType,
};
pub use game::{
    Clocks, Error, Game, GamePlayer, GameState, GameType, Outcome, OutcomeCode, PlayedMove,
    PlayerKind, Thought, ThoughtEvent, ThoughtType, Variation,
};
pub use game_files::{CheckEvent, ConvertEvent, GameFault};
pub use generate::{EndgamesEvent, EndgamesTotal, OpeningsEvent, OpeningsTotal};
pub use grid::GridTotal;
pub use grid_server::{
    GridCancelled, GridCollected, GridDeadLetter, GridJob, GridServerEvent, GridStatus,
    GridSubmitted, GridUnit, GridWork, GridWorker,
};
pub use manual::{DocsEvent, ManualPage, SiteType, StaticSite};
pub use match_play::{
    GameEnding, MatchGame, MatchState, MatchTotal, MatchType, Occupation, PerPlayer, Results,
    Spent, Sprt, SprtState, Standings, WatchedGame,
};
#[cfg(feature = "measure")]
pub use match_play::{Match, MatchEvent, PreparedMatch};
pub use numbers::{hundredths, milliseconds, nodes_per_second};
pub use position::{LegalMove, Opening, Position, PositionType, Status};
pub use review::{
    BestMove, CornerNeighbour, GraphPoint, Mark, MarkCounts, Method, MoveCounts, Reason,
    ReasonDetails, ReviewEnd, ReviewEvent, ReviewSummary, ReviewedMove, ReviewedSide,
};
pub use rooms::{
    Answer, BotEvent, BotTurn, Challenge, ExerciseSet, MemberToken, MemberTokenType, Pairings,
    Question, QuestionKind, Room, RoomGame, RoomMember, RoomTournament, RoomType, SetAnswer,
    SetResult, TeacherBoard, TournamentState,
};
pub use search::{
    Line, Memory, Report, SearchEvent, SearchResult, StopReason, Table, Trust, TrustedScore, moves,
};
pub use seats::{
    Ask, AskKind, Fault, FaultKind, Invitation, InvitationType, Role, Seat, SeatKind, SeatToken,
    SeatTokenType, Seats, SeatsState, SeatsType, Terms,
};
pub use side::{Both, Side};
pub use solve::{
    Accuracy, AccuracyEvent, AccuracyIntervals, AccuracyTotal, JudgedPosition, SolveEvent,
    SolveTotal, SolvedPosition,
};
pub use terminal::{
    MoveStatistics, PlayEvent, PlayResult, PlayStatistics, PlayerStatistics, TerminalMove,
};
pub use text::{Sentence, Translate};
pub use tools::{
    Bench, BenchPart, BenchType, Branch, Perft, PerftType, Serving, ServingType, ThreadBenchEvent,
    ThreadPosition, ThreadRow, Version, VersionType, Weights,
};
pub use tournament::{Entrant, StandingRow, TournamentGame, TournamentTotal};
#[cfg(feature = "measure")]
pub use tournament::{PreparedTournament, TournamentEvent};
pub use train::{
    DemoEvent, ErrorStatistics, EvaluationEvent, FitEvent, FitTotal, LabelTotal, NetTraining,
    OrderingEvent, ProbcutEvent, SelfplayTotal, TotalType, WeightsInfo, WeightsInfoType,
};
pub use tune::TuneEvent;
pub use work::{Kinds, KindsType, Work, WorkKind, WorkSetting, WorkType};

/// A type with one value: the text in the field `type` of an object.
///
/// The text is a `tt`: the derivation of schemas does not see through the group that a `literal` is.
macro_rules! type_tag {
    ($($name:ident = $text:tt;)*) => {$(
        #[doc = concat!("`", $text, "`.")]
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
        #[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
        pub enum $name {
            #[default]
            #[serde(rename = $text)]
            Tag,
        }
    )*};
}
use type_tag;
