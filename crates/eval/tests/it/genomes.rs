//! Genomes as text, and the weights that they become.

use othellier_board::{Board, Eight, Four, Six, Size, Ten};
use othellier_eval::classic::{Criterion, Genome, Phased};
use othellier_eval::{Access, Score, StaticEvaluator, build};
use proptest::prelude::*;
use proptest::sample::subsequence;

fn any_genome() -> impl Strategy<Value = Genome> {
    let phases = subsequence((0..=60).rev().collect::<Vec<u32>>(), 1..=5);
    let criteria = subsequence(Criterion::ALL.to_vec(), 1..=16).prop_shuffle();
    (phases, criteria, prop::collection::vec(any::<i32>(), 80)).prop_map(
        |(phases, names, genes)| {
            let shown = |numbers: &[String]| numbers.join(" ");
            let row =
                |numbers: &[i32]| shown(&numbers.iter().map(i32::to_string).collect::<Vec<_>>());
            let mut text = "othellier-genome 1\nphases ".to_owned();
            text += &shown(&phases.iter().map(u32::to_string).collect::<Vec<_>>());
            for (name, weights) in names.iter().zip(genes.chunks(phases.len())) {
                text += &format!("\n{name} {}", row(weights));
            }
            text.parse().unwrap()
        },
    )
}

/// From one disc to the next, no weight changes by more than the steepest slope between two phases.
fn weights_do_not_jump<S: Size>(genome: &Genome) {
    let plies = u32::from(S::SQUARES) - 4;
    for empties in 0..plies {
        let [before, after] = [empties + 1, empties].map(|empties| genome.weights::<S>(empties));
        for ((_, row), (before, after)) in genome.rows().zip(before.iter().zip(&after)) {
            let steps = row.windows(2).zip(genome.phases().windows(2));
            let slope = |(genes, phases): (&[i32], &[u32])| {
                let change = 100 * (i64::from(genes[0]) - i64::from(genes[1])).abs();
                change * 60 / (i64::from(phases[0] - phases[1]) * i64::from(plies))
            };
            let steepest = steps.map(slope).max().unwrap_or(0);
            assert!((before - after).abs() <= steepest + 2, "{genome}{empties} empties");
        }
    }
}

proptest! {
    #[test]
    fn genomes_round_trip(genome in any_genome()) {
        prop_assert_eq!(genome.to_string().parse(), Ok(genome));
    }

    #[test]
    fn any_text_is_parsed_or_refused(text in ".*") {
        let _ = text.parse::<Genome>();
    }

    #[test]
    fn almost_valid_texts_are_parsed_or_refused(
        text in "othellier-genome 1\nphases( [0-9]{1,3}){0,3}(\n(discs|runs|x|#)( -?[0-9]{1,11}){0,3}){0,3}"
    ) {
        if let Ok(genome) = text.parse::<Genome>() {
            prop_assert_eq!(genome.to_string().parse(), Ok(genome));
        }
    }

    #[test]
    fn weights_never_jump_between_two_plies(genome in any_genome()) {
        weights_do_not_jump::<Four>(&genome);
        weights_do_not_jump::<Six>(&genome);
        weights_do_not_jump::<Eight>(&genome);
        weights_do_not_jump::<Ten>(&genome);
    }

    #[test]
    fn the_largest_weights_do_not_overflow(genome in any_genome(), extreme in any::<bool>()) {
        let gene = if extreme { i32::MAX } else { i32::MIN };
        let genome = genome.with_genes(vec![gene; genome.genes().len()]).unwrap();
        let after = Board::<Eight>::default().after("f5".parse().unwrap());
        let phased = Phased::new(&genome);
        prop_assert_eq!(phased.evaluate(after), -phased.evaluate(after.passed()));
        prop_assert!(phased.evaluate(after) < Score::WON);
    }
}

#[track_caller]
fn refused(text: &str, expected: &str) {
    assert_eq!(text.parse::<Genome>().unwrap_err().to_string(), expected);
}

