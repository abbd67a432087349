//! Marks and reasons in words.

use fluent_bundle::types::FluentNumber;
use othellier_board::{Bitboard, Color, Move, Size};
use othellier_record::openings::Reached;
use othellier_review::{CornerNeighbour, Mark, Method, MoveCounts, MoveReview, Reason, Value};
use othellier_search::Trust;

use crate::{FluentValue, Lang, rounded, tr};

/// The name of a mark.
pub fn mark(lang: Lang, mark: Mark) -> String {
    lang.text(&format!("review-mark-{}", mark.word()))
}

/// The name of a side.
pub fn side(lang: Lang, color: Color) -> String {
    match color {
        Color::Black => lang.text("review-black"),
        Color::White => lang.text("review-white"),
    }
}

/// The name of an opening.
pub fn opening(lang: Lang, reached: Reached) -> &'static str {
    match lang {
        Lang::En => reached.opening.english,
        Lang::Fr => reached.opening.french,
    }
}

/// How the positions were evaluated.
pub fn method(lang: Lang, method: Method) -> String {
    lang.text(&format!("review-means-{}", method.word()))
}

/// A score: whole discs if exact.
pub fn score(lang: Lang, value: Value) -> String {
    lang.signed(value.discs, usize::from(value.trust != Trust::Exact))
}

/// A number of discs, without decimals if it is an integer.
pub fn discs(discs: f64) -> FluentNumber {
    rounded(discs, usize::from(discs.fract() != 0.0))
}

/// The moves of a line, separated by spaces; at most `most`.
pub fn line<S: Size>(moves: &[Move<S>], most: usize) -> String {
    let shown: Vec<String> = moves.iter().take(most).map(ToString::to_string).collect();
    let more = if moves.len() > most { " …" } else { "" };
    format!("{}{more}", shown.join(" "))
}

/// The reasons for a bad move, one sentence each; a fixed sentence if none was found.
pub fn reasons<S: Size>(lang: Lang, review: &MoveReview<S>) -> Vec<String> {
    if review.reasons.is_empty() && review.mark.is_bad() {
        vec![lang.text("review-reason-none")]
    } else {
        let at = When::of(review);
        review.reasons.iter().map(|why| reason(lang, why, at)).collect()
    }
}

/// The move that a reason is about.
#[derive(Clone, Copy, Debug)]
pub struct When {
    /// Its number in the game, from 1.
    pub number: usize,
    pub mover: Color,
}

impl When {
    /// The move of a review.
    pub fn of<S: Size>(review: &MoveReview<S>) -> When {
        When { number: review.number, mover: review.mover() }
    }
}

/// A reason in English and in French.
pub fn in_both<S: Size>(why: &Reason<S>, at: When) -> [String; 2] {
    [Lang::En, Lang::Fr].map(|lang| reason(lang, why, at))
}

/// A reason in a sentence.
pub fn reason<S: Size>(lang: Lang, reason: &Reason<S>, at: When) -> String {
    let key = format!("review-reason-{}", reason.word());
    let When { number, mover } = at;
    let (mover, opponent) = (side(lang, mover), side(lang, !mover));
    let when = |ply: &usize| match ply {
        1 => lang.text("review-when-itself"),
        2 => lang.text("review-when-next"),
        ply => tr!(lang, "review-when-later", number = (number + ply - 1).to_string()),
    };
    let words = |values: Vec<(&'static str, FluentValue<'static>)>| {
        let sides = [("mover", mover.clone().into()), ("opponent", opponent.clone().into())];
        lang.message(&key, &sides.into_iter().chain(values).collect::<Vec<_>>())
    };
    match reason {
        Reason::CornerOpened { square, near, corner, ply } => {
            let near = match near {
                CornerNeighbour::X => lang.text("review-near-x"),
                CornerNeighbour::C => lang.text("review-near-c"),
            };
            words(vec![
                ("square", square.to_string().into()),
                ("near", near.into()),
                ("corner", corner.to_string().into()),
                ("when", when(ply).into()),
            ])
        }
        Reason::CornerGiven { corner, ply } | Reason::CornerMissed { corner, ply } => {
            words(vec![("corner", corner.to_string().into()), ("when", when(ply).into())])
        }
        Reason::Wedged { square, ply } | Reason::WedgeMissed { square, ply } => {
            words(vec![("square", square.to_string().into()), ("when", when(ply).into())])
        }
        Reason::WipedOut { ply }
        | Reason::MustPass { ply }
        | Reason::PassMissed { ply }
        | Reason::OutOfSafeMoves { ply }
        | Reason::LastMove { ply } => words(vec![("when", when(ply).into())]),
        Reason::Mobility { played, best } => words(vec![
            ("kind", worse_side(*played, *best).into()),
            ("mine", played.mine.into()),
            ("theirs", played.theirs.into()),
            ("best_mine", best.mine.into()),
            ("best_theirs", best.theirs.into()),
        ]),
        Reason::MobilityAlong { played, best, turns } => {
            let a_turn = |moves: u32| FluentValue::from((moves + turns / 2) / turns);
            words(vec![
                ("kind", worse_side(*played, *best).into()),
                ("turns", (*turns).into()),
                ("mine", a_turn(played.mine)),
                ("theirs", a_turn(played.theirs)),
                ("best_mine", a_turn(best.mine)),
                ("best_theirs", a_turn(best.theirs)),
            ])
        }
        Reason::SafeMoves { played, best } | Reason::Frontier { played, best } => {
            words(vec![("played", (*played).into()), ("best", (*best).into())])
        }
        Reason::FrontierAlong { plies, .. } => words(vec![("plies", (*plies).into())]),
        Reason::Stability { played, best, .. } => {
            // A sentence has a minus sign, not a hyphen.
            let balance = |discs: &i32| lang.signed(f64::from(*discs), 0).replace('-', "−").into();
            words(vec![("played", balance(played)), ("best", balance(best))])
        }
        Reason::ParityLost { region, ply } => {
            words(vec![("squares", squares(*region).into()), ("when", when(ply).into())])
        }
        Reason::NoAccess { region, .. } => words(vec![("squares", squares(*region).into())]),
        Reason::Exchange { lost, .. } => {
            words(vec![("lost", lost[0].into()), ("best_lost", lost[1].into())])
        }
    }
}

