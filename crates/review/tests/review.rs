//! Games reviewed from end to start.

use othellier_board::{Color, Four, Move, Position, Six, Ten};
use othellier_record::{Game, transcript};
use othellier_review::{
    Mark, Method, Reason, Review, ReviewProgress, Reviewable, Reviewer, Settings, exercise, reasons,
};
use othellier_search::StopSignal;

fn settings(level: u32) -> Settings {
    Settings { level, time: None, threads: 1, table_bytes: 1 << 20 }
}

fn review<S: Reviewable>(game: &Game<S>, level: u32) -> Review<S> {
    Reviewer::new(&settings(level)).review(game, &StopSignal::default(), &mut |_| ())
}

/// A deterministic game: always the first or the last legal square.
fn simple_game<S: Reviewable>(plies: usize) -> Game<S> {
    let mut game = Game::default();
    for ply in 0..plies {
        let moves: Vec<Move<S>> = game.position().moves().collect();
        let Some(&played) = (if ply % 3 == 0 { moves.first() } else { moves.last() }) else {
            break;
        };
        game.play(played).unwrap();
    }
    game
}

fn check<S: Reviewable>(game: &Game<S>, review: &Review<S>) {
    assert!(review.is_complete());
    assert_eq!(review.moves.len(), game.length());
    for (at, evaluated) in review.moves.iter().enumerate() {
        assert_eq!(evaluated.number, at + 1);
        assert_eq!(evaluated.played, game.moves()[at].played);
        assert!(evaluated.loss >= 0.0);
        assert!((evaluated.before.discs - evaluated.after.discs - evaluated.loss).abs() < 1e-9);
        assert_eq!(evaluated.line.first(), Some(&evaluated.played));
        assert_eq!(
            evaluated.best_move() == evaluated.played,
            evaluated.loss == 0.0,
            "{evaluated:?}"
        );
        assert_eq!(evaluated.mark == Mark::Forced, evaluated.position.moves().len() == 1);
        for line in [&evaluated.best, &evaluated.line] {
            let mut position = evaluated.position;
            for &played in line {
                position = position.play(played).expect("a line is legal");
            }
        }
        if let Some(next) = review.moves.get(at + 1) {
            assert_eq!(evaluated.after.discs, 0.0 - next.before.discs, "a score propagates back");
        }
        let expected = reasons(&evaluated.position, &evaluated.line, &evaluated.best);
        assert_eq!(evaluated.reasons, if evaluated.mark.is_bad() { expected } else { Vec::new() });
    }
}

#[test]
fn reviews_are_consistent_on_every_size() {
    let four = simple_game::<Four>(20);
    let reviewed = review(&four, 1);
    check(&four, &reviewed);
    assert_eq!(reviewed.method, Method::Proof);
    assert!(reviewed.moves.iter().all(|evaluated| evaluated.after.is_proven()));
    assert_eq!(reviewed.moves[0].before.discs, -10.0, "4×4 is lost by ten discs");

    let six = simple_game::<Six>(40);
    let reviewed = review(&six, 3);
    check(&six, &reviewed);
    assert_eq!(reviewed.method, Method::Textbook);

    let ten = simple_game::<Ten>(12);
    check(&ten, &review(&ten, 3));

    let eight: Game = simple_game(70);
    let reviewed = review(&eight, 4);
    check(&eight, &reviewed);
    assert_eq!(reviewed.method, Method::Champion);
}

#[test]
fn the_end_of_a_game_is_evaluated_exactly() {
    let game: Game = simple_game(70);
    let reviewed = review(&game, 5);
    let last = reviewed.moves.last().unwrap();
    let score = f64::from(game.outcome().unwrap().black_score);
    assert_eq!(last.black_score(), score);
    let proven = reviewed.moves.iter().filter(|evaluated| evaluated.before.is_proven()).count();
    assert!(proven >= 5, "{proven}");
}

#[test]
fn the_marks_of_a_small_game_are_those_of_perfect_play() {
    // On 4×4, plain minimax gives every value.
    fn value(position: &Position<Four>) -> i32 {
        let moves = position.moves();
        if moves.len() == 0 {
            return position.board().final_score();
        }
        moves.map(|played| -value(&position.after(played))).max().unwrap_or(0)
    }
    let game = simple_game::<Four>(20);
    for evaluated in review(&game, 1).moves.iter().skip(3) {
        assert_eq!(evaluated.before.discs, f64::from(value(&evaluated.position)));
        let after = -value(&evaluated.position.after(evaluated.played));
        assert_eq!(evaluated.after.discs, f64::from(after));
    }
}

