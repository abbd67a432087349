//! One line of play, with everything that is known of its moves.

use std::time::Duration;

use othellier_board::{Eight, Move, Size};
use othellier_record::{Ending, Game, MoveCost, Record};
use othellier_search::{SearchReport, Trust};

/// A program's thoughts when it chose its move.
#[derive(Clone, Debug, PartialEq)]
pub struct Thought<S: Size = Eight> {
    /// In discs, for the program; `None` if the move was not chosen by a score.
    pub score: Option<f64>,
    /// How reliable the score is.
    pub trust: Trust,
    /// The last depth that was completed.
    pub depth: u8,
    /// Nodes visited by the search.
    pub nodes: u64,
    /// Nodes reused from the tree of an earlier move.
    pub reused_nodes: u64,
    /// The move and the expected replies.
    pub line: Vec<Move<S>>,
}

impl<S: Size> Thought<S> {
    /// The thought behind the best move of a report.
    pub fn of(report: &SearchReport<S>) -> Option<Thought<S>> {
        let best = report.lines.first()?;
        Some(Thought {
            score: (best.trust != Trust::None).then(|| best.score.discs()),
            trust: best.trust,
            depth: report.depth,
            nodes: report.nodes,
            reused_nodes: report.memory.reused_nodes,
            line: best.moves.clone(),
        })
    }
}

/// A line of play: a game, what is known of it, and the thoughts of its programs.
#[derive(Clone, Debug, PartialEq)]
pub struct Variation<S: Size = Eight> {
    /// The game, at the position where it was left.
    pub game: Game<S>,
    /// The facts besides the moves. Its own `game`, `players` and `clocks` are not used: who
    /// plays is a matter of the session.
    pub record: Record,
    /// The evaluations of programs, by move; as many as there are moves.
    pub thoughts: Vec<Option<Thought<S>>>,
}

impl<S: Size> Variation<S> {
    /// A game without thoughts.
    pub fn new(game: Game<S>, record: Record) -> Variation<S> {
        let record = Record {
            game: Default::default(),
            players: [None, None],
            clocks: [None, None],
            ..record
        };
        Variation { thoughts: vec![None; game.full_length()], game, record }
    }

    /// Sets the thoughts; missing ones are none.
    pub fn set_thoughts(&mut self, mut thoughts: Vec<Option<Thought<S>>>) {
        thoughts.resize(self.game.full_length(), None);
        self.thoughts = thoughts;
    }

    /// Whether nothing happened in it.
    pub(crate) fn is_empty(&self) -> bool {
        self.game.full_length() == 0 && self.game.ending().is_none()
    }

    /// Whether it begins with all moves of another line.
    pub(crate) fn has_moves_of(&self, other: &Variation<S>) -> bool {
        let (own, moves) = (self.game.all_moves(), other.game.all_moves());
        self.game.start() == other.game.start()
            && own.len() >= moves.len()
            && own.iter().zip(moves).all(|(own, other)| own.played == other.played)
            && (other.game.ending().is_none() || other.game.ending() == self.game.ending())
    }

    /// Plays a legal move at the end.
    pub(crate) fn play(
        &mut self,
        played: Move<S>,
        took: Option<Duration>,
        thought: Option<Thought<S>>,
    ) {
        self.forget_result();
        self.game.play_timed(played, took).expect("the move was checked");
        let number = self.game.length();
        if let Some(thought) = &thought {
            let cost = MoveCost { nodes: thought.nodes, reused_nodes: thought.reused_nodes };
            self.record.costs.insert(number, cost);
            if thought.score.is_some() {
                self.record.notes.entry(number).or_default().eval = thought.score;
            }
        }
        self.thoughts.push(thought);
    }

    /// Ends the game here.
    pub(crate) fn end(&mut self, ending: Ending) {
        self.forget_result();
        self.game.end(ending);
    }

    /// A new game from the same start.
    pub(crate) fn begin_new_game(&mut self) {
        self.game.go_to(0).expect("every game has a start");
        self.cut();
        self.forget_result();
    }

    /// Cuts off the moves after the current position, and what was known of them.
    pub fn cut(&mut self) {
        let ply = self.game.length();
        if ply < self.game.full_length() {
            self.forget_result();
        }
        self.game.drop_undone();
        self.thoughts.truncate(ply);
        self.record.notes.split_off(&(ply + 1));
        self.record.costs.split_off(&(ply + 1));
        self.record.tags.retain(|tag| tag.at <= ply);
    }

    /// A result that a file gave belongs to another end.
    fn forget_result(&mut self) {
        self.record.score = None;
        self.record.theoretical = None;
        self.record.tags.retain(|tag| tag.name != "RE");
    }
}
