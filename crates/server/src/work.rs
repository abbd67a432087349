//! Long work of any kind, asked for by its name and settings, and watched while it is done.
//!
//! What another person wrote is sealed: its settings can name no file and start no program. The bytes that it
//! needs are known before it begins; kinds that do not know them are not offered. Units and results are in a
//! temporary folder, which is deleted with the work.

use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex, MutexGuard};

use axum::Json;
use axum::extract::State;
use axum::response::Response;
use axum::response::sse::Event;
use othellier_job::kinds::commands;
use othellier_job::{
    Done, Inputs, Manifest, RunError, Shard, Stages, Summary, UnitFolder, output, run,
};
use othellier_locale::Lang;
use othellier_search::StopSignal;
use othellier_wire as wire;
use othellier_wire::{MatchState, Sentence};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use tempfile::TempDir;
use tokio::sync::watch;
use utoipa::ToSchema;

use crate::client::{Client, Permit};
use crate::error::{ApiError, ErrorBody};
use crate::extract::{Body, Id};
use crate::games::export::attachment;
use crate::ids::new_id;
use crate::routes::{actions, created};
use crate::scheduler::{Account, Lane, Slot, Status, TaskOptions, Work};
use crate::stream::{LastEvent, Watcher, event, stream};
use crate::{App, limits};

/// The work of this server, the latest last.
#[derive(Default)]
pub(crate) struct WorkList(Mutex<Vec<Arc<AskedWork>>>);

pub(crate) struct AskedWork {
    id: String,
    kind: String,
    home: TempDir,
    stop: StopSignal,
    progress: Mutex<WorkProgress>,
    changes: watch::Sender<u64>,
}

#[derive(Default)]
struct WorkProgress {
    state: MatchState,
    done: Done,
    summary: Summary,
    error: Option<String>,
}

impl WorkList {
    /// Adds work; the oldest that is over is dropped if there is too much.
    fn add(&self, added: Arc<AskedWork>) {
        let mut list = self.lock();
        if list.len() >= limits::WORK_KEPT
            && let Some(oldest) = list.iter().position(|work| work.progress().state.is_over())
        {
            list.remove(oldest);
        }
        list.push(added);
    }

    fn find(&self, id: &str) -> Result<Arc<AskedWork>, ApiError> {
        let found = self.lock().iter().find(|work| work.id == id).cloned();
        found.ok_or_else(|| ApiError::not_found("there is no such work"))
    }

    /// Asks all work to stop.
    pub(crate) fn close(&self) {
        self.lock().iter().for_each(|work| work.stop.stop());
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Arc<AskedWork>>> {
        self.0.lock().expect("never poisoned")
    }
}

impl AskedWork {
    fn progress(&self) -> MutexGuard<'_, WorkProgress> {
        self.progress.lock().expect("never poisoned")
    }

    /// Changes the progress, and notifies the viewers.
    fn change(&self, change: impl FnOnce(&mut WorkProgress)) {
        change(&mut self.progress());
        self.changes.send_modify(|version| *version += 1);
    }

    fn shown(&self) -> wire::Work {
        let WorkProgress { state, done, summary, error } = &*self.progress();
        wire::Work {
            tag: wire::WorkType::Tag,
            id: self.id.clone(),
            kind: self.kind.clone(),
            state: *state,
            units: done.units,
            done: done.done,
            summary: summary.clone(),
            error: error.as_ref().map(|said| ApiError::internal(said).shown()),
        }
    }

    /// Does all units, one after the other, and sums them up; nothing if it was stopped.
    fn perform(&self, manifest: Manifest) -> Result<Option<Summary>, WorkError> {
        let folder = UnitFolder::create(self.home.path(), manifest, &Inputs::default());
        let folder = folder.map_err(RunError::from)?;
        let watch = &mut |done: &Done| self.change(|progress| progress.done = *done);
        let done = run(&folder, Shard::ALL, NonZeroUsize::MIN, &self.stop, watch)?;
        if !done.is_complete() {
            return Ok(None);
        }
        let stages = Stages::open(vec![folder])?;
        let units = stages.units().map_err(RunError::from)?;
        Ok(Some(output::write(&units, self.home.path())?))
    }

