//! The catalogue of evaluators.
//!
//! To add an evaluator, implement [`StaticEvaluator`] and add an [`Entry`] to [`catalogue`]: it then
//! appears in `othellier evaluators`, in `eval=` of every player, and wherever else a spec is read.

mod options;

use std::sync::Arc;

use othellier_board::{Eight, Size};
use othellier_spec::{Description, Key, Spec, SpecError, Words};

use crate::StaticEvaluator;
use crate::classic::{
    Corners, Discs, Frontier, Genome, Interior, MATRIX1, MATRIX2, Phased, Potential, Regions,
};

/// An evaluator that can be built by name.
pub struct Entry<S: Size = Eight> {
    /// Its name, its description and its options.
    pub description: Description,
    build: Build<S>,
}

type Build<S> = fn(&Spec) -> Built<S>;
type Built<S> = Result<Arc<dyn StaticEvaluator<S>>, SpecError>;

/// Every evaluator, in the order they are listed.
pub fn catalogue<S: Size>() -> Vec<Entry<S>> {
    vec![
        entry(
            "discs",
            words("discs, own minus opponent's", "pions, les siens moins ceux de l'adversaire"),
            &[],
            |_| Ok(Arc::new(Discs)),
        ),
        entry(
            "matrix1",
            words("square values, first table", "valeurs des cases, première table"),
            &[options::COUNT],
            |spec| options::matrix(spec, &MATRIX1),
        ),
        entry(
            "matrix2",
            words("square values, second table", "valeurs des cases, seconde table"),
            &[options::COUNT],
            |spec| options::matrix(spec, &MATRIX2),
        ),
        entry(
            "matrix",
            words(
                "square values by phase, or from a file",
                "valeurs des cases selon la phase, ou lues d'un fichier",
            ),
            &[options::TABLES, options::COUNT],
            options::tables,
        ),
        entry(
            "mobility",
            words("legal moves, and corners first", "coups légaux, les coins d'abord"),
            &[options::CORNERS, options::MOBILITY_RULE],
            options::mobility,
        ),
        entry(
            "potential",
            words(
                "empty squares next to the opponent's discs",
                "cases vides voisines des pions adverses",
            ),
            &[],
            |_| Ok(Arc::new(Potential)),
        ),
        entry("corners", words("corners owned", "coins possédés"), &[], |_| {
            Ok(Arc::new(Corners))
        }),
        entry(
            "frontier",
            words("few discs next to an empty square", "peu de pions voisins d'une case vide"),
            &[],
            |_| Ok(Arc::new(Frontier)),
        ),
        entry(
            "interior",
            words("discs with no empty square beside them", "pions sans case vide voisine"),
            &[],
            |_| Ok(Arc::new(Interior)),
        ),
        entry(
            "stability",
            words("discs that can never be flipped", "pions définitifs, jamais retournables"),
            &[options::SEMI],
            options::stability,
        ),
        entry(
            "parity",
            words("odd regions of empty squares to enter", "régions vides impaires où jouer"),
            &[options::PARITY_RULE],
            options::parity,
        ),
        entry(
            "regions",
            words("zones whose values follow the corners", "zones dont la valeur suit les coins"),
            &[],
            |_| Ok(Arc::new(Regions)),
        ),
        entry(
            "runs",
            words("aligned discs", "pions alignés"),
            &[options::WITH_DISCS],
            options::runs,
        ),
        entry(
            "strategic",
            words("corners, edges and edge chains", "coins, bords et chaînes au bord"),
            &[options::PHASE],
            options::strategic,
        ),
        entry(
            "mixed-discs",
            words("square values, then discs", "valeurs des cases, puis pions"),
            &[options::MATRIX, options::FROM],
            options::mixed_discs,
        ),
        entry(
            "mixed",
            words(
                "square values, then mobility, then discs",
                "valeurs des cases, puis mobilité, puis pions",
            ),
            &[options::MATRIX, options::MOBILITY_FROM, options::DISCS_FROM],
            options::mixed,
        ),
        entry(
            "sum",
            words(
                "a weighted sum of raw differences, such as sum(discs=2, corners=3)",
                "une somme pondérée de différences brutes, comme sum(discs=2, corners=3)",
            ),
            &options::TERMS,
            options::sum,
        ),
        entry(
            "phased",
            words("weights by phase, without jumps", "poids selon la phase, sans saut"),
            &[],
            |_| Ok(Arc::new(Phased::new(&Genome::phased()))),
        ),
        entry(
            "genome",
            words("weights by phase from a file", "poids selon la phase, lus d'un fichier"),
            &[options::FILE],
            options::genome,
        ),
        entry(
            "patterns",
            words(
                "learned pattern weights and a small network; 8×8 only",
                "poids de motifs appris et petit réseau de neurones ; 8×8 seulement",
            ),
            &[options::WEIGHTS],
            options::patterns,
        ),
        entry(
            "net",
            words(
                "the same, for weights that include a network; 8×8 only",
                "la même chose, pour des poids qui contiennent un réseau ; 8×8 seulement",
            ),
            &[options::WEIGHTS],
            options::net,
        ),
    ]
}

