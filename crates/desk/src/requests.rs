//! The desk of one user: every request as one type, answered in JSON.
//!
//! The server has a route and a schedule of its own for each request. A browser worker or a binding has one
//! user and one thread: it keeps a [`Desk`], passes it [`Request`]s, and gets back objects with a
//! `type`, the same as over HTTP.

use std::collections::BTreeMap;
use std::time::Duration;

use othellier_search::StopSignal;
use othellier_search::champion::Champion;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::analysis::{Analysis, AnalysisQuery, Budget};
use crate::catalogue::{EdgeLimits, catalogue};
use crate::error::DeskError;
use crate::exercises::{ExerciseAnswer, ExerciseQuery};
use crate::heatmap::{HeatmapQuery, heatmap};
use crate::imports::{Pasted, import};
use crate::positions::{PositionQuery, position};
use crate::review::{Resources, ReviewRequest};
use crate::tree::TreeQuery;
use othellier_wire::{ReviewEnd, ReviewEvent};

/// A request. In JSON its name is in the field `do`, beside the fields of the query.
#[derive(Debug, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case")]
pub enum Request {
    /// What can be chosen.
    Catalogue {},
    /// A position with its legal moves.
    Position(PositionQuery),
    /// The games of a pasted text.
    Import(Pasted),
    /// The static evaluation of every square.
    Heatmap(HeatmapQuery),
    /// The tree of a small search.
    Tree(TreeQuery),
    /// An exercise.
    Exercise(ExerciseQuery),
    /// The grade of an answer to an exercise.
    Grade(ExerciseAnswer),
    /// Begins an analysis; answers with its number.
    Analyse(AnalysisQuery),
    /// Searches one slice of an analysis.
    Advance(Advance),
    /// Ends an analysis.
    Forget {
        /// Its number.
        analysis: u32,
    },
    /// Reviews a game.
    Review(ReviewText),
}

/// The next slice of an analysis.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Advance {
    /// The number of the analysis.
    pub analysis: u32,
    /// The nodes of its first slice.
    pub nodes: Option<u64>,
    /// Or its time; 25 by default.
    pub ms: Option<u64>,
}

/// A game to review.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReviewText {
    /// A game in any format.
    pub text: String,
    /// Squares to a side, if the text does not show it.
    pub size: Option<u8>,
    /// The level of the champion.
    pub level: Option<u32>,
}

/// Analyses at once, and the greatest request.
const LIMITS: EdgeLimits = EdgeLimits { body_bytes: 256 << 10, analyses: 4 };
/// The transposition table of analyses, and that of a review.
const TABLE_BYTES: usize = 32 << 20;
/// The first slice of an analysis.
const FIRST_SLICE: Duration = Duration::from_millis(25);

/// The desk of one user.
pub struct Desk {
    /// Made for the first analysis.
    champion: Option<Champion>,
    analyses: BTreeMap<u32, Analysis>,
    next: u32,
    seed: u64,
}

impl Desk {
    /// An empty desk; what has no seed of its own gets this one and those after it.
    pub fn new(seed: u64) -> Desk {
        Desk { champion: None, analyses: BTreeMap::new(), next: 1, seed }
    }

    /// Answers a request; each object of the answer is passed to `emit` as soon as it is known.
    pub fn answer(
        &mut self,
        request: Request,
        emit: &mut dyn FnMut(Value),
    ) -> Result<(), DeskError> {
        let never = &StopSignal::default();
        match request {
            Request::Catalogue {} => emit(shown(&catalogue(LIMITS))),
            Request::Position(query) => emit(shown(&position(&query)?)),
            Request::Import(pasted) => emit(shown(&import(&pasted)?)),
            Request::Heatmap(query) => emit(shown(&heatmap(&query)?)),
            Request::Tree(query) => emit(shown(&query.read()?.search()?)),
            Request::Exercise(query) => {
                emit(shown(&query.read(|| self.new_seed())?.generate(never)?));
            }
            Request::Grade(answer) => emit(shown(&answer.read()?.grade(never)?)),
            Request::Analyse(query) => {
                if self.analyses.len() >= LIMITS.analyses {
                    return Err(DeskError::conflict("there are too many analyses: end one"));
                }
                let request = query.read()?;
                if request.is_over() {
                    return Err(DeskError::conflict("the game is over"));
                }
                let analysis = request.begin(StopSignal::default())?;
                let number = self.next_number();
                self.analyses.insert(number, analysis);
                emit(json!({ "type": "analysis", "analysis": number }));
            }
            Request::Advance(advance) => self.advance(advance, emit)?,
            Request::Forget { analysis } => {
                self.analyses.remove(&analysis).ok_or_else(no_such_analysis)?;
            }
            Request::Review(ReviewText { text, size, level }) => {
                let request = ReviewRequest::of_text(&text, size, level)?;
                let resources = Resources { threads: 1, table_bytes: TABLE_BYTES };
                request.run(resources, never, &mut |event| emit(shown(&event)));
                emit(shown(&ReviewEvent::Done { stopped_by: ReviewEnd::Done }));
            }
        }
        Ok(())
    }