    /// The rows of all units, in their order.
    fn rows(&self) -> Result<Vec<u8>, RunError> {
        let stages = Stages::open(vec![UnitFolder::open(self.home.path())?])?;
        let rows =
            stages.units()?.into_iter().map(|(number, folder)| Ok(folder.result(number)?.rows));
        Ok(rows.collect::<Result<Vec<_>, RunError>>()?.concat())
    }
}

/// Why work failed.
#[derive(Debug, thiserror::Error)]
enum WorkError {
    #[error(transparent)]
    Run(#[from] RunError),
    #[error(transparent)]
    Output(#[from] othellier_job::OutputError),
}

/// Work for the scheduler.
struct ScheduledWork {
    asked: Arc<AskedWork>,
    manifest: Option<Manifest>,
    _permit: Permit,
}

impl Work for ScheduledWork {
    fn run(&mut self, slot: &Slot) -> Status {
        let Some(manifest) = self.manifest.take() else { return Status::Finished };
        self.asked.change(|progress| progress.state = MatchState::Running);
        slot.limit(limits::WORK_TIME);
        let found = self.asked.perform(manifest);
        self.asked.change(|progress| match found {
            Ok(Some(summary)) => (progress.state, progress.summary) = (MatchState::Done, summary),
            Ok(None) => progress.state = MatchState::Stopped,
            Err(error) => {
                (progress.state, progress.error) = (MatchState::Failed, Some(error.to_string()));
            }
        });
        Status::Finished
    }
}

impl Drop for ScheduledWork {
    /// Work that is dropped before it began was stopped.
    fn drop(&mut self) {
        if !self.asked.progress().state.is_over() {
            self.asked.change(|progress| progress.state = MatchState::Stopped);
        }
    }
}

/// An English text with the French help of this key.
fn sentence(english: String, keys: &[String]) -> Sentence {
    let french = keys.iter().find_map(|key| Lang::Fr.find(key, &[]));
    Sentence::new(english.clone(), french.unwrap_or(english))
}

/// The kinds of work that can be asked for, each with its settings.
#[utoipa::path(get, path = "/api/kinds", tag = "lab", responses(
    (status = 200, body = wire::Kinds), (status = "default", body = ErrorBody)))]
pub(crate) async fn kinds() -> Json<wire::Kinds> {
    let kinds = commands().map(|kind| {
        let name = kind.name;
        let settings = kind.settings().into_iter().map(|setting| {
            let keys = [format!("help-{name}-{}", setting.name), format!("help-{}", setting.name)];
            let about = sentence(setting.about, &keys);
            wire::WorkSetting { name: setting.name, about, default: setting.default }
        });
        wire::WorkKind {
            name: name.to_owned(),
            about: sentence(kind.about(), &[format!("help-{name}")]),
            settings: settings.collect(),
        }
    });
    Json(wire::Kinds { kind: wire::KindsType::Tag, kinds: kinds.collect() })
}

/// Work to be done.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewWork {
    /// The name of a kind.
    kind: String,
    #[serde(default)]
    settings: Map<String, Value>,
}

impl NewWork {
    /// Its manifest, if this server does such work.
    fn manifest(self) -> Result<Manifest, ApiError> {
        let NewWork { kind, settings } = self;
        if !commands().any(|known| known.name == kind) {
            let known = commands().map(|known| known.name).collect::<Vec<_>>().join(", ");
            return Err(ApiError::not_allowed(format!("no work `{kind}` here; expected {known}")));
        }
        let manifest = Manifest::sealed(&kind, settings).map_err(ApiError::bad_request)?;
        let (bytes, units) = (manifest.bytes().unwrap_or(u64::MAX), manifest.units);
        if bytes > limits::WORK_BYTES || units > limits::WORK_UNITS {
            let (units, mib) = (limits::WORK_UNITS, limits::WORK_BYTES >> 20);
            return Err(ApiError::not_allowed(format!(
                "too much work for this server; expected at most {units} units and {mib} MiB"
            )));
        }
        Ok(manifest)
    }
}

