//! The champion on a clock: forced moves, pondering, the move overhead.

use std::time::{Duration, Instant};

use othellier_board::Eight;
use othellier_play::{Choice, Clock, Player, StopSignal, build_program};
use othellier_record::Game;

fn choose(player: &mut dyn Player, game: &Game, clock: Clock) -> Choice {
    player.choose(game, clock, &StopSignal::default(), &mut |_| ()).unwrap()
}

fn champion(options: &str) -> Box<dyn Player> {
    build_program::<Eight>(&format!("champion({options})"), 1).unwrap()
}

fn minutes(count: u64) -> Clock {
    Clock { left: Some(Duration::from_secs(60 * count)), ..Clock::default() }
}

/// A game with a forced move that is far from its end.
fn forced() -> Game {
    for seed in 0_usize.. {
        let mut game = Game::new();
        while game.position().board().empties().len() > 30 && !game.is_over() {
            let moves: Vec<_> = game.position().moves().collect();
            if game.length() > 8 && game.position().legal_moves().len() == 1 {
                return game;
            }
            game.play(moves[(seed / (game.length() + 1)) % moves.len()]).unwrap();
        }
    }
    unreachable!("there is such a game")
}

#[test]
fn a_forced_move_is_played_at_once() {
    let game = forced();
    let second = Some(Duration::from_secs(60));
    for (options, clock) in [
        ("overhead=10ms", minutes(60)),
        ("overhead=10ms", Clock { per_move: second, ..Clock::default() }),
        ("time=60s", Clock::default()),
        ("ponder=on", minutes(60)),
    ] {
        let began = Instant::now();
        let choice = choose(&mut *champion(options), &game, clock);
        assert!(began.elapsed() < Duration::from_secs(5), "{options}");
        assert_eq!(game.position().moves().next(), Some(choice.chosen));
        let report = choice.report.unwrap();
        // How deep it was searched in its few milliseconds depends on the machine.
        assert!(report.depth <= 6, "{options}: {}", report.depth);
    }
}

#[test]
fn without_a_clock_a_forced_move_is_searched() {
    let choice = choose(&mut *champion("depth=8"), &forced(), Clock::default());
    assert_eq!(choice.report.unwrap().depth, 8);
}

#[test]
fn a_ponder_hit_goes_on_with_its_work() {
    let mut player = champion("ponder=on");
    let mut game = Game::new();
    let clock = Clock { left: Some(Duration::from_secs(2)), ..Clock::default() };
    let choice = choose(&mut *player, &game, clock);
    let first = choice.report.unwrap();
    let reply = first.lines[0].moves[1];
    std::thread::sleep(Duration::from_millis(500));
    game.play(choice.chosen).unwrap();
    game.play(reply).unwrap();
    // Pondering took more than the whole allotment: the move is there, with the nodes of pondering.
    let began = Instant::now();
    let hit = choose(&mut *player, &game, clock).report.unwrap();
    assert!(hit.elapsed >= Duration::from_millis(400), "the time of pondering counts");
    assert!(began.elapsed() < hit.elapsed);
    assert!(game.position().is_legal(hit.lines[0].moves[0]));
    let alone = choose(&mut *champion("time=1ms"), &game, Clock::default()).report.unwrap();
    assert!(hit.nodes > alone.nodes && hit.depth > alone.depth);
}

#[test]
fn a_level_with_an_overhead_keeps_its_strength() {
    let choice = choose(&mut *champion("level=4, overhead=20ms"), &Game::new(), minutes(60));
    let plain = choose(&mut *champion("level=4"), &Game::new(), Clock::default());
    assert_eq!(choice.report.unwrap().depth, plain.report.unwrap().depth);
}
