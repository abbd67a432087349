//! Analysis of a position in slices: its owner decides when it searches, and for how long.
//!
//! A slice is a complete search with a small limit: the results of earlier slices are in the
//! transposition table, so it passes the depths they reached almost at once. A slice that reached
//! no new depth was too small, and the next one is twice as large.

use std::str::FromStr;
use std::time::Duration;

use othellier_board::{Eight, Move, Position, Size, Symmetry};
use othellier_play::parse_duration;
use othellier_record::{AnyGame, Game, with_game};
use othellier_search::champion::{Champion, SearchLevel, Selectivity};
use othellier_search::{Line, SearchLimits, SearchReport, Searcher, StopReason, StopSignal, Trust};
use othellier_spec::Spec;
use othellier_wire::{Report, SearchEvent, SearchResult};
use serde::Deserialize;

use crate::allowed::PlayerSpec;
use crate::error::ServiceError;
use crate::limits;
use crate::positions::read_position;

/// The player that analyses on boards that the champion does not support.
const OTHER_SIZES_PLAYER: &str =
    "pvs(depth=12, eval=genome, order=mobility, table=zobrist, hash=8MiB, endgame=16)";

/// The seed of the players that analyse.
const SEED: u64 = 0;

/// The ratio of the largest slice to the first.
const MOST_GROWTH: u32 = 256;

/// The options of a champion spec that an analysis honours. It uses the transposition table of the
/// champion that it is given, and no book.
const CHAMPION_OPTIONS: [&str; 5] = ["level", "depth", "time", "nodes", "selectivity"];

#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::IntoParams), into_params(parameter_in = Query))]
#[serde(deny_unknown_fields)]
pub struct AnalysisQuery {
    /// `startpos`, a board with its side to move, or moves.
    pub position: String,
    /// Board size, if the text does not show it.
    pub size: Option<u8>,
    /// Moves to play from there.
    pub moves: Option<String>,
    /// How many moves get a score of their own (multi-PV): `all` or a number.
    pub lines: Option<String>,
    /// Stop at the depth and selectivity of this level of the champion.
    pub level: Option<u32>,
    /// Another player of the catalogue.
    pub player: Option<String>,
    /// The time limit, such as `5s`.
    pub time: Option<String>,
}

/// A checked [`AnalysisQuery`].
pub struct AnalysisRequest {
    game: AnyGame,
    lines: usize,
    level: Option<u32>,
    depth: Option<u8>,
    nodes: Option<u64>,
    selectivity: Selectivity,
    asked: String,
    /// The player that searches; the champion if none.
    player: Option<PlayerSpec>,
    time: Duration,
}

/// The size of the first slice; later ones grow by factors of two where one reaches no new depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Budget {
    Time(Duration),
    /// A number of nodes: the same slices on every machine.
    Nodes(u64),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slice {
    /// The nodes of this slice.
    pub nodes: u64,
    /// Whether the analysis is over.
    pub is_last: bool,
}

/// An analysis that can be continued.
pub struct Analysis(Box<dyn Sliced>);

impl Analysis {
    /// A champion that analyses, with a transposition table of this size.
    pub fn champion(table_bytes: usize) -> Champion {
        Champion::new(SearchLevel::new(SearchLevel::MAX), 1, table_bytes)
    }

    /// Searches one slice and passes its events to `emit`: each new depth, and at the end the
    /// result. The champion should be the same for all slices: its transposition table has the
    /// results of the earlier ones. An analysis that is stopped ends without a result.
    pub fn advance(
        &mut self,
        champion: &mut Champion,
        budget: Budget,
        emit: &mut dyn FnMut(SearchEvent),
    ) -> Slice {
        self.0.advance(champion, budget, emit)
    }
}

impl AnalysisQuery {
    pub fn read(&self) -> Result<AnalysisRequest, ServiceError> {
        let moves = self.moves.as_deref().unwrap_or_default();
        let game = read_position(&self.position, self.size, moves)?;
        let size = game.side();
        let lines = match self.lines.as_deref() {
            None | Some("all") => usize::MAX,
            Some(number) => number.parse().ok().filter(|lines| *lines > 0).ok_or_else(|| {
                ServiceError::bad_request(format!(
                    "`{number}` is not a number of lines; expected all or at least 1"
                ))
            })?,
        };
        let most = limits::ANALYSIS_TIME;
        let time = self.time.as_deref().map(parse_duration).transpose();
        let time = time.map_err(ServiceError::bad_request)?.unwrap_or(most);
        let usual = (size != Eight::SIDE).then_some(OTHER_SIZES_PLAYER);
        let player = self.player.as_deref().or(usual);
        let player = player.map(|text| PlayerSpec::read(text, size)).transpose()?;
        if self.level.is_some_and(|level| level > SearchLevel::MAX) {
            let most = SearchLevel::MAX;
            return Err(ServiceError::bad_request(format!("there is no level above {most}")));
        }
        let request = AnalysisRequest {
            game,
            lines,
            level: self.level,
            depth: None,
            nodes: None,
            selectivity: Selectivity::Percent73,
            asked: player.as_ref().map_or("champion".to_owned(), |asked| asked.spec().to_string()),
            player,
            time: time.min(most),
        };
        request.use_shared_champion()
    }
}

