//! `docs/wire.schema.json` is what the types say, and the examples of the manual are valid by it.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

use crate::examples::{examples, page};
use crate::validator::Validator;

#[path = "../../examples/schema.rs"]
mod printed;

#[test]
fn the_schema_file_is_up_to_date() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/wire.schema.json");
    let found = std::fs::read_to_string(file).unwrap_or_default();
    let found: Value = serde_json::from_str(&found).unwrap_or_default();
    let again =
        "cargo run -p othellier-wire --features schema --example schema > docs/wire.schema.json";
    assert!(found == printed::schema(), "the types have changed: {again}");
}

#[test]
fn every_reference_is_defined_and_every_type_is_described() {
    let schema = printed::schema();
    let definitions = definitions(&schema);
    assert!(definitions.len() > 60, "{}", definitions.len());
    let text = schema.to_string();
    for part in text.split("\"$ref\":\"#/$defs/").skip(1) {
        let name = part.split('"').next().unwrap();
        assert!(definitions.contains_key(name), "{name}");
    }
    assert!(!text.contains("#/components"));
    for (name, definition) in definitions {
        // A tag has one value, which says it.
        let is_tag = definition["enum"].as_array().is_some_and(|values| values.len() == 1);
        assert!(is_tag || definition.to_string().contains("\"description\""), "{name}");
    }
}

fn definitions(schema: &Value) -> &Map<String, Value> {
    schema["$defs"].as_object().unwrap()
}

#[test]
fn every_example_of_the_manual_is_valid() {
    let schema = printed::schema();
    let validator = Validator::of_definitions(definitions(&schema));
    let wrong = examples(&page("json.md")).into_iter();
    let wrong = wrong.filter_map(|(name, example)| validator.check(&name, &example).err());
    let wrong: Vec<String> = wrong.collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

#[test]
fn no_definition_accepts_every_object() {
    let schema = printed::schema();
    let validator = Validator::of_definitions(definitions(&schema));
    for name in definitions(&schema).keys() {
        for object in [json!({}), json!({ "surprise": 1 })] {
            assert!(validator.check(name, &object).is_err(), "{name} accepts {object}");
        }
    }
    every_field_is_constrained(&schema, "");
}

fn every_field_is_constrained(schema: &Value, place: &str) {
    for (below, part) in parts(schema, place) {
        if place.ends_with("/properties") || below.ends_with("/items") {
            let says = |keyword: &&str| part.get(keyword).is_some();
            let is_constrained = ["$ref", "type", "oneOf", "allOf"].iter().any(says);
            assert!(is_constrained, "{below} accepts everything");
        }
        every_field_is_constrained(part, &below);
    }
}

#[test]
fn every_definition_and_every_type_has_an_example() {
    let schema = printed::schema();
    let mut covered = Coverage::new(&schema);
    for (name, example) in examples(&page("json.md")) {
        covered.visit(&format!("/$defs/{name}"), &example);
    }
    let parts = definitions(&schema).keys().map(|name| format!("/$defs/{name}"));
    let missing: Vec<String> = parts.filter(|part| !covered.seen.contains(part)).collect();
    assert!(missing.is_empty(), "without an example: {missing:#?}");
    let types = types(&schema);
    assert!(types.len() > 100, "{}", types.len());
    let missing: Vec<&String> = types.iter().filter(|kind| !covered.seen.contains(*kind)).collect();
    assert!(missing.is_empty(), "without an example: {missing:#?}");
}

/// The parts of a schema that accept an example, by their place: `/$defs/Version`, and the values of
/// lists of values, as `/$defs/VersionType "version"`.
struct Coverage<'a> {
    schema: &'a Value,
    alternatives: Validator,
    seen: BTreeSet<String>,
}

impl Coverage<'_> {
    fn new(schema: &Value) -> Coverage<'_> {
        let alternatives = Validator::new(definitions(schema), alternatives(schema, ""));
        Coverage { schema, alternatives, seen: BTreeSet::new() }
    }

    fn visit(&mut self, place: &str, object: &Value) {
        let part = self.schema.pointer(place).unwrap();
        self.seen.insert(place.to_owned());
        if part.get("enum").is_some() {
            self.seen.insert(format!("{place} {object}"));
        }
        if let Some(reference) = part["$ref"].as_str() {
            self.visit(reference.trim_start_matches('#'), object);
        }
        for (name, _) in part["properties"].as_object().into_iter().flatten() {
            if let Some(value) = object.get(name) {
                self.visit(&format!("{place}/properties/{name}"), value);
            }
        }
        if part["items"].is_object() {
            for item in object.as_array().into_iter().flatten() {
                self.visit(&format!("{place}/items"), item);
            }
        }
        if part["additionalProperties"].is_object() {
            for (_, value) in object.as_object().into_iter().flatten() {
                self.visit(&format!("{place}/additionalProperties"), value);
            }
        }
        for number in 0..part["allOf"].as_array().map_or(0, Vec::len) {
            self.visit(&format!("{place}/allOf/{number}"), object);
        }
        for number in 0..part["oneOf"].as_array().map_or(0, Vec::len) {
            let alternative = format!("{place}/oneOf/{number}");
            if self.alternatives.check(&alternative, object).is_ok() {
                self.visit(&alternative, object);
            }
        }
    }
}

/// The parts of a value, with their places.
fn parts<'a>(value: &'a Value, place: &str) -> Vec<(String, &'a Value)> {
    match value {
        Value::Object(fields) => {
            fields.iter().map(|(name, field)| (format!("{place}/{name}"), field)).collect()
        }
        Value::Array(items) => {
            (0..).zip(items).map(|(number, item)| (format!("{place}/{number}"), item)).collect()
        }
        _ => Vec::new(),
    }
}

/// The alternatives in a schema.
fn alternatives(schema: &Value, place: &str) -> Vec<(String, Value)> {
    let mut found = Vec::new();
    for (below, part) in parts(schema, place) {
        if place.ends_with("/oneOf") {
            found.push((below.clone(), part.clone()));
        }
        found.extend(alternatives(part, &below));
    }
    found
}

/// Every value of every field `type`.
fn types(schema: &Value) -> BTreeSet<String> {
    fn find(document: &Value, schema: &Value, place: &str, found: &mut BTreeSet<String>) {
        for (below, part) in parts(schema, place) {
            if below.ends_with("/properties/type") {
                let reference = part["$ref"].as_str().map(|to| to.trim_start_matches('#'));
                let at = reference.unwrap_or(&below);
                let values = document.pointer(at).unwrap()["enum"].as_array().expect(at);
                found.extend(values.iter().map(|value| format!("{at} {value}")));
            }
            find(document, part, &below, found);
        }
    }
    let mut found = BTreeSet::new();
    find(schema, schema, "", &mut found);
    found
}
