//! The names of arms, parts and phases.

use crate::words::{Words, tr};
use othellier_measure::experiment::{Arm, Job, LocalizedText};

/// The name of an arm: its player, with the opponent if the part has several.
pub fn arm_name(words: &dyn Words, arm: &Arm) -> String {
    meeting(words, arm.player_name.clone(), arm)
}

/// The name of an arm's player, with the opponent if the part has several.
pub(super) fn meeting(words: &dyn Words, name: String, arm: &Arm) -> String {
    match arm.opponent_name.as_deref().filter(|_| arm.is_meeting()) {
        Some(opponent) => tr!(words, "lab-arm-against", player = name, opponent = opponent),
        None => name,
    }
}

/// The title of a part, or else its name.
pub(super) fn part_title(words: &dyn Words, name: &str, title: &LocalizedText) -> String {
    match title.tagged(words.tag()) {
        "" => name.to_owned(),
        title => title.to_owned(),
    }
}

/// The title of the part of a job, or else its name.
pub(super) fn job_title(words: &dyn Words, job: &Job) -> String {
    match job {
        Job::Games { part, .. } => part_title(words, &part.name, &part.title),
        Job::Positions { part, .. } => part_title(words, &part.name, &part.title),
        Job::Predictions { part, .. } => part_title(words, &part.name, &part.title),
        Job::Evolution(bred) => part_title(words, &bred.part.name, &bred.part.title),
        Job::Timed(timed) => part_title(words, &timed.name, &timed.title),
    }
}

/// The name of a phase.
pub(super) fn phase_name(words: &dyn Words, phase: &str) -> String {
    words.find(&format!("lab-phase-{phase}")).unwrap_or_else(|| phase.to_owned())
}

/// `a`, `a and b`, `a, b and c`; semicolons where a name has a comma of its own.
pub(super) fn listed(words: &dyn Words, items: &[String]) -> String {
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [rest @ .., last] => {
            let comma = items.iter().any(|item| item.contains(", "));
            let rest = rest.join(if comma { "; " } else { ", " });
            tr!(words, "lab-report-and", rest = rest, last = last.as_str())
        }
    }
}

pub(super) fn columns(words: &dyn Words, keys: &[&str]) -> Vec<String> {
    keys.iter().map(|key| words.text(&format!("lab-column-{key}"))).collect()
}

/// The text of an empty cell.
pub(super) fn dash() -> String {
    "–".to_owned()
}
