//! Measurements of the program itself.

use serde::{Deserialize, Serialize};

use crate::type_tag;

type_tag! {
    PerftType = "perft";
    BenchType = "bench";
    VersionType = "version";
    ServingType = "serving";
}

/// The number of leaves of the game tree.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Perft {
    #[serde(rename = "type")]
    pub kind: PerftType,
    pub position: String,
    pub depth: u32,
    /// Whether a pass counts as a ply.
    pub pass_as_ply: bool,
    pub nodes: u64,
    pub seconds: f64,
    pub nodes_per_second: f64,
    /// The counter: an instruction set, `generic` or `mailbox`.
    pub kernel: String,
    /// Memory of the discs of one board.
    pub board_bits: usize,
    pub threads: usize,
    /// The leaves below each move, if they were asked for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub divide: Vec<Branch>,
}

/// A move at the root, and the leaves below it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Branch {
    #[serde(rename = "move")]
    pub played: String,
    pub nodes: u64,
}

/// The searches of a fixed set of positions.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Bench {
    #[serde(rename = "type")]
    pub kind: BenchType,
    /// All nodes: the same on every machine.
    pub signature: u64,
    pub nodes_per_second: f64,
    pub seconds: f64,
    pub positions: u64,
    /// Those whose score is wrong.
    pub wrong: u64,
    pub kernel: String,
    /// The parts of the set.
    pub parts: Vec<BenchPart>,
}

/// A part of the set of positions.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct BenchPart {
    pub name: String,
    pub positions: u64,
    pub nodes: u64,
    pub seconds: f64,
}

/// The output of `bench --threads`: one position, and the worth of a number of threads.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ThreadBenchEvent {
    /// A position that was searched.
    Position(ThreadPosition),
    /// All positions with one number of threads.
    Threads(ThreadRow),
}

/// A position that was searched by several threads.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ThreadPosition {
    /// The number of the position, from 1.
    pub id: u64,
    /// The number of empty squares.
    pub empties: u32,
    pub threads: usize,
    /// The score that was found.
    pub score: f64,
    /// False if the score is known to be another.
    pub ok: bool,
    pub nodes: u64,
    pub seconds: f64,
}

/// The worth of a number of threads, compared with one thread.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ThreadRow {
    pub threads: usize,
    pub positions: usize,
    /// Those whose score is wrong.
    pub wrong: usize,
    pub nodes: u64,
    /// The sum of the times.
    pub seconds: f64,
    pub nodes_per_second: f64,
    /// The sum of the times of one thread divided by this one.
    pub speedup: f64,
    /// The geometric mean of the speed-ups of the positions.
    pub mean_speedup: f64,
    /// The nodes divided by those of one thread.
    pub nodes_ratio: f64,
    /// The depth of midgame searches; none for proofs.
    pub depth: Option<u8>,
    pub kernel: String,
    /// The size of the transposition table.
    pub table_bytes: usize,
}

/// A server that listens.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Serving {
    #[serde(rename = "type")]
    pub kind: ServingType,
    /// The address of the page.
    pub url: String,
    /// The host and the port.
    pub address: String,
    /// The folder of its data.
    pub data: String,
}

/// The version of the program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Version {
    #[serde(rename = "type")]
    pub kind: VersionType,
    pub version: String,
    /// The commit that it was built from; none where that is not known.
    pub commit: Option<String>,
    /// The instruction set that is used on this machine.
    pub kernel: String,
    /// The weights of the evaluation.
    pub weights: Weights,
    /// All nodes of `bench`.
    pub signature: u64,
}

/// The weights of an evaluation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Weights {
    pub name: String,
    pub checksum: String,
}

#[cfg(feature = "measure")]
mod of_measure {
    use othellier_board::kernel::Tier;
    use othellier_measure::bench::SIGNATURE;
    use othellier_measure::bench::threads::{ThreadRun, ThreadSuite, ThreadTotals};
    use othellier_measure::provenance;

    use super::*;

    impl Version {
        /// The version of this program, which was built from this commit.
        pub fn current(commit: Option<&str>) -> Version {
            let provenance::Weights { name, checksum } = provenance::Weights::shipped();
            Version {
                kind: VersionType::Tag,
                version: env!("CARGO_PKG_VERSION").to_owned(),
                commit: commit.map(str::to_owned),
                kernel: Tier::best().name().to_owned(),
                weights: Weights { name, checksum },
                signature: SIGNATURE,
            }
        }
    }

    impl From<&ThreadRun> for ThreadPosition {
        fn from(run: &ThreadRun) -> ThreadPosition {
            ThreadPosition {
                id: run.id,
                empties: run.empties,
                threads: run.threads,
                score: run.score,
                ok: !run.is_wrong,
                nodes: run.nodes,
                seconds: run.elapsed.as_secs_f64(),
            }
        }
    }

    impl ThreadRow {
        /// The totals of one number of threads, and how they were measured.
        pub fn new(
            totals: &ThreadTotals,
            suite: ThreadSuite,
            kernel: &str,
            table_bytes: usize,
        ) -> ThreadRow {
            ThreadRow {
                threads: totals.threads,
                positions: totals.positions,
                wrong: totals.wrong,
                nodes: totals.nodes,
                seconds: totals.elapsed.as_secs_f64(),
                nodes_per_second: totals.nodes_per_second(),
                speedup: totals.speedup,
                mean_speedup: totals.mean_speedup,
                nodes_ratio: totals.nodes_ratio,
                depth: match suite {
                    ThreadSuite::Proofs => None,
                    ThreadSuite::Midgame { depth } => Some(depth),
                },
                kernel: kernel.to_owned(),
                table_bytes,
            }
        }
    }
}
