//! The ladder of graded players of a student report: six levels, from chance to exact endings.
//!
//! A level is a name for another spec, nothing else, so that anyone can play it, change it and
//! measure it. What each is worth against the one below is in `docs/results/0002-ladder.md`.
//!
//! | level | search | plies | evaluation | adds |
//! |---|---|---|---|---|
//! | 1 | random | | | |
//! | 2 | minimax | 1 | discs | an evaluation |
//! | 3 | minimax | 3 | discs | looking ahead |
//! | 4 | minimax | 4 | discs and runs | runs; a ply, without which runs make no level |
//! | 5 | alpha-beta | 4 | strategic, by phase | another evaluation; pruning, which changes no move |
//! | 6 | NegaScout | 6 | weights by phase | another evaluation; another search with a static order, two plies that it pays for; exact endings |

use othellier_spec::{Spec, Words};

/// A level: its name, the spec that it stands for, and what it adds.
pub struct Level {
    /// `level-1` to `level-6`.
    pub name: &'static str,
    /// What it stands for.
    pub spec: &'static str,
    /// What it adds to the level below.
    pub about: Words,
}

impl Level {
    /// The level of this name.
    ///
    /// ```
    /// use othellier_play::Level;
    /// let level = Level::named("level-3").unwrap();
    /// assert_eq!(level.stands_for().name, "minimax");
    /// assert!(Level::named("level-7").is_none());
    /// ```
    pub fn named(name: &str) -> Option<&'static Level> {
        LADDER.iter().find(|level| level.name == name)
    }

    /// The player that it stands for.
    pub fn stands_for(&self) -> Spec {
        self.spec.parse().expect("a spec of the ladder")
    }
}

/// From the weakest to the strongest.
pub const LADDER: [Level; 6] = [
    Level {
        name: "level-1",
        spec: "random",
        about: Words { en: "level 1: any legal move", fr: "niveau 1 : un coup légal au hasard" },
    },
    Level {
        name: "level-2",
        spec: "minimax(depth=1, eval=discs, ties=random)",
        about: Words {
            en: "level 2: an evaluation; the move that turns the most discs",
            fr: "niveau 2 : une évaluation ; le coup qui retourne le plus de pions",
        },
    },
    Level {
        name: "level-3",
        spec: "minimax(depth=3, eval=discs, ties=random)",
        about: Words {
            en: "level 3: looks ahead; minimax, three plies, counting discs",
            fr: "niveau 3 : prévoit ; minimax à trois demi-coups, en comptant les pions",
        },
    },
    Level {
        name: "level-4",
        spec: "minimax(depth=4, eval=runs(discs=on), ties=random)",
        about: Words {
            en: "level 4: adds two things, aligned runs beside the discs and a fourth ply",
            fr: "niveau 4 : ajoute deux choses, les séries alignées en plus des pions et un quatrième \
                 demi-coup",
        },
    },
    Level {
        name: "level-5",
        spec: "alphabeta(depth=4, eval=strategic(phase=on), ties=random)",
        about: Words {
            en: "level 5: adds two things, corners, edges and their runs by phase instead of discs, \
                 and alpha-beta, which finds the same moves sooner",
            fr: "niveau 5 : ajoute deux choses, coins, bords et leurs séries selon la phase au lieu \
                 des pions, et alpha-bêta, qui trouve plus vite les mêmes coups",
        },
    },
    Level {
        name: "level-6",
        spec: "negascout(depth=6, eval=phased, order=static, endgame=12, ties=random)",
        about: Words {
            en: "level 6: adds three things, all features with weights by phase, NegaScout with a \
                 static order for two plies more, and exact endings",
            fr: "niveau 6 : ajoute trois choses, tous les critères avec des poids par phase, NegaScout \
                 à ordre statique pour deux demi-coups de plus, et des finales exactes",
        },
    },
];
