//! Live analysis: a search whose depths are streamed as they are completed.

mod pool;
mod sliced;

use std::str::FromStr;
use std::time::Duration;

use axum::extract::State;
use axum::response::Response;
use othellier_board::{Eight, Size};
use othellier_play::parse_duration;
use othellier_record::{AnyGame, Game, with_game};
use othellier_search::champion::{SearchLevel, Selectivity};
use othellier_search::{Searcher, StopSignal};
use othellier_spec::Spec;
use othellier_wire::{SearchEvent, StopReason};
use serde::Deserialize;
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};
use utoipa::IntoParams;

pub(crate) use pool::{Pool, SlicedTask};
use sliced::{SEED, Search, SlicedAnalysis};

use crate::App;
use crate::client::Client;
use crate::error::{ApiError, ErrorBody};
use crate::extract::Params;
use crate::stream::{CancelGuard, events};
use othellier_desk::allowed::PlayerSpec;
use othellier_desk::limits;
use othellier_desk::positions::read_position;

/// The player that analyses on boards that the champion does not support.
const OTHER_SIZES_PLAYER: &str =
    "pvs(depth=12, eval=genome, order=mobility, table=zobrist, hash=8MiB, endgame=16)";

/// The query of an analysis.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct AnalysisQuery {
    /// `startpos`, a board with its side to move, or moves.
    position: String,
    /// Squares to a side, if the text does not show it.
    size: Option<u8>,
    /// Moves to play from there.
    moves: Option<String>,
    /// How many moves get a score of their own (multi-PV): `all` or a number.
    lines: Option<String>,
    /// Stop at the depth and selectivity of this level of the champion.
    level: Option<u32>,
    /// Another player of the catalogue.
    player: Option<String>,
    /// The time limit, such as `5s`.
    time: Option<String>,
}

/// Live analysis of a position, as a stream of `queued`, `depth`, `result` and `done`.
#[utoipa::path(get, path = "/api/analysis", tag = "analysis", params(AnalysisQuery), responses(
    (status = 200, body = SearchEvent, content_type = "text/event-stream"),
    (status = "4XX", body = ErrorBody)))]
pub(crate) async fn analysis(
    State(app): State<App>,
    client: Client,
    Params(query): Params<AnalysisQuery>,
) -> Result<Response, ApiError> {
    let moves = query.moves.as_deref().unwrap_or_default();
    let game = read_position(&query.position, query.size, moves)?;
    let request = AnalysisRequest::read(&query, game.side())?;
    let permit = app.analyses().take(&client)?;
    let (sender, receiver) = unbounded_channel();
    let guard = CancelGuard::new(permit);
    let stop = guard.stop.clone();
    if with_game!(&game, game => game.position().board().is_over()) {
        let _ = sender.send(SearchEvent::Done { stopped_by: StopReason::Done });
        return Ok(events(receiver, guard, app.closing()));
    }
    let task = request.task(&game, stop, sender.clone(), &app)?;
    let ahead = app.pool().push(client, task);
    if ahead > 0 {
        let _ = sender.send(SearchEvent::Queued { ahead });
    }
    Ok(events(receiver, guard, app.closing()))
}

/// A validated query.
struct AnalysisRequest {
    lines: usize,
    level: Option<u32>,
    depth: Option<u8>,
    nodes: Option<u64>,
    selectivity: Selectivity,
    /// What the client asked for.
    asked: String,
    /// The player that searches; the champion of the worker if none.
    player: Option<PlayerSpec>,
    time: Duration,
}

/// The options of a champion spec that an analysis honours. It uses the worker's transposition
/// table, and no book.
const CHAMPION_OPTIONS: [&str; 5] = ["level", "depth", "time", "nodes", "selectivity"];

impl AnalysisRequest {
    fn read(query: &AnalysisQuery, size: u8) -> Result<AnalysisRequest, ApiError> {
        let lines = match query.lines.as_deref() {
            None | Some("all") => usize::MAX,
            Some(number) => number.parse().ok().filter(|lines| *lines > 0).ok_or_else(|| {
                ApiError::bad_request(format!(
                    "`{number}` is not a number of lines; expected all or at least 1"
                ))
            })?,
        };
        let most = limits::ANALYSIS_TIME;
        let time = query.time.as_deref().map(parse_duration).transpose();
        let time = time.map_err(ApiError::bad_request)?.unwrap_or(most);
        let usual = (size != Eight::SIDE).then_some(OTHER_SIZES_PLAYER);
        let player = query.player.as_deref().or(usual);
        let player = player.map(|text| PlayerSpec::read(text, size)).transpose()?;
        if query.level.is_some_and(|level| level > SearchLevel::MAX) {
            let most = SearchLevel::MAX;
            return Err(ApiError::bad_request(format!("there is no level above {most}")));
        }
        let request = AnalysisRequest {
            lines,
            level: query.level,
            depth: None,
            nodes: None,
            selectivity: Selectivity::Percent73,
            asked: player.as_ref().map_or("champion".to_owned(), |asked| asked.spec().to_string()),
            player,
            time: time.min(most),
        };
        request.use_worker_champion()
    }

