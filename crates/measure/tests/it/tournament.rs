//! Whole tournaments: the same on any number of threads, round by round, and game by game.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::time::Duration;

use othellier_board::{Eight, Six};
use othellier_measure::tournament::{
    BRIGHTWELL, Entry, Format, FormatName, Participant, Results, Tournament, TournamentError,
    TournamentGame, TournamentSettings,
};
use othellier_measure::{Openings, SettingsError};
use othellier_play::{Player, StopSignal};
use othellier_record::transcript;
use othellier_spec::Access;

const FORMATS: [FormatName; 4] =
    [FormatName::RoundRobin, FormatName::Gauntlet, FormatName::Swiss, FormatName::KnockOut];

/// Random players and shallow searches on 6×6.
fn settings(format: FormatName) -> TournamentSettings {
    let players =
        ["minimax(depth=1, eval=mobility)", "random", "minimax(depth=1)", "random", "random"];
    let players = players.iter().map(|spec| spec.parse().unwrap()).collect();
    let (size, seed, random_plies) = (6, Some(7), Some(4));
    TournamentSettings { format, size, seed, random_plies, ..TournamentSettings::new(players) }
}

fn tournament(settings: &TournamentSettings, threads: usize) -> Tournament<Six> {
    settings.prepare(Access::Full, NonZeroUsize::new(threads).unwrap()).unwrap()
}

/// The results, and the games in their order.
fn play(tournament: &Tournament<Six>) -> (Results, Vec<TournamentGame<Six>>) {
    let mut played = Vec::new();
    let results = tournament.run(&StopSignal::default(), &mut |game, _| {
        played.push(game.clone());
        ControlFlow::Continue(())
    });
    played.sort_by_key(|game| game.id);
    (results.unwrap(), played)
}

#[test]
fn every_format_is_the_same_on_any_number_of_threads() {
    for format in FORMATS {
        let settings = settings(format);
        let (alone, games) = play(&tournament(&settings, 1));
        assert!(alone.is_over && alone.is_complete());
        assert!(alone.games() >= settings.format().unwrap().games(5, 2), "{format:?}");
        assert_eq!(alone.games(), games.len());
        assert_eq!(alone, play(&tournament(&settings, 3)).0, "{format:?}");
        let standings = tournament(&settings, 1).standings(&alone);
        let points: f64 = standings.iter().map(|standing| standing.points()).sum();
        let byes: u64 = standings.iter().map(|standing| standing.byes).sum();
        assert_eq!(points, (alone.games() as u64 + byes) as f64);
    }
}

#[test]
fn a_run_that_is_stopped_is_not_over() {
    let tournament = tournament(&settings(FormatName::Swiss), 2);
    let part = tournament.run(&StopSignal::default(), &mut |_, _| ControlFlow::Break(())).unwrap();
    assert!(!part.is_over && part.games() >= 1);
}

/// From the settings with the scores of the rounds before, every game is that of the whole tournament.
#[test]
fn games_follow_from_the_scores_of_the_rounds_before() {
    for format in FORMATS {
        let mut settings = settings(format);
        let tournament = tournament(&settings, 2);
        let (whole, games) = play(&tournament);
        let (mut at, mut stages) = (0, 0);
        let results = loop {
            let mut results = settings.results(&tournament).unwrap();
            if results.is_over {
                break results;
            }
            for id in results.open_games(0).collect::<Vec<_>>() {
                let game = tournament.game(&results, id, &StopSignal::default()).unwrap().unwrap();
                let expected = &games[at];
                assert_eq!((game.id, game.seats), (expected.id, expected.seats), "{format:?}");
                let [moves, usual] =
                    [&game, expected].map(|game| transcript::write(&game.finished.game));
                assert_eq!(moves, usual, "{format:?} {id:?}");
                let black_score = game.finished.outcome.black_score;
                results.record(id, whole.pairing(id).results[id.game].unwrap());
                assert_eq!(whole.pairing(id).results[id.game].unwrap().black_score, black_score);
                at += 1;
            }
            settings = settings.after(&results);
            stages += 1;
        };
        assert_eq!((at, results), (games.len(), whole));
        assert_eq!(stages > 1, matches!(format, FormatName::Swiss | FormatName::KnockOut));
    }
}

