//! A node of the search, midgame and endgame alike.
//!
//! Values are in hundredths of a disc. A search whose depth is the number of empty squares reaches
//! the end of the game on every line, and its value is the final score; with few squares left the
//! layers of [`endgame`](super::endgame) take over.

use othellier_board::kernel::{Kernel, Task};
use othellier_board::{Board, Field};
use othellier_eval::Judge;

use super::children::{Child, Children, MOST_MOVES, Order, expand};
use super::endgame::{FEW, Question, odd_quadrants, stability};
use super::foretell;
use super::selectivity::Selectivity;
use super::shallow::Shallow;
use super::table::Known;
use super::worker::Worker;

/// Hundredths in a disc.
pub(super) const DISC: i32 = 100;
/// More than any value.
pub(super) const INFINITE: i32 = 10_000;

/// From this depth on the table is asked for every child before any is searched.
const ENHANCED: u32 = 5;
/// The same where the search reaches the end of the game.
const ENHANCED_TO_THE_END: u32 = 13;
/// From this depth on threads keep out of each other's way.
const SHARED: u32 = 5;
/// The same where the search reaches the end of the game.
const SHARED_TO_THE_END: u32 = 13;

/// From this depth on late children are hurried in selective searches.
const HURRIED: u32 = 4;
/// So many children are early: searched to the full depth at once.
const EARLY: usize = 3;
/// Late ones are searched this many plies less first, and to the full depth if they look better.
const HURRY: u32 = 2;

/// Where a node stands.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    Root,
    Inner,
    AfterPass,
}

/// The value of a board, searched to some depth within a window.
pub(super) struct Node<'a, 'b, J: Judge> {
    pub(super) worker: &'a mut Worker<'b, J>,
    pub(super) board: Board,
    pub(super) track: &'a J::Track,
    pub(super) alpha: i32,
    pub(super) beta: i32,
    pub(super) depth: u32,
    pub(super) place: Place,
}

