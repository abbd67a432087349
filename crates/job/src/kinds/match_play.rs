//! The games of a match, some in each unit.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::Duration;

use othellier_board::{Color, Eight, Size};
use othellier_measure::stats::Sprt;
use othellier_measure::{Colors, Lines, Match, Openings, TimeLimit, Totals};
use othellier_play::parse_duration;
use othellier_spec::Access;
use othellier_wire::{GameEnding, MatchGame, MatchTotal};
use serde::{Deserialize, Serialize};

use super::files::JobFiles;
use super::replay::{can_end, replayed};
use super::rows::{CsvFile, RowFile, check_lines, of_lines, to_lines, write_json};
use super::specs;
use super::{Expected, JobProblem, Kind, ResultWriter, RowCheck, Work, in_units, pieces};
use crate::output::OutputError;
use crate::{EarlyEnd, Progress, RowFault, RowsError, UnitError};

/// A match of two players, as by `othellier match`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MatchPlay {
    pub players: [String; 2],
    /// The number of games at most; each opening is played twice, with the colours swapped.
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
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time_per_move: Option<String>,
    /// The time of each side for a game, such as `5m+2s`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<String>,
    /// Ends as soon as it is decided whether A is so much or so much stronger, in Elo.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sprt: Option<[f64; 2]>,
    /// The seed of the random numbers.
    #[serde(default = "seed")]
    pub seed: u64,
}

fn unit() -> usize {
    MatchPlay::UNIT
}

pub(super) fn seed() -> u64 {
    1
}

impl MatchPlay {
    /// Games in a unit, unless it is said otherwise.
    pub const UNIT: usize = 20;

    /// The match; its players are built with this access.
    fn matchup(&self, access: &Access) -> Result<Match, JobProblem> {
        let [a, b] = self.players.each_ref().map(|text| specs::checked(text));
        Ok(Match {
            players: [a?, b?],
            access: access.clone(),
            games: self.games,
            openings: openings(
                self.openings.as_ref(),
                self.random_plies,
                self.games.div_ceil(2),
                self.seed,
            )?,
            colors: Colors::Swapped,
            limit: time_limit(self.time_per_move.as_deref(), self.clock.as_deref())?,
            sprt: self.sprt()?,
            seed: self.seed,
            threads: NonZeroUsize::MIN,
        })
    }

    fn sprt(&self) -> Result<Option<Sprt>, JobProblem> {
        let wrong = || JobProblem::Setting { key: "sprt", expected: Expected::Elos };
        self.sprt.map(|[elo0, elo1]| Sprt::new(elo0, elo1).ok_or_else(wrong)).transpose()
    }
}

/// The openings of games: given ones, random ones, or the built-in list.
pub(super) fn openings(
    given: Option<&Lines>,
    random_plies: Option<usize>,
    count: usize,
    seed: u64,
) -> Result<Openings, JobProblem> {
    match (given, random_plies) {
        (Some(lines), None) => Ok(Openings::read(&lines.text(&Access::Sealed)?)?),
        (None, Some(plies)) => Ok(Openings::random(plies, count, seed)?),
        (None, None) => Ok(Openings::balanced(seed).expect("there is a list for 8×8")),
        _ => Err(JobProblem::Setting { key: "openings", expected: Expected::Exclusive }),
    }
}

/// The time limit of games.
pub(super) fn time_limit(
    per_move: Option<&str>,
    clock: Option<&str>,
) -> Result<Option<TimeLimit>, JobProblem> {
    match (per_move, clock) {
        (Some(time), None) => Ok(Some(TimeLimit::per_move(parse_duration(time)?))),
        (None, Some(clock)) => Ok(Some(TimeLimit::Game(clock.parse()?))),
        (None, None) => Ok(None),
        _ => Err(JobProblem::Setting { key: "clock", expected: Expected::Exclusive }),
    }
}

impl Kind for MatchPlay {
    fn resolve(&mut self, files: &mut JobFiles) -> Result<(), JobProblem> {
        for player in &mut self.players {
            *player = specs::resolved(player, files)?;
        }
        self.openings.as_mut().map_or(Ok(()), |openings| files.read(openings))
    }

    fn units(&self) -> Result<u64, JobProblem> {
        if self.games == 0 {
            return Err(JobProblem::Setting { key: "games", expected: Expected::Positive });
        }
        if !self.unit.is_multiple_of(2) {
            return Err(JobProblem::Setting { key: "unit", expected: Expected::Even });
        }
        self.matchup(&Access::Sealed)?;
        in_units(self.games, self.unit)
    }

    fn is_reproducible(&self) -> bool {
        let of_player =
            |text: &String| specs::checked(text).is_ok_and(|spec| specs::is_reproducible(&spec));
        self.time_per_move.is_none() && self.clock.is_none() && self.players.iter().all(of_player)
    }

    fn prepare(&self, access: &Access) -> Result<Box<dyn Work>, JobProblem> {
        let matchup = self.matchup(access)?;
        matchup.check()?;
        let keeps_times = !self.is_reproducible();
        Ok(Box::new(Playing { matchup, unit: self.unit, keeps_times }))
    }

    fn row_check(&self) -> Result<Box<dyn RowCheck>, JobProblem> {
        let (matchup, unit) = (self.matchup(&Access::Sealed)?, self.unit);
        Ok(Box::new(MatchCheck { matchup, unit, keeps_times: !self.is_reproducible() }))
    }

