//! Matches of two players, A and B.

#[cfg(feature = "measure")]
use othellier_measure::MatchSettings;
use serde::{Deserialize, Serialize};

#[cfg(feature = "measure")]
use crate::Error;
use crate::{GameType, Side, type_tag};

type_tag! {
    MatchType = "match";
}

/// The events of a match on the command line.
#[cfg(feature = "measure")]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum MatchEvent {
    /// The settings, before the first game.
    Settings(Box<PreparedMatch>),
    /// A game that was played.
    Game(Box<MatchGame>),
    /// The sums over all games.
    Total(Box<MatchTotal>),
}

/// A match that is about to begin: its settings, which are all that is needed to repeat it, and what
/// follows from them.
#[cfg(feature = "measure")]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct PreparedMatch {
    #[serde(flatten)]
    pub settings: MatchSettings,
    /// The players with all defaults filled in.
    pub effective: PerPlayer<String>,
    /// The number of openings to be played.
    pub opening_count: usize,
    /// How many of them differ up to symmetry.
    pub distinct_openings: usize,
    /// Whether each opening is played twice with the colours swapped.
    pub colors_swapped: bool,
    /// The excess over the time of a move that is forgiven.
    pub seconds_forgiven: Option<f64>,
    pub threads: usize,
    pub version: String,
}

/// A value for A and one for B.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct PerPlayer<T> {
    pub a: T,
    pub b: T,
}

impl<T> PerPlayer<T> {
    /// The value of each of two.
    pub fn of<U>([a, b]: &[U; 2], value: impl Fn(&U) -> T) -> PerPlayer<T> {
        PerPlayer { a: value(a), b: value(b) }
    }
}

/// How a game of a match or a tournament ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum GameEnding {
    Board,
    Resigned,
    /// A player made an illegal move, and lost.
    Illegal,
    /// A player gave no move, and lost.
    Crash,
    /// A player exceeded its time, and lost.
    Time,
}

impl GameEnding {
    pub const fn word(self) -> &'static str {
        match self {
            GameEnding::Board => "board",
            GameEnding::Resigned => "resigned",
            GameEnding::Illegal => "illegal",
            GameEnding::Crash => "crash",
            GameEnding::Time => "time",
        }
    }
}

/// A game of a match. The fields of A and B are not nested: the object is also a row of a table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct MatchGame {
    /// The number of the game, from 0.
    pub index: usize,
    /// The number of its pair, from 0, if games are played in pairs.
    pub pair: Option<usize>,
    /// The moves of the opening, or its position if it is not given by moves.
    pub opening: String,
    pub a_color: Side,
    /// The spec of the player with Black.
    pub black: String,
    /// The spec of the player with White.
    pub white: String,
    /// All moves, from the start or from the position of the opening.
    pub moves: String,
    /// Discs of Black and White, empty squares to the winner.
    pub result: String,
    /// The winner; none if it is a draw.
    pub winner: Option<Side>,
    /// Black discs at the end.
    pub black_discs: u32,
    /// White discs at the end.
    pub white_discs: u32,
    /// Empty squares at the end.
    pub empties: u32,
    /// A's score: 1, 0.5 or 0.
    pub score: f64,
    /// A's discs minus B's, empty squares to the winner.
    pub difference: i32,
    pub ending: GameEnding,
    pub reason: Option<String>,
    pub seconds: f64,
    /// The mean time of A's moves.
    pub a_mean_ms: f64,
    /// The mean time of B's moves.
    pub b_mean_ms: f64,
    /// The longest time of A's moves.
    pub a_slowest_ms: f64,
    /// The longest time of B's moves.
    pub b_slowest_ms: f64,
    pub a_nodes: u64,
    pub b_nodes: u64,
    pub a_peak_bytes: usize,
    pub b_peak_bytes: usize,
    /// The number of moves of the opening.
    pub opening_length: usize,
}

/// The standings of a match, for A. A value that does not exist, such as the Elo of a side that
/// never scored, is none.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Standings {
    pub played: u64,
    pub wins: u64,
    pub draws: u64,
    pub losses: u64,
    /// The share of the points; a draw counts half.
    pub score_rate: Option<f64>,
    /// The Elo difference of A.
    pub elo: Option<f64>,
    /// Its error, 95 %.
    pub elo_error: Option<f64>,
    /// Pentanomial counts: pairs of games in which A scored 0, ½, 1, 1½ and 2 points.
    pub pairs: [u64; 5],
    /// A's discs minus B's, per game.
    pub mean_disc_difference: Option<f64>,
    /// The mean time of a move.
    pub mean_ms_per_move: PerPlayer<f64>,
    /// Games lost by an illegal move.
    pub illegal: u64,
    /// Games lost by giving no move.
    pub crashes: u64,
    pub time_losses: u64,
}

