//! The champion at the board: deeper and deeper, then surer and surer, until a limit is met.

use std::time::Duration;

use othellier_board::kernel::Tier;
use othellier_board::{Bitboard, Board, Eight, Move, Position, Square};
use othellier_eval::Score;
use othellier_eval::patterns::Patterns;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use web_time::Instant;

use super::compiled::{ChampionJudge, make_ready};
use super::ladder::{Pass, passes};
use super::level::{Level, Slips};
use super::node::{DISC, INFINITE};
use super::selectivity::Selectivity;
use super::symmetric::images;
use super::team::{Memory, Quest, Tally, Team};
use crate::{Line, MemoryUse, SearchLimits, SearchReport, Searcher, StopReason, TableUse, Trust};

/// The champion: searches by the learned evaluation, keeps its table from move to move.
pub struct Champion<J: ChampionJudge = Patterns> {
    judge: J,
    memory: Memory,
    tier: Tier,
    level: Level,
    /// Whether it looks no further than its level, however much time there is.
    bound: bool,
    dice: Xoshiro256PlusPlus,
}

impl Champion {
    /// A champion with that many threads and a table of about that many bytes.
    pub fn new(level: Level, threads: usize, table_bytes: usize) -> Champion {
        Champion::with(Patterns::shipped(), level, threads, table_bytes)
    }
}

impl<J: ChampionJudge> Champion<J> {
    /// A champion that judges by this judge.
    pub fn with(judge: J, level: Level, threads: usize, table_bytes: usize) -> Champion<J> {
        let memory = Memory::new(threads, table_bytes);
        let dice = Xoshiro256PlusPlus::seed_from_u64(0);
        Champion { judge, memory, tier: Tier::best(), level, bound: false, dice }
    }

    /// The same with other dice: for levels that err.
    pub fn seeded(self, seed: u64) -> Champion<J> {
        Champion { dice: Xoshiro256PlusPlus::seed_from_u64(seed), ..self }
    }

    /// The same, which never looks further than its level. Others look as far as a limit of time or
    /// nodes lets them, where there is one.
    pub fn bound(self) -> Champion<J> {
        Champion { bound: true, ..self }
    }

    /// The same on the kernel of one tier; nothing where the machine does not have it.
    pub fn on(self, tier: Tier) -> Option<Champion<J>> {
        tier.is_available().then_some(Champion { tier, ..self })
    }

    /// Thinks at another level from now on, and remembers what it knows.
    pub fn set_level(&mut self, level: Level) {
        self.level = level;
    }

    /// Forgets all positions.
    pub fn clear(&mut self) {
        self.memory.clear();
    }
}

impl<J: ChampionJudge<Size = Eight>> Searcher for Champion<J> {
    fn search(
        &mut self,
        position: &Position,
        limits: &SearchLimits,
        watch: &mut dyn FnMut(&SearchReport),
    ) -> SearchReport {
        self.search_among(Bitboard::ALL, position, limits, watch)
    }

    fn make_ready(&mut self) {
        make_ready(&self.judge);
    }
}

impl<J: ChampionJudge<Size = Eight>> Champion<J> {
    /// Searches for the best of some moves; there is nothing to choose where none of them is legal.
    /// A side that must pass passes, whatever the squares.
    pub fn search_among(
        &mut self,
        squares: Bitboard,
        position: &Position,
        limits: &SearchLimits,
        watch: &mut dyn FnMut(&SearchReport),
    ) -> SearchReport {
        let started = Instant::now();
        self.memory.table.grow_older();
        let board = position.board();
        let time_up = || limits.time.is_some_and(|time| started.elapsed() >= time);
        let team = Team {
            tier: self.tier,
            judge: &self.judge,
            memory: &self.memory,
            stop: &limits.stop,
            time_up: &time_up,
            nodes: limits.nodes,
            tally: Tally::default(),
            interim: None,
        };
        let wanted = match self.level.slips {
            Some(_) => usize::MAX,
            None => limits.lines.unwrap_or(1).max(1),
        };
        let mut thought = Thought {
            team,
            limits,
            squares,
            wanted,
            started,
            lines: Vec::new(),
            pass: Pass { depth: 0, selectivity: Selectivity::Exact },
        };
        let empties = board.empties().len();
        let open_end = limits.time.is_some() || limits.nodes.is_some();
        let (depth, selectivity) = match limits.depth {
            Some(depth) => (u32::from(depth), self.level.selectivity),
            None if open_end && !self.bound => (empties, Selectivity::Exact),
            None => self.level.reach(empties),
        };
        // A judge that foretells nothing leaves nothing out.
        let [selectivity, midgame] = match J::FORETELLS {
            true => [selectivity, self.level.selectivity],
            false => [Selectivity::Exact; 2],
        };
        let passes = passes(empties, depth, selectivity, midgame);
        let stopped_by = thought.deepen(board, &passes, watch);
        if let Some(slips) = self.level.slips {
            slip(&mut thought.lines, slips, &mut self.dice);
            thought.lines.truncate(limits.lines.unwrap_or(1).max(1));
        }
        thought.report(stopped_by)
    }
}