/// Builds the evaluator that a spec names.
pub fn build<S: Size>(spec: &Spec) -> Result<Arc<dyn StaticEvaluator<S>>, SpecError> {
    let entries = catalogue::<S>();
    let description = spec.check("evaluator", entries.iter().map(|entry| &entry.description))?;
    let entry = entries.iter().find(|entry| entry.description.name == description.name);
    (entry.expect("a description of the catalogue").build)(spec)
}

fn entry<S: Size>(
    name: &'static str,
    about: Words,
    keys: &'static [Key],
    build: Build<S>,
) -> Entry<S> {
    Entry { description: Description { name, about, keys }, build }
}

const fn words(en: &'static str, fr: &'static str) -> Words {
    Words { en, fr }
}

#[cfg(test)]
mod tests {
    use super::*;
    use othellier_board::Six;

    #[track_caller]
    fn refusal(spec: &str) -> String {
        match build::<Eight>(&spec.parse().unwrap()) {
            Ok(_) => panic!("{spec} was built"),
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn every_entry_builds_from_its_name() {
        for entry in catalogue::<Eight>() {
            let name = entry.description.name;
            let needed = ("discs".to_owned(), "1".to_owned());
            let options = if name == "sum" { vec![needed] } else { Vec::new() };
            let spec = Spec { name: name.to_owned(), options };
            assert!(build::<Eight>(&spec).is_ok(), "{name}");
            assert_eq!(build::<Six>(&spec).is_ok(), !["patterns", "net"].contains(&name), "{name}");
        }
    }

    #[test]
    fn every_choice_of_every_option_is_accepted() {
        for spec in [
            "matrix1(count=own)",
            "matrix2(count=difference)",
            "mobility(corners=off, rule=literal)",
            "parity(rule=more-discs)",
            "matrix(count=own)",
            "runs(discs=on)",
            "strategic(phase=on)",
            "stability(semi=50)",
            "sum(discs=2, corners=3, frontier=-1)",
            "mixed-discs(matrix=2, from=0)",
            "mixed(matrix=2, mobility_from=60, discs_from=60)",
        ] {
            assert!(build::<Six>(&spec.parse().unwrap()).is_ok(), "{spec}");
        }
    }

    #[test]
    fn errors_say_what_was_expected() {
        assert!(
            refusal("disks").starts_with("there is no evaluator `disks`; expected one of discs")
        );
        assert_eq!(refusal("discs(from=1)"), "discs has no option `from`; expected no option");
        assert_eq!(
            refusal("mixed-discs(from=61)"),
            "`61` is not a value of from of mixed-discs; expected a number from 0 to 60"
        );
        assert_eq!(refusal("mixed(mobility_from=55)"), "mixed: mobility_from is after discs_from");
        assert!(refusal("genome(file=/nowhere.txt)").starts_with("genome: /nowhere.txt: "));
        assert!(refusal("matrix(file=/nowhere.txt)").starts_with("matrix: /nowhere.txt: "));
        assert_eq!(refusal("sum"), "sum: it needs a weight, such as sum(discs=2, corners=3)");
        assert_eq!(
            refusal("sum(discs=x)"),
            "`x` is not a value of discs of sum; expected a whole number from -1000 to 1000"
        );
        assert!(refusal("stability(semi=101)").ends_with("expected a number from 0 to 100"));
    }
}