impl AnalysisRequest {
    /// Whether the game is over, so that there is nothing to analyse.
    pub fn is_over(&self) -> bool {
        with_game!(&self.game, game => game.position().board().is_over())
    }

    /// Uses the champion that the analysis is given instead of a new one: its transposition table
    /// has the results of earlier slices.
    fn use_shared_champion(mut self) -> Result<AnalysisRequest, ServiceError> {
        let Some(player_spec) = self.player.take_if(|player| player.spec().name == "champion")
        else {
            return Ok(self);
        };
        let spec = player_spec.spec();
        let unknown = |(key, _): &&(String, String)| !CHAMPION_OPTIONS.contains(&key.as_str());
        if let Some((key, _)) = spec.options.iter().find(unknown) {
            let expected = CHAMPION_OPTIONS.join(", ");
            let sentence =
                format!("champion: {key} has no effect in an analysis; expected {expected}");
            return Err(ServiceError::bad_player(sentence));
        }
        let time = spec.option("time").and_then(|text| parse_duration(text).ok());
        let is_limited = ["depth", "time", "nodes"].iter().any(|key| spec.option(key).is_some());
        let usual = (!is_limited).then_some(SearchLevel::DEFAULT);
        let percent = number(spec, "selectivity").and_then(Selectivity::from_percent);
        self.level = self.level.or(number(spec, "level")).or(usual);
        self.depth = number(spec, "depth");
        self.nodes = number(spec, "nodes");
        self.selectivity = percent.unwrap_or(self.selectivity);
        self.time = time.unwrap_or(self.time).min(self.time);
        Ok(self)
    }

    /// The transposition table of the player that searches; `None` if it is the champion that each
    /// slice is given.
    pub fn table_bytes(&self) -> Option<usize> {
        self.player.as_ref().map(PlayerSpec::table_bytes)
    }

    /// The analysis, which has not searched yet.
    pub fn begin(&self, stop: StopSignal) -> Result<Analysis, ServiceError> {
        self.begin_within(stop, self.table_bytes().unwrap_or_default())
    }

    /// Begins an analysis; its player has a transposition table of at most `bytes` bytes.
    pub fn begin_within(
        &self,
        stop: StopSignal,
        table_bytes: usize,
    ) -> Result<Analysis, ServiceError> {
        match (&self.player, &self.game) {
            (Some(player_spec), game) => {
                with_game!(game, game => self.of_player(player_spec, game, stop, table_bytes))
            }
            (None, AnyGame::Eight(game)) => Ok(self.of_champion(game, stop)),
            (None, _) => Err(ServiceError::internal("no engine for boards of this size")),
        }
    }

    /// An analysis by the champion that each slice is given.
    fn of_champion(&self, game: &Game, stop: StopSignal) -> Analysis {
        let own = |level| SearchLevel { selectivity: self.selectivity, ..SearchLevel::new(level) };
        let full_strength = own(SearchLevel::MAX);
        let search: Search<Eight> = Box::new(move |champion, position, limits, watch| {
            champion.set_level(full_strength);
            champion.search(position, limits, watch)
        });
        let position = *game.position();
        let mut limits = SearchLimits::default();
        (limits.depth, limits.nodes) = (self.depth, self.nodes);
        let enough = self.level.map(|level| {
            let (depth, selectivity) = own(level).target(position.board().empties().len());
            (u8::try_from(depth).unwrap_or(u8::MAX), selectivity.percent())
        });
        Analysis(Box::new(SizedAnalysis {
            enough,
            ..SizedAnalysis::new(
                position,
                search,
                &self.asked,
                self.limited(limits, stop),
                self.time,
            )
        }))
    }

