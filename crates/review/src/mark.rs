//! The mark of a move.

/// How good a move was; worse marks compare greater.
///
/// | mark | loss in discs |
/// |---|---|
/// | `Forced` | there was no choice |
/// | `Best` | nothing better was found |
/// | `Good` | less than 2 |
/// | `Inaccuracy` | less than 4 |
/// | `Mistake` | less than 8 |
/// | `Blunder` | 8 or more |
///
/// A move that gives away a won or drawn game is at least a mistake if both scores are exact: final
/// scores are even, and a loss of two discs may decide the game. The sign of an estimate near zero
/// means nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Mark {
    /// The only legal move, or a pass.
    Forced,
    /// No better one was found.
    Best,
    /// Practically as good as the best.
    Good,
    Inaccuracy,
    /// It lost much, or the game.
    Mistake,
    Blunder,
}

impl Mark {
    /// All marks, from best to worst.
    pub const ALL: [Mark; 6] =
        [Mark::Forced, Mark::Best, Mark::Good, Mark::Inaccuracy, Mark::Mistake, Mark::Blunder];

    /// The identifier in JSON: `forced`, `best`, `good`, `inaccuracy`, `mistake`, `blunder`.
    pub const fn word(self) -> &'static str {
        match self {
            Mark::Forced => "forced",
            Mark::Best => "best",
            Mark::Good => "good",
            Mark::Inaccuracy => "inaccuracy",
            Mark::Mistake => "mistake",
            Mark::Blunder => "blunder",
        }
    }

    /// The annotation symbol after a move; empty for ordinary moves.
    pub const fn sign(self) -> &'static str {
        match self {
            Mark::Forced | Mark::Best | Mark::Good => "",
            Mark::Inaccuracy => "?!",
            Mark::Mistake => "?",
            Mark::Blunder => "??",
        }
    }

    /// Whether the move is an inaccuracy or worse.
    pub fn is_bad(self) -> bool {
        self >= Mark::Inaccuracy
    }

    /// The mark of a move that lost this many discs, if there was a choice.
    pub fn of_loss(discs: f64) -> Mark {
        match discs {
            loss if loss <= 0.0 => Mark::Best,
            loss if loss < 2.0 => Mark::Good,
            loss if loss < 4.0 => Mark::Inaccuracy,
            loss if loss < 8.0 => Mark::Mistake,
            _ => Mark::Blunder,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_greater_loss_is_never_a_better_mark() {
        let marks: Vec<Mark> =
            (0..200).map(|tenths| Mark::of_loss(f64::from(tenths) / 10.0)).collect();
        assert!(marks.is_sorted());
        assert_eq!(marks[0], Mark::Best);
        assert_eq!(marks[199], Mark::Blunder);
        assert_eq!(Mark::of_loss(2.0), Mark::Inaccuracy);
        assert!(Mark::ALL.is_sorted());
    }
}