/// Whose moves are worse than after the best move: the opponent has more, the mover fewer, or both.
fn worse_side(played: MoveCounts, best: MoveCounts) -> &'static str {
    match (played.theirs > best.theirs, played.mine < best.mine) {
        (true, false) => "theirs",
        (false, true) => "mine",
        _ => "both",
    }
}

fn squares<S: Size>(region: Bitboard<S>) -> String {
    let squares: Vec<String> = region.into_iter().map(|at| at.to_string()).collect();
    squares.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use othellier_board::{Eight, Square};

    #[test]
    fn every_reason_is_a_sentence_in_both_languages() {
        let (square, corner, ply) = (Square::B2, Square::A1, 4);
        let moves = |mine, theirs| MoveCounts { mine, theirs };
        let reasons: [Reason; 19] = [
            Reason::CornerOpened { square, near: CornerNeighbour::X, corner, ply },
            Reason::CornerGiven { corner, ply },
            Reason::CornerMissed { corner, ply: 1 },
            Reason::WipedOut { ply },
            Reason::MustPass { ply },
            Reason::PassMissed { ply: 2 },
            Reason::Wedged { square, ply },
            Reason::WedgeMissed { square, ply },
            Reason::Mobility { played: moves(3, 9), best: moves(7, 5) },
            Reason::MobilityAlong { played: moves(12, 31), best: moves(25, 20), turns: 4 },
            Reason::OutOfSafeMoves { ply },
            Reason::LastMove { ply },
            Reason::NoAccess { region: Bitboard::corners(), ply },
            Reason::SafeMoves { played: 0, best: 3 },
            Reason::Frontier { played: 12, best: 5 },
            Reason::FrontierAlong { played: 31, best: -8, plies: 8 },
            Reason::ParityLost { region: Bitboard::corners(), ply },
            Reason::Stability { played: -3, best: 4, ply },
            Reason::Exchange { flipped: [7, 2], lost: [12, 4] },
        ];
        let at = When { number: 20, mover: Color::Black };
        for why in &reasons {
            let [english, french] = in_both(why, at);
            assert_ne!(english, french);
            assert!(!english.contains('{') && !french.contains('{'), "{english} {french}");
        }
        assert!(reason(Lang::En, &reasons[0], at).contains("move 23"));
        let fewer = Reason::<Eight>::Mobility { played: moves(6, 9), best: moves(6, 5) };
        assert_eq!(reason(Lang::En, &fewer, at), "This opens 9 moves for White instead of 5.");
        assert_eq!(reason(Lang::Fr, &fewer, at), "Ce coup ouvre 9 coups à Blanc au lieu de 5.");
    }

    #[test]
    fn every_mark_and_method_has_a_name() {
        for lang in [Lang::En, Lang::Fr] {
            assert!(Mark::ALL.into_iter().all(|of| !mark(lang, of).is_empty()));
            for of in [Method::Champion, Method::Proof, Method::Textbook] {
                assert!(!method(lang, of).is_empty());
            }
        }
    }
}