impl<J: Judge> Task for Node<'_, '_, J> {
    type Output = i32;

    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) -> i32 {
        let Node { worker, board, track, mut alpha, beta, depth, place } = self;
        let root = place == Place::Root;
        let empties = J::Size::empties(board).len();
        let to_the_end = depth >= empties;
        let depth = depth.min(empties);
        // 1. Near the end, and near the horizon, less is more.
        if to_the_end && empties <= FEW && !root {
            return finish(kernel, worker, board, alpha, beta);
        }
        if depth <= 2 && !root {
            return kernel.run(Shallow { worker, board, track, alpha, beta, depth });
        }
        worker.finisher.nodes += 1;
        // 2. Stop where told.
        worker.look_up_from_work();
        if worker.stopped {
            return alpha;
        }
        // 3. What the opponent can never lose.
        if !root && let Some(most) = stability::ceiling::<J::Size>(board, alpha.div_euclid(DISC)) {
            return DISC * most;
        }
        // 4. No move: pass, or the end.
        let mut moves = J::Size::moves(kernel, board);
        let restricted = root && !(moves - worker.allowed).is_empty();
        if restricted {
            moves &= worker.allowed;
        }
        if moves.is_empty() {
            if place == Place::AfterPass {
                return DISC * J::Size::final_score(board);
            }
            let track = &worker.judge.passed(track);
            let (board, place) = (board.passed(), Place::AfterPass);
            let (alpha, beta) = (-beta, -alpha);
            return -kernel.run(Node { worker, board, track, alpha, beta, depth, place });
        }
        // 5. What is known already.
        let table = worker.shared.table;
        let selectivity = worker.selectivity;
        let found = table.look_up_on::<J::Size>(board, empties);
        worker.probes += 1;
        let mut known = Known::nothing(depth, selectivity);
        if let Some(found) = found {
            worker.hits += 1;
            known.moves = found.moves;
            if found.serves(depth, selectivity) {
                let (lower, upper) = (i32::from(found.lower), i32::from(found.upper));
                if !root {
                    if lower >= beta || lower == upper {
                        return lower;
                    }
                    if upper <= alpha {
                        return upper;
                    }
                }
                if u32::from(found.depth) == depth && found.selectivity == selectivity {
                    known = found;
                }
            }
        }
        // 6. What a shallow search foretells.
        let null_window = beta - alpha == 1;
        if null_window
            && !root
            && let Some(spreads) = selectivity.spreads()
        {
            let told = foretell::foretell(kernel, worker, board, track, alpha, depth, spreads);
            if let Some(value) = told {
                return value;
            }
        }
        // 7. All children; one without discs has lost everything.
        let mut children = Children::new();
        expand::<J::Size, K>(kernel, board, moves, &mut children);
        if let Some(child) = children.iter().find(|child| child.board.mover().is_empty()) {
            if root {
                worker.best = Some(child.square);
            }
            return DISC * J::Size::WIPEOUT;
        }
        if depth > if to_the_end { FEW + 1 } else { 3 } {
            children.iter().for_each(|child| table.prefetch(child.board));
        }
        // 8. A child that is known to be bad enough for the opponent ends it.
        let enhanced = if to_the_end { ENHANCED_TO_THE_END } else { ENHANCED };
        if depth >= enhanced && !root {
            for child in &children {
                if let Some(below) = table.look_up_on::<J::Size>(child.board, empties - 1)
                    && below.serves(depth - 1, selectivity)
                    && -i32::from(below.upper) >= beta
                {
                    return -i32::from(below.upper);
                }
            }
        }
        // 9. The order: moves that the table knows first; the others are judged when they are needed.
        let remembered = bring_remembered(&mut children, &known);
        // 10. The children, best first: the first in the whole window, the others to show that they
        // are no better, late ones in a hurry. What another thread is at comes last.
        let threads = worker.shared.threads;
        let hurried = null_window
            && !to_the_end
            && !root
            && depth >= HURRIED
            && selectivity != Selectivity::Exact;
        let shared = threads > 1 && depth >= if to_the_end { SHARED_TO_THE_END } else { SHARED };
        let (mut best, floor) = (-INFINITE, alpha);
        let mut order = Order::new();
        let mut put_off = arrayvec::ArrayVec::<(usize, usize), MOST_MOVES>::new();
        let mut at = 0;
        let mut turn = 0;
        loop {
            let (nth, at_hand) = if at < children.len() {
                if at == remembered {
                    order = ordered(kernel, worker, board, track, alpha, depth, &children[at..]);
                }
                let next = if at < remembered { at } else { remembered + order.take() };
                at += 1;
                if shared && at > 1 && worker.shared.busy.holds(children[next].board, depth) {
                    put_off.push((at - 1, next));
                    continue;
                }
                (at - 1, next)
            } else if turn < put_off.len() {
                turn += 1;
                put_off[turn - 1]
            } else {
                break;
            };
            let child = children[at_hand];
            let mark = shared && best > -INFINITE;
            if mark {
                worker.shared.busy.enter(child.board, depth);
            }
            let below = &worker.judge.after(track, child.placement(board));
            let mut search = |alpha: i32, beta: i32, depth: u32| {
                let (board, track, place) = (child.board, below, Place::Inner);
                let (alpha, beta) = (-beta, -alpha);
                -kernel.run(Node { worker, board, track, alpha, beta, depth, place })
            };
            let is_first = best == -INFINITE;
            let mut value = alpha + 1;
            if hurried && nth >= EARLY && !is_first {
                value = search(alpha, alpha + 1, depth - 1 - HURRY);
            }
            if value > alpha && !is_first {
                value = search(alpha, alpha + 1, depth - 1);
            }
            if is_first || value > alpha && value < beta {
                value = search(alpha, beta, depth - 1);
            }
            if mark {
                worker.shared.busy.leave(child.board, depth);
            }
            if worker.stopped {
                return alpha;
            }
            if value > best {
                best = value;
                known.prefer(child.square);
                if root && (value > alpha || worker.best.is_none()) {
                    worker.best = Some(child.square);
                }
                alpha = alpha.max(value);
                if alpha >= beta {
                    break;
                }
            }
        }
        // 11. Remember; but what some of the moves are worth is not what the board is worth.
        if restricted {
            return best;
        }
        if best < beta {
            known.upper = best as i16;
        }
        if best > floor {
            known.lower = best as i16;
        }
        table.store_on::<J::Size>(board, empties, known);
        best
    }
}

