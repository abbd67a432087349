//! Reads the lines of an engine, for the client side of the Othello Engine Protocol.

use std::time::Duration;

use othellier_board::{Color, Move, Position};

use super::search_engine::SearchResult;

/// A line of an engine.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// `ready.`: the request is done, or nothing is searched.
    Ready,
    /// `ok.`: a search is running.
    Busy,
    /// `bye bye.`: the engine exits.
    Goodbye,
    /// `ERROR: …`: the request was refused, for this reason.
    Refused(String),
    /// `version: …`: the name and the version of the engine.
    Version(String),
    /// A result of the search in this position; the last one before `ready.` is final.
    Result(Position, SearchResult),
    /// `node …, time …`: the nodes and the time of the running search.
    Progress(u64, Duration),
}

impl Answer {
    /// Parses a line of an engine; `None` for any other line.
    pub fn parse(line: &str) -> Option<Answer> {
        let line = line.trim();
        match line {
            "ready." => return Some(Answer::Ready),
            "ok." => return Some(Answer::Busy),
            "bye bye." => return Some(Answer::Goodbye),
            _ => {}
        }
        if let Some(reason) = line.strip_prefix("ERROR:") {
            return Some(Answer::Refused(reason.trim().to_owned()));
        }
        if let Some(version) = line.strip_prefix("version:") {
            return Some(Answer::Version(version.trim().to_owned()));
        }
        let fields: Vec<_> = line.split(", ").collect();
        match *fields.as_slice() {
            [nodes, time] => Some(Answer::Progress(node_count(nodes)?, elapsed(time)?)),
            [position, _, depth, percent, window, pv, nodes, time] => {
                let position: Position = position.parse().ok()?;
                let (lower, upper) = window.split_once(" <= v <= ")?;
                let result = SearchResult {
                    line: moves(pv)?,
                    depth: depth.strip_prefix("depth ")?.parse().ok()?,
                    percent: percent.strip_prefix('@')?.strip_suffix('%')?.parse().ok()?,
                    lower: value(lower, position.side_to_move())?,
                    upper: value(upper, position.side_to_move())?,
                    nodes: node_count(nodes)?,
                    elapsed: elapsed(time)?,
                };
                Some(Answer::Result(position, result))
            }
            _ => None,
        }
    }
}

fn node_count(text: &str) -> Option<u64> {
    text.strip_prefix("node ")?.parse().ok()
}

fn elapsed(text: &str) -> Option<Duration> {
    Duration::try_from_secs_f64(text.strip_prefix("time ")?.parse().ok()?).ok()
}

/// `B+1.25` or `W-3.00`, in discs for the side to move.
fn value(text: &str, mover: Color) -> Option<f64> {
    let (color, discs) = text.split_at_checked(1)?;
    let color = match color {
        "B" => Color::Black,
        "W" => Color::White,
        _ => return None,
    };
    let discs: f64 = discs.parse().ok().filter(|discs: &f64| discs.is_finite())?;
    Some(if color == mover { discs } else { -discs })
}

/// `f5d6pa`; `--` for no move at all.
fn moves(text: &str) -> Option<Vec<Move>> {
    if text == "--" {
        return Some(Vec::new());
    }
    let mut moves = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let (word, after) = rest.split_at_checked(2)?;
        moves.push(word.parse().ok()?);
        rest = after;
    }
    Some(moves)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn every_answer_is_parsed() {
        let text = |text: &str| text.to_owned();
        for (line, answer) in [
            ("ready.\r\n", Answer::Ready),
            ("ok.", Answer::Busy),
            ("bye bye.", Answer::Goodbye),
            ("ERROR: Unknown command `fly`", Answer::Refused(text("Unknown command `fly`"))),
            ("version: Othellier 0.2.0", Answer::Version(text("Othellier 0.2.0"))),
            ("node 17, time 0.250", Answer::Progress(17, Duration::from_millis(250))),
        ] {
            assert_eq!(Answer::parse(line), Some(answer), "{line}");
        }
        for line in ["", "hello", "node x, time 1", "a, b, c, d, e, f, g, h", "node 1, time -1"] {
            assert_eq!(Answer::parse(line), None, "{line}");
        }
    }

    #[test]
    fn a_result_is_written_and_read() {
        let position = Position::default();
        let line = ["f5", "d6", "pass"].map(|played| played.parse().unwrap()).to_vec();
        let (lower, upper, elapsed) = (-1.5, 2.25, Duration::from_millis(67));
        let result =
            SearchResult { line, depth: 12, percent: 73, lower, upper, nodes: 12345, elapsed };
        for position in [position, position.after("f5".parse().unwrap())] {
            let written = result.format(&position);
            assert_eq!(Answer::parse(&written), Some(Answer::Result(position, result.clone())));
        }
    }

    proptest! {
        #[test]
        fn any_line_is_parsed(line in ".*") {
            let _ = Answer::parse(&line);
        }

        #[test]
        fn any_fields_are_parsed(fields in proptest::collection::vec("[-+@%BWXO0-9a-h. <=v]{0,12}", 8)) {
            let start = "---------------------------OX------XO---------------------------X";
            let _ = Answer::parse(&format!("{start}, {}", fields[1..].join(", ")));
        }
    }
}
