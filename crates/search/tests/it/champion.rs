//! The champion: legal moves, exact where it claims so, the same on every kernel, within its limits.

use std::time::Duration;

use othellier_board::kernel::Tier;
use othellier_board::{Board, Color, Move, Position, Square, Symmetry};
use othellier_search::champion::{Champion, Goal, SearchLevel, Selectivity, Solver};
use othellier_search::{Line, SearchLimits, SearchReport, Searcher, StopReason, StopSignal, Trust};
use rand::seq::IteratorRandom;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

const TABLE_BYTES: usize = 1 << 22;

/// Positions of random games that are not over, with a number of empty squares in the range.
fn positions(count: usize, empties: std::ops::RangeInclusive<u32>, seed: u64) -> Vec<Position> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut positions = Vec::new();
    while positions.len() < count {
        let wanted = rng.random_range(empties.clone());
        let mut position = Position::start();
        while position.board().empties().len() > wanted {
            let Some(played) = position.moves().choose(&mut rng) else { break };
            position = position.after(played);
        }
        if !position.board().is_over() && position.board().empties().len() == wanted {
            positions.push(position);
        }
    }
    positions
}

fn champion(level: SearchLevel, threads: usize) -> Champion {
    Champion::new(level, threads, TABLE_BYTES)
}

fn search(champion: &mut Champion, position: &Position, limits: &SearchLimits) -> SearchReport {
    champion.search(position, limits, &mut |_| {})
}

fn solved(board: Board) -> i32 {
    let mut solver = Solver::new(1, TABLE_BYTES);
    solver.solve(board, Goal::Exact, &StopSignal::default()).expect("never stopped").score
}

#[test]
fn endgame_scores_are_exact() {
    let mut champion = champion(SearchLevel::new(10), 1);
    for position in positions(60, 1..=15, 1) {
        let limits = SearchLimits::default().with_lines(3);
        let report = search(&mut champion, &position, &limits);
        let best = &report.lines[0];
        assert_eq!(best.trust, Trust::Exact, "{position}");
        assert_eq!(best.score.end(), Some(solved(position.board())), "{position}");
        for line in &report.lines {
            let after = position.play(line.moves[0]).expect("a legal move");
            assert_eq!(
                line.score.end(),
                Some(-solved(after.board())),
                "{position} {:?}",
                line.moves
            );
        }
        assert!(report.lines.windows(2).all(|two| two[0].score >= two[1].score));
    }
}

#[test]
fn every_line_is_legal_and_every_move_has_one() {
    let mut champion = champion(SearchLevel::fixed(5, Selectivity::Percent73, 0), 1);
    for position in positions(30, 20..=56, 2) {
        let limits = SearchLimits::depth(5).with_lines(99);
        let report = search(&mut champion, &position, &limits);
        let mut first: Vec<_> = report.lines.iter().map(|line| line.moves[0]).collect();
        assert_eq!(first.len(), position.moves().count(), "{position}");
        first.sort();
        first.dedup();
        assert_eq!(first.len(), report.lines.len(), "{position}");
        for line in &report.lines {
            let mut now = position;
            for played in &line.moves {
                now = now.play(*played).expect("a legal move");
            }
        }
    }
}

/// Lines of symmetric moves differ by the symmetry only.
#[test]
fn symmetric_moves_have_one_score_and_mirrored_lines() {
    let after = |squares: &[Square]| {
        let play = |position: Position, square: &Square| position.after(Move::Place(*square));
        squares.iter().fold(Position::start(), play)
    };
    let start = after(&[]);
    let diagonal = after(&[Square::F5, Square::F6, Square::E6]);
    let mut champion = champion(SearchLevel::new(8), 1);
    for (position, symmetries) in [(start, 4), (diagonal, 2)] {
        let keeps = |one: &Symmetry| one.board(position.board()) == position.board();
        let kept: Vec<_> = Symmetry::ALL.into_iter().filter(keeps).collect();
        assert_eq!(kept.len(), symmetries);
        let limits = SearchLimits::depth(8).with_lines(99);
        let report = search(&mut champion, &position, &limits);
        assert_eq!(report.lines.len(), position.moves().count());
        for line in &report.lines {
            let mut now = position;
            for played in &line.moves {
                now = now.play(*played).expect("a legal move");
            }
            let images = kept.iter().map(|symmetry| {
                let moved = |played: &Move| match *played {
                    Move::Place(square) => Move::Place(symmetry.square(square)),
                    Move::Pass => Move::Pass,
                };
                line.moves.iter().map(moved).collect::<Vec<_>>()
            });
            let images: Vec<_> = images.collect();
            for image in &images {
                let is_it = |other: &&Line| other.moves[0] == image[0];
                let other = report.lines.iter().find(is_it).expect("every legal move");
                assert_eq!((other.score, other.trust), (line.score, line.trust), "{image:?}");
                assert!(images.contains(&other.moves), "{:?} {:?}", line.moves, other.moves);
            }
        }
        // As many as requested, whatever the groups.
        let limits = SearchLimits::depth(4).with_lines(2);
        assert_eq!(search(&mut champion, &position, &limits).lines.len(), 2);
    }
}

