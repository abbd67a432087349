//! Tournaments as they are played: the same on any number of threads, and the same after any
//! interruption.

mod common;

use std::collections::HashMap;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;

use othellier_board::{Eight, Six};
use othellier_lab::Openings;
use othellier_lab::cups::{
    BRIGHTWELL, Cup, CupError, Entrant, Format, GameId, GameResult, KnownGame, Sheet,
};
use othellier_play::{Player, StopSignal};

const FORMATS: [Format; 4] = [
    Format::RoundRobin,
    Format::Gauntlet { runners: 2 },
    Format::Swiss { rounds: 4 },
    Format::KnockOut,
];

/// Dice and shallow searches on 6×6.
fn cup(format: Format, threads: usize) -> Cup<Six> {
    let specs =
        ["minimax(depth=1, eval=mobility)", "random", "minimax(depth=1)", "random", "random"];
    let entrant = |(at, spec): (usize, &str)| Entrant {
        name: format!("{spec} {at}"),
        spec: spec.parse().unwrap(),
    };
    let entrants: Vec<_> = specs.into_iter().enumerate().map(entrant).collect();
    Cup {
        openings: Openings::random(4, format.openings(entrants.len(), 2), 7).unwrap(),
        entrants,
        format,
        games: 2,
        limit: None,
        brightwell: BRIGHTWELL,
        seed: 7,
        threads: NonZeroUsize::new(threads).unwrap(),
    }
}

/// Plays with what is known, and gives the games that were played now.
fn play(
    cup: &Cup<Six>,
    known: &[(GameId, KnownGame)],
    most: usize,
) -> (Sheet, Vec<(GameId, KnownGame)>) {
    let mut played = known.to_vec();
    let known = known.iter().copied().collect();
    let sheet = cup.run(known, &StopSignal::default(), &mut |game, sheet| {
        let result = GameResult::of(&game.finished);
        assert_eq!(sheet.meeting(game.id).results[game.id.game], Some(result));
        played.push((game.id, KnownGame { seats: game.seats, result }));
        if played.len() < most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    (sheet.unwrap(), played)
}

#[test]
fn every_format_is_the_same_on_any_number_of_threads() {
    for format in FORMATS {
        let (alone, games) = play(&cup(format, 1), &[], usize::MAX);
        assert!(alone.is_over && alone.is_complete());
        assert!(alone.games() >= format.games(5, 2), "{format:?}");
        assert_eq!(alone.games(), games.len());
        assert_eq!(alone, play(&cup(format, 3), &[], usize::MAX).0, "{format:?}");
        let standings = cup(format, 1).standings(&alone);
        let points: f64 = standings.iter().map(|standing| standing.points()).sum();
        let byes: u64 = standings.iter().map(|standing| standing.byes).sum();
        assert_eq!(points, (alone.games() as u64 + byes) as f64);
    }
}

#[test]
fn a_tournament_goes_on_exactly_where_it_stopped() {
    for format in FORMATS {
        let cup = cup(format, 2);
        let (whole, games) = play(&cup, &[], usize::MAX);
        for cut in 1..games.len() {
            let (part, known) = play(&cup, &[], cut);
            assert!(!part.is_over && known.len() == cut);
            let (resumed, played) = play(&cup, &known, usize::MAX);
            assert_eq!(resumed, whole, "{format:?} after {cut}");
            assert_eq!(played.len(), games.len());
        }
        assert_eq!(play(&cup, &games, usize::MAX).0, whole);
    }
}

#[test]
fn games_of_another_tournament_are_refused() {
    let cup = cup(Format::RoundRobin, 1);
    let (_, games) = play(&cup, &[], 1);
    let (id, game) = games[0];
    let swapped = KnownGame { seats: [game.seats[1], game.seats[0]], ..game };
    let later = GameId { round: 9, ..id };
    for (known, stranger) in [((id, swapped), id), ((later, game), later)] {
        let known = HashMap::from([known]);
        let refused = cup.run(known, &StopSignal::default(), &mut |_, _| ControlFlow::Continue(()));
        assert_eq!(refused, Err(CupError::Stranger { id: stranger }));
    }
}

#[test]
fn who_cannot_play_is_told_before_the_first_game() {
    let mut cup = cup(Format::RoundRobin, 1);
    cup.entrants[1].spec = "human".parse().unwrap();
    assert_eq!(cup.check(), Err(CupError::Person { name: "human".to_owned() }));
    cup.entrants[1].spec = "nobody".parse().unwrap();
    assert!(matches!(cup.check(), Err(CupError::Spec(_))));
    cup.entrants.truncate(1);
    assert_eq!(cup.check(), Err(CupError::TooFew { players: 1 }));
}

/// A cheat, one that breaks down and a sound player: the tournament survives and counts.
#[test]
fn faults_lose_and_are_counted() {
    let names = ["sound", "cheat", "failing"];
    let entrants =
        names.map(|name| Entrant { name: name.to_owned(), spec: "random".parse().unwrap() });
    let cup: Cup<Eight> = Cup {
        entrants: entrants.to_vec(),
        format: Format::RoundRobin,
        games: 2,
        openings: Openings::start(),
        limit: None,
        brightwell: BRIGHTWELL,
        seed: 1,
        threads: NonZeroUsize::MIN,
    };
    let seat = |player: usize, _| -> Result<Box<dyn Player>, CupError> {
        Ok(match player {
            0 => Box::new(common::steady()),
            1 => Box::new(common::cheat()),
            _ => Box::new(common::failing()),
        })
    };
    let stop = StopSignal::default();
    let watch = &mut |_: &_, _: &Sheet| ControlFlow::Continue(());
    let sheet = cup.run_with(&seat, HashMap::new(), &stop, watch).unwrap();
    let standings = cup.standings(&sheet);
    assert_eq!((standings[0].player, standings[0].counts.wins), (0, 4));
    let lapses = |player: usize| {
        let standing = standings.iter().find(|standing| standing.player == player).unwrap();
        (standing.illegal, standing.crashes)
    };
    // Black begins, so that the cheat and the failing one lose with Black against each other.
    assert_eq!((lapses(0), lapses(1), lapses(2)), ((0, 0), (3, 0), (0, 3)));
}
