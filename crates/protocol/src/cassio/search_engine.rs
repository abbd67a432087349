//! The searches behind Cassio's requests: the champion, and the solver if an exact endgame score is
//! requested.

use std::sync::atomic::Ordering;
use std::time::Duration;

use othellier_board::{Color, Move, Position};
use othellier_search::champion::{Champion, Goal, SearchLevel, Selectivity, Solver};
use othellier_search::{SearchLimits, SearchReport, Searcher, StopSignal, Trust};

use super::request::SearchRequest;
use super::session::Search;

/// The largest disc difference.
const MAX_SCORE: i32 = 64;

/// The confidence of a search that did not reach the end of the game and pruned nothing.
const MAX_HEURISTIC_PERCENT: u8 = 99;

/// The champion and the solver, each with half of the table memory.
pub struct SearchEngine {
    champion: Champion,
    solver: Solver,
    /// Whether the results of all iterations are sent, not the last one alone.
    shows_iterations: bool,
}

/// The result of a search so far.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchResult {
    /// The moves that are expected; none if the game is over.
    pub line: Vec<Move>,
    /// The depth that was reached, in plies.
    pub depth: u32,
    /// The confidence of the search, in percent.
    pub percent: u8,
    /// The least value, in discs for the side to move.
    pub lower: f64,
    /// The upper bound of the value.
    pub upper: f64,
    /// The nodes visited so far.
    pub nodes: u64,
    /// The time since the search began.
    pub elapsed: Duration,
}

impl SearchEngine {
    /// An engine with this many threads and this much memory for its tables.
    pub fn new(threads: usize, table_bytes: usize) -> SearchEngine {
        let half = table_bytes / 2;
        let champion = Champion::new(SearchLevel::new(SearchLevel::DEFAULT), threads, half);
        SearchEngine { champion, solver: Solver::new(threads, half), shows_iterations: false }
    }

    /// Sends a result after every iteration if asked to. Cassio takes a result of
    /// less than the depth it asked for as an error, and others take the first result as the only one.
    pub fn showing_iterations(self, shows_iterations: bool) -> SearchEngine {
        SearchEngine { shows_iterations, ..self }
    }

    /// Runs a search until it is finished or stopped, and sends its result as a line; none if it was
    /// stopped.
    pub fn run(&mut self, search: &Search, send: &mut dyn FnMut(String)) {
        if search.must_clear {
            self.champion.clear();
            self.solver.clear();
        }
        let (position, shows_iterations) = (&search.request.position, self.shows_iterations);
        let mut last = None;
        self.search(&search.request, &search.stop, &mut |found| {
            search.nodes.store(found.nodes, Ordering::Relaxed);
            if shows_iterations {
                send(found.format(position))
            } else {
                last = Some(found.format(position))
            }
        });
        if let Some(line) = last.filter(|_| !search.stop.is_stopped()) {
            send(line);
        }
    }

    /// Searches and reports each result, the best one last; reports nothing after it was stopped.
    fn search(
        &mut self,
        search: &SearchRequest,
        stop: &StopSignal,
        on_result: &mut dyn FnMut(&SearchResult),
    ) {
        let board = search.position.board();
        let is_endgame = search.depth >= board.empties().len();
        if board.is_over() {
            on_result(&SearchResult::over(search));
        } else if is_endgame && search.selectivity == Selectivity::Exact {
            self.solve_window(search, stop, on_result);
        } else {
            self.search_midgame(search, is_endgame, stop, on_result);
        }
    }

    /// Proves the score relative to the window, and no more.
    fn solve_window(
        &mut self,
        search: &SearchRequest,
        stop: &StopSignal,
        on_result: &mut dyn FnMut(&SearchResult),
    ) {
        let board = search.position.board();
        let discs = |discs: f64| (discs as i32).clamp(-MAX_SCORE, MAX_SCORE);
        let alpha = discs(search.alpha.floor());
        let beta = discs(search.beta.ceil()).max(alpha + 1);
        let Some(solved) = self.solver.solve(board, Goal::Window { alpha, beta }, stop) else {
            return;
        };
        on_result(&SearchResult {
            line: solved.line,
            depth: search.depth,
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
        on_result: &mut dyn FnMut(&SearchResult),
    ) {
        let depth = search.depth.max(1);
        let (level, depth) = if is_endgame {
            let ends = [(60, search.selectivity); 3];
            (
                SearchLevel {
                    endgame: ends,
                    ..SearchLevel::fixed(depth, Selectivity::Percent73, 0)
                },
                None,
            )
        } else {
            (SearchLevel::fixed(depth, search.selectivity, 0), u8::try_from(depth).ok())
        };
        self.champion.set_level(level);
        let mut limits = SearchLimits::default().with_stop(stop);
        limits.depth = depth;
        self.champion.search(&search.position, &limits, &mut |report| {
            let found = SearchResult::from_report(report, search);
            if let Some(found) = found.filter(|_| !stop.is_stopped()) {
                on_result(&found);
            }
        });
    }
}

impl SearchResult {
    /// The best line of a report, if it has one.
    fn from_report(report: &SearchReport, asked: &SearchRequest) -> Option<SearchResult> {
        let line = report.lines.first()?;
        let value = line.score.discs();
        let is_to_the_end = u32::from(report.depth) >= asked.position.board().empties().len();
        let percent = match line.trust {
            Trust::Exact => 100,
            Trust::Selective { percent } => percent,
            // Nothing heuristic is certain, even where nothing was pruned.
            Trust::Estimate | Trust::None => report.selectivity.min(MAX_HEURISTIC_PERCENT),
        };
        Some(SearchResult {
            line: line.moves.clone(),
            // The end of the game is as deep as anything that can be asked for.
            depth: u32::from(report.depth).max(if is_to_the_end { asked.depth } else { 0 }),
            percent,
            lower: value,
            upper: value,
            nodes: report.nodes,
            elapsed: report.elapsed,
        })
    }

    /// The final score of a finished game.
    fn over(asked: &SearchRequest) -> SearchResult {
        let value = f64::from(asked.position.board().final_score());
        let (lower, upper, elapsed) = (value, value, Duration::ZERO);
        let (line, depth) = (Vec::new(), asked.depth);
        SearchResult { line, depth, percent: 100, lower, upper, nodes: 0, elapsed }
    }

    /// `…X, move f5, depth 12, @73%, B+1.25 <= v <= B+1.25, f5d6c3, node 12345, time 0.067`
    pub fn format(&self, position: &Position) -> String {
        let SearchResult { depth, percent, lower, upper, nodes, .. } = self;
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
        Move::Pass => "pa".to_owned(),
    }
}
