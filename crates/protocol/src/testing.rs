//! Test doubles: programs for the engine sides, and an engine for the client sides.

use std::collections::VecDeque;
use std::sync::Arc;

use othellier_board::{Position, Size};
use othellier_eval::classic::Discs;
use othellier_record::{Clock, Game, MoveOverhead};
use othellier_search::classic::{Algorithm, Classic, Memory, Options, Order, Random, Ties};
use othellier_search::{SearchLimits, SearchReport, Searcher, StopSignal};
use othellier_spec::Spec;

use crate::{Channel, Program, ProgramChoice, ProgramError, Programs};

/// `random`, `alphabeta(depth=…)`, a `champion(level=…, depth=…, nodes=…, book=on)` that deepens and
/// plays on 8×8 only, `level-1` to `level-3`, and `resigning`, which has no search.
pub(crate) struct TestPrograms;

impl Programs for TestPrograms {
    type Error = String;

    fn build<S: Size>(&self, spec: &Spec) -> Result<Box<dyn Program<S>>, String> {
        let number = |key| spec.option(key).and_then(|value| value.parse().ok());
        let depth = number("depth").or(number("level"));
        let deepening = spec.name == "champion";
        if spec.name == "resigning" {
            return Ok(Box::new(Resigning));
        }
        let searcher: Box<dyn Searcher<S>> = match spec.name.as_str() {
            "champion" if S::SIDE != 8 => return Err("champion: it plays on 8×8 boards".into()),
            "champion" | "alphabeta" => Box::new(classic(deepening)),
            "random" | "level-1" | "level-2" | "level-3" => Box::new(Random::new(1)),
            name => return Err(format!("unknown player `{name}`")),
        };
        let limits = SearchLimits::depth(depth.unwrap_or(3));
        let has_book = spec.option("book") == Some("on");
        Ok(Box::new(TestProgram { searcher, limits, has_book }))
    }

    fn has_option(&self, spec: &Spec, name: &str) -> bool {
        match spec.name.as_str() {
            "champion" => ["level", "depth", "nodes", "book"].contains(&name),
            "alphabeta" => name == "depth",
            _ => false,
        }
    }

    fn levels(&self) -> Vec<Spec> {
        ["level-1", "level-2", "level-3"].map(|name| name.parse().unwrap()).into()
    }
}

fn classic<S: Size>(deepening: bool) -> Classic<S> {
    let options = Options {
        algorithm: Algorithm::NegamaxAb,
        evaluator: Arc::new(Discs),
        order: Order::None,
        table: None,
        memory: Memory::Undo,
        deepening,
        endgame: 0,
        ties: Ties::First,
        threads: 1,
    };
    Classic::new(options, 1)
}

struct Resigning;

impl<S: Size> Program<S> for Resigning {
    fn choose(
        &mut self,
        _: &Game<S>,
        _: Clock,
        _: &StopSignal,
        _: &mut dyn FnMut(&SearchReport<S>),
    ) -> Result<ProgramChoice<S>, ProgramError> {
        Err(ProgramError::Resigned)
    }
}

struct TestProgram<S: Size> {
    searcher: Box<dyn Searcher<S>>,
    limits: SearchLimits,
    has_book: bool,
}

impl<S: Size> Program<S> for TestProgram<S> {
    fn choose(
        &mut self,
        game: &Game<S>,
        clock: Clock,
        stop: &StopSignal,
        watch: &mut dyn FnMut(&SearchReport<S>),
    ) -> Result<ProgramChoice<S>, ProgramError> {
        let time = clock.allot(game.position().board().empties().len(), MoveOverhead::Usual);
        let time = time.map(|time| time.optimum);
        let mut limits = self.limits.clone().with_stop(stop);
        limits.time = time;
        let report = self.searcher.search(game.position(), &limits, watch);
        let line = report.lines.into_iter().next();
        let chosen = line.as_ref().and_then(|line| line.moves.first().copied());
        let chosen = chosen.ok_or_else(|| ProgramError::Failed("no move".to_owned()))?;
        Ok(ProgramChoice { chosen, line })
    }

    fn search(&mut self) -> Option<(&mut dyn Searcher<S>, &SearchLimits)> {
        Some((&mut *self.searcher, &self.limits))
    }

    fn book_report(&mut self, position: &Position<S>) -> Option<SearchReport<S>> {
        let limits = SearchLimits::depth(1).with_lines(2);
        self.has_book.then(|| classic(false).search(position, &limits, &mut |_| ()))
    }
}

/// An engine that answers each line at once.
pub(crate) struct EngineSide<F> {
    answer: F,
    lines: VecDeque<String>,
}

impl<F: FnMut(&str) -> Vec<String>> EngineSide<F> {
    pub(crate) fn new(answer: F) -> EngineSide<F> {
        EngineSide { answer, lines: VecDeque::new() }
    }
}

impl<F: FnMut(&str) -> Vec<String>> Channel for EngineSide<F> {
    type Error = &'static str;

    fn send(&mut self, line: &str) -> Result<(), &'static str> {
        let answers = (self.answer)(line);
        self.lines.extend(answers.iter().flat_map(|answer| answer.lines()).map(str::to_owned));
        Ok(())
    }

    fn receive(&mut self) -> Result<String, &'static str> {
        self.lines.pop_front().ok_or("nothing was answered")
    }

    fn discard_received(&mut self) {
        self.lines.clear();
    }
}
