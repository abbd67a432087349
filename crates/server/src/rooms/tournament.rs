//! Tournaments among members: rounds drawn by `lab`, games begun one after another.
//!
//! What was drawn is stored, and the results are those of the room's games: a tournament that was
//! interrupted resumes where it stood. The games of a pairing follow each other; a round begins when
//! the one before is complete. A member who has left forfeits its games.

use othellier_board::with_size;
use othellier_measure::Openings;
use othellier_measure::stats::{Counts, Ratings};
use othellier_measure::tournament::{
    BRIGHTWELL, Drawing, Forfeit, Format, GameId, GameResult, Pairing, Participant, Results, Round,
    standings,
};
use othellier_record::transcript;
use othellier_spec::Spec;
use othellier_wire::{
    FaultKind, Outcome, OutcomeCode, Pairings, RoomTournament, SeatKind, Side, StandingRow,
    TournamentState,
};
use serde::Deserialize;
use utoipa::ToSchema;

use super::play::{self, USUAL_CLOCK};
use super::room::{DrawnRound, Tournament, TournamentPlace};
use super::{Member, Room};
use crate::error::ApiError;
use crate::routes::new_seed;
use crate::seats::handicap_position;
use crate::seats::routes::AskedTerms;
use crate::{App, limits};

/// Draws of each player against an average one, so that everybody has a rating.
const PRIOR: f64 = 1.0;

/// Rounds of a tournament, at most.
const ROUNDS: usize = 50;
/// Games of a pairing, at most.
const GAMES: usize = 20;
/// Random moves that begin a game, at most.
const RANDOM_PLIES: usize = 20;

/// A new tournament; every field is optional.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewTournament {
    /// `swiss` or `round-robin`.
    format: Option<Pairings>,
    /// Rounds of a Swiss; by default enough to find the winner, and two more.
    rounds: Option<usize>,
    /// Games of each pairing; by default 1.
    games: Option<usize>,
    /// The numbers of the members who play, best first; by default all but the owner.
    members: Option<Vec<usize>>,
    /// Only persons, or only bots, of all.
    only: Option<SeatKind>,
    /// Random moves that begin a game, the same for all games of a round and two games in a row.
    random_plies: Option<usize>,
    /// The seed of those moves.
    seed: Option<u64>,
    #[serde(flatten)]
    terms: AskedTerms,
}

impl NewTournament {
    pub(super) fn checked(self, room: &Room) -> Result<Tournament, ApiError> {
        let terms = self.terms.with_clock(USUAL_CLOCK).checked(["", ""])?;
        let players = match self.members {
            Some(members) => members,
            None => {
                let plays = |member: &&Member| {
                    !member.is_owner()
                        && !member.has_left
                        && self.only.is_none_or(|kind| member.kind == kind)
                };
                room.members.iter().filter(plays).map(|member| member.number).collect()
            }
        };
        let mut unique = players.clone();
        unique.sort_unstable();
        unique.dedup();
        if unique.len() != players.len() || players.iter().any(|&player| room.has_left(player)) {
            return Err(ApiError::bad_request("expected members of the room, each once"));
        }
        if players.len() < 2 {
            return Err(ApiError::conflict("a tournament has two players or more"));
        }
        let (count, games) = (players.len(), self.games.unwrap_or(1));
        let format = self.format.unwrap_or_default();
        let rounds = match (format, self.rounds, Format::swiss(count)) {
            (Pairings::Swiss, Some(rounds), _) => rounds,
            (Pairings::Swiss, None, Format::Swiss { rounds }) => rounds,
            (Pairings::RoundRobin, Some(_), _) => {
                return Err(ApiError::bad_request("a round robin has as many rounds as it needs"));
            }
            // Of an odd number everybody rests once.
            _ => count - 1 + count % 2,
        };
        let plies = self.random_plies.unwrap_or(0);
        let in_all = match format {
            Pairings::Swiss => Format::Swiss { rounds }.games(count, games),
            Pairings::RoundRobin => Format::RoundRobin.games(count, games),
        };
        let refused = match () {
            () if format == Pairings::Swiss && !(1..=ROUNDS).contains(&rounds) => {
                Some(format!("a Swiss has 1 to {ROUNDS} rounds"))
            }
            () if !(1..=GAMES).contains(&games) => {
                Some(format!("a pairing has 1 to {GAMES} games"))
            }
            () if plies > RANDOM_PLIES || (plies > 0 && terms.handicap > 0) => Some(format!(
                "a game begins with at most {RANDOM_PLIES} random moves, and without a handicap"
            )),
            () if room.games.len() + in_all > limits::ROOM_GAMES => {
                Some(format!("a room has at most {} games", limits::ROOM_GAMES))
            }
            () if room.tournaments.len() >= limits::ROOM_LISTS => {
                Some("the room has too many tournaments".to_owned())
            }
            () => None,
        };
        if let Some(why) = refused {
            return Err(ApiError::bad_request(why));
        }
        Ok(Tournament {
            number: room.tournaments.len() + 1,
            format,
            state: TournamentState::Running,
            rounds,
            games,
            terms,
            random_plies: plies,
            seed: self.seed.unwrap_or_else(new_seed),
            players,
            drawn: Vec::new(),
        })
    }
}

