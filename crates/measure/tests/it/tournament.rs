//! Whole tournaments: the same on any number of threads and after any interruption.

use std::collections::HashMap;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;

use othellier_board::{Eight, Six};
use othellier_measure::Openings;
use othellier_measure::tournament::{
    BRIGHTWELL, Format, GameId, GameResult, Participant, PlayedGame, Results, Tournament,
    TournamentError,
};
use othellier_play::{Player, StopSignal};
use othellier_spec::Access;

const FORMATS: [Format; 4] = [
    Format::RoundRobin,
    Format::Gauntlet { runners: 2 },
    Format::Swiss { rounds: 4 },
    Format::KnockOut,
];

/// Random players and shallow searches on 6×6.
fn tournament(format: Format, threads: usize) -> Tournament<Six> {
    let specs =
        ["minimax(depth=1, eval=mobility)", "random", "minimax(depth=1)", "random", "random"];
    let participant = |(at, spec): (usize, &str)| Participant {
        name: format!("{spec} {at}"),
        spec: spec.parse().unwrap(),
    };
    let participants: Vec<_> = specs.into_iter().enumerate().map(participant).collect();
    Tournament {
        openings: Openings::random(4, format.openings(participants.len(), 2), 7).unwrap(),
        participants,
        format,
        games: 2,
        limit: None,
        brightwell: BRIGHTWELL,
        seed: 7,
        access: Access::Full,
        threads: NonZeroUsize::new(threads).unwrap(),
    }
}

/// Plays without the games of `played`, and returns the new games.
fn play(
    tournament: &Tournament<Six>,
    known: &[(GameId, PlayedGame)],
    most: usize,
) -> (Results, Vec<(GameId, PlayedGame)>) {
    let mut played = known.to_vec();
    let known = known.iter().copied().collect();
    let results = tournament.run(known, &StopSignal::default(), &mut |game, results| {
        let result = GameResult::of(&game.finished);
        assert_eq!(results.pairing(game.id).results[game.id.game], Some(result));
        played.push((game.id, PlayedGame { seats: game.seats, result }));
        if played.len() < most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    (results.unwrap(), played)
}

#[test]
fn every_format_is_the_same_on_any_number_of_threads() {
    for format in FORMATS {
        let (alone, games) = play(&tournament(format, 1), &[], usize::MAX);
        assert!(alone.is_over && alone.is_complete());
        assert!(alone.games() >= format.games(5, 2), "{format:?}");
        assert_eq!(alone.games(), games.len());
        assert_eq!(alone, play(&tournament(format, 3), &[], usize::MAX).0, "{format:?}");
        let standings = tournament(format, 1).standings(&alone);
        let points: f64 = standings.iter().map(|standing| standing.points()).sum();
        let byes: u64 = standings.iter().map(|standing| standing.byes).sum();
        assert_eq!(points, (alone.games() as u64 + byes) as f64);
    }
}

#[test]
fn an_interrupted_tournament_resumes_exactly() {
    for format in FORMATS {
        let tournament = tournament(format, 2);
        let (whole, games) = play(&tournament, &[], usize::MAX);
        for cut in 1..games.len() {
            let (part, known) = play(&tournament, &[], cut);
            assert!(!part.is_over && known.len() == cut);
            let (resumed, played) = play(&tournament, &known, usize::MAX);
            assert_eq!(resumed, whole, "{format:?} after {cut}");
            assert_eq!(played.len(), games.len());
        }
        assert_eq!(play(&tournament, &games, usize::MAX).0, whole);
    }
}

#[test]
fn games_of_another_tournament_are_refused() {
    let tournament = tournament(Format::RoundRobin, 1);
    let (_, games) = play(&tournament, &[], 1);
    let (id, game) = games[0];
    let swapped = PlayedGame { seats: [game.seats[1], game.seats[0]], ..game };
    let later = GameId { round: 9, ..id };
    for (known, stranger) in [((id, swapped), id), ((later, game), later)] {
        let known = HashMap::from([known]);
        let refused =
            tournament.run(known, &StopSignal::default(), &mut |_, _| ControlFlow::Continue(()));
        assert_eq!(refused, Err(TournamentError::UnknownGame { id: stranger }));
    }
}

#[test]
fn invalid_players_are_refused_before_the_first_game() {
    let mut tournament = tournament(Format::RoundRobin, 1);
    tournament.participants[1].spec = "human".parse().unwrap();
    assert_eq!(tournament.check(), Err(TournamentError::Person { name: "human".to_owned() }));
    tournament.participants[1].spec = "nobody".parse().unwrap();
    assert!(matches!(tournament.check(), Err(TournamentError::Spec(_))));
    tournament.participants.truncate(1);
    assert_eq!(tournament.check(), Err(TournamentError::TooFew { players: 1 }));
}

/// A player with illegal moves, one that fails and a sound one: the tournament survives.
#[test]
fn forfeits_lose_and_are_counted() {
    let names = ["sound", "illegal", "failing"];
    let participants =
        names.map(|name| Participant { name: name.to_owned(), spec: "random".parse().unwrap() });
    let tournament: Tournament<Eight> = Tournament {
        participants: participants.to_vec(),
        format: Format::RoundRobin,
        games: 2,
        openings: Openings::start(),
        limit: None,
        brightwell: BRIGHTWELL,
        seed: 1,
        access: Access::Full,
        threads: NonZeroUsize::MIN,
    };
    let seat = |player: usize, _| -> Result<Box<dyn Player>, TournamentError> {
        Ok(match player {
            0 => Box::new(crate::common::steady()),
            1 => Box::new(crate::common::illegal_mover()),
            _ => Box::new(crate::common::failing()),
        })
    };
    let stop = StopSignal::default();
    let watch = &mut |_: &_, _: &Results| ControlFlow::Continue(());
    let results = tournament.run_with(&seat, HashMap::new(), &stop, watch).unwrap();
    let standings = tournament.standings(&results);
    assert_eq!((standings[0].player, standings[0].counts.wins), (0, 4));
    let lapses = |player: usize| {
        let standing = standings.iter().find(|standing| standing.player == player).unwrap();
        (standing.illegal, standing.crashes)
    };
    // Black moves first, so the two faulty players lose with Black against each other.
    assert_eq!((lapses(0), lapses(1), lapses(2)), ((0, 0), (3, 0), (0, 3)));
}
