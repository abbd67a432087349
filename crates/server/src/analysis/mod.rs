//! Live analysis: what the engine thinks of a position, while it thinks.

mod pool;
mod thinking;

use std::str::FromStr;
use std::time::Duration;

use axum::extract::State;
use axum::response::Response;
use othellier_board::{Eight, Size};
use othellier_play::parse_duration;
use othellier_record::{AnyGame, Game, with_game};
use othellier_search::champion::{SearchLevel, Selectivity};
use othellier_search::{SearchLimits, Searcher, StopSignal};
use othellier_spec::Spec;
use serde::Deserialize;
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};
use utoipa::IntoParams;

pub(crate) use pool::{Job, Pool};
pub(crate) use thinking::AnalysisEvent;
use thinking::{Search, Thinking};

use crate::App;
use crate::allowed::Guest;
use crate::client::Client;
use crate::extract::Params;
use crate::limits;
use crate::positions::read_position;
use crate::stream::{Leash, events};
use crate::trouble::{ErrorBody, Trouble};

/// Who thinks on boards that the champion does not know.
const ON_OTHER_SIZES: &str =
    "pvs(depth=12, eval=genome, order=mobility, table=zobrist, hash=8MiB, endgame=16)";

/// What is to be analysed, and how far.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct AnalysisQuery {
    /// `startpos`, a board with its side to move, or moves.
    position: String,
    /// Squares to a side, where the text does not show it.
    size: Option<u8>,
    /// Moves that are played from there.
    moves: Option<String>,
    /// How many of the best moves get a score of their own: `all` or a number.
    lines: Option<String>,
    /// The level of the champion that is enough.
    level: Option<u32>,
    /// Another player of the catalogue.
    player: Option<String>,
    /// How long to think, such as `5s`.
    time: Option<String>,
}

/// Live analysis of a position, as a stream of `queued`, `depth` and `done`.
#[utoipa::path(get, path = "/api/analysis", tag = "analysis", params(AnalysisQuery), responses(
    (status = 200, body = AnalysisEvent, content_type = "text/event-stream"),
    (status = "4XX", body = ErrorBody)))]
pub(crate) async fn analysis(
    State(app): State<App>,
    client: Client,
    Params(query): Params<AnalysisQuery>,
) -> Result<Response, Trouble> {
    let moves = query.moves.as_deref().unwrap_or_default();
    let game = read_position(&query.position, query.size, moves)?;
    let asked = Asked::read(&query, game.side())?;
    let permit = app.analyses().take(&client)?;
    let (told, heard) = unbounded_channel();
    let leash = Leash::new(permit);
    let stop = leash.stop.clone();
    if with_game!(&game, game => game.position().board().is_over()) {
        let _ = told.send(AnalysisEvent::Done { stopped_by: "done" });
        return Ok(events(heard, leash, app.closing()));
    }
    let job = asked.job(&game, stop, told.clone(), &app)?;
    let ahead = app.pool().put(client, job);
    if ahead > 0 {
        let _ = told.send(AnalysisEvent::Queued { ahead });
    }
    Ok(events(heard, leash, app.closing()))
}

/// A query that was understood.
struct Asked {
    lines: usize,
    level: Option<u32>,
    depth: Option<u8>,
    nodes: Option<u64>,
    selectivity: Selectivity,
    player: Option<Guest>,
    time: Duration,
}

/// What an analysis takes over from the spec of a champion. It has no table of its own, and what a
/// book says is no analysis.
const OF_CHAMPION: [&str; 5] = ["level", "depth", "time", "nodes", "selectivity"];

impl Asked {
    fn read(query: &AnalysisQuery, size: u8) -> Result<Asked, Trouble> {
        let lines = match query.lines.as_deref() {
            None | Some("all") => usize::MAX,
            Some(number) => number.parse().ok().filter(|lines| *lines > 0).ok_or_else(|| {
                Trouble::bad_request(format!(
                    "`{number}` is no number of lines; expected all or 1 and more"
                ))
            })?,
        };
        let most = limits::ANALYSIS_TIME;
        let time = query.time.as_deref().map(parse_duration).transpose();
        let time = time.map_err(Trouble::bad_request)?.unwrap_or(most);
        let usual = (size != Eight::SIDE).then_some(ON_OTHER_SIZES);
        let player = query.player.as_deref().or(usual);
        let player = player.map(|text| Guest::read(text, size)).transpose()?;
        if query.level.is_some_and(|level| level > SearchLevel::MAX) {
            let most = SearchLevel::MAX;
            return Err(Trouble::bad_request(format!("there is no level above {most}")));
        }
        let asked = Asked {
            lines,
            level: query.level,
            depth: None,
            nodes: None,
            selectivity: Selectivity::Percent73,
            player,
            time: time.min(most),
        };
        asked.with_worker_for_champion()
    }

