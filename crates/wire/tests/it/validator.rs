//! Validates JSON against schemas, and refuses fields that a schema does not name: the schemas accept
//! them, because fields may be added. The tests of the command line and of the server use it too.

use std::collections::BTreeMap;

use boon::{Compiler, SchemaIndex, Schemas};
use serde_json::{Map, Value, json};

/// The address of the definitions, for the validator alone.
const DEFINITIONS: &str = "https://othellier.invalid/definitions";

pub(crate) struct Validator {
    schemas: Schemas,
    named: BTreeMap<String, SchemaIndex>,
}

impl Validator {
    /// Compiles schemas; their references are to the definitions.
    pub(crate) fn new(
        definitions: &Map<String, Value>,
        schemas: impl IntoIterator<Item = (String, Value)>,
    ) -> Validator {
        let mut compiler = Compiler::new();
        let all = definitions.iter().map(|(name, schema)| (name.clone(), strict(schema)));
        let all: Map<String, Value> = all.collect();
        compiler.add_resource(DEFINITIONS, json!({ "$defs": all })).unwrap();
        let mut validator = Validator { schemas: Schemas::new(), named: BTreeMap::new() };
        for (number, (name, schema)) in schemas.into_iter().enumerate() {
            let address = format!("{DEFINITIONS}/{number}");
            compiler.add_resource(&address, strict(&schema)).unwrap();
            let compiled = compiler.compile(&address, &mut validator.schemas);
            let compiled = compiled.unwrap_or_else(|error| panic!("{name}: {error:#}"));
            validator.named.insert(name, compiled);
        }
        validator
    }

    #[allow(dead_code)]
    pub(crate) fn of_definitions(definitions: &Map<String, Value>) -> Validator {
        let whole = |name: &String| (name.clone(), closed(json!({ "$ref": name })));
        Validator::new(definitions, definitions.keys().map(whole))
    }

    /// The names of the schemas.
    #[allow(dead_code)]
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.named.keys().map(String::as_str)
    }

    /// Validates an object; the error says where it is wrong.
    pub(crate) fn check(&self, name: &str, object: &Value) -> Result<(), String> {
        let schema = *self.named.get(name).unwrap_or_else(|| panic!("there is no schema {name}"));
        let result = self.schemas.validate(object, schema);
        result.map_err(|error| format!("{name}: {error:#}\n{object}"))
    }
}

/// A schema of a whole object, which has no other fields.
pub(crate) fn closed(mut schema: Value) -> Value {
    if let Value::Object(keywords) = &mut schema {
        keywords.insert("unevaluatedProperties".to_owned(), false.into());
    }
    schema
}

/// This schema with every object inside closed and every reference to the definitions.
fn strict(schema: &Value) -> Value {
    let all = |schemas: &[Value], one: fn(&Value) -> Value| schemas.iter().map(one).collect();
    let whole = |schema: &Value| closed(strict(schema));
    match schema {
        Value::Object(keywords) => {
            let keyword = |(keyword, value): (&String, &Value)| {
                let value = match (keyword.as_str(), value) {
                    ("$ref", Value::String(to)) => {
                        let name = to.rsplit('/').next().unwrap_or(to);
                        format!("{DEFINITIONS}#/$defs/{name}").into()
                    }
                    ("properties", Value::Object(fields)) => {
                        fields.iter().map(|(name, field)| (name.clone(), whole(field))).collect()
                    }
                    // Any values at all.
                    ("additionalProperties", Value::Object(any)) if any.is_empty() => value.clone(),
                    ("items" | "additionalProperties", value) => whole(value),
                    ("prefixItems", Value::Array(items)) => all(items, |item| closed(strict(item))),
                    (_, value) => strict(value),
                };
                (keyword.clone(), value)
            };
            keywords.iter().map(keyword).collect()
        }
        Value::Array(schemas) => all(schemas, strict),
        other => other.clone(),
    }
}