/// Brings one of the better moves to the front, by chance.
fn slip(lines: &mut [Line], slips: Slips, dice: &mut Xoshiro256PlusPlus) {
    let Some(best) = lines.first().map(|line| line.score.discs() as f32) else { return };
    let weight = |line: &Line| {
        let loss = best - line.score.discs() as f32;
        if loss < slips.most { (-loss / slips.scale).exp() } else { 0.0 }
    };
    let total: f32 = lines.iter().map(weight).sum();
    let mut left = dice.random::<f32>() * total;
    let chosen = lines.iter().position(|line| {
        left -= weight(line);
        left <= 0.0
    });
    lines[..=chosen.unwrap_or(0)].rotate_right(1);
}

/// One search.
struct Thought<'a, J> {
    team: Team<'a, J>,
    limits: &'a SearchLimits,
    /// Where the first move may be played.
    squares: Bitboard,
    /// How many lines.
    wanted: usize,
    started: Instant,
    lines: Vec<Line>,
    /// The last that was complete.
    pass: Pass,
}

impl<J: ChampionJudge<Size = Eight>> Thought<'_, J> {
    fn deepen(
        &mut self,
        board: Board,
        passes: &[Pass],
        watch: &mut dyn FnMut(&SearchReport),
    ) -> StopReason {
        if board.is_over() {
            return StopReason::Done;
        }
        let must_pass = board.legal_moves().is_empty();
        let moves = board.legal_moves() & self.squares;
        if moves.is_empty() && !must_pass {
            return StopReason::Done;
        }
        let thought_of = if must_pass { board.passed() } else { board };
        let wanted = self.wanted.min(moves.len().max(1) as usize);
        for (at, &pass) in passes.iter().enumerate() {
            let mut lines: Vec<Line> = Vec::new();
            let mut allowed = if must_pass { !Bitboard::EMPTY } else { moves };
            while lines.len() < wanted {
                let before = self.lines.get(lines.len()).map(|line| line.score);
                let before = before.map(|score| if must_pass { -score } else { score });
                let Some((value, best)) = self.value(thought_of, allowed, pass, before) else {
                    if self.lines.is_empty() {
                        self.lines = lines;
                    }
                    if self.lines.is_empty() {
                        // Not even the first ply: any legal move.
                        let any = moves.first().map_or(Move::Pass, Move::Place);
                        let (score, trust) = (Score::ZERO, Trust::None);
                        self.lines = vec![Line { moves: vec![any], score, trust }];
                    }
                    if wanted == 1 && !must_pass {
                        self.take_interim();
                    }
                    return self.reason();
                };
                let mut line = self.line(thought_of, best, value, pass);
                if must_pass {
                    line.moves.insert(0, Move::Pass);
                    line.score = -line.score;
                }
                if let Some(best) = best {
                    allowed = allowed - best.bitboard();
                }
                let alike = if wanted > 1 { images(board, &line) } else { Vec::new() };
                lines.push(line);
                for image in alike {
                    let Some(&Move::Place(square)) = image.moves.first() else { continue };
                    if lines.len() < wanted && allowed.contains(square) {
                        allowed = allowed - square.bitboard();
                        lines.push(image);
                    }
                }
            }
            lines.sort_by_key(|line| std::cmp::Reverse(line.score));
            self.lines = lines;
            self.pass = pass;
            watch(&self.report(StopReason::Done));
            if let Some(reason) = self.spent(at + 1 < passes.len()) {
                return reason;
            }
        }
        StopReason::Done
    }

    /// A pass that was stopped may have found a better move already.
    fn take_interim(&mut self) {
        let better = self.team.interim.map(Move::Place);
        if let Some(better) = better.filter(|better| self.lines[0].moves.first() != Some(better)) {
            self.lines[0].moves = vec![better];
        }
    }

    /// The value of the best of some moves, by a window around the value before.
    fn value(
        &mut self,
        board: Board,
        allowed: Bitboard,
        pass: Pass,
        before: Option<Score>,
    ) -> Option<(i32, Option<Square>)> {
        let Pass { depth, selectivity } = pass;
        let (guess, width) = match before {
            Some(score) if depth > 4 => (hundredths(score), 3 * DISC),
            _ => (0, INFINITE),
        };
        let quest = Quest { board, allowed, alpha: 0, beta: 0, depth, selectivity };
        let answer = self.team.search_around(guess, width, quest)?;
        Some((answer.value, answer.best))
    }

    /// A move and what follows: to the end where that is proven, else the replies that the table knows.
    fn line(&mut self, board: Board, best: Option<Square>, value: i32, pass: Pass) -> Line {
        let to_the_end = pass.depth >= board.empties().len();
        let (score, trust) = match pass.selectivity {
            Selectivity::Exact if to_the_end => (Score::of_end(value / DISC), Trust::Exact),
            selectivity if to_the_end => {
                let percent = selectivity.percent();
                (Score::guess(value.into()), Trust::Selective { percent })
            }
            _ => (Score::guess(value.into()), Trust::Estimate),
        };
        let proven = match trust {
            Trust::Exact => self.proven_line(board, best, value / DISC),
            _ => None,
        };
        let moves =
            proven.unwrap_or_else(|| self.team.remembered(board, best, pass.depth as usize));
        Line { moves, score, trust }
    }

    /// A best move and the best replies to the end; nothing when a limit is met first.
    fn proven_line(&mut self, board: Board, best: Option<Square>, score: i32) -> Option<Vec<Move>> {
        let placement = board.placement(best?)?;
        let mut line = vec![Move::Place(placement.square)];
        line.extend(self.team.proven_line(board.with(placement), -score, -score)?);
        Some(line)
    }

    /// Whether a limit is met. A pass that has no time to end may still find a better move.
    fn spent(&self, more: bool) -> Option<StopReason> {
        if self.limits.stop.is_stopped() {
            return Some(StopReason::Told);
        }
        if self.limits.nodes.is_some_and(|nodes| self.team.tally.nodes >= nodes) {
            return Some(StopReason::Nodes);
        }
        (more && (self.team.time_up)()).then_some(StopReason::Time)
    }

    fn reason(&self) -> StopReason {
        if self.limits.stop.is_stopped() {
            StopReason::Told
        } else if (self.team.time_up)() {
            StopReason::Time
        } else {
            StopReason::Nodes
        }
    }

    fn report(&self, stopped_by: StopReason) -> SearchReport {
        let tally = self.team.tally;
        let bytes = self.team.memory.bytes();
        let elapsed: Duration = self.started.elapsed();
        SearchReport {
            lines: self.lines.clone(),
            depth: self.pass.depth as u8,
            selectivity: self.pass.selectivity.percent(),
            nodes: tally.nodes,
            evaluations: tally.evaluations,
            elapsed,
            memory: MemoryUse {
                live_bytes: bytes,
                peak_bytes: bytes,
                cumulated_bytes: bytes as u64,
                reused_nodes: 0,
            },
            table: Some(TableUse { probes: tally.probes, hits: tally.hits, ..TableUse::default() }),
            stopped_by,
        }
    }
}

fn hundredths(score: Score) -> i32 {
    match score.end() {
        Some(discs) => DISC * discs,
        None => score.hundredths(),
    }
}