#[test]
fn every_kernel_and_every_number_of_threads_gives_the_same_value() {
    let level = SearchLevel::fixed(8, Selectivity::Exact, 0);
    for position in positions(6, 24..=50, 3) {
        let limits = SearchLimits::depth(8);
        let alone = search(&mut champion(level, 1), &position, &limits);
        for tier in Tier::ALL.into_iter().filter(|tier| tier.is_available()) {
            let mut on_tier = champion(level, 1).on(tier).expect("an available tier");
            let report = search(&mut on_tier, &position, &limits);
            assert_eq!(report.nodes, alone.nodes, "{} {position}", tier.name());
            assert_eq!(report.lines, alone.lines, "{} {position}", tier.name());
        }
        let together = search(&mut champion(level, 3), &position, &limits);
        assert_eq!(together.lines[0].score, alone.lines[0].score, "{position}");
    }
}

#[test]
fn limits_are_respected() {
    let position = Position::start();
    let mut champion = champion(SearchLevel::new(60), 2);
    let limits = SearchLimits::default().or_nodes(20_000);
    let report = search(&mut champion, &position, &limits);
    assert_eq!(report.stopped_by, StopReason::Nodes);
    assert!(report.nodes < 60_000, "{} nodes", report.nodes);

    let limits = SearchLimits::default().or_time(Duration::from_millis(100));
    let report = search(&mut champion, &position, &limits);
    assert_eq!(report.stopped_by, StopReason::Time);
    assert!(position.play(report.best_move().expect("a move")).is_ok());

    let limits = SearchLimits::default();
    let stop = limits.stop.clone();
    std::thread::scope(|scope| {
        let searching = scope.spawn(|| search(&mut champion, &position, &limits));
        std::thread::sleep(Duration::from_millis(100));
        stop.stop();
        let report = searching.join().expect("no panic");
        assert_eq!(report.stopped_by, StopReason::Stopped);
        assert!(position.play(report.best_move().expect("a move")).is_ok());
    });
}

#[test]
fn it_passes_when_forced_and_has_no_move_when_the_game_is_over() {
    let pass = positions(4000, 3..=20, 4)
        .into_iter()
        .find(|position| position.board().legal_moves().is_empty());
    let position = pass.expect("some position has a pass");
    let mut champion = champion(SearchLevel::new(10), 1);
    let report = search(&mut champion, &position, &SearchLimits::default());
    assert_eq!(report.best_move(), Some(othellier_board::Move::Pass));
    assert_eq!(report.lines[0].score.end(), Some(solved(position.board())));

    let over = Position::new(Board::default(), Color::Black);
    let mut over = over;
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
    while let Some(played) = over.moves().choose(&mut rng) {
        over = over.after(played);
    }
    assert_eq!(search(&mut champion, &over, &SearchLimits::default()).best_move(), None);
}

#[test]
fn a_weak_level_errs_within_its_greatest_loss() {
    let position = Position::start().play("f5".parse().unwrap()).unwrap();
    let mut weak = champion(SearchLevel::new(0), 1).seeded(7);
    let mut chosen: Vec<_> = (0..40)
        .filter_map(|_| search(&mut weak, &position, &SearchLimits::default()).best_move())
        .collect();
    chosen.sort();
    chosen.dedup();
    assert!(chosen.len() > 1, "always {chosen:?}");
    for position in positions(20, 10..=40, 8) {
        let all = SearchLimits::depth(1).with_lines(99);
        let level = SearchLevel { sampling: None, ..SearchLevel::new(0) };
        let evaluated = search(&mut champion(level, 1), &position, &all);
        let best = evaluated.lines[0].score.discs();
        let played = search(&mut weak, &position, &SearchLimits::default()).best_move();
        let line = evaluated.lines.iter().find(|line| Some(line.moves[0]) == played);
        let loss = best - line.expect("a legal move").score.discs();
        assert!(
            loss <= f64::from(SearchLevel::new(0).sampling.expect("it errs").max_loss),
            "{position}"
        );
    }
}

