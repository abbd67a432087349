//! Scores openings with the champion, to find balanced ones.
//!
//! A match says more when neither side begins with an advantage. So every opening of N plies is
//! searched, and those that are near a draw are kept: `crates/measure/openings/balanced.txt` is such a
//! list, and [`Openings::balanced`](crate::Openings::balanced) returns it.

mod file;

use std::num::NonZeroUsize;
use std::ops::ControlFlow;

use othellier_platform::parallel::{StopSignal, parallel_for_ordered};
use othellier_record::Game;
use othellier_search::champion::{Champion, SearchLevel, Selectivity};
use othellier_search::{SearchLimits, Searcher, StopReason};

pub use file::{OPENINGS_KIND, OpeningProgress, OpeningSettings, opening_line};

/// Bytes of each thread's transposition table.
const TABLE_BYTES: usize = 1 << 22;

/// An opening and its score.
#[derive(Clone, Debug, PartialEq)]
pub struct ScoredOpening {
    /// The moves that lead there.
    pub game: Game,
    /// The discs by which the side to move is expected to win.
    pub score: f64,
}

/// Searches each opening to `depth` and passes them to `watch` in order. A score does not depend on
/// the thread or on the openings searched before.
///
/// It ends when all are scored, when `watch` breaks, or when a stop is requested.
pub fn score_all(
    openings: impl Iterator<Item = Game> + Send,
    depth: u8,
    threads: NonZeroUsize,
    stop: &StopSignal,
    watch: &mut dyn FnMut(ScoredOpening) -> ControlFlow<()>,
) {
    let champion = || {
        Champion::new(SearchLevel::fixed(depth.into(), Selectivity::Percent73, 0), 1, TABLE_BYTES)
    };
    let score = |champion: &mut Champion, game: Game, stop: &StopSignal| {
        let limits = SearchLimits::depth(depth).with_stop(stop);
        champion.clear();
        let report = champion.search(game.position(), &limits, &mut |_| {});
        let score = report.lines.first()?.score.discs();
        (report.stopped_by != StopReason::Stopped).then_some(ScoredOpening { game, score })
    };
    let _ = parallel_for_ordered(threads, openings, stop, champion, score, watch);
}

#[cfg(test)]
mod tests {
    use super::*;
    use othellier_record::distinct_games;

    fn scored(threads: usize) -> Vec<ScoredOpening> {
        let mut all = Vec::new();
        let threads = NonZeroUsize::new(threads).unwrap();
        let openings = distinct_games(4).into_iter();
        score_all(openings, 2, threads, &StopSignal::default(), &mut |opening| {
            all.push(opening);
            ControlFlow::Continue(())
        });
        all
    }

    #[test]
    fn the_same_scores_in_the_same_order_on_any_number_of_threads() {
        let one = scored(1);
        assert_eq!(one.len(), 60);
        assert_eq!(one, scored(3));
    }

    #[test]
    fn a_stop_reports_no_unfinished_score() {
        let stop = StopSignal::default();
        stop.stop();
        let openings = distinct_games(3).into_iter();
        score_all(openings, 2, NonZeroUsize::MIN, &stop, &mut |_| {
            panic!("a stop was requested before")
        });
    }
}
