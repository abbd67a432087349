//! The rows of an experiment as tables for other programs.

use othellier_measure::experiment::tables::{self, Column};
use othellier_measure::experiment::{Experiment, Plan, builtin};
use othellier_spec::Access;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::RowAccessor;

use crate::experiment::{plan, run};

#[test]
fn tables_are_equal_in_every_format() {
    let plan = plan();
    let rows = run(&plan, &[], 2, usize::MAX);
    let provenance = serde_json::json!({ "seed": 5 });
    let tables = tables::all(&plan, &rows);
    let names: Vec<_> = tables.iter().map(|table| table.name).collect();
    let expected = [
        "games",
        "moves",
        "searches",
        "predictions",
        "timings",
        "generations",
        "summary",
        "by_move",
    ];
    assert_eq!(names, expected);
    for table in tables {
        let csv = String::from_utf8(table.csv()).unwrap();
        assert_eq!(csv.lines().count(), table.rows() + 1);
        let json: serde_json::Value = serde_json::from_slice(&table.json(&provenance)).unwrap();
        assert_eq!(json["provenance"]["seed"], 5);
        let objects = json["rows"].as_array().unwrap();
        assert_eq!(objects.len(), table.rows());
        let bytes = bytes::Bytes::from(table.parquet(&provenance));
        let file = SerializedFileReader::new(bytes).unwrap();
        let metadata = file.metadata().file_metadata();
        assert_eq!(metadata.num_rows(), table.rows() as i64);
        let origin = metadata.key_value_metadata().unwrap().iter().find(|kv| kv.key == "othellier");
        assert_eq!(origin.unwrap().value.as_deref(), Some(r#"{"seed":5}"#));
        let first = file.get_row_iter(None).unwrap().next().unwrap().unwrap();
        assert_eq!(first.get_string(0).unwrap(), objects[0]["part"].as_str().unwrap());
    }
}

/// Roulette wheels need no units; their shares are exported as a table and sum to 1.
#[test]
fn wheels_are_exported_as_a_table() {
    let (_, text) = builtin::ALL.into_iter().find(|(name, _)| *name == "b13").unwrap();
    let tables =
        tables::all(&Plan::of(Experiment::read(text).unwrap(), &Access::Sealed).unwrap(), &[]);
    let [table] = &tables[..] else { panic!("{tables:?}") };
    assert_eq!((table.name, table.rows()), ("shares", 28));
    let Column::Number(shares) = &table.columns[3].1 else { panic!("{table:?}") };
    assert!((shares.iter().flatten().sum::<f64>() - 4.0).abs() < 1e-9);
}