    /// An analysis by another player of the catalogue.
    fn of_player<S: Size>(
        &self,
        player_spec: &PlayerSpec,
        game: &Game<S>,
        stop: StopSignal,
        table_bytes: usize,
    ) -> Result<Analysis, ServiceError> {
        // With iterative deepening a slice has a result whenever it ends.
        let deepening = player_spec.with("deepening", "on", S::SIDE);
        let deepens = deepening.spec().option("deepening").is_some();
        let mut player = deepening.program_within::<S>(SEED, table_bytes)?;
        let Some((_, limits)) = player.search() else {
            return Err(ServiceError::bad_player(format!(
                "{} does not search",
                player_spec.spec()
            )));
        };
        let limits = limits.clone();
        let time = limits.time.map_or(self.time, |time| time.min(self.time));
        let search: Search<S> = Box::new(move |_, position, limits, watch| {
            let (searcher, _) = player.search().expect("it searched before");
            searcher.search(position, limits, watch)
        });
        let (position, asked) = (*game.position(), deepening.spec().to_string());
        Ok(Analysis(Box::new(SizedAnalysis {
            is_unsliced: !deepens,
            ..SizedAnalysis::new(position, search, &asked, self.limited(limits, stop), time)
        })))
    }

    fn limited(&self, mut limits: SearchLimits, stop: StopSignal) -> SearchLimits {
        (limits.lines, limits.stop) = (Some(self.lines), stop);
        limits
    }
}

/// The value of a numeric option of a spec.
fn number<N: FromStr>(spec: &Spec, key: &str) -> Option<N> {
    spec.option(key).and_then(|text| text.parse().ok())
}

/// How a position is searched: by the champion of the slice, or by the player of the analysis.
type Search<S> = Box<
    dyn FnMut(
            &mut Champion,
            &Position<S>,
            &SearchLimits,
            &mut dyn FnMut(&SearchReport<S>),
        ) -> SearchReport<S>
        + Send,
>;

/// An analysis on a board of any size.
trait Sliced: Send {
    fn advance(
        &mut self,
        champion: &mut Champion,
        budget: Budget,
        emit: &mut dyn FnMut(SearchEvent),
    ) -> Slice;
}

struct SizedAnalysis<S: Size> {
    position: Position<S>,
    search: Search<S>,
    /// The spec of the player that searches.
    player: String,
    /// Depth, number of lines, and the node limit of all slices together.
    limits: SearchLimits,
    /// The depth and selectivity at which the analysis is done.
    enough: Option<(u8, u8)>,
    /// Whether the searcher does not deepen iteratively, and so cannot be sliced.
    is_unsliced: bool,
    progress: Progress,
}

/// How far an analysis has got.
struct Progress {
    /// The time that is left.
    left: Duration,
    /// How many times as large as the first the next slice is.
    growth: u32,
    /// The last depth that was reported, its selectivity, and whether the score was exact.
    reached: (u8, u8, bool),
    /// The last report that was sent.
    last: Option<Report>,
    spent: Duration,
    nodes: u64,
    evaluations: u64,
}

impl<S: Size> SizedAnalysis<S> {
    fn new(
        position: Position<S>,
        search: Search<S>,
        player: &str,
        limits: SearchLimits,
        left: Duration,
    ) -> SizedAnalysis<S> {
        let progress = Progress {
            left,
            growth: 1,
            reached: (0, 0, false),
            last: None,
            spent: Duration::ZERO,
            nodes: 0,
            evaluations: 0,
        };
        let player = player.to_owned();
        SizedAnalysis {
            position,
            search,
            player,
            limits,
            enough: None,
            is_unsliced: false,
            progress,
        }
    }

    fn most_lines(&self) -> usize {
        self.limits.lines.unwrap_or(usize::MAX)
    }

    /// The limits of the next slice.
    fn next_limits(&self, budget: Budget) -> SearchLimits {
        let mut limits = self.limits.clone();
        if self.is_unsliced {
            return limits;
        }
        let Progress { left, growth, nodes, .. } = self.progress;
        limits.nodes = limits.nodes.map(|most| most.saturating_sub(nodes));
        match budget {
            Budget::Time(slice) => limits.time = Some((growth * slice).min(left)),
            Budget::Nodes(slice) => {
                let slice = slice.saturating_mul(growth.into());
                limits.nodes = Some(limits.nodes.map_or(slice, |left| left.min(slice)));
                limits.time = Some(left);
            }
        }
        limits
    }

    /// Whether a search that ended for this reason ended only its slice.
    fn is_slice_end(&self, reason: StopReason, budget: Budget, nodes: u64) -> bool {
        let has_nodes = self.limits.nodes.is_none_or(|most| self.progress.nodes + nodes < most);
        match reason {
            StopReason::Time => self.progress.left > Duration::ZERO,
            StopReason::Nodes => matches!(budget, Budget::Nodes(_)) && has_nodes,
            _ => false,
        }
    }