/// The sums over all games of a match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct MatchTotal {
    /// The same as `played`.
    pub games: u64,
    #[serde(flatten)]
    pub standings: Standings,
    /// Wilson's interval of the score rate, 95 %.
    pub score_interval: Option<[f64; 2]>,
    /// The difference in units of the deviation of a pair.
    pub normalised_elo: Option<f64>,
    pub a_as_black: Results,
    pub a_as_white: Results,
    /// Results of Black, whoever played it.
    pub black: Results,
    /// The shares of the board at the end of games.
    pub occupation: Option<Occupation>,
    pub players: PerPlayer<Spent>,
    /// The mean time of a game.
    pub mean_game_seconds: Option<f64>,
    /// The time of the whole match.
    pub seconds: f64,
    /// The state of the SPRT, if there is one.
    pub sprt: Option<Sprt>,
    /// Whether the match was stopped.
    pub interrupted: bool,
}

/// A match over HTTP and its standings.
#[cfg(feature = "measure")]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Match {
    #[serde(rename = "type")]
    pub kind: MatchType,
    pub id: String,
    pub state: MatchState,
    pub settings: MatchSettings,
    pub standings: Standings,
    /// The state of the SPRT, if there is one.
    pub sprt: Option<Sprt>,
    /// What the SPRT has decided; none before.
    pub verdict: Option<SprtState>,
    pub error: Option<Error>,
}

/// The state of a match over HTTP.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum MatchState {
    /// It waits for its turn.
    #[default]
    Queued,
    Running,
    /// All games are played, or the SPRT has decided.
    Done,
    Stopped,
    /// A player could not be built.
    Failed,
}

impl MatchState {
    /// Whether no more games are played.
    pub fn is_over(self) -> bool {
        !matches!(self, MatchState::Queued | MatchState::Running)
    }
}

/// A game of a match over HTTP, and the standings after it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct WatchedGame {
    #[serde(rename = "type")]
    pub kind: GameType,
    #[serde(flatten)]
    pub game: MatchGame,
    pub standings: Standings,
}

/// Results of a number of games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Results {
    pub wins: u64,
    pub draws: u64,
    pub losses: u64,
}

/// The shares of the board at the end of games.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Occupation {
    pub black: f64,
    pub white: f64,
    pub empty: f64,
}

/// What a player spent on all its moves.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Spent {
    pub moves: usize,
    pub mean_ms: f64,
    pub median_ms: f64,
    /// The time that 95 % of them do not exceed.
    pub p95_ms: f64,
    pub slowest_ms: f64,
    pub nodes: u64,
    /// Nodes per second; none if no time has passed.
    pub nodes_per_second: Option<f64>,
    /// Nodes reused from the tree of an earlier move.
    pub reused_nodes: u64,
    /// The most memory kept after a move.
    pub live_bytes: usize,
    /// Peak memory during any move.
    pub peak_bytes: usize,
    /// All memory allocated, whether freed or not.
    pub cumulated_bytes: u64,
    /// Games lost by an illegal move.
    pub illegal: u64,
    /// Games lost by giving no move.
    pub crashes: u64,
    pub time_losses: u64,
}

/// The state of a sequential probability ratio test.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Sprt {
    /// Hypothesis 0, in Elo.
    pub elo0: f64,
    /// Hypothesis 1, in Elo.
    pub elo1: f64,
    pub llr: f64,
    /// Hypothesis 0 is accepted below this ratio.
    pub lower: f64,
    /// Hypothesis 1 is accepted above this ratio.
    pub upper: f64,
    pub verdict: SprtState,
}

/// What a sequential test has decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum SprtState {
    Undecided,
    /// Hypothesis 0 is accepted.
    H0,
    /// Hypothesis 1 is accepted.
    H1,
}

#[cfg(feature = "measure")]
mod of_measure {
    use std::time::Duration;

    use othellier_board::{Color, Size};
    use othellier_measure::stats::{Counts, Pairs, Verdict};
    use othellier_measure::{
        Colors, Effort, FaultKind, FinishedGame, Match, MatchSettings, TimeLimit, Totals, effective,
    };
    use othellier_record::{Game, transcript};
    use othellier_spec::Spec;

    use super::*;
    use crate::milliseconds;

