//! The course and the puzzles of the page: the rules, the solver or a search check every claim.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use othellier_board::{Bitboard, Move, Position, Square};
use othellier_eval::classic::near;
use othellier_measure::endgames::solve_moves;
use othellier_record::{openings, transcript};
use othellier_review::{Reviewer, Settings};
use othellier_search::StopSignal;
use othellier_search::champion::{Selectivity, Solver};
use serde::Deserialize;
use serde::de::DeserializeOwned;

const TABLE_BYTES: usize = 4 << 20;

/// A search may find a move worse than the best by this many discs: it teaches an idea, not a score.
const TOLERANCE: f64 = 3.0;
const LEVEL: u32 = 8;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Words {
    en: String,
    fr: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Chapter {
    id: String,
    title: Words,
    about: Words,
    steps: Vec<Step>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Step {
    claim: String,
    #[serde(default)]
    position: String,
    #[serde(default)]
    moves: String,
    accept: BTreeSet<String>,
    words: Words,
    why: Words,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Puzzle {
    kind: String,
    position: String,
    accept: BTreeSet<String>,
    stars: u8,
    themes: Vec<String>,
    #[serde(default)]
    scores: BTreeMap<String, i32>,
}

/// A file of the section Learn.
fn read<T: DeserializeOwned>(name: &str) -> Vec<T> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../ui/page/learn");
    let text = std::fs::read_to_string(folder.join(name)).unwrap();
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn after(position: &Position, square: Square) -> Position {
    position.after(Move::Place(square))
}

/// Whether the opponent can take a corner after the move that was out of reach before.
fn gives_corner(position: &Position, square: Square) -> bool {
    let before = position.board().passed().legal_moves();
    let corners = after(position, square).legal_moves() & Bitboard::corners();
    !(corners - before).is_empty()
}

/// Whether the mover can take a corner next, whatever the reply.
fn forces_corner(position: &Position, square: Square) -> bool {
    let next = after(position, square);
    let takes = |position: &Position| position.legal_moves().intersects(Bitboard::corners());
    let replies = next.legal_moves();
    if replies.is_empty() {
        return takes(&next.after(Move::Pass));
    }
    replies.into_iter().all(|reply| takes(&after(&next, reply)))
}

/// Whether none of the flipped discs touches an empty square.
fn is_quiet(position: &Position, square: Square) -> bool {
    let flipped = position.board().flips(square);
    !near(flipped).intersects(after(position, square).board().empties())
}

/// Whether the move is between two discs of the opponent on an edge.
fn is_wedge(position: &Position, square: Square) -> bool {
    let along = match (square.row(), square.column()) {
        (0 | 7, 1..=6) => 1,
        (1..=6, 0 | 7) => 8,
        _ => return false,
    };
    let is_theirs = |index: u8| {
        let beside = Square::from_index(index);
        beside.is_some_and(|beside| position.board().opponent().contains(beside))
    };
    is_theirs(square.index() - along) && is_theirs(square.index() + along)
}

/// The moves with the largest merit.
fn best_by(position: &Position, merit: impl Fn(Square) -> i64) -> Bitboard {
    let legal = position.legal_moves();
    let most = legal.into_iter().map(&merit).max();
    legal.into_iter().filter(|&square| Some(merit(square)) == most).collect()
}

/// The moves of which a claim is true.
fn claimed(claim: &str, position: &Position) -> Bitboard {
    let legal = position.legal_moves();
    let replies = |square| after(position, square).legal_moves();
    let are = |holds: &dyn Fn(Square) -> bool| -> Bitboard {
        legal.into_iter().filter(|&square| holds(square)).collect()
    };
    let is_corner = |square| Bitboard::corners().contains(square);
    match claim {
        "legal" => legal,
        "most-flips" => best_by(position, |square| position.board().flips(square).len().into()),
        "passes" => are(&|square| {
            let passed = after(position, square).board().passed();
            replies(square).is_empty() && !passed.legal_moves().is_empty()
        }),
        "corner" => legal & Bitboard::corners(),
        "mobility" => best_by(position, |square| -i64::from(replies(square).len())),
        "quiet" => are(&|square| is_quiet(position, square)),
        "safe" => are(&|square| !gives_corner(position, square)),
        "forces-corner" => are(&|square| !is_corner(square) && forces_corner(position, square)),
        "stoner" => are(&|square| {
            let gives = gives_corner(position, square);
            !is_corner(square) && gives && forces_corner(position, square)
        }),
        "wedge" => are(&|square| is_wedge(position, square)),
        _ => panic!("there is no claim `{claim}`"),
    }
}

fn names(squares: Bitboard) -> BTreeSet<String> {
    squares.into_iter().map(|square| square.to_string()).collect()
}

/// The exact score of every move.
fn scores(position: &Position) -> BTreeMap<String, i32> {
    let mut solver = Solver::new(1, TABLE_BYTES);
    let stop = StopSignal::default();
    let solved = solve_moves(&mut solver, *position, Selectivity::Exact, &stop).unwrap();
    let scores = solved.problem.scores.into_iter();
    scores.map(|(played, score)| (played.to_string(), score)).collect()
}

/// The moves with the best score.
fn best(scores: &BTreeMap<String, i32>) -> BTreeSet<String> {
    let most = scores.values().max();
    let best = scores.iter().filter(|(_, score)| Some(*score) == most);
    best.map(|(played, _)| played.clone()).collect()
}

/// A search finds nothing much better than the accepted moves.
#[track_caller]
fn is_sound(reviewer: &mut Reviewer, position: &Position, accept: &BTreeSet<String>) {
    for name in accept {
        let answer = name.parse().unwrap();
        let grade = reviewer.grade(position, answer, &StopSignal::default()).unwrap();
        assert!(grade.loss <= TOLERANCE, "{position} {name} loses {}", grade.loss);
    }
}

fn reviewer() -> Reviewer {
    Reviewer::new(&Settings { level: LEVEL, time: None, threads: 1, table_bytes: TABLE_BYTES })
}

#[test]
fn every_step_of_the_course_is_true() {
    let chapters: Vec<Chapter> = read("course.json");
    assert!(chapters.iter().map(|chapter| chapter.steps.len()).sum::<usize>() >= 40);
    let mut reviewer = reviewer();
    for chapter in &chapters {
        for (number, step) in chapter.steps.iter().enumerate() {
            let at = format!("{} {}", chapter.id, number + 1);
            match step.claim.as_str() {
                "opening" => check_opening(&at, step),
                "best" => {
                    let scores = scores(&step.position.parse().unwrap());
                    assert_eq!(best(&scores), step.accept, "{at}");
                    let most = scores.values().max().unwrap();
                    let others = scores.iter().filter(|(played, _)| !step.accept.contains(*played));
                    assert!(others.into_iter().all(|(_, score)| score + 4 <= *most), "{at}");
                }
                claim => {
                    let position: Position = step.position.parse().unwrap();
                    assert_eq!(names(claimed(claim, &position)), step.accept, "{at}");
                    if chapter.id != "rules" {
                        is_sound(&mut reviewer, &position, &step.accept);
                    }
                }
            }
        }
    }
}

/// The moves lead to a named opening.
#[track_caller]
fn check_opening(at: &str, step: &Step) {
    let [next] = Vec::from_iter(&step.accept)[..] else { panic!("{at}: one move") };
    let line = format!("{}{next}", step.moves);
    let is_named = openings::all().iter().any(|opening| opening.moves.starts_with(&line));
    assert!(is_named, "{at}: {line}");
}

#[test]
fn every_puzzle_is_proven() {
    let puzzles: Vec<Puzzle> = read("puzzles.json");
    let mut reviewer = reviewer();
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for puzzle in &puzzles {
        *counts.entry(&puzzle.kind).or_default() += 1;
        assert!((1..=5).contains(&puzzle.stars) && puzzle.themes.len() <= 5);
        let position: Position = puzzle.position.parse().unwrap();
        if puzzle.kind == "corner" {
            assert!(!position.legal_moves().intersects(Bitboard::corners()));
            assert_eq!(names(claimed("forces-corner", &position)), puzzle.accept);
            is_sound(&mut reviewer, &position, &puzzle.accept);
        } else {
            let scores = scores(&position);
            assert_eq!(scores, puzzle.scores, "{position}");
            assert_eq!(best(&scores), puzzle.accept, "{position}");
        }
    }
    assert_eq!(counts, BTreeMap::from([("best", 40), ("corner", 40), ("endgame", 40)]));
}

#[test]
fn french_has_its_spaces_and_every_step_its_words() {
    let chapters: Vec<Chapter> = read("course.json");
    let steps = chapters.iter().flat_map(|it| it.steps.iter().flat_map(|it| [&it.words, &it.why]));
    for Words { en, fr } in chapters.iter().flat_map(|it| [&it.title, &it.about]).chain(steps) {
        assert!(!en.is_empty() && !fr.is_empty() && en != fr, "{en}");
        assert!(!fr.contains([';', '!', '?', ':']) || fr.contains('\u{a0}'), "{fr}");
        assert!([" ;", " :", " ?", " !"].iter().all(|plain| !fr.contains(plain)), "{fr}");
    }
    // The moves of an opening can be played.
    let openings = chapters.iter().flat_map(|it| &it.steps).filter(|it| it.claim == "opening");
    for step in openings {
        let game = transcript::read(Position::start(), &step.moves);
        assert!(game.is_ok(), "{}", step.moves);
    }
}
