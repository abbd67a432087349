//! A custom player and a custom evaluator: the program of
//! `docs/write-your-own-player.md`, which explains it piece by piece.
//!
//! ```sh
//! cargo run -p othellier --example own_player
//! ```

use std::cmp::Reverse;
use std::error::Error;
use std::sync::Arc;
use std::time::Instant;

use othellier::eval::{Score, StaticEvaluator};
use othellier::play::SearchPlayer;
use othellier::prelude::*;
use othellier::search::classic::{Algorithm, Classic, Options};
use othellier::search::{Line, SearchLimits, SearchReport, Searcher, Trust};
use othellier::spec::{Description, Key, SpecError};

/// Leaves the opponent as few replies as possible; ties go to the first square.
#[derive(Clone, Copy, Debug)]
pub struct Greedy {
    /// Whether a corner counts as leaving no reply.
    pub corners: bool,
}

impl<S: Size> Searcher<S> for Greedy {
    fn search(
        &mut self,
        position: &Position<S>,
        limits: &SearchLimits,
        watch: &mut dyn FnMut(&SearchReport<S>),
    ) -> SearchReport<S> {
        let started = Instant::now();
        let mut lines: Vec<Line<S>> = position
            .moves()
            .map(|played| Line {
                moves: vec![played],
                score: -self.replies(position, played),
                trust: Trust::Estimate,
            })
            .collect();
        let looked_at = lines.len() as u64;
        // The sort is stable, so ties stay in the order of the squares.
        lines.sort_by_key(|line| Reverse(line.score));
        lines.truncate(limits.lines.unwrap_or(1));
        let mut report = SearchReport::new(lines);
        report.depth = 1;
        report.nodes = 1 + looked_at;
        report.evaluations = looked_at;
        report.elapsed = started.elapsed();
        watch(&report);
        report
    }
}

impl Greedy {
    /// The number of replies that a move leaves, one point for each.
    fn replies<S: Size>(self, position: &Position<S>, played: Move<S>) -> Score {
        if self.corners && is_corner(played) {
            return Score::ZERO;
        }
        Score::from_discs(position.after(played).legal_moves().len() as i32)
    }
}

fn is_corner<S: Size>(played: Move<S>) -> bool {
    let ends = [0, S::SIDE - 1];
    match played {
        Move::Place(square) => ends.contains(&square.column()) && ends.contains(&square.row()),
        Move::Pass => false,
    }
}

/// The options of the player.
pub(crate) const GREEDY_KEYS: &[Key] =
    &[Key { name: "corners", default: "on", about: "take a corner where there is one: on or off" }];

/// Builds the player from its spec.
pub(crate) fn greedy<S: Size>(spec: &Spec, _setup: &Setup) -> Result<Seat<S>, SpecError> {
    let corners = spec.choice("corners", &[("on", true), ("off", false)])?.unwrap_or(true);
    let player = SearchPlayer::new(Greedy { corners }, SearchLimits::default());
    Ok(Seat::Program(Box::new(player)))
}

/// Discs on the edge of the board, the mover's minus the opponent's.
#[derive(Clone, Copy, Debug, Default)]
pub struct Edges;

impl<S: Size> StaticEvaluator<S> for Edges {
    fn evaluate(&self, board: Board<S>) -> Score {
        let ends = [0, S::SIDE - 1];
        let on_edge =
            |square: &Square<S>| ends.contains(&square.column()) || ends.contains(&square.row());
        let count = |discs: Bitboard<S>| discs.into_iter().filter(on_edge).count() as i32;
        Score::from_discs(count(board.mover()) - count(board.opponent()))
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    // As the catalogue does for its players: check the options, then build.
    let about = "fewest replies";
    let description = Description { name: "greedy", about, keys: GREEDY_KEYS };
    let spec: Spec = "greedy(corners=on)".parse()?;
    spec.check("player", [&description])?;
    ten_games("greedy", greedy(&spec, &Setup { seed: 1, access: Access::Sealed })?)?;

    let search = Classic::new(Options::new(Algorithm::AlphaBeta, Arc::new(Edges)), 1);
    let player = SearchPlayer::new(search, SearchLimits::depth(3));
    ten_games("alphabeta with edges", Seat::Program(Box::new(player)))
}

/// Plays ten games against the random player, five with each colour, and prints the result.
fn ten_games(name: &str, seat: Seat) -> Result<(), Box<dyn Error>> {
    let mut mine = program(seat)?;
    let (mut won, mut drawn, mut lost) = (0, 0, 0);
    for seed in 0..10 {
        let mut random =
            program(build_seat(&"random".parse()?, &Setup { seed, access: Access::Sealed })?)?;
        let is_black = seed % 2 == 0;
        let players = if is_black { [&mut mine, &mut random] } else { [&mut random, &mut mine] };
        let black_score = one_game(players)?;
        match if is_black { black_score } else { -black_score } {
            1.. => won += 1,
            0 => drawn += 1,
            _ => lost += 1,
        }
    }
    println!("{name} against random: {won} won, {drawn} drawn, {lost} lost");
    Ok(())
}

/// Plays a game, Black's player first; returns Black's discs minus White's at the end.
fn one_game(players: [&mut Box<dyn Player>; 2]) -> Result<i32, Box<dyn Error>> {
    let mut game = Game::new();
    while !game.is_over() {
        if game.position().status() == Status::MustPass {
            game.play(Move::Pass)?;
            continue;
        }
        let player = &mut *players[game.position().side_to_move() as usize];
        let choice = player.choose(&game, Clock::default(), &StopSignal::default(), &mut |_| ())?;
        game.play(choice.chosen)?;
    }
    Ok(game.position().final_score(Color::Black))
}

fn program(seat: Seat) -> Result<Box<dyn Player>, Box<dyn Error>> {
    match seat {
        Seat::Program(player) => Ok(player),
        Seat::Human => Err("a person cannot play in a program".into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use othellier::board::Six;

    #[test]
    fn greedy_plays_whole_games_and_no_other_move_leaves_fewer_replies() {
        let mut position = Position::<Six>::default();
        loop {
            let mut greedy = Greedy { corners: false };
            let report = greedy.search(&position, &SearchLimits::default(), &mut |_| ());
            let Some(chosen) = report.best_move() else { break };
            let left = |played| position.after(played).legal_moves().len();
            assert_eq!(Some(left(chosen)), position.moves().map(left).min());
            position = position.play(chosen).expect("a legal move");
        }
        assert!(position.board().is_over());
    }

    #[test]
    fn greedy_takes_a_corner_if_it_may() {
        // After f5 White has no reply; after a1 it has c5.
        let gap = "-".repeat(24);
        let position: Position = format!("-OXXXXXX {gap} ---XO--- {gap} X").parse().unwrap();
        let chosen = |corners| {
            let report =
                Greedy { corners }.search(&position, &SearchLimits::default(), &mut |_| ());
            report.best_move()
        };
        assert_eq!(chosen(true), Some(Move::Place(Square::A1)));
        assert_eq!(chosen(false), Some(Move::Place(Square::F5)));
    }
}