    fn writer(&self, folder: &Path) -> Result<Box<dyn ResultWriter>, OutputError> {
        Ok(Box::new(MatchFiles {
            folder: folder.to_owned(),
            lines: RowFile::create(folder.join("games.jsonl"))?,
            table: CsvFile::create(folder.join("games.csv"))?,
            transcripts: RowFile::create(folder.join("games.txt"))?,
            totals: Totals::default(),
            sprt: self.sprt().unwrap_or_default(),
            early_end: self.early_end(),
        }))
    }

    fn early_end(&self) -> Option<EarlyEnd> {
        let sprt = self.sprt().ok().flatten()?;
        Some(EarlyEnd::new(sprt, self.unit, self.games))
    }
}

struct Playing {
    matchup: Match,
    unit: usize,
    /// Times belong to the result only where they decide games.
    keeps_times: bool,
}

impl Work for Playing {
    fn perform(&self, number: u64, progress: &dyn Progress) -> Result<Vec<u8>, UnitError> {
        let mut rows = Vec::new();
        for index in pieces(number, self.unit, self.matchup.games) {
            let game = self.matchup.game(index, progress.stop());
            let game = game.map_err(|error| UnitError::Failed(error.to_string()))?;
            let game =
                MatchGame::new(self.matchup.players.each_ref(), &game.ok_or(UnitError::Stopped)?);
            rows.push(if self.keeps_times { game } else { without_times(game) });
            progress.progressed(1);
        }
        Ok(to_lines(&rows))
    }
}

fn without_times(game: MatchGame) -> MatchGame {
    MatchGame {
        seconds: 0.0,
        a_mean_ms: 0.0,
        b_mean_ms: 0.0,
        a_slowest_ms: 0.0,
        b_slowest_ms: 0.0,
        ..game
    }
}

struct MatchCheck {
    matchup: Match,
    unit: usize,
    keeps_times: bool,
}

impl RowCheck for MatchCheck {
    fn check(&self, number: u64, rows: &[u8]) -> Result<(), RowFault> {
        let games = pieces(number, self.unit, self.matchup.games);
        check_lines(rows, games, |index, game: &MatchGame| self.fits(index, game))
    }
}

impl MatchCheck {
    /// Whether this can be the game with this index.
    fn fits(&self, index: usize, game: &MatchGame) -> bool {
        let (color, number) = self.matchup.opening_of(index);
        let opening = self.matchup.openings.cycled(number);
        let is_it = (game.index, game.pair, game.a_color, game.opening_length)
            == (index, Some(number), color.into(), opening.length());
        let difference = game.difference;
        if !is_it || difference.unsigned_abs() > u32::from(Eight::SQUARES) {
            return false;
        }
        let Some(played) = replayed(opening, &game.moves) else { return false };
        let black_score = if color == Color::Black { difference } else { -difference };
        can_end(&played, opening, game.ending, black_score)
            && (game.ending != GameEnding::Time || self.matchup.limit.is_some())
            && (self.keeps_times || without_times(game.clone()) == *game)
            && game.clone().completed(self.matchup.players.each_ref(), &played) == *game
    }
}

struct MatchFiles {
    folder: PathBuf,
    lines: RowFile,
    table: CsvFile,
    transcripts: RowFile,
    totals: Totals,
    sprt: Option<Sprt>,
    early_end: Option<EarlyEnd>,
}

impl ResultWriter for MatchFiles {
    fn add(&mut self, number: u64, rows: &[u8]) -> Result<(), OutputError> {
        // Once it is decided, the rest of the unit does not count.
        let games = self.early_end.as_mut().map(|early_end| {
            early_end.add(number, rows)?;
            Ok::<_, RowsError>(early_end.games())
        });
        let games = games.transpose()?;
        for game in of_lines::<MatchGame>(number, rows)? {
            if games.is_some_and(|games| game.index >= games) {
                break;
            }
            self.lines.write(&to_lines(std::slice::from_ref(&game)))?;
            self.transcripts.write(transcript_line(&game).as_bytes())?;
            self.table.add(&game)?;
            self.count(&game);
        }
        Ok(())
    }

    fn finish(self: Box<Self>) -> Result<(), OutputError> {
        self.lines.finish()?;
        self.transcripts.finish()?;
        self.table.finish()?;
        let total = MatchTotal::new(&self.totals, Duration::ZERO, self.sprt, false);
        write_json(&self.folder.join("total.json"), &total)
    }
}

impl MatchFiles {
    fn count(&mut self, game: &MatchGame) {
        let totals = &mut self.totals;
        totals.add_result(game.pair, game.a_color.into(), game.difference);
        for (effort, nodes) in totals.efforts.iter_mut().zip([game.a_nodes, game.b_nodes]) {
            effort.nodes = effort.nodes.saturating_add(nodes);
        }
        // Whoever made a fault lost.
        let loser = &mut totals.efforts[usize::from(game.difference > 0)];
        match game.ending {
            GameEnding::Illegal => loser.illegal += 1,
            GameEnding::Crash => loser.crashes += 1,
            GameEnding::Time => loser.time_losses += 1,
            GameEnding::Board | GameEnding::Resigned => {}
        }
    }
}

/// A game as a line of moves and result; if it does not begin at the start, its first position comes
/// before the moves.
fn transcript_line(game: &MatchGame) -> String {
    let is_position = game.opening.contains(' ');
    let start = if is_position { format!("{} ", game.opening) } else { String::new() };
    format!("{start}{} {}\n", game.moves, game.result)
}
