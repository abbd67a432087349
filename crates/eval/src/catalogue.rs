//! The catalogue of evaluators.
//!
//! To add an evaluator, implement [`StaticEvaluator`] and add an [`Entry`] to [`catalogue`]: it then
//! appears in `othellier evaluators`, in `eval=` of every player, and wherever else a spec is read.

mod options;

use std::path::Path;
use std::sync::Arc;

use othellier_board::{Eight, Size};
use othellier_spec::{Access, Description, Key, Spec, SpecError};

use crate::StaticEvaluator;
use crate::classic::{
    Corners, Discs, Frontier, Genome, Interior, MATRIX1, MATRIX2, Phased, Potential, Regions,
};
use crate::patterns::{Patterns, WeightsError};

/// An evaluator that can be built by name.
pub struct Entry<S: Size = Eight> {
    /// Its name, its description and its options.
    pub description: Description,
    build: Build<S>,
}

enum Build<S: Size> {
    Plain(fn(&Spec) -> Built<S>),
    FromFile(fn(&Spec, &Access) -> Built<S>),
    Learned(fn(&Spec, &Access, ReadWeights) -> Built<S>),
}

type Built<S> = Result<Arc<dyn StaticEvaluator<S>>, SpecError>;

/// A function that reads a weights file, such as [`Patterns::read`].
pub type ReadWeights = fn(&Path) -> Result<Patterns, WeightsError>;

/// Every evaluator, in the order they are listed. In WebAssembly there is no `net`: a page does not
/// download its model.
pub fn catalogue<S: Size>() -> Vec<Entry<S>> {
    let mut entries = vec![
        entry("discs", "discs, own minus opponent's", &[], |_| Ok(Arc::new(Discs))),
        entry("matrix1", "square values, first table", &[options::COUNT], |spec| {
            options::matrix(spec, &MATRIX1)
        }),
        entry("matrix2", "square values, second table", &[options::COUNT], |spec| {
            options::matrix(spec, &MATRIX2)
        }),
        from_file(
            "matrix",
            "square values by phase, or from a file",
            &[options::TABLES, options::COUNT],
            options::tables,
        ),
        entry(
            "mobility",
            "legal moves, and corners first",
            &[options::CORNERS, options::MOBILITY_RULE],
            options::mobility,
        ),
        entry("potential", "empty squares next to the opponent's discs", &[], |_| {
            Ok(Arc::new(Potential))
        }),
        entry("corners", "corners owned", &[], |_| Ok(Arc::new(Corners))),
        entry("frontier", "few discs next to an empty square", &[], |_| Ok(Arc::new(Frontier))),
        entry("interior", "discs with no empty square beside them", &[], |_| {
            Ok(Arc::new(Interior))
        }),
        entry(
            "stability",
            "discs that can never be flipped",
            &[options::SEMI, options::SEMI_RULE],
            options::stability,
        ),
        entry(
            "parity",
            "odd regions of empty squares to enter",
            &[options::PARITY_RULE],
            options::parity,
        ),
        entry("regions", "zones whose values follow the corners", &[], |_| Ok(Arc::new(Regions))),
        entry("runs", "aligned discs", &[options::WITH_DISCS], options::runs),
        entry("strategic", "corners, edges and edge chains", &[options::PHASE], options::strategic),
        entry(
            "mixed-discs",
            "square values, then discs",
            &[options::MATRIX, options::FROM],
            options::mixed_discs,
        ),
        entry(
            "mixed",
            "square values, then mobility, then discs",
            &[options::MATRIX, options::MOBILITY_FROM, options::DISCS_FROM],
            options::mixed,
        ),
        entry(
            "sum",
            "a weighted sum of raw differences, such as sum(discs=2, corners=3)",
            &options::TERMS,
            options::sum,
        ),
        entry("phased", "the features of a report with its weights by phase", &[], |_| {
            Ok(Arc::new(Phased::new(&Genome::phased())))
        }),
        from_file("genome", "weights by phase from a file", &[options::FILE], options::genome),
        learned(
            "patterns",
            "learned pattern weights and a small network; 8×8 only",
            options::patterns,
        ),
    ];
    if !cfg!(target_arch = "wasm32") {
        entries.push(from_file(
            "net",
            "learned outcome model: the final score that a network expects; 8×8 only",
            &[options::MODEL],
            options::net,
        ));
    }
    entries
}

/// Builds the evaluator that a spec names; its files are those that the access reaches.
pub fn build<S: Size>(
    spec: &Spec,
    access: &Access,
) -> Result<Arc<dyn StaticEvaluator<S>>, SpecError> {
    build_with(spec, access, |path| Patterns::read(path))
}

/// Builds the evaluator that a spec names. A weights file is read by this function, which may know it
/// already.
pub fn build_with<S: Size>(
    spec: &Spec,
    access: &Access,
    read: ReadWeights,
) -> Result<Arc<dyn StaticEvaluator<S>>, SpecError> {
    let entries = catalogue::<S>();
    let description = spec.check("evaluator", entries.iter().map(|entry| &entry.description))?;
    let entry = entries.iter().find(|entry| entry.description.name == description.name);
    match entry.expect("a description of the catalogue").build {
        Build::Plain(build) => build(spec),
        Build::FromFile(build) => build(spec, access),
        Build::Learned(build) => build(spec, access, read),
    }
}

fn entry<S: Size>(
    name: &'static str,
    about: &'static str,
    keys: &'static [Key],
    build: fn(&Spec) -> Built<S>,
) -> Entry<S> {
    Entry { description: Description { name, about, keys }, build: Build::Plain(build) }
}

fn from_file<S: Size>(
    name: &'static str,
    about: &'static str,
    keys: &'static [Key],
    build: fn(&Spec, &Access) -> Built<S>,
) -> Entry<S> {
    Entry { description: Description { name, about, keys }, build: Build::FromFile(build) }
}

fn learned<S: Size>(
    name: &'static str,
    about: &'static str,
    build: fn(&Spec, &Access, ReadWeights) -> Built<S>,
) -> Entry<S> {
    let description = Description { name, about, keys: &[options::WEIGHTS] };
    Entry { description, build: Build::Learned(build) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use othellier_board::Six;

    #[track_caller]
    fn refusal(spec: &str) -> String {
        match build::<Eight>(&spec.parse().unwrap(), &Access::Full) {
            Ok(_) => panic!("{spec} was built"),
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn every_entry_builds_from_its_name() {
        for entry in catalogue::<Eight>() {
            let name = entry.description.name;
            let is_learned = ["patterns", "net"].contains(&name);
            if is_learned && cfg!(not(feature = "weights")) {
                continue;
            }
            let needed = ("discs".to_owned(), "1".to_owned());
            let options = if name == "sum" { vec![needed] } else { Vec::new() };
            let spec = Spec { name: name.to_owned(), options };
            assert!(build::<Eight>(&spec, &Access::Full).is_ok(), "{name}");
            assert_eq!(build::<Six>(&spec, &Access::Full).is_ok(), !is_learned, "{name}");
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
            "stability(semi=50, rule=edges)",
            "sum(discs=2, corners=3, frontier=-1, semi-stability=1)",
            "mixed-discs(matrix=2, from=0)",
            "mixed(matrix=2, mobility_from=60, discs_from=60)",
        ] {
            assert!(build::<Six>(&spec.parse().unwrap(), &Access::Full).is_ok(), "{spec}");
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
