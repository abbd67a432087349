//! The speedup of searches with several threads or other settings: a table with intervals, and
//! notes on the limits of the machine.

use othellier_measure::experiment::{Arm, Folder, Job, Measure, SearchFindings, short_names};
use othellier_spec::Spec;

use super::document::Document;
use super::load;
use super::names::{columns, phase_name};
use super::timings::times;
use crate::words::{Words, tr};

/// The key of a grid that needs cores.
const THREADS: &str = "threads";

/// Adds the speedups of a part with searches; returns the sentences that summarise them.
pub(super) fn about(
    words: &dyn Words,
    folder: &Folder,
    job: &Job,
    found: &[Vec<SearchFindings>],
    document: &mut Document,
) -> Vec<String> {
    let Job::Positions { part, arms, .. } = job else { return Vec::new() };
    if job.alone() {
        let load = load::about(words, &folder.loads, folder.timed_alone());
        document.paragraph(format!("{} {load}", words.text("lab-speedup-alone")));
    }
    if nodes_differ(arms, found) {
        document.paragraph(words.text("lab-speedup-nodes"));
    }
    let cores = folder.runs.iter().map(|run| run.cores).min();
    if let Some(sentence) = few_cores(words, arms, cores) {
        document.paragraph(sentence);
    }
    let Some(by) = part.by.as_deref().filter(|_| part.measure.contains(&Measure::Speedup)) else {
        return Vec::new();
    };
    let said = farthest(words, by, arms, found);
    said.iter().for_each(|sentence| document.paragraph(sentence));
    document.table(table(words, by, arms, found));
    said
}

/// Whether players that differ only in their threads visited different numbers of nodes.
fn nodes_differ(arms: &[Arm], found: &[Vec<SearchFindings>]) -> bool {
    let nodes =
        |index: usize| found[index].iter().map(|found| found.nodes.mean).collect::<Vec<_>>();
    families(THREADS, arms)
        .iter()
        .any(|(_, members)| members.iter().any(|(index, _)| nodes(*index) != nodes(members[0].0)))
}

fn most_threads(arms: &[Arm]) -> usize {
    let threads = |arm: &Arm| arm.player.option(THREADS)?.parse().ok();
    arms.iter().filter_map(threads).max().unwrap_or(1)
}

/// A note if a player has more threads than the machine has cores.
fn few_cores(words: &dyn Words, arms: &[Arm], cores: Option<usize>) -> Option<String> {
    let most = most_threads(arms);
    let cores = cores.filter(|cores| *cores < most)?;
    Some(tr!(words, "lab-speedup-cores", cores = cores, most = most))
}

fn value(arm: &Arm, by: &str) -> Option<f64> {
    arm.settings.get(by)?.parse().ok()
}

/// The players without the varied key, each with its arms.
fn families<'a>(by: &str, arms: &'a [Arm]) -> Vec<(String, Vec<(usize, &'a Arm)>)> {
    let mut specs: Vec<Spec> = Vec::new();
    let mut members: Vec<Vec<(usize, &Arm)>> = Vec::new();
    for (index, arm) in arms.iter().enumerate() {
        let spec = arm.without(by);
        let at = specs.iter().position(|known| *known == spec).unwrap_or_else(|| {
            specs.push(spec);
            members.push(Vec::new());
            specs.len() - 1
        });
        members[at].push((index, arm));
    }
    short_names(&specs).into_iter().zip(members).collect()
}

/// One sentence for each player and phase: the speedup at the largest value of the varied key.
fn farthest(
    words: &dyn Words,
    by: &str,
    arms: &[Arm],
    found: &[Vec<SearchFindings>],
) -> Vec<String> {
    let mut said = Vec::new();
    for (name, members) in families(by, arms) {
        let numbered = || members.iter().filter_map(|(at, arm)| Some((*at, value(arm, by)?)));
        let least = numbered().map(|(_, value)| value).fold(f64::INFINITY, f64::min);
        let most = numbered().max_by(|(_, a), (_, b)| a.total_cmp(b));
        let Some((arm, most)) = most.filter(|(_, most)| *most > least) else { continue };
        for at in found.get(arm).into_iter().flatten() {
            let Some(speedup) = at.speedup else { continue };
            said.push(tr!(
                words,
                "lab-speedup-most",
                name = name.as_str(),
                phase = phase_name(words, &at.phase),
                by = by,
                most = most.to_string(),
                least = least.to_string(),
                times = times(words, speedup),
                positions = speedup.count
            ));
        }
    }
    said
}

fn table(
    words: &dyn Words,
    by: &str,
    arms: &[Arm],
    found: &[Vec<SearchFindings>],
) -> Vec<Vec<String>> {
    let mut names = columns(words, &["arm", "phase"]);
    names.push(by.to_owned());
    names.extend(columns(words, &["as-fast", "positions"]));
    let mut rows = vec![names];
    for (name, members) in families(by, arms) {
        for (index, arm) in members {
            for at in found.get(index).into_iter().flatten() {
                let Some(speedup) = at.speedup else { continue };
                rows.push(vec![
                    name.clone(),
                    phase_name(words, &at.phase),
                    arm.settings.get(by).cloned().unwrap_or_default(),
                    times(words, speedup),
                    speedup.count.to_string(),
                ]);
            }
        }
    }
    rows
}

#[cfg(test)]
mod tests {
    use othellier_measure::experiment::{Experiment, Plan};

    use super::*;
    use crate::words::ENGLISH;

    fn arms(threads: &str) -> Vec<Arm> {
        let text = format!(
            "format = 1\nname = \"x\"\nseed = 1\n[[positions]]\nname = \"p\"\n\
             players = [\"alphabeta(depth=2, threads={{threads}})\"]\n\
             grid = {{ threads = {threads} }}\nphases = {{ middle = 20 }}\nmeasure = []\n"
        );
        let plan =
            Plan::of(Experiment::read(&text).unwrap(), &othellier_spec::Access::Sealed).unwrap();
        match plan.jobs.into_iter().next() {
            Some(Job::Positions { arms, .. }) => arms,
            _ => panic!("a part of positions"),
        }
    }

    #[test]
    fn a_machine_with_fewer_cores_than_threads_is_named() {
        let arms = arms("[1, 2, 8]");
        assert_eq!(few_cores(ENGLISH, &arms, Some(8)), None);
        assert_eq!(few_cores(ENGLISH, &arms, None), None);
        let said = few_cores(ENGLISH, &arms, Some(2)).unwrap();
        assert_eq!(said, "lab-speedup-cores(cores: 2, most: 8)");
    }
}