    /// Uses the champion of the worker instead of a new one: its transposition table has the
    /// results of earlier slices.
    fn use_worker_champion(self) -> Result<AnalysisRequest, ApiError> {
        let spec = match &self.player {
            Some(player_spec) if player_spec.spec().name == "champion" => player_spec.spec(),
            _ => return Ok(self),
        };
        let unknown = |(key, _): &&(String, String)| !CHAMPION_OPTIONS.contains(&key.as_str());
        if let Some((key, _)) = spec.options.iter().find(unknown) {
            let expected = CHAMPION_OPTIONS.join(", ");
            let sentence =
                format!("champion: {key} has no effect in an analysis; expected {expected}");
            return Err(ApiError::bad_player(sentence));
        }
        let time = spec.option("time").and_then(|text| parse_duration(text).ok());
        let is_limited = ["depth", "time", "nodes"].iter().any(|key| spec.option(key).is_some());
        let usual = (!is_limited).then_some(SearchLevel::DEFAULT);
        let percent = number(spec, "selectivity").and_then(Selectivity::from_percent);
        Ok(AnalysisRequest {
            lines: self.lines,
            level: self.level.or(number(spec, "level")).or(usual),
            depth: number(spec, "depth"),
            nodes: number(spec, "nodes"),
            selectivity: percent.unwrap_or(self.selectivity),
            time: time.unwrap_or(self.time).min(self.time),
            asked: self.asked.clone(),
            player: None,
        })
    }

    fn task(
        &self,
        game: &AnyGame,
        stop: StopSignal,
        sender: UnboundedSender<SearchEvent>,
        app: &App,
    ) -> Result<Box<dyn SlicedTask>, ApiError> {
        match (&self.player, game) {
            (Some(player_spec), game) => {
                with_game!(game, game => self.of_player(player_spec, game, stop, sender, app))
            }
            (None, AnyGame::Eight(game)) => Ok(self.of_champion(game, stop, sender, app)),
            (None, _) => Err(ApiError::internal("no engine for boards of this size")),
        }
    }

    /// An analysis by the champion of whichever worker is free.
    fn of_champion(
        &self,
        game: &Game,
        stop: StopSignal,
        sender: UnboundedSender<SearchEvent>,
        app: &App,
    ) -> Box<dyn SlicedTask> {
        let own = |level| SearchLevel { selectivity: self.selectivity, ..SearchLevel::new(level) };
        let full_strength = own(SearchLevel::MAX);
        let search: Search<Eight> = Box::new(move |worker, position, limits, watch| {
            worker.champion.set_level(full_strength);
            worker.champion.search(position, limits, watch)
        });
        let position = *game.position();
        let mut analysis = SlicedAnalysis::new(
            position,
            search,
            self.asked.clone(),
            self.time,
            stop,
            sender,
            app.metrics().clone(),
        );
        analysis.limits.lines = Some(self.lines);
        analysis.limits.depth = self.depth;
        analysis.limits.nodes = self.nodes;
        analysis.enough = self.level.map(|level| {
            let (depth, selectivity) = own(level).target(position.board().empties().len());
            (depth as u8, selectivity.percent())
        });
        Box::new(analysis)
    }

    /// An analysis by a player of the catalogue that searches.
    fn of_player<S: Size>(
        &self,
        player_spec: &PlayerSpec,
        game: &Game<S>,
        stop: StopSignal,
        sender: UnboundedSender<SearchEvent>,
        app: &App,
    ) -> Result<Box<dyn SlicedTask>, ApiError> {
        // With iterative deepening a slice has a result whenever it ends.
        let deepening = player_spec.with("deepening", "on", S::SIDE);
        let deepens = deepening.spec().option("deepening").is_some();
        let mut player = deepening.program::<S>(SEED)?;
        let Some((_, limits)) = player.search() else {
            return Err(ApiError::bad_player(format!("{} does not search", player_spec.spec())));
        };
        let (limits, time) = (limits.clone(), limits.time);
        let time = time.map_or(self.time, |time| time.min(self.time));
        let search: Search<S> = Box::new(move |_, position, limits, watch| {
            let (searcher, _) = player.search().expect("it searched before");
            searcher.search(position, limits, watch)
        });
        let mut analysis = SlicedAnalysis::new(
            *game.position(),
            search,
            deepening.spec().to_string(),
            time,
            stop.clone(),
            sender,
            app.metrics().clone(),
        );
        analysis.limits = limits.with_lines(self.lines).with_stop(&stop);
        analysis.is_unsliced = !deepens;
        Ok(Box::new(analysis))
    }
}

/// The value of a numeric option of a spec.
fn number<N: FromStr>(spec: &Spec, key: &str) -> Option<N> {
    spec.option(key).and_then(|text| text.parse().ok())
}
