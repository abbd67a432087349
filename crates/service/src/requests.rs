//! The service of one user: every request as one type, answered in JSON.
//!
//! The server has a route and a schedule of its own for each request. A browser worker or a binding has one
//! user and one thread: it keeps a [`Service`], passes it [`Request`]s, and gets back objects with a
//! `type`, the same as over HTTP.

use std::collections::BTreeMap;
use std::time::Duration;

use othellier_board::kernel::Tier;
use othellier_eval::patterns::Patterns;
use othellier_measure::bench::{Cost, SUITES};
use othellier_search::StopSignal;
use othellier_search::champion::Champion;
use serde::Deserialize;
use serde_json::json;

use crate::analysis::{Analysis, AnalysisQuery, Budget};
use crate::answer::{field, shown};
use crate::catalogue::{EdgeLimits, catalogue};
use crate::collection::Collection;
use crate::error::ServiceError;
use crate::exercises::{ExerciseAnswer, ExerciseQuery};
use crate::export::{comment, export};
use crate::games::{GameCommand, LiveGame, NewGame, OpenGames, StoredGame};
use crate::heatmap::{HeatmapQuery, heatmap};
use crate::imports::{FileQuery, Pasted, import, import_file, nth_game};
use crate::match_report::{self, ReportedGame, ReportedMatch};
use crate::matches::{AllowedMatch, MatchRun, Unlimited};
use crate::openings::{book, openings};
use crate::positions::{PositionQuery, position};
use crate::review::{Resources, ReviewRequest};
use crate::tree::TreeQuery;
use crate::weights::install_weights;
use othellier_locale::Lang;
use othellier_measure::MatchSettings;
use othellier_wire::{
    Bench, BenchPart, BenchType, MatchState, ReviewEnd, ReviewEvent, ReviewedMove,
};

/// A request. In JSON its name is in the field `do`, beside the fields of the query.
#[derive(Debug, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case")]
pub enum Request {
    Catalogue {},
    /// A position with its legal moves.
    Position(PositionQuery),
    Openings {},
    /// The shipped book's moves in a position.
    Book(PositionQuery),
    /// The games of a pasted text.
    Import(Pasted),
    /// The games of the attached file.
    ImportFile(FileQuery),
    /// Opens the attached file of games for the explorer.
    OpenGames {},
    /// The moves of the opened file's games in a position.
    Archive(PositionQuery),
    /// Evaluates with the attached weights file from now on; answers with their name.
    Weights {},
    /// The static evaluation of every square.
    Heatmap(HeatmapQuery),
    /// The tree of a small search.
    Tree(TreeQuery),
    Exercise(ExerciseQuery),
    /// The grade of an answer to an exercise.
    Grade(ExerciseAnswer),
    /// Begins an analysis; answers with its number.
    Analyse(AnalysisQuery),
    /// Searches one slice of an analysis.
    Advance(Advance),
    Forget {
        analysis: u32,
    },
    Review(ReviewText),
    /// Searches the fixed set of positions whose nodes are the signature.
    Bench {},
    NewGame(NewGame),
    /// Opens a game that was stored.
    Restore(StoredGame),
    /// The data to store, so that the game can be opened again.
    Stored {
        game: usize,
    },
    /// A game as it is; it is over if the time of the side to move has run out.
    Show {
        game: usize,
    },
    Game {
        game: usize,
        #[serde(flatten)]
        command: GameCommand,
    },
    /// Lets the program to move play one move.
    Think {
        /// The number of the game.
        game: usize,
    },
    /// A game as a file.
    Export {
        game: usize,
        /// A format of the catalogue, or `svg`.
        format: String,
        /// Adds a review as comments.
        comments: Option<Comments>,
    },
    Close {
        game: usize,
    },
    /// Begins a match; answers with its number.
    NewMatch(Box<MatchSettings>),
    /// Plays the next game of a match.
    NextGame {
        /// The number of the match.
        r#match: u32,
    },
    /// The report of a match as a file.
    MatchReport(Box<PlayedMatch>),
}

/// A match that was played, as its answers were.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayedMatch {
    pub r#match: ReportedMatch,
    pub games: Vec<ReportedGame>,
    /// `en` or `fr`.
    pub lang: String,
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

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReviewText {
    /// A game in any format.
    pub text: String,
    /// Board size, if the text does not show it.
    pub size: Option<u8>,
    /// The level of the champion.
    pub level: Option<u32>,
}

/// The review of a game, to be written as comments.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Comments {
    /// `en` or `fr`.
    pub lang: String,
    /// The moves of the review.
    pub moves: Vec<ReviewedMove>,
}