#[test]
fn search_among_finds_the_best_of_the_given_moves() {
    use othellier_board::{Bitboard, Move};
    let mut champion = champion(SearchLevel::new(10), 1);
    for position in positions(20, 5..=12, 9) {
        let limits = SearchLimits::default();
        let moves = position.legal_moves();
        let Some(best) = search(&mut champion, &position, &limits).best_move() else { continue };
        let others = match best {
            Move::Place(square) => moves - square.bitboard(),
            Move::Pass => Bitboard::EMPTY,
        };
        let report = champion.search_among(others, &position, &limits, &mut |_| {});
        let scores = others.into_iter().map(|square| -solved(position.board().after(square)));
        let expected = match best {
            // A forced pass.
            Move::Pass => Some(solved(position.board())),
            Move::Place(_) => scores.max(),
        };
        assert_eq!(report.lines.first().and_then(|line| line.score.end()), expected, "{position}");
        if let Some(Move::Place(chosen)) = report.best_move() {
            assert!(others.contains(chosen));
        }
    }
}

/// The value of a root restricted to its worst moves must not be stored for the position: a multi-PV
/// search below does not change the score above.
#[test]
fn a_multi_pv_search_changes_no_score_of_the_position_before() {
    for position in positions(12, 11..=14, 10) {
        let mut champion = champion(SearchLevel::new(10), 1);
        let all = SearchLimits::default().with_lines(99);
        for played in position.moves() {
            search(&mut champion, &position.after(played), &all);
        }
        let report = search(&mut champion, &position, &SearchLimits::default());
        assert_eq!(report.lines[0].score.end(), Some(solved(position.board())), "{position}");
    }
}

/// However early the search is stopped, there is a move, and better ones come first.
#[test]
fn lines_of_an_interrupted_search_are_in_order() {
    let position = Position::start().play("f5".parse().unwrap()).unwrap();
    for nodes in (1..40).chain((40..40_000).step_by(1777)) {
        for lines in [2, 3, 99] {
            let mut champion = champion(SearchLevel::new(30), 1);
            let limits = SearchLimits::default().with_lines(lines);
            let report = search(&mut champion, &position, &limits.or_nodes(nodes));
            assert!(!report.lines.is_empty(), "{nodes} nodes");
            assert!(report.lines.is_sorted_by_key(|line| std::cmp::Reverse(line.score)), "{nodes}");
        }
    }
}

#[test]
fn a_champion_limited_to_its_level_does_not_search_deeper() {
    let position = Position::start().play("f5".parse().unwrap()).unwrap();
    let limits = SearchLimits::default().or_time(Duration::from_secs(60));
    let report =
        search(&mut champion(SearchLevel::new(8), 1).limited_to_level(), &position, &limits);
    assert_eq!((report.depth, report.stopped_by), (8, StopReason::Done));
}

#[test]
fn a_resumed_search_goes_on_where_the_last_one_ended() {
    let position = &positions(1, 30..=30, 5)[0];
    let mut champion = champion(SearchLevel::new(16), 1);
    let limits = SearchLimits::default().or_nodes(200_000);
    let first = search(&mut champion, position, &limits);
    let mut seen = Vec::new();
    let mut resumed = limits.clone().or_nodes(100_000);
    resumed.resume = true;
    let second = champion.search(position, &resumed, &mut |report| seen.push(report.depth));
    assert!(second.nodes > first.nodes && second.nodes < first.nodes + 120_000);
    assert!(seen[0] == first.depth && seen.is_sorted(), "{seen:?}");
    assert!(second.depth >= first.depth && second.elapsed > first.elapsed);
    // Without being asked, or of another position, it starts again.
    let again = search(&mut champion, position, &limits);
    assert!(again.nodes < 220_000);
    let other = &positions(1, 29..=29, 6)[0];
    let mut seen = Vec::new();
    champion.search(other, &resumed, &mut |report| seen.push(report.depth));
    assert_eq!(seen[0], 1);
}

#[test]
fn on_a_clock_a_search_ends_between_the_optimum_and_the_maximum() {
    let mut limits = SearchLimits::default().or_time(Duration::from_millis(50));
    limits.max_time = Some(Duration::from_millis(400));
    for position in positions(5, 36..=48, 7) {
        let report = search(&mut champion(SearchLevel::new(16), 1), &position, &limits);
        assert!(report.depth > 4 && report.best_move().is_some());
        assert!(report.elapsed < Duration::from_secs(2), "{:?}", report.elapsed);
    }
    let solved = &positions(1, 10..=10, 8)[0];
    limits.time = Some(Duration::from_secs(3600));
    limits.max_time = Some(Duration::from_secs(7200));
    let report = search(&mut champion(SearchLevel::new(16), 1), solved, &limits);
    assert_eq!((report.stopped_by, report.lines[0].trust), (StopReason::Done, Trust::Exact));
}
