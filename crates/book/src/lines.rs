//! A book as lines of moves.

use std::collections::BTreeSet;

use othellier_board::Board;
use othellier_record::{Game, transcript};

use crate::Book;

impl Book {
    /// The lines from the start, best first, each up to its end or a transposition.
    pub fn lines(&self) -> Vec<String> {
        let mut lines = Vec::new();
        if self.contains(Board::default()) {
            self.walk(&mut Game::new(), &mut BTreeSet::new(), &mut lines);
        }
        lines
    }

    fn walk(&self, game: &mut Game, seen: &mut BTreeSet<Board>, lines: &mut Vec<String>) {
        let board = game.position().board();
        let known = self.probe(board).filter(|_| seen.insert(board.canonical()));
        let Some(known) = known.filter(|known| !known.replies.is_empty()) else {
            lines.push(transcript::write(game));
            return;
        };
        let mut after = BTreeSet::new();
        for reply in known.replies {
            let next = game.position().after(reply.played).board().canonical();
            // One of several symmetric moves is enough.
            if after.insert(next) && game.play(reply.played).is_ok() {
                self.walk(game, seen, lines);
                game.undo();
            }
        }
    }
}
