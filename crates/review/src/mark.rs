//! How good a move was, in a word.

/// How good a move was. The worse, the greater.
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
/// A move that gives away a won or a drawn game is a mistake at least, where both scores are proven:
/// final scores are even, and a loss of two discs may be the game. A guess near zero has no sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Mark {
    /// The only move, or a pass.
    Forced,
    /// No better one was found.
    Best,
    /// As good as the best for most purposes.
    Good,
    /// It cost a little.
    Inaccuracy,
    /// It cost much, or the game.
    Mistake,
    /// It cost very much.
    Blunder,
}

impl Mark {
    /// All of them, in their order.
    pub const ALL: [Mark; 6] =
        [Mark::Forced, Mark::Best, Mark::Good, Mark::Inaccuracy, Mark::Mistake, Mark::Blunder];

    /// A word for machines: `forced`, `best`, `good`, `inaccuracy`, `mistake`, `blunder`.
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

    /// The sign that annotators write after a move; nothing after an ordinary one.
    pub const fn sign(self) -> &'static str {
        match self {
            Mark::Forced | Mark::Best | Mark::Good => "",
            Mark::Inaccuracy => "?!",
            Mark::Mistake => "?",
            Mark::Blunder => "??",
        }
    }

    /// Whether the move is worth a second look.
    pub fn is_bad(self) -> bool {
        self >= Mark::Inaccuracy
    }

    /// The mark of a move among several that lost so many discs.
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
