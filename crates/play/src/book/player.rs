//! A player that probes an opening book before it searches.

use std::sync::Arc;
use std::time::Duration;

use othellier_board::{Eight, Position};
use othellier_book::{Book, Deviation, Reply, shipped};
use othellier_eval::Score;
use othellier_platform::clock::Instant;
use othellier_record::Game;
use othellier_search::{Line, SearchLimits, SearchReport, Searcher, StopSignal, Trust};
use othellier_spec::{Access, Spec, SpecError};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::{Choice, Clock, Player, PlayerError};

#[derive(Clone)]
pub(crate) enum OpenBook {
    Shipped,
    File(Arc<Book>),
}

impl OpenBook {
    /// The shipped book, or that of a file.
    pub(super) fn named(name: &str, spec: &Spec, access: &Access) -> Result<OpenBook, SpecError> {
        if name == "on" {
            return Ok(OpenBook::Shipped);
        }
        let path = access.file(name).map_err(|error| spec.denied(error))?;
        let book = Book::open(&path).map_err(|error| spec.faulty_file(name, error))?;
        Ok(OpenBook::File(Arc::new(book)))
    }

    /// Lets a player play from the book first; a move may be worse than the best by the variety.
    pub(crate) fn before(
        self,
        player: Box<dyn Player>,
        variety: Score,
        seed: u64,
    ) -> Box<dyn Player> {
        let rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        Box::new(BookPlayer { book: self, variety, rng, player })
    }

    fn book(&self) -> &Book {
        match self {
            OpenBook::Shipped => shipped(),
            OpenBook::File(book) => book,
        }
    }
}

/// A player with an opening book.
struct BookPlayer {
    book: OpenBook,
    variety: Score,
    rng: Xoshiro256PlusPlus,
    player: Box<dyn Player>,
}

impl Player for BookPlayer {
    fn prepare(&mut self, game: &Game, stop: &StopSignal) -> Result<(), PlayerError> {
        self.player.prepare(game, stop)
    }

    fn choose(
        &mut self,
        game: &Game,
        clock: Clock,
        stop: &StopSignal,
        watch: &mut dyn FnMut(&SearchReport),
    ) -> Result<Choice, PlayerError> {
        let started = Instant::now();
        let board = game.position().board();
        let Some(pick) = self.book.book().pick(board, self.variety, &mut self.rng) else {
            return self.player.choose(game, clock, stop, watch);
        };
        let chosen = *pick.line.first().ok_or(PlayerError::NoMove)?;
        let line = Line { moves: pick.line, score: pick.value, trust: Trust::Estimate };
        let report = report(vec![line], pick.source, started.elapsed());
        watch(&report);
        Ok(Choice { chosen, report: Some(report) })
    }

    fn search(&mut self) -> Option<(&mut dyn Searcher<Eight>, &SearchLimits)> {
        self.player.search()
    }

    fn book_report(&self, position: &Position) -> Option<SearchReport> {
        let (book, board) = (self.book.book(), position.board());
        let replies = book.probe(board)?.replies;
        let line = |reply: &Reply| {
            let rest = book.expected_line(position.after(reply.played).board());
            let moves = std::iter::once(reply.played).chain(rest.iter().map(|step| step.played));
            Line { moves: moves.collect(), score: reply.value, trust: Trust::Estimate }
        };
        let lines: Vec<_> = replies.iter().map(line).collect();
        (!lines.is_empty()).then(|| report(lines, book.source(board), Duration::ZERO))
    }
}

/// A book entry as the report of a search without nodes.
fn report(lines: Vec<Line>, source: Option<Deviation>, elapsed: Duration) -> SearchReport {
    let mut report = SearchReport::new(lines);
    report.elapsed = elapsed;
    if let Some(source) = source {
        (report.depth, report.selectivity) = (source.depth, source.confidence);
    }
    report
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::{Setup, build_player};

    fn choice(spec: &str, seed: u64, game: &Game) -> Choice {
        let player =
            build_player::<Eight>(&spec.parse().unwrap(), &Setup { seed, access: Access::Sealed });
        let stop = StopSignal::default();
        player.ok().unwrap().choose(game, Clock::default(), &stop, &mut |_| {}).unwrap()
    }

    #[test]
    fn the_champion_plays_from_the_shipped_book_and_searches_beyond_it() {
        let game = Game::new();
        let with = choice("champion(book=on, level=2)", 1, &game).report.unwrap();
        assert_eq!(with.nodes, 0);
        assert!(with.lines[0].moves.len() > 1, "{with:?}");
        let without = choice("champion(level=2)", 1, &game).report.unwrap();
        assert!(without.nodes > 0);

        let mut far = Game::new();
        for _ in 0..30 {
            let moves = far.position().moves();
            let Some(last) = moves.last() else { break };
            far.play(last).unwrap();
        }
        assert!(!shipped().contains(far.position().board()));
        let beyond = choice("champion(book=on, level=2)", 1, &far).report.unwrap();
        assert!(beyond.nodes > 0);
    }

    #[test]
    fn the_seed_chooses_among_the_replies_within_the_variety() {
        let game = Game::new();
        let chosen = |variety: &str| {
            let spec = format!("champion(book=on, variety={variety})");
            let choices = (0..40).map(|seed| choice(&spec, seed, &game).chosen);
            choices.collect::<BTreeSet<_>>()
        };
        // All first moves are equal under symmetry.
        assert_eq!(chosen("0").len(), 4);
        let spec = "champion(book=on, variety=64)";
        assert_eq!(choice(spec, 7, &game).chosen, choice(spec, 7, &game).chosen);

        let mut second = Game::new();
        second.play("f5".parse().unwrap()).unwrap();
        let best = shipped().value(second.position().board()).unwrap();
        for seed in 0..20 {
            let spec = "champion(book=on, variety=1)";
            let report = choice(spec, seed, &second).report.unwrap();
            assert!(best - report.lines[0].score <= Score::from_discs(1));
        }
    }

    #[test]
    fn the_book_is_reported_without_a_search() {
        let book_report = |spec: &str, position: &Position| {
            let player = build_player::<Eight>(
                &spec.parse().unwrap(),
                &Setup { seed: 1, access: Access::Sealed },
            );
            player.ok().unwrap().book_report(position)
        };
        let start = Position::start();
        let lines = book_report("champion(book=on)", &start).unwrap().lines;
        assert_eq!(lines.len(), 4);
        assert!(lines.iter().all(|line| line.moves.len() > 1 && line.score == lines[0].score));
        assert_eq!(book_report("champion", &start), None);
        let over = format!("{} X", "X".repeat(64)).parse().unwrap();
        assert_eq!(book_report("champion(book=on)", &over), None);
    }
}