    impl GameEnding {
        /// How a game ended, and details of a fault.
        pub fn of<S: Size>(finished: &FinishedGame<S>) -> (GameEnding, Option<String>) {
            match finished.fault.as_ref().map(|fault| &fault.kind) {
                None if finished.game.ending().is_some() => (GameEnding::Resigned, None),
                None => (GameEnding::Board, None),
                Some(FaultKind::Illegal(attempted)) => {
                    (GameEnding::Illegal, Some(attempted.to_string()))
                }
                Some(FaultKind::Failed(error)) => (GameEnding::Crash, Some(error.to_string())),
                Some(FaultKind::Crashed(words)) => (GameEnding::Crash, Some(words.clone())),
                Some(FaultKind::OutOfTime(taken)) => (GameEnding::Time, Some(format!("{taken:?}"))),
            }
        }
    }

    impl PreparedMatch {
        /// The match that was prepared from these settings.
        pub fn new<S: Size>(settings: MatchSettings, matchup: &Match<S>) -> PreparedMatch {
            let (opening_count, distinct_openings) = matchup.variety();
            PreparedMatch {
                effective: PerPlayer::of(&matchup.players, |spec| effective(spec).to_string()),
                opening_count,
                distinct_openings,
                colors_swapped: matchup.colors == Colors::Swapped,
                seconds_forgiven: match matchup.limit {
                    Some(TimeLimit::Move { margin, .. }) => Some(margin.as_secs_f64()),
                    _ => None,
                },
                threads: matchup.threads.get(),
                version: env!("CARGO_PKG_VERSION").to_owned(),
                settings,
            }
        }
    }

    impl MatchGame {
        /// A game between these players.
        pub fn new<S: Size>(
            players: [&Spec; 2],
            game: &othellier_measure::MatchGame<S>,
        ) -> MatchGame {
            let finished = &game.finished;
            let position = finished.game.position();
            let name = |color| players[game.side(color) as usize].to_string();
            // The totals of a match with only this game hold all its costs.
            let mut alone = Totals::default();
            alone.add(game);
            let [a, b] = &alone.efforts;
            let (ending, reason) = GameEnding::of(finished);
            MatchGame {
                index: game.index,
                pair: game.pair,
                opening: opening_of(&finished.game, game.opening_length),
                opening_length: game.opening_length,
                a_color: game.a_color.into(),
                black: name(Color::Black),
                white: name(Color::White),
                moves: transcript::write(&finished.game),
                result: result_of::<S>(finished.outcome.black_score),
                winner: finished.outcome.winner.map(Side::from),
                black_discs: position.discs(Color::Black).len(),
                white_discs: position.discs(Color::White).len(),
                empties: position.board().empties().len(),
                score: game.half_points() as f64 / 2.0,
                difference: game.difference(),
                ending,
                reason,
                seconds: finished.elapsed.as_secs_f64(),
                a_mean_ms: milliseconds(a.times().mean),
                b_mean_ms: milliseconds(b.times().mean),
                a_slowest_ms: milliseconds(a.times().slowest),
                b_slowest_ms: milliseconds(b.times().slowest),
                a_nodes: a.nodes,
                b_nodes: b.nodes,
                a_peak_bytes: a.peak_bytes,
                b_peak_bytes: b.peak_bytes,
            }
        }
    }

    impl MatchGame {
        /// The same, with the fields that follow from the players, the moves and the difference computed
        /// anew: those of a game that another machine reported must be equal to these.
        pub fn completed<S: Size>(self, players: [&Spec; 2], played: &Game<S>) -> MatchGame {
            let [a, b] = players.map(Spec::to_string);
            let ((black, white), black_score) = match self.a_color {
                Side::Black => ((a, b), self.difference),
                Side::White => ((b, a), -self.difference),
            };
            let position = played.position();
            MatchGame {
                opening: opening_of(played, self.opening_length),
                black,
                white,
                result: result_of::<S>(black_score),
                winner: match black_score.signum() {
                    1 => Some(Side::Black),
                    -1 => Some(Side::White),
                    _ => None,
                },
                black_discs: position.discs(Color::Black).len(),
                white_discs: position.discs(Color::White).len(),
                empties: position.board().empties().len(),
                score: f64::from(1 + self.difference.signum()) / 2.0,
                ..self
            }
        }
    }

    impl WatchedGame {
        /// A game between these players, and the totals after it.
        pub fn new<S: Size>(
            players: [&Spec; 2],
            game: &othellier_measure::MatchGame<S>,
            totals: &Totals,
        ) -> WatchedGame {
            let (kind, standings) = (GameType::Tag, totals.into());
            WatchedGame { kind, game: MatchGame::new(players, game), standings }
        }
    }