/// Draws and begins whatever can be drawn and begun.
pub(super) fn advance(app: &App, room: &mut Room) -> Result<(), ApiError> {
    for at in 0..room.tournaments.len() {
        while room.tournaments[at].state == TournamentState::Running && step(app, room, at)? {}
    }
    Ok(())
}

/// One step of a tournament; whether there may be another.
fn step(app: &App, room: &mut Room, at: usize) -> Result<bool, ApiError> {
    let tournament = room.tournaments[at].clone();
    let results = tournament.results(room);
    let Some(round) = results.rounds.iter().position(|round| !round.is_complete()) else {
        return Ok(draw(&mut room.tournaments[at], &results));
    };
    let mut has_forfeits = false;
    for (pairing, paired) in results.rounds[round].pairings.iter().enumerate() {
        let game = paired.played;
        let place = TournamentPlace { tournament: tournament.number, round, pairing, game };
        let is_begun = room.games.iter().any(|game| game.place == Some(place));
        if game >= tournament.games || is_begun {
            continue;
        }
        let players = paired.seats(game).map(|player| tournament.players[player]);
        let left = players.map(|player| room.has_left(player));
        if left == [false, false] {
            let start = tournament.opening(round, game)?;
            play::begin(app, room, players, &tournament.terms, start, Some(place))?;
        } else {
            forfeit(room, players, left, place, tournament.terms.size);
            has_forfeits = true;
        }
    }
    Ok(has_forfeits)
}

/// Draws the next rounds, or ends the tournament; whether something was drawn.
fn draw(tournament: &mut Tournament, results: &Results) -> bool {
    let Tournament { games, seed, .. } = *tournament;
    let drawing = Drawing { games, brightwell: BRIGHTWELL, seed };
    let rounds = tournament.format().next_rounds(tournament.players.len(), results, drawing);
    if rounds.is_empty() {
        tournament.state = TournamentState::Done;
        return false;
    }
    tournament.drawn.extend(rounds.into_iter().map(|round| DrawnRound {
        pairings: round.pairings.iter().map(|pairing| pairing.players).collect(),
        byes: round.byes,
    }));
    true
}

/// Enters a game that is lost before it begins, because a player has left.
fn forfeit(
    room: &mut Room,
    players: [usize; 2],
    left: [bool; 2],
    place: TournamentPlace,
    size: u8,
) {
    let squares = i32::from(size) * i32::from(size);
    let (winner, black_score) = match left {
        [true, false] => (Some(Side::White), -squares),
        [false, true] => (Some(Side::Black), squares),
        _ => (None, 0),
    };
    let game = play::enter(room, None, players, Some(place));
    game.outcome = Some(Outcome { winner, black_score, code: OutcomeCode::Resigned });
    game.fault = Some(FaultKind::Absent);
}

