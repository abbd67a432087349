//! Prints the JSON Schema of every object: `docs/wire.schema.json` is its output.

use std::collections::BTreeSet;

use othellier_wire as wire;
use serde_json::{Map, Value, json};
use utoipa::OpenApi;

/// The objects that are printed by themselves; the types they contain are found by following them.
#[derive(OpenApi)]
#[openapi(components(schemas(
    wire::AccuracyEvent,
    wire::ArchiveExportEvent,
    wire::ArchiveImportEvent,
    wire::ArchiveSearchEvent,
    wire::ArchiveStats,
    wire::Bench,
    wire::BookBuildTotal,
    wire::BookCheckEvent,
    wire::BookImportTotal,
    wire::BookLearnEvent,
    wire::BookLine,
    wire::BookMergeTotal,
    wire::BookProbe,
    wire::BookStats,
    wire::BotEvent,
    wire::CheckEvent,
    wire::ConvertEvent,
    wire::DemoEvent,
    wire::DocsEvent,
    wire::Drawing,
    wire::EndgamesEvent,
    wire::Entry,
    wire::EntryList,
    wire::Evaluation,
    wire::EvaluationEvent,
    wire::Exercise,
    wire::ExerciseEvent,
    wire::ExercisesTotal,
    wire::Experiment,
    wire::ExperimentEvent,
    wire::Explored,
    wire::FitEvent,
    wire::Game,
    wire::Grade,
    wire::GridServerEvent,
    wire::GridTotal,
    wire::Invitation,
    wire::Kinds,
    wire::LabelTotal,
    wire::Match,
    wire::MatchEvent,
    wire::MemberToken,
    wire::OpeningsEvent,
    wire::OrderingEvent,
    wire::Perft,
    wire::PlayEvent,
    wire::Position,
    wire::ProbcutEvent,
    wire::ReviewEvent,
    wire::Room,
    wire::SearchEvent,
    wire::SeatToken,
    wire::Seats,
    wire::SelfplayTotal,
    wire::Serving,
    wire::SolveEvent,
    wire::StaticSite,
    wire::ThoughtEvent,
    wire::ThreadBenchEvent,
    wire::TournamentEvent,
    wire::TuneEvent,
    wire::Version,
    wire::WatchedGame,
    wire::WeightsInfo,
    wire::Work,
)))]
struct Objects;

/// The schema, in the dialect of 2020-12.
pub(crate) fn schema() -> Value {
    let components = Objects::openapi().components.unwrap_or_default();
    let definitions = components.schemas.iter().map(|(name, schema)| {
        let mut schema = serde_json::to_value(schema).expect("a schema is JSON");
        follow(&mut schema);
        (name.clone(), schema)
    });
    let mut definitions: Map<String, Value> = definitions.collect();
    let mut flattened = BTreeSet::new();
    definitions.values().for_each(|schema| find_flattened(schema, &mut flattened));
    for name in flattened {
        // The object that it is flattened into has more fields.
        let schema = definitions.get_mut(&name).and_then(Value::as_object_mut);
        schema.expect("a definition").remove("additionalProperties");
    }
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "The JSON of Othellier",
        "description": "Every object of --json and of HTTP; docs/json.md has an example of each.",
        "$defs": definitions,
    })
}

/// The names of the definitions that are flattened into others.
fn find_flattened(schema: &Value, found: &mut BTreeSet<String>) {
    match schema {
        Value::Object(fields) => {
            let parts = fields.get("allOf").and_then(Value::as_array).into_iter().flatten();
            let names = parts.filter_map(|part| part["$ref"].as_str()?.strip_prefix("#/$defs/"));
            found.extend(names.map(str::to_owned));
            fields.values().for_each(|value| find_flattened(value, found));
        }
        Value::Array(values) => values.iter().for_each(|value| find_flattened(value, found)),
        _ => {}
    }
}

/// Makes references point into this document.
fn follow(schema: &mut Value) {
    match schema {
        Value::Object(fields) => {
            for (name, value) in fields {
                match value {
                    Value::String(to) if name == "$ref" => {
                        *to = to.replace("#/components/schemas/", "#/$defs/");
                    }
                    value => follow(value),
                }
            }
        }
        Value::Array(values) => values.iter_mut().for_each(follow),
        _ => {}
    }
}

#[allow(dead_code)]
fn main() {
    println!("{:#}", schema());
}
