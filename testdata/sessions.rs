//! Reads `sessions.txt`, for the tests of every interface that drives a game in progress.

pub(crate) struct Case {
    pub(crate) name: &'static str,
    pub(crate) size: u8,
    pub(crate) players: [&'static str; 2],
    pub(crate) clock: Option<&'static str>,
    pub(crate) steps: Vec<Step>,
}

/// A command and the state after it.
pub(crate) struct Step {
    /// The line of the file, for messages.
    pub(crate) line: usize,
    pub(crate) word: &'static str,
    pub(crate) argument: &'static str,
    pub(crate) expected: &'static str,
    /// The side whose clock should run, if the script says so.
    pub(crate) running: Option<&'static str>,
}

pub(crate) fn cases() -> Vec<Case> {
    let mut cases: Vec<Case> = Vec::new();
    for (line, text) in (1..).zip(include_str!("sessions.txt").lines()) {
        let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
        if text.is_empty() || word == "#" || text == "#" {
            continue;
        }
        if word == "case" {
            let players = ["human", "human"];
            cases.push(Case { name: rest, size: 8, players, clock: None, steps: Vec::new() });
            continue;
        }
        let case = cases.last_mut().expect("a case comes first");
        match word {
            "size" => case.size = rest.parse().expect("a size"),
            "clock" => case.clock = Some(rest),
            "players" => {
                let (black, white) = rest.split_once(' ').expect("two players");
                case.players = [black, white];
            }
            _ => {
                let (command, after) = text.split_once(" -> ").expect("a command and a state");
                let (word, argument) = command.split_once(' ').unwrap_or((command, ""));
                let (expected, running) = match after.match_indices(' ').nth(1) {
                    Some((at, _)) => (&after[..at], Some(&after[at + 1..])),
                    None => (after, None),
                };
                case.steps.push(Step { line, word, argument, expected, running });
            }
        }
    }
    assert!(cases.len() > 10);
    cases
}
