//! What a measurement was made with: the weights and the machine.

use othellier_eval::patterns::Patterns;
use serde::Serialize;

/// The weights shipped with the program.
#[derive(Clone, Debug, Serialize)]
pub struct Weights {
    /// Their name.
    pub name: String,
    /// Their checksum, in hexadecimal.
    pub checksum: String,
}

impl Weights {
    /// The weights of this program.
    pub fn shipped() -> Weights {
        Weights {
            name: Patterns::shipped().name().to_owned(),
            checksum: format!("{:08x}", othellier_weights::CHECKSUM),
        }
    }
}

/// The number of available cores.
pub fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// A description of the machine: processor, cores, memory, system.
pub fn machine() -> String {
    let cores = cores();
    let kib = field("/proc/meminfo", "MemTotal")
        .and_then(|text| text.split_whitespace().next()?.parse::<u64>().ok());
    let memory = kib.map_or(String::new(), |kib| format!(", {} GiB", (kib + 524_288) >> 20));
    let system = std::env::consts::OS;
    format!("{}, {cores} × CPU{memory}, {system}", processor())
}

/// The name of the processor; its architecture if the system does not tell.
pub fn processor() -> String {
    field("/proc/cpuinfo", "model name").unwrap_or_else(|| std::env::consts::ARCH.to_owned())
}

/// The value of the first line that begins with a name.
fn field(file: &str, name: &str) -> Option<String> {
    let text = std::fs::read_to_string(file).ok()?;
    let line = text.lines().find(|line| line.starts_with(name))?;
    Some(line.split_once(':')?.1.trim().to_owned())
}
