//! The provenance of a measurement: the weights, the machine, and its other work.

use othellier_eval::patterns::Patterns;
use serde::{Deserialize, Serialize};

/// The weights shipped with the program.
#[derive(Clone, Debug, Serialize)]
pub struct Weights {
    pub name: String,
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

/// The work of other programs during a measurement.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct OtherWork {
    /// The mean number of cores that they kept busy.
    pub cores: f64,
    /// The share of the time that the host of a virtual machine gave to others (steal).
    pub steal: f64,
}

impl OtherWork {
    /// Whether it is too little to disturb a measurement.
    pub fn is_negligible(self) -> bool {
        self.cores < 0.1 && self.steal < 0.01
    }
}

/// The processor time used so far, in ticks of the system.
///
/// The load average would not do: for minutes it still counts this program's own work of before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct CpuTimes {
    cores: u64,
    total: u64,
    busy: u64,
    steal: u64,
    own: u64,
}

impl CpuTimes {
    /// Until now; `None` if the system does not tell.
    pub(crate) fn now() -> Option<CpuTimes> {
        let [system, own] =
            ["/proc/stat", "/proc/self/stat"].map(|file| std::fs::read_to_string(file).ok());
        CpuTimes::read(&system?, &own?)
    }

    /// Reads the texts of `/proc/stat` and `/proc/self/stat`.
    fn read(system: &str, own: &str) -> Option<CpuTimes> {
        let mut lines = system.lines().filter(|line| line.starts_with("cpu"));
        let all = lines.next()?.split_whitespace().skip(1).map_while(|ticks| ticks.parse().ok());
        let all: Vec<u64> = all.collect();
        let &[user, nice, kernel, idle, waiting, interrupts, soft_interrupts, steal, ..] = &all[..]
        else {
            return None;
        };
        let busy = user + nice + kernel + interrupts + soft_interrupts;
        // The name of the program, in brackets, may contain spaces.
        let own: Vec<&str> = own.rsplit_once(')')?.1.split_whitespace().collect();
        let ticks = |field: usize| own.get(field)?.parse::<u64>().ok();
        Some(CpuTimes {
            cores: lines.count() as u64,
            total: busy + idle + waiting + steal,
            busy,
            steal,
            own: ticks(11)? + ticks(12)?,
        })
    }

    /// The work of other processes from here to a later time; `None` if the time is too short to tell.
    pub(crate) fn others_until(self, later: CpuTimes) -> Option<OtherWork> {
        const LEAST_TICKS: f64 = 50.0;
        let spent = |of: fn(&CpuTimes) -> u64| of(&later).saturating_sub(of(&self)) as f64;
        let total = spent(|times| times.total);
        let elapsed = total / self.cores as f64;
        (elapsed >= LEAST_TICKS).then(|| OtherWork {
            cores: ((spent(|times| times.busy) - spent(|times| times.own)) / elapsed).max(0.0),
            steal: spent(|times| times.steal) / total,
        })
    }
}

/// The value of the first line that begins with a name.
fn field(file: &str, name: &str) -> Option<String> {
    let text = std::fs::read_to_string(file).ok()?;
    let line = text.lines().find(|line| line.starts_with(name))?;
    Some(line.split_once(':')?.1.trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Ten seconds on two cores: 4 s of this program, 5 s of others, 1 s stolen.
    #[test]
    fn the_work_of_others_is_what_is_not_our_own() {
        let before = CpuTimes::read(
            "cpu  100 0 50 1000 10 0 0 0 0 0\ncpu0 50 0 25 500 5 0 0 0 0 0\ncpu1 50 0 25 500 5 0 0 0\n\
             intr 1\n",
            "7 (a) b) R 1 1 1 0 -1 0 0 0 0 0 30 20 0 0",
        );
        let after = CpuTimes::read(
            "cpu  900 0 130 2000 10 10 10 100 0 0\ncpu0 0\ncpu1 0\n",
            "7 (a) b) R 1 1 1 0 -1 0 0 0 0 0 400 50 0 0",
        );
        let work = before.unwrap().others_until(after.unwrap()).unwrap();
        assert_eq!(work, OtherWork { cores: 0.5, steal: 0.05 });
        assert!(!work.is_negligible());
        assert_eq!(before.unwrap().others_until(before.unwrap()), None);
    }
}
