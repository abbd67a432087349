//! The built-in experiments, as files of this crate: those of the student reports
//! by their numbers, then those that the reports proposed but did not run, by name.

/// Names and texts, in order.
pub const ALL: [(&str, &str); 23] = [
    ("b1", include_str!("../../experiments/b1.toml")),
    ("b2", include_str!("../../experiments/b2.toml")),
    ("b3", include_str!("../../experiments/b3.toml")),
    ("b4", include_str!("../../experiments/b4.toml")),
    ("b5", include_str!("../../experiments/b5.toml")),
    ("b6", include_str!("../../experiments/b6.toml")),
    ("b7", include_str!("../../experiments/b7.toml")),
    ("b8", include_str!("../../experiments/b8.toml")),
    ("b9", include_str!("../../experiments/b9.toml")),
    ("b10", include_str!("../../experiments/b10.toml")),
    ("b11", include_str!("../../experiments/b11.toml")),
    ("b12", include_str!("../../experiments/b12.toml")),
    ("b13", include_str!("../../experiments/b13.toml")),
    ("b14", include_str!("../../experiments/b14.toml")),
    ("b15", include_str!("../../experiments/b15.toml")),
    ("b16", include_str!("../../experiments/b16.toml")),
    ("b16-wthor", include_str!("../../experiments/b16-wthor.toml")),
    ("b17", include_str!("../../experiments/b17.toml")),
    ("threads", include_str!("../../experiments/threads.toml")),
    ("monte-carlo", include_str!("../../experiments/monte-carlo.toml")),
    ("steps", include_str!("../../experiments/steps.toml")),
    ("hash-cost", include_str!("../../experiments/hash-cost.toml")),
    ("mailbox", include_str!("../../experiments/mailbox.toml")),
];

/// The text of a built-in experiment.
pub fn find(name: &str) -> Option<&'static str> {
    ALL.iter().find(|(known, _)| *known == name).map(|(_, text)| *text)
}
