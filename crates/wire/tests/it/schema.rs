//! `docs/wire.schema.json` is what the types say.

#[path = "../../examples/schema.rs"]
mod printed;

#[test]
fn the_schema_file_is_up_to_date() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/wire.schema.json");
    let found = std::fs::read_to_string(file).unwrap_or_default();
    let found: serde_json::Value = serde_json::from_str(&found).unwrap_or_default();
    let again =
        "cargo run -p othellier-wire --features schema --example schema > docs/wire.schema.json";
    assert!(found == printed::schema(), "the types have changed: {again}");
}

#[test]
fn every_reference_is_defined_and_every_type_is_described() {
    let schema = printed::schema();
    let definitions = schema["$defs"].as_object().unwrap();
    assert!(definitions.len() > 60, "{}", definitions.len());
    let text = schema.to_string();
    for part in text.split("\"$ref\":\"#/$defs/").skip(1) {
        let name = part.split('"').next().unwrap();
        assert!(definitions.contains_key(name), "{name}");
    }
    assert!(!text.contains("#/components"));
    for (name, definition) in definitions {
        assert!(definition.to_string().contains("\"description\""), "{name}");
    }
}