impl Tournament {
    fn format(&self) -> Format {
        match self.format {
            Pairings::Swiss => Format::Swiss { rounds: self.rounds },
            Pairings::RoundRobin => Format::RoundRobin,
        }
    }

    /// The results of the rounds drawn and played so far.
    fn results(&self, room: &Room) -> Results {
        let pairing = |&players: &[usize; 2]| Pairing { players, results: Vec::new(), played: 0 };
        let round = |drawn: &DrawnRound| Round {
            pairings: drawn.pairings.iter().map(pairing).collect(),
            byes: drawn.byes.clone(),
            games: self.games,
            replay: 0,
        };
        let rounds = self.drawn.iter().map(round).collect();
        let is_over = self.state == TournamentState::Done;
        let mut results = Results { rounds, is_over };
        for game in &room.games {
            let Some(TournamentPlace { round, pairing, game: number, .. }) =
                game.place.filter(|place| place.tournament == self.number)
            else {
                continue;
            };
            let Some(outcome) = game.outcome else { continue };
            let forfeit = match (game.fault, outcome.code) {
                (Some(FaultKind::Illegal), _) => Some(Forfeit::Illegal),
                (Some(FaultKind::Absent), _) => Some(Forfeit::Crash),
                (None, OutcomeCode::OutOfTime) => Some(Forfeit::Time),
                (None, OutcomeCode::Played | OutcomeCode::Resigned) => None,
            };
            let id = GameId { round, pairing, game: number };
            results.record(id, GameResult { black_score: outcome.black_score, forfeit });
        }
        results
    }

    /// The moves that a game begins with: two games in a row have the same.
    fn opening(&self, round: usize, game: usize) -> Result<Option<String>, ApiError> {
        if self.random_plies == 0 {
            return handicap_position(&self.terms);
        }
        let index = round * self.games.div_ceil(2) + game / 2;
        let moves = with_size!(self.terms.size, S => {
            Openings::<S>::random(self.random_plies, index + 1, self.seed)
                .map(|openings| transcript::write(openings.cycled(index)))
                .map_err(ApiError::bad_request)
        });
        moves.ok_or_else(|| ApiError::bad_request("there is no board of this size"))?.map(Some)
    }

    /// The tournament with its standings.
    pub(super) fn shown(&self, room: &Room) -> RoomTournament {
        let results = self.results(room);
        let count = self.players.len();
        let squares = u32::from(self.terms.size) * u32::from(self.terms.size);
        let standings = standings(self.format(), count, squares, &results, BRIGHTWELL);
        let ratings = Ratings::new(count, &results.head_to_head(), PRIOR);
        let participants: Vec<_> =
            self.players.iter().map(|&player| participant(room, player)).collect();
        let cell = |counts: Counts| [counts.wins, counts.draws, counts.losses];
        let rows = results.cross_table(count).into_iter();
        let byes = |round: &DrawnRound| round.byes.iter().map(|&at| self.players[at]).collect();
        let complete = results.rounds.iter().take_while(|round| round.is_complete()).count();
        RoomTournament {
            number: self.number,
            format: self.format,
            state: self.state,
            rounds: self.rounds,
            round: (complete + 1).min(self.drawn.len()),
            games: self.games,
            terms: self.terms.clone(),
            random_plies: self.random_plies,
            seed: self.seed,
            players: self.players.clone(),
            byes: self.drawn.iter().map(byes).collect(),
            standings: StandingRow::all(&participants, &standings, &ratings),
            cross_table: rows.map(|row| row.into_iter().map(cell).collect()).collect(),
        }
    }
}

/// A member as a participant: the spec says what it is.
fn participant(room: &Room, number: usize) -> Participant {
    let member = room.member(number).ok();
    let name = match member.map(|member| member.kind) {
        Some(SeatKind::Bot) => "bot",
        _ => "human",
    };
    let spec = Spec { name: name.to_owned(), options: Vec::new() };
    Participant { name: member.map_or(String::new(), |member| member.name.clone()), spec }
}
