//! The ladder of graded players: six levels, each with one idea more than the one below.
//!
//! A level is a name for another spec, nothing else, so that anyone can play it, change it and
//! measure it. What each is worth against the one below is in `docs/results/`.

use othellier_spec::Words;

/// A level: its name, the spec that it stands for, and what it adds.
pub struct Level {
    /// `level-1` to `level-6`.
    pub name: &'static str,
    /// What it stands for.
    pub spec: &'static str,
    /// What it adds to the level below.
    pub about: Words,
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
            en: "level 2: the move that turns the most discs",
            fr: "niveau 2 : le coup qui retourne le plus de pions",
        },
    },
    Level {
        name: "level-3",
        spec: "minimax(depth=3, eval=discs, ties=random)",
        about: Words {
            en: "level 3: minimax, three plies, counting discs",
            fr: "niveau 3 : minimax à trois demi-coups, en comptant les pions",
        },
    },
    Level {
        name: "level-4",
        spec: "minimax(depth=5, eval=runs, ties=random)",
        about: Words {
            en: "level 4: minimax, five plies, judging aligned runs",
            fr: "niveau 4 : minimax à cinq demi-coups, en jugeant les séries alignées",
        },
    },
    Level {
        name: "level-5",
        spec: "alphabeta(depth=4, eval=strategic, order=static, ties=random)",
        about: Words {
            en: "level 5: alpha-beta, four plies, with corners, edges and runs",
            fr: "niveau 5 : alpha-bêta à quatre demi-coups, avec coins, bords et séries",
        },
    },
    Level {
        name: "level-6",
        spec: "negascout(depth=6, eval=genome, order=static, table=zobrist, endgame=12, ties=random)",
        about: Words {
            en: "level 6: NegaScout, six plies, weights by phase, exact endings",
            fr: "niveau 6 : NegaScout à six demi-coups, poids par phase, finales exactes",
        },
    },
];
