//! The examples of `docs/json.md` are the objects: read as their type and written again, each is the
//! same. So a field that is renamed, added or removed fails here until the manual says it.

use std::collections::BTreeSet;

use othellier_wire as wire;
use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;

/// Reads an example as its type and writes it again.
fn again<T: Serialize + DeserializeOwned>(example: &Value) -> Result<Value, serde_json::Error> {
    serde_json::to_value(serde_json::from_value::<T>(example.clone())?)
}

type Again = fn(&Value) -> Result<Value, serde_json::Error>;

/// Every object that is printed by itself.
const TYPES: [(&str, Again); 65] = [
    ("AccuracyEvent", again::<wire::AccuracyEvent>),
    ("ArchiveExportEvent", again::<wire::ArchiveExportEvent>),
    ("ArchiveImportEvent", again::<wire::ArchiveImportEvent>),
    ("ArchiveSearchEvent", again::<wire::ArchiveSearchEvent>),
    ("ArchiveStats", again::<wire::ArchiveStats>),
    ("Bench", again::<wire::Bench>),
    ("BookBuildTotal", again::<wire::BookBuildTotal>),
    ("BookCheckEvent", again::<wire::BookCheckEvent>),
    ("BookImportTotal", again::<wire::BookImportTotal>),
    ("BookLearnEvent", again::<wire::BookLearnEvent>),
    ("BookLine", again::<wire::BookLine>),
    ("BookMergeTotal", again::<wire::BookMergeTotal>),
    ("BookProbe", again::<wire::BookProbe>),
    ("BookStats", again::<wire::BookStats>),
    ("BotEvent", again::<wire::BotEvent>),
    ("CheckEvent", again::<wire::CheckEvent>),
    ("ConvertEvent", again::<wire::ConvertEvent>),
    ("DemoEvent", again::<wire::DemoEvent>),
    ("DocsEvent", again::<wire::DocsEvent>),
    ("Drawing", again::<wire::Drawing>),
    ("EndgamesEvent", again::<wire::EndgamesEvent>),
    ("Entry", again::<wire::Entry>),
    ("EntryList", again::<wire::EntryList>),
    ("Evaluation", again::<wire::Evaluation>),
    ("EvaluationEvent", again::<wire::EvaluationEvent>),
    ("Exercise", again::<wire::Exercise>),
    ("ExerciseEvent", again::<wire::ExerciseEvent>),
    ("ExercisesTotal", again::<wire::ExercisesTotal>),
    ("Experiment", again::<wire::Experiment>),
    ("ExperimentEvent", again::<wire::ExperimentEvent>),
    ("Explored", again::<wire::Explored>),
    ("FitEvent", again::<wire::FitEvent>),
    ("Game", again::<wire::Game>),
    ("Grade", again::<wire::Grade>),
    ("GridServerEvent", again::<wire::GridServerEvent>),
    ("GridTotal", again::<wire::GridTotal>),
    ("Invitation", again::<wire::Invitation>),
    ("Kinds", again::<wire::Kinds>),
    ("LabelTotal", again::<wire::LabelTotal>),
    ("Match", again::<wire::Match>),
    ("MatchEvent", again::<wire::MatchEvent>),
    ("MemberToken", again::<wire::MemberToken>),
    ("OpeningsEvent", again::<wire::OpeningsEvent>),
    ("OrderingEvent", again::<wire::OrderingEvent>),
    ("Perft", again::<wire::Perft>),
    ("PlayEvent", again::<wire::PlayEvent>),
    ("Position", again::<wire::Position>),
    ("ProbcutEvent", again::<wire::ProbcutEvent>),
    ("ReviewEvent", again::<wire::ReviewEvent>),
    ("Room", again::<wire::Room>),
    ("SearchEvent", again::<wire::SearchEvent>),
    ("SeatToken", again::<wire::SeatToken>),
    ("Seats", again::<wire::Seats>),
    ("SelfplayTotal", again::<wire::SelfplayTotal>),
    ("Serving", again::<wire::Serving>),
    ("SolveEvent", again::<wire::SolveEvent>),
    ("StaticSite", again::<wire::StaticSite>),
    ("ThoughtEvent", again::<wire::ThoughtEvent>),
    ("ThreadBenchEvent", again::<wire::ThreadBenchEvent>),
    ("TournamentEvent", again::<wire::TournamentEvent>),
    ("TuneEvent", again::<wire::TuneEvent>),
    ("Version", again::<wire::Version>),
    ("WatchedGame", again::<wire::WatchedGame>),
    ("WeightsInfo", again::<wire::WeightsInfo>),
    ("Work", again::<wire::Work>),
];

/// The examples of a page: the type in the heading above, and the object.
pub(crate) fn examples(page: &str) -> Vec<(String, Value)> {
    let (mut heading, mut block, mut found) = (String::new(), None::<String>, Vec::new());
    for line in page.lines() {
        match &mut block {
            None if line.starts_with('#') => heading = line.to_owned(),
            None if line == "```json" => block = Some(String::new()),
            None => {}
            Some(text) if line == "```" => {
                let name = heading.rsplit('`').nth(1).unwrap_or_default().to_owned();
                // One object, or one on each line.
                for object in serde_json::Deserializer::from_str(text).into_iter() {
                    found.push((name.clone(), object.expect(&heading)));
                }
                block = None;
            }
            Some(text) => text.push_str(line),
        }
    }
    found
}

