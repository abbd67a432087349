//! Who searches for Cassio: the champion, and the solver where a proof is asked for.

use std::time::Duration;

use othellier_board::{Color, Move, Position};
use othellier_play::StopSignal;
use othellier_search::champion::{Champion, Goal, SearchLevel, Selectivity, Solver};
use othellier_search::{SearchLimits, SearchReport, Searcher};

use super::request::Search;

/// The most that a game can be won by.
const WIPEOUT: i32 = 64;

/// The champion and the solver, each with half of the table.
pub(crate) struct Thinker {
    champion: Champion,
    solver: Solver,
}

/// What is known of a position.
pub(crate) struct Found {
    line: Vec<Move>,
    depth: u32,
    percent: u8,
    /// What the value is at least and at most, in discs for the side to move.
    lower: f64,
    upper: f64,
    pub(crate) nodes: u64,
    elapsed: Duration,
}

impl Thinker {
    pub(crate) fn new(threads: usize, table_bytes: usize) -> Thinker {
        let half = table_bytes / 2;
        let champion = Champion::new(SearchLevel::new(SearchLevel::DEFAULT), threads, half);
        Thinker { champion, solver: Solver::new(threads, half) }
    }

    /// Forgets all positions.
    pub(crate) fn clear(&mut self) {
        self.champion.clear();
        self.solver.clear();
    }

    /// Searches, and tells what it finds, the last and best at the end; nothing more once it is told
    /// to stop.
    pub(crate) fn search(
        &mut self,
        search: &Search,
        stop: &StopSignal,
        tell: &mut dyn FnMut(&Found),
    ) {
        let board = search.position.board();
        let is_to_the_end = search.depth >= board.empties().len();
        if board.is_over() {
            tell(&Found::over(&search.position));
        } else if is_to_the_end && search.selectivity == Selectivity::Exact {
            self.prove(search, stop, tell);
        } else {
            self.think(search, is_to_the_end, stop, tell);
        }
    }

    /// A proof of what the window asks for and no more.
    fn prove(&mut self, search: &Search, stop: &StopSignal, tell: &mut dyn FnMut(&Found)) {
        let board = search.position.board();
        let discs = |discs: f64| (discs as i32).clamp(-WIPEOUT, WIPEOUT);
        let alpha = discs(search.alpha.floor());
        let beta = discs(search.beta.ceil()).max(alpha + 1);
        let Some(solved) = self.solver.solve(board, Goal::Window { alpha, beta }, stop) else {
            return;
        };
        tell(&Found {
            line: solved.line,
            depth: board.empties().len(),
            percent: 100,
            lower: f64::from(if solved.score <= alpha { -WIPEOUT } else { solved.score }),
            upper: f64::from(if solved.score >= beta { WIPEOUT } else { solved.score }),
            nodes: solved.nodes,
            elapsed: solved.elapsed,
        });
    }

    /// A value, whatever the window: it is worth more than a bound.
    fn think(
        &mut self,
        search: &Search,
        is_to_the_end: bool,
        stop: &StopSignal,
        tell: &mut dyn FnMut(&Found),
    ) {
        let depth = search.depth.max(1);
        let (level, depth) = match is_to_the_end {
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
        let limits = SearchLimits { depth, stop: stop.clone(), ..SearchLimits::default() };
        self.champion.search(&search.position, &limits, &mut |report| {
            if let Some(found) = Found::of(report).filter(|_| !stop.is_stopped()) {
                tell(&found);
            }
        });
    }
}

impl Found {
    /// What a search saw, if it saw anything.
    fn of(report: &SearchReport) -> Option<Found> {
        let line = report.lines.first()?;
        let value = line.score.discs();
        Some(Found {
            line: line.moves.clone(),
            depth: report.depth.into(),
            percent: report.selectivity,
            lower: value,
            upper: value,
            nodes: report.nodes,
            elapsed: report.elapsed,
        })
    }

    /// The end of a game.
    fn over(position: &Position) -> Found {
        let value = f64::from(position.board().final_score());
        let (lower, upper, elapsed) = (value, value, Duration::ZERO);
        Found { line: Vec::new(), depth: 0, percent: 100, lower, upper, nodes: 0, elapsed }
    }

    /// `…X, move f5, depth 12, @73%, B+1.25 <= v <= B+1.25, f5d6c3, node 12345, time 0.067`
    pub(crate) fn text(&self, position: &Position) -> String {
        let Found { depth, percent, lower, upper, nodes, .. } = self;
        let color = if position.side_to_move() == Color::Black { 'B' } else { 'W' };
        let mut moves: Vec<_> = self.line.iter().map(|played| name(*played)).collect();
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

fn name(played: Move) -> String {
    match played {
        Move::Place(square) => square.to_string(),
        Move::Pass => "ps".to_owned(),
    }
}