/// Analyses at once, and the greatest request.
const LIMITS: EdgeLimits = EdgeLimits { body_bytes: 256 << 10, analyses: 4 };
/// The transposition table of analyses.
const TABLE_BYTES: usize = 16 << 20;
/// That of a review, which needs the evaluation of all stages of the game beside it.
const REVIEW_TABLE_BYTES: usize = 8 << 20;
/// The first slice of an analysis.
const FIRST_SLICE: Duration = Duration::from_millis(25);

/// The service of one user.
pub struct Service {
    /// Made for the first analysis.
    champion: Option<Champion>,
    analyses: BTreeMap<u32, Analysis>,
    games: OpenGames,
    matches: BTreeMap<u32, MatchRun>,
    /// The games of the explorer.
    collection: Collection,
    /// The bytes that belong to the next request.
    attached: Vec<u8>,
    next: u32,
    seed: u64,
}

impl Service {
    /// An empty service; what has no seed of its own gets this one and those after it.
    pub fn new(seed: u64) -> Service {
        Service {
            champion: None,
            analyses: BTreeMap::new(),
            games: OpenGames::default(),
            matches: BTreeMap::new(),
            collection: Collection::default(),
            attached: Vec::new(),
            next: 1,
            seed,
        }
    }

    /// Attaches the bytes of a file to the next request.
    pub fn attach(&mut self, bytes: Vec<u8>) {
        self.attached = bytes;
    }

