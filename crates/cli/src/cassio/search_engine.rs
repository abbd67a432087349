//! The searches behind Cassio's requests: the champion, and the solver if an exact endgame score is
//! requested.

use std::time::Duration;

use othellier_board::{Color, Move, Position};
use othellier_play::StopSignal;
use othellier_search::champion::{Champion, Goal, SearchLevel, Selectivity, Solver};
use othellier_search::{SearchLimits, SearchReport, Searcher};

use super::request::SearchRequest;

/// The largest disc difference.
const MAX_SCORE: i32 = 64;

/// The champion and the solver, each with half of the table memory.
pub(crate) struct SearchEngine {
    champion: Champion,
    solver: Solver,
}

/// The result of a search so far.
pub(crate) struct SearchInfo {
    line: Vec<Move>,
    depth: u32,
    percent: u8,
    /// Bounds of the value, in discs for the side to move.
    lower: f64,
    upper: f64,
    pub(crate) nodes: u64,
    elapsed: Duration,
}

impl SearchEngine {
    pub(crate) fn new(threads: usize, table_bytes: usize) -> SearchEngine {
        let half = table_bytes / 2;
        let champion = Champion::new(SearchLevel::new(SearchLevel::DEFAULT), threads, half);
        SearchEngine { champion, solver: Solver::new(threads, half) }
    }

    /// Clears both transposition tables.
    pub(crate) fn clear(&mut self) {
        self.champion.clear();
        self.solver.clear();
    }

    /// Searches and reports each result, the best one last; reports nothing after it was stopped.
    pub(crate) fn search(
        &mut self,
        search: &SearchRequest,
        stop: &StopSignal,
        on_info: &mut dyn FnMut(&SearchInfo),
    ) {
        let board = search.position.board();
        let is_endgame = search.depth >= board.empties().len();
        if board.is_over() {
            on_info(&SearchInfo::over(&search.position));
        } else if is_endgame && search.selectivity == Selectivity::Exact {
            self.solve_window(search, stop, on_info);
        } else {
            self.search_midgame(search, is_endgame, stop, on_info);
        }
    }

    /// Proves the score relative to the window, and no more.
    fn solve_window(
        &mut self,
        search: &SearchRequest,
        stop: &StopSignal,
        on_info: &mut dyn FnMut(&SearchInfo),
    ) {
        let board = search.position.board();
        let discs = |discs: f64| (discs as i32).clamp(-MAX_SCORE, MAX_SCORE);
        let alpha = discs(search.alpha.floor());
        let beta = discs(search.beta.ceil()).max(alpha + 1);
        let Some(solved) = self.solver.solve(board, Goal::Window { alpha, beta }, stop) else {
            return;
        };
        on_info(&SearchInfo {
            line: solved.line,
            depth: board.empties().len(),
            percent: 100,
            lower: f64::from(if solved.score <= alpha { -MAX_SCORE } else { solved.score }),
            upper: f64::from(if solved.score >= beta { MAX_SCORE } else { solved.score }),
            nodes: solved.nodes,
            elapsed: solved.elapsed,
        });
    }

    /// Iterative deepening with a full window: a value says more than a bound.
    fn search_midgame(
        &mut self,
        search: &SearchRequest,
        is_endgame: bool,
        stop: &StopSignal,
        on_info: &mut dyn FnMut(&SearchInfo),
    ) {
        let depth = search.depth.max(1);
        let (level, depth) = match is_endgame {
            true => {
                let ends = [(60, search.selectivity); 3];
                (
                    SearchLevel {
                        endgame: ends,
                        ..SearchLevel::fixed(depth, Selectivity::Percent73, 0)
                    },
                    None,
                )
            }
            false => (SearchLevel::fixed(depth, search.selectivity, 0), u8::try_from(depth).ok()),
        };
        self.champion.set_level(level);
        let mut limits = SearchLimits::default().with_stop(stop);
        limits.depth = depth;
        self.champion.search(&search.position, &limits, &mut |report| {
            if let Some(found) = SearchInfo::from_report(report).filter(|_| !stop.is_stopped()) {
                on_info(&found);
            }
        });
    }
}

impl SearchInfo {
    /// The best line of a report, if it has one.
    fn from_report(report: &SearchReport) -> Option<SearchInfo> {
        let line = report.lines.first()?;
        let value = line.score.discs();
        Some(SearchInfo {
            line: line.moves.clone(),
            depth: report.depth.into(),
            percent: report.selectivity,
            lower: value,
            upper: value,
            nodes: report.nodes,
            elapsed: report.elapsed,
        })
    }

    /// The final score of a finished game.
    fn over(position: &Position) -> SearchInfo {
        let value = f64::from(position.board().final_score());
        let (lower, upper, elapsed) = (value, value, Duration::ZERO);
        SearchInfo { line: Vec::new(), depth: 0, percent: 100, lower, upper, nodes: 0, elapsed }
    }

    /// `…X, move f5, depth 12, @73%, B+1.25 <= v <= B+1.25, f5d6c3, node 12345, time 0.067`
    pub(crate) fn format(&self, position: &Position) -> String {
        let SearchInfo { depth, percent, lower, upper, nodes, .. } = self;
        let color = if position.side_to_move() == Color::Black { 'B' } else { 'W' };
        let mut moves: Vec<_> = self.line.iter().map(|played| move_name(*played)).collect();
        if moves.is_empty() {
            moves.push("--".to_owned());
        }
        format!(
            "{}, move {}, depth {depth}, @{percent}%, {color}{lower:+.2} <= v <= {color}{upper:+.2}, \
             {}, node {nodes}, time {:.3}",
            position.to_string().replace(' ', ""),
            moves[0],
            moves.concat(),
            self.elapsed.as_secs_f64()
        )
    }
}

fn move_name(played: Move) -> String {
    match played {
        Move::Place(square) => square.to_string(),
        Move::Pass => "ps".to_owned(),
    }
}