    /// Answers a request in JSON: `{"answers": […]}`, or `{"error": {"code": …, "message": …}}`.
    pub fn answer_json(&mut self, request: &str) -> String {
        let mut answers = Vec::new();
        let read = serde_json::from_str(request).map_err(DeskError::bad_request);
        let answered = read.and_then(|request| self.answer(request, &mut |it| answers.push(it)));
        let answer = match answered {
            Ok(()) => json!({ "answers": answers }),
            Err(error) => json!({ "error": error.shown() }),
        };
        answer.to_string()
    }

    fn advance(
        &mut self,
        Advance { analysis: number, nodes, ms }: Advance,
        emit: &mut dyn FnMut(Value),
    ) -> Result<(), DeskError> {
        let analysis = self.analyses.get_mut(&number).ok_or_else(no_such_analysis)?;
        let champion = self.champion.get_or_insert_with(|| Analysis::champion(TABLE_BYTES));
        let time = Budget::Time(ms.map_or(FIRST_SLICE, Duration::from_millis));
        let budget = nodes.map_or(time, Budget::Nodes);
        let slice = analysis.advance(champion, budget, &mut |event| emit(shown(&event)));
        if slice.is_last {
            self.analyses.remove(&number);
        }
        Ok(())
    }

    fn next_number(&mut self) -> u32 {
        self.next += 1;
        self.next - 1
    }

    fn new_seed(&mut self) -> u64 {
        self.seed = self.seed.wrapping_add(1);
        self.seed >> 11
    }
}

fn shown(answer: &impl Serialize) -> Value {
    serde_json::to_value(answer).unwrap_or_default()
}

fn no_such_analysis() -> DeskError {
    DeskError::not_found("there is no such analysis")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ask(desk: &mut Desk, request: Value) -> Value {
        serde_json::from_str(&desk.answer_json(&request.to_string())).unwrap()
    }

    #[test]
    fn requests_are_answered_as_over_http() {
        let desk = &mut Desk::new(0);
        let position = ask(desk, json!({ "do": "position", "position": "f5d6" }));
        assert_eq!(position["answers"][0]["type"], "position");
        let catalogue = ask(desk, json!({ "do": "catalogue" }));
        assert_eq!(catalogue["answers"][0]["sizes"], json!([4, 6, 8, 10]));
        let wrong = ask(desk, json!({ "do": "position", "position": "f5d6", "colour": 1 }));
        assert_eq!(wrong["error"]["code"], "bad_request");
        let wrong = ask(desk, json!({ "do": "position", "position": "a1" }));
        assert_eq!(wrong["error"]["code"], "bad_position");
        assert_eq!(ask(desk, json!({ "do": "nothing" }))["error"]["code"], "bad_request");
    }

    #[test]
    fn an_analysis_is_advanced_until_it_is_done() {
        let desk = &mut Desk::new(0);
        let begin = json!({ "do": "analyse", "position": "f5d6", "level": 2, "lines": "1" });
        assert_eq!(ask(desk, begin)["answers"][0]["analysis"], 1);
        let advance = json!({ "do": "advance", "analysis": 1, "nodes": 1000 });
        let mut slices = 0;
        loop {
            slices += 1;
            let events = ask(desk, advance.clone());
            let events = events["answers"].as_array().unwrap();
            if events.last().is_some_and(|event| event["type"] == "done") {
                break;
            }
        }
        assert!(slices < 100);
        assert_eq!(ask(desk, advance)["error"]["code"], "not_found");
    }
}