/// Begins work of a kind.
#[utoipa::path(post, path = "/api/work", tag = "lab", request_body = NewWork, responses(
    (status = 201, body = wire::Work), (status = "default", body = ErrorBody)))]
pub(crate) async fn create(
    State(app): State<App>,
    account: Account,
    Body(asked): Body<NewWork>,
) -> Result<Response, ApiError> {
    let kind = asked.kind.clone();
    let manifest = asked.manifest()?;
    let permit = app.work_quota.take(&account.client)?;
    let done = Done { units: manifest.units, ..Done::default() };
    let begun = Arc::new(AskedWork {
        id: new_id(),
        kind,
        home: tempfile::tempdir().map_err(ApiError::internal)?,
        stop: StopSignal::default(),
        progress: Mutex::new(WorkProgress { done, ..WorkProgress::default() }),
        changes: watch::Sender::new(0),
    });
    app.work.add(begun.clone());
    let options = TaskOptions::new(account, Lane::Background, begun.stop.clone());
    let work = ScheduledWork { asked: begun.clone(), manifest: Some(manifest), _permit: permit };
    app.scheduler.push(options, Box::new(work));
    Ok(created(format!("/api/work/{}", begun.id), begun.shown()))
}

actions! { "lab", "id" "the id of the work" -> wire::Work;
    /// Work and its progress.
    get "/api/work/{id}";
    fn found(State(app): State<App>, Id(id): Id) {
        Ok(Json(app.work.find(&id)?.shown()))
    }

    /// Stops work.
    post "/api/work/{id}/stop";
    fn stop(State(app): State<App>, Id(id): Id) {
        let found = app.work.find(&id)?;
        found.stop.stop();
        Ok(Json(found.shown()))
    }
}

/// The rows of work that is done, as a file.
#[utoipa::path(get, path = "/api/work/{id}/rows", tag = "lab",
    params(("id" = String, Path, description = "the id of the work")), responses(
    (status = 200, description = "the file"), (status = "default", body = ErrorBody)))]
pub(crate) async fn rows(State(app): State<App>, Id(id): Id) -> Result<Response, ApiError> {
    let found = app.work.find(&id)?;
    if found.progress().state != MatchState::Done {
        return Err(ApiError::conflict("the work is not done"));
    }
    let rows = tokio::task::spawn_blocking(move || found.rows()).await;
    let rows = rows.map_err(ApiError::internal)?.map_err(ApiError::internal)?;
    Ok(attachment(rows, "jsonl"))
}

/// The events of work.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "it describes the stream in the OpenAPI document")]
pub(crate) enum WatchedWork {
    Work(Box<wire::Work>),
    Last(LastEvent),
}

/// Work as a stream of `work` and `done`.
#[utoipa::path(get, path = "/api/work/{id}/events", tag = "lab",
    params(("id" = String, Path, description = "the id of the work")), responses(
    (status = 200, body = WatchedWork, content_type = "text/event-stream"),
    (status = "default", body = ErrorBody)))]
pub(crate) async fn events(
    State(app): State<App>,
    client: Client,
    Id(id): Id,
) -> Result<Response, ApiError> {
    let found = app.work.find(&id)?;
    let permit = app.watchers.take(&client)?;
    let mut changes = found.changes.subscribe();
    changes.mark_changed();
    Ok(stream(&app, WorkWatcher { found, changes, next: NextEvent::Change, _permit: permit }))
}

/// A viewer of work.
struct WorkWatcher {
    found: Arc<AskedWork>,
    changes: watch::Receiver<u64>,
    next: NextEvent,
    _permit: Permit,
}

enum NextEvent {
    Change,
    Done,
    Nothing,
}

impl Watcher for WorkWatcher {
    async fn next(&mut self) -> Option<Event> {
        match self.next {
            NextEvent::Change => {
                self.changes.changed().await.ok()?;
                let shown = self.found.shown();
                if shown.state.is_over() {
                    self.next = NextEvent::Done;
                }
                Some(event(&shown))
            }
            NextEvent::Done => {
                self.next = NextEvent::Nothing;
                Some(event(&LastEvent::Done))
            }
            NextEvent::Nothing => None,
        }
    }
}
