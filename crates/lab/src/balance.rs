//! Openings of our own: what the champion thinks of positions soon after the start.
//!
//! A match says more when neither side begins with an advantage. So every opening of some plies is
//! searched, and those that are near a draw are kept: `crates/lab/openings/balanced.txt` is such a
//! list, and [`Openings::balanced`](crate::Openings::balanced) hands it out.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;

use othellier_play::StopSignal;
use othellier_record::Game;
use othellier_search::champion::{Champion, SearchLevel, Selectivity};
use othellier_search::{SearchLimits, Searcher, StopReason};

use crate::crew::in_order;

/// Bytes of the table of each thread.
const TABLE_BYTES: usize = 1 << 22;

/// An opening and what it is worth.
#[derive(Clone, Debug, PartialEq)]
pub struct Judged {
    /// The moves that lead there.
    pub game: Game,
    /// The discs by which the side to move is expected to win.
    pub score: f64,
}

/// Searches each opening that many plies deep and shows them to `watch` in their order. Nothing of an
/// opening's score depends on when or where it is searched.
///
/// It ends when all are done or when told to stop, which `watch` does by breaking off.
pub fn judge_all(
    openings: impl Iterator<Item = Game> + Send,
    depth: u8,
    threads: NonZeroUsize,
    stop: &StopSignal,
    watch: &mut dyn FnMut(Judged) -> ControlFlow<()>,
) {
    let champion = || {
        Champion::new(SearchLevel::fixed(depth.into(), Selectivity::Percent73, 0), 1, TABLE_BYTES)
    };
    let limits = SearchLimits { stop: stop.clone(), ..SearchLimits::depth(depth) };
    let judge = |champion: &mut Champion, game: Game| {
        champion.clear();
        let report = champion.search(game.position(), &limits, &mut |_| {});
        let score = report.lines.first()?.score.discs();
        (report.stopped_by != StopReason::Stopped).then_some(Judged { game, score })
    };
    in_order(openings, threads, stop, &champion, &judge, watch);
}

#[cfg(test)]
mod tests {
    use super::*;
    use othellier_record::distinct_games;

    fn judged(threads: usize) -> Vec<Judged> {
        let mut all = Vec::new();
        let threads = NonZeroUsize::new(threads).unwrap();
        let openings = distinct_games(4).into_iter();
        judge_all(openings, 2, threads, &StopSignal::default(), &mut |judged| {
            all.push(judged);
            ControlFlow::Continue(())
        });
        all
    }

    #[test]
    fn the_same_scores_in_the_same_order_on_any_number_of_threads() {
        let one = judged(1);
        assert_eq!(one.len(), 60);
        assert_eq!(one, judged(3));
    }

    #[test]
    fn told_to_stop_it_shows_no_half_thought() {
        let stop = StopSignal::default();
        stop.stop();
        let openings = distinct_games(3).into_iter();
        judge_all(openings, 2, NonZeroUsize::MIN, &stop, &mut |_| panic!("it was told to stop"));
    }
}
