//! The games of a tournament in which everyone meets everyone, or some meet all others.

use std::collections::HashMap;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::Duration;

use othellier_board::Eight;
use othellier_measure::stats::Ratings;
use othellier_measure::tournament::{
    BRIGHTWELL, Entry, Format, GameId, Participant, PlayedGame, Tournament,
};
use othellier_measure::{Lines, Openings, TimeLimit, text};
use othellier_platform::parallel::StopSignal;
use othellier_play::TimeControl;
use othellier_record::Game;
use othellier_spec::Access;
use othellier_wire::{GameEnding, StandingRow, TournamentGame, TournamentTotal};
use serde::{Deserialize, Serialize};

use super::files::JobFiles;
use super::replay::{can_end, replayed};
use super::rows::{CsvFile, RowFile, check_lines, of_lines, to_lines, write_json};
use super::{Expected, JobProblem, Kind, ResultWriter, RowCheck, Work, in_units, pieces, specs};
use crate::output::OutputError;
use crate::{Progress, RowFault, RowsError, UnitError};

/// The prior of the ratings, as `othellier tournament` has it by default.
const PRIOR: f64 = 0.0;

/// A round robin or a gauntlet, as by `othellier tournament`. Other formats pair a round by the results
/// of the one before, and so are not units that any machine can do.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TournamentRun {
    /// The players: `SPEC` or `NAME=SPEC`.
    pub players: Vec<String>,
    /// The first so many players meet all the others; by default everyone meets everyone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gauntlet: Option<usize>,
    /// Games of each pairing: an even number.
    pub games: usize,
    #[serde(default = "unit")]
    pub unit: usize,
    /// The openings: a file, or its lines; by default the built-in list.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub openings: Option<Lines>,
    /// Random plies at the start of games instead.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub random_plies: Option<usize>,
    /// The time limit of a move, such as `100ms`.
    #[serde(default, with = "text::time", skip_serializing_if = "Option::is_none")]
    pub time_per_move: Option<Duration>,
    /// The time of each side for a game, such as `5m+2s`.
    #[serde(default, with = "text::option", skip_serializing_if = "Option::is_none")]
    pub clock: Option<TimeControl>,
    /// The seed of the random numbers.
    #[serde(default = "super::match_play::seed")]
    pub seed: u64,
}

fn unit() -> usize {
    TournamentRun::UNIT
}

/// A player as it is written, with another spec.
fn renamed(
    text: &str,
    spec: impl FnOnce(&str) -> Result<String, JobProblem>,
) -> Result<String, JobProblem> {
    let entry: Entry = text.parse()?;
    let spec = spec(&entry.spec.to_string())?;
    Ok(entry.name.map_or(spec.clone(), |name| format!("{name}={spec}")))
}

impl TournamentRun {
    /// Games in a unit, unless it is said otherwise.
    pub const UNIT: usize = 20;

    /// The tournament; its players are built with this access.
    fn tournament(&self, access: &Access) -> Result<Tournament, JobProblem> {
        let wrong = |key, expected| JobProblem::Setting { key, expected };
        if self.games == 0 || !self.games.is_multiple_of(2) {
            return Err(wrong("games", Expected::Even));
        }
        if self.players.len() < 2 {
            return Err(wrong("players", Expected::Players));
        }
        let format = match self.gauntlet {
            None => Format::RoundRobin,
            Some(runners) if runners > 0 && runners < self.players.len() => {
                Format::Gauntlet { runners }
            }
            Some(_) => return Err(wrong("gauntlet", Expected::Runners)),
        };
        let entries = self.players.iter().map(|text| {
            let Entry { name, spec } = text.parse()?;
            let written = spec.to_string();
            let name = name.unwrap_or_else(|| written.clone());
            Ok(Participant { name, spec: specs::checked(&written)? })
        });
        let participants = entries.collect::<Result<Vec<_>, JobProblem>>()?;
        let mut names: Vec<&String> = participants.iter().map(|one| &one.name).collect();
        names.sort_unstable();
        if names.windows(2).any(|two| two[0] == two[1]) {
            return Err(wrong("players", Expected::Distinct));
        }
        let count = format.openings(participants.len(), self.games);
        Ok(Tournament {
            format,
            games: self.games,
            openings: Openings::of(
                self.openings.as_ref(),
                self.random_plies,
                count,
                self.seed,
                &Access::Sealed,
            )?,
            limit: TimeLimit::of(self.time_per_move, self.clock)?,
            brightwell: BRIGHTWELL,
            seed: self.seed,
            access: access.clone(),
            threads: NonZeroUsize::MIN,
            participants,
        })
    }
}

impl Kind for TournamentRun {
    fn resolve(&mut self, files: &mut JobFiles) -> Result<(), JobProblem> {
        for player in &mut self.players {
            *player = renamed(player, |spec| specs::resolved(spec, files))?;
        }
        self.openings.as_mut().map_or(Ok(()), |openings| files.read(openings))
    }

    fn units(&self) -> Result<u64, JobProblem> {
        let tournament = self.tournament(&Access::Sealed)?;
        in_units(tournament.format.games(self.players.len(), self.games), self.unit)
    }

    fn is_reproducible(&self) -> bool {
        let of_players = self.tournament(&Access::Sealed).is_ok_and(|tournament| {
            tournament.participants.iter().all(|one| specs::is_reproducible(&one.spec))
        });
        self.time_per_move.is_none() && self.clock.is_none() && of_players
    }

