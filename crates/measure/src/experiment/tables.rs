//! Rows as column tables for other programs: CSV, Parquet and JSON with the same content.

use std::io::Write;
use std::sync::Arc;

use parquet::data_type::{ByteArray, ByteArrayType, DoubleType, Int64Type};
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::parser::parse_message_type;

use super::plan::{Job, Plan};
use super::{Arm, Findings, Row};

/// A table of columns, all of the same length.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DataTable {
    /// Its name, also that of its files.
    pub name: &'static str,
    /// The columns from left to right.
    pub columns: Vec<(&'static str, Column)>,
}

/// A column; unknown values are `None`.
#[derive(Clone, Debug, PartialEq)]
pub enum Column {
    Text(Vec<Option<String>>),
    Whole(Vec<Option<i64>>),
    Number(Vec<Option<f64>>),
}

/// A value of a table.
enum Cell {
    Text(String),
    Whole(i64),
    Number(f64),
    Unknown,
}

impl DataTable {
    /// Adds a row; the first one defines the columns.
    fn push(&mut self, cells: Vec<(&'static str, Cell)>) {
        if self.columns.is_empty() {
            self.columns = cells
                .iter()
                .map(|(name, cell)| {
                    let column = match cell {
                        Cell::Text(_) => Column::Text(Vec::new()),
                        Cell::Whole(_) => Column::Whole(Vec::new()),
                        Cell::Number(_) | Cell::Unknown => Column::Number(Vec::new()),
                    };
                    (*name, column)
                })
                .collect();
        }
        for ((_, column), (_, cell)) in self.columns.iter_mut().zip(cells) {
            match (column, cell) {
                (Column::Text(column), Cell::Text(text)) => column.push(Some(text)),
                (Column::Whole(column), Cell::Whole(number)) => column.push(Some(number)),
                (Column::Number(column), Cell::Number(number)) => column.push(Some(number)),
                (Column::Text(column), _) => column.push(None),
                (Column::Whole(column), _) => column.push(None),
                (Column::Number(column), _) => column.push(None),
            }
        }
    }

    pub fn rows(&self) -> usize {
        self.columns.first().map_or(0, |(_, column)| match column {
            Column::Text(column) => column.len(),
            Column::Whole(column) => column.len(),
            Column::Number(column) => column.len(),
        })
    }

    /// As comma-separated values with a header line.
    pub fn csv(&self) -> Vec<u8> {
        let mut writer = csv::Writer::from_writer(Vec::new());
        let written = "writing to memory";
        writer.write_record(self.columns.iter().map(|(name, _)| name)).expect(written);
        for row in 0..self.rows() {
            let record = self.columns.iter().map(|(_, column)| match column {
                Column::Text(column) => column[row].clone().unwrap_or_default(),
                Column::Whole(column) => column[row].map_or(String::new(), |n| n.to_string()),
                Column::Number(column) => column[row].map_or(String::new(), |n| n.to_string()),
            });
            writer.write_record(record).expect(written);
        }
        writer.into_inner().expect(written)
    }

    /// As Parquet, not compressed; the provenance is in its metadata under `othellier`.
    pub fn parquet(&self, provenance: &serde_json::Value) -> Vec<u8> {
        self.write_parquet(provenance).expect("a table in memory becomes a file in memory")
    }

    fn write_parquet(
        &self,
        provenance: &serde_json::Value,
    ) -> Result<Vec<u8>, parquet::errors::ParquetError> {
        let field = |(name, column): &(&str, Column)| match column {
            Column::Text(_) => format!("OPTIONAL BYTE_ARRAY {name} (UTF8);"),
            Column::Whole(_) => format!("OPTIONAL INT64 {name};"),
            Column::Number(_) => format!("OPTIONAL DOUBLE {name};"),
        };
        let fields: Vec<String> = self.columns.iter().map(field).collect();
        let schema =
            parse_message_type(&format!("message {} {{ {} }}", self.name, fields.join(" ")))?;
        let origin = KeyValue::new("othellier".to_owned(), provenance.to_string());
        let properties = WriterProperties::builder()
            .set_created_by(format!("othellier {}", env!("CARGO_PKG_VERSION")))
            .set_key_value_metadata(Some(vec![origin]))
            .build();
        let mut file =
            SerializedFileWriter::new(Vec::new(), Arc::new(schema), Arc::new(properties))?;
        let mut group = file.next_row_group()?;
        for (_, column) in &self.columns {
            let mut writer = group.next_column()?.expect("a writer for each column");
            match column {
                Column::Text(column) => {
                    let values: Vec<ByteArray> =
                        column.iter().flatten().map(|text| text.as_str().into()).collect();
                    writer.typed::<ByteArrayType>().write_batch(
                        &values,
                        Some(&levels(column)),
                        None,
                    )?;
                }
                Column::Whole(column) => {
                    let values: Vec<i64> = column.iter().flatten().copied().collect();
                    writer.typed::<Int64Type>().write_batch(
                        &values,
                        Some(&levels(column)),
                        None,
                    )?;
                }
                Column::Number(column) => {
                    let values: Vec<f64> = column.iter().flatten().copied().collect();
                    writer.typed::<DoubleType>().write_batch(
                        &values,
                        Some(&levels(column)),
                        None,
                    )?;
                }
            }
            writer.close()?;
        }
        group.close()?;
        file.into_inner()
    }

    /// As one JSON object: the provenance, and each row as an object.
    pub fn json(&self, provenance: &serde_json::Value) -> Vec<u8> {
        let mut out = Vec::new();
        let written = "writing to memory";
        write!(out, "{{\"provenance\":{provenance},\"rows\":[").expect(written);
        for (row, object) in self.objects().into_iter().enumerate() {
            let comma = if row == 0 { "\n" } else { ",\n" };
            write!(out, "{comma}{object}").expect(written);
        }
        out.extend_from_slice(b"\n]}\n");
        out
    }

    /// The rows as JSON objects.
    pub fn objects(&self) -> Vec<serde_json::Value> {
        let object = |row: usize| {
            let cell = |(name, column): &(&'static str, Column)| {
                let value = match column {
                    Column::Text(column) => column[row].clone().into(),
                    Column::Whole(column) => column[row].into(),
                    Column::Number(column) => column[row].into(),
                };
                ((*name).to_owned(), value)
            };
            serde_json::Value::Object(self.columns.iter().map(cell).collect())
        };
        (0..self.rows()).map(object).collect()
    }
}

/// Parquet definition levels: 1 for a value, 0 for a missing one.
fn levels<T>(column: &[Option<T>]) -> Vec<i16> {
    column.iter().map(|value| i16::from(value.is_some())).collect()
}

fn text(text: impl ToString) -> Cell {
    Cell::Text(text.to_string())
}

fn whole(number: impl TryInto<i64>) -> Cell {
    Cell::Whole(number.try_into().unwrap_or(i64::MAX))
}

fn number(number: Option<f64>) -> Cell {
    number.map_or(Cell::Unknown, Cell::Number)
}

/// Every non-empty table of an experiment: the rows of units, and the summaries.
pub fn all(plan: &Plan, rows: &[Row]) -> Vec<DataTable> {
    let mut sorted: Vec<(usize, &Row)> =
        rows.iter().filter_map(|row| Some((plan.unit_of(row)?.job, row))).collect();
    sorted.sort_by_key(|(job, row)| (*job, row.unit().1, row.unit().2));
    let mut games = DataTable { name: "games", ..DataTable::default() };
    let mut moves = DataTable { name: "moves", ..DataTable::default() };
    let mut searches = DataTable { name: "searches", ..DataTable::default() };
    let mut predictions = DataTable { name: "predictions", ..DataTable::default() };
    let mut timings = DataTable { name: "timings", ..DataTable::default() };
    for (job, row) in sorted {
        match (&plan.jobs[job], row) {
            (Job::Games { arms, .. }, Row::Game(row)) => {
                let arm = &arms[row.arm];
                games.push(game_cells(arm, row));
                for stats in &row.move_stats {
                    moves.push(move_cells(arm, row, stats));
                }
            }
            (Job::Positions { arms, part, .. }, Row::Search(row)) => {
                searches.push(search_cells(&arms[row.arm], part.repetitions, row));
            }
            (Job::Predictions { evaluators, .. }, Row::Prediction(row)) => {
                for (ply, guesses) in (row.first_ply..).zip(&row.guesses) {
                    for (evaluator, guess) in evaluators.specs.iter().zip(guesses) {
                        predictions.push(vec![
                            ("part", text(&row.part)),
                            ("game", whole(row.index)),
                            ("move_number", whole(ply)),
                            ("evaluator", text(evaluator)),
                            ("guess", whole(*guess)),
                            ("result", whole(row.result)),
                        ]);
                    }
                }
            }
            (Job::Timed(timed), Row::Timing(row)) => timings.push(timing_cells(timed, row)),
            _ => {}
        }
    }
    let mut tables = vec![games, moves, searches, predictions, timings];
    let findings = Findings::of(plan, rows);
    tables.push(generations(plan, &findings));
    tables.push(shares(plan));
    tables.extend(summaries(plan, &findings));
    tables.retain(|table| table.rows() > 0);
    tables
}

/// The shares of roulette wheels, one row for each individual and law.
fn shares(plan: &Plan) -> DataTable {
    let mut table = DataTable { name: "shares", ..DataTable::default() };
    for part in &plan.experiment.roulette {
        for (law, shares) in part.wheels() {
            for (fitness, share) in part.fitnesses.iter().zip(shares) {
                table.push(vec![
                    ("part", text(&part.name)),
                    ("law", text(law)),
                    ("fitness", Cell::Number(*fitness)),
                    ("share", Cell::Number(share)),
                ]);
            }
        }
    }
    table
}

/// Evolutions, one row for each generation.
fn generations(plan: &Plan, findings: &Findings) -> DataTable {
    let mut table = DataTable { name: "generations", ..DataTable::default() };
    for job in &plan.jobs {
        let Job::Evolution(bred) = job else { continue };
        for (evolution, runs) in bred.evolutions.iter().zip(findings.evolutions(job.name())) {
            for (run, history) in (1..).zip(runs) {
                for (number, generation) in (1..).zip(history) {
                    let genes: Vec<String> =
                        generation.genes.iter().map(ToString::to_string).collect();
                    table.push(vec![
                        ("part", text(job.name())),
                        ("law", text(evolution.breeding.law)),
                        ("run", Cell::Whole(run)),
                        ("generation", Cell::Whole(number)),
                        ("best", Cell::Number(generation.best)),
                        ("mean", Cell::Number(generation.mean)),
                        ("worst", Cell::Number(generation.worst)),
                        ("deviation", Cell::Number(generation.deviation)),
                        ("diversity", Cell::Number(generation.diversity)),
                        ("renewed", whole(i64::from(generation.renewed))),
                        ("genes", text(genes.join(" "))),
                    ]);
                }
            }
        }
    }
    table
}

/// The opponent of an arm.
fn opponent(arm: &Arm) -> String {
    arm.opponent.as_ref().map_or(String::new(), ToString::to_string)
}

fn game_cells(arm: &Arm, row: &super::GameRow) -> Vec<(&'static str, Cell)> {
    let own = || row.move_stats.iter().filter(|stats| stats.own);
    vec![
        ("part", text(&row.part)),
        ("arm", text(&arm.name)),
        ("player", text(&arm.player)),
        ("opponent", text(opponent(arm))),
        ("game", whole(row.index)),
        ("pair", row.pair.map_or(Cell::Whole(-1), whole)),
        ("color", text(&row.color)),
        ("opening_length", whole(row.opening_length)),
        ("moves", text(&row.moves)),
        ("board", text(&row.board)),
        ("black_discs", whole(row.black)),
        ("white_discs", whole(row.white)),
        ("empties", whole(64 - i64::from(row.black) - i64::from(row.white))),
        ("difference", whole(row.difference)),
        ("score", Cell::Number(row.half_points() as f64 / 2.0)),
        ("ending", text(&row.ending)),
        ("seconds", Cell::Number(row.seconds)),
        ("nodes", whole(own().map(|stats| stats.nodes).sum::<u64>())),
        ("thinking_ms", Cell::Number(own().map(|t| t.nanoseconds).sum::<u64>() as f64 / 1e6)),
        ("slowest_ms", Cell::Number(own().map(|t| t.nanoseconds).max().unwrap_or(0) as f64 / 1e6)),
    ]
}

fn move_cells(
    arm: &Arm,
    row: &super::GameRow,
    stats: &super::MoveStatsRow,
) -> Vec<(&'static str, Cell)> {
    let mut cells = vec![
        ("part", text(&row.part)),
        ("arm", text(&arm.name)),
        ("player", text(&arm.player)),
        ("opponent", text(opponent(arm))),
        ("game", whole(row.index)),
        ("move_number", whole(stats.ply)),
        ("who", text(if stats.own { "player" } else { "opponent" })),
    ];
    cells.extend(move_stats_cells(stats));
    cells
}

fn search_cells(
    arm: &Arm,
    repetitions: usize,
    row: &super::SearchRow,
) -> Vec<(&'static str, Cell)> {
    let mut cells = vec![
        ("part", text(&row.part)),
        ("arm", text(&arm.name)),
        ("player", text(&arm.player)),
        ("phase", text(&row.phase)),
        ("position", text(&row.position)),
        ("repetition", whole(row.index % repetitions)),
        ("chosen", text(&row.chosen)),
        ("score", number(row.score)),
    ];
    cells.extend(move_stats_cells(&row.stats));
    cells
}

fn timing_cells(timed: &super::TimingPlan, row: &super::TimingRow) -> Vec<(&'static str, Cell)> {
    let each = (row.operations > 0).then(|| row.nanoseconds as f64 / row.operations as f64);
    vec![
        ("part", text(&row.part)),
        ("arm", text(timed.arms()[row.arm])),
        ("repetition", whole(row.index)),
        ("operations", whole(row.operations)),
        ("nanoseconds", whole(row.nanoseconds)),
        ("ns_per_operation", number(each)),
        ("checksum", text(row.checksum)),
    ]
}

fn move_stats_cells(stats: &super::MoveStatsRow) -> Vec<(&'static str, Cell)> {
    vec![
        ("ms", Cell::Number(stats.nanoseconds as f64 / 1e6)),
        ("nodes", whole(stats.nodes)),
        ("depth", whole(stats.depth)),
        ("live_bytes", whole(stats.live_bytes)),
        ("peak_bytes", whole(stats.peak_bytes)),
        ("cumulated_bytes", whole(stats.cumulated_bytes)),
        ("reused_nodes", whole(stats.reused_nodes)),
        ("table_probes", whole(stats.probes)),
        ("table_hits", whole(stats.hits)),
        ("table_collisions", whole(stats.collisions)),
        ("table_filled", whole(stats.filled)),
        ("table_slots", whole(stats.slots)),
    ]
}

/// The columns of the player's results with Black and with White.
const COLOR_COLUMNS: [[&str; 6]; 2] = [
    [
        "wins_as_black",
        "draws_as_black",
        "losses_as_black",
        "player_share_as_black",
        "opponent_share_as_black",
        "empty_share_as_black",
    ],
    [
        "wins_as_white",
        "draws_as_white",
        "losses_as_white",
        "player_share_as_white",
        "opponent_share_as_white",
        "empty_share_as_white",
    ],
];

/// The summaries by arm, and the times by move number.
fn summaries(plan: &Plan, findings: &Findings) -> [DataTable; 2] {
    let mut summary = DataTable { name: "summary", ..DataTable::default() };
    let mut by_move = DataTable { name: "by_move", ..DataTable::default() };
    for job in &plan.jobs {
        let Job::Games { part, arms, .. } = job else { continue };
        for (arm, found) in arms.iter().zip(findings.games(&part.name)) {
            let interval = found.score.interval();
            let elo = found.elo();
            let spread =
                |mean: Option<crate::stats::Mean>| mean.and_then(crate::stats::Mean::error);
            let mut cells = vec![
                ("part", text(&part.name)),
                ("arm", text(&arm.name)),
                ("player", text(&arm.player)),
                ("opponent", text(opponent(arm))),
                ("games", whole(found.score.games())),
                ("wins", whole(found.score.wins)),
                ("draws", whole(found.score.draws)),
                ("losses", whole(found.score.losses)),
                ("score_rate", number(found.score.score_rate())),
                ("score_low", number(interval.map(|(low, _)| low))),
                ("score_high", number(interval.map(|(_, high)| high))),
                ("elo", number(elo.map(|elo| elo.difference))),
                ("elo_error", number(elo.map(|elo| elo.error))),
                ("sprt_llr", number(found.sprt.map(|(_, llr, _)| llr))),
                ("mean_discs", number(found.discs.map(|mean| mean.mean))),
                ("mean_discs_error", number(spread(found.discs))),
                ("black_score_rate", number(found.black.score_rate())),
                ("game_seconds", number(found.game_seconds.map(|mean| mean.mean))),
                ("mean_ms", number(found.milliseconds.map(|mean| mean.mean))),
                ("mean_ms_error", number(spread(found.milliseconds))),
                ("median_ms", Cell::Number(found.times.median.as_secs_f64() * 1e3)),
                ("p95_ms", Cell::Number(found.times.p95.as_secs_f64() * 1e3)),
                ("slowest_ms", Cell::Number(found.times.slowest.as_secs_f64() * 1e3)),
                ("mean_nodes", number(found.nodes.map(|mean| mean.mean))),
                ("live_bytes", whole(found.live_bytes)),
                ("peak_bytes", whole(found.peak_bytes)),
                ("cumulated_bytes_per_game", number(found.cumulated_bytes.map(|m| m.mean))),
                ("table_hit_rate", number(found.table.hits)),
                ("table_collision_rate", number(found.table.collisions)),
                ("table_fill", number(found.table.fill)),
                ("faults", whole(found.faults)),
            ];
            let names = ["pairs_0", "pairs_half", "pairs_1", "pairs_one_half", "pairs_2"];
            cells.extend(names.into_iter().zip(found.pairs.0.map(whole)));
            let shares = found.occupation;
            cells.push(("black_share", number(shares.map(|shares| shares.black))));
            cells.push(("white_share", number(shares.map(|shares| shares.white))));
            cells.push(("empty_share", number(shares.map(|shares| shares.empty))));
            for (names, found) in COLOR_COLUMNS.into_iter().zip(found.by_color) {
                let [player, opponent, empty] = match found.holding {
                    Some(held) => [held.player, held.opponent, held.empty].map(Some),
                    None => [None; 3],
                };
                let score = found.score;
                cells.extend(names.into_iter().zip([
                    whole(score.wins),
                    whole(score.draws),
                    whole(score.losses),
                    number(player),
                    number(opponent),
                    number(empty),
                ]));
            }
            summary.push(cells);
            for at in &found.by_move {
                by_move.push(vec![
                    ("part", text(&part.name)),
                    ("arm", text(&arm.name)),
                    ("player", text(&arm.player)),
                    ("opponent", text(opponent(arm))),
                    ("move_number", whole(at.ply)),
                    ("moves", whole(at.times.count)),
                    ("mean_ms", Cell::Number(at.milliseconds.mean)),
                    ("mean_ms_error", number(at.milliseconds.error())),
                    ("median_ms", Cell::Number(at.times.median.as_secs_f64() * 1e3)),
                    ("p95_ms", Cell::Number(at.times.p95.as_secs_f64() * 1e3)),
                    ("slowest_ms", Cell::Number(at.times.slowest.as_secs_f64() * 1e3)),
                    ("mean_nodes", Cell::Number(at.nodes.mean)),
                    ("mean_peak_bytes", Cell::Number(at.peak_bytes.mean)),
                    ("mean_live_bytes", Cell::Number(at.live_bytes.mean)),
                ]);
            }
        }
    }
    [summary, by_move]
}
