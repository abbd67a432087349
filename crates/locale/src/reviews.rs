//! Marks and reasons in words.

use fluent_bundle::types::FluentNumber;
use othellier_board::{Bitboard, Color, Move, Size};
use othellier_record::openings::Reached;
use othellier_review::{CornerNeighbour, Mark, Method, MoveReview, Reason, Value};
use othellier_search::Trust;

use crate::{Lang, rounded, tr};

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
    match review.reasons.is_empty() && review.mark.is_bad() {
        true => vec![lang.text("review-reason-none")],
        false => review.reasons.iter().map(|why| reason(lang, why, review.number)).collect(),
    }
}

/// A reason in English and in French; `number` is that of the move in the game.
pub fn in_both<S: Size>(why: &Reason<S>, number: usize) -> [String; 2] {
    [Lang::En, Lang::Fr].map(|lang| reason(lang, why, number))
}

/// A reason in a sentence; `number` is that of the move in the game.
pub fn reason<S: Size>(lang: Lang, reason: &Reason<S>, number: usize) -> String {
    let key = format!("review-reason-{}", reason.word());
    let when = |ply: &usize| match ply {
        1 => lang.text("review-when-itself"),
        2 => lang.text("review-when-next"),
        ply => tr!(lang, "review-when-later", number = (number + ply - 1).to_string()),
    };
    match reason {
        Reason::CornerOpened { square, near, corner, ply } => {
            let near = match near {
                CornerNeighbour::X => lang.text("review-near-x"),
                CornerNeighbour::C => lang.text("review-near-c"),
            };
            let (square, corner, when) = (square.to_string(), corner.to_string(), when(ply));
            tr!(lang, &key, square = square, near = near, corner = corner, when = when)
        }
        Reason::CornerGiven { corner, ply } | Reason::CornerMissed { corner, ply } => {
            tr!(lang, &key, corner = corner.to_string(), when = when(ply))
        }
        Reason::Wedged { square, ply } | Reason::WedgeMissed { square, ply } => {
            tr!(lang, &key, square = square.to_string(), when = when(ply))
        }
        Reason::WipedOut { ply }
        | Reason::MustPass { ply }
        | Reason::PassMissed { ply }
        | Reason::OutOfSafeMoves { ply }
        | Reason::LastMove { ply } => {
            tr!(lang, &key, when = when(ply))
        }
        Reason::Mobility { played, best } => tr!(
            lang,
            &key,
            mine = played.mine,
            theirs = played.theirs,
            best_mine = best.mine,
            best_theirs = best.theirs
        ),
        Reason::MobilityAlong { played, best, turns } => {
            let a_turn = |moves: u32| discs(f64::from(10 * moves / turns) / 10.0);
            tr!(
                lang,
                &key,
                plies = 2 * turns,
                mine = a_turn(played.mine),
                theirs = a_turn(played.theirs),
                best_mine = a_turn(best.mine),
                best_theirs = a_turn(best.theirs)
            )
        }
        Reason::SafeMoves { played, best } | Reason::Frontier { played, best } => {
            tr!(lang, &key, played = *played, best = *best)
        }
        Reason::FrontierAlong { played, best, plies } => {
            let a_ply = |discs: i32| lang.signed(f64::from(discs) / f64::from(*plies), 1);
            tr!(lang, &key, plies = *plies, played = a_ply(*played), best = a_ply(*best))
        }
        Reason::Stability { played, best, ply } => tr!(
            lang,
            &key,
            played = format!("{played:+}"),
            best = format!("{best:+}"),
            plies = *ply
        ),
        Reason::ParityLost { region, ply } => {
            let (count, squares) = (region.len(), squares(*region));
            tr!(lang, &key, squares = squares, count = count, when = when(ply))
        }
        Reason::NoAccess { region, ply } => {
            tr!(lang, &key, squares = squares(*region), plies = *ply)
        }
        Reason::Exchange { flipped, lost } => tr!(
            lang,
            &key,
            turned = flipped[0],
            best_turned = flipped[1],
            lost = lost[0],
            best_lost = lost[1]
        ),
    }
}

/// Squares, separated by spaces.
fn squares<S: Size>(region: Bitboard<S>) -> String {
    let squares: Vec<String> = region.into_iter().map(|at| at.to_string()).collect();
    squares.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use othellier_board::Square;
    use othellier_review::MoveCounts;

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
        for why in &reasons {
            let [english, french] = [Lang::En, Lang::Fr].map(|lang| reason(lang, why, 20));
            assert_ne!(english, french);
            assert!(!english.contains('{') && !french.contains('{'), "{english} {french}");
        }
        assert!(reason(Lang::En, &reasons[0], 20).contains("move 23"));
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