#[test]
fn rounds_of_another_tournament_are_refused() {
    let settings = settings(FormatName::Swiss);
    let tournament = tournament(&settings, 1);
    let refused = |played: &[&[&[i32]]]| {
        let played = played.iter().map(|round| round.iter().map(|one| one.to_vec()).collect());
        let settings = TournamentSettings { played: played.collect(), ..settings.clone() };
        settings.results(&tournament).err()
    };
    let round: &[&[i32]] = &[&[2, -4], &[36, 0]];
    assert_eq!(refused(&[round]), None);
    let too_many = vec![round; 9];
    for played in [
        &[&[&[2, -4][..]][..]][..],
        &[&[&[2, -4], &[2, -4], &[2, -4]]],
        &[&[&[2], &[2, -4]]],
        &[&[&[2, -4], &[2, 38]]],
        &too_many,
    ] {
        assert_eq!(refused(played), Some(TournamentError::Played), "{played:?}");
    }
}

#[test]
fn wrong_settings_are_refused() {
    let refused = |change: &dyn Fn(&mut TournamentSettings), said: &str| {
        let mut settings = settings(FormatName::RoundRobin);
        change(&mut settings);
        let refused = settings.prepare::<Six>(Access::Full, NonZeroUsize::MIN).unwrap_err();
        assert_eq!(refused.to_string(), said);
    };
    refused(&|one| one.players.truncate(1), "a tournament of 1; expected two players or more");
    let many = |one: &mut TournamentSettings| {
        one.players = vec![one.players[0].clone(); 501];
    };
    refused(&many, "a tournament of 501 players; expected at most 500");
    refused(&|one| one.games = 3, "games: expected an even number such as 2");
    refused(&|one| one.prior = f64::NAN, "prior: expected a number from 0 to 1000");
    refused(&|one| one.brightwell = -1.0, "brightwell: expected a number from 0 to 1000");
    let useless = "rounds can only be used with the format swiss";
    refused(&|one| one.rounds = NonZeroUsize::new(3), useless);
    let useless = "runners can only be used with the format gauntlet";
    refused(&|one| one.runners = NonZeroUsize::new(1), useless);
    let all = |one: &mut TournamentSettings| {
        (one.format, one.runners) = (FormatName::Gauntlet, NonZeroUsize::new(5));
    };
    refused(&all, "5 of 5 players cannot run a gauntlet: no opponent is left");
    let two = |one: &mut TournamentSettings| {
        one.time_per_move = Some(Duration::from_secs(1));
        one.clock = Some("5m".parse().unwrap());
    };
    refused(&two, &SettingsError::Exclusive("clock").to_string());
}

#[test]
fn settings_are_read_as_they_are_written() {
    let text = r#"{"players":["a=random","level-2"],"format":"swiss","rounds":3,"games":4,"time_per_move":"100ms","brightwell":6.0,"prior":0.0,"size":8,"seed":1,"played":[[[2,-4]]]}"#;
    let settings: TournamentSettings = serde_json::from_str(text).unwrap();
    assert_eq!(serde_json::to_string(&settings).unwrap(), text);
    let usual: TournamentSettings =
        serde_json::from_str(r#"{"players":["random","random"]}"#).unwrap();
    let random: Entry = "random".parse().unwrap();
    assert_eq!(usual, TournamentSettings::new(vec![random.clone(), random]));
    assert!(serde_json::from_str::<TournamentSettings>(r#"{"players":["=random"]}"#).is_err());
}

#[test]
fn invalid_players_are_refused_before_the_first_game() {
    let mut tournament = tournament(&settings(FormatName::RoundRobin), 1);
    tournament.participants[1].spec = "human".parse().unwrap();
    assert_eq!(tournament.check(), Err(TournamentError::Person { name: "human".to_owned() }));
    tournament.participants[1].spec = "nobody".parse().unwrap();
    assert!(matches!(tournament.check(), Err(TournamentError::Spec(_))));
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
    let results = tournament.run_with(&seat, &stop, watch).unwrap();
    let standings = tournament.standings(&results);
    assert_eq!((standings[0].player, standings[0].counts.wins), (0, 4));
    let lapses = |player: usize| {
        let standing = standings.iter().find(|standing| standing.player == player).unwrap();
        (standing.illegal, standing.crashes)
    };
    // Black moves first, so the two faulty players lose with Black against each other.
    assert_eq!((lapses(0), lapses(1), lapses(2)), ((0, 0), (3, 0), (0, 3)));
}