    /// Answers a request; each object of the answer is passed to `emit` as soon as it is known.
    pub fn answer(
        &mut self,
        request: Request,
        emit: &mut dyn FnMut(&str),
    ) -> Result<(), ServiceError> {
        let never = &StopSignal::default();
        let attached = std::mem::take(&mut self.attached);
        match request {
            Request::Catalogue {} => emit(&shown(&catalogue(LIMITS).in_browser())),
            Request::Position(query) => emit(&shown(&position(&query)?)),
            Request::Openings {} => emit(&shown(&openings())),
            Request::Book(query) => emit(&shown(&book(&query)?)),
            Request::Import(pasted) => emit(&shown(&import(&pasted)?)),
            Request::ImportFile(query) => emit(&shown(&import_file(&attached, &query)?)),
            Request::OpenGames {} => {
                let (collection, opened) = Collection::read(&attached)?;
                self.collection = collection;
                emit(&shown(&opened));
            }
            Request::Archive(query) => emit(&shown(&self.collection.explore(&query.read()?))),
            Request::Weights {} => {
                let name = install_weights(attached)?;
                self.champion = None;
                emit(&field("weights", "name", &name));
            }
            Request::Heatmap(query) => emit(&shown(&heatmap(&query)?)),
            Request::Tree(query) => emit(&shown(&query.read()?.search()?)),
            Request::Exercise(query) => {
                emit(&shown(&query.read(|| self.new_seed())?.generate(never)?));
            }
            Request::Grade(answer) => emit(&shown(&answer.read()?.grade(never)?)),
            Request::Analyse(query) => {
                if self.analyses.len() >= LIMITS.analyses {
                    return Err(ServiceError::conflict("there are too many analyses: end one"));
                }
                let request = query.read()?;
                if request.is_over() {
                    return Err(ServiceError::conflict("the game is over"));
                }
                let analysis = request.begin(StopSignal::default())?;
                let number = self.next_number();
                self.analyses.insert(number, analysis);
                emit(&field("analysis", "analysis", &number));
            }
            Request::Advance(advance) => self.advance(advance, emit)?,
            Request::Forget { analysis } => {
                self.analyses.remove(&analysis).ok_or_else(no_such_analysis)?;
            }
            Request::Review(ReviewText { text, size, level }) => {
                let request = ReviewRequest::of_text(&text, size, level)?;
                let resources = Resources { threads: 1, table_bytes: REVIEW_TABLE_BYTES };
                request.run(resources, never, &mut |event| emit(&shown(&event)));
                emit(&shown(&ReviewEvent::Done { stopped_by: ReviewEnd::Done }));
            }
            Request::Bench {} => emit(&shown(&bench(never)?)),
            Request::NewGame(asked) => {
                let seed = self.new_seed();
                emit(&shown(&self.games.open(asked, seed, nth_game)?));
            }
            Request::Restore(StoredGame { file, settings }) => {
                emit(&shown(&self.games.add(LiveGame::from_stored(&file, &settings)?)));
            }
            Request::Stored { game } => {
                emit(&field("stored", "stored", &self.games.stored(game)?));
            }
            Request::Show { game } => emit(&shown(&self.games.show(game)?)),
            Request::Game { game, command } => emit(&shown(&self.games.execute(game, command)?)),
            Request::Think { game } => {
                let game = self.games.think(game, &mut |thought| emit(&shown(&thought)))?;
                emit(&shown(&game));
            }
            Request::Export { game: number, format, comments } => {
                let mut record = self.games.game(number)?.session.record();
                if let Some(Comments { lang, moves }) = comments {
                    let lang = if lang == "fr" { Lang::Fr } else { Lang::En };
                    comment(&mut record, lang, &moves);
                }
                let (bytes, extension) = export(&record, &format)?;
                let text = String::from_utf8_lossy(&bytes);
                let file = json!({ "type": "file", "extension": extension, "text": text });
                emit(&file.to_string());
            }
            Request::Close { game } => self.games.close(game)?,
            Request::NewMatch(asked) => {
                let run = MatchRun::new(AllowedMatch::new(*asked, || self.new_seed())?);
                let number = self.next_number();
                emit(&match_of(number, &run, MatchState::Running));
                self.matches.insert(number, run);
            }
            Request::NextGame { r#match: number } => {
                let none = || ServiceError::not_found("there is no such match");
                let run = self.matches.get_mut(&number).ok_or_else(none)?;
                match run.next_game(&Unlimited, never)? {
                    Some(game) => emit(&shown(&game.event)),
                    None => {
                        emit(&match_of(number, run, MatchState::Done));
                        self.matches.remove(&number);
                    }
                }
            }
            Request::MatchReport(played) => {
                let PlayedMatch { r#match, games, lang } = *played;
                let lang = lang.parse().map_err(ServiceError::bad_request)?;
                let text = match_report::html(&r#match, &games, lang);
                let file = json!({ "type": "file", "extension": "html", "text": text });
                emit(&file.to_string());
            }
        }
        Ok(())
    }

    /// Answers a request in JSON; each object of the answer is passed to `emit` as soon as it is known. The
    /// last one is `{"error": {"code": …, "message": …}}` if the request failed.
    pub fn answer_json(&mut self, request: &str, emit: &mut dyn FnMut(&str)) {
        let read = serde_json::from_str(request).map_err(ServiceError::bad_request);
        if let Err(error) = read.and_then(|request| self.answer(request, emit)) {
            emit(&error.to_json());
        }
    }

    fn advance(
        &mut self,
        Advance { analysis: number, nodes, ms }: Advance,
        emit: &mut dyn FnMut(&str),
    ) -> Result<(), ServiceError> {
        let analysis = self.analyses.get_mut(&number).ok_or_else(no_such_analysis)?;
        let champion = self.champion.get_or_insert_with(|| Analysis::champion(TABLE_BYTES));
        let time = Budget::Time(ms.map_or(FIRST_SLICE, Duration::from_millis));
        let budget = nodes.map_or(time, Budget::Nodes);
        let slice = analysis.advance(champion, budget, &mut |event| emit(&shown(&event)));
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

/// The bench, with the best kernel of this machine.
fn bench(stop: &StopSignal) -> Result<Bench, ServiceError> {
    // Its positions are of all stages, in no order: from now on all tables are kept.
    Patterns::shipped().unlimited().install();
    let (tier, mut total, mut parts) = (Tier::best(), Cost::default(), Vec::new());
    for suite in SUITES {
        let cost = suite.run(tier, stop, &mut || ()).ok_or_else(ServiceError::stopped)?;
        let Cost { positions, nodes, .. } = cost;
        let seconds = cost.elapsed.as_secs_f64();
        parts.push(BenchPart { name: suite.name.to_owned(), positions, nodes, seconds });
        total = total.plus(cost);
    }
    Ok(Bench {
        kind: BenchType::Tag,
        signature: total.nodes,
        nodes_per_second: total.nodes_per_second(),
        seconds: total.elapsed.as_secs_f64(),
        positions: total.positions,
        wrong: total.wrong,
        kernel: tier.name().to_owned(),
        parts,
    })
}

fn match_of(number: u32, run: &MatchRun, state: MatchState) -> String {
    let (id, standings) = (number.to_string(), run.standings());
    shown(&run.allowed().shown(&id, state, &standings, None))
}

fn no_such_analysis() -> ServiceError {
    ServiceError::not_found("there is no such analysis")
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    /// The answers to a request, or its error.
    fn ask(service: &mut Service, request: Value) -> Value {
        let mut answers = Vec::<Value>::new();
        let emit = &mut |answer: &str| answers.push(serde_json::from_str(answer).unwrap());
        service.answer_json(&request.to_string(), emit);
        match answers.last() {
            Some(last) if !last["error"].is_null() => last.clone(),
            _ => json!({ "answers": answers }),
        }
    }

    #[test]
    fn requests_are_answered_as_over_http() {
        let service = &mut Service::new(0);
        let position = ask(service, json!({ "do": "position", "position": "f5d6" }));
        assert_eq!(position["answers"][0]["type"], "position");
        let catalogue = ask(service, json!({ "do": "catalogue" }));
        assert_eq!(catalogue["answers"][0]["sizes"], json!([4, 6, 8, 10]));
        let wrong = ask(service, json!({ "do": "position", "position": "f5d6", "colour": 1 }));
        assert_eq!(wrong["error"]["code"], "bad_request");
        let wrong = ask(service, json!({ "do": "position", "position": "a1" }));
        assert_eq!(wrong["error"]["code"], "bad_position");
        assert_eq!(ask(service, json!({ "do": "nothing" }))["error"]["code"], "bad_request");
    }

    #[test]
    fn a_person_plays_a_program() {
        let service = &mut Service::new(0);
        let players = json!({ "black": "human", "white": "champion(level=1, book=off)" });
        let game = ask(service, json!({ "do": "new_game", "players": players }));
        assert_eq!(game["answers"][0]["state"], "waiting");
        let play = json!({ "do": "game", "game": 1, "command": "move", "move": "f5" });
        assert_eq!(ask(service, play.clone())["answers"][0]["state"], "thinking");
        assert_eq!(ask(service, play)["error"]["code"], "conflict");
        let game = ask(service, json!({ "do": "think", "game": 1 }));
        let game = game["answers"].as_array().unwrap().last().unwrap().clone();
        assert_eq!((game["length"].as_u64(), &game["state"]), (Some(2), &json!("waiting")));
        let undo = ask(service, json!({ "do": "game", "game": 1, "command": "undo" }));
        assert_eq!(undo["answers"][0]["ply"], 0);
        let file = ask(service, json!({ "do": "export", "game": 1, "format": "transcript" }));
        assert_eq!(file["answers"][0]["extension"], "txt");
        ask(service, json!({ "do": "close", "game": 1 }));
        assert_eq!(ask(service, json!({ "do": "think", "game": 1 }))["error"]["code"], "not_found");
    }

    #[test]
    fn a_stored_game_is_opened_again() {
        let service = &mut Service::new(0);
        let players = json!({ "black": "human", "white": "champion(level=1, book=off)" });
        ask(service, json!({ "do": "new_game", "players": players }));
        ask(service, json!({ "do": "game", "game": 1, "command": "move", "move": "f5" }));
        let stored = ask(service, json!({ "do": "stored", "game": 1 }));
        let mut restore = stored["answers"][0]["stored"].clone();
        restore["do"] = json!("restore");
        let other = &mut Service::new(7);
        assert_eq!(ask(other, restore)["answers"][0]["state"], "thinking");
        let answers = ask(other, json!({ "do": "think", "game": 1 }));
        assert_eq!(answers["answers"].as_array().unwrap().last().unwrap()["length"], 2);
        let shown = ask(other, json!({ "do": "show", "game": 1 }));
        assert_eq!(shown["answers"][0]["state"], "waiting");
        let wrong = json!({ "do": "restore", "file": "", "settings": "{}" });
        assert_eq!(ask(other, wrong)["error"]["code"], "internal");
    }

    #[test]
    fn files_are_attached() {
        let service = &mut Service::new(0);
        service.attach(b"f5d6c3".to_vec());
        let games = ask(service, json!({ "do": "import_file" }));
        assert_eq!(games["answers"][0]["games"][0]["length"], 3);
        assert_eq!(ask(service, json!({ "do": "weights" }))["error"]["code"], "bad_request");
        service.attach(b"OTHELLPW and nothing else".to_vec());
        assert_eq!(ask(service, json!({ "do": "weights" }))["error"]["code"], "bad_request");
    }

    #[test]
    fn a_match_is_played_game_by_game() {
        let service = &mut Service::new(0);
        let begin =
            json!({ "do": "new_match", "a": "random", "b": "level-2", "size": 4, "games": 2 });
        assert_eq!(ask(service, begin)["answers"][0]["state"], "running");
        let next = json!({ "do": "next_game", "match": 1 });
        for _ in 0..2 {
            assert_eq!(ask(service, next.clone())["answers"][0]["type"], "game");
        }
        assert_eq!(ask(service, next.clone())["answers"][0]["state"], "done");
        assert_eq!(ask(service, next)["error"]["code"], "not_found");
    }

    #[test]
    fn an_analysis_is_advanced_until_it_is_done() {
        let service = &mut Service::new(0);
        let begin = json!({ "do": "analyse", "position": "f5d6", "level": 2, "lines": "1" });
        assert_eq!(ask(service, begin)["answers"][0]["analysis"], 1);
        let advance = json!({ "do": "advance", "analysis": 1, "nodes": 1000 });
        let mut slices = 0;
        loop {
            slices += 1;
            let events = ask(service, advance.clone());
            let events = events["answers"].as_array().unwrap();
            if events.last().is_some_and(|event| event["type"] == "done") {
                break;
            }
        }
        assert!(slices < 100);
        assert_eq!(ask(service, advance)["error"]["code"], "not_found");
    }
}