    /// Emits the result, given the report of the last slice, and the end.
    fn finish(
        &mut self,
        report: &SearchReport<S>,
        reason: StopReason,
        emit: &mut dyn FnMut(SearchEvent),
    ) {
        let mut result =
            SearchResult::new(&self.position, report, self.most_lines(), &self.player, SEED);
        let progress = &mut self.progress;
        result.stopped_by = reason.into();
        let stopped_by = result.stopped_by;
        result.report = result.report.after(progress.nodes, progress.evaluations, progress.spent);
        // The last slice may have ended before it reached the depth of an earlier one.
        if let Some(last) = progress.last.take().filter(|_| reached(report) < progress.reached) {
            let Report { nodes, evaluations, seconds, nodes_per_second, .. } = result.report;
            result.report = Report { nodes, evaluations, seconds, nodes_per_second, ..last };
        }
        emit(SearchEvent::Result(Box::new(result)));
        emit(SearchEvent::Done { stopped_by });
    }
}

impl Progress {
    fn report_depth<S: Size>(
        &mut self,
        position: &Position<S>,
        report: &SearchReport<S>,
        most_lines: usize,
        emit: &mut dyn FnMut(SearchEvent),
    ) {
        let shown = Report::new(position, report, most_lines);
        let shown = shown.after(self.nodes, self.evaluations, self.spent);
        self.reached = reached(report);
        self.last = Some(shown.clone());
        emit(SearchEvent::Depth(shown));
    }
}

/// The report with one score for moves that a symmetry of the board exchanges, such as the four first
/// ones: that of the best of them, with its line turned.
fn with_equal_scores<S: Size>(position: &Position<S>, report: &SearchReport<S>) -> SearchReport<S> {
    let board = position.board();
    let keeps = |symmetry: &Symmetry| symmetry.board(board) == board;
    let symmetries: Vec<Symmetry> = Symmetry::ALL.into_iter().filter(keeps).collect();
    let turned = |symmetry: Symmetry, moves: &[Move<S>]| -> Vec<Move<S>> {
        let turn = |played: &Move<S>| match *played {
            Move::Place(square) => Move::Place(symmetry.square(square)),
            Move::Pass => Move::Pass,
        };
        moves.iter().map(turn).collect()
    };
    let mut equal = report.clone();
    for i in 0..equal.lines.len() {
        let first = equal.lines[i].moves.first().copied();
        // Lines are best first, so the best of the equal moves stands before this one.
        let image = report.lines[..i].iter().find_map(|better| {
            let moves = symmetries.iter().map(|symmetry| turned(*symmetry, &better.moves));
            let moves = moves.into_iter().find(|moves| moves.first().copied() == first)?;
            Some(Line { moves, ..better.clone() })
        });
        if let Some(image) = image {
            equal.lines[i] = image;
        }
    }
    equal.lines.sort_by_key(|line| std::cmp::Reverse(line.score));
    equal
}

/// How far a search got: depth, selectivity, whether the score is exact.
fn reached<S: Size>(report: &SearchReport<S>) -> (u8, u8, bool) {
    let is_proven = report.lines.first().is_some_and(|line| line.trust == Trust::Exact);
    (report.depth, report.selectivity, is_proven)
}