    fn prepare(&self, access: &Access) -> Result<Box<dyn Work>, JobProblem> {
        let tournament = self.tournament(access)?;
        tournament.check()?;
        let games = tournament.fixed_games();
        let (unit, keeps_times) = (self.unit, !self.is_reproducible());
        Ok(Box::new(Playing { tournament, games, unit, keeps_times }))
    }

    fn row_check(&self) -> Result<Box<dyn RowCheck>, JobProblem> {
        let tournament = self.tournament(&Access::Sealed)?;
        let starts = tournament.fixed_starts().into_iter();
        let starts = starts.map(|(id, seats, opening)| (id, seats, opening.clone())).collect();
        let (unit, keeps_times) = (self.unit, !self.is_reproducible());
        Ok(Box::new(TournamentCheck { tournament, starts, unit, keeps_times }))
    }

    fn writer(&self, folder: &Path) -> Result<Box<dyn ResultWriter>, OutputError> {
        Ok(Box::new(TournamentFiles {
            folder: folder.to_owned(),
            lines: RowFile::create(folder.join("games.jsonl"))?,
            table: CsvFile::create(folder.join("games.csv"))?,
            standings: CsvFile::create(folder.join("standings.csv"))?,
            tournament: self.tournament(&Access::Sealed).map_err(OutputError::Job)?,
            played: HashMap::new(),
        }))
    }
}

struct Playing {
    tournament: Tournament,
    games: Vec<GameId>,
    unit: usize,
    /// Times belong to the result only where they decide games.
    keeps_times: bool,
}

impl Work for Playing {
    fn perform(&self, number: u64, progress: &dyn Progress) -> Result<Vec<u8>, UnitError> {
        let mut rows = Vec::new();
        for id in &self.games[pieces(number, self.unit, self.games.len())] {
            let game = self.tournament.fixed_game(*id, progress.stop());
            let game = game.map_err(|error| UnitError::Failed(error.to_string()))?;
            let game = game.ok_or(UnitError::Stopped)?;
            let game = TournamentGame::new(&self.tournament.participants, &game);
            rows.push(if self.keeps_times { game } else { without_times(game) });
            progress.progressed(1);
        }
        Ok(to_lines(&rows))
    }
}

fn without_times(game: TournamentGame) -> TournamentGame {
    TournamentGame { seconds: 0.0, black_mean_ms: 0.0, white_mean_ms: 0.0, ..game }
}

/// A game, the players with Black and White, and its opening.
type Start = (GameId, [usize; 2], Game);

struct TournamentCheck {
    tournament: Tournament,
    starts: Vec<Start>,
    unit: usize,
    keeps_times: bool,
}

impl RowCheck for TournamentCheck {
    fn check(&self, number: u64, rows: &[u8]) -> Result<(), RowFault> {
        let starts = &self.starts[pieces(number, self.unit, self.starts.len())];
        check_lines(rows, starts.iter(), |start, game: &TournamentGame| self.fits(start, game))
    }
}

impl TournamentCheck {
    /// Whether this can be the game that begins so.
    fn fits(&self, (id, seats, opening): &Start, game: &TournamentGame) -> bool {
        let participants = &self.tournament.participants;
        let Some((found, played)) = game.played::<Eight>(participants) else { return false };
        let Some(replayed) = replayed(opening, &game.moves) else { return false };
        (found, played.seats) == (*id, *seats)
            && can_end(&replayed, opening, game.ending, game.black_score)
            && (game.ending != GameEnding::Time || self.tournament.limit.is_some())
            && (self.keeps_times || without_times(game.clone()) == *game)
            && game.clone().completed(&replayed, opening.length()) == *game
    }
}

struct TournamentFiles {
    folder: PathBuf,
    lines: RowFile,
    table: CsvFile,
    standings: CsvFile,
    tournament: Tournament,
    played: HashMap<GameId, PlayedGame>,
}

impl ResultWriter for TournamentFiles {
    fn add(&mut self, number: u64, rows: &[u8]) -> Result<(), OutputError> {
        for game in of_lines::<TournamentGame>(number, rows)? {
            let played = game.played::<Eight>(&self.tournament.participants);
            let (id, played) = played.ok_or(OutputError::Rows(RowsError { number }))?;
            self.played.insert(id, played);
            self.table.add(&game)?;
        }
        self.lines.write(rows)
    }

    fn finish(mut self: Box<Self>) -> Result<(), OutputError> {
        self.lines.finish()?;
        self.table.finish()?;
        let stop = StopSignal::default();
        // All games are there: nothing is played.
        let results = self.tournament.run(self.played, &stop, &mut |_, _| ControlFlow::Break(()));
        let results = results.map_err(|_| OutputError::Rows(RowsError { number: 0 }))?;
        let participants = &self.tournament.participants;
        let ratings = Ratings::new(participants.len(), &results.head_to_head(), PRIOR);
        let standings = self.tournament.standings(&results);
        let standings = StandingRow::all(participants, &standings, &ratings);
        standings.iter().try_for_each(|row| self.standings.add(row))?;
        self.standings.finish()?;
        let total = TournamentTotal::new(&results, standings, Duration::ZERO);
        write_json(&self.folder.join("total.json"), &total)
    }
}