    /// The champion of the workers stands for any other: it remembers what earlier slices found out.
    fn with_worker_for_champion(self) -> Result<Asked, Trouble> {
        let spec = match &self.player {
            Some(guest) if guest.spec().name == "champion" => guest.spec(),
            _ => return Ok(self),
        };
        let unknown = |(key, _): &&(String, String)| !OF_CHAMPION.contains(&key.as_str());
        if let Some((key, _)) = spec.options.iter().find(unknown) {
            let expected = OF_CHAMPION.join(", ");
            let sentence =
                format!("champion: {key} is of no use in an analysis; expected {expected}");
            return Err(Trouble::bad_player(sentence));
        }
        let time = spec.option("time").and_then(|text| parse_duration(text).ok());
        let is_limited = ["depth", "time", "nodes"].iter().any(|key| spec.option(key).is_some());
        let usual = (!is_limited).then_some(SearchLevel::DEFAULT);
        let percent = number(spec, "selectivity").and_then(Selectivity::from_percent);
        Ok(Asked {
            lines: self.lines,
            level: self.level.or(number(spec, "level")).or(usual),
            depth: number(spec, "depth"),
            nodes: number(spec, "nodes"),
            selectivity: percent.unwrap_or(self.selectivity),
            time: time.unwrap_or(self.time).min(self.time),
            player: None,
        })
    }

    fn job(
        &self,
        game: &AnyGame,
        stop: StopSignal,
        told: UnboundedSender<AnalysisEvent>,
        app: &App,
    ) -> Result<Box<dyn Job>, Trouble> {
        match (&self.player, game) {
            (Some(guest), game) => {
                with_game!(game, game => self.of_player(guest, game, stop, told, app))
            }
            (None, AnyGame::Eight(game)) => Ok(self.of_champion(game, stop, told, app)),
            (None, _) => Err(Trouble::internal("nobody thinks on boards of this size")),
        }
    }

    /// The champion of whichever worker is free.
    fn of_champion(
        &self,
        game: &Game,
        stop: StopSignal,
        told: UnboundedSender<AnalysisEvent>,
        app: &App,
    ) -> Box<dyn Job> {
        let own = |level| SearchLevel { selectivity: self.selectivity, ..SearchLevel::new(level) };
        let all_it_can = own(SearchLevel::MAX);
        let search: Search<Eight> = Box::new(move |desk, position, limits, watch| {
            desk.champion.set_level(all_it_can);
            desk.champion.search(position, limits, watch)
        });
        let position = *game.position();
        let mut thinking =
            Thinking::new(position, search, self.time, stop, told, app.metrics().clone());
        thinking.limits.lines = Some(self.lines);
        thinking.limits.depth = self.depth;
        thinking.limits.nodes = self.nodes;
        thinking.enough = self.level.map(|level| {
            let (depth, selectivity) = own(level).target(position.board().empties().len());
            (depth as u8, selectivity.percent())
        });
        Box::new(thinking)
    }

    /// A player of the catalogue that searches.
    fn of_player<S: Size>(
        &self,
        guest: &Guest,
        game: &Game<S>,
        stop: StopSignal,
        told: UnboundedSender<AnalysisEvent>,
        app: &App,
    ) -> Result<Box<dyn Job>, Trouble> {
        // A slice must have something to show whenever it ends.
        let deepening = guest.with("deepening", "on", S::SIDE);
        let deepens = deepening.spec().option("deepening").is_some();
        let mut player = deepening.program::<S>(0)?;
        let Some((_, limits)) = player.search() else {
            return Err(Trouble::bad_player(format!("{} does not search", guest.spec())));
        };
        let (limits, time) = (limits.clone(), limits.time);
        let time = time.map_or(self.time, |time| time.min(self.time));
        let search: Search<S> = Box::new(move |_, position, limits, watch| {
            let (searcher, _) = player.search().expect("it searched before");
            searcher.search(position, limits, watch)
        });
        let mut thinking = Thinking::new(
            *game.position(),
            search,
            time,
            stop.clone(),
            told,
            app.metrics().clone(),
        );
        thinking.limits = SearchLimits { lines: Some(self.lines), stop, ..limits };
        thinking.in_one_piece = !deepens;
        Ok(Box::new(thinking))
    }
}

/// The number that a spec gives for an option.
fn number<N: FromStr>(spec: &Spec, key: &str) -> Option<N> {
    spec.option(key).and_then(|text| text.parse().ok())
}