impl<S: Size> Sliced for SizedAnalysis<S> {
    fn advance(
        &mut self,
        champion: &mut Champion,
        budget: Budget,
        emit: &mut dyn FnMut(SearchEvent),
    ) -> Slice {
        if self.limits.stop.is_stopped() {
            return Slice { nodes: 0, is_last: true };
        }
        let before = self.progress.reached;
        let limits = self.next_limits(budget);
        let (position, stop, most_lines) = (self.position, &limits.stop, self.most_lines());
        let (progress, enough) = (&mut self.progress, self.enough);
        let mut is_satisfied = false;
        let report = (self.search)(champion, &position, &limits, &mut |report| {
            if reached(report) > progress.reached && !is_satisfied && !stop.is_stopped() {
                let shown = with_equal_scores(&position, report);
                progress.report_depth(&position, &shown, most_lines, emit);
            }
            if enough.is_some_and(|enough| (report.depth, report.selectivity) >= enough) {
                is_satisfied = true;
                stop.stop();
            }
        });
        let report = with_equal_scores(&position, &report);
        let nodes = report.nodes;
        // It does not deepen, so nothing was reported while it searched.
        if self.is_unsliced {
            progress.report_depth(&position, &report, most_lines, emit);
            self.finish(&report, report.stopped_by, emit);
            return Slice { nodes, is_last: true };
        }
        progress.left = progress.left.saturating_sub(report.elapsed);
        let is_last = match report.stopped_by {
            _ if is_satisfied => {
                self.finish(&report, StopReason::Done, emit);
                true
            }
            StopReason::Stopped => true,
            reason if self.is_slice_end(reason, budget, nodes) => {
                let progress = &mut self.progress;
                progress.spent += report.elapsed;
                progress.nodes += nodes;
                progress.evaluations += report.evaluations;
                // The next depth needs a larger slice than this one.
                if progress.reached == before {
                    progress.growth = (2 * progress.growth).min(MOST_GROWTH);
                }
                false
            }
            reason => {
                self.finish(&report, reason, emit);
                true
            }
        };
        Slice { nodes, is_last }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn query(position: &str, player: &str) -> AnalysisQuery {
        AnalysisQuery {
            position: position.to_owned(),
            player: Some(player.to_owned()),
            lines: Some("1".to_owned()),
            ..AnalysisQuery::default()
        }
    }

    fn run(query: &AnalysisQuery, budget: Budget) -> (usize, Vec<SearchEvent>) {
        let mut champion = Analysis::champion(1 << 20);
        let mut analysis = query.read().unwrap().begin(StopSignal::default()).unwrap();
        let (mut slices, mut events) = (0, Vec::new());
        loop {
            slices += 1;
            let slice = analysis.advance(&mut champion, budget, &mut |event| events.push(event));
            if slice.is_last {
                return (slices, events);
            }
        }
    }

    #[test]
    fn slices_reach_what_a_whole_search_reaches() {
        let query = query("f5d6c3d3c4", "champion(depth=8)");
        let (slices, events) = run(&query, Budget::Nodes(500));
        let (one, whole) = run(&query, Budget::Nodes(u64::MAX));
        assert!(slices > 1 && one == 1);
        let result = |events: &[SearchEvent]| {
            events.iter().find_map(|event| match event {
                SearchEvent::Result(result) => Some(result.report.clone()),
                _ => None,
            })
        };
        let (sliced, whole) = (result(&events).unwrap(), result(&whole).unwrap());
        assert_eq!((sliced.depth, whole.depth), (8, 8));
        assert_eq!(sliced.lines[0].played, whole.lines[0].played);
        let depths: Vec<u8> = events
            .iter()
            .filter_map(|event| match event {
                SearchEvent::Depth(report) => Some(report.depth),
                _ => None,
            })
            .collect();
        assert!(depths.is_sorted(), "{depths:?}");
        assert!(matches!(events.last(), Some(SearchEvent::Done { .. })));
    }

    #[test]
    fn moves_that_a_symmetry_exchanges_have_one_score() {
        let query = AnalysisQuery { lines: None, ..query("startpos", "champion(depth=7)") };
        let (_, events) = run(&query, Budget::Nodes(2000));
        let mut depths = 0;
        for event in &events {
            let SearchEvent::Depth(report) = event else { continue };
            depths += 1;
            assert_eq!(report.lines.len(), 4);
            let best = &report.lines[0];
            assert!(report.lines.iter().all(|line| line.score == best.score), "{report:?}");
            let played: std::collections::BTreeSet<_> =
                report.lines.iter().map(|line| line.played.to_string()).collect();
            assert_eq!(played.len(), 4);
        }
        assert!(depths > 2);
    }

    #[test]
    fn the_node_limit_counts_all_slices() {
        let (slices, events) =
            run(&query("startpos", "champion(nodes=20000)"), Budget::Nodes(3000));
        assert!(slices > 1);
        let Some(SearchEvent::Result(result)) = events.iter().rev().nth(1) else {
            panic!("{events:?}")
        };
        assert_eq!(result.stopped_by, othellier_wire::StopReason::Nodes);
        assert!(result.report.nodes >= 20_000 && result.report.nodes < 30_000);
    }

    #[test]
    fn a_stopped_analysis_has_no_result() {
        let stop = StopSignal::default();
        let request = query("startpos", "pvs(depth=3)").read().unwrap();
        let mut analysis = request.begin(stop.clone()).unwrap();
        stop.stop();
        let mut champion = Analysis::champion(1 << 20);
        let mut emit = |event| panic!("{event:?}");
        let slice = analysis.advance(&mut champion, Budget::Nodes(10), &mut emit);
        assert_eq!(slice, Slice { nodes: 0, is_last: true });
    }
}