    /// The moves of an opening of this length, or its position if it is not given by moves.
    pub(crate) fn opening_of<S: Size>(played: &Game<S>, length: usize) -> String {
        if *played.start() != Default::default() {
            return played.start().to_string();
        }
        let mut opening: Game<S> = Game::default();
        for played in &played.moves()[..length] {
            opening.play(played.played).expect("a move of a game is legal");
        }
        match length {
            0 => "startpos".to_owned(),
            _ => transcript::write(&opening),
        }
    }

    /// The discs of Black and White, empty squares to the winner.
    pub(crate) fn result_of<S: Size>(black_score: i32) -> String {
        let squares = i32::from(S::SQUARES);
        let black = (squares + black_score) / 2;
        format!("{black}-{}", squares - black)
    }

    impl From<&Totals> for Standings {
        fn from(totals: &Totals) -> Standings {
            let elo = totals.elo();
            let all = |count: fn(&Effort) -> u64| totals.efforts.iter().map(count).sum();
            Standings {
                played: totals.games(),
                wins: totals.score.wins,
                draws: totals.score.draws,
                losses: totals.score.losses,
                score_rate: totals.score.score_rate(),
                elo: elo.map(|elo| elo.difference),
                elo_error: elo.map(|elo| elo.error),
                pairs: totals.pairs().0,
                mean_disc_difference: totals.mean_disc_difference(),
                mean_ms_per_move: PerPlayer::of(&totals.efforts, |effort| {
                    milliseconds(effort.times().mean)
                }),
                illegal: all(|effort| effort.illegal),
                crashes: all(|effort| effort.crashes),
                time_losses: all(|effort| effort.time_losses),
            }
        }
    }

    impl MatchTotal {
        /// The sums over all games, which took this long together.
        pub fn new(
            totals: &Totals,
            elapsed: Duration,
            sprt: Option<othellier_measure::stats::Sprt>,
            interrupted: bool,
        ) -> MatchTotal {
            let [a_as_black, a_as_white] = totals.by_color.map(Results::from);
            MatchTotal {
                games: totals.games(),
                standings: totals.into(),
                score_interval: totals.score.interval().map(|(low, high)| [low, high]),
                normalised_elo: totals.pairs().normalised_elo(),
                a_as_black,
                a_as_white,
                black: totals.for_black().into(),
                occupation: totals.occupation().map(|shares| Occupation {
                    black: shares.black,
                    white: shares.white,
                    empty: shares.empty,
                }),
                players: PerPlayer::of(&totals.efforts, |effort| effort.into()),
                mean_game_seconds: totals.mean_game_time().map(|time| time.as_secs_f64()),
                seconds: elapsed.as_secs_f64(),
                sprt: sprt.map(|sprt| Sprt::new(sprt, totals.pairs())),
                interrupted,
            }
        }
    }

    impl From<Counts> for Results {
        fn from(Counts { wins, draws, losses }: Counts) -> Results {
            Results { wins, draws, losses }
        }
    }

    impl From<&Effort> for Spent {
        fn from(effort: &Effort) -> Spent {
            let times = effort.times();
            Spent {
                moves: times.count,
                mean_ms: milliseconds(times.mean),
                median_ms: milliseconds(times.median),
                p95_ms: milliseconds(times.p95),
                slowest_ms: milliseconds(times.slowest),
                nodes: effort.nodes,
                nodes_per_second: effort.nodes_per_second(),
                reused_nodes: effort.reused_nodes,
                live_bytes: effort.live_bytes,
                peak_bytes: effort.peak_bytes,
                cumulated_bytes: effort.cumulated_bytes,
                illegal: effort.illegal,
                crashes: effort.crashes,
                time_losses: effort.time_losses,
            }
        }
    }

    impl From<Verdict> for SprtState {
        fn from(verdict: Verdict) -> SprtState {
            match verdict {
                Verdict::Undecided => SprtState::Undecided,
                Verdict::AcceptH0 => SprtState::H0,
                Verdict::AcceptH1 => SprtState::H1,
            }
        }
    }

    impl Sprt {
        /// The state of a test after these pairs.
        pub fn new(sprt: othellier_measure::stats::Sprt, pairs: Pairs) -> Sprt {
            let (elo0, elo1) = sprt.hypotheses();
            let (lower, upper) = sprt.bounds();
            let verdict = sprt.verdict(pairs).into();
            Sprt { elo0, elo1, llr: sprt.llr(pairs), lower, upper, verdict }
        }

        /// What was decided; none before.
        pub fn decided(&self) -> Option<SprtState> {
            (self.verdict != SprtState::Undecided).then_some(self.verdict)
        }
    }
}
#[cfg(feature = "measure")]
pub(crate) use of_measure::{opening_of, result_of};
