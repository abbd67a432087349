//! The graded players of a student report: six levels, from random moves to exact endings.
//!
//! A level is only a name for another spec, so that anyone can play it, change it and measure it. How
//! each does against the one below is in `docs/results/0002-levels.md`. To add a level, add an entry to
//! [`LEVELS`].
//!
//! | level | search | plies | evaluation | adds |
//! |---|---|---|---|---|
//! | 1 | random | | | |
//! | 2 | minimax | 1 | discs | an evaluation |
//! | 3 | minimax | 3 | discs | looking ahead |
//! | 4 | minimax | 4 | discs and runs | runs; a ply, without which runs make no level |
//! | 5 | alpha-beta | 4 | strategic, by phase | another evaluation; pruning, which changes no move |
//! | 6 | NegaScout | 8 | weights by phase | our reading of the report's full evaluation; another search with a static order, four plies that it pays for; exact endings |

use othellier_spec::Spec;

/// A level: its name, the spec it stands for, and what it adds.
pub struct NamedLevel {
    /// The name in specs: `level-1` to `level-6`.
    pub name: &'static str,
    /// The spec it stands for.
    pub spec: &'static str,
    /// The technique that it adds to the level below.
    pub about: &'static str,
}

impl NamedLevel {
    /// The level of this name.
    ///
    /// ```
    /// use othellier_play::NamedLevel;
    /// let level = NamedLevel::named("level-3").unwrap();
    /// assert_eq!(level.stands_for().name, "minimax");
    /// assert!(NamedLevel::named("level-7").is_none());
    /// ```
    pub fn named(name: &str) -> Option<&'static NamedLevel> {
        LEVELS.iter().find(|level| level.name == name)
    }

    /// The spec of the player it stands for.
    pub fn stands_for(&self) -> Spec {
        self.spec.parse().expect("a valid spec")
    }

    /// The search that a spec stands for: a level takes no options, so that a level with options
    /// becomes its search with them. Other specs stay as they are.
    ///
    /// ```
    /// use othellier_play::NamedLevel;
    /// let spec = "level-3(depth=5)".parse()?;
    /// let expanded = NamedLevel::expanded(&spec);
    /// assert_eq!(expanded.to_string(), "minimax(eval=discs, ties=random, depth=5)");
    /// # Ok::<(), othellier_spec::ParseSpecError>(())
    /// ```
    pub fn expanded(spec: &Spec) -> Spec {
        let Some(level) = NamedLevel::named(&spec.name) else { return spec.clone() };
        let mut whole = level.stands_for();
        for (key, value) in &spec.options {
            whole.set(key, value.as_str());
        }
        whole
    }
}

/// All levels, from the weakest to the strongest; none without the feature `textbook`.
pub const LEVELS: &[NamedLevel] = if cfg!(feature = "textbook") { &TEXTBOOK } else { &[] };

const TEXTBOOK: [NamedLevel; 6] = [
    NamedLevel { name: "level-1", spec: "random", about: "level 1: any legal move" },
    NamedLevel {
        name: "level-2",
        spec: "minimax(depth=1, eval=discs, ties=random)",
        about: "level 2: an evaluation; the move that flips the most discs",
    },
    NamedLevel {
        name: "level-3",
        spec: "minimax(depth=3, eval=discs, ties=random)",
        about: "level 3: looks ahead; minimax, three plies, counting discs",
    },
    NamedLevel {
        name: "level-4",
        spec: "minimax(depth=4, eval=runs(discs=on), ties=random)",
        about: "level 4: adds two things, aligned runs beside the discs and a fourth ply",
    },
    NamedLevel {
        name: "level-5",
        spec: "alphabeta(depth=4, eval=strategic(phase=on), ties=random)",
        about: "level 5: adds two things, corners, edges and their runs by phase instead of discs, \
                 and alpha-beta, which finds the same moves sooner",
    },
    NamedLevel {
        name: "level-6",
        spec: "negascout(depth=8, eval=phased, order=static, endgame=14, ties=random)",
        about: "level 6: adds three things, the full evaluation with weights by phase, NegaScout \
                 with a static order for four plies more, and exact endings",
    },
];