#[test]
fn errors_name_their_line() {
    refused("", "line 1: the text ends; expected othellier-genome");
    refused("weights", "line 1: `weights` does not begin a genome; expected othellier-genome 1");
    refused("othellier-genome 2", "line 1: version `2` is not known; expected 1");
    let with = |rest: &str| format!("othellier-genome 1\n{rest}");
    refused(&with(""), "line 2: the text ends; expected phases");
    refused(
        &with("discs 1"),
        "line 2: `discs 1` does not give the phases; expected phases 50 30 10",
    );
    refused(&with("phases"), "line 2: phases must have at least one number of empty squares");
    for phases in ["phases 10 30", "phases 30 30", "phases 61"] {
        let expected = format!("line 2: `{phases}` must fall, from 60 empty squares or fewer");
        refused(&with(phases), &expected);
    }
    refused(&with("phases 9\n\n"), "line 4: the text ends; expected a feature and its weights");
    refused(&with("phases 9\n# x\ndiscs"), "line 4: discs has 0 weights; expected 1, one a phase");
    refused(&with("phases 9\ndiscs 1.5"), "line 3: `1.5` is not a whole number");
    refused(&with("phases 9\ndiscs 3000000000"), "line 3: `3000000000` is too large");
    refused(&with("phases 9\ndiscs 1\ndiscs 2"), "line 4: discs is given twice");
    let error = with("phases 9\nmobilty 1").parse::<Genome>().unwrap_err();
    assert_eq!(error.line, 3);
    assert!(
        error
            .reason
            .to_string()
            .starts_with("there is no feature `mobilty`; expected one of discs, ")
    );
}

/// The features and weights of the report's seventh step, one row a feature.
#[test]
fn the_seventh_step_of_the_report_is_a_genome() {
    let genome = Genome::phased();
    let rows: Vec<_> = genome.rows().map(|(criterion, row)| (criterion.name(), row)).collect();
    assert_eq!(genome.phases(), [50, 30, 10, 0]);
    let expected: [(&str, &[i32]); 9] = [
        ("mobility", &[5, 4, 0, 0]),
        ("potential", &[5, 4, 0, 0]),
        ("frontier", &[5, 4, 0, 0]),
        ("matrix", &[2, 0, 0, 0]),
        ("stability", &[0, 3, 6, 6]),
        ("semi-stability", &[0, 3, 6, 6]),
        ("runs", &[0, 3, 0, 0]),
        ("parity-by-discs", &[0, 0, 3, 3]),
        ("discs", &[0, 0, 0, 6]),
    ];
    assert_eq!(rows, expected);
}

/// The columns of a genome stay aligned, with and without long names.
#[test]
fn the_columns_of_a_genome_are_aligned() {
    let long =
        "othellier-genome 1\nphases            50\nparity-by-discs    3\nruns              -1\n";
    let short = "othellier-genome 1\nphases      50\nstability    3\n";
    for text in [long, short] {
        assert_eq!(text.parse::<Genome>().unwrap().to_string(), text);
    }
}

#[test]
fn other_genes_keep_the_phases_and_features() {
    let parent = Genome::default();
    let genes: Vec<i32> = (0..).take(parent.genes().len()).collect();
    let child = parent.with_genes(genes.clone()).unwrap();
    assert_eq!((child.phases(), child.criteria()), (parent.phases(), parent.criteria()));
    assert_eq!(child.genes(), genes);
    let error = parent.with_genes(vec![1, 2]).unwrap_err();
    assert_eq!(error.to_string(), format!("2 genes were given; expected {}", genes.len()));
}

#[test]
fn a_genome_is_read_from_its_file() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/genomes");
    let board = Board::<Eight>::default().after("f5".parse().unwrap()).after("d6".parse().unwrap());
    for (file, name) in [("phased.txt", "phased"), ("default.txt", "genome")] {
        let [read, built_in] =
            [format!("genome(file=\"{folder}/{file}\")"), name.to_owned()].map(|spec| {
                build::<Eight>(&spec.parse().unwrap(), &Access::Full).unwrap().evaluate(board)
            });
        assert_eq!(read, built_in);
    }
    let spec = format!("genome(file=\"{}\")", concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml"));
    let Err(error) = build::<Eight>(&spec.parse().unwrap(), &Access::Full) else {
        panic!("it was built")
    };
    assert!(error.to_string().contains("Cargo.toml: line 1: `[package]` does not begin a genome"));
}
