//! Whole matches: pairs, colours, seeds, faults and ways to stop.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;

use crate::common::*;
use othellier_board::{Color, Eight, Six, Size};
use othellier_measure::stats::{Counts, Sprt, Verdict};
use othellier_measure::{Colors, Match, MatchError, MatchGame, Openings, Side, Totals};
use othellier_play::{Player, StopSignal};
use othellier_record::transcript;
use othellier_spec::Access;

fn matchup<S: Size>(a: &str, b: &str, games: usize) -> Match<S> {
    Match {
        players: [a, b].map(|text| text.parse().unwrap()),
        games,
        openings: Openings::random(4, games.div_ceil(2), 1).unwrap(),
        colors: Colors::Swapped,
        limit: None,
        sprt: None,
        seed: 1,
        access: Access::Full,
        threads: NonZeroUsize::new(2).unwrap(),
    }
}

/// The games in index order, and the totals.
fn run<S: Size>(matchup: &Match<S>) -> (Vec<MatchGame<S>>, Totals) {
    let mut games = Vec::new();
    let totals = matchup.run(&StopSignal::default(), &mut |game, _| {
        games.push(game.clone());
        ControlFlow::Continue(())
    });
    games.sort_by_key(|game| game.index);
    (games, totals.unwrap())
}

/// The totals of a match between two players that are built for each game.
fn run_with<S: Size>(
    matchup: &Match<S>,
    a: fn() -> Box<dyn Player<S>>,
    b: fn() -> Box<dyn Player<S>>,
) -> Totals {
    let seat = |side, _| Ok::<_, MatchError>(if side == Side::A { a() } else { b() });
    matchup.run_with(&seat, &StopSignal::default(), &mut |_, _| ControlFlow::Continue(())).unwrap()
}

#[test]
fn the_same_games_on_any_number_of_threads() {
    let played = |threads| {
        let threads = NonZeroUsize::new(threads).unwrap();
        let (games, totals) = run::<Eight>(&Match { threads, ..matchup("random", "random", 25) });
        let moves: Vec<_> =
            games.iter().map(|game| transcript::write(&game.finished.game)).collect();
        (moves, totals.score, totals.pairs(), totals.disc_difference)
    };
    let alone = played(1);
    assert_eq!(alone.0.len(), 25);
    assert_eq!(alone, played(2));
    assert_eq!(alone, played(7));
}

#[test]
fn a_pair_shares_its_opening_and_swaps_the_colours() {
    let (games, totals) = run::<Six>(&matchup("random", "random", 21));
    for (index, game) in games.iter().enumerate() {
        assert_eq!((game.index, game.pair), (index, Some(index / 2)));
        assert_eq!(game.a_color, Color::ALL[index % 2]);
    }
    for pair in games.chunks_exact(2) {
        let opening = |game: &MatchGame<Six>| {
            let moves = &game.finished.game.moves()[..game.opening_length];
            moves.iter().map(|played| played.played).collect::<Vec<_>>()
        };
        assert_eq!(opening(&pair[0]), opening(&pair[1]));
        assert_ne!(pair[0].finished.game.moves(), pair[1].finished.game.moves(), "another seed");
    }
    assert_eq!(totals.pairs().count(), 10, "the last opening was played once");
}

#[test]
fn everything_adds_up() {
    let (games, totals) = run::<Eight>(&matchup("random", "random", 40));
    let counts = games.iter().fold(Counts::default(), |mut sum, game| {
        sum += Counts::of_difference(game.difference());
        sum
    });
    assert_eq!((totals.games(), totals.score), (40, counts));
    let [as_black, as_white] = totals.by_color;
    assert_eq!((as_black.games(), as_white.games()), (20, 20));
    assert_eq!(totals.for_black().wins, as_black.wins + as_white.losses);
    let points: usize = games.iter().map(MatchGame::half_points).sum();
    let by_pair: u64 = totals.pairs().0.iter().zip(0..).map(|(count, points)| count * points).sum();
    assert_eq!(points as u64, by_pair);
    let occupation = totals.occupation().unwrap();
    assert!((occupation.black + occupation.white + occupation.empty - 1.0).abs() < 1e-12);
    let moves: usize = Side::ALL.iter().map(|&side| totals.effort(side).durations.len()).sum();
    assert_eq!(moves, games.iter().map(|game| game.finished.move_stats.len()).sum::<usize>());
}

/// Random players are equal: after 200 games the score is within 0.15 of ½ (four deviations).
#[test]
fn random_players_are_equal() {
    let (_, totals) = run::<Eight>(&matchup("random", "random", 200));
    let rate = totals.score.score_rate().unwrap();
    assert!((0.35..0.65).contains(&rate), "{rate}");
    let elo = totals.elo().unwrap();
    assert!(elo.difference.abs() < 2.0 * elo.error, "{elo:?}");
}