pub(crate) fn page(name: &str) -> String {
    let file = format!("{}/../../docs/{name}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(&file).expect(&file)
}

#[test]
fn every_example_of_the_manual_is_read_and_written_again_as_it_is() {
    let examples = examples(&page("json.md"));
    for (name, example) in &examples {
        let (_, again) = TYPES.iter().find(|(known, _)| known == name).expect(name);
        let written = again(example).unwrap_or_else(|error| panic!("{name}: {error}\n{example}"));
        assert_eq!(written, *example, "{name}");
    }
    let shown: BTreeSet<&str> = examples.iter().map(|(name, _)| name.as_str()).collect();
    let missing: Vec<&str> =
        TYPES.iter().map(|(name, _)| *name).filter(|name| !shown.contains(name)).collect();
    assert!(missing.is_empty(), "without an example: {missing:?}");
    assert_eq!(examples, self::examples(&page("fr/json.md")), "the French page has other examples");
}

/// Fields that other programs rely on, by type and `type`: they keep their names.
const KEPT: [(&str, &str, &[&str]); 22] = [
    ("Perft", "perft", &["depth", "nodes", "seconds", "nodes_per_second"]),
    (
        "Position",
        "position",
        &[
            "size",
            "board",
            "turn",
            "text",
            "discs",
            "empties",
            "status",
            "black_score",
            "moves",
            "opening",
        ],
    ),
    (
        "SolveEvent",
        "position",
        &["id", "empties", "score", "move", "pv", "nodes", "seconds", "expected", "ok"],
    ),
    ("SolveEvent", "total", &["positions", "wrong", "nodes", "seconds", "nodes_per_second"]),
    (
        "SearchEvent",
        "depth",
        &["depth", "selectivity", "to_the_end", "lines", "nodes", "seconds", "nodes_per_second"],
    ),
    (
        "SearchEvent",
        "result",
        &["depth", "selectivity", "lines", "nodes", "seconds", "memory_bytes", "stopped_by"],
    ),
    (
        "AccuracyEvent",
        "position",
        &["mean_abs_error", "best_move_rate", "within_3_rate", "mean_loss", "nodes", "seconds"],
    ),
    (
        "AccuracyEvent",
        "total",
        &["mean_abs_error", "best_move_rate", "within_3_rate", "mean_loss", "nodes", "seconds"],
    ),
    (
        "MatchEvent",
        "game",
        &["index", "pair", "a_color", "difference", "moves", "opening_length", "ending"],
    ),
    (
        "MatchEvent",
        "total",
        &[
            "wins",
            "draws",
            "losses",
            "score_rate",
            "elo",
            "elo_error",
            "pairs",
            "mean_disc_difference",
            "mean_ms_per_move",
            "illegal",
            "crashes",
            "time_losses",
            "played",
        ],
    ),
    ("Bench", "bench", &["signature", "nodes_per_second"]),
    (
        "ThreadBenchEvent",
        "threads",
        &["threads", "seconds", "nodes", "nodes_per_second", "speedup"],
    ),
    ("Version", "version", &["version", "kernel", "weights", "signature"]),
    ("Explored", "archive", &["available", "size", "all", "ended", "replies"]),
    (
        "Explored",
        "explore",
        &["games", "wins", "draws", "losses", "score_rate", "mean_discs", "last_year"],
    ),
    ("ReviewEvent", "begin", &["size", "moves", "level", "method"]),
    (
        "ReviewEvent",
        "move",
        &["ply", "color", "move", "before", "after", "best", "pv", "loss", "mark", "reasons"],
    ),
    ("ReviewEvent", "summary", &["black", "white", "turning_point", "graph"]),
    ("Exercise", "exercise", &["position", "empties", "goal", "stars", "seed"]),
    ("Grade", "grade", &["right", "keeps_result", "loss", "best", "moves", "pv", "best_pv"]),
    (
        "Game",
        "game",
        &[
            "id", "view", "may_play", "version", "size", "start", "players", "clock", "clocks",
            "pace_ms", "ply", "length", "moves", "position", "state", "opening", "outcome",
            "trouble",
        ],
    ),
    (
        "ThoughtEvent",
        "thought",
        &[
            "version",
            "color",
            "depth",
            "selectivity",
            "score",
            "trust",
            "percent",
            "pv",
            "nodes",
            "nodes_per_second",
            "seconds",
        ],
    ),
];

#[test]
fn fields_that_other_programs_rely_on_keep_their_names() {
    let examples = examples(&page("json.md"));
    for (name, kind, fields) in KEPT {
        let is_it = |(of, example): &&(String, Value)| of == name && example["type"] == kind;
        let (_, example) = examples.iter().find(is_it).unwrap_or_else(|| panic!("{name} {kind}"));
        for field in fields {
            assert!(example.get(field).is_some(), "{name} {kind} has no {field}");
        }
    }
    let lines = examples.iter().filter_map(|(_, example)| example["lines"].as_array()).flatten();
    for line in lines {
        for field in ["move", "score", "trust", "percent", "loss", "pv"] {
            assert!(line.get(field).is_some(), "{field}: {line}");
        }
        assert!(line["pv"].is_array());
    }
}