#[test]
fn symmetric_moves_are_equally_good() {
    for text in ["f5d6", "c4e3", "d3c5", "e6f4"] {
        let game: Game = transcript::read(Position::start(), text).unwrap();
        let first = &review(&game, 6).moves[0];
        assert_eq!((first.loss, first.mark), (0.0, Mark::Best), "{text}");
    }
}

#[test]
fn the_watcher_sees_every_move_from_the_last_to_the_first() {
    let game = simple_game::<Four>(20);
    let mut seen = Vec::new();
    let mut reviewer = Reviewer::new(&settings(1));
    reviewer.review(&game, &StopSignal::default(), &mut |progress| match progress {
        ReviewProgress::Level(level) => assert_eq!((level, seen.len()), (1, 0)),
        ReviewProgress::Move(evaluated) => seen.push(evaluated.number),
    });
    let expected: Vec<usize> = (1..=game.length()).rev().collect();
    assert_eq!(seen, expected);
}

#[test]
fn a_stopped_review_keeps_the_finished_moves() {
    let game: Game = simple_game(70);
    let stop = StopSignal::default();
    let mut seen = 0;
    let reviewed = Reviewer::new(&settings(2)).review(&game, &stop, &mut |progress| {
        if let ReviewProgress::Move(_) = progress {
            seen += 1;
            if seen == 5 {
                stop.stop();
            }
        }
    });
    assert!(!reviewed.is_complete());
    assert!(reviewed.moves.len() >= 5);
    assert_eq!(reviewed.moves.last().map(|evaluated| evaluated.number), Some(game.length()));
    assert!(reviewed.moves.windows(2).all(|two| two[0].number + 1 == two[1].number));
}

#[test]
fn time_deepens_a_review_up_to_the_level() {
    let game: Game = transcript::read(Position::start(), "f5d6c5f4").unwrap();
    let settings = Settings { time: Some(std::time::Duration::from_secs(600)), ..settings(10) };
    let mut levels = Vec::new();
    let reviewed =
        Reviewer::new(&settings).review(&game, &StopSignal::default(), &mut |progress| {
            if let ReviewProgress::Level(level) = progress {
                levels.push(level);
            }
        });
    assert_eq!(levels, [6, 10]);
    assert_eq!(reviewed.level, 10);
    assert!(reviewed.is_complete());
}

#[test]
fn a_blunder_is_found_and_becomes_an_exercise() {
    // Black can take the corner a1 and with it the edge; b5 lets White have it instead.
    let start: Position = "
        -OOOOOX- -OOOOX-- -OOOXO-- --OXOO--
        -OOOXO-- --XXXX-- -------- -------- X"
        .parse()
        .unwrap();
    let mut game = Game::from_position(start);
    let corner: Move = "a1".parse().unwrap();
    assert!(start.is_legal(corner));
    let worst = start
        .moves()
        .find(|played| played.to_string() == "g5")
        .or_else(|| start.moves().find(|&played| played != corner));
    game.play(worst.unwrap()).unwrap();
    let reviewed = review(&game, 6);
    let evaluated = &reviewed.moves[0];
    assert!(evaluated.mark >= Mark::Mistake, "{evaluated:?}");
    assert_eq!(evaluated.best_move(), corner);
    let missed =
        |why: &Reason| matches!(why, Reason::CornerMissed { .. } | Reason::CornerGiven { .. });
    assert!(evaluated.reasons.iter().any(missed), "{:?}", evaluated.reasons);
    let exercises = exercise::of_review(&reviewed);
    assert_eq!(exercises.len(), 1);
    assert_eq!((exercises[0].best, exercises[0].position), (corner, start));

    let mut reviewer = Reviewer::new(&settings(6));
    let stop = StopSignal::default();
    assert!(reviewer.grade(&start, corner, &stop).unwrap().is_found());
    let wrong = reviewer.grade(&start, worst.unwrap(), &stop).unwrap();
    assert!(!wrong.is_found());
    assert_eq!(wrong.best_line.first(), Some(&corner));
    assert_eq!(reviewer.grade(&start, Move::Pass, &stop), None);
}

#[test]
fn an_empty_game_has_an_empty_review() {
    let reviewed = review(&Game::new(), 1);
    assert!(reviewed.is_complete() && reviewed.moves.is_empty());
    assert_eq!(reviewed.turning_point, None);
    assert_eq!(reviewed.accuracy(Color::Black).percent, None);
}