#[test]
fn colours_can_be_fixed() {
    let (games, totals) =
        run::<Six>(&Match { colors: Colors::Fixed, ..matchup("random", "random", 9) });
    assert!(games.iter().all(|game| game.a_color == Color::Black && game.pair.is_none()));
    assert_eq!((totals.pairs().count(), totals.for_black()), (0, totals.score));
    assert_eq!(totals.elo(), totals.score.elo());
}

#[test]
fn faults_are_counted_for_the_player_at_fault() {
    let ten = matchup::<Eight>("random", "random", 10);
    let totals = run_with(&ten, || Box::new(illegal_mover()), || Box::new(steady()));
    assert_eq!((totals.score.losses, totals.pairs().0), (10, [5, 0, 0, 0, 0]));
    assert_eq!((totals.effort(Side::A).illegal, totals.effort(Side::B).illegal), (10, 0));
    assert_eq!(totals.mean_disc_difference(), Some(-64.0));
    assert_eq!((totals.elo(), totals.occupation()), (None, None));

    let totals = run_with(&ten, || Box::new(steady()), || Box::new(panicking()));
    assert_eq!((totals.score.wins, totals.effort(Side::B).crashes), (10, 10));
    let totals = run_with(&ten, || Box::new(failing()), || Box::new(steady()));
    assert_eq!((totals.score.losses, totals.effort(Side::A).crashes), (10, 10));
}

#[test]
fn what_players_spent_is_summed_by_player() {
    let totals = run_with::<Six>(
        &matchup("random", "random", 4),
        || Box::new(Reporting(10)),
        || Box::new(Reporting(7)),
    );
    for (side, nodes) in [(Side::A, 10), (Side::B, 7)] {
        let effort = totals.effort(side);
        let moves = effort.durations.len() as u64;
        assert!(moves > 0);
        assert_eq!(effort.nodes, nodes * moves);
        assert_eq!((effort.reused_nodes, effort.cumulated_bytes), (3 * moves, 1000 * moves));
        assert_eq!(effort.live_bytes, 1);
        assert!((104..140).contains(&effort.peak_bytes), "{}", effort.peak_bytes);
        assert_eq!(effort.times().count as u64, moves);
        assert!(effort.nodes_per_second().unwrap() > 0.0);
    }
}

#[test]
fn a_test_ends_the_match_when_it_is_decided() {
    let sprt = Sprt::new(0.0, 100.0).unwrap();
    let many = Match { sprt: Some(sprt), ..matchup::<Six>("random", "random", 600) };
    let totals = run_with(&many, || Box::new(steady()), || Box::new(failing()));
    assert_eq!(sprt.verdict(totals.pairs()), Verdict::AcceptH1);
    assert!(totals.games() < 200, "{}", totals.games());
    let before = totals.pairs().0[4] - 1;
    let undecided = othellier_measure::stats::Pairs([0, 0, 0, 0, before]);
    assert_eq!(sprt.verdict(undecided), Verdict::Undecided, "it stopped as soon as possible");
}

#[test]
fn the_callback_can_end_the_match() {
    let mut seen = 0;
    let totals =
        matchup::<Six>("random", "random", 1000).run(&StopSignal::default(), &mut |_, _| {
            seen += 1;
            if seen == 5 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
    assert_eq!(totals.unwrap().games(), 5);
    assert_eq!(seen, 5);
}

#[test]
fn a_stop_ends_a_search_without_limit() {
    let stop = StopSignal::default();
    let matchup = matchup::<Six>("random", "random", 10);
    let seat = |_, _| Ok::<Box<dyn Player<Six>>, MatchError>(Box::new(endless()));
    let totals = std::thread::scope(|scope| {
        let teller = stop.clone();
        scope.spawn(move || teller.stop());
        matchup.run_with(&seat, &stop, &mut |_, _| ControlFlow::Continue(()))
    });
    assert_eq!(totals.unwrap().games(), 0);
}

#[test]
fn invalid_players_are_refused_at_once() {
    let refusal = |a, b| matchup::<Eight>(a, b, 2).check().unwrap_err();
    assert_eq!(refusal("random", "human"), MatchError::Person { name: "human".to_owned() });
    assert!(matches!(refusal("rndom", "random"), MatchError::Spec(_)));
    let played = matchup::<Eight>("random", "human", 2)
        .run(&StopSignal::default(), &mut |_, _| unreachable!());
    assert!(played.is_err());
}

#[test]
fn repeated_openings_are_counted() {
    let mut few = matchup::<Eight>("random", "random", 40);
    assert_eq!(few.variety(), (20, 20));
    few.openings = Openings::read("f5d6\nf5f4").unwrap();
    assert_eq!(few.variety(), (20, 2));
}