/// The final score of a board with few empty squares, or a bound on the far side of the window.
#[inline(always)]
fn finish<K: Kernel, J: Judge>(
    kernel: K,
    worker: &mut Worker<'_, J>,
    board: Board,
    alpha: i32,
    beta: i32,
) -> i32 {
    let finisher = &mut worker.finisher;
    let mut ask = |alpha: i32| kernel.run(Question { finisher, board, alpha });
    if beta - alpha == 1 {
        return DISC * ask(alpha.div_euclid(DISC));
    }
    // Scores are even: ask between two of them, from the middle of the window.
    let (mut lower, mut upper) = (-J::Size::WIPEOUT, J::Size::WIPEOUT);
    let mut guess = 2 * ((alpha + beta) / (4 * DISC));
    while lower < upper && DISC * lower < beta && DISC * upper > alpha {
        let alpha = i32::clamp(guess, lower + 2, upper) - 1;
        let answer = ask(alpha);
        if answer > alpha {
            lower = answer;
            guess = answer + 2;
        } else {
            upper = answer;
            guess = answer;
        }
    }
    DISC * if DISC * upper <= alpha { upper } else { lower }
}

/// Brings the moves that the table knows to the front, and says how many they are.
#[inline(always)]
fn bring_remembered(children: &mut Children, known: &Known) -> usize {
    let mut at = 0;
    for best in known.moves.into_iter().flatten() {
        if let Some(place) = children[at..].iter().position(|child| child.square == best) {
            children.swap(at, at + place);
            at += 1;
        }
    }
    at
}

/// The order of children: what a shallow search says of each, and what it will cost, which near the end
/// is learned; else few replies cost little.
#[inline(always)]
fn ordered<K: Kernel, J: Judge>(
    kernel: K,
    worker: &mut Worker<'_, J>,
    board: Board,
    track: &J::Track,
    alpha: i32,
    depth: u32,
    children: &[Child],
) -> Order {
    let mut order = Order::new();
    if children.len() == 1 {
        order.push(0);
        return order;
    }
    let empties = J::Size::empties(board);
    let to_the_end = depth >= empties.len();
    let look = look_ahead(depth, to_the_end);
    let odd = odd_quadrants(empties);
    let haste = worker.haste.filter(|_| to_the_end).map(|haste| haste.at(board, odd));
    for child in children {
        let cost = match &haste {
            Some(haste) => haste.cost(child),
            None if to_the_end => {
                let is_odd = odd & child.square.bitboard().bits() != 0;
                FREEDOM_TO_THE_END * child.freedom::<J::Size>() - PARITY * i32::from(is_odd)
            }
            None => FREEDOM * child.freedom::<J::Size>(),
        };
        // Near the end, to know what a move costs is enough.
        let value = match &haste {
            Some(_) if look == 0 => 0,
            _ => judged(kernel, worker, board, track, alpha, look, child),
        };
        order.push(value + cost);
    }
    order
}

/// What a reply less is worth in the order, in hundredths of a disc.
const FREEDOM: i32 = 100;
/// The same where the search reaches the end of the game.
const FREEDOM_TO_THE_END: i32 = 400;
/// What a square in an odd quadrant is worth in the order.
const PARITY: i32 = 50;

/// How far to look ahead to order the moves of a node.
fn look_ahead(depth: u32, to_the_end: bool) -> u32 {
    if to_the_end {
        match depth {
            0..=15 => 0,
            16..=19 => 1,
            20..=23 => 2,
            24..=27 => 3,
            _ => 4,
        }
    } else {
        match depth {
            0..=11 => 0,
            12..=15 => 1,
            _ => 2,
        }
    }
}

/// What a child is worth to the opponent, looking ahead this far.
#[inline(always)]
fn judged<K: Kernel, J: Judge>(
    kernel: K,
    worker: &mut Worker<'_, J>,
    parent: Board,
    track: &J::Track,
    alpha: i32,
    look: u32,
    child: &Child,
) -> i32 {
    let track = &worker.judge.after(track, child.placement(parent));
    let board = child.board;
    if look == 0 {
        worker.evaluations += 1;
        return worker.judge.rank(kernel, track, board, child.replies.len());
    }
    // Moves that are much too good or much too bad need no exact place.
    let (alpha, beta) = (-alpha - 24 * DISC, -alpha + 24 * DISC);
    let place = Place::Inner;
    kernel.run(Node { worker, board, track, alpha, beta, depth: look, place })
}
